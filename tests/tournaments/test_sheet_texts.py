"""The sentences that the sheet's scripts put together."""

import pytest

from tournaments.sheet_texts import sheet_texts


@pytest.mark.parametrize("side", ["Vera", "Vera and Ana"])
def test_sentences_fit_one_player_as_well_as_a_pair(side: str) -> None:
    texts = sheet_texts()
    won, after_hands = texts["side_won"], texts["chart_words"]
    assert isinstance(won, str)
    assert isinstance(after_hands, dict)
    assert won % {"side": side} == f"Won by {side}."
    after = after_hands["other"] % {
        "n": "3",
        "first": side,
        "first_points": "3,300",
        "second": "Beto",
        "second_points": "900",
    }
    assert after == f"After 3 hands: {side} 3,300 points, Beto 900."
