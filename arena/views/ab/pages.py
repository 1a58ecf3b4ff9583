"""An author's A/B tests, the page of one, and stopping it."""

from typing import Final, cast
from urllib.parse import urlencode

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.core.exceptions import ValidationError
from django.core.paginator import Paginator
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_POST, require_safe
from django.views.decorators.vary import vary_on_headers

from arena.ab_evidence import results_of
from arena.ab_terms import DAILY_MAX, GAIN, KEEP, RUNNING_MAX
from arena.ab_texts import percent_text, version_key, version_named
from arena.ab_words import (
    asks_to_keep,
    bounds_texts,
    elo_asked,
    elo_text,
    names_of,
    question_text,
    range_text,
    title_text,
    verdict_text,
)
from arena.match_words import points_against
from arena.models import AbTest
from arena.profile_choices import profile_shown
from arena.selectors.ab_tests import (
    ab_quota,
    ab_test_matches_uncounted,
    ab_test_steps,
    ab_test_uncounted,
    ab_test_under_way,
    ab_tests_of,
)
from arena.selectors.match_queue import queue_places
from arena.services.ab_tests import ab_quota_refusal, ab_test_stop
from arena.views.ab.access import ab_test_asked
from arena.views.ab.shown import ab_badge, deal_rows, listed, share_text, shown_steps
from arena.views.matches.shown import listed_all
from scoring.sequential import confidence_interval
from tournaments.models import User
from tournaments.views.htmx import HtmxRequest

TESTS_ON_A_PAGE: Final = 20
MATCHES_SHOWN: Final = 10


@never_cache
@vary_on_headers("HX-Request")
@login_required
@require_safe
def ab_list(request: HtmxRequest) -> HttpResponse:
    """One's own tests, newest first."""
    account = cast("User", request.user)
    pages = Paginator(ab_tests_of(account=account), TESTS_ON_A_PAGE)
    page = pages.get_page(request.GET.get("page"))
    quota = ab_quota(account=account)
    tests = [listed(test) for test in page.object_list]
    context = {
        "page": page,
        "tests": tests,
        "goes_on": any(one.test.is_running for one in tests),
        "page_numbers": pages.get_elided_page_range(page.number, on_each_side=1, on_ends=1),
        "query": "",
        "quota": quota,
        "refusal": ab_quota_refusal(quota=quota),
        "running_max": RUNNING_MAX,
        "daily_max": DAILY_MAX,
    }
    template = "arena/ab/_list.html" if request.htmx else "arena/ab/list.html"
    return render(request, template, context)


@never_cache
@login_required
@require_safe
def ab_test(request: HttpRequest, public_id: str) -> HttpResponse:
    """How a test goes, or what came of it."""
    found = ab_test_asked(request, public_id)
    return render(request, "arena/ab/test.html", _context(request, found))


@never_cache
@login_required
@require_safe
def part(request: HttpRequest, public_id: str) -> HttpResponse:
    """Only the panel, for the script that keeps it up to date."""
    found = ab_test_asked(request, public_id)
    return render(request, "arena/ab/_test.html", _context(request, found))


@login_required
@require_POST
def stop(request: HttpRequest, public_id: str) -> HttpResponse:
    """End it without an answer."""
    found = ab_test_asked(request, public_id)
    try:
        ab_test_stop(test=found, by=cast("User", request.user))
    except ValidationError as error:
        messages.error(request, " ".join(error.messages))
    else:
        messages.success(request, _("The test is stopped."))
    return redirect("ab:test", public_id)


def _context(request: HttpRequest, found: AbTest) -> dict[str, object]:
    interval = confidence_interval(results_of(found.deals))
    steps = ab_test_steps(test=found)
    above, below = bounds_texts(found)
    new, old = names_of(found)
    matches = list(ab_test_matches_uncounted(test=found)[:MATCHES_SHOWN])
    under_way = ab_test_under_way(test=found)
    return {
        "test": found,
        "title": title_text(found),
        "question": question_text(found),
        "new_name": new,
        "old_name": old,
        "badge": ab_badge(found.state),
        "sentence": verdict_text(found, interval),
        "goes_on": found.is_running or under_way > 0,
        "is_own": request.user.pk == found.owner_id,
        "profile": profile_shown(found.profile),
        "keeps": asks_to_keep(found),
        "elo_asked": elo_asked(found),
        "elo": elo_text(interval),
        "points": points_against(found.points_new, found.points_old),
        "elo_range": range_text(interval),
        "share": share_text(interval.estimate, (interval.high - interval.low) / 2),
        "deals": sum(found.deals),
        "deal_rows": deal_rows(found),
        "evidence": [(step.number, step.llr) for step in steps],
        "lower": found.plan.lower,
        "upper": found.plan.upper,
        "above": above,
        "below": below,
        "steps": shown_steps(steps),
        "matches": listed_all(matches, queue_places(matches=matches)),
        "new_full": version_named(found.new),
        "old_full": version_named(found.old),
        "yes_rate": percent_text(found.alpha),
        "no_rate": percent_text(found.beta),
        "again_url": _again_url(found),
        "uncounted": 0 if found.is_running else ab_test_uncounted(test=found),
    }


def _again_url(found: AbTest) -> str:
    """The form, as it was filled in for this one."""
    asked = {
        "new": version_key(found.new),
        "old": version_key(found.old),
        "profile": found.profile,
        "players": found.players,
        "question": KEEP if asks_to_keep(found) else GAIN,
        "elo": elo_asked(found),
        "error_rate": found.alpha,
        "boards": found.boards,
        "sets_most": found.sets_most,
    }
    return f"{reverse('ab:new')}?{urlencode(asked)}"
