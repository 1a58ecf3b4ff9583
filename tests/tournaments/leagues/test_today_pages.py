"""What needs the organizer now: everything that does, in order, and how many there are."""

from datetime import timedelta

import pytest
from django.test import Client
from django.utils import timezone

from tests.arena.shown_matches import DUEL, bench, bot_playing
from tests.factories import LeagueEntryFactory, LeagueFactory, UserFactory, running_league
from tests.tournaments.leagues.organizing import (
    browser_of,
    busy_scene,
    named_league,
    read,
    round_drawn,
    started_league,
)
from tests.tournaments.leagues.playing import give_result, play_published
from tournaments.league_acts import LeagueAct
from tournaments.models import Fixture, League, LeagueApplication, LeagueEvent, LeagueRound, Sheet
from tournaments.selectors import league_today
from tournaments.selectors.league_today import attention_count, today

pytestmark = pytest.mark.django_db


def owner_of(league: League) -> Client:
    return browser_of(league.owner)


def todo(league: League) -> list[str]:
    """The badges of the list, in their order."""
    page = read(owner_of(league), "today", league)
    return [one.badge for one in page.response.context["todo"]]  # type: ignore[attr-defined]


def test_the_most_urgent_comes_first_and_the_badge_counts_them_all() -> None:
    scene = busy_scene()
    assert todo(scene.league) == ["dispute", "to be confirmed", "overdue", "application"]
    assert attention_count(league=scene.league) == 4
    page = read(owner_of(scene.league), "today", scene.league)
    assert 'class="league-nav-count"' in page.text
    assert "Decide" in page.text


def test_the_leagues_own_page_has_the_badge_for_organizers_only() -> None:
    scene = busy_scene()
    badge = '<span class="badge badge-bad"><span class="visually-hidden">to do: </span>4</span>'
    assert badge in read(browser_of(scene.helper), "league", scene.league).text
    assert "to do" not in read(browser_of(scene.scorer), "league", scene.league).text
    assert "to do" not in read(browser_of(None), "league", scene.league).text


def test_a_sheet_in_dispute_is_listed_once() -> None:
    league = started_league(2)
    fixture = round_drawn(league).fixtures.get()
    assert league.rule_version is not None
    sheet = Sheet.objects.create(
        creator=league.owner,
        rule_version=league.rule_version,
        seats_count=2,
        status=Sheet.Status.DISPUTED,
    )
    Fixture.objects.filter(pk=fixture.pk).update(sheet=sheet, state=Fixture.State.PLAYING)
    late = timezone.now() - timedelta(hours=1)
    LeagueRound.objects.filter(league=league).update(deadline=late)
    assert todo(league) == ["dispute"]
    assert attention_count(league=league) == 1


def test_drawing_publishing_and_finishing_are_offered_in_turn() -> None:
    league = started_league(2, rounds_planned=1)
    assert todo(league) == ["can be drawn"]
    drawn = round_drawn(league, publish=False)
    assert todo(league) == ["draft"]
    LeagueRound.objects.filter(pk=drawn.pk).update(state=LeagueRound.State.PUBLISHED)
    League.objects.filter(pk=league.pk).update(revision=league.revision + 1)
    assert todo(league) == []
    assert "Nothing needs you now" in read(owner_of(league), "today", league).text
    play_published(league)
    League.objects.filter(pk=league.pk).update(revision=league.revision + 2)
    assert todo(league) == ["all played"]
    league.refresh_from_db()
    assert attention_count(league=league) == 1


def test_while_it_is_prepared_the_page_says_what_to_do_next() -> None:
    empty = LeagueFactory.create()
    page = read(owner_of(empty), "today", empty)
    assert "What to do next" in page.text
    assert "It takes two at least" in page.text
    ready = named_league(2)
    assert "settings/start/" in read(owner_of(ready), "today", ready).text


def test_todays_matches_are_told_but_not_counted() -> None:
    league = started_league(4)
    drawn = round_drawn(league)
    now = timezone.now()
    LeagueRound.objects.filter(pk=drawn.pk).update(starts_at=now)
    elsewhere = drawn.fixtures.order_by("place")[0]
    Fixture.objects.filter(pk=elsewhere.pk).update(starts_at=now + timedelta(days=3))
    page = read(owner_of(league), "today", league)
    assert len(page.response.context["playing"]) == 1  # type: ignore[attr-defined]
    assert attention_count(league=league) == 0


def test_a_postponed_match_is_late_only_after_its_new_day() -> None:
    league = started_league(2, rounds_planned=1)
    fixture = round_drawn(league).fixtures.get()
    now = timezone.now()
    LeagueRound.objects.filter(league=league).update(deadline=now - timedelta(days=5))
    later = now + timedelta(days=2)
    Fixture.objects.filter(pk=fixture.pk).update(state=Fixture.State.POSTPONED, starts_at=later)
    assert attention_count(league=league, now=now) == 0
    assert attention_count(league=league, now=now + timedelta(days=4)) == 1
    assert today(league=league, now=now + timedelta(days=4)).overdue.count == 1


def test_a_match_that_was_postponed_without_a_date_is_listed() -> None:
    league = started_league(2, rounds_planned=1)
    fixture = round_drawn(league).fixtures.get()
    Fixture.objects.filter(pk=fixture.pk).update(state=Fixture.State.POSTPONED)
    assert attention_count(league=league) == 1
    assert "It was postponed without a date." in read(owner_of(league), "today", league).text


def test_bots_that_cannot_play_are_named_with_the_reason() -> None:
    league = LeagueFactory.create(
        competitors="bot", game="durak", profile=DUEL, state=League.State.RUNNING
    )
    versions = [bot_playing(UserFactory.create(), name, [DUEL]) for name in ("Mustard", "Truco")]
    for version in versions:
        LeagueEntryFactory.create(league=league, competitor=version.bot.competitor)
    bench(versions[1].bot)
    page = read(owner_of(league), "today", league)
    found = [one for one in page.response.context["todo"] if one.badge == "cannot play"]  # type: ignore[attr-defined]
    assert [one.sentence for one in found] == ["Truco"]
    assert found[0].detail


def test_nobody_is_asked_to_draw_what_the_house_draws_by_itself() -> None:
    bots = running_league(4, competitors="bot")
    assert "can be drawn" not in todo(bots)
    people = running_league(4)
    assert "can be drawn" in todo(people)
    assert attention_count(league=people) == 1
    LeagueEvent.objects.create(
        league=bots, revision=1, action=LeagueAct.ROUND_DISCARDED, role="owner", by=bots.owner
    )
    assert "can be drawn" in todo(bots)  # its organizer is at it


def test_a_league_of_bots_says_that_it_plays_by_itself() -> None:
    league = LeagueFactory.create(competitors="bot", game="durak", profile=DUEL)
    browser = owner_of(league)
    for page in (read(browser, "today", league), read(browser, "state", league, "start")):
        assert "The league plays by itself then" in page.text
        assert "Draw the first round" not in page.text
        assert "More can be entered later" not in page.text


def test_long_lists_are_cut_and_counted(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(league_today, "LISTED_MAX", 2)
    league = running_league(8, format="swiss")
    for fixture in round_drawn(league).fixtures.all():
        give_result(fixture, 1, 2, state=Fixture.State.DISPUTED)
    found = today(league=league)
    assert (len(found.disputes.listed), found.disputes.count, found.disputes.more) == (2, 4, 2)
    assert "and 2 more matches" in read(owner_of(league), "today", league).text


def test_those_who_asked_in_vain_are_forgotten_when_it_is_over() -> None:
    league = LeagueFactory.create()
    LeagueApplication.objects.create(league=league, name="Wanda")
    assert attention_count(league=league) == 1
    league.state = League.State.FINISHED
    assert attention_count(league=league) == 0


def test_nothing_drawn_is_shown_of_a_draft_league(client: Client) -> None:
    """Somebody with the address alone is not told that the league exists."""
    league = named_league(2)
    client.force_login(UserFactory.create())
    assert read(client, "today", league).status == 404
