"""What is shown while one waits, and that nobody's words steer the terminal."""

import io

import pytest
from rich.console import Console

from arena.sdk.cli.exits import Exit
from arena.sdk.cli.online import waiting
from arena.sdk.cli.online.common import duration, plain, say_table
from tests.arena.sdk.online.kit import Durako
from tests.arena.sdk.online.naughty import Naughty, refuses, says

EVIL = "\x1b[2Jgone\x07\u202e[bold red]"


def terminal(monkeypatch: pytest.MonkeyPatch, *, is_one: bool) -> io.StringIO:
    shown = io.StringIO()
    console = Console(file=shown, force_terminal=is_one, width=80)
    monkeypatch.setattr(waiting, "ERR", console)
    return shown


def test_on_a_terminal_a_line_changes(monkeypatch: pytest.MonkeyPatch) -> None:
    shown = terminal(monkeypatch, is_one=True)
    with waiting.changing_line("It waits.") as line:
        line(EVIL)
    with waiting.upload_bar() as sent:
        sent(512, 2048)
        sent(2048, 2048)
    told = shown.getvalue()
    assert "gone" in told
    assert "[bold red]" in told
    assert "\x1b[2Jgone" not in told
    assert "2.0/2.0 KiB" in told


def test_off_a_terminal_nothing_is_shown(monkeypatch: pytest.MonkeyPatch) -> None:
    shown = terminal(monkeypatch, is_one=False)
    with waiting.changing_line("It waits.") as line, waiting.upload_bar() as sent:
        line("It goes on.")
        sent(1, 2)
    assert shown.getvalue().strip() == ""


def test_words_of_others_are_shown_and_not_obeyed(logged_in: Durako, site: Naughty) -> None:
    bot = {
        "id": "x", "name": EVIL, "author": EVIL, "is_retired": False, "active_version": 1,
        "profiles": [], "can_play": True, "hindrance": "",
    }  # fmt: skip
    site.will(says({"next": None, "results": [bot]}))
    listed = logged_in("bots")
    assert "gone" in listed.stdout
    assert "[bold red]" in listed.stdout
    site.will(refuses(403, detail=EVIL))
    refused = logged_in("bots")
    assert refused.exit_code == Exit.REFUSED
    for told in (listed.stdout, refused.stderr):
        assert not {"\x1b", "\x07", "\u202e"} & set(told)


def test_columns_are_as_wide_as_they_need_to_be(capsys: pytest.CaptureFixture[str]) -> None:
    say_table(("name", "n"), [("四川", 1), (None, True), ("x" * 200, "a\nb")])
    lines = capsys.readouterr().out.splitlines()
    assert len(lines) == 4
    assert lines[1].split() == ["四川", "1"]
    assert lines[2].split() == ["-", "yes"]
    assert lines[3].endswith("a b")


def test_durations_and_plain_text() -> None:
    assert [duration(value) for value in (3.2, 600, 20_000)] == [
        "3 seconds", "10 minutes", "6 hours",
    ]  # fmt: skip
    assert plain("a\tb\nc") == "a\tb\nc"
