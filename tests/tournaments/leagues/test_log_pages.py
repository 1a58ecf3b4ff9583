"""The log, links and penalties: who did what, from what to what, and what can be switched off."""

import pytest
from django.test import Client

from tests.factories import LeagueFactory, UserFactory
from tests.tournaments.leagues.kit import owner
from tests.tournaments.leagues.organizing import (
    BusyScene,
    browser_of,
    busy_scene,
    named_league,
    read,
    send,
)
from tournaments.league_acts import LeagueAct
from tournaments.league_log import KINDS
from tournaments.models import League, LeagueAdjustment, LeagueEvent, LeagueLink
from tournaments.services.leagues.officials import official_add, official_remove
from tournaments.services.leagues.seeding import entries_seed

pytestmark = pytest.mark.django_db


def owner_of(league: League) -> Client:
    return browser_of(league.owner)


@pytest.fixture
def scene() -> BusyScene:
    return busy_scene()


def test_every_act_belongs_to_one_kind() -> None:
    sorted_in = [act for _text, acts in KINDS.values() for act in acts]
    assert sorted(sorted_in) == sorted(LeagueAct)


def test_the_log_tells_who_did_what_from_what_to_what(scene: BusyScene) -> None:
    league, browser = scene.league, browser_of(scene.owner)
    page = read(browser, "settings", league)
    form = page.response.context["form"]  # type: ignore[attr-defined]
    shown = {name: form[name].value() for name in form.fields if form[name].value() is not None}
    send(browser, "settings", league, **shown | {"points_win": "3", "score_entry": "officials"})
    text = read(browser, "log", league).text
    for words in (
        "The settings were changed.",
        "Olga Owner (owner)",
        "A win: 1",
        "<strong>3</strong>",
        "scorers and organizers",
        "Came late",
        "What that changed",
    ):
        assert words in text, words


def test_accounts_and_orders_are_told_by_name() -> None:
    league = named_league(3)
    helper = UserFactory.create(display_name="Hector", email="hector@example.org")
    visitor, public_id = owner(league), league.public_id
    official_add(
        public_id=public_id, visitor=visitor, email_or_name="hector@example.org", role="scorer"
    )
    official_remove(public_id=public_id, visitor=visitor, account_id=helper.pk)
    order = list(league.entries.order_by("-seed").values_list("pk", flat=True))
    league.refresh_from_db()
    entries_seed(public_id=public_id, visitor=visitor, order=order, revision=league.revision)
    text = read(owner_of(league), "log", league).text
    assert "Account: " in text
    assert "Hector" in text
    assert "Ana Fernández, Bea Ruiz" in text  # before
    assert "Carlos del Valle y Montesinos, Bea Ruiz" in text


def test_the_log_is_narrowed_down_and_goes_on(
    scene: BusyScene, monkeypatch: pytest.MonkeyPatch
) -> None:
    browser = browser_of(scene.owner)
    text = read(browser, "log", scene.league, kind="adjustments").text
    assert "given a penalty" in text
    assert "was published" not in text
    monkeypatch.setattr("tournaments.views.leagues.log.EVENTS_ON_A_PAGE", 2)
    page = read(browser, "log", scene.league)
    events = page.response.context["events"]  # type: ignore[attr-defined]
    older = read(browser, "log", scene.league, before=str(events[-1].event.pk))
    more = older.response.context["events"]  # type: ignore[attr-defined]
    assert more[0].event.pk < events[-1].event.pk
    for nonsense in ("x", "-1", "9" * 40, "\0"):
        assert read(browser, "log", scene.league, before=nonsense, kind=nonsense).status == 200


def test_events_of_those_who_are_gone_can_still_be_read() -> None:
    league = named_league(2)
    LeagueEvent.objects.create(
        league=league,
        revision=1,
        action=LeagueAct.ENTRY_REMOVED,
        role="owner",
        entry=10**9,
        before={"seed": 1, "competitor": 5, "something new": [1, {"a": None}]},
        after={"account": 10**9},
    )
    text = read(owner_of(league), "log", league).text
    assert "somebody who is gone" in text
    assert "an account that is gone" in text


def test_links_are_made_shown_as_pictures_replaced_and_switched_off(scene: BusyScene) -> None:
    league, browser = scene.league, browser_of(scene.owner)
    page = read(browser, "links", league)
    assert page.text.count("data:image/svg+xml;base64,") == 2
    assert "Scores of round 1" in page.text
    fixture = league.fixtures.order_by("place")[3]
    page = send(browser, "links", league, what=f"fixture:{fixture.public_id}")
    assert page.text.count("data:image/svg+xml;base64,") == 3
    send(browser, "link_drop", league, scene.link_id)
    assert LeagueLink.objects.get(pk=scene.link_id).revoked_at is not None
    page = read(browser, "links", league)
    assert page.text.count("data:image/svg+xml;base64,") == 2
    for wrong in ("", "round", "round:7", "fixture:", "fixture:x", "\0", "x" * 10_000, "join:1"):
        assert send(browser, "links", league, what=wrong).errors("what"), wrong
    assert send(browser, "link_drop", league, 10**30).status == 200


def test_a_league_of_bots_has_links_to_take_part_only() -> None:
    league = LeagueFactory.create(competitors="bot", game="durak", state=League.State.RUNNING)
    page = send(owner_of(league), "links", league, what="join")
    assert "Asking to take part" in page.text


def test_penalties_are_listed_added_and_cancelled(scene: BusyScene) -> None:
    league, browser = scene.league, browser_of(scene.owner)
    helped = {"entry": scene.entry_id, "kind": "bonus", "points": "1.5", "reason": "Helped"}
    assert "+1.5" in send(browser, "adjustments", league, **helped).text
    late = helped | {"kind": "penalty", "points": "0.5", "reason": "Late again"}
    assert "\N{MINUS SIGN}0.5" in send(browser, "adjustments", league, **late).text
    send(browser, "adjustment_drop", league, scene.adjustment_id)
    page = read(browser, "adjustments", league)
    assert "cancelled" in page.text
    kept = LeagueAdjustment.objects.get(pk=scene.adjustment_id)
    assert kept.cancelled_by == scene.owner
    assert send(browser, "adjustment_drop", league, 10**30).status == 404


@pytest.mark.parametrize(
    ("field", "value"),
    [
        ("entry", ""),
        ("entry", "0"),
        ("entry", "9" * 40),
        ("kind", ""),
        ("kind", "gift"),
        ("points", "0"),
        ("points", "-1"),
        ("points", "1e9"),
        ("points", "0.001"),
        ("points", "NaN"),
        ("points", "\0"),
        ("reason", ""),
        ("reason", "x" * 10_000),
        ("reason", "\0"),
    ],
)
def test_a_penalty_that_cannot_be_is_refused_at_its_field(
    scene: BusyScene, field: str, value: str
) -> None:
    data = {"entry": scene.entry_id, "kind": "penalty", "points": "1", "reason": "Late"}
    page = send(browser_of(scene.owner), "adjustments", scene.league, **data | {field: value})
    assert page.errors(field)
    assert LeagueAdjustment.objects.count() == 1
