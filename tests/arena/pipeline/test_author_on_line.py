"""An author's whole evening with nothing but the command line, and with everything real behind it:
the site, PostgreSQL, the queue, the game server, workers and sandboxes."""

import json
import os
import shlex
import subprocess
import sys
import tempfile
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest

from arena.challenge_terms import boards_offered
from arena.models import BotVersion, Match
from arena.reference_bots import REFERENCE_BOTS
from arena.sdk.cli.exits import Exit
from arena.sdk.online.site import SCOPES
from arena.services.bots import bot_create_submitted
from arena.services.ladder_ticks import ladders_tick
from tests.api_client import token_for
from tests.asgi_server import OwnServer
from tests.deploy.service import PROJECT_DIR, wait_for
from tests.e2e.arena_at_work import ArenaAtWork, arena_at_work
from tests.factories import UserFactory
from tournaments.models import Ladder
from tournaments.services.ladders import ladder_open

PROFILE = "durak/duel24"
BOARDS = boards_offered(PROFILE)[0]
PATIENCE_SECONDS = 200
_FIRST_LINE = "        cards = "
THINKS = f"        print('I think')\n{_FIRST_LINE}"
RAISES = f"        legal[10_000]\n{_FIRST_LINE}"
BLUNDERS = f"        return self.random.choice(legal)\n{_FIRST_LINE}"


@dataclass(frozen=True)
class Author:
    """Somebody at a terminal, in a folder, with a home of their own."""

    folder: Path
    environment: Mapping[str, str]

    def types(self, line: str, *, code: int = 0, keys: str = "") -> str:
        """A command, as it is typed; what it printed."""
        words = shlex.split(line)
        assert words.pop(0) == "durako"
        done = subprocess.run(
            [sys.executable, "-c", "from arena.sdk.cli import main; main()", *words],
            cwd=self.folder, env=self.environment, input=keys, capture_output=True, text=True,
            check=False, timeout=PATIENCE_SECONDS,
        )  # fmt: skip
        assert done.returncode == code, f"{line}\n{done.stdout}{done.stderr}"
        assert "Traceback" not in done.stderr
        return done.stdout

    def asks(self, line: str, *, code: int = 0) -> Any:  # noqa: ANN401 - JSON
        """The same, for a script."""
        return json.loads(self.types(f"{line} --json", code=code))

    def edits(self, before: str, after: str) -> None:
        """The bot's file."""
        file = self.folder / "mybot.py"
        assert file.read_text().count(before) == 1
        file.write_text(file.read_text().replace(before, after))


@pytest.mark.long
@pytest.mark.timeout(600)
@pytest.mark.django_db(transaction=True)
def test_an_authors_evening(asgi_server: OwnServer, tmp_path: Path) -> None:
    greedy = next(bot for bot in REFERENCE_BOTS if bot.key == "greedy")
    with arena_at_work(tmp_path, matches=True) as arena:
        reference = bot_create_submitted(
            owner=UserFactory.create(display_name="The house"), name=greedy.name,
            description=greedy.description, file_name=greedy.file_name, data=greedy.archive(),
            profiles=[PROFILE],
        )  # fmt: skip
        at_home = at_a_terminal(Path(tempfile.mkdtemp(dir=tmp_path)))
        author = writes_a_bot_and_tries_it(at_home)
        logs_in(author, asgi_server.url)
        sends_it_in_until_it_passes(author)
        is_checked(reference, arena)
        match = challenges_and_takes_home_what_came_of_it(author)
        sees_that_the_next_version_is_worse(author)
        stands_on_the_leaderboard(author, arena)
        author.types(f"durako verify replays/{match}.durako")
        author.types("durako logout")
        author.types("durako whoami", code=Exit.NOT_LOGGED_IN)
        asgi_server.wait_until_idle()


def at_a_terminal(folder: Path) -> Author:
    environment = {
        "PATH": os.environ["PATH"],
        "HOME": str(folder),
        "XDG_CONFIG_HOME": str(folder / ".config"),
        "PYTHONPATH": str(PROJECT_DIR),
        "PYTHONWARNINGS": "error",
        "LANG": "C.UTF-8",
    }
    return Author(folder, environment)


def is_checked(version: BotVersion, arena: ArenaAtWork) -> None:
    wait_for(
        lambda: BotVersion.objects.get(pk=version.pk).state == BotVersion.State.VALID,
        "the reference bot to pass its checks",
        seconds=PATIENCE_SECONDS,
        details=arena.said,
    )


def writes_a_bot_and_tries_it(author: Author) -> Author:
    author.types("durako new mustard")
    author = Author(author.folder / "mustard", author.environment)
    played = author.types(f"durako play mybot.py --against greedy --rules {PROFILE} --deals 2")
    assert "% ±" in played
    author.edits(_FIRST_LINE, THINKS)
    author.types("durako check mybot.py")
    return author


def logs_in(author: Author, site: str) -> None:
    token = token_for(UserFactory.create(display_name="Ana"), SCOPES)
    said = author.types(f"durako login {site} --token-stdin", keys=f"{token}\n")
    assert said.startswith(f"You are Ana at {site}, until ")
    assert author.asks("durako whoami")["name"] == "Ana"
    assert author.types("durako bots --mine").startswith("You have no bot yet")


def sends_it_in_until_it_passes(author: Author) -> None:
    """The whole folder; what `durako play` left there stays at home."""
    author.edits(THINKS, RAISES)
    failed = author.types(f"durako submit . --new Mustard -p {PROFILE}", code=Exit.BOT)
    assert "  ✓ Shake hands with the game server" in failed
    assert "  ✗ Short match: Duel with 24 cards" in failed
    assert "IndexError" in failed
    assert "To see the same at home:" in failed
    author.edits(RAISES, THINKS)
    passed = author.types("durako submit .")
    assert "  ✓ Short match: Duel with 24 cards" in passed
    assert passed.endswith("Version 2 passed every check and plays now.\n")
    bot = author.asks("durako bot mustard")
    assert [one["state"] for one in bot["versions"]] == ["valid", "invalid"]
    (mine,) = author.asks("durako bots --mine")
    assert (mine["name"], mine["active_version"], mine["can_play"]) == ("Mustard", 2, True)


def challenges_and_takes_home_what_came_of_it(author: Author) -> str:
    said = author.types(f"durako challenge Greedy --boards {BOARDS} --follow")
    match = Match.objects.get()
    assert said.startswith(f"Match {match.public_id}: ")
    shown = author.asks(f"durako match {match.public_id}")
    assert (shown["state"], shown["boards_over"]) == ("settled", 2 * BOARDS)
    assert [side["name"] for side in shown["sides"]] == ["Mustard", "Greedy"]
    assert shown["text"] in author.types(f"durako match {match.public_id}")
    assert "I think" in author.types(f"durako logs {match.public_id}")
    saved = author.types(f"durako replay {match.public_id}")
    verify = next(line for line in saved.splitlines() if "durako verify" in line).strip()
    assert "the one published before the match" in author.types(verify)
    assert "decision 1:" in author.types("durako watch last --all")
    assert author.types("durako debug last mybot.py --decision 1")
    return match.public_id


def sees_that_the_next_version_is_worse(author: Author) -> None:
    author.edits(THINKS, BLUNDERS)
    sent = author.types("durako submit mybot.py --note 'Faster.' --no-activate")
    assert "durako bot Mustard --activate 3" in sent
    said = author.types(
        "durako ab 3 2 --elo 100 --error-rate 0.1 --boards 25 --follow", code=Exit.NO
    )
    assert said.startswith("Test ")
    (test,) = author.asks("durako ab list")
    assert (test["state"], test["old"]["version"]) == ("failed", 2)
    assert author.asks("durako bot Mustard")["active_version"] == 2


def stands_on_the_leaderboard(author: Author, arena: ArenaAtWork) -> None:
    ladder = ladder_open(hosting=Ladder.Hosting.BOTS, profile=PROFILE, boards=1)

    def is_drawn() -> bool:
        ladders_tick()
        return Match.objects.filter(ladder=ladder).exists()

    wait_for(is_drawn, "the ladder's match", seconds=PATIENCE_SECONDS, details=arena.said)
    match = Match.objects.filter(ladder=ladder).first()
    assert match is not None
    author.types(f"durako match {match.public_id} --follow")
    rows = author.asks(f"durako leaderboard {ladder.slug}")
    assert {row["name"] for row in rows} == {"Mustard", "Greedy"}
    board = author.types("durako leaderboard durak/duel24 --q mustard")
    assert "Mustard" in board
    assert "Greedy" not in board
    assert author.asks("durako bot Mustard")["ratings"][0]["ladder"] == ladder.slug
