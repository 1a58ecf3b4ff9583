"""What is done about a match: each form goes to an address of its own, and the service decides.

What it refuses is shown on the match's page, with what was typed in and as the match stands now.
"""

from collections.abc import Callable
from functools import wraps
from typing import Final

from django.contrib import messages
from django.core.exceptions import ValidationError
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods

from scoring.messages import Message
from tournaments.forms.leagues.results import DecideForm
from tournaments.kernel_texts import message_text
from tournaments.league_access import (
    Denial,
    LeagueAccess,
    LeagueAction,
    LeagueDeniedError,
    LeagueRole,
    LeagueVisitor,
)
from tournaments.league_match import MatchAsked
from tournaments.league_visitors import league_visitor_of
from tournaments.models import Fixture
from tournaments.services.leagues.answers import fixture_answer, fixture_decision
from tournaments.services.leagues.common import LeagueStaleError
from tournaments.services.leagues.match_sheets import fixture_sheet_open
from tournaments.services.leagues.postponing import (
    fixture_call_off,
    fixture_postpone,
    fixture_resume,
)
from tournaments.services.leagues.results import fixture_result_enter
from tournaments.views.leagues.access import readers_page
from tournaments.views.leagues.frame import revision_sent
from tournaments.views.leagues.match import match_asked, match_page
from tournaments.views.leagues.match_forms import MatchForms

_CONFLICT: Final = 409
_Step = Callable[[HttpRequest, MatchAsked, MatchForms], bool]
"""Does it; false if the form has to be mended."""
_Page = Callable[..., HttpResponse]


def _form_of_the_match(view: _Page) -> _Page:
    """Only forms are sent here; whoever comes by an address, as after choosing another language,
    is led to the match."""

    @require_http_methods(["GET", "HEAD", "POST"])
    @readers_page
    @wraps(view)
    def page(request: HttpRequest, access: LeagueAccess, fixture_id: str) -> HttpResponse:
        if request.method != "POST":
            return redirect("leagues:match", access.league.public_id, fixture_id)
        return view(request, access, fixture_id)

    return page


def _action(forms_of: Callable[[HttpRequest], str]) -> Callable[[_Step], _Page]:
    """A form of the match's page; `forms_of` says which of them was sent."""

    def decorate(step: _Step) -> _Page:
        @_form_of_the_match
        @wraps(step)
        def page(request: HttpRequest, access: LeagueAccess, fixture_id: str) -> HttpResponse:
            asked = match_asked(request, access, fixture_id)
            name = forms_of(request)
            forms = MatchForms(
                asked.access, asked.fixture, asked.people, sent=request.POST, filled=name
            )
            form = getattr(forms, name)
            try:
                if step(request, asked, forms):
                    return _back(asked)
            except ValidationError as error:
                form.refuse(error)
            except LeagueStaleError as error:
                return _stale(request, asked, fixture_id, name, error)
            except LeagueDeniedError as error:
                if error.denial is not Denial.MATCH_DECIDED:
                    raise
                return _stale(request, asked, fixture_id, name, error)
            return match_page(request, asked, forms)

        return page

    return decorate


def _back(asked: MatchAsked) -> HttpResponse:
    """To the match; whoever keeps the scores of a round by a link goes on with the next one."""
    public_id, fixture = asked.league.public_id, asked.fixture
    if LeagueRole.LINK_SCORER in asked.access.roles and not asked.access.sides:
        return redirect("leagues:round", public_id, fixture.round.number)
    return redirect("leagues:match", public_id, fixture.public_id)


def _stale(
    request: HttpRequest,
    asked: MatchAsked,
    fixture_id: str,
    name: str,
    error: LeagueStaleError | LeagueDeniedError,
) -> HttpResponse:
    """The match as it is now, with what was typed in, made from this revision."""
    now = match_asked(request, asked.access, fixture_id)
    sent = request.POST.copy()
    sent["revision"] = str(now.fixture.revision)
    forms = MatchForms(now.access, now.fixture, now.people, sent=sent, filled=name)
    return match_page(request, now, forms, status=_CONFLICT, more={"stale": error.sentence})


def _way(request: HttpRequest) -> str:
    return "games" if request.POST.get("way") == "games" else "total"


@_action(_way)
def enter(request: HttpRequest, asked: MatchAsked, forms: MatchForms) -> bool:
    """A total, or a series of games; `more` only asks for another row."""
    asked.access.require(LeagueAction.ENTER_RESULT)
    form = forms.games if forms.filled == "games" else forms.total
    if "more" in request.POST or not form.is_valid():
        return False
    fixture_result_enter(
        fixture_id=asked.fixture.public_id,
        visitor=league_visitor_of(request),
        entered=form.entered(),
        revision=form.cleaned_data["revision"],
        note=form.cleaned_data["note"],
    )
    fixture = Fixture.objects.get(pk=asked.fixture.pk)
    if fixture.state == Fixture.State.CONFIRMED:
        messages.success(request, _("The result is saved and counts."))
    else:
        messages.success(request, _("The result is saved. It counts when it is confirmed."))
    return True


@_action(lambda _request: "answer")
def answer(request: HttpRequest, asked: MatchAsked, forms: MatchForms) -> bool:
    """Yes, no, or an official's yes for those who cannot say it."""
    form = forms.answer
    if not form.is_valid():
        return False
    said = request.POST.get("answer")
    side = None if said == "official" else forms.side_speaking
    fixture_answer(
        fixture_id=asked.fixture.public_id,
        visitor=league_visitor_of(request),
        side=side,
        confirm=said != "object",
        text=form.cleaned_data["text"],
        revision=form.cleaned_data["revision"],
    )
    if said == "object":
        messages.success(request, _("Your objection is saved. An organizer decides."))
    else:
        messages.success(request, _("Confirmed: the result counts."))
    return True


@_form_of_the_match
def decide(request: HttpRequest, access: LeagueAccess, fixture_id: str) -> HttpResponse:
    """An organizer's word; without `save` it is only shown what it would change."""
    asked = match_asked(request, access, fixture_id)
    asked.access.require(LeagueAction.DECIDE)
    forms = MatchForms(
        asked.access, asked.fixture, asked.people, sent=request.POST, filled="decide"
    )
    form = forms.decide
    if "more" in request.POST or not form.is_valid():
        return match_page(request, asked, forms)
    visitor = league_visitor_of(request)
    try:
        if "save" in request.POST:
            _decide(asked, visitor, form, dry_run=False)
            messages.success(request, _("Decided: this result counts."))
            return redirect("leagues:match", asked.league.public_id, fixture_id)
        consequences = _decide(asked, visitor, form, dry_run=True)
    except ValidationError as error:
        form.refuse(error)
        return match_page(request, asked, forms)
    except LeagueStaleError as error:
        return _stale(request, asked, fixture_id, "decide", error)
    names = asked.people.names
    shown = [message_text(one, names) for one in consequences]
    return match_page(request, asked, forms, more={"preview": shown})


def _decide(
    asked: MatchAsked, visitor: LeagueVisitor, form: DecideForm, *, dry_run: bool
) -> list[Message]:
    return fixture_decision(
        fixture_id=asked.fixture.public_id,
        visitor=visitor,
        entered=form.entered(),
        note=form.cleaned_data["note"],
        revision=form.cleaned_data["revision"],
        dry_run=dry_run,
    )


def _move_asked(request: HttpRequest) -> str:
    return "call_off" if request.POST.get("move") == "call_off" else "postpone"


@_action(_move_asked)
def move(request: HttpRequest, asked: MatchAsked, forms: MatchForms) -> bool:
    """Later, after all, or not at all."""
    visitor, fixture_id = league_visitor_of(request), asked.fixture.public_id
    asked.access.require(LeagueAction.DECIDE)
    if request.POST.get("move") == "resume":
        fixture_resume(fixture_id=fixture_id, visitor=visitor, revision=revision_sent(request))
        messages.success(request, _("The match is to be played again."))
        return True
    if forms.filled == "call_off":
        if not forms.call_off.is_valid():
            return False
        note, revision = (forms.call_off.cleaned_data[name] for name in ("note", "revision"))
        fixture_call_off(fixture_id=fixture_id, visitor=visitor, note=note, revision=revision)
        messages.success(request, _("The match is called off."))
        return True
    if not forms.postpone.is_valid():
        return False
    fixture_postpone(fixture_id=fixture_id, visitor=visitor, **forms.postpone.cleaned_data)
    messages.success(request, _("The match is postponed. The next round does not wait for it."))
    return True


@_form_of_the_match
def sheet(request: HttpRequest, access: LeagueAccess, fixture_id: str) -> HttpResponse:
    """To its score sheet, which is opened if there is none yet."""
    asked = match_asked(request, access, fixture_id)
    try:
        opened = fixture_sheet_open(fixture_id=fixture_id, visitor=league_visitor_of(request))
    except ValidationError as error:
        messages.error(request, " ".join(error.messages))
        return redirect("leagues:match", asked.league.public_id, fixture_id)
    return redirect("sheets:sheet", opened.public_id)
