"""What a check waits for."""

from dataclasses import dataclass

from arena.models import Validation
from arena.runner.queues import VALIDATIONS
from arena.selectors.validations import validations_waiting_before
from arena.selectors.workers import runner_is_ready


@dataclass(frozen=True)
class Queue:
    """A place in the line."""

    before: int = 0
    has_runner: bool = True
    waits_for_own: bool = False
    """Whether it is not in the line yet, because others of the same account are."""


def queue_of(validation: Validation | None) -> Queue:
    """Where this one stands; whoever does not wait has no place."""
    if validation is None or not validation.is_queued:
        return Queue()
    return Queue(
        before=validations_waiting_before(validation=validation),
        has_runner=runner_is_ready(queue=VALIDATIONS),
        waits_for_own=validation.attempt == 0,
    )
