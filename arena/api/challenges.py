"""Challenges: what can be chosen, asking for one, and those that one has asked for."""

from typing import Any, ClassVar

from django.urls import reverse
from django.utils.translation import gettext as _
from drf_spectacular.utils import OpenApiExample, extend_schema
from rest_framework.exceptions import ErrorDetail, ValidationError
from rest_framework.request import Request
from rest_framework.response import Response

from arena.api.challenge_forms import (
    NEW_EXAMPLE,
    TERMS_EXAMPLE,
    ChallengeListQuery,
    ChallengeNew,
    ChallengeTermsQuery,
    ChallengeTermsShown,
)
from arena.api.match_examples import MATCH, MATCH_QUEUED
from arena.api.match_facts import match_told, matches_told
from arena.api.match_forms import MatchShown
from arena.api.match_readers import reader_of_call
from arena.challenge_terms import DAILY_MAX, OPEN_MAX, boards_offered
from arena.models import Bot
from arena.profile_choices import profile_shown
from arena.selectors.bots import bot_get
from arena.selectors.challenge_choices import DUEL, challenge_choices
from arena.selectors.challenges import (
    JudgedBot,
    bots_judged,
    challenge_quota,
    challenges_of,
    profile_sides,
)
from arena.selectors.match_queue import queue_summary
from arena.selectors.matches import match_get, matches_shown
from arena.selectors.playing import hindrance_text
from arena.services.challenges import challenge_create, quota_refusal
from tournaments.api.fields import page_of
from tournaments.api.once import once_per_key
from tournaments.api.views import ApiViewSet
from tournaments.api_scopes import Area
from tournaments.models import User


class ChallengeViewSet(ApiViewSet):
    """An author lets a bot play whom they like. A challenge is a match: `/matches/` tells how it
    goes."""

    tag = "Challenges"
    thing = "challenges"
    area = Area.MATCHES
    own_actions: ClassVar[frozenset[str]] = frozenset({"list", "terms"})

    @extend_schema(
        summary="Your challenges",
        parameters=[ChallengeListQuery],
        responses=page_of(MatchShown),
        examples=[OpenApiExample("A challenge", value=MATCH, response_only=True)],
    )
    def list(self, request: Request) -> Response:
        """Those that you have asked for, newest first."""
        asked = self.asked(ChallengeListQuery)
        found = challenges_of(account=self.account).order_by("-pk")
        if "state" in asked:
            found = found.filter(state=asked["state"])
        reader = reader_of_call(request)
        return self.page(
            matches_shown(found).select_related("ladder"),
            MatchShown,
            lambda rows: matches_told(rows, reader=reader),
        )

    @extend_schema(
        summary="Ask for a challenge",
        request=ChallengeNew,
        responses={201: MatchShown},
        examples=[
            OpenApiExample("Ten boards", value=NEW_EXAMPLE, request_only=True),
            OpenApiExample("It waits", value=MATCH_QUEUED, response_only=True),
        ],
    )
    @once_per_key
    def create(self, request: Request) -> Response:
        """An unrated match of your bot against others, each with the version that plays now. The
        terms say what can be chosen; more than the quota allows is refused with 409 `quota`."""
        wish = self.sent(ChallengeNew)
        bot = bot_sent("bot", wish["bot"])
        opponents = [bot_sent("opponents", one) for one in wish["opponents"]]
        made = challenge_create(
            by=self.account,
            bot=bot,
            opponents=opponents,
            profile=wish["profile"],
            boards=wish["boards"],
        )
        match = match_get(public_id=made.public_id) or made
        told = match_told(match, reader=reader_of_call(request))
        return self.created(MatchShown, told, address=reverse("api:match", args=[made.public_id]))

    @extend_schema(
        summary="What a challenge can be made of",
        parameters=[ChallengeTermsQuery],
        responses=ChallengeTermsShown,
        examples=[OpenApiExample("A duel", value=TERMS_EXAMPLE, response_only=True)],
    )
    def terms(self, request: Request) -> Response:
        """For one opponent: which of your bots can play, by which rules, for how many boards, who
        else is needed, how much of your quota is left and how long it would wait. Ask again with
        `bot` and `profile` to see what follows from choosing them."""
        asked = self.asked(ChallengeTermsQuery)
        opponent = bot_sent("opponent", asked["opponent"])
        return self.tell(ChallengeTermsShown, _terms(self.account, opponent, asked))


def bot_sent(field: str, public_id: str) -> Bot:
    """The bot that a field names."""
    bot = bot_get(public_id=public_id)
    if bot is None:
        raise ValidationError({field: [ErrorDetail(_("There is no such bot."), "unknown_bot")]})
    return bot


def queue_told(account: User) -> dict[str, Any]:
    """How long one more would wait."""
    summary = queue_summary(asker=account)
    return {
        "waiting": summary.waiting,
        "is_paused": summary.is_paused,
        "wait_seconds": summary.wait,
    }


def _terms(account: User, opponent: Bot, asked: dict[str, Any]) -> dict[str, Any]:
    own_bots = bots_judged(account=account)
    judged = bots_judged(bots=[opponent])[0]
    told: dict[str, Any] = {
        "opponent": _bot(judged),
        "bots": [_bot(one) for one in own_bots if one.bot.pk != opponent.pk],
        "bot": None,
        "profiles": [],
        "profile": None,
        "others_needed": 0,
        "others": [],
        "can_begin": False,
        "quota": _quota(account),
        "queue": queue_told(account),
    }
    if judged.hindrance is not None:
        return told
    choices = challenge_choices(
        target=opponent,
        own_bots=own_bots,
        bot=asked.get("bot", ""),
        profile=asked.get("profile", ""),
    )
    return told | {
        "bot": None if choices.own is None else choices.own.public_id,
        "profiles": [_profile(name) for name in choices.profiles],
        "profile": choices.profile or None,
        "others_needed": choices.others_needed,
        "others": [_bot(JudgedBot(one, None)) for one in choices.others],
        "can_begin": choices.can_begin,
    }


def _bot(judged: JudgedBot) -> dict[str, Any]:
    bot, hindrance = judged.bot, judged.hindrance
    return {
        "bot": bot.public_id,
        "name": bot.public_name,
        "author": "" if bot.owner is None else bot.owner.public_name,
        "can_play": hindrance is None,
        "hindrance": "" if hindrance is None else hindrance_text(bot=bot, hindrance=hindrance),
    }


def _profile(name: str) -> dict[str, Any]:
    boards = boards_offered(name)
    return {
        "profile": name,
        "title": profile_shown(name).title,
        "others_needed": profile_sides(profile=name) - DUEL,
        "boards": boards,
        "boards_usual": boards[1],
    }


def _quota(account: User) -> dict[str, Any]:
    quota = challenge_quota(account=account)
    return {
        "open": quota.open,
        "open_max": OPEN_MAX,
        "within_a_day": quota.within_a_day,
        "daily_max": DAILY_MAX,
        "left": quota.left,
        "next_at": quota.next_at,
        "refusal": quota_refusal(quota=quota),
    }
