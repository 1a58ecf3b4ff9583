"""Rows for the register: things that belong to somebody who is none of the roles."""

from collections.abc import Callable

from arena.models import BotVersion
from tests.arena.bot_kit import bot_sent_in
from tests.factories import (
    MatchFactory,
    PairFactory,
    PlayerFactory,
    RuleSetVersionFactory,
    UserFactory,
)
from tournaments.models import Pair, Player, RuleSet
from tournaments.services.invitations import invitation_create


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


def a_bot_version() -> dict[str, object]:
    """The address of a version of somebody else's bot."""
    version = _bot_version()
    return {"public_id": version.bot.public_id, "number": version.number}


def a_match() -> dict[str, object]:
    """The address of a match of other people's bots."""
    return {"public_id": MatchFactory.create().public_id}


def _bot_version() -> BotVersion:
    return bot_sent_in(UserFactory.create(), "Somebody's bot")


def a_rule_set() -> RuleSet:
    """Somebody else's rules."""
    rule_set: RuleSet = RuleSetVersionFactory.create().rule_set
    return rule_set
