"""Settings that a stale page cannot overwrite, how a league begins and ends, and who helps."""

import pytest
from django.test import Client
from django.urls import reverse

from tests.factories import LeagueFactory, UserFactory
from tests.tournaments.browsing import Page
from tests.tournaments.leagues.organizing import (
    browser_of,
    busy_scene,
    named_league,
    read,
    round_drawn,
    send,
    started_league,
)
from tests.tournaments.leagues.playing import play_published
from tournaments.models import League, LeagueOfficial

pytestmark = pytest.mark.django_db


def owner_of(league: League) -> Client:
    return browser_of(league.owner)


def as_shown(league: League) -> dict[str, object]:
    """The form of settings as its page shows it."""
    page = read(owner_of(league), "settings", league)
    form = page.response.context["form"]  # type: ignore[attr-defined]
    shown = {name: form[name].value() for name in form.fields}
    return {
        name: value for name, value in shown.items() if value is not None and value is not False
    }


def save(league: League, **changes: object) -> Page:
    return send(owner_of(league), "settings", league, **as_shown(league) | changes)


def test_saving_what_is_shown_changes_nothing() -> None:
    for league in (
        LeagueFactory.create(),
        LeagueFactory.create(game="durak"),
        LeagueFactory.create(competitors="bot", game="durak", match_length=10),
        LeagueFactory.create(format="groups"),
        started_league(4),
    ):
        before = League.objects.filter(pk=league.pk).values().get()
        page = save(league)
        assert "Saved." in page.text, page.response.context["form"].errors  # type: ignore[attr-defined]
        assert League.objects.filter(pk=league.pk).values().get() == before


def test_while_it_is_prepared_everything_can_change() -> None:
    league = LeagueFactory.create()
    save(league, name="Other", format="groups", groups="4", qualifiers="1", target_points="1500")
    league.refresh_from_db()
    assert (league.name, league.format, league.groups) == ("Other", "groups", 4)
    assert league.rule_version is not None
    assert league.rule_version.rules.target_points == 1500
    save(league, description="Rules of our own stay.")
    league.refresh_from_db()
    assert league.rule_version.rules.target_points == 1500


def test_under_way_only_what_harms_nobody_can_change() -> None:
    league = started_league(4)
    page = read(owner_of(league), "settings", league)
    for name in ("format", "rule_version", "rated"):
        assert f'name="{name}"' not in page.text, name
    save(league, tables="2", rounds_planned="5", format="knockout")
    league.refresh_from_db()
    assert (league.tables, league.rounds_planned, league.format) == (2, 5, "swiss")
    round_drawn(league)
    play_published(league)
    page = save(league, rounds_planned="0")
    assert page.errors("rounds_planned")


def test_a_stale_page_saves_nothing_and_says_so() -> None:
    league = LeagueFactory.create()
    stale = as_shown(league)
    save(league, name="Changed by a colleague")
    page = send(owner_of(league), "settings", league, **stale | {"name": "Mine"})
    assert page.status == 409
    assert "nothing was saved" in page.text
    league.refresh_from_db()
    assert league.name == "Changed by a colleague"


def test_tie_breaks_move_without_saving() -> None:
    league = LeagueFactory.create(tie_breaks=["wins", "buchholz"])
    page = save(league, move="down:wins", name="Typed meanwhile")
    form = page.response.context["form"]  # type: ignore[attr-defined]
    assert [one.code for one in form.tie_breaks_chosen()] == ["buchholz", "wins"]
    assert "Typed meanwhile" in page.text
    league.refresh_from_db()
    assert league.tie_breaks == ["wins", "buchholz"]


SPOILT = ("\0", "x" * 10_000, "-1", "1e400", "9" * 30, "NaN")


@pytest.mark.long
@pytest.mark.parametrize("spoilt", SPOILT)
def test_whatever_is_sent_the_settings_answer(spoilt: str) -> None:
    league = LeagueFactory.create()
    shown = as_shown(league)
    for name in shown:
        data = shown | {name: spoilt}
        assert send(owner_of(league), "settings", league, **data).status in (200, 409), name
    after = LeagueFactory.create(game="durak")
    for name in as_shown(after):
        assert save(after, **{name: spoilt}).status in (200, 409), name


def test_a_league_is_started_after_being_told_what_that_means() -> None:
    league = named_league(3)
    page = read(owner_of(league), "state", league, "start")
    assert "Start the league?" in page.text
    assert "cannot change any more" in page.text
    page = send(owner_of(league), "state", league, "start", note="")
    assert page.url == reverse("leagues:today", args=[league.public_id])
    league.refresh_from_db()
    assert league.state == League.State.RUNNING
    assert read(owner_of(league), "state", league, "start").status == 403


def test_what_keeps_a_league_from_starting_is_said_on_the_page() -> None:
    league = named_league(1)
    page = send(owner_of(league), "state", league, "start", note="")
    assert "at least two" in page.text
    assert page.status == 200


def test_ending_early_takes_a_note_and_can_be_undone() -> None:
    league = started_league(4)
    browser = owner_of(league)
    page = send(browser, "state", league, "finish", note="")
    assert page.errors("note")
    send(browser, "state", league, "finish", note="The hall is closed")
    league.refresh_from_db()
    assert league.state == League.State.FINISHED
    assert "Well done" in read(browser, "today", league).text
    send(browser, "state", league, "reopen", note="")
    league.refresh_from_db()
    assert league.state == League.State.RUNNING


def test_only_the_owner_calls_it_off() -> None:
    scene = busy_scene()
    helper = browser_of(scene.helper)
    assert read(helper, "state", scene.league, "call-off").status == 403
    send(browser_of(scene.owner), "state", scene.league, "call-off", note="Too few came")
    scene.league.refresh_from_db()
    assert scene.league.state == League.State.CANCELLED
    assert "called off" in read(helper, "today", scene.league).text
    assert read(helper, "state", scene.league, "nonsense").status == 404


def test_notes_are_refused_politely() -> None:
    league = named_league(3)
    for note in ("\0", "x" * 10_000):
        page = send(owner_of(league), "state", league, "start", note=note)
        assert page.errors("note")


def test_offices_are_given_changed_and_taken() -> None:
    league = LeagueFactory.create()
    helper = UserFactory.create(display_name="Hector", email="hector@example.org")
    browser = owner_of(league)
    page = send(browser, "officials", league, email_or_name="hector@example.org", role="scorer")
    assert "Hector is now: scorer." in page.text
    send(browser, "officials", league, email_or_name="Hector", role="co_organizer")
    assert LeagueOfficial.objects.get().role == "co_organizer"
    for name in ("nobody@example.org", "\0", "x" * 10_000, ""):
        page = send(browser, "officials", league, email_or_name=name, role="scorer")
        assert page.errors("email_or_name"), name
    assert send(browser, "officials", league, email_or_name="Hector", role="king").errors("role")
    send(browser, "official_drop", league, helper.pk)
    assert not LeagueOfficial.objects.exists()
    assert send(browser, "official_drop", league, 10**30).status == 200


def test_a_league_is_handed_over_to_a_co_organizer() -> None:
    scene = busy_scene()
    browser = browser_of(scene.owner)
    assert "Hector Helper" in read(browser, "hand_over", scene.league, scene.helper.pk).text
    send(browser, "hand_over", scene.league, scene.scorer.pk)
    scene.league.refresh_from_db()
    assert scene.league.owner == scene.owner  # a scorer cannot be made to answer for it
    page = send(browser, "hand_over", scene.league, scene.helper.pk)
    scene.league.refresh_from_db()
    assert scene.league.owner == scene.helper
    assert "You are a co-organizer" in page.text
    assert read(browser, "officials", scene.league).status == 403
