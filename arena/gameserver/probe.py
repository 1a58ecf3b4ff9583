"""Whether a server is well, asked from outside."""

import json
import time
from pathlib import Path
from typing import Final

import grpc
from grpc_health.v1 import health_pb2, health_pb2_grpc

_BETWEEN_SECONDS: Final = 0.1
_ANSWER_SECONDS: Final = 5.0


def wait_until_well(address_file: Path, seconds: float) -> bool:
    """Ask the server that this file tells of until it is well, or the time is up."""
    deadline = time.monotonic() + seconds
    while not _is_well(address_file):
        if time.monotonic() > deadline:
            return False
        time.sleep(_BETWEEN_SECONDS)
    return True


def _is_well(address_file: Path) -> bool:
    try:
        address = json.loads(address_file.read_text())["control"]
    except FileNotFoundError:
        return False
    with grpc.insecure_channel(address) as channel:
        stub = health_pb2_grpc.HealthStub(channel)
        try:
            answer = stub.Check(health_pb2.HealthCheckRequest(), timeout=_ANSWER_SECONDS)
        except grpc.RpcError:
            return False
    return bool(answer.status == health_pb2.HealthCheckResponse.SERVING)
