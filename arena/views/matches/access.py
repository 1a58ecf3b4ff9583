"""Which match a page is about."""

from django.http import Http404, HttpRequest

from arena.match_access import match_find
from arena.models import Match
from arena.views.readers import reader_of


def match_asked(request: HttpRequest, public_id: str) -> Match:
    """The match at this address, if whoever asks may read it."""
    match = match_find(public_id=public_id, reader=reader_of(request))
    if match is None:
        raise Http404
    return match
