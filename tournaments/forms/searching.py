"""The field in which somebody looks for a name."""

from typing import Any, Final

from django import forms

SEARCH_MAX_LENGTH: Final = 100


class SearchField(forms.CharField):
    """Finds by the beginning of what is far too long, instead of finding everybody; characters that
    no name can have are left out."""

    def __init__(self, **kwargs: Any) -> None:  # noqa: ANN401
        widget = forms.TextInput(
            attrs={"type": "search", "autocomplete": "off", "maxlength": SEARCH_MAX_LENGTH}
        )
        super().__init__(required=False, widget=widget, **kwargs)

    def to_python(self, value: object) -> str:
        text: str = super().to_python(value) or ""
        return text.replace("\0", "")[:SEARCH_MAX_LENGTH]
