"""Who asks something of the arena by a token."""

from dataclasses import replace

from rest_framework.request import Request

from arena.readers import Reader
from tournaments.api.callers import league_visitor_of_call
from tournaments.models import User


def reader_of_call(request: Request) -> Reader:
    """The token's account, with the link that the call brings along. No token shows a second
    factor: staff are members here."""
    visitor = league_visitor_of_call(request)
    return Reader(account=visitor.account, league_visitor=visitor)


def reader_as_now(reader: Reader, account: User | None) -> Reader:
    """The same reader later, with the account as it is then."""
    return Reader(account=account, league_visitor=replace(reader.league_visitor, account=account))
