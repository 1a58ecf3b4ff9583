"""Who calls: the account whose token stands in the `Authorization` header, or nobody.

Cookies open nothing here, so no other site can make a browser call for its owner.
"""

from typing import Final

from django.utils.translation import gettext as _
from rest_framework.authentication import BaseAuthentication
from rest_framework.exceptions import AuthenticationFailed
from rest_framework.request import Request

from tournaments.models import ApiToken, User
from tournaments.selectors.api_tokens import api_token_find
from tournaments.services.api_tokens import api_token_note_use

_TEXT_MAX_LENGTH: Final = 200


class TokenAuthentication(BaseAuthentication):
    """`Authorization: Bearer <token>`."""

    def authenticate(self, request: Request) -> tuple[User, ApiToken] | None:
        header = request.headers.get("Authorization")
        if header is None:
            return None
        scheme, _space, text = header.strip().partition(" ")
        if scheme.lower() != "bearer":
            raise AuthenticationFailed(
                _("Send your token as “Authorization: Bearer <token>”."), code="bad_token"
            )
        token = api_token_find(text=text.strip()) if len(text) <= _TEXT_MAX_LENGTH else None
        if token is None:
            raise AuthenticationFailed(
                _("This token does not work (any more). Make a new one on the page “Tokens”."),
                code="bad_token",
            )
        api_token_note_use(token=token)
        return token.account, token

    def authenticate_header(self, request: Request) -> str:
        """Without it, a call without a token would be answered as forbidden."""
        return 'Bearer realm="durako"'
