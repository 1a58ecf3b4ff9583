"""How gRPC is told to wait for messages; see `arena.gameserver`."""

import os
import subprocess
import sys

from tests.arena.gameserver.process import PROJECT_DIR

VARIABLE = "GRPC_EXPERIMENTS"
PROGRAM = """
import os, sys
import arena.gameserver
assert "grpc" not in sys.modules, "too late: gRPC has looked at its environment"
import asyncio, grpc
async def serve():
    server = grpc.aio.server()
    server.add_insecure_port("127.0.0.1:0")
    await server.start()
    await server.stop(0)
asyncio.run(serve())
print(os.environ["GRPC_EXPERIMENTS"])
"""


def run(**environment: str) -> subprocess.CompletedProcess[str]:
    bare = {name: value for name, value in os.environ.items() if name != VARIABLE}
    return subprocess.run(
        [sys.executable, "-c", PROGRAM],
        cwd=PROJECT_DIR,
        env={**bare, **environment},
        capture_output=True,
        text=True,
        timeout=60,
        check=True,
    )


def test_this_grpc_knows_what_it_is_asked_for() -> None:
    """It reports what it does not know, so a newer one cannot drop it unnoticed."""
    told = run()
    assert told.stdout.strip() == "-event_engine_listener"
    assert "Unknown experiment" not in told.stderr
    assert "Unknown experiment" in run(**{VARIABLE: "no_such_thing"}).stderr


def test_whoever_sets_the_variable_has_chosen() -> None:
    assert run(**{VARIABLE: ""}).stdout.strip() == ""
