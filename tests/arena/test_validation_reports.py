"""What counts of what the runners say, and what is refused."""

import json
import logging
import math
from collections.abc import Callable
from dataclasses import replace
from datetime import timedelta
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from arena.models import BotVersion, Validation
from arena.runner.orders import (
    Program,
    StepState,
    ValidationOrder,
    ValidationReport,
    Verdict,
)
from arena.selectors.validations import validation_latest
from arena.services.report_reading import (
    EXCHANGE_MAX,
    LOG_MAX,
    PARAMS_MAX,
    SAID_MAX,
    SENTENCE_MAX,
    ReportRefusedError,
    validation_report_read,
)
from arena.services.scavenging import LEASE, validations_scavenge
from arena.services.validations import validation_report_record
from arena.tasks import validation_report
from tests.arena.bots import Runner, age, only, report_of, steps, submit
from tests.factories import BotFactory

pytestmark = pytest.mark.django_db

State = BotVersion.State


def test_the_story_grows_until_the_verdict(queue: Runner) -> None:
    version = submit(BotFactory.create())
    assert queue.answer(version, None, number=1)
    validation = only()
    assert [step["state"] for step in validation.steps] == ["passed"] * 3 + ["running"]
    assert not validation.is_queued
    assert queue.answer(version, Verdict.VALID, number=7)
    validation = only()
    assert (validation.verdict, validation.last_report) == ("valid", 7)
    assert (validation.log, validation.usage[0]["exit_code"]) == ("hello", 0)
    assert validation.ended_at is not None
    version.refresh_from_db()
    assert version.state == State.VALID
    assert validation_latest(version=version) == validation


@pytest.mark.parametrize(
    ("verdict", "state"), [(Verdict.INVALID, State.INVALID), (Verdict.BROKEN, State.UNCHECKED)]
)
def test_a_version_that_did_not_pass_is_not_activated(
    queue: Runner, verdict: Verdict, state: str
) -> None:
    version = submit(BotFactory.create())
    assert queue.answer(version, verdict)
    version.refresh_from_db()
    assert version.state == state
    assert version.bot.active_version is None


def test_reports_out_of_order_and_twice_leave_the_newest(queue: Runner) -> None:
    submit(BotFactory.create())
    (order,) = queue.orders
    told = [report_of(order, number=n, log="") for n in range(1, 6)]
    told = [replace(one, steps=(replace(one.steps[0], text=str(one.number)),)) for one in told]
    counted = [validation_report_record(report=told[n - 1]) for n in (2, 1, 2, 5, 3, 4, 5)]
    assert counted == [True, False, False, True, False, False, False]
    assert only().steps[0]["text"] == "5"


Change = Callable[[ValidationReport], ValidationReport]
FORGERIES: dict[str, Change] = {
    "another token": lambda report: replace(report, token="guessed"),
    "no token": lambda report: replace(report, token=""),
    "an earlier attempt": lambda report: replace(report, attempt=0),
    "a later attempt": lambda report: replace(report, attempt=2),
    "no such validation": lambda report: replace(report, validation="nothing"),
    "valid without a match": lambda report: replace(report, steps=report.steps[:3]),
    "valid with a failed step": lambda report: replace(report, steps=steps(StepState.FAILED)),
    "valid with a step not done": lambda report: replace(report, steps=steps(StepState.WAITING)),
    "valid without steps": lambda report: replace(report, steps=()),
    "a match of other rules": lambda report: replace(
        report, steps=steps(StepState.PASSED, ["durak/volga"])
    ),
}


@pytest.mark.parametrize("forgery", FORGERIES)
def test_what_is_forged_or_contradicts_itself_is_ignored_with_a_line(
    queue: Runner, caplog: pytest.LogCaptureFixture, forgery: str
) -> None:
    submit(BotFactory.create())
    (order,) = queue.orders
    before = Validation.objects.values().get()
    forged = FORGERIES[forgery](report_of(order, Verdict.VALID))
    with caplog.at_level(logging.WARNING):
        validation_report(json.loads(json.dumps(forged.to_json())))
    assert "is ignored" in caplog.text
    assert order.token not in caplog.text
    assert Validation.objects.values().get() == before
    assert BotVersion.objects.get().state == State.CHECKING


def test_after_the_verdict_nothing_changes(queue: Runner) -> None:
    version = submit(BotFactory.create())
    (order,) = queue.orders
    assert queue.answer(version, Verdict.INVALID, number=3)
    before = Validation.objects.values().get()
    for verdict in (None, *Verdict):
        assert not validation_report_record(report=report_of(order, verdict, number=9))
    assert Validation.objects.values().get() == before
    assert BotVersion.objects.get().state == State.INVALID


def test_what_an_earlier_attempt_says_is_ignored(queue: Runner) -> None:
    version = submit(BotFactory.create())
    queue.answer(version, None, number=1)
    age(only(), LEASE + timedelta(seconds=1))
    assert validations_scavenge() == 1
    first, second = queue.orders
    assert (first.attempt, second.attempt) == (1, 2)
    assert first.token != second.token
    assert only().steps == []
    assert not validation_report_record(report=report_of(first, Verdict.INVALID, number=50))
    assert validation_report_record(report=report_of(second, Verdict.VALID, number=1))
    assert only().verdict == "valid"


MALFORMED: list[object] = [
    None, 7, "text", [], {}, {"validation": "x"}, [[]], True, math.nan,
]  # fmt: skip
WRONG: dict[str, list[object]] = {
    "validation": [None, 7, {}, ["x"]],
    "attempt": [None, "1", 1.5, -1, True, 2**31, math.nan],
    "token": [None, 7, {}],
    "number": [None, "1", -1, True, 2**40],
    "steps": [None, {}, "steps", [None], [{}], [{"kind": "unpack"}], [[]] * 101],
    "verdict": ["", "good", 7, {}, [], True],
    "log": [None, 7, [], {}],
    "usage": [None, 7, "x", [7], [{}], [{"profile": "x"}]],
    "sandbox": [None, 7, "", "a cage", "BWRAP", "bwrap ", ["bwrap"], {}, "bwrap" * 100_000],
}
NO_PARAMS: list[object] = [
    None, True, [], {}, math.nan, math.inf, 10**400, -(10**400), 1e300,
]  # fmt: skip
WRONG_STEPS: dict[str, list[object]] = {
    "kind": [None, "sleep", 7, {}, []],
    "state": [None, "done", 7, {}, []],
    "profile": [None, 7],
    "text": [None, 7, {}],
    "said": [
        None, 7, "started", {}, ["started"], [None], [[]], [{}], [{"code": "started"}],
        [{"params": {}}], [{"code": 7, "params": {}}], [{"code": "started", "params": []}],
        [{"code": "started", "params": {}}] * (SAID_MAX + 1),
        [{"code": "started", "params": {str(n): 1 for n in range(PARAMS_MAX + 1)}}],
        *([{"code": "hello", "params": {"client": value}}] for value in NO_PARAMS),
    ],
    "exchange": [None, [], 7],
    "seconds": [None, "1", math.nan, math.inf, -math.inf, -1, True, 1e300, 10**400],
    "progress": [None, 7],
}  # fmt: skip
WRONG_USAGE: dict[str, list[object]] = {
    "cpu_seconds": [None, "x", math.nan, math.inf, -1],
    "peak_memory_bytes": [None, 1.5, -1, 2**80],
    "wall_seconds": [None, math.nan],
    "exit_reason": [None, 7],
    "exit_code": ["0", 1.5, 2**80, {}],
    "profile": [None, 7],
}


def _sound(queue: Runner) -> dict[str, Any]:
    value: dict[str, Any] = json.loads(
        json.dumps(report_of(queue.orders[-1], Verdict.VALID).to_json())
    )
    return value


def test_malformed_reports_are_refused_with_a_line(
    queue: Runner, caplog: pytest.LogCaptureFixture
) -> None:
    submit(BotFactory.create())
    cases: list[object] = list(MALFORMED)
    for name, values in WRONG.items():
        cases += [{**_sound(queue), name: value} for value in values]
        missing = _sound(queue)
        del missing[name]
        if name not in ("log", "usage", "verdict"):
            cases.append(missing)
    for table, place in ((WRONG_STEPS, "steps"), (WRONG_USAGE, "usage")):
        for name, values in table.items():
            for value in values:
                bad = _sound(queue)
                bad[place][0][name] = value
                cases.append(bad)
    before = Validation.objects.values().get()
    for case in cases:
        caplog.clear()
        validation_report(case)
        assert "is refused" in caplog.text, case
    assert Validation.objects.values().get() == before


def test_what_a_newer_runner_adds_does_no_harm(queue: Runner) -> None:
    submit(BotFactory.create())
    more = {**_sound(queue), "new": 1}
    more["steps"][0]["new"] = 2
    more["usage"][0]["new"] = 3
    validation_report(more)
    assert only().verdict == "valid"


def test_texts_are_cut_and_made_fit_for_the_database(queue: Runner) -> None:
    submit(BotFactory.create())
    bad = "\0\ud800\udfff\u202e<script>" + "x" * 2_000_000
    said = _sound(queue)
    said["log"] = bad
    for name in ("text", "exchange", "progress", "profile"):
        said["steps"][0][name] = bad
    said["usage"][0]["profile"] = said["usage"][0]["exit_reason"] = bad
    validation_report(said)
    validation = only()
    assert validation.verdict == "valid"
    assert len(validation.log) == LOG_MAX
    assert len(validation.steps[0]["exchange"]) == EXCHANGE_MAX
    assert validation.log.startswith("\ufffd??\u202e<script>")
    assert validation.log.endswith(" …")


UNKNOWN: dict[str, dict[str, object]] = {
    "no such sentence": {"code": "goodbye", "params": {}},
    "no code at all": {"code": "", "params": {}},
    "a place left empty": {"code": "hello", "params": {}},
    "a place too many": {"code": "hello", "params": {"client": "me", "more": 1}},
    "another place": {"code": "hello", "params": {"name": "me"}},
}


@pytest.mark.parametrize("unknown", UNKNOWN)
def test_sentences_of_another_version_are_dropped_for_their_english(
    queue: Runner, unknown: str
) -> None:
    submit(BotFactory.create())
    report = _sound(queue)
    started = {"code": "started", "params": {}}
    report["steps"][0] |= {"text": "It went well.", "said": [started, UNKNOWN[unknown]]}
    report["steps"][1]["said"] = [started]
    validation_report(report)
    first, second = only().steps[:2]
    assert (first["text"], first["said"]) == ("It went well.", [])
    assert second["said"] == [started]


def test_reports_that_name_no_sentences_are_read(queue: Runner) -> None:
    submit(BotFactory.create())
    report = _sound(queue)
    for step in report["steps"]:
        del step["said"]
    validation_report(report)
    assert [step["said"] for step in only().steps] == [[]] * 4


def test_what_stands_in_a_sentence_is_cut_and_made_fit_for_the_database(queue: Runner) -> None:
    submit(BotFactory.create())
    report = _sound(queue)
    huge = "\0\ud800" + "x" * 2_000_000
    report["steps"][2]["said"] = [{"code": "hello", "params": {"client": huge}}]
    validation_report(report)
    (said,) = only().steps[2]["said"]
    assert len(said["params"]["client"]) == SENTENCE_MAX
    assert said["params"]["client"].startswith("\ufffd?x")


json_values = st.recursive(
    st.none() | st.booleans() | st.floats() | st.integers() | st.text(),
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(st.text(), inner, max_size=4),
    max_leaves=20,
)


@given(value=json_values, name=st.sampled_from(sorted(WRONG)))
def test_nothing_but_a_refusal_comes_of_what_is_no_report(value: object, name: str) -> None:
    program = Program(name="b", digest="d", file_name="b.py", command=())
    order = ValidationOrder(
        validation="v", attempt=1, token="t", program=program, profiles=("p",), expires_at=0.0
    )
    whole = report_of(order, Verdict.INVALID).to_json()
    step = {"kind": "start", "state": "passed"}
    said = {"code": "hello", "params": {"client": value}}
    for candidate in (
        value,
        {**whole, name: value},
        {**whole, "steps": [value]},
        {**whole, "steps": [{**step, "said": value}]},
        {**whole, "steps": [{**step, "said": [said]}]},
        {**whole, "steps": [{**step, "said": [{**said, "params": value}]}]},
    ):
        try:
            read = validation_report_read(candidate)
        except ReportRefusedError:
            continue
        kept = json.dumps(read.to_json(), allow_nan=False)
        assert "\\u0000" not in kept
        kept.encode()
