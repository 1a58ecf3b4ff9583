"""What whoever follows something of the arena is told: that it looks different now."""

from typing import Final

from django.db.models import Max, Sum

from arena.match_access import match_is_for_everybody
from arena.models import AbTest, Match
from tournaments.live.streams import Seen
from tournaments.live.topics import league_topic

REST_SECONDS: Final = 1.0
"""Between two events of an A/B test: several matches may be played at once, board after board."""


def match_seen(match: Match) -> Seen:
    """Differs whenever the match would be shown differently. What only an author sees is shown when
    the match is over, and asked for then."""
    return _state(match.state, match.attempt, match.boards_over)


def match_rights_topics(match: Match) -> list[str]:
    """Where it is told that somebody may no longer read it, besides the account's own topic."""
    if match_is_for_everybody(match) or match.fixture is None:
        return []
    return [league_topic(match.fixture.league.public_id)]


def ab_test_seen(test: AbTest) -> Seen:
    """Differs whenever the test or one of its matches would be shown differently."""
    moved = test.matches.aggregate(
        last=Max("pk"), ended=Max("ended_at"), begun=Max("begun_at"), boards=Sum("boards_over")
    )
    return _state(test.state, test.steps_count, *moved.values())


def _state(*parts: object) -> Seen:
    return Seen("-".join(map(str, parts)), "state", {})
