"""What needs the organizer now, the most urgent first, each with its button."""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass

from django.http import HttpRequest, HttpResponse
from django.urls import reverse
from django.utils.translation import gettext as _
from django.utils.translation import ngettext
from django.views.decorators.http import require_safe

from tournaments.kernel_texts import message_text
from tournaments.league_access import LeagueAccess, LeagueAction
from tournaments.league_shown import Field, field_of, match_title
from tournaments.models import Fixture, League
from tournaments.selectors.league_today import Matches, Today, today
from tournaments.views.leagues.access import organizers_page
from tournaments.views.leagues.frame import render_page

_FEWEST = 2


@dataclass(frozen=True)
class Todo:
    """One thing to do."""

    badge: str
    tone: str
    sentence: str
    url: str
    button: str
    detail: str = ""


@require_safe
@organizers_page(LeagueAction.READ_DRAFTS)
def league_today(request: HttpRequest, access: LeagueAccess) -> HttpResponse:
    """The page to begin the day with."""
    league = access.league
    found, people = today(league=league), field_of(league)
    active = sum(not shown.mark for shown in people.entries.values())
    context = {
        "todo": list(_todo(access, found, people)),
        "playing": [_match(league, people, one) for one in found.playing.listed],
        "playing_more": found.playing.more,
        "entered": active,
        "is_draft": league.state == League.State.DRAFT,
        "is_open": league.state in (League.State.DRAFT, League.State.RUNNING),
        "is_finished": league.state == League.State.FINISHED,
        "may_start": active >= _FEWEST,
        "why_quiet": _why_quiet(found, people, league),
    }
    return render_page(request, access, "today", "today.html", context)


def _todo(access: LeagueAccess, found: Today, people: Field) -> Iterator[Todo]:
    league = access.league
    yield from _disputed(league, found, people)
    for one in found.waiting.listed:
        yield _about(
            league,
            people,
            one,
            tone=(_("to be confirmed"), "badge-caution"),
            detail=_("A result waits for the other side. You can confirm it yourself."),
            button=_("Look at it"),
        )
    yield from _more(found.waiting, league)
    for one in found.overdue.listed:
        yield _about(
            league,
            people,
            one,
            tone=_late_tone(league, one),
            detail=_late_detail(league, one),
            button=_("Open the match"),
        )
    yield from _more(found.overdue, league)
    yield from _bots(league, found, people)
    yield from _rounds(league, found)
    yield from _applications(league, found)


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
    for one in found.disputes.listed:
        sentence = _("A side says that the result is wrong. Decide, with a note.")
        yield _about(league, people, one, tone=tone, detail=sentence, button=_("Decide"))
    yield from _more(found.disputes, league)
    for one in found.sheet_disputes.listed:
        sentence = _("The two sides do not agree about their score sheet.")
        yield _about(league, people, one, tone=tone, detail=sentence, button=_("Look at it"))
    yield from _more(found.sheet_disputes, league)


def _bots(league: League, found: Today, people: Field) -> Iterator[Todo]:
    for entry, why in found.hindrances.items():
        yield Todo(
            _("cannot play"),
            "badge-bad",
            people[entry].name,
            reverse("leagues:entry", args=[league.public_id, entry]),
            _("What to do"),
            why,
        )


def _rounds(league: League, found: Today) -> Iterator[Todo]:
    if league.state != League.State.RUNNING or found.is_left_alone:
        return
    for draft in found.drafts:
        yield Todo(
            _("draft"),
            "badge-note",
            _("Round %(number)d is drawn, but nobody sees it yet.") % {"number": draft.number},
            reverse("leagues:draw_round", args=[league.public_id, draft.number]),
            _("Look at it and publish"),
        )
    if found.drawing.is_complete and not found.drafts:
        yield Todo(
            _("all played"),
            "badge-good",
            _("Everything is played and decided."),
            reverse("leagues:state", args=[league.public_id, "finish"]),
            _("Finish the league"),
        )
    elif found.may_draw:
        yield Todo(
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
        _("application"),
        "badge-note",
        sentence % {"count": found.applications},
        f"{url}#applications",
        _("Let them in"),
    )


def _about(
    league: League,
    people: Field,
    fixture: Fixture,
    *,
    tone: tuple[str, str],
    detail: str,
    button: str,
) -> Todo:
    return Todo(*tone, *_match(league, people, fixture), button, detail)


def _match(league: League, people: Field, fixture: Fixture) -> tuple[str, str]:
    """Who meets in which round, and the match's page."""
    sentence = match_title(fixture, people)
    return sentence, reverse("leagues:match", args=[league.public_id, fixture.public_id])


def _more(matches: Matches, league: League) -> Iterable[Todo]:
    if matches.more <= 0:
        return ()
    sentence = ngettext(
        "and %(count)d more match of this kind", "and %(count)d more matches of this kind",
        matches.more,
    ) % {"count": matches.more}  # fmt: skip
    url = reverse("leagues:matches", args=[league.public_id])
    return (Todo("", "", sentence, url, _("All matches")),)


def _why_quiet(found: Today, people: Field, league: League) -> str:
    """Why nothing can be drawn, where there is nothing else to do."""
    reason = found.drawing.not_ready
    if league.state != League.State.RUNNING or reason is None:
        return ""
    return message_text(reason, people.names)
