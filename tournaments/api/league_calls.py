"""Which league a call is about, and who asks."""

from collections.abc import Iterator
from contextlib import contextmanager
from functools import cached_property
from typing import ClassVar, Final

from django.core.exceptions import ValidationError
from drf_spectacular.types import OpenApiTypes
from drf_spectacular.utils import OpenApiParameter
from rest_framework.exceptions import Throttled

from tournaments.api.callers import LINK_HEADER, league_visitor_of_call
from tournaments.api.views import ApiViewSet
from tournaments.api_scopes import Area
from tournaments.league_access import LeagueAccess, LeagueAction, LeagueVisitor
from tournaments.problem_details import problem_by_status
from tournaments.rate_limits import rate_limit_note
from tournaments.selectors.league_asked import league_asked

LINK: Final = OpenApiParameter(
    LINK_HEADER,
    OpenApiTypes.STR,
    OpenApiParameter.HEADER,
    description="A link of this league that you were given: the whole address, or its last part.",
)
"""For calls in which a link opens something."""


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
        if not rate_limit_note(self.request._request, limit, key=key):  # noqa: SLF001 - Django's
            raise Throttled(detail=problem_by_status(429).detail)


@contextmanager
def sent_names(**names: str) -> Iterator[None]:
    """Have services find fault with fields as they were sent, where they call them otherwise."""
    try:
        yield
    except ValidationError as error:
        if not hasattr(error, "error_dict"):
            raise
        renamed = {names.get(name, name): found for name, found in error.error_dict.items()}
        raise ValidationError(renamed) from error
