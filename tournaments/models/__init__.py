"""The rows of the tournaments app."""

from tournaments.models.accounts import AccountSession, ModerationEvent, User

__all__ = ["AccountSession", "ModerationEvent", "User"]
