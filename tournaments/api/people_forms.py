"""The forms in which players, pairs and what they played are told."""

from collections.abc import Iterable
from typing import Any, Final

from django.urls import reverse
from rest_framework import serializers

from scoring.elo import elo_points
from tournaments.api.fields import Shown
from tournaments.encounter_scores import Score
from tournaments.models import Pair, Player
from tournaments.selectors.histories import (
    HistoryMatch,
    Named,
    Opponent,
    RatedMark,
    player_named,
)
from tournaments.selectors.people import Reader, pair_may_read
from tournaments.selectors.player_ratings import VersusScore

SUMMARY_EXAMPLE: Final = {
    "matches": 12,
    "won": 7,
    "drawn": 1,
    "lost": 4,
    "hands": 96,
    "points": 31210,
    "points_against": 27400,
    "pure_canastas": 40,
    "impure_canastas": 61,
    "closes": 50,
}
MATCH_EXAMPLE: Final = {
    "at": "2026-11-02T20:14:00Z",
    "outcome": "won",
    "points": 3105,
    "points_against": 2240,
    "hands": 8,
    "partners": [],
    "opponents": [{"id": "", "name": "Beto"}],
    "rated": {"ladder": "burako-duel-2-people", "change": 11.2},
    "sheet": "0d4b7a52-6f5c-4e0c-9a39-1f0f6ad6a7b1",
    "played": [],
}
VERSUS_EXAMPLE: Final = {
    "one": {"id": "k3Jx0cPq2mZs81Ta", "name": "Rosa"},
    "two": {"id": "", "name": "Beto"},
    "summary": SUMMARY_EXAMPLE,
    "scores": [
        {
            "ladder": "burako-duel-2-people",
            "won": 7,
            "level": 0,
            "lost": 4,
            "points": 30000,
            "points_against": 26000,
            "share": 0.636,
            "share_low": 0.36,
            "share_high": 0.91,
        }
    ],
}


class NamedShown(Shown):
    """Somebody, as far as you may know them."""

    id = serializers.CharField(help_text="Empty where you may not open their history.")
    name = serializers.CharField(help_text="Empty where you may not know it.")


class SummaryShown(Shown):
    """Matches that both sides have confirmed, added up. Points are those of the side."""

    matches = serializers.IntegerField()
    won = serializers.IntegerField()
    drawn = serializers.IntegerField()
    lost = serializers.IntegerField()
    hands = serializers.IntegerField()
    points = serializers.IntegerField()
    points_against = serializers.IntegerField()
    pure_canastas = serializers.IntegerField()
    impure_canastas = serializers.IntegerField()
    closes = serializers.IntegerField(help_text="Hands that this side closed.")


class RatedShown(Shown):
    """Where a match counted."""

    ladder = serializers.SlugField()
    change = serializers.FloatField(
        allow_null=True, help_text="Of the rating, in Elo; null where it is nobody's own."
    )


class PlayedHandShown(Shown):
    """A hand, seen from one side, and the totals after it."""

    number = serializers.IntegerField()
    points = serializers.IntegerField()
    points_against = serializers.IntegerField()
    total = serializers.IntegerField()
    total_against = serializers.IntegerField()


class HistoryMatchShown(Shown):
    """One match, seen from one side."""

    at = serializers.DateTimeField(help_text="When both sides had confirmed it.")
    outcome = serializers.ChoiceField(choices=["won", "lost", "drawn"])
    points = serializers.IntegerField()
    points_against = serializers.IntegerField()
    hands = serializers.IntegerField()
    partners = NamedShown(many=True)
    opponents = NamedShown(many=True)
    rated = RatedShown(allow_null=True, help_text="Null: it counts on no ladder.")
    sheet = serializers.UUIDField(allow_null=True, help_text="Only in your own history.")
    played = PlayedHandShown(
        many=True, help_text="The latest rated matches between two, hand by hand; else empty."
    )


class OpponentShown(Shown):
    """Who was on the other side, and how often."""

    id = serializers.CharField(help_text="For `versus`.")
    name = serializers.CharField()
    matches = serializers.IntegerField()


class VersusScoreShown(Shown):
    """What one took from the other on a ladder."""

    ladder = serializers.SlugField()
    won = serializers.IntegerField()
    level = serializers.IntegerField()
    lost = serializers.IntegerField()
    points = serializers.IntegerField()
    points_against = serializers.IntegerField()
    share = serializers.FloatField(allow_null=True, help_text="Of what was to be won: 0 to 1.")
    share_low = serializers.FloatField(allow_null=True, help_text="Of its 95 % error bar.")
    share_high = serializers.FloatField(allow_null=True, help_text="Of its 95 % error bar.")


class VersusShown(Shown):
    """Two on opposite sides; what is told is told of the first."""

    one = NamedShown()
    two = NamedShown()
    summary = SummaryShown()
    scores = VersusScoreShown(many=True, help_text="By ladder, as far as matches counted there.")


class PairShown(Shown):
    """Two players as one side."""

    id = serializers.CharField()
    name = serializers.CharField()
    players = NamedShown(many=True)
    is_readable = serializers.BooleanField(help_text="Whether you may open its history.")
    page = serializers.CharField()


def named(one: Named) -> dict[str, str]:
    """Somebody as they are told of."""
    return {"id": one.public_id, "name": one.name}


def matches_told(matches: Iterable[HistoryMatch], *, with_sheets: bool) -> list[dict[str, Any]]:
    """Sheets are named to those only whose own history it is, as on the pages."""
    return [
        {
            "at": match.at,
            "outcome": match.outcome,
            "points": match.points,
            "points_against": match.points_against,
            "hands": match.hands,
            "partners": [named(one) for one in match.partners],
            "opponents": [named(one) for one in match.opponents],
            "rated": None if match.rated is None else _rated(match.rated),
            "sheet": match.sheet_id if with_sheets else None,
            "played": match.played,
        }
        for match in matches
    ]


def opponents_told(opponents: Iterable[Opponent]) -> list[dict[str, Any]]:
    """Whom somebody has met most often."""
    return [
        {"id": one.who.public_id, "name": one.who.public_name, "matches": one.matches}
        for one in opponents
    ]


def scores_told(scores: Iterable[VersusScore]) -> list[dict[str, Any]]:
    """What was taken, ladder by ladder."""
    return [
        {
            "ladder": one.ladder.slug,
            "won": one.won,
            "level": one.level,
            "lost": one.lost,
            "points": one.points,
            "points_against": one.points_against,
            **share_told(one.score),
        }
        for one in scores
    ]


def share_told(score: Score | None) -> dict[str, float | None]:
    """A share with its error bar."""
    if score is None:
        return {"share": None, "share_low": None, "share_high": None}
    return {
        "share": round(score.share, 4),
        "share_low": round(score.low, 4),
        "share_high": round(score.high, 4),
    }


def players_told(players: Iterable[Player], reader: Reader) -> list[dict[str, str]]:
    """Players to whoever may read their names, with the ids that lead somewhere."""
    return [named(player_named(one, reader, insider=True)) for one in players]


def pairs_told(pairs: Iterable[Pair], reader: Reader) -> list[dict[str, Any]]:
    """Pairs to whoever may read their names."""
    return [
        {
            "id": pair.public_id,
            "name": pair.public_name,
            "players": players_told(pair.players, reader),
            "is_readable": pair_may_read(pair=pair, reader=reader),
            "page": reverse("pair", args=[pair.public_id]),
        }
        for pair in pairs
    ]


def _rated(mark: RatedMark) -> dict[str, Any]:
    change = None if mark.change is None else round(float(elo_points(mark.change)), 2)
    return {"ladder": mark.ladder.slug, "change": change}
