"""Rows of what programs ask about leagues: others', which everybody may read."""

from tests.permissions.people import (
    a_league,
    a_league_application,
    a_league_entry,
    a_league_link,
    a_league_official,
)
from tests.permissions.rows import CREATED, FORBIDDEN, OK, ApiRow, by_token

_PUBLIC = by_token(anonymous=OK, member=OK)
_ORGANIZERS = by_token(member=FORBIDDEN)

API_LEAGUES = [
    ApiRow("api:leagues", "GET", "list", outcomes=_PUBLIC),
    ApiRow(
        "api:leagues",
        "POST",
        "create",
        outcomes=by_token(member=CREATED),
        data={"name": "Thursdays"},
    ),
    ApiRow("api:league", "GET", "retrieve", outcomes=_PUBLIC, kwargs=a_league),
    ApiRow("api:league_events", "GET", "follow", outcomes=_PUBLIC, kwargs=a_league),
    ApiRow("api:league_entries", "GET", "list", outcomes=_PUBLIC, kwargs=a_league),
    ApiRow("api:league_entries_csv", "GET", "entries_csv", outcomes=_PUBLIC, kwargs=a_league),
    ApiRow("api:league_entry", "GET", "retrieve", outcomes=_PUBLIC, kwargs=a_league_entry),
    ApiRow(  # for those who have its link
        "api:league_applications",
        "POST",
        "create",
        outcomes=by_token(anonymous=FORBIDDEN, member=FORBIDDEN),
        data={"name": "Rosa"},
        kwargs=a_league,
    ),
    *(
        ApiRow(f"api:{name}", method, action, outcomes=_ORGANIZERS, data=data, kwargs=kwargs)
        for name, method, action, data, kwargs in (
            ("league", "PATCH", "change", {"name": "Mine now", "revision": 0}, a_league),
            ("league_start", "POST", "start", {}, a_league),
            ("league_finish", "POST", "finish", {"note": "Because"}, a_league),
            ("league_reopen", "POST", "reopen", {}, a_league),
            ("league_call_off", "POST", "call_off", {"note": "Because"}, a_league),
            ("league_log", "GET", "list", {}, a_league),
            ("league_entries", "POST", "create", {"name": "Myself"}, a_league),
            ("league_entries_import", "POST", "import_list", {"text": "Myself"}, a_league),
            ("league_entries_seed", "PUT", "seed", {"how": "random", "revision": 1}, a_league),
            ("league_entry", "PATCH", "change", {"rests": [3], "revision": 1}, a_league_entry),
            ("league_entry", "DELETE", "remove", {}, a_league_entry),
            ("league_entry_withdraw", "POST", "withdraw", {}, a_league_entry),
            ("league_entry_disqualify", "POST", "disqualify", {"note": "!"}, a_league_entry),
            ("league_entry_return", "POST", "come_back", {}, a_league_entry),
            ("league_applications", "GET", "list", {}, a_league),
            ("league_application", "GET", "retrieve", {}, a_league_application),
            ("league_application_accept", "POST", "accept", {}, a_league_application),
            ("league_application_decline", "POST", "decline", {}, a_league_application),
            ("league_officials", "GET", "list", {}, a_league),
            ("league_officials", "POST", "create", {"email_or_name": "me"}, a_league),
            ("league_official", "GET", "retrieve", {}, a_league_official),
            ("league_official", "DELETE", "remove", {}, a_league_official),
            ("league_official_hand_over", "POST", "hand_over", {}, a_league_official),
            ("league_links", "GET", "list", {}, a_league),
            ("league_links", "POST", "create", {"kind": "join"}, a_league),
            ("league_link", "GET", "retrieve", {}, a_league_link),
            ("league_link", "DELETE", "remove", {}, a_league_link),
        )
    ),
]
