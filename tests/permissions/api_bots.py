"""Rows of what programs ask about bots."""

from tests.permissions.rows import ApiRow

API_BOTS: list[ApiRow] = []
