"""Starting, finishing, reopening and calling off: each after a page that says what it means."""

from collections.abc import Callable
from dataclasses import dataclass, replace
from typing import Final

from django.contrib import messages
from django.core.exceptions import ValidationError
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _
from django.views.decorators.http import require_http_methods

from tournaments.forms.leagues.settings import NoteForm
from tournaments.league_access import LeagueAccess, LeagueAction
from tournaments.league_visitors import league_visitor_of
from tournaments.models import League
from tournaments.services.leagues.states import (
    league_call_off,
    league_finish,
    league_reopen,
    league_start,
)
from tournaments.views.leagues.access import organizers_page
from tournaments.views.leagues.frame import render_page


@dataclass(frozen=True)
class Step:
    """What an organizer is about to do."""

    action: LeagueAction
    service: Callable[..., League]
    question: Promise
    meaning: tuple[Promise, ...]
    button: Promise
    done: Promise
    is_grave: bool = False


STEPS: Final = {
    "start": Step(
        LeagueAction.START,
        league_start,
        _("Start the league?"),
        (
            _("From now on rounds can be drawn, and everybody who may read its pages finds it."),
            _("Game, format and who competes cannot change any more."),
            _("More can be entered later; they join in from the next round on."),
        ),
        _("Start the league"),
        _("The league is under way. Draw the first round."),
    ),
    "finish": Step(
        LeagueAction.FINISH,
        league_finish,
        _("Finish the league?"),
        (
            _("The places are final, and nothing can be entered any more."),
            _("If something turns out to be wrong, you can reopen it."),
        ),
        _("Finish the league"),
        _("The league is finished. Congratulations to everybody!"),
    ),
    "reopen": Step(
        LeagueAction.REOPEN,
        league_reopen,
        _("Reopen the league?"),
        (_("Results can be corrected and rounds drawn again. The places are not final then."),),
        _("Reopen the league"),
        _("The league goes on."),
    ),
    "call-off": Step(
        LeagueAction.CALL_OFF,
        league_call_off,
        _("Call the league off?"),
        (
            _("What was played can still be read, but nothing more can be played or entered."),
            _("This cannot be undone."),
        ),
        _("Call the league off"),
        _("The league is called off."),
        is_grave=True,
    ),
}


_START_OF_BOTS: Final = replace(
    STEPS["start"],
    meaning=(
        _("The league plays by itself then: the house draws the rounds, and the bots play them."),
        _("Game, format and who competes cannot change any more."),
        _("Enter all bots before: the first round is drawn within minutes."),
    ),
    done=_("The league is under way, and plays by itself."),
)


@require_http_methods(["GET", "HEAD", "POST"])
@organizers_page(LeagueAction.READ_DRAFTS)
def state(request: HttpRequest, access: LeagueAccess, step: str) -> HttpResponse:
    """What it means, then doing it."""
    asked = STEPS.get(step)
    if asked is None:
        raise Http404
    access.require(asked.action)
    if step == "start" and access.league.is_of_bots:
        asked = _START_OF_BOTS
    form = NoteForm(request.POST if request.method == "POST" else None)
    if form.is_valid():
        try:
            asked.service(
                public_id=access.league.public_id,
                visitor=league_visitor_of(request),
                note=form.cleaned_data["note"],
            )
        except ValidationError as error:
            form.refuse(error)
        else:
            messages.success(request, str(asked.done))
            return redirect("leagues:today", access.league.public_id)
    form.focus_first_error()
    return render_page(request, access, "settings", "state.html", {"step": asked, "form": form})
