"""Operators, for the tests of what they see and do."""

from django.test import Client

from tests.factories import UserFactory, give_second_factor
from tests.permissions.roles import show_second_factor
from tournaments.models import User

REASON = "The machine in the cellar is on fire."


def operator(**changes: object) -> User:
    """Staff with a second factor."""
    account = UserFactory.create(**{"is_staff": True, "display_name": "Olga", **changes})
    give_second_factor(account)
    return account


def operator_client(account: User) -> Client:
    """A browser in which an operator has shown the second factor."""
    client = Client()
    client.force_login(account)
    show_second_factor(client, account)
    return client
