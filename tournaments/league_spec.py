"""What an organizer decides about a league, what fits together, and what is usual.

A form, a service and a test all speak of the same value, `LeagueSpec`. Its fields are called as
the model's; `spec_faults` names everything that does not fit, at its field.
"""

from collections.abc import Mapping
from dataclasses import dataclass, replace
from decimal import Decimal
from math import ceil, log2
from typing import Any, Final

from django.core.exceptions import ValidationError
from django.utils.translation import gettext as _

from scoring.burako import SEED_RULES, BurakoRuleSet, RuleSetRefusedError
from scoring.durak import DurakPointsRule
from scoring.standings import METRICS
from tournaments.bot_directory import bot_directory
from tournaments.kernel_texts import error_text
from tournaments.league_profiles import profile_choices
from tournaments.models import Competitor, League, RuleSetVersion
from tournaments.models.leagues import DESCRIPTION_MAX_LENGTH, NAME_MAX_LENGTH
from tournaments.names import clean_display_name, validate_display_name

ROUNDS_MAX: Final = 100
GROUPS_MAX: Final = 64
QUALIFIERS_MAX: Final = 16
TABLES_MAX: Final = 1_000
GAMES_MAX: Final = 100
POINTS_MAX: Final = Decimal(1_000)
POINTS: Final = (
    "points_win",
    "points_draw",
    "points_loss",
    "points_bye",
    "points_forfeit_win",
    "points_forfeit_loss",
)
POINTS_FOLLOWED: Final = {
    "points_bye": "points_win",
    "points_forfeit_win": "points_win",
    "points_forfeit_loss": "points_loss",
}
"""What points are if nobody says how many."""
TIE_BREAKS: Final = tuple(code for code in METRICS if code != "points")
"""Those to choose from; points always come first."""
FIRST_GAME: Final = League.Game.BURAKO
FIRST_COMPETITORS: Final = Competitor.Kind.PAIR
FIRST_FORMAT: Final = League.Format.ROUND_ROBIN
"""What a new league is unless its organizer says."""
_USUAL_GAMES: Final = 5
_USUAL_PROFILES: Final = {
    (League.Game.DURAK, Competitor.Kind.PERSON): "durak/duel24",
    (League.Game.DURAK, Competitor.Kind.PAIR): "durak/german-team",
    (League.Game.DURAK, Competitor.Kind.BOT): "durak/duel24",
    (League.Game.BURAKO, Competitor.Kind.BOT): "burako/pairs",
}
_USUAL_TIE_BREAKS: Final[dict[str, tuple[str, ...]]] = {
    League.Format.ROUND_ROBIN: ("head_to_head", "point_difference", "wins"),
    League.Format.DOUBLE_ROUND_ROBIN: ("head_to_head", "point_difference", "wins"),
    League.Format.SWISS: ("head_to_head", "buchholz", "point_difference"),
    League.Format.GROUPS: ("head_to_head", "point_difference", "points_for"),
    League.Format.KNOCKOUT: (),
}


@dataclass(frozen=True, kw_only=True)
class LeagueSpec:
    """Everything an organizer decides.

    `target_points` and `hand_limit` are for Burako between people: if one of them is given, matches
    end so, instead of as `rule_version` says. In a Swiss league 0 rounds are as many as are usual
    for those who are entered when it starts.
    """

    name: str
    description: str = ""
    game: str = League.Game.BURAKO
    competitors: str = Competitor.Kind.PAIR
    format: str = League.Format.SWISS
    rule_version: RuleSetVersion | None = None
    profile: str = ""
    durak_points: DurakPointsRule | None = None
    match_length: int = 0
    target_points: int | None = None
    hand_limit: int | None = None
    rounds_planned: int = 0
    groups: int = 0
    qualifiers: int = 0
    third_place: bool = False
    tables: int = 0
    points_win: Decimal = Decimal(1)
    points_draw: Decimal = Decimal("0.5")
    points_loss: Decimal = Decimal(0)
    points_bye: Decimal = Decimal(1)
    points_forfeit_win: Decimal = Decimal(1)
    points_forfeit_loss: Decimal = Decimal(0)
    tie_breaks: tuple[str, ...] = ()
    visibility: str = League.Visibility.PUBLIC
    score_entry: str = League.ScoreEntry.PLAYERS
    rated: bool = False

    @property
    def is_of_bots(self) -> bool:
        return self.competitors == Competitor.Kind.BOT

    @property
    def has_sheets(self) -> bool:
        """Whether its matches are written on score sheets, so that a rule set says how they end."""
        return self.game == League.Game.BURAKO and not self.is_of_bots

    @property
    def has_series(self) -> bool:
        """Whether its matches are series of Durak games between people."""
        return self.game == League.Game.DURAK and not self.is_of_bots


def rounds_usual(size: int) -> int:
    """Rounds of a Swiss league after which one is left who has won them all."""
    return ceil(log2(size)) if size > 1 else 1


def league_defaults(
    *,
    game: str,
    competitors: str,
    format: str,  # noqa: A002 - the model's name
    size: int = 0,
) -> LeagueSpec:
    """What is usual for such a league; the house's rules where there are rule sets."""
    is_swiss, has_groups = format == League.Format.SWISS, format == League.Format.GROUPS
    spec = LeagueSpec(
        name="",
        game=game,
        competitors=competitors,
        format=format,
        rounds_planned=rounds_usual(size) if is_swiss and size else 0,
        groups=2 if has_groups else 0,
        qualifiers=2 if has_groups else 0,
        third_place=format == League.Format.KNOCKOUT,
        tie_breaks=_USUAL_TIE_BREAKS[format],
    )
    if spec.has_sheets:
        return spec
    profile = _USUAL_PROFILES[League.Game(game), Competitor.Kind(competitors)]
    if spec.is_of_bots:
        length = bot_directory().lengths(profile=profile)[1]
        return replace(spec, profile=profile, match_length=length)
    return replace(spec, profile=profile, match_length=_USUAL_GAMES, durak_points=DurakPointsRule())


def points_followed(values: Mapping[str, Any]) -> dict[str, Any]:
    """The same values, where matches that were not played bring what those that were bring, unless
    it is said."""
    followed = {
        name: values[other]
        for name, other in POINTS_FOLLOWED.items()
        if values.get(name, 0) is None and other in values
    }
    return {**values, **followed}


def spec_tidied(spec: LeagueSpec) -> LeagueSpec:
    """Without what such a league does not have; a form may carry it along from before."""
    is_swiss = spec.format == League.Format.SWISS
    has_groups = spec.format == League.Format.GROUPS
    has_bracket = has_groups or spec.format == League.Format.KNOCKOUT
    return replace(
        spec,
        name=clean_display_name(spec.name),
        description=spec.description.strip(),
        rule_version=spec.rule_version if spec.has_sheets else None,
        target_points=spec.target_points if spec.has_sheets else None,
        hand_limit=spec.hand_limit if spec.has_sheets else None,
        profile="" if spec.has_sheets else spec.profile,
        match_length=0 if spec.has_sheets else spec.match_length,
        durak_points=(spec.durak_points or DurakPointsRule()) if spec.has_series else None,
        rounds_planned=spec.rounds_planned if is_swiss else 0,
        groups=spec.groups if has_groups else 0,
        qualifiers=spec.qualifiers if has_groups else 0,
        third_place=spec.third_place and has_bracket,
        tables=0 if spec.is_of_bots else spec.tables,
        score_entry=League.ScoreEntry.PLAYERS if spec.is_of_bots else spec.score_entry,
    )


def spec_rules(spec: LeagueSpec, *, chosen: RuleSetVersion) -> BurakoRuleSet:
    """The values that matches on sheets are played by; `RuleSetRefusedError` if they cannot be."""
    if spec.target_points is None and spec.hand_limit is None:
        return chosen.rules
    return replace(chosen.rules, target_points=spec.target_points, hand_limit=spec.hand_limit)


def spec_check(spec: LeagueSpec, *, chosen: RuleSetVersion | None) -> None:
    """Refuse whatever does not fit together, each fault at its field. `chosen` are the rules in
    force of a league with score sheets."""
    faults: dict[str, list[str]] = {}
    _check_choices(spec, faults)
    if faults:  # what depends on these cannot be judged
        raise ValidationError(faults)
    _check_texts(spec, faults)
    _check_format(spec, faults)
    _check_points(spec, faults)
    _check_match(spec, chosen, faults)
    if faults:
        raise ValidationError(faults)


_Faults = dict[str, list[str]]


def _fault(faults: _Faults, field: str, sentence: str) -> None:
    faults.setdefault(field, []).append(sentence)


def _check_choices(spec: LeagueSpec, faults: _Faults) -> None:
    offered = {
        "game": League.Game.values,
        "competitors": Competitor.Kind.values,
        "format": League.Format.values,
        "visibility": League.Visibility.values,
        "score_entry": League.ScoreEntry.values,
    }
    for field, values in offered.items():
        if getattr(spec, field) not in values:
            _fault(faults, field, _("Choose one of these."))


def _check_texts(spec: LeagueSpec, faults: _Faults) -> None:
    try:
        validate_display_name(spec.name)
    except ValidationError as error:
        faults["name"] = list(error.messages)
    for field, most in (("name", NAME_MAX_LENGTH), ("description", DESCRIPTION_MAX_LENGTH)):
        if len(getattr(spec, field)) > most:
            _fault(faults, field, _("Please use at most %(max)d characters.") % {"max": most})
    if "\x00" in spec.description:
        _fault(faults, "description", _("Please leave out invisible and control characters."))


def _check_format(spec: LeagueSpec, faults: _Faults) -> None:
    bounds = {"tables": (0, TABLES_MAX), "rounds_planned": (0, ROUNDS_MAX)}
    if spec.format == League.Format.GROUPS:
        bounds |= {"groups": (2, GROUPS_MAX), "qualifiers": (1, QUALIFIERS_MAX)}
    for field, (least, most) in bounds.items():
        _check_number(faults, field, getattr(spec, field), least, most)
    unknown = [code for code in spec.tie_breaks if code not in TIE_BREAKS]
    if unknown:
        _fault(faults, "tie_breaks", _("Choose tie-breaks from the list."))
    elif len(set(spec.tie_breaks)) != len(spec.tie_breaks):
        _fault(faults, "tie_breaks", _("Choose every tie-break only once."))


def _check_number(faults: _Faults, field: str, value: int, least: int, most: int) -> None:
    if not least <= value <= most:
        sentence = _("Enter a number from %(least)s to %(most)s.") % {"least": least, "most": most}
        _fault(faults, field, sentence)


def _check_points(spec: LeagueSpec, faults: _Faults) -> None:
    for field in POINTS:
        value: Decimal = getattr(spec, field)
        if not value.is_finite() or abs(value) > POINTS_MAX:
            _fault(faults, field, _("Enter at most %(max)s points.") % {"max": POINTS_MAX})
        elif value != round(value, 2):
            _fault(faults, field, _("Use at most two decimals."))
    if any(field in faults for field in POINTS):
        return
    if not spec.points_loss <= spec.points_draw <= spec.points_win:
        _fault(
            faults, "points_draw", _("A draw is worth no less than a loss and no more than a win.")
        )
    if spec.points_loss >= spec.points_win:
        _fault(faults, "points_win", _("A win must be worth more than a loss."))
    if spec.points_forfeit_loss > spec.points_loss:
        sentence = _("Not coming must not be worth more than losing.")
        _fault(faults, "points_forfeit_loss", sentence)
    if spec.points_forfeit_win < spec.points_forfeit_loss:
        sentence = _("Whoever came must not get less than whoever did not.")
        _fault(faults, "points_forfeit_win", sentence)


def _check_match(spec: LeagueSpec, chosen: RuleSetVersion | None, faults: _Faults) -> None:
    """Game, competitors and rules: what a match is played by, and how long it is."""
    if not spec.has_sheets:
        _check_profile(spec, faults)
        if spec.rated:
            _fault(faults, "rated", _("Only Burako between people counts on their ladders."))
        return
    if chosen is None:
        _fault(faults, "rule_version", _("Choose rules that are in force."))
        return
    try:
        rules = spec_rules(spec, chosen=chosen)
    except RuleSetRefusedError as refused:
        for error in refused.errors:
            _fault(faults, error.field, error_text(error))
        return
    if spec.rated and rules != SEED_RULES:
        sentence = _("Only matches by the house's rules count, with the house's end of a match.")
        _fault(faults, "rated", sentence)


def _check_profile(spec: LeagueSpec, faults: _Faults) -> None:
    offered = dict(profile_choices(game=spec.game, competitors=spec.competitors))
    if spec.profile not in offered:
        _fault(faults, "profile", _("Choose rules by which two sides of this kind can play."))
    elif spec.is_of_bots:
        lengths = bot_directory().lengths(profile=spec.profile)
        if spec.match_length not in lengths:
            sentence = _("Choose one of: %(choices)s.") % {"choices": ", ".join(map(str, lengths))}
            _fault(faults, "match_length", sentence)
    if not spec.is_of_bots:
        _check_number(faults, "match_length", spec.match_length, 1, GAMES_MAX)
