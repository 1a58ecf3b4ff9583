"""RULES 1C and O16 to O23: passing the attack on, by playing or by showing."""

from typing import Any

import pytest

from arena.games import IllegalAction
from arena.games.durak.game import Game
from tests.arena.games.durak.table import choices, counts, deal, hand, play

THREE = ("7C KC KD", "7D 7H QS", "8C 8D 8S")
PLAY: dict[str, Any] = {"transfer": "play"}
SHOW: dict[str, Any] = {"transfer": "play_or_show", "show_limit": "none"}
CHOOSE: dict[str, Any] = {"transfer": "play", "transfer_dir": "choose"}


def transfers(game: Game) -> set[str]:
    return {choice for choice in choices(game) if choice.startswith(("transfer", "show"))}


def test_O16_no_transfer_by_playing_or_also_by_showing() -> None:
    by_playing = {"transfer 7D", "transfer 7H", "transfer 7H 7D"}
    for options, expected in (
        ({"transfer": "off"}, set()),
        (PLAY, by_playing),
        (SHOW, by_playing | {"show 7H"}),
    ):
        game = play(deal(*THREE, **options), "0 attack 7C")
        assert transfers(game) == expected


def test_O17_one_card_or_several() -> None:
    game = play(deal(*THREE, **PLAY, transfer_multi=False), "0 attack 7C")
    assert transfers(game) == {"transfer 7D", "transfer 7H"}


@pytest.mark.parametrize(
    ("count", "against_one", "against_two"),
    [
        ("any", {"transfer 7D", "transfer 7H", "transfer 7H 7D"}, {"7D", "7H", "7H 7D"}),
        ("equal", {"transfer 7D", "transfer 7H"}, {"7H 7D"}),
        ("at_least", {"transfer 7D", "transfer 7H", "transfer 7H 7D"}, {"7H 7D"}),
    ],
)
def test_O18_and_A2_4_how_many_cards_against_how_many(
    count: str, against_one: set[str], against_two: set[str]
) -> None:
    hands = ("7C 7S KC KD", "7D 7H QS QC", "8C 8D 8S 9S")
    options: dict[str, Any] = {**PLAY, "transfer_count": count, "opening_multi": True}
    assert transfers(play(deal(*hands, **options), "0 attack 7C")) == against_one
    two = play(deal(*hands, **options), "0 attack 7S 7C")
    assert transfers(two) == {f"transfer {cards}" for cards in against_two}


PAIRS = ("7C#1 7D#1 KC#1 KD#1 9C#1", "7H#1 7H#2 QC#1 QD#1 QS#1")


def test_O19_and_A2_16_per_bout_one_ticket_of_a_seat_in_a_bout() -> None:
    game = deal(*PAIRS, packs=2, trump="AH#1", transfer="play_or_show", show_limit="per_bout")
    play(game, "0 attack 7C#1; 1 show 7H#1; 0 transfer 7D#1")
    assert "transfer 7H#2" in choices(game)
    assert "show 7H#2" not in choices(game)


@pytest.mark.parametrize(("limit", "again"), [("per_bout", True), ("per_game", False)])
def test_O19_in_the_next_bout_a_new_ticket_or_none(limit: str, *, again: bool) -> None:
    options: dict[str, Any] = {"packs": 2, "transfer": "play_or_show", "show_limit": limit}
    hands = ("7C#1 KC#1", "7H#1 7H#2", "9D#1 QS#1")
    game = deal(*hands, trump="AH#1", talon="7D#1 KC#2", **options)
    play(game, "0 attack 7C#1; 1 show 7H#1; 2 take; 1 pass; 0 attack 7D#1")
    assert ("show 7H#2" in choices(game)) is again
    assert ("show 7H#1" in choices(game)) is again


def test_O19_and_A2_7_one_physical_card_at_most_once_in_a_bout() -> None:
    game = deal("7C 7D KC KD", "7H QS QC QD", **SHOW)
    play(game, "0 attack 7C; 1 show 7H; 0 transfer 7D")
    assert "transfer 7H" not in choices(game)  # three cards against a hand of two
    assert "show 7H" not in choices(game)


def test_O20_the_transferrer_picks_the_side() -> None:
    game = play(deal(*THREE, **CHOOSE), "0 attack 7C")
    assert transfers(game) == {"transfer 7D L", "transfer 7D R"}
    play(game, "1 transfer 7D R")
    assert (game.main, game.defender) == (1, 0)


@pytest.mark.parametrize(("lasts", "attacker", "direction"), [("bout", 1, "L"), ("game", 2, "R")])
def test_O21_the_side_lasts_for_the_bout_or_the_game(
    lasts: str, attacker: int, direction: str
) -> None:
    game = deal(*THREE, **CHOOSE, dir_lasts=lasts)
    play(game, "0 attack 7C; 1 transfer 7D R; 0 take")
    assert (game.view(None).direction, game.main) == (direction, attacker)


def test_O22_and_A2_5_no_trump_is_passed_on_and_none_passes_on() -> None:
    forbidden = {**PLAY, "transfer_trump": "forbidden"}
    game = play(deal(*THREE, **forbidden), "0 attack 7C")
    assert transfers(game) == {"transfer 7D"}  # not with 7H
    game = play(deal("7H KC KD", "7D 7C QS", "8C 8D 8S", **forbidden), "0 attack 7H")
    assert transfers(game) == set()
    game = play(deal("7H KC KD", "7D 7C QS", "8C 8D 8S", **PLAY), "0 attack 7H")
    assert transfers(game) == {"transfer 7D", "transfer 7C", "transfer 7D 7C"}


@pytest.mark.parametrize(
    ("rule", "equal", "unequal"),
    [("always", True, True), ("never", False, False), ("equal_hands", True, False)],
)
def test_O23_and_A2_6_between_two_judged_at_the_start_of_the_bout(
    rule: str, *, equal: bool, unequal: bool
) -> None:
    options: dict[str, Any] = {**PLAY, "transfer_two_left": rule}
    game = deal("7C KC KD", "7D 8D QS", talon="8C", **options)
    play(game, "0 attack 7C")
    assert bool(transfers(game)) is equal  # though the opener holds one card less by now
    play(game, "1 take; 0 attack 8C")
    assert counts(game) == [2, 4]
    assert bool(transfers(game)) is unequal


def test_T1_and_A2_18_only_while_nothing_has_been_beaten() -> None:
    game = deal("7C 7S KC", "7D 8C QS", "8H 8D 8S", opening_multi=True, **PLAY)
    play(game, "0 attack 7S 7C")
    assert transfers(game) == {"transfer 7D"}
    play(game, "1 beat 1 8C")
    with pytest.raises(IllegalAction, match="beaten"):
        play(game, "1 transfer 7D")


def test_T1_only_the_defender_transfers() -> None:
    game = play(deal("7C 8D KC", "8C QS QD", "7S 8H 8S", **PLAY), "0 attack 7C; 1 beat 0 8C")
    with pytest.raises(IllegalAction):
        play(game, "0 transfer 8D")


def test_T2_the_card_joins_the_attack_and_the_roles_move_on() -> None:
    game = play(deal(*THREE, **PLAY), "0 attack 7C; 1 transfer 7D")
    assert (game.opener, game.main, game.defender) == (0, 1, 2)
    assert [(card.card, card.seat) for card in game.view(None).table] == [("7C", 0), ("7D", 1)]
    assert (game.phase, game.seat) == ("defend", 2)
    with pytest.raises(IllegalAction, match="own rank"):
        play(play(deal(*THREE, **PLAY), "0 attack 7C"), "1 transfer QS")


TEAM: dict[str, Any] = {
    "teams": "2v2",
    "packs": 2,
    "quicky": "no_redraw",
    "limit_by_defender_hand": False,
    "trump": "AH#1",
}
FIRST_BOUT = "0 attack 6C#1; 1 take; 2 throw 6S#1 6S#2 6H#1 6D#1 6D#2"
SECOND_BOUT = "3 attack 9C#1; 0 beat 0 10C#1"


def test_T3_with_teams_the_target_is_the_next_active_opponent() -> None:
    hands = (
        "6C#1 10C#1 7S#1 KS#1 KC#1",
        "QD#1 JD#1 7D#1 QS#1 JS#1",
        "6S#1 6S#2 6H#1 6D#1 6D#2",
        "9C#1 AC#1 AD#1 AS#1 KD#2",
    )
    game = deal(*hands, **PLAY, **TEAM)
    play(game, f"{FIRST_BOUT}; {SECOND_BOUT}; 0 attack 7S#1; 1 transfer 7D#1")
    # 2 is out and 3 is a team-mate, so the attack comes back to 0.
    assert (game.view(None).out, game.main, game.defender) == ((2,), 1, 0)


def test_T3_a_target_with_an_empty_hand_is_not_skipped() -> None:
    options: dict[str, Any] = {**PLAY, "quicky": "no_redraw", "limit_by_defender_hand": False}
    hands = ("7C KC", "6C 7S", "7D 7H", "8S 8D")
    game = deal(*hands, pre_defence_window=True, **options)
    play(game, "0 attack 7C; 2 throw 7H 7D")  # 2 has no card left, 3 has two
    assert (game.phase, game.seat) == ("defend", 1)
    assert transfers(game) == set()


@pytest.mark.parametrize("by_hand", [True, False])
def test_T4_all_cards_must_fit_into_the_targets_hand(*, by_hand: bool) -> None:
    hands = ("7C 7S", "7D 7H", "9C 9D")
    options: dict[str, Any] = {"opening_multi": True, "limit_by_defender_hand": by_hand}
    game = play(deal(*hands, **SHOW, **options), "0 attack 7S 7C")
    assert transfers(game) == {"show 7H"}  # two lie, two fit; three would not


def test_T4_all_cards_must_fit_into_the_limit() -> None:
    game = play(deal(*THREE, **SHOW, attack_limit=1), "0 attack 7C")
    assert transfers(game) == {"show 7H"}


def test_T5_a_ticket_stays_in_hand_and_becomes_public() -> None:
    game = play(deal(*THREE, **SHOW), "0 attack 7C; 1 show 7H")
    assert "7H" in hand(game, 1)
    assert game.view(2).known[1] == ("7H",)
    assert (game.main, game.defender) == (1, 2)
    assert [card.card for card in game.view(None).table] == ["7C"]


def test_T5_only_a_trump_of_that_rank_as_printed_is_a_ticket() -> None:
    game = play(deal(*THREE, **SHOW), "0 attack 7C")
    for words in ("1 show 7D", "1 show QS"):
        with pytest.raises(IllegalAction):
            play(game, words)
    numbers = deal("7C KC KD", "7D 6C QS", "8C 8D 8S", trump="7S", number_trump="suit_high", **SHOW)
    assert "show 7D" in choices(play(numbers, "0 attack 7C"))


def test_T6_the_new_defender_may_pass_on_too_even_to_the_opener() -> None:
    game = deal("7C KC KD AC", "7D QC QS AD", "7S 8D 8S AS", **PLAY)
    play(game, "0 attack 7C; 1 transfer 7D; 2 transfer 7S")
    assert (game.main, game.defender) == (2, 0)


def test_T7_the_cap_is_that_of_the_new_defender() -> None:
    game = deal("7C KC KD AC", "7D QC QS AD", **PLAY)
    play(game, "0 attack 7C")
    assert game.view(None).cap == 4
    play(game, "1 transfer 7D")
    assert game.view(None).cap == 3  # 0 holds three cards now


def test_T8_afterwards_the_last_defender_counts_as_the_regular_one() -> None:
    taken = play(deal(*THREE, **PLAY), "0 attack 7C; 1 transfer 7D; 2 take; 1 pass")
    assert (taken.main, taken.defender) == (0, 1)
    beaten = play(deal(*THREE, **PLAY), "0 attack 7C; 1 transfer 7D; 2 beat 0 8C; 2 beat 1 8D")
    play(beaten, "1 pass")
    assert (beaten.main, beaten.defender) == (2, 0)


@pytest.mark.parametrize("count", ["equal", "at_least"])
def test_T9_a_ticket_counts_as_one_card_so_it_answers_one(count: str) -> None:
    hands = ("7C 7S KC", "7D 7H QS", "8C 8D 8S")
    options: dict[str, Any] = {**SHOW, "opening_multi": True, "transfer_count": count}
    assert "show 7H" in choices(play(deal(*hands, **options), "0 attack 7C"))
    assert "show 7H" not in choices(play(deal(*hands, **options), "0 attack 7S 7C"))


def test_T10_named_sixes_count_as_named_on_the_table_and_when_played() -> None:
    options: dict[str, Any] = {**PLAY, "transfer_trump": "forbidden", "weli": "all_sixes"}
    hands = ("6C KC KD", "6H QC QS", "8C 8D 8S")
    game = play(deal(*hands, **options), "0 attack 6C@H")
    assert transfers(game) == set()  # a trump by its name lies there
    game = play(deal(*hands, **options), "0 attack 6C")
    # The six of trumps passes on under a plain name, not as a trump.
    assert transfers(game) == {"transfer 6H@S", "transfer 6H@D", "transfer 6H@C"}


def test_T11_L_is_clockwise_always() -> None:
    hands = ("7C KC KD", "7D 7H QS", "7S 8D 8S")
    game = deal(*hands, **CHOOSE, dir_lasts="game", transfer_trump="allowed")
    play(game, "0 attack 7C; 1 transfer 7D R; 0 take")
    assert (game.main, game.defender) == (2, 1)  # the game runs counter-clockwise now
    play(game, "2 attack 7S; 1 transfer 7H L")
    assert (game.view(None).direction, game.defender) == ("L", 2)


def test_T11_the_side_falls_back_before_the_next_attacker_is_named() -> None:
    game = play(deal(*THREE, **CHOOSE), "0 attack 7C; 1 transfer 7D R; 0 take")
    assert (game.view(None).direction, game.main, game.defender) == ("L", 1, 2)
