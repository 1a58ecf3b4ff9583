"""What a match of a league comes to, handed to the league in the transaction that settles it."""

from collections.abc import Sequence

from django.utils.translation import gettext

from arena.match_scores import deal_set_scores
from arena.models import Match, MatchParticipant
from tournaments.league_access import SERVICE
from tournaments.models import Fixture, League, LeagueRound
from tournaments.services.leagues.bot_results import fixture_match_settled, fixture_match_void
from tournaments.services.leagues.common import league_lock
from tournaments.services.leagues.states import league_reopen


def league_hold(*, match: Match) -> None:
    """Lock the league that a match is for, if it is for one: after the arena's row, and before the
    match. Organizers hold their league when they draw a round anew, which lets go of its matches.
    """
    if match.fixture_id is not None:
        league_lock(public_id=_league_of(match).public_id)


def league_is_public(*, match: Match) -> bool:
    """Whether it may count among everybody's results: what a league that is not listed plays is
    nobody else's business, and neither is what was played for a round that was drawn anew."""
    if match.kind != Match.Kind.LEAGUE:
        return True
    return match.fixture_id is not None and _league_of(match).visibility == League.Visibility.PUBLIC


def league_result_take(*, match: Match, speakers: Sequence[MatchParticipant]) -> None:
    """It is settled: let it decide its match of the league. Who took more of the deal set has won,
    as on the page of the match; the points stand beside it."""
    fixture = _fixture_of(match)
    if fixture is None:
        return
    first, second = speakers
    shares = deal_set_scores(match.results, [first.place, second.place]).rows
    fixture_match_settled(
        fixture=fixture,
        shares=(shares[0][1], shares[1][0]),
        points=(first.points or 0, second.points or 0),
        match_id=match.public_id,
        competitors=(first.version.bot.competitor_id, second.version.bot.competitor_id),
    )


def league_result_give_back(*, match: Match) -> None:
    """The staff have declared it void after it was settled: if its result counts in the league, it
    does no longer, and the match is played again; a league that was over goes on for it."""
    fixture = _fixture_of(match)
    if fixture is None or not fixture_match_void(fixture=fixture, match_id=match.public_id):
        return
    league = _league_of(match)
    if league.state == League.State.FINISHED:
        note = gettext("The staff declared a match void: it is played again.")
        league_reopen(public_id=league.public_id, visitor=SERVICE, note=note)


def _fixture_of(match: Match) -> Fixture | None:
    """What it is to decide; nothing, while its round is taken back."""
    published = LeagueRound.State.PUBLISHED
    return Fixture.objects.filter(arena_matches=match, round__state=published).first()


def _league_of(match: Match) -> League:
    return League.objects.get(fixtures=match.fixture_id)
