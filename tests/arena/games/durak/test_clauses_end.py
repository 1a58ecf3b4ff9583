"""O24 to O29, 1D and 1E: after giving up, drawing, winning, teams and epaulettes."""

from typing import Any

import pytest

from arena.games import RulesRefused, rules
from arena.games.durak.outcome import Outcome
from tests.arena.games.durak.random_play import finished
from tests.arena.games.durak.table import BARE, choices, counts, deal, hand, log_of, play

QUICK: dict[str, Any] = {"quicky": "no_redraw"}
TEAMS: dict[str, Any] = {"teams": "2v2", **QUICK}
TAG: dict[str, Any] = {"epaulettes": "tag", **QUICK}


def ended(outcome: Outcome | None) -> Outcome:
    assert outcome is not None
    return outcome


@pytest.mark.parametrize(
    ("after", "expected"),
    [
        ("none", set()),
        ("capped", {"pass", "throw 7D", "throw 7S"}),
        ("uncapped", {"pass", "throw 7D", "throw 7S", "throw 7S 7D"}),
    ],
)
def test_O24_what_may_be_added_after_giving_up(after: str, expected: set[str]) -> None:
    game = deal("7C 7D 7S", "8C 8D 8S", after_take=after, attack_limit=2)
    play(game, "0 attack 7C; 1 take")
    assert (choices(game) if game.phase == "after" else set()) == expected


FOUR = ("7C 9C", "7D 9D", "8C 8D", "KC KD")
DRAWN = "6S 8S 9S 10S"


@pytest.mark.parametrize(
    ("order", "first"), [("opener_first", {0: "6S", 1: "8S"}), ("main_first", {1: "6S", 0: "8S"})]
)
def test_O25_and_A2_14_who_draws_first_after_a_transfer(order: str, first: dict[int, str]) -> None:
    game = deal(*FOUR, talon=DRAWN, transfer="play", draw_order=order)
    play(game, "0 attack 7C; 1 transfer 7D; 2 beat 0 8C; 2 beat 1 8D")
    for seat, card in first.items():
        assert card in hand(game, seat)
    assert {"9S", "10S"} <= hand(game, 2)  # the defender last


def test_O25_the_defender_draws_last_even_if_he_opened() -> None:
    game = deal("7C 9C KH", "7D 9D KS", talon="6S 8S 9S", transfer="play")
    play(game, "0 attack 7C; 1 transfer 7D; 0 take")
    assert "6S" in hand(game, 1)
    assert counts(game) == [4, 3]


def test_O25_the_loser_of_the_bout_draws_first() -> None:
    game = deal("7C KC", "8C KD", talon="6S 9S", draw_order="loser_first")
    play(game, "0 attack 7C; 1 beat 0 8C")  # the attacker lost this bout
    assert "6S" in hand(game, 0)
    assert "9S" in hand(game, 1)


IMMEDIATE: dict[str, Any] = {"last_card_win": "immediate", **QUICK}


def test_O26_the_last_card_wins_at_once_attacking_or_defending() -> None:
    attacking = ended(play(deal("7C", "8C", **IMMEDIATE), "0 attack 7C").outcome)
    assert (attacking.losers, attacking.reason) == ((1,), "last_card")
    game = deal("7C 7D", "8C 8D", **IMMEDIATE)
    play(game, "0 attack 7C; 1 take")
    assert game.phase == "after"
    play(game, "0 throw 7D")
    assert ended(game.outcome).losers == (1,)
    game = deal("7C 9D", "8C 10D", **IMMEDIATE)
    play(game, "0 attack 7C; 1 beat 0 8C; 1 attack 10D")
    assert ended(game.outcome).losers == (0,)


def test_O26_and_A1_2_not_while_there_is_a_card_to_draw() -> None:
    game = play(deal("7C", "8C", last_card_win="immediate"), "0 attack 7C; 1 beat 0 8C")
    assert game.outcome is None
    assert counts(game) == [1, 1]


def test_O27_teams_sit_as_the_option_says() -> None:
    for teams, players, expected in (
        ("none", 4, (0, 1, 2, 3)),
        ("2v2", 4, (0, 1, 0, 1)),
        ("2v2v2", 6, (0, 1, 2, 0, 1, 2)),
        ("3v3", 6, (0, 1, 0, 1, 0, 1)),
    ):
        assert rules(BARE, players=players, teams=teams).deal(1).view(0).teams == expected


@pytest.mark.parametrize(
    ("rule", "losers", "reason"),
    [("last_team_holding", None, None), ("first_out_wins", (1, 3), "first_out")],
)
def test_O28_and_TM4_the_game_ends_with_a_team_or_with_its_first_seat(
    rule: str, losers: tuple[int, ...] | None, reason: str | None
) -> None:
    game = deal("6C 6S", "8S 9S", "7D 7S", "9C 10D", team_end=rule, **TEAMS)
    play(game, "0 attack 6C; 1 take; 0 throw 6S")
    assert game.view(None).out == (0,)
    if losers is None:
        assert game.outcome is None
        play(game, "2 attack 7S; 3 take; 2 throw 7D")
        assert ended(game.outcome).losers == (1, 3)
        assert ended(game.outcome).reason == "team_holding"
    else:
        assert (ended(game.outcome).losers, ended(game.outcome).reason) == (losers, reason)


def test_TM1_two_sit_opposite_and_three_alternate() -> None:
    two = rules(BARE, players=6, teams="2v2v2").deal(1).view(0).teams
    assert all(two[seat] == two[(seat + 3) % 6] for seat in range(6))
    three = rules(BARE, players=6, teams="3v3").deal(1).view(0).teams
    assert all(three[seat] == three[(seat + 2) % 6] for seat in range(6))


def test_TM2_nobody_attacks_a_team_mate() -> None:
    game = deal("6C 6S", "8S 9S", "7D QS", "9C 10D", **TEAMS)
    play(game, "0 attack 6C; 1 take; 0 throw 6S")  # 0 is out
    play(game, "2 attack 7D; 3 beat 0 10D")
    assert (game.main, game.defender) == (3, 2)  # past 0, who is out, and 1, the team-mate


def test_TM3_and_A0_8_nobody_throws_in_against_a_team_mate() -> None:
    game = deal("7C KC", "8C KD", "7D QS", "7S 8S", **TEAMS)
    play(game, "0 attack 7C; 1 beat 0 8C")
    asked = set()
    while game.phase == "add":
        asked.add(game.seat)
        game.apply({"a": "pass"})
    assert asked == {2}  # 0 has no match, 3 has two but sits with 1
    assert not any(line.startswith("3") for line in log_of(game))


def test_TM4_two_seats_out_in_one_bout_rule_20_decides() -> None:
    game = deal("6C", "7C", "8D", "9S", team_end="first_out_wins", **TEAMS)
    play(game, "0 attack 6C; 1 beat 0 7C")
    assert ended(game.outcome).losers == (1, 3)  # 0 played its last card first


def test_TM5_all_hands_empty_in_one_bout_is_a_draw() -> None:
    game = deal("6C", "7C", "8D", "9D", **TEAMS)
    play(game, "0 attack 6C; 1 beat 0 7C; 2 attack 8D; 3 beat 0 9D")
    assert ended(game.outcome).reason == "draw"
    assert ended(game.outcome).losers == ()


def test_TM6_the_first_seat_out_beats_both_other_teams() -> None:
    options: dict[str, Any] = {**QUICK, "teams": "2v2v2", "team_end": "first_out_wins"}
    game = deal("6C", "8D", "9S", "KC", "KD", "KS", **options)
    play(game, "0 attack 6C; 1 take")
    assert ended(game.outcome).losers == (1, 2, 4, 5)


@pytest.mark.parametrize("teams", ["1v3", "4v2", "2v3"])
def test_TM7_only_the_seatings_of_TM1_are_offered(teams: str) -> None:
    with pytest.raises(RulesRefused):
        rules(BARE, players=6, teams=teams)


def test_O29_and_EP1_the_last_attack_card_of_the_lowest_rank_is_an_epaulette() -> None:
    outcome = ended(play(deal("6C", "8D", **TAG), "0 attack 6C; 1 take").outcome)
    assert (outcome.tags, outcome.epaulettes, outcome.wearer) == (("epaulettes-1",), 1, 1)
    plain = play(deal("6C", "8D", epaulettes="off", **QUICK), "0 attack 6C; 1 take")
    assert ended(plain.outcome).tags == ()
    other = play(deal("7C", "8D", **TAG), "0 attack 7C; 1 take")
    assert ended(other.outcome).tags == ()


def test_EP1_the_last_two_by_one_seat_are_two_epaulettes() -> None:
    game = play(deal("6C 6D", "8D 8S", **TAG), "0 attack 6C; 1 take; 0 throw 6D")
    assert ended(game.outcome).epaulettes == 2
    shared = deal("6C", "8D", "6S", **TAG, limit_by_defender_hand=False)
    play(shared, "0 attack 6C; 1 take; 2 throw 6S")
    assert ended(shared.outcome).epaulettes == 1  # by two seats


@pytest.mark.parametrize(("thrown", "epaulettes"), [("6S 7D", 0), ("7D 6S", 1)])
def test_EP1_a_throw_lies_in_the_order_given(thrown: str, epaulettes: int) -> None:
    game = deal("7C 7D 6S", "6H QC QD", **TAG)
    play(game, f"0 attack 7C; 1 beat 0 6H; 0 throw {thrown}; 1 take")
    assert ended(game.outcome).epaulettes == epaulettes


def test_EP1_only_when_the_last_bout_failed() -> None:
    game = deal("6C", "7C", "KS", **TAG)
    play(game, "0 attack 6C; 1 beat 0 7C")
    assert ended(game.outcome).losers == (2,)
    assert ended(game.outcome).tags == ()


def test_EP1_an_immediate_win_is_no_failure() -> None:
    game = play(deal("6C", "8D", **IMMEDIATE, epaulettes="tag"), "0 attack 6C")
    assert ended(game.outcome).reason == "last_card"
    assert ended(game.outcome).tags == ()


def test_EP1_a_stalled_game_has_no_epaulettes() -> None:
    game = deal("6C 9S KD", "8D 9D QC", "KS KC QS", **TAG, stall_limit=1)
    play(game, "0 attack 6C; 1 take")
    assert ended(game.outcome).tags == ("stalled",)
    assert ended(game.outcome).epaulettes == 0


def test_EP1_pushed_cards_count_in_the_order_played() -> None:
    game = deal("9C 6C", "9D 6D", "KS KD", **TAG, transfer="play")
    play(game, "0 attack 9C; 1 transfer 9D; 2 take; 0 attack 6C; 1 transfer 6D; 2 take")
    outcome = ended(game.outcome)
    # Two sixes, but by two seats.
    assert (outcome.losers, outcome.epaulettes, outcome.wearer) == ((2,), 1, 2)


def test_EP1_of_a_team_the_wearer_sits_in_the_losing_team() -> None:
    options: dict[str, Any] = {**TEAMS, "epaulettes": "tag"}
    game = deal("7C", "8D", "6S", "9S", **options)
    play(game, "0 attack 7C; 1 take; 2 attack 6S; 3 take")
    outcome = ended(game.outcome)
    assert (outcome.losers, outcome.epaulettes, outcome.wearer) == ((1, 3), 1, 3)


def test_EP1_and_A0_9_about_the_lowest_rank_of_the_pack() -> None:
    big = play(deal("2C", "8D", deck=52, **TAG), "0 attack 2C; 1 take")
    assert ended(big.outcome).epaulettes == 1
    six = play(deal("6C", "8D", deck=52, **TAG), "0 attack 6C; 1 take")
    assert ended(six.outcome).epaulettes == 0


def test_O26_draws_are_impossible() -> None:
    rule_set = rules("durak/duel24")
    outcomes = [ended(finished(rule_set, seed).outcome) for seed in range(60)]
    assert all(len(outcome.losers) == 1 for outcome in outcomes)


def test_EP1_a_defender_whose_partner_has_just_won_wears_none() -> None:
    """Seat 1 opens with its last card; passed on, it meets seat 3 of the same team."""
    game = deal(
        "7H 9D KD", "9C 8H 6C", "10C 6D QS", "JS KS AS", dealer=0, quicky="no_redraw",
        teams="2v2", team_end="first_out_wins", transfer="play", epaulettes="tag",
    )  # fmt: skip
    play(game, "1 attack 9C; 2 beat 0 10C; 2 attack QS; 3 take; 0 attack 7H; 1 beat 0 8H")
    play(game, "1 attack 6C; 2 transfer 6D; 3 take")
    assert game.outcome is not None
    assert (game.outcome.losers, game.outcome.order) == ((0, 2), (1, 2))
    assert (game.outcome.tags, game.outcome.wearer) == ((), None)
