"""The command on a match's page, run on the replay that the page gives: the proof as visitors have
it."""

import html
import os
import re
import shlex
import subprocess
import sys
from pathlib import Path

import pytest
from django.conf import settings
from django.test import Client

from arena.models import BotVersion, Match
from arena.sdk.cli.exits import Exit
from tests.arena.replayed_matches import match_replayed
from tests.arena.shown_matches import at

pytestmark = pytest.mark.django_db


@pytest.fixture
def match(mustard: BotVersion, pepper: BotVersion) -> Match:
    return match_replayed(mustard, pepper)


def taken_home(match: Match, folder: Path) -> tuple[list[str], Path]:
    """The command, word by word, and the replay under the name that the browser gives it."""
    page = Client().get(at("match", match)).content.decode()
    found = re.search(r"<code>(durako verify [^<]*)</code>", page)
    assert found is not None
    answer = Client().get(at("replay", match))
    name = re.search(r'filename="([^"]+)"', answer["Content-Disposition"])
    assert name is not None
    path = folder / name[1]
    path.write_bytes(answer.content)
    return shlex.split(html.unescape(found[1])), path


def run(command: list[str], folder: Path) -> subprocess.CompletedProcess[str]:
    program = "from arena.sdk.cli import main; main()"
    return subprocess.run(
        [sys.executable, "-c", program, *command[1:]],
        cwd=folder,
        env={**os.environ, "PYTHONPATH": str(settings.PROJECT_DIR)},
        capture_output=True,
        text=True,
        check=False,
    )


def test_the_command_on_the_page_proves_the_match(match: Match, tmp_path: Path) -> None:
    command, _ = taken_home(match, tmp_path)
    done = run(command, tmp_path)
    assert done.returncode == Exit.FINE, done.stderr
    assert "The replay is sound: 4 games" in done.stdout
    assert f"Commitment: {match.commitment}, the one published before the match." in done.stdout
    assert f"Seed: {match.seed}." in done.stdout


def test_a_replay_that_was_tampered_with_is_found_out(match: Match, tmp_path: Path) -> None:
    command, path = taken_home(match, tmp_path)
    damaged = bytearray(path.read_bytes())
    damaged[len(damaged) // 2] ^= 1
    path.write_bytes(damaged)
    done = run(command, tmp_path)
    assert done.returncode == Exit.NO
    assert "sound" not in done.stdout


def test_other_cards_than_those_promised_are_found_out(
    match: Match, mustard: BotVersion, pepper: BotVersion, tmp_path: Path
) -> None:
    """A sound replay, with a seed and a commitment of its own."""
    command, path = taken_home(match, tmp_path)
    other = match_replayed(mustard, pepper, seed=1)
    path.write_bytes(Client().get(at("replay", other)).content)
    done = run(command, tmp_path)
    assert done.returncode == Exit.NO
    assert f"The replay's commitment is {other.commitment}, not the one given" in done.stderr
