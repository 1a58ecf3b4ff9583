"""Which options and player counts are refused together, with which reason (RULES 1B)."""

from typing import Any

import pytest

from arena.games.durak.codes import TEMPLATES, Code
from arena.games.durak.conflicts import (
    CONFLICTS,
    MOST_PLAYERS,
    cards_needed,
    check,
    deals_whole_pack,
    is_rated,
    options_for,
    warnings,
)
from arena.games.durak.options import DurakOptions, OptionsRefusedError
from arena.games.durak.profiles import PROFILES


def refusals(profile: object, players: object, **overrides: object) -> set[tuple[str, str]]:
    """Field and code of every reason; empty when the options can be played."""
    try:
        options_for(profile, players, overrides)
    except OptionsRefusedError as refused:
        return {(error.field, error.code) for error in refused.errors if error.message}
    return set()


TRUMPLESS: dict[str, object] = {"trump_mode": "none", "first_attacker": "dealer_left"}

# clause, field refused, code, the options that clash, players
CLASHES: tuple[tuple[str, str, str, dict[str, Any], int], ...] = (
    ("O1", "deck", Code.DECK_48_NEEDS_SPANISH, {"deck": 48}, 4),
    ("O3", "naming", Code.SPANISH_NEEDS_36_OR_48, {"deck": 52, "naming": "spanish"}, 4),
    ("O3", "naming", Code.SPANISH_NEEDS_36_OR_48, {"deck": 24, "naming": "spanish"}, 2),
    ("O2", "show_limit", Code.PACKS_NEED_SHOW_LIMIT, {"packs": 2, "show_limit": "none"}, 4),
    (
        "O7",
        "trump_swap",
        Code.OUT_OF_PLAY_WITH_SWAP,
        {"trump_card": "out_of_play", "trump_swap": True},
        4,
    ),
    (
        "O7",
        "change_trump",
        Code.OUT_OF_PLAY_WITH_CHANGE,
        {"trump_card": "out_of_play", "change_trump": True},
        4,
    ),
    (
        "O8",
        "trump_card",
        Code.NO_TRUMP_SO_NO_TRUMP_CARD,
        {**TRUMPLESS, "trump_card": "out_of_play"},
        4,
    ),
    ("O8", "transfer", Code.NO_TRUMP_SO_NO_SHOW, {**TRUMPLESS, "transfer": "play_or_show"}, 4),
    ("O8", "trump_swap", Code.NO_TRUMP_SO_NOT_THIS, {**TRUMPLESS, "trump_swap": True}, 4),
    ("O8", "change_trump", Code.NO_TRUMP_SO_NOT_THIS, {**TRUMPLESS, "change_trump": True}, 4),
    (
        "O8",
        "suit_order",
        Code.NO_TRUMP_SO_NOT_THIS,
        {**TRUMPLESS, "suit_order": ("S", "H", "C", "D")},
        4,
    ),
    (
        "O8",
        "number_trump",
        Code.NO_TRUMP_SO_NOT_THIS,
        {**TRUMPLESS, "number_trump": "suit_high"},
        4,
    ),
    (
        "O9",
        "first_attacker",
        Code.NO_TRUMP_SO_NO_LOWEST,
        {"trump_mode": "none", "first_attacker": "lowest_trump"},
        4,
    ),
    ("O10", "next_game", Code.ONLY_FOR_TWO, {"next_game": "durak_deals_and_defends"}, 3),
    (
        "T10",
        "transfer_count",
        Code.COUNT_NEEDS_MULTI,
        {"transfer_count": "equal", "transfer_multi": False},
        4,
    ),
    (
        "T10",
        "transfer_count",
        Code.COUNT_NEEDS_MULTI,
        {"transfer_count": "at_least", "transfer_multi": False},
        4,
    ),
    ("O21", "dir_lasts", Code.LASTING_NEEDS_CHOICE, {"dir_lasts": "game"}, 4),
    (
        "O22",
        "transfer_trump",
        Code.NO_TRUMP_PASSED_SO_NO_SHOW,
        {"transfer": "play_or_show", "transfer_trump": "forbidden"},
        4,
    ),
    ("O25", "draw_order", Code.ONLY_FOR_TWO, {"draw_order": "loser_first"}, 3),
    ("O26", "last_card_win", Code.ONLY_FOR_TWO, {"last_card_win": "immediate"}, 3),
    ("O27", "teams", Code.TEAMS_NEED_PLAYERS, {"teams": "2v2"}, 6),
    ("O27", "teams", Code.TEAMS_NEED_PLAYERS, {"teams": "2v2v2"}, 4),
    ("O27", "teams", Code.TEAMS_NEED_PLAYERS, {"teams": "3v3"}, 5),
    ("O28", "team_end", Code.TEAM_END_NEEDS_TEAMS, {"team_end": "first_out_wins"}, 4),
    (
        "O37",
        "trump_card",
        Code.QUICKY_WITH_OUT_OF_PLAY,
        {"quicky": "no_redraw", "trump_card": "out_of_play"},
        4,
    ),
    (
        "O37",
        "trump_swap",
        Code.QUICKY_NEVER_DRAWS,
        {"quicky": "no_redraw_series", "trump_swap": True},
        4,
    ),
    (
        "O37",
        "change_trump",
        Code.QUICKY_NEVER_DRAWS,
        {"quicky": "no_redraw", "change_trump": True},
        4,
    ),
    ("O39", "weli", Code.WELI_NEEDS_SIXES, {"weli": "all_sixes", "deck": 24, "hand_size": 5}, 4),
    ("O39", "weli", Code.WELI_NEEDS_SIXES, {"weli": "bells_six", "deck": 24, "hand_size": 5}, 4),
    ("V1", "players", Code.NOT_ENOUGH_CARDS, {}, 7),
)


@pytest.mark.parametrize(
    ("clause", "field", "code", "overrides", "players"),
    CLASHES,
    ids=[f"{clash[0]}-{clash[1]}-{number}" for number, clash in enumerate(CLASHES)],
)
def test_a_clash_is_refused_at_its_field_with_its_code(
    clause: str, field: str, code: str, overrides: dict[str, Any], players: int
) -> None:
    assert refusals("durak/concise", players, **overrides) == {(field, code)}, clause


def test_every_conflict_in_the_table_is_shown_by_a_clash() -> None:
    shown = {(field, code) for _, field, code, _, _ in CLASHES}
    assert {(conflict.field, str(conflict.code)) for conflict in CONFLICTS} <= shown


@pytest.mark.parametrize(
    ("overrides", "most"),
    [
        ({"deck": 24, "hand_size": 5}, 4),
        ({}, 6),
        ({"secret": 2}, 4),
        ({"deck": 52}, 8),
        ({"deck": 52, "hand_size": 9}, 5),
        ({"deck": 48, "naming": "spanish"}, 8),
        ({"trump_swap": True}, 5),
        ({"change_trump": True}, 5),
        ({"trump_card": "out_of_play"}, 5),
        ({"packs": 2}, 12),
        ({"trump_mode": "none"}, 6),
    ],
    ids=str,
)
def test_v1_seats_exactly_as_many_as_the_cards_allow(
    overrides: dict[str, object], most: int
) -> None:
    allowed = [
        players
        for players in range(2, MOST_PLAYERS + 1)
        if not refusals("durak/concise", players, **overrides)
    ]
    assert allowed == list(range(2, most + 1))


def test_v1_counts_the_card_below_the_trump_card() -> None:
    changing = DurakOptions(change_trump=True, hand_size=5)
    assert cards_needed(changing, 7) == 37
    assert [error.code for error in check(changing, 7)] == [Code.NOT_ENOUGH_CARDS]


def test_rule_5_needs_a_pack_dealt_out_and_a_trump_card_that_is_drawn() -> None:
    assert deals_whole_pack(DurakOptions(), 6)
    assert not deals_whole_pack(DurakOptions(), 5)
    assert deals_whole_pack(DurakOptions(deck=24, hand_size=4, secret=2), 4)
    assert not deals_whole_pack(DurakOptions(trump_card="out_of_play"), 6)
    assert not deals_whole_pack(DurakOptions(trump_swap=True), 6)
    assert not deals_whole_pack(DurakOptions(change_trump=True), 6)
    assert not deals_whole_pack(DurakOptions(trump_mode="none"), 6)


def test_several_clashes_are_named_together() -> None:
    found = refusals("durak/duel24", 5, teams="3v3", dir_lasts="game", naming="spanish")
    assert {field for field, _ in found} == {
        "naming",
        "dir_lasts",
        "players",
        "next_game",
        "draw_order",
        "last_card_win",
        "teams",
    }


def test_o20_whoever_may_choose_the_side_may_not_pass_on_trumps_unless_asked_for() -> None:
    implied = options_for("durak/german-push", 4, {"transfer_dir": "choose"})
    assert implied.transfer_trump == "forbidden"
    asked = options_for(
        "durak/german-push", 4, {"transfer_dir": "choose", "transfer_trump": "allowed"}
    )
    assert asked.transfer_trump == "allowed"


def test_o9_without_trumps_the_dealers_left_attacks() -> None:
    assert options_for("durak/concise", 4, {"trump_mode": "none"}).first_attacker == "dealer_left"


@pytest.mark.parametrize(
    "players",
    [1, 0, -1, 13, 10**5000, "4", 4.0, True, [4], {}],
    ids=lambda value: type(value).__name__,
)
def test_an_impossible_number_of_players_is_refused(players: object) -> None:
    found = refusals("durak/volga", players)
    assert {field for field, _ in found} == {"players"}


@pytest.mark.parametrize(
    "name", [None, 3, "", "volga", "durak/", "durak/x" * 9999, [], {}], ids=range(8)
)
def test_an_unknown_profile_is_refused_with_the_names_there_are(name: object) -> None:
    with pytest.raises(OptionsRefusedError) as refused:
        options_for(name, 4)
    (error,) = refused.value.errors
    assert (error.field, error.code) == ("profile", Code.UNKNOWN_PROFILE)
    assert "durak/volga" in error.message


def test_an_unknown_option_and_a_wrong_type_are_refused_together() -> None:
    found = refusals("durak/volga", 4, jokers=2, deck="36", opening_multi=1)
    assert found == {
        ("jokers", "unknown_option"),
        ("deck", "not_a_choice"),
        ("opening_multi", "not_yes_or_no"),
    }


def test_an_option_with_an_endless_name_is_quoted_shortly() -> None:
    with pytest.raises(OptionsRefusedError) as refused:
        options_for("durak/volga", 4, {"x" * 100_000: 1})
    assert len(str(refused.value)) < 200


@pytest.mark.parametrize(
    ("options", "codes"),
    [
        (DurakOptions(), set()),
        (DurakOptions(redeal="forced_s0"), set()),
        (DurakOptions(redeal="forced_s0", hand_size=9, deck=52), {Code.REDEAL_COMMON}),
        (DurakOptions(redeal="forced_s0", hand_size=2), {Code.REDEAL_COMMON}),
        (DurakOptions(redeal="demand_s2", hand_size=9, deck=52), set()),
        (DurakOptions(limit_by_defender_hand=False), {Code.HAND_LIMIT_EXPERIMENT}),
        (DurakOptions(cheating="callable"), {Code.CHEATING_UNRATED}),
    ],
    ids=lambda value: "" if isinstance(value, DurakOptions) else str(sorted(value)),
)
def test_what_is_playable_but_odd_is_warned_about(options: DurakOptions, codes: set[Code]) -> None:
    found = warnings(options)
    assert {error.code for error in found} == codes
    assert all(error.message for error in found)


def test_every_code_has_a_sentence() -> None:
    assert set(Code) <= set(TEMPLATES)


def test_only_cheating_is_unrated() -> None:
    assert [name for name, profile in PROFILES.items() if not profile.rated] == [
        "durak/german-cheat"
    ]
    for name, profile in PROFILES.items():
        assert is_rated(options_for(name)) == profile.rated
