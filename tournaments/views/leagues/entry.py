"""One entry: sitting out, leaving, being sent away, coming back. What each means is said first."""

from collections.abc import Callable, Iterator
from typing import Any, Final

from django.contrib import messages
from django.core.exceptions import ValidationError
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.utils.functional import Promise
from django.utils.translation import gettext, ngettext
from django.utils.translation import gettext_lazy as _
from django.views.decorators.http import require_http_methods

from scoring.messages import message_from_json
from tournaments.forms.leagues.entries import DisqualifyForm, LeaveForm, RestForm
from tournaments.forms.leagues.settings import NoteForm
from tournaments.forms.refusable import RefusableForm
from tournaments.kernel_texts import message_text
from tournaments.league_access import LeagueAccess, LeagueAction
from tournaments.league_acts import LeagueAct
from tournaments.league_entry_steps import entry_hindrance, entry_steps
from tournaments.league_shown import Field, field_of, fixtures_shown
from tournaments.league_visitors import league_visitor_of
from tournaments.models import Fixture, League, LeagueEntry
from tournaments.selectors.league_rows import fixtures_of_entries
from tournaments.services.leagues.common import LeagueStaleError
from tournaments.services.leagues.entries import entry_remove, entry_rest_set
from tournaments.services.leagues.leaving import (
    Remaining,
    entry_disqualify,
    entry_return,
    entry_withdraw,
)
from tournaments.views.leagues.access import organizers_page
from tournaments.views.leagues.entries import STATUS_TONES
from tournaments.views.leagues.frame import render_page, revision_sent

_SERVICES: Final[dict[str, tuple[type[RefusableForm], Callable[..., Any], Promise]]] = {
    "rest": (RestForm, entry_rest_set, _("Saved: drawn rounds stay as they are.")),
    "remove": (NoteForm, entry_remove, _("Taken off the list.")),
    "withdraw": (LeaveForm, entry_withdraw, _("Withdrawn.")),
    "disqualify": (DisqualifyForm, entry_disqualify, _("Disqualified.")),
    "return": (NoteForm, entry_return, _("Back in: drawn again from the next round on.")),
}
_ACTS: Final = {
    "withdraw": LeagueAct.ENTRY_WITHDRAWN,
    "disqualify": LeagueAct.ENTRY_DISQUALIFIED,
    "return": LeagueAct.ENTRY_RETURNED,
}
_TOLD_MOST: Final = 4
"""So many sentences about the table fit into a message."""
_PLAYED: Final = (Fixture.State.CONFIRMED, Fixture.State.ENTERED, Fixture.State.DISPUTED)


@require_http_methods(["GET", "HEAD", "POST"])
@organizers_page(LeagueAction.READ_DRAFTS)
def entry(request: HttpRequest, access: LeagueAccess, entry_id: int) -> HttpResponse:
    """What there is to decide about somebody."""
    league = access.league
    people = field_of(league)
    if entry_id not in people.entries:
        raise Http404
    shown = people[entry_id]
    offered = entry_steps(league, shown.entry)
    asked = request.POST.get("what", "")
    forms = {what: _form(what, shown.entry) for what in offered}
    if request.method == "POST" and asked in offered:
        forms[asked] = form = _form(asked, shown.entry, request)
        if form.is_valid():
            try:
                _do(request, league, asked, entry_id, form)
            except ValidationError as error:
                form.refuse(error)
            except LeagueStaleError as error:
                messages.error(request, error.sentence)
                return redirect(request.path)
            else:
                said = [str(_SERVICES[asked][2]), *_changed(league, entry_id, asked, people)]
                messages.success(request, " ".join(said))
                return redirect("leagues:entries", league.public_id)
        form.focus_first_error()
    mine = fixtures_of_entries(league=league, entries=[entry_id])
    context = {
        "shown": shown,
        "revision": league.revision,
        "tone": STATUS_TONES[LeagueEntry.Status(shown.entry.status)],
        "forms": forms if access.may(LeagueAction.MANAGE_ENTRIES) else {},
        "asked": asked,
        "to_play": fixtures_shown(league, mine, people),
        "played": league.fixtures.filter(state__in=_PLAYED).filter(first_id=entry_id).count()
        + league.fixtures.filter(state__in=_PLAYED, second_id=entry_id).count(),
        "hindrance": entry_hindrance(league, shown.entry),
        "is_bracket": league.format == League.Format.KNOCKOUT,
    }
    return render_page(request, access, "entries", "entry.html", context)


def _form(what: str, found: LeagueEntry, request: HttpRequest | None = None) -> RefusableForm:
    kind = _SERVICES[what][0]
    initial = {"rounds": ", ".join(map(str, sorted(found.rests)))} if what == "rest" else {}
    sent = None if request is None else request.POST
    return kind(sent, initial=initial, auto_id=f"{what}_%s")


def _do(
    request: HttpRequest, league: League, what: str, entry_id: int, form: RefusableForm
) -> None:
    values = dict(form.cleaned_data)
    if what == "remove":
        values.pop("note")
    if what == "rest":
        values["revision"] = revision_sent(request)
    _SERVICES[what][1](
        public_id=league.public_id,
        visitor=league_visitor_of(request),
        entry_id=entry_id,
        **values,
    )


def _changed(league: League, entry_id: int, what: str, people: Field) -> Iterator[str]:
    """What came of it for the matches that were left and for the table; the log has all of it."""
    if what not in _ACTS:
        return
    event = league.events.filter(entry=entry_id, action=_ACTS[what]).order_by("-pk").first()
    if event is None:
        return
    left = len(event.after.get("matches", ()))
    if left and event.after["remaining"] == Remaining.CANCEL:
        sentence = ngettext(
            "%(count)d match is called off.", "%(count)d matches are called off.", left
        )
        yield sentence % {"count": left}
    elif left:
        sentence = ngettext(
            "%(count)d match counts as lost.", "%(count)d matches count as lost.", left
        )
        yield sentence % {"count": left}
    for kept in event.consequences[:_TOLD_MOST]:
        yield message_text(message_from_json(kept), people.names)
    if len(event.consequences) > _TOLD_MOST:
        yield gettext("The log says what else changed.")
