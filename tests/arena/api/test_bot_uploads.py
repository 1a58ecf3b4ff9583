"""What programs send in has the limits of the pages, and waits for its turn as they do."""

from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path
from typing import Any

import pytest
from django.db import connection
from django.test import Client
from pytest_django import Settings

from arena import upload_turns
from arena.api import bot_uploads
from arena.archive import Submission
from arena.models import Bot, BotVersion
from arena.services import bots as services
from arena.services.submissions import submission_read
from arena.upload_limits import FILE_BYTES_MAX
from tests.api_client import client_with_token, token_for
from tests.api_document import conforms
from tests.arena.api.bot_calls import a_file, faults, refusal, send_bot, send_version
from tests.arena.bot_kit import bot_sent_in, program
from tests.arena.bots import Runner
from tests.factories import UserFactory
from tests.threads import at_once
from tournaments.models import User

ONE_AN_HOUR = {"bot_upload": "1/1h/user"}


@pytest.fixture
def calls(ana: User) -> Client:
    return client_with_token(ana)


@contextmanager
def all_turns_taken() -> Iterator[None]:
    with ExitStack() as others:
        for _ in range(upload_turns.AT_ONCE):
            others.enter_context(upload_turns.upload_turn())
        yield


@pytest.mark.django_db
def test_too_many_uploads_are_told_to_wait_before_anything_is_read(
    calls: Client, settings: Settings, monkeypatch: pytest.MonkeyPatch
) -> None:
    settings.RATE_LIMITS = {**settings.RATE_LIMITS, **ONE_AN_HOUR}
    assert send_bot(calls).status_code == 201
    monkeypatch.setattr(bot_uploads, "upload_turn", lambda: pytest.fail("it got a turn"))
    for key in ("", "a-key"):
        answer = send_bot(calls, key=key, name="Pepper", file=a_file(program("other")))
        conforms(answer)
        assert refusal(answer) == (429, "throttled")
        assert "Wait a while" in answer.json()["detail"]
        assert int(answer["Retry-After"]) > 0
    assert Bot.objects.count() == 1


@pytest.mark.django_db
def test_pages_and_programs_have_one_limit_together(
    ana: User, calls: Client, settings: Settings
) -> None:
    settings.RATE_LIMITS = {**settings.RATE_LIMITS, **ONE_AN_HOUR}
    version = bot_sent_in(ana)
    assert send_version(calls, version.bot, file=a_file(program("two"))).status_code == 201
    browser = Client()
    browser.force_login(ana)
    form = {"name": "Pepper", "profiles": ["durak/volga"], "file": a_file(program("three"))}
    assert browser.post("/bots/new/", form).status_code == 429


@pytest.mark.django_db
def test_somebody_elses_bot_costs_nothing_of_ones_own_limit(
    ana: User, bea: User, settings: Settings
) -> None:
    settings.RATE_LIMITS = {**settings.RATE_LIMITS, **ONE_AN_HOUR}
    calls = client_with_token(bea)
    assert refusal(send_version(calls, bot_sent_in(ana).bot)) == (403, "not_allowed")
    assert send_bot(calls, name="Pepper").status_code == 201


@pytest.mark.django_db
@pytest.mark.parametrize("key", ["", "a-key"])
def test_whoever_does_not_get_a_turn_is_asked_to_try_again(
    ana: User, calls: Client, monkeypatch: pytest.MonkeyPatch, key: str
) -> None:
    monkeypatch.setattr(upload_turns, "WAIT_SECONDS", 0.01)
    bot = bot_sent_in(ana, "Pepper").bot
    with all_turns_taken():
        for answer in (
            send_bot(calls, key=key),
            send_version(calls, bot, key=key and f"{key}-2", file=a_file(program("two"))),
        ):
            conforms(answer)
            assert refusal(answer) == (503, "uploads_busy")
            assert int(answer["Retry-After"]) > 0
        assert BotVersion.objects.count() == 1
    assert send_bot(calls, key=key).status_code == 201


@pytest.mark.django_db
def test_what_is_wrong_is_said_without_a_turn(
    calls: Client, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(upload_turns, "WAIT_SECONDS", 0.01)
    with all_turns_taken():
        assert faults(send_bot(calls, file=None)) == {"file": "required"}


@pytest.mark.django_db
@pytest.mark.parametrize("over", [0, 1, 5_000_000])
@pytest.mark.parametrize("key", ["", "a-key"])
def test_a_file_of_more_than_ten_mebibytes_is_refused_at_its_field(
    calls: Client, over: int, key: str
) -> None:
    """The limit itself is fine, but a .py of that size is none: the archive says so."""
    answer = send_bot(calls, key=key, file=a_file(b"#" * (FILE_BYTES_MAX + over), "big.py"))
    conforms(answer)
    assert answer.status_code == 422
    assert list(faults(answer)) == ["file"]
    assert "at most 1 MiB" in answer.json()["detail"]
    assert (faults(answer)["file"] == "too_large") or not over
    assert not Bot.objects.exists()


@pytest.mark.django_db(transaction=True)
@pytest.mark.parametrize("is_new", [True, False])
def test_what_is_read_holds_no_connection(
    is_new: bool, settings: Settings, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, queue: Runner
) -> None:
    settings.MEDIA_ROOT = tmp_path
    ana = UserFactory.create()
    calls = client_with_token(ana)
    bot = bot_sent_in(ana, "Before").bot
    connected: list[bool] = []

    def read(**given: Any) -> Submission:  # noqa: ANN401
        connected.append(connection.connection is not None)
        return submission_read(**given)

    monkeypatch.setattr(services, "submission_read", read)
    fresh = a_file(program("two"))
    answer = send_bot(calls, file=fresh) if is_new else send_version(calls, bot, file=fresh)
    assert answer.status_code == 201
    assert connected == [False]


@pytest.mark.django_db(transaction=True)
def test_with_a_key_the_turn_comes_before_the_transaction(
    settings: Settings, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, queue: Runner
) -> None:
    """Else everybody who waits for a turn would keep a connection from the others."""
    settings.MEDIA_ROOT = tmp_path
    calls = client_with_token(UserFactory.create())
    in_transaction: list[bool] = []

    @contextmanager
    def turn() -> Iterator[None]:
        in_transaction.append(connection.in_atomic_block)
        yield

    monkeypatch.setattr(bot_uploads, "upload_turn", turn)
    assert send_bot(calls, key="a-key").status_code == 201
    assert in_transaction == [False]


@pytest.mark.django_db(transaction=True)
def test_the_same_call_many_times_at_once_makes_one_bot(
    settings: Settings, tmp_path: Path, queue: Runner
) -> None:
    settings.MEDIA_ROOT = tmp_path
    token = token_for(UserFactory.create())
    statuses: list[int] = []

    def call() -> None:
        client = Client(headers={"Authorization": f"Bearer {token}"})
        statuses.append(send_bot(client, key="one", file=a_file()).status_code)

    at_once([call] * 8)
    assert set(statuses) <= {201, 409}
    assert 201 in statuses
    assert Bot.objects.count() == BotVersion.objects.count() == 1
