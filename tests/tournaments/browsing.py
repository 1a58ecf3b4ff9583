"""What a person does in a browser, in a line each."""

import re

from allauth.mfa.models import Authenticator
from allauth.mfa.totp.internal.auth import TOTP
from allauth.mfa.utils import decrypt
from django.core import mail
from django.core.cache import cache
from django.test import Client
from django.urls import reverse

from tests.factories import PASSWORD
from tests.totp import totp
from tournaments.models import User

_CODE = re.compile(r"^([A-Z0-9]{4}-[A-Z0-9]{4})$", re.MULTILINE)


class Page:
    """The answer at the end of all redirections, as a person sees it."""

    def __init__(self, response: object) -> None:
        self.response = response
        self.status: int = response.status_code  # type: ignore[attr-defined]
        self.text: str = response.content.decode()  # type: ignore[attr-defined]
        self.url: str = response.request["PATH_INFO"]  # type: ignore[attr-defined]

    def errors(self, field: str) -> list[str]:
        """The sentences at one field of the page's form."""
        context = self.response.context  # type: ignore[attr-defined]
        return [str(error) for error in context["form"].errors.get(field, [])]


def open_page(client: Client, name: str, /, **query: str) -> Page:
    return Page(client.get(reverse(name), query, follow=True))


def send(client: Client, name: str, /, **data: object) -> Page:
    return Page(client.post(reverse(name), data, follow=True))


def log_in(client: Client, email: str, password: str = PASSWORD) -> Page:
    return send(client, "account_login", login=email, password=password)


def log_in_fully(client: Client, user: User) -> Page:
    """With the password and the second factor."""
    log_in(client, user.email)
    page = send(client, "mfa_authenticate", code=totp_code(user))
    assert is_logged_in(client), page.text
    return page


def reauthenticate(client: Client) -> Page:
    return send(client, "account_reauthenticate", password=PASSWORD)


def totp_code(user: User) -> str:
    """What the authenticator app shows. A code is good for once, so the last use is forgotten."""
    authenticator = Authenticator.objects.get(user=user, type=Authenticator.Type.TOTP)
    code = totp(decrypt(authenticator.data["secret"]))
    cache.delete(TOTP(authenticator)._get_used_cache_key(code))
    return code


def mailed_code() -> str:
    """The code in the last e-mail."""
    found = _CODE.search(str(mail.outbox[-1].body))
    assert found, mail.outbox[-1].body
    return found.group(1)


def mailed_link() -> str:
    """The path of the link in the last e-mail."""
    found = re.search(r"https?://[^/\s]+(/\S+)", str(mail.outbox[-1].body))
    assert found, mail.outbox[-1].body
    return found.group(1)


def is_logged_in(client: Client) -> bool:
    return open_page(client, "account_profile").url == reverse("account_profile")
