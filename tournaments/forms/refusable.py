"""Forms at whose fields a service's objections are shown."""

from typing import Any

from django import forms
from django.core.exceptions import ValidationError


class RefusableForm(forms.Form):
    """A form that takes the service's word for what is wrong with it."""

    def __init__(self, *args: Any, **kwargs: Any) -> None:  # noqa: ANN401
        kwargs.setdefault("label_suffix", "")  # our labels have none, groups of choices neither
        super().__init__(*args, **kwargs)

    def refuse(self, error: ValidationError) -> None:
        """What has no field here stands above them all."""
        if not hasattr(error, "error_dict"):
            self.add_error(None, error)
            return
        for name, errors in error.error_dict.items():
            field = self.field_of(name)
            self.add_error(field if field in self.fields else None, errors)

    def field_of(self, name: str) -> str:
        """The field for what the service calls so."""
        return name

    def focus_first_error(self) -> None:
        """Let the page open at the first field that has to be mended."""
        wrong = next((name for name in self.fields if name in self.errors), None)
        if wrong is not None:
            self.fields[wrong].widget.attrs["autofocus"] = True
