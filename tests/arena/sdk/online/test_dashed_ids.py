"""Ids that begin with a dash, and options that look like one."""

from pathlib import Path

import pytest

from arena.sdk.cli.dashed_ids import marked, unmarked
from arena.sdk.scaffold import first_bot
from tests.arena.sdk.online.kit import Durako
from tests.arena.sdk.online.naughty import Naughty, refuses

ID = "-bJ3yeZtxuQ0rwPg"


@pytest.mark.parametrize(
    "line",
    [
        ["match", ID],
        ["match", "--follow", ID],
        ["replay", ID, "-o", "a.durako"],
        ["logs", ID, "--side", "1"],
        ["ab", "show", ID, "--follow"],
        ["ab", "stop", ID],
        ["league", "standings", ID],
    ],
)
def test_an_id_that_begins_with_a_dash_is_asked_for(
    logged_in: Durako, site: Naughty, line: list[str]
) -> None:
    site.will(refuses(404))
    done = logged_in(*line)
    assert "No such option" not in done.stderr
    assert f"/{ID}/" in site.asked[0].path
    assert "id:" not in done.output


@pytest.mark.parametrize(
    "line",
    [
        ["challenge", "Pepper", "--bot", ID],
        ["bot", ID],
        ["matches", "--bot", ID],
        ["ab", f"{ID}/2", f"{ID}/1"],
        ["submit", "mybot.py", "-b", ID],
    ],
)
def test_and_so_is_a_bot_of_such_an_id(
    logged_in: Durako, site: Naughty, tmp_path: Path, line: list[str]
) -> None:
    (tmp_path / "mybot.py").write_text(first_bot())
    site.will(refuses(403, detail="Not this time."))
    done = logged_in(*line)
    assert "Not this time." in done.stderr
    assert f"q={ID}&" in site.asked[0].path


@pytest.mark.parametrize(
    "words",
    [
        ["--no-activate", "-p", "durak/volga", "-f", "--token-stdin", "--error-rate", "0.05"],
        ["--a-long-option", "-n", "25", "-bMustard", "--limit=5", "-", "--"],
        ["--note", ID],
    ],
)
def test_options_stay_options(words: list[str]) -> None:
    assert marked(words) == words


def test_what_is_marked_is_unmarked() -> None:
    typed = [ID, f"{ID}/12", "Mustard", "--follow", "--3yeZtxuQ0rwPgX"]
    assert unmarked(marked(typed)) == typed
    assert [word.startswith("id:") for word in marked(typed)] == [True, True, False, False, True]
