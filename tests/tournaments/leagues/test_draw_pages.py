"""Rounds: drawn with reasons, changed by hand with conflicts shown, published and taken back."""

import pytest
from django.test import Client
from django.urls import reverse

from tests.tournaments.browsing import Page
from tests.tournaments.leagues.organizing import (
    browser_of,
    named_league,
    read,
    round_drawn,
    send,
    started_league,
)
from tests.tournaments.leagues.playing import give_result, play_published
from tournaments.models import League, LeagueRound

pytestmark = pytest.mark.django_db

DRAFT, PUBLISHED = LeagueRound.State.DRAFT, LeagueRound.State.PUBLISHED


def owner_of(league: League) -> Client:
    return browser_of(league.owner)


def places(drawn: LeagueRound) -> dict[str, str]:
    """The form that changes a round, as it stands."""
    sent = {}
    for table, fixture in enumerate(drawn.fixtures.order_by("place")):
        sent[f"table-{table}-0"] = str(fixture.first_id)
        sent[f"table-{table}-1"] = str(fixture.second_id)
    return sent


def edit(league: League, drawn: LeagueRound, **data: object) -> Page:
    league.refresh_from_db()
    data.setdefault("revision", league.revision)
    return send(owner_of(league), "draw_edit", league, drawn.number, **data)


def test_drawing_shows_a_draft_with_reasons_that_only_organizers_see() -> None:
    league = started_league(5)
    page = send(owner_of(league), "draw", league)
    assert page.url == reverse("leagues:draw_round", args=[league.public_id, 1])
    assert page.text.count("Why these two?") == 2
    assert "no opponent" in page.text
    assert "Ana Fernández" in page.text
    assert league.rounds.get().state == DRAFT
    public = reverse("leagues:round", args=[league.public_id, 1])
    assert Client().get(public).status_code == 404


def test_why_nothing_can_be_drawn_is_said() -> None:
    league = started_league(4)
    round_drawn(league)
    page = read(owner_of(league), "draw", league)
    assert "waits for results" in page.text
    assert "Draw the next round" not in page.text
    page = send(owner_of(league), "draw", league)
    assert "waits for results" in page.text
    play_published(league)
    League.objects.filter(pk=league.pk).update(revision=league.revision + 1)
    assert "Draw the next round" in read(owner_of(league), "draw", league).text


def test_before_the_start_nothing_is_drawn() -> None:
    league = named_league(4)
    assert "Start the league" in read(owner_of(league), "draw", league).text
    assert send(owner_of(league), "draw", league).status == 403


def test_a_round_is_published_with_its_dates_and_taken_back() -> None:
    league = started_league(4)
    drawn = round_drawn(league, publish=False)
    browser = owner_of(league)
    dates = {"starts_at": "2031-05-06T19:30", "deadline": "2031-05-13T23:59"}
    where = (browser, "draw_round", league, 1)
    page = send(*where, what="publish", revision=league.revision, **dates)
    assert "Published" in page.text
    drawn.refresh_from_db()
    assert drawn.state == PUBLISHED
    assert drawn.starts_at is not None
    assert (drawn.starts_at.hour, drawn.starts_at.day) == (19, 6)
    page = send(*where, what="dates", starts_at="", deadline="", revision=league.revision)
    assert "nothing was saved" in page.text  # it is published since
    league.refresh_from_db()
    send(*where, what="dates", starts_at="", deadline="", revision=league.revision)
    drawn.refresh_from_db()
    assert drawn.starts_at is None
    send(*where, what="unpublish")
    drawn.refresh_from_db()
    assert drawn.state == DRAFT


def test_a_round_that_is_being_played_stays_published() -> None:
    league = started_league(4)
    drawn = round_drawn(league)
    give_result(drawn.fixtures.order_by("place")[0], 3000, 10)
    page = send(owner_of(league), "draw_round", league, 1, what="unpublish")
    assert "cannot be taken back" in page.text
    assert league.rounds.get().state == PUBLISHED


def test_a_draft_is_thrown_away_but_not_one_that_somebody_else_has_changed() -> None:
    league = started_league(4)
    round_drawn(league, publish=False)
    seen = league.revision
    browser = owner_of(league)
    page = send(browser, "draw_round", league, 1, what="discard", revision=seen - 1)
    assert "nothing was saved" in page.text
    assert league.rounds.exists()
    send(browser, "draw_round", league, 1, what="discard", revision=seen)
    assert not league.rounds.exists()


@pytest.mark.parametrize(
    ("dates", "field"),
    [
        ({"starts_at": "yesterday"}, "starts_at"),
        ({"starts_at": "0001-01-01T00:00"}, "starts_at"),
        ({"deadline": "9999-12-31T23:59"}, "deadline"),
        ({"starts_at": "2031-05-06T19:30", "deadline": "2031-05-05T19:30"}, "deadline"),
        ({"deadline": "\0"}, "deadline"),
        ({"deadline": "9" * 10_000}, "deadline"),
    ],
)
def test_dates_that_cannot_be_are_refused_at_their_field(dates: dict[str, str], field: str) -> None:
    league = started_league(4)
    round_drawn(league)
    page = send(owner_of(league), "draw_round", league, 1, what="dates", **dates)
    assert page.errors(field)


def test_checking_shows_conflicts_and_saves_nothing_and_saving_saves() -> None:
    league = started_league(6)
    first = round_drawn(league)
    play_published(league)
    League.objects.filter(pk=league.pk).update(revision=league.revision + 1)
    drawn = round_drawn(league, publish=False)
    before = places(drawn)
    page = edit(league, drawn, check="yes", **before)
    assert "Nothing is odd" in page.text
    again = places(first)
    page = edit(league, drawn, check="yes", **again)
    assert "mind" in page.text
    assert "met" in page.text
    assert places(drawn) == before
    page = edit(league, drawn, save="yes", **again)
    assert page.url == reverse("leagues:draw_round", args=[league.public_id, 2])
    assert places(drawn) == again
    assert "Mind before you publish" in page.text


def test_whoever_sits_nowhere_has_no_opponent() -> None:
    league = started_league(4)
    drawn = round_drawn(league, publish=False)
    sent = places(drawn) | {"table-1-0": "", "table-1-1": ""}
    edit(league, drawn, save="yes", **sent)
    assert drawn.fixtures.count() == 1
    assert drawn.byes.count() == 2


def test_the_impossible_is_refused_at_its_place() -> None:
    league = started_league(4)
    drawn = round_drawn(league, publish=False)
    sent = places(drawn)
    twice = edit(league, drawn, save="yes", **sent | {"table-1-0": sent["table-0-0"]})
    assert twice.errors("table-1-0")
    alone = edit(league, drawn, save="yes", **sent | {"table-0-1": ""})
    assert alone.errors("table-0-1")
    for spoilt in ("0", "9" * 30, "\0", "x" * 10_000):
        page = edit(league, drawn, save="yes", **sent | {"table-0-0": spoilt})
        assert page.errors("table-0-0"), spoilt
    assert places(drawn) == sent


def test_a_page_from_before_anothers_change_is_refused_and_saves_nothing() -> None:
    league = started_league(4)
    drawn = round_drawn(league, publish=False)
    sent = places(drawn)
    swapped = sent | {"table-0-0": sent["table-0-1"], "table-0-1": sent["table-0-0"]}
    stale = league.revision
    edit(league, drawn, save="yes", **swapped)
    page = edit(league, drawn, save="yes", revision=stale, **sent)
    assert page.status == 409
    assert "nothing was saved" in page.text
    assert places(drawn) == swapped
    for nonsense in ("", "x", "9" * 40):
        assert edit(league, drawn, save="yes", revision=nonsense, **sent).status == 409


def test_many_are_typed_instead_of_chosen(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("tournaments.forms.leagues.draw.LISTS_MAX", 3)
    league = started_league(4)
    drawn = round_drawn(league, publish=False)
    page = read(owner_of(league), "draw_edit", league, 1)
    assert "<select" not in page.text.split("<main")[1].split("</main>")[0]
    names = {"table-0-0": "ana fernández", "table-0-1": "Dora"}
    rest = {"table-1-0": "Bea Ruiz", "table-1-1": "Carlos del Valle y Montesinos"}
    page = edit(league, drawn, save="yes", **names | {"table-1-0": "Nobody", "table-1-1": "Dora"})
    assert page.errors("table-1-0")
    assert page.errors("table-1-1")
    edit(league, drawn, save="yes", **names, **rest)
    first = drawn.fixtures.order_by("place")[0]
    assert first.first.competitor.public_name == "Ana Fernández"


def test_a_published_round_is_not_edited() -> None:
    league = started_league(4)
    drawn = round_drawn(league)
    page = edit(league, drawn, save="yes", **places(drawn))
    assert "Take it back" in page.text
    assert read(owner_of(league), "draw_edit", league, 77).status == 404
    assert read(owner_of(league), "draw_round", league, 10**30).status == 404


def test_all_rounds_of_a_round_robin_are_dated_and_published_at_once() -> None:
    league = started_league(4, format="round_robin", rounds_planned=0)
    browser = owner_of(league)
    page = send(browser, "draw", league)
    assert "3 drafts" in page.text
    wrong = send(browser, "draw", league, what="dates", first="", every="0", days="x")
    for field in ("first", "every", "days"):
        assert wrong.errors(field), field
    dates = {"first": "2031-01-01T20:00", "every": "7", "days": "6"}
    page = send(browser, "draw", league, what="dates", revision=league.revision, **dates)
    assert "nothing was saved" in page.text
    assert not league.rounds.exclude(starts_at=None).exists()
    league.refresh_from_db()
    send(browser, "draw", league, what="dates", revision=league.revision, **dates)
    starts = [one.starts_at.day for one in league.rounds.order_by("number") if one.starts_at]
    assert starts == [1, 8, 15]
    last = league.rounds.order_by("number").last()
    assert last is not None
    assert last.deadline is not None
    assert last.deadline.day == 21
    page = send(browser, "draw", league, what="publish", revision=0)
    assert "nothing was saved" in page.text
    league.refresh_from_db()
    send(browser, "draw", league, what="publish", revision=league.revision)
    assert not league.rounds.filter(state=DRAFT).exists()


def test_in_a_bracket_only_those_who_are_drawn_change_places() -> None:
    league = started_league(4, format="knockout", rounds_planned=0)
    first = round_drawn(league, publish=False)
    sent = places(first)
    swapped = sent | {"table-0-1": sent["table-1-1"], "table-1-1": sent["table-0-1"]}
    page = edit(league, first, save="yes", **swapped)
    assert "Saved." in page.text
    assert places(first) == swapped
    send(owner_of(league), "draw", league, what="publish", revision=league.revision + 1)
    play_published(league)
    League.objects.filter(pk=league.pk).update(revision=league.revision + 9)
    league.refresh_from_db()
    final = round_drawn(league, publish=False)
    page = read(owner_of(league), "draw_edit", league, final.number)
    assert page.text.count("<fieldset") == 1
    assert page.text.count("<option") == 2 * 3  # the two who won, or nobody
    page = edit(league, final, save="yes", **{"table-0-0": "", "table-0-1": ""})
    assert page.status == 200
    assert final.fixtures.count() == 1


def test_groups_are_drawn_and_a_stranger_to_the_group_is_a_conflict() -> None:
    league = started_league(8, format="groups", groups=2, qualifiers=2, rounds_planned=0)
    send(owner_of(league), "draw", league)
    drawn = league.rounds.order_by("number")[0]
    sent = places(drawn)
    groups = dict(league.entries.values_list("pk", "group"))
    other = next(
        name for name, pk in sent.items() if groups[int(pk)] != groups[int(sent["table-0-0"])]
    )
    mixed = sent | {"table-0-0": sent[other], other: sent["table-0-0"]}
    page = edit(league, drawn, check="yes", **mixed)
    assert "different groups" in page.text
