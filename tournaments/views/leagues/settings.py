"""Changing what was decided about a league, as long as it can still change."""

from dataclasses import asdict
from typing import Any, cast

from django.contrib import messages
from django.core.exceptions import ValidationError
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods

from tournaments.forms.leagues.settings import SettingsForm
from tournaments.forms.leagues.spec import spec_of
from tournaments.forms.leagues.tie_breaks import tie_breaks_moved
from tournaments.league_access import LeagueAccess, LeagueAction
from tournaments.league_spec import LeagueSpec
from tournaments.league_visitors import league_visitor_of
from tournaments.models import League, User
from tournaments.services.leagues.common import LeagueStaleError
from tournaments.services.leagues.settings import league_spec_of, league_update
from tournaments.views.leagues.access import organizers_page
from tournaments.views.leagues.frame import render_page
from tournaments.views.leagues.words import league_in_words


@require_http_methods(["GET", "HEAD", "POST"])
@organizers_page(LeagueAction.READ_DRAFTS)
def settings(request: HttpRequest, access: LeagueAccess) -> HttpResponse:
    """What can be changed as a form, the rest in words, and the way to begin or to end."""
    league, account = access.league, cast("User", request.user)
    may_edit = access.may(LeagueAction.EDIT_SETTINGS)
    initial = {**_initial(league_spec_of(league)), "revision": league.revision}
    is_sent = request.method == "POST"
    status = 200
    if is_sent and "move" in request.POST:
        form = SettingsForm(initial=_moved(request, initial), league=league, account=account)
    else:
        form = SettingsForm(
            request.POST if is_sent else None, initial=initial, league=league, account=account
        )
        if is_sent and form.is_valid():
            access.require(LeagueAction.EDIT_SETTINGS)
            try:
                _save(request, league, form)
            except ValidationError as error:
                form.refuse(error)
            except LeagueStaleError as error:
                form.add_error(None, error.sentence)
                status = 409
            else:
                messages.success(request, _("Saved."))
                return redirect(request.path)
    form.focus_first_error()
    context = {
        "form": form,
        "may_edit": may_edit,
        "moved": request.POST.get("move", ""),
        "sentences": league_in_words(league_spec_of(league)),
        "steps": [step for step, action in _STEPS if access.may(action)],
        "is_draft": league.state == League.State.DRAFT,
    }
    return render_page(request, access, "settings", "settings.html", context, status=status)


_STEPS = (
    ("start", LeagueAction.START),
    ("finish", LeagueAction.FINISH),
    ("reopen", LeagueAction.REOPEN),
    ("call-off", LeagueAction.CALL_OFF),
)


_EMPTY = frozenset({"rounds_planned", "groups", "qualifiers"})
"""What a league does not have is not 0, but not asked."""


def _save(request: HttpRequest, league: League, form: SettingsForm) -> None:
    """What was not asked stays as it is."""
    before = dict(vars(league_spec_of(league)))
    durak_points = before.pop("durak_points")
    league_update(
        public_id=league.public_id,
        visitor=league_visitor_of(request),
        spec=spec_of({**before, **form.cleaned_data}, durak_points=form.durak_rule or durak_points),
        revision=form.cleaned_data["revision"],
    )


def _initial(spec: LeagueSpec) -> dict[str, Any]:
    """The form as it stands now; a rule set of the league's own shows as its match end."""
    values = {
        name: None if value == 0 and name in _EMPTY else value for name, value in vars(spec).items()
    }
    durak = values.pop("durak_points")
    return {**values, **({} if durak is None else asdict(durak))}


def _moved(request: HttpRequest, initial: dict[str, Any]) -> dict[str, Any]:
    """What was typed, with the tie-breaks in their new order."""
    sent = request.POST
    order = tie_breaks_moved(sent.getlist("tie_breaks"), str(sent["move"]))
    return {**initial, **sent.dict(), "tie_breaks": order}
