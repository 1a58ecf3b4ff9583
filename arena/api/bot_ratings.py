"""How well a bot plays: its ratings, their history, whom it has met, and how quickly it decides."""

from collections.abc import Iterable, Sequence
from typing import Any, ClassVar, Final

from django.db.models import QuerySet
from django.urls import reverse
from django.utils.translation import gettext as _
from drf_spectacular.utils import OpenApiExample, extend_schema
from rest_framework import serializers
from rest_framework.exceptions import ErrorDetail
from rest_framework.request import Request
from rest_framework.response import Response

from arena.api.bot_asked import bot_asked
from arena.api.bot_rating_fields import (
    HISTORY_EXAMPLE,
    LADDER_HELP,
    OPPONENT_EXAMPLE,
    RATING_EXAMPLE,
    TIMING_EXAMPLE,
    BotOpponentShown,
    BotRatingShown,
    RatingHistoryShown,
    TimingShown,
)
from arena.head_to_head import encounter_score
from arena.models import Bot
from arena.selectors.bot_results import (
    Timing,
    bot_ratings,
    bot_timings,
    opponents_of,
)
from scoring.elo import elo_points
from tournaments.api.callers import account_of
from tournaments.api.fields import PageQuery, Query, page_of
from tournaments.api.views import ApiViewSet
from tournaments.api_scopes import Area
from tournaments.ladder_names import ladder_name
from tournaments.models import Encounter, Ladder, Rating
from tournaments.plots import RatingPoint
from tournaments.selectors.ladders import ladder_get, rating_ranks
from tournaments.selectors.rating_history import VersionRecord, rating_history, version_records
from tournaments.templatetags.ratings import elo_margin

SLUG_MAX_LENGTH: Final = 100


class LadderQuery(Query):
    """About which ladder."""

    ladder = serializers.CharField(
        required=False,
        max_length=SLUG_MAX_LENGTH,
        help_text=f"{LADDER_HELP} Unless told, the one that the bot has played most on.",
    )


class LadderPageQuery(LadderQuery, PageQuery):
    """About which ladder, page by page."""


class _Rows(Sequence[Any]):
    """Rows in an order that no field of theirs says: counted, and read page by page."""

    def __init__(self, rows: "QuerySet[Any]") -> None:
        self._rows = rows

    def __len__(self) -> int:
        return self._rows.count()

    def __getitem__(self, place: Any) -> Any:  # noqa: ANN401 - one, or some of them
        found = self._rows[place]
        return list(found) if isinstance(place, slice) else found


class BotRatingViewSet(ApiViewSet):
    """For everybody."""

    tag = "Bots"
    thing = "bot_ratings"
    area: ClassVar[Area] = Area.BOTS

    @extend_schema(
        summary="A bot's ratings",
        parameters=[PageQuery],
        responses=page_of(BotRatingShown),
        examples=[OpenApiExample("A rating", value=RATING_EXAMPLE, response_only=True)],
    )
    def list(self, request: Request, public_id: str) -> Response:
        """One for each ladder that it has a result on, the most played first."""
        bot = self._bot(public_id)
        self.asked(PageQuery)
        return self.page_of_items(bot_ratings(bot=bot), BotRatingShown, _ratings)

    @extend_schema(
        summary="A rating over time",
        parameters=[LadderQuery],
        responses=RatingHistoryShown,
        examples=[OpenApiExample("A history", value=HISTORY_EXAMPLE, response_only=True)],
    )
    def history(self, request: Request, public_id: str) -> Response:
        """The steps of a rating; all of a short history, some of a long one."""
        bot = self._bot(public_id)
        ladder = _ladder(bot, self.asked(LadderQuery))
        told: dict[str, object] = {"ladder": None, "points": [], "versions": []}
        if ladder is not None:
            whose = {"ladder_id": ladder.pk, "competitor_id": bot.competitor_id}
            records = version_records(**whose)
            told = {
                "ladder": ladder.slug,
                "points": [_point(one) for one in rating_history(**whose)],
                "versions": [_record(records[number]) for number in sorted(records)],
            }
        return self.tell(RatingHistoryShown, told)

    @extend_schema(
        summary="Whom a bot has met",
        parameters=[LadderPageQuery],
        responses=page_of(BotOpponentShown),
        examples=[OpenApiExample("An opponent", value=OPPONENT_EXAMPLE, response_only=True)],
    )
    def opponents(self, request: Request, public_id: str) -> Response:
        """On one ladder, most often first."""
        bot = self._bot(public_id)
        ladder = _ladder(bot, self.asked(LadderPageQuery))
        met = [] if ladder is None else _Rows(opponents_of(bot=bot, ladder=ladder))
        return self.page_of_items(met, BotOpponentShown, lambda rows: map(_opponent, rows))

    @extend_schema(
        summary="How quickly a bot decides",
        parameters=[PageQuery],
        responses=page_of(TimingShown),
        examples=[OpenApiExample("By one rule set", value=TIMING_EXAMPLE, response_only=True)],
    )
    def timings(self, request: Request, public_id: str) -> Response:
        """By rule set, in its latest matches."""
        bot = self._bot(public_id)
        self.asked(PageQuery)
        return self.page_of_items(
            bot_timings(bot=bot), TimingShown, lambda rows: map(_timing, rows)
        )

    def _bot(self, public_id: str) -> Bot:
        return bot_asked(account_of(self.request), public_id)[0]


def _ladder(bot: Bot, asked: dict[str, Any]) -> Ladder | None:
    """That asked for, else the one with most results; None if there are none at all."""
    if "ladder" not in asked:
        return next((rating.ladder for rating in bot_ratings(bot=bot)), None)
    found = ladder_get(slug=asked["ladder"])
    if found is None:
        raise fault_at("ladder", "no_ladder", _("There is no such ladder."))
    return found


def fault_at(field: str, code: str, sentence: str) -> serializers.ValidationError:
    """To be raised."""
    return serializers.ValidationError({field: [ErrorDetail(sentence, code)]})


def _ratings(ratings: Sequence[Rating]) -> Iterable[dict[str, object]]:
    ranks = rating_ranks(ratings=ratings)
    return [
        {
            "ladder": rating.ladder.slug,
            "name": ladder_name(rating.ladder),
            "profile": rating.ladder.profile,
            "players": rating.ladder.players,
            "is_open": rating.ladder.is_open,
            "place": ranks[rating.pk],
            "rating": elo_told(rating.value),
            "error_95": elo_margin(rating),
            "provisional": rating.is_provisional,
            "version": rating.version,
            "deal_sets": rating.results,
            "won": rating.won,
            "level": rating.level,
            "lost": rating.lost,
            "games": rating.games,
            "points": rating.points,
            "first_seen": rating.first_at,
            "last_seen": rating.last_at,
        }
        for rating in ratings
    ]


def _point(point: RatingPoint) -> dict[str, object]:
    return {
        "at": point.at,
        "cause": point.kind.value,
        "rating": round(point.rating, 2),
        "error_95": round(point.margin, 1),
        "change": round(point.change, 2),
        "version": point.version,
        "results": point.results,
    }


def _record(record: VersionRecord) -> dict[str, object]:
    return {
        "version": record.version,
        "results": record.results,
        "began_at": elo_told(record.began_at),
        "error_95_before": record.margin_before,
        "ended_at": elo_told(record.after.value),
    }


def encounter_told(encounter: Encounter) -> dict[str, object]:
    """What one took from another."""
    score = encounter_score(encounter)
    return {
        "deal_sets": encounter.results,
        "won": encounter.won,
        "level": encounter.level,
        "lost": encounter.lost,
        "share": None if score is None else round(score.share, 4),
        "share_low": None if score is None else round(score.low, 4),
        "share_high": None if score is None else round(score.high, 4),
        "points": encounter.points,
        "points_against": encounter.points_against,
    }


def _opponent(encounter: Encounter) -> dict[str, object]:
    bot: Bot = encounter.opponent.bot
    page = reverse("bots:bot", args=[bot.public_id])
    return {
        **encounter_told(encounter),
        "bot": bot.public_id,
        "name": bot.public_name,
        "page": page,
    }


def _timing(timing: Timing) -> dict[str, object]:
    mean = round(timing.think_ms / timing.decisions, 1) if timing.decisions else None
    return {
        "profile": timing.profile,
        "matches": timing.matches,
        "decisions": timing.decisions,
        "mean_ms": mean,
        "longest_ms": timing.longest_ms,
        "strikes": timing.strikes,
        "boards_forfeited": timing.boards_forfeited,
    }


def elo_told(micro: int) -> float:
    """A rating, or what it gained."""
    return round(float(elo_points(micro)), 2)
