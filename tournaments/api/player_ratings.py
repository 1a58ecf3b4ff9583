"""Where players stand on the ladders of people."""

from typing import Any, Final

from django.http import Http404
from drf_spectacular.utils import OpenApiExample, extend_schema
from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response

from scoring.elo import elo_points
from tournaments.api.fields import PageQuery, Shown, page_of
from tournaments.api.people_forms import NamedShown, named, share_told
from tournaments.api.views import ApiViewSet
from tournaments.api_scopes import Area
from tournaments.ladder_names import ladder_name
from tournaments.models import Player, Rating
from tournaments.plots import PointKind
from tournaments.selectors.ladders import rating_rank
from tournaments.selectors.people import player_find, player_is_insider, player_may_read
from tournaments.selectors.player_ratings import rated_opponents, ratings_of_player
from tournaments.selectors.rating_history import rating_history
from tournaments.templatetags.ratings import elo_margin

_RATING: Final = {
    "ladder": "burako-duel-2-people",
    "name": "Burako for two (people)",
    "rating": 1521.3,
    "error_95": 60,
    "provisional": False,
    "results": 23,
    "won": 13,
    "level": 0,
    "lost": 10,
    "hands": 171,
    "last_at": "2026-11-02T20:14:00Z",
}
_DETAIL: Final = {
    **_RATING,
    "place": 4,
    "history": [
        {
            "at": "2026-11-02T20:14:00Z",
            "kind": "result",
            "rating": 1521.3,
            "error_95": 60.2,
            "change": 11.2,
            "results": 23,
        }
    ],
    "opponents": [
        {
            "who": {"id": "", "name": "Beto"},
            "won": 3,
            "level": 0,
            "lost": 2,
            "share": 0.6,
            "share_low": 0.2,
            "share_high": 1.0,
        }
    ],
}


class PlayerRatingShown(Shown):
    """A player's rating on a ladder."""

    ladder = serializers.SlugField()
    name = serializers.CharField(help_text="Of the ladder.")
    rating = serializers.FloatField()
    error_95 = serializers.IntegerField(
        help_text="The strength lies so many points around the rating in 95 of 100 cases."
    )
    provisional = serializers.BooleanField()
    results = serializers.IntegerField()
    won = serializers.IntegerField()
    level = serializers.IntegerField()
    lost = serializers.IntegerField()
    hands = serializers.IntegerField()
    last_at = serializers.DateTimeField()


class RatingStepShown(Shown):
    """A step of a rating."""

    at = serializers.DateTimeField()
    kind = serializers.ChoiceField(choices=[one.value for one in PointKind])
    rating = serializers.FloatField()
    error_95 = serializers.FloatField()
    change = serializers.FloatField()
    results = serializers.IntegerField(help_text="How many counted by then.")


class RatedOpponentShown(Shown):
    """Somebody whom a player has met on the ladder."""

    who = NamedShown()
    won = serializers.IntegerField()
    level = serializers.IntegerField()
    lost = serializers.IntegerField()
    share = serializers.FloatField(allow_null=True, help_text="Of what was to be won: 0 to 1.")
    share_low = serializers.FloatField(allow_null=True, help_text="Of its 95 % error bar.")
    share_high = serializers.FloatField(allow_null=True, help_text="Of its 95 % error bar.")


class PlayerRatingDetailShown(PlayerRatingShown):
    """A player's rating on a ladder, and how it came to be."""

    place = serializers.IntegerField(
        allow_null=True, help_text="Null below the places that are counted."
    )
    history = RatingStepShown(
        many=True, help_text="All steps of a short history; of a long one some between."
    )
    opponents = RatedOpponentShown(many=True, help_text="Those met most often.")


class PlayerRatingViewSet(ApiViewSet):
    """Of players whose history you may read."""

    tag = "People"
    thing = "player_ratings"
    area = Area.PEOPLE

    @extend_schema(
        summary="A player's ratings",
        parameters=[PageQuery],
        responses=page_of(PlayerRatingShown),
        examples=[OpenApiExample("A rating", value=_RATING, response_only=True)],
    )
    def list(self, request: Request, public_id: str) -> Response:
        """One for each ladder, where most was played first."""
        self.asked(PageQuery)
        ratings = ratings_of_player(player=self._readable(public_id))
        return self.page_of_items(
            ratings, PlayerRatingShown, lambda found: [_told(one) for one in found]
        )

    @extend_schema(
        summary="A player's rating on a ladder",
        responses=PlayerRatingDetailShown,
        examples=[OpenApiExample("A rating", value=_DETAIL, response_only=True)],
    )
    def retrieve(self, request: Request, public_id: str, slug: str) -> Response:
        """With its history and the opponents who were met most often."""
        self.asked()
        player = self._readable(public_id)
        ratings = ratings_of_player(player=player)
        rating = next((one for one in ratings if one.ladder.slug == slug), None)
        if rating is None:
            raise Http404
        insider = player_is_insider(player=player, reader=request.user)
        steps = rating_history(ladder_id=rating.ladder_id, competitor_id=rating.competitor_id)
        told = {
            **_told(rating),
            "place": rating_rank(rating=rating),
            "history": [
                {
                    "at": step.at,
                    "kind": step.kind.value,
                    "rating": round(step.rating, 2),
                    "error_95": round(step.margin, 2),
                    "change": round(step.change, 2),
                    "results": step.results,
                }
                for step in steps
            ],
            "opponents": [
                {
                    "who": named(one.named),
                    "won": one.encounter.won,
                    "level": one.encounter.level,
                    "lost": one.encounter.lost,
                    **share_told(one.score),
                }
                for one in rated_opponents(rating=rating, reader=request.user, insider=insider)
            ],
        }
        return self.tell(PlayerRatingDetailShown, told)

    def _readable(self, public_id: str) -> Player:
        found = player_find(public_id=public_id)
        if found is None or not player_may_read(player=found, reader=self.request.user):
            raise Http404
        return found


def _told(rating: Rating) -> dict[str, Any]:
    return {
        "ladder": rating.ladder.slug,
        "name": ladder_name(rating.ladder),
        "rating": round(float(elo_points(rating.value)), 2),
        "error_95": elo_margin(rating),
        "provisional": rating.is_provisional,
        "results": rating.results,
        "won": rating.won,
        "level": rating.level,
        "lost": rating.lost,
        "hands": rating.games,
        "last_at": rating.last_at,
    }
