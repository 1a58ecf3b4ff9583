"""Rows of what programs ask about ladders."""

from tests.permissions.people import a_ladder
from tests.permissions.rows import OK, ApiRow, by_token

_PUBLIC = by_token(anonymous=OK, member=OK)

API_LADDERS = [
    ApiRow("api:ladders", "GET", "list", outcomes=_PUBLIC),
    ApiRow("api:ladder", "GET", "retrieve", outcomes=_PUBLIC, kwargs=a_ladder),
    ApiRow("api:ladder_ratings", "GET", "ratings", outcomes=_PUBLIC, kwargs=a_ladder),
    ApiRow("api:ladder_ratings_csv", "GET", "ratings_csv", outcomes=_PUBLIC, kwargs=a_ladder),
]
