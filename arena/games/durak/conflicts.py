"""Which options and player counts go together (RULES 1B, last column, V1 and T10).

Each conflict is one row: the field to be changed, the code of its sentence, and when it holds.
`options_for` is the one way from a profile's name and somebody's wishes to checked options.
"""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any, Final, cast

from arena.games.durak.codes import TEMPLATES, Code
from arena.games.durak.options import (
    OPTION_NAMES,
    DurakOptions,
    OptionsRefusedError,
    read_values,
)
from arena.games.durak.profiles import PROFILES, Profile
from scoring.reading import Reader, shown
from scoring.refusal import ErrorCollector, FieldError

LEAST_PLAYERS: Final = 2
MOST_PLAYERS: Final = 12
"""Two packs of 36 seat twelve; the seeds name no bound beyond the cards (V1)."""

PLAYERS_OF_TEAMS: Final[Mapping[str, int]] = {"2v2": 4, "2v2v2": 6, "3v3": 6}
REDEAL_USUAL_HANDS: Final = (5, 6)
"""With other hands five of a suit or one colour stop being rare (O11)."""


@dataclass(frozen=True, slots=True)
class Conflict:
    """One combination that cannot be played: `field` is what to change."""

    field: str
    code: Code
    holds: Callable[[DurakOptions], bool]


DEFAULTS: Final = DurakOptions()


def _changed_without_trump(name: str) -> Callable[[DurakOptions], bool]:
    usual = getattr(DEFAULTS, name)
    return lambda o: o.trump_mode == "none" and getattr(o, name) != usual


CONFLICTS: Final = (
    # O1 and O3
    Conflict("deck", Code.DECK_48_NEEDS_SPANISH, lambda o: o.deck == 48 and o.naming != "spanish"),
    Conflict(
        "naming",
        Code.SPANISH_NEEDS_36_OR_48,
        lambda o: o.naming == "spanish" and o.deck not in (36, 48),
    ),
    # O2 and O19
    Conflict(
        "show_limit",
        Code.PACKS_NEED_SHOW_LIMIT,
        lambda o: o.packs > 1 and o.show_limit == "none",
    ),
    # O8: whatever needs a trump
    Conflict(
        "trump_card",
        Code.NO_TRUMP_SO_NO_TRUMP_CARD,
        _changed_without_trump("trump_card"),
    ),
    Conflict(
        "first_attacker",
        Code.NO_TRUMP_SO_NO_LOWEST,
        lambda o: o.trump_mode == "none" and o.first_attacker == "lowest_trump",
    ),
    Conflict(
        "transfer",
        Code.NO_TRUMP_SO_NO_SHOW,
        lambda o: o.trump_mode == "none" and o.transfer == "play_or_show",
    ),
    Conflict("trump_swap", Code.NO_TRUMP_SO_NOT_THIS, _changed_without_trump("trump_swap")),
    Conflict("change_trump", Code.NO_TRUMP_SO_NOT_THIS, _changed_without_trump("change_trump")),
    Conflict("suit_order", Code.NO_TRUMP_SO_NOT_THIS, _changed_without_trump("suit_order")),
    Conflict("number_trump", Code.NO_TRUMP_SO_NOT_THIS, _changed_without_trump("number_trump")),
    # O7
    Conflict(
        "trump_swap",
        Code.OUT_OF_PLAY_WITH_SWAP,
        lambda o: o.trump_card == "out_of_play" and o.trump_swap,
    ),
    Conflict(
        "change_trump",
        Code.OUT_OF_PLAY_WITH_CHANGE,
        lambda o: o.trump_card == "out_of_play" and o.change_trump,
    ),
    # O37
    Conflict(
        "trump_card",
        Code.QUICKY_WITH_OUT_OF_PLAY,
        lambda o: o.quicky != "off" and o.trump_card == "out_of_play",
    ),
    Conflict("trump_swap", Code.QUICKY_NEVER_DRAWS, lambda o: o.quicky != "off" and o.trump_swap),
    Conflict(
        "change_trump", Code.QUICKY_NEVER_DRAWS, lambda o: o.quicky != "off" and o.change_trump
    ),
    # O18 with T10, then O21 and O22
    Conflict(
        "transfer_count",
        Code.COUNT_NEEDS_MULTI,
        lambda o: o.transfer_count != "any" and not o.transfer_multi,
    ),
    Conflict(
        "dir_lasts",
        Code.LASTING_NEEDS_CHOICE,
        lambda o: o.dir_lasts == "game" and o.transfer_dir != "choose",
    ),
    Conflict(
        "transfer_trump",
        Code.NO_TRUMP_PASSED_SO_NO_SHOW,
        lambda o: o.transfer_trump == "forbidden" and o.transfer == "play_or_show",
    ),
    # O28 and O39
    Conflict(
        "team_end",
        Code.TEAM_END_NEEDS_TEAMS,
        lambda o: o.team_end != DEFAULTS.team_end and o.teams == "none",
    ),
    Conflict("weli", Code.WELI_NEEDS_SIXES, lambda o: o.weli != "off" and o.deck == 24),
)

ONLY_FOR_TWO: Final = {
    "next_game": "durak_deals_and_defends",  # O10
    "draw_order": "loser_first",  # O25
    "last_card_win": "immediate",  # O26
}

WARNINGS: Final = (
    Conflict(
        "redeal",
        Code.REDEAL_COMMON,
        lambda o: o.redeal == "forced_s0" and o.hand_size not in REDEAL_USUAL_HANDS,
    ),
    Conflict(
        "limit_by_defender_hand",
        Code.HAND_LIMIT_EXPERIMENT,
        lambda o: not o.limit_by_defender_hand,
    ),
    Conflict("cheating", Code.CHEATING_UNRATED, lambda o: o.cheating != "off"),
)


def deals_whole_pack(options: DurakOptions, players: int) -> bool:
    """Whether nothing is left to turn up, so that the last card dealt fixes trump (rule 5)."""
    return (
        options.trump_mode == "suit"
        and options.trump_card == "in_talon"
        and not options.change_trump
        and not options.trump_swap
        and players * (options.hand_size + options.secret) == options.deck * options.packs
    )


def cards_needed(options: DurakOptions, players: int) -> int:
    """How many cards the deal takes, trump cards included (V1)."""
    dealt = players * (options.hand_size + options.secret)
    if options.trump_mode == "none" or deals_whole_pack(options, players):
        return dealt
    return dealt + 1 + options.change_trump


def is_rated(options: DurakOptions) -> bool:
    """Whether games by these options may count for a rating (O40, CH4)."""
    return options.cheating == "off"


def check(options: DurakOptions, players: int) -> tuple[FieldError, ...]:
    """Every reason why these options cannot be played by so many; empty when they can."""
    errors = ErrorCollector(TEMPLATES)
    for conflict in CONFLICTS:
        if conflict.holds(options):
            errors.add(conflict.field, conflict.code)
    if not errors.touches("deck", "packs", "hand_size"):
        needed, cards = cards_needed(options, players), options.deck * options.packs
        if needed > cards:
            code = Code.NOT_ENOUGH_CARDS
            errors.add("players", code, players=players, needed=needed, cards=cards)
    for name, value in ONLY_FOR_TWO.items():
        if players != LEAST_PLAYERS and getattr(options, name) == value:
            errors.add(name, Code.ONLY_FOR_TWO, value=value)
    needed = PLAYERS_OF_TEAMS.get(options.teams, players)
    if needed != players:
        errors.add("teams", Code.TEAMS_NEED_PLAYERS, teams=options.teams, needed=needed)
    return errors.result()


def warnings(options: DurakOptions) -> tuple[FieldError, ...]:
    """What can be played but was perhaps not meant, for a form to show beside the field."""
    found = ErrorCollector(TEMPLATES)
    for warning in WARNINGS:
        if warning.holds(options):
            found.add(warning.field, warning.code, hand_size=options.hand_size)
    return found.result()


def options_for(
    profile: object, players: object = None, overrides: Mapping[str, object] | None = None
) -> DurakOptions:
    """A profile's options for so many players, changed as wished; refused with all reasons.

    Two values follow from others unless they are asked for: whoever may choose the direction
    may not pass on trumps (O20), and without trumps the dealer's left attacks first (O9).
    """
    known = profile_named(profile)
    wishes = dict(overrides or {})
    reader = Reader(TEMPLATES)
    for name in wishes:
        if name not in OPTION_NAMES:
            reader.refuse(shown(name), Code.UNKNOWN_OPTION, name=shown(name))
    chosen = {**known.changes, **wishes}
    if chosen.get("transfer_dir") == "choose":
        chosen.setdefault("transfer_trump", "forbidden")
    if chosen.get("trump_mode") == "none":
        chosen.setdefault("first_attacker", "dealer_left")
    values = read_values(reader, chosen)
    asked = known.default_players if players is None else players
    seats = reader.number("players", asked, LEAST_PLAYERS, MOST_PLAYERS)
    if reader.errors or seats is None:
        raise OptionsRefusedError(reader.errors.result())
    options = DurakOptions(**cast("Any", values))
    if errors := check(options, seats):
        raise OptionsRefusedError(errors)
    return options


def profile_named(name: object) -> Profile:
    """The profile of this name; an unknown one is refused with the names there are."""
    profile = PROFILES.get(name) if isinstance(name, str) else None
    if profile is None:
        errors = ErrorCollector(TEMPLATES)
        errors.add("profile", Code.UNKNOWN_PROFILE, choices=", ".join(PROFILES))
        raise OptionsRefusedError(errors.result())
    return profile
