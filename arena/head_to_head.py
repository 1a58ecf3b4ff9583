"""Two bots head to head, as the first sees it: scores, meetings, and the same cards."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

from django.utils.translation import ngettext

from arena.games.deal_set import usual_rotations
from arena.games.registry import rules_from_json
from arena.match_states import MatchState
from arena.models import Bot, Match
from arena.same_cards import SameCards, same_cards
from arena.selectors.bot_results import (
    RatedMatch,
    bot_matches_latest,
    bot_ratings,
    encounters_between,
    meetings_latest,
)
from arena.selectors.matches import match_participants
from scoring.elo import expected_score
from tournaments.encounter_scores import Score, score_of
from tournaments.models import Encounter, Ladder, Rating

MEETINGS_SHOWN: Final = 10
MATCHES_LOOKED_AT: Final = 50
"""Those who have met on no ladder are looked for among the latest matches of one of them."""


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
class HeadToHead:
    """All that two have to do with each other."""

    scores: Sequence[LadderScore]
    ladder: Ladder | None
    """The one whose meetings are listed: that asked for, else the one they met most on."""
    meetings: Sequence[RatedMatch]
    outside: Sequence[Match]
    """Without a ladder: what they played that counts nowhere."""

    @property
    def latest(self) -> str:
        """The match to lay out unless another one is asked for; empty if there is none."""
        counted = [found.match.public_id for found in self.meetings if found.counts]
        return next(iter([*counted, *(match.public_id for match in self.outside)]), "")


def head_to_head(*, one: Bot, other: Bot, slug: str = "") -> HeadToHead:
    """What nobody knows is answered with what is there."""
    ratings, theirs = bot_ratings(bot=one), bot_ratings(bot=other)
    met = encounters_between(one=one, other=other, ladders=[row.ladder for row in ratings])
    asked = next((row for row in met if row.ladder.slug == slug), None)
    shown = asked or (met[0] if met else None)
    return HeadToHead(
        scores=_scores(met, shown, ratings, theirs),
        ladder=None if shown is None else shown.ladder,
        meetings=[] if shown is None else _meetings(one, other, shown, [*ratings, *theirs]),
        outside=_outside(one, other) if shown is None else [],
    )


def encounter_score(encounter: Encounter) -> Score | None:
    """The share taken, with its error bar."""
    return score_of(results=encounter.results, shares=encounter.shares, squares=encounter.squares)


def cards_of_both(*, match: Match, one: Bot, other: Bot) -> SameCards | None:
    """How both played the same cards; None unless both played this match to its end."""
    if match.state != MatchState.SETTLED:
        return None
    places, others = _places(match, one), _places(match, other)
    if not places or not others:
        return None
    rotations = usual_rotations(rules_from_json(match.rules))[: match.rotations]
    return same_cards(match.results, rotations, places, others)


def cards_sentence(*, cards: SameCards, one: Bot, other: Bot) -> str:
    """Who made more of them, on how many boards."""
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
    one: Bot, other: Bot, shown: Encounter, ratings: Sequence[Rating]
) -> list[RatedMatch]:
    """Their latest matches on the ladder that is shown."""
    results = {
        row.competitor_id: row.results for row in ratings if row.ladder_id == shown.ladder_id
    }
    fewer = min((one, other), key=lambda bot: results.get(bot.competitor_id, 0))
    return meetings_latest(
        one=one, other=other, ladder=shown.ladder, fewer=fewer, count=MEETINGS_SHOWN
    )


def _outside(one: Bot, other: Bot) -> list[Match]:
    matches = bot_matches_latest(bot=one, count=MATCHES_LOOKED_AT)
    settled = [match for match in matches if match.state == MatchState.SETTLED]
    return [match for match in settled if _places(match, one) and _places(match, other)][
        :MEETINGS_SHOWN
    ]


def _places(match: Match, bot: Bot) -> tuple[int, ...]:
    """Of the bot's side; of its last one if it has several."""
    seats = [seat for seat in match_participants(match=match) if seat.version.bot_id == bot.pk]
    side = max((seat.side for seat in seats), default=None)
    return tuple(seat.place for seat in seats if seat.side == side)
