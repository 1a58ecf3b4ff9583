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
SLOTS_MAX: Final = 1_000
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
    slots: int
    """How many orders it works on at once."""
    started_at: datetime
    sandbox: str
    refusal: str
    """Why no bots of strangers run there; empty if they do."""


def runner_sign_read(value: object) -> RunnerSign:
    """The sign of life in this JSON value; `ReportRefusedError` if there is none."""
    data = object_read(value, "sign of life")
    try:
        started = datetime.fromisoformat(text_read(data["started_at"], NAME_MAX))
        return RunnerSign(
            name=text_read(data["name"], NAME_MAX),
            queues=tuple(
                text_read(queue, NAME_MAX) for queue in list_read(data["queues"], QUEUES_MAX)
            ),
            slots=whole_read(data["slots"], SLOTS_MAX),
            started_at=started if started.tzinfo else started.replace(tzinfo=UTC),
            sandbox=text_read(data["sandbox"], SANDBOX_MAX),
            refusal=text_read(data["refusal"], SENTENCE_MAX),
        )
    except KeyError as error:
        raise ReportRefusedError(f"{error} is missing") from error
    except ReportRefusedError:
        raise
    except ValueError as error:  # no time
        raise ReportRefusedError(str(error)[:SENTENCE_MAX]) from error


def validation_report_read(value: object) -> ValidationReport:
    """The report in this JSON value; `ReportRefusedError` if there is none."""
    data = object_read(value, "report")
    try:
        return ValidationReport(
            validation=text_read(data["validation"], NAME_MAX),
            attempt=whole_read(data["attempt"]),
            token=text_read(data["token"], NAME_MAX),
            number=whole_read(data["number"]),
            steps=tuple(_step(one) for one in list_read(data["steps"], STEPS_MAX)),
            verdict=Verdict(data["verdict"]) if data.get("verdict") is not None else None,
            log=text_read(data.get("log", ""), LOG_MAX),
            usage=tuple(_usage(one) for one in list_read(data.get("usage", []), USAGE_MAX)),
            sandbox=sandbox_read(data["sandbox"]),
        )
    except KeyError as error:
        raise ReportRefusedError(f"{error} is missing") from error
    except ReportRefusedError:
        raise
    except ValueError as error:  # no such kind, state or verdict
        raise ReportRefusedError(str(error)[:SENTENCE_MAX]) from error


def sandbox_read(value: object) -> str:
    """Only a driver that we know: what follows from its name must be known, too."""
    name = text_read(value, SANDBOX_MAX)
    if name not in KNOWN:
        raise ReportRefusedError(f"there is no sandbox {name!r}")
    return name


def _step(value: object) -> Step:
    data = object_read(value, "step")
    return Step(
        kind=StepKind(data["kind"]),
        profile=text_read(data.get("profile", ""), NAME_MAX),
        state=StepState(data["state"]),
        text=text_read(data.get("text", ""), SENTENCE_MAX),
        said=_said(data.get("said", [])),
        exchange=text_read(data.get("exchange", ""), EXCHANGE_MAX),
        seconds=real_read(data.get("seconds", 0.0)),
        progress=text_read(data.get("progress", ""), NAME_MAX),
    )


def _said(value: object) -> tuple[Sentence, ...]:
    """Its sentences if all of them are ours; a runner of another version is left its English."""
    said = tuple(_sentence(one) for one in list_read(value, SAID_MAX))
    return said if all(one.is_known for one in said) else ()


def _sentence(value: object) -> Sentence:
    data = object_read(value, "sentence")
    params = object_read(data["params"], "list of a sentence's places")
    if len(params) > PARAMS_MAX:
        raise ReportRefusedError("a sentence has too many places")
    return Sentence(
        text_read(data["code"], NAME_MAX),
        {text_read(name, NAME_MAX): _param(param) for name, param in params.items()},
    )


def _param(value: object) -> Param:
    if isinstance(value, str):
        return text_read(value, SENTENCE_MAX)
    if not isinstance(value, int | float) or isinstance(value, bool):
        raise ReportRefusedError("in a sentence stand texts and numbers")
    if not -_BYTES_MAX <= value <= _BYTES_MAX:  # neither is NaN
        raise ReportRefusedError("a number is out of range")
    return value


def _usage(value: object) -> ProgramUsage:
    data = object_read(value, "usage")
    return ProgramUsage(
        profile=text_read(data["profile"], NAME_MAX),
        cpu_seconds=real_read(data["cpu_seconds"]),
        peak_memory_bytes=bytes_read(data["peak_memory_bytes"]),
        wall_seconds=real_read(data["wall_seconds"]),
        exit_reason=text_read(data["exit_reason"], NAME_MAX),
        exit_code=exit_code_read(data.get("exit_code")),
    )


def exit_code_read(value: object) -> int | None:
    """A number, or nothing."""
    if value is None:
        return None
    if not isinstance(value, int) or not -_NUMBER_MAX <= value <= _NUMBER_MAX:
        raise ReportRefusedError("an exit code is a number")
    return value


def text_read(value: object, longest: int) -> str:
    """Shortened, and without what cannot be kept."""
    if not isinstance(value, str):
        raise ReportRefusedError("a text is missing")
    return text_clean(value, longest)


def bytes_read(value: object) -> int:
    """A number of bytes."""
    return whole_read(value, _BYTES_MAX)


def whole_read(value: object, most: int = _NUMBER_MAX) -> int:
    """A whole number from 0."""
    if not isinstance(value, int) or isinstance(value, bool) or not 0 <= value <= most:
        raise ReportRefusedError("a number is missing, or out of range")
    return value


def real_read(value: object) -> float:
    """A number from 0 that is not absurd."""
    if not isinstance(value, int | float) or isinstance(value, bool):
        raise ReportRefusedError("a number is missing")
    if not 0 <= value <= _SECONDS_MAX:  # neither is NaN
        raise ReportRefusedError("a number is out of range")
    return float(value)


def list_read(value: object, most: int) -> list[Any]:
    """A list that is not too long."""
    if not isinstance(value, list | tuple) or len(value) > most:
        raise ReportRefusedError("a list is missing, or too long")
    return list(value)


def object_read(value: object, what: str) -> Mapping[str, Any]:
    """A JSON object; `what` names it in the refusal."""
    if not isinstance(value, Mapping):
        raise ReportRefusedError(f"the {what} is no object")
    return value
