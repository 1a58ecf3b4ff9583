"""Rows of what programs ask about leagues, but for their rounds."""

from tests.permissions.rows import ApiRow

API_LEAGUES: list[ApiRow] = []
