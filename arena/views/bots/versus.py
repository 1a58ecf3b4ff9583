"""Two bots head to head: the score, and how each played the same cards."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe

from arena.head_to_head import cards_of_both, cards_sentence, head_to_head
from arena.match_access import match_readable
from arena.match_states import MatchState
from arena.match_words import names_text
from arena.models import Bot, Match
from arena.same_cards import SameCards, Seats
from arena.selectors.bot_results import bot_ratings, opponents_of
from arena.selectors.matches import match_get
from arena.views.bots.access import bot_asked
from arena.views.bots.standing import OpponentRow, opponent_row, rated_row
from arena.views.matches.shown import listed_all
from arena.views.readers import reader_of

OPPONENTS_OFFERED: Final = 8


@dataclass(frozen=True)
class Comparison:
    """A match, hand by hand."""

    match: Match
    cards: SameCards
    hand_names: Sequence[str]
    sentence: str

    @property
    def columns(self) -> int:
        """Of the table, but for the first two."""
        return 3 * len(self.hand_names)


@never_cache
@require_safe
def versus(request: HttpRequest, public_id: str, other_id: str) -> HttpResponse:
    """As the first sees it; the other way round is a page of its own."""
    one, _access = bot_asked(request, public_id)
    other, _access = bot_asked(request, other_id)
    context: dict[str, object] = {"one": one, "other": other}
    if one.pk == other.pk:
        context["opponents"] = _opponents(one)
        return render(request, "arena/bots/versus_self.html", context)
    both = head_to_head(one=one, other=other, slug=request.GET.get("ladder", ""))
    comparison = _comparison(request, request.GET.get("match", "") or both.latest, one, other)
    if comparison is None and both.latest:
        comparison = _comparison(request, both.latest, one, other)
    context |= {
        "scores": both.scores,
        "ladder": both.ladder,
        "meetings": [rated_row(one, found) for found in both.meetings],
        "outside": listed_all(both.outside),
        "comparison": comparison,
    }
    return render(request, "arena/bots/versus.html", context)


def _opponents(one: Bot) -> list[OpponentRow]:
    """Whom it has met most on the ladder that it has played most on."""
    ratings = bot_ratings(bot=one)
    if not ratings:
        return []
    met = opponents_of(bot=one, ladder=ratings[0].ladder)[:OPPONENTS_OFFERED]
    return [opponent_row(row) for row in met]


def _comparison(request: HttpRequest, public_id: str, one: Bot, other: Bot) -> Comparison | None:
    """None if there is no such match, or not both played it to its end."""
    match = match_get(public_id=public_id) if public_id and public_id.isprintable() else None
    if match is None or match.state != MatchState.SETTLED:
        return None
    if not match_readable(match=match, reader=reader_of(request)):
        raise Http404
    cards = cards_of_both(match=match, one=one, other=other)
    if cards is None:
        return None
    return Comparison(
        match=match,
        cards=cards,
        hand_names=[_hand_name(hand) for hand in cards.hands],
        sentence=cards_sentence(cards=cards, one=one, other=other),
    )


def _hand_name(seats: Seats) -> str:
    if len(seats) == 1:
        return _("Cards of seat %(seat)d") % {"seat": seats[0]}
    return _("Cards of seats %(seats)s") % {"seats": names_text([str(seat) for seat in seats])}
