"""Beginning an A/B test: what can be chosen, what it will take, and sending it off."""

from collections.abc import Mapping
from typing import Final, cast

from django.contrib.auth.decorators import login_required
from django.core.exceptions import ValidationError
from django.http import HttpResponse
from django.shortcuts import redirect, render
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods
from django.views.decorators.vary import vary_on_headers

from arena.ab_terms import DAILY_MAX, RUNNING_MAX
from arena.ab_texts import version_key
from arena.forms.ab_tests import AbTestForm
from arena.match_words import wait_text
from arena.selectors.ab_choices import AbChoices, AbCost, ab_choices, ab_cost
from arena.selectors.ab_tests import ab_quota, versions_to_compare
from arena.selectors.match_queue import queue_summary
from arena.services.ab_tests import ab_quota_refusal, ab_test_create
from tournaments.models import User
from tournaments.views.htmx import HtmxRequest

_FIELDS: Final = (
    "new", "old", "profile", "players", "question", "elo", "error_rate", "boards", "sets_most",
)  # fmt: skip


@never_cache
@vary_on_headers("HX-Request")
@login_required
@require_http_methods(["GET", "HEAD", "POST"])
def ab_new(request: HtmxRequest) -> HttpResponse:
    """Let two versions of one's own play until it is clear which is stronger. `?new=` and `?old=`
    name versions as `<bot>/<number>`."""
    account = cast("User", request.user)
    asked = request.POST if request.method == "POST" else request.GET
    is_sent = request.method == "POST" and "choose" not in request.POST
    versions = versions_to_compare(account=account)
    setting = ab_choices(
        versions=versions, **{name: asked.get(name, "") for name in ("new", "old", "profile")}
    )
    form = None
    if setting is not None and setting.profiles:
        form = _form(setting, asked, is_sent=is_sent)
        if is_sent and form.is_valid():
            chosen = {name: form.cleaned_data[name] for name in _FIELDS[2:]}
            try:
                test = ab_test_create(
                    by=account, new=form.chosen_new, old=form.chosen_old, **chosen
                )
            except ValidationError as error:
                form.refuse(error)
            else:
                return redirect("ab:test", test.public_id)
        form.focus_first_error()
    quota = ab_quota(account=account)
    cost = None if form is None or setting is None else _cost(form, setting)
    context = {
        "form": form,
        "setting": setting,
        "versions": versions,
        "quota": quota,
        "refusal": ab_quota_refusal(quota=quota),
        "running_max": RUNNING_MAX,
        "daily_max": DAILY_MAX,
        "cost": cost,
        "soon_time": "" if cost is None else wait_text(cost.soon_seconds),
        "longest_time": "" if cost is None else wait_text(cost.longest_seconds),
        **_queue(account),
    }
    template = "arena/ab/_new.html" if request.htmx else "arena/ab/new.html"
    return render(request, template, context)


def _form(setting: AbChoices, asked: Mapping[str, str], *, is_sent: bool) -> AbTestForm:
    initial: dict[str, object] = {name: asked.get(name) for name in _FIELDS}
    initial |= {
        "new": version_key(setting.new),
        "old": version_key(setting.old),
        "profile": setting.profile,
    }
    return AbTestForm(
        asked if is_sent else None,
        versions=setting.versions,
        profiles=setting.profiles,
        profile=setting.profile,
        initial=initial,
    )


def _cost(form: AbTestForm, choices: AbChoices) -> AbCost | None:
    """By what is chosen in the form; nothing where that cannot be read."""
    try:
        players, boards, most, elo = (
            int(form[name].value()) for name in ("players", "boards", "sets_most", "elo")
        )
        error_rate = float(form["error_rate"].value())
    except (TypeError, ValueError):
        return None
    return ab_cost(
        profile=choices.profile,
        players=players,
        boards=boards,
        sets_most=most,
        question=str(form["question"].value()),
        elo=elo,
        error_rate=error_rate,
    )


def _queue(account: User) -> dict[str, object]:
    summary = queue_summary(asker=account)
    return {
        "waiting": summary.waiting,
        "is_paused": summary.is_paused,
        "expected_wait": "" if summary.wait is None else wait_text(summary.wait),
    }
