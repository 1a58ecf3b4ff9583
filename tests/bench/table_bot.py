"""A bot of the table's benchmark, as a process of its own: raw gRPC, and hardly a thought.

It reads where to play from its standard input, one JSON object a line, plays that seat to the end
and writes what it counted, one line for each.  The process stays for the next seat, so that
starting Python is not measured.
"""

import json
import sys
from collections.abc import Iterator
from dataclasses import asdict, dataclass
from queue import SimpleQueue

import grpc

from arena.protocol.v1 import play_pb2
from arena.protocol.v1.hello_pb2 import ClientHello, ProtocolVersion
from arena.protocol.v1.play_pb2 import PlayRequest, PlayResponse

TOKEN = "durako-token"
PLAY = f"/{play_pb2.DESCRIPTOR.services_by_name['PlayService'].full_name}/Play"
STRIDE = 7919  # a prime: spreads the answers over the lists without a generator's cost


@dataclass(slots=True)
class Counted:
    """What came on one stream."""

    decisions: int = 0
    messages: int = 0
    size: int = 0
    """Bytes of the messages."""
    notices: int = 0


def answer(response: PlayResponse) -> PlayRequest:
    """A legal answer to everything that is asked, all in one message."""
    request = PlayRequest()
    for decision in response.decisions:
        question = decision.durak if decision.HasField("durak") else decision.burako
        request.answers.add(
            decision=decision.decision,
            legal_index=decision.decision * STRIDE % len(question.legal),
        )
    return request


def play(address: str, token: str, profile: str) -> Counted:
    """One stream from hello to goodbye, with the synchronous client that most authors will use."""
    counted = Counted()
    outbox: SimpleQueue[PlayRequest | None] = SimpleQueue()
    hello = ClientHello(version=ProtocolVersion(major=1), profiles=[profile], client="bench")
    outbox.put(PlayRequest(hello=hello))
    with grpc.insecure_channel(address) as channel:
        requests: Iterator[PlayRequest] = iter(outbox.get, None)
        call: grpc.StreamStreamMultiCallable[PlayRequest, bytes] = channel.stream_stream(
            PLAY, request_serializer=PlayRequest.SerializeToString
        )
        for data in call(requests, metadata=((TOKEN, token),)):
            response = PlayResponse.FromString(data)
            counted.notices += len(response.notices)
            if response.decisions:
                counted.messages += 1
                counted.size += len(data)
                counted.decisions += len(response.decisions)
                outbox.put(answer(response))
        outbox.put(None)
    return counted


def main() -> None:
    print("ready", flush=True)
    for line in sys.stdin:
        print(json.dumps(asdict(play(**json.loads(line)))), flush=True)


if __name__ == "__main__":
    main()
