"""A rule set explains itself: every option is said, and nothing untrue (RULES part 1)."""

import re
from dataclasses import replace
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from arena.games.durak.conflicts import check, options_for
from arena.games.durak.explain import SECTIONS, explain
from arena.games.durak.explain_templates import SECTION_TEMPLATES, TEMPLATES
from arena.games.durak.options import OPTION_NAMES, DurakOptions
from arena.games.durak.profiles import (
    PROFILES,
    SEED_TITLES,
    profile_summary,
    profile_title,
    seed_title,
)
from scoring.messages import Message
from tests.arena.games.durak.test_options import option_values

BARE = PROFILES["durak/concise"]


def sentences(options: DurakOptions, players: int = 4) -> list[Message]:
    """All sentences but the one that merely names changed options."""
    told = [
        sentence for section in explain(options, players, BARE) for sentence in section.sentences
    ]
    return [sentence for sentence in told if sentence.code != "server.changed"]


def texts(options: DurakOptions, players: int = 4) -> list[str]:
    return [sentence.text() for sentence in sentences(options, players)]


PUSH: dict[str, Any] = {"transfer": "play"}
SHOW: dict[str, Any] = {"transfer": "play_or_show"}
NUMBERS: dict[str, Any] = {"number_trump": "number_high"}
ROW = (True, False, True, False)

# option: players, a table at which it matters, values that must all read differently
EVERY_OPTION: dict[str, tuple[int, dict[str, Any], tuple[Any, ...]]] = {
    "deck": (3, {"naming": "french"}, (24, 36, 52)),
    "packs": (4, {}, (1, 2, 3, 4)),
    "naming": (4, {}, ("french", "spanish")),
    "hand_size": (2, {}, (1, 5, 6, 9)),
    "attack_limit": (4, {}, (0, 1, 5, 6, 9)),
    "limit_by_defender_hand": (4, {}, (True, False)),
    "trump_card": (4, {}, ("in_talon", "out_of_play")),
    "trump_mode": (4, {"first_attacker": "dealer_left"}, ("suit", "none")),
    "first_attacker": (4, {}, ("lowest_trump", "dealer_left")),
    "next_game": (
        2,
        {},
        (
            "durak_deals_left_attacks",
            "durak_attacked_first",
            "durak_deals_and_defends",
            "first_out_deals_lowest_trump",
            "lowest_trump_again",
        ),
    ),
    "redeal": (4, {}, ("off", "forced_s0", "demand_s2")),
    "throw_in": (4, {}, ("attacker_only", "neighbours", "all")),
    "opening_multi": (4, {}, (False, True)),
    "pre_defence_window": (4, {}, (False, True)),
    "throw_multi": (4, {}, (False, True)),
    "transfer": (4, {}, ("off", "play", "play_or_show")),
    "transfer_multi": (4, PUSH, (True, False)),
    "transfer_count": (4, PUSH, ("any", "equal", "at_least")),
    "show_limit": (4, SHOW, ("per_bout", "per_game", "none")),
    "transfer_dir": (4, PUSH, ("left", "choose")),
    "dir_lasts": (4, {**PUSH, "transfer_dir": "choose"}, ("bout", "game")),
    "transfer_trump": (4, PUSH, ("allowed", "forbidden")),
    "transfer_two_left": (4, PUSH, ("always", "never", "equal_hands")),
    "after_take": (4, {}, ("none", "capped", "uncapped")),
    "draw_order": (2, PUSH, ("opener_first", "main_first", "loser_first")),
    "last_card_win": (2, {}, ("bout_end", "immediate")),
    "teams": (6, {}, ("none", "2v2v2", "3v3")),
    "team_end": (4, {"teams": "2v2"}, ("last_team_holding", "first_out_wins")),
    "epaulettes": (4, {}, ("off", "tag")),
    "trump_swap": (4, {}, (False, True)),
    "change_trump": (4, {}, (False, True)),
    "suit_order": (4, NUMBERS, (("D", "C", "H", "S"), ("S", "H", "C", "D"))),
    "number_trump": (4, {}, ("off", "number_high", "suit_high")),
    "club_rule": (4, {}, (False, True)),
    "low_beats_high": (4, {}, (False, True)),
    "suit_matrix": (4, {}, (DurakOptions().suit_matrix, (ROW,) * 4)),
    "quicky": (4, {}, ("off", "no_redraw", "no_redraw_series")),
    "secret": (4, {}, (0, 2)),
    "weli": (4, {}, ("off", "all_sixes", "bells_six")),
    "cheating": (4, {}, ("off", "callable")),
    "stall_limit": (4, {}, (None, 1, 100)),
}

# Tables that the list above does not reach, so that every sentence is said somewhere.
FURTHER: tuple[tuple[int, dict[str, Any]], ...] = (
    (4, {"deck": 48, "naming": "spanish", "redeal": "forced_s0"}),
    (4, {"redeal": "forced_s0", "hand_size": 4}),
    (6, {}),
    (2, {"first_attacker": "dealer_left"}),
    (4, {"teams": "2v2", **PUSH, "next_game": "durak_attacked_first"}),
    (4, {"teams": "2v2", **PUSH, "transfer_dir": "choose", "epaulettes": "tag"}),
    (6, {"teams": "2v2v2", "team_end": "first_out_wins"}),
    (4, {**SHOW, "transfer_count": "equal"}),
    (4, {**PUSH, "attack_limit": 0, "throw_in": "neighbours"}),
    (2, {**PUSH, "transfer_two_left": "equal_hands"}),
    (4, {"attack_limit": 0, "limit_by_defender_hand": False}),
    (2, {"last_card_win": "immediate", "quicky": "no_redraw"}),
    (2, {"last_card_win": "immediate", "secret": 2}),
    (4, {"change_trump": True, **NUMBERS}),
    (4, {"club_rule": True, "low_beats_high": True}),
    (6, {"quicky": "no_redraw_series"}),
    *(
        (
            4,
            {
                "trump_mode": "none",
                "first_attacker": "dealer_left",
                "club_rule": True,
                "low_beats_high": True,
                "next_game": next_game,
            },
        )
        for next_game in ("first_out_deals_lowest_trump", "lowest_trump_again")
    ),
)


def tables() -> list[tuple[DurakOptions, int]]:
    """Every table named above, with its players."""
    found = [(DurakOptions(**values), players) for players, values in FURTHER]
    for name, (players, base, values) in EVERY_OPTION.items():
        found += [(DurakOptions(**{**base, name: value}), players) for value in values]
    return found


def test_every_option_from_o1_to_o41_is_on_the_list() -> None:
    assert list(EVERY_OPTION) == list(OPTION_NAMES)


@pytest.mark.parametrize("name", EVERY_OPTION)
def test_changing_an_option_changes_what_is_said(name: str) -> None:
    players, base, values = EVERY_OPTION[name]
    told = [tuple(texts(DurakOptions(**{**base, name: value}), players)) for value in values]
    assert len(set(told)) == len(values)


def test_the_tables_on_the_list_can_be_played() -> None:
    for options, players in tables():
        assert check(options, players) == (), options


def test_every_sentence_is_said_somewhere() -> None:
    said = {sentence.code for table in tables() for sentence in sentences(*table)}
    assert set(TEMPLATES) - said == {"server.changed"}


def test_every_section_has_a_title_and_no_code_stands_in_the_wrong_one() -> None:
    assert list(SECTIONS) == list(SECTION_TEMPLATES)
    for options, players in tables():
        for section in explain(options, players, BARE):
            assert section.sentences
            assert {said.code.split(".")[0] for said in section.sentences} == {section.code}


@settings(max_examples=200, deadline=None)
@given(option_values(), st.integers(2, 12))
def test_any_playable_table_explains_itself_without_gaps_or_repeats(
    values: dict[str, Any], players: int
) -> None:
    # The cards are made to suffice, so that nothing but clashes of options is thrown away.
    options = DurakOptions(**{**values, "teams": "none", "team_end": "last_team_holding"})
    for error in check(options, players):
        if error.field != "players":
            options = replace(options, **{error.field: getattr(DurakOptions(), error.field)})
    told = texts(options, players)
    assert len(set(told)) == len(told)
    for text in told:
        assert re.fullmatch(r"[A-Z][^%]*\.", text), text


@pytest.mark.parametrize("name", PROFILES)
def test_a_profile_explains_itself_at_every_player_count(name: str) -> None:
    profile = PROFILES[name]
    for players in profile.players:
        codes = {
            sentence.code
            for section in explain(options_for(name, players), players, profile)
            for sentence in section.sentences
        }
        assert "server.changed" not in codes
        assert len(codes) > 25


def test_two_profiles_never_read_the_same() -> None:
    told = {tuple(texts(options_for(name, 4), 4)) for name in PROFILES if name != "durak/duel24"}
    assert len(told) == len(PROFILES) - 1


def test_changed_options_are_named_beside_the_profile() -> None:
    options = options_for("durak/volga", 4, {"deck": 52, "throw_multi": False})
    *_, last = explain(options, 4, PROFILES["durak/volga"])[-1].sentences
    assert last.text() == "Options that differ from “Volga Durak”: deck, throw_multi."


# clause, players, options, what must be said, what must not
TRUTHS: tuple[tuple[str, int, dict[str, Any], str, str], ...] = (
    ("rule 5", 6, {}, "All cards are dealt", "draw pile"),
    ("rule 7", 6, {}, "lowest trump", "nobody holds a trump"),
    ("O3", 4, {"naming": "spanish"}, "5, 6, 7, 8, 9, 10, 11, 12, 1", "spades"),
    ("A0-9", 4, {"naming": "spanish"}, "last attack card is a 5", "is a 6"),
    ("O39", 4, {"naming": "spanish", "weli": "bells_six"}, "the 5 of oros", "diamonds"),
    ("O34", 4, {"naming": "spanish", "club_rule": True}, "card of bastos", "clubs"),
    ("O12", 2, {"throw_in": "neighbours"}, "Only the attacker", "other side"),
    ("O16", 2, {**PUSH, "transfer_two_left": "never"}, "cannot pass an attack on", "instead"),
    (
        "O25",
        4,
        {"draw_order": "main_first"},
        "Whoever opened the bout draws first",
        "main attacker d",
    ),
    ("O26", 2, {"last_card_win": "immediate"}, "win at once", "the game is a draw"),
    ("O37", 4, {"quicky": "no_redraw"}, "Nobody draws", "is drawn last"),
    ("O31", 4, {"change_trump": True}, "face down below the trump card", "is drawn last"),
    ("TM4", 4, {"teams": "2v2"}, "only one team", "The last player with cards"),
    ("O6", 4, {"limit_by_defender_hand": False}, "holds fewer cards", "on becoming"),
    ("O33", 4, {**NUMBERS, "suit_order": ("S", "H", "C", "D")}, "spades, hearts, clubs, d", "%"),
)


@pytest.mark.parametrize(("clause", "players", "values", "said", "unsaid"), TRUTHS)
def test_what_is_said_is_true_at_that_table(
    clause: str, players: int, values: dict[str, Any], said: str, unsaid: str
) -> None:
    told = "\n".join(texts(DurakOptions(**values), players))
    assert said in told, clause
    assert unsaid not in told, clause


def test_profiles_and_seeds_are_named_in_messages_the_site_can_translate() -> None:
    for profile in PROFILES.values():
        assert profile_title(profile).text() == profile.title
        assert profile_summary(profile).text() == profile.summary
    assert [seed_title(seed).text() for seed in SEED_TITLES] == [*SEED_TITLES.values()]


def test_a_message_is_translated_down_to_the_names_of_suits() -> None:
    german = {"The suits are %(suits)s.": "Die Farben sind %(suits)s.", "spades": "Pik"}
    message = next(said for said in sentences(DurakOptions()) if said.code == "setup.naming.french")
    told = message.text(translate=lambda _, template: german.get(template, template))
    assert told == "Die Farben sind Pik, hearts, diamonds, clubs."
