"""The match worker as it is: a Celery worker on the real queue, beside a real game server."""

import json
import time
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any

import psutil
import pytest
from celery import current_app
from django.conf import settings
from kombu import Connection

from arena.runner.match_orders import MATCH_ALIVE, MATCH_RESULT, PLAY, MatchOrder, MatchResult
from arena.runner.orders import RUNNER_SEEN, VALIDATE
from arena.runner.queues import MATCHES, RESULTS
from arena.runner.signing import key_create, sign
from arena.wire.verify import verify
from tests.arena.gameserver.server_process import ServerProcess
from tests.arena.runner import hostile_bots
from tests.arena.runner.match_machine import Machine
from tests.arena.runner.runner_process import RunnerProcess
from tests.deploy.service import wait_for
from tests.real_queues import queues_empty

SECONDS = 120
SLOW_TO_START = hostile_bots.bot("return legal[0]", before="import time\ntime.sleep(1)\n")


class Server:
    """The server's end of the queue: it orders, and hears what is said."""

    def __init__(self, machine: Machine, folder: Path, connection: Connection) -> None:
        self.machine = machine
        self._folder = folder
        self.worker = self.start_worker()
        self._results = connection.SimpleQueue(RESULTS)
        self.heard: list[tuple[str, dict[str, Any]]] = []

    def start_worker(self, name: str = "") -> RunnerProcess:
        return RunnerProcess(
            self._folder,
            self.machine.gameserver,
            queue=MATCHES,
            archives=self.machine.archives,
            name=name,
        )

    def send(self, envelope: dict[str, str]) -> None:
        current_app.send_task(PLAY, args=[envelope], queue=MATCHES)

    def order(self, order: MatchOrder) -> None:
        self.send(sign(PLAY, order.to_json(), settings.TASK_SIGNING_KEY))

    def said(self, task: str, match: str = "") -> list[dict[str, Any]]:
        """What was heard so far."""
        self._listen()
        return [one for name, one in self.heard if name == task and match in str(one.get("match"))]

    def wait_until_begun(self, order: MatchOrder) -> None:
        wait_for(
            lambda: bool(self.said(MATCH_ALIVE, order.match)),
            "the match to begin",
            seconds=SECONDS,
            details=self.worker.said,
        )

    def result(self, match: str) -> dict[str, Any]:
        """Of this match, once it is there."""
        wait_for(
            lambda: bool(self.said(MATCH_RESULT, match)),
            "the result",
            seconds=SECONDS,
            details=self.worker.said,
        )
        (found,) = self.said(MATCH_RESULT, match)
        return found

    def _listen(self) -> None:
        while True:
            try:
                message = self._results.get(block=False)
            except self._results.Empty:
                return
            message.ack()
            positional, named, _ = message.payload
            self.heard.append((message.headers["task"], positional[0] if positional else named))


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    folder = tmp_path_factory.mktemp("worker")
    queues_empty()
    with (
        ServerProcess("--drain-seconds", "1") as game_server,  # killed workers leave open tables
        current_app.connection_for_read() as connection,
    ):
        machine = Machine(folder, game_server.folder)
        server = Server(machine, folder, connection)
        try:
            yield server
        finally:
            server.worker.stop()


def test_it_says_how_much_it_can_do(server: Server) -> None:
    wait_for(
        lambda: bool(server.said(RUNNER_SEEN)),
        "a sign of life",
        seconds=SECONDS,
        details=server.worker.said,
    )
    sign_of_life = server.said(RUNNER_SEEN)[0]
    assert sign_of_life["name"] == server.worker.name
    assert (sign_of_life["queues"], sign_of_life["slots"]) == ([MATCHES], 1)
    assert (sign_of_life["sandbox"], sign_of_life["refusal"]) == ("bwrap", "")


def test_only_what_our_server_signed_for_this_task_and_in_time_is_played(server: Server) -> None:
    order = server.machine.order(hostile_bots.GOOD, hostile_bots.GOOD, boards=1)
    forged = replace(order, match="forged").to_json()
    late = replace(order, match="forged", expires_at=time.time() - 1).to_json()
    key = settings.TASK_SIGNING_KEY
    server.send({"body": json.dumps(forged)})
    server.send({**sign(PLAY, order.to_json(), key), "body": json.dumps(forged)})
    server.send(sign(PLAY, forged, key_create()))
    server.send(sign(VALIDATE, forged, key))
    server.send(sign(PLAY, late, key))
    server.order(order)
    found = server.result(order.match)
    assert found["broken"] == "", found
    assert (found["attempt"], found["token"]) == (order.attempt, order.token)
    assert (found["worker"], found["sandbox"]) == (server.worker.name, "bwrap")
    replay = verify(MatchResult.replay_unpacked(found["replay"]))
    assert replay.header.match_id == order.match
    assert len(replay.boards) == 2
    alive = server.said(MATCH_ALIVE, order.match)
    assert (alive[0]["number"], alive[0]["worker"]) == (1, server.worker.name)
    assert not [said for _, said in server.heard if said.get("match") == "forged"]


def test_an_order_of_another_version_is_answered_with_a_sentence(server: Server) -> None:
    data = server.machine.order(hostile_bots.GOOD, hostile_bots.GOOD).to_json()
    server.send(sign(PLAY, {**data, "tempo": 2}, settings.TASK_SIGNING_KEY))
    found = server.result(data["match"])
    assert "tempo" in found["broken"]
    assert "version" in found["broken"]
    assert found["token"] == data["token"]


def test_a_worker_that_is_told_to_stop_ends_its_match_first(server: Server) -> None:
    order = server.machine.order(SLOW_TO_START, SLOW_TO_START, boards=1)
    server.order(order)
    server.wait_until_begun(order)
    below = psutil.Process(server.worker.process.pid).children(recursive=True)
    server.worker.process.terminate()
    assert server.result(order.match)["broken"] == ""
    assert server.worker.process.wait(SECONDS) == 0
    wait_for(lambda: not any(one.is_running() for one in below), "all of it to end", seconds=60)
    assert list((server.worker.log.parent / "runner" / server.worker.name).iterdir()) == []


@pytest.mark.long
@pytest.mark.parametrize("victim", ["the worker", "a process of its pool"])
def test_what_a_killed_worker_played_is_told_by_the_next_one(server: Server, victim: str) -> None:
    server.worker.stop()
    killed = server.worker = server.start_worker()
    order = server.machine.order(SLOW_TO_START, SLOW_TO_START, boards=1)
    server.order(order)
    server.wait_until_begun(order)
    main = psutil.Process(killed.process.pid)
    below = main.children(recursive=True)
    (main if victim == "the worker" else main.children()[-1]).kill()
    killed.process.wait(SECONDS)
    server.worker = server.start_worker(killed.name)
    found = server.result(order.match)
    assert "was killed" in found["broken"]
    assert (found["attempt"], found["token"]) == (order.attempt, order.token)
    wait_for(lambda: not any(one.is_running() for one in below), "all of it to end", seconds=60)
