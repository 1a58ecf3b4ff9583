"""What staff do to accounts, by the services."""

from collections.abc import Callable

import pytest
from django.core import mail
from django.core.exceptions import PermissionDenied, ValidationError
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.urls import reverse
from pytest_django import DjangoCaptureOnCommitCallbacks

from scoring.burako import SEED_RULES
from tests.factories import PlayerFactory, UserFactory, give_second_factor
from tests.tournaments.browsing import is_logged_in, log_in, log_in_fully
from tournaments.models import (
    AccountSession,
    ModerationEvent,
    RuleSet,
    RuleSetVersion,
    User,
)
from tournaments.second_factor import second_factor_is_set_up
from tournaments.services.moderation import (
    account_factor_reset,
    account_hide_name,
    account_reinstate,
    account_rename,
    account_show_name,
    account_staff_grant,
    account_staff_revoke,
    account_suspend,
    player_moderate_name,
    rule_set_moderate_name,
)
from tournaments.services.people import player_of_account
from tournaments.services.rule_sets import rule_set_create

pytestmark = pytest.mark.django_db

Service = Callable[..., ModerationEvent]
SERVICES: list[Service] = [
    account_rename,
    account_hide_name,
    account_show_name,
    account_suspend,
    account_reinstate,
    account_staff_grant,
    account_staff_revoke,
    account_factor_reset,
]


@pytest.fixture
def staff() -> User:
    return UserFactory.create(is_staff=True)


@pytest.fixture
def root() -> User:
    return UserFactory.create(is_staff=True, is_superuser=True)


def carry_out(service: Service, account: User, actor: User, reason: str = "Rude.") -> User:
    extra = {"display_name": "Nice One"} if service is account_rename else {}
    service(account=account, actor=actor, reason=reason, **extra)
    account.refresh_from_db()
    return account


def test_renaming_keeps_what_it_replaced(staff: User) -> None:
    account = carry_out(account_rename, UserFactory.create(display_name="Offensive"), staff)
    event = account.moderation_events.get()
    assert (event.before, event.after) == ("Offensive", "Nice One")
    assert (event.actor, event.action) == (staff, "rename")


def test_the_new_name_obeys_the_rule_for_names(staff: User) -> None:
    with pytest.raises(ValidationError):
        account_rename(
            account=UserFactory.create(), actor=staff, reason="Rude.", display_name="\u202ex"
        )
    assert not ModerationEvent.objects.exists()


def test_a_hidden_name_is_hidden_until_it_is_shown_again(staff: User) -> None:
    account = carry_out(account_hide_name, UserFactory.create(display_name="Offensive"), staff)
    assert str(account) == f"Player {account.pk}"
    assert carry_out(account_show_name, account, staff).public_name == "Offensive"


def test_suspension_logs_out_everywhere_at_once(staff: User) -> None:
    account, bystander = UserFactory.create(), Client()
    phone, laptop = Client(), Client()
    for client in (phone, laptop):
        log_in(client, account.email)
    log_in(bystander, staff.email)
    carry_out(account_suspend, account, staff)
    assert not is_logged_in(phone)
    assert not is_logged_in(laptop)
    assert is_logged_in(bystander)
    carry_out(account_reinstate, account, staff)
    assert not is_logged_in(phone), "old sessions do not come back"


def test_a_suspended_account_gets_a_clear_page_and_only_with_its_password(staff: User) -> None:
    account = carry_out(account_suspend, UserFactory.create(), staff)
    page = log_in(Client(), account.email)
    assert page.url == reverse("account_inactive")
    assert "suspended" in page.text
    assert log_in(Client(), account.email, "wrong password").url == reverse("account_login")


def test_a_reinstated_account_logs_in_again(client: Client, staff: User) -> None:
    account = carry_out(account_suspend, UserFactory.create(), staff)
    carry_out(account_reinstate, account, staff)
    log_in(client, account.email)
    assert is_logged_in(client)
    assert [event.action for event in account.moderation_events.all()] == ["reinstate", "suspend"]


@pytest.mark.parametrize("service", SERVICES)
@pytest.mark.parametrize("suspended_staff", [True, False])
def test_only_active_staff_moderate(service: Service, suspended_staff: bool) -> None:
    actor = UserFactory.create(is_staff=suspended_staff, is_active=not suspended_staff)
    with pytest.raises(PermissionDenied):
        carry_out(service, UserFactory.create(), actor)
    assert not ModerationEvent.objects.exists()


def test_staff_cannot_suspend_themselves(staff: User, root: User) -> None:
    for actor in (staff, root):
        with pytest.raises(PermissionDenied, match="yourself"):
            carry_out(account_suspend, actor, actor)


def test_only_superusers_suspend_and_reinstate_staff(staff: User, root: User) -> None:
    other = UserFactory.create(is_staff=True)
    with pytest.raises(PermissionDenied):
        carry_out(account_suspend, other, staff)
    carry_out(account_suspend, other, root)
    with pytest.raises(PermissionDenied):
        carry_out(account_reinstate, other, staff)
    assert carry_out(account_reinstate, other, root).is_active


def test_only_superusers_appoint_staff(staff: User, root: User) -> None:
    account = UserFactory.create()
    for service in (account_staff_grant, account_staff_revoke):
        with pytest.raises(PermissionDenied):
            carry_out(service, account, staff)
    assert carry_out(account_staff_grant, account, root).is_staff
    assert not carry_out(account_staff_revoke, account, root).is_staff
    with pytest.raises(PermissionDenied):
        carry_out(account_staff_revoke, root, root)


@pytest.mark.parametrize(
    ("service", "state"),
    [
        (account_hide_name, {"name_hidden": True}),
        (account_show_name, {}),
        (account_suspend, {"is_active": False}),
        (account_reinstate, {}),
        (account_staff_grant, {"is_staff": True}),
        (account_staff_revoke, {}),
    ],
)
def test_doing_what_is_done_already_is_refused_with_a_sentence(
    root: User, service: Service, state: dict[str, bool]
) -> None:
    with pytest.raises(ValidationError):
        carry_out(service, UserFactory.create(**state), root)


@pytest.mark.parametrize("reason", ["", "   ", "x" * 1001, "a\x00b"])
@pytest.mark.parametrize("service", [account_rename, account_hide_name, account_suspend])
def test_without_a_good_reason_nothing_happens(staff: User, service: Service, reason: str) -> None:
    account = UserFactory.create(display_name="Ana")
    before = User.objects.values().get(pk=account.pk)
    with pytest.raises(ValidationError):
        # The step and its reason stand or fall together.
        carry_out(service, account, staff, reason=reason)
    assert User.objects.values().get(pk=account.pk) == before
    assert not ModerationEvent.objects.exists()


def test_an_account_that_has_gone_meanwhile(staff: User) -> None:
    account = UserFactory.create()
    User.objects.filter(pk=account.pk).delete()
    with pytest.raises(ValidationError, match="does not exist"):
        account_suspend(account=account, actor=staff, reason="Rude.")


def test_both_rows_are_locked_in_one_order(staff: User) -> None:
    with CaptureQueriesContext(
        connection,
    ) as queries:
        account_suspend(account=UserFactory.create(), actor=staff, reason="Rude.")
    locks = [query["sql"] for query in queries if "FOR UPDATE" in query["sql"]]
    assert len(locks) == 1
    assert "ORDER BY" in locks[0]


def test_rights_that_have_just_ended_do_not_count(root: User) -> None:
    User.objects.filter(pk=root.pk).update(is_superuser=False)
    with pytest.raises(PermissionDenied):
        carry_out(account_staff_grant, UserFactory.create(), root)


def test_sessions_know_their_account(client: Client) -> None:
    account = UserFactory.create()
    log_in(client, account.email)
    assert AccountSession.objects.get(account_id=account.pk).session_key == (
        client.session.session_key
    )


def test_a_lost_second_factor_is_removed_by_a_superuser_and_its_owner_is_told(
    staff: User, root: User, django_capture_on_commit_callbacks: DjangoCaptureOnCommitCallbacks
) -> None:
    account = UserFactory.create()
    give_second_factor(account)
    with pytest.raises(PermissionDenied, match="Only superusers"):
        carry_out(account_factor_reset, account, staff)
    with django_capture_on_commit_callbacks(execute=True):
        carry_out(account_factor_reset, account, root, "Showed a passport.")
    assert not second_factor_is_set_up(account)
    log_in(client := Client(), account.email)
    assert is_logged_in(client)
    assert [message.to for message in mail.outbox] == [[account.email]]
    with pytest.raises(ValidationError, match="no second factor"):
        carry_out(account_factor_reset, account, root)


def test_removing_a_second_factor_ends_every_session(root: User) -> None:
    account = UserFactory.create()
    give_second_factor(account)
    client = Client()
    log_in_fully(client, account)
    assert is_logged_in(client)
    carry_out(account_factor_reset, account, root)
    assert not is_logged_in(client)


# Names of guests and of rule sets


def test_a_guests_name_is_replaced_and_counts_for_who_typed_it_in(staff: User) -> None:
    guest = PlayerFactory.create(name="Offensive")
    event = player_moderate_name(player=guest, actor=staff, reason="Rude.", name="  Nice  One ")
    guest.refresh_from_db()
    assert guest.public_name == "Nice One"
    assert (event.before, event.after, event.action) == ("Offensive", "Nice One", "rename_player")
    assert (event.account, event.actor) == (guest.created_by, staff)


def test_a_rule_sets_name_is_replaced_and_its_values_stay(staff: User) -> None:
    owner = UserFactory.create()
    version = rule_set_create(owner=owner, name="Offensive", rules=SEED_RULES)
    event = rule_set_moderate_name(
        rule_set=version.rule_set, actor=staff, reason="Rude.", name="Club"
    )
    version = RuleSetVersion.objects.get(pk=version.pk)
    assert (version.rule_set.public_name, version.rules) == ("Club", SEED_RULES)
    assert (event.account, event.before, event.after) == (owner, "Offensive", "Club")


def test_a_name_whose_author_is_gone_is_replaced_all_the_same(staff: User) -> None:
    guest = PlayerFactory.create(name="Offensive", created_by=None)
    event = player_moderate_name(player=guest, actor=staff, reason="Rude.", name="Nice One")
    assert (event.account, str(event)) == (None, "guest renamed: Nice One")


def test_what_cannot_be_renamed_says_why(staff: User) -> None:
    own = player_of_account(account=UserFactory.create())
    with pytest.raises(ValidationError, match="moderate the account"):
        player_moderate_name(player=own, actor=staff, reason="Rude.", name="Nice One")
    house = RuleSet.objects.get(is_house=True)
    with pytest.raises(ValidationError, match="keep their name"):
        rule_set_moderate_name(rule_set=house, actor=staff, reason="Rude.", name="Nice One")
    guest = PlayerFactory.create(name="Bea")
    for name, reason in (("", "Rude."), ("\u202ex", "Rude."), ("x" * 41, "Rude."), ("Bea", "")):
        with pytest.raises(ValidationError):
            player_moderate_name(player=guest, actor=staff, reason=reason, name=name)
    assert not ModerationEvent.objects.exists()


@pytest.mark.parametrize("fields", [{"is_staff": False}, {"is_staff": True, "is_active": False}])
def test_only_staff_replace_names(fields: dict[str, bool]) -> None:
    nobody = UserFactory.create(**fields)
    with pytest.raises(PermissionDenied):
        player_moderate_name(
            player=PlayerFactory.create(), actor=nobody, reason="Rude.", name="Nice One"
        )
    version = rule_set_create(owner=UserFactory.create(), name="Club", rules=SEED_RULES)
    with pytest.raises(PermissionDenied):
        rule_set_moderate_name(
            rule_set=version.rule_set, actor=nobody, reason="Rude.", name="Nice One"
        )
