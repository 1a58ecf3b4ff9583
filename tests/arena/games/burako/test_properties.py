"""What holds in every position of every hand, whoever plays and whatever the flags are."""

import json
import random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from arena.games import IllegalAction, ReplayMismatch, replay, rules_from_json
from arena.games.burako.actions import Action, Consult
from arena.games.burako.family import make
from arena.games.burako.game import Game
from arena.games.burako.planning import closing_plan, openings, openings_in_view
from arena.games.burako.reading import read_action
from arena.games.burako.ruleset import BurakoRules
from arena.games.burako.tiles import COUNT, ID, ids_of
from tests.arena.games.burako.hidden import hidden_from
from tests.arena.games.burako.oracle import as_moves
from tests.arena.games.burako.table import (
    ALL_RULES,
    BOTH,
    CANASTA,
    PLAYERS,
    Player,
    assert_conserved,
    keen_player,
    meld,
    pierna,
    play,
    position,
    random_player,
)

every_rules = pytest.mark.parametrize(
    "rules", ALL_RULES, ids=lambda r: f"{r.name}-{ALL_RULES.index(r)}"
)
every_player = pytest.mark.parametrize("player", PLAYERS.values(), ids=PLAYERS)


def rng_for(*what: object) -> random.Random:
    return random.Random(repr(what))


@every_player
@every_rules
def test_tiles_are_conserved_and_every_hand_ends(rules: BurakoRules, player: Player) -> None:
    game = play(
        rules.deal(seed=f"{rules.name}"), player, rng_for(rules.to_json()), assert_conserved
    )
    assert game.outcome is not None
    assert game.phase == "over"
    assert list(game.legal()) == []


# Views


@pytest.mark.parametrize("player", [random_player, keen_player], ids=["random", "keen"])
@every_rules
def test_a_view_does_not_depend_on_what_it_may_not_know(rules: BurakoRules, player: Player) -> None:
    rng = rng_for("views", rules.to_json())

    def watch(game: Game) -> None:
        if rng.random() < 0.8 and game.seat is not None:
            return
        for seat in (None, *range(rules.players)):
            twin = hidden_from(game, seat)
            assert_conserved(twin)
            assert twin.view(seat) == game.view(seat)
            assert twin.view(seat).to_json() == game.view(seat).to_json()
            assert twin.position() == game.position()
            if game.seat == seat:
                assert list(twin.legal()) == list(game.legal())
                assert twin.default_action() == game.default_action() if seat is not None else True

    play(rules.deal(seed=f"views{rules.name}"), player, rng, watch)


def test_the_twins_of_the_test_above_do_differ() -> None:
    game = BOTH[0].deal(seed=4)
    twin = hidden_from(game, 0)
    assert twin.racks[0] == game.racks[0]
    assert twin.racks[2] != game.racks[2]
    assert twin.view(2) != game.view(2)


def test_a_consultation_tells_others_nothing_of_the_rack() -> None:
    found = 0
    for seed in range(60):
        rng = random.Random(seed)

        def watch(game: Game) -> None:
            nonlocal found
            if game.phase == "answer" and game.asker is not None:
                found += 1
                partner = (game.asker + 2) % 4
                twin = hidden_from(game, partner)
                twin.log[-1] = (game.asker, Consult(()))  # another plan
                assert twin.view(partner) == game.view(partner)
                assert twin.view(None) == game.view(None)

        play(BOTH[0].deal(seed=seed), keen_player, rng, watch)
    assert found


@pytest.mark.parametrize("seat", [-1, 4, 99])
def test_there_is_no_view_of_a_seat_that_does_not_exist(seat: int) -> None:
    with pytest.raises(ValueError, match="seats 0 to 3"):
        BOTH[0].deal(seed=1).view(seat)


def test_known_tiles_are_really_there() -> None:
    def watch(game: Game) -> None:
        for rack, known in zip(game.racks, game.known, strict=True):
            assert known & ~rack == 0

    for rules in BOTH:
        game = play(rules.deal(seed=8), random_player, random.Random(8), watch)
        assert any(game.known)


# Replays and text forms


@every_player
@every_rules
def test_a_replay_is_the_game_and_text_forms_round_trip(rules: BurakoRules, player: Player) -> None:
    game = play(rules.deal(seed="again"), player, rng_for("replay", rules.to_json()))
    stored = json.loads(json.dumps(game.log_to_json()))
    same_rules = rules_from_json(json.loads(json.dumps(rules.to_json())))
    assert same_rules == rules
    again = replay(same_rules, "again", stored)
    assert again.reveal() == game.reveal()
    assert again.log == game.log
    assert replay(rules, "again", game.log).reveal() == game.reveal()
    for _, action in game.log:
        assert read_action(action.to_json()) == action
        assert hash(read_action(action.to_json())) == hash(action)
        assert str(action)
        assert rules.notation(action) == str(action)


def test_a_log_that_does_not_fit_is_refused_with_its_place() -> None:
    rules = BOTH[0]
    game = play(rules.deal(seed=3), random_player, random.Random(3))
    log = game.log_to_json()
    with pytest.raises(ReplayMismatch) as wrong_seat:
        replay(rules, 3, [[(log[0][0] + 1) % 4, log[0][1]], *log[1:]])  # type: ignore[operator]
    assert wrong_seat.value.entry == 0
    with pytest.raises(ReplayMismatch) as twice:
        replay(rules, 3, [log[0], *log])
    assert twice.value.entry == 1
    with pytest.raises(ReplayMismatch) as after_end:
        replay(rules, 3, [*log, log[-1]])
    assert after_end.value.entry == len(log)
    with pytest.raises(ReplayMismatch):
        replay(rules, 4, log)
    assert replay(rules, 3, log[:20]).reveal() != game.reveal()


def test_later_hands_of_a_match_are_replayed_by_their_number() -> None:
    match = BOTH[1].match(seed=b"match")
    for number, game in enumerate(match):
        play(game, keen_player, random.Random(number))
        assert replay(BOTH[1], b"match", game.log, start=number).reveal() == game.reveal()
        if number == 2:
            break


def test_copies_go_their_own_way() -> None:
    game = BOTH[0].deal(seed=6)
    rng = random.Random(6)
    while game.seat is not None:
        before = game.reveal()
        twin = game.copy()
        twin.apply(keen_player(twin, rng))
        assert game.reveal() == before
        game = twin


# What is listed and what is accepted


def random_action(game: Game, rng: random.Random) -> Action:
    """Something that looks like an action: tiles of the rack, now and then others."""
    assert game.seat is not None
    rack = ids_of(game.racks[game.seat])
    tiles = rng.sample(rack, min(len(rack), rng.choice((1, 2, 3, 3, 3, 4, 5, 7))))
    if rng.random() < 0.1:
        tiles[0] = rng.choice(ID)
        tiles = list(dict.fromkeys(tiles))
    kind = rng.randrange(4)
    if kind == 0:
        return read_action({"a": "discard", "tile": tiles[0]})
    if kind == 1:
        numbers = [int(t[1:-2]) for t in tiles if t[0] != "J"] or [7]
        return read_action(
            {"a": "meld", "melds": [{"t": "set", "n": rng.choice(numbers), "tiles": tiles}]}
        )
    if kind == 2:
        tiles.sort(key=lambda t: 0 if t[0] == "J" else int(t[1:-2]))
        start = 1 if tiles[0][0] == "J" else int(tiles[0][1:-2])
        meld = {"t": "run", "c": rng.choice("bgry"), "start": start, "tiles": tiles}
        return read_action({"a": "meld", "melds": [meld]})
    number = rng.randrange(len(game.melds) + 1)
    end = rng.choice(["low", "high", "set"])
    return read_action({"a": "extend", "meld": number, "end": end, "tiles": tiles[:2]})


@pytest.mark.parametrize("player", [random_player, keen_player], ids=["random", "keen"])
@every_rules
def test_legal_and_apply_agree(rules: BurakoRules, player: Player) -> None:
    rng = rng_for("agree", rules.to_json(), player.__name__)
    counts = {"listed": 0, "unlisted": 0}

    def watch(game: Game) -> None:
        if game.seat is None or (game.phase == "play" and rng.random() < 0.7):
            return
        listed = list(game.legal())
        assert len(set(listed)) == len(listed)
        for action in listed if len(listed) < 100 else rng.sample(listed, 100):
            game.copy().apply(action)
            game.copy().apply(action.to_json())
            counts["listed"] += 1
        if game.phase != "play":
            return
        moves = {as_moves(action.to_json()) for action in listed}
        for _ in range(15):
            action = random_action(game, rng)
            held = game.racks[game.seat]
            tiles = getattr(action, "mask", None) or 1 << getattr(action, "tile", COUNT)
            legal = not tiles & ~held and as_moves(action.to_json()) in moves
            twin = game.copy()
            if legal:
                twin.apply(action)
                continue
            counts["unlisted"] += 1
            before = twin.reveal()
            with pytest.raises(IllegalAction) as refused:
                twin.apply(action)
            assert twin.reveal() == before
            assert refused.value.position == game.position()
            assert refused.value.position in str(refused.value)

    play(rules.deal(seed=f"agree{player.__name__}"), player, rng, watch)
    assert min(counts.values()) > 20


def test_actions_out_of_turn_are_refused() -> None:
    game = BOTH[0].deal(seed=1)
    assert game.seat is not None
    with pytest.raises(IllegalAction, match="not seat"):
        game.apply({"a": "draw"}, seat=(game.seat + 1) % 4)
    game.apply({"a": "draw"}, seat=game.seat)
    for wrong in (
        {"a": "draw"},
        {"a": "take_pozo"},
        {"a": "end_hand"},
        {"a": "answer", "close": True},
    ):
        with pytest.raises(IllegalAction):
            game.apply(wrong)


def test_legal_is_a_snapshot_that_behaves_like_a_list() -> None:
    game = BOTH[0].deal(seed=12)
    rng = random.Random(12)
    while game.seat is not None:
        legal = game.legal()
        listed = list(legal)
        if game.phase == "play":
            assert len(legal) == len(listed)
            assert [legal[i] for i in range(len(legal))] == listed
            assert legal[-1] == listed[-1]
            assert list(legal[1:5]) == listed[1:5]
            assert legal[0] in legal
            for beyond in (len(legal), -len(legal) - 1):
                with pytest.raises(IndexError):
                    legal[beyond]
            assert str(len(listed)) in repr(legal)
        game.apply(keen_player(game, rng))
        assert list(legal) == listed  # still the old position


@settings(deadline=None, max_examples=60)
@given(st.integers(0, 10**9), st.sampled_from(ALL_RULES))
def test_openings_open_and_plans_close(seed: int, rules: BurakoRules) -> None:
    rng = random.Random(seed)
    game = rules.deal(seed)
    for _ in range(400):
        if game.seat is None:
            break
        if game.phase == "play" and rng.random() < 0.1:
            seen = set()
            in_view = openings_in_view(rules, game.view(game.seat))
            for number, opening in enumerate(openings(game)):
                assert next(in_view) == opening
                assert opening not in seen
                seen.add(opening)
                twin = game.copy()
                twin.apply(opening)
                assert twin.opened[game.seat]
                if number == 10:
                    break
            plan = closing_plan(game, 20)
            if plan is not None:
                twin = game.copy()
                asker = game.seat
                twin.apply(plan)
                twin.apply(twin.default_action())
                for step in plan.plan:
                    assert twin.seat == asker
                    twin.apply(step)
                assert twin.reason == "closed"
        game.apply(keen_player(game, rng))


def test_openings_are_for_the_seat_that_may_open_now() -> None:
    game = position(rack="b8 g8 r8 b1 g1 r1 y3")
    both = meld(pierna(1, "b1 g1 r1"), pierna(8, "b8 g8 r8"))
    assert [opening.to_json() for opening in openings(game)] == [both]
    assert [o.to_json() for o in openings_in_view(game.rules, game.view(0))] == [both]
    assert list(openings_in_view(game.rules, game.view(1))) == []
    assert list(openings_in_view(game.rules, game.view(None))) == []
    game.apply(both)
    assert list(openings(game)) == []
    assert list(openings_in_view(game.rules, game.view(0))) == []
    early = position(rack="b8 g8 J y3", phase="draw")
    assert list(openings(early)) == list(openings_in_view(early.rules, early.view(0))) == []


def test_an_opening_leaves_what_2C_19_demands() -> None:
    each = make("burako/pairs", None, {"opening_per": "player"})
    game = position(each, rack="b8 g8 J y3", muerto_taken_by=2)
    assert list(openings(game)) == list(openings_in_view(each, game.view(0))) == []
    roomy = position(each, rack="b8 g8 J y3 r5", muerto_taken_by=2)
    assert [o.to_json() for o in openings(roomy)] == [meld(pierna(8, "b8 g8 J"))]


def test_a_plan_is_found_only_where_one_may_ask() -> None:
    game = position(rack="b8 g8 r8 r3", laid=[CANASTA], muerto_taken_by=2)
    plan = closing_plan(game)
    assert plan is not None
    assert len(plan.plan) == 2
    assert closing_plan(game, 1) is None  # it gives up in time
    game.consulted = True
    assert closing_plan(game) is None
    assert closing_plan(position(rack="b8 g8 r8 r3", laid=[CANASTA])) is None
    assert closing_plan(position(rack="b8 r4 r8 r3", laid=[CANASTA], muerto_taken_by=2)) is None
