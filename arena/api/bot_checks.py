"""A version with how its checks stand, as programs are told of it."""

from typing import Any, Final

from django.urls import reverse
from rest_framework import serializers

from arena.api.bot_fields import VERSION_ROW_EXAMPLE, VersionRowShown, version_told
from arena.bot_access import BotAccess
from arena.check_progress import Progress, progress_now
from arena.models import BotVersion, Validation
from arena.runner.orders import StepKind, StepState
from tournaments.api.fields import Shown

VERSION_EXAMPLE: Final[dict[str, Any]] = {
    **VERSION_ROW_EXAMPLE,
    "state": "invalid",
    "check": {
        "is_over": True,
        "verdict": "invalid",
        "text": "Version 4 did not pass “Short match: Volga Durak”.",
        "waiting_before": None,
        "has_runner": True,
        "never_rated": False,
        "steps": [
            {
                "kind": "match",
                "profile": "durak/volga",
                "name": "Short match: Volga Durak",
                "state": "failed",
                "text": "Your bot answered with an action that is not legal.",
                "progress": "",
                "seconds": 1.24,
                "asked": '{"legal": ["attack 6S"]}',
                "answered": '{"action": "attack AS"}',
            }
        ],
        "usage": [
            {
                "profile": "durak/volga",
                "cpu_seconds": 0.41,
                "memory_mib": 38.0,
                "wall_seconds": 1.62,
                "text": "ended by us, after the match",
            }
        ],
        "commands": [
            {"line": "durako watch last", "why": "Steps through that match, move by move."}
        ],
        "has_log": True,
        "page": "/bots/k3Jx0cPq2mZs81Ta/versions/4/",
    },
}


class CheckStepShown(Shown):
    """A step of the checks."""

    kind = serializers.ChoiceField(choices=[one.value for one in StepKind])
    profile = serializers.CharField(help_text="Of a match: its rules; otherwise empty.")
    name = serializers.CharField(source="title", help_text="In words.")
    state = serializers.ChoiceField(source="icon", choices=[one.value for one in StepState])
    text = serializers.CharField(help_text="Why it failed, or what was found; or empty.")
    progress = serializers.CharField(help_text="How far a running match is; or empty.")
    seconds = serializers.FloatField()
    asked = serializers.CharField(help_text="Of a failure: what the bot was sent; or empty.")
    answered = serializers.CharField(help_text="And what it answered.")


class CheckUsageShown(Shown):
    """What the program took in one of its runs."""

    profile = serializers.CharField()
    cpu_seconds = serializers.FloatField()
    memory_mib = serializers.FloatField()
    wall_seconds = serializers.FloatField()
    text = serializers.CharField(source="ending", help_text="How it ended.")


class HomeCommandShown(Shown):
    """How to see a failure again on your own machine."""

    line = serializers.CharField(help_text="For the terminal.")
    why = serializers.CharField()


class CheckShown(Shown):
    """The latest check of a version."""

    is_over = serializers.BooleanField()
    verdict = serializers.ChoiceField(
        choices=Validation.Verdict.choices,
        allow_null=True,
        help_text="Null while it goes on; `broken`: our fault, have it checked again.",
    )
    text = serializers.CharField(help_text="How it stands, in a sentence.")
    waiting_before = serializers.IntegerField(
        allow_null=True, help_text="How many come before it; null unless it waits."
    )
    has_runner = serializers.BooleanField(help_text="Whether somebody is there who checks bots.")
    never_rated = serializers.BooleanField(
        help_text="It is valid, but nothing kept it apart while it was checked."
    )
    steps = CheckStepShown(many=True)
    usage = CheckUsageShown(many=True)
    commands = HomeCommandShown(many=True, help_text="To see a failure again at home.")
    has_log = serializers.BooleanField(help_text="Whether `log/` has something.")
    page = serializers.CharField(help_text="The address of the page that tells the same.")


class VersionShown(VersionRowShown):
    """A program as it was sent in, and how its checks stand."""

    check = CheckShown(allow_null=True, help_text="Null unless the bot is yours.")


def version_told_with_check(version: BotVersion, access: BotAccess) -> dict[str, object]:
    """Whoever may not read what is the author's own gets no check."""
    check = None
    if access.may_read_private:
        progress = progress_now(version)
        check = _check(version, progress) if progress.state else None
    return {**version_told(version, access), "check": check}


def _check(version: BotVersion, progress: Progress) -> dict[str, object]:
    return {
        "is_over": not progress.goes_on,
        "verdict": progress.verdict,
        "text": progress.sentence,
        "waiting_before": progress.waiting_before,
        "has_runner": progress.has_runner,
        "never_rated": progress.never_rated,
        "steps": progress.steps,
        "usage": progress.usage,
        "commands": progress.commands,
        "has_log": bool(progress.log),
        "page": reverse("bots:version", args=[version.bot.public_id, version.number]),
    }
