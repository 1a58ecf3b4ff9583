"""Which ladder an address means."""

from django.http import Http404

from tournaments.models import Ladder
from tournaments.selectors.ladders import ladder_get


def ladder_asked(slug: str) -> Ladder:
    """The ladder at this address."""
    ladder = ladder_get(slug=slug)
    if ladder is None:
        raise Http404
    return ladder
