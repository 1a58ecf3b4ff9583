"""Rows of what programs ask about their own account."""

from tests.permissions.rows import OK, ApiRow, by_token

API_ME = [
    ApiRow("api:me", "GET", "retrieve", outcomes=by_token(member=OK)),
    ApiRow("api:me", "PATCH", "change", outcomes=by_token(member=OK), data={"language": "de"}),
]
