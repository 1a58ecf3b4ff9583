"""Sending in bots and looking at them, against the real site; the runner's words are put in."""

import zipfile
from http.client import HTTPResponse
from pathlib import Path

import pytest
from django.utils import timezone

from arena.models import Bot, BotVersion
from arena.sdk.cli.exits import Exit
from arena.sdk.online.transport import Call, LineLostError, Transport
from arena.sdk.scaffold import first_bot
from tests.api_client import token_for
from tests.arena.bot_kit import ToldCheck, bot_sent_in, program, runner_arrives
from tests.arena.sdk.online.kit import Durako, meanwhile, told, until
from tests.asgi_server import OwnServer
from tests.factories import UserFactory
from tournaments.models import ApiToken, User

pytestmark = pytest.mark.django_db(transaction=True)
PROFILE = "durak/duel24"


@pytest.fixture(autouse=True)
def _bot_file(tmp_path: Path) -> None:
    (tmp_path / "mybot.py").write_text(first_bot())
    runner_arrives()


def check_of(number: int) -> ToldCheck:
    """The check of a version that is on its way."""
    until(lambda: BotVersion.objects.filter(number=number).exists())
    return ToldCheck(BotVersion.objects.select_related("bot").get(number=number))


def sent_in(at_site: Durako, *more: str) -> None:
    done = at_site("submit", "mybot.py", *more, "--no-wait")
    assert done.exit_code == 0, done.output


def test_a_new_bot_is_followed_through_its_checks(at_site: Durako) -> None:
    def checked() -> None:
        check = check_of(1)
        check.running(3, progress="1/10")
        check.valid()

    with meanwhile(checked):
        done = at_site("submit", "mybot.py", "--new", "Mustard", "--profile", PROFILE)
    assert done.exit_code == 0, done.output
    bot = Bot.objects.get()
    lines = done.stdout.splitlines()
    assert lines[0].startswith("Mustard, version 1: http://127.0.0.1:")
    assert lines[0].endswith(f"/bots/{bot.public_id}/")
    steps = [line for line in lines if line.startswith("  ✓ ")]
    assert [step.removeprefix("  ✓ ") for step in steps] == [
        "Unpack the file",
        "Start it in the sandbox",
        "Shake hands with the game server",
        "Short match: Duel with 24 cards",
    ]
    assert lines[-1] == "Version 1 passed every check and plays now."
    assert bot.active_version is not None


def test_a_version_that_fails_shows_why_and_what_to_do(at_site: Durako, ana: User) -> None:
    def checked() -> None:
        check_of(1).invalid(3, "It raised an error.", log="thinking\n\x1b[2Jlegal[10000]\n")

    with meanwhile(checked):
        done = at_site("submit", "mybot.py", "--new", "Mustard", "--profile", PROFILE)
    assert done.exit_code == Exit.BOT
    told_all = done.stdout
    assert "  ✗ Short match: Duel with 24 cards" in told_all
    assert "      It raised an error." in told_all
    assert "did not pass “Short match: Duel with 24 cards”" in told_all
    assert "attack AS" in told_all
    assert "    thinking" in told_all
    assert "\x1b" not in told_all
    assert "To see the same at home:" in told_all
    assert "  durako " in told_all
    assert f"/bots/{Bot.objects.get().public_id}/versions/1/" in told_all
    log = at_site("logs", "Mustard", "1")
    assert "legal[10000]" in log.stdout
    saved = at_site("logs", "Mustard", "1", "-o", "log.txt")
    assert saved.stdout == ""
    assert "thinking" in Path("log.txt").read_text()


def test_what_was_our_fault_is_said_to_be(at_site: Durako) -> None:
    with meanwhile(lambda: check_of(1).broken("The sandbox did not start.")):
        done = at_site("submit", "mybot.py", "--new", "Mustard", "--profile", PROFILE)
    assert done.exit_code == Exit.BROKEN_OFF
    assert "not your bot's fault" in done.stdout


def test_in_json_nothing_else_is_on_stdout(at_site: Durako) -> None:
    with meanwhile(lambda: check_of(1).valid()):
        version = told(at_site("submit", "mybot.py", "--new", "Mustard", "-p", PROFILE, "--json"))
    assert (version["number"], version["state"], version["is_active"]) == (1, "valid", True)
    assert version["file_name"] == "mybot.py"
    assert [step["state"] for step in version["check"]["steps"]] == ["passed"] * 4


def test_the_next_version_is_of_the_only_bot_and_plays_the_same_rules(
    at_site: Durako, tmp_path: Path
) -> None:
    sent_in(at_site, "--new", "Mustard", "--profile", PROFILE)
    (tmp_path / "mybot.py").write_bytes(program("two"))
    version = told(at_site("submit", "mybot.py", "--note", "Counts.", "--no-wait", "--json"))
    assert (version["number"], version["profiles"], version["note"]) == (2, [PROFILE], "Counts.")
    again = at_site("submit", "mybot.py", "--no-wait")
    assert again.exit_code == Exit.REFUSED
    assert "same file as version 2" in again.stderr
    assert "--again" in again.stderr
    assert told(at_site("submit", "mybot.py", "--again", "--no-wait", "--json"))["number"] == 3


def test_a_version_that_waits_is_let_play(at_site: Durako) -> None:
    with meanwhile(lambda: check_of(1).valid()):
        done = at_site("submit", "mybot.py", "--new", "My bot", "-p", PROFILE, "--no-activate")
    assert done.exit_code == 0
    assert "durako bot 'My bot' --activate 1" in done.stdout
    assert Bot.objects.get().active_version is None
    assert told(at_site("bot", "my BOT", "--activate", "1", "--json"))["active_version"] == 1


def test_a_folder_is_packed_without_what_nobody_means(at_site: Durako, tmp_path: Path) -> None:
    folder = tmp_path / "spice"
    for name in ("replays", "book", ".git", "venv", "__pycache__"):
        (folder / name).mkdir(parents=True)
    (folder / "spice.py").write_text(first_bot())
    (folder / "book" / "openings.json").write_text("{}")
    (folder / "replays" / "20261118-a-b.durako").write_bytes(b"x" * 1000)
    (folder / ".git" / "config").write_text("secret")
    (folder / "venv" / "pyvenv.cfg").write_text("home = /usr")
    (folder / "__pycache__" / "spice.cpython-311.pyc").write_bytes(b"x")
    (folder / "durako.toml").write_text(f'name = "Spice"\nprofiles = ["{PROFILE}"]\n')
    none = at_site("submit", "spice", "--no-wait")
    assert none.exit_code == Exit.USAGE
    assert "you have no bot of this name" in none.stderr
    done = at_site("submit", "spice", "--new", "Spice", "--no-wait", "--json")
    version = told(done)
    assert (version["file_name"], version["profiles"]) == ("spice.zip", [PROFILE])
    assert "book/openings.json, durako.toml, spice.py" in done.stderr
    assert "Left out: .git, replays/20261118-a-b.durako, venv" in done.stderr
    bot_sent_in(UserFactory.create(), "Somebody's")
    kept = at_site("submit", "spice", "--no-wait")
    assert kept.exit_code == Exit.REFUSED  # the bot that durako.toml names has this very file
    assert "same file as version 1" in kept.stderr


@pytest.mark.parametrize(
    ("text", "sentence"), [("x = (\n", "never closed"), ("", "is empty"), ("\0", "NUL byte")]
)
def test_what_the_site_would_not_take_is_not_sent(
    at_site: Durako, tmp_path: Path, text: str, sentence: str
) -> None:
    (tmp_path / "mybot.py").write_text(text)
    done = at_site("submit", "mybot.py", "--new", "Mustard", "-p", PROFILE)
    assert done.exit_code == Exit.NO
    assert sentence in done.stderr
    assert "Nothing was sent." in done.stderr
    assert not Bot.objects.exists()


def test_a_link_in_a_folder_is_refused(at_site: Durako, tmp_path: Path) -> None:
    folder = tmp_path / "linked"
    folder.mkdir()
    (folder / "main.py").symlink_to(tmp_path / "mybot.py")
    done = at_site("submit", "linked", "--new", "Linked")
    assert done.exit_code == Exit.NO
    assert "is a link" in done.stderr


def test_faults_are_named_at_their_fields(at_site: Durako) -> None:
    bot_sent_in(UserFactory.create(), "Taken")
    done = at_site("submit", "mybot.py", "--new", "taken", "-p", PROFILE)
    assert done.exit_code == Exit.REFUSED
    assert done.stderr.startswith("name: ")
    rules = at_site("submit", "mybot.py", "--new", "Mustard")
    assert rules.exit_code == Exit.REFUSED
    assert "profiles: " in rules.stderr
    assert "Add --profile" in rules.stderr
    both = at_site("submit", "mybot.py", "--new", "A", "--bot", "B")
    assert both.exit_code == Exit.USAGE


def test_bots_are_listed_found_and_shown(at_site: Durako, ana: User) -> None:
    for name in ("Mustard", "Pepper"):
        ToldCheck(bot_sent_in(ana, name)).valid()
    theirs = ToldCheck(bot_sent_in(UserFactory.create(display_name="Bea"), "Pepper two")).valid()
    assert {bot["name"] for bot in told(at_site("bots", "--json"))} == {
        "Mustard", "Pepper", "Pepper two",
    }  # fmt: skip
    assert {bot["name"] for bot in told(at_site("bots", "--mine", "--json"))} == {
        "Mustard", "Pepper",
    }  # fmt: skip
    assert len(told(at_site("bots", "--limit", "2", "--json"))) == 2
    assert len(told(at_site("bots", "pepper", "--json"))) == 2
    listed = at_site("bots")
    assert "Pepper two  Bea" in listed.stdout
    assert told(at_site("bot", "PEPPER", "--json"))["name"] == "Pepper"
    assert told(at_site("bot", "pepper two", "--json"))["author"] == "Bea"
    shown = told(at_site("bot", theirs.bot.public_id, "--json"))
    assert (shown["is_mine"], shown["versions"][0]["note"]) == (False, None)
    assert "version" in at_site("bot", "Mustard").stdout
    none = at_site("bot", "Peper")
    assert none.exit_code == Exit.USAGE
    several = at_site("submit", "mybot.py")
    assert several.exit_code == Exit.USAGE
    assert "You have several bots" in several.stderr
    assert "Mustard (" in several.stderr
    foreign = at_site("submit", "mybot.py", "--bot", "Pepper two")
    assert foreign.exit_code == Exit.USAGE
    assert "not your bot" in foreign.stderr


def test_a_zip_is_sent_as_it_is(at_site: Durako, tmp_path: Path) -> None:
    with zipfile.ZipFile(tmp_path / "mybot.zip", "w") as archive:
        archive.write(tmp_path / "mybot.py", "mybot.py")
    sent_in(at_site, "--new", "Mustard", "-p", PROFILE)
    version = told(at_site("submit", "mybot.zip", "--no-wait", "--json"))
    assert (version["number"], version["file_name"]) == (2, "mybot.zip")


def test_ctrl_c_says_how_to_look_again(at_site: Durako, monkeypatch: pytest.MonkeyPatch) -> None:
    def stopped(*_args: object) -> None:
        raise KeyboardInterrupt

    monkeypatch.setattr("arena.sdk.cli.online.submit.followed", stopped)
    done = at_site("submit", "mybot.py", "--new", "My bot", "-p", PROFILE)
    assert done.exit_code == Exit.STOPPED
    assert "the checks go on" in done.stderr
    assert "durako bot 'My bot' --follow" in done.stderr
    monkeypatch.undo()


def test_an_answer_that_gets_lost_makes_nothing_twice(
    at_site: Durako, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The site has done it; the same key brings the same answer."""
    real = Transport.open
    lost: list[Call] = []

    def loses_the_first(transport: Transport, call: Call) -> HTTPResponse:
        answer = real(transport, call)
        if call.method == "POST" and not lost:
            lost.append(call)
            answer.close()
            raise LineLostError("lost", was_sent=True)
        return answer

    with monkeypatch.context() as patch:
        patch.setattr(Transport, "open", loses_the_first)
        sent_in(at_site, "--new", "Mustard", "-p", PROFILE)
    assert len(lost) == 1
    assert (Bot.objects.count(), BotVersion.objects.count()) == (1, 1)


def test_a_token_that_was_revoked_is_said_to_be(at_site: Durako, ana: User) -> None:
    ApiToken.objects.filter(account=ana).update(revoked_at=timezone.now())
    done = at_site("bots", "--mine")
    assert done.exit_code == Exit.NOT_LOGGED_IN
    assert "durako login http://127.0.0.1:" in done.stderr


def test_a_token_that_is_not_made_for_it_says_so(
    at_site: Durako, ana: User, asgi_server: OwnServer
) -> None:
    token = token_for(ana, ["matches:read"])
    narrow = at_site("login", asgi_server.url, "--token-stdin", keys=f"{token}\n")
    assert "it lacks bots:write, matches:write, leagues:write" in narrow.stderr
    done = at_site("submit", "mybot.py", "--new", "Mustard", "-p", PROFILE)
    assert done.exit_code == Exit.REFUSED
    assert "it needs the scope “bots:write”" in done.stderr
    assert "durako login" in done.stderr
