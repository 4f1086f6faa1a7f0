"""A few screens, compared picture by picture: `pytest --snapshot-update` draws them anew."""

from attn_tui.files.sources import open_source
from attn_tui.ui.app import Explorer, session_for


def crane() -> Explorer:
    return Explorer(
        session_for(open_source("crane-lifted-steel"), head=0, at=None, source="crane-lifted-steel"), 256
    )


def test_the_crane_sentence(snap_compare):
    assert snap_compare(crane(), press=["down"], terminal_size=(80, 24))


def test_the_crane_sentence_masked_on_a_wide_screen(snap_compare):
    assert snap_compare(crane(), press=["down", "m"], terminal_size=(120, 36))


def test_a_number_being_typed(snap_compare):
    assert snap_compare(crane(), press=["down", "right", "0", ".", "9"], terminal_size=(80, 24))
