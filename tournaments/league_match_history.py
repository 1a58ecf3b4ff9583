"""What was said about a match, by whom, and what it changed."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Final

from django.utils.functional import Promise
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from scoring.messages import CompetitorId, message_from_json
from tournaments.kernel_texts import message_text
from tournaments.league_access import LeagueRole
from tournaments.league_acts import LeagueAct
from tournaments.league_shown import remark_on, scores_of
from tournaments.models import Fixture, FixtureResult, FixtureWord, LeagueEvent


@dataclass(frozen=True)
class ShownWord:
    """What a side said to a result."""

    row: FixtureWord
    who: str
    kind: str
    text: str
    at: datetime


@dataclass(frozen=True)
class ShownResult:
    """What somebody said came of it."""

    row: FixtureResult
    text: str
    kind: str
    by: str
    note: str
    at: datetime
    words: Sequence[ShownWord]
    games: Sequence[str]
    counts: bool


@dataclass(frozen=True)
class ShownStep:
    """What an organizer did about the match, and what else that changed."""

    row: LeagueEvent
    text: str
    by: str
    note: str
    at: datetime
    changes: Sequence[str]


_STEPS: Final[dict[str, Promise]] = {
    LeagueAct.RESULT_DECIDED: gettext_lazy("Decided"),
    LeagueAct.RESULT_CORRECTED: gettext_lazy("Corrected"),
    LeagueAct.RESULT_WITHDRAWN: gettext_lazy("Result taken back"),
    LeagueAct.FIXTURE_POSTPONED: gettext_lazy("Postponed"),
    LeagueAct.FIXTURE_RESUMED: gettext_lazy("To be played after all"),
    LeagueAct.FIXTURE_CALLED_OFF: gettext_lazy("Called off"),
    LeagueAct.BOTS_FAILED: gettext_lazy("The arena could not play it"),
}
"""What both sides have to learn; the whole log is the organizers'."""


def results_shown(fixture: Fixture, names: Sequence[str]) -> list[ShownResult]:
    """Everything anybody said came of it, the latest first. Reads what `fixture_find` fetched."""
    told: list[FixtureResult] = fixture.told  # type: ignore[attr-defined]
    return [_result(fixture, one, names) for one in reversed(told)]


def steps_shown(
    events: Sequence[LeagueEvent], names: Mapping[CompetitorId, str]
) -> list[ShownStep]:
    """What was done about it, the latest first, and who moved because of that."""
    return [
        ShownStep(
            row=one,
            text=str(_STEPS[one.action]),
            by=_by("" if one.by is None else one.by.public_name, one.role),
            note=one.note,
            at=one.at,
            changes=[message_text(message_from_json(data), names) for data in one.consequences],
        )
        for one in events
        if one.action in _STEPS
    ]


def _result(fixture: Fixture, result: FixtureResult, names: Sequence[str]) -> ShownResult:
    scores = scores_of(result)
    words: list[FixtureWord] = result.said  # type: ignore[attr-defined]
    return ShownResult(
        row=result,
        text=" : ".join(scores) if scores else remark_on(result, *names),
        kind=result.get_kind_display(),
        by=_by("" if result.by is None else result.by.public_name, result.role),
        note=result.note,
        at=result.at,
        words=[
            ShownWord(one, names[one.side], one.get_kind_display(), one.text, one.at)
            for one in words
        ],
        games=_games(result, names),
        counts=result.pk == fixture.result_id and fixture.state == Fixture.State.CONFIRMED,
    )


def _games(result: FixtureResult, names: Sequence[str]) -> list[str]:
    """A series of Durak, game by game."""
    told = []
    for number, game in enumerate(result.detail.get("games", []), 1):
        if game.get("ending") == "draw":
            said = _("Game %(number)s: a draw") % {"number": number}
        else:
            losers = [names[side] for side in game.get("losers", []) if side in (0, 1)]
            said = _("Game %(number)s: %(name)s was the durak") % {
                "number": number,
                "name": ", ".join(losers),
            }
        epaulettes = {1: _("with an epaulette"), 2: _("with two epaulettes")}
        besides = epaulettes.get(game.get("epaulettes", 0))
        told.append(f"{said}, {besides}" if besides else said)
    return told


def _by(name: str, role: str) -> str:
    roles: dict[str, str] = {
        LeagueRole.OWNER: _("organizer"),
        LeagueRole.CO_ORGANIZER: _("co-organizer"),
        LeagueRole.SCORER: _("scorer"),
        LeagueRole.LINK_SCORER: _("somebody with a link"),
        LeagueRole.MATCH_PLAYER: _("player"),
        LeagueRole.SERVICE: _("the arena"),
    }
    what = roles.get(role, "")
    return f"{name} ({what})" if name and what else name or what
