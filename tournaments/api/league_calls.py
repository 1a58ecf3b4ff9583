"""Which league a call is about, and who asks."""

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import cached_property
from typing import ClassVar

from django.core.exceptions import ValidationError

from tournaments.api.callers import league_visitor_of_call
from tournaments.api.limits import limit_count
from tournaments.api.views import ApiViewSet
from tournaments.api_scopes import Area
from tournaments.league_access import LeagueAccess, LeagueAction, LeagueVisitor
from tournaments.selectors.league_asked import league_asked


class LeagueCallsViewSet(ApiViewSet):
    """Calls about one league. Strangers are not told whether a private league exists."""

    tag: ClassVar[str] = "Leagues"
    area: ClassVar[Area | None] = Area.LEAGUES

    @cached_property
    def visitor(self) -> LeagueVisitor:
        """Whoever asks: the token's account, and the link that came along."""
        return league_visitor_of_call(self.request)

    def league(
        self, public_id: str, action: LeagueAction = LeagueAction.READ, *more: LeagueAction
    ) -> LeagueAccess:
        """The league, and what whoever asks is to it; refused unless they may do all of this."""
        access = league_asked(public_id=public_id, visitor=self.visitor, action=action)
        for one in more:
            access.require(one)
        return access

    def count(self, limit: str, *, key: str | None = None) -> None:
        """Count one more of what pages limit, a name in RATE_LIMITS."""
        limit_count(self.request, limit, key=key)


@contextmanager
def sent_names(rename: Callable[[str], str] = str, /, **names: str) -> Iterator[None]:
    """Have services find fault with fields as they were sent, where they call them otherwise."""
    try:
        yield
    except ValidationError as error:
        if not hasattr(error, "error_dict"):
            raise
        faults: dict[str, list[ValidationError]] = {}
        for name, errors in error.error_dict.items():
            faults.setdefault(names.get(name, rename(name)), []).extend(errors)
        raise ValidationError(faults) from error
