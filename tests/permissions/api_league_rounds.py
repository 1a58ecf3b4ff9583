"""Rows of what programs ask about the rounds, matches and standings of leagues: somebody else's,
public, of which the roles are visitors."""

from tests.permissions.people import (
    a_bracket,
    a_league,
    a_league_adjustment,
    a_league_match,
    a_league_round,
)
from tests.permissions.rows import FORBIDDEN, OK, ApiRow, by_token

_PUBLIC = by_token(anonymous=OK, member=OK)
_ORGANIZERS = by_token(member=FORBIDDEN)
_BY_LINK = by_token(anonymous=FORBIDDEN, member=FORBIDDEN)
"""A link opens it without a token, and nobody here has one."""
_SEEN = {"revision": 0}
_TOTAL = {"way": "total", "points_first": 3000, "points_second": 1000, "note": "Late", **_SEEN}

API_LEAGUE_ROUNDS: list[ApiRow] = [
    ApiRow("api:league_rounds", "GET", "list", outcomes=_PUBLIC, kwargs=a_league),
    ApiRow("api:league_rounds", "POST", "create", outcomes=_ORGANIZERS, kwargs=a_league),
    ApiRow(
        "api:league_rounds_dates",
        "POST",
        "dates",
        outcomes=_ORGANIZERS,
        data={"first": "2026-11-20T19:00:00Z", "every": 7, **_SEEN},
        kwargs=a_league,
    ),
    ApiRow("api:league_round", "GET", "retrieve", outcomes=_PUBLIC, kwargs=a_league_round),
    ApiRow(
        "api:league_round",
        "PUT",
        "edit",
        outcomes=_ORGANIZERS,
        data={"pairings": [], **_SEEN},
        kwargs=a_league_round,
    ),
    ApiRow(
        "api:league_round",
        "PATCH",
        "change",
        outcomes=_ORGANIZERS,
        data=_SEEN,
        kwargs=a_league_round,
    ),
    ApiRow("api:league_round", "DELETE", "discard", outcomes=_ORGANIZERS, kwargs=a_league_round),
    ApiRow(
        "api:league_round_publish",
        "POST",
        "publish",
        outcomes=_ORGANIZERS,
        data=_SEEN,
        kwargs=a_league_round,
    ),
    ApiRow(
        "api:league_round_unpublish",
        "POST",
        "unpublish",
        outcomes=_ORGANIZERS,
        kwargs=a_league_round,
    ),
    ApiRow("api:league_fixtures", "GET", "list", outcomes=_PUBLIC, kwargs=a_league),
    ApiRow("api:league_fixtures_csv", "GET", "fixtures_csv", outcomes=_PUBLIC, kwargs=a_league),
    ApiRow("api:league_fixture", "GET", "retrieve", outcomes=_PUBLIC, kwargs=a_league_match),
    ApiRow(
        "api:league_fixture_result",
        "POST",
        "result",
        outcomes=_BY_LINK,
        data=_TOTAL,
        kwargs=a_league_match,
    ),
    ApiRow(
        "api:league_fixture_answer",
        "POST",
        "answer",
        outcomes=_BY_LINK,
        data={"answer": "confirm", **_SEEN},
        kwargs=a_league_match,
    ),
    ApiRow(
        "api:league_fixture_decide",
        "POST",
        "decide",
        outcomes=_ORGANIZERS,
        data=_TOTAL,
        kwargs=a_league_match,
    ),
    ApiRow(
        "api:league_fixture_move",
        "POST",
        "move",
        outcomes=_ORGANIZERS,
        data={"move": "postpone", **_SEEN},
        kwargs=a_league_match,
    ),
    ApiRow("api:league_fixture_sheet", "POST", "sheet", outcomes=_BY_LINK, kwargs=a_league_match),
    ApiRow("api:league_standings", "GET", "retrieve", outcomes=_PUBLIC, kwargs=a_league),
    ApiRow("api:league_standings_csv", "GET", "standings_csv", outcomes=_PUBLIC, kwargs=a_league),
    ApiRow("api:league_crosstable", "GET", "crosstable", outcomes=_PUBLIC, kwargs=a_league),
    ApiRow("api:league_bracket", "GET", "bracket", outcomes=_PUBLIC, kwargs=a_bracket),
    ApiRow("api:league_today", "GET", "retrieve", outcomes=_ORGANIZERS, kwargs=a_league),
    ApiRow("api:league_adjustments", "GET", "list", outcomes=_ORGANIZERS, kwargs=a_league),
    ApiRow(
        "api:league_adjustments",
        "POST",
        "create",
        outcomes=_ORGANIZERS,
        data={"entry": "1", "points": -1, "reason": "Late"},
        kwargs=a_league,
    ),
    ApiRow(
        "api:league_adjustment",
        "GET",
        "retrieve",
        outcomes=_ORGANIZERS,
        kwargs=a_league_adjustment,
    ),
    ApiRow(
        "api:league_adjustment",
        "DELETE",
        "cancel",
        outcomes=_ORGANIZERS,
        kwargs=a_league_adjustment,
    ),
]
