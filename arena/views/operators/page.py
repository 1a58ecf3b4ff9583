"""The page that shows the arena at work, and the buttons that stop and start it."""

from typing import Final

from django.core.paginator import Paginator
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.utils.translation import ngettext
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_POST, require_safe

from arena.forms.operators import FindForm, ReasonForm
from arena.selectors.broker import broker_now
from arena.selectors.match_queue import match_capacity
from arena.selectors.operations import (
    arena_mode,
    arena_mode_event,
    bots_benched,
    failure_reasons,
    matches_of_concern,
    notices_latest,
    operators_log,
    queues_now,
    throughput,
    workers_seen,
)
from arena.services.operations import arena_drain, arena_pause, arena_resume
from arena.views.operators.access import operator_of, operators_only, require_operator
from arena.views.operators.shown import (
    ModeShown,
    concern_shown,
    mode_shown,
    notice_shown,
    queue_title,
)
from arena.views.operators.steps import step

LOG_ON_A_PAGE: Final = 20


@operators_only
@require_safe
def page(request: HttpRequest) -> HttpResponse:
    """Everything at a glance."""
    context = {
        **_now(request),
        "reason_form": ReasonForm(),
        "find_form": FindForm(),
        "part_url": f"{reverse('operators:part')}?{request.GET.urlencode()}",
        "events_url": reverse("operators:events"),
    }
    return render(request, "arena/operators/page.html", context)


@never_cache
@require_safe
def part(request: HttpRequest) -> HttpResponse:
    """Only what changes by itself, for the script that keeps it up to date."""
    require_operator(request)
    return render(request, "arena/operators/_now.html", _now(request))


@operators_only
@require_POST
def pause(request: HttpRequest) -> HttpResponse:
    """Send nothing new."""

    def do(reason: str) -> str:
        arena_pause(by=operator_of(request), reason=reason)
        return _("The arena is paused: nothing new is sent to the workers, what is out goes on.")

    return step(request, do, reverse("operators:page"))


@operators_only
@require_POST
def drain(request: HttpRequest) -> HttpResponse:
    """Send nothing new, and take back what nobody has begun with."""

    def do(reason: str) -> str:
        taken_back = arena_drain(by=operator_of(request), reason=reason)
        said = _("The arena is being drained: nothing new is sent to the workers.")
        if not taken_back:
            return said
        more = ngettext(
            "%(count)d match that nobody had begun is back in the queue.",
            "%(count)d matches that nobody had begun are back in the queue.",
            taken_back,
        )
        return f"{said} {more % {'count': taken_back}}"

    return step(request, do, reverse("operators:page"))


@operators_only
@require_POST
def resume(request: HttpRequest) -> HttpResponse:
    """Let matches be played again."""

    def do(reason: str) -> str:
        sent = arena_resume(by=operator_of(request), reason=reason)
        more = ngettext(
            "The arena is running again: %(count)d match was sent to the workers at once.",
            "The arena is running again: %(count)d matches were sent to the workers at once.",
            sent,
        )
        return more % {"count": sent}

    return step(request, do, reverse("operators:page"))


def _now(request: HttpRequest) -> dict[str, object]:
    """The same number of questions to the database, however much goes on."""
    queues = queues_now()
    capacity = match_capacity()
    pages = Paginator(operators_log(), LOG_ON_A_PAGE)
    log = pages.get_page(request.GET.get("page"))
    mode: ModeShown = mode_shown(
        arena_mode(), arena_mode_event(), matches=queues[0], checks=queues[1], capacity=capacity
    )
    concerns = matches_of_concern()
    notices = notices_latest()
    return {
        "mode": mode,
        "queues": [(queue_title(queue), queue) for queue in queues],
        "matches_now": queues[0],
        "broker": broker_now(),
        "capacity": capacity,
        "throughput": throughput(),
        "workers": workers_seen(),
        "reasons": failure_reasons(),
        "concerns": [concern_shown(concern) for concern in concerns.rows],
        "concerns_cut": concerns,
        "benched": bots_benched(),
        "notices": [notice_shown(notice) for notice in notices.rows],
        "notices_cut": notices,
        "page": log,
        "page_numbers": pages.get_elided_page_range(log.number, on_each_side=1, on_ends=1),
        "query": "",
    }
