"""The pages of people and rules: what they do, and what they say to bad input."""

import re
from html import unescape
from typing import Any

import pytest
from django.test import Client
from django.urls import reverse
from django.utils.html import strip_tags

from scoring.burako import SEED_RULES, BurakoRuleSet
from tests.factories import PlayerFactory, RuleSetVersionFactory, UserFactory
from tournaments.forms import RuleSetForm
from tournaments.models import Player, PlayerInvitation, RuleSet, RuleSetVersion, User
from tournaments.selectors.rule_sets import house_rule_version
from tournaments.services.invitations import invitation_create
from tournaments.services.people import pair_get_or_create, player_create, player_of_account

pytestmark = pytest.mark.django_db

HOSTILE = [
    *("", "   ", "x", "a" * 41, "a" * 100_000, "a\x00b", "Ana\u202etxt", "\u2800\u2800\u2800"),
    *("....", "e" + "\u0301" * 9, "\ud83d"),
]
BAD_NUMBERS = ["", "x", "-1", "1.5", "1e3", "9" * 40, "9" * 5000, "NaN", "\x00", "<b>1</b>"]


@pytest.fixture
def ana() -> User:
    return UserFactory.create(display_name="Ana")


@pytest.fixture
def browser(ana: User) -> Client:
    client = Client()
    client.force_login(ana)
    return client


def text_of(response: Any) -> str:  # noqa: ANN401 - Django's test response has no public type
    return re.sub(r"\s+", " ", unescape(strip_tags(response.content.decode())))


# Players


def test_adding_somebody(browser: Client, ana: User) -> None:
    page = browser.post(reverse("people"), {"name": "  Bea   <b>López</b> "}, follow=True)
    assert Player.objects.get(created_by=ana).name == "Bea <b>López</b>"
    assert "Bea &lt;b&gt;López&lt;/b&gt;" in page.content.decode()
    assert "<b>López" not in page.content.decode()


@pytest.mark.parametrize("name", HOSTILE, ids=lambda name: ascii(name)[:20])
def test_a_bad_name_gets_a_sentence_at_the_field(browser: Client, ana: User, name: str) -> None:
    guest = player_create(name="Bea", actor=ana)
    raw = name.encode("utf-8", "surrogatepass")
    for address in (reverse("people"), reverse("player_rename", args=[guest.public_id])):
        body = b"name=" + b"".join(b"%%%02X" % byte for byte in raw)
        page = browser.generic(
            "POST", address, body, content_type="application/x-www-form-urlencoded"
        )
        assert page.status_code == 200
        assert page.context["form"].errors["name"]
    assert Player.objects.filter(created_by=ana).count() == 1


def test_nothing_sent_at_all_gets_a_sentence(browser: Client) -> None:
    page = browser.post(reverse("people"), {})
    assert page.status_code == 200
    assert page.context["form"].errors["name"]


def test_renaming_and_removing(browser: Client, ana: User) -> None:
    guest = player_create(name="Bea", actor=ana)
    browser.post(reverse("player_rename", args=[guest.public_id]), {"name": "Beatriz"})
    guest.refresh_from_db()
    assert guest.name == "Beatriz"
    assert "Beatriz" in text_of(browser.get(reverse("player_forget", args=[guest.public_id])))
    browser.post(reverse("player_forget", args=[guest.public_id]))
    assert not Player.objects.filter(pk=guest.pk).exists()


def test_a_claimed_player_is_nobodys_guest_any_more(browser: Client, ana: User) -> None:
    guest = player_create(name="Bea", actor=ana)
    Player.objects.filter(pk=guest.pk).update(account=UserFactory.create(), name="")
    for route in ("player_rename", "player_invite", "player_revoke"):
        assert (
            browser.post(reverse(route, args=[guest.public_id]), {"name": "X"}).status_code == 404
        )
    assert browser.get(reverse("player", args=[guest.public_id])).status_code == 404
    assert browser.get(reverse("player_forget", args=[guest.public_id])).status_code == 200


@pytest.mark.parametrize(
    "address", ["/players/%00%00%00%00%00%00%00%00/", "/players/x/", "/pairs/ñ/"]
)
def test_a_made_up_address_is_no_page(browser: Client, address: str) -> None:
    assert browser.get(address).status_code == 404


# Invitations


def test_the_link_is_shown_once_with_its_picture(browser: Client, ana: User) -> None:
    guest = player_create(name="Bea", actor=ana)
    address = reverse("player_invite", args=[guest.public_id])
    assert "/invitations/" not in text_of(browser.get(address))
    page = browser.post(address)
    found = re.search(r"http://testserver(/invitations/[\w-]{43}/)", page.content.decode())
    assert found
    assert 'src="data:image/svg+xml;base64,' in page.content.decode()
    assert "no-store" in page["Cache-Control"]
    assert found.group(1) not in browser.get(address).content.decode()
    assert "invited" in text_of(browser.get(reverse("people")))
    assert Client().get(found.group(1)).status_code == 200


def test_withdrawing_a_link(browser: Client, ana: User) -> None:
    guest = player_create(name="Bea", actor=ana)
    _, token = invitation_create(player=guest, actor=ana)
    browser.post(reverse("player_revoke", args=[guest.public_id]))
    assert Client().get(reverse("invitation", args=[token])).status_code == 410


def test_looking_at_a_link_changes_nothing(ana: User) -> None:
    guest = player_create(name="Bea", actor=ana)
    _, token = invitation_create(player=guest, actor=ana)
    visitor = Client()
    page = visitor.get(reverse("invitation", args=[token]))
    assert "Are you Bea?" in text_of(page)
    assert f"?next=%2Finvitations%2F{token}%2F" in page.content.decode()
    assert visitor.post(reverse("invitation", args=[token])).status_code == 302
    guest.refresh_from_db()
    assert guest.account is None
    assert PlayerInvitation.objects.get().used_at is None


def test_claiming(ana: User) -> None:
    guest = player_create(name="Bea", actor=ana)
    _, token = invitation_create(player=guest, actor=ana)
    account = UserFactory.create(display_name="Beatriz")
    browser = Client()
    browser.force_login(account)
    page = browser.post(reverse("invitation", args=[token]), follow=True)
    assert "Done: these results are yours now." in text_of(page)
    assert page.request["PATH_INFO"] == reverse("player", args=[guest.public_id])
    again = browser.post(reverse("invitation", args=[token]))
    assert again.status_code == 410
    assert "used already" in text_of(again)
    assert Client().get(reverse("invitation", args=[token])).status_code == 410


def test_a_claim_that_cannot_be_says_why(browser: Client, ana: User) -> None:
    guest = player_create(name="Bea", actor=ana)
    pair_get_or_create(players=(player_of_account(account=ana), guest))
    _, token = invitation_create(player=guest, actor=ana)
    page = browser.get(reverse("invitation", args=[token]))
    assert "You made this link yourself" in text_of(page)
    page = browser.post(reverse("invitation", args=[token]))
    assert page.status_code == 410
    assert "same table" in text_of(page)


@pytest.mark.parametrize("token", ["x" * 8, "x" * 43, "x" * 128])
def test_a_guessed_link_is_dead(token: str) -> None:
    invitation_create(
        player=PlayerFactory.create(created_by=(creator := UserFactory.create())), actor=creator
    )
    assert Client().get(reverse("invitation", args=[token])).status_code == 410


# Rules


def ticked(values: dict[str, object]) -> dict[str, object]:
    """A browser sends nothing for an empty box and for no number at all."""
    return {
        name: value for name, value in values.items() if value is not None and value is not False
    }


def posted(rules: BurakoRuleSet = SEED_RULES, **changes: object) -> dict[str, object]:
    """What a browser sends for these rules."""
    values = {**RuleSetForm.initial_of(rules, "Club Norte"), **changes}
    del values["schema"]
    return ticked(values)


def test_saving_a_clubs_rules_and_changing_them(browser: Client, ana: User) -> None:
    page = browser.post(reverse("rule_set_new"), posted(close=150), follow=True)
    version = RuleSetVersion.objects.get(rule_set__owner=ana)
    assert version.rules == BurakoRuleSet(close=150)
    assert "The side that closed gets +150 for it." in text_of(page)
    edit = reverse("rule_set_edit", args=[version.rule_set.public_id])
    page = browser.post(edit, posted(close=200, may_end_hand="on"), follow=True)
    assert "version 2 is in force" in text_of(page)
    old = browser.get(reverse("rule_set_version", args=[version.rule_set.public_id, 1]))
    assert "gets +150" in text_of(old)
    assert "not in force any more" in text_of(old)


def test_the_form_shows_what_is_in_force(browser: Client, ana: User) -> None:
    browser.post(reverse("rule_set_new"), posted(BurakoRuleSet(close=150, pierna_of_twos=True)))
    rule_set = RuleSet.objects.get(owner=ana)
    form = browser.get(reverse("rule_set_edit", args=[rule_set.public_id])).context["form"]
    unchanged = posted(BurakoRuleSet(close=150, pierna_of_twos=True))
    shown = {name: form[name].value() for name in form.fields}
    assert ticked(shown) == unchanged


NUMBER_FIELDS = [
    name for name, value in RuleSetForm.initial_of(SEED_RULES).items()
    if isinstance(value, int) and not isinstance(value, bool) and name != "schema"
]  # fmt: skip


@pytest.mark.parametrize("field", [*NUMBER_FIELDS, "hand_limit", "time_limit_minutes"])
def test_a_bad_number_gets_a_sentence_at_its_field(browser: Client, field: str) -> None:
    optional = field in {"hand_limit", "time_limit_minutes"}
    for value in [*BAD_NUMBERS, None]:
        if optional and not value:
            continue
        data = posted() | {field: value}
        page = browser.post(reverse("rule_set_new"), ticked(data))
        assert page.status_code == 200, value
        assert set(page.context["form"].errors) >= {field}, value
    assert not RuleSet.objects.filter(is_house=False).exists()


@pytest.mark.parametrize("field", ["opening_per", "unplayed_rack_free"])
@pytest.mark.parametrize("value", ["", "nobody", "x" * 10_000, "\x00", None])
def test_a_bad_choice_gets_a_sentence_at_its_field(
    browser: Client, field: str, value: str | None
) -> None:
    page = browser.post(reverse("rule_set_new"), ticked(posted() | {field: value}))
    assert page.status_code == 200
    assert set(page.context["form"].errors) == {field}


@pytest.mark.parametrize("name", HOSTILE[:-1], ids=lambda name: ascii(name)[:20])
def test_a_bad_name_of_rules_gets_a_sentence(browser: Client, name: str) -> None:
    page = browser.post(reverse("rule_set_new"), posted(name=name))
    assert page.status_code == 200
    assert set(page.context["form"].errors) == {"name"}


def test_an_empty_form_gets_sentences_and_no_500(browser: Client) -> None:
    page = browser.post(reverse("rule_set_new"), {})
    assert page.status_code == 200
    assert {"name", "close", "tile_joker", "opening_per"} <= set(page.context["form"].errors)


def test_a_match_without_an_end_is_refused(browser: Client) -> None:
    page = browser.post(reverse("rule_set_new"), posted(target_points=None))
    assert "Say how a match ends" in str(page.context["form"].errors["target_points"])


def test_rules_start_from_another_page(browser: Client) -> None:
    other = RuleSetVersionFactory.create(values=BurakoRuleSet(close=170).as_dict())
    address = reverse("rule_set_new")
    page = browser.get(address, {"from": other.rule_set.public_id})
    assert page.context["form"]["close"].value() == 170
    for nonsense in ("", "x", "\x00", "x" * 5000):
        assert browser.get(address, {"from": nonsense}).context["form"]["close"].value() == 100


def test_archiving(browser: Client, ana: User) -> None:
    browser.post(reverse("rule_set_new"), posted())
    rule_set = RuleSet.objects.get(owner=ana)
    address = reverse("rule_set_archive", args=[rule_set.public_id])
    page = browser.post(address, {"archived": "yes"}, follow=True)
    assert "These rules are archived" in text_of(page)
    assert "Play with these rules" not in text_of(page)
    page = browser.post(address, {"archived": "no"}, follow=True)
    assert "Play with these rules" in text_of(page)


def test_everybody_reads_a_clubs_rules_and_nobody_else_changes_them() -> None:
    version = RuleSetVersionFactory.create(values=BurakoRuleSet(close=170).as_dict())
    page = Client().get(reverse("rule_set", args=[version.rule_set.public_id]))
    assert "gets +170" in text_of(page)
    assert "What is different from our Burako" in text_of(page)
    assert reverse("rule_set_edit", args=[version.rule_set.public_id]) not in page.content.decode()


def test_the_houses_rules_have_one_address() -> None:
    house = house_rule_version().rule_set
    page = Client().get(reverse("rule_set", args=[house.public_id]))
    assert page["Location"] == reverse("rules_burako")


@pytest.mark.parametrize("number", [0, 2, 2**31, 10**30])
def test_a_version_that_does_not_exist_is_no_page(number: int) -> None:
    house = house_rule_version().rule_set
    address = reverse("rule_set_version", args=[house.public_id, number])
    assert Client().get(address).status_code == 404


def test_the_worked_hand_is_counted_on_the_page() -> None:
    text = text_of(Client().get(reverse("rules_burako")))
    assert "Closed the hand +100" in text
    assert "Total +680" in text
    assert "Total −390" in text  # noqa: RUF001


def test_anybody_plays_a_clubs_rules_from_their_page() -> None:
    version = RuleSetVersionFactory.create(values=BurakoRuleSet(close=170).as_dict())
    visitor = Client()
    page = visitor.get(reverse("rule_set", args=[version.rule_set.public_id]))
    address = f"{reverse('sheets:new')}?rules={version.rule_set.public_id}"
    assert address in page.content.decode()
    form = visitor.get(address).context["form"]
    assert form["rule_version"].value() == version.pk
    data = {"seats": "2", "seat_0": "Ana", "seat_1": "Bea", "rule_version": version.pk}
    assert visitor.post(reverse("sheets:new"), data).status_code == 200  # not offered elsewhere
    assert visitor.post(address, data).status_code == 302
    assert version.sheets.count() == 1
