"""A hundred uploads at once over HTTP, to the web process as the launcher starts it."""

import hashlib
import http.client
import os
import subprocess
import sys
import threading
from collections import Counter
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest
from django.conf import settings as site
from django.core.files.uploadedfile import SimpleUploadedFile
from django.db import connection
from django.test import Client
from django.test.client import BOUNDARY, MULTIPART_CONTENT, encode_multipart
from django.urls import reverse
from pytest_django import Settings

from arena.archive import Submission
from arena.models import Bot, BotVersion, Validation
from arena.services import bots as services
from arena.services.submissions import submission_read
from deploy.launcher.postgres import free_port
from tests.arena.bots import Runner, owner_of
from tests.deploy.service import PROJECT_DIR, wait_for
from tests.factories import BOT_SOURCE, PROFILE, BotFactory

pytestmark = pytest.mark.django_db(transaction=True)

AUTHORS, UPLOADS = 20, 100
SLOW = 4
PATIENCE = 300
TOKEN = "a" * 32
SENT, BUSY = 302, 503


@dataclass(frozen=True)
class Web:
    """The web process: with the launcher's pool of connections, on the test's database."""

    port: int
    folder: Path

    def ask(
        self, method: str, path: str, body: bytes | None = None, **headers: str
    ) -> tuple[int, str]:
        """The status, and where the answer leads."""
        asking = http.client.HTTPConnection("127.0.0.1", self.port, timeout=PATIENCE)
        try:
            asking.request(method, path, body, {"Host": "localhost", **headers})
            answer = asking.getresponse()
            answer.read()
            return answer.status, answer.headers.get("Location", "")
        finally:
            asking.close()

    def is_ready(self) -> bool:
        try:
            return self.ask("GET", "/readyz")[0] == 200
        except OSError:
            return False

    def said(self) -> str:
        return (self.folder / "web.log").read_text()


@pytest.fixture
def web(tmp_path: Path) -> Iterator[Web]:
    found = Web(free_port(), tmp_path)
    parent = os.environ["DATABASE_URL"].rsplit("/", 1)[0]
    environment = {
        **os.environ,
        "DATABASE_URL": f"{parent}/{connection.settings_dict['NAME']}",
        "DATABASE_POOL_SIZE": "8",
        "CELERY_BROKER_URL": "memory://",  # nobody is to work on these orders
        "DURAKO_VAR": str(tmp_path),
    }
    with (tmp_path / "web.log").open("wb") as log:
        process = subprocess.Popen(
            [
                sys.executable, "-m", "uvicorn", "deploy.asgi:application",
                "--port", str(found.port), "--lifespan", "off", "--no-access-log",
            ],
            cwd=PROJECT_DIR, env=environment, stdout=log, stderr=log,
        )  # fmt: skip
    try:
        wait_for(found.is_ready, "the web", details=found.said)
        yield found
    finally:
        process.terminate()
        process.wait(timeout=30)


@dataclass(frozen=True)
class Upload:
    """A form that an author sends."""

    bot: Bot
    cookie: str
    source: bytes

    @property
    def stored(self) -> tuple[int, str]:
        return self.bot.pk, hashlib.sha256(self.source).hexdigest()

    def send(self, web: Web) -> tuple[int, str]:
        form = {
            "file": SimpleUploadedFile("bot.py", self.source),
            "profiles": [PROFILE],
            "after": "0",
            "csrfmiddlewaretoken": TOKEN,
        }
        return web.ask(
            "POST",
            reverse("bots:upload", args=[self.bot.public_id]),
            encode_multipart(BOUNDARY, form),
            **{"Content-Type": MULTIPART_CONTENT, "Cookie": self.cookie},
        )


def _uploads() -> list[Upload]:
    """Of twenty authors: four small files each, the first of them twice; and a few large ones."""
    uploads = []
    for author in range(AUTHORS):
        bot = BotFactory.create()
        browser = Client()
        browser.force_login(owner_of(bot))
        session = browser.cookies[site.SESSION_COOKIE_NAME].value
        cookie = f"{site.SESSION_COOKIE_NAME}={session}; {site.CSRF_COOKIE_NAME}={TOKEN}"
        sources = [BOT_SOURCE + b"# %d\n" % number for number in (0, 1, 2, 3, 0)]
        if author < SLOW:
            sources.append(b"table = {" + b"1: [2], " * 120_000 + b"}\n")
        uploads += [Upload(bot, cookie, source) for source in sources]
    assert len(uploads) == UPLOADS + SLOW
    return uploads


def _all_at_once(web: Web, uploads: list[Upload]) -> list[tuple[int, str]]:
    together = threading.Barrier(len(uploads))

    def send(upload: Upload) -> tuple[int, str]:
        together.wait(timeout=PATIENCE)
        return upload.send(web)

    with ThreadPoolExecutor(len(uploads)) as pool:
        return list(pool.map(send, uploads))


@pytest.mark.long
def test_a_hundred_uploads_at_once_over_http(web: Web) -> None:
    """Each is stored once and led to its version, or asked to try again with nothing stored;
    nobody is told of an error, and visitors see their pages meanwhile."""
    uploads = _uploads()
    seen: list[int] = []
    over = threading.Event()

    def visit() -> None:
        while not over.wait(0.2):
            seen.append(web.ask("GET", "/bots/")[0])

    visitor = threading.Thread(target=visit)
    visitor.start()
    try:
        answers = _all_at_once(web, uploads)
    finally:
        over.set()
        visitor.join(PATIENCE)
    assert set(seen) == {200}, web.said()

    statuses = Counter(status for status, _ in answers)
    assert set(statuses) <= {SENT, BUSY}, (statuses, web.said())
    pairs = list(zip(uploads, answers, strict=True))
    kept = {upload.stored for upload, (status, _) in pairs if status == SENT}
    assert set(BotVersion.objects.values_list("bot_id", "digest")) == kept

    for upload, (status, place) in pairs:
        if status == BUSY:  # the machine is slow: again, as the answer asked
            status, place = upload.send(web)  # noqa: PLW2901
        assert status == SENT
        version = BotVersion.objects.get(bot=upload.bot, digest=upload.stored[1])
        assert place == reverse("bots:version", args=[upload.bot.public_id, version.number])
    assert BotVersion.objects.count() == Validation.objects.count() == AUTHORS * 4 + SLOW
    for bot in {upload.bot for upload in uploads}:
        numbers = list(bot.versions.order_by("number").values_list("number", flat=True))
        assert numbers == list(range(1, len(numbers) + 1))
    files = [one for one in (web.folder / "media").rglob("*") if one.is_file()]
    assert {one.read_bytes() for one in files} == {upload.source for upload in uploads}
    assert len(files) == 5


@pytest.mark.parametrize("is_new", [True, False])
def test_what_is_read_holds_no_connection(
    is_new: bool, settings: Settings, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, queue: Runner
) -> None:
    """Nor does whoever waits for a turn, which comes before."""
    settings.MEDIA_ROOT = tmp_path
    bot = BotFactory.create()
    browser = Client()
    browser.force_login(owner_of(bot))
    connected: list[bool] = []

    def read(**given: Any) -> Submission:  # noqa: ANN401
        connected.append(connection.connection is not None)
        return submission_read(**given)

    monkeypatch.setattr(services, "submission_read", read)
    address = reverse("bots:new") if is_new else reverse("bots:upload", args=[bot.public_id])
    file = SimpleUploadedFile("bot.py", BOT_SOURCE)
    form = {"name": "New", "file": file, "profiles": [PROFILE]}
    assert browser.post(address, form).status_code == SENT
    assert connected == [False]
    assert BotVersion.objects.count() == len(queue.orders) == 1
