"""The forms of rule sets: the values a club plays with, and the rules they make in words."""

from collections.abc import Mapping
from typing import Any, Final

from django.urls import reverse
from rest_framework import serializers

from scoring.burako import (
    SEED_RULES,
    BurakoRuleSet,
    OpeningPer,
    RuleSetRefusedError,
    UnplayedRackFree,
)
from scoring.burako.explain import explain, unlike
from scoring.burako.rule_set import END_RANGES, POINT_RANGE, SCHEMA, TILE_VALUE_RANGE
from tournaments.api.fields import Body, Shown
from tournaments.kernel_texts import message_text
from tournaments.models import RuleSet, RuleSetVersion
from tournaments.names import DISPLAY_NAME_MAX_LENGTH
from tournaments.selectors.people import Reader

VALUES_EXAMPLE: Final = SEED_RULES.as_dict()
RULE_SET_EXAMPLE: Final = {
    "id": "Jx0cPq2mZs81Tak3",
    "name": "Club Norte",
    "game": "burako",
    "owner": "Rosa",
    "is_house": False,
    "is_mine": True,
    "is_archived": False,
    "version": 2,
    "version_at": "2026-11-02T20:14:00Z",
    "values": VALUES_EXAMPLE,
    "page": "/rules/sets/Jx0cPq2mZs81Tak3/",
}
DETAIL_EXAMPLE: Final = {
    **RULE_SET_EXAMPLE,
    "latest": 2,
    "versions": [
        {"number": 2, "at": "2026-11-02T20:14:00Z"},
        {"number": 1, "at": "2026-10-01T18:00:00Z"},
    ],
    "changes": ["The side that closed gets +150 for it."],
    "sections": [
        {
            "code": "match",
            "title": "The match",
            "sentences": ["The points of the hands are added up."],
        }
    ],
}


def _whole(
    bounds: tuple[int, int], help_text: str = "", *, can_be_null: bool = False
) -> serializers.IntegerField:
    least, most = bounds
    return serializers.IntegerField(
        min_value=least, max_value=most, help_text=help_text, allow_null=can_be_null
    )


class _OnlyWhatIsSent(Body):
    """Everything can be left out."""

    def get_fields(self) -> dict[str, Any]:
        fields = super().get_fields()
        for field in fields.values():
            field.required = False
        return fields


class _TileValues(serializers.Serializer[Any]):
    joker = _whole(TILE_VALUE_RANGE)
    two = _whole(TILE_VALUE_RANGE)
    ace = _whole(TILE_VALUE_RANGE)
    low = _whole(TILE_VALUE_RANGE, "3 to 7.")
    high = _whole(TILE_VALUE_RANGE, "8 to 13.")


class _RuleValues(serializers.Serializer[Any]):
    schema = _whole((SCHEMA, SCHEMA), "The form of these values.")
    target_points = _whole(
        END_RANGES["target_points"],
        "That win the match. Of the three ends at least one is needed; what comes first counts.",
        can_be_null=True,
    )
    hand_limit = _whole(END_RANGES["hand_limit"], "Hands at most.", can_be_null=True)
    time_limit_minutes = _whole(
        END_RANGES["time_limit_minutes"], "Minutes at most.", can_be_null=True
    )
    close = _whole(POINT_RANGE, "For closing.")
    pure_canasta = _whole(POINT_RANGE)
    impure_canasta = _whole(POINT_RANGE)
    muerto_not_played = _whole(POINT_RANGE, "Taken off the score.")
    muerto_played = _whole(POINT_RANGE, "A bonus; usually 0.")
    opening_points = _whole(POINT_RANGE, "Of the first meld; 0 if any will do.")
    opening_per = serializers.ChoiceField(
        choices=[one.value for one in OpeningPer], help_text="Who has to reach them."
    )
    unplayed_rack_free = serializers.ChoiceField(
        choices=[one.value for one in UnplayedRackFree],
        help_text="Whose rack is not counted if it is the muerto, taken but not played.",
    )
    pierna_of_twos = serializers.BooleanField(help_text="Whether it is allowed.")
    may_end_hand = serializers.BooleanField(
        help_text="Whether a player may end the hand when the mazo is empty."
    )


class TileValuesShown(_TileValues, Shown):
    """What tiles are worth."""


class RuleValuesShown(_RuleValues, Shown):
    """The values of a rule set."""

    tile_values = TileValuesShown()


class TileValuesBody(_TileValues, _OnlyWhatIsSent):
    """What tiles are worth; what is left out stays as it is."""


class RuleValuesBody(_RuleValues, _OnlyWhatIsSent):
    """Values of a rule set; what is left out stays as it is."""

    tile_values = TileValuesBody()


class RuleSetBody(Body):
    """Rules to be saved."""

    name = serializers.CharField(max_length=DISPLAY_NAME_MAX_LENGTH)
    values = RuleValuesBody(required=False)
    based_on = serializers.CharField(
        required=False,
        max_length=100,
        help_text="A rule set whose values hold where you say none; the seed's, unless told.",
    )


class RuleSetChange(Body):
    """What is not sent stays as it is."""

    name = serializers.CharField(required=False, max_length=DISPLAY_NAME_MAX_LENGTH)
    values = RuleValuesBody(required=False)


class RuleSetShown(Shown):
    """A name for values that may change; each change is a new version."""

    id = serializers.CharField()
    name = serializers.CharField()
    game = serializers.ChoiceField(choices=RuleSet.Game.choices)
    owner = serializers.CharField(help_text="The name of who saved it; empty: nobody's.")
    is_house = serializers.BooleanField(help_text="Whether it is the seed's own.")
    is_mine = serializers.BooleanField()
    is_archived = serializers.BooleanField(help_text="Whether it is offered no longer.")
    version = serializers.IntegerField(help_text="The number of the version that is told here.")
    version_at = serializers.DateTimeField()
    values = RuleValuesShown()
    page = serializers.CharField()


class RuleVersionShown(Shown):
    """A version that there is."""

    number = serializers.IntegerField()
    at = serializers.DateTimeField()


class RuleSectionShown(Shown):
    """A heading and the sentences below it."""

    code = serializers.CharField()
    title = serializers.CharField()
    sentences = serializers.ListField(child=serializers.CharField())


class RuleSetDetailShown(RuleSetShown):
    """One version of a rule set, and its rules in words."""

    latest = serializers.IntegerField(help_text="The number of the version in force.")
    versions = RuleVersionShown(many=True, help_text="The latest first.")
    changes = serializers.ListField(
        child=serializers.CharField(), help_text="What is otherwise than in the seed, in words."
    )
    sections = RuleSectionShown(many=True, help_text="The whole game by these values, in words.")


def rules_from(base: BurakoRuleSet, wish: Mapping[str, Any]) -> BurakoRuleSet:
    """The values of `base` with those that were sent; what is refused is named as it was sent."""
    known = base.as_dict()
    faces = {**known["tile_values"], **wish.get("tile_values", {})}  # type: ignore[dict-item]
    try:
        return BurakoRuleSet.from_dict({**known, **wish, "tile_values": faces})
    except RuleSetRefusedError as refused:
        raise RuleSetRefusedError(error.below("values") for error in refused.errors) from None


def rule_set_told(version: RuleSetVersion, reader: Reader) -> dict[str, Any]:
    """A version of a rule set."""
    rule_set = version.rule_set
    return {
        "id": rule_set.public_id,
        "name": rule_set.public_name,
        "game": rule_set.game,
        "owner": "" if rule_set.owner is None else rule_set.owner.public_name,
        "is_house": rule_set.is_house,
        "is_mine": rule_set.owner_id is not None and rule_set.owner_id == reader.pk,
        "is_archived": rule_set.archived,
        "version": version.number,
        "version_at": version.created_at,
        "values": version.values,
        "page": reverse("rule_set", args=[rule_set.public_id]),
    }


def rule_set_detail_told(version: RuleSetVersion, reader: Reader) -> dict[str, Any]:
    """The same with everything that its page says."""
    rules = version.rules
    versions = version.rule_set.versions.order_by("-number")
    told = [{"number": one.number, "at": one.created_at} for one in versions]
    return {
        **rule_set_told(version, reader),
        "latest": told[0]["number"],
        "versions": told,
        "changes": [message_text(said) for said in unlike(rules, SEED_RULES)],
        "sections": [
            {
                "code": part.code,
                "title": message_text(part.title),
                "sentences": [message_text(said) for said in part.sentences],
            }
            for part in explain(rules)
        ],
    }
