"""Rows of what programs ask about matches, challenges and A/B tests."""

from tests.permissions.rows import ApiRow

API_MATCHES: list[ApiRow] = []
