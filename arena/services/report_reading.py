"""What runners say, made safe to keep.

It comes from processes beside which strangers' programs run: nothing in it is believed to have the
right type, length or characters. Texts are shortened; whatever else does not fit refuses the whole.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import UTC, datetime
from typing import Any, Final

from arena.runner.orders import (
    ProgramUsage,
    Step,
    StepKind,
    StepState,
    ValidationReport,
    Verdict,
)
from arena.runner.sandbox.names import KNOWN
from arena.runner.sentences import Param, Sentence
from arena.stored_text import text_clean

NAME_MAX: Final = 100
SENTENCE_MAX: Final = 2_000
SAID_MAX: Final = 10
PARAMS_MAX: Final = 10
EXCHANGE_MAX: Final = 50_000
LOG_MAX: Final = 300_000
STEPS_MAX: Final = 100
USAGE_MAX: Final = 100
QUEUES_MAX: Final = 10
SANDBOX_MAX: Final = 40
_NUMBER_MAX: Final = 2**31 - 1
_BYTES_MAX: Final = 2**53
_SECONDS_MAX: Final = 1e9


class ReportRefusedError(ValueError):
    """This is no report; the text says why."""


@dataclass(frozen=True, slots=True, kw_only=True)
class RunnerSign:
    """A runner's sign of life, as `arena.runner.presence` sends it."""

    name: str
    queues: tuple[str, ...]
    started_at: datetime
    sandbox: str
    refusal: str
    """Why no bots of strangers run there; empty if they do."""


def runner_sign_read(value: object) -> RunnerSign:
    """The sign of life in this JSON value; `ReportRefusedError` if there is none."""
    data = _object(value, "sign of life")
    try:
        started = datetime.fromisoformat(_text(data["started_at"], NAME_MAX))
        return RunnerSign(
            name=_text(data["name"], NAME_MAX),
            queues=tuple(_text(queue, NAME_MAX) for queue in _list(data["queues"], QUEUES_MAX)),
            started_at=started if started.tzinfo else started.replace(tzinfo=UTC),
            sandbox=_text(data["sandbox"], SANDBOX_MAX),
            refusal=_text(data["refusal"], SENTENCE_MAX),
        )
    except KeyError as error:
        raise ReportRefusedError(f"{error} is missing") from error
    except ReportRefusedError:
        raise
    except ValueError as error:  # no time
        raise ReportRefusedError(str(error)[:SENTENCE_MAX]) from error


def validation_report_read(value: object) -> ValidationReport:
    """The report in this JSON value; `ReportRefusedError` if there is none."""
    data = _object(value, "report")
    try:
        return ValidationReport(
            validation=_text(data["validation"], NAME_MAX),
            attempt=_whole(data["attempt"], _NUMBER_MAX),
            token=_text(data["token"], NAME_MAX),
            number=_whole(data["number"], _NUMBER_MAX),
            steps=tuple(_step(one) for one in _list(data["steps"], STEPS_MAX)),
            verdict=Verdict(data["verdict"]) if data.get("verdict") is not None else None,
            log=_text(data.get("log", ""), LOG_MAX),
            usage=tuple(_usage(one) for one in _list(data.get("usage", []), USAGE_MAX)),
            sandbox=_sandbox(data["sandbox"]),
        )
    except KeyError as error:
        raise ReportRefusedError(f"{error} is missing") from error
    except ReportRefusedError:
        raise
    except ValueError as error:  # no such kind, state or verdict
        raise ReportRefusedError(str(error)[:SENTENCE_MAX]) from error


def _sandbox(value: object) -> str:
    """Only a driver that we know: what follows from its name must be known, too."""
    name = _text(value, SANDBOX_MAX)
    if name not in KNOWN:
        raise ReportRefusedError(f"there is no sandbox {name!r}")
    return name


def _step(value: object) -> Step:
    data = _object(value, "step")
    return Step(
        kind=StepKind(data["kind"]),
        profile=_text(data.get("profile", ""), NAME_MAX),
        state=StepState(data["state"]),
        text=_text(data.get("text", ""), SENTENCE_MAX),
        said=_said(data.get("said", [])),
        exchange=_text(data.get("exchange", ""), EXCHANGE_MAX),
        seconds=_real(data.get("seconds", 0.0)),
        progress=_text(data.get("progress", ""), NAME_MAX),
    )


def _said(value: object) -> tuple[Sentence, ...]:
    """Its sentences if all of them are ours; a runner of another version is left its English."""
    said = tuple(_sentence(one) for one in _list(value, SAID_MAX))
    return said if all(one.is_known for one in said) else ()


def _sentence(value: object) -> Sentence:
    data = _object(value, "sentence")
    params = _object(data["params"], "list of a sentence's places")
    if len(params) > PARAMS_MAX:
        raise ReportRefusedError("a sentence has too many places")
    return Sentence(
        _text(data["code"], NAME_MAX),
        {_text(name, NAME_MAX): _param(param) for name, param in params.items()},
    )


def _param(value: object) -> Param:
    if isinstance(value, str):
        return _text(value, SENTENCE_MAX)
    if not isinstance(value, int | float) or isinstance(value, bool):
        raise ReportRefusedError("in a sentence stand texts and numbers")
    if not -_BYTES_MAX <= value <= _BYTES_MAX:  # neither is NaN
        raise ReportRefusedError("a number is out of range")
    return value


def _usage(value: object) -> ProgramUsage:
    data = _object(value, "usage")
    code = data.get("exit_code")
    if code is not None and (not isinstance(code, int) or not -_NUMBER_MAX <= code <= _NUMBER_MAX):
        raise ReportRefusedError("an exit code is a number")
    return ProgramUsage(
        profile=_text(data["profile"], NAME_MAX),
        cpu_seconds=_real(data["cpu_seconds"]),
        peak_memory_bytes=_whole(data["peak_memory_bytes"], _BYTES_MAX),
        wall_seconds=_real(data["wall_seconds"]),
        exit_reason=_text(data["exit_reason"], NAME_MAX),
        exit_code=code,
    )


def _text(value: object, longest: int) -> str:
    if not isinstance(value, str):
        raise ReportRefusedError("a text is missing")
    return text_clean(value, longest)


def _whole(value: object, most: int) -> int:
    if not isinstance(value, int) or isinstance(value, bool) or not 0 <= value <= most:
        raise ReportRefusedError("a number is missing, or out of range")
    return value


def _real(value: object) -> float:
    if not isinstance(value, int | float) or isinstance(value, bool):
        raise ReportRefusedError("a number is missing")
    if not 0 <= value <= _SECONDS_MAX:  # neither is NaN
        raise ReportRefusedError("a number is out of range")
    return float(value)


def _list(value: object, most: int) -> list[Any]:
    if not isinstance(value, list | tuple) or len(value) > most:
        raise ReportRefusedError("a list is missing, or too long")
    return list(value)


def _object(value: object, what: str) -> Mapping[str, Any]:
    if not isinstance(value, Mapping):
        raise ReportRefusedError(f"the {what} is no object")
    return value
