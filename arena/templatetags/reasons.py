"""Why something happened, in the reader's language."""

from django import template

from arena.match_reasons import reason_in_words

register = template.Library()


@register.filter
def in_words(reason: str) -> str:
    """A reason of a match or of a benching: the service's own are translated, what somebody wrote
    is shown as they wrote it."""
    return reason_in_words(reason)
