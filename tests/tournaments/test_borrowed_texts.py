"""allauth's and Django's texts in our words: still theirs, really ours, and familiar throughout."""

import html
import re
from collections.abc import Set
from pathlib import Path

import allauth
import pytest
from babel.messages.catalog import Catalog, Message
from babel.messages.pofile import read_po
from django.core import mail
from django.db import transaction
from django.test import Client
from django.utils.html import strip_tags
from django.utils.translation import gettext, ngettext, override

from deploy import translations
from tests.factories import PASSWORD, UserFactory, give_second_factor
from tests.totp import totp
from tests.tournaments.browsing import (
    Page,
    log_in,
    log_in_fully,
    mailed_code,
    mailed_link,
    open_page,
    reauthenticate,
    send,
)
from tournaments.borrowed_texts import PLURALS, TEXTS

SITE_PACKAGES = Path(allauth.__file__).parents[1]
# Where the texts come from, and in whose catalogues they stand.
LIBRARIES = {
    "allauth/account": "allauth",
    "allauth/mfa": "allauth",
    "allauth/templates": "allauth",
    "django/contrib/auth": "django/contrib/auth",
    "django/core": "django/conf",
    "django/forms": "django/conf",
}
# "Sie" and "Ihr" may also mean "they" or "her" where a sentence begins; no page here needs that.
FORMAL = {
    "de": re.compile(r"\b(Sie|Ihr|Ihre[mnrs]?|Ihnen)\b"),
    "es": re.compile(
        r"\b(usted|sus?|les?|desea|escriba|haga|ingrese|inicie|introduzca|introdúzcalo|inténtelo|"
        r"regístrese|compruebe|confirme|póngase|utilice|verifique|está seguro|asegúrese|"
        r"ha (olvidado|iniciado|cerrado|confirmado|indicado|creado))\b",
        re.IGNORECASE,
    ),
}

languages = pytest.mark.parametrize("language", translations.LANGUAGES)


def of_library(
    folder: str, catalogue: str, language: str, monkeypatch: pytest.MonkeyPatch
) -> Set[object]:
    """The texts that the library's code asks for and its catalogue knows."""
    monkeypatch.setattr(translations, "PROJECT_DIR", SITE_PACKAGES)
    path = translations.po_path(catalogue, language)
    with path.open("rb") as file:
        known = {message.id for message in read_po(file)}
    return known & {message.id for message in translations.extract(folder)}


def ours(language: str) -> Catalog:
    with translations.po_path("tournaments", language).open("rb") as file:
        return read_po(file, locale=language)


def texts_of(message: Message) -> tuple[str, ...]:
    """The translation, with its plural if it has one."""
    return (message.string,) if isinstance(message.string, str) else tuple(message.string or ())


@languages
def test_every_text_is_still_the_librarys(language: str, monkeypatch: pytest.MonkeyPatch) -> None:
    texts = {*TEXTS, *PLURALS}
    assert len(texts) == len(TEXTS) + len(PLURALS)
    for folder, catalogue in LIBRARIES.items():
        texts -= of_library(folder, catalogue, language, monkeypatch)
    assert texts == set(), "no longer in the library: remove it, or take over the new wording"


@languages
def test_our_translation_wins(language: str) -> None:
    catalog = ours(language)
    with override(language):
        for text in TEXTS:
            message = catalog.get(text)
            assert message, text
            assert (gettext(text),) == texts_of(message)
        for singular, plural in PLURALS:
            message = catalog.get((singular, plural))
            assert message, singular
            found = (ngettext(singular, plural, 1), ngettext(singular, plural, 2))
            assert found == texts_of(message)


@languages
def test_our_translation_is_familiar(language: str) -> None:
    for message in ours(language):
        if message.id and any("borrowed_texts" in place for place, _ in message.locations):
            assert not FORMAL[language].search(" ".join(texts_of(message)))


# What people see, from the door to the second factor


class Visitor:
    """Somebody whose browser asks for one language, and who minds being addressed formally."""

    def __init__(self, language: str) -> None:
        self.language = language
        self.client = Client(headers={"accept-language": language})

    def read(self, page: Page) -> None:
        text = html.unescape(strip_tags(page.text))
        assert page.status == 200
        assert f'lang="{self.language}"' in page.text
        self.check(text)

    def read_mail(self, *, count: int) -> None:
        assert len(mail.outbox) == count
        self.check(f"{mail.outbox[-1].subject}\n{mail.outbox[-1].body}")

    def check(self, text: str) -> None:
        found = FORMAL[self.language].search(text)
        assert not found, text[max(0, found.start() - 100) : found.end() + 100]

    def open(self, name: str) -> None:
        self.read(open_page(self.client, name))

    def send(self, name: str, **data: object) -> None:
        self.read(send(self.client, name, **data))


@pytest.fixture(params=translations.LANGUAGES)
def visitor(request: pytest.FixtureRequest, db: None, monkeypatch: pytest.MonkeyPatch) -> Visitor:
    # A test's transaction never commits: what waits for it must happen inside the request.
    monkeypatch.setattr(transaction, "on_commit", lambda callback: callback())
    return Visitor(request.param)


@pytest.mark.parametrize("name", ["account_login", "account_signup", "account_reset_password"])
def test_the_doors_are_familiar(visitor: Visitor, name: str) -> None:
    visitor.open(name)
    visitor.send(name)


def sign_up(visitor: Visitor, password: str = PASSWORD, **data: str) -> None:
    usual = {"email": "ana@example.org", "display_name": "Ana", "password2": password}
    visitor.send("account_signup", **usual | data, password1=password)


def test_signing_up_is_familiar(visitor: Visitor) -> None:
    sign_up(visitor)
    visitor.read_mail(count=1)
    visitor.send("account_email_verification_sent", code="WRONG1")
    visitor.send("account_email_verification_sent", action="resend")
    visitor.send("account_email_verification_sent", code=mailed_code())
    visitor.open("account_logout")
    visitor.send("account_logout")


def test_bad_entries_are_answered_familiarly(visitor: Visitor) -> None:
    sign_up(visitor, password2="another one", email="ana")
    for password in ("123456789", "password", "ana@example.org"):
        sign_up(visitor, password)
    sign_up(visitor, display_name="a" * 1000)


def test_a_known_address_is_answered_familiarly(visitor: Visitor) -> None:
    sign_up(visitor, email=UserFactory.create().email)
    visitor.read_mail(count=1)


def test_a_forgotten_password_is_familiar(visitor: Visitor) -> None:
    account = UserFactory.create(language=visitor.language)
    visitor.send("account_reset_password", email="nobody@example.org")
    visitor.read_mail(count=1)
    visitor.send("account_reset_password", email=account.email)
    visitor.read_mail(count=2)
    form = Page(visitor.client.get(mailed_link(), follow=True))
    visitor.read(form)
    fresh = {"password1": "quite another one", "password2": "quite another one"}
    visitor.read(Page(visitor.client.post(form.url, fresh, follow=True)))
    visitor.read_mail(count=3)
    visitor.read(Page(visitor.client.get(form.url, follow=True)))
    visitor.open("account_reset_password_from_key_done")


def test_wrong_passwords_are_answered_familiarly(visitor: Visitor) -> None:
    account = UserFactory.create(language=visitor.language)
    for _ in range(6):
        visitor.read(log_in(visitor.client, account.email, "wrong"))


def test_the_account_pages_are_familiar(visitor: Visitor) -> None:
    account = UserFactory.create(language=visitor.language)
    visitor.read(log_in(visitor.client, account.email))
    visitor.open("account_reset_password")
    visitor.open("account_change_password")
    visitor.send("account_reauthenticate", password="wrong")
    visitor.read(reauthenticate(visitor.client))
    visitor.open("account_change_password")
    visitor.send("account_change_password", oldpassword="wrong", password1="1", password2="2")
    visitor.send("account_email", email="new", action_add="")
    visitor.send("account_email", email="new@example.org", action_add="")
    visitor.read_mail(count=1)
    visitor.send("account_email_verification_sent", code=mailed_code())
    visitor.read_mail(count=2)
    visitor.send("account_email", email="new@example.org", action_remove="")
    visitor.send("account_profile", display_name="Ana", language="xx")
    fresh = {"password1": "quite another one", "password2": "quite another one"}
    visitor.send("account_change_password", oldpassword=PASSWORD, **fresh)
    visitor.read_mail(count=3)


def test_setting_up_the_second_factor_is_familiar(visitor: Visitor) -> None:
    account = UserFactory.create(language=visitor.language)
    log_in(visitor.client, account.email)
    reauthenticate(visitor.client)
    visitor.open("mfa_index")
    visitor.open("mfa_generate_recovery_codes")
    visitor.send("mfa_generate_recovery_codes")
    visitor.open("mfa_activate_totp")
    visitor.send("mfa_activate_totp", code="000000")
    secret = visitor.client.session["mfa.totp.secret"]
    visitor.send("mfa_activate_totp", code=totp(secret))
    visitor.read_mail(count=1)
    visitor.open("mfa_view_recovery_codes")
    visitor.open("mfa_generate_recovery_codes")
    visitor.send("mfa_generate_recovery_codes")
    visitor.read_mail(count=2)
    visitor.open("mfa_deactivate_totp")
    visitor.send("mfa_deactivate_totp")
    visitor.read_mail(count=3)


def test_using_the_second_factor_is_familiar(visitor: Visitor) -> None:
    account = UserFactory.create(language=visitor.language)
    give_second_factor(account)
    visitor.read(log_in(visitor.client, account.email))
    visitor.send("mfa_authenticate", code="000000")
    visitor.read(log_in_fully(visitor.client, account))
    visitor.open("account_reauthenticate")
    visitor.open("mfa_reauthenticate")
    visitor.send("mfa_reauthenticate", code="000000")
