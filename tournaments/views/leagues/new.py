"""A new league in four steps; the last is a summary in words before it is made.

What was answered so far is kept in the session: pages can be left, and the browser's own back
button works.
"""

from collections.abc import Mapping
from typing import Any, Final, cast

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.core.exceptions import ValidationError
from django.forms import Form
from django.http import HttpRequest, HttpResponse, QueryDict
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.cache import cache_control
from django.views.decorators.http import require_http_methods

from tournaments.forms.leagues.spec import spec_faults, spec_of
from tournaments.forms.leagues.steps import DetailsForm, HowForm, WhatForm
from tournaments.forms.leagues.tie_breaks import tie_breaks_moved
from tournaments.forms.refusable import RefusableForm
from tournaments.league_spec import LeagueSpec, league_defaults
from tournaments.models import User
from tournaments.models.leagues import DESCRIPTION_MAX_LENGTH
from tournaments.rate_limits import LEAGUE_CREATE, rate_limit_note
from tournaments.services.leagues.settings import league_create
from tournaments.views.leagues.words import league_in_words

WHAT, HOW, DETAILS, CHECK = STEPS = ("what", "how", "details", "check")
_KEPT: Final = "new_league"
_Answers = dict[str, dict[str, list[str]]]


@cache_control(private=True, no_cache=True)
@login_required
@require_http_methods(["GET", "HEAD", "POST"])
def league_new(request: HttpRequest) -> HttpResponse:
    """One step after the other; `?step=` says which."""
    account = cast("User", request.user)
    asked = request.GET.get("step", WHAT)
    answers: _Answers = request.session.get(_KEPT, {})
    step = asked if asked in STEPS else WHAT
    forms = _answered(answers, account)
    if STEPS.index(step) > len(forms):
        return redirect(_url(STEPS[len(forms)]))
    if step == CHECK:
        return _check(request, account, forms)
    if request.method == "POST" and "move" not in request.POST:
        return _sent(request, step, account)
    form = (
        _moved(request, step, forms, account)
        if request.method == "POST"
        else _form(step, forms, answers, account)
    )
    return _page(request, step, form)


def _sent(request: HttpRequest, step: str, account: User) -> HttpResponse:
    """Keep the answers of a step, and go on or back."""
    answers: _Answers = request.session.get(_KEPT, {})
    forms, place = _answered(answers, account), STEPS.index(step)
    form = _form(step, forms, answers, account, sent=request.POST)
    earlier = {name: forms[name] for name in STEPS[:place]}
    if "back" in request.POST:
        _keep(request, answers, step, form)
        return redirect(_url(STEPS[max(place - 1, 0)]))
    if not form.is_valid() or not _fits({**earlier, step: form}, form):
        form.focus_first_error()
        return _page(request, step, form)
    _keep(request, answers, step, form)
    return redirect(_url(STEPS[place + 1]))


def _fits(forms: Mapping[str, Any], form: RefusableForm) -> bool:
    """Whether what was answered so far goes together; what does not is said at this step if it is
    about one of its fields."""
    faults = spec_faults(_spec(forms))
    own = {name: said for name, said in faults.items() if name in form.fields}
    if own:
        form.refuse(ValidationError(own))
    return not own


def _spec(forms: Mapping[str, Any]) -> LeagueSpec:
    values = {name: value for form in forms.values() for name, value in form.cleaned_data.items()}
    return spec_of(values, durak_points=forms[HOW].durak_rule if HOW in forms else None)


def _check(request: HttpRequest, account: User, forms: Mapping[str, Any]) -> HttpResponse:
    """Everything in words; then it is made."""
    spec = _spec(forms)
    context: dict[str, Any] = {"step": CHECK, "number": len(STEPS), "back": _url(DETAILS)}
    if request.method == "POST":
        if not rate_limit_note(request, LEAGUE_CREATE):
            return render(request, "429.html", status=429)
        try:
            league = league_create(account=account, spec=spec)
        except ValidationError as error:
            context["errors"] = error.messages
        else:
            del request.session[_KEPT]
            messages.success(request, _("The league is there. Nobody else sees it yet."))
            return redirect("leagues:today", league.public_id)
    context |= {"sentences": league_in_words(spec), "name": spec.name}
    return render(request, "tournaments/leagues/new_check.html", context)


def _answered(answers: _Answers, account: User) -> dict[str, Any]:
    """The forms of the steps that are answered, in their order; later ones need earlier ones."""
    forms: dict[str, Any] = {}
    for step in STEPS[:-1]:
        if step not in answers:
            break
        form = _form(step, forms, answers, account, sent=_as_sent(answers[step]))
        if not form.is_valid():
            break
        forms[step] = form
    return forms


def _form(
    step: str,
    forms: Mapping[str, Any],
    answers: _Answers,
    account: User,
    *,
    sent: QueryDict | None = None,
) -> Any:  # noqa: ANN401 - one of three
    """The form of a step: as it was sent, as it was answered before, or with what is usual."""
    initial = _initial(step, forms, answers) if sent is None else None
    if step == WHAT:
        return WhatForm(sent, initial=initial)
    about = {name: forms[WHAT].cleaned_data[name] for name in ("game", "competitors")}
    if step == HOW:
        return HowForm(sent, initial=initial, account=account, **about)
    return DetailsForm(sent, initial=initial, account=account, **about)


def _initial(step: str, forms: Mapping[str, Any], answers: _Answers) -> dict[str, Any]:
    """What was answered at this step before; the usual tie-breaks depend on the format."""
    initial: dict[str, Any] = {}
    if step == DETAILS:
        usual = league_defaults(
            game=forms[WHAT].cleaned_data["game"],
            competitors=forms[WHAT].cleaned_data["competitors"],
            format=forms[HOW].cleaned_data["format"],
        )
        initial["tie_breaks"] = usual.tie_breaks
    for name, values in answers.get(step, {}).items():
        initial[name] = values if name == "tie_breaks" else values[-1]
    return initial


def _moved(request: HttpRequest, step: str, forms: Mapping[str, Any], account: User) -> Form:
    """The same page, with the list of tie-breaks in its new order."""
    sent = request.POST.copy()
    order = tie_breaks_moved(sent.getlist("tie_breaks"), str(sent["move"]))
    typed = {name: sent.getlist(name) for name in sent if name != "tie_breaks"}
    form = _form(step, forms, {step: {**typed, "tie_breaks": order}}, account)
    assert isinstance(form, Form)
    return form


def _keep(request: HttpRequest, answers: _Answers, step: str, form: Form) -> None:
    """Remember what was answered; nothing that is too long to be an answer."""
    sent = {
        name: [
            value.replace("\0", "")[:DESCRIPTION_MAX_LENGTH] for value in request.POST.getlist(name)
        ]
        for name in form.fields
        if name in request.POST
    }
    request.session[_KEPT] = {**answers, step: sent}


def _as_sent(answer: Mapping[str, list[str]]) -> QueryDict:
    sent = QueryDict(mutable=True)
    for name, values in answer.items():
        sent.setlist(name, values)
    return sent


def _page(request: HttpRequest, step: str, form: Form) -> HttpResponse:
    number = STEPS.index(step)
    context = {
        "form": form,
        "step": step,
        "number": number + 1,
        "moved": request.POST.get("move", ""),
    }
    return render(request, f"tournaments/leagues/new_{step}.html", context)


def _url(step: str) -> str:
    return f"{reverse('leagues:new')}?step={step}" if step != WHAT else reverse("leagues:new")
