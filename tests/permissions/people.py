"""Rows for the register: things that belong to somebody who is none of the roles."""

from collections.abc import Callable

from arena.models import BotVersion, Match
from tests.arena.bot_kit import bot_sent_in
from tests.arena.replayed_matches import match_replayed
from tests.arena.shown_matches import bot_playing, match_played
from tests.factories import (
    AbTestFactory,
    MatchFactory,
    PairFactory,
    PlayerFactory,
    RuleSetVersionFactory,
    UserFactory,
    running_league,
)
from tests.tournaments.ladder_kit import ladder_made
from tests.tournaments.leagues.page_scenes import nothing_played, round_published
from tournaments.league_access import LeagueVisitor
from tournaments.models import (
    Fixture,
    LeagueAdjustment,
    LeagueApplication,
    LeagueLink,
    LeagueOfficial,
    Pair,
    Player,
    RuleSet,
)
from tournaments.services.invitations import invitation_create
from tournaments.services.leagues.links import link_make


def a_guest() -> Player:
    """Whom somebody else has added."""
    return PlayerFactory.create(created_by=UserFactory.create())


def an_open_player() -> Player:
    """Who lets everybody read."""
    return PlayerFactory.create(account=UserFactory.create(), history_public=True)


def an_open_pair() -> Pair:
    """Who both let everybody read."""
    return PairFactory.create(first=an_open_player(), second=an_open_player())


def two(make: Callable[[], Player | Pair]) -> dict[str, object]:
    """The address of one against another."""
    return {"public_id": make().public_id, "other_id": make().public_id}


def an_invitation() -> str:
    """The token of a link that works."""
    guest = a_guest()
    assert guest.created_by is not None
    return invitation_create(player=guest, actor=guest.created_by)[1]


def a_bot() -> dict[str, object]:
    """The address of somebody else's bot."""
    return {"public_id": _bot_version().bot.public_id}


def two_bots() -> dict[str, object]:
    """Two bots, head to head."""
    owner = UserFactory.create()
    one, other = (bot_sent_in(owner, name).bot for name in ("One bot", "Another bot"))
    return {"public_id": one.public_id, "other_id": other.public_id}


def a_bot_version() -> dict[str, object]:
    """The address of a version of somebody else's bot."""
    version = _bot_version()
    return {"public_id": version.bot.public_id, "number": version.number}


def a_match() -> dict[str, object]:
    """The address of a match of other people's bots."""
    return {"public_id": MatchFactory.create().public_id}


def _bot_version() -> BotVersion:
    return bot_sent_in(UserFactory.create(), "Somebody's bot")


def a_playing_bot() -> dict[str, object]:
    """The address of somebody else's bot that can be challenged."""
    return {"public_id": bot_playing(UserFactory.create(), "Somebody's bot").bot.public_id}


def a_played_match() -> dict[str, object]:
    """The address of a match of others, which is over and has its replay."""
    return {"public_id": _match_played().public_id}


def a_played_game() -> dict[str, object]:
    """The address of a game of such a match, which its replay tells."""
    versions = [bot_playing(UserFactory.create(), name) for name in ("First", "Second")]
    return {"public_id": match_replayed(*versions).public_id, "board": 0, "rotation": 0}


def a_match_side() -> dict[str, object]:
    """The address of what somebody else's bot printed."""
    return {"public_id": _match_played().public_id, "side": 0}


def a_waiting_match() -> dict[str, object]:
    """The address of a challenge that somebody else has asked for."""
    return {"public_id": MatchFactory.create(requested_by=UserFactory.create()).public_id}


def an_ab_test() -> dict[str, object]:
    """The address of somebody else's test."""
    return {"public_id": AbTestFactory.create().public_id}


def _match_played() -> Match:
    versions = [bot_playing(UserFactory.create(), name) for name in ("First", "Second")]
    return match_played(*versions)


def a_rule_set() -> RuleSet:
    """Somebody else's rules."""
    rule_set: RuleSet = RuleSetVersionFactory.create().rule_set
    return rule_set


def a_league() -> dict[str, object]:
    """The address of others' league, which everybody may read."""
    return {"public_id": _league_played("round_robin").league.public_id}


def a_bracket() -> dict[str, object]:
    """The address of others' knockout."""
    return {"public_id": _league_played("knockout").league.public_id}


def a_league_round() -> dict[str, object]:
    """The address of a round that everybody may read."""
    return {"public_id": _league_played("round_robin").league.public_id, "number": 1}


def a_league_match() -> dict[str, object]:
    """The address of a match between others."""
    fixture = _league_played("round_robin")
    return {"public_id": fixture.league.public_id, "fixture_id": fixture.public_id}


def a_league_step() -> dict[str, object]:
    """The address where others call their league off."""
    return {**a_league(), "step": "call-off"}


def a_league_entry() -> dict[str, object]:
    """The address of somebody's entry in others' league."""
    fixture = _league_played("round_robin")
    return {"public_id": fixture.league.public_id, "entry_id": fixture.first_id}


def a_league_application() -> dict[str, object]:
    """The address at which somebody is let in."""
    league = _league_played("round_robin").league
    asks = LeagueApplication.objects.create(league=league, name="Wanda")
    return {"public_id": league.public_id, "application_id": asks.pk}


def a_league_adjustment() -> dict[str, object]:
    """The address at which a penalty is cancelled."""
    fixture = _league_played("round_robin")
    fine = LeagueAdjustment.objects.create(
        league=fixture.league, entry=fixture.first, points=-1, reason="Came late"
    )
    return {"public_id": fixture.league.public_id, "adjustment_id": fine.pk}


def a_league_link() -> dict[str, object]:
    """The address at which a link is switched off."""
    league = _league_played("round_robin").league
    visitor = LeagueVisitor(league.owner)
    link = link_make(public_id=league.public_id, visitor=visitor, kind=LeagueLink.Kind.JOIN)
    return {"public_id": league.public_id, "link_id": link.pk}


def a_league_official() -> dict[str, object]:
    """The address about somebody who helps with others' league."""
    league, helper = _league_played("round_robin").league, UserFactory.create()
    role = LeagueOfficial.Role.CO_ORGANIZER
    LeagueOfficial.objects.create(league=league, account=helper, role=role)
    return {"public_id": league.public_id, "account_id": helper.pk}


def _league_played(how: str) -> Fixture:
    league = running_league(4, format=how)
    return round_published(league, nothing_played).fixtures.all()[0]


def a_ladder() -> dict[str, object]:
    """The address of a ladder of bots."""
    return {"slug": ladder_made().slug}
