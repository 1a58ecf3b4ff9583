"""The names under which open pages follow what happens in the arena; see tournaments.live."""


def validation_topic(public_id: str) -> str:
    """A validation: its steps, its verdict, and how many wait before it; without details."""
    return f"validation:{public_id}"


def bot_topic(public_id: str) -> str:
    """A bot: its versions and which of them is active; without details."""
    return f"bot:{public_id}"


def match_topic(public_id: str) -> str:
    """A match: its state, how far it is, how many wait before it; without details."""
    return f"match:{public_id}"


def arena_topic() -> str:
    """The queue of matches and who works on it; without details."""
    return "arena"


def ab_test_topic(key: int) -> str:
    """An A/B test, by its key: its matches and what they came to; without details."""
    return f"ab_test:{key}"
