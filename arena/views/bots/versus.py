"""Two bots head to head: the score, and how each played the same cards."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils.translation import gettext as _
from django.utils.translation import ngettext
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe

from arena.games.deal_set import usual_rotations
from arena.games.registry import rules_from_json
from arena.match_access import match_readable
from arena.match_sides import Side, match_sides
from arena.match_states import MatchState
from arena.match_words import names_text
from arena.models import Bot, Match
from arena.selectors.bot_results import (
    bot_matches_latest,
    bot_ratings,
    encounters_between,
    meetings_latest,
    opponents_of,
)
from arena.selectors.matches import match_get, match_participants
from arena.views.bots.access import bot_asked
from arena.views.bots.same_cards import SameCards, Seats, same_cards
from arena.views.bots.standing import (
    OpponentRow,
    RatedRow,
    encounter_score,
    opponent_row,
    rated_row,
)
from arena.views.matches.shown import listed_all
from arena.views.readers import reader_of
from scoring.elo import expected_score
from tournaments.encounter_scores import Score
from tournaments.models import Encounter, Ladder, Rating

MEETINGS_SHOWN: Final = 10
MATCHES_LOOKED_AT: Final = 50
"""Those who have met on no ladder are looked for among the latest matches of one of them."""
OPPONENTS_OFFERED: Final = 8


@dataclass(frozen=True)
class LadderScore:
    """What one took from the other on a ladder."""

    ladder: Ladder
    encounter: Encounter
    score: Score | None
    expected: float | None
    """The share that their ratings let one expect now."""
    is_shown: bool


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
    ratings = bot_ratings(bot=one)
    context: dict[str, object] = {"one": one, "other": other}
    if one.pk == other.pk:
        context["opponents"] = _opponents(one, ratings)
        return render(request, "arena/bots/versus_self.html", context)
    theirs = bot_ratings(bot=other)
    met = encounters_between(one=one, other=other, ladders=[row.ladder for row in ratings])
    shown = _shown(request.GET.get("ladder", ""), met)
    meetings, outside = _meetings(one, other, shown, ratings, theirs)
    latest = _first_of(meetings, outside)
    comparison = _comparison(request, request.GET.get("match", "") or latest, one, other)
    if comparison is None and latest:
        comparison = _comparison(request, latest, one, other)
    context |= {
        "scores": _scores(met, shown, ratings, theirs),
        "ladder": None if shown is None else shown.ladder,
        "meetings": meetings,
        "outside": listed_all(outside),
        "comparison": comparison,
    }
    return render(request, "arena/bots/versus.html", context)


def _opponents(one: Bot, ratings: Sequence[Rating]) -> list[OpponentRow]:
    """Whom it has met most on the ladder that it has played most on."""
    if not ratings:
        return []
    met = opponents_of(bot=one, ladder=ratings[0].ladder)[:OPPONENTS_OFFERED]
    return [opponent_row(row) for row in met]


def _shown(slug: str, met: Sequence[Encounter]) -> Encounter | None:
    asked = next((row for row in met if row.ladder.slug == slug), None)
    return asked or (met[0] if met else None)


def _scores(
    met: Sequence[Encounter],
    shown: Encounter | None,
    ratings: Sequence[Rating],
    theirs: Sequence[Rating],
) -> list[LadderScore]:
    mine = {row.ladder_id: row.value for row in ratings}
    others = {row.ladder_id: row.value for row in theirs}
    return [
        LadderScore(
            ladder=row.ladder,
            encounter=row,
            score=encounter_score(row),
            expected=float(expected_score(mine[row.ladder_id], others[row.ladder_id]))
            if row.ladder_id in mine and row.ladder_id in others
            else None,
            is_shown=row is shown,
        )
        for row in met
    ]


def _meetings(
    one: Bot,
    other: Bot,
    shown: Encounter | None,
    ratings: Sequence[Rating],
    theirs: Sequence[Rating],
) -> tuple[list[RatedRow], list[Match]]:
    """Their latest matches on the ladder that is shown; without one, those that count nowhere."""
    if shown is None:
        matches = bot_matches_latest(bot=one, count=MATCHES_LOOKED_AT)
        both = [match for match in matches if _sides(match, one, other) is not None]
        settled = [match for match in both if match.state == MatchState.SETTLED]
        return [], settled[:MEETINGS_SHOWN]
    results = {row.competitor_id: row.results for row in (*ratings, *theirs) if _on(row, shown)}
    fewer = min((one, other), key=lambda bot: results.get(bot.competitor_id, 0))
    found = meetings_latest(
        one=one, other=other, ladder=shown.ladder, fewer=fewer, count=MEETINGS_SHOWN
    )
    return [rated_row(one, row) for row in found], []


def _on(rating: Rating, shown: Encounter) -> bool:
    return rating.ladder_id == shown.ladder_id


def _first_of(meetings: Sequence[RatedRow], outside: Sequence[Match]) -> str:
    """The match that is laid out unless another one is asked for."""
    counted = [row.public_id for row in meetings if row.outcome]
    return next(iter([*counted, *(match.public_id for match in outside)]), "")


def _comparison(request: HttpRequest, public_id: str, one: Bot, other: Bot) -> Comparison | None:
    """None if there is no such match, or not both played it to its end."""
    match = match_get(public_id=public_id) if public_id and public_id.isprintable() else None
    if match is None or match.state != MatchState.SETTLED:
        return None
    if not match_readable(match=match, reader=reader_of(request)):
        raise Http404
    sides = _sides(match, one, other)
    if sides is None:
        return None
    rotations = usual_rotations(rules_from_json(match.rules))[: match.rotations]
    cards = same_cards(match.results, rotations, sides[0].places, sides[1].places)
    return Comparison(
        match=match,
        cards=cards,
        hand_names=[_hand_name(hand) for hand in cards.hands],
        sentence=_sentence(cards, one, other),
    )


def _sides(match: Match, one: Bot, other: Bot) -> tuple[Side, Side] | None:
    by_bot = {side.version.bot_id: side for side in match_sides(match_participants(match=match))}
    if one.pk not in by_bot or other.pk not in by_bot:
        return None
    return by_bot[one.pk], by_bot[other.pk]


def _hand_name(seats: Seats) -> str:
    if len(seats) == 1:
        return _("Cards of seat %(seat)d") % {"seat": seats[0]}
    return _("Cards of seats %(seats)s") % {"seats": names_text([str(seat) for seat in seats])}


def _sentence(cards: SameCards, one: Bot, other: Bot) -> str:
    text = ngettext(
        "With the same cards %(one)s made more on %(more)d, %(other)s on %(fewer)d and both as "
        "much on %(level)d of %(count)d board.",
        "With the same cards %(one)s made more on %(more)d, %(other)s on %(fewer)d and both as "
        "much on %(level)d of %(count)d boards.",
        len(cards.boards),
    )
    return text % {
        "count": len(cards.boards),
        "one": one.public_name,
        "other": other.public_name,
        "more": cards.one_better,
        "fewer": cards.other_better,
        "level": cards.level,
    }
