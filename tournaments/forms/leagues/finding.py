"""What somebody looks for among the leagues."""

from typing import Final

from django import forms
from django.db.models import Case, IntegerField, QuerySet, Value, When
from django.utils.translation import gettext_lazy as _
from django.utils.translation import pgettext_lazy

from tournaments.forms.searching import SearchField
from tournaments.models import League
from tournaments.selectors.league_lists import leagues_narrowed

_ORDER: Final = (
    League.State.RUNNING,
    League.State.DRAFT,
    League.State.FINISHED,
    League.State.CANCELLED,
)


class LeagueSearchForm(forms.Form):
    """Whatever in the address cannot be understood is not asked for."""

    q = SearchField(label=_("Name of a league"))
    show = forms.ChoiceField(
        label=_("Which"),
        required=False,
        choices=[
            ("", _("All leagues")),
            (League.State.RUNNING.value, pgettext_lazy("league", "Under way")),
            (League.State.FINISHED.value, _("Finished")),
        ],
    )

    def asked(self) -> dict[str, str]:
        """As far as it can be understood."""
        self.is_valid()
        return {name: self.cleaned_data.get(name) or "" for name in self.fields}

    def narrowed(self, leagues: QuerySet[League]) -> QuerySet[League]:
        """Those that fit: what goes on first, then what is over, the newest first."""
        asked = self.asked()
        leagues = leagues_narrowed(leagues=leagues, search=asked["q"], state=asked["show"])
        places = [When(state=state, then=Value(place)) for place, state in enumerate(_ORDER)]
        place = Case(*places, output_field=IntegerField())
        return leagues.select_related("rule_version__rule_set").order_by(place, "-created_at", "pk")
