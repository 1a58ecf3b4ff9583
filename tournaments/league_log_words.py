"""What an event of the log changed, from what to what, in words."""

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from decimal import Decimal, InvalidOperation
from typing import Any, Final

from django.core.exceptions import FieldDoesNotExist
from django.utils.formats import date_format
from django.utils.functional import Promise
from django.utils.text import capfirst
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from tournaments.kernel_texts import number_text
from tournaments.league_acts import LeagueAct
from tournaments.league_shown import versus
from tournaments.league_words import signed_text, tie_break
from tournaments.models import (
    Fixture,
    FixtureResult,
    League,
    LeagueApplication,
    LeagueEntry,
    LeagueEvent,
    LeagueOfficial,
    LeagueRound,
)

NAMES_SHOWN: Final = 12
_LABELS: Final[dict[str, Promise]] = {
    "account": gettext_lazy("account"),
    "owner": gettext_lazy("owner"),
    "role": gettext_lazy("role"),
    "result": gettext_lazy("result"),
    "order": gettext_lazy("order"),
    "pairings": gettext_lazy("pairings"),
    "byes": gettext_lazy("without an opponent"),
    "rests": gettext_lazy("rounds sat out"),
    "rounds": gettext_lazy("rounds"),
    "matches": gettext_lazy("matches"),
    "entries": gettext_lazy("entries"),
    "sheets": gettext_lazy("sheets dropped"),
    "points": gettext_lazy("points"),
    "remaining": gettext_lazy("matches not played"),
}
_SILENT: Final = frozenset(
    {"absent", "adjustment", "application", "competitor", "competitors", "kind", "links", "number",
     "sheet", "winner"}
)  # fmt: skip
"""Keys, or what the sentence about the result says together."""
_RESULT: Final = "result"
_REMAINING: Final[dict[str, Promise]] = {
    "forfeit": gettext_lazy("lost without playing"),
    "cancel": gettext_lazy("called off"),
}


@dataclass(frozen=True)
class Names:
    """Who is meant by the keys in the log."""

    entries: Mapping[int, str]
    accounts: Mapping[int, str]


@dataclass(frozen=True)
class Change:
    """One value, before and after; either may be missing."""

    label: str
    before: str
    after: str


def changes_of(event: LeagueEvent, names: Names) -> list[Change]:
    """What changed. That a league was created says enough."""
    if event.action == LeagueAct.CREATED:
        return []
    before, after = _told(event, event.before, names), _told(event, event.after, names)
    found = [
        Change(_label(key), before.get(key, ""), after.get(key, ""))
        for key in dict.fromkeys([*before, *after])
    ]
    return [one for one in found if one.before != one.after or one.label == _label("account")]


def _told(event: LeagueEvent, kept: Mapping[str, Any], names: Names) -> dict[str, str]:
    """Each value as people say it."""
    told = {}
    if "kind" in kept and event.fixture:
        told[_RESULT] = _result_text(event, kept, names)
    for key, value in kept.items():
        if key in _SILENT or (key == "points" and _RESULT in told):
            continue
        told[key] = _said(event, key, value, names)
    return told


def _label(key: str) -> str:
    if key in _LABELS:
        return str(capfirst(str(_LABELS[key])))
    for model in (League, LeagueEntry, LeagueRound):
        try:
            field = model._meta.get_field(key)
        except FieldDoesNotExist:
            continue
        return str(capfirst(str(getattr(field, "verbose_name", key))))
    return key


def _said(event: LeagueEvent, key: str, value: Any, names: Names) -> str:  # noqa: ANN401, PLR0911 - one for each kind
    if value is None or value == "":
        return ""
    if isinstance(value, bool):
        return _("yes") if value else _("no")
    if key in _CHOICES:
        return _choice(_CHOICES[key], value)
    if key == "state":
        return _choice(_states(event), value)
    if key in _WRITTEN:
        return _WRITTEN[key](value, names)
    if key.startswith("points_") or key == "points":
        return _points(value, signed=key == "points")
    return _list(value) if isinstance(value, list) else str(value)


def _states(event: LeagueEvent) -> Any:  # noqa: ANN401 - any TextChoices
    """Of what the event is about."""
    if "application" in event.after:
        return LeagueApplication.State
    return Fixture.State if event.fixture else League.State


def _choice(choices: Any, value: object) -> str:  # noqa: ANN401 - any TextChoices
    return str(choices(value).label) if value in choices.values else str(value)


_CHOICES: Final[dict[str, Any]] = {
    "game": League.Game,
    "format": League.Format,
    "visibility": League.Visibility,
    "score_entry": League.ScoreEntry,
    "role": LeagueOfficial.Role,
    "status": LeagueEntry.Status,
}


def _account(value: Any, names: Names) -> str:  # noqa: ANN401
    return names.accounts.get(value, _("an account that is gone"))


def _entry(value: Any, names: Names) -> str:  # noqa: ANN401
    return names.entries.get(value, _("somebody who is gone"))


def _order(value: Any, names: Names) -> str:  # noqa: ANN401
    return _list([_entry(one, names) for one in _sequence(value)])


def _pairings(value: Any, names: Names) -> str:  # noqa: ANN401
    pairs = [one for one in _sequence(value) if isinstance(one, list) and len(one) == 2]
    return _list([versus(_entry(one, names), _entry(other, names)) for one, other in pairs])


def _tie_breaks(value: Any, _names: Names) -> str:  # noqa: ANN401
    return _list([tie_break(str(code)).name for code in _sequence(value)])


def _moment(value: Any, _names: Names) -> str:  # noqa: ANN401
    try:
        moment = datetime.fromisoformat(str(value))
    except ValueError:
        return str(value)
    return f"{date_format(moment, 'SHORT_DATETIME_FORMAT')} UTC"


def _remaining(value: Any, _names: Names) -> str:  # noqa: ANN401
    return str(_REMAINING.get(str(value), value))


def _many(value: Any, _names: Names) -> str:  # noqa: ANN401
    return str(len(value)) if isinstance(value, list) else str(value)


def _other_rules(value: Any, _names: Names) -> str:  # noqa: ANN401
    return _("version %(number)s") % {"number": value}


def _durak_points(value: Any, _names: Names) -> str:  # noqa: ANN401
    if not isinstance(value, dict):
        return ""
    return " / ".join(str(value.get(key, "")) for key in ("survived", "draw", "lost"))


_WRITTEN: Final[dict[str, Callable[[Any, Names], str]]] = {
    "account": _account,
    "owner": _account,
    "order": _order,
    "byes": _order,
    "pairings": _pairings,
    "tie_breaks": _tie_breaks,
    "starts_at": _moment,
    "deadline": _moment,
    "remaining": _remaining,
    "matches": _many,
    "rule_version": _other_rules,
    "durak_points": _durak_points,
}


def _sequence(value: object) -> Sequence[Any]:
    return value if isinstance(value, list) else []


def _list(values: Sequence[object]) -> str:
    """So many, and that there are more."""
    shown = [str(one) for one in values[:NAMES_SHOWN]]
    return ", ".join([*shown, "…"] if len(values) > NAMES_SHOWN else shown)


def _points(value: object, *, signed: bool) -> str:
    try:
        number = Decimal(str(value))
    except InvalidOperation:
        return str(value)
    return signed_text(number) if signed else number_text(number)


def _result_text(event: LeagueEvent, kept: Mapping[str, Any], names: Names) -> str:
    """Points, who did not come, or who won."""
    sides = [names.entries.get(key or 0, "?") for key in (event.entry, event.other_entry)]
    if kept["kind"] == FixtureResult.Kind.WITHDRAWN:
        return _("taken back")
    absent = [name for name, gone in zip(sides, kept.get("absent") or [], strict=False) if gone]
    if absent:
        return _("not there: %(names)s") % {"names": ", ".join(absent)}
    points = kept.get("points")
    if isinstance(points, list) and len(points) == 2:
        return " : ".join(number_text(one) for one in _whole(points))
    winners: dict[object, str] = {
        FixtureResult.Winner.FIRST: sides[0],
        FixtureResult.Winner.SECOND: sides[1],
    }
    return winners.get(kept.get("winner"), _("a draw"))


def _whole(points: Sequence[Any]) -> Iterator[int]:
    return (one if isinstance(one, int) else 0 for one in points)
