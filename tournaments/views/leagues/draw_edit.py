"""Changing a drafted round by hand. Oddities are shown, and nothing is forbidden but the
impossible."""

from django.contrib import messages
from django.core.exceptions import ValidationError
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods

from tournaments.forms.leagues.draw import EditForm
from tournaments.league_access import LeagueAccess, LeagueAction
from tournaments.league_drawn import DraftPlaces, draft_require, sentences
from tournaments.league_shown import field_of
from tournaments.league_visitors import league_visitor_of
from tournaments.models import LeagueRound
from tournaments.selectors.league_drafts import edit_conflicts
from tournaments.selectors.league_rounds import round_find
from tournaments.services.leagues.common import LeagueStaleError
from tournaments.services.leagues.rounds import round_edit
from tournaments.views.leagues.access import organizers_page
from tournaments.views.leagues.frame import render_page, revision_sent, say_refusal


@require_http_methods(["GET", "HEAD", "POST"])
@organizers_page(LeagueAction.DRAW)
def draw_edit(request: HttpRequest, access: LeagueAccess, number: int) -> HttpResponse:
    """ "Check" says what is odd; "Save" keeps it."""
    league = access.league
    found = round_find(league=league, number=number)
    if found is None:
        raise Http404
    try:
        draft_require(found)
    except ValidationError as error:
        say_refusal(request, error)
        return redirect("leagues:draw_round", league.public_id, number)
    people = field_of(league)
    sent = request.POST if request.method == "POST" else None
    form = EditForm(sent, places=DraftPlaces(found, people))
    revision, status = league.revision, 200
    conflicts: list[str] | None = None
    if request.method == "POST":
        revision = revision_sent(request)
        if form.is_valid():
            said = edit_conflicts(
                league=league, number=number, pairings=form.pairings, byes=form.byes
            )
            conflicts = sentences(said, people)
            if "save" in request.POST:
                try:
                    round_edit(
                        public_id=league.public_id,
                        visitor=league_visitor_of(request),
                        number=number,
                        pairings=form.pairings,
                        byes=form.byes,
                        revision=revision,
                    )
                except ValidationError as error:
                    form.add_error(None, error.messages)
                except LeagueStaleError as error:
                    form.add_error(None, error.sentence)
                    status = 409
                else:
                    messages.success(request, _("Saved."))
                    return redirect("leagues:draw_round", league.public_id, number)
    context = {
        "round": found,
        "form": form,
        "revision": revision,
        "conflicts": conflicts,
        "is_checked": conflicts is not None,
        "resting": [people[one].name for one in _resting(form, found)],
    }
    return render_page(request, access, "draw", "draw_edit.html", context, status=status)


def _resting(form: EditForm, found: LeagueRound) -> list[int]:
    """Who has no opponent: by the form if it can be read, else by the draft."""
    if form.is_bound and form.is_valid():
        return form.byes
    return [bye.entry_id for bye in found.byes.all()]
