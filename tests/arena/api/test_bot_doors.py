"""The same question through both doors: whoever is refused on the page is refused with a token, and
whoever may do it there may do it here."""

from collections.abc import Callable, Mapping
from typing import Any

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.test import Client
from django.urls import reverse

from arena.models import Bot, BotVersion
from tests.api_client import client_with_token
from tests.arena.bot_kit import ToldCheck, bot_sent_in, program, version_sent_in
from tests.factories import UserFactory, give_second_factor
from tests.permissions.roles import show_second_factor
from tournaments.models import User
from tournaments.services.moderation import account_suspend

pytestmark = pytest.mark.django_db

NOTE = "Counts trumps since yesterday"
LOG = "Traceback of my secret plan"


def suspended(account: User) -> User:
    account_suspend(account=account, actor=UserFactory.create(is_staff=True), reason="A test.")
    return account


CALLERS: dict[str, Callable[[User], User | None]] = {
    "the author": lambda author: author,
    "a stranger": lambda author: UserFactory.create(),
    "the author, suspended": suspended,
    "nobody": lambda author: None,
    "staff without a second factor": lambda author: UserFactory.create(is_staff=True),
}


def doors(who: str, author: User) -> tuple[Client, Client]:
    """A browser and a program of the same account; both were opened before a suspension."""
    account = author if "suspended" in who else CALLERS[who](author)
    browser, program_ = Client(), Client()
    if account is not None:
        browser.force_login(account)
        program_ = client_with_token(account)
    if "suspended" in who:
        suspended(author)
    return browser, program_


@pytest.fixture
def second(ana: User) -> BotVersion:
    """The second version, which failed its checks, of a bot whose first one plays."""
    first = ToldCheck(bot_sent_in(ana)).valid()
    version = version_sent_in(first, "two", note=NOTE)
    return ToldCheck(version).invalid(1, "It crashed.", log=LOG)


def a_file(mark: str) -> SimpleUploadedFile:
    return SimpleUploadedFile("mustard.py", program(mark))


Sent = Mapping[str, object]
# Names of page and call, whether they are about a version, and what is sent to each (None: read).
QUESTIONS: dict[str, tuple[str, str, bool, Callable[[], tuple[Sent, Sent]] | None]] = {
    "read the bot": ("bot", "bot", False, None),
    "read the version": ("version", "bot_version", True, None),
    "take the file home": ("archive", "bot_version_file", True, None),
    "read the log": ("log", "bot_version_log", True, None),
    "send in a version": (
        "upload",
        "bot_versions",
        False,
        lambda: (
            {"file": a_file("page"), "profiles": ["durak/volga"], "after": 2},
            {"file": a_file("call"), "profiles": ["durak/volga"]},
        ),
    ),
    "retire it": ("retire", "bot_retire", False, lambda: ({}, {})),
    "bring it back": ("return", "bot_return", False, lambda: ({}, {})),
    "read its ratings": ("bot", "bot_ratings", False, None),
}


def is_allowed(answer: Any) -> bool:  # noqa: ANN401 - Django's test response
    """A page leads on after it has done something, and to the log-in if it may not."""
    if answer.status_code == 302:
        return "/login" not in answer["Location"]
    assert answer.status_code in {200, 201, 401, 403, 404}, answer.content
    return bool(answer.status_code < 300)


@pytest.mark.long
@pytest.mark.parametrize("question", QUESTIONS)
@pytest.mark.parametrize("who", CALLERS)
def test_both_doors_open_to_the_same_people(
    who: str, question: str, ana: User, second: BotVersion
) -> None:
    page, call, is_of_version, sends = QUESTIONS[question]
    browser, program_ = doors(who, ana)
    where = [second.bot.public_id, *([second.number] if is_of_version else [])]
    if sends is None:
        by_page = browser.get(reverse(f"bots:{page}", args=where))
        by_call = program_.get(reverse(f"api:{call}", args=where))
    else:
        form, body = sends()
        by_page = browser.post(reverse(f"bots:{page}", args=where), form)
        by_call = program_.post(reverse(f"api:{call}", args=where), body)
    allowed = is_allowed(by_page)
    if "suspended" in who and allowed:
        # What is public stays so in a browser; a token of a suspended account opens nothing.
        assert by_call.status_code == 401
    else:
        assert is_allowed(by_call) == allowed
    assert allowed == (question in PUBLIC or who == "the author")


PUBLIC = {"read the bot", "read the version", "read its ratings"}


@pytest.mark.parametrize("who", CALLERS)
def test_both_doors_let_the_same_people_change_words_and_versions(
    who: str, ana: User, second: BotVersion
) -> None:
    ToldCheck(version_sent_in(second, "three", activate=False)).valid()
    browser, program_ = doors(who, ana)
    bot = second.bot.public_id
    pages = [
        browser.post(reverse("bots:edit", args=[bot]), {"name": "By page"}),
        browser.post(reverse("bots:activate", args=[bot, 3])),
    ]
    by_page = (Bot.objects.get().name, Bot.objects.get().active_version_id)
    Bot.objects.update(name="Mustard", name_key="mustard", active_version=second.bot.active_version)
    calls = [
        program_.patch(
            reverse("api:bot", args=[bot]), {"name": "By page"}, content_type="application/json"
        ),
        program_.post(reverse("api:bot_version_activate", args=[bot, 3])),
    ]
    assert (Bot.objects.get().name, Bot.objects.get().active_version_id) == by_page
    assert [is_allowed(one) for one in calls] == [is_allowed(one) for one in pages]
    assert all(is_allowed(one) for one in calls) == (who == "the author")


@pytest.mark.parametrize("who", CALLERS)
def test_both_doors_let_the_same_people_have_it_checked_again(
    who: str, ana: User, second: BotVersion
) -> None:
    broken = ToldCheck(version_sent_in(second, "three")).broken("The worker vanished.")
    browser, program_ = doors(who, ana)
    where = [broken.bot.public_id, broken.number]
    call = program_.post(reverse("api:bot_version_check", args=where))
    assert is_allowed(call) == (who == "the author")
    broken.refresh_from_db()
    assert (broken.state == "checking") == (who == "the author")
    if who != "the author":
        assert not is_allowed(browser.post(reverse("bots:check", args=where)))


def test_a_token_is_no_second_factor(second: BotVersion) -> None:
    """On the pages staff with it read logs and have bots checked again; with a token they do not,
    whatever their browser has shown."""
    staff = UserFactory.create(is_staff=True)
    give_second_factor(staff)
    browser = Client()
    browser.force_login(staff)
    show_second_factor(browser, staff)
    where = [second.bot.public_id, second.number]
    assert browser.get(reverse("bots:log", args=where)).status_code == 200
    calls = client_with_token(staff)
    assert calls.get(reverse("api:bot_version_log", args=where)).status_code == 403
    assert calls.post(reverse("api:bot_version_check", args=where)).status_code == 403
    assert calls.get(reverse("api:bot_version", args=where)).json()["check"] is None


@pytest.mark.parametrize("who", [who for who in CALLERS if who != "the author"])
def test_nobody_learns_what_is_the_authors_own(who: str, ana: User, second: BotVersion) -> None:
    """Neither by id, nor in a list, nor by searching, nor as a file."""
    _browser, program_ = doors(who, ana)
    bot, where = [second.bot.public_id], [second.bot.public_id, second.number]
    secrets = [NOTE, LOG, second.digest, second.file_name, "invalid", "It crashed"]
    for address in (
        reverse("api:bots"),
        reverse("api:bots") + "?mine=true",
        reverse("api:bots") + "?q=trumps",
        reverse("api:bot", args=bot),
        reverse("api:bot_versions", args=bot),
        reverse("api:bot_version", args=where),
        reverse("api:bot_version_file", args=where),
        reverse("api:bot_version_log", args=where),
        reverse("api:bot_version_events", args=where),
    ):
        answer = program_.get(address)
        text = answer.content.decode()
        assert answer.status_code in {200, 401, 403}
        assert [secret for secret in secrets if f'"{secret}' in text] == [], address


def test_a_search_looks_into_public_words_only(second: BotVersion) -> None:
    """The note of a version is not among them."""
    found = Client().get(reverse("api:bots") + "?q=yesterday").json()
    assert found["results"] == []
