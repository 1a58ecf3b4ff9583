"""What the runner says: every sentence is said somewhere, and none is said that is not there."""

import ast
import re
from collections.abc import Iterator
from pathlib import Path

import pytest

import arena.archive
import arena.runner
from arena.archive.refusals import ALL_TEMPLATES as REFUSAL_TEMPLATES
from arena.protocol.v1 import host_pb2, match_pb2
from arena.runner import sentences
from arena.runner.sandbox.interface import MIB, Ended, ExitReason, Limits, Output, Usage
from arena.runner.seats import ending_said
from arena.runner.sentences import (
    ANSWER_TEMPLATES,
    ENDING_TEMPLATES,
    OUR_TEMPLATES,
    PASSED_TEMPLATES,
    SENTENCES,
    TABLE_TEMPLATES,
    SaidError,
    Sentence,
    in_words,
    sentence,
)
from arena.runner.validation.endings import early_end_said
from arena.runner.validation.exchange import exchange_in_words, fault_said, forfeit_said

OWN = {**PASSED_TEMPLATES, **ENDING_TEMPLATES, **TABLE_TEMPLATES, **OUR_TEMPLATES}
PYTHON = ("python", "mybot.py")
OTHER = ("./mybot",)
LIMITS = Limits(memory_bytes=64 * MIB, cpu_seconds=7, wall_seconds=29.6)


def _code(package: str) -> Iterator[ast.AST]:
    """Of every module of a package but the one with the tables."""
    home = Path(sentences.__file__)
    for path in Path(package).parent.rglob("*.py"):
        if path != home:
            yield from ast.walk(ast.parse(path.read_text(encoding="utf-8")))


def _calls(package: str, function: str) -> Iterator[tuple[str, set[str]]]:
    """The codes with which it is called, and the places that are filled."""
    for node in _code(package):
        match node:
            case ast.Call(
                func=ast.Name(id=name), args=[ast.Constant(value=str(code)), *_], keywords=filled
            ) if name == function:
                yield code, {str(one.arg) for one in filled}


def _places(template: str) -> set[str]:
    return set(re.findall(r"%\((\w+)\)s", template))


def ended(
    reason: ExitReason = ExitReason.EXITED,
    *,
    code: int | None = None,
    signal: int | None = None,
    printed: str = "",
) -> Ended:
    usage = Usage(cpu_seconds=0.0, peak_memory_bytes=0, wall_seconds=0.0)
    output = Output(stderr=printed.encode())
    return Ended(reason=reason, code=code, signal=signal, usage=usage, output=output)


def test_no_code_means_two_sentences() -> None:
    tables = (REFUSAL_TEMPLATES, OWN, ANSWER_TEMPLATES)
    assert len(set().union(*tables)) == sum(map(len, tables))
    assert dict(SENTENCES) == {**REFUSAL_TEMPLATES, **OWN}


def test_every_sentence_is_said_by_the_runner() -> None:
    code = _code(arena.runner.__file__)
    texts = {node.value for node in code if isinstance(node, ast.Constant)}
    assert {*OWN, *ANSWER_TEMPLATES} - texts == set()


def test_what_the_runner_says_is_there_with_just_its_places() -> None:
    said = set()
    for code, places in _calls(arena.runner.__file__, "sentence"):
        assert places == _places(OWN[code]), code
        said.add(code)
    assert len(said) > len(OWN) / 2, "the others are told from tables, and tried below"


def test_an_archive_is_refused_with_just_the_places_of_its_sentence() -> None:
    said = set()
    for code, places in _calls(arena.archive.__file__, "refusal"):
        assert {*places, "entry"} == _places(REFUSAL_TEMPLATES[code]), code
        said.add(code)
    assert said == set(REFUSAL_TEMPLATES)


@pytest.mark.parametrize("code", SENTENCES)
def test_a_sentence_is_worded_with_its_places_and_nothing_else(code: str) -> None:
    params = {place: f"<{place} 100%>" for place in _places(SENTENCES[code])}
    told = Sentence(code, params)
    assert told.is_known
    words = in_words([told])
    assert all(value in words for value in params.values())
    assert not _places(words)
    assert not Sentence(code, {**params, "more": 1}).is_known
    for place in params:
        assert not Sentence(code, {k: v for k, v in params.items() if k != place}).is_known


def test_an_unknown_sentence_is_not_known() -> None:
    assert not sentence("goodbye").is_known
    assert not sentence("nothing_in_time").is_known, "an answer is no sentence"


def test_sentences_follow_each_other_in_any_language() -> None:
    said = (sentence("early"), sentence("ended_exited", code="7"))
    english = "The program ended before it said hello. It ended by itself with exit code 7."
    assert in_words(said) == str(SaidError(*said)) == english
    german = {SENTENCES["early"]: "Zu früh.", SENTENCES["ended_exited"]: "Code: %(code)s."}
    shown = in_words(said, translate=german.__getitem__, shown=lambda value: f"„{value}“")
    assert shown == "Zu früh. Code: „7“."


@pytest.mark.parametrize(
    ("ending", "words"),
    [
        (ended(ExitReason.MEMORY), "more memory than the 64 MiB"),
        (ended(ExitReason.CPU_TIME), "more than the 7 seconds of processor time"),
        (ended(ExitReason.WALL_TIME), "still running after 30 seconds"),
        (ended(ExitReason.KILLED), "because the match was over"),
        (ended(ExitReason.CRASHED, signal=11), "the signal SIGSEGV."),
        (ended(ExitReason.CRASHED, signal=63), "the signal 63."),
        (ended(ExitReason.EXITED, code=7), "exit code 7."),
    ],
)
def test_how_a_program_ended(ending: Ended, words: str) -> None:
    said = ending_said(ending, LIMITS)
    assert said.is_known
    assert words in in_words([said])


NOT_THERE = "Traceback\nModuleNotFoundError: No module named 'pandas'\n"


@pytest.mark.parametrize(
    ("command", "ending", "codes"),
    [
        (PYTHON, ended(code=3), ["early_refused"]),
        (OTHER, ended(code=3), ["early", "ended_exited"]),
        (
            PYTHON,
            ended(code=1, printed=NOT_THERE),
            ["early", "ended_exited", "early_not_installed"],
        ),
        (OTHER, ended(code=1, printed=NOT_THERE), ["early", "ended_exited", "last_line"]),
        (PYTHON, ended(code=0), ["early", "ended_exited", "early_python"]),
        (OTHER, ended(code=0, printed="bye"), ["early", "ended_exited", "early_other"]),
        (PYTHON, ended(code=4, printed="a\n 100% \n\n"), ["early", "ended_exited", "last_line"]),
        (PYTHON, ended(ExitReason.MEMORY), ["early", "ended_memory"]),
    ],
)
def test_why_a_program_ended_before_its_game(
    command: tuple[str, ...], ending: Ended, codes: list[str]
) -> None:
    said = early_end_said(ending, LIMITS, command)
    assert [one.code for one in said] == codes
    assert all(one.is_known for one in said)
    if "100%" in ending.output.stderr.decode():
        assert in_words(said).endswith("The last line of its log: 100%")


@pytest.mark.parametrize("fault", match_pb2.Fault.values())
@pytest.mark.parametrize("detail", ["", "100% wrong"])
def test_what_was_wrong_at_a_table(fault: match_pb2.Fault, detail: str) -> None:
    told = host_pb2.SeatFault(game=2, decision=31, fault=fault, detail=detail)
    said = fault_said(told)
    assert all(one.is_known for one in said)
    words = in_words(said)
    assert words.startswith("Game 2, decision 31: It")
    is_timeout = fault == match_pb2.FAULT_TIMEOUT
    assert ("The game server says: 100% wrong" in words) == (bool(detail) and not is_timeout)
    assert ("raises an error" in words) == (fault == match_pb2.FAULT_MALFORMED)
    assert (ANSWER_TEMPLATES["nothing_in_time"] in exchange_in_words(told)) == is_timeout
    assert (ANSWER_TEMPLATES["nothing_readable"] in exchange_in_words(told)) != is_timeout


def test_every_mistake_has_its_own_sentence() -> None:
    names = match_pb2.Fault.keys()
    faults = [fault_said(host_pb2.SeatFault(fault=one))[0] for one in names]
    reasons = match_pb2.ForfeitReason.keys()
    forfeits = [forfeit_said(match_pb2.Forfeit(reason=one)) for one in reasons]
    assert all(one.is_known for one in (*faults, *forfeits))
    said = {one.code for one in (*faults, *forfeits)}
    assert said == {code for code in OWN if code.startswith(("fault_", "forfeit_"))}
