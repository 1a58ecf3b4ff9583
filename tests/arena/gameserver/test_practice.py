"""What the practice command says, and with what it ends, when things go wrong."""

import asyncio
import os
import signal
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from typing import IO, Final

import pytest
from grpc import StatusCode as Code
from typer.testing import CliRunner

from arena.gameserver.__main__ import app
from tests.arena.gameserver.raw_client import StreamEndedError, connected, hello
from tests.arena.gameserver.server_process import PROJECT_DIR, ServerProcess

PROFILE: Final = "durak/volga"
ALLOWED_WRONG: Final = 5


@contextmanager
def practice(server: ServerProcess) -> Iterator[tuple[subprocess.Popen[str], IO[str]]]:
    """A table with a random opponent, and what the command prints."""
    with subprocess.Popen(
        [
            sys.executable, "-m", "arena.gameserver", "practice",
            "--rules", PROFILE, "--players", "2", "--opponent", "random",
            "--address-file", str(server.address_file),
            "--host-token-file", str(server.host_token_file),
        ],
        cwd=PROJECT_DIR,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
        env={**os.environ, "PYTHONUNBUFFERED": "1"},
    ) as table:  # fmt: skip
        assert table.stdout is not None
        try:
            yield table, table.stdout
        finally:
            table.kill()


def token_in(printed: IO[str]) -> str:
    line = next(line for line in printed if line.startswith("DURAKO_ADDRESS="))
    return line.strip().rpartition("=")[2]


async def ending(server: ServerProcess, token: str | None, hellos: int = 1) -> tuple[Code, str]:
    """How a stream at the shared door ends."""
    async with connected(server.players, token) as stream:
        with suppress(StreamEndedError):  # already refused
            for _ in range(hellos):
                await stream.send(hello(PROFILE))
        return await stream.ended()


def test_a_missing_and_a_wrong_token_are_told_apart() -> None:
    with ServerProcess() as server:
        missing, wrong = (asyncio.run(ending(server, token)) for token in (None, "mistyped"))
    assert missing[0] is wrong[0] is Code.UNAUTHENTICATED
    assert "metadata entry" in missing[1]
    assert "opens no seat here" in wrong[1]


def test_wrong_tokens_of_the_author_do_not_keep_the_random_player_out() -> None:
    with ServerProcess("--drain-seconds", "0") as server:
        codes = [asyncio.run(ending(server, "no"))[0] for _ in range(ALLOWED_WRONG + 1)]
        assert codes[-1] is Code.RESOURCE_EXHAUSTED
        with practice(server) as (table, printed):
            assert any("Seat 1 is here" in line for line in printed)
            server.process.send_signal(signal.SIGTERM)
            assert "must be played again" in printed.read()
            assert table.wait() == 1, "a match that was broken off was not played"


def test_a_forfeit_is_told_in_words_with_the_guilty_seat() -> None:
    with ServerProcess() as server, practice(server) as (table, printed):
        token = token_in(printed)
        assert any("Seat 1 is here" in line for line in printed)
        assert asyncio.run(ending(server, token, hellos=2))[0] is Code.INVALID_ARGUMENT
        assert "Forfeited by seat 0: it broke the protocol" in printed.read()
        assert table.wait() == 0


@pytest.mark.parametrize(
    ("option", "sentence"),
    [
        ("players=3", "Say how many seats there are with --players, not as an option."),
        ("name=x", "name"),
        ("stall_limit=--5", "stall_limit"),
        (f"stall_limit={'9' * 5000}", "stall_limit"),
        ("stall_limit", "Write options as name=value"),
    ],
)
def test_an_option_that_cannot_be_is_refused_with_a_sentence(option: str, sentence: str) -> None:
    done = CliRunner().invoke(app, ["practice", "--rules", PROFILE, "--option", option])
    assert done.exit_code == 1
    assert isinstance(done.exception, SystemExit), done.exception
    assert sentence in done.stderr
    assert "Traceback" not in done.output
