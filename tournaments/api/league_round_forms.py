"""Rounds of leagues as they are told and sent."""

from datetime import datetime
from typing import Any, Final

from django.urls import reverse
from rest_framework import serializers

from tournaments.api.fields import Body, Query, Shown
from tournaments.api.league_fixture_forms import FixtureShown, fixture_told
from tournaments.api.league_round_words import (
    REVISION_MAX,
    EntryIdField,
    LeagueSideShown,
    SentenceShown,
    Told,
    sentences_told,
    side_told,
)
from tournaments.league_access import LeagueAccess, LeagueAction
from tournaments.league_drawn import DraftPlaces, reasons_kept
from tournaments.league_shown import Field, fixture_shown
from tournaments.models import Fixture, League, LeagueRound
from tournaments.selectors.league_drafts import draft_conflicts
from tournaments.services.leagues.room import ENTRIES_MAX
from tournaments.services.leagues.round_dates import DAYS_MAX

_DRAFT: Final = LeagueRound.State.DRAFT
_SEEN: Final = "The league's `revision` that you have seen; 409 if plans have changed since."


class LeagueRoundShown(Shown):
    """A round."""

    number = serializers.IntegerField(help_text="From 1, through all stages.")
    stage = serializers.ChoiceField(choices=LeagueRound.Stage.choices)
    state = serializers.ChoiceField(
        choices=LeagueRound.State.choices, help_text="Drafts are told to organizers only."
    )
    starts_at = serializers.DateTimeField(allow_null=True)
    deadline = serializers.DateTimeField(allow_null=True)
    published_at = serializers.DateTimeField(allow_null=True)
    matches = serializers.IntegerField(help_text="How many there are.")
    open = serializers.IntegerField(help_text="How many of them are not decided.")
    page = serializers.CharField()


class LeaguePairingShown(Shown):
    """Two who meet, and why."""

    fixture = FixtureShown()
    why = SentenceShown(many=True)


class LeagueByeShown(Shown):
    """Somebody without an opponent, and why."""

    who = LeagueSideShown()
    asked_for = serializers.BooleanField(help_text="Whether they asked for it.")
    why = SentenceShown(many=True)


class LeagueRoundDetailShown(LeagueRoundShown):
    """A round with who meets whom."""

    revision = serializers.IntegerField(
        help_text="Of the league; whatever changes the round is sent with it."
    )
    pairings = LeaguePairingShown(many=True, help_text="In the order of tables.")
    byes = LeagueByeShown(many=True)
    conflicts = SentenceShown(
        many=True, help_text="What is odd about a draft. Nothing of it forbids to publish."
    )
    candidates = LeagueSideShown(
        many=True, help_text="Who can be put into a draft by hand; otherwise empty."
    )
    drafts_before = serializers.IntegerField(
        help_text="Drafts of earlier rounds: they are published with it."
    )


class LeagueRoundsShown(Shown):
    """Rounds that were drawn or dated together."""

    revision = serializers.IntegerField(help_text="Of the league.")
    rounds = LeagueRoundShown(many=True)


class LeaguePairingSent(Body):
    """Two who shall meet, the first sitting first."""

    first = EntryIdField()
    second = EntryIdField()


class LeagueRoundEdit(Body):
    """Who shall meet whom."""

    pairings = serializers.ListField(child=LeaguePairingSent(), max_length=ENTRIES_MAX // 2)
    revision = serializers.IntegerField(min_value=0, max_value=REVISION_MAX, help_text=_SEEN)
    dry_run = serializers.BooleanField(
        required=False, default=False, help_text="Only say what would be odd about it."
    )


class _DatesSent(Body):
    starts_at = serializers.DateTimeField(required=False, allow_null=True)
    deadline = serializers.DateTimeField(
        required=False, allow_null=True, help_text="Open matches are overdue afterwards."
    )
    revision = serializers.IntegerField(min_value=0, max_value=REVISION_MAX, help_text=_SEEN)


class LeagueRoundDates(_DatesSent):
    """When a round is played; what is not sent stays, null takes a date away."""


class LeagueRoundPublication(_DatesSent):
    """What was seen, and dates if they shall be others."""


class LeagueRoundsDates(Body):
    """One date, and those of the other drafts follow."""

    first = serializers.DateTimeField(help_text="When the first draft begins.")
    every = serializers.IntegerField(
        min_value=1, max_value=DAYS_MAX, help_text="Days from one round to the next."
    )
    days = serializers.IntegerField(
        required=False,
        allow_null=True,
        min_value=1,
        max_value=DAYS_MAX,
        help_text="To play each; null: there is no deadline.",
    )
    revision = serializers.IntegerField(min_value=0, max_value=REVISION_MAX, help_text=_SEEN)


class RevisionQuery(Query):
    """What was seen."""

    revision = serializers.IntegerField(min_value=0, max_value=REVISION_MAX, help_text=_SEEN)


def round_told(league: League, row: LeagueRound, *, matches: int, still_open: int) -> Told:
    """A round in a list."""
    name = "draw_round" if row.state == _DRAFT else "round"
    return {
        "number": row.number,
        "stage": row.stage,
        "state": row.state,
        "starts_at": row.starts_at,
        "deadline": row.deadline,
        "published_at": row.published_at,
        "matches": matches,
        "open": still_open,
        "page": reverse(f"leagues:{name}", args=[league.public_id, row.number]),
    }


def counted_round_told(league: League, row: LeagueRound) -> Told:
    """One that comes with its counts."""
    matches: int = row.matches_count  # type: ignore[attr-defined]
    still_open: int = row.open_count  # type: ignore[attr-defined]
    return round_told(league, row, matches=matches, still_open=still_open)


def round_detail_told(access: LeagueAccess, row: LeagueRound, people: Field) -> Told:
    """A round from `round_find`."""
    league, is_draft = access.league, row.state == _DRAFT
    fixtures = list(row.fixtures.all())
    over = (Fixture.State.CONFIRMED, Fixture.State.CANCELLED)
    still_open = sum(one.state not in over for one in fixtures)
    candidates = DraftPlaces(row, people).names if is_draft else {}
    organizes = access.may(LeagueAction.READ_DRAFTS)
    return {
        **round_told(league, row, matches=len(fixtures), still_open=still_open),
        "revision": league.revision,
        "pairings": [
            {
                "fixture": fixture_told(fixture_shown(league, one, people), is_draft=is_draft),
                "why": sentences_told(reasons_kept(one.reasons), people),
            }
            for one in fixtures
        ],
        "byes": [
            {
                "who": side_told(people[one.entry_id]),
                "asked_for": one.asked_for,
                "why": sentences_told(reasons_kept(one.reasons), people),
            }
            for one in row.byes.all()
        ],
        "conflicts": sentences_told(draft_conflicts(row=row), people) if is_draft else [],
        "candidates": [side_told(people[key]) for key in candidates],
        "drafts_before": drafts_before(league, row) if organizes else 0,
    }


def drafts_before(league: League, row: LeagueRound) -> int:
    """How many are published with it."""
    return league.rounds.filter(state=_DRAFT, number__lt=row.number).count()


def dates_wished(sent: dict[str, Any], row: LeagueRound) -> dict[str, datetime | None]:
    """What is not sent stays as it is."""
    return {
        "starts_at": sent.get("starts_at", row.starts_at),
        "deadline": sent.get("deadline", row.deadline),
    }
