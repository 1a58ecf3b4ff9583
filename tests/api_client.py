"""Programs that call the interface."""

from collections.abc import Iterable

from django.test import Client

from tournaments.api_scopes import SCOPES
from tournaments.models import User
from tournaments.services.api_tokens import api_token_create


def token_for(account: User, scopes: Iterable[str] = tuple(SCOPES)) -> str:
    """The text of a new token; for everything, unless told."""
    _token, text = api_token_create(account=account, name="A program", scopes=scopes, days=30)
    return text


def client_with_token(account: User, scopes: Iterable[str] = tuple(SCOPES)) -> Client:
    """A client that sends such a token with each request."""
    return Client(headers={"Authorization": f"Bearer {token_for(account, scopes)}"})
