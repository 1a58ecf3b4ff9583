"""The same person at both doors: with a browser, and with a program."""

import uuid
from dataclasses import dataclass, field
from typing import Any

from django.test import Client
from django.urls import reverse

from tests.api_client import client_with_token
from tests.factories import UserFactory
from tournaments.models import User
from tournaments.services.moderation import account_suspend

Plain = Any  # what JSON and answers of the test client are
JSON = "application/json"


@dataclass
class Doors:
    """A browser and a program of one person."""

    browser: Client = field(default_factory=Client)
    program: Client = field(default_factory=Client)

    def api(self, method: str, name: str, *args: object, **options: Plain) -> Plain:
        """Ask by the program."""
        body = options.pop("body", None)
        path = reverse(f"api:{name}", args=args)
        if body is not None or method not in {"get", "delete"}:
            options |= {"data": {} if body is None else body, "content_type": JSON}
        return getattr(self.program, method)(path, **options)

    def page(self, name: str, *args: object, **options: Plain) -> Plain:
        """Read a page."""
        return self.browser.get(reverse(name, args=args), **options)


def doors_of(account: User) -> Doors:
    """Logged in, and with a token for everything."""
    doors = Doors(program=client_with_token(account))
    doors.browser.force_login(account)
    return doors


def suspended() -> Doors:
    """Had both when staff suspended the account."""
    account = UserFactory.create()
    doors = doors_of(account)
    account_suspend(account=account, actor=UserFactory.create(is_staff=True), reason="A test.")
    return doors


def with_key(key: str = "") -> dict[str, Plain]:
    """The header of a creating call."""
    return {"headers": {"Idempotency-Key": key or str(uuid.uuid4())}}


def faults(answer: Plain) -> dict[str, str]:
    """The codes at the fields of a refusal."""
    return {one["field"]: one["code"] for one in answer.json()["errors"]}
