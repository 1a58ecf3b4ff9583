"""What is sent about matches of leagues: results, answers, decisions, other days."""

from collections.abc import Collection, Mapping
from typing import Any, Final

from django.utils.translation import gettext as _
from rest_framework import serializers

from tournaments.api.fields import Body, PageQuery
from tournaments.api.league_fixture_forms import NOBODY, SIDES
from tournaments.api.league_round_words import REVISION_MAX, EntryIdField
from tournaments.league_results import (
    GAMES_MOST,
    POINTS_LEAST,
    POINTS_MOST,
    Absent,
    Entered,
    Games,
    Total,
    game_at_fault,
    game_told,
)
from tournaments.models import Fixture, LeagueRound
from tournaments.models.accounts import REASON_MAX_LENGTH
from tournaments.models.people import PUBLIC_ID_MAX_LENGTH

KEEP: Final = "keep"
TOTAL: Final = "total"
GAMES: Final = "games"
ABSENT: Final = "absent"
_FIELDS: Final[Mapping[str, Collection[str]]] = {
    KEEP: (),
    TOTAL: ("points_first", "points_second"),
    GAMES: ("games",),
    ABSENT: ("absent",),
}
CONFIRM: Final = "confirm"
OBJECT: Final = "object"
OFFICIAL: Final = "official"
POSTPONE: Final = "postpone"
RESUME: Final = "resume"
CALL_OFF: Final = "call_off"


class FixturesQuery(PageQuery):
    """Which matches."""

    round = serializers.IntegerField(required=False, min_value=1, max_value=32_767)
    stage = serializers.ChoiceField(required=False, choices=LeagueRound.Stage.choices)
    state = serializers.ChoiceField(required=False, choices=Fixture.State.choices)
    entry = EntryIdField(required=False, help_text="Matches of this entry.")
    mine = serializers.BooleanField(required=False, help_text="Only your own; needs a token.")


class _OfMatch(Body):
    revision = serializers.IntegerField(
        min_value=0,
        max_value=REVISION_MAX,
        help_text="The match's `revision` that you have seen; 409 if it has changed since.",
    )


class FixtureGameSent(Body):
    """A game of Durak."""

    durak = serializers.ChoiceField(
        choices=[*SIDES, NOBODY], help_text="The side that was it; nobody: a draw."
    )
    epaulettes = serializers.IntegerField(required=False, default=0, min_value=0, max_value=2)
    wearer = serializers.CharField(
        required=False,
        allow_blank=True,
        default="",
        max_length=PUBLIC_ID_MAX_LENGTH,
        help_text="Between pairs: the player who wears the epaulettes, one of `players_first` or "
        "`players_second`.",
    )


class _Told(_OfMatch):
    """What came of a match; which fields there are depends on `way`."""

    points_first = serializers.IntegerField(
        required=False,
        min_value=POINTS_LEAST,
        max_value=POINTS_MOST,
        help_text="With `total`.",
    )
    points_second = serializers.IntegerField(
        required=False,
        min_value=POINTS_LEAST,
        max_value=POINTS_MOST,
        help_text="With `total`.",
    )
    games = serializers.ListField(
        child=FixtureGameSent(),
        required=False,
        max_length=GAMES_MOST,
        help_text="With `games`: in order.",
    )

    def validate(self, attrs: dict[str, Any]) -> dict[str, Any]:
        """Exactly what the way needs."""
        needed = _FIELDS[attrs["way"]]
        missing = {name: _fault("required", _("This is needed here.")) for name in needed}
        surplus = {
            name: _fault("not_here", _("This does not go with the way that you chose."))
            for fields in _FIELDS.values()
            for name in fields
        }
        faults = {name: fault for name, fault in missing.items() if name not in attrs} | {
            name: fault for name, fault in surplus.items() if name in attrs and name not in needed
        }
        if faults:
            raise serializers.ValidationError(faults)
        return attrs


class FixtureResultSent(_Told):
    """What came of a match."""

    way = serializers.ChoiceField(
        choices=[TOTAL, GAMES], help_text="Burako is told by its total, Durak game by game."
    )
    note = serializers.CharField(
        required=False, allow_blank=True, default="", max_length=REASON_MAX_LENGTH
    )


class FixtureDecisionSent(_Told):
    """An organizer's word."""

    way = serializers.ChoiceField(
        choices=[KEEP, TOTAL, GAMES, ABSENT],
        help_text="The result as it was entered, another one, or somebody did not come.",
    )
    absent = serializers.ChoiceField(
        required=False, choices=[*SIDES, "both"], help_text="With `absent`: who did not come."
    )
    note = serializers.CharField(
        max_length=REASON_MAX_LENGTH, help_text="Why: everybody who reads the league reads it."
    )
    dry_run = serializers.BooleanField(
        required=False, default=False, help_text="Only say what it would change."
    )


class FixtureAnswerSent(_OfMatch):
    """What is said to a result."""

    answer = serializers.ChoiceField(
        choices=[CONFIRM, OBJECT, OFFICIAL],
        help_text="For your side; or `official`: an official confirms for a side that cannot.",
    )
    text = serializers.CharField(
        required=False,
        allow_blank=True,
        default="",
        max_length=REASON_MAX_LENGTH,
        help_text="Whoever objects says what is wrong.",
    )


class FixtureMoveSent(_OfMatch):
    """Later, after all, or not at all."""

    move = serializers.ChoiceField(choices=[POSTPONE, RESUME, CALL_OFF])
    until = serializers.DateTimeField(
        required=False,
        allow_null=True,
        help_text="With `postpone`; null: nobody knows yet.",
    )
    note = serializers.CharField(
        required=False,
        allow_blank=True,
        default="",
        max_length=REASON_MAX_LENGTH,
        help_text="With `call_off` there has to be one.",
    )


def entered_of(sent: Mapping[str, Any]) -> Entered | None:
    """What was sent, as services take it; None keeps what is there."""
    match sent["way"]:
        case "total":
            return Total(sent["points_first"], sent["points_second"])
        case "games":
            return Games([_game(one) for one in sent["games"]])
        case "absent":
            return Absent.told(sent["absent"])
    return None


def result_field(name: str) -> str:
    """Where a fault of a result was sent."""
    fault = game_at_fault(name)
    return name if fault is None else f"games.{fault[0]}.{fault[1]}"


def _game(sent: Mapping[str, Any]) -> dict[str, object]:
    durak = None if sent["durak"] == NOBODY else SIDES.index(sent["durak"])
    return game_told(durak=durak, epaulettes=sent["epaulettes"], wearer=sent["wearer"])


def _fault(code: str, sentence: str) -> list[serializers.ErrorDetail]:
    return [serializers.ErrorDetail(sentence, code)]
