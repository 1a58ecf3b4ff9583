"""What is told of matches: for a whole list at once, so that its length costs no queries."""

from collections.abc import Mapping, Sequence
from typing import Any

from django.urls import reverse

from arena.kit_commands import verify_command
from arena.match_access import sides_with_readable_logs
from arena.match_outcome import taken_shares
from arena.match_rating_steps import unrated_text
from arena.match_reasons import reason_in_words
from arena.match_sentences import state_sentence
from arena.match_sides import Side, match_sides
from arena.match_states import MatchState
from arena.match_words import forfeit_text
from arena.models import Match, MatchParticipant
from arena.readers import Reader
from arena.selectors.match_queue import QueuePlace, queue_places
from arena.selectors.match_ratings import RatingStep, match_rating
from arena.selectors.matches import match_participants, participants_that_printed
from scoring.elo import elo_points

Facts = dict[str, Any]


def matches_told(matches: Sequence[Match], *, reader: Reader) -> list[Facts]:
    """With who plays, and with their ladders; a handful of queries for all of them."""
    places = queue_places(matches=matches)
    sides = {match.pk: match_sides(match_participants(match=match)) for match in matches}
    logs = _logs(matches, sides, reader)
    return [_told(match, sides[match.pk], places.get(match.pk), logs) for match in matches]


def match_told(match: Match, *, reader: Reader) -> Facts:
    """One of them."""
    return matches_told([match], reader=reader)[0]


def match_told_in_full(match: Match, *, reader: Reader) -> Facts:
    """All that its page tells."""
    sides = match_sides(match_participants(match=match))
    fixture, test = match.fixture, match.ab_test
    return {
        **match_told(match, reader=reader),
        "league": None if fixture is None else fixture.league.public_id,
        "fixture": None if fixture is None else fixture.public_id,
        "ab_test": None if test is None else test.public_id,
        "games": match.games,
        "decisions": match.decisions,
        "results": [_board(board, sides) for board in match.results] if match.is_over else [],
        "verify_command": verify_command(match) if match.is_over else "",
        **_rating(match, sides),
    }


def _told(match: Match, sides: Sequence[Side], place: QueuePlace | None, logs: set[int]) -> Facts:
    is_settled = match.state == MatchState.SETTLED
    shares = taken_shares(match, sides) if is_settled else []
    by_number = {one.side.number: float(one.share) for one in shares}
    printed = {one.side for one in match_participants(match=match) if one.pk in logs}
    return {
        "id": match.public_id,
        "kind": match.kind,
        "profile": match.profile,
        "state": match.state,
        "text": state_sentence(match, sides, place),
        "rated": match.rated,
        "ladder": None if match.ladder is None else match.ladder.slug,
        "boards": match.boards,
        "rotations": match.rotations,
        "boards_over": min(match.boards_over, match.boards_in_all),
        "boards_in_all": match.boards_in_all,
        "created_at": match.created_at,
        "begun_at": match.begun_at,
        "ended_at": match.ended_at,
        "reason": reason_in_words(match.reason) if match.state == MatchState.VOID else "",
        "has_replay": match.is_over and bool(match.replay_digest),
        "commitment": match.commitment,
        "seed": match.seed if match.is_over else None,
        "queue": None if place is None else _place(place),
        "sides": [_side(one, by_number.get(one.number), one.number in printed) for one in sides],
        "page": reverse("matches:match", args=[match.public_id]),
    }


def _place(place: QueuePlace) -> Facts:
    return {
        "position": place.position,
        "wait_seconds": place.wait,
        "is_paused": place.is_paused,
    }


def _side(side: Side, share: float | None, has_log: bool) -> Facts:  # noqa: FBT001 - a column
    return {
        "number": side.number,
        "bot": side.version.bot.public_id,
        "name": side.name,
        "author": side.owner_name,
        "version": side.version.number,
        "points": side.points,
        "share": share,
        "strikes": side.strikes,
        "decisions": side.decisions,
        "think_ms": side.think_ms,
        "longest_ms": side.longest_ms,
        "has_log": has_log,
    }


def _logs(
    matches: Sequence[Match], sides: Mapping[int, Sequence[Side]], reader: Reader
) -> set[int]:
    """The participants whose output is there, of those that the reader may read."""
    asked: list[MatchParticipant] = []
    for match in matches:
        own = {one.number for one in sides_with_readable_logs(sides[match.pk], reader=reader)}
        asked += [one for one in match_participants(match=match) if one.side in own]
    return participants_that_printed(participants=asked)


def _board(board: Mapping[str, Any], sides: Sequence[Side]) -> Facts:
    forfeit = board["forfeit"]
    return {
        "board": board["board"],
        "rotation": board["rotation"],
        "games": board["games"],
        "points": [board["points"][side.places[0]] for side in sides],
        "losers": _numbers(board["losers"], sides),
        "forfeit": forfeit
        and {
            "sides": _numbers(forfeit["places"], sides),
            "reason": forfeit["reason"],
            "text": forfeit_text(forfeit["reason"]),
        },
    }


def _numbers(places: Sequence[int], sides: Sequence[Side]) -> list[int]:
    """The sides that have one of these places."""
    return [side.number for side in sides if any(place in places for place in side.places)]


def _rating(match: Match, sides: Sequence[Side]) -> Facts:
    rating = None
    if match.is_over and match.ladder_id is not None:
        rating = match_rating(match=match)
    if rating is None:
        return {"ratings": [], "unrated": unrated_text(match)}
    found = [(side, rating.steps.get(side.version.bot.competitor_id)) for side in sides]
    steps = [_step(side, step) for side, step in found if step is not None]
    return {"ratings": steps, "unrated": ""}


def _step(side: Side, step: RatingStep) -> Facts:
    return {
        "side": side.number,
        "before": _elo(step.before),
        "after": _elo(step.event.value),
        "change": _elo(step.event.value - step.before),
    }


def _elo(micro: int) -> float:
    return round(float(elo_points(micro)), 2)
