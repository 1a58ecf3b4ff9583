"""Burako as one of the arena's families of games: from names and JSON to rule sets."""

from collections.abc import Mapping
from typing import Final

from arena.games.burako.codes import TEMPLATES
from arena.games.burako.profiles import PROFILES, check_players, options_for, read_options
from arena.games.burako.ruleset import BurakoRules
from arena.games.errors import RulesRefused
from scoring.reading import ABSENT, Reader, ShapeCode

__all__ = ["PROFILES", "from_json", "make"]

FIELDS: Final = ("name", "players", "options")


def make(name: str, players: int | None, changes: Mapping[str, object]) -> BurakoRules:
    """The rule set of a profile, with options changed; refused with every reason."""
    return BurakoRules(name, options_for(name, players, changes), PROFILES[name].default_players)


def from_json(data: object) -> BurakoRules:
    """Read what `BurakoRules.to_json` wrote, and nothing else."""
    reader = Reader(TEMPLATES)
    fields = reader.versioned(data, BurakoRules.schema, FIELDS)
    name = fields["name"]
    profile = PROFILES.get(name) if isinstance(name, str) else None
    if profile is None:
        reader.refuse("name", ShapeCode.NOT_A_CHOICE, choices=", ".join(PROFILES))
    elif fields["players"] is not ABSENT:
        check_players(reader, profile, fields["players"])
    options = read_options(reader, fields["options"], "options")
    if reader.errors or options is None or profile is None:
        raise RulesRefused(reader.errors.result())
    return BurakoRules(profile.name, options, profile.default_players)
