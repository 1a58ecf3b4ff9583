"""A stand-in for the runner's worker: a process that starts sandboxes as it is told, line by line.

    python -m tests.security.sandbox.worker DRIVER

An order is a line of JSON with a number; so is the answer, which comes when it is there.  The
process is careless on purpose: it holds secrets in its environment and in descriptors that its
children inherit.  When its orders end, or it is killed, everything it started must be gone.
"""

import asyncio
import json
import os
import sys
from base64 import b64encode
from dataclasses import asdict
from pathlib import Path
from typing import Any

from arena.runner.sandbox.choose import driver_named
from arena.runner.sandbox.interface import (
    Driver,
    Ended,
    Handle,
    Limits,
    Output,
    SandboxError,
    SandboxSpec,
)

Answer = dict[str, Any]


class Worker:
    """What was started, by the number of the order."""

    def __init__(self, driver: Driver) -> None:
        self._driver = driver
        self._handles: dict[int, Handle] = {}

    async def obey(self, order: dict[str, Any]) -> Answer:
        """One order."""
        match order["do"]:
            case "start":
                return await self._start(order)
            case "probe":
                return {"capabilities": asdict(await self._driver.probe(Path(order["runtime"])))}
            case "output":
                return {"output": _output(self._handles[order["bot"]].output())}
            case "wait":
                return await self._wait(self._handles[order["bot"]])
            case "kill":
                self._handles[order["bot"]].kill()
        return {}

    async def _wait(self, handle: Handle) -> Answer:
        try:
            return {"ended": _ended(await handle.wait())}
        except SandboxError as error:
            return {"error": str(error)}

    async def _start(self, order: dict[str, Any]) -> Answer:
        try:
            self._handles[order["number"]] = await self._driver.start(_spec(order))
        except SandboxError as error:
            return {"error": str(error)}
        except (OSError, ValueError) as error:  # not what the interface promises
            return {"broken_promise": repr(error)}
        return {}


def _spec(order: dict[str, Any]) -> SandboxSpec:
    return SandboxSpec(
        runtime=Path(order["runtime"]),
        bot=Path(order["folder"]),
        command=tuple(order["command"]),
        socket=Path(order["socket"]) if order["socket"] else None,
        environment=order["environment"],
        limits=Limits(**order["limits"]),
    )


def _output(output: Output) -> Answer:
    return {
        "stdout": b64encode(output.stdout).decode(),
        "stderr": b64encode(output.stderr).decode(),
        "dropped_bytes": output.dropped_bytes,
    }


def _ended(ended: Ended) -> Answer:
    return {
        "reason": ended.reason.value,
        "code": ended.code,
        "signal": ended.signal,
        "usage": asdict(ended.usage),
        "output": _output(ended.output),
    }


async def serve(driver: Driver) -> None:
    """Until there are no more orders."""
    worker, loop = Worker(driver), asyncio.get_running_loop()
    orders = asyncio.StreamReader(limit=1 << 24)
    await loop.connect_read_pipe(lambda: asyncio.StreamReaderProtocol(orders), sys.stdin)
    answering: set[asyncio.Task[None]] = set()
    while line := await orders.readline():
        task = asyncio.create_task(_answer(worker, json.loads(line)))
        answering.add(task)
        task.add_done_callback(answering.discard)
    for task in answering:
        task.cancel()


async def _answer(worker: Worker, order: dict[str, Any]) -> None:
    answer = {"number": order["number"], **await worker.obey(order)}
    sys.stdout.write(json.dumps(answer) + "\n")
    sys.stdout.flush()


def main() -> None:
    with Path(__file__).open("rb") as careless:
        os.set_inheritable(careless.fileno(), True)
        asyncio.run(serve(driver_named(sys.argv[1])))


if __name__ == "__main__":
    main()
