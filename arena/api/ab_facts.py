"""What is told of A/B tests, and of what one can be made of."""

from collections.abc import Sequence
from typing import Any, Final

from django.urls import reverse

from arena.ab_evidence import results_of
from arena.ab_terms import (
    DAILY_MAX,
    ELO_OFFERED,
    ELO_USUAL,
    ERROR_RATE_USUAL,
    ERROR_RATES,
    GAIN,
    KEEP,
    QUESTIONS,
    RUNNING_MAX,
    boards_offered,
    sets_offered,
    tables_offered,
    usual_terms,
)
from arena.ab_words import asks_to_keep, elo_asked, verdict_text
from arena.api.challenges import queue_told
from arena.match_sentences import state_sentence
from arena.match_sides import match_sides
from arena.models import AbTest, AbTestStep, BotVersion, Match
from arena.selectors.ab_choices import ab_choices, ab_cost
from arena.selectors.ab_tests import (
    ab_quota,
    ab_test_matches_uncounted,
    ab_test_steps,
    versions_to_compare,
)
from arena.selectors.match_queue import queue_places
from arena.selectors.matches import match_participants
from arena.services.ab_tests import ab_quota_refusal
from scoring.sequential import confidence_interval
from tournaments.models import User

MATCHES_TOLD: Final = 10
Facts = dict[str, Any]


def ab_tests_told(tests: Sequence[AbTest]) -> list[Facts]:
    """With their versions and bots: no further query."""
    return [ab_test_told(test) for test in tests]


def ab_test_told(test: AbTest) -> Facts:
    interval = confidence_interval(results_of(test.deals))
    return {
        "id": test.public_id,
        "new": _version(test.new),
        "old": _version(test.old),
        "profile": test.profile,
        "players": test.players,
        "boards": test.boards,
        "question": KEEP if asks_to_keep(test) else GAIN,
        "elo": elo_asked(test),
        "error_rate": test.alpha,
        "sets_most": test.sets_most,
        "sets": test.sets,
        "state": test.state,
        "reason": test.reason,
        "text": verdict_text(test, interval),
        "llr": test.llr,
        "lower": test.plan.lower,
        "upper": test.plan.upper,
        "elo_estimate": interval.elo,
        "elo_low": interval.elo_low,
        "elo_high": interval.elo_high,
        "points_new": test.points_new,
        "points_old": test.points_old,
        "created_at": test.created_at,
        "ended_at": test.ended_at,
        "page": reverse("ab:test", args=[test.public_id]),
    }


def ab_test_told_in_full(test: AbTest) -> Facts:
    """With its steps, and with the matches that are not counted."""
    matches = list(ab_test_matches_uncounted(test=test)[:MATCHES_TOLD])
    return {
        **ab_test_told(test),
        "deals": test.deals,
        "steps": [_step(step) for step in ab_test_steps(test=test)],
        "matches": _matches(matches),
    }


def ab_terms_told(account: User, asked: Facts) -> Facts:
    """What can be chosen, by what was chosen so far."""
    versions = versions_to_compare(account=account)
    named = {name: asked.get(name, "") for name in ("new", "old", "profile")}
    choices = ab_choices(versions=versions, **named)
    told: Facts = {
        "versions": [_version(one) for one in versions],
        "new": None if choices is None else _version(choices.new),
        "old": None if choices is None else _version(choices.old),
        "profiles": [] if choices is None else choices.profiles,
        "profile": None,
        "offered": None,
        "chosen": None,
        "cost": None,
        "quota": _quota(account),
        "queue": queue_told(account),
    }
    if choices is None or not choices.profile:
        return told
    profile = choices.profile
    offered = _offered(profile)
    usual = {
        **usual_terms(profile),
        "question": GAIN,
        "elo": ELO_USUAL,
        "error_rate": ERROR_RATE_USUAL,
    }
    chosen = {
        name: asked[name] if asked.get(name) in offered[name] else value
        for name, value in usual.items()
    }
    return told | {
        "profile": profile,
        "offered": offered,
        "chosen": chosen,
        "cost": _cost(profile, chosen),
    }


def _version(version: BotVersion) -> Facts:
    return {
        "bot": version.bot.public_id,
        "name": version.bot.public_name,
        "version": version.number,
    }


def _step(step: AbTestStep) -> Facts:
    return {
        "number": step.number,
        "match": step.match.public_id,
        "is_counted": step.kind == AbTestStep.Kind.TAKEN,
        "share": float(results_of(step.deals).mean or 0),
        "points_new": step.points_new,
        "points_old": step.points_old,
        "llr": step.llr,
        "at": step.at,
    }


def _matches(matches: Sequence[Match]) -> list[Facts]:
    places = queue_places(matches=matches)
    return [
        {
            "id": match.public_id,
            "state": match.state,
            "text": state_sentence(
                match, match_sides(match_participants(match=match)), places.get(match.pk)
            ),
        }
        for match in matches
    ]


def _offered(profile: str) -> dict[str, Sequence[object]]:
    return {
        "players": tables_offered(profile),
        "boards": boards_offered(profile),
        "question": QUESTIONS,
        "elo": ELO_OFFERED,
        "error_rate": ERROR_RATES,
        "sets_most": sets_offered(profile),
    }


def _cost(profile: str, chosen: Facts) -> Facts | None:
    cost = ab_cost(profile=profile, **chosen)
    if cost is None:
        return None
    return {
        "sets_soon": cost.soon,
        "sets_longest": cost.longest,
        "is_cut": cost.is_cut,
        "seconds_soon": cost.soon_seconds,
        "seconds_longest": cost.longest_seconds,
    }


def _quota(account: User) -> Facts:
    quota = ab_quota(account=account)
    return {
        "running": quota.running,
        "running_max": RUNNING_MAX,
        "within_a_day": quota.within_a_day,
        "daily_max": DAILY_MAX,
        "next_at": quota.next_at,
        "refusal": ab_quota_refusal(quota=quota),
    }
