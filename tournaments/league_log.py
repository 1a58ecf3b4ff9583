"""The log of a league in words: who changed what, when, and what else that changed."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

from django.urls import reverse
from django.utils.functional import Promise
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, pgettext

from scoring.messages import message_from_json
from tournaments.kernel_texts import message_text
from tournaments.league_access import LeagueRole
from tournaments.league_acts import LeagueAct
from tournaments.league_log_words import Change, Names, changes_of
from tournaments.league_shown import Field, field_of
from tournaments.models import League, LeagueEvent
from tournaments.selectors.league_log import accounts_named

_Act = LeagueAct
KINDS: Final[dict[str, tuple[Promise, tuple[LeagueAct, ...]]]] = {
    "league": (
        gettext_lazy("the league and its officials"),
        (
            _Act.CREATED, _Act.CHANGED, _Act.STARTED, _Act.FINISHED, _Act.REOPENED,
            _Act.CALLED_OFF, _Act.OFFICIAL_ADDED, _Act.OFFICIAL_REMOVED, _Act.OWNER_CHANGED,
        ),
    ),
    "entries": (
        gettext_lazy("entries and links"),
        (
            _Act.ENTRY_ADDED, _Act.ENTRIES_IMPORTED, _Act.ENTRY_REMOVED, _Act.ENTRY_WITHDRAWN,
            _Act.ENTRY_DISQUALIFIED, _Act.ENTRY_RETURNED, _Act.ENTRY_RESTS, _Act.ENTRIES_SEEDED,
            _Act.APPLIED, _Act.APPLICATION_ACCEPTED, _Act.APPLICATION_DECLINED, _Act.LINK_MADE,
            _Act.LINK_REVOKED,
        ),
    ),
    "rounds": (
        gettext_lazy("rounds"),
        (
            _Act.ROUNDS_DRAFTED, _Act.ROUND_DISCARDED, _Act.ROUND_EDITED, _Act.ROUND_PUBLISHED,
            _Act.ROUND_UNPUBLISHED, _Act.ROUND_DATED,
        ),
    ),
    "matches": (
        gettext_lazy("matches"),
        (
            _Act.SHEET_OPENED, _Act.RESULT_ENTERED, _Act.RESULT_CONFIRMED, _Act.RESULT_DISPUTED,
            _Act.RESULT_DECIDED, _Act.RESULT_CORRECTED, _Act.RESULT_WITHDRAWN,
            _Act.FIXTURE_POSTPONED, _Act.FIXTURE_RESUMED, _Act.FIXTURE_CALLED_OFF,
            _Act.BOTS_FAILED,
        ),
    ),
    "adjustments": (
        gettext_lazy("penalties and bonuses"),
        (_Act.ADJUSTED, _Act.ADJUSTMENT_CANCELLED),
    ),
}  # fmt: skip


@dataclass(frozen=True)
class ShownEvent:
    """One line of the log."""

    event: LeagueEvent
    sentence: str
    by: str
    changes: list[Change]
    consequences: list[str]
    url: str


def events_shown(league: League, events: Sequence[LeagueEvent]) -> list[ShownEvent]:
    """These of them: as many queries however many they are. Reads `by`."""
    people = field_of(league)
    names = Names(
        {key: shown.name for key, shown in people.entries.items()}, accounts_named(events=events)
    )
    return [_shown(one, league.public_id, people, names) for one in events]


def _shown(event: LeagueEvent, league_id: str, people: Field, names: Names) -> ShownEvent:
    act = LeagueAct(event.action)
    gone = _("somebody who is gone")
    sentence = act.sentence(
        entry=names.entries.get(event.entry or 0, gone),
        other=names.entries.get(event.other_entry or 0, gone),
        round_number=event.round,
    )
    return ShownEvent(
        event=event,
        sentence=sentence,
        by=_by(event),
        changes=changes_of(event, names),
        consequences=_consequences(event.consequences, people),
        url=reverse("leagues:match", args=[league_id, event.fixture]) if event.fixture else "",
    )


def _consequences(kept: Sequence[object], people: Field) -> list[str]:
    return [
        message_text(message_from_json(one), people.names) for one in kept if isinstance(one, dict)
    ]


def _by(event: LeagueEvent) -> str:
    """The name and the role in which it was done."""
    roles: dict[str, str] = {
        LeagueRole.OWNER: _("owner"),
        LeagueRole.CO_ORGANIZER: _("co-organizer"),
        LeagueRole.SCORER: _("scorer"),
        LeagueRole.LINK_SCORER: _("with a scorer's link"),
        LeagueRole.MATCH_PLAYER: _("player of the match"),
        LeagueRole.PLAYER: _("player"),
        LeagueRole.APPLICANT: _("with the link to take part"),
        LeagueRole.SERVICE: pgettext("league", "the service itself"),
    }
    name = "" if event.by is None else event.by.public_name
    role = roles.get(event.role, "")
    return f"{name} ({role})" if name and role else name or role
