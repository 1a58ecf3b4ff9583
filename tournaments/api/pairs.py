"""Pairs: two players as one side, and what they played together."""

from collections.abc import Iterable
from typing import ClassVar, Final

from django.http import Http404
from drf_spectacular.utils import OpenApiExample, extend_schema
from rest_framework.request import Request
from rest_framework.response import Response

from tournaments.api.fields import PageQuery, page_of
from tournaments.api.people_forms import (
    MATCH_EXAMPLE,
    SUMMARY_EXAMPLE,
    VERSUS_EXAMPLE,
    HistoryMatchShown,
    OpponentShown,
    PairShown,
    SummaryShown,
    VersusShown,
    opponents_told,
    pairs_told,
)
from tournaments.api.people_histories import HistoryViews
from tournaments.api_scopes import Area
from tournaments.models import Pair
from tournaments.selectors.histories import (
    history_opponents_of_pair,
    history_summary,
    sides_of_pair,
)
from tournaments.selectors.people import (
    pair_find,
    pair_is_insider,
    pair_may_read,
    pairs_of_account,
)
from tournaments.selectors.versus import Versus, versus_of_pairs

_PAIR: Final = {
    "id": "Pq2mZs81Tak3Jx0c",
    "name": "Rosa and Beto",
    "players": [
        {"id": "Zs81Tak3Jx0cPq2m", "name": "Rosa"},
        {"id": "k3Jx0cPq2mZs81Ta", "name": "Beto"},
    ],
    "is_readable": True,
    "page": "/pairs/Pq2mZs81Tak3Jx0c/",
}
_MATCH: Final = {**MATCH_EXAMPLE, "rated": None, "sheet": None}


class PairDetailShown(PairShown):
    """A pair, and what came of playing together."""

    summary = SummaryShown()
    opponents = OpponentShown(
        many=True, help_text="Pairs met most often, as far as you may know them."
    )


class PairViewSet(HistoryViews):
    """Two players become a pair when they finish a match together and both sides confirm it."""

    tag = "People"
    thing = "pairs"
    area = Area.PEOPLE
    own_actions: ClassVar[frozenset[str]] = frozenset({"list"})

    @extend_schema(
        summary="Your pairs",
        parameters=[PageQuery],
        responses=page_of(PairShown),
        examples=[OpenApiExample("A pair", value=_PAIR, response_only=True)],
    )
    def list(self, request: Request) -> Response:
        """Those that you are part of, made, or answer for."""
        self.asked(PageQuery)

        def told(pairs: Iterable[Pair]) -> Iterable[object]:
            return pairs_told(pairs, request.user)

        return self.page(pairs_of_account(account=self.account), PairShown, told)

    @extend_schema(
        summary="A pair",
        responses=PairDetailShown,
        examples=[
            OpenApiExample(
                "A pair",
                value={**_PAIR, "summary": SUMMARY_EXAMPLE, "opponents": []},
                response_only=True,
            )
        ],
    )
    def retrieve(self, request: Request, public_id: str) -> Response:
        """Of yourself or a guest of yours with anybody, or of two who both have opened their
        histories."""
        self.asked()
        pair, insider = self._readable(public_id)
        met = history_opponents_of_pair(pair=pair, reader=request.user, insider=insider)
        told = {
            **pairs_told([pair], request.user)[0],
            "summary": history_summary(sides=sides_of_pair(pair=pair)),
            "opponents": opponents_told(met),
        }
        return self.tell(PairDetailShown, told)

    @extend_schema(
        summary="A pair's matches",
        parameters=[PageQuery],
        responses=page_of(HistoryMatchShown),
        examples=[OpenApiExample("A match", value=_MATCH, response_only=True)],
    )
    def history(self, request: Request, public_id: str) -> Response:
        """What both sides have confirmed, the latest first."""
        pair, insider = self._readable(public_id)
        return self.history_page(sides_of_pair(pair=pair), of=pair.players, insider=insider)

    @extend_schema(
        summary="Two pairs against each other",
        responses=VersusShown,
        examples=[OpenApiExample("Two", value=VERSUS_EXAMPLE, response_only=True)],
    )
    def versus(self, request: Request, public_id: str, other_id: str) -> Response:
        """You may read about a pair that yours has met; everybody else, what all four have
        opened."""
        self.asked()
        return self.versus_told(self._versus(public_id, other_id))

    @extend_schema(
        summary="The matches of two pairs",
        parameters=[PageQuery],
        responses=page_of(HistoryMatchShown),
        examples=[OpenApiExample("A match", value=_MATCH, response_only=True)],
    )
    def versus_matches(self, request: Request, public_id: str, other_id: str) -> Response:
        """Seen from the first one's side, the latest first."""
        return self.versus_page(self._versus(public_id, other_id))

    def _versus(self, public_id: str, other_id: str) -> Versus:
        reader = self.request.user
        found = versus_of_pairs(public_id=public_id, other_id=other_id, reader=reader)
        if found is None:
            raise Http404
        return found

    def _readable(self, public_id: str) -> tuple[Pair, bool]:
        found, reader = pair_find(public_id=public_id), self.request.user
        if found is None or not pair_may_read(pair=found, reader=reader):
            raise Http404
        return found, pair_is_insider(pair=found, reader=reader)
