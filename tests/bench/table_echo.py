"""The reference of the table's benchmark: the same stack with nothing behind it.

A `grpc.aio` server with the players' service sends one recorded message as often as it is answered,
a fixed number of times.  It reads the answers and computes nothing.
"""

import asyncio
import sys
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from pathlib import Path

import grpc

from arena.protocol.v1.play_pb2 import PlayRequest, PlayResponse
from arena.protocol.v1.play_pb2_grpc import PlayServiceServicer, add_PlayServiceServicer_to_server
from tests.bench.table_processes import Child, Measured, Seat, child, play

TIMES = 250
Context = grpc.aio.ServicerContext[PlayRequest, PlayResponse]


class Reference:
    """The echo as the benchmark sees it."""

    def __init__(self, server: Child, address: str) -> None:
        self._server = server
        self._address = address

    def play(self, players: Sequence[Child], streams: int, message: str) -> Measured:
        """The message of this name, over so many streams at once."""
        return play(self._server, players, [Seat(self._address, "", message)] * streams)


@contextmanager
def echo(folder: Path, messages: Mapping[str, PlayResponse]) -> Iterator[Reference]:
    """An echo process that knows these messages."""
    for name, message in messages.items():
        (folder / name).write_bytes(message.SerializeToString())
    address = f"unix:{folder}/echo.sock"
    files = [str(folder / name) for name in messages]
    with child("tests.bench.table_echo", address, *files) as server:
        server.hear()
        yield Reference(server, address)


class Echo(PlayServiceServicer):
    def __init__(self, messages: Mapping[str, PlayResponse]) -> None:
        self._messages = messages

    async def Play(self, _requests: object, context: Context) -> None:
        hello = await context.read()
        assert isinstance(hello, PlayRequest)
        message = self._messages[hello.hello.profiles[0]]
        for _ in range(TIMES):
            await context.write(message)
            await context.read()


async def serve(address: str, messages: Mapping[str, PlayResponse]) -> None:
    server = grpc.aio.server()
    add_PlayServiceServicer_to_server(Echo(messages), server)
    server.add_insecure_port(address)
    await server.start()
    print("ready", flush=True)
    await server.wait_for_termination()


def main() -> None:
    files = [Path(name) for name in sys.argv[2:]]
    messages = {file.name: PlayResponse.FromString(file.read_bytes()) for file in files}
    asyncio.run(serve(sys.argv[1], messages))


if __name__ == "__main__":
    main()
