"""What players and pairs have played, as both of their views tell it."""

from collections.abc import Callable, Iterable
from typing import Any

from rest_framework.response import Response

from tournaments.api.fields import PageQuery
from tournaments.api.people_forms import (
    HistoryMatchShown,
    VersusShown,
    matches_told,
    players_told,
    scores_told,
)
from tournaments.api.views import ApiViewSet
from tournaments.models import Player, SheetResultSide
from tournaments.selectors.histories import Sides, history_matches, history_rows, history_summary
from tournaments.selectors.people import Reader
from tournaments.selectors.player_ratings import played_hands, rated_marks, versus_scores
from tournaments.selectors.versus import Versus


class HistoryViews(ApiViewSet):
    """Answers with histories."""

    def history_page(
        self,
        sides: Sides,
        *,
        of: Iterable[Player],
        insider: bool,
        seen_by: Player | None = None,
        with_sheets: bool = False,
    ) -> Response:
        """One page of matches."""
        self.asked(PageQuery)
        each = _each(
            self.request.user,
            of=list(of),
            insider=insider,
            seen_by=seen_by,
            with_sheets=with_sheets,
        )
        return self.page(history_rows(sides=sides), HistoryMatchShown, each)

    def versus_told(self, versus: Versus) -> Response:
        """Two against each other, added up."""
        one, two = (self._named(who) for who in versus.between)
        told = {
            "one": one,
            "two": two,
            "summary": history_summary(sides=versus.sides),
            "scores": scores_told(versus_scores(sides=versus.sides)),
        }
        return self.tell(VersusShown, told)

    def versus_page(self, versus: Versus) -> Response:
        """Their matches, the latest rated ones hand by hand."""
        self.asked(PageQuery)
        each = _each(
            self.request.user,
            of=list(versus.players),
            insider=versus.insider,
            seen_by=versus.seen_by,
            with_hands=True,
        )
        rows = history_rows(sides=versus.sides.prefetch_related("result__sheet__entries"))
        return self.page(rows, HistoryMatchShown, each)

    def _named(self, who: Any) -> dict[str, str]:  # noqa: ANN401 - a player or a pair
        if isinstance(who, Player):
            return players_told([who], self.request.user)[0]
        return {"id": who.public_id, "name": who.public_name}


def _each(
    reader: Reader,
    *,
    of: list[Player],
    insider: bool,
    seen_by: Player | None,
    with_sheets: bool = False,
    with_hands: bool = False,
) -> Callable[[list[SheetResultSide]], Iterable[object]]:
    def told(rows: list[SheetResultSide]) -> Iterable[object]:
        matches = history_matches(
            rows=rows,
            of=of,
            reader=reader,
            insider=insider,
            rated=rated_marks(rows=rows, player=seen_by),
            played=played_hands(rows=rows) if with_hands else None,
        )
        return matches_told(matches, with_sheets=with_sheets)

    return told
