"""Leagues of bots that play, for tests of how the arena plays them."""

from datetime import timedelta
from typing import Any

from django.utils import timezone

from arena.models import Bot, Match
from arena.services.league_matches import leagues_tick
from arena.services.match_orders import matches_dispatch
from arena.services.match_reports import match_result_record
from tests.arena.match_kit import MatchWorkers, result_of
from tests.factories import running_league
from tournaments.models import Fixture, League, LeagueEntry, LeagueRound

TICKS_MOST = 60


def bot_league(size: int = 4, **fields: Any) -> League:  # noqa: ANN401
    """A league of bots under way, each of its own author; no round is drawn yet."""
    return running_league(size, **{"game": League.Game.DURAK, "competitors": "bot", **fields})


def drawn(league: League, *pairs: tuple[int, int], **fields: Any) -> list[Fixture]:  # noqa: ANN401
    """A published round, by the places of the entries, without any draw."""
    entries = list(league.entries.order_by("seed"))
    given = {"state": LeagueRound.State.PUBLISHED, "published_at": league.started_at, **fields}
    number = league.rounds.count() + 1
    round_made = LeagueRound.objects.create(league=league, number=number, **given)
    return [
        Fixture.objects.create(
            league=league,
            round=round_made,
            place=place,
            first=entries[first],
            second=entries[second],
        )
        for place, (first, second) in enumerate(pairs, start=1)
    ]


def play(match: Match, workers: MatchWorkers) -> Match:
    """Have it played by whoever has room."""
    matches_dispatch()
    assert match_result_record(result=result_of(workers.order_of(match)))
    match.refresh_from_db()
    return match


def play_all(league: League, workers: MatchWorkers) -> League:
    """Tick, and play whatever is sent, until the league is over."""
    answered = len(workers.sent)
    for _ in range(TICKS_MOST):
        leagues_tick()
        matches_dispatch()
        for order in workers.orders[answered:]:
            assert match_result_record(result=result_of(order))
        answered = len(workers.sent)
        league.refresh_from_db()
        if league.state != League.State.RUNNING:
            return league
    raise AssertionError(f"The league is not over after {TICKS_MOST} ticks.")


def bot_of(entry: LeagueEntry) -> Bot:
    return Bot.objects.get(competitor=entry.competitor)


def bots_at(match: Match) -> list[int]:
    """The competitors of its sides."""
    seats = match.participants.order_by("side")
    return [one.version.bot.competitor_id for one in seats]


def league_of(match: Match) -> League:
    assert match.fixture is not None
    return match.fixture.league


def published_since(fixture: Fixture, by: timedelta) -> None:
    """As if its round had been published so long ago."""
    LeagueRound.objects.filter(pk=fixture.round_id).update(published_at=timezone.now() - by)


def take_back(fixture: Fixture) -> None:
    """Its round is a draft again."""
    LeagueRound.objects.filter(pk=fixture.round_id).update(state=LeagueRound.State.DRAFT)


def postpone(fixture: Fixture) -> None:
    """Without a day."""
    Fixture.objects.filter(pk=fixture.pk).update(state=Fixture.State.POSTPONED)
