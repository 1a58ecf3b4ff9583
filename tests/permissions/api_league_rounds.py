"""Rows of what programs ask about the rounds, matches and standings of leagues."""

from tests.permissions.rows import ApiRow

API_LEAGUE_ROUNDS: list[ApiRow] = []
