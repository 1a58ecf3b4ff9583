"""Ladders and their leaderboards."""

from collections.abc import Iterable, Sequence
from typing import Any, Final

from django.contrib.auth.models import AnonymousUser
from django.http import Http404, HttpResponse
from drf_spectacular.types import OpenApiTypes
from drf_spectacular.utils import OpenApiExample, OpenApiResponse, extend_schema
from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response

from arena.ladder_tables import BOARD_COLUMNS, board_values
from arena.selectors.leaderboards import board_of, board_rows
from tournaments.api.fields import PageQuery, Query, Shown, page_of
from tournaments.api.limits import limit_count
from tournaments.api.permissions import TokenNeededError, scope_require
from tournaments.api.views import ApiViewSet
from tournaments.api_scopes import Area, scope_is_covered, scope_of
from tournaments.downloads import Value, csv_attachment
from tournaments.ladder_names import ladder_name
from tournaments.leaderboards import Board, BoardWish, Order
from tournaments.leaderboards import Shown as Listed
from tournaments.models import ApiToken, Ladder
from tournaments.rate_limits import TABLE_DOWNLOAD
from tournaments.selectors.ladders import ladder_get, ladders_all
from tournaments.selectors.leaderboards import ranks_of
from tournaments.selectors.people import Reader

SEARCH_MAX_LENGTH: Final = 100
_LADDER: Final = {
    "slug": "durak-volga-2",
    "name": "Volga Durak, 2 players",
    "hosting": "bots",
    "profile": "durak/volga",
    "players": 2,
    "boards": 20,
    "games_per_board": 1,
    "is_open": True,
    "results": 1204,
    "rated": 17,
}
_RATING: Final = {
    "place": 1,
    "name": "Greedy",
    "author": "Rosa",
    "version": 3,
    "rating": 1612.44,
    "error_95": 38,
    "provisional": False,
    "deal_sets": 41,
    "won": 27,
    "level": 2,
    "lost": 12,
    "games": 1640,
    "points": 913,
    "first_seen": "2026-10-01T12:00:00+00:00",
    "last_seen": "2026-11-02T08:30:00+00:00",
    "plays": True,
    "page": "/bots/k3Jx0cPq2mZs81Ta/",
}


class LadderShown(Shown):
    """Everybody of a kind who plays by the same rules at tables of the same size."""

    slug = serializers.SlugField()
    name = serializers.CharField(source="title")
    hosting = serializers.ChoiceField(choices=Ladder.Hosting.choices)
    profile = serializers.CharField(help_text="The rules: an id of `/rules/profiles/`.")
    players = serializers.IntegerField()
    boards = serializers.IntegerField(help_text="Of a deal set, which is one rated result.")
    games_per_board = serializers.IntegerField()
    is_open = serializers.BooleanField()
    results = serializers.IntegerField(source="results_count")
    rated = serializers.IntegerField(source="ratings_count")


class RatingRowShown(Shown):
    """Somebody on a leaderboard."""

    place = serializers.IntegerField(
        allow_null=True, help_text="Null below the places that are counted."
    )
    name = serializers.CharField(help_text="Empty where you may not know it.")
    author = serializers.CharField()
    version = serializers.IntegerField(allow_null=True)
    rating = serializers.FloatField()
    error_95 = serializers.IntegerField(
        help_text="The strength lies so many points around the rating in 95 of 100 cases."
    )
    provisional = serializers.BooleanField()
    deal_sets = serializers.IntegerField()
    won = serializers.IntegerField()
    level = serializers.IntegerField()
    lost = serializers.IntegerField()
    games = serializers.IntegerField()
    points = serializers.IntegerField()
    first_seen = serializers.CharField(help_text="A moment; of those without a name the day.")
    last_seen = serializers.CharField(help_text="As above.")
    plays = serializers.BooleanField(help_text="Whether it takes part at present.")
    page = serializers.CharField(help_text="The address of its page; empty where there is none.")


class BoardQuery(Query):
    """Whom to list."""

    q = serializers.CharField(
        required=False,
        allow_blank=True,
        max_length=SEARCH_MAX_LENGTH,
        help_text="Words of the name, or of the author's.",
    )
    show = serializers.ChoiceField(
        required=False, choices=[one.value for one in Listed], help_text="Whose ratings."
    )
    sort = serializers.ChoiceField(
        required=False, choices=[one.value for one in Order], help_text="What comes first."
    )
    away = serializers.BooleanField(required=False, help_text="Also who does not play now.")
    mine = serializers.BooleanField(required=False, help_text="Only your own; needs a token.")


class BoardPageQuery(BoardQuery, PageQuery):
    """Whom to list, page by page."""


class LadderViewSet(ApiViewSet):
    """Public: no scope is needed."""

    tag = "Ladders"
    thing = "ladders"

    @extend_schema(
        summary="All ladders",
        parameters=[PageQuery],
        responses=page_of(LadderShown),
        examples=[OpenApiExample("A ladder", value=_LADDER, response_only=True)],
    )
    def list(self, request: Request) -> Response:
        """Those of bots before those of people, open ones before closed ones."""
        self.asked(PageQuery)
        return self.page_of_items([_titled(one) for one in ladders_all()], LadderShown)

    @extend_schema(
        summary="A ladder",
        responses=LadderShown,
        examples=[OpenApiExample("A ladder", value=_LADDER, response_only=True)],
    )
    def retrieve(self, request: Request, slug: str) -> Response:
        """Its rules, and how many are rated."""
        self.asked()
        return self.tell(LadderShown, _titled(_ladder(slug)))

    @extend_schema(
        summary="A leaderboard",
        parameters=[BoardPageQuery],
        responses=page_of(RatingRowShown),
        examples=[OpenApiExample("A bot", value=_RATING, response_only=True)],
    )
    def ratings(self, request: Request, slug: str) -> Response:
        """The first 1,000 that you ask for; whoever is further down is found by name."""
        ladder = _ladder(slug)
        board = self._board(ladder, self.asked(BoardPageQuery))
        return self.page_of_items(
            board.competitors, RatingRowShown, lambda found: self._rows(ladder, found)
        )

    @extend_schema(
        summary="A leaderboard as a file",
        parameters=[BoardQuery],
        responses={(200, "text/csv"): OpenApiResponse(OpenApiTypes.STR, "For spreadsheets.")},
    )
    def ratings_csv(self, request: Request, slug: str) -> HttpResponse:
        """All rows at once, with the names of the fields as the first line."""
        ladder = _ladder(slug)
        board = self._board(ladder, self.asked(BoardQuery))
        limit_count(request, TABLE_DOWNLOAD)
        rows = [list(row.values()) for row in self._rows(ladder, board.competitors)]
        return csv_attachment(name=f"{ladder.slug}.csv", columns=BOARD_COLUMNS, rows=rows)

    def _board(self, ladder: Ladder, asked: dict[str, Any]) -> Board:
        if asked.get("mine"):
            token = self._token()
            if token is None:
                raise TokenNeededError
            scope_require(token, _scope(ladder))
        return board_of(ladder=ladder, wish=_wish(asked), reader=self._reader(ladder))

    def _reader(self, ladder: Ladder) -> Reader:
        """Whoever has a token for other things only reads as everybody does: some names are told
        only to those who know them."""
        token = self._token()
        may = token is not None and scope_is_covered(_scope(ladder), frozenset(token.scopes))
        return self.account if may else AnonymousUser()

    def _token(self) -> ApiToken | None:
        return self.request.auth if isinstance(self.request.auth, ApiToken) else None

    def _rows(self, ladder: Ladder, competitors: Sequence[int]) -> Iterable[dict[str, Value]]:
        rows = board_rows(
            ladder=ladder,
            competitors=competitors,
            ranks=ranks_of(ladder=ladder),
            reader=self._reader(ladder),
        )
        return map(board_values, rows)


def _ladder(slug: str) -> Ladder:
    found = ladder_get(slug=slug)
    if found is None:
        raise Http404
    return found


def _scope(ladder: Ladder) -> str:
    of_people = ladder.hosting == Ladder.Hosting.PEOPLE
    return scope_of(Area.PEOPLE if of_people else Area.BOTS, writes=False)


def _titled(ladder: Ladder) -> Ladder:
    ladder.title = ladder_name(ladder)  # type: ignore[attr-defined]  # for the serializer only
    return ladder


def _wish(asked: dict[str, Any]) -> BoardWish:
    return BoardWish(
        shown=Listed(asked.get("show", Listed.ALL)),
        order=Order(asked.get("sort", Order.RATING)),
        search=asked.get("q", ""),
        with_away=asked.get("away", False),
        only_own=asked.get("mine", False),
    )
