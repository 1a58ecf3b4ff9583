"""One bot as operators see it: whether it plays, and the bench."""

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.http import require_POST, require_safe

from arena.forms.operators import BenchForm, ReasonForm
from arena.models import Bot
from arena.selectors.benching import bot_benching
from arena.selectors.bots import bot_get
from arena.selectors.operations import bot_benchings, operators_log_of_bot
from arena.selectors.playing import bot_hindrance
from arena.services.operations import bot_bench_by_staff, bot_unbench_by_staff
from arena.views.operators.access import operator_of, operators_only
from arena.views.operators.steps import step


@operators_only
@require_safe
def bot(request: HttpRequest, public_id: str) -> HttpResponse:
    """Whether it sits out, why, and the button for the other."""
    found = _bot_asked(public_id)
    benching = bot_benching(bot=found)
    context = {
        "bot": found,
        "benching": benching,
        "is_playing": bot_hindrance(bot=found, is_benched=benching is not None) is None,
        "may_bench": benching is None and found.active_version_id is not None,
        "benchings": bot_benchings(bot=found),
        "log": operators_log_of_bot(bot=found),
        "bench_form": BenchForm(),
        "unbench_form": ReasonForm(),
    }
    return render(request, "arena/operators/bot.html", context)


@operators_only
@require_POST
def bench(request: HttpRequest, public_id: str) -> HttpResponse:
    """Let it sit out."""
    found = _bot_asked(public_id)

    def do(reason: str) -> str:
        bot_bench_by_staff(bot=found, by=operator_of(request), reason=reason)
        return _("%(bot)s sits out from now on. Its author is told why.") % {
            "bot": found.public_name
        }

    return step(request, do, reverse("operators:bot", args=[public_id]))


@operators_only
@require_POST
def unbench(request: HttpRequest, public_id: str) -> HttpResponse:
    """Let it play again."""
    found = _bot_asked(public_id)

    def do(reason: str) -> str:
        bot_unbench_by_staff(bot=found, by=operator_of(request), reason=reason)
        return _("%(bot)s may play again.") % {"bot": found.public_name}

    return step(request, do, reverse("operators:bot", args=[public_id]))


def _bot_asked(public_id: str) -> Bot:
    found = bot_get(public_id=public_id)
    if found is None:
        raise Http404
    return found
