"""Challenging a bot: what can be chosen, and sending it off."""

from collections.abc import Mapping, Sequence
from typing import cast

from django.contrib.auth.decorators import login_required
from django.core.exceptions import ValidationError
from django.http import HttpResponse
from django.shortcuts import redirect, render
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods
from django.views.decorators.vary import vary_on_headers

from arena.challenge_terms import DAILY_MAX, OPEN_MAX
from arena.forms.matches import ChallengeForm
from arena.match_words import wait_text
from arena.models import Bot
from arena.profile_choices import profile_shown
from arena.selectors.challenge_choices import DUEL, ChallengeChoices, challenge_choices
from arena.selectors.challenges import (
    JudgedBot,
    bots_judged,
    challenge_quota,
    challenges_number,
)
from arena.selectors.match_queue import queue_summary
from arena.selectors.playing import hindrance_text
from arena.services.challenges import challenge_create, quota_refusal
from arena.views.bots.access import bot_asked
from tournaments.models import User
from tournaments.views.htmx import HtmxRequest


@never_cache
@vary_on_headers("HX-Request")
@login_required
@require_http_methods(["GET", "HEAD", "POST"])
def challenge(request: HtmxRequest, public_id: str) -> HttpResponse:
    """Let one of one's own bots play this one."""
    target, _access = bot_asked(request, public_id)
    account = cast("User", request.user)
    asked = request.POST if request.method == "POST" else request.GET
    is_sent = request.method == "POST" and "choose" not in request.POST
    own_bots = bots_judged(account=account)
    judged = bots_judged(bots=[target])[0]
    setting = _choices(target, own_bots, asked) if judged.hindrance is None else None
    form = None
    if setting is not None and setting.own is not None and setting.profiles:
        form = _form(setting, asked, account, is_sent=is_sent)
        if is_sent and form.is_valid():
            try:
                match = challenge_create(
                    by=account,
                    bot=form.chosen_bot,
                    opponents=[target, *form.chosen_others],
                    profile=form.cleaned_data["profile"],
                    boards=form.cleaned_data["boards"],
                    after=form.cleaned_data["after"],
                )
            except ValidationError as error:
                form.refuse(error)
            else:
                return redirect("matches:match", match.public_id)
        form.focus_first_error()
    quota = challenge_quota(account=account)
    context = {
        "bot": target,
        "form": form,
        "setting": setting,
        "others_shown": [one for one in own_bots if one.bot.pk != target.pk],
        "hindrance": "" if judged.hindrance is None else _why(judged),
        "own_hindrances": [(one.bot, _why(one)) for one in own_bots if one.hindrance is not None],
        "sides": 0 if setting is None else setting.others_needed + DUEL,
        "profile": None if form is None or setting is None else profile_shown(setting.profile),
        "quota": quota,
        "refusal": quota_refusal(quota=quota),
        "open_max": OPEN_MAX,
        "daily_max": DAILY_MAX,
        **_queue(account),
    }
    template = "arena/matches/_challenge.html" if request.htmx else "arena/matches/challenge.html"
    return render(request, template, context)


def _choices(
    target: Bot, own_bots: Sequence[JudgedBot], asked: Mapping[str, str]
) -> ChallengeChoices:
    return challenge_choices(
        target=target,
        own_bots=own_bots,
        bot=asked.get("bot", ""),
        profile=asked.get("profile", ""),
    )


def _form(
    setting: ChallengeChoices, asked: Mapping[str, str], account: User, *, is_sent: bool
) -> ChallengeForm:
    assert setting.own is not None
    return ChallengeForm(
        asked if is_sent else None,
        challengers=setting.challengers,
        profiles=setting.profiles,
        profile=setting.profile,
        others=setting.others,
        others_needed=setting.others_needed,
        initial={
            "bot": setting.own.public_id,
            "profile": setting.profile,
            "after": challenges_number(account=account),
            "boards": asked.get("boards"),
        },
    )


def _why(judged: JudgedBot) -> str:
    assert judged.hindrance is not None
    return hindrance_text(bot=judged.bot, hindrance=judged.hindrance)


def _queue(account: User) -> dict[str, object]:
    summary = queue_summary(asker=account)
    return {
        "waiting": summary.waiting,
        "is_paused": summary.is_paused,
        "expected_wait": "" if summary.wait is None else wait_text(summary.wait),
    }
