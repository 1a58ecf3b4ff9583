"""What is decided about a league, as it is sent: with the answers that the pages suggest."""

from collections.abc import Mapping
from dataclasses import replace
from typing import Any, Final

from django.core.exceptions import ValidationError
from django.utils.translation import gettext as _
from rest_framework import serializers

from scoring.burako.rule_set import END_RANGES
from scoring.durak import DurakPointsRule, DurakRefusedError
from scoring.durak.points_rule import POINT_NAMES, POINT_RANGE
from tournaments.api.fields import Body
from tournaments.kernel_texts import error_text
from tournaments.league_spec import (
    FIRST_COMPETITORS,
    FIRST_FORMAT,
    FIRST_GAME,
    GAMES_MAX,
    GROUPS_MAX,
    POINTS_FOLLOWED,
    POINTS_MAX,
    QUALIFIERS_MAX,
    ROUNDS_MAX,
    TABLES_MAX,
    TIE_BREAKS,
    LeagueSpec,
    league_defaults,
    points_followed,
    spec_tidied,
)
from tournaments.models import Competitor, League, RuleSetVersion, User
from tournaments.models.leagues import DESCRIPTION_MAX_LENGTH, NAME_MAX_LENGTH
from tournaments.models.people import PUBLIC_ID_MAX_LENGTH
from tournaments.models.results import PROFILE_MAX_LENGTH
from tournaments.selectors.rule_sets import rule_versions_in_force
from tournaments.services.leagues.settings import league_spec_of

SPEC_NAMES: Final = {"competitors": "kind", "rule_version": "rule_set"}
"""What services call otherwise than calls do."""
_CALL_NAMES: Final = {sent: name for name, sent in SPEC_NAMES.items()}
_TEXTS: Final = frozenset({"name", "description"})


def _points(text: str, **options: Any) -> serializers.DecimalField:  # noqa: ANN401
    return serializers.DecimalField(
        required=False,
        max_digits=6,
        decimal_places=2,
        min_value=0,
        max_value=int(POINTS_MAX),
        coerce_to_string=False,
        help_text=text,
        **options,
    )


def _number(least: int, most: int, text: str, **options: Any) -> serializers.IntegerField:  # noqa: ANN401
    return serializers.IntegerField(
        required=False, min_value=least, max_value=most, help_text=text, **options
    )


class DurakPointsSent(Body):
    """What a game of Durak between people is worth."""

    survived = _number(0, POINT_RANGE[1], "Not being the durak; usually 2.")
    draw = _number(0, POINT_RANGE[1], "Usually 1.")
    lost = _number(0, POINT_RANGE[1], "Being the durak; usually 0.")
    one_epaulette_costs = _number(0, POINT_RANGE[1], "Usually 0.")
    two_epaulettes_cost = _number(0, POINT_RANGE[1], "Usually 0.")


class LeagueSettings(Body):
    """What can be decided. What does not fit the game, who competes or the format is refused."""

    description = serializers.CharField(
        required=False,
        allow_blank=True,
        max_length=DESCRIPTION_MAX_LENGTH,
        help_text="What people should know: where and when, prizes, house rules.",
    )
    rule_set = serializers.CharField(
        required=False,
        max_length=PUBLIC_ID_MAX_LENGTH,
        help_text="Burako between people: an id of `/rule-sets/`, yours or the house's.",
    )
    target_points = _number(
        *END_RANGES["target_points"],
        "Burako between people: points to win a match, instead of the rules'.",
        allow_null=True,
    )
    hand_limit = _number(
        *END_RANGES["hand_limit"],
        "Burako between people: hands of a match at most, instead of the rules'.",
        allow_null=True,
    )
    profile = serializers.CharField(
        required=False,
        max_length=PROFILE_MAX_LENGTH,
        help_text="Everything else: the rules, an id of `/rules/profiles/`.",
    )
    match_length = _number(
        1,
        GAMES_MAX,
        "Games of a match of Durak; of bots, shuffles: each is played from every seat.",
    )
    durak_points = DurakPointsSent(required=False)
    rounds_planned = _number(0, ROUNDS_MAX, "Of a Swiss league; 0: as many as are usual.")
    groups = _number(2, GROUPS_MAX, "Usually 2.")
    qualifiers = _number(1, QUALIFIERS_MAX, "So many of each group go on; usually 2.")
    third_place = serializers.BooleanField(required=False, help_text="Play a match for it.")
    tables = _number(0, TABLES_MAX, "0: as many as needed.")
    points_win = _points("Usually 1.")
    points_draw = _points("Usually 0.5.")
    points_loss = _points("Usually 0.")
    points_bye = _points("A round without an opponent; null: as for a win.", allow_null=True)
    points_forfeit_win = _points("The other side did not come; null: a win.", allow_null=True)
    points_forfeit_loss = _points("Not coming; null: as for a loss.", allow_null=True)
    tie_breaks = serializers.ListField(
        required=False,
        child=serializers.ChoiceField(choices=TIE_BREAKS),
        max_length=len(TIE_BREAKS),
        help_text="Who is level on points is told apart by these, in this order.",
    )
    visibility = serializers.ChoiceField(
        required=False, choices=League.Visibility.choices, help_text="Usually `public`."
    )
    score_entry = serializers.ChoiceField(
        required=False, choices=League.ScoreEntry.choices, help_text="Usually `players`."
    )
    rated = serializers.BooleanField(
        required=False,
        help_text="Matches by the house's Burako rules count on the ladders of people.",
    )


class LeagueSent(LeagueSettings):
    """A new league. Only the name has to be said."""

    name = serializers.CharField(max_length=NAME_MAX_LENGTH)
    game = serializers.ChoiceField(choices=League.Game.choices, default=FIRST_GAME.value)
    kind = serializers.ChoiceField(
        choices=Competitor.Kind.choices,
        default=FIRST_COMPETITORS.value,
        help_text="Who competes. A league of bots plays by itself.",
    )
    format = serializers.ChoiceField(choices=League.Format.choices, default=FIRST_FORMAT.value)


class LeagueChange(LeagueSettings):
    """What is not sent stays as it is."""

    revision = serializers.IntegerField(
        min_value=0, help_text="Of the league as you have read it: a newer one is not overwritten."
    )
    name = serializers.CharField(required=False, max_length=NAME_MAX_LENGTH)
    format = serializers.ChoiceField(required=False, choices=League.Format.choices)


def spec_of_new(*, sent: Mapping[str, Any], account: User) -> LeagueSpec:
    """What is not said is as the pages suggest it."""
    usual = league_defaults(game=sent["game"], competitors=sent["kind"], format=sent["format"])
    unsaid = dict.fromkeys(POINTS_FOLLOWED)
    return _spec({**vars(usual), "third_place": False, **unsaid}, sent, account, None)


def spec_of_change(*, sent: Mapping[str, Any], account: User, league: League) -> LeagueSpec:
    """What is not said stays."""
    wanted = {name: value for name, value in sent.items() if name != "revision"}
    return _spec(dict(vars(league_spec_of(league))), wanted, account, league)


def _spec(
    base: Mapping[str, Any], sent: Mapping[str, Any], account: User, league: League | None
) -> LeagueSpec:
    said = {_CALL_NAMES.get(name, name): value for name, value in sent.items()}
    if "rule_set" in sent:
        said["rule_version"] = _rule_version(sent["rule_set"], account, league)
    if "durak_points" in sent:
        said["durak_points"] = _durak_points(base["durak_points"], sent["durak_points"])
    if "tie_breaks" in sent:
        said["tie_breaks"] = tuple(sent["tie_breaks"])
    spec = LeagueSpec(**points_followed({**base, **said}))
    tidy = spec_tidied(spec)
    unfit = [name for name in said if getattr(tidy, name) != getattr(spec, name)]
    faults = [SPEC_NAMES.get(name, name) for name in unfit if name not in _TEXTS]
    if faults:
        sentence = _("Such a league does not have this: leave it out.")
        raise ValidationError({name: ValidationError(sentence, code="unfit") for name in faults})
    return spec


def _rule_version(public_id: str, account: User, league: League | None) -> RuleSetVersion:
    """In force, and one's own or the house's; or what the league has, whatever became of it."""
    offered = rule_versions_in_force(account=account)
    found = offered.filter(rule_set__public_id=public_id).first()
    present = None if league is None else league.rule_version
    if found is None and present is not None and present.rule_set.public_id == public_id:
        return present
    if found is None:
        sentence = _("Choose rules of your own, or the house's, that are in force.")
        raise ValidationError({"rule_set": ValidationError(sentence, code="unknown")})
    return found


def _durak_points(present: DurakPointsRule | None, sent: Mapping[str, int]) -> DurakPointsRule:
    said: dict[str, Any] = {name: sent[name] for name in POINT_NAMES if name in sent}
    try:
        return replace(present or DurakPointsRule(), **said)
    except DurakRefusedError as refused:
        faults = {
            f"durak_points.{one.field}": ValidationError(error_text(one), code=str(one.code))
            for one in refused.errors
        }
        raise ValidationError(faults) from refused
