"""What somebody wants to see of a leaderboard."""

from typing import Any
from urllib.parse import urlencode

from django import forms
from django.utils.translation import gettext_lazy as _

from tournaments.forms.searching import SearchField
from tournaments.leaderboards import BoardWish, Order, Shown


class BoardForm(forms.Form):
    """Whatever in the address cannot be understood is not asked for."""

    q = SearchField(label=_("Name or author"))
    show = forms.ChoiceField(
        label=_("Ratings"),
        required=False,
        choices=[
            ("", _("All ratings")),
            (Shown.SETTLED.value, _("Settled ratings")),
            (Shown.PROVISIONAL.value, _("Provisional ratings")),
        ],
    )
    sort = forms.ChoiceField(required=False, choices=[(one.value, one.value) for one in Order])
    away = forms.BooleanField(label=_("Also who does not play now"), required=False)
    mine = forms.BooleanField(label=_("Only mine"), required=False)

    def __init__(self, *args: Any, of_people: bool, is_known: bool, **kwargs: Any) -> None:  # noqa: ANN401
        super().__init__(*args, **kwargs)
        if of_people:  # nobody retires, and everybody is their own author
            del self.fields["away"]
            self.fields["q"].label = _("Name")
        if not is_known:
            del self.fields["mine"]

    def wish(self) -> BoardWish:
        """As far as it can be understood."""
        self.is_valid()
        asked = self.cleaned_data
        return BoardWish(
            shown=Shown(asked.get("show") or Shown.ALL),
            order=Order(asked.get("sort") or Order.RATING),
            search=asked.get("q") or "",
            with_away=asked.get("away", False),
            only_own=asked.get("mine", False),
        )


def board_query(wish: BoardWish, **more: object) -> str:
    """The address of what is wished, without what goes without saying."""
    asked: dict[str, object] = {
        "q": wish.search,
        "show": "" if wish.shown is Shown.ALL else wish.shown.value,
        "sort": "" if wish.order is Order.RATING else wish.order.value,
        "away": "on" if wish.with_away else "",
        "mine": "on" if wish.only_own else "",
        **more,
    }
    return urlencode({name: value for name, value in asked.items() if value})
