"""Forms of what is sent and told, which all parts of the interface share."""

import re
from functools import cache
from typing import Any

from django.utils.translation import gettext as _
from rest_framework import serializers

from tournaments.api.pagination import PAGE_SIZE, PAGE_SIZE_MAX


class Body(serializers.Serializer[Any]):
    """What is sent. Names that nobody knows are refused: most are misspelt."""

    def to_internal_value(self, data: Any) -> Any:  # noqa: ANN401 - as the library has it
        if isinstance(data, dict):
            unknown = sorted(set(map(str, data)) - set(self.fields))
            if unknown:
                detail = serializers.ErrorDetail(self._unknown_sentence(), "unknown_field")
                raise serializers.ValidationError({name: [detail] for name in unknown})
        return super().to_internal_value(data)

    def get_fields(self) -> dict[str, serializers.Field[Any, Any, Any, Any]]:
        """Whoever chose wrongly is told what can be chosen."""
        fields: dict[str, Any] = super().get_fields()
        for one in fields.values():
            chosen = getattr(one, "child", one)
            if isinstance(chosen, serializers.ChoiceField):
                known = ", ".join(str(choice) for choice in chosen.choices if choice != "")
                sentence = _("“{input}” is none of these: {known}.")
                chosen.error_messages["invalid_choice"] = sentence.replace("{known}", known)
        return fields

    def _unknown_sentence(self) -> str:
        if not self.fields:
            return _("Nothing can be said here: leave it out.")
        sentence = _("There is no field of this name here. Those known are: %(known)s.")
        return sentence % {"known": ", ".join(self.fields)}


class Query(Body):
    """What stands behind the question mark of an address; nothing, unless a subclass says so."""


class WholeNumberField(serializers.IntegerField):
    """Digits only: the library would take 3.0 for 3, and whoever reads it after us would not."""

    re_decimal = re.compile(r"(?!)")


class PageQuery(Query):
    """Of a list."""

    cursor = serializers.CharField(
        required=False, max_length=1000, help_text="Of a page: take the whole address in `next`."
    )
    page_size = WholeNumberField(
        required=False,
        min_value=1,
        max_value=PAGE_SIZE_MAX,
        help_text=f"How many to a page; {PAGE_SIZE} unless told.",
    )


class Shown(serializers.Serializer[Any]):
    """What is told."""


@cache
def page_of(shown: type[Shown]) -> type[Shown]:
    """The form of a list's page."""
    fields = {
        "__doc__": "A page of a list.",
        "next": serializers.CharField(
            allow_null=True, help_text="The address of the next page; null: this is the last."
        ),
        "previous": serializers.CharField(
            allow_null=True, help_text="The address of the page before."
        ),
        "results": shown(many=True),
    }
    name = shown.__name__.removesuffix("Shown")
    return type(f"{name}PageShown", (Shown,), fields)


class ProblemFieldShown(Shown):
    """A fault of one field."""

    field = serializers.CharField(help_text="Path of the field, such as `seats.0.name`.")
    code = serializers.CharField(help_text="Stable; branch on it.")
    detail = serializers.CharField(help_text="A sentence that says what to do.")


class ProblemShown(Shown):
    """Problem details (RFC 9457)."""

    type = serializers.CharField(help_text="Always `about:blank`: `code` tells the kind.")
    title = serializers.CharField(help_text="The status in words.")
    status = serializers.IntegerField(help_text="The status code once more.")
    code = serializers.CharField(help_text="Stable; branch on it.")
    detail = serializers.CharField(
        help_text="A sentence that says what to do, in the language of `Accept-Language`."
    )
    errors = ProblemFieldShown(  # type: ignore[assignment]  # a field, not the property
        many=True, help_text="The fields at fault; empty if none is."
    )
