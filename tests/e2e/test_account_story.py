"""A newcomer's first evening, on a phone."""

import re

from django.core.cache import cache
from django.core.mail import EmailMessage
from playwright.sync_api import Page, expect

from tests.e2e.browser import assert_sound
from tests.e2e.conftest import Visit
from tests.totp import totp
from tournaments.models import User

PASSWORD = "tres tristes tigres"


def _submit(page: Page) -> None:
    page.locator("main form.form button[type=submit]").first.click()


def _code_in(message: EmailMessage) -> str:
    found = re.search(r"^\s*([A-Z0-9]{3,4}-?[A-Z0-9]{3,4})\s*$", str(message.body), re.MULTILINE)
    assert found, message.body
    return found.group(1)


def test_sign_up_second_factor_and_back(visit: Visit, mailoutbox: list[EmailMessage]) -> None:
    page = visit(device="phone")

    # Sign up; a wrong code is refused at the field, the right one opens the door.
    page.get_by_role("link", name="Create an account").first.click()
    page.get_by_label("Email").fill("Rosa@Example.org")
    page.get_by_label("Display name").fill("Rosa")
    page.get_by_label("Password", exact=True).fill(PASSWORD)
    page.get_by_label("Password (again)").fill(PASSWORD)
    _submit(page)
    page.wait_for_url("**/confirm-email/")
    assert_sound(page)
    page.locator("[name=code]").fill("WRONG1")
    _submit(page)
    expect(page.locator(".errorlist").first).to_be_visible()
    assert_sound(page)
    page.locator("[name=code]").fill(_code_in(mailoutbox[0]))
    _submit(page)
    expect(page.locator(".who")).to_have_text("Rosa")
    assert User.objects.get().email == "rosa@example.org"
    assert_sound(page)

    # Set up the second factor and keep the recovery codes.
    page.goto("/accounts/2fa/")
    page.get_by_role("link", name="Set it up").click()
    if "reauthenticate" in page.url:
        page.get_by_label("Password", exact=True).fill(PASSWORD)
        _submit(page)
    expect(page.locator("img.qr")).to_be_visible()
    assert page.locator("img.qr").evaluate("image => image.complete && image.naturalWidth > 0")
    assert_sound(page)
    secret = page.get_by_label("Secret").input_value()
    page.locator("[name=code]").fill(totp(secret))
    _submit(page)
    page.wait_for_url("**/recovery-codes/")
    assert_sound(page)
    recovery_codes = page.get_by_label("Unused codes").input_value().split()
    assert len(recovery_codes) == 10

    # Log out, and in again with password and code.
    page.locator(".site-tools details:last-child summary").click()
    page.get_by_role("button", name="Sign out").click()
    expect(page.get_by_role("link", name="Sign in")).to_be_visible()
    assert_sound(page)
    cache.clear()  # a code counts once; this may be the same half minute as above
    page.get_by_role("link", name="Sign in").click()
    page.get_by_label("Email").fill("rosa@example.org")
    page.get_by_label("Password", exact=True).fill(PASSWORD)
    _submit(page)
    page.wait_for_url("**/2fa/authenticate/")
    page.locator("[name=code]").fill(totp(secret))
    _submit(page)
    expect(page.locator(".who")).to_have_text("Rosa")


def test_change_the_address(visit: Visit, ana: User, mailoutbox: list[EmailMessage]) -> None:
    page = visit("/accounts/email/", device="phone", account=ana)
    page.get_by_label("New address").fill("ana.nueva@example.org")
    _submit(page)
    assert_sound(page)
    code = next(_code_in(mail) for mail in mailoutbox if mail.to == ["ana.nueva@example.org"])
    page.goto("/accounts/email/")
    assert_sound(page)
    page.goto("/accounts/confirm-email/")
    page.locator("[name=code]").fill(code)
    _submit(page)
    page.wait_for_url("**/")
    ana.refresh_from_db()
    assert ana.email == "ana.nueva@example.org"


def test_a_forgotten_password(visit: Visit, ana: User, mailoutbox: list[EmailMessage]) -> None:
    page = visit("/accounts/login/", device="phone")
    page.get_by_role("link", name="Forgot your password?").click()
    page.get_by_label("Email").fill(ana.email)
    _submit(page)
    expect(page.locator("h1")).to_have_text("Password Reset")
    assert_sound(page)
    found = re.search(r"https?://[^/\s]+(/\S+)", str(mailoutbox[-1].body))
    assert found
    page.goto(found.group(1))
    assert_sound(page)
    page.get_by_label("New Password", exact=True).fill(PASSWORD)
    page.get_by_label("New Password (again)").fill(PASSWORD)
    _submit(page)
    assert_sound(page)
    page.goto("/accounts/login/")
    page.get_by_label("Email").fill(ana.email)
    page.get_by_label("Password", exact=True).fill(PASSWORD)
    _submit(page)
    expect(page.locator(".who")).to_have_text("Ana Fernández")
