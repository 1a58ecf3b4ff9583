"""One match as operators see it: how it came to where it is, and what can be done about it."""

from typing import Final

from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.http import require_POST, require_safe

from arena.forms.operators import FindForm, ReasonForm, VoidForm
from arena.match_states import MatchState
from arena.models import Match
from arena.selectors.bots import bot_get, bot_named
from arena.selectors.matches import match_get
from arena.selectors.operations import match_history, operators_log_of_match
from arena.services.operations import match_requeue, match_void_by_staff
from arena.views.operators.access import operator_of, operators_only
from arena.views.operators.shown import match_who
from arena.views.operators.steps import step

_TONES: Final = {
    MatchState.QUEUED: "note",
    MatchState.SENT: "note",
    MatchState.PLAYING: "note",
    MatchState.SETTLED: "good",
    MatchState.VOID: "bad",
}


@operators_only
@require_safe
def find(request: HttpRequest) -> HttpResponse:
    """To the page of whatever was named."""
    form = FindForm(request.GET)
    asked = form.data.get("q", "").replace("\0", "").strip()
    code = asked.rstrip("/").rpartition("/")[2]
    if match_get(public_id=code) is not None:
        return redirect("operators:match", code)
    bot = bot_get(public_id=code) or bot_named(name=asked)
    if bot is not None:
        return redirect("operators:bot", bot.public_id)
    messages.warning(
        request,
        _("There is no match and no bot “%(asked)s”. Copy the address of its page, and try again.")
        % {"asked": asked[:100]},
    )
    return redirect("operators:page")


@operators_only
@require_safe
def match(request: HttpRequest, public_id: str) -> HttpResponse:
    """Its facts, its steps, and the two buttons."""
    found = _match_asked(public_id)
    context = {
        "match": found,
        "who": match_who(found),
        "tone": _TONES[MatchState(found.state)],
        "history": match_history(match=found),
        "log": operators_log_of_match(match=found),
        "may_requeue": found.is_under_way,
        "may_void": found.state != MatchState.VOID,
        "counted": found.state == MatchState.SETTLED,
        "requeue_form": ReasonForm(auto_id="requeue_%s"),
        "void_form": VoidForm(auto_id="void_%s"),
    }
    return render(request, "arena/operators/match.html", context)


@operators_only
@require_POST
def requeue(request: HttpRequest, public_id: str) -> HttpResponse:
    """Have it played anew."""
    found = _match_asked(public_id)
    if (attempt := request.POST.get("attempt", "")).isdecimal():
        found.attempt = int(attempt)  # which the operator saw

    def do(reason: str) -> str:
        match_requeue(match=found, by=operator_of(request), reason=reason)
        return _("The match is back in the queue and will be played anew.")

    return step(request, do, reverse("operators:match", args=[public_id]))


@operators_only
@require_POST
def void(request: HttpRequest, public_id: str) -> HttpResponse:
    """Let it not count."""
    found = _match_asked(public_id)

    def do(reason: str) -> str:
        match_void_by_staff(match=found, by=operator_of(request), reason=reason)
        return _("The match is void.")

    return step(request, do, reverse("operators:match", args=[public_id]))


def _match_asked(public_id: str) -> Match:
    found = match_get(public_id=public_id)
    if found is None:
        raise Http404
    return found
