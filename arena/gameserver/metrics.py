"""What the server counts, as Prometheus asks for it: collected when somebody looks."""

from collections.abc import Iterator
from threading import Thread
from typing import Final
from wsgiref.simple_server import WSGIServer

from prometheus_client import CollectorRegistry, start_http_server
from prometheus_client.core import (
    CounterMetricFamily,
    GaugeMetricFamily,
    HistogramMetricFamily,
    Metric,
)
from prometheus_client.process_collector import ProcessCollector
from prometheus_client.registry import Collector

from arena.gameserver.lobby import Lobby

_LOOPBACK: Final = "127.0.0.1"


class _Lobby(Collector):
    """Reads plain numbers; another thread may do that at any time."""

    def __init__(self, lobby: Lobby) -> None:
        self._lobby = lobby

    def collect(self) -> Iterator[Metric]:
        """Everything by its name."""
        counted = self._lobby.statistics
        tables = self._lobby.tables
        over = sum(held.is_over for held in tables)
        yield _gauge("tables_playing", "Tables being played", len(tables) - over)
        yield _gauge("tables_kept", "Tables that are over and remembered", over)
        yield _counter("tables_opened", "Tables opened", counted.tables_opened)
        yield _by("tables_ended", "Tables that are over", "how", counted.tables_ended)
        yield _gauge("streams_open", "Seats with a stream", counted.streams_open)
        yield _counter("streams_opened", "Streams that sat down", counted.streams_opened)
        yield _counter("messages_read", "Messages from bots", counted.messages_read)
        yield _counter("messages_written", "Messages to bots", counted.messages_written)
        yield _counter("decisions_asked", "Decisions asked", counted.decisions_asked)
        yield _counter("answers_read", "Answers from bots", counted.answers_read)
        yield _by("faults", "Strikes, by what the seat did wrong", "fault", counted.faults)
        yield _by(
            "boards_forfeited", "Boards forfeited, by why", "reason", counted.boards_forfeited
        )
        yield _by("refusals", "Calls refused, by their status", "code", counted.refusals)
        yield _gauge("spectators", "Spectators watching", counted.spectators)
        yield _gauge(
            "log_bytes", "Event logs in memory", sum(held.table.journal.size for held in tables)
        )
        yield HistogramMetricFamily(
            "durako_game_loop_lag_seconds",
            "How late the event loop is, which bots' clocks are charged for",
            buckets=list(counted.loop_lag.buckets()),
            sum_value=counted.loop_lag.total,
        )


class MetricsServer:
    """An HTTP port on loopback."""

    def __init__(self, lobby: Lobby, port: int) -> None:
        registry = CollectorRegistry()
        registry.register(_Lobby(lobby))
        ProcessCollector(registry=registry)
        self._server: WSGIServer
        self._thread: Thread
        self._server, self._thread = start_http_server(port, addr=_LOOPBACK, registry=registry)
        self.port: int = self._server.server_port

    def close(self) -> None:
        """Nobody is answered any more."""
        self._server.shutdown()
        self._server.server_close()
        self._thread.join()


def _gauge(name: str, what: str, value: float) -> GaugeMetricFamily:
    return GaugeMetricFamily(f"durako_game_{name}", what, value=value)


def _counter(name: str, what: str, value: float) -> CounterMetricFamily:
    return CounterMetricFamily(f"durako_game_{name}", what, value=value)


def _by(name: str, what: str, label: str, values: dict[str, int]) -> CounterMetricFamily:
    family = CounterMetricFamily(f"durako_game_{name}", what, labels=[label])
    for key, value in list(values.items()):
        family.add_metric([key], value)
    return family
