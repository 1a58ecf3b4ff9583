"""What match workers say, made safe to keep; see `arena.services.report_reading`."""

from typing import Any, Final

from arena.runner.match_orders import MatchAlive, MatchResult, ProgramRun
from arena.services.report_reading import (
    NAME_MAX,
    SENTENCE_MAX,
    ReportRefusedError,
    bytes_read,
    exit_code_read,
    list_read,
    object_read,
    real_read,
    sandbox_read,
    text_read,
    whole_read,
)

RUNS_MAX: Final = 64 * 8
"""Seats times rotations."""
PRINTED_MAX: Final = 64 * 1024
PLACES_MAX: Final = 64


def match_alive_read(value: object) -> MatchAlive:
    """The sign of life in this JSON value; `ReportRefusedError` if there is none."""
    data = object_read(value, "sign of life")
    try:
        return MatchAlive(
            match=text_read(data["match"], NAME_MAX),
            attempt=whole_read(data["attempt"]),
            token=text_read(data["token"], NAME_MAX),
            worker=text_read(data["worker"], NAME_MAX),
            number=whole_read(data["number"]),
            boards_over=whole_read(data["boards_over"]),
            boards=whole_read(data["boards"]),
        )
    except KeyError as error:
        raise ReportRefusedError(f"{error} is missing") from error


def match_result_read(value: object) -> MatchResult:
    """The result in this JSON value; `ReportRefusedError` if there is none."""
    data = object_read(value, "result")
    try:
        return MatchResult(
            match=text_read(data["match"], NAME_MAX),
            attempt=whole_read(data["attempt"]),
            token=text_read(data["token"], NAME_MAX),
            worker=text_read(data["worker"], NAME_MAX),
            sandbox=sandbox_read(data["sandbox"]),
            broken=text_read(data["broken"], SENTENCE_MAX),
            overtime=data["overtime"] is True,
            stopped=data["stopped"] is True,
            replay=replay_unpacked(data["replay"]),
            runs=tuple(_run(one) for one in list_read(data["runs"], RUNS_MAX)),
        )
    except KeyError as error:
        raise ReportRefusedError(f"{error} is missing") from error


def replay_unpacked(value: object) -> bytes:
    """Not believed to be small when it is unpacked."""
    if not isinstance(value, str):
        raise ReportRefusedError("the replay is missing")
    try:
        return MatchResult.replay_unpacked(value)
    except ValueError as error:
        raise ReportRefusedError(str(error)) from error


def _run(value: Any) -> ProgramRun:  # noqa: ANN401 - JSON
    data = object_read(value, "process")
    return ProgramRun(
        participant=whole_read(data["participant"], PLACES_MAX),
        rotation=whole_read(data["rotation"], PLACES_MAX),
        seat=whole_read(data["seat"], PLACES_MAX),
        cpu_seconds=real_read(data["cpu_seconds"]),
        peak_memory_bytes=bytes_read(data["peak_memory_bytes"]),
        wall_seconds=real_read(data["wall_seconds"]),
        exit_reason=text_read(data["exit_reason"], 20),
        exit_code=exit_code_read(data["exit_code"]),
        stdout=text_read(data["stdout"], PRINTED_MAX),
        stderr=text_read(data["stderr"], PRINTED_MAX),
        dropped_bytes=bytes_read(data["dropped_bytes"]),
    )
