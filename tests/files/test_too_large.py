"""A number that only infinity would be as large as is refused with its place, in every form of file."""

from pathlib import Path

import pytest

from attn_tui.files.presets.preset import read_preset
from attn_tui.files.sources import open_source
from attn_tui.session.faults import Fault

REST = "k = [[1.0, 2.0]]\nv = [[1.0]]\n"


@pytest.mark.parametrize("number", ["1e400", "-1e999", "+2.5e308"])
def test_a_number_of_toml_is_refused_and_its_line_is_named(number: str):
    with pytest.raises(Fault, match=r"^x\.toml:2: q\[0,1\]: .*expected a number that a float64 can hold$"):
        read_preset(f'title = "x"\nq = [[0.5, {number}]]\n{REST}', "x", "x.toml")


def test_infinity_that_is_written_is_infinity():
    problem = read_preset(f'title = "x"\nq = [[-inf, 1e308]]\n{REST}', "x", "x.toml")
    assert problem.q.tolist() == [[[float("-inf"), 1e308]]]


def test_a_number_of_json_is_refused_with_its_place(tmp_path: Path):
    path = tmp_path / "x.json"
    path.write_text('{"q": [[0.5, 1e999]], "k": [[1, 2]], "v": [[1]]}')
    with pytest.raises(Fault, match=r"x\.json: q\[0,1\]: .*expected a number that a float64 can hold$"):
        open_source(str(path))


@pytest.mark.parametrize("cap", ["1e300", "1e-60", "0.0", "inf", "nan"])
def test_a_soft_cap_that_float32_can_not_use_is_refused(cap: str):
    with pytest.raises(
        Fault, match=r"^x\.toml:5: settings\.softcap: .*expected a number from 1e-30 to 1e\+30$"
    ):
        read_preset(
            f'title = "x"\nq = [[1.0, 2.0]]\n{REST}[settings]\nsoftcap = {cap}\n'.replace(
                "[settings]\n", "settings."
            ),
            "x",
            "x.toml",
        )
