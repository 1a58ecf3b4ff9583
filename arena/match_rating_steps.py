"""What a match did to the ratings, or why it did nothing."""

from collections.abc import Sequence
from dataclasses import dataclass

from django.utils.translation import gettext as _

from arena.games.errors import RulesRefused
from arena.games.registry import rules_from_json
from arena.match_sides import Side
from arena.match_states import MatchState
from arena.models import Match
from arena.runner.sandbox.names import ISOLATING
from arena.selectors.match_ratings import MatchRating, RatingStep
from tournaments.templatetags.ratings import elo_whole


@dataclass(frozen=True)
class ShownStep:
    """A side and what became of its rating."""

    side: Side
    step: RatingStep
    margin_before: int

    @property
    def change(self) -> int:
        """In whole Elo points, between the whole numbers that stand beside it."""
        return elo_whole(self.step.event.value) - elo_whole(self.step.before)


def rating_steps(rating: MatchRating, sides: Sequence[Side]) -> list[ShownStep]:
    """In the order of the sides."""
    found = [(side, rating.steps.get(side.version.bot.competitor_id)) for side in sides]
    return [
        ShownStep(side, step, round(step.margin_before)) for side, step in found if step is not None
    ]


def unrated_text(match: Match) -> str:
    """Why a match that was played counts on no ladder."""
    if match.state != MatchState.SETTLED:
        return ""
    if not _may_be_rated(match):
        return _("Games by these rules are never rated.")
    if match.ladder_id is not None and match.sandbox not in ISOLATING:
        return _("It was not played in a sandbox: such matches are not rated.")
    return {
        Match.Kind.CHALLENGE: _("Challenges are not rated: try out whatever you like."),
        Match.Kind.DEMO: _("Demonstrations are not rated."),
        Match.Kind.AB_TEST: _("A/B tests are not rated: they only compare."),
    }.get(Match.Kind(match.kind), _("It was not played on a ladder."))


def _may_be_rated(match: Match) -> bool:
    try:
        return bool(rules_from_json(match.rules).rated)
    except (RulesRefused, ValueError):  # rules of long ago
        return True
