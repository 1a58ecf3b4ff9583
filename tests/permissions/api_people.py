"""Rows of what programs ask about players, pairs, invitations and rule sets."""

from tests.permissions.people import (
    a_guest,
    a_rule_set,
    an_invitation,
    an_open_pair,
    an_open_player,
    two,
)
from tests.permissions.rows import CREATED, NOT_FOUND, OK, ApiRow, by_token

_PUBLIC = by_token(anonymous=OK, member=OK)
_NOBODYS = by_token(anonymous=NOT_FOUND, member=NOT_FOUND)
_NOT_THEIRS = by_token(member=NOT_FOUND)
_OWN = by_token(member=OK)


def _guest() -> dict[str, object]:
    return {"public_id": a_guest().public_id}


def _player() -> dict[str, object]:
    return {"public_id": an_open_player().public_id}


def _pair() -> dict[str, object]:
    return {"public_id": an_open_pair().public_id}


def _players() -> dict[str, object]:
    return two(an_open_player)


def _pairs() -> dict[str, object]:
    return two(an_open_pair)


def _unrated() -> dict[str, object]:
    return {**_player(), "slug": "burako-duel-2-people"}


def _invitation() -> dict[str, object]:
    return {"token": an_invitation()}


def _rules() -> dict[str, object]:
    return {"public_id": a_rule_set().public_id}


def _version() -> dict[str, object]:
    return {**_rules(), "number": 1}


_NAME = {"name": "Bea"}

API_PEOPLE = [
    ApiRow("api:players", "GET", "list", _OWN),
    ApiRow("api:players", "POST", "create", by_token(member=CREATED), data=_NAME),
    ApiRow("api:player", "GET", "retrieve", _NOBODYS, kwargs=_guest),
    ApiRow("api:player", "PATCH", "change", _NOT_THEIRS, data=_NAME, kwargs=_guest),
    ApiRow("api:player", "DELETE", "destroy", _NOT_THEIRS, kwargs=_guest),
    ApiRow("api:player_invitation", "POST", "invite", _NOT_THEIRS, kwargs=_guest),
    ApiRow("api:player_invitation", "DELETE", "uninvite", _NOT_THEIRS, kwargs=_guest),
    ApiRow("api:player_history", "GET", "history", _PUBLIC, kwargs=_player),
    ApiRow("api:players_versus", "GET", "versus", _PUBLIC, kwargs=_players),
    ApiRow("api:players_versus_matches", "GET", "versus_matches", _PUBLIC, kwargs=_players),
    ApiRow("api:player_ratings", "GET", "list", _PUBLIC, kwargs=_player),
    ApiRow("api:player_rating", "GET", "retrieve", _NOBODYS, kwargs=_unrated),
    ApiRow("api:pairs", "GET", "list", _OWN),
    ApiRow("api:pair", "GET", "retrieve", _PUBLIC, kwargs=_pair),
    ApiRow("api:pair_history", "GET", "history", _PUBLIC, kwargs=_pair),
    ApiRow("api:pairs_versus", "GET", "versus", _PUBLIC, kwargs=_pairs),
    ApiRow("api:pairs_versus_matches", "GET", "versus_matches", _PUBLIC, kwargs=_pairs),
    # Whoever has the link may read it, and accept it with an account
    ApiRow("api:invitation", "GET", "retrieve", _PUBLIC, kwargs=_invitation),
    ApiRow("api:invitation", "POST", "accept", _OWN, kwargs=_invitation),
    # Whoever knows a rule set may read it; only its owner changes it
    ApiRow("api:rule_sets", "GET", "list", _PUBLIC),
    ApiRow("api:rule_sets", "POST", "create", by_token(member=CREATED), data=_NAME),
    ApiRow("api:rule_set", "GET", "retrieve", _PUBLIC, kwargs=_rules),
    ApiRow("api:rule_set", "PATCH", "change", _NOT_THEIRS, data=_NAME, kwargs=_rules),
    ApiRow("api:rule_set_archive", "POST", "archive", _NOT_THEIRS, kwargs=_rules),
    ApiRow("api:rule_set_restore", "POST", "restore", _NOT_THEIRS, kwargs=_rules),
    ApiRow("api:rule_set_version", "GET", "version", _PUBLIC, kwargs=_version),
]
