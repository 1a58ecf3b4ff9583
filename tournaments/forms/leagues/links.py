"""A new link: what it lets whoever has it do."""

from typing import Any

from django import forms
from django.utils.translation import gettext_lazy as _

from tournaments.forms.refusable import RefusableForm
from tournaments.models import LeagueLink

_Kind = LeagueLink.Kind


class LinkForm(RefusableForm):
    """For whom: those who want to take part, or a scorer of one round or of one match."""

    what = forms.ChoiceField(label=_("What is the link for?"))

    def __init__(
        self,
        *args: Any,  # noqa: ANN401
        rounds: list[tuple[int, str]],
        fixtures: list[tuple[str, str]],
        **kwargs: Any,  # noqa: ANN401
    ) -> None:
        super().__init__(*args, **kwargs)
        field = self.fields["what"]
        assert isinstance(field, forms.ChoiceField)
        field.choices = [
            (_Kind.JOIN, _("Asking to take part; you let them in one by one")),
            *(
                [(_("Scores of a round"), [(f"{_Kind.ROUND}:{n}", text) for n, text in rounds])]
                if rounds
                else []
            ),
            *(
                [
                    (
                        _("Score of a match"),
                        [(f"{_Kind.FIXTURE}:{key}", text) for key, text in fixtures],
                    )
                ]
                if fixtures
                else []
            ),
        ]

    @property
    def asked(self) -> dict[str, Any]:
        """As the service wants it."""
        kind, _colon, which = self.cleaned_data["what"].partition(":")
        return {
            "kind": kind,
            "round": int(which) if kind == _Kind.ROUND else None,
            "fixture": which if kind == _Kind.FIXTURE else "",
        }

    def field_of(self, name: str) -> str:  # noqa: ARG002 - there is only one
        return "what"
