"""A program on a disk that is really full: `python -m tests.arena.full_disk <scenario>`.

It runs in a mount namespace of its own, in which the storage and the folder for temporary files are
small file systems, and prints what came of it as JSON.
"""

import asyncio
import json
import os
import subprocess
import sys
import tempfile
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any

import django
from django.test.client import BOUNDARY, MULTIPART_CONTENT, encode_multipart

PIECE = 65536
PLENTY = "16m"
LITTLE = "256k"
LARGE_SOURCE = b"# a table\n" * 60_000  # larger than a little


def mount(folder: Path, size: str, *options: str) -> None:
    """A file system of this size, in the memory of this program only."""
    folder.mkdir(parents=True, exist_ok=True)
    all_options = ",".join((f"size={size}", *options))
    subprocess.run(["mount", "-t", "tmpfs", "-o", all_options, "tmpfs", str(folder)], check=True)


def resize(folder: Path, size: str) -> None:
    subprocess.run(["mount", "-o", f"remount,size={size}", str(folder)], check=True)


def fill(folder: Path) -> Path:
    """Take the last byte."""
    filler = folder / "filler"
    with filler.open("wb", buffering=0) as file:
        try:
            while True:
                file.write(b"x" * 4096)
        except OSError:
            return filler


def found(folder: Path) -> dict[str, Any]:
    """What is stored, in the folder and in the database."""
    from arena.models import BotVersion, Validation

    files = [one for one in folder.rglob("*") if one.is_file() and one.name != "filler"]
    return {
        "files": [one.name for one in files],
        "whole": [one.stat().st_size for one in files],
        "versions": list(BotVersion.objects.order_by("number").values_list("number", flat=True)),
        "validations": Validation.objects.count(),
    }


def service() -> dict[str, Any]:
    """Submitting where the file does not fit, where nothing fits, and where there is room again."""
    from django.conf import settings
    from django.core.exceptions import ValidationError

    from arena.models import Bot
    from tests.arena.bots import submit
    from tests.factories import BOT_SOURCE

    media = Path(settings.MEDIA_ROOT)
    bot = Bot.objects.get()
    said: dict[str, Any] = {}

    def attempt(name: str, data: bytes) -> None:
        try:
            submit(bot, data=data)
        except ValidationError as error:
            said[name] = {"error": error.message_dict, **found(media)}
        else:
            said[name] = {"error": None, **found(media)}

    mount(media, LITTLE)
    attempt("a file that does not fit", LARGE_SOURCE)
    filler = fill(media)
    attempt("no byte left", BOT_SOURCE)
    filler.unlink()
    resize(media, PLENTY)
    attempt("room again", LARGE_SOURCE)
    subprocess.run(["umount", str(media)], check=True)
    mount(media, PLENTY, "nr_inodes=2")
    attempt("no room for names", BOT_SOURCE)
    return said


def page() -> dict[str, Any]:
    """The same through the form."""
    from django.conf import settings
    from django.core.files.uploadedfile import SimpleUploadedFile
    from django.test import Client
    from django.urls import reverse

    from arena.models import Bot
    from tests.factories import PROFILE

    media = Path(settings.MEDIA_ROOT)
    mount(media, LITTLE)
    bot = Bot.objects.get()
    assert bot.owner is not None
    client = Client()
    client.force_login(bot.owner)
    said: dict[str, Any] = {}
    for name, address, words in (
        ("another version", reverse("bots:upload", args=[bot.public_id]), {}),
        ("a new bot", reverse("bots:new"), {"name": "Another"}),
    ):
        file = SimpleUploadedFile("bot.py", LARGE_SOURCE)
        answer = client.post(address, {"file": file, "profiles": [PROFILE], **words})
        text = answer.content.decode()
        said[name] = {"status": answer.status_code, "text": text, **found(media)}
        said[name]["bots"] = Bot.objects.count()
    return said


def body() -> dict[str, Any]:
    """A request that does not even fit into the folder for temporary files."""
    from django.conf import settings
    from django.core.files.uploadedfile import SimpleUploadedFile
    from django.test import Client
    from django.urls import reverse
    from django.utils.crypto import get_random_string

    from arena.models import Bot
    from tests.factories import PROFILE

    temporary = Path(settings.VAR_DIR) / "temporary"
    mount(temporary, LITTLE)
    tempfile.tempdir = str(temporary)
    bot = Bot.objects.get()
    assert bot.owner is not None
    client = Client()
    client.force_login(bot.owner)
    file = SimpleUploadedFile("bot.py", LARGE_SOURCE * 4)  # read, then found too large
    token = get_random_string(32)
    form = {"file": file, "profiles": [PROFILE], "csrfmiddlewaretoken": token}
    cookies = {
        settings.SESSION_COOKIE_NAME: client.cookies[settings.SESSION_COOKIE_NAME].value,
        settings.CSRF_COOKIE_NAME: token,
    }
    request: dict[str, Any] = {
        "path": reverse("bots:upload", args=[bot.public_id]),
        "cookie": "; ".join(f"{name}={value}" for name, value in cookies.items()),
        "body": encode_multipart(BOUNDARY, form),
    }
    said = {"full": asyncio.run(_answer(**request))}
    said["full"]["left"] = [one.name for one in temporary.iterdir()]
    resize(temporary, PLENTY)
    said["room again"] = asyncio.run(_answer(**request))
    return said


async def _answer(*, path: str, cookie: str, body: bytes) -> dict[str, Any]:
    """What the site's own handler answers."""
    from deploy.bodies import BodyHandler

    scope = {
        "type": "http",
        "method": "POST",
        "path": path,
        "query_string": b"",
        "headers": [
            (b"host", b"testserver"),
            (b"cookie", cookie.encode()),
            (b"content-type", MULTIPART_CONTENT.encode()),
            (b"content-length", str(len(body)).encode()),
        ],
    }
    starts = range(0, len(body), PIECE)
    pieces = [
        {"type": "http.request", "body": body[at : at + PIECE], "more_body": at != starts[-1]}
        for at in starts
    ]
    answered: list[Mapping[str, Any]] = []

    async def receive() -> Mapping[str, Any]:
        if not pieces:
            await asyncio.Event().wait()  # stays until it is answered
        return pieces.pop(0)

    async def send(message: Mapping[str, Any]) -> None:
        answered.append(message)

    await BodyHandler()(scope, receive, send)
    text = b"".join(message.get("body", b"") for message in answered)
    return {"status": answered[0]["status"], "text": text.decode()}


SCENARIOS: dict[str, Callable[[], dict[str, Any]]] = {
    "service": service,
    "page": page,
    "body": body,
}


def main() -> None:
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "deploy.settings.testing")
    django.setup()
    from tests.arena.bots import runner

    with runner(commits=True):
        said = SCENARIOS[sys.argv[1]]()
    sys.stdout.write(json.dumps(said))


if __name__ == "__main__":
    main()
