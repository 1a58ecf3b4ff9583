"""Tokens and the reference for programs: sound everywhere, and a token that works when it is
copied from the page."""

import json
import urllib.request

from django.urls import reverse

from tests.e2e.browser import assert_sound, assert_sound_everywhere
from tests.e2e.conftest import Visit
from tests.factories import PASSWORD
from tournaments.models import User


def test_the_reference_lists_every_call_and_tells_each_in_full(visit: Visit) -> None:
    page = visit(reverse("api_reference"), device="phone")
    assert page.locator("h1").count() == 1
    assert_sound_everywhere(page)
    page.get_by_role("link", name="Ladders", exact=True).last.click()
    assert page.get_by_role("heading", name="A leaderboard", exact=True).is_visible()
    assert_sound_everywhere(page)
    page.get_by_text("How it is refused").first.click()
    assert page.get_by_text("Too many calls").first.is_visible()


def test_a_token_is_made_used_and_revoked(visit: Visit, ana: User) -> None:
    page = visit(reverse("api_tokens"), device="phone", account=ana)
    assert page.get_by_text("No token works at present").is_visible()
    assert_sound_everywhere(page)
    page.get_by_role("link", name="Make a token").click()
    if page.url.endswith(("reauthenticate/", "new/")) and page.get_by_label("Password").count():
        page.get_by_label("Password").fill(PASSWORD)
        page.locator("main").get_by_role("button").first.click()
    assert_sound_everywhere(page)
    page.get_by_label("What is it for?").fill("laptop")
    page.get_by_label("Read your bots").check()
    page.get_by_role("button", name="Make the token").click()
    assert_sound(page)
    text = page.get_by_label("laptop").input_value()
    page.get_by_role("link", name="Done").click()
    assert page.get_by_role("heading", name="laptop").is_visible()
    assert text not in page.content()
    origin = page.url.partition("/accounts/")[0]
    request = urllib.request.Request(
        f"{origin}/api/v1/me/", headers={"Authorization": f"Bearer {text}"}
    )
    with urllib.request.urlopen(request) as answer:
        assert json.load(answer)["token"]["name"] == "laptop"
    page.reload()
    assert page.get_by_text("never").count() == 0
    page.get_by_role("button", name="Revoke laptop").click()
    assert page.get_by_text("The token is revoked.").is_visible()
    assert page.get_by_role("heading", name="Tokens that have ended").is_visible()
    assert_sound_everywhere(page)
