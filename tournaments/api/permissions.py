"""Whether the token is made for this call. Whether its account may do it, services decide."""

from typing import TYPE_CHECKING, cast

from django.utils.translation import gettext as _
from rest_framework.exceptions import NotAuthenticated, PermissionDenied
from rest_framework.permissions import SAFE_METHODS, BasePermission

from tournaments.api_scopes import Area, scope_is_covered, scope_of
from tournaments.models import ApiToken

if TYPE_CHECKING:  # the library reads this module while it loads these
    from rest_framework.request import Request
    from rest_framework.views import APIView


class Scoped(BasePermission):
    """A view's `area` says which scope its calls need; without one, any token will do. Nobody
    writes without a token, unless the view lists the action in `open_actions`."""

    def has_permission(self, request: "Request", view: "APIView") -> bool:
        is_post = request.method not in SAFE_METHODS
        token = cast("ApiToken | None", request.auth)
        if token is None:
            if (is_post and not _is_among(view, "open_actions")) or _is_among(view, "own_actions"):
                raise TokenNeededError
            return True
        area: Area | None = getattr(view, "area", None)
        if area is not None and not _is_among(view, "any_token_actions"):
            writes = is_post and not _is_among(view, "reading_actions")
            scope_require(token, scope_of(area, writes=writes))
        return True


class TokenNeededError(NotAuthenticated):
    """Nobody has said who calls."""

    def __init__(self) -> None:
        sentence = _(
            "This needs a token. Make one on the page “Tokens” of your account, and send it as "
            "“Authorization: Bearer <token>”."
        )
        super().__init__(sentence, code="not_authenticated")


def scope_require(token: ApiToken, scope: str) -> None:
    """Refuse what the token is not made for."""
    if not scope_is_covered(scope, frozenset(token.scopes)):
        raise PermissionDenied(
            _("This token is not made for that: it needs the scope “%(scope)s”.")
            % {"scope": scope},
            code="scope_missing",
        )


def _is_among(view: "APIView", attribute: str) -> bool:
    return getattr(view, "action", None) in getattr(view, attribute, ())
