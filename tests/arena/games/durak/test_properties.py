"""What holds in every game: random play of every profile at every player count."""

import json
import random

import pytest

from arena.games import IllegalAction, MalformedAction, replay, rules_from_json
from arena.games.durak.game import Game
from arena.games.durak.view import log_to_json
from tests.arena.games.durak.random_play import (
    RandomPlayer,
    finished,
    is_whole,
    steps,
    table,
    text,
)
from tests.arena.games.durak.strategies import profile_tables
from tests.arena.games.durak.wild_actions import held_action, wild_action

every_table = pytest.mark.parametrize(("profile", "players"), profile_tables())
LONGEST = 50_000  # decisions; the longest random games have some thousands
SOME = 120


@every_table
def test_cards_are_conserved_and_every_game_ends(profile: str, players: int) -> None:
    rule_set = table(profile, players)
    for seed in range(2):
        game = rule_set.deal(seed)
        for number, _ in enumerate(steps(game, RandomPlayer(random.Random(seed)))):
            assert number < LONGEST
            # The table is counted with the discard or a hand once the bout is over.
            assert game.outcome is not None or is_whole(game)
        assert game.outcome is not None
        assert game.phase == "over"
        assert not game.legal()


@every_table
def test_a_replay_equals_the_game_from_values_and_from_json(profile: str, players: int) -> None:
    rule_set = table(profile, players)
    game = finished(rule_set, 5)
    stored = json.loads(text({"rules": rule_set.to_json(), "log": log_to_json(game.log)}))
    again = replay(rules_from_json(stored["rules"]), 5, stored["log"])
    assert again.reveal() == game.reveal()
    assert again.outcome == game.outcome
    assert replay(rule_set, 5, game.log).view(None) == game.view(None)


@every_table
def test_json_forms_come_back_as_they_were(profile: str, players: int) -> None:
    rule_set = table(profile, players)
    assert rules_from_json(json.loads(text(rule_set.to_json()))) == rule_set
    game = rule_set.deal(11)
    for number, (_, played) in enumerate(steps(game, RandomPlayer(random.Random(11)))):
        assert rule_set.action(json.loads(text(played.to_json()))) is played
        if number % 64 == 0:  # a view tells the whole game so far, so many of them take long
            for seat in (None, *range(players)):
                form = game.view(seat).to_json()
                assert json.loads(text(form)) == form
    assert game.outcome is not None
    assert json.loads(text(game.outcome.to_json())) == game.outcome.to_json()
    for _, action in game.log:
        assert rule_set.action(action.to_json()) is action
        assert str(action)


@every_table
def test_listed_actions_apply_and_unlisted_ones_are_refused_without_a_trace(
    profile: str, players: int
) -> None:
    rule_set = table(profile, players)
    rng = random.Random(23)
    game = rule_set.deal(23)
    player = RandomPlayer(rng)
    refused = 0
    for number in range(SOME):
        if game.seat is None:
            break
        legal = game.legal()
        if number % 8 == 0:
            check_listed(game, rng)
            refused += check_unlisted(game, rng)
        game.apply(player.choose(legal))
    assert refused > 8


def check_listed(game: Game, rng: random.Random) -> None:
    legal = game.legal()
    sample = legal if len(legal) <= 20 else rng.sample(range(len(legal)), 20)
    actions = [legal[item] if isinstance(item, int) else item for item in sample]
    assert len({text(action.to_json()) for action in actions}) == len(actions)
    assert game.default_action() in legal
    for action in actions:
        twin = game.copy()
        twin.apply(action.to_json())
        assert (game.seat, action) in twin.log[len(game.log) :]
        assert twin.outcome is not None or is_whole(twin)


def check_unlisted(game: Game, rng: random.Random) -> int:
    legal, seat = game.legal(), game.seat
    assert seat is not None
    listed = {text(action.to_json()) for action in legal} if len(legal) <= 500 else None
    hand = game.view(seat).hand
    assert hand is not None
    before = (game.reveal(), [game.view(s) for s in (None, *range(game.rules.players))])
    refused = 0
    for number in range(9):
        wild = wild_action(game.rules, rng) if number % 3 else held_action(game.rules, [*hand], rng)
        action = game.rules.action(wild)
        allowed = action in legal if listed is None else text(action.to_json()) in listed
        assert allowed == (action in legal)
        if allowed:
            game.copy().apply(wild)
        else:
            refused += 1
            check_refused(game, wild)
    check_refused(game, {"a": "wave"})
    assert (game.reveal(), [game.view(s) for s in (None, *range(game.rules.players))]) == before
    assert game.legal() == legal
    return refused


def check_refused(game: Game, wild: dict[str, object]) -> None:
    with pytest.raises((IllegalAction, MalformedAction)) as caught:
        game.apply(wild)
    assert caught.value.reason.endswith((".", "!"))
