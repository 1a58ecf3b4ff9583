"""What needs a league's organizers now, the most urgent first, in sentences: for both the pages and
programs."""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from enum import StrEnum

from django.urls import reverse
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from tournaments.kernel_texts import message_text
from tournaments.league_shown import Field, match_title
from tournaments.models import Fixture, League
from tournaments.selectors.league_today import Matches, Today


class TodoKind(StrEnum):
    """What has to be done."""

    DISPUTE = "dispute"
    SHEET_DISPUTE = "sheet_dispute"
    """Two sides do not agree about their score sheet."""
    TO_CONFIRM = "to_confirm"
    OVERDUE = "overdue"
    UNDATED = "undated"
    """Postponed without a date."""
    CANNOT_PLAY = "cannot_play"
    DRAFT = "draft"
    ALL_PLAYED = "all_played"
    CAN_BE_DRAWN = "can_be_drawn"
    APPLICATIONS = "applications"


@dataclass(frozen=True)
class Todo:
    """One thing to do, and where it is done."""

    kind: TodoKind
    badge: str
    tone: str
    sentence: str
    url: str
    button: str
    detail: str = ""
    fixture: Fixture | None = None
    round: int | None = None
    entry: int | None = None
    count: int = 1
    """Of several that are told in one line."""


def todo_list(league: League, found: Today, people: Field) -> Iterator[Todo]:
    """In the order of their urgency."""
    yield from _disputed(league, found, people)
    for one in found.waiting.listed:
        yield _about(
            league,
            people,
            one,
            kind=TodoKind.TO_CONFIRM,
            tone=(_("to be confirmed"), "badge-caution"),
            detail=_("A result waits for the other side. You can confirm it yourself."),
            button=_("Look at it"),
        )
    yield from _more(TodoKind.TO_CONFIRM, found.waiting, league)
    for one in found.overdue.listed:
        yield _about(
            league,
            people,
            one,
            kind=TodoKind.UNDATED if _is_undated(one) else TodoKind.OVERDUE,
            tone=_late_tone(league, one),
            detail=_late_detail(league, one),
            button=_("Open the match"),
        )
    yield from _more(TodoKind.OVERDUE, found.overdue, league)
    yield from _bots(league, found, people)
    yield from _rounds(league, found)
    yield from _applications(league, found)


def match_line(league: League, people: Field, fixture: Fixture) -> tuple[str, str]:
    """Who meets in which round, and the match's page."""
    sentence = match_title(fixture, people)
    return sentence, reverse("leagues:match", args=[league.public_id, fixture.public_id])


def why_quiet(league: League, found: Today, people: Field) -> str:
    """Why nothing can be drawn, where there is nothing else to do."""
    reason = found.drawing.not_ready
    if league.state != League.State.RUNNING or reason is None:
        return ""
    return message_text(reason, people.names)


def _is_undated(fixture: Fixture) -> bool:
    return fixture.state == Fixture.State.POSTPONED and fixture.starts_at is None


def _late_tone(league: League, fixture: Fixture) -> tuple[str, str]:
    if _is_undated(fixture) and not league.is_of_bots:
        return fixture.get_state_display(), "badge-caution"
    return _("overdue"), "badge-bad"


def _late_detail(league: League, fixture: Fixture) -> str:
    """What can be done about a match that is not played."""
    if league.is_of_bots:
        return _("The bots could not play it. Let them try again, or say who did not come.")
    if _is_undated(fixture):
        return _("It was postponed without a date. Set one, or enter a result.")
    return _("It should have been played by now. Enter a result, or postpone it.")


def _disputed(league: League, found: Today, people: Field) -> Iterator[Todo]:
    tone = (_("dispute"), "badge-bad")
    of_matches = (
        TodoKind.DISPUTE,
        found.disputes,
        _("A side says that the result is wrong. Decide, with a note."),
        _("Decide"),
    )
    of_sheets = (
        TodoKind.SHEET_DISPUTE,
        found.sheet_disputes,
        _("The two sides do not agree about their score sheet."),
        _("Look at it"),
    )
    for kind, matches, detail, button in (of_matches, of_sheets):
        for one in matches.listed:
            yield _about(league, people, one, kind=kind, tone=tone, detail=detail, button=button)
        yield from _more(kind, matches, league)


def _bots(league: League, found: Today, people: Field) -> Iterator[Todo]:
    for entry, why in found.hindrances.items():
        yield Todo(
            TodoKind.CANNOT_PLAY,
            _("cannot play"),
            "badge-bad",
            people[entry].name,
            reverse("leagues:entry", args=[league.public_id, entry]),
            _("What to do"),
            why,
            entry=entry,
        )


def _rounds(league: League, found: Today) -> Iterator[Todo]:
    if league.state != League.State.RUNNING or found.is_left_alone:
        return
    for draft in found.drafts:
        yield Todo(
            TodoKind.DRAFT,
            _("draft"),
            "badge-note",
            _("Round %(number)d is drawn, but nobody sees it yet.") % {"number": draft.number},
            reverse("leagues:draw_round", args=[league.public_id, draft.number]),
            _("Look at it and publish"),
            round=draft.number,
        )
    if found.drawing.is_complete and not found.drafts:
        yield Todo(
            TodoKind.ALL_PLAYED,
            _("all played"),
            "badge-good",
            _("Everything is played and decided."),
            reverse("leagues:state", args=[league.public_id, "finish"]),
            _("Finish the league"),
        )
    elif found.may_draw:
        yield Todo(
            TodoKind.CAN_BE_DRAWN,
            _("can be drawn"),
            "badge-note",
            _("The next round can be drawn."),
            reverse("leagues:draw", args=[league.public_id]),
            _("Draw it"),
        )


def _applications(league: League, found: Today) -> Iterator[Todo]:
    if not found.applications:
        return
    sentence = ngettext(
        "%(count)d asks to take part.", "%(count)d ask to take part.", found.applications
    )
    url = reverse("leagues:entries", args=[league.public_id])
    yield Todo(
        TodoKind.APPLICATIONS,
        _("application"),
        "badge-note",
        sentence % {"count": found.applications},
        f"{url}#applications",
        _("Let them in"),
        count=found.applications,
    )


def _about(
    league: League,
    people: Field,
    fixture: Fixture,
    *,
    kind: TodoKind,
    tone: tuple[str, str],
    detail: str,
    button: str,
) -> Todo:
    line = match_line(league, people, fixture)
    return Todo(kind, *tone, *line, button, detail, fixture=fixture, round=fixture.round.number)


def _more(kind: TodoKind, matches: Matches, league: League) -> Iterable[Todo]:
    if matches.more <= 0:
        return ()
    sentence = ngettext(
        "and %(count)d more match of this kind", "and %(count)d more matches of this kind",
        matches.more,
    ) % {"count": matches.more}  # fmt: skip
    url = reverse("leagues:matches", args=[league.public_id])
    return (Todo(kind, "", "", sentence, url, _("All matches"), count=matches.more),)
