"""Where bots stand, as programs are told of it."""

from typing import Any, Final

from rest_framework import serializers

from tournaments.api.fields import Shown
from tournaments.models import RatingEvent

SHARE_HELP: Final = "Between 0 and 1."
LADDER_HELP: Final = "A slug of `/ladders/`."

RATING_EXAMPLE: Final[dict[str, Any]] = {
    "ladder": "durak-volga-2",
    "name": "Volga Durak, 2 players",
    "profile": "durak/volga",
    "players": 2,
    "is_open": True,
    "place": 1,
    "rating": 1612.44,
    "error_95": 38,
    "provisional": False,
    "version": 3,
    "deal_sets": 41,
    "won": 27,
    "level": 2,
    "lost": 12,
    "games": 1640,
    "points": 913,
    "first_seen": "2026-10-01T12:00:00Z",
    "last_seen": "2026-11-02T08:30:00Z",
}
HISTORY_EXAMPLE: Final[dict[str, Any]] = {
    "ladder": "durak-volga-2",
    "points": [
        {
            "at": "2026-10-01T12:00:00Z",
            "cause": "result",
            "rating": 1512.5,
            "error_95": 320.1,
            "change": 12.5,
            "version": 1,
            "results": 1,
        }
    ],
    "versions": [
        {
            "version": 1,
            "results": 20,
            "began_at": 1500.0,
            "error_95_before": 400,
            "ended_at": 1540.2,
        }
    ],
}
OPPONENT_EXAMPLE: Final[dict[str, Any]] = {
    "bot": "Zb81kQwe03LmNd7u",
    "name": "Patient",
    "deal_sets": 12,
    "won": 8,
    "level": 1,
    "lost": 3,
    "share": 0.61,
    "share_low": 0.48,
    "share_high": 0.74,
    "points": 55,
    "points_against": 31,
    "page": "/bots/Zb81kQwe03LmNd7u/",
}
TIMING_EXAMPLE: Final[dict[str, Any]] = {
    "profile": "durak/volga",
    "matches": 50,
    "decisions": 21400,
    "mean_ms": 11.2,
    "longest_ms": 840,
    "strikes": 0,
    "boards_forfeited": 0,
}


class BotRatingShown(Shown):
    """Where a bot stands on a ladder."""

    ladder = serializers.CharField(help_text=LADDER_HELP)
    name = serializers.CharField(help_text="What the ladder is called.")
    profile = serializers.CharField(help_text="The rules: an id of `/rules/profiles/`.")
    players = serializers.IntegerField()
    is_open = serializers.BooleanField()
    place = serializers.IntegerField(
        allow_null=True, help_text="Null below the places that are counted."
    )
    rating = serializers.FloatField()
    error_95 = serializers.IntegerField(
        help_text="The strength lies so many points around the rating in 95 of 100 cases."
    )
    provisional = serializers.BooleanField()
    version = serializers.IntegerField(help_text="Which played last.")
    deal_sets = serializers.IntegerField()
    won = serializers.IntegerField()
    level = serializers.IntegerField()
    lost = serializers.IntegerField()
    games = serializers.IntegerField()
    points = serializers.IntegerField()
    first_seen = serializers.DateTimeField()
    last_seen = serializers.DateTimeField()


class RatingPointShown(Shown):
    """Where a rating stood after something had happened to it."""

    at = serializers.DateTimeField()
    cause = serializers.ChoiceField(choices=RatingEvent.Cause.choices)
    rating = serializers.FloatField()
    error_95 = serializers.FloatField()
    change = serializers.FloatField()
    version = serializers.IntegerField()
    results = serializers.IntegerField(help_text="So many had counted until then.")


class VersionRecordShown(Shown):
    """What a version did on a ladder."""

    version = serializers.IntegerField()
    results = serializers.IntegerField()
    began_at = serializers.FloatField(help_text="The rating before its first result.")
    error_95_before = serializers.IntegerField(help_text="How far off that may have been.")
    ended_at = serializers.FloatField(help_text="The rating after its last result.")


class RatingHistoryShown(Shown):
    """How a rating came to be what it is."""

    ladder = serializers.CharField(
        allow_null=True, help_text=f"{LADDER_HELP} Null if the bot has no result anywhere."
    )
    points = RatingPointShown(
        many=True, help_text="In their order; of a long history some, with its marks."
    )
    versions = VersionRecordShown(many=True, help_text="The latest that have played.")


class EncounterShown(Shown):
    """What one took from another on a ladder."""

    deal_sets = serializers.IntegerField()
    won = serializers.IntegerField()
    level = serializers.IntegerField()
    lost = serializers.IntegerField()
    share = serializers.FloatField(
        allow_null=True, help_text=f"What it took of them on average. {SHARE_HELP}"
    )
    share_low = serializers.FloatField(
        allow_null=True, help_text="The lower end of the 95 % error bar."
    )
    share_high = serializers.FloatField(allow_null=True, help_text="The upper end.")
    points = serializers.IntegerField()
    points_against = serializers.IntegerField()


class BotOpponentShown(EncounterShown):
    """Somebody whom a bot has met."""

    bot = serializers.CharField(help_text="An id of `/bots/`.")
    name = serializers.CharField()
    page = serializers.CharField(help_text="The address of its page.")


class TimingShown(Shown):
    """How quickly a bot decides by one rule set, in its latest matches."""

    profile = serializers.CharField(help_text="An id of `/rules/profiles/`.")
    matches = serializers.IntegerField()
    decisions = serializers.IntegerField()
    mean_ms = serializers.FloatField(allow_null=True, help_text="Null without a decision.")
    longest_ms = serializers.IntegerField()
    strikes = serializers.IntegerField()
    boards_forfeited = serializers.IntegerField()
