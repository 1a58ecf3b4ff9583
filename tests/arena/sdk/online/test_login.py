"""Logging in and out on the command line."""

import json
import subprocess
import sys
from pathlib import Path

import pytest

from arena.sdk.cli.app import COMMANDS, ONLINE_COMMANDS
from arena.sdk.cli.exits import Exit
from tests.arena.sdk.online.kit import Durako, told
from tests.arena.sdk.online.naughty import (
    ME,
    TOKEN,
    Act,
    Naughty,
    hangs_up,
    refuses,
    says,
    says_bytes,
)

PROJECT = Path(__file__).resolve().parents[4]


def kept(tmp_path: Path) -> dict[str, object]:
    path = tmp_path / ".config" / "durako" / "sites.json"
    data: dict[str, object] = json.loads(path.read_text()) if path.exists() else {}
    return data


def test_a_login_by_hand_asks_for_the_site_and_hides_the_token(
    durako: Durako, site: Naughty, tmp_path: Path
) -> None:
    site.will(says(ME))
    done = durako("login", keys=f"{site.url}\n{TOKEN}\n")
    assert done.exit_code == 0, done.output
    assert f"{site.url}/accounts/tokens/new/?name=durako+on+" in done.stderr
    assert "&scope=bots:write&scope=matches:write&scope=leagues:write" in done.stderr
    assert f"You are Rosa at {site.url}, until " in done.stdout
    assert TOKEN not in done.output
    assert site.asked[0].headers["authorization"] == f"Bearer {TOKEN}"
    assert kept(tmp_path) == {
        "current": site.url,
        "sites": {site.url: {"token": TOKEN, "name": "Rosa"}},
    }


def test_a_login_by_a_script(durako: Durako, site: Naughty) -> None:
    site.will(says(ME))
    done = durako("login", site.url, "--token-stdin", "--json", keys=f"{TOKEN}\n")
    assert told(done) == ME
    assert told(durako("whoami", "--json")) == ME
    shown = durako("whoami")
    assert "laptop" in shown.stdout
    assert TOKEN not in shown.output


@pytest.mark.parametrize(
    ("act", "code"),
    [
        (refuses(401, "bad_token", "This token does not work (any more)."), Exit.NOT_LOGGED_IN),
        (says_bytes(b"<html>A shop</html>"), Exit.UNREACHABLE),
        (hangs_up, Exit.UNREACHABLE),
        (refuses(404), Exit.REFUSED),
    ],
)
def test_what_does_not_work_is_not_kept(
    logged_in: Durako, site: Naughty, tmp_path: Path, act: Act, code: Exit
) -> None:
    site.will(act, at="me/")
    other = f"{TOKEN}-another"
    done = logged_in("login", site.url, "--token-stdin", keys=f"{other}\n")
    assert done.exit_code == code, done.output
    assert done.stdout == ""
    assert kept(tmp_path)["sites"] == {site.url: {"token": TOKEN, "name": "Rosa"}}
    assert TOKEN not in done.output


def test_plain_http_needs_a_word(durako: Durako, tmp_path: Path) -> None:
    done = durako("login", "http://durako.example", "--token-stdin", keys=f"{TOKEN}\n")
    assert done.exit_code == Exit.USAGE
    assert "--insecure" in done.stderr
    assert kept(tmp_path) == {}


def test_what_is_no_token_goes_nowhere(durako: Durako, site: Naughty) -> None:
    done = durako("login", site.url, "--token-stdin", keys="my password\n")
    assert done.exit_code == Exit.NOT_LOGGED_IN
    assert "begin with “durako_”" in done.stderr
    assert "my password" not in done.output
    assert site.asked == []


def test_logging_out(logged_in: Durako, site: Naughty, tmp_path: Path) -> None:
    done = logged_in("logout")
    assert f"Logged out of {site.url}" in done.stdout
    assert f"{site.url}/accounts/tokens/" in done.stderr
    assert kept(tmp_path)["sites"] == {}
    assert TOKEN not in (tmp_path / ".config" / "durako" / "sites.json").read_text()
    assert logged_in("logout").exit_code == Exit.USAGE
    assert logged_in("whoami").exit_code == Exit.NOT_LOGGED_IN


@pytest.mark.parametrize(
    "arguments",
    [["whoami"], ["bots"], ["submit", "mybot.py", "--new", "A"], ["matches"], ["match", "x"],
     ["leaderboard"]],
)  # fmt: skip
def test_whoever_is_not_logged_in_is_told_how(
    durako: Durako, tmp_path: Path, arguments: list[str]
) -> None:
    (tmp_path / "mybot.py").write_text("print()\n")
    done = durako(*arguments)
    assert done.exit_code == Exit.NOT_LOGGED_IN
    assert done.stdout == ""
    assert "durako login" in done.stderr


def test_without_a_token_what_is_public_can_be_asked(durako: Durako, site: Naughty) -> None:
    site.will(says({"next": None, "results": []}))
    assert durako("bots", "--site", site.url).exit_code == 0
    assert "authorization" not in site.asked[0].headers


def test_the_help_lists_both_kinds_of_commands(durako: Durako) -> None:
    listed = durako("--help").output
    home, _line, online = listed.partition("On line")
    assert "At home" in home
    for name in COMMANDS:
        assert f" {name} " in home
    for name in ONLINE_COMMANDS:
        assert f" {name} " in online
        assert durako(name, "--help").exit_code == 0


def test_commands_at_home_read_nothing_that_is_on_line() -> None:
    """What they do not need would only make them start later."""
    code = (
        "import sys\n"
        "from typer.testing import CliRunner\n"
        "from arena.sdk.cli.app import app\n"
        "assert CliRunner().invoke(app, ['rules', '--json']).exit_code == 0\n"
        "assert CliRunner().invoke(app, ['play', '--help']).exit_code == 0\n"
        "print(*sorted(name for name in sys.modules))\n"
    )
    done = subprocess.run(
        [sys.executable, "-c", code], capture_output=True, text=True, check=True, cwd=PROJECT
    )
    loaded = set(done.stdout.split())
    assert {name for name in loaded if name.startswith("arena.sdk.online")} == {
        "arena.sdk.online",
        "arena.sdk.online.errors",
    }
    assert not loaded & {"arena.sdk.cli.online", "http.client", "urllib.request"}


def test_what_is_on_line_needs_nothing_but_the_standard_library() -> None:
    code = (
        "import pkgutil, sys\n"
        "import arena.sdk.online as package\n"
        "for one in pkgutil.iter_modules(package.__path__, 'arena.sdk.online.'):\n"
        "    __import__(one.name)\n"
        "print(*sorted({name.partition('.')[0] for name in sys.modules}))\n"
    )
    done = subprocess.run(
        [sys.executable, "-c", code], capture_output=True, text=True, check=True, cwd=PROJECT
    )
    assert not set(done.stdout.split()) & {"typer", "rich", "django", "grpc", "google"}


def test_the_doctor_looks_at_the_site_of_whoever_is_logged_in(
    logged_in: Durako, site: Naughty
) -> None:
    assert f"ok  the site: {site.url}, as Rosa" in logged_in("doctor").stdout
    site.will(refuses(401, "bad_token", "This token does not work (any more)."), at="me/")
    done = logged_in("doctor")
    assert done.exit_code == Exit.NO
    assert "NO  the site: This token does not work" in done.stdout
    logged_in("logout")
    assert "the site" not in logged_in("doctor").stdout


def test_a_token_of_the_site_is_not_handed_to_a_game_server(
    durako: Durako, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("DURAKO_TOKEN", TOKEN)
    done = durako("connect", "random", "--address", "127.0.0.1:1")
    assert done.exit_code == Exit.USAGE
    assert "must not have it" in done.stderr
    assert TOKEN not in done.output
