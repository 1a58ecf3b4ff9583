"""How this kernel says no: values that a form can show and a program can branch on.

A refusal names the field, a code that never changes its meaning, and a sentence that says
what to do.  The sentence is a template with named parameters, so that the web layer can
translate the template and fill in the same parameters.
"""

import dataclasses
from collections.abc import Iterable, Mapping

Param = int | str


@dataclasses.dataclass(frozen=True, slots=True)
class FieldError:
    """One reason at one field; `field` is a dotted path such as ``sides.0.rack_points.1``."""

    field: str
    code: str
    template: str
    params: Mapping[str, Param] = dataclasses.field(default_factory=dict, hash=False)

    @property
    def message(self) -> str:
        """The English sentence with its parameters filled in."""
        return self.template % self.params

    def below(self, path: str) -> "FieldError":
        """The same error seen from a container that holds this value at `path`."""
        return dataclasses.replace(self, field=f"{path}.{self.field}" if self.field else path)

    def as_dict(self) -> dict[str, object]:
        """Plain JSON-able data for an API answer."""
        return {
            "field": self.field,
            "code": str(self.code),
            "params": dict(self.params),
            "message": self.message,
        }


class RefusedError(Exception):
    """Input was refused; `errors` holds at most one reason per field."""

    def __init__(self, errors: Iterable[FieldError]) -> None:
        self.errors: tuple[FieldError, ...] = tuple(errors)
        super().__init__("; ".join(f"{e.field}: {e.message}" for e in self.errors))

    @property
    def codes(self) -> frozenset[str]:
        """The codes alone, for a caller that branches on them."""
        return frozenset(error.code for error in self.errors)


class ErrorCollector:
    """Gathers every reason, but only the first one per field: the rest would be noise."""

    def __init__(self, templates: Mapping[str, str]) -> None:
        self._templates = templates
        self._errors: dict[str, FieldError] = {}

    def add(self, path: str, code: str, **params: Param) -> None:
        """Refuse the field at `path` unless it has been refused already."""
        self._errors.setdefault(path, FieldError(path, code, self._templates[code], params))

    def extend(self, errors: Iterable[FieldError]) -> None:
        """Take over errors found elsewhere, still one per field."""
        for error in errors:
            self._errors.setdefault(error.field, error)

    def touches(self, *paths: str) -> bool:
        """Whether any of these fields, or a part of one, has been refused."""
        parts = tuple(f"{path}." for path in paths)
        return any(found in paths or found.startswith(parts) for found in self._errors)

    def __bool__(self) -> bool:
        return bool(self._errors)

    def result(self) -> tuple[FieldError, ...]:
        """Everything gathered, in the order it was found."""
        return tuple(self._errors.values())
