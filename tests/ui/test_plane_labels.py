"""Labels in a picture: inside it, on no mark, never one over another, and beside what they name where that is free."""

from hypothesis import given
from hypothesis import strategies as st

from attn_tui.session.labels import cell_width
from attn_tui.ui.views.plane_labels import Wish, placed

SIZE = (30, 9)
CELLS = st.tuples(st.integers(-2, 32), st.integers(-2, 10))
TEXTS = st.sampled_from(["a 1%", "animal 43%", "東京 7%", "x" * 40, "was 2%"])
WISHES = st.lists(
    st.builds(Wish, st.tuples(TEXTS, TEXTS), CELLS, st.tuples(st.integers(0, 3), st.integers(0, 2)), st.just("label"),
              st.integers(0, 50), st.booleans()),
    max_size=40,
)  # fmt: skip


@given(WISHES, st.sets(CELLS, max_size=20), st.sets(CELLS, max_size=60))
def test_no_label_leaves_the_picture_covers_a_mark_or_touches_another(wishes, taken, crossed):
    covered = set()
    for label in placed(wishes, SIZE, taken, crossed):
        cells = {(label.x + at, label.y) for at in range(cell_width(label.text))}
        assert all(0 <= x < SIZE[0] and 0 <= y < SIZE[1] for x, y in cells)
        assert not cells & taken
        beside = cells | {(x + 1, y) for x, y in cells} | {(x - 1, y) for x, y in cells}
        assert not beside & covered
        covered |= cells


def test_a_label_stands_at_the_right_of_its_mark_and_at_the_left_where_that_is_wished():
    (right,) = placed([Wish(("word",), (10, 4), (1, 0), "label")], SIZE, {(10, 4)}, ())
    (left,) = placed([Wish(("word",), (10, 4), (1, 0), "label", leftward=True)], SIZE, {(10, 4)}, ())
    assert (right.x, right.y) == (12, 4)
    assert (left.x + 4, left.y) == (9, 4)


def test_a_label_keeps_off_lines_where_it_can_and_stands_on_them_where_it_must():
    line = {(x, 4) for x in range(30)}
    (off,) = placed([Wish(("word",), (10, 4), (1, 0), "label")], SIZE, {(10, 4)}, line)
    assert off.y != 4
    (on,) = placed([Wish(("word",), (10, 4), (1, 0), "label")], SIZE, {(10, 4)}, {(x, y) for x, y in line} | {
        (x, y) for x in range(30) for y in range(9)
    })  # fmt: skip
    assert (on.x, on.y) == (12, 4)


def test_the_first_wish_comes_first_and_a_shorter_form_stands_where_the_fullest_does_not():
    crowd = [Wish(("animal 43%", "ani… 43%"), (4, 0), (1, 0), "label", key) for key in range(3)]
    labels = placed(crowd, (13, 2), {(4, 0)}, ())
    assert labels[0].key == 0 and labels[0].text == "ani… 43%"
    assert len(labels) < 3
