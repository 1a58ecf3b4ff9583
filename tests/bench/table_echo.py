"""The reference of the table's benchmark: the same stack with nothing behind it.

A `grpc.aio` server with the players' service sends what seats were sent by a real table, message by
message: the next one when the last was answered, a fixed number of times or all of them once.  It
reads the answers and computes nothing.  Streams that say so take turns, as the seats of one game
do.
"""

import asyncio
import json
import sys
from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from itertools import cycle, islice
from pathlib import Path
from typing import TypeAlias

import grpc

from arena.protocol.v1 import play_pb2
from arena.protocol.v1.play_pb2 import PlayRequest
from tests.bench.table_bot import TOKEN
from tests.bench.table_messages import Sent
from tests.bench.table_processes import Child, Measured, Seat, child, play

TIMES = 1_000
_WHOLE = "whole"
Context: TypeAlias = "grpc.aio.ServicerContext[PlayRequest, bytes]"


class Reference:
    """The echo as the benchmark sees it."""

    def __init__(self, server: Child, address: str) -> None:
        self._server = server
        self._address = address

    def play(
        self, players: Sequence[Child], streams: int, recorded: str, *, in_turn: int = 1
    ) -> Measured:
        """What was recorded under this name, over so many streams; so many of them take turns."""
        seats = [
            Seat(self._address, "" if in_turn == 1 else str(stream // in_turn), recorded)
            for stream in range(streams)
        ]
        return play(self._server, players, seats)


@contextmanager
def echo(
    folder: Path,
    recorded: Mapping[str, Sequence[Sent]],
    *,
    whole: bool = False,
    environment: Mapping[str, str] | None = None,
) -> Iterator[Reference]:
    """An echo process that knows what was sent, by name; each stream is sent a seat's share, from
    its beginning to its end if it is to be `whole`."""
    for name, seats in recorded.items():
        (folder / name).write_text(json.dumps([[one.hex() for one in sent] for sent in seats]))
    address = f"unix:{folder}/echo.sock"
    files = [str(folder / name) for name in recorded]
    how = (address, _WHOLE if whole else "", *files)
    with child("tests.bench.table_echo", *how, environment=environment) as server:
        server.hear()
        yield Reference(server, address)


class Echo:
    """Sends bytes as the game server does, so that they are the same."""

    def __init__(self, recorded: Mapping[str, Sequence[Sent]], *, whole: bool) -> None:
        self._whole = whole
        self._seats = {name: cycle(seats) for name, seats in recorded.items()}
        self._turns: defaultdict[str, asyncio.Lock] = defaultdict(asyncio.Lock)

    def handler(self) -> grpc.GenericRpcHandler:
        play: grpc.RpcMethodHandler[PlayRequest, bytes] = grpc.stream_stream_rpc_method_handler(
            self.play, request_deserializer=PlayRequest.FromString
        )
        service = play_pb2.DESCRIPTOR.services_by_name["PlayService"].full_name
        return grpc.method_handlers_generic_handler(service, {"Play": play})

    async def play(self, _requests: object, context: Context) -> None:
        hello = await context.read()
        assert isinstance(hello, PlayRequest)
        messages: Iterable[bytes] = next(self._seats[hello.hello.profiles[0]])
        if not self._whole:
            messages = islice(cycle(messages), TIMES)
        group = dict(context.invocation_metadata() or ()).get(TOKEN)
        if group:
            turn = self._turns[str(group)]
            for message in messages:
                async with turn:
                    await context.write(message)
                    await context.read()
        else:
            for message in messages:
                await context.write(message)
                await context.read()


async def serve(address: str, echoing: Echo) -> None:
    server = grpc.aio.server(handlers=[echoing.handler()])
    server.add_insecure_port(address)
    await server.start()
    print("ready", flush=True)
    await server.wait_for_termination()


def main() -> None:
    recorded = {
        file.name: [[bytes.fromhex(one) for one in sent] for sent in json.loads(file.read_text())]
        for file in map(Path, sys.argv[3:])
    }
    asyncio.run(serve(sys.argv[1], Echo(recorded, whole=sys.argv[2] == _WHOLE)))


if __name__ == "__main__":
    main()
