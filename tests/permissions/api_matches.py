"""Rows of what programs ask about matches, challenges and A/B tests."""

from tests.permissions.people import (
    a_match,
    a_match_side,
    a_played_game,
    a_played_match,
    a_waiting_match,
    an_ab_test,
)
from tests.permissions.rows import BAD_FIELDS, FORBIDDEN, NOT_FOUND, OK, ApiRow, by_token

_PUBLIC = by_token(anonymous=OK, member=OK)
_OWN = by_token(member=OK)
# What is sent has faults: only who may send it at all is told which.
_INCOMPLETE = by_token(member=BAD_FIELDS)
_OTHERS = by_token(member=NOT_FOUND)

API_MATCHES: list[ApiRow] = [
    ApiRow("api:matches", "GET", "list", outcomes=_PUBLIC),
    ApiRow("api:match", "GET", "retrieve", outcomes=_PUBLIC, kwargs=a_match),
    ApiRow("api:match_replay", "GET", "replay", outcomes=_PUBLIC, kwargs=a_played_match),
    ApiRow("api:match_game", "GET", "game", outcomes=_PUBLIC, kwargs=a_played_game),
    ApiRow("api:match_events", "GET", "events", outcomes=_PUBLIC, kwargs=a_match),
    ApiRow(
        "api:match_log",
        "GET",
        "log",
        outcomes=by_token(member=FORBIDDEN),
        kwargs=a_match_side,
    ),
    ApiRow(
        "api:match_withdraw",
        "POST",
        "withdraw",
        outcomes=by_token(member=FORBIDDEN),
        kwargs=a_waiting_match,
    ),
    ApiRow("api:challenges", "GET", "list", outcomes=_OWN),
    ApiRow("api:challenges", "POST", "create", outcomes=_INCOMPLETE),
    ApiRow("api:challenge_terms", "GET", "terms", outcomes=_INCOMPLETE),
    ApiRow("api:ab_tests", "GET", "list", outcomes=_OWN),
    ApiRow("api:ab_tests", "POST", "create", outcomes=_INCOMPLETE),
    ApiRow("api:ab_terms", "GET", "terms", outcomes=_OWN),
    ApiRow("api:ab_test", "GET", "retrieve", outcomes=_OTHERS, kwargs=an_ab_test),
    ApiRow("api:ab_test_stop", "POST", "stop", outcomes=_OTHERS, kwargs=an_ab_test),
    ApiRow("api:ab_test_events", "GET", "events", outcomes=_OTHERS, kwargs=an_ab_test),
]
