"""Validation with everything real: the runtime, the sandbox, the game server, the bots."""

import asyncio
import hashlib
import io
import os
import re
import shutil
import subprocess
import zipfile
from collections.abc import Iterator
from dataclasses import dataclass, field, replace
from pathlib import Path

import pytest

from arena.archive.refusals import ALL_TEMPLATES
from arena.runner.archives import archive_name
from arena.runner.orders import (
    Program,
    Step,
    StepKind,
    StepState,
    ValidationOrder,
    ValidationReport,
    Verdict,
)
from arena.runner.sandbox.choose import driver_named
from arena.runner.sandbox.interface import (
    Driver,
    Ended,
    ExitReason,
    Handle,
    Output,
    SandboxSpec,
    Usage,
)
from arena.runner.sentences import in_words
from arena.runner.validation import story, trial, validator
from arena.runner.validation.trial import Stage
from arena.runner.validation.validator import Validator
from tests.arena.gameserver.server_process import ServerProcess
from tests.arena.protocol import node
from tests.arena.runner import hostile_bots
from tests.arena.runner.hosted_runtime import hosted_runtime

DURAK = "durak/duel24"
PROJECT_DIR = Path(__file__).resolve().parents[3]


@dataclass
class Told:
    """What a validation reported."""

    reports: list[ValidationReport] = field(default_factory=list)

    @property
    def last(self) -> ValidationReport:
        return self.reports[-1]

    def step(self, kind: StepKind, profile: str = "") -> Step:
        return next(
            step for step in self.last.steps if (step.kind, step.profile) == (kind, profile)
        )

    def states(self) -> list[StepState]:
        return [step.state for step in self.last.steps]


class Place:
    """A machine that validates: a game server, a runtime, a folder of archives."""

    def __init__(self, folder: Path, server: ServerProcess) -> None:
        self.archives = folder / "archives"
        self.work = folder / "work"
        self.work.mkdir()
        self.validator = Validator(
            stage=Stage(driver=driver_named("bwrap"), runtime=hosted_runtime().root),
            gameserver=server.folder,
            archives=self.archives,
            work=self.work,
        )

    def validate(
        self,
        data: str | bytes,
        *,
        name: str = "mybot.py",
        command: tuple[str, ...] = ("python", "mybot.py"),
        profiles: tuple[str, ...] = (DURAK,),
    ) -> Told:
        return self.run(order_of(self.submitted(data, name, command), profiles))

    def submitted(
        self,
        data: str | bytes,
        name: str = "mybot.py",
        command: tuple[str, ...] = ("python", "mybot.py"),
    ) -> Program:
        """A program whose bytes are in the folder of archives."""
        content = data.encode() if isinstance(data, str) else data
        digest = hashlib.sha256(content).hexdigest()
        path = self.archives / archive_name(digest)
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(content)
        return Program(name="Mine v1", digest=digest, file_name=name, command=command)

    def run(self, order: ValidationOrder) -> Told:
        told = Told()
        verdict = asyncio.run(self.validator.validate(order, told.reports.append))
        assert told.last.verdict is verdict
        assert [report.number for report in told.reports] == list(range(1, len(told.reports) + 1))
        assert not any(report.verdict for report in told.reports[:-1])
        assert not list(self.work.iterdir()), "nothing is left of the program"
        for step in told.last.steps:
            assert all(one.is_known for one in step.said)
            assert step.text == in_words(step.said), "whatever is said can be translated"
            if step.state in {StepState.PASSED, StepState.FAILED}:
                assert step.text
        return told


def order_of(program: Program, profiles: tuple[str, ...] = (DURAK,)) -> ValidationOrder:
    return ValidationOrder(
        validation="11111111-2222-3333-4444-555555555555",
        attempt=1,
        token="the token",
        program=program,
        profiles=profiles,
        expires_at=4_000_000_000.0,
    )


@pytest.fixture(scope="module")
def place(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Place]:
    with ServerProcess() as server:
        yield Place(tmp_path_factory.mktemp("runner"), server)


def test_a_good_bot_is_valid_in_every_step(place: Place) -> None:
    told = place.validate(hostile_bots.GOOD, profiles=(DURAK, "burako/duel"))
    assert told.last.verdict is Verdict.VALID, told.last
    assert told.states() == [StepState.PASSED] * 5
    assert told.last.sandbox == "bwrap"
    assert "decisions" in told.step(StepKind.MATCH, "burako/duel").text
    seen = {
        (step.kind, step.profile)
        for report in told.reports
        for step in report.steps
        if step.state is StepState.RUNNING
    }
    assert len(seen) == 5, "every step was seen while it ran"
    assert [used.profile for used in told.last.usage] == [DURAK, "burako/duel"]
    for used in told.last.usage:
        assert used.cpu_seconds > 0
        assert used.wall_seconds > 0
        assert used.peak_memory_bytes > 10_000_000


def test_a_bot_that_raises_is_explained_with_the_exchange_and_the_log(place: Place) -> None:
    told = place.validate(hostile_bots.RAISES)
    assert told.last.verdict is Verdict.INVALID
    match = told.step(StepKind.MATCH, DURAK)
    assert match.state is StepState.FAILED
    assert re.match(r"Its log says: Game \d, decision 1, .*KeyError: 'no such trump'", match.text)
    assert '"legal"' in match.exchange
    assert re.search(r'"hand": \[ \d+, ', match.exchange), "lists are readable"
    assert "no such trump" in told.last.log


def test_nonsense_is_explained(place: Place) -> None:
    told = place.validate(hostile_bots.ILLEGAL)
    assert told.step(StepKind.MATCH, DURAK).state is StepState.FAILED
    assert "nonsense" in told.last.log


def test_a_program_that_ends_before_it_says_hello(place: Place) -> None:
    told = place.validate(hostile_bots.NO_SYNTAX_ERROR_HERE)
    start = told.step(StepKind.START)
    assert (told.last.verdict, start.state) == (Verdict.INVALID, StepState.FAILED)
    assert "exit code 1" in start.text
    assert "Something is missing." in told.last.log
    assert told.step(StepKind.MATCH, DURAK).state is StepState.WAITING


def test_a_missing_package_is_named(place: Place) -> None:
    told = place.validate(hostile_bots.MISSING_PACKAGE)
    start = told.step(StepKind.START)
    assert start.state is StepState.FAILED
    assert "imports pandas" in start.text
    assert "numpy" in start.text, "what there is instead"


def test_a_file_that_never_calls_run(place: Place) -> None:
    told = place.validate(hostile_bots.NO_RUN)
    start = told.step(StepKind.START)
    assert start.state is StepState.FAILED
    assert "run(" in start.text


def test_a_program_that_says_nothing(place: Place, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(trial, "STARTUP_MS", 10_000)
    told = place.validate(hostile_bots.SILENT)
    assert told.step(StepKind.START).state is StepState.PASSED
    handshake = told.step(StepKind.HANDSHAKE)
    assert handshake.state is StepState.FAILED
    assert "hello" in handshake.text


def test_a_bot_that_exits_in_the_middle(place: Place) -> None:
    told = place.validate(hostile_bots.EXITS)
    match = told.step(StepKind.MATCH, DURAK)
    assert match.state is StepState.FAILED
    assert "exit code 7" in match.text


def test_a_bot_that_eats_memory(place: Place) -> None:
    told = place.validate(hostile_bots.EATS)
    assert told.last.verdict is Verdict.INVALID
    assert told.step(StepKind.MATCH, DURAK).state is StepState.FAILED
    assert "memory" in (told.step(StepKind.MATCH, DURAK).text + told.last.log).lower()


def test_a_bot_that_prints_megabytes_plays_on(place: Place) -> None:
    told = place.validate(hostile_bots.PRINTS)
    assert told.last.verdict is Verdict.VALID, told.last
    assert "more bytes were not kept" in told.last.log
    assert len(told.last.log) < 200_000


def test_a_bot_that_blocks(place: Place) -> None:
    told = place.validate(hostile_bots.BLOCKS)
    match = told.step(StepKind.MATCH, DURAK)
    assert match.state is StepState.FAILED
    assert "did not answer in time" in match.text


def test_a_profile_that_it_cannot_play_fails_alone(place: Place) -> None:
    source = hostile_bots.GOOD.replace("import Bot,", "import DurakBot as Bot,")
    told = place.validate(source, profiles=(DURAK, "burako/duel"))
    assert told.last.verdict is Verdict.INVALID
    assert told.step(StepKind.MATCH, DURAK).state is StepState.PASSED
    burako = told.step(StepKind.MATCH, "burako/duel")
    assert burako.state is StepState.FAILED
    assert "refused" in burako.text
    assert "untick" in burako.text


def test_a_folder_in_a_zip_archive(place: Place) -> None:
    told = place.validate(
        zipped(
            {
                "main.py": hostile_bots.GOOD.replace("legal[0]", "pick(legal)").replace(
                    "from arena", "from helper import pick\nfrom arena", 1
                ),
                "helper.py": "def pick(legal):\n    return legal[-1]\n",
            }
        ),
        name="mybot.zip",
        command=("python", "main.py"),
    )
    assert told.last.verdict is Verdict.VALID, told.last


def test_what_cannot_be_unpacked_is_refused_as_when_it_is_sent_in(place: Place) -> None:
    told = place.validate(b"no archive", name="mybot.zip")
    unpack = told.step(StepKind.UNPACK)
    assert (told.last.verdict, unpack.state) == (Verdict.INVALID, StepState.FAILED)
    assert [one.code in ALL_TEMPLATES for one in unpack.said] == [True]
    assert "mybot.zip" in unpack.text


def test_a_bot_that_uses_the_time_it_has_is_not_refused(
    place: Place, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The clocks at the table judge that, not how long we want to look."""
    monkeypatch.setattr(story, "MATCH_SECONDS", 6.0)
    told = place.validate(hostile_bots.SLOW)
    assert told.last.verdict is Verdict.VALID, told.last
    assert "without a mistake" in told.step(StepKind.MATCH, DURAK).text


def test_a_bot_in_javascript(place: Place, tmp_path: Path) -> None:
    try:
        installed = node.install(tmp_path)
    except node.NoNodeError as missing:
        pytest.skip(str(missing))
    shutil.copytree(PROJECT_DIR / "proto", tmp_path / "proto")
    told = place.validate(
        zipped_folder(installed.folder),
        name="mybot.zip",
        command=("node", "bot.js"),
        profiles=(DURAK, "burako/duel"),
    )
    assert told.last.verdict is Verdict.VALID, told.last


@pytest.mark.skipif(shutil.which("gcc") is None, reason="no compiler on this machine")
def test_a_static_binary(place: Place, tmp_path: Path) -> None:
    """It is started itself; so that it can play, it becomes a bot that speaks the protocol."""
    (tmp_path / "mybot.c").write_text(
        "#include <unistd.h>\n"
        "int main(void) {\n"
        '    write(2, "compiled\\n", 9);\n'
        '    return execlp("python", "python", "mybot.py", (char *)0);\n'
        "}\n"
    )
    subprocess.run(["gcc", "-static", "-o", "mybot", "mybot.c"], cwd=tmp_path, check=True)
    (tmp_path / "mybot.c").unlink()
    (tmp_path / "mybot.py").write_text(hostile_bots.GOOD)
    told = place.validate(zipped_folder(tmp_path), name="mybot.zip", command=("./mybot",))
    assert told.last.verdict is Verdict.VALID, told.last
    assert "compiled" in told.last.log


def test_a_strict_umask_keeps_nobody_out(place: Place) -> None:
    before = os.umask(0o077)
    try:
        told = place.validate(hostile_bots.GOOD)
    finally:
        os.umask(before)
    assert told.last.verdict is Verdict.VALID, told.last


def test_no_run_keeps_the_log_of_another_out() -> None:
    reports: list[ValidationReport] = []
    order = order_of(Program(name="m", digest="0", file_name="m.py", command=("python", "m.py")))
    told = story.Story(order, reports.append, sandbox="bwrap")
    for number in range(5):
        printed = Output(stdout=b"x" * 120_000, stderr=b"the end of %d" % number)
        told.ran(DURAK, ended_with(printed))
    told.report(Verdict.INVALID)
    assert len(reports[-1].log) < story.LONGEST_LOG + 1_000
    for number in range(5):
        assert f"the end of {number}" in reports[-1].log


def ended_with(output: Output) -> Ended:
    usage = Usage(cpu_seconds=0.0, peak_memory_bytes=0, wall_seconds=0.0)
    return Ended(reason=ExitReason.EXITED, code=0, signal=None, usage=usage, output=output)


def zipped_folder(folder: Path) -> bytes:
    buffer = io.BytesIO()
    with zipfile.ZipFile(buffer, "w", zipfile.ZIP_DEFLATED) as archive:
        for path in sorted(folder.rglob("*")):
            if path.is_file():
                archive.write(path, path.relative_to(folder))
    return buffer.getvalue()


def zipped(files: dict[str, str]) -> bytes:
    buffer = io.BytesIO()
    with zipfile.ZipFile(buffer, "w") as archive:
        for name, text in files.items():
            archive.writestr(name, text)
    return buffer.getvalue()


def test_bytes_that_are_not_there_are_our_fault(place: Place) -> None:
    program = Program(name="x", digest="f" * 64, file_name="b.py", command=("python", "b.py"))
    told = place.run(order_of(program))
    assert told.last.verdict is Verdict.BROKEN
    assert StepState.FAILED not in told.states(), "nothing is said against the bot"


def test_a_program_that_this_machine_lacks_is_our_fault(place: Place) -> None:
    told = place.validate(hostile_bots.GOOD, command=("perl", "mybot.py"))
    assert told.last.verdict is Verdict.BROKEN
    assert StepState.FAILED not in told.states(), "nothing is said against the bot"
    assert "no perl" in told.step(StepKind.START).text


def test_a_game_server_that_is_being_stopped_is_waited_for(
    place: Place, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(validator, "PAUSES", (0.0, 0.0))
    monkeypatch.setattr(story, "MATCH_SECONDS", 6.0)
    with ServerProcess("--drain-seconds", "0") as stopped:
        stopping = replace(place.validator, gameserver=stopped.folder)
        reports: list[ValidationReport] = []

        def look(report: ValidationReport) -> None:
            """As soon as the match runs, the server is stopped and another one takes its place."""
            reports.append(report)
            match = report.steps[-1]
            if stopped.process.poll() is None and match.state is StepState.RUNNING:
                stopped.process.terminate()
                stopped.process.wait()
                for file in ("address.json", "host-token"):
                    shutil.copy(place.validator.gameserver / file, stopped.folder / file)

        order = order_of(place.submitted(hostile_bots.SLOW))
        assert asyncio.run(stopping.validate(order, look)) is Verdict.VALID
        assert stopped.process.poll() is not None, "it was stopped meanwhile"


def test_a_game_server_that_is_gone_is_our_fault(place: Place, tmp_path: Path) -> None:
    (tmp_path / "work").mkdir()
    gone = Validator(
        stage=place.validator.stage,
        gameserver=tmp_path,
        archives=place.archives,
        work=tmp_path / "work",
    )
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(validator, "PAUSES", (0.0, 0.0))
        patch.setattr(place, "validator", gone)
        patch.setattr(place, "work", tmp_path / "work")
        told = place.validate(hostile_bots.GOOD)
    assert told.last.verdict is Verdict.BROKEN


class SpoiltOnce:
    """The real driver, but the first of our own players ends in the middle of the match."""

    def __init__(self, driver: Driver) -> None:
        self.name = driver.name
        self.probe = driver.probe
        self._driver = driver
        self.spoilt = 0

    async def start(self, spec: SandboxSpec) -> Handle:
        if spec.command[1] == "-c" and not self.spoilt:
            self.spoilt += 1
            spec = replace(spec, command=("python", "-c", hostile_bots.EXITS))
        return await self._driver.start(spec)


def test_a_match_that_our_own_player_spoilt_is_played_once_more(place: Place) -> None:
    driver = SpoiltOnce(place.validator.stage.driver)
    stage = replace(place.validator.stage, driver=driver)
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(place, "validator", replace(place.validator, stage=stage))
        told = place.validate(hostile_bots.GOOD)
    assert driver.spoilt == 1
    assert told.last.verdict is Verdict.VALID, told.last
    assert len(told.last.usage) == 2, "both of its runs are told"
