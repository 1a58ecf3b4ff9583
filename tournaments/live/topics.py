"""The names under which open pages follow things."""

import uuid


def sheet_topic(public_id: uuid.UUID) -> str:
    """A score sheet; the detail is the number of its last entry."""
    return f"sheet:{public_id}"


def account_topic(account_id: int) -> str:
    """An account's rights; without details."""
    return f"account:{account_id}"


def league_topic(public_id: str) -> str:
    """A league with everything in it; without details, for rights may have changed."""
    return f"league:{public_id}"
