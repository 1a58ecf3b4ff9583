"""A hand of Burako retold: whoever only reads it knows every rack at every moment."""

from pathlib import Path
from typing import get_args

import pytest

from arena.games import rules
from arena.games.burako.actions import DRAW, Action
from arena.games.burako.game import Game
from arena.games.burako.told_hand import TOLD_TYPES, held, passages
from arena.games.burako.told_words import TOLD_TEMPLATES
from tests.arena.games.told.retelling import BurakoReader, as_text, burako_told, messages

GOLDEN = Path(__file__).parent / "data" / "burako-pairs.txt"


def test_every_type_of_action_has_a_sentence() -> None:
    assert frozenset(get_args(Action)) == TOLD_TYPES


@pytest.mark.parametrize("name", ["burako/duel", "burako/pairs"])
def test_a_reader_knows_every_rack(name: str) -> None:
    for seed in range(6):
        game, told = burako_told(name, seed)
        reader = BurakoReader(held(rules(name).deal(seed)))
        for passage in told:
            (own,) = passage.held
            assert sorted(reader.racks[own.seat].elements()) == sorted(own.pieces)
            for line in passage.lines:
                reader.read(line.sentence)
        numbers = [number for p in told for line in p.lines for number in line.decisions]
        assert numbers == list(range(len(game.log)))


def test_every_sentence_is_said_in_some_hand() -> None:
    said = set()
    for name, seeds, options in (
        ("burako/pairs", range(25), {}),
        ("burako/duel", range(25), {}),
        ("burako/pairs", range(25), {"may_end_hand": True}),
    ):
        for seed in seeds:
            _, told = burako_told(name, seed, **options)
            said |= {message.code for message in messages(told)}
    assert set(TOLD_TEMPLATES) - said <= {"told.stalled"}  # seen in its own test


def test_a_hand_in_which_the_pozo_only_goes_round_is_told_as_such() -> None:
    game = rules("burako/pairs").deal(1)
    assert isinstance(game, Game)
    start, actions = game.copy(), []
    while game.seat is not None:
        actions.append(game.default_action())
        game.apply(actions[-1])
    *_, last = passages(start, actions)
    assert game.reason == "stalled"
    assert last.lines[-1].sentence.code == "told.stalled"


def test_a_hand_that_was_broken_off_is_told_until_then() -> None:
    game = rules("burako/duel").deal(1)
    assert isinstance(game, Game)
    (told,) = passages(game, [DRAW])
    assert [line.notation for line in told.lines] == ["+"]
    assert not list(passages(rules("burako/duel").deal(1), []))


def test_a_whole_hand_reads_like_this() -> None:
    """The text was read against the rules, tile by tile."""
    _, told = burako_told("burako/pairs", 3)
    assert "\n".join(as_text(told)) == GOLDEN.read_text()
