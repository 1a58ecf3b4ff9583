"""One of everything that an address of the interface can name: an account's own, and others'."""

from collections.abc import Callable

from tests.api_people_things import people_things
from tests.arena.replayed_matches import match_replayed
from tests.arena.shown_matches import bot_playing, match_played
from tests.factories import (
    AbTestFactory,
    LeagueFactory,
    MatchFactory,
    UserFactory,
    running_league,
)
from tests.tournaments.ladder_kit import ladder_made
from tests.tournaments.leagues.page_scenes import nothing_played, round_published
from tournaments.league_access import LeagueVisitor
from tournaments.models import (
    League,
    LeagueAdjustment,
    LeagueApplication,
    LeagueLink,
    LeagueOfficial,
    Sheet,
    User,
)
from tournaments.selectors.league_links import league_link_token
from tournaments.selectors.sheets import sheet_link_active, sheet_link_token
from tournaments.services.leagues.links import link_make
from tournaments.services.leagues.rounds import rounds_draft

Things = dict[str, dict[str, list[str]]]
"""By how addresses begin, and by the names of their placeholders."""


def known_things(account: User) -> Things:
    """The account's first; somebody else's are not open to it, where anything is not."""
    other = UserFactory.create()
    return _arena(account, other) | people_things(account) | _leagues(account, other)


def _arena(account: User, other: User) -> Things:
    own, theirs = bot_playing(account, "Own bot"), bot_playing(other, "Their bot")
    bots = [own.bot.public_id, theirs.bot.public_id]
    matches = [
        match_replayed(own, theirs),
        match_played(own, theirs),
        MatchFactory.create(requested_by=account),
    ]
    tests = [AbTestFactory.create(owner=account), AbTestFactory.create()]
    return {
        "/api/v1/ladders/": {"slug": [ladder_made().slug]},
        "/api/v1/bots/": {"public_id": bots, "other_id": bots, "number": ["1"]},
        "/api/v1/matches/": {
            "public_id": [match.public_id for match in matches],
            "board": ["0", "1"],
            "rotation": ["0"],
            "side": ["0", "1"],
        },
        "/api/v1/ab-tests/": {"public_id": [test.public_id for test in tests]},
        "/api/v1/rules/": {"game": ["durak", "burako"], "name": ["volga", "duel"]},
    }


def _leagues(account: User, other: User) -> Things:
    makers: list[Callable[[], League]] = [
        lambda: running_league(4, owner=account),
        lambda: running_league(4, owner=account, format="knockout"),
        lambda: running_league(4, owner=other, visibility=League.Visibility.PRIVATE),
    ]
    leagues = [make() for make in makers]
    rounds = [round_published(league, nothing_played) for league in leagues]
    rounds_draft(public_id=leagues[0].public_id, visitor=LeagueVisitor(account))
    leagues.append(LeagueFactory.create(owner=account))
    first = leagues[0]
    fixtures = [fixture for one in rounds for fixture in one.fixtures.all()]
    helper = UserFactory.create()
    LeagueOfficial.objects.create(
        league=first, account=helper, role=LeagueOfficial.Role.CO_ORGANIZER
    )
    fine = LeagueAdjustment.objects.create(
        league=first, entry=fixtures[0].first, points=-1, reason="Came late"
    )
    asks = LeagueApplication.objects.create(league=first, name="Wanda")
    link = link_make(
        public_id=first.public_id, visitor=LeagueVisitor(account), kind=LeagueLink.Kind.JOIN
    )
    return {
        "/api/v1/leagues/": {
            "public_id": [league.public_id for league in leagues],
            "fixture_id": [fixture.public_id for fixture in fixtures],
            "number": ["1", "2"],
            "entry_id": [str(fixture.first_id) for fixture in fixtures],
            "account_id": [str(helper.pk)],
            "adjustment_id": [str(fine.pk)],
            "application_id": [str(asks.pk)],
            "link_id": [str(link.pk)],
        }
    }


def known_links(account: User) -> list[str]:
    """Of a sheet and of leagues that are the account's."""
    sheet = Sheet.objects.filter(creator=account).earliest("pk")
    link = sheet_link_active(sheet=sheet)
    of_leagues = LeagueLink.objects.filter(league__owner=account, revoked_at=None)
    found = [league_link_token(link=one) for one in of_leagues]
    return found if link is None else [sheet_link_token(link=link), *found]
