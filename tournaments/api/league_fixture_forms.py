"""Matches of leagues as they are told."""

from collections.abc import Sequence
from typing import Final

from django.urls import reverse
from rest_framework import serializers

from tournaments.api.fields import Shown
from tournaments.api.league_round_words import (
    LeagueSideShown,
    SentenceShown,
    Told,
    sentences_told,
    side_told,
)
from tournaments.league_access import LeagueRole
from tournaments.league_acts import LeagueAct
from tournaments.league_drawn import reasons_kept
from tournaments.league_match import (
    MatchAsked,
    MatchRights,
    arena_matches,
    how_it_stands,
    side_players,
    unrated_sentence,
)
from tournaments.league_match_history import (
    ShownResult,
    ShownStep,
    results_shown,
    steps_shown,
)
from tournaments.league_shown import ShownFixture
from tournaments.models import Fixture, FixtureResult, FixtureWord, LeagueRound
from tournaments.selectors.league_rows import fixture_events

SIDES: Final = ("first", "second")
NOBODY: Final = "nobody"
RIGHTS: Final = (
    "enter", "answer", "confirm", "decide", "keep", "postpone", "resume", "call_off", "sheet",
)  # fmt: skip


class FixtureResultShown(Shown):
    """What is said to have come of a match."""

    kind = serializers.ChoiceField(choices=FixtureResult.Kind.choices)
    winner = serializers.ChoiceField(choices=FixtureResult.Winner.choices)
    points_first = serializers.IntegerField(allow_null=True)
    points_second = serializers.IntegerField(allow_null=True)
    first_absent = serializers.BooleanField(help_text="Of a forfeit.")
    second_absent = serializers.BooleanField(help_text="Of a forfeit.")


class FixtureShown(Shown):
    """A match of a league."""

    id = serializers.CharField()
    round = serializers.IntegerField()
    stage = serializers.ChoiceField(choices=LeagueRound.Stage.choices)
    place = serializers.IntegerField(help_text="In the round, from 1.")
    table = serializers.IntegerField(allow_null=True, help_text="Null: none was assigned.")
    first = LeagueSideShown()
    second = LeagueSideShown()
    state = serializers.ChoiceField(choices=Fixture.State.choices)
    text = serializers.CharField(help_text="How it stands, in a sentence.")
    result = FixtureResultShown(
        allow_null=True, help_text="The latest, if there is one: unplayed is not 0 to 0."
    )
    counts = serializers.BooleanField(help_text="Whether the result is final.")
    starts_at = serializers.DateTimeField(allow_null=True)
    deadline = serializers.DateTimeField(allow_null=True, help_text="Of the round.")
    bracket_match = serializers.IntegerField(
        allow_null=True, help_text="Its number in the bracket, if it is of one."
    )
    by_hand = serializers.BooleanField(help_text="Whether an organizer put these two together.")
    revision = serializers.IntegerField(
        help_text="Grows with every change; whatever changes the match is sent with it."
    )
    page = serializers.CharField(help_text="Empty while the round is a draft.")


class FixtureGameShown(Shown):
    """A game of Durak."""

    durak = serializers.ChoiceField(
        choices=[*SIDES, NOBODY], help_text="The side that was it; nobody: a draw."
    )
    epaulettes = serializers.IntegerField()


class FixtureWordShown(Shown):
    """What a side said to a result."""

    side = serializers.ChoiceField(choices=SIDES)
    kind = serializers.ChoiceField(choices=FixtureWord.Kind.choices)
    text = serializers.CharField(help_text="What is wrong with it, in their words.")
    at = serializers.DateTimeField()


class FixtureResultToldShown(FixtureResultShown):
    """A result as somebody told it."""

    number = serializers.IntegerField(help_text="From 1; corrections are new ones.")
    counts = serializers.BooleanField()
    text = serializers.CharField()
    by = serializers.CharField(help_text="Who, and what they are to the match.")
    role = serializers.ChoiceField(choices=[one.value for one in LeagueRole])
    side = serializers.ChoiceField(
        allow_null=True, choices=SIDES, help_text="Whose word it is, if one side's only."
    )
    note = serializers.CharField()
    at = serializers.DateTimeField()
    games = FixtureGameShown(many=True, help_text="Of Durak between people.")
    words = FixtureWordShown(many=True)


class FixtureStepShown(Shown):
    """What an organizer did about a match."""

    action = serializers.ChoiceField(choices=[one.value for one in LeagueAct])
    text = serializers.CharField()
    by = serializers.CharField()
    note = serializers.CharField()
    at = serializers.DateTimeField()
    changes = serializers.ListField(
        child=serializers.CharField(), help_text="What else it changed, in sentences."
    )


class FixturePlayerShown(Shown):
    """One of a side."""

    id = serializers.CharField()
    name = serializers.CharField()


class FixtureDetailShown(FixtureShown):
    """A match with everything that its page tells."""

    why = SentenceShown(many=True, help_text="Why these two.")
    results = FixtureResultToldShown(many=True, help_text="The latest first.")
    steps = FixtureStepShown(many=True, help_text="What organizers did, the latest first.")
    may = serializers.ListField(
        child=serializers.ChoiceField(choices=RIGHTS), help_text="What you may do about it now."
    )
    players_first = FixturePlayerShown(
        many=True, help_text="For `wearer`; empty unless you may enter or decide a result."
    )
    players_second = FixturePlayerShown(many=True, help_text="As above.")
    sheet = serializers.UUIDField(allow_null=True, help_text="An id of `/sheets/`.")
    unrated = serializers.CharField(
        help_text="Why it does not count on a ladder; empty if it does, or the league does not."
    )
    arena = serializers.ListField(
        child=serializers.CharField(), help_text="Pages of the arena's matches, between bots."
    )


class DecisionShown(Shown):
    """An organizer's word, and what it changes."""

    dry_run = serializers.BooleanField(help_text="True: nothing is saved.")
    consequences = SentenceShown(
        many=True, help_text="Who moves in the table or the bracket because of it."
    )
    fixture = FixtureDetailShown(help_text="As it stands now.")


def fixture_told(shown: ShownFixture, *, is_draft: bool = False) -> Told:
    """A match in a list."""
    fixture = shown.fixture
    result = fixture.result if shown.is_told else None
    return {
        "id": fixture.public_id,
        "round": fixture.round.number,
        "stage": fixture.round.stage,
        "place": fixture.place,
        "table": fixture.table or None,
        "first": side_told(shown.first),
        "second": side_told(shown.second),
        "state": fixture.state,
        "text": how_it_stands(shown),
        "result": result,
        "counts": fixture.state == Fixture.State.CONFIRMED,
        "starts_at": shown.at,
        "deadline": fixture.round.deadline,
        "bracket_match": fixture.bracket_match,
        "by_hand": fixture.by_hand,
        "revision": fixture.revision,
        "page": "" if is_draft else shown.url,
    }


def match_told(asked: MatchAsked) -> Told:
    """A match with everything that its page tells."""
    fixture, league, people = asked.fixture, asked.league, asked.people
    rights = MatchRights(asked.access, fixture)
    sides: Sequence[list[tuple[str, str]]] = ([], [])
    if rights.may_enter or rights.may_decide:
        sides = [side_players(people[key]) for key in (fixture.first_id, fixture.second_id)]
    return {
        **fixture_told(asked.shown),
        "why": sentences_told(reasons_kept(fixture.reasons), people),
        "results": [_result(one) for one in results_shown(fixture, asked.names)],
        "steps": [
            _step(one)
            for one in steps_shown(fixture_events(league=league, fixture=fixture), people.names)
        ],
        "may": _rights(rights),
        "players_first": [{"id": key, "name": name} for key, name in sides[0]],
        "players_second": [{"id": key, "name": name} for key, name in sides[1]],
        "sheet": None if fixture.sheet is None else fixture.sheet.public_id,
        "unrated": unrated_sentence(league, fixture, people),
        "arena": arena_matches(league, fixture),
    }


def fixture_address(league_id: str, fixture_id: str) -> str:
    """Where a match is told."""
    return reverse("api:league_fixture", args=[league_id, fixture_id])


def _rights(rights: MatchRights) -> list[str]:
    held = {
        "enter": rights.may_enter,
        "answer": rights.side_to_answer is not None,
        "confirm": rights.may_confirm,
        "decide": rights.may_decide,
        "keep": rights.may_decide and rights.can_keep,
        "postpone": rights.can_postpone,
        "resume": rights.can_resume,
        "call_off": rights.can_call_off,
        "sheet": rights.may_open_sheet,
    }
    return [name for name in RIGHTS if held[name]]


def _result(one: ShownResult) -> Told:
    row = one.row
    return {
        "kind": row.kind,
        "winner": row.winner,
        "points_first": row.points_first,
        "points_second": row.points_second,
        "first_absent": row.first_absent,
        "second_absent": row.second_absent,
        "number": row.number,
        "counts": one.counts,
        "text": one.text,
        "by": one.by,
        "role": row.role,
        "side": None if row.side is None else SIDES[row.side],
        "note": one.note,
        "at": one.at,
        "games": [
            {
                "durak": SIDES[game["losers"][0]] if game.get("losers") else NOBODY,
                "epaulettes": game.get("epaulettes", 0),
            }
            for game in row.detail.get("games", [])
        ],
        "words": [
            {
                "side": SIDES[word.row.side],
                "kind": word.row.kind,
                "text": word.text,
                "at": word.at,
            }
            for word in one.words
        ],
    }


def _step(one: ShownStep) -> Told:
    return {
        "action": one.row.action,
        "text": one.text,
        "by": one.by,
        "note": one.note,
        "at": one.at,
        "changes": one.changes,
    }
