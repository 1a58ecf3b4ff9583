"""Two bots head to head: scores, meetings, and how each played the same cards."""

from typing import ClassVar

from django.http import Http404
from django.utils.translation import gettext as _
from drf_spectacular.utils import OpenApiExample, extend_schema
from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response

from arena.api.bot_asked import bot_asked
from arena.api.bot_rating_fields import LADDER_HELP
from arena.api.bot_ratings import SLUG_MAX_LENGTH, elo_told, encounter_told, fault_at
from arena.api.bot_versus_fields import VERSUS_EXAMPLE, BotVersusShown
from arena.head_to_head import LadderScore, cards_of_both, cards_sentence, head_to_head
from arena.match_access import match_find
from arena.models import Bot
from arena.readers import Reader
from arena.selectors.bot_results import RatedMatch
from tournaments.api.callers import account_of
from tournaments.api.fields import Query
from tournaments.api.views import ApiViewSet
from tournaments.api_scopes import Area
from tournaments.ladder_names import ladder_name
from tournaments.models.people import PUBLIC_ID_MAX_LENGTH


class VersusQuery(Query):
    """Which meetings of two."""

    ladder = serializers.CharField(
        required=False,
        max_length=SLUG_MAX_LENGTH,
        help_text=f"{LADDER_HELP} Unless told, the one that they met most on.",
    )
    match = serializers.CharField(
        required=False,
        max_length=PUBLIC_ID_MAX_LENGTH,
        help_text="Which match of both to lay out hand by hand; one that everybody may read.",
    )


class BotVersusViewSet(ApiViewSet):
    """For everybody."""

    tag = "Bots"
    thing = "bot_versus"
    area: ClassVar[Area] = Area.BOTS

    @extend_schema(
        summary="Two bots head to head",
        parameters=[VersusQuery],
        responses=BotVersusShown,
        examples=[OpenApiExample("Two bots", value=VERSUS_EXAMPLE, response_only=True)],
    )
    def retrieve(self, request: Request, public_id: str, other_id: str) -> Response:
        """As the first sees it: the score on every ladder, the latest meetings, and how each played
        the same cards. There is nothing about a bot and itself."""
        account = account_of(request)
        one, _access = bot_asked(account, public_id)
        other, _access = bot_asked(account, other_id)
        asked = self.asked(VersusQuery)
        if one.pk == other.pk:
            raise Http404
        both = head_to_head(one=one, other=other, slug=asked.get("ladder", ""))
        if "ladder" in asked and (both.ladder is None or both.ladder.slug != asked["ladder"]):
            raise fault_at("ladder", "no_ladder", _("They have not met on this ladder."))
        told = {
            "bot": one.public_id,
            "other": other.public_id,
            "ladder": None if both.ladder is None else both.ladder.slug,
            "scores": [_score(row) for row in both.scores],
            "meetings": [_meeting(found) for found in both.meetings],
            "outside": [match.public_id for match in both.outside],
            "cards": _cards(asked.get("match", ""), both.latest, one, other),
        }
        return self.tell(BotVersusShown, told)


def _score(row: LadderScore) -> dict[str, object]:
    return {
        **encounter_told(row.encounter),
        "ladder": row.ladder.slug,
        "name": ladder_name(row.ladder),
        "expected": None if row.expected is None else round(row.expected, 4),
    }


def _meeting(found: RatedMatch) -> dict[str, object]:
    return {
        "match": found.match.public_id,
        "at": found.event.at,
        "outcome": found.outcome or None,
        "share": found.share,
        "expected": found.event.expected or 0.0,
        "change": elo_told(found.event.delta),
    }


def _cards(wanted: str, latest: str, one: Bot, other: Bot) -> dict[str, object] | None:
    """Of a match that is asked for and not to be had: a fault."""
    public_id = wanted or latest
    # Private ones are for tokens with another scope.
    match = match_find(public_id=public_id, reader=Reader()) if public_id else None
    cards = None if match is None else cards_of_both(match=match, one=one, other=other)
    if cards is None:
        if wanted:
            raise fault_at("match", "no_match", _("Both have played no such match to its end."))
        return None
    return {
        "match": public_id,
        "text": cards_sentence(cards=cards, one=one, other=other),
        "one_better": cards.one_better,
        "other_better": cards.other_better,
        "level": cards.level,
        "difference": cards.difference,
        "hands": cards.hands,
        "boards": cards.boards,
    }
