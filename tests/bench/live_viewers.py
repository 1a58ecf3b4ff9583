"""The part of the live benchmark that needs Django to be set up: imported when it is."""

import os
import select
import statistics
import time
from contextlib import ExitStack

import psutil
import psycopg
from django.db import transaction

from tests.asgi_server import AsgiServer
from tests.scoring.burako.books import LEVEL
from tests.tournaments.listening import Listener, listening
from tests.tournaments.sheet_table import creators_phone, open_sheet, write
from tournaments.models import Sheet

ROUNDS = 40
VIEWERS = (1, 20, 200)
IDLE_SECONDS = 5.0


def measure(port: int, web: psutil.Process, bare_ms: float) -> None:
    """Print a line for each number of viewers."""
    server, sheet = AsgiServer(port), open_sheet()
    phone = creators_phone(sheet)
    session = phone.client.cookies["sessionid"].value
    _wait_until_served(server)
    with ExitStack() as stack:
        pages: list[Listener] = []
        empty, threads = _memory_kib(web), web.num_threads()
        for viewers in VIEWERS:
            while len(pages) < viewers:
                stream = listening(server, phone.path("events"), session=session)
                pages.append(stack.enter_context(stream))
                pages[-1].next()
            first, last = latencies_ms(sheet, pages)
            print(
                f"{viewers:>4} viewers: the first hears after {first / bare_ms:.1f}, the last "
                f"after {last / bare_ms:.1f} times a bare NOTIFY; idle: "
                f"{100 * idle_cpu_share(web):.1f} % of a core, "
                f"{(_memory_kib(web) - empty) / viewers:.0f} KiB and "
                f"{(web.num_threads() - threads) / viewers:.1f} threads for each, "
                f"{_connections()} database connections for all",
                flush=True,
            )


def latencies_ms(sheet: Sheet, pages: list[Listener]) -> tuple[float, float]:
    """From the commit of an entry until the first and until the last page has heard of it."""
    first, last = [], []
    for _ in range(ROUNDS):
        with transaction.atomic():
            if Sheet.objects.get(pk=sheet.pk).hands_count:
                entry = sheet.entries.order_by("-seq")[0].entry_id
                write(sheet, "undo", entry=str(entry))
            else:
                write(sheet, "hand", number=1, sheet=LEVEL)
            start = time.perf_counter()
        select.select([page.connection.sock for page in pages], [], [], 10)
        first.append(time.perf_counter() - start)
        for page in pages:
            page.next()
        last.append(time.perf_counter() - start)
    return 1000 * statistics.median(first), 1000 * statistics.median(last)


def idle_cpu_share(web: psutil.Process) -> float:
    """How much of a core the web process takes while nothing happens."""
    before = sum(web.cpu_times()[:2])
    time.sleep(IDLE_SECONDS)
    return float(sum(web.cpu_times()[:2]) - before) / IDLE_SECONDS


def _memory_kib(web: psutil.Process) -> float:
    return float(web.memory_info().rss) / 2**10


def _connections() -> int:
    """Those of the web process: all but our own two."""
    with psycopg.connect(os.environ["DATABASE_URL"]) as connection:
        found = connection.execute(
            "SELECT count(*) FROM pg_stat_activity WHERE datname = current_database()"
        ).fetchone()
    return int(found[0]) - 2 if found else 0


def _wait_until_served(server: AsgiServer) -> None:
    deadline = time.monotonic() + 60
    while time.monotonic() < deadline:
        try:
            with listening(server, "/healthz") as answer:
                if answer.response.status == 200:
                    return
        except OSError:
            time.sleep(0.1)
    raise TimeoutError("the web process does not answer")
