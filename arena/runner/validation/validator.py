"""From a signed order to a verdict: unpack, then a trial for each profile."""

import asyncio
import logging
import tempfile
from dataclasses import dataclass
from pathlib import Path
from typing import Final

from arena.archive import limits
from arena.archive.refusals import SubmissionRefusedError
from arena.archive.unpack import unpack
from arena.runner.archives import ArchiveMissingError, archive_read
from arena.runner.orders import StepState, ValidationOrder, Verdict
from arena.runner.sandbox.interface import SandboxError
from arena.runner.seats import Player, ProgramLackingError, check_runtime, reference_player
from arena.runner.sentences import SaidError, Sentence, sentence
from arena.runner.tables import Tables, TablesUnavailableError
from arena.runner.validation.story import (
    FIRST_MATCH,
    HANDSHAKE,
    UNPACK,
    BotError,
    Send,
    Story,
    broken_off,
)
from arena.runner.validation.terms import OPPONENT, rules_for_trial
from arena.runner.validation.trial import Stage, Trial

PAUSES: Final = (5.0, 15.0)
"""Seconds before the second and the third try."""
logger = logging.getLogger(__name__)

UNPACKED_PREFIX: Final = "validation-"
"""Of the folders in `Validator.work`."""


OUR_FAULTS: Final = (
    ArchiveMissingError,
    ProgramLackingError,
    SandboxError,
    TablesUnavailableError,
    OSError,
)


@dataclass(frozen=True, slots=True, kw_only=True)
class Validator:
    """Everything that a validation needs of this machine."""

    stage: Stage
    gameserver: Path
    """The folder in which the game server says where it is."""
    archives: Path
    work: Path
    """Where archives are unpacked; every validation has a folder of its own, gone afterwards."""

    async def validate(self, order: ValidationOrder, send: Send) -> Verdict:
        """Do all steps and report them; the verdict is the last report's."""
        story = Story(order, send, sandbox=self.stage.driver.name)
        beating = asyncio.create_task(story.keep_alive())
        try:
            verdict = await self._patiently(order, story)
        except OUR_FAULTS as error:
            logger.exception("Validation %s broke", order.validation)
            story.steps = broken_off(story.steps, *_said(error))
            verdict = Verdict.BROKEN
        finally:
            beating.cancel()
        story.report(verdict)
        return verdict

    async def _patiently(self, order: ValidationOrder, story: Story) -> Verdict:
        """A game server that is being stopped or started anew is waited for: if this worker is
        stopped with it, the server orders again what nobody has finished."""
        for pause in PAUSES:
            try:
                return await self._steps(order, story)
            except TablesUnavailableError as error:
                logger.warning("Validation %s begins anew: %s", order.validation, error)
                await asyncio.sleep(pause)
                story.begin_anew()
        return await self._steps(order, story)

    async def _steps(self, order: ValidationOrder, story: Story) -> Verdict:
        story.report()
        with tempfile.TemporaryDirectory(dir=self.work, prefix=UNPACKED_PREFIX) as name:
            folder = Path(name)
            empty = folder / "empty"
            empty.mkdir()
            empty.chmod(0o755)  # the sandbox has another user, whatever our umask is
            player = Player(folder=folder / "bot", command=order.program.command)
            if not await self._unpack(order, player.folder, story):
                return Verdict.INVALID
            check_runtime(self.stage.runtime, player)
            async with Tables.connect(self.gameserver) as tables:
                for place, profile in enumerate(order.profiles, start=FIRST_MATCH):
                    trial = Trial(self.stage, story, place, rules_for_trial(profile))
                    await trial.play(tables, order, player, reference_player(OPPONENT, empty))
                    if story.steps[HANDSHAKE].state is not StepState.PASSED:
                        break
        passed = all(step.state is StepState.PASSED for step in story.steps)
        return Verdict.VALID if passed else Verdict.INVALID

    async def _unpack(self, order: ValidationOrder, folder: Path, story: Story) -> bool:
        story.begin(UNPACK)
        program = order.program
        data = archive_read(self.archives, program.digest)
        try:
            # In a thread: a large archive takes seconds, and reports must go on.
            await asyncio.to_thread(unpack, program.file_name, data, folder)
        except SubmissionRefusedError as refused:
            story.failed(UNPACK, BotError(sentence(refused.code, **refused.params)))
            return False
        size = round(len(data) / limits.KIB, 1)
        story.passed(UNPACK, sentence("unpacked", file=program.file_name, size=size))
        return True


def _said(error: Exception) -> tuple[Sentence, ...]:
    """Of our own fault: what our machines say of themselves is for those who run them."""
    if isinstance(error, SaidError):
        return error.said
    return (sentence("to_the_operator", detail=str(error)),)
