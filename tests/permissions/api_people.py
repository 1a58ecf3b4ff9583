"""Rows of what programs ask about players, pairs, invitations and rule sets."""

from tests.permissions.rows import ApiRow

API_PEOPLE: list[ApiRow] = []
