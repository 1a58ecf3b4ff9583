"""An exchange is taken apart as it was put together."""

from hypothesis import given
from hypothesis import strategies as st

from arena.runner.orders import exchange_parts, exchange_text

# JSON, as the game server's messages are written: a line break is never bare text.
LINES = st.text(st.characters(exclude_characters="\n"))


@given(LINES, LINES)
def test_both_parts_come_back(asked: str, answered: str) -> None:
    assert exchange_parts(exchange_text(asked=asked, answered=answered)) == (asked, answered)


@given(LINES, LINES, st.integers(min_value=0, max_value=200))
def test_what_is_cut_off_is_the_question_first(asked: str, answered: str, kept: int) -> None:
    whole = exchange_text(asked=asked, answered=answered)
    cut = whole[: len(whole) - len(asked) + min(kept, len(asked))]
    assert exchange_parts(cut) == (asked[:kept], answered)


def test_any_other_text_is_shown_as_it_is() -> None:
    assert exchange_parts("something else") == ("something else", "")
