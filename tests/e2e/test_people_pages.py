"""Players, pairs, histories and rules: accessible by day and by night, on a phone and at a desk."""

from django.urls import reverse
from playwright.sync_api import Page

from tests.e2e.browser import assert_sound, assert_sound_everywhere
from tests.e2e.conftest import Visit
from tests.e2e.people_scene import Scene, scene
from tournaments.models import RuleSet, User


def own_pages(found: Scene) -> list[str]:
    """What Ana sees."""
    own, guest, rules = found.own.public_id, found.guest.public_id, found.rules.rule_set.public_id
    return [
        reverse("people"),
        reverse("player", args=[own]),
        reverse("player", args=[guest]),
        reverse("player_rename", args=[guest]),
        reverse("player_invite", args=[guest]),
        reverse("player_forget", args=[guest]),
        reverse("pair", args=[found.pair.public_id]),
        reverse("players_versus", args=[own, found.rival.public_id]),
        reverse("pairs_versus", args=[found.pair.public_id, found.rival_pair.public_id]),
        reverse("invitation", args=[found.token]),
        reverse("rules"),
        reverse("rule_set", args=[rules]),
        reverse("rule_set_version", args=[rules, 1]),
        reverse("rule_set_edit", args=[rules]),
        reverse("rule_set_new"),
    ]


def public_pages(found: Scene) -> list[str]:
    """What everybody sees."""
    return [
        reverse("rules"),
        reverse("rules_burako"),
        reverse("rule_set", args=[found.rules.rule_set.public_id]),
        reverse("invitation", args=[found.token]),
    ]


def look_at(page: Page, paths: list[str]) -> None:
    for path in paths:
        page.goto(path)
        assert page.locator("h1").count() == 1, path
        assert_sound_everywhere(page)


def test_ones_own_pages(visit: Visit, ana: User) -> None:
    look_at(visit(device="phone", account=ana), own_pages(scene(ana)))


def test_public_pages(visit: Visit, ana: User) -> None:
    look_at(visit(device="phone"), public_pages(scene(ana)))


def test_empty_lists_and_a_dead_link(visit: Visit, ana: User) -> None:
    page = visit(device="phone", account=ana, expect_statuses=frozenset({410}))
    look_at(page, [reverse("people"), reverse("rules"), reverse("invitation", args=["x" * 43])])
    page.goto(reverse("people"))
    page.get_by_role("link", name="My own history").click()
    assert page.get_by_text("No matches yet").is_visible()
    assert_sound(page)


def test_inviting_and_claiming(visit: Visit, ana: User, live_server: object) -> None:
    found = scene(ana)
    page = visit(reverse("people"), device="phone", account=ana)
    page.get_by_role("link", name="Invite Beatriz").click()
    page.get_by_role("button", name="Make a link").click()
    assert page.get_by_role("img", name="QR code").is_visible()
    assert_sound(page)
    link = page.get_by_label("Link").input_value()

    carl = found.rival.account
    assert carl is not None
    other = visit(reverse("home"), device="phone")
    other.goto(link)
    assert other.get_by_role("heading", name="Are you Beatriz").is_visible()
    assert other.get_by_role("link", name="Create an account").is_visible()

    bea = visit(device="phone", account=_newcomer())
    bea.goto(link)
    bea.get_by_role("button", name="Yes, these are my results").click()
    bea.get_by_role("heading", name="Bea at last").wait_for()
    assert bea.get_by_text("3120 : 2480").is_visible()
    assert_sound(bea)


def test_a_clubs_rules_from_the_first_value_to_the_printed_page(visit: Visit, ana: User) -> None:
    page = visit(reverse("rules"), device="phone", account=ana)
    page.get_by_role("link", name="Save your rules").click()
    page.get_by_label("Name").fill("Club Sur")
    page.get_by_label("Points to win").fill("99999999999")
    page.get_by_label("Closing").fill("-5")
    page.get_by_role("button", name="Save").click()
    assert page.get_by_label("Closing").get_attribute("aria-invalid") == "true"
    assert page.get_by_text("Enter a number from 0 to 10000.").is_visible()
    assert_sound(page)
    page.get_by_label("Points to win").fill("1500")
    page.get_by_label("Closing").fill("150")
    page.get_by_role("button", name="Save").click()
    page.get_by_role("heading", name="Club Sur").wait_for()
    assert page.get_by_text("The side that closed gets +150 for it.").first.is_visible()
    page.get_by_role("button", name="Print").wait_for()  # shown by a script
    page.emulate_media(media="print")
    assert page.get_by_role("heading", name="A worked hand").is_visible()
    assert not page.locator(".site-header").is_visible()
    assert not page.get_by_role("link", name="Change").is_visible()
    assert RuleSet.objects.filter(owner=ana).count() == 1


def _newcomer() -> User:
    from tests.factories import UserFactory

    return UserFactory.create(display_name="Bea at last")
