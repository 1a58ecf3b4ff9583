"""Who reads a page."""

from django.http import HttpRequest

from arena.readers import Reader
from tournaments.league_visitors import league_visitor_of
from tournaments.models import User
from tournaments.second_factor import second_factor_was_used


def reader_of(request: HttpRequest) -> Reader:
    """Whoever makes this request."""
    return Reader(
        account=request.user if isinstance(request.user, User) else None,
        factor_shown=second_factor_was_used(request),
        league_visitor=league_visitor_of(request),
    )
