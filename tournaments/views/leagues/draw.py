"""Rounds: drawing, looking at what was drawn and why, changing it by hand, publishing."""

from collections.abc import Callable
from typing import Any, Final

from django.contrib import messages
from django.core.exceptions import ValidationError
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.utils.functional import Promise
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy
from django.views.decorators.http import require_http_methods

from tournaments.forms.leagues.draw import AllDatesForm, DatesForm
from tournaments.kernel_texts import message_text
from tournaments.league_access import LeagueAccess, LeagueAction
from tournaments.league_drawn import round_shown, sentences
from tournaments.league_shown import field_of
from tournaments.league_visitors import league_visitor_of
from tournaments.models import League, LeagueRound
from tournaments.selectors.league_drafts import draft_conflicts
from tournaments.selectors.league_rounds import round_find, rounds_listed
from tournaments.selectors.league_today import drawing
from tournaments.services.leagues.common import LeagueStaleError
from tournaments.services.leagues.round_dates import drafts_dates_set, round_dates_set
from tournaments.services.leagues.rounds import (
    round_discard,
    round_publish,
    round_unpublish,
    rounds_draft,
)
from tournaments.views.leagues.access import organizers_page
from tournaments.views.leagues.frame import render_page, revision_sent, say_refusal

_Draft = LeagueRound.State.DRAFT


@require_http_methods(["GET", "HEAD", "POST"])
@organizers_page(LeagueAction.READ_DRAFTS)
def draw(request: HttpRequest, access: LeagueAccess) -> HttpResponse:
    """All rounds, and whether the next can be drawn; a POST draws it."""
    league = access.league
    rounds = rounds_listed(league=league)
    drafts = [one for one in reversed(rounds) if one.state == _Draft]
    is_dating = request.POST.get("what") == "dates"
    form = AllDatesForm(request.POST if is_dating else None)
    if request.method == "POST" and (not is_dating or form.is_valid()):
        try:
            return _all(request, league, drafts, form)
        except ValidationError as error:
            say_refusal(request, error)
        except LeagueStaleError as error:
            messages.error(request, error.sentence)
        return redirect(request.path)
    form.focus_first_error()
    state = drawing(league=league)
    reason = state.not_ready
    is_open = reason is None and not state.is_complete
    context = {
        "rounds": rounds,
        "drafts": drafts,
        "form": form,
        "revision": league.revision,
        "may_draw": access.may(LeagueAction.DRAW),
        "can_draw": access.may(LeagueAction.DRAW) and is_open and not drafts,
        "is_draft": league.state == League.State.DRAFT,
        "reason": "" if reason is None else message_text(reason, field_of(league).names),
        "is_all_at_once": league.format
        in (League.Format.ROUND_ROBIN, League.Format.DOUBLE_ROUND_ROBIN, League.Format.GROUPS),
    }
    return render_page(request, access, "draw", "draw.html", context)


def _all(
    request: HttpRequest, league: League, drafts: list[LeagueRound], form: AllDatesForm
) -> HttpResponse:
    """Draw what can be drawn; or date, or publish, everything that is drafted."""
    public_id, visitor = league.public_id, league_visitor_of(request)
    what = request.POST.get("what", "")
    if what == "dates":
        drafts_dates_set(
            public_id=public_id,
            visitor=visitor,
            dates=form.dates(len(drafts)),
            revision=revision_sent(request),
        )
        messages.success(request, _("The dates are saved."))
        return redirect(request.path)
    if what == "publish" and drafts:
        round_publish(
            public_id=public_id,
            visitor=visitor,
            number=drafts[-1].number,
            revision=revision_sent(request),
        )
        messages.success(request, _("Published: everybody can see them."))
        return redirect(request.path)
    drawn = rounds_draft(public_id=public_id, visitor=visitor)
    messages.success(request, _("Drawn. Nobody sees it until you publish it."))
    if len(drawn) > 1:
        return redirect(request.path)
    return redirect("leagues:draw_round", public_id, drawn[0].number)


@require_http_methods(["GET", "HEAD", "POST"])
@organizers_page(LeagueAction.READ_DRAFTS)
def draw_round(request: HttpRequest, access: LeagueAccess, number: int) -> HttpResponse:
    """One round: who meets whom, why, and what can be done with it."""
    league = access.league
    found = round_find(league=league, number=number)
    if found is None:
        raise Http404
    dates = {"starts_at": found.starts_at, "deadline": found.deadline}
    form = DatesForm(initial=dates)
    if request.method == "POST":
        form = DatesForm(request.POST, initial=dates)
        what = request.POST.get("what", "")
        if what in _STEPS and (what in _WITHOUT_DATES or form.is_valid()):
            done = _step(request, league, found, what, form)
            if done is not None:
                return done
    form.focus_first_error()
    people = field_of(league)
    context = {
        "round": found,
        "is_draft": found.state == _Draft,
        "shown": round_shown(league, found, people),
        "conflicts": (
            sentences(draft_conflicts(row=found), people) if found.state == _Draft else []
        ),
        "revision": league.revision,
        "form": form,
        "may_draw": access.may(LeagueAction.DRAW),
        "drafts_before": league.rounds.filter(state=_Draft, number__lt=number).count(),
    }
    return render_page(request, access, "draw", "draw_round.html", context)


_STEPS: Final[dict[str, tuple[Callable[..., Any], Promise]]] = {
    "publish": (round_publish, gettext_lazy("Published: everybody can see it.")),
    "dates": (round_dates_set, gettext_lazy("The dates are saved.")),
    "unpublish": (round_unpublish, gettext_lazy("Taken back: it is a draft again.")),
    "discard": (round_discard, gettext_lazy("The draft is thrown away.")),
}
_WITHOUT_DATES: Final = frozenset({"unpublish", "discard"})
_AS_SEEN: Final = frozenset({"publish", "dates", "discard"})
"""What is done is done to what was seen, or not at all."""


def _step(
    request: HttpRequest, league: League, found: LeagueRound, what: str, form: DatesForm
) -> HttpResponse | None:
    """Do it; nothing is answered if a service has an objection to show on the form."""
    service, said = _STEPS[what]
    values = {} if what in _WITHOUT_DATES else dict(form.cleaned_data)
    if what in _AS_SEEN:
        values["revision"] = revision_sent(request)
    try:
        service(
            public_id=league.public_id,
            visitor=league_visitor_of(request),
            number=found.number,
            **values,
        )
    except ValidationError as error:
        if what in _WITHOUT_DATES:
            say_refusal(request, error)
            return redirect(request.path)
        form.refuse(error)
        return None
    except LeagueStaleError as error:
        messages.error(request, error.sentence)
        return redirect(request.path)
    messages.success(request, str(said))
    if what == "discard":
        return redirect("leagues:draw", league.public_id)
    return redirect(request.path)
