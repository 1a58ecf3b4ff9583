"""Beginning an A/B test: what can be chosen, what it will take, and sending it off."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from math import ceil
from typing import Final, cast

from django.contrib.auth.decorators import login_required
from django.core.exceptions import ValidationError
from django.http import HttpResponse
from django.shortcuts import redirect, render
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods
from django.views.decorators.vary import vary_on_headers

from arena.ab_terms import (
    AHEAD,
    DAILY_MAX,
    DEAL_VARIANCE,
    ELO_OFFERED,
    ERROR_RATES,
    RUNNING_MAX,
    plan_of,
)
from arena.forms.ab_tests import AbTestForm, version_key
from arena.games.deal_set import usual_rotations
from arena.games.registry import rules
from arena.models import BotVersion
from arena.selectors.ab_tests import ab_quota, versions_to_compare
from arena.selectors.challenges import profiles_in_common
from arena.selectors.match_queue import expected_seconds, queue_summary
from arena.services.ab_tests import ab_quota_refusal, ab_test_create
from arena.views.matches.words import wait_text
from scoring.sequential import expected_length
from tournaments.models import User
from tournaments.views.htmx import HtmxRequest

_FIELDS: Final = (
    "new", "old", "profile", "players", "question", "elo", "error_rate", "boards", "sets_most",
)  # fmt: skip


@dataclass(frozen=True)
class Setting:
    """What can be chosen, by what was chosen so far."""

    versions: Sequence[BotVersion]
    new: BotVersion
    old: BotVersion
    profiles: Sequence[str]
    profile: str


@dataclass(frozen=True)
class Cost:
    """What a test is expected to take."""

    soon: int
    """Deal sets if the answer is clear."""
    longest: int
    """Deal sets if the truth lies in the middle."""
    is_cut: bool
    """Whether that is more than are allowed."""
    soon_time: str
    longest_time: str


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
    setting = _setting(versions, asked)
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
    context = {
        "form": form,
        "setting": setting,
        "versions": versions,
        "quota": quota,
        "refusal": ab_quota_refusal(quota=quota),
        "running_max": RUNNING_MAX,
        "daily_max": DAILY_MAX,
        "cost": None if form is None or setting is None else _cost(form, setting),
        **_queue(account),
    }
    template = "arena/ab/_new.html" if request.htmx else "arena/ab/new.html"
    return render(request, template, context)


def _setting(versions: Sequence[BotVersion], asked: Mapping[str, str]) -> Setting | None:
    """What was asked for, if it is there; else the newest version of a bot that has two, and the
    one before it."""
    if len(versions) < 2:
        return None
    by_key = {version_key(version): version for version in versions}
    new = by_key.get(asked.get("new", "")) or _newest(versions)
    old = by_key.get(asked.get("old", "")) or _before(new, versions)
    profiles = profiles_in_common(versions=[new, old])
    profile = next((name for name in profiles if name == asked.get("profile")), "")
    return Setting(versions, new, old, profiles, profile or next(iter(profiles), ""))


def _newest(versions: Sequence[BotVersion]) -> BotVersion:
    bots = [version.bot_id for version in versions]
    return next((one for one in versions if bots.count(one.bot_id) > 1), versions[0])


def _before(new: BotVersion, versions: Sequence[BotVersion]) -> BotVersion:
    """Of the same bot, else of another; rather an earlier one."""
    others = [version for version in versions if version.pk != new.pk]
    return min(
        others,
        key=lambda one: (one.bot_id != new.bot_id, one.number > new.number, -one.number),
    )


def _form(setting: Setting, asked: Mapping[str, str], *, is_sent: bool) -> AbTestForm:
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


def _cost(form: AbTestForm, setting: Setting) -> Cost | None:
    """By what is chosen in the form; nothing where that cannot be read."""
    try:
        players, boards, most, elo = (
            int(form[name].value()) for name in ("players", "boards", "sets_most", "elo")
        )
        error_rate = float(form["error_rate"].value())
    except (TypeError, ValueError):
        return None
    if elo not in ELO_OFFERED or error_rate not in ERROR_RATES or boards < 1 or most < 1:
        return None
    plan = plan_of(question=str(form["question"].value()), elo=elo, error_rate=error_rate)
    length = expected_length(plan, DEAL_VARIANCE)
    soon = ceil(max(length.at_elo0, length.at_elo1) / boards)
    longest = ceil(length.between / boards)
    rotations = len(usual_rotations(rules(setting.profile, players)))
    seconds = expected_seconds(
        profile=setting.profile,
        boards_in_all=boards * rotations,
        games_per_board=1,
        rotations=rotations,
    )
    return Cost(
        soon=min(soon, most),
        longest=min(longest, most),
        is_cut=longest > most,
        soon_time=_time(min(soon, most), seconds),
        longest_time=_time(min(longest, most), seconds),
    )


def _time(sets: int, seconds: float) -> str:
    """If workers are there and nobody else waits."""
    return wait_text(ceil(sets / AHEAD) * seconds)


def _queue(account: User) -> dict[str, object]:
    summary = queue_summary(asker=account)
    return {
        "waiting": summary.waiting,
        "is_paused": summary.is_paused,
        "expected_wait": "" if summary.wait is None else wait_text(summary.wait),
    }
