"""The steps to a new league. What is asked depends on what was answered before."""

from typing import TYPE_CHECKING, Any, Final

from django import forms
from django.utils.translation import gettext_lazy as _

from scoring.burako.rule_set import END_RANGES
from scoring.durak import DurakPointsRule, DurakRefusedError
from scoring.durak.points_rule import POINT_NAMES, POINT_RANGE
from tournaments.forms.leagues.fields import (
    NumberField,
    PointsField,
    choice_field,
    description_field,
    name_field,
    rounds_field,
    score_entry_field,
    tables_field,
    visibility_field,
)
from tournaments.forms.leagues.tie_breaks import TieBreakOrder, TieBreaksField
from tournaments.forms.refusable import RefusableForm
from tournaments.forms.sheets import RuleVersionField
from tournaments.kernel_texts import error_text
from tournaments.league_profiles import profile_choices
from tournaments.league_spec import (
    FIRST_COMPETITORS,
    FIRST_FORMAT,
    FIRST_GAME,
    GAMES_MAX,
    GROUPS_MAX,
    POINTS_FOLLOWED,
    QUALIFIERS_MAX,
    league_defaults,
    points_followed,
)
from tournaments.models import Competitor, League, RuleSetVersion, User
from tournaments.selectors.rule_sets import rule_versions_in_force

if TYPE_CHECKING:
    from django_stubs_ext import StrOrPromise


_AS_A_WIN: Final = _("Empty: as for a win.")
_AS_A_LOSS: Final = _("Empty: as for a loss.")


def _following_field(label: "StrOrPromise", usually: "StrOrPromise") -> PointsField:
    return PointsField(label=label, help_text=usually, required=False)


class WhatForm(RefusableForm):
    """Step 1: what is played, and by whom."""

    name = name_field()
    game = choice_field(League.Game.choices, label=_("Game"), initial=FIRST_GAME)
    competitors = choice_field(
        [
            (Competitor.Kind.PAIR, _("Pairs: two partners against two")),
            (Competitor.Kind.PERSON, _("People, each on their own")),
            (Competitor.Kind.BOT, _("Bots: the arena plays the matches by itself")),
        ],
        label=_("Who competes?"),
        initial=FIRST_COMPETITORS,
    )


class FittingForm(RefusableForm):
    """A form that asks only what fits game and competitors."""

    def __init__(
        self,
        *args: Any,  # noqa: ANN401
        game: str,
        competitors: str,
        account: User,
        **kwargs: Any,  # noqa: ANN401
    ) -> None:
        super().__init__(*args, **kwargs)
        self.game, self.competitors, self.account = game, competitors, account
        self.of_bots = competitors == Competitor.Kind.BOT
        self.fit()

    def fit(self) -> None:
        """Leave out what does not fit, and offer what does."""


class HowForm(FittingForm):
    """Step 2: the format, and the rules of a match; only what fits game and competitors."""

    format = choice_field(
        [
            (League.Format.ROUND_ROBIN, _("Everybody meets everybody once")),
            (League.Format.DOUBLE_ROUND_ROBIN, _("Everybody meets everybody twice")),
            (
                League.Format.SWISS,
                _("Swiss system: a few rounds, opponents of about the same score"),
            ),
            (League.Format.KNOCKOUT, _("Knockout: who loses is out")),
            (League.Format.GROUPS, _("Groups, then play-offs of the best")),
        ],
        label=_("Format"),
        initial=FIRST_FORMAT,
    )
    rounds_planned = rounds_field()
    groups = NumberField(label=_("Groups"), least=2, most=GROUPS_MAX, initial=2, required=False)
    qualifiers = NumberField(
        label=_("How many of each group go on to the play-offs?"),
        least=1,
        most=QUALIFIERS_MAX,
        initial=2,
        required=False,
    )
    third_place = forms.BooleanField(label=_("Play a match for third place"), required=False)
    rule_version = RuleVersionField(
        label=_("Rules"), queryset=RuleSetVersion.objects.none(), empty_label=None
    )
    target_points = NumberField(
        label=_("Points to win a match"),
        help_text=_("Leave it empty to end matches as the rules say."),
        least=END_RANGES["target_points"][0],
        most=END_RANGES["target_points"][1],
        required=False,
    )
    hand_limit = NumberField(
        label=_("Hands at most"),
        help_text=_("For evenings that have to end in time."),
        least=END_RANGES["hand_limit"][0],
        most=END_RANGES["hand_limit"][1],
        required=False,
    )
    profile = forms.ChoiceField(label=_("Rules"))
    match_length = NumberField(label=_("Games in a match"), least=1, most=GAMES_MAX)
    survived = NumberField(label=_("Not being the durak"), least=0, most=POINT_RANGE[1], initial=2)
    draw = NumberField(label=_("A drawn game"), least=0, most=POINT_RANGE[1], initial=1)
    lost = NumberField(label=_("Being the durak"), least=0, most=POINT_RANGE[1], initial=0)
    one_epaulette_costs = NumberField(
        label=_("One epaulette costs"), least=0, most=POINT_RANGE[1], initial=0
    )
    two_epaulettes_cost = NumberField(
        label=_("Two epaulettes cost"), least=0, most=POINT_RANGE[1], initial=0
    )

    durak_rule: DurakPointsRule | None = None

    def fit(self) -> None:
        super().fit()
        self.has_sheets = self.game == League.Game.BURAKO and not self.of_bots
        self.has_series = self.game == League.Game.DURAK and not self.of_bots
        unfit: list[str] = [] if self.has_series else list(POINT_NAMES)
        if self.has_sheets:
            unfit += ["profile", "match_length"]
            self._offer_rule_sets()
        else:
            unfit += ["rule_version", "target_points", "hand_limit"]
            self._offer_profiles()
        for name in unfit:
            del self.fields[name]

    @property
    def point_fields(self) -> list[forms.BoundField]:
        """What a game of Durak between people is worth."""
        return [self[name] for name in POINT_NAMES if name in self.fields]

    @property
    def point_errors(self) -> bool:
        return any(field.errors for field in self.point_fields)

    def clean(self) -> dict[str, Any]:
        """Ask the kernel about Durak's points."""
        values = super().clean() or {}
        if self.has_series and not any(name in self.errors for name in POINT_NAMES):
            try:
                self.durak_rule = DurakPointsRule(**{name: values[name] for name in POINT_NAMES})
            except DurakRefusedError as refused:
                for error in refused.errors:
                    self.add_error(error.field, error_text(error))
        return values

    def _offer_rule_sets(self) -> None:
        rules = self.fields["rule_version"]
        assert isinstance(rules, forms.ModelChoiceField)
        versions = rule_versions_in_force(account=self.account)
        rules.queryset = versions
        rules.initial = versions.first()

    def _offer_profiles(self) -> None:
        usual = league_defaults(
            game=self.game, competitors=self.competitors, format=League.Format.SWISS
        )
        profile = self.fields["profile"]
        assert isinstance(profile, forms.ChoiceField)
        profile.choices = profile_choices(game=self.game, competitors=self.competitors)
        profile.initial = usual.profile
        length = self.fields["match_length"]
        length.initial = usual.match_length
        if self.of_bots:
            length.label = _("Shuffles in a match")
            length.help_text = _("Each is played once from every seat, so luck is shared.")


class DetailsForm(TieBreakOrder, FittingForm):
    """Step 3: points, tie-breaks, tables, and who may do what."""

    points_win = PointsField(label=_("A win"), initial=1)
    points_draw = PointsField(label=_("A draw"), initial="0.5")
    points_loss = PointsField(label=_("A loss"), initial=0)
    points_bye = _following_field(_("A round without an opponent"), _AS_A_WIN)
    points_forfeit_win = _following_field(_("The other side did not come"), _AS_A_WIN)
    points_forfeit_loss = _following_field(_("Not coming"), _AS_A_LOSS)
    tie_breaks = TieBreaksField()
    tables = tables_field()
    visibility = visibility_field()
    score_entry = score_entry_field()
    rated = forms.BooleanField(
        label=_("Matches count on the ladders of people"),
        help_text=_("Those by the house's rules in which everybody has an account."),
        required=False,
    )
    description = description_field()

    def clean(self) -> dict[str, Any]:
        """Matches that were not played bring what those that were bring, unless it is said."""
        return points_followed(super().clean() or {})

    def fit(self) -> None:
        super().fit()
        if self.of_bots or self.game != League.Game.BURAKO:
            del self.fields["rated"]
        if self.of_bots:
            del self.fields["tables"], self.fields["score_entry"]

    @property
    def usual_points(self) -> list[forms.BoundField]:
        return [self[name] for name in ("points_win", "points_draw", "points_loss")]

    @property
    def other_points(self) -> list[forms.BoundField]:
        return [self[name] for name in POINTS_FOLLOWED]

    @property
    def other_errors(self) -> bool:
        return any(field.errors for field in self.other_points)
