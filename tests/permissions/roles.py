"""The kinds of callers whose rights the register states, each with a browser of its own."""

from enum import StrEnum

from allauth.account.authentication import AUTHENTICATION_METHODS_SESSION_KEY
from allauth.account.internal.flows.login import _AUTHENTICATION_METHODS_USER_SESSION_KEY
from django.test import Client

from tests.api_client import client_with_token
from tests.factories import UserFactory, give_second_factor
from tournaments.models import User
from tournaments.services.moderation import account_suspend


class Role(StrEnum):
    """Who asks."""

    ANONYMOUS = "anonymous"
    MEMBER = "member"
    SUSPENDED = "suspended"  # had a session when staff suspended the account
    STAFF = "staff without a second factor"
    STAFF_2FA = "staff with a second factor"


def client_for(role: Role) -> Client:
    """A browser in which this kind of caller is logged in (or not)."""
    client = Client()
    if role is Role.MEMBER:
        client.force_login(UserFactory.create())
    elif role is Role.SUSPENDED:
        account = UserFactory.create()
        client.force_login(account)
        account_suspend(
            account=account, actor=UserFactory.create(is_staff=True), reason="For the test."
        )
    elif role is Role.STAFF:
        client.force_login(UserFactory.create(is_staff=True))
    elif role is Role.STAFF_2FA:
        staff = UserFactory.create(is_staff=True)
        give_second_factor(staff)
        client.force_login(staff)
        show_second_factor(client, staff)
    return client


def api_client_for(role: Role) -> Client:
    """A program with a token for everything of an account of this kind; tokens show no second
    factor."""
    if role is Role.ANONYMOUS:
        return Client()
    account = UserFactory.create(is_staff=role in {Role.STAFF, Role.STAFF_2FA})
    client = client_with_token(account)
    if role is Role.SUSPENDED:
        account_suspend(
            account=account, actor=UserFactory.create(is_staff=True), reason="For the test."
        )
    return client


def show_second_factor(client: Client, account: User) -> None:
    """What allauth writes when a code was right; the way there is tested elsewhere."""
    session = client.session
    session[AUTHENTICATION_METHODS_SESSION_KEY] = [{"method": "mfa", "at": 0, "type": "totp"}]
    session[_AUTHENTICATION_METHODS_USER_SESSION_KEY] = str(account.pk)
    session.save()
