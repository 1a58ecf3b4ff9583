"""Why matches wait again or are void: sentences for everybody. Details are for the staff."""

from typing import Final

from django.utils.translation import gettext, gettext_noop

BROKE: Final = gettext_noop("Something of ours broke while it was played.")
DISTRUSTED: Final = gettext_noop("What its worker sent was not a match played by the rules.")
SILENT: Final = gettext_noop("Nothing was heard any more of its worker.")
NOT_BEGUN: Final = gettext_noop("No worker began with it in time.")
NOT_SENT: Final = gettext_noop("The queue did not take the order.")
BOT_GONE: Final = gettext_noop("One of its bots does not play any more.")
WITHDRAWN: Final = gettext_noop("It was withdrawn by whoever had asked for it.")
DRAINED: Final = gettext_noop("The arena is being drained.")
_KNOWN: Final = frozenset(
    {BROKE, DISTRUSTED, SILENT, NOT_BEGUN, NOT_SENT, BOT_GONE, WITHDRAWN, DRAINED}
)


def reason_in_words(reason: str) -> str:
    """In the reader's language; what staff wrote is shown as they wrote it."""
    return gettext(reason) if reason in _KNOWN else reason
