"""Everything a league's book says, in one table."""

from __future__ import annotations

from collections.abc import Mapping

from scoring.messages import Message, Parameter, message

TEMPLATES: Mapping[str, str] = {
    # Why nothing can be drawn now
    "league.too_few": "Nothing can be drawn: fewer than two play.",
    "league.all_drawn": "Everything is drawn that this format asks for.",
    "league.results_missing": (
        "The next round waits for results that are not final yet (matches: %(count)s). Enter or "
        "confirm them, or postpone those matches."
    ),
    "league.groups_undecided": (
        "The play-offs wait for the groups (matches without a final result: %(count)s)."
    ),
    "league.too_few_qualifiers": "The play-offs need at least two who can still play.",
    "league.bracket_waits": (
        "The next matches wait for the winners of others (matches without one: %(count)s)."
    ),
    "league.bracket_level": (
        "%(a)s and %(b)s ended level. One of them has to go through before it goes on."
    ),
    "league.bracket_over": "The last match has been decided.",
    # Why somebody has no opponent
    "league.rest_asked": "%(who)s asked to sit this round out.",
    "league.rest": "%(who)s has no match in this round.",
    "league.bracket_bye": "%(who)s has no opponent here and goes through to the next round.",
    # What is odd about a round made by hand
    "league.conflict_groups": "%(a)s and %(b)s play in different groups.",
    "league.bracket_moved": (
        "Others meet in the bracket now: throw the draft away and draw again."
    ),
    # What a change changed
    "league.up": "%(who)s moves up from place %(before)s to place %(after)s.",
    "league.down": "%(who)s moves down from place %(before)s to place %(after)s.",
    "league.placed": "%(who)s is now on place %(after)s.",
    "league.unplaced": "%(who)s was on place %(before)s and is not placed any more.",
    "league.now_meet": "%(a)s and %(b)s now meet in match %(match)s of the bracket.",
    "league.champion": "%(who)s now wins the bracket.",
    "league.qualifiers_differ": (
        "%(who)s would have reached the play-offs, which are drawn already, and %(other)s not."
    ),
    "league.seeds_differ": "The play-offs, which are drawn already, would be seeded otherwise now.",
    # How far somebody came
    "league.won": "%(who)s won the final.",
    "league.runner_up": "%(who)s lost the final.",
    "league.third": "%(who)s won the match for third place.",
    "league.fourth": "%(who)s lost the match for third place.",
    "league.out": "%(who)s was out after round %(round)s of the bracket.",
    "league.still_in": "%(who)s is still in.",
    "league.annulled": "The results of %(who)s were annulled.",
}
"""English wording of everything this package says; translators work from this table."""


def say(code: str, /, **params: Parameter) -> Message:
    """A sentence of this package."""
    return message(TEMPLATES, code, **params)
