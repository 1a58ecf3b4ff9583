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
        writes = request.method not in SAFE_METHODS
        token = cast("ApiToken | None", request.auth)
        if token is None:
            if (writes and not _is_among(view, "open_actions")) or _is_among(view, "own_actions"):
                raise NotAuthenticated
            return True
        area: Area | None = getattr(view, "area", None)
        if area is None or _is_among(view, "reading_actions"):
            return True
        scope = scope_of(area, writes=writes)
        if not scope_is_covered(scope, frozenset(token.scopes)):
            raise PermissionDenied(
                _("This token is not made for that: it needs the scope “%(scope)s”.")
                % {"scope": scope},
                code="scope_missing",
            )
        return True


def _is_among(view: "APIView", attribute: str) -> bool:
    return getattr(view, "action", None) in getattr(view, attribute, ())
