"""1L: what the sources leave open, each resolution in a concrete situation.

Those that another clause says are tested there, under both numbers.
"""

import random
from typing import Any

import pytest

from arena.games import IllegalAction, MalformedAction, RulesRefused, rules
from tests.arena.games.durak.random_play import RandomPlayer, pack_of
from tests.arena.games.durak.table import BARE, beats, choices, counts, deal, hand, play, talon


def test_A0_1_passing_on_is_an_option_that_the_profile_has() -> None:
    hands = ("7C 8C", "7D 8D", "9C 9D")
    for profile, offered in (("durak/volga", True), ("durak/volga-plain", False)):
        game = play(deal(*hands, profile=profile, redeal="off"), "0 attack 7C")
        assert ("transfer 7D" in choices(game)) is offered


def test_A0_2_passing_on_is_not_taking() -> None:
    game = deal("7C KC", "7D KD", "8C 8D", transfer="play")
    play(game, "0 attack 7C; 1 transfer 7D")
    assert counts(game) == [1, 1, 2]
    assert len(game.view(None).table) == 2


def test_A0_3_the_spanish_pack_of_36_has_nine_ranks_by_other_names() -> None:
    rule_set = rules("durak/volga", naming="spanish")
    assert len(pack_of(rule_set)) == 36
    spoken = {rule_set.notation(rule_set.action({"a": "attack", "cards": [card]}))[:-1]
              for card in pack_of(rule_set)}  # fmt: skip
    assert spoken == {"5", "6", "7", "8", "9", "10", "11", "12", "1"}


def test_A0_4_oros_and_copas_are_red_so_both_namings_redeal_alike() -> None:
    red, mixed = "6D 7D 8D 6H 7H 8H", "6S 7S 8S 9D 10D JC"
    for naming in ("french", "spanish"):
        options: dict[str, Any] = {"redeal": "forced_s0", "naming": naming}
        game = deal(red, "KS QS JS 9C 10H JD", again=(mixed, "KS QS JS 9C 10H JD"), **options)
        assert game.redeals == 1


def test_A0_5_and_A2_3_five_or_six_of_a_suit() -> None:
    again = ("6S 7S 8S 9D 10D JC", "KS QS JS 9C 10H JD")
    for hand_of in ("6C 7C 8C 9C 10C 6D", "6C 7C 8C 9C 10C QC"):
        game = deal(hand_of, "KS QS JS 9S 10H JD", again=again, redeal="forced_s0")
        assert game.redeals == 1
        asked = deal(hand_of, "KS QS JS 9S 10H JD", again=again, redeal="demand_s2")
        assert (asked.phase, asked.seat) == ("redeal", 0)
    four = deal("6C 7C 8C 9C 6H 7H", "6S 6D 7S 7D QC QS", again=again, redeal="demand_s2")
    assert four.phase == "open"


def test_A0_6_six_seats_may_play_with_one_pack_or_two() -> None:
    assert talon(rules("durak/volga", players=6).deal(1)) == []
    assert len(talon(rules("durak/volga", players=6, packs=2).deal(1))) == 36


def test_A0_7_throwers_draw_in_the_order_of_seats() -> None:
    hands = ("7C KC QC", "8C 9D 9S", "8D KD QD", "7D KS QS")
    game = deal(*hands, talon="6C 6D 6S 8S 10C 10D 10S")
    play(game, "0 attack 7C; 1 beat 0 8C; 2 pass; 3 throw 7D; 1 beat 1 9D; 2 throw 8D; 1 take")
    assert "6C" in hand(game, 0)
    assert "6D" in hand(game, 2)  # added after 3, but sits before him
    assert "6S" in hand(game, 3)


def test_A1_1_the_duel_is_for_two() -> None:
    for players in (3, 4, 6):
        with pytest.raises(RulesRefused):
            rules("durak/duel24", players=players)


def test_A1_3_the_hand_limit_never_binds_in_the_duel() -> None:
    bound, free = (
        rules("durak/duel24", limit_by_defender_hand=limited) for limited in (True, False)
    )
    for seed in range(40):
        one, other, player = bound.deal(seed), free.deal(seed), RandomPlayer(random.Random(seed))
        while one.seat is not None:
            assert list(one.legal()) == list(other.legal())
            action = player.choose(one.legal())
            one.apply(action)
            other.apply(action)
        assert one.outcome == other.outcome


def test_A1_4_the_last_card_wins_even_if_it_could_be_beaten() -> None:
    game = deal("7C", "8C", last_card_win="immediate", quicky="no_redraw")
    play(game, "0 attack 7C")
    assert game.outcome is not None
    assert game.outcome.losers == (1,)


def test_A1_7_both_hands_played_out_before_the_talon_the_defender_wins() -> None:
    pairs = ["9C 10C", "9D 10D", "9S JS", "9H JH", "JC QC", "JD QD", "QS KS", "QH KH",
             "KC AC", "KD AD", "AS AH"]  # fmt: skip
    attacks, defences = zip(*(pair.split() for pair in pairs), strict=True)
    game = deal(
        " ".join(attacks), " ".join(defences), profile="durak/duel24",
        trump="10H", talon="10S", attack_limit=0,
    )  # fmt: skip
    for number, (attack, defence) in enumerate(zip(attacks, defences, strict=True)):
        play(game, f"0 {'throw' if number else 'attack'} {attack}; 1 beat {number} {defence}")
    assert hand(game, 0) == {"10S"}  # the loser of the bout drew the last card
    assert game.outcome is not None
    assert game.outcome.losers == (0,)


def test_A2_1_only_the_defender_beats() -> None:
    game = deal("7C 8S KC", "9D KD QD", "8C 7D QC", pre_defence_window=True)
    play(game, "0 attack 7C")
    assert (game.phase, game.seat) == ("pre", 2)
    with pytest.raises(IllegalAction):
        play(game, "2 beat 0 8C")


def test_A2_2_a_low_trump_beats_no_higher_trump() -> None:
    assert not beats("6H", "AH", trump="KH")
    assert beats("6H", "AS", trump="KH")


def test_A2_10_the_swap_is_for_the_lowest_trump_of_the_pack_not_of_those_in_play() -> None:
    game = deal("7H 7C", "8C 9C", trump="QH", trump_swap=True)
    assert game.phase == "open"
    with pytest.raises(IllegalAction):
        play(game, "0 swap")


def test_A2_15_between_two_beats_nobody_else_is_asked() -> None:
    game = deal("7C 7D KC", "8C 8D QC", "7S 8S QD", opening_multi=True)
    play(game, "0 attack 7D 7C; 1 beat 0 8D")
    assert (game.phase, game.seat) == ("defend", 1)
    play(game, "1 beat 1 8C")
    assert (game.phase, game.seat) == ("add", 2)


def test_A2_17_after_giving_up_the_cap_is_that_of_the_whole_hand() -> None:
    game = deal("7C 7D 7S KC", "8C QC QD QS", "9C 9D 9S KD")
    play(game, "0 attack 7C; 1 beat 0 8C; 0 throw 7D; 1 take")
    assert counts(game)[1] == 3
    assert choices(game) == {"pass", "throw 7S"}
    assert game.view(None).cap == 4


def test_A2_19_the_german_attacker_may_open_with_several_cards() -> None:
    hands = ("7C 7D KC KD QC QD", "8C 9C 10C JC AC 9S")
    assert "attack 7D 7C" in choices(deal(*hands, profile="durak/german", redeal="off"))
    assert "attack 7D 7C" not in choices(deal(*hands, profile="durak/volga", redeal="off"))


def test_A3_3_what_the_source_does_not_say_is_as_in_a_bare_game() -> None:
    game = deal("7C 7D KC", "8C KD QC", "7S QD QS", talon="6C 6D 6S", profile="durak/concise")
    assert "attack 7D 7C" not in choices(game)
    play(game, "0 attack 7C")
    assert game.phase == "defend"  # nothing is added before the defence
    play(game, "1 take; 0 pass; 2 throw 7S")
    assert "6C" in hand(game, 0)  # the opener draws first


def test_A3_4_six_play_with_36_or_52_cards() -> None:
    assert talon(rules("durak/concise", players=6).deal(1)) == []
    assert len(talon(rules("durak/concise", players=6, deck=52).deal(1))) == 16


@pytest.mark.parametrize("kind", ["announce", "cut"])
def test_A3_5_and_A3_6_announcing_and_cutting_are_no_actions(kind: str) -> None:
    with pytest.raises(MalformedAction, match="one of"):
        rules(BARE).action({"a": kind})
