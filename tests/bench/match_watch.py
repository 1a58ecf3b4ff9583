"""Looks over a match's shoulder: when its rotations had their seats, and when they were over."""

import json
import time
from dataclasses import dataclass, field
from pathlib import Path
from typing import Final

import grpc

from arena.protocol.v1.host_pb2 import ListTablesRequest, TableEvent, WatchTableRequest
from arena.protocol.v1.host_pb2_grpc import HostServiceStub
from arena.runner.tables import ADDRESS_FILE, TOKEN_FILE

LOOK_SECONDS: Final = 0.02


@dataclass(slots=True)
class Watched:
    """Moments of one match, as `time.monotonic` has them."""

    seated: dict[int, float] = field(default_factory=dict)
    """By rotation: when the last seat had said hello, and the first decision was asked."""
    closed: dict[int, float] = field(default_factory=dict)
    """By rotation: when its last board was over."""

    def start_up(self, ordered: float) -> float:
        """Seconds in which no game could be played: from the order, and then from the end of each
        rotation, to the first decision of the next."""
        begun = [ordered, *(self.closed[rotation] for rotation in sorted(self.closed)[:-1])]
        return sum(
            self.seated[rotation] - began
            for rotation, began in zip(sorted(self.seated), begun, strict=True)
        )


class Watcher:
    """A second host at the game server, who only looks."""

    def __init__(self, gameserver: Path) -> None:
        control = json.loads((gameserver / ADDRESS_FILE).read_text())["control"]
        token = (gameserver / TOKEN_FILE).read_text().strip()
        self._channel = grpc.insecure_channel(control)
        self._tables = HostServiceStub(self._channel)
        self._metadata = (("authorization", f"Bearer {token}"),)

    def close(self) -> None:
        self._channel.close()

    def look(self, match: str) -> Watched:
        """From when its table is opened until it is over."""
        table = self._table(match)
        watched, rotation = Watched(), 0
        request = WatchTableRequest(table=table)
        for response in self._tables.WatchTable(request, metadata=self._metadata):
            now = time.monotonic()
            for event in response.events:
                rotation = _note(event, rotation, now, watched)
        return watched

    def _table(self, match: str) -> str:
        while True:
            listed = self._tables.ListTables(ListTablesRequest(), metadata=self._metadata)
            for table in listed.tables:
                if table.match_id == match:
                    return str(table.table)
            time.sleep(LOOK_SECONDS)


def _note(event: TableEvent, rotation: int, now: float, watched: Watched) -> int:
    match event.WhichOneof("event"):
        case "rotation_opened":
            return event.rotation_opened.rotation
        case "seat_changed" if event.seat_changed.connected:
            watched.seated[rotation] = now
        case "rotation_closed":
            watched.closed[rotation] = now
    return rotation
