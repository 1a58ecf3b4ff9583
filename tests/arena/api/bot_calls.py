"""Calls about bots, for tests."""

from typing import Any

from django.core.files.uploadedfile import SimpleUploadedFile
from django.test import Client
from django.urls import reverse

from arena.models import Bot, BotVersion
from tests.arena.bot_kit import PROGRAM

BOTS = "/api/v1/bots/"
RULES = "durak/volga"
Answer = Any
"""Django's test response has no public type."""


def a_file(data: bytes = PROGRAM, name: str = "mustard.py") -> SimpleUploadedFile:
    return SimpleUploadedFile(name, data)


def at(name: str, thing: Bot | BotVersion) -> str:
    """The address of a call about this."""
    if isinstance(thing, Bot):
        return reverse(f"api:{name}", args=[thing.public_id])
    return reverse(f"api:{name}", args=[thing.bot.public_id, thing.number])


def send_bot(client: Client, *, key: str = "", **changes: object) -> Answer:
    """A new bot; what is None is not sent."""
    return _send(client, BOTS, {"name": "Mustard", **changes}, key)


def send_version(client: Client, bot: Bot, *, key: str = "", **changes: object) -> Answer:
    """Another version of it."""
    return _send(client, at("bot_versions", bot), changes, key)


def _send(client: Client, path: str, changes: dict[str, object], key: str) -> Answer:
    values = {"profiles": [RULES], "file": a_file(), **changes}
    headers = {"Idempotency-Key": key} if key else {}
    sent = {name: value for name, value in values.items() if value is not None}
    return client.post(path, sent, headers=headers)


def faults(answer: Answer) -> dict[str, str]:
    """The codes by their fields."""
    assert answer["Content-Type"] == "application/problem+json", answer.content
    return {one["field"]: one["code"] for one in answer.json()["errors"]}


def refusal(answer: Answer) -> tuple[int, str]:
    """Its status and code."""
    assert answer["Content-Type"] == "application/problem+json", answer.content
    return answer.status_code, answer.json()["code"]
