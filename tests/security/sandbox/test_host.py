"""What a bot can make the host do: nothing.  Neither by what it leaves nor by what it is called."""

import asyncio
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path

import psutil
import pytest

from arena.runner.sandbox.interface import ExitReason, SandboxError
from tests.arena.gameserver.running import order_of
from tests.arena.gameserver.server_process import ServerProcess
from tests.security.sandbox.harness import SECRET, WorkerProcess, report, wait_until
from tests.security.sandbox.seats import SeatSocket

OWN_KINDS = {"tmpfs", "proc", "sysfs", "devpts", "mqueue"}
"""File systems that are made for a sandbox and vanish with it."""


def test_host_never_follows_bot_symlink(
    worker: WorkerProcess, home: Path, seat: SeatSocket
) -> None:
    """It lays links to a file of the host under every name that somebody might open."""
    secret = home / "valuables" / "secret.txt"
    before, listed = secret.stat(), sorted(secret.parent.iterdir())
    for ends_by_itself in (False, True):
        bot = worker.start(
            "bombs", "symlinks", seat=seat, hints={"target": str(secret)},
            wall_seconds=1.0 if ends_by_itself else 60.0,
        )  # fmt: skip
        peer = seat.visitor()
        assert writable_file_systems(peer.pid) <= OWN_KINDS
        if not ends_by_itself:
            bot.kill()
        bot.wait()
    after = secret.stat()
    for field in ("st_ino", "st_mode", "st_uid", "st_gid", "st_mtime_ns", "st_ctime_ns"):
        assert getattr(after, field) == getattr(before, field), field
    assert secret.read_text(encoding="ascii") == SECRET
    assert sorted(secret.parent.iterdir()) == listed


def writable_file_systems(pid: int) -> set[str]:
    """The kinds of those that a process sees and can write to."""
    kinds = set()
    for line in Path(f"/proc/{pid}/mountinfo").read_text(encoding="utf-8").splitlines():
        mount, _, about = line.partition(" - ")
        place, options = mount.split()[4:6]
        kind, _, of_all = about.split()[:3]
        is_device = place.startswith("/dev/") and kind == "devtmpfs"
        if "ro" not in {*options.split(","), *of_all.split(",")} and not is_device:
            kinds.add(kind)
    return kinds


@pytest.fixture(scope="session")
def game_server() -> Iterator[ServerProcess]:
    """A real one, whose sockets everybody may be shown."""
    with ServerProcess("--drain-seconds", "0") as server:
        server.folder.chmod(0o711)
        yield server


def test_scm_rights(worker: WorkerProcess, game_server: ServerProcess) -> None:
    """Descriptors that a bot sends to the game server are never opened there."""
    address = asyncio.run(seat_address(game_server, f"for {worker.user}"))
    process = psutil.Process(game_server.process.pid)
    before = process.num_fds()
    ended = worker.start("bombs", "pass_descriptors", socket=address).wait()
    assert report(ended)["sent"] > 0
    wait_until(lambda: process.num_fds() <= before, "what was sent is not kept")


async def seat_address(server: ServerProcess, match: str) -> Path:
    """The socket of a seat at a real table."""
    async with server.host() as host:
        opened = await host.open(order_of(match_id=match))
    return Path(opened.tickets[0].address.removeprefix("unix:"))


NASTY_COMMANDS = {
    "an option": ("--bind", "/", "/bot", "true"),
    "no such program": ("no-such-program",),
    "a folder": ("/bot",),
    "no program at all": ("",),
    "a very long word": ("python3", "-c", "pass", "x" * 200_000),
    "very many words": ("python3", "-c", "pass", *["x" * 1_000] * 4_000),
    "not even text": ("python3", "\udcff\udcfe"),
}


@pytest.mark.parametrize("name", NASTY_COMMANDS)
def test_command_is_only_a_command(worker: WorkerProcess, name: str) -> None:
    """Whatever a manifest says is started inside or not at all."""
    with suppress(SandboxError):
        ended = worker.start("", command=NASTY_COMMANDS[name]).wait()
        assert ended.reason is ExitReason.EXITED
        assert ended.code != 0


def test_nul_in_command(worker: WorkerProcess) -> None:
    """Options for bwrap are told to it with NUL between them: none may be slipped in."""
    with pytest.raises(SandboxError):
        worker.start("", command=("python3", "-c", "pass\0--bind\0/\0/host"))
    with pytest.raises(SandboxError):
        worker.start("files", environment={"NAME": "value\0--bind\0/\0/host"})
    with pytest.raises(SandboxError):
        worker.start("files", environment={"NAME\0--bind\0/\0/host": "value"})


def test_environment_cannot_be_bent(worker: WorkerProcess) -> None:
    """Names that the dynamic loader listens to are heard inside only, after the drop."""
    ended = worker.run("reborn", "tmp", environment={"LD_PRELOAD": "/bot/evil.so"})
    assert ended.reason is ExitReason.EXITED
    assert b"preloaded" in ended.output.stderr, "told by the loader of the program itself"


def test_all_of_it_at_once(worker: WorkerProcess) -> None:
    """Sixteen bots at the same time, good and evil: each ends as it would have alone."""
    with SeatSocket(worker.sockets) as seat:
        evil = [worker.start("bombs", "deaf_sleep", seat=seat) for _ in range(4)]
        for _ in evil:
            seat.visitor()
        good = [worker.start("bombs", "answer", seat=seat) for _ in range(12)]
        peers = [seat.visitor() for _ in good]
        if worker.user == "root":
            assert len({peer.uid for peer in peers}) == len(peers)
        for peer in peers:
            peer.says()
            peer.tell(b"well?\n")
            assert peer.says() == b"well?\n"
            peer.connection.close()
        assert {bot.wait().code for bot in good} == {0}
        for bot in evil:
            bot.kill()
        assert {bot.wait().reason for bot in evil} == {ExitReason.KILLED}
