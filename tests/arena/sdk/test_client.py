"""A bot over the wire, at the real game server."""

import asyncio
import subprocess
import sys
from collections import Counter
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from threading import Timer
from typing import Any, ClassVar

import pytest

from arena.games import rules
from arena.games.burako.planning import openings_in_view
from arena.protocol.v1 import host_pb2
from arena.protocol.v1.match_pb2 import TimeControl
from arena.sdk import Bot, Clock, End
from arena.sdk.client import LineLostError, Played, RefusedError, play
from arena.sdk.trouble import Trouble
from arena.wire.verify import verify
from tests.arena.sdk.serving import Door, Served, served


@pytest.fixture(scope="module")
def server() -> Iterator[Served]:
    with served() as running:
        yield running


class Strict(Bot):
    """Plays anything, and looks at everything the SDK promises."""

    starts: ClassVar[Counter[int]] = Counter()
    overs: ClassVar[Counter[int]] = Counter()

    def start(self) -> None:
        Strict.starts[self.game_number] += 1
        self.asked = 0
        self.seen = 0

    def choose(self, view: Any, legal: Sequence[Any], clock: Clock) -> Any:
        self.asked += 1
        assert view.seat == view.to_act == self.seat == 0
        assert len(view.log) >= self.seen
        self.seen = len(view.log)
        assert view.outcome is None
        assert 0 < clock.left() <= clock.allowed
        choice = self.random.randrange(len(legal))
        return legal[choice] if self.asked % 2 else choice

    def over(self, end: End) -> None:
        Strict.overs[self.game_number] += 1
        assert self.asked
        assert end.outcome is not None
        assert end.scores == end.outcome.scores
        assert end.forfeit is None


class Together(Bot):
    """Notes how many boards it thinks about at once."""

    boards = 4
    waiting: ClassVar[set[int]] = set()
    most = 0

    async def choose(self, view: Any, legal: Sequence[Any], clock: Clock) -> Any:
        Together.waiting.add(self.board)
        Together.most = max(Together.most, len(Together.waiting))
        for _ in range(50):
            await asyncio.sleep(0)
        Together.waiting.discard(self.board)
        return 0


def _play(bot: type[Bot], door: Door, **options: Any) -> tuple[Played, list[Trouble]]:
    troubles: list[Trouble] = []
    played = play(bot, **door, report=troubles.append, **options)
    return played, troubles


@pytest.mark.parametrize(
    ("profile", "players", "boards", "order"),
    [
        ("durak/volga", 3, 8, {"games_per_board": 2}),
        ("durak/german-many", 2, 2, {}),
        ("burako/duel", 2, 2, {}),
        ("burako/pairs", 4, 1, {}),
    ],
)
def test_many_games_over_one_stream(
    server: Served, profile: str, players: int, boards: int, order: dict[str, int]
) -> None:
    options = {"hand_limit": 2} if profile.startswith("burako") else {}
    rule_set = rules(profile, players=players, **options)
    Strict.starts.clear()
    Strict.overs.clear()
    opened = server.open(profile, rule_set=rule_set, boards=boards, **order)
    played, troubles = _play(Strict, server.door(opened))
    assert not troubles
    assert played.boards == boards
    verified = verify(server.replay(opened))
    assert played.games == verified.games == len(Strict.starts)
    assert Strict.starts == Strict.overs
    assert set(Strict.starts.values()) == {1}
    by_board = sorted(verified.boards, key=lambda result: result.board)
    assert list(played.points) == [result.points[0] for result in by_board]


def test_coroutines_think_about_all_games_at_once(server: Served) -> None:
    opened = server.open("durak/concise", boards=Together.boards)
    played, troubles = _play(Together, server.door(opened))
    assert not troubles
    assert played.boards == Together.boards
    assert Together.most == Together.boards


def test_a_synchronous_choose_may_return_a_coroutine(server: Served) -> None:
    class Delegating(Bot):
        def choose(self, view: Any, legal: Sequence[Any], clock: Clock) -> Any:
            return self._think(legal)

        async def _think(self, legal: Sequence[Any]) -> Any:
            await asyncio.sleep(0)
            return legal[-1]

    opened = server.open("durak/concise", boards=2)
    played, troubles = _play(Delegating, server.door(opened))
    assert not troubles
    assert played.boards == 2


def test_what_is_not_listed_may_be_played(server: Served) -> None:
    """In Burako several melds at once are never listed; the SDK sends them as they are."""

    class Opener(Bot):
        opened = 0

        def choose(self, view: Any, legal: Sequence[Any], clock: Clock) -> Any:
            opening = next(openings_in_view(self.rules, view), None)
            if opening is not None and len(opening.melds) > 1:
                Opener.opened += 1
                return opening
            return self.random.choice(legal)

    rule_set = rules("burako/duel", hand_limit=3)
    opened = server.open("burako/duel", rule_set=rule_set, boards=4)
    _, troubles = _play(Opener, server.door(opened))
    assert not troubles
    assert Opener.opened


class Dull(Bot):
    def choose(self, view: Any, legal: Sequence[Any], clock: Clock) -> int:
        return 0


def test_a_wrong_token_is_refused_with_a_sentence(server: Served) -> None:
    opened = server.open("durak/concise")
    door = Door(address=server.door(opened)["address"], token="wrong")
    with pytest.raises(RefusedError, match=r"The server refused: .*\(UNAUTHENTICATED\)"):
        _play(Dull, door)
    _play(Dull, server.door(opened))


def test_a_bot_says_what_it_can_play(server: Served) -> None:
    class OnlyBurako(Dull):
        profiles = ("burako",)

    opened = server.open("durak/concise")
    with pytest.raises(RefusedError, match=r"This table plays durak/concise.*FAILED_PRECONDITION"):
        _play(OnlyBurako, server.door(opened))
    _play(Dull, server.door(opened))


def test_where_no_server_is(tmp_path: Path) -> None:
    with pytest.raises(LineLostError, match="No game server answers at"):
        _play(Dull, Door(address=f"unix:{tmp_path}/none.sock", token="x"), patience=0.3)


def test_a_server_that_comes_late_is_waited_for(server: Served, tmp_path: Path) -> None:
    opened = server.open("durak/concise")
    door = server.door(opened)
    late = tmp_path / "late.sock"
    with _later(late, door["address"].removeprefix("unix:")):
        door["address"] = f"unix:{late}"
        played, _ = _play(Dull, door, patience=60.0)
    assert played.boards == 1


@contextmanager
def _later(link: Path, target: str) -> Iterator[None]:
    timer = Timer(0.5, link.symlink_to, (target,))
    timer.start()
    yield
    timer.join()


class Cut(Bot):
    """Its line is cut now and then, by a proxy that it knows."""

    asked: ClassVar[Counter[int]] = Counter()
    cut: Any = None

    def choose(self, view: Any, legal: Sequence[Any], clock: Clock) -> int:
        Cut.asked[self.game_number] += 1
        if sum(Cut.asked.values()) in (5, 20, 40):
            Cut.cut()
        return self.random.randrange(len(legal))


@pytest.mark.parametrize("kind", ["sync", "async"])
def test_a_broken_line_is_mended_and_nothing_is_asked_twice(server: Served, kind: str) -> None:
    Cut.asked.clear()

    class Waiting(Cut):
        async def choose(  # type: ignore[override]
            self, view: Any, legal: Sequence[Any], clock: Clock
        ) -> int:
            await asyncio.sleep(0)
            return super().choose(view, legal, clock)

    opened = server.open("durak/concise", boards=6)
    proxy = server.call(_Proxy.to(server.running.server.players_address))
    Cut.cut = lambda: server.call(proxy.cut())
    door = Door(address=proxy.address, token=server.door(opened)["token"])
    played, troubles = _play(Cut if kind == "sync" else Waiting, door)
    server.call(proxy.close())
    assert not troubles
    assert played.boards == 6
    assert proxy.lines >= 4
    assert played.decisions == sum(Cut.asked.values())
    assert not any(result.forfeit for result in verify(server.replay(opened)).boards)


@pytest.mark.parametrize("kind", ["sync", "async"])
def test_the_goodbye_is_read_even_if_the_stream_was_closed_to_answers(
    server: Served, kind: str
) -> None:
    opened = server.open("durak/concise", boards=4)

    def end_the_match() -> int:
        request = host_pb2.AbortTableRequest(table=opened.table, reason="Enough of it.")
        running = server.running

        async def abort() -> None:
            await running.host.AbortTable(request, metadata=running.as_host)
            await running.events(opened.table)

        server.call(abort())
        return 0

    class Ending(Bot):
        def choose(self, view: Any, legal: Sequence[Any], clock: Clock) -> Any:
            return end_the_match()

    class EndingAsync(Bot):
        async def choose(self, view: Any, legal: Sequence[Any], clock: Clock) -> Any:
            return end_the_match()

    played, troubles = _play(Ending if kind == "sync" else EndingAsync, server.door(opened))
    assert played.aborted == "Enough of it."
    assert not troubles


class _Proxy:
    """Between a bot and the server, to be cut."""

    def __init__(self, target: str) -> None:
        self._host, _, self._port = target.rpartition(":")
        self._writers: set[asyncio.StreamWriter] = set()
        self._tasks: set[asyncio.Task[None]] = set()
        self._server: asyncio.Server | None = None
        self.lines = 0
        self.address = ""

    @classmethod
    async def to(cls, target: str) -> "_Proxy":
        proxy = cls(target)
        listening = await asyncio.start_server(proxy._serve, "127.0.0.1", 0)
        proxy._server = listening
        proxy.address = f"127.0.0.1:{proxy._server.sockets[0].getsockname()[1]}"
        return proxy

    async def cut(self) -> None:
        for writer in list(self._writers):
            writer.transport.abort()

    async def close(self) -> None:
        await self.cut()
        assert self._server is not None
        self._server.close()
        await self._server.wait_closed()
        await asyncio.gather(*self._tasks, return_exceptions=True)

    async def _serve(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        self.lines += 1
        there, back = await asyncio.open_connection(self._host, int(self._port))
        self._writers |= {writer, back}
        for source, sink in ((reader, back), (there, writer)):
            task = asyncio.create_task(self._pump(source, sink))
            self._tasks.add(task)

    @staticmethod
    async def _pump(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        try:
            while data := await reader.read(65536):
                writer.write(data)
                await writer.drain()
        except (ConnectionError, OSError):
            pass
        finally:
            writer.close()


def test_a_line_that_cannot_be_mended(server: Served) -> None:
    clocks = TimeControl(
        startup_ms=60_000, bank_ms=60_000, increment_ms=1, bank_limit_ms=60_000, grace_ms=300
    )
    opened = server.open("durak/concise", time_control=clocks)
    proxy = server.call(_Proxy.to(server.running.server.players_address))

    class Lost(Dull):
        def choose(self, view: Any, legal: Sequence[Any], clock: Clock) -> int:
            server.call(proxy.close())
            return 0

    with pytest.raises(LineLostError, match="was lost and could not be mended in time"):
        _play(Lost, Door(address=proxy.address, token=server.door(opened)["token"]))


BOT = """
from arena.sdk import Bot, run

class Mine(Bot):
    def choose(self, view, legal, clock):
        return min(legal, key=lambda action: len(action.cards))

if __name__ == "__main__":
    run(Mine)
"""


def test_a_bot_is_a_program(server: Served, tmp_path: Path) -> None:
    file = tmp_path / "mybot.py"
    file.write_text(BOT)
    opened = server.open("durak/volga", boards=3)
    door = server.door(opened)
    environment = {"DURAKO_ADDRESS": door["address"], "DURAKO_TOKEN": door["token"]}
    done = _run(file, environment)
    assert (done.returncode, done.stderr) == (0, "")
    assert len(verify(server.replay(opened)).boards) == 3


def test_a_program_says_what_it_needs(tmp_path: Path) -> None:
    file = tmp_path / "mybot.py"
    file.write_text(BOT)
    done = _run(file, {})
    assert done.returncode == 2
    assert done.stderr.startswith("Set DURAKO_ADDRESS and DURAKO_TOKEN, or give --address")
    done = _run(file, {}, "--address", f"unix:{tmp_path}/none.sock")
    assert done.stderr.startswith("Set DURAKO_TOKEN, or give")


def _run(file: Path, environment: dict[str, str], *arguments: str) -> Any:
    paths = ":".join(path for path in sys.path if path)
    return subprocess.run(
        [sys.executable, str(file), *arguments],
        env={"PYTHONPATH": paths, **environment},
        capture_output=True,
        text=True,
        check=False,
        timeout=120,
    )
