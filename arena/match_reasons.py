"""Why matches wait again or are void, and why bots sit out: sentences for everybody."""

from typing import Final

from django.utils.translation import gettext, gettext_noop

BROKE: Final = gettext_noop("Something of ours broke while it was played.")
DISTRUSTED: Final = gettext_noop("What its worker sent was not a match played by the rules.")
OVERTIME: Final = gettext_noop(
    "It was not over when its time was. Ask for fewer boards, or for faster bots."
)
STOPPED: Final = gettext_noop("The service was stopped while it was played.")
SILENT: Final = gettext_noop("Nothing was heard any more of its worker.")
NOT_BEGUN: Final = gettext_noop("No worker began with it in time.")
NOT_SENT: Final = gettext_noop("The queue did not take the order.")
BOT_GONE: Final = gettext_noop("One of its bots does not play any more.")
WITHDRAWN: Final = gettext_noop("It was withdrawn by whoever had asked for it.")
TEST_OVER: Final = gettext_noop(
    "It was withdrawn because the A/B test that it was for is over: its answer was known."
)
LEAGUE_MOVED_ON: Final = gettext_noop(
    "It was withdrawn because its league does not want it played any more."
)
DRAINED: Final = gettext_noop("The arena is being drained.")
FAILED_AGAIN_AND_AGAIN: Final = gettext_noop(
    "It forfeited at least half of its boards in three matches in a row."
)
BETTER_VERSION: Final = gettext_noop("A new version has passed its check.")
_KNOWN: Final = frozenset(
    {
        BROKE, DISTRUSTED, OVERTIME, STOPPED, SILENT, NOT_BEGUN, NOT_SENT, BOT_GONE, WITHDRAWN,
        DRAINED, TEST_OVER, LEAGUE_MOVED_ON, FAILED_AGAIN_AND_AGAIN, BETTER_VERSION,
    }
)  # fmt: skip


def reason_in_words(reason: str) -> str:
    """In the reader's language; what staff wrote is shown as they wrote it."""
    return gettext(reason) if reason in _KNOWN else reason
