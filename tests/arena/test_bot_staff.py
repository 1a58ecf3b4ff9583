"""What staff see of bots, and do to them."""

import pytest
from django.core.exceptions import PermissionDenied, ValidationError
from django.test import Client
from django.urls import reverse

from arena.models import BotVersion, Validation
from arena.runner.orders import Verdict
from arena.services.moderation import bot_moderate_name
from tests.arena.bots import Runner, owner_of, submit
from tests.factories import BotFactory, MatchFactory, UserFactory
from tests.permissions.roles import Role, client_for
from tournaments.models import ModerationEvent

pytestmark = pytest.mark.django_db


@pytest.fixture
def staff_client() -> Client:
    return client_for(Role.STAFF_2FA)


@pytest.mark.parametrize("role", Role)
def test_staff_with_a_second_factor_find_the_operators_pages(role: Role) -> None:
    match = MatchFactory.create()
    bot = BotFactory.create()
    client = client_for(role)
    for kind, found in (("match", match), ("bot", bot)):
        here = reverse({"match": "matches:match", "bot": "bots:bot"}[kind], args=[found.public_id])
        there = reverse(f"operators:{kind}", args=[found.public_id])
        page = client.get(here).content.decode()
        assert (f'href="{there}"' in page) is (role is Role.STAFF_2FA), kind


def test_a_bad_name_is_replaced_and_leaves_its_trace() -> None:
    bot = BotFactory.create(name="Rude", description="Very rude.")
    staff = UserFactory.create(is_staff=True)
    event = bot_moderate_name(bot=bot, actor=staff, reason="Rude.", name=" Kind ")
    bot.refresh_from_db()
    assert (bot.name, bot.name_key, bot.description) == ("Kind", "kind", "")
    assert (event.account, event.actor) == (owner_of(bot), staff)
    assert (event.action, event.before, event.after) == ("rename_bot", "Rude", "Kind")


def test_only_staff_with_a_reason_and_a_good_name_replace_one() -> None:
    bot = BotFactory.create(name="Rude")
    BotFactory.create(name="Taken")
    staff = UserFactory.create(is_staff=True)
    with pytest.raises(PermissionDenied):
        bot_moderate_name(bot=bot, actor=UserFactory.create(), reason="No.", name="Kind")
    for reason, name in (("", "Kind"), ("Rude.", ""), ("Rude.", "taken"), ("Rude.", "a\u200bb")):
        with pytest.raises(ValidationError):
            bot_moderate_name(bot=bot, actor=staff, reason=reason, name=name)
    assert not ModerationEvent.objects.exists()
    bot.refresh_from_db()
    assert bot.name == "Rude"


def test_the_staffs_pages(staff_client: Client, queue: Runner) -> None:
    bot = BotFactory.create(name="Rude")
    version = submit(bot)
    queue.answer(version, Verdict.INVALID)
    rows = {"bot": bot, "botversion": version, "validation": Validation.objects.get()}
    for name, row in rows.items():
        for address in (
            reverse(f"admin:arena_{name}_changelist"),
            reverse(f"admin:arena_{name}_changelist") + "?q=rude",
            reverse(f"admin:arena_{name}_change", args=[row.pk]),
        ):
            assert staff_client.get(address).status_code == 200, address
    address = reverse("admin:arena_bot_moderate", args=[bot.pk])
    assert staff_client.get(address).status_code == 200
    answer = staff_client.post(address, {"name": "Kind", "reason": "Rude."})
    assert answer.status_code == 302
    bot.refresh_from_db()
    assert bot.name == "Kind"


def test_staff_have_a_version_checked_again(staff_client: Client, queue: Runner) -> None:
    version = submit(BotFactory.create())
    queue.answer(version, Verdict.INVALID)
    address = reverse("admin:arena_botversion_changelist")
    chosen = {"action": "check_again", "_selected_action": [version.pk]}
    page = staff_client.post(address, chosen, follow=True)
    assert "is being checked" in page.content.decode()
    assert BotVersion.objects.get().state == BotVersion.State.CHECKING
    page = staff_client.post(address, chosen, follow=True)
    assert "nothing to repeat" in page.content.decode()
    assert Validation.objects.count() == 2
