"""The rows of the tournaments app."""

from tournaments.models.accounts import ModerationEvent, User

__all__ = ["ModerationEvent", "User"]
