"""A game of Durak retold: whoever only reads it knows every hand at every moment."""

from pathlib import Path
from typing import get_args

import pytest

from arena.games import rules
from arena.games.durak.actions import Kind
from arena.games.durak.profiles import PROFILES
from arena.games.durak.told_game import TOLD_KINDS, beginning, passages
from arena.games.durak.told_words import TOLD_TEMPLATES
from tests.arena.games.told.retelling import DurakReader, as_text, durak_told, messages

GOLDEN = Path(__file__).parent / "data" / "durak-volga.txt"
WITH_EPAULETTES = (51, 595)
"""Games of two that end with one lowest card, and with two."""
TABLES = [(name, players) for name in PROFILES for players in PROFILES[name].players]


def test_every_kind_of_action_has_a_sentence() -> None:
    assert frozenset(get_args(Kind)) == TOLD_KINDS


@pytest.mark.parametrize(("name", "players"), TABLES)
def test_a_reader_knows_every_hand(name: str, players: int) -> None:
    for seed in range(2):
        game, told = durak_told(name, players, seed)
        reader = DurakReader(told[0])
        for passage in told:
            held = {one.seat: list(one.pieces) for one in passage.held}
            assert {seat: sorted(hand.elements()) for seat, hand in reader.hands.items()} == {
                seat: sorted(hand) for seat, hand in held.items()
            }
            for line in passage.lines:
                reader.read(line.sentence)
                if line.sentence.code == "told.redeal_demanded":
                    following = told[told.index(passage) + 1]
                    reader = DurakReader(following)
        assert reader.is_over
        assert game.outcome is not None
        numbers = [number for p in told for line in p.lines for number in line.decisions]
        assert numbers == list(range(len(numbers)))


def test_every_sentence_is_said_in_some_game() -> None:
    said = set()
    for name, players in (*((name, None) for name in PROFILES), ("durak/volga", 2)):
        for seed in range(12):
            _, told = durak_told(name, players, seed)
            said |= {message.code for message in messages(told)}
            start = rules(name, players=players).deal(seed)
            said |= {message.code for message in beginning(start)}
    for seed in WITH_EPAULETTES:
        _, told = durak_told("durak/volga", 2, seed)
        said |= {message.code for message in messages(told)}
    assert set(TOLD_TEMPLATES) <= said


def test_a_game_that_was_broken_off_is_told_until_then() -> None:
    _, whole = durak_told("durak/volga", 3, 1)
    game = rules("durak/volga", players=3).deal(1)
    start = game.copy()
    actions = []
    for _ in range(3):
        actions.append(game.default_action())
        game.apply(actions[-1])
    told = list(passages(start, actions))
    assert told[0].held == whole[0].held
    assert sum(len(line.decisions) for p in told for line in p.lines) == 3
    assert not list(passages(start.copy(), []))


def test_a_whole_game_reads_like_this() -> None:
    """The text was read against the rules, card by card."""
    _, told = durak_told("durak/volga", 3, 21)
    assert "\n".join(as_text(told)) == GOLDEN.read_text()
