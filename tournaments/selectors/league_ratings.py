"""Whether a match of a league counts on a ladder of people, and why not."""

from scoring.burako import SEED_RULES
from tournaments.models import Fixture, Ladder, League
from tournaments.selectors.ladders import ladder_for
from tournaments.selectors.league_sides import fixture_players
from tournaments.selectors.rated_sheets import BURAKO_PROFILES, Obstacle


def league_ladder(*, league: League) -> Ladder | None:
    """The open ladder of people for the matches of this league."""
    seats = 2 * (2 if league.competitors == "pair" else 1)
    is_burako = league.game == League.Game.BURAKO
    profile = BURAKO_PROFILES[seats] if is_burako else league.profile
    return ladder_for(hosting=Ladder.Hosting.PEOPLE, profile=profile, players=seats)


def league_obstacle(*, league: League) -> Obstacle | None:
    """Why no match of this league can be rated, if none can."""
    if not league.rated or league.is_of_bots:
        return Obstacle.LEAGUE_UNRATED
    if league.rule_version is not None and league.rule_version.rules != SEED_RULES:
        return Obstacle.OTHER_RULES
    return Obstacle.NO_LADDER if league_ladder(league=league) is None else None


def league_rating_obstacle(*, fixture: Fixture) -> Obstacle | None:
    """Why this match is not rated, if it is not; its `sentence` says so. The match comes with its
    league and its people (`fixtures_with_people`)."""
    players = [player for side in fixture_players(fixture=fixture) for player in side]
    obstacle = league_obstacle(league=fixture.league)
    if obstacle in (Obstacle.LEAGUE_UNRATED, Obstacle.OTHER_RULES):
        return obstacle
    if any(player.account_id is None for player in players):
        return Obstacle.NO_ACCOUNT
    return obstacle
