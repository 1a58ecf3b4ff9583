"""Changing what was decided about a league."""

from typing import Any

from django import forms
from django.utils.translation import gettext_lazy as _

from tournaments.forms.leagues.fields import name_field, note_field
from tournaments.forms.leagues.steps import DetailsForm, HowForm
from tournaments.forms.refusable import RefusableForm
from tournaments.models import League, RuleSetVersion, User


class SettingsForm(DetailsForm, HowForm):
    """Everything on one page. What cannot change any more is not asked."""

    name = name_field()
    revision = forms.IntegerField(
        widget=forms.HiddenInput,
        min_value=0,
        error_messages={"required": _("Load this page again, then change it.")},
    )

    def __init__(self, *args: Any, league: League, account: User, **kwargs: Any) -> None:  # noqa: ANN401
        self.league = league
        super().__init__(
            *args, game=league.game, competitors=league.competitors, account=account, **kwargs
        )

    def fit(self) -> None:
        super().fit()
        if self.league.state == League.State.DRAFT:
            self._offer_own_rules()
            return
        free = {*DetailsForm.base_fields, "name", "revision"} - {"rated"}
        if self.league.format == League.Format.SWISS:
            free.add("rounds_planned")
        for field in self.fields.keys() - free:
            del self.fields[field]
        self.has_sheets = self.has_series = False

    def _offer_own_rules(self) -> None:
        """Those that the league has are among the rules to choose from, whatever became of them."""
        rules = self.fields.get("rule_version")
        if isinstance(rules, forms.ModelChoiceField) and rules.queryset is not None:
            offered = [*rules.queryset.values_list("pk", flat=True), self.league.rule_version_id]
            rules.queryset = RuleSetVersion.objects.select_related("rule_set__owner").filter(
                pk__in=offered
            )


class NoteForm(RefusableForm):
    """A step that takes a word, or none."""

    note = note_field()
