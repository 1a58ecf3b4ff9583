"""The `durako` command: what it answers, how it refuses, and its exit codes."""

import hashlib
import json
import re
import shlex
import subprocess
import zipfile
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from typer.testing import CliRunner, Result

from arena.games import profiles
from arena.sdk.cli.app import COMMANDS, app
from arena.sdk.cli.exits import Exit
from arena.sdk.cli.watch import Viewer
from arena.sdk.local import BoardPlayed, LocalMatch, complete_boards
from arena.sdk.recorded import recorded
from arena.sdk.scaffold import first_bot
from arena.sdk.trouble import Trouble

Durako = Callable[..., Result]

NO_BOT = "x = 1\n"
RAISES = """
from arena.sdk import Bot

class Raises(Bot):
    def choose(self, view, legal, clock):
        raise KeyError("my own mistake")
"""
MISSING = "import a_package_that_nobody_has\n"


@pytest.fixture
def durako(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Durako:
    """Runs the command in an empty folder."""
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("COLUMNS", "120")
    runner = CliRunner()

    def run(*arguments: str, keys: str | None = None) -> Result:
        return runner.invoke(app, arguments, input=keys, prog_name="durako")

    return run


@pytest.fixture
def played(durako: Durako, tmp_path: Path) -> Path:
    """A replay that `durako play` has saved."""
    (tmp_path / "mybot.py").write_text(first_bot())
    done = durako(
        "play", "mybot.py", "--against", "random", "--rules", "durak/duel24", "--deals", "2",
        "--seed", "1", "--jobs", "1",
    )  # fmt: skip
    assert done.exit_code == 0, done.output
    (saved,) = (tmp_path / "replays").iterdir()
    return saved


def test_every_command_has_help(durako: Durako) -> None:
    listed = durako("--help")
    assert listed.exit_code == 0
    for name in COMMANDS:
        assert name in listed.output
        assert durako(name, "--help").exit_code == 0


def test_new_writes_a_bot_and_never_over_anything(durako: Durako, tmp_path: Path) -> None:
    assert durako("new", "mine").exit_code == 0
    assert (tmp_path / "mine" / "mybot.py").read_text() == first_bot()
    again = durako("new", "mine")
    assert again.exit_code == Exit.USAGE
    assert "choose another name" in again.output


def test_rules_are_listed_and_explained(durako: Durako) -> None:
    listed = durako("rules")
    assert all(name in listed.output for name in profiles())
    told = durako("rules", "durak/volga", "--players", "3")
    assert "There are 3 of you at the table" in told.output
    data = json.loads(durako("rules", "durak/volga", "-o", "transfer=off", "--json").output)
    assert data["options"]["transfer"] == "off"


@pytest.mark.parametrize(
    ("arguments", "sentence"),
    [
        (["durak/nothing"], "No rule set has this name"),
        (["durak/volga", "-o", "deck=48"], "The pack of 48 is the Spanish one"),
        (["durak/volga", "-o", "deck"], "Write an option as name=value"),
        (["durak/volga", "-o", "players=3"], "Say how many players there are with --players"),
        (["durak/duel24", "--players", "3"], "players"),
    ],
)
def test_rules_that_cannot_be_are_refused(
    durako: Durako, arguments: list[str], sentence: str
) -> None:
    done = durako("rules", *arguments)
    assert done.exit_code == Exit.USAGE
    assert sentence in done.output


def test_play_tells_the_score_with_its_error_bar(durako: Durako) -> None:
    done = durako(
        "play", "greedy", "--against", "random", "--rules", "durak/duel24", "--deals", "3",
        "--jobs", "1",
    )  # fmt: skip
    assert done.exit_code == 0
    assert "% ±" in done.output
    assert "Elo" in done.output
    assert "games a second" in done.output


def test_the_same_seed_gives_the_same_score(durako: Durako) -> None:
    def score() -> dict[str, object]:
        done = durako(
            "play", "greedy", "--against", "random", "--rules", "durak/duel24", "--deals", "3",
            "--seed", "5", "--jobs", "1", "--json",
        )  # fmt: skip
        data: dict[str, object] = json.loads(done.stdout)
        return {name: data[name] for name in ("share", "boards", "deals")}

    assert score() == score()


@pytest.mark.parametrize(
    "command", [["play", "greedy", "-a", "random"], ["compare", "greedy", "random"]]
)
def test_who_stops_it_sees_what_was_played_so_far(
    durako: Durako, monkeypatch: pytest.MonkeyPatch, command: list[str]
) -> None:
    class Stopped(LocalMatch):
        def __iter__(self) -> Iterator[BoardPlayed | Trouble]:
            for event in super().__iter__():
                yield event
                if complete_boards(self.spec, self.played):
                    raise KeyboardInterrupt

    monkeypatch.setattr("arena.sdk.cli.contest.LocalMatch", Stopped)
    done = durako(*command, "--rules", "durak/duel24", "--jobs", "1")
    assert done.exit_code == Exit.STOPPED
    assert "% ±" in done.output


def test_play_with_more_than_two_and_in_pairs(durako: Durako) -> None:
    for rules, players in (("durak/volga", "3"), ("durak/german-team", "4")):
        done = durako(
            "play", "greedy", "-a", "random", "-r", rules, "--players", players, "--deals", "1",
            "--jobs", "1", "--json",
        )  # fmt: skip
        assert done.exit_code == 0, done.output
        assert json.loads(done.stdout)["deals"] == 1


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        (NO_BOT, "write a class that extends Bot"),
        (MISSING, "a_package_that_nobody_has, which is not installed"),
        ("def broken(:\n", "no valid Python"),
    ],
)
def test_a_bot_that_cannot_be_loaded(
    durako: Durako, tmp_path: Path, text: str, sentence: str
) -> None:
    (tmp_path / "bad.py").write_text(text)
    done = durako("play", "bad.py", "--deals", "1")
    assert done.exit_code == Exit.BOT
    assert sentence in done.output


def test_a_bot_that_raises_is_named_with_game_decision_and_cause(
    durako: Durako, tmp_path: Path
) -> None:
    (tmp_path / "raises.py").write_text(RAISES)
    done = durako(
        "play", "raises.py", "-a", "random", "-r", "durak/duel24", "--deals", "1", "--jobs", "1"
    )
    assert done.exit_code == Exit.BOT
    assert "my own mistake" in done.output
    assert "decision" in done.output
    assert "durako debug" in done.output


def test_whoever_forgets_to_go_into_the_new_folder_is_told(durako: Durako) -> None:
    durako("new", "mybot")
    done = durako("play", "mybot.py")
    assert done.exit_code == Exit.USAGE
    assert "cd mybot" in done.output


def test_a_missing_bot_and_an_unknown_name(durako: Durako) -> None:
    for name in ("nothing.py", "nobody"):
        done = durako("play", name)
        assert done.exit_code == Exit.USAGE
        assert name in done.output


@pytest.mark.parametrize(
    ("arguments", "sentence"),
    [
        (["play", "random", "--rules", "durak/duel24", "--players", "9"], "players: "),
        (["play", "random", "--deals", "1", "--jobs", "-1"], "--jobs"),
        (["play", "random", "--deals", "1", "--games", "1001"], "Ask for 1 to 1000 games"),
        (["compare", "random", "greedy", "--elo0", "9", "--elo1", "9"], "elo0 must be less than"),
        (["compare", "random", "greedy", "--elo1", "nan"], "finite"),
    ],
)
def test_what_cannot_be_played_is_refused_in_a_sentence(
    durako: Durako, arguments: list[str], sentence: str
) -> None:
    done = durako(*arguments)
    assert done.exit_code == Exit.USAGE
    assert sentence in done.output


def test_a_bot_for_the_other_game_is_refused(durako: Durako) -> None:
    done = durako("play", "search", "--rules", "burako/duel", "--deals", "1")
    assert done.exit_code == Exit.BOT
    assert "plays durak, not burako/duel" in done.output


def test_watch_shows_every_decision_from_a_seat(durako: Durako, played: Path) -> None:
    done = durako("watch", str(played), "--seat", "0", "--all")
    assert done.exit_code == 0
    assert "decision 1:" in done.output
    assert "cards" in done.output  # the other hand is closed
    assert "Over (" in done.output


def test_watch_obeys_keys(
    durako: Durako,
    played: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    shown = recorded(played.read_bytes())
    keys = iter(["", "", "b", "1", "o", "d9", "?", "g", "q"])
    monkeypatch.setattr("builtins.input", lambda _prompt: next(keys))
    Viewer(shown, seat=0).run()
    told = capsys.readouterr().out
    numbers = [int(number) for number in re.findall(r"decision (\d+):", told)]
    assert numbers[:7] == [1, 2, 3, 2, 2, 2, 9]
    assert "game 1" in told
    assert "Enter: next" in told


def test_watch_refuses_what_is_not_there(durako: Durako, played: Path) -> None:
    assert "There are seats 0 to 1" in durako("watch", str(played), "--seat", "5").output
    done = durako("watch", "last", "--decision", "100000")
    assert done.exit_code == Exit.USAGE
    assert "decisions 1 to" in done.output


def test_last_without_any_replay(durako: Durako) -> None:
    done = durako("watch", "last")
    assert done.exit_code == Exit.USAGE
    assert "`durako play` saves one" in done.output


def test_debug_asks_the_bot_again(durako: Durako, played: Path) -> None:
    told = durako("debug", "last", "mybot.py", "--decision", "1")
    assert told.exit_code == 0
    assert "then:" in told.output
    assert "now:" in told.output
    data = json.loads(durako("debug", "last", "mybot.py", "-d", "1", "--json").stdout)
    assert data["decision"] == 1


@pytest.mark.parametrize(("name", "source"), [("mybot", "mybot.py"), ("random", "random")])
def test_the_same_bot_answers_as_it_did(
    durako: Durako, played: Path, name: str, source: str
) -> None:
    """Even one that leaves it to chance."""
    shown = recorded(played.read_bytes())
    its = [
        move.number for game in shown.games for move in game.moves if game.names[move.seat] == name
    ]
    for number in its[:10]:
        data = json.loads(durako("debug", str(played), source, "-d", str(number), "--json").stdout)
        assert data["same"], number


def test_debug_of_a_bot_that_breaks(durako: Durako, played: Path, tmp_path: Path) -> None:
    (tmp_path / "raises.py").write_text(RAISES)
    done = durako("debug", str(played), "raises.py", "--decision", "2")
    assert done.exit_code == Exit.BOT
    assert "The bot broke: KeyError" in done.output


def test_verify_says_yes_and_no(durako: Durako, played: Path) -> None:
    good = durako("verify", str(played))
    assert good.exit_code == 0
    assert "The replay is sound" in good.output
    assert json.loads(durako("verify", str(played), "--json").stdout)["sound"]
    damaged = bytearray(played.read_bytes())
    damaged[len(damaged) // 2] ^= 1
    played.write_bytes(damaged)
    bad = durako("verify", str(played))
    assert bad.exit_code == Exit.NO
    told = durako("verify", str(played), "--json")
    assert told.exit_code == Exit.NO
    assert json.loads(told.stdout) == {"sound": False, "reason": bad.output.strip()}


def test_verify_compares_with_what_was_published(durako: Durako, played: Path) -> None:
    told = json.loads(durako("verify", str(played), "--json").stdout)
    published = ["--commitment", told["commitment"].upper(), "--seed", f" {told['seed']}"]
    good = durako("verify", str(played), *published)
    assert good.exit_code == 0
    assert f"Commitment: {told['commitment']}, the one published before the match." in good.output
    assert f"Seed: {told['seed']}." in good.output
    assert f"{told['commitment']}, which fits the seed." in durako("verify", str(played)).output
    for name in ("commitment", "seed"):
        other = told[name].translate(str.maketrans("0123456789abcdef", "123456789abcdef0"))
        bad = durako("verify", str(played), f"--{name}", other)
        assert bad.exit_code == Exit.NO
        assert f"The replay's {name} is {told[name]}, not the one given" in bad.output
        refused = durako("verify", str(played), f"--{name}", other, "--json")
        assert not json.loads(refused.stdout)["sound"]


def test_check_says_what_the_site_would_say(durako: Durako, tmp_path: Path) -> None:
    (tmp_path / "mybot.py").write_text(first_bot())
    good = durako("check", "mybot.py")
    assert good.exit_code == 0
    assert "mybot.py can be sent in: 1 file, " in good.output
    assert "starts with  python mybot.py\n" in good.output
    with zipfile.ZipFile("mybot.zip", "w") as archive:
        archive.write("mybot.py")
        archive.writestr("durako.toml", 'profiles = ["durak/volga"]\npackages = ["numpy"]\n')
    told = json.loads(durako("check", "mybot.zip", "--json").stdout)
    assert (told["good"], told["command"]) == (True, ["python", "mybot.py"])
    assert (told["profiles"], told["packages"]) == (["durak/volga"], ["numpy"])
    assert told["files"] == ["durako.toml", "mybot.py"]
    assert told["sha256"] == hashlib.sha256(Path("mybot.zip").read_bytes()).hexdigest()
    assert "numpy 2." in durako("check", "mybot.zip").output


def test_check_says_no_with_the_entry_and_the_cause(durako: Durako, tmp_path: Path) -> None:
    (tmp_path / "mybot.py").write_text("x = (\n")
    bad = durako("check", "mybot.py")
    assert bad.exit_code == Exit.NO
    assert "“mybot.py” is not valid Python: line 1: '(' was never closed" in bad.output
    told = durako("check", "mybot.py", "--json")
    assert told.exit_code == Exit.NO
    data = json.loads(told.stdout)
    assert (data["good"], data["code"], data["entry"]) == (False, "python_syntax", "mybot.py")
    assert data["reason"] == bad.output.strip()


@pytest.mark.parametrize(("name", "limit"), [("mybot.py", "1 MiB"), ("mybot.zip", "10 MiB")])
def test_check_of_a_huge_file_states_the_limit_only(
    durako: Durako, tmp_path: Path, name: str, limit: str
) -> None:
    """It is not read to its end, so nobody knows how large it is."""
    with (tmp_path / name).open("wb") as huge:
        huge.truncate(20 << 20)
    done = durako("check", name)
    assert done.exit_code == Exit.NO
    assert f"“{name}” is too large: at most {limit} are allowed." in done.output.replace("\n", " ")


def test_check_of_what_is_no_file_says_what_to_do(durako: Durako, tmp_path: Path) -> None:
    assert durako("new", "my bot").exit_code == 0
    folder = durako("check", "my bot")
    assert folder.exit_code == Exit.USAGE
    line = folder.output.strip().rpartition(": ")[2]
    assert line == "python3 -m zipfile -c 'my bot.zip' 'my bot'"
    subprocess.run(shlex.split(line), check=True, cwd=tmp_path)
    assert durako("check", "my bot.zip").exit_code == 0
    missing = durako("check", "nobody.py")
    assert missing.exit_code == Exit.USAGE
    assert "nobody.py" in missing.output


def test_compare_stops_when_the_answer_is_known(durako: Durako) -> None:
    done = durako(
        "compare", "random", "heuristic", "--rules", "durak/duel24", "--elo1", "100", "--json",
        "--seed", "3",
    )  # fmt: skip
    data = json.loads(done.stdout)
    assert done.exit_code == 0
    assert data["verdict"] == "accept_h1"
    assert data["deals"] < 200


def test_compare_says_no_when_it_is_not_better(durako: Durako) -> None:
    done = durako(
        "compare", "heuristic", "random", "--rules", "durak/duel24", "--elo1", "100", "--seed", "3"
    )
    assert done.exit_code == Exit.NO


def test_compare_says_if_the_new_one_broke(durako: Durako, tmp_path: Path) -> None:
    (tmp_path / "raises.py").write_text(RAISES)
    done = durako("compare", "random", "raises.py", "-r", "durak/duel24", "--elo1", "100", "--json")
    assert done.exit_code == Exit.BOT
    assert "my own mistake" in json.loads(done.stdout)["troubles"][0]


def test_doctor_finds_this_machine_fit(durako: Durako) -> None:
    done = durako("doctor", "--json")
    assert done.exit_code == 0
    assert all(finding["good"] for finding in json.loads(done.stdout))
