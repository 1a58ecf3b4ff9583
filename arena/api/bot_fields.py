"""Bots and versions, as programs are told of them."""

from collections.abc import Iterable, Sequence
from typing import Any, Final

from django.urls import reverse
from rest_framework import serializers

from arena.bot_access import BotAccess
from arena.models import Bot, BotVersion
from arena.selectors.bots import versions_latest
from arena.selectors.playing import bots_hindered, hindrance_text, plays_now
from tournaments.api.fields import Shown
from tournaments.models import User

PROFILES_HELP: Final = "Ids of `/rules/profiles/`."
_OWN: Final = "Null unless the bot is yours."

BOT_EXAMPLE: Final[dict[str, Any]] = {
    "id": "k3Jx0cPq2mZs81Ta",
    "name": "Greedy",
    "description": "Throws away what it can.",
    "author": "Rosa",
    "is_mine": True,
    "is_retired": False,
    "created_at": "2026-10-01T12:00:00Z",
    "active_version": 3,
    "profiles": ["durak/volga"],
    "can_play": True,
    "hindrance": "",
    "latest_version": 4,
    "latest_state": "checking",
    "page": "/bots/k3Jx0cPq2mZs81Ta/",
}
VERSION_ROW_EXAMPLE: Final[dict[str, Any]] = {
    "number": 4,
    "submitted_at": "2026-11-02T08:30:00Z",
    "profiles": ["durak/volga"],
    "is_active": False,
    "state": "checking",
    "file_name": "greedy.py",
    "size": 2130,
    "sha256": "9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08",
    "command": ["python", "greedy.py"],
    "packages": [],
    "note": "Counts trumps.",
    "page": "/bots/k3Jx0cPq2mZs81Ta/versions/4/",
}


class BotShown(Shown):
    """A program that competes; which program exactly, its versions say."""

    id = serializers.CharField()
    name = serializers.CharField()
    description = serializers.CharField(allow_blank=True)
    author = serializers.CharField(help_text="Empty if the author has left.")
    is_mine = serializers.BooleanField()
    is_retired = serializers.BooleanField()
    created_at = serializers.DateTimeField()
    active_version = serializers.IntegerField(
        allow_null=True, help_text="The number of the version that plays."
    )
    profiles = serializers.ListField(
        child=serializers.CharField(), help_text=f"What the active version plays. {PROFILES_HELP}"
    )
    can_play = serializers.BooleanField()
    hindrance = serializers.CharField(help_text="A sentence that says why it cannot; or empty.")
    latest_version = serializers.IntegerField(allow_null=True)
    latest_state = serializers.ChoiceField(
        choices=BotVersion.State.choices,
        allow_null=True,
        help_text=f"How far the checks of the latest version are. {_OWN}",
    )
    page = serializers.CharField(help_text="The address of its page.")


class VersionRowShown(Shown):
    """A program as it was sent in."""

    number = serializers.IntegerField()
    submitted_at = serializers.DateTimeField()
    profiles = serializers.ListField(child=serializers.CharField(), help_text=PROFILES_HELP)
    is_active = serializers.BooleanField(help_text="Whether it is the one that plays.")
    state = serializers.ChoiceField(
        choices=BotVersion.State.choices,
        allow_null=True,
        help_text=f"How far its checks are. {_OWN}",
    )
    file_name = serializers.CharField(allow_null=True, help_text=_OWN)
    size = serializers.IntegerField(allow_null=True, help_text=f"Bytes. {_OWN}")
    sha256 = serializers.CharField(allow_null=True, help_text=f"Of the file. {_OWN}")
    command = serializers.ListField(
        child=serializers.CharField(), allow_null=True, help_text=f"How it is started. {_OWN}"
    )
    packages = serializers.ListField(
        child=serializers.CharField(), allow_null=True, help_text=f"What it needs. {_OWN}"
    )
    note = serializers.CharField(allow_null=True, help_text=f"What is new in it. {_OWN}")
    page = serializers.CharField(help_text="The address of its page.")


def bots_told(bots: Sequence[Bot], account: User | None) -> list[dict[str, object]]:
    """Select owners and active versions with them; two queries for all together."""
    hindered = bots_hindered(bots=bots)
    latest = versions_latest(bots=bots)
    return [
        _bot(
            bot,
            is_mine=account is not None and bot.owner_id == account.pk,
            hindrance=hindrance_text(bot=bot, hindrance=hindered[bot.pk])
            if bot.pk in hindered
            else "",
            latest=latest.get(bot.pk),
        )
        for bot in bots
    ]


def bot_told(bot: Bot, account: User | None) -> dict[str, object]:
    """The same, of one."""
    (told,) = bots_told([bot], account)
    return told


def _bot(
    bot: Bot, *, is_mine: bool, hindrance: str, latest: BotVersion | None
) -> dict[str, object]:
    active = bot.active_version
    return {
        "id": bot.public_id,
        "name": bot.public_name,
        "description": bot.description,
        "author": "" if bot.owner is None else bot.owner.public_name,
        "is_mine": is_mine,
        "is_retired": bot.is_retired,
        "created_at": bot.created_at,
        "active_version": None if active is None else active.number,
        "profiles": [] if active is None else active.profiles,
        "can_play": not hindrance,
        "hindrance": hindrance,
        "latest_version": None if latest is None else latest.number,
        "latest_state": latest.state if is_mine and latest is not None else None,
        "page": reverse("bots:bot", args=[bot.public_id]),
    }


def version_told(version: BotVersion, access: BotAccess) -> dict[str, object]:
    """What whoever asks may know; select the bot with it."""
    own: dict[str, object] = {
        "state": version.state,
        "file_name": version.file_name,
        "size": version.size,
        "sha256": version.digest,
        "command": version.command,
        "packages": version.packages,
        "note": version.note,
    }
    return {
        "number": version.number,
        "submitted_at": version.submitted_at,
        "profiles": version.profiles,
        "is_active": plays_now(version),
        **(own if access.may_read_private else dict.fromkeys(own)),
        "page": reverse("bots:version", args=[version.bot.public_id, version.number]),
    }


def versions_told(versions: Iterable[BotVersion], access: BotAccess) -> Iterable[dict[str, object]]:
    """Of one bot."""
    return (version_told(version, access) for version in versions)
