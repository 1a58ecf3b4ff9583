"""Every page on a phone and at a desk, by day and by night: accessible, and no wider than it."""

from allauth.mfa.adapter import get_adapter as get_mfa_adapter
from django.core.cache import cache
from pytest_django import Settings

from tests.e2e.browser import assert_sound_everywhere
from tests.e2e.conftest import Visit
from tests.factories import PASSWORD, give_second_factor
from tests.totp import totp
from tournaments.models import User

PUBLIC = [
    "/",
    "/authors/",
    "/privacy/",
    "/accounts/login/",
    "/accounts/signup/",
    "/accounts/password/reset/",
    "/accounts/password/reset/done/",
    "/accounts/password/reset/key/1-wrong/",
    "/accounts/password/reset/key/done/",
    "/accounts/inactive/",
]
OWN_ACCOUNT = [
    "/",
    "/accounts/profile/",
    "/accounts/email/",
    "/accounts/password/change/",
    "/accounts/2fa/",
    "/accounts/2fa/totp/activate/",
    "/accounts/reauthenticate/",
    "/accounts/logout/",
    "/accounts/delete/",
]
SECOND_FACTOR = [
    "/accounts/2fa/",
    "/accounts/2fa/recovery-codes/",
    "/accounts/2fa/recovery-codes/generate/",
    "/accounts/2fa/totp/deactivate/",
    "/accounts/2fa/reauthenticate/",
]
ERRORS = ["400", "403", "403_csrf", "404", "413", "429", "500", "507"]


def test_public_pages(visit: Visit) -> None:
    page = visit(device="phone")
    for path in PUBLIC:
        page.goto(path)
        assert page.locator("h1").count() == 1, path
        assert_sound_everywhere(page)


def test_pages_of_ones_own_account(visit: Visit, ana: User) -> None:
    ana.display_name = "Maximiliana-Hortensia von und zu Wolkenst"[:40]
    ana.save()
    page = visit(device="phone", account=ana)
    for path in OWN_ACCOUNT:
        page.goto(path)
        assert page.url.endswith(path)
        assert page.locator("h1").count() == 1, path
        assert_sound_everywhere(page)


def test_second_factor_pages(visit: Visit, ana: User) -> None:
    page = visit(device="phone", account=ana)
    secret = get_mfa_adapter().decrypt(give_second_factor(ana).data["secret"])
    for path in SECOND_FACTOR:
        page.goto(path)
        assert page.url.endswith(path)
        assert_sound_everywhere(page)
    cache.clear()  # a code counts once; the next steps may fall into the same half minute

    fresh = visit("/accounts/login/", device="phone")
    fresh.get_by_label("Email").fill(ana.email)
    fresh.get_by_label("Password").fill(PASSWORD)
    fresh.locator("main").get_by_role("button").click()
    fresh.wait_for_url("**/2fa/authenticate/")
    assert_sound_everywhere(fresh)
    fresh.locator("[name=code]").fill("000000")
    fresh.get_by_role("button", name="Sign In").click()
    assert fresh.locator(".errorlist").is_visible()
    assert_sound_everywhere(fresh)
    fresh.locator("[name=code]").fill(totp(secret))
    fresh.get_by_role("button", name="Sign In").click()
    fresh.wait_for_url("**/")


def test_error_pages(visit: Visit, settings: Settings) -> None:
    settings.ROOT_URLCONF = "tests.e2e.error_urls"
    statuses = frozenset(int(name[:3]) for name in ERRORS)
    page = visit(device="phone", expect_statuses=statuses)
    for name in ERRORS:
        page.goto(f"/error/{name}/")
        assert page.locator("h1").count() == 1
        assert page.get_by_role("link", name="Go to the home page").is_visible()
        assert_sound_everywhere(page)


def test_errors_of_a_form_stand_at_the_field(visit: Visit) -> None:
    page = visit("/accounts/signup/", device="phone")
    page.locator("form.form").evaluate("form => { form.noValidate = true }")
    page.get_by_role("button", name="Sign Up").click()
    name = page.get_by_label("Display name")
    assert name.get_attribute("aria-invalid") == "true"
    described_by = (name.get_attribute("aria-describedby") or "").split()
    assert "id_display_name_error" in described_by
    assert page.locator("#id_display_name_error").is_visible()
    assert_sound_everywhere(page)
