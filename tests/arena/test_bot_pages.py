"""The pages of bots: what they say, to whom, and what they do with whatever is sent to them."""

import re
from contextlib import ExitStack
from html import unescape
from typing import Any

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.test import Client
from django.urls import reverse
from pytest_django import Settings

from arena import upload_turns
from arena.forms.fields import FILE_BYTES_MAX
from arena.models import Bot, BotVersion
from tests.arena.bot_kit import (
    ANSWERED,
    ASKED,
    PROGRAM,
    ToldCheck,
    bot_sent_in,
    program,
    runner_arrives,
    text_of,
    version_sent_in,
)
from tests.factories import UserFactory
from tournaments.models import User

pytestmark = pytest.mark.django_db

NEW = "/bots/new/"
RULES = "durak/volga"


@pytest.fixture
def browser(ana: User) -> Client:
    return _browser_of(ana)


@pytest.fixture
def stranger() -> Client:
    return _browser_of(UserFactory.create(display_name="Bea"))


def _browser_of(account: User) -> Client:
    client = Client()
    client.force_login(account)
    return client


def file(name: str = "mustard.py", data: bytes = PROGRAM) -> SimpleUploadedFile:
    return SimpleUploadedFile(name, data)


def send(browser: Client, **changes: Any) -> Any:  # noqa: ANN401
    """The form of a new bot."""
    values = {"name": "Mustard", "profiles": [RULES], "file": file(), **changes}
    return browser.post(NEW, {name: value for name, value in values.items() if value is not None})


def at(name: str, version: BotVersion) -> str:
    where = [version.bot.public_id, *([] if name in OF_A_BOT else [version.number])]
    return reverse(f"bots:{name}", args=where)


OF_A_BOT = {"bot", "edit", "upload", "retire", "return"}


# Sending one in


def test_a_new_bot_comes_with_its_first_version(browser: Client, ana: User) -> None:
    answer = send(browser, description="Counts trumps.")
    version = BotVersion.objects.get()
    assert answer["Location"] == at("version", version)
    assert (version.bot.name, version.bot.owner, version.number) == ("Mustard", ana, 1)
    assert version.profiles == [RULES]
    assert "being checked" in text_of(browser.get(at("bot", version)))


def test_a_script_is_told_where_to_go(browser: Client) -> None:
    values = {"name": "Mustard", "profiles": [RULES], "file": file()}
    answer = browser.post(NEW, values, headers={"X-Requested-With": "XMLHttpRequest"})
    assert answer.status_code == 201
    assert answer["Location"] == at("version", BotVersion.objects.get())


@pytest.mark.parametrize(
    ("changes", "field", "sentence"),
    [
        ({"name": ""}, "name", "This field is required"),
        ({"name": "a" * 41}, "name", "at most 40 characters"),
        ({"name": "Ana\u202etxt"}, "name", "invisible"),
        ({"name": "a\x00b"}, "name", "Null characters"),
        ({"description": "x" * 2001}, "description", "at most 2000 characters"),
        ({"description": "a\u202eb"}, "description", "invisible"),
        ({"file": None}, "file", "Choose the file"),
        ({"file": "not a file"}, "file", "Choose the file"),
        ({"file": file("bot.exe")}, "file", "neither a .py file nor a .zip"),
        ({"file": file("bot")}, "file", "neither a .py file nor a .zip"),
        ({"file": file("mustard.py", b"def choose(:")}, "file", "line 1"),
        ({"file": file("mustard.py", b"\xff\xfe")}, "file", "UTF-8"),
        ({"file": file("mustard.zip", b"PK nonsense")}, "file", "zip"),
        ({"file": file(f"{'a' * 250}.py")}, "file", "shorter name"),
        ({"profiles": []}, "profiles", "at least one"),
        ({"profiles": ["durak/nonsense"]}, "profiles", "durak/nonsense"),
    ],
    ids=lambda value: str(value)[:40] if not isinstance(value, str) else "",
)
def test_what_is_wrong_is_said_at_its_field(
    browser: Client, changes: dict[str, Any], field: str, sentence: str
) -> None:
    page = send(browser, **changes)
    assert page.status_code == 200
    assert any(sentence in text for text in page.context["form"].errors[field])
    assert list(page.context["form"].errors) == [field]
    assert not Bot.objects.exists()


def test_an_empty_file_is_refused(browser: Client) -> None:
    page = send(browser, file=file(data=b""))
    assert "This file is empty" in text_of(page)


def test_what_was_typed_stays(browser: Client) -> None:
    page = send(browser, name="x", description="Counts <trumps>", profiles=["burako/duel"])
    html = page.content.decode()
    assert 'value="x"' in html
    assert "Counts &lt;trumps&gt;</textarea>" in html
    assert re.search(r'value="burako/duel" checked', html)
    assert "Choose the file again" in text_of(page)


@pytest.mark.parametrize("over", [0, 1, 5_000_000])
def test_a_file_of_more_than_ten_mebibytes_is_refused_at_its_field(
    browser: Client, over: int
) -> None:
    """The limit itself is fine, but a .py of that size is none: the archive says so."""
    page = send(browser, file=file("big.py", b"#" * (FILE_BYTES_MAX + over)), description="kept")
    (said,) = page.context["form"].errors["file"]
    assert "at most 1 MiB" in said
    assert ("a .zip at most 10 MiB" in said) == (over > 0)
    assert "kept</textarea>" in page.content.decode()
    assert not Bot.objects.exists()


def test_a_name_is_taken_once(browser: Client, stranger: Client) -> None:
    send(stranger, name="Mustard")
    page = send(browser, name="MUSTARD")
    assert page.context["form"].errors["name"]
    assert Bot.objects.count() == 1


def test_the_same_form_sent_twice_is_one_bot(browser: Client) -> None:
    first, second = send(browser), send(browser)
    assert first["Location"] == second["Location"]
    assert BotVersion.objects.count() == 1


def test_a_form_without_its_token_is_refused(ana: User) -> None:
    strict = Client(enforce_csrf_checks=True)
    strict.force_login(ana)
    assert send(strict).status_code == 403
    assert not Bot.objects.exists()


def test_too_many_uploads_are_told_to_wait(browser: Client, settings: Settings) -> None:
    settings.RATE_LIMITS = {**settings.RATE_LIMITS, "bot_upload": "1/1h/user"}
    assert send(browser).status_code == 302
    page = send(browser, name="Pepper", description="kept", file=file(data=program("other")))
    assert page.status_code == 429
    assert "Wait a while" in text_of(page)
    assert "kept</textarea>" in page.content.decode()
    assert Bot.objects.count() == 1


def test_whoever_does_not_get_a_turn_is_asked_to_try_again(
    browser: Client, ana: User, monkeypatch: pytest.MonkeyPatch
) -> None:
    """With a new bot as with another version; nothing of it is kept but what was typed."""
    monkeypatch.setattr(upload_turns, "WAIT_SECONDS", 0.01)
    upload = at("upload", bot_sent_in(ana, "Pepper"))
    fresh = {"file": file(data=program("fresh")), "profiles": [RULES], "note": "kept"}
    with ExitStack() as others:
        for _ in range(upload_turns.AT_ONCE):
            others.enter_context(upload_turns.upload_turn())
        for page in (send(browser, description="kept"), browser.post(upload, fresh)):
            assert page.status_code == 503
            assert "Nothing of it was kept: send it again in a minute." in text_of(page)
            assert re.search('kept</textarea>|value="kept"', page.content.decode())
        assert BotVersion.objects.count() == 1
    fresh["file"] = file(data=program("fresh"))
    assert [send(browser).status_code, browser.post(upload, fresh).status_code] == [302, 302]
    assert BotVersion.objects.count() == 3


# Another version


@pytest.fixture
def mustard(ana: User) -> BotVersion:
    return bot_sent_in(ana, profiles=[RULES])


def send_version(browser: Client, before: BotVersion, **changes: Any) -> Any:  # noqa: ANN401
    values = {"profiles": [RULES], "activate": "on", "after": before.number, **changes}
    return browser.post(at("upload", before), values)


def test_another_version(browser: Client, mustard: BotVersion) -> None:
    answer = send_version(browser, mustard, file=file(data=program("two")), note="Better.")
    second = BotVersion.objects.get(number=2)
    assert answer["Location"] == at("version", second)
    assert second.note == "Better."
    assert second.validations.get().activate_when_valid


def test_the_box_decides_whether_it_is_activated(browser: Client, mustard: BotVersion) -> None:
    browser.post(at("upload", mustard), {"profiles": [RULES], "file": file(data=program("two"))})
    assert not BotVersion.objects.get(number=2).validations.get().activate_when_valid


def test_the_same_form_sent_twice_is_one_version(browser: Client, mustard: BotVersion) -> None:
    first = send_version(browser, mustard, file=file(data=program("two")))
    second = send_version(browser, mustard, file=file(data=program("two")))
    assert first["Location"] == second["Location"]
    assert BotVersion.objects.count() == 2


def test_a_file_that_is_here_already_needs_a_tick(browser: Client, mustard: BotVersion) -> None:
    page = send_version(browser, mustard, file=file())
    assert "the same file as version 1" in text_of(page)
    assert 'name="same_again"' in page.content.decode()
    assert BotVersion.objects.count() == 1
    send_version(browser, mustard, file=file(), same_again="on")
    assert BotVersion.objects.count() == 2


def test_the_box_is_not_there_before(browser: Client, mustard: BotVersion) -> None:
    page = browser.get(at("upload", mustard)).content.decode()
    assert 'name="same_again"' not in page
    assert 'value="durak/volga" checked' in page


@pytest.mark.parametrize("after", ["", "x", "-1", "9" * 30])
def test_nonsense_about_the_version_before_does_no_harm(
    browser: Client, mustard: BotVersion, after: str
) -> None:
    answer = send_version(browser, mustard, file=file(data=program("two")), after=after)
    assert answer.status_code in {200, 302}
    assert BotVersion.objects.count() <= 2


# Following, activating, rolling back


def test_a_check_is_told_step_by_step(browser: Client, mustard: BotVersion) -> None:
    part = at("check_part", mustard)
    assert "No runner is at work now" in unescape(browser.get(part).content.decode())
    told = ToldCheck(mustard)
    told.running(3, progress="2/4")
    panel = browser.get(part)
    assert "2 of 4 games" in text_of(panel)
    assert 'data-state="running"' in panel.content.decode()
    assert 'data-plays="no"' in panel.content.decode()
    told.valid()
    assert 'data-plays="yes"' in browser.get(part).content.decode()
    page = text_of(browser.get(at("version", mustard)))
    assert "passed every check and plays now" in page


def test_a_failure_is_explained(browser: Client, mustard: BotVersion) -> None:
    ToldCheck(mustard).invalid(3, "It answered nonsense <b>.", log="printed \x1b[31m\u202e")
    page = browser.get(at("version", mustard))
    text = text_of(page)
    for expected in (
        "did not pass “Short match: Volga Durak”",
        "It answered nonsense <b>.",
        "attack AS",
        r"printed \x1b[31m\u202e",
        "durako play mustard.py --against greedy --rules durak/volga --players 4 --deals 5",
        "Send in a new version",
    ):
        assert expected in text
    assert "<b>." not in page.content.decode()
    for exact in (ASKED, ANSWERED):
        assert f">{exact}</pre>" in unescape(page.content.decode())


def test_what_we_broke_can_be_checked_again(browser: Client, mustard: BotVersion) -> None:
    ToldCheck(mustard).broken("The game server does not answer.")
    page = text_of(browser.get(at("version", mustard)))
    assert "our fault" in page
    assert "The game server does not answer." in page
    answer = browser.post(at("check", mustard))
    assert answer["Location"] == at("version", mustard)
    mustard.refresh_from_db()
    assert mustard.state == BotVersion.State.CHECKING
    browser.post(at("check", mustard))  # again: there is nothing to repeat
    assert mustard.validations.count() == 2


def test_rolling_back_is_one_click(browser: Client, mustard: BotVersion) -> None:
    ToldCheck(mustard).valid()
    second = ToldCheck(version_sent_in(mustard, "two")).valid()
    assert second.bot.active_version == second
    page = browser.get(at("bot", mustard))
    assert "Roll back to version 1" in text_of(page)
    answer = browser.post(at("activate", mustard), follow=True)
    assert "Version 1 plays now." in text_of(answer)
    assert "Let version 2 play" in text_of(answer)
    assert Bot.objects.get().active_version == mustard


def test_what_did_not_pass_cannot_be_activated(browser: Client, mustard: BotVersion) -> None:
    ToldCheck(mustard).invalid(3, "It answered nonsense.")
    assert "Let version" not in text_of(browser.get(at("bot", mustard)))
    answer = browser.post(at("activate", mustard), follow=True)
    assert "Only a version that has passed" in text_of(answer)
    assert Bot.objects.get().active_version is None


def test_the_place_in_the_line(browser: Client, ana: User) -> None:
    runner_arrives()
    for number in range(2):
        bot_sent_in(UserFactory.create(), f"Before {number}", data=program(f"{number}"))
    mine = bot_sent_in(ana)
    assert "2 before you" in text_of(browser.get(at("version", mine)))


# Editing and retiring


def test_words_are_edited(browser: Client, mustard: BotVersion) -> None:
    answer = browser.post(at("edit", mustard), {"name": "Pepper", "description": "New."})
    assert answer["Location"] == at("bot", mustard)
    bot = Bot.objects.get()
    assert (bot.name, bot.description) == ("Pepper", "New.")
    page = browser.post(at("edit", mustard), {"name": "", "description": "x" * 3000})
    assert set(page.context["form"].errors) == {"name", "description"}


def test_retiring_and_coming_back(browser: Client, mustard: BotVersion) -> None:
    ToldCheck(mustard).valid()
    page = browser.post(at("retire", mustard), follow=True)
    assert "This bot is retired" in text_of(page)
    assert "if it comes back, version 1 plays" in text_of(page)
    assert "Version 1 plays." not in text_of(page)
    assert "plays now" not in text_of(page)
    of_version = text_of(browser.get(at("version", mustard)))
    assert "plays now" not in of_version
    assert "Plays now no" in of_version
    assert "Mustard" not in text_of(Client().get("/bots/"))
    page = browser.post(at("return", mustard), follow=True)
    assert "This bot is retired" not in text_of(page)
    assert "Version 1 plays." in text_of(page)
    assert "Plays now yes" in text_of(browser.get(at("version", mustard)))
    assert "Mustard" in text_of(Client().get("/bots/"))


# Who sees what


def test_visitors_see_public_facts_only(mustard: BotVersion, stranger: Client) -> None:
    ToldCheck(mustard).valid()
    version_sent_in(mustard, "two", note="secret note")
    for visitor in (Client(), stranger):
        for page in (visitor.get(at("bot", mustard)), visitor.get(at("version", mustard))):
            text = text_of(page)
            assert "Mustard" in text
            for private in ("secret note", "mustard.py", mustard.digest, "checks", "Roll back"):
                assert private not in text


def test_somebody_elses_bot_is_not_mine_to_handle(mustard: BotVersion, stranger: Client) -> None:
    for name in ("edit", "upload"):
        assert stranger.get(at(name, mustard)).status_code == 403
    for name in ("check_part", "archive", "log", "events"):
        assert stranger.get(at(name, mustard)).status_code == 403
    for name in ("edit", "upload", "retire", "return", "activate", "check"):
        assert stranger.post(at(name, mustard)).status_code == 403
        assert "login" in Client().post(at(name, mustard))["Location"]
    assert Bot.objects.get().retired_at is None


@pytest.mark.parametrize(
    "address", ["/bots/nosuchbot1/", "/bots/nosuchbot1/versions/1/", "/bots/nosuchbot1/upload/"]
)
def test_what_is_not_there_is_not_found(browser: Client, address: str) -> None:
    assert browser.get(address).status_code == 404


@pytest.mark.parametrize("number", ["0", "2", "9" * 12, "9" * 30])
def test_a_version_that_is_not_there_is_not_found(
    browser: Client, mustard: BotVersion, number: str
) -> None:
    address = f"/bots/{mustard.bot.public_id}/versions/{number}/"
    assert browser.get(address).status_code == 404


def test_the_file_comes_back_as_it_was_sent(browser: Client, mustard: BotVersion) -> None:
    answer = browser.get(at("archive", mustard))
    assert answer.content == PROGRAM
    assert answer["Content-Disposition"] == 'attachment; filename="mustard.py"'
    assert answer["X-Content-Type-Options"] == "nosniff"


def test_the_log_is_plain_text_to_keep(browser: Client, mustard: BotVersion) -> None:
    assert browser.get(at("log", mustard)).status_code == 404
    ToldCheck(mustard).invalid(3, "It answered nonsense.", log="<script>alert(1)</script>")
    answer = browser.get(at("log", mustard))
    assert answer.content == b"<script>alert(1)</script>"
    assert answer["Content-Type"] == "text/plain; charset=utf-8"
    assert answer["Content-Disposition"] == 'attachment; filename="mustard-1.log"'


@pytest.mark.parametrize(
    ("name", "said"),
    [("Don Ñandú", "don-%C3%B1and%C3%BA-1.log"), ("Карта", "%D0%BA%D0%B0%D1%80%D1%82%D0%B0-1.log")],
)
def test_the_log_is_called_after_the_bot(
    browser: Client, mustard: BotVersion, name: str, said: str
) -> None:
    ToldCheck(mustard).invalid(3, "It answered nonsense.", log="printed")
    browser.post(at("edit", mustard), {"name": name, "description": ""})
    assert said in browser.get(at("log", mustard))["Content-Disposition"]


def test_the_authors_page_says_what_a_bot_may_use(client: Client) -> None:
    text = text_of(client.get("/authors/"))
    assert re.search(r"numpy \d", text)
    assert "Send in a bot" in text
