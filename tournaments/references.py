"""Which columns point to a row, read from the models: nobody has to keep a list."""

from dataclasses import dataclass
from typing import Any

from django.db.models import ForeignObjectRel, Model, QuerySet


@dataclass(frozen=True)
class Reference:
    """A foreign key, or a one-to-one field."""

    model: type[Model]
    field: str

    def to(self, row: Model) -> QuerySet[Any]:
        """The rows that point to `row`, whatever their usual manager hides."""
        return self.model._base_manager.filter(**{self.field: row})


def references_to(model: type[Model]) -> list[Reference]:
    """Everything that points to rows of `model`, related names switched off or not.

    Tables that only join a many-to-many field are not among them.
    """
    found = []
    for relation in model._meta.get_fields(include_hidden=True):
        if not isinstance(relation, ForeignObjectRel) or relation.many_to_many:
            continue
        source = relation.related_model
        if not source._meta.auto_created:
            found.append(Reference(source, relation.remote_field.name))
    return found


def is_referenced(*, row: Model) -> bool:
    """Whether anything points to this row."""
    return any(reference.to(row).exists() for reference in references_to(type(row)))
