"""Bots for tests of what is around them: sent in for real, their checks told by made-up reports."""

import re
from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from html import unescape
from typing import Any

from django.utils import timezone
from django.utils.html import strip_tags

from arena.models import BotVersion, Validation, WorkerPresence
from arena.runner.orders import (
    ProgramUsage,
    Step,
    StepKind,
    StepState,
    ValidationReport,
    Verdict,
    exchange_text,
)
from arena.runner.queues import VALIDATIONS
from arena.runner.sandbox.interface import MIB, ExitReason
from arena.runner.sandbox.names import BWRAP
from arena.runner.sentences import Sentence
from arena.sdk.scaffold import first_bot
from arena.selectors.validations import validation_latest
from arena.services.bots import bot_create_submitted, bot_version_submit
from arena.services.validations import validation_report_record
from tournaments.models import User
from tournaments.sheet_visitors import token_create, token_hash

PROGRAM = first_bot().encode()
PROFILES = ("durak/volga", "durak/duel24")
ASKED = '{"hand": ["6S", "10H"], "legal": ["attack 6S", "attack 10H"]}'
ANSWERED = '{"action": "attack AS"}'
EXCHANGE = exchange_text(asked=ASKED, answered=ANSWERED)


def text_of(response: Any) -> str:  # noqa: ANN401 - Django's test response has no public type
    """What a page says, without its marks."""
    return re.sub(r"\s+", " ", unescape(strip_tags(response.content.decode())))


def program(mark: str) -> bytes:
    """A bot like the first one, but another file."""
    return PROGRAM + f"\n# {mark}\n".encode()


def bot_sent_in(
    owner: User,
    name: str = "Mustard",
    *,
    description: str = "",
    profiles: Sequence[str] = PROFILES,
    data: bytes = PROGRAM,
) -> BotVersion:
    """A bot whose first version waits for its checks."""
    return bot_create_submitted(
        owner=owner,
        name=name,
        description=description,
        file_name="mustard.py",
        data=data,
        profiles=profiles,
    )


def version_sent_in(
    before: BotVersion, mark: str, *, note: str = "", activate: bool = True
) -> BotVersion:
    """The next version of the same bot."""
    owner = before.bot.owner
    assert owner is not None
    return bot_version_submit(
        bot=before.bot,
        by=owner,
        file_name="mustard.py",
        data=program(mark),
        profiles=before.profiles,
        note=note,
        activate=activate,
    )


@dataclass
class ToldCheck:
    """Tells the story of a version's check as a runner would."""

    version: BotVersion
    sandbox: str = BWRAP
    steps: list[Step] = field(init=False)

    def __post_init__(self) -> None:
        kinds = (StepKind.UNPACK, StepKind.START, StepKind.HANDSHAKE)
        matches = [Step(kind=StepKind.MATCH, profile=name) for name in self.version.profiles]
        self.steps = [*map(_step, kinds), *matches]

    def running(self, place: int, *, progress: str = "") -> None:
        """Everything before this step has passed, and it is under way."""
        self._passed(place)
        self.steps[place] = replace(
            self.steps[place], state=StepState.RUNNING, progress=progress, seconds=0.0
        )
        self._report()

    def valid(self) -> BotVersion:
        self._passed(len(self.steps))
        return self._report(Verdict.VALID, log="== durak/volga ==\n(nothing was printed)")

    def invalid(
        self,
        place: int,
        text: str,
        *,
        said: tuple[Sentence, ...] = (),
        exchange: str = EXCHANGE,
        log: str = "",
    ) -> BotVersion:
        self._passed(place)
        self.steps[place] = replace(
            self.steps[place],
            state=StepState.FAILED,
            text=text,
            said=said,
            exchange=exchange,
            seconds=1.24,
        )
        return self._report(Verdict.INVALID, log=log)

    def broken(self, text: str) -> BotVersion:
        self.steps[0] = replace(self.steps[0], text=text)
        return self._report(Verdict.BROKEN)

    def _passed(self, until: int) -> None:
        for place in range(until):
            self.steps[place] = replace(
                self.steps[place],
                state=StepState.PASSED,
                progress="",
                seconds=0.31,
                text=self.steps[place].text or "It went well.",
            )

    def _report(self, verdict: Verdict | None = None, log: str = "") -> BotVersion:
        validation = validation_latest(version=self.version)
        assert validation is not None
        token = token_create()  # the real one is only in the order
        Validation.objects.filter(pk=validation.pk).update(token_hash=token_hash(token))
        usage = [_used(name) for name in self.version.profiles] if verdict else []
        recorded = validation_report_record(
            report=ValidationReport(
                validation=validation.public_id,
                attempt=validation.attempt,
                token=token,
                number=validation.last_report + 1,
                steps=tuple(self.steps),
                verdict=verdict,
                log=log,
                usage=tuple(usage),
                sandbox=self.sandbox,
            )
        )
        assert recorded
        self.version.refresh_from_db()
        self.version.bot.refresh_from_db()
        return self.version


def runner_arrives() -> None:
    """Somebody is there who checks bots."""
    now = timezone.now()
    WorkerPresence.objects.create(
        name="runner@here", sandbox="bwrap", queues=[VALIDATIONS], started_at=now, seen_at=now
    )


def _step(kind: StepKind) -> Step:
    return Step(kind=kind)


def _used(profile: str) -> ProgramUsage:
    return ProgramUsage(
        profile=profile,
        cpu_seconds=0.41,
        peak_memory_bytes=38 * MIB,
        wall_seconds=1.62,
        exit_reason=ExitReason.KILLED.value,
        exit_code=None,
    )
