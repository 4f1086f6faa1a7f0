"""Numbers as text: what is shown is near the number, never zero or one where it is not, and fits."""

from decimal import Decimal
from math import inf, isfinite, nan

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from attn_tui.session import digits

numbers = st.floats(allow_nan=False, allow_infinity=False)
shares = st.floats(0, 1)


@given(numbers)
def test_a_typed_number_without_limits_is_the_number_itself(value: float):
    assert float(digits.typed(value)) == value
    assert not digits.is_rounded(digits.typed(value), value)


@given(st.floats(width=32, allow_nan=False, allow_infinity=False))
def test_a_float32_is_written_in_its_own_digits(value: float):
    written = str(np.float32(value))
    shown = digits.typed(value, written=written)
    assert np.float32(shown) == np.float32(value)
    assert float(shown) == float(written)


@given(numbers, st.integers(7, 30))
def test_a_typed_number_fits_and_says_three_digits_where_they_do(value: float, width: int):
    shown = digits.typed(value, width)
    assert len(shown) <= width
    precision = Decimal("0.005") if width >= len("-1.23e-123") else Decimal("0.5")
    assert abs(Decimal(shown) - Decimal(value)) <= abs(Decimal(value)) * precision * Decimal("1.001")
    if not digits.is_rounded(shown, value):
        assert float(shown) == value


@given(numbers.filter(bool), st.integers(0, 6), st.integers(7, 12))
def test_a_computed_number_fits_and_is_never_a_zero_it_is_not(value: float, decimals: int, width: int):
    shown = digits.computed(value, decimals, width)
    assert len(shown) <= width
    assert float(shown) != 0 or abs(value) < 1e-322
    assert (float(shown) < 0) == (value < 0)


@given(numbers, st.integers(0, 6))
def test_a_computed_number_in_decimals_is_the_nearest_such(value: float, decimals: int):
    shown = digits.computed(value, decimals)
    if "e" not in shown:
        assert abs(Decimal(shown) - Decimal(value)) <= Decimal(1).scaleb(-decimals) / 2


@given(shares, st.integers(1, 6))
def test_a_weight_is_zero_or_one_only_where_it_is(value: float, decimals: int):
    shown = digits.weight(value, decimals)
    if shown.startswith("<"):
        assert 0 < value < float(shown[1:])
    elif shown.startswith(">"):
        assert float(shown[1:]) < value < 1
    else:
        assert abs(float(shown) - value) <= 0.5000001 * 10.0**-decimals
        assert (float(shown) in (0, 1)) == (value in (0, 1))


@given(shares, st.integers(0, 3))
def test_a_percentage_is_nothing_or_all_only_where_it_is(value: float, decimals: int):
    shown = digits.percent(value, decimals)
    number = float(shown.strip("<>%")) / 100
    if shown.startswith("<"):
        assert 0 < value < number
    elif shown.startswith(">"):
        assert number < value < 1
    else:
        assert abs(number - value) <= 0.5000001 * 10.0 ** (-2 - decimals)
        assert (shown in ("0%", "100%")) == (value in (0, 1))


@pytest.mark.parametrize(
    ("shown", "wanted"),
    [
        (digits.typed(0.7), "0.70"),
        (digits.typed(0.125), "0.125"),
        (digits.typed(3.0), "3.00"),
        (digits.typed(-0.0), "-0.00"),
        (digits.typed(1e22), "1e22"),
        (digits.typed(1e-7), "1e-7"),
        (digits.typed(0.1, written="0.1"), "0.10"),
        (digits.typed(inf, 7), "inf"),
        (digits.typed(1 / 3, 7), "0.3333"),
        (digits.typed(0.000456789, 7), "4.57e-4"),
        (digits.typed(9.9999999999, 7), "10.0000"),
        (digits.typed(123456.789, 7), "123457"),
        (digits.typed(-123456789.25, 9), "-1.23e8"),
        (digits.computed(0.0, 3), "0.000"),
        (digits.computed(-0.0, 3), "0.000"),
        (digits.computed(-0.0004, 3), "-4e-4"),
        (digits.computed(5e-25, 3), "5e-25"),
        (digits.computed(1e300, 3, 9), "1e300"),
        (digits.computed(-inf, 3), "-inf"),
        (digits.computed(nan, 3), "nan"),
        (digits.weight(0.283248, 3), "0.283"),
        (digits.weight(1e-9, 3), "<.001"),
        (digits.weight(0.99999, 3), ">.999"),
        (digits.weight(0.0, 3), "0.000"),
        (digits.weight(1.0, 3), "1.000"),
        (digits.weight(nan, 3), "nan"),
        (digits.percent(0.283248), "28.3%"),
        (digits.percent(0.0), "0%"),
        (digits.percent(1.0), "100%"),
        (digits.percent(1e-5), "<0.1%"),
        (digits.percent(0.99999), ">99.9%"),
        (digits.percent(nan), "nan"),
        (digits.share(0.1906), "19%"),
        (digits.share(0.003), "0.3%"),
        (digits.share(0.998), "99.8%"),
        (digits.share(1e-6), "<0.1%"),
        (digits.full(1e-05), "1e-5"),
        (digits.full(2.5e100), "2.5e100"),
        (digits.compact("5.0e-25"), "5e-25"),
        (digits.compact("1e+07"), "1e7"),
        (digits.compact("12.50"), "12.50"),
        (digits.exact(np.float32(0.1)), "0.1"),
        (digits.exact(0.1), "0.1"),
    ],
)
def test_numbers_read_as_people_write_them(shown: str, wanted: str):
    assert shown == wanted


@given(st.floats(width=64, allow_nan=False))
def test_full_digits_read_back_as_the_number(value: float):
    assert float(digits.full(value)) == value
    assert digits.full(value) == digits.exact(value)


def test_what_is_not_finite_is_never_rounded():
    assert not any(digits.is_rounded(str(value), value) for value in (inf, -inf, nan))
    assert digits.is_rounded("0.33", 1 / 3)
    assert isfinite(float(digits.typed(1 / 3, 5)))


@pytest.mark.parametrize(
    ("value", "shown"),
    [
        (0.0373677, "0.037"),
        (-0.1560, "-0.16"),
        (-0.0114, "-0.01"),
        (0.00008, "8e-5"),
        (123456.7, "1.2e5"),
        (-98.76, "-98.8"),
    ],
)
def test_in_a_narrow_place_the_nearer_of_two_notations_is_shown(value: float, shown: str):
    assert digits.typed(value, 5) == shown
