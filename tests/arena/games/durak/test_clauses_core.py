"""RULES 1A, clause by clause: the setup, the bout and the end."""

from itertools import pairwise
from typing import Any

import pytest

from arena.games import IllegalAction, RulesRefused, rules
from tests.arena.games.durak.random_play import pack_of
from tests.arena.games.durak.table import (
    BARE,
    beats,
    choices,
    counts,
    deal,
    discard,
    hand,
    log_of,
    play,
    talon,
)

QUICK: dict[str, Any] = {"quicky": "no_redraw"}  # an empty talon from the start
RANKS = ["6", "7", "8", "9", "10", "J", "Q", "K", "A"]


@pytest.mark.parametrize("players", [2, 3, 4, 5, 6])
def test_rule_1_one_pack_of_36_seats_two_to_six_each_for_himself(players: int) -> None:
    rule_set = rules(BARE, players=players)
    game = rule_set.deal(1)
    assert len(talon(game)) + sum(counts(game)) == 36
    assert game.view(None).teams == tuple(range(players))


@pytest.mark.parametrize("players", [0, 1, 7])
def test_rule_1_one_pack_of_36_seats_nobody_else(players: int) -> None:
    with pytest.raises(RulesRefused):
        rules(BARE, players=players)


def test_rule_2_ranks_run_from_six_to_ace_in_four_suits() -> None:
    for low, high in pairwise(RANKS):
        assert beats(f"{high}C", f"{low}C")
        assert not beats(f"{low}C", f"{high}C")
    assert pack_in_play(36) == {rank + suit for rank in RANKS for suit in "SHDC"}


@pytest.mark.parametrize(("deck", "lowest"), [(24, "9"), (36, "6"), (52, "2")])
def test_rule_2_smaller_packs_begin_higher(deck: int, lowest: str) -> None:
    ranks = ["2", "3", "4", "5", *RANKS]
    expected = ranks[ranks.index(lowest) :]
    assert pack_in_play(deck) == {rank + suit for rank in expected for suit in "SHDC"}


def pack_in_play(deck: int) -> set[str]:
    """All cards of a game, wherever they lie."""
    game = rules(BARE, players=2, deck=deck).deal(1)
    return {*hand(game, 0), *hand(game, 1), *talon(game)}


def test_rule_3_cards_are_dealt_one_at_a_time_from_the_dealers_left() -> None:
    rule_set = rules(BARE, players=3, hand_size=2)
    order = pack_of(rule_set)
    game = rule_set.deal_stacked([order], dealer=1)
    assert hand(game, 2) == {order[0], order[3]}
    assert hand(game, 0) == {order[1], order[4]}
    assert hand(game, 1) == {order[2], order[5]}


def test_rule_3_and_A1_6_the_first_dealer_is_a_seeded_random_seat() -> None:
    rule_set = rules(BARE, players=3)
    dealers = [rule_set.deal(seed).dealer for seed in range(30)]
    assert set(dealers) == {0, 1, 2}
    assert dealers == [rule_set.deal(seed).dealer for seed in range(30)]


def test_rule_4_the_next_card_is_turned_makes_trump_and_is_drawn_last() -> None:
    game = deal("7C 8C", "9C 10C", trump="QD", talon="6S")
    seen = game.view(None)
    assert (seen.trump_suit, seen.trump_card, seen.face_up) == ("D", "QD", "QD")
    assert talon(game)[0] == "6S"
    assert talon(game)[-1] == "QD"


def test_rule_4_or_it_is_out_of_the_game_for_good() -> None:
    game = deal("7C 8C", "9C 10C", trump="QD", trump_card="out_of_play")
    assert "QD" not in talon(game)
    assert game.view(None).face_up is None
    assert game.view(None).trump_suit == "D"


def test_rule_5_a_pack_dealt_out_shows_the_dealers_last_card() -> None:
    rule_set = rules(BARE, players=6)
    order = pack_of(rule_set)
    game = rule_set.deal_stacked([order], dealer=4)
    seen = game.view(2)
    assert seen.talon == 0
    assert (seen.trump_card, seen.trump_suit) == (order[-1], order[-1][-1])
    assert seen.known[4] == (order[-1],)
    assert order[-1] in hand(game, 4)


def test_rule_5_secret_cards_are_dealt_before_so_a_hand_card_is_shown() -> None:
    rule_set = rules(BARE, players=4, hand_size=7, secret=2)
    order = pack_of(rule_set)
    game = rule_set.deal_stacked([order], dealer=0)
    assert order[-1] in hand(game, 0)
    assert game.view(1).trump_card == order[-1]


@pytest.mark.parametrize("option", ["change_trump", "trump_swap"])
def test_rule_5_needs_change_trump_and_swap_off(option: str) -> None:
    with pytest.raises(RulesRefused):
        rules(BARE, players=6, **{option: True})
    with pytest.raises(RulesRefused):
        rules(BARE, players=6, trump_card="out_of_play")


def test_rule_6_the_redeal_is_settled_before_the_roles() -> None:
    game = deal(
        "6C 7C 8C 9C 10C", "6H 6D 7D 8D 6S",
        again=("6C 7C 8D 9D 10S", "6H 6D 7D 8S 6S"),
        redeal="demand_s2", first_attacker="lowest_trump",
    )  # fmt: skip
    assert (game.phase, game.seat) == ("redeal", 0)
    play(game, "0 redeal yes")
    assert (game.phase, game.seat) == ("open", 1)  # holds the lowest trump of the second deal


def test_rule_7_the_lowest_trump_attacks_first() -> None:
    game = deal("7H AC", "8H 6H", "9H 6C", first_attacker="lowest_trump")
    assert game.seat == 1


def test_rule_7_without_any_trump_in_hand_the_dealers_left_attacks() -> None:
    hands = ("6C 7C", "6D 7D", "6S 7S")
    game = deal(*hands, first_attacker="lowest_trump", dealer=0)
    assert game.seat == 1


def test_rule_7_or_the_dealer_defends() -> None:
    game = deal("6H 7C", "7D 8C", dealer=0)
    assert (game.main, game.defender) == (1, 0)


def test_rule_7_number_trumps_are_judged_in_their_own_order() -> None:
    options: dict[str, Any] = {"first_attacker": "lowest_trump", "trump": "8D"}
    hands = ("8C 6S", "6D 7S")
    assert deal(*hands, number_trump="suit_high", **options).seat == 0
    assert deal(*hands, number_trump="number_high", **options).seat == 1


def test_rule_8_the_defender_is_the_next_active_seat_to_the_left() -> None:
    game = deal("6C", "7C", "8D", "9S", **QUICK)
    assert game.defender == 1
    play(game, "0 attack 6C; 1 beat 0 7C")
    assert (game.main, game.defender) == (2, 3)  # 0 and 1 are out


def test_rule_9_the_attacker_must_open_with_any_one_card() -> None:
    game = deal("7C 7D AH", "8C 9C 10C", trump="KH")
    assert choices(game) == {"attack 7C", "attack 7D", "attack AH"}
    with pytest.raises(IllegalAction, match="one card"):
        play(game, "0 attack 7C 7D")
    with pytest.raises(IllegalAction):
        play(game, "0 pass")


def test_rule_9_several_cards_only_with_opening_multi_and_of_one_rank() -> None:
    game = deal("7C 7D AH", "8C 9C 10C", trump="KH", opening_multi=True)
    assert "attack 7D 7C" in choices(game)
    with pytest.raises(IllegalAction, match="one rank"):
        play(game, "0 attack 7C AH")


def test_rule_10_later_cards_have_a_rank_that_lies_on_either_side() -> None:
    game = deal("7C 7D 9S 8S", "9C 10D KD KS", trump="KH")
    play(game, "0 attack 7C; 1 beat 0 9C")
    assert choices(game) == {"pass", "throw 7D", "throw 9S", "throw 7D 9S"}
    with pytest.raises(IllegalAction, match="8S has no rank"):
        play(game, "0 throw 8S")


@pytest.mark.parametrize(("limit", "cap"), [(2, 2), (6, 3), (0, 3)])
def test_rule_11_the_cap_is_the_limit_or_the_defenders_hand(limit: int, cap: int) -> None:
    game = deal("7C 7D 7S", "8C 8D 8S", attack_limit=limit)
    assert game.view(None).cap == cap
    play(game, "0 attack 7C; 1 beat 0 8C; 0 throw 7D; 1 beat 1 8D")
    if cap == 3:
        play(game, "0 throw 7S; 1 beat 2 8S")
    assert len(discard(game)) == 2 * cap  # the bout has ended by itself


def test_rule_11_and_A0_10_the_hand_is_counted_when_he_became_defender() -> None:
    game = deal("7C 7D 7S", "8C 8D 8S")
    play(game, "0 attack 7C; 1 beat 0 8C; 0 throw 7D; 1 beat 1 8D")
    assert counts(game)[1] == 1
    assert choices(game) == {"pass", "throw 7S"}  # a third card, for he held three


def test_rule_11_beaten_open_and_pushed_cards_all_count() -> None:
    game = deal("7C 7S KC", "7D KD QD", "8S 8D 8C", transfer="play", attack_limit=3)
    play(game, "0 attack 7C; 1 transfer 7D")  # two attack cards lie: one pushed
    play(game, "2 beat 0 8C; 2 beat 1 8D; 0 throw 7S; 2 beat 2 8S")
    assert len(discard(game)) == 6  # cap 3 reached: nobody is asked again


CLUBS = {"club_rule": True}
LOW = {"low_beats_high": True}
SPADES_BEAT_DIAMONDS = {
    "suit_matrix": ((False, False, True, False), *(((False,) * 4,) * 3)),
}


@pytest.mark.parametrize(
    ("defence", "attack", "options", "expected"),
    [
        ("8C", "7C", CLUBS, True),  # a
        ("7H", "8C", CLUBS, False),
        ("6C", "AC", {**CLUBS, **LOW}, True),
        ("6C", "AC", CLUBS, False),
        ("6D", "AD", LOW, True),  # b
        ("6H", "KH", LOW, False),
        ("6S", "AD", LOW, False),
        ("6S", "AD", SPADES_BEAT_DIAMONDS, True),  # c
        ("6D", "AS", SPADES_BEAT_DIAMONDS, False),
        ("KH", "QH", {}, True),  # d
        ("QH", "KH", {}, False),
        ("AS", "6H", {}, False),
        ("6H", "AS", {}, True),  # e
        ("8D", "7D", {}, True),
        ("8D", "7S", {}, False),
        ("7D", "8D", {}, False),
    ],
)
def test_rule_12_the_first_line_that_decides_wins(
    defence: str, attack: str, options: dict[str, object], *, expected: bool
) -> None:
    assert beats(defence, attack, trump="9H", **options) is expected


def test_rule_12_equal_cards_never_beat_each_other() -> None:
    for card in ("7C", "7H", "AD"):
        assert not beats(f"{card}#2", f"{card}#1", trump="9H#1", packs=2)


def test_rule_12_one_defence_card_for_each_attack_card() -> None:
    game = deal("7C 7D", "8C 9C", opening_multi=True)
    play(game, "0 attack 7D 7C; 1 beat 1 8C")
    with pytest.raises(IllegalAction, match="beaten already"):
        play(game, "1 beat 1 9C")


def test_rule_13_the_defender_may_give_up_though_he_could_beat() -> None:
    game = deal("7C 7D", "8C 8D", opening_multi=True)
    play(game, "0 attack 7D 7C")
    assert choices(game) == {"take", "beat 0 8D", "beat 1 8C"}
    play(game, "1 beat 0 8D")
    assert choices(game) == {"take", "beat 1 8C"}
    play(game, "1 take")
    assert hand(game, 1) >= {"7C", "7D", "8C", "8D"}


def test_rule_14_when_all_decline_the_table_leaves_the_game_unseen() -> None:
    game = deal("7C 7D", "8C 9D", "8S KS")
    play(game, "0 attack 7C; 1 beat 0 8C")
    assert (game.phase, game.seat) == ("add", 0)
    play(game, "0 pass; 2 pass")
    assert discard(game) == {"7C", "8C"}
    seen = game.view(1).to_json()
    assert seen["discard"] == 2
    assert seen["table"] == []


def test_rule_15_after_giving_up_cards_are_added_then_all_are_taken() -> None:
    game = deal("7C 7D KS", "8C 9D KC", "7S QS QC")
    play(game, "0 attack 7C; 1 take; 0 throw 7D; 2 throw 7S")
    assert hand(game, 1) == {"8C", "9D", "KC", "7C", "7D", "7S"}
    assert not discard(game)


def test_rule_16_each_seat_draws_completely_before_the_next() -> None:
    game = deal(
        "10C 10D 10S AC AD", "JC JD JS KC KD", "QC QD 9S 9D AS", "9C 9H QH QS KS",
        deck=24, trump="AH", talon="10H JH KH",
    )  # fmt: skip
    play(game, "0 attack 10C; 1 beat 0 JC; 0 throw 10D; 1 beat 1 JD; 0 throw 10S; 1 beat 2 JS")
    assert hand(game, 0) == {"AC", "AD", "10H", "JH", "KH"}
    assert hand(game, 1) == {"KC", "KD", "AH"}  # what was left, and then nothing
    assert talon(game) == []


def test_rule_16_and_A1_5_seats_at_or_above_hand_size_draw_nothing() -> None:
    game = deal("7C 7D", "9S 9D", talon="6S 8S")
    play(game, "0 attack 7C; 1 take; 0 throw 7D")
    assert counts(game) == [2, 4]
    assert hand(game, 0) == {"6S", "8S"}


def test_rule_17_after_a_success_the_defender_attacks() -> None:
    game = deal("7C KD", "8C KS", "9S 9D")
    play(game, "0 attack 7C; 1 beat 0 8C")
    assert (game.phase, game.seat, game.defender) == ("open", 1, 2)


def test_rule_17_after_a_failure_the_defender_is_skipped() -> None:
    game = deal("7C KD", "8C KS", "9S 9D")
    play(game, "0 attack 7C; 1 take")
    assert (game.phase, game.seat, game.defender) == ("open", 2, 0)
    two = play(deal("7C KD", "8C KS"), "0 attack 7C; 1 take")
    assert (two.seat, two.defender) == (0, 1)


def test_rule_17_if_that_seat_is_out_the_next_active_one_attacks() -> None:
    game = play(deal("6C", "7C", "8D", "9S", **QUICK), "0 attack 6C; 1 beat 0 7C")
    assert game.view(None).out == (0, 1)
    assert game.seat == 2


def test_rule_18_out_is_who_has_no_card_when_there_is_none_to_draw() -> None:
    game = play(deal("7C", "8C", "9S"), "0 attack 7C; 1 beat 0 8C")
    assert game.view(None).out == ()  # both drew
    game = play(deal("7C", "8C", "9S", **QUICK), "0 attack 7C; 1 beat 0 8C")
    assert game.view(None).out == (0, 1)


def test_rule_18_is_judged_at_the_end_of_the_bout_only() -> None:
    game = deal("7C", "7D", "7S", **QUICK)
    play(game, "0 attack 7C")
    assert game.view(None).active == (0, 1, 2)  # 0 has no card left, the bout goes on
    play(game, "1 take")
    assert game.view(None).out == (0,)


def test_rule_19_and_A3_1_the_last_active_seat_is_the_durak() -> None:
    game = play(deal("7C", "8C", "9S", **QUICK), "0 attack 7C; 1 beat 0 8C")
    ended = game.outcome
    assert ended is not None
    assert (ended.losers, ended.reason, ended.scores) == ((2,), "durak", (2, 2, 0))


def test_rule_19_no_seat_left_is_a_draw() -> None:
    ended = play(deal("7C", "8C", **QUICK), "0 attack 7C; 1 beat 0 8C").outcome
    assert ended is not None
    assert (ended.losers, ended.reason, ended.scores) == ((), "draw", (1, 1))


def test_rule_20_earlier_bouts_then_earlier_last_cards() -> None:
    game = deal("6C", "7C", "8D", "9S", **QUICK)
    play(game, "0 attack 6C; 1 beat 0 7C; 2 attack 8D; 3 take")
    assert log_of(game)[-1] == "3 take"
    ended = game.outcome
    assert ended is not None
    assert ended.order == (0, 1, 2)
    assert ended.losers == (3,)


def test_rule_20_inside_a_bout_the_earlier_last_card_counts_not_the_seat() -> None:
    game = deal("7C 8H", "8C KD", "8D 7D", "KS KC", limit_by_defender_hand=False, **QUICK)
    play(game, "0 attack 7C; 1 beat 0 8C; 0 pass; 2 throw 7D 8D; 1 take; 0 throw 8H")
    assert game.view(None).out == (2, 0)
