"""Rows of a league as the kernel's book, and how much reading that takes."""

from collections.abc import Callable
from decimal import Decimal

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext
from django.utils import timezone

from scoring.league import LeagueBook, Rest, Stage
from scoring.standings import Adjustment, Forfeit, Played, Standings, Status
from tests.factories import LeagueEntryFactory, PlayerFactory, UserFactory, running_league
from tests.tournaments.leagues.playing import give_result, round_of
from tournaments.models import (
    Fixture,
    FixtureResult,
    League,
    LeagueAdjustment,
    LeagueBye,
    LeagueEntry,
    LeagueOfficial,
    LeagueRound,
)
from tournaments.selectors.league_names import entry_names, league_names, league_sentence_names
from tournaments.selectors.leagues import (
    league_book,
    league_find,
    league_standings,
    leagues_of_account,
    leagues_public,
)

pytestmark = pytest.mark.django_db


def test_only_final_results_count_and_unplayed_is_not_a_result() -> None:
    league = running_league(8)
    states = Fixture.State
    made = round_of(league, 1)
    give_result(made[0], 3000, 1200)
    give_result(made[1], 500, 500, state=states.ENTERED)
    give_result(made[2], 500, 700, state=states.DISPUTED)
    results = [meeting.result for meeting in league_book(league=league).meetings]
    first, second = made[0].first_id, made[0].second_id
    assert results == [Played(first, second, first, 3000, 1200), None, None, None]


def test_a_forfeit_names_who_did_not_come_and_what_was_taken_back_is_no_result() -> None:
    league = running_league(4)
    one, other = round_of(league, 1)
    result = give_result(one, None, None, kind=FixtureResult.Kind.FORFEIT, second_absent=True)
    give_result(other, None, None, kind=FixtureResult.Kind.WITHDRAWN)
    assert result.winner == FixtureResult.Winner.NOBODY
    forfeit = Forfeit(one.first_id, one.second_id, frozenset({one.second_id}))
    assert [m.result for m in league_book(league=league).meetings] == [forfeit, None]


def test_matches_called_off_or_postponed_are_told_apart() -> None:
    league = running_league(4)
    one, other = round_of(league, 1)
    Fixture.objects.filter(pk=one.pk).update(state=Fixture.State.CANCELLED)
    Fixture.objects.filter(pk=other.pk).update(state=Fixture.State.POSTPONED)
    meetings = league_book(league=league).meetings
    assert [(m.is_off, m.is_postponed) for m in meetings] == [(True, False), (False, True)]


def test_drafts_are_left_out_unless_asked_for() -> None:
    league = running_league(5)
    round_of(league, 1)
    round_of(league, 2, state=LeagueRound.State.DRAFT)
    assert league_book(league=league).last_round == 1
    assert league_book(league=league, drafts=True).last_round == 2


def test_seeds_of_a_bracket_are_in_the_book_only_once_it_is_published() -> None:
    league = running_league(4, format=League.Format.KNOCKOUT)
    entries = [entry.pk for entry in league.entries.order_by("seed")]
    League.objects.filter(pk=league.pk).update(play_off_seeds=entries)
    league.refresh_from_db()
    round_of(league, 1, state=LeagueRound.State.DRAFT, bracket=True)
    assert league_book(league=league).bracket() is None
    assert league_book(league=league, drafts=True).play_off_seeds == tuple(entries)


def test_entries_keep_what_became_of_them() -> None:
    league = running_league(4)
    a, b, c, d = league.entries.order_by("seed")
    LeagueEntry.objects.filter(pk=a.pk).update(rests=[2, 3], joined_round=2)
    LeagueEntry.objects.filter(pk=b.pk).update(status=LeagueEntry.Status.WITHDRAWN)
    LeagueEntry.objects.filter(pk=c.pk).update(status=LeagueEntry.Status.DISQUALIFIED)
    LeagueEntry.objects.filter(pk=d.pk).update(
        status=LeagueEntry.Status.DISQUALIFIED, annulled=True
    )
    read = league_book(league=league).entrants
    assert [one.entry for one in read] == [a.pk, b.pk, c.pk, d.pk]
    assert (read[0].rests, read[0].joined) == (frozenset({2, 3}), 2)
    assert [one.status for one in read] == [
        Status.ACTIVE,
        Status.WITHDRAWN,
        Status.WITHDRAWN,
        Status.ANNULLED,
    ]


def test_adjustments_count_until_they_are_cancelled_and_rests_are_read() -> None:
    league = running_league(3)
    entry = league.entries.order_by("seed")[0]
    for points, cancelled in (("-1.50", None), ("2", timezone.now())):
        LeagueAdjustment.objects.create(
            league=league, entry=entry, points=points, reason="late", cancelled_at=cancelled
        )
    row = LeagueRound.objects.create(league=league, number=1, state=LeagueRound.State.PUBLISHED)
    LeagueBye.objects.create(round=row, entry=entry, asked_for=True)
    book = league_book(league=league)
    assert book.adjustments == (Adjustment(entry.pk, Decimal("-1.50"), "late"),)
    assert book.rests == (Rest(round=1, entry=entry.pk, asked_for=True),)


def test_points_come_from_the_league_and_stages_from_the_rounds() -> None:
    league = running_league(
        4, points_win="3", points_bye="2", points_forfeit_loss="-1", tie_breaks=["wins"]
    )
    league.refresh_from_db()
    fixture = round_of(league, 1)[0]
    LeagueRound.objects.filter(pk=fixture.round_id).update(stage=LeagueRound.Stage.PLAY_OFFS)
    book = league_book(league=league)
    scheme = book.terms.scheme
    assert (scheme.win, scheme.bye, scheme.rest) == (3, 2, 0)
    assert (scheme.forfeit_loss, scheme.double_forfeit) == (-1, -1)
    assert {meeting.stage for meeting in book.meetings} == {Stage.PLAY_OFFS}


def _queries(size: int) -> list[int]:
    """Of the book, of standings worked out and kept, and of names."""
    league = running_league(size, format=League.Format.SWISS)
    for fixture in round_of(league, 1):
        give_result(fixture, 3000, 1000)
    league.refresh_from_db()
    counts = []
    reads: list[Callable[[], object]] = [
        lambda: league_book(league=league),
        lambda: league_standings(league=league),
        lambda: league_standings(league=league),
        lambda: league_names(league=league),
    ]
    for read in reads:
        with CaptureQueriesContext(connection) as queries:
            read()
        counts.append(len(queries))
    return counts


def test_a_book_is_read_with_as_many_queries_at_any_size() -> None:
    small, large = _queries(8), _queries(64)
    assert small == large
    assert small[0] == 4


def test_standings_are_worked_out_once_for_each_revision(monkeypatch: pytest.MonkeyPatch) -> None:
    league = running_league(4)
    made = round_of(league, 1)
    worked_out: list[int] = []
    real = LeagueBook.tables

    def counted(book: LeagueBook) -> dict[int | None, Standings]:
        worked_out.append(book.last_round)
        return real(book)

    monkeypatch.setattr(LeagueBook, "tables", counted)
    before = league_standings(league=league)
    assert league_standings(league=league) == before
    assert len(worked_out) == 1
    give_result(made[0], 3000, 0)
    League.objects.filter(pk=league.pk).update(revision=league.revision + 1)
    league.refresh_from_db()
    after = league_standings(league=league)
    assert len(worked_out) == 2
    assert after[None].row(made[0].first_id).points == 1
    assert after != before


def test_lists_show_what_is_everybodys_and_what_is_ones_own() -> None:
    account = UserFactory.create()
    own, scored, played, foreign = (running_league(2) for _ in range(4))
    hidden = running_league(2, visibility=League.Visibility.LINK)
    League.objects.filter(pk=own.pk).update(owner=account, state=League.State.DRAFT)
    LeagueOfficial.objects.create(league=scored, account=account, role="scorer")
    LeagueEntryFactory.create(league=played, players=[PlayerFactory.create(account=account)])
    assert list(leagues_of_account(account=account)) == [played, scored, own]
    assert list(leagues_public()) == [foreign, played, scored]
    assert league_find(public_id=hidden.public_id) == hidden
    assert league_find(public_id="nothing") is None


def test_two_of_the_same_name_are_told_apart_and_others_left_alone() -> None:
    league = running_league(0)
    entries = [
        LeagueEntryFactory.create(league=league, players=[PlayerFactory.create(name=name)])
        for name in ("Ana", "Bea", "ana")
    ]
    names = league_names(league=league)
    assert [names[entry.pk] for entry in entries] == ["Ana (1)", "Bea", "ana (2)"]
    assert entry_names(entries[:2]) == {entries[0].pk: "Ana", entries[1].pk: "Bea"}


def test_pairs_and_bots_have_their_names() -> None:
    pairs, bots = running_league(1, competitors="pair"), running_league(1, competitors="bot")
    [pair], [bot] = pairs.entries.all(), bots.entries.all()
    assert league_names(league=pairs) == {pair.pk: pair.competitor.public_name}
    assert league_names(league=bots) == {bot.pk: bot.competitor.bot.name}


def test_in_sentences_the_two_of_a_pair_are_not_joined_by_and() -> None:
    league = running_league(0, competitors="pair")
    couples = [("Ana", "Bea"), ("Ivo", "Jan"), ("ana", "Bea")]
    entries = [
        LeagueEntryFactory.create(
            league=league, players=[PlayerFactory.create(name=name) for name in couple]
        )
        for couple in couples
    ]
    names = league_sentence_names(league=league)
    shown = [names[entry.pk] for entry in entries]
    assert shown == ["Ana / Bea (1)", "Ivo / Jan", "ana / Bea (2)"]
