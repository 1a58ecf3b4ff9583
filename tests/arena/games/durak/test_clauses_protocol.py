"""1H, 1I and 1J: the forms of actions, who is asked when, and why every game ends."""

import random
from typing import Any

import pytest

from arena.games import MalformedAction, rules
from arena.games.durak.game import Game
from tests.arena.games.durak.random_play import RandomPlayer
from tests.arena.games.durak.table import BARE, choices, counts, deal, hand, log_of, play

QUICK: dict[str, Any] = {"quicky": "no_redraw"}


@pytest.mark.parametrize(
    "form",
    [
        {"a": "redeal", "demand": True},
        {"a": "redeal", "demand": False},
        {"a": "swap"},
        {"a": "attack", "cards": ["7D", "7C"]},
        {"a": "throw", "cards": ["10H"]},
        {"a": "beat", "target": 2, "card": "QC"},
        {"a": "transfer", "cards": ["7H"]},
        {"a": "show", "card": "7S"},
        {"a": "take"},
        {"a": "pass"},
        {"a": "call"},
        {"a": "throw", "cards": ["6H@S"]},
    ],
)
def test_1H_every_form_is_read_and_written(form: dict[str, object]) -> None:
    assert rules(BARE).action(form).to_json() == form


def test_1H_the_side_is_named_only_where_it_is_chosen() -> None:
    plain, choosing = rules(BARE, transfer="play"), rules("durak/german-turn")
    with_side = {"a": "transfer", "cards": ["7H"], "dir": "L"}
    assert choosing.action(with_side).to_json() == with_side
    with pytest.raises(MalformedAction):
        plain.action(with_side)
    with pytest.raises(MalformedAction):
        choosing.action({"a": "transfer", "cards": ["7H"]})


def test_1H_copies_count_from_one_and_names_stand_behind_them() -> None:
    two = rules("durak/german-many", weli="all_sixes")
    form = {"a": "throw", "cards": ["6H#2@S"]}
    assert two.action(form).to_json() == form
    for wrong in ("6H", "6H#0", "6H#9", "6H@S#2", "7H#1@S"):
        with pytest.raises(MalformedAction):
            two.action({"a": "throw", "cards": [wrong]})
    assert rules(BARE).action({"a": "throw", "cards": ["6H@H"]}).cards == ("6H",)


def test_1H_targets_count_from_zero() -> None:
    game = play(deal("7C 7D", "8C 8D", opening_multi=True), "0 attack 7D 7C")
    assert choices(game) == {"take", "beat 0 8D", "beat 1 8C"}


def test_1H_the_default_attack_is_the_lowest_non_trump_else_the_lowest_trump() -> None:
    assert deal("9C 7D 6H", "8C 8D 8S").default_action().cards == ("7D",)
    assert deal("9H 7H 6H", "8C 8D 8S").default_action().cards == ("6H",)
    numbers = deal("8C 7D 6D", "9C 9S 9D", trump="8D", number_trump="suit_high")
    assert numbers.default_action().cards == ("8C",)


def test_1H_the_other_defaults() -> None:
    hands = ("6C 7C 8C 9C 10C", "6D 7D 8D 9S 10S")
    asked = deal(*hands, again=hands, redeal="demand_s2")
    assert asked.default_action().to_json() == {"a": "redeal", "demand": False}
    swap = deal("6H 7C", "8C 9C", trump="QH", trump_swap=True)
    assert (swap.phase, swap.default_action().kind) == ("swap", "pass")
    game = play(deal("7C 7D", "8C 8D", pre_defence_window=True), "0 attack 7C")
    assert (game.phase, game.default_action().kind) == ("pre", "pass")
    play(game, "0 pass")
    assert game.default_action().kind == "take"
    play(game, "1 beat 0 8C")
    assert (game.phase, game.default_action().kind) == ("add", "pass")
    call = play(deal("7C 7D", "8C 8D", cheating="callable"), "0 attack 7C")
    assert (call.phase, call.default_action().kind) == ("call", "pass")


def test_1I_swaps_are_asked_from_the_opener_on() -> None:
    options: dict[str, Any] = {"trump": "QH#1", "trump_swap": True, "packs": 3}
    game = deal("7C#1 8C#1", "6H#2 9C#1", "6H#3 9S#1", dealer=0, **options)
    assert (game.opener, game.phase, game.seat) == (1, "swap", 1)
    play(game, "1 pass; 2 pass")
    assert (game.phase, game.seat) == ("open", 1)


def test_1I_pre_is_repeated_from_the_main_attacker_until_a_full_round_passes() -> None:
    game = deal(
        "7C 7S KC 9C", "8C 8D QC QD", "7D 9D JC JD", "7H 9H AS AC",
        pre_defence_window=True, throw_multi=False,
    )  # fmt: skip
    play(game, "0 attack 7C; 0 pass; 2 throw 7D; 3 pass")
    assert (game.phase, game.seat) == ("pre", 0)
    play(game, "0 throw 7S")
    assert log_of(game)[-1] == "2 pass"  # nothing left that matches
    play(game, "3 pass")
    # One threw, so there is one more round; 0 and 2 have no seven left and are passed.
    assert log_of(game)[-3:] == ["3 pass", "0 pass", "2 pass"]
    play(game, "3 pass")
    assert (game.phase, game.seat) == ("defend", 1)


def test_1I_in_add_the_first_throw_stops_the_round_and_the_next_begins_afresh() -> None:
    game = deal("7C 8S KC", "8C 9D QC", "7D QD JC", "8H QS AC")
    play(game, "0 attack 7C; 1 beat 0 8C; 0 pass; 2 throw 7D")
    assert (game.phase, game.seat) == ("defend", 1)
    play(game, "1 beat 1 9D")
    assert (game.phase, game.seat) == ("add", 0)  # a pass does not persist


def test_1I_after_is_one_round_of_any_number_of_cards() -> None:
    game = deal("7C 7S KC", "8C 9D QC", "7D QD JC", after_take="uncapped")
    play(game, "0 attack 7C; 1 take; 0 pass; 2 throw 7D")
    assert game.phase == "open"  # 0 is not asked a second time


def test_1I_after_with_single_throws_is_repeated_until_all_pass() -> None:
    game = deal("7C 7S KC", "8C 9D QC", "7D QD JC", throw_multi=False)
    play(game, "0 attack 7C; 1 take; 0 pass; 2 throw 7D")
    assert (game.phase, game.seat) == ("after", 0)
    play(game, "0 throw 7S")
    assert game.phase == "open"  # the cap of three is reached


def test_1I_a_throw_round_begins_at_the_main_attacker_then_the_defenders_left() -> None:
    hands = ("7C 7S", "9C KD", "7D QS", "7H QD", "8S 8D")
    game = play(deal(*hands), "0 attack 7C; 1 take")
    asked = []
    while game.phase == "after":
        asked.append(game.seat)
        game.apply({"a": "pass"})
    assert asked == [0, 2, 3]
    assert log_of(game)[-1] == "4 pass"  # no match: passed by the server, logged like any other


def test_1I_nobody_sees_who_is_asked_in_a_throw_round() -> None:
    game = play(deal("7C KS", "8C KD", "KC QS", "8S QD"), "0 attack 7C; 1 beat 0 8C")
    assert (game.phase, game.seat) == ("add", 3)
    assert log_of(game)[-2:] == ["0 pass", "2 pass"]
    for viewer in (0, 1, 2, None):
        seen = game.view(viewer)
        assert seen.to_act is None
        assert seen.log[-1][1].kind == "beat"


def test_1I_a_call_comes_before_an_immediate_win() -> None:
    options: dict[str, Any] = {"cheating": "callable", "last_card_win": "immediate", **QUICK}
    game = play(deal("7C", "8C", **options), "0 attack 7C")
    assert game.phase == "call"
    play(game, "1 pass")
    assert game.outcome is not None
    assert game.outcome.losers == (1,)


def test_1I_an_immediate_win_comes_before_the_next_state() -> None:
    game = deal("7C 9D", "8C 10D", last_card_win="immediate", **QUICK)
    play(game, "0 attack 7C; 1 take; 0 attack 9D")
    assert game.outcome is not None
    assert log_of(game)[-1] == "0 attack 9D"  # the defender was not asked


def test_1I_redeal_and_swap_questions_are_hidden_from_the_others() -> None:
    hands = ("6C 7C 8C 9C 10C", "6D 7D 8D 9S 10S")
    game = deal(*hands, again=hands, redeal="demand_s2", dealer=0)
    assert (game.phase, game.seat) == ("redeal", 0)
    assert game.view(1).phase == "open"
    play(game, "0 redeal no")
    assert game.view(1).log == ()
    assert len(game.view(0).log) == 1


def shows_and_attacks(game: Game, rng: random.Random) -> None:
    """Play a game; in no bout is a card shown twice, and no bout has more cards than its cap."""
    player = RandomPlayer(rng)
    shown: list[str] = []
    while game.seat is not None:
        if game.phase == "open":
            shown = []
        action = player.choose(game.legal())
        if action.kind == "show":
            assert action.card not in shown
            shown.append(action.card)
        game.apply(action)
        cap = game.view(None).cap
        assert cap is None or len(game.view(None).table) <= max(cap, 1)


@pytest.mark.parametrize("profile", ["durak/german", "durak/german-many", "durak/german-turn"])
def test_1J_1_a_bout_is_bounded_by_its_cap_and_by_shows_once_a_card(profile: str) -> None:
    for seed in range(3):
        shows_and_attacks(rules(profile, players=3).deal(seed), random.Random(seed))


def test_1J_2_two_seats_without_transfers_always_end_by_themselves() -> None:
    for seed in range(20):
        game = rules(BARE, players=2, **QUICK).deal(seed)
        while game.seat is not None:
            game.apply(game.default_action())  # everybody takes everything
        assert game.outcome is not None
        assert game.outcome.reason == "durak"


def test_1J_2b_two_seats_with_transfers_can_come_back_to_the_same_position() -> None:
    game = deal("7C KC KD 9S", "7D 7S QC QS", transfer="play", **QUICK)
    play(game, "0 attack 9S; 1 take")
    before = (hand(game, 0), hand(game, 1), game.main)
    play(game, "0 attack 7C; 1 transfer 7D; 0 take; 1 attack 7S; 0 transfer 7D; 1 take; 0 pass")
    assert (hand(game, 0), hand(game, 1), game.main) == before
    assert game.idle_bouts == 3


@pytest.mark.parametrize(("seats", "bouts"), [(3, 36), (5, 60)])
def test_1J_3_three_or_five_seats_that_always_take_go_round(seats: int, bouts: int) -> None:
    hands = ("6C 7C", "6D 7D", "6S 7S", "8C 9C", "8D 9D")
    game = deal(*hands[:seats], after_take="none", **QUICK)
    openings = 0
    while game.seat is not None:
        openings += game.phase == "open"
        game.apply(game.default_action())
    assert game.outcome is not None
    assert game.outcome.tags == ("stalled",)
    assert openings == bouts


@pytest.mark.parametrize(("limit", "losers"), [(1, (1,)), (2, (1,)), (3, (0, 1, 2))])
def test_O41_and_1J_4_most_cards_lose_a_stalled_game_and_ties_share(
    limit: int, losers: tuple[int, ...]
) -> None:
    options: dict[str, Any] = {"after_take": "none", "stall_limit": limit, **QUICK}
    game = deal("6C 7C", "6D 7D", "6S 7S", **options)
    play(
        game,
        "; ".join(["0 attack 6C; 1 take", "2 attack 6S; 0 take", "1 attack 6D; 2 take"][:limit]),
    )
    assert game.outcome is not None
    assert (game.outcome.losers, game.outcome.tags) == (losers, ("stalled",))


def test_1J_4_a_card_discarded_or_drawn_is_progress() -> None:
    game = deal("6C 7C KS", "6D 7D KC", "6S 7S KD", after_take="none", **QUICK)
    play(game, "0 attack 6C; 1 take; 2 attack 6S; 0 take")
    assert game.idle_bouts == 2
    play(game, "1 attack 6C; 2 take; 0 attack KS; 1 take; 2 attack 6C; 0 beat 0 7C")
    while game.phase == "add":
        game.apply({"a": "pass"})
    assert game.idle_bouts == 0
    drawing = play(deal("6C 7C", "6D 7D", after_take="none"), "0 attack 6C; 1 take")
    assert drawing.idle_bouts == 0  # the attacker drew


def test_1J_4_a_team_counts_its_cards_together_and_secret_cards_count() -> None:
    options: dict[str, Any] = {"after_take": "none", "stall_limit": 1, **QUICK}
    teams = deal("6C 7C", "6D 7D", "6S 7S", "8C 8D", teams="2v2", **options)
    play(teams, "0 attack 6C; 1 take")
    assert teams.outcome is not None
    assert teams.outcome.losers == (1, 3)
    secret = deal("6C", "6D", "6S", secret=2, **options)
    play(secret, "0 attack 6C; 1 take")  # 0 picks its secret cards up, which is no progress
    assert secret.outcome is not None
    assert (secret.outcome.losers, secret.outcome.reason) == ((1,), "stalled")
    assert counts(secret) == [2, 2, 1]
