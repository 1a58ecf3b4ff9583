"""Rows of what programs ask about score sheets."""

from tests.permissions.rows import ApiRow

API_SHEETS: list[ApiRow] = []
