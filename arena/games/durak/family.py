"""Durak as one of the arena's families of games: from names and JSON to rule sets."""

from collections.abc import Mapping
from typing import Final

from arena.games.durak.codes import TEMPLATES
from arena.games.durak.conflicts import LEAST_PLAYERS, MOST_PLAYERS, check, options_for
from arena.games.durak.options import DurakOptions, OptionsRefusedError
from arena.games.durak.profiles import PROFILES
from arena.games.durak.ruleset import DurakRules
from arena.games.errors import RulesRefused
from scoring.reading import Reader, ShapeCode

__all__ = ["PROFILES", "from_json", "make"]

FIELDS: Final = ("name", "players", "options")


def make(name: str, players: int | None, changes: Mapping[str, object]) -> DurakRules:
    """The rule set of a profile, with options changed; refused with every reason."""
    try:
        options = options_for(name, players, changes)
    except OptionsRefusedError as refused:
        raise RulesRefused(refused.errors) from None
    return DurakRules(name, options, PROFILES[name].default_players if players is None else players)


def from_json(data: object) -> DurakRules:
    """Read what `DurakRules.to_json` wrote, and nothing else."""
    reader = Reader(TEMPLATES)
    fields = reader.versioned(data, DurakRules.schema, FIELDS)
    players = reader.number("players", fields["players"], LEAST_PLAYERS, MOST_PLAYERS)
    name = fields["name"]
    if not isinstance(name, str) or name not in PROFILES:
        reader.refuse("name", ShapeCode.NOT_A_CHOICE, choices=", ".join(PROFILES))
    options: DurakOptions | None = None
    try:
        options = DurakOptions.from_dict(fields["options"])
    except OptionsRefusedError as refused:
        reader.take(error.below("options") for error in refused.errors)
    if options is not None and players is not None:
        reader.take(check(options, players))
    if reader.errors or options is None or players is None:
        raise RulesRefused(reader.errors.result())
    return DurakRules(str(name), options, players)
