"""Whatever is sent to an account's forms: a sentence at the field, never a 500.

Each form is described by what makes it succeed; every field is then spoilt in every way.
"""

from collections.abc import Callable
from dataclasses import dataclass, field
from urllib.parse import urlencode

import pytest
from django.core.cache import cache
from django.core.files.uploadedfile import SimpleUploadedFile
from django.test import Client
from django.urls import reverse
from hypothesis import HealthCheck, given
from hypothesis import settings as hypothesis_settings
from hypothesis import strategies as st

from tests.factories import PASSWORD, UserFactory, give_second_factor
from tests.tournaments.browsing import Page, log_in, open_page, reauthenticate, send
from tournaments.models import User

pytestmark = pytest.mark.django_db

NEW = "another long password"


def nobody(client: Client) -> None:
    pass


def somebody(client: Client) -> None:
    log_in(client, UserFactory.create(email="ana@example.org", display_name="Ana").email)


def somebody_fresh(client: Client) -> None:
    somebody(client)
    reauthenticate(client)


def with_a_code_to_type(client: Client) -> None:
    account = UserFactory.create(email="ana@example.org")
    give_second_factor(account)
    log_in(client, account.email)


def with_an_address_to_prove(client: Client) -> None:
    log_in(client, UserFactory.create(email="ana@example.org", verified=False).email)


def with_a_factor_to_set_up(client: Client) -> None:
    somebody_fresh(client)
    open_page(client, "mfa_activate_totp")


@dataclass(frozen=True)
class Form:
    """A form, who sees it, what it accepts, and whether an empty field is refused."""

    name: str
    before: Callable[[Client], None]
    data: dict[str, str]
    always: dict[str, str] = field(default_factory=dict)


FORMS = [
    Form("account_login", nobody, {"login": "ana@example.org", "password": PASSWORD}),
    Form(
        "account_signup",
        nobody,
        {
            "email": "ana@example.org",
            "display_name": "Ana",
            "password1": PASSWORD,
            "password2": PASSWORD,
        },
    ),
    Form("account_reset_password", nobody, {"email": "ana@example.org"}),
    Form("account_reauthenticate", somebody, {"password": PASSWORD}),
    Form(
        "account_change_password",
        somebody,
        {"oldpassword": PASSWORD, "password1": NEW, "password2": NEW},
    ),
    Form("account_email", somebody_fresh, {"email": "new@example.org"}, {"action_add": ""}),
    Form("account_email_verification_sent", with_an_address_to_prove, {"code": "ABCD-EFGH"}),
    Form("mfa_authenticate", with_a_code_to_type, {"code": "123456"}),
    Form("mfa_activate_totp", with_a_factor_to_set_up, {"code": "123456"}),
    Form("account_profile", somebody, {"display_name": "Ana", "language": "es"}),
    Form("account_delete", somebody_fresh, {"confirm": "on"}),
    Form("api_token_new", somebody_fresh, {"name": "laptop", "scopes": "bots:read", "days": "7"}),
]
FIELDS = [
    pytest.param(form, name, id=f"{form.name}-{name}") for form in FORMS for name in form.data
]
MAY_BE_EMPTY = ("account_profile", "language")
A_TICK = ("account_delete", "confirm")  # whatever comes from a tick box is a tick
# allauth takes a request without a code for a security key's, which we do not offer: it shows the
# page without a form. Only a hand-made request does that.
NO_FORM = ("mfa_authenticate", "code")

NULL = "a\x00b@example.org"
TRICKS = "\x01\x1b[31m\u202e<script>alert(1)</script>'; DROP TABLE tournaments_user; --" * 1500


def spoilt(form: Form, name: str, *values: object) -> list[dict[str, object]]:
    """The form's data with one field left out (None) or replaced."""
    good: dict[str, object] = {**form.data, **form.always}
    without = {key: value for key, value in good.items() if key != name}
    return [without if value is None else {**good, name: value} for value in values]


def check(page: Page, form: Form, name: str) -> None:
    assert page.status == 200
    assert page.url == reverse(form.name)
    # A hostile password may be a good one: then the field that repeats it disagrees.
    assert any(page.errors(other) for other in [*form.data, "__all__"]), name
    assert "<script>alert(1)" not in page.text


@pytest.mark.parametrize(("form", "name"), FIELDS)
def test_an_empty_field(client: Client, form: Form, name: str) -> None:
    form.before(client)
    key = (form.name, name)
    for data in spoilt(form, name, "", None):
        page = send(client, form.name, **data)
        assert page.status == 200
        if key != MAY_BE_EMPTY and not (key == NO_FORM and name not in data):
            check(page, form, name)


@pytest.mark.parametrize(("form", "name"), FIELDS)
def test_a_hostile_field(client: Client, form: Form, name: str) -> None:
    form.before(client)
    for data in spoilt(form, name, NULL, TRICKS):
        page = send(client, form.name, **data)
        if (form.name, name) == A_TICK:
            assert page.status == 200
            return
        check(page, form, name)


@pytest.mark.parametrize(("form", "name"), FIELDS)
def test_a_file_in_a_fields_place(client: Client, form: Form, name: str) -> None:
    form.before(client)
    for data in spoilt(form, name, SimpleUploadedFile("a.txt", b"text")):
        page = send(client, form.name, **data)
        assert page.status == 200
        if (form.name, name) not in (MAY_BE_EMPTY, NO_FORM):
            check(page, form, name)


def test_half_a_character_is_no_name(client: Client) -> None:
    body = urlencode({"display_name": b"\xed\xa0\x80\xed\xa0\x80", "email": b"\xff@example.org"})
    form = "application/x-www-form-urlencoded"
    page = Page(client.post(reverse("account_signup"), body, content_type=form))
    assert page.errors("display_name")
    assert page.errors("email")


@pytest.mark.parametrize("form", FORMS, ids=lambda form: form.name)
def test_the_wrong_kind_of_body(client: Client, form: Form) -> None:
    form.before(client)
    for content_type in ("application/json", "text/plain", "multipart/form-data; boundary=x"):
        answer = client.post(reverse(form.name), b"{\x00", content_type=content_type)
        assert answer.status_code < 500


@pytest.mark.parametrize("name", ["account_login", "account_signup", "home", "account_profile"])
@pytest.mark.parametrize(
    "query", ["next=%00", "next=//evil.example", "email=%00", "next=" + "x" * 9000]
)
def test_a_hostile_query(client: Client, name: str, query: str) -> None:
    assert client.get(f"{reverse(name)}?{query}").status_code < 500


@pytest.mark.parametrize(
    "path", ["-x", "1-x", "zzzzzzzzzzzzzzzzzzzzzz-x", "0-%00", "1-set-password"]
)
def test_a_hostile_reset_link(client: Client, path: str) -> None:
    answer = client.get(f"/accounts/password/reset/key/{path}/", follow=True)
    assert answer.status_code < 500
    assert "password1" not in answer.content.decode()


@hypothesis_settings(
    max_examples=25, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture]
)
@given(name=st.text(max_size=60), email=st.one_of(st.emails(), st.text(max_size=60)))
def test_signing_up_with_anything(name: str, email: str) -> None:
    data = {
        "email": email,
        "display_name": name,
        "password1": PASSWORD,
        "password2": PASSWORD,
    }
    cache.clear()  # the limits on sign-ups are not what is tested here
    answer = Client().post(reverse("account_signup"), data)
    assert answer.status_code in {200, 302}
    for account in User.objects.all():
        account.full_clean(exclude=["password"])
    User.objects.all().delete()
