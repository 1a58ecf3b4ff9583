"""The staff's site opens to staff who have shown a second factor in this session."""

import re

import pytest
from allauth.mfa.models import Authenticator
from django.contrib import admin
from django.test import Client
from django.urls import reverse

from scoring.burako import SEED_RULES
from tests.factories import PASSWORD, PlayerFactory, UserFactory, give_second_factor
from tests.totp import totp
from tests.tournaments.browsing import (
    Page,
    log_in,
    log_in_fully,
    open_page,
    reauthenticate,
    send,
    totp_code,
)
from tournaments.admin_site import StaffSite
from tournaments.models import ModerationEvent, RuleSet, User
from tournaments.services.people import player_of_account
from tournaments.services.rule_sets import rule_set_create

pytestmark = pytest.mark.django_db

INDEX = "admin:index"


def test_visitors_are_sent_to_the_only_log_in(client: Client) -> None:
    page = open_page(client, INDEX)
    assert page.url == reverse("account_login")
    assert page.response.request["QUERY_STRING"] == "next=%2Fadmin%2F"  # type: ignore[attr-defined]


def test_it_has_no_password_form_of_its_own(client: Client) -> None:
    staff = UserFactory.create(is_staff=True)
    give_second_factor(staff)
    credentials = {"username": staff.email, "password": PASSWORD}
    page = Page(client.post(reverse("admin:login"), credentials, follow=True))
    assert page.url == reverse("account_login")
    assert "_auth_user_id" not in client.session


def test_its_password_change_is_everybodys(client: Client) -> None:
    staff = UserFactory.create(is_staff=True)
    give_second_factor(staff)
    log_in_fully(client, staff)
    assert open_page(client, "admin:password_change").url == reverse("account_change_password")


def test_members_are_refused(client: Client) -> None:
    log_in(client, UserFactory.create().email)
    assert open_page(client, INDEX).status == 403


def test_staff_set_up_the_second_factor_at_the_first_visit(client: Client) -> None:
    staff = UserFactory.create(is_staff=True)
    log_in(client, staff.email)
    page = open_page(client, INDEX)
    assert page.url == reverse("account_reauthenticate")
    assert "Staff need a second factor" in page.text
    reauthenticate(client)
    open_page(client, "mfa_activate_totp")
    send(client, "mfa_activate_totp", code=totp(client.session["mfa.totp.secret"]))

    page = open_page(client, INDEX)
    assert page.url == reverse("mfa_reauthenticate"), "set up is not yet shown"
    shown = client.post(
        reverse("mfa_reauthenticate") + "?next=/admin/", {"code": totp_code(staff)}, follow=True
    )
    assert Page(shown).url == reverse(INDEX)
    assert Page(shown).status == 200


def test_the_second_factor_at_log_in_opens_it(client: Client) -> None:
    staff = UserFactory.create(is_staff=True)
    give_second_factor(staff)
    log_in_fully(client, staff)
    page = open_page(client, INDEX)
    assert (page.url, page.status) == (reverse(INDEX), 200)


def test_a_session_from_before_the_second_factor_does_not_open_it(client: Client) -> None:
    staff = UserFactory.create(is_staff=True)
    log_in(client, staff.email)
    give_second_factor(staff)
    assert open_page(client, INDEX).url == reverse("mfa_reauthenticate")


def test_losing_the_factor_or_the_staff_rights_closes_it_at_once(client: Client) -> None:
    staff = UserFactory.create(is_staff=True)
    give_second_factor(staff)
    log_in_fully(client, staff)
    Authenticator.objects.all().delete()
    assert open_page(client, INDEX).url == reverse("account_reauthenticate")
    give_second_factor(staff)
    User.objects.update(is_staff=False)
    assert open_page(client, INDEX).status == 403


def test_log_in_leads_nowhere_else(client: Client) -> None:
    staff = UserFactory.create(is_staff=True)
    give_second_factor(staff)
    log_in_fully(client, staff)
    answer = client.get(reverse("admin:login"), {"next": "https://evil.example/"})
    assert answer["Location"] == reverse(INDEX)


def test_only_our_own_models_are_there() -> None:
    assert isinstance(admin.site, StaffSite) or admin.site.__class__ is StaffSite
    labels = {model._meta.app_label for model in admin.site._registry}
    assert labels <= {"tournaments", "arena"}, "allauth's pages would show secrets"


@pytest.fixture
def staff_client(client: Client) -> Client:
    staff = UserFactory.create(is_staff=True, email="staff@example.org", display_name="The Staff")
    give_second_factor(staff)
    log_in_fully(client, staff)
    return client


def moderate(client: Client, account: User, **data: str) -> Page:
    url = reverse("admin:tournaments_user_moderate", args=[account.pk])
    return Page(client.post(url, {"reason": "Rude.", **data}, follow=True))


def test_staff_find_accounts_by_name_and_address(staff_client: Client) -> None:
    UserFactory.create(email="ana@example.org", display_name="Ana")
    UserFactory.create(email="bob@example.org", display_name="Bob")
    url = reverse("admin:tournaments_user_changelist")
    for query in ("Ana", "ana@example"):
        text = staff_client.get(url, {"q": query}).content.decode()
        assert "ana@example.org" in text
        assert "bob@example.org" not in text
    assert staff_client.get(url, {"q": "\x00"}).status_code == 200
    assert staff_client.get(url, {"is_active__exact": "0"}).status_code == 200


def test_an_account_is_shown_without_its_password_and_cannot_be_edited(
    staff_client: Client,
) -> None:
    account = UserFactory.create(display_name="Ana")
    url = reverse("admin:tournaments_user_change", args=[account.pk])
    text = staff_client.get(url).content.decode()
    assert account.email in text
    assert account.password not in text
    assert "md5" not in text
    assert 'name="display_name"' not in text
    changed = staff_client.post(url, {"display_name": "Eve", "is_active": ""})
    assert changed.status_code == 403
    account.refresh_from_db()
    assert (account.display_name, account.is_active) == ("Ana", True)


def test_superusers_do_not_edit_around_the_services_either(client: Client) -> None:
    root = UserFactory.create(is_staff=True, is_superuser=True)
    give_second_factor(root)
    log_in_fully(client, root)
    account = UserFactory.create()
    for name in ("change", "delete"):
        url = reverse(f"admin:tournaments_user_{name}", args=[account.pk])
        assert client.post(url, {"post": "yes"}).status_code == 403
    assert client.post(reverse("admin:tournaments_user_add"), {}).status_code == 403
    assert User.objects.count() == 2


def test_renaming_in_the_staffs_site(staff_client: Client) -> None:
    account = UserFactory.create(display_name="Offensive")
    page = moderate(staff_client, account, action="rename", display_name="  Nice   One ")
    assert page.url == reverse("admin:tournaments_user_change", args=[account.pk])
    account.refresh_from_db()
    assert account.display_name == "Nice One"
    event = ModerationEvent.objects.get()
    assert (event.before, event.after, event.reason) == ("Offensive", "Nice One", "Rude.")
    assert "Rude." in page.text, "the history is on the account's page"


@pytest.mark.parametrize(
    ("data", "field"),
    [
        ({"action": "rename"}, "display_name"),
        ({"action": "rename", "display_name": "\u202e"}, "display_name"),
        ({"action": "rename", "display_name": "x" * 10_000}, "display_name"),
        ({"action": "suspend", "reason": ""}, "reason"),
        ({"action": "suspend", "reason": "x" * 1001}, "reason"),
        ({"action": "suspend", "reason": "\x00"}, "reason"),
        ({"action": "nonsense"}, "action"),
        ({"action": ""}, "action"),
        ({"action": "staff_grant"}, "action"),
        ({"action": "reinstate"}, "action"),
    ],
)
def test_bad_moderation_gets_a_sentence_at_the_field(
    staff_client: Client, data: dict[str, str], field: str
) -> None:
    page = moderate(staff_client, UserFactory.create(), **data)
    assert page.status == 200
    assert page.errors(field)
    assert not ModerationEvent.objects.exists()


def test_a_refusal_of_the_service_is_shown(staff_client: Client) -> None:
    page = moderate(staff_client, UserFactory.create(is_staff=True), action="suspend")
    assert page.errors("__all__") == ["Only superusers may suspend or reinstate staff."]


def test_moderating_nobody_is_not_found(staff_client: Client) -> None:
    url = reverse("admin:tournaments_user_moderate", args=[10**9])
    assert staff_client.get(url).status_code == 404


def test_its_pages_obey_the_strict_content_policy(staff_client: Client) -> None:
    account = UserFactory.create()
    paths = [
        reverse(INDEX),
        reverse("admin:tournaments_user_changelist"),
        reverse("admin:tournaments_user_change", args=[account.pk]),
        reverse("admin:tournaments_user_moderate", args=[account.pk]),
        reverse("admin:tournaments_moderationevent_changelist"),
    ]
    for path in paths:
        answer = staff_client.get(path)
        text = answer.content.decode()
        assert "script-src 'self'" in answer["Content-Security-Policy"]
        assert not re.search(r"<script(?![^>]*\bsrc=)(?![^>]*application/json)", text), path
        assert not re.search(r"<style|\sstyle=|\son\w+=", text), path


def test_events_can_be_read_and_not_changed(staff_client: Client) -> None:
    account = UserFactory.create(display_name="Offensive")
    moderate(staff_client, account, action="hide_name")
    event = ModerationEvent.objects.get()
    listing = staff_client.get(reverse("admin:tournaments_moderationevent_changelist"))
    assert "Rude." in listing.content.decode()
    url = reverse("admin:tournaments_moderationevent_change", args=[event.pk])
    assert staff_client.get(url).status_code == 200
    assert staff_client.post(url, {"reason": "Nice."}).status_code == 403
    url = reverse("admin:tournaments_moderationevent_delete", args=[event.pk])
    assert staff_client.post(url, {"post": "yes"}).status_code == 403


@pytest.mark.django_db(transaction=True)  # allauth tells once the factor is stored
def test_setting_up_the_second_factor_opens_the_staff_site_at_once(client: Client) -> None:
    staff = UserFactory.create(is_staff=True)
    log_in(client, staff.email)
    reauthenticate(client)
    client.get(reverse("mfa_activate_totp"))
    send(client, "mfa_activate_totp", code=totp(client.session["mfa.totp.secret"]))
    assert client.get(reverse(INDEX)).status_code == 200


def test_the_staff_site_offers_no_way_around_the_second_factor(client: Client) -> None:
    staff = UserFactory.create(is_staff=True)
    log_in(client, staff.email)
    give_second_factor(staff)
    shown = Page(client.get(reverse(INDEX), follow=True))
    assert shown.url == reverse("mfa_reauthenticate")
    assert "Another way" not in shown.text
    assert "Another way" in Page(client.get(reverse("mfa_reauthenticate"))).text


def test_staff_replace_the_names_of_guests_and_rule_sets(staff_client: Client) -> None:
    guest = PlayerFactory.create(name="Offensive guest")
    rules = rule_set_create(
        owner=UserFactory.create(), name="Offensive rules", rules=SEED_RULES
    ).rule_set
    for kind, named in (("player", guest), ("ruleset", rules)):
        listing = reverse(f"admin:tournaments_{kind}_changelist")
        assert named.name in staff_client.get(listing, {"q": "Offensive"}).content.decode()
        page = reverse(f"admin:tournaments_{kind}_change", args=[named.pk])
        url = reverse(f"admin:tournaments_{kind}_moderate", args=[named.pk])
        assert url in staff_client.get(page).content.decode()
        assert staff_client.post(page, {"name": "Around"}).status_code == 403
        refused = Page(staff_client.post(url, {"name": "\u202e", "reason": ""}))
        assert refused.errors("name")
        assert refused.errors("reason")
        answer = staff_client.post(url, {"name": f"Nice {kind}", "reason": "Rude."})
        assert answer.headers["Location"] == page
        named.refresh_from_db()
        assert named.name == f"Nice {kind}"
    events = ModerationEvent.objects.values_list("before", "after")
    assert set(events) == {
        ("Offensive guest", "Nice player"),
        ("Offensive rules", "Nice ruleset"),
    }


def test_the_houses_rules_and_players_with_accounts_are_not_among_the_names(
    staff_client: Client,
) -> None:
    house = RuleSet.objects.get(is_house=True)
    own = player_of_account(account=UserFactory.create())
    for kind, named in (("player", own), ("ruleset", house)):
        url = reverse(f"admin:tournaments_{kind}_moderate", args=[named.pk])
        assert staff_client.get(url).status_code == 404
