"""Orders: only what our server signed, for this task, and in time, is opened."""

import json
import time
from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from arena.runner.orders import (
    VALIDATE,
    Program,
    ProgramUsage,
    Step,
    StepKind,
    StepState,
    ValidationOrder,
    ValidationReport,
    Verdict,
)
from arena.runner.sentences import Sentence
from arena.runner.signing import OrderRefusedError, key_create, key_to_check, opened, sign

KEY = key_create()
CHECK = key_to_check(KEY)
ORDER = ValidationOrder(
    validation="v",
    attempt=1,
    token="t",
    program=Program(name="Bot v1", digest="0" * 64, file_name="bot.py", command=("python", "b.py")),
    profiles=("durak/volga",),
    expires_at=4_000_000_000.0,
)
ENVELOPE = sign(VALIDATE, ORDER.to_json(), KEY)


def test_an_order_comes_out_as_it_went_in() -> None:
    travelled = json.loads(json.dumps(ENVELOPE))
    assert ValidationOrder.from_json(opened(VALIDATE, travelled, CHECK)) == ORDER


def test_an_order_for_another_task_is_refused() -> None:
    with pytest.raises(OrderRefusedError):
        opened("runner.play", ENVELOPE, CHECK)


def test_another_key_is_refused() -> None:
    with pytest.raises(OrderRefusedError):
        opened(VALIDATE, sign(VALIDATE, ORDER.to_json(), key_create()), CHECK)


def test_an_order_that_is_too_old_is_refused() -> None:
    late = replace(ORDER, expires_at=time.time() - 1)
    with pytest.raises(OrderRefusedError, match="too old"):
        opened(VALIDATE, sign(VALIDATE, late.to_json(), KEY), CHECK)


@given(place=st.integers(0, len(ENVELOPE["body"]) - 1), letter=st.characters(codec="ascii"))
def test_a_changed_order_is_refused(place: int, letter: str) -> None:
    body = ENVELOPE["body"]
    changed = body[:place] + letter + body[place + 1 :]
    if changed != body:
        with pytest.raises(OrderRefusedError):
            opened(VALIDATE, {**ENVELOPE, "body": changed}, CHECK)


json_values = st.recursive(
    st.none() | st.booleans() | st.text() | st.integers(),
    lambda inner: st.lists(inner) | st.dictionaries(st.text(), inner),
    max_leaves=5,
)


@given(envelope=st.fixed_dictionaries({}, optional={"body": json_values, "signature": json_values}))
def test_whatever_else_arrives_is_refused(envelope: dict[str, str]) -> None:
    with pytest.raises(OrderRefusedError):
        opened(VALIDATE, envelope, CHECK)


sentences = st.builds(
    Sentence, st.text(), st.dictionaries(st.text(), st.text() | st.integers() | st.floats(0, 1e6))
)
steps = st.builds(
    Step,
    kind=st.sampled_from(StepKind),
    profile=st.text(),
    state=st.sampled_from(StepState),
    text=st.text(),
    said=st.lists(sentences, max_size=3).map(tuple),
    exchange=st.text(),
    seconds=st.floats(0, 1e6),
    progress=st.text(),
)
usages = st.builds(
    ProgramUsage,
    profile=st.text(),
    cpu_seconds=st.floats(0, 1e6),
    peak_memory_bytes=st.integers(0),
    wall_seconds=st.floats(0, 1e6),
    exit_reason=st.text(),
    exit_code=st.none() | st.integers(0, 255),
)


@given(
    st.builds(
        ValidationReport,
        validation=st.text(),
        attempt=st.integers(1),
        token=st.text(),
        number=st.integers(1),
        steps=st.lists(steps).map(tuple),
        verdict=st.none() | st.sampled_from(Verdict),
        log=st.text(),
        usage=st.lists(usages).map(tuple),
    )
)
def test_a_report_comes_out_as_it_went_in(report: ValidationReport) -> None:
    travelled = json.loads(json.dumps(report.to_json()))
    assert ValidationReport.from_json(travelled) == report
