"""Rows of what programs ask about bots."""

from typing import Any

from django.core.files.uploadedfile import SimpleUploadedFile
from django.test.client import MULTIPART_CONTENT

from tests.arena.bot_kit import PROGRAM
from tests.permissions.people import a_bot, a_bot_version, two_bots
from tests.permissions.rows import CREATED, FORBIDDEN, OK, ApiRow, by_token

_PUBLIC = by_token(anonymous=OK, member=OK)
_AUTHORS_OWN = by_token(member=FORBIDDEN)


class _File(SimpleUploadedFile):
    """Can be sent by every role."""

    def read(self, *args: Any) -> bytes:  # noqa: ANN401 - as files have it
        self.seek(0)
        return bytes(super().read(*args))


def _program() -> dict[str, object]:
    return {"file": _File("mustard.py", PROGRAM), "profiles": ["durak/volga"]}


API_BOTS = [
    ApiRow("api:bots", "GET", "list", outcomes=_PUBLIC),
    ApiRow(
        "api:bots",
        "POST",
        "create",
        outcomes=by_token(member=CREATED),
        data={"name": "Mustard", **_program()},
        content_type=MULTIPART_CONTENT,
    ),
    ApiRow("api:bot", "GET", "retrieve", outcomes=_PUBLIC, kwargs=a_bot),
    ApiRow(
        "api:bot",
        "PATCH",
        "change",
        outcomes=_AUTHORS_OWN,
        data={"description": "Mine"},
        kwargs=a_bot,
    ),
    ApiRow("api:bot_retire", "POST", "retire", outcomes=_AUTHORS_OWN, kwargs=a_bot),
    ApiRow("api:bot_return", "POST", "come_back", outcomes=_AUTHORS_OWN, kwargs=a_bot),
    ApiRow("api:bot_ratings", "GET", "list", outcomes=_PUBLIC, kwargs=a_bot),
    ApiRow("api:bot_history", "GET", "history", outcomes=_PUBLIC, kwargs=a_bot),
    ApiRow("api:bot_opponents", "GET", "opponents", outcomes=_PUBLIC, kwargs=a_bot),
    ApiRow("api:bot_timings", "GET", "timings", outcomes=_PUBLIC, kwargs=a_bot),
    ApiRow("api:bot_versus", "GET", "retrieve", outcomes=_PUBLIC, kwargs=two_bots),
    ApiRow("api:bot_versions", "GET", "list", outcomes=_PUBLIC, kwargs=a_bot),
    ApiRow(
        "api:bot_versions",
        "POST",
        "create",
        outcomes=_AUTHORS_OWN,
        data=_program(),
        kwargs=a_bot,
        content_type=MULTIPART_CONTENT,
    ),
    ApiRow("api:bot_version", "GET", "retrieve", outcomes=_PUBLIC, kwargs=a_bot_version),
    ApiRow(
        "api:bot_version_activate", "POST", "activate", outcomes=_AUTHORS_OWN, kwargs=a_bot_version
    ),
    ApiRow("api:bot_version_check", "POST", "check", outcomes=_AUTHORS_OWN, kwargs=a_bot_version),
    ApiRow("api:bot_version_file", "GET", "file", outcomes=_AUTHORS_OWN, kwargs=a_bot_version),
    ApiRow("api:bot_version_log", "GET", "log", outcomes=_AUTHORS_OWN, kwargs=a_bot_version),
    ApiRow("api:bot_version_events", "GET", "events", outcomes=_AUTHORS_OWN, kwargs=a_bot_version),
    ApiRow("api:rule_profiles", "GET", "list", outcomes=_PUBLIC),
    ApiRow(
        "api:rule_profile",
        "GET",
        "retrieve",
        outcomes=_PUBLIC,
        kwargs={"game": "durak", "name": "volga"},
    ),
]
