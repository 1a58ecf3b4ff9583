"""What the forms say about a league, as the services want it, and what they object to."""

from collections.abc import Mapping
from dataclasses import fields
from typing import Any, Final

from django.core.exceptions import ValidationError

from scoring.durak import DurakPointsRule
from tournaments.league_spec import LeagueSpec, spec_check, spec_tidied

_NAMES: Final = frozenset(field.name for field in fields(LeagueSpec))


def spec_of(
    values: Mapping[str, Any], *, durak_points: DurakPointsRule | None = None
) -> LeagueSpec:
    """From what the forms have cleaned, all together; what was left empty is as usual."""
    given = {
        name: value for name, value in values.items() if name in _NAMES and value not in (None, "")
    }
    if "tie_breaks" in given:
        given["tie_breaks"] = tuple(given["tie_breaks"])
    return spec_tidied(LeagueSpec(**given, durak_points=durak_points))


def spec_faults(spec: LeagueSpec) -> dict[str, list[str]]:
    """What does not fit together, by the field that it is about."""
    try:
        spec_check(spec, chosen=spec.rule_version)
    except ValidationError as error:
        return dict(error.message_dict)
    return {}
