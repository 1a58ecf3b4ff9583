"""Where a player stands on the ladders of people, as their page shows it."""

from collections.abc import Sequence

from django.http import HttpRequest

from tournaments.models import Player, Rating
from tournaments.selectors.ladders import RANKS_COUNTED, rating_rank
from tournaments.selectors.player_ratings import rated_opponents, ratings_of_player
from tournaments.selectors.rating_history import rating_history


def player_standing(request: HttpRequest, player: Player, *, insider: bool) -> dict[str, object]:
    """Everything about the ladder that is asked for, or the one most played on; empty for who has
    never been rated."""
    ratings = ratings_of_player(player=player)
    if not ratings:
        return {"ratings": []}
    shown = _asked(request.GET.get("ladder", ""), ratings)
    return {
        "ratings": ratings,
        "rating": shown,
        "ladder": shown.ladder,
        "rank": rating_rank(rating=shown),
        "ranks_counted": RANKS_COUNTED,
        "rating_points": rating_history(
            ladder_id=shown.ladder_id, competitor_id=shown.competitor_id
        ),
        "rated_opponents": rated_opponents(rating=shown, reader=request.user, insider=insider),
    }


def _asked(slug: str, ratings: Sequence[Rating]) -> Rating:
    """What nobody knows is answered with what is there."""
    return next((rating for rating in ratings if rating.ladder.slug == slug), ratings[0])
