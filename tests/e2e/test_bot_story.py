"""An author's evening: the first upload, a failure, a version that plays, and back to it.

Once with the runner's words put in at the service, so that every state of the page can be seen; and
once with everything real: the sandbox, the game server, the queue and its workers.
"""

import re
from pathlib import Path

import pytest
from django.core.mail import EmailMessage
from playwright.sync_api import FilePayload, Locator, Page, expect

from arena.models import Bot, BotVersion
from arena.sdk.scaffold import first_bot
from tests.arena.bot_kit import ANSWERED, ASKED, ToldCheck, bot_sent_in, program, runner_arrives
from tests.e2e.arena_at_work import arena_at_work
from tests.e2e.bot_scene import LOG, SENTENCE, bot_scene
from tests.e2e.browser import assert_sound
from tests.e2e.conftest import Visit
from tournaments.models import User

GOOD = first_bot()
PROFILE = "durak/duel24"
SYNTAX_ERROR = "class MyBot:\n    def choose(self, view legal, clock):\n        return legal[0]\n"
_FIRST_LINE = "        cards = "
RAISES = GOOD.replace(
    _FIRST_LINE, f"        print('thinking')\n        legal[10_000]\n{_FIRST_LINE}"
)
ILLEGAL = GOOD.replace(_FIRST_LINE, f"        return 'ace of spades'\n{_FIRST_LINE}")
# Sandboxed starts and matches on a busy machine take a while.
LONG = 240_000


def chosen(text: str, name: str = "mybot.py") -> FilePayload:
    """A file as the browser's dialogue would hand it over."""
    return {"name": name, "mimeType": "text/x-python", "buffer": text.encode()}


def name(page: Page) -> Locator:
    return page.get_by_role("textbox", name="Name")


def file_field(page: Page) -> Locator:
    return page.get_by_label("Your bot", exact=True)


def tick(page: Page, profile: str) -> None:
    """Open the group of a rule set, if it is folded, and choose it."""
    box = page.locator(f"input[name=profiles][value='{profile}']")
    group = page.locator("details", has=box)
    if group.get_attribute("open") is None:
        group.locator("summary").click()
    box.check()


def send(page: Page) -> None:
    page.get_by_role("button", name="Send it in").click()


def status(page: Page) -> Locator:
    return page.locator("#check-status")


def step(page: Page, title: str) -> Locator:
    return page.locator(".check-step", has_text=title)


@pytest.mark.long
def test_the_story_told_by_the_service(visit: Visit, ana: User) -> None:
    page = visit("/bots/mine/", device="phone", account=ana)
    page.get_by_role("link", name="Send in a bot").first.click()

    # What is wrong with a file is said at its field, before it is sent and after.
    file_field(page).set_input_files(chosen("x", "mybot.exe"))
    expect(page.locator("#id_file_error")).to_contain_text("neither a .py file nor a .zip")
    file_field(page).set_input_files(chosen("#" * (1 << 20) + "#"))
    expect(page.locator("#id_file_error")).to_contain_text("a .py may have at most 1 MiB")
    assert_sound(page)
    name(page).fill("Mustard")
    page.get_by_label("Description").fill("Counts trumps.")
    tick(page, PROFILE)
    file_field(page).set_input_files(chosen(SYNTAX_ERROR))
    send(page)
    expect(page.locator("#id_file_error")).to_contain_text("line 2")
    expect(name(page)).to_have_value("Mustard")
    expect(page.locator(f"input[value='{PROFILE}']")).to_be_checked()
    assert_sound(page)

    # The right file, but no name: the form comes back, and the file is still in it.
    name(page).fill("M")
    file_field(page).set_input_files(chosen(GOOD))
    send(page)
    expect(page.locator("#id_name_error")).to_be_visible()
    assert file_field(page).evaluate("input => input.files[0].name") == "mybot.py"
    name(page).fill("Mustard")
    send(page)

    # Nobody is there; then somebody comes, and the page follows without being loaded again.
    page.wait_for_url("**/versions/1/")
    page.evaluate("window.marked = true")
    expect(status(page)).to_contain_text("No runner is at work now")
    assert_sound(page)
    first = BotVersion.objects.get()
    runner_arrives()
    told = ToldCheck(first)
    told.running(0)
    expect(status(page)).to_contain_text("Unpack the file")
    told.running(3, progress="1/4")
    expect(status(page)).to_contain_text("1 of 4 games")
    told.running(3, progress="3/4")
    expect(step(page, "Short match")).to_contain_text("3 of 4 games")
    assert_sound(page)
    told.invalid(3, SENTENCE, log=LOG)
    expect(status(page)).to_contain_text("did not pass")
    assert page.evaluate("window.marked")

    # The failure, explained.
    expect(page.locator(".failure")).to_contain_text(SENTENCE)
    expect(page.locator("pre.answered")).to_have_text(ANSWERED)
    expect(page.locator("pre.asked")).to_have_text(ASKED)
    expect(page.locator(".log pre")).to_contain_text("IndexError")
    expect(page.locator(".log b")).to_have_count(0)
    expect(page.locator(".commands")).to_contain_text(f"--rules {PROFILE}")
    assert_sound(page)
    with page.expect_download() as download:
        page.get_by_role("link", name="Download the log").click()
    assert Path(download.value.path()).read_text() == LOG
    assert download.value.suggested_filename == "mustard-1.log"

    # The same file again is not what anybody wants; the mended one is.
    page.get_by_role("link", name="Send in a new version").click()
    file_field(page).set_input_files(chosen(GOOD))
    send(page)
    expect(page.locator("#id_file_error")).to_contain_text("the same file as version 1")
    expect(page.get_by_label("Send it in anyway")).to_be_visible()
    assert_sound(page)
    file_field(page).set_input_files(chosen(program("mended").decode()))
    page.get_by_label("What is new?").fill("Mended")
    send(page)
    page.wait_for_url("**/versions/2/")
    expect(page.locator("#plays-now")).to_have_text("no")
    page.evaluate("window.marked = true")
    ToldCheck(BotVersion.objects.get(number=2)).valid()
    expect(status(page)).to_contain_text("passed every check and plays now")
    expect(page.locator("#plays-now")).to_have_text("yes")
    assert page.evaluate("window.marked")

    # A third one, and back to the second with one click.
    page.goto(page.url.replace("versions/2/", "upload/"))
    file_field(page).set_input_files(chosen(program("third").decode()))
    send(page)
    page.wait_for_url("**/versions/3/")
    ToldCheck(BotVersion.objects.get(number=3)).valid()
    expect(status(page)).to_contain_text("plays now")
    page.get_by_role("link", name="Mustard").click()
    page.get_by_role("button", name="Roll back to version 2").click()
    expect(page.locator(".version-active")).to_contain_text("Version 2")
    assert_sound(page)
    bot = Bot.objects.get()
    assert bot.active_version is not None
    assert bot.active_version.number == 2


def test_a_double_click_sends_once(visit: Visit, ana: User) -> None:
    page = visit("/bots/new/", account=ana)
    name(page).fill("Mustard")
    tick(page, PROFILE)
    file_field(page).set_input_files(chosen(GOOD))
    page.get_by_role("button", name="Send it in").dblclick()
    page.wait_for_url("**/versions/1/")
    assert BotVersion.objects.count() == 1


def test_without_javascript_the_page_comes_again_by_itself(visit: Visit, ana: User) -> None:
    page = visit("/bots/new/", device="phone", account=ana, javascript=False)
    name(page).fill("Mustard")
    page.locator(f"input[value='{PROFILE}']").evaluate("box => box.checked = true")
    file_field(page).set_input_files(chosen(SYNTAX_ERROR))
    send(page)
    expect(page.locator("#id_file_error")).to_contain_text("line 2")
    file_field(page).set_input_files(chosen(GOOD))
    send(page)
    page.wait_for_url("**/versions/1/")
    ToldCheck(BotVersion.objects.get()).valid()
    expect(status(page)).to_contain_text("plays now")  # by the page's own reloading


def test_what_we_broke_is_checked_again_from_the_open_page(visit: Visit, ana: User) -> None:
    version = bot_sent_in(ana)
    page = visit(f"/bots/{version.bot.public_id}/versions/1/", device="phone", account=ana)
    expect(status(page)).to_contain_text("No runner")
    ToldCheck(version).broken("The game server does not answer.")
    expect(status(page)).to_contain_text("our fault")
    expect(step(page, "Unpack")).to_contain_text("The game server does not answer.")
    page.get_by_role("button", name="Check again").click()
    expect(status(page)).to_contain_text("No runner")
    ToldCheck(version).valid()
    expect(status(page)).to_contain_text("plays now")


def test_a_page_whose_right_ends_says_so(visit: Visit, ana: User) -> None:
    """Signed out elsewhere: the open page shows what a visitor sees."""
    scene = bot_scene(ana)
    bot = scene.running.bot.public_id
    page = visit(f"/bots/{bot}/versions/1/", account=ana, expect_statuses=frozenset({403}))
    expect(status(page)).to_contain_text("being checked")
    page.context.clear_cookies()
    ToldCheck(scene.running).running(3, progress="3/4")
    expect(page.locator("#check")).to_have_count(0)
    expect(page.locator("h1")).to_contain_text("version 1")


@pytest.mark.timeout(900)
def test_the_story_with_everything_real(
    visit: Visit, mailoutbox: list[EmailMessage], tmp_path: Path
) -> None:
    """Sign up, fail three times in three ways, mend it, play, roll back."""
    page = visit("/accounts/signup/", device="phone")
    page.get_by_label("Email").fill("rosa@example.org")
    page.get_by_label("Display name").fill("Rosa")
    page.get_by_label("Password", exact=True).fill("tres tristes tigres")
    page.get_by_label("Password (again)").fill("tres tristes tigres")
    page.locator("main form.form button[type=submit]").first.click()
    page.wait_for_url("**/confirm-email/")
    body = str(mailoutbox[0].body)
    code = re.search(r"^\s*([A-Z0-9]{3,4}-?[A-Z0-9]{3,4})\s*$", body, re.MULTILINE)
    assert code is not None
    page.locator("[name=code]").fill(code[1])
    page.locator("main form.form button[type=submit]").first.click()
    expect(page.locator(".who")).to_have_text("Rosa")

    with arena_at_work(tmp_path):
        # A syntax error does not even get in.
        page.goto("/bots/new/")
        name(page).fill("Mustard")
        tick(page, PROFILE)
        file_field(page).set_input_files(chosen(SYNTAX_ERROR))
        send(page)
        expect(page.locator("#id_file_error")).to_contain_text("line 2")

        # One that raises an error at the table.
        file_field(page).set_input_files(chosen(RAISES))
        send(page)
        page.wait_for_url("**/versions/1/")
        expect(status(page)).to_contain_text("did not pass “Short match", timeout=LONG)
        for passed in ("Unpack", "sandbox", "Shake hands"):
            expect(step(page, passed)).to_contain_text("passed")
        expect(page.locator(".failure")).to_contain_text("decision")
        expect(page.locator(".log pre")).to_contain_text("IndexError")
        expect(page.locator(".log pre")).to_contain_text("thinking")
        assert_sound(page)

        # One that answers what is no action: the exact exchange is shown.
        page.get_by_role("link", name="Send in a new version").click()
        file_field(page).set_input_files(chosen(ILLEGAL))
        send(page)
        page.wait_for_url("**/versions/2/")
        expect(status(page)).to_contain_text("did not pass “Short match", timeout=LONG)
        expect(page.locator("pre.answered")).to_be_visible()
        expect(page.locator("pre.asked")).to_contain_text("legal")
        assert Bot.objects.get().active_version is None

        # Mended: it passes, and plays.
        for number, text in ((3, GOOD), (4, program("even better").decode())):
            page.goto(page.url.replace(f"versions/{number - 1}/", "upload/"))
            file_field(page).set_input_files(chosen(text))
            send(page)
            page.wait_for_url(f"**/versions/{number}/")
            expect(status(page)).to_contain_text("plays now", timeout=LONG)
            expect(step(page, "Short match")).to_contain_text("passed")
        page.get_by_text("What it used").click()
        expect(page.locator(".usage tbody tr")).to_have_count(1)
        assert_sound(page)

    # Back to the third, with one click; that needs nobody's help.
    page.get_by_role("link", name="Mustard").click()
    page.get_by_role("button", name="Roll back to version 3").click()
    expect(page.locator(".version-active")).to_contain_text("Version 3")
