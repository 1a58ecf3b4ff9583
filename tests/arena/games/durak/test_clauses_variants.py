"""O30 to O40, 1F and 1G: swapping, changing, number trumps, secret cards, weli, cheating."""

from typing import Any

import pytest

from arena.games import IllegalAction, RulesRefused, rules
from arena.games.durak.series import next_start
from tests.arena.games.durak.random_play import finished
from tests.arena.games.durak.table import (
    BARE,
    beats,
    choices,
    counts,
    deal,
    hand,
    log_of,
    play,
    talon,
)

QUICK: dict[str, Any] = {"quicky": "no_redraw"}
CHEAT: dict[str, Any] = {"cheating": "callable"}


def test_O30_and_SW1_the_lowest_trump_is_exchanged_for_the_card_turned_up() -> None:
    game = deal("6H 7C", "8C 9C", "KC KS", trump="QH", trump_swap=True)
    assert (game.phase, game.seat) == ("swap", 0)
    assert choices(game) == {"swap", "pass"}
    play(game, "0 swap")
    assert hand(game, 0) == {"QH", "7C"}
    assert talon(game)[-1] == "6H"
    seen = game.view(1)
    assert (seen.face_up, seen.trump_suit, seen.known[0]) == ("6H", "H", ("QH",))
    assert log_of(game) == ["0 swap"]


def test_O30_a_swap_never_alters_trump_suit_or_number() -> None:
    game = deal("6H 7C", "8C 9C", trump="QH", trump_swap=True, number_trump="number_high")
    play(game, "0 swap")
    assert (game.view(0).trump_suit, game.view(0).trump_rank) == ("H", "Q")


def test_SW1_and_A2_11_a_free_action_at_own_decisions() -> None:
    game = deal("7C 7D", "6H 9C", trump="QH", trump_swap=True)
    play(game, "1 pass; 0 attack 7C")
    assert "swap" in choices(game)
    play(game, "1 swap")
    assert (game.phase, game.seat) == ("defend", 1)  # the decision is still his
    assert "beat 0 QH" in choices(game)


def test_SW1_not_if_the_card_turned_up_is_that_rank() -> None:
    game = deal("6H#2 7D#1", "8C#1 9C#1", trump="6H#1", trump_swap=True, packs=2)
    assert game.phase == "open"
    with pytest.raises(IllegalAction):
        play(game, "0 swap")


def test_SW1_a_swap_closes_the_window_and_nobody_sees_the_question() -> None:
    options: dict[str, Any] = {"trump": "QH#1", "trump_swap": True, "packs": 2}
    game = deal("6H#1 7C#1", "6H#2 9C#1", **options)
    assert game.seat == 0
    assert game.view(1).phase == "open"
    play(game, "0 pass")
    assert (game.phase, game.seat) == ("swap", 1)
    assert len(game.view(0).log) == 1
    assert game.view(1).log == ()
    swapped = play(deal("6H#1 7C#1", "6H#2 9C#1", **options), "0 swap")
    assert (swapped.phase, swapped.seat) == ("open", 0)


def test_SW1_not_after_the_card_was_drawn_and_not_in_a_redeal() -> None:
    five = "6H 7C 8C 9C 10C JC"
    game = deal(five, "6D 7D 8D 9S 10S JS", trump="QH", trump_swap=True, redeal="demand_s2",
                again=("6H 7C 8C 9C 10D JD", "6D 7D 8D 9S 10S JS"))  # fmt: skip
    assert game.phase == "redeal"
    assert choices(game) == {"redeal yes", "redeal no"}
    small: dict[str, Any] = {"deck": 24, "trump": "QH", "talon": "10S", "trump_swap": True}
    last = deal("9C 9D 9S 10C 10D AH AC AD AS KC KD", "JC JD JS QC QD QS 9H 10H JH KH KS", **small)
    play(last, "1 pass; 0 attack 9C; 1 beat 0 JC; 0 pass")
    assert talon(last) == []
    assert "swap" not in choices(last)


def test_O31_and_CT1_a_second_card_lies_hidden_and_changes_trump() -> None:
    game = deal(
        "9C 9D 9S 10C 10D AH AC AD AS KC", "JC JD JS QC QD QS 9H 10H JH KH",
        deck=24, trump="QH", talon="10S KD", bottom="KS", change_trump=True,
    )  # fmt: skip
    assert talon(game) == ["10S", "KD", "QH", "KS"]
    assert game.view(0).face_up == "QH"
    play(game, "0 attack 9C; 1 beat 0 JC; 0 throw 9D; 1 beat 1 JD; 0 pass")
    assert hand(game, 1) >= {"QH", "KS"}
    seen = game.view(0)
    assert (seen.trump_suit, seen.trump_card, seen.known[1]) == ("S", "KS", ("QH", "KS"))


def test_CT1_the_hidden_card_is_unknown_until_drawn() -> None:
    for bottom in ("KS", "AD"):
        game = deal("7C 7D", "8C 8D", trump="QH", bottom=bottom, change_trump=True)
        assert bottom not in str(game.view(0).to_json())


def test_CT1_with_number_trumps_the_number_changes_too() -> None:
    game = deal(
        "9C 9D 9S 10C 10D AH AC AD AS KC", "JC JD JS QC QD QS 9H 10H JH KH", deck=24,
        trump="QH", talon="10S KD", bottom="KS", change_trump=True, number_trump="suit_high",
    )  # fmt: skip
    assert game.view(0).trump_rank == "Q"
    play(game, "0 attack 9C; 1 beat 0 JC; 0 throw 9D; 1 beat 1 JD; 0 pass")
    assert game.view(0).trump_rank == "K"


HIGH: dict[str, Any] = {"number_trump": "number_high", "trump": "8D"}
SUIT: dict[str, Any] = {"number_trump": "suit_high", "trump": "8D"}


def test_O32_and_A2_9_the_suit_order_ranks_number_trumps() -> None:
    assert beats("8S", "8H", **HIGH)
    assert not beats("8H", "8S", **HIGH)
    turned = ("S", "H", "C", "D")
    assert beats("8H", "8S", suit_order=turned, **HIGH)


def test_O33_and_NT1_the_two_orders_of_number_trumps() -> None:
    assert beats("8S", "9D", **HIGH)
    assert not beats("9D", "8S", **HIGH)
    assert beats("6D", "8S", **SUIT)
    assert not beats("8S", "6D", **SUIT)
    for options in (HIGH, SUIT):
        assert beats("8C", "AS", **options)  # a trump though no diamond
        assert not beats("AS", "8C", **options)
    assert not beats("8C", "AS", trump="9D", number_trump="number_high")


def test_NT1_the_card_that_is_both_is_the_top() -> None:
    both: dict[str, Any] = {"packs": 2, "number_trump": "number_high", "trump": "8D#2"}
    assert beats("8D#1", "8S#1", **both)
    assert beats("8D#1", "AD#1", **both)
    assert not beats("8S#1", "8D#1", **both)


def test_NT1_ranks_match_as_printed_and_clubs_are_judged_by_rank() -> None:
    game = deal("7C 7D", "8S 9S", "8H KC", **HIGH)
    play(game, "0 attack 7C; 1 beat 0 8S; 0 pass")
    assert choices(game) == {"pass", "throw 8H"}
    assert beats("8C", "KS", club_rule=True, **HIGH)
    assert not beats("8S", "8C", club_rule=True, **HIGH)
    assert beats("9C", "8C", club_rule=True, **HIGH)


def test_O34_clubs_fall_to_higher_clubs_only_but_beat_as_trumps() -> None:
    assert not beats("AH", "6C", trump="KH", club_rule=True)
    assert beats("7C", "6C", trump="KH", club_rule=True)
    assert beats("6C", "AS", trump="KC", club_rule=True)


def test_O35_the_lowest_beats_the_highest_of_its_suit() -> None:
    assert beats("6D", "AD", trump="KH", low_beats_high=True)
    assert beats("6H", "AH", trump="KH", low_beats_high=True)
    assert not beats("6D", "KD", trump="KH", low_beats_high=True)
    assert beats("6C", "AC", trump="KH", low_beats_high=True, club_rule=True)
    assert beats("2D", "AD", trump="KH", low_beats_high=True, deck=52)
    assert not beats("6D", "AD", trump="KH", low_beats_high=True, deck=52)


def test_O36_a_suit_may_beat_another_whatever_the_rank() -> None:
    spades_beat_hearts = ((False, True, False, False), *(((False,) * 4,) * 3))
    assert beats("6S", "AH", trump="KH", suit_matrix=spades_beat_hearts)
    assert not beats("6S", "AD", trump="KH", suit_matrix=spades_beat_hearts)
    assert not beats("6S", "AH", trump="KH")


def test_O37_nothing_is_drawn_and_the_talon_counts_as_empty() -> None:
    game = play(deal("7C KD", "8C KS", "9C 9S", **QUICK), "0 attack 7C; 1 beat 0 8C")
    assert counts(game) == [1, 1, 2]
    assert game.view(None).talon == 30


def test_O37_and_A2_12_the_next_pack_of_a_series_is_talon_and_losers_hand() -> None:
    options: dict[str, Any] = {"quicky": "no_redraw_series"}
    game = play(deal("7C", "8D", **options), "0 attack 7C; 1 take")
    assert next_start(game).cards.bit_count() == 36  # nothing was discarded
    game = deal("7C KD", "8C 9S", **options)
    play(game, "0 attack 7C; 1 beat 0 8C; 1 attack 9S; 0 take")
    cards = next_start(game).cards
    assert cards.bit_count() == 34  # the loser's hand is in, the two cards played are out
    drawn = play(deal("7C", "8C", **options), "0 attack 7C; 1 beat 0 8C")
    assert next_start(drawn).cards.bit_count() == 34


def test_O37_too_few_cards_are_made_good_by_a_full_pack() -> None:
    series = rules("durak/german-quicky-series", players=5).series(4)
    sizes = []
    for _ in range(8):
        game = series.next_game()
        sizes.append(game.start.cards.bit_count())
        while game.seat is not None:
            game.apply(game.legal()[-1])
    assert min(sizes) >= 30
    assert 36 in sizes[1:]


def test_O38_and_SE1_secret_cards_are_picked_up_instead_of_going_out() -> None:
    secrets = ["KH QH", "KD QD", "KS QS"]
    game = deal("7C", "8C", "9C", secret=2, secrets=secrets, **QUICK)
    assert game.view(0).secret_counts == (2, 2, 2)
    assert "KH" not in str(game.view(0).to_json())  # unseen by the owner too
    play(game, "0 attack 7C; 1 beat 0 8C")
    assert game.view(None).out == ()
    assert hand(game, 0) == {"KH", "QH"}
    assert game.view(None).secret_counts == (0, 0, 2)


def test_SE1_at_once_instead_of_an_immediate_win() -> None:
    game = deal("7C", "8C", secret=2, last_card_win="immediate", **QUICK)
    play(game, "0 attack 7C")
    assert game.outcome is None
    assert counts(game) == [2, 1]


def test_SE1_picking_up_never_raises_a_cap() -> None:
    game = deal("7C", "8C", secret=2, last_card_win="immediate", **QUICK)
    play(game, "0 attack 7C; 1 beat 0 8C")  # he picks up two, but the cap of one stands
    assert game.view(None).discard == 2
    assert game.phase == "open"


def test_SE1_secret_cards_do_not_count_for_the_lowest_trump() -> None:
    options: dict[str, Any] = {"first_attacker": "lowest_trump", "secret": 2, "trump": "AH"}
    assert deal("KH 7C", "QH 8C", secrets=["6H 7H", "KS QS"], **options).seat == 1


WELI: dict[str, Any] = {"weli": "all_sixes", "trump": "KH"}


def test_O39_and_WE1_and_A2_8_a_six_carries_the_suit_it_is_given() -> None:
    game = deal("6C 9D", "7C 7S", **WELI)
    assert {"attack 6C", "attack 6C@S", "attack 6C@H", "attack 6C@D"} <= choices(game)
    play(game, "0 attack 6C@S")
    assert "beat 0 7S" in choices(game)
    assert "beat 0 7C" not in choices(game)
    play(game, "1 take")
    assert "6C" in hand(game, 1)  # the name lapses


def test_WE1_only_bells_may_be_named_with_bells_six() -> None:
    game = deal("6C 6D", "7C 7S", trump="KH", weli="bells_six")
    assert choices(game) == {"attack 6C", "attack 6D", "attack 6D@S", "attack 6D@H", "attack 6D@C"}


def test_WE1_beating_uses_the_name() -> None:
    assert beats("6C@H", "AS", **WELI)  # as a trump
    assert not beats("6C", "AS", **WELI)
    assert not beats("6C@H", "7H", **WELI)
    assert beats("6C@D", "AD", low_beats_high=True, **WELI)


def test_WE1_show_swap_and_first_attacker_use_the_printed_suit() -> None:
    options: dict[str, Any] = {**WELI, "transfer": "play_or_show", "show_limit": "none"}
    game = play(deal("6C KC KD", "6D 6H QS", "8C 8D 8S", **options), "0 attack 6C")
    shows = {choice for choice in choices(game) if choice.startswith("show")}
    assert shows == {"show 6H"}


def test_WE1_a_turned_six_with_number_trumps() -> None:
    options: dict[str, Any] = {"weli": "all_sixes", "trump": "6H", "number_trump": "number_high"}
    assert beats("6C", "AH", **options)
    assert beats("6C@H", "6S", **options)  # named in the trump suit it is both
    assert not beats("6S", "6C@H", **options)


def test_O40_cheating_is_unrated_and_opens_a_window_after_every_play() -> None:
    assert not rules(BARE, players=2, **CHEAT).rated
    game = play(deal("7C 9D", "8C KS", **CHEAT), "0 attack 7C")
    assert (game.phase, game.seat) == ("call", 1)
    assert choices(game) == {"call", "pass"}


def test_CH1_a_card_may_be_played_that_does_not_fit() -> None:
    game = play(deal("7C 9D", "6C KS", **CHEAT), "0 attack 7C; 1 pass")
    assert "beat 0 6C" in choices(game)
    with pytest.raises(IllegalAction):  # ownership stays enforced
        play(game, "1 beat 0 AC")
    play(game, "1 beat 0 6C; 0 pass")
    assert "throw 9D" in choices(game)  # no such rank on the table
    capped = play(deal("7C 9D", "6C KS", **CHEAT, attack_limit=1), "0 attack 7C; 1 pass")
    play(capped, "1 beat 0 6C; 0 pass")
    assert capped.phase == "open"  # caps stay enforced


def test_CH2_the_injured_seat_is_asked_first_then_clockwise() -> None:
    game = play(deal("7C 9D", "6C KS", "8S 8D", "9S 9H", **CHEAT), "0 attack 7C")
    play(game, "1 pass; 2 pass; 3 pass; 1 beat 0 6C")
    assert game.seat == 0  # the main attacker is injured by a defence
    play(game, "0 pass; 2 pass; 3 pass")
    assert game.phase == "add"


def test_CH3_a_correct_call_undoes_the_play_and_the_injured_seat_is_avenged() -> None:
    game = play(deal("7C 9D", "6C KS", talon="10D", **CHEAT), "0 attack 7C; 1 pass")
    play(game, "1 beat 0 6C; 0 call")
    assert (game.phase, game.seat) == ("defend", 1)
    assert hand(game, 1) == {"6C", "KS", "10D"}  # and one card as a penalty
    assert game.view(0).known[1] == ("6C",)
    assert "beat 0 6C" not in choices(game)  # legal actions only


def test_CH3_called_by_somebody_else_there_is_no_penalty() -> None:
    game = play(deal("7C 9D", "6C KS", "8S 8D", **CHEAT), "0 attack 7C; 1 pass; 2 pass")
    play(game, "1 beat 0 6C; 0 pass; 2 call")
    assert hand(game, 1) == {"6C", "KS"}


def test_CH3_a_false_call_bars_from_throwing_in() -> None:
    game = play(deal("7C 9D", "8C KS", "8S 8D", **CHEAT), "0 attack 7C; 1 pass; 2 call")
    assert game.view(None).barred == (2,)
    play(game, "1 beat 0 8C; 0 pass; 2 pass; 0 pass")
    assert game.phase == "open"  # 2 was passed though it holds two eights
    assert game.view(None).barred == ()


def test_CH3_without_a_talon_a_defender_must_take() -> None:
    hands = ("9C 9D 9S 9H 10C 10D", "AC AD AS AH KC KD", "JC JD JS JH QC QD", "10S 10H KS KH QS QH")
    game = deal(*hands, deck=24, trump=None, **CHEAT)
    play(game, "0 attack 9C; 1 pass; 2 pass; 3 pass; 1 beat 0 KD; 0 call")
    assert choices(game) == {"take"}


def test_CH3_without_a_talon_a_thrower_forfeits_further_throws() -> None:
    hands = ("9C 9D 9S 9H 10C 10D", "AC AD AS AH KC KD", "JC JD JS JH QC QD", "10S 10H KS KH QS QH")
    game = deal(*hands, deck=24, trump=None, **CHEAT)
    play(game, "0 attack 9C; 1 pass; 2 pass; 3 pass; 1 beat 0 KC; 0 pass; 2 pass; 3 pass")
    play(game, "0 throw 10C; 1 call")
    assert game.view(None).barred == (0,)
    assert game.seat != 0


def test_CH4_cheating_is_never_rated() -> None:
    assert not rules("durak/german-cheat").rated
    assert all(rules(name).rated for name in ("durak/volga", "durak/german", "durak/duel24"))
    assert finished(rules("durak/german-cheat", players=3), 1).outcome is not None


def test_O38_needs_cards_for_everybody() -> None:
    with pytest.raises(RulesRefused):
        rules(BARE, players=5, secret=2)


def test_O37_unopened_secret_cards_of_the_loser_go_into_the_next_pack() -> None:
    game = deal(
        "6C", "7C", secrets=["8C 9C", "KD KS"], secret=2, quicky="no_redraw_series", trump="AH"
    )
    play(game, "0 attack 6C; 1 take; 0 attack 8C; 1 take; 0 attack 9C; 1 take")
    assert game.outcome is not None
    assert game.outcome.losers == (1,)
    assert game.view(None).secret_counts == (0, 2)
    assert next_start(game).cards == game.rules.pack.cards, "nothing was discarded"
