"""Why something happened, in the reader's language."""

from django import template
from django.utils.translation import gettext

from arena.match_reasons import reason_in_words
from arena.services.benching import FAILED_AGAIN_AND_AGAIN

register = template.Library()


@register.filter
def in_words(reason: str) -> str:
    """A reason of a match or of a benching: the service's own are translated, what somebody wrote
    is shown as they wrote it."""
    return gettext(reason) if reason == FAILED_AGAIN_AND_AGAIN else reason_in_words(reason)
