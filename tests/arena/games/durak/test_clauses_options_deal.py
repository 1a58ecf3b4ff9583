"""RULES 1B, O1 to O15: pack, deal, first attacker, redeals, throwing in.

That bad values and combinations are refused stands in `test_options` and `test_conflicts`.
"""

from typing import Any

import pytest

from arena.games import IllegalAction, RulesRefused, rules
from arena.games.durak.series import next_start
from tests.arena.games.durak.random_play import finished, pack_of
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

QUICK: dict[str, Any] = {"quicky": "no_redraw"}


@pytest.mark.parametrize(
    ("deck", "naming", "lowest"),
    [(24, "french", "9"), (36, "french", "6"), (48, "spanish", "3"), (52, "french", "2")],
)
def test_O1_and_A0_11_the_pack_begins_at_its_lowest_rank(
    deck: int, naming: str, lowest: str
) -> None:
    game = rules(BARE, players=2, deck=deck, naming=naming).deal(1)
    cards = {*hand(game, 0), *hand(game, 1), *talon(game)}
    assert len(cards) == deck
    assert {f"{lowest}{suit}" for suit in "SHDC"} <= cards
    order = ["2", "3", "4", "5", "6", "7", "8", "9"]
    below = order[: order.index(lowest)]
    assert not any(card[:-1] in below for card in cards)


def test_O2_several_packs_are_shuffled_together_and_copies_never_beat_each_other() -> None:
    game = rules(BARE, players=2, packs=2).deal(1)
    cards = [*hand(game, 0), *hand(game, 1), *talon(game)]
    assert len(set(cards)) == 72
    assert {"10H#1", "10H#2"} <= set(cards)
    assert not beats("7C#2", "7C#1", trump="AH#1", packs=2)
    assert beats("8C#1", "7C#2", trump="AH#1", packs=2)


def test_O2_equal_lowest_trumps_look_at_the_next_one() -> None:
    lowest: dict[str, Any] = {"packs": 2, "first_attacker": "lowest_trump", "trump": "AH#1"}
    assert deal("6H#1 8H#1", "6H#2 7H#1", **lowest).seat == 1
    assert deal("6H#1 8C#1", "6H#2 KH#1", **lowest).seat == 1  # none left loses the tie
    # all equal: nearest to the dealer's left
    assert deal("6H#1 8H#1", "6H#2 8H#2", dealer=0, **lowest).seat == 1
    assert deal("6H#1 8H#1", "6H#2 8H#2", dealer=1, **lowest).seat == 0


def test_O3_spanish_names_are_display_only() -> None:
    game = deal("10H 6D", "AS JC", trump="KH", naming="spanish")
    spoken = {game.rules.notation(action) for action in game.legal()}
    assert spoken == {"9c", "5o"}  # nine of copas, five of oros
    assert choices(game) == {"attack 10H", "attack 6D"}
    play(game, "0 attack 6D; 1 take")
    french = play(deal("10H 6D", "AS JC", trump="KH"), "0 attack 6D; 1 take")
    assert game.reveal() == french.reveal()


@pytest.mark.parametrize("size", [1, 5, 6, 9])
def test_O4_so_many_cards_are_dealt_and_refilled_to(size: int) -> None:
    game = rules(BARE, players=2, hand_size=size).deal(3)
    assert counts(game) == [size, size]
    attacker = game.seat
    game.apply(game.default_action())
    game.apply({"a": "take"})
    while game.phase == "after":
        game.apply({"a": "pass"})
    assert attacker is not None
    assert counts(game)[attacker] == size


def test_O5_the_limit_of_a_bout_and_none_at_all() -> None:
    hands = ("7C 7D 7S 8S", "8C 8D KD KC")
    one = play(deal(*hands, attack_limit=1), "0 attack 7C; 1 beat 0 8C")
    assert len(discard(one)) == 2
    free = play(deal(*hands, attack_limit=0), "0 attack 7C; 1 beat 0 8C")
    assert "throw 7S 7D 8S" in choices(free)  # three more: the defender held four


def test_O6_without_the_hand_limit_a_defender_without_cards_takes() -> None:
    options: dict[str, Any] = {"limit_by_defender_hand": False, "pre_defence_window": True}
    game = deal("7C KC", "8C 8D", "7D 7S", **options)
    play(game, "0 attack 7C; 2 throw 7S 7D")
    assert game.view(None).cap == 6
    play(game, "1 beat 0 8C; 1 beat 2 8D")
    assert (game.phase, game.seat) == ("defend", 1)
    assert choices(game) == {"take"}


def test_O6_with_an_empty_hand_and_all_beaten_the_defence_has_succeeded() -> None:
    game = deal("7C", "8C", "8D", limit_by_defender_hand=False)  # 2 could throw in
    play(game, "0 attack 7C; 1 beat 0 8C")
    assert discard(game) == {"7C", "8C"}


def test_O7_the_trump_card_lies_in_the_talon_or_out_of_play() -> None:
    inside = deal("7C 8C", "9C 10C", trump="QD")
    outside = deal("7C 8C", "9C 10C", trump="QD", trump_card="out_of_play")
    assert len(talon(inside)) == len(talon(outside)) + 1
    assert outside.view(0).trump_card == "QD"


def test_O8_without_trumps_only_the_same_suit_beats() -> None:
    assert not beats("AH", "6C", trump=None, trump_mode="none")
    assert beats("7C", "6C", trump=None, trump_mode="none")
    game = deal("7C 8C", "9C 10C", trump=None, trump_mode="none")
    assert (game.view(0).trump_suit, game.view(0).face_up) == (None, None)
    assert len(talon(game)) == 32


def test_O9_dealer_left_makes_the_dealer_of_two_defend() -> None:
    lowest = deal("6H 7C", "7D 8C", dealer=1, first_attacker="lowest_trump")
    assert lowest.seat == 0
    left = deal("6H 7C", "7D 8C", dealer=0, first_attacker="dealer_left")
    assert (left.seat, left.defender) == (1, 0)


@pytest.mark.parametrize(
    ("rule", "dealer", "first"),
    [
        ("durak_deals_left_attacks", 3, 0),
        ("durak_attacked_first", 0, 2),
        ("first_out_deals_lowest_trump", 0, "lowest_trump"),
        ("lowest_trump_again", 0, "lowest_trump"),
    ],
)
def test_O10_and_A2_13_and_A2_20_and_A3_2_who_deals_and_attacks_next(
    rule: str, dealer: int, first: object
) -> None:
    game = deal("6C", "7C", "8D", "9S", next_game=rule, **QUICK)
    play(game, "0 attack 6C; 1 beat 0 7C; 2 attack 8D; 3 take")  # 3 is the durak, 0 was first out
    start = next_start(game)
    assert (start.dealer, start.first) == (dealer, first)


def test_O10_the_durak_of_two_deals_and_defends() -> None:
    game = deal("6C", "7D", next_game="durak_deals_and_defends", **QUICK)
    play(game, "0 attack 6C; 1 take")
    start = next_start(game)
    assert (start.dealer, start.first) == (1, 0)


def test_O10_after_a_draw_the_deal_passes_left_and_the_first_rule_holds_again() -> None:
    options: dict[str, Any] = {"next_game": "durak_attacked_first", **QUICK}
    two = play(deal("7C", "8C", **options), "0 attack 7C; 1 beat 0 8C")
    start = next_start(two)
    assert (start.dealer, start.first) == (0, "dealer_left")


def test_O10_the_durak_of_a_team_is_the_loser_who_defended_last() -> None:
    options: dict[str, Any] = {"teams": "2v2", "next_game": "durak_deals_left_attacks", **QUICK}
    game = deal("6C 6S", "8S 9S", "7D 7S", "9C 10D", **options)
    play(game, "0 attack 6C; 1 take; 0 throw 6S; 2 attack 7S; 3 take; 2 throw 7D")
    ended = game.outcome
    assert ended is not None
    assert ended.losers == (1, 3)
    assert next_start(game).dealer == 3


FIVE_CLUBS = "6C 7C 8C 9C 10C 6D"
ALL_RED = "6D 7D 8D 6H 7H 8H"
MIXED = ("6S 7S 8S 9D 10D JC", "KS QS JS 9C 10H JD")


@pytest.mark.parametrize("bad", [FIVE_CLUBS, ALL_RED])
def test_O11_forced_redeals_for_five_of_a_suit_or_one_colour(bad: str) -> None:
    game = deal(bad, "KS QS JS 9S 10H JD", again=MIXED, redeal="forced_s0", dealer=0)
    assert game.redeals == 1
    assert hand(game, 0) == set(MIXED[0].split())
    assert game.dealer == 0


def test_O11_a_seat_with_five_of_a_suit_may_ask_for_a_redeal() -> None:
    hands = (FIVE_CLUBS, "KS QS JS 9S 10S JD")
    game = deal(*hands, again=MIXED, redeal="demand_s2", dealer=0)
    assert (game.phase, game.seat) == ("redeal", 1)  # from the dealer's left
    play(game, "1 redeal no; 0 redeal yes")
    assert hand(game, 0) == set(MIXED[0].split())
    kept = deal(*hands, again=MIXED, redeal="demand_s2", dealer=0)
    play(kept, "1 redeal no; 0 redeal no")
    assert kept.phase == "open"


def test_O11_one_colour_does_not_entitle_to_a_demand() -> None:
    game = deal(ALL_RED, "KS QS JS 9S 10H JD", again=MIXED, redeal="demand_s2")
    assert game.phase == "open"


def test_O11_after_fifty_redeals_the_game_goes_on() -> None:
    rule_set = rules(BARE, players=2, redeal="forced_s0", hand_size=6)
    order = ["6C", "KS", "7C", "QS", "8C", "JS", "9C", "9S", "10C", "10H", "6D", "JD"]
    order += [card for card in pack_of(rule_set) if card not in order]
    game = rule_set.deal_stacked([order] * 60, dealer=1)
    assert game.redeals == 50
    assert game.phase == "open"


THROWERS = ("7C 8S KC", "8C KD KS", "7D QS QC", "7S QD JC")


@pytest.mark.parametrize(
    ("who", "asked"), [("attacker_only", [0]), ("neighbours", [0, 2]), ("all", [0, 2, 3])]
)
def test_O12_who_may_throw_in(who: str, asked: list[int]) -> None:
    game = play(deal(*THROWERS, throw_in=who), "0 attack 7C; 1 beat 0 8C")
    found = []
    while game.phase == "add":
        assert game.seat is not None
        found.append(game.seat)
        game.apply({"a": "pass"})
    assert found == asked


def test_O12_is_judged_anew_after_a_transfer() -> None:
    hands = ("7C 8S KC", "7H KD KS", "8D 8H QC", "7S QD JC")
    game = deal(*hands, throw_in="neighbours", transfer="play")
    play(game, "0 attack 7C; 1 transfer 7H; 2 take")
    assert [line for line in log_of(game) if line.endswith("pass")] == ["1 pass"]
    assert (game.phase, game.seat) == ("after", 3)  # the other neighbour; 0 is not entitled


def test_O12_a_seat_with_an_empty_hand_is_skipped_not_replaced() -> None:
    hands = ("6C KC KD", "7C QS QC", "6D 6S 7S", "6H 7H 8H")
    game = deal(*hands, throw_in="neighbours", limit_by_defender_hand=False)
    play(game, "0 attack 6C; 1 beat 0 7C; 2 throw 6S 6D 7S; 1 take")
    # 0 has no match and is passed, 2 has no card left, 3 could throw but is not entitled.
    assert log_of(game)[-2:] == ["1 take", "0 pass"]
    assert game.phase == "open"


def test_O13_an_opening_of_several_cards_of_one_rank_within_the_cap() -> None:
    game = deal("7C 7D 7S", "8C 8D 8S", opening_multi=True, attack_limit=2)
    assert "attack 7S 7D" in choices(game)
    assert "attack 7S 7D 7C" not in choices(game)
    assert "attack 7D 7C" not in choices(deal("7C 7D 7S", "8C 8D 8S"))


def test_O14_cards_may_be_added_before_the_first_reply_and_after_each_transfer() -> None:
    game = deal(
        "7C 7S KC", "7H KD KS", "8D 8H QC", "7D QD JC",
        pre_defence_window=True, transfer="play",
    )  # fmt: skip
    play(game, "0 attack 7C")
    assert (game.phase, game.seat) == ("pre", 0)
    play(game, "0 pass; 3 pass")
    assert (game.phase, game.seat) == ("defend", 1)
    play(game, "1 transfer 7H")
    assert (game.phase, game.seat) == ("pre", 3)
    play(game, "3 throw 7D")
    assert game.phase == "defend"  # the cap of three is reached


def test_O15_one_throw_may_hold_several_cards_or_only_one() -> None:
    hands = ("7C 7D 7S", "8C 8D 8S")
    many = play(deal(*hands), "0 attack 7C; 1 beat 0 8C")
    assert choices(many) == {"pass", "throw 7S", "throw 7D", "throw 7S 7D"}
    single = play(deal(*hands, throw_multi=False), "0 attack 7C; 1 beat 0 8C")
    assert choices(single) == {"pass", "throw 7S", "throw 7D"}
    with pytest.raises(IllegalAction, match="one card at a time"):
        play(single, "0 throw 7S 7D")


@pytest.mark.parametrize(
    ("deck", "size", "secret", "most"),
    [(24, 5, 0, 4), (36, 6, 0, 6), (36, 6, 2, 4), (52, 6, 0, 8), (52, 9, 0, 5)],
)
def test_V1_the_pack_must_last_for_the_deal(deck: int, size: int, secret: int, most: int) -> None:
    options: dict[str, Any] = {"deck": deck, "hand_size": size, "secret": secret}
    game = finished(rules(BARE, players=most, **options), 1)
    assert game.outcome is not None
    if most < 8:
        with pytest.raises(RulesRefused):
            rules(BARE, players=most + 1, **options)
