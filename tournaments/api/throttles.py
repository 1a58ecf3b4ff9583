"""How many calls a minute: for an account with all of its tokens together, else for an address."""

from dataclasses import dataclass
from typing import TYPE_CHECKING

from allauth.account.adapter import get_adapter
from django.conf import settings
from rest_framework.throttling import BaseThrottle

from tournaments.models import User
from tournaments.services.api_usage import api_usage_note

if TYPE_CHECKING:  # the library reads this module while it loads these
    from rest_framework.request import Request
    from rest_framework.views import APIView


@dataclass(frozen=True)
class RateState:
    """What is left of the minute's share, for the headers."""

    limit: int
    remaining: int
    resets_in: int

    def headers(self) -> dict[str, str]:
        """Under their usual names."""
        return {
            "RateLimit-Limit": str(self.limit),
            "RateLimit-Remaining": str(self.remaining),
            "RateLimit-Reset": str(self.resets_in),
        }


class EveryMinute(BaseThrottle):
    """Counts each call, also those that are refused for other reasons."""

    def __init__(self) -> None:
        self._resets_in = 0

    def allow_request(self, request: "Request", view: "APIView") -> bool:
        limits: dict[str, int] = settings.API_CALLS_A_MINUTE
        if isinstance(request.user, User):
            who, limit = f"account:{request.user.pk}", limits["account"]
        else:
            address = str(get_adapter().get_client_ip(request._request))  # noqa: SLF001 - Django's
            who, limit = f"address:{address}", limits["address"]
        usage = api_usage_note(who=who)
        self._resets_in = usage.resets_in
        view.rate_state = RateState(  # type: ignore[attr-defined]  # ApiViewSet has it
            limit, max(0, limit - usage.count), usage.resets_in
        )
        return usage.count <= limit

    def wait(self) -> float:
        return float(self._resets_in)
