"""A server besieged: attackers sit at tables of their own and send nonsense, others play there as
if nothing were.

What arrived is counted by the server: what its reader read or refused, without the sound messages
that anybody sent.  So a message that was never read does not count.
"""

import asyncio
import gc
import logging
import random
from collections import Counter
from contextlib import suppress
from dataclasses import dataclass, field

import grpc
import psutil

from arena.games import rules
from arena.gameserver.server import GameServer
from arena.protocol.v1.host_pb2 import CloseTableRequest
from arena.protocol.v1.match_pb2 import BoardResult, FaultPolicy
from arena.protocol.v1.play_pb2 import Answer, Decision, PlayRequest
from tests.arena.gameserver.conformance.kit import clocks, finished, moves
from tests.arena.gameserver.conformance.nonsense import answer_to, broken, stray, twice
from tests.arena.gameserver.leftovers import alive
from tests.arena.gameserver.raw_client import (
    RawStream,
    Story,
    StreamEndedError,
    asked_seat,
    by_action,
    connected,
    first,
    hello,
    last,
    listed,
)
from tests.arena.gameserver.raw_host import RawHost, RawTable
from tests.arena.gameserver.running import running_server

SEED = b"corruption" * 3 + b"12"
DUEL = rules("durak/duel24")
TABLES = (DUEL, rules("durak/german", players=2), rules("burako/duel", hand_limit=1))
BOARDS = 12
"""At once, so that a stream that stays open has much to answer."""
SENDERS = 8
"""Attackers at the same time."""
BREAK = 1 / 150
"""How often a message is broken, which mostly ends the stream and the table with it."""
STRAYS = (50, 50, 50, 500)
"""So many answers to nothing an attacker allows itself; the server bears 64."""
BREATH = 0.4
"""Seconds between the healthy matches, which are to see the attack and not to be most of it."""
SOUND = 0.1
"""How often an attacker answers well, so that games get on."""


@dataclass(frozen=True)
class Footprint:
    """What a server holds while nobody plays."""

    streams: int
    tables: int
    tickets: int
    tasks: int
    of_tables: Counter[str]
    """Tables, rotations, seats and whatever else belongs to a table."""
    objects: int
    """Of Python, in the whole process."""
    kib: int
    """Of memory, of the whole process."""


@dataclass
class Tally:
    """What was sent, what came of it, and what is left."""

    arrived: int = 0
    judged: int = 0
    """Answers that got as far as the rules and were a mistake there."""
    tables: int = 0
    healthy: int = 0
    """Matches of others that were played beside the attack, and just as they are alone."""
    codes: Counter[str] = field(default_factory=Counter)
    """How the attackers' streams ended."""
    errors: list[str] = field(default_factory=list)
    """What anybody logged as an error."""
    before: Footprint | None = None
    after: Footprint | None = None


class Errors(logging.Handler):
    """Keeps what is logged as an error, by us or by asyncio about a task of ours."""

    def __init__(self) -> None:
        super().__init__(logging.ERROR)
        self.seen: list[str] = []

    def emit(self, record: logging.LogRecord) -> None:
        self.seen.append(self.format(record))


async def besiege(messages: int, seed: int) -> Tally:
    """A server of its own, attacked until so many messages have arrived."""
    errors = Errors()
    logging.getLogger().addHandler(errors)
    try:
        async with running_server(hello_seconds=1.0) as running:
            server = running.server
            host = RawHost(server.control_address, running.host_token)
            siege = Siege(host, server, seed)
            await siege.attack(messages)
            await host.close()
    finally:
        logging.getLogger().removeHandler(errors)
    siege.tally.errors = errors.seen
    return siege.tally


class Siege:
    """Attackers in rounds; after each everything that was sent is accounted for."""

    def __init__(self, host: RawHost, server: GameServer, seed: int) -> None:
        self.tally = Tally()
        self._host = host
        self._server = server
        self._rng = random.Random(seed)
        self._sound = 0
        """Good messages that anybody has sent, whether they arrived or not."""

    @property
    def arrived(self) -> int:
        """At least so much nonsense was read."""
        counted = self._server.statistics
        return counted.messages_read + counted.refusals["INVALID_ARGUMENT"] - self._sound

    async def attack(self, messages: int) -> None:
        """What is held is compared after a first round, when everything is in place."""
        alone = await self._healthy()
        await self._round(alone)
        self.tally.before = await self._settled()
        while self.arrived < messages:
            await self._round(alone)
        assert await self._healthy() == alone, "the server is not what it was"
        self.tally.after = await self._settled()
        self.tally.arrived = self.arrived

    async def _round(self, alone: "Healthy") -> None:
        attackers = asyncio.gather(*(self._attack_table() for _ in range(SENDERS)))
        while not attackers.done():
            assert await self._healthy() == alone, "a match beside the attack went otherwise"
            self.tally.healthy += 1
            await asyncio.wait([attackers], timeout=BREATH)
        await attackers

    async def _settled(self) -> Footprint:
        """When the doors of all tables are closed."""
        server = self._server
        await server.lobby.wait_for_goodbyes()
        await asyncio.sleep(0.2)  # the clients' own tasks end when they have heard of it
        return Footprint(
            streams=server.statistics.streams_open,
            tables=len(server.lobby.tables),
            tickets=len(server.lobby.book),
            tasks=len(asyncio.all_tasks()),
            of_tables=alive(),  # which collects the garbage
            objects=len(gc.get_objects()),
            kib=psutil.Process().memory_info().rss // 1024,
        )

    async def _close(self, table: RawTable) -> None:
        request = CloseTableRequest(table=table.name)
        await self._host.stub.CloseTable(request, metadata=self._host.metadata)

    # Others

    async def _healthy(self) -> "Healthy":
        """A match that has nothing to do with any of this: its results, and all its moves."""
        table = await self._host.open(DUEL, boards=4, seed=SEED)
        stories = await table.play_rotation(0, [first, last])
        self._sound += sum(map(answered, stories))
        over, log = await finished(table)
        await self._close(table)
        games: dict[int, list[bytes]] = {}
        for move in moves(log):
            move.ClearField("think_ms")
            games.setdefault(move.game, []).append(move.SerializeToString())
        return list(over.boards), games

    # Attackers

    async def _attack_table(self) -> None:
        """First nonsense instead of a hello, then nonsense instead of answers."""
        rng = random.Random(self._rng.random())
        table = await self._host.open(
            rng.choice(TABLES),
            boards=BOARDS,
            clocks=clocks(grace_ms=20),
            policy=FaultPolicy(strikes=100_000),
        )
        self.tally.tables += 1
        async with connected(*table.door(0)) as stream:
            await self._send(stream, broken(hello(table.profile), rng))
            await self._end(stream)
        victim = asyncio.create_task(table.play_seat(1, first))
        async with connected(*table.door(0)) as stream:
            with suppress(StreamEndedError):
                await stream.hello(table.profile)
            await self._answer_wildly(stream, rng)
            await self._end(stream)
        self._sound += answered(await victim)
        await self._check(table)
        await self._close(table)

    async def _answer_wildly(self, stream: RawStream, rng: random.Random) -> None:
        strays = rng.choice(STRAYS)
        while (response := await stream.receive()) is not None:
            for decision in response.decisions:
                assert asked_seat(decision) == 0
                strays -= await self._answer(stream, decision, rng, strays)

    async def _answer(
        self, stream: RawStream, asked: Decision, rng: random.Random, strays: int
    ) -> int:
        """Something that takes the decision, and sometimes something before it; how many answers
        to nothing there may have been among them."""
        place = rng.randrange(listed(asked))
        used = 0
        if rng.random() < BREAK:
            sound = PlayRequest(answers=[by_action(asked, place)])
            await self._send(stream, broken(sound, rng))
            used += 1
        while rng.random() < (strays - used) / (200 + strays):
            await self._send(stream, stray(asked, rng))
            used += 1
        if rng.random() < SOUND:
            self._sound += 1
            well = PlayRequest(answers=[Answer(decision=asked.decision, legal_index=place)])
            await self._send(stream, well.SerializeToString())
        elif strays > used and rng.random() < 0.05:
            await self._send(stream, twice(asked, rng))
            used += 1
        else:
            await self._send(stream, answer_to(asked, rng))
        return used

    async def _send(self, stream: RawStream, data: bytes) -> None:
        """If it can be sent: the server says what came."""
        with suppress(StreamEndedError):
            await stream.send(data)

    async def _end(self, stream: RawStream) -> None:
        """Stop sending and see how the server ends the stream."""
        await stream.half_close()
        code, _ = await stream.ended()
        self.tally.codes[code.name] += 1

    async def _check(self, table: RawTable) -> None:
        """The match has ended, its log is sound, and nobody but the attacker has lost by it."""
        over, _ = await finished(table)
        assert over.aborted == ""
        assert len(over.boards) == BOARDS
        for board in over.boards:
            assert list(board.forfeit.seats) in ([], [0])
        attacker, victim = over.usage
        assert victim.strikes == 0
        self.tally.judged += attacker.strikes


Healthy = tuple[list[BoardResult], dict[int, list[bytes]]]


def answered(story: Story) -> int:
    """How many messages with answers a player has sent, the hello not counted."""
    return sum(bool(response.decisions) for response in story.responses)


SERVERS_FAULT = frozenset((grpc.StatusCode.UNKNOWN.name, grpc.StatusCode.INTERNAL.name))
