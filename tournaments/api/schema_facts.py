"""The OpenAPI document's schemas as rows that a person can read."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any, Final

_DEEPEST: Final = 3
_SAMPLES: Final = {
    "string": "…",
    "integer": 1,
    "number": 1.5,
    "boolean": True,
    "date-time": "2026-11-18T12:00:00Z",
    "uuid": "3f0c9d52-8a57-4d0e-9b52-0c1c7b6f4a11",
    "date": "2026-11-18",
    "binary": "@mybot.py",
}


@dataclass(frozen=True)
class FieldFact:
    """One field: its path, such as `sides[].name`, and what it can be."""

    path: str
    kind: str
    is_required: bool
    text: str


class Schemas:
    """The named schemas of a document."""

    def __init__(self, document: Mapping[str, Any]) -> None:
        self._named: Mapping[str, Any] = document["components"]["schemas"]

    def fields(self, schema: Mapping[str, Any], path: str = "", depth: int = 0) -> list[FieldFact]:
        """Those of an object, with what is inside of them below."""
        return list(self._fields(schema, path, depth))

    def kind(self, schema: Mapping[str, Any]) -> str:
        """A type in words."""
        plain = self._plain(schema)
        ending = " or null" if self._is_nullable(schema) else ""
        if "enum" in plain:
            values = [str(value) for value in plain["enum"] if value not in (None, "")]
            return " | ".join(values) + ending
        if plain.get("type") == "array":
            return f"list of {self.kind(plain.get('items', {}))}{ending}"
        name = str(plain.get("format") or _type_of(plain) or "anything")
        return f"{name}{_limits(plain)}{ending}"

    def sample(self, schema: Mapping[str, Any], depth: int = 0) -> object:
        """Something of this form."""
        plain = self._plain(schema)
        if "enum" in plain:
            return next(value for value in plain["enum"] if value is not None)
        kind = _type_of(plain)
        if kind == "array":
            return [] if depth > _DEEPEST else [self.sample(plain.get("items", {}), depth + 1)]
        if kind == "object":
            inner = plain.get("properties", {})
            return {name: self.sample(one, depth + 1) for name, one in inner.items()}
        if "default" in plain:
            return plain["default"]
        return _SAMPLES.get(str(plain.get("format") or kind), "…")

    def _fields(self, schema: Mapping[str, Any], path: str, depth: int) -> Iterator[FieldFact]:
        plain = self._plain(schema)
        if plain.get("type") == "array":
            yield from self._fields(plain.get("items", {}), f"{path}[]", depth)
            return
        required = plain.get("required", ())
        for name, one in plain.get("properties", {}).items():
            where = f"{path}.{name}" if path else name
            text = str(one.get("description") or "")
            yield FieldFact(where, self.kind(one), name in required, text)
            if depth < _DEEPEST:
                yield from self._fields(one, where, depth + 1)

    def _plain(self, schema: Mapping[str, Any]) -> Mapping[str, Any]:
        """Without references and without the choice of being null."""
        if "$ref" in schema:
            return self._plain(self._named[schema["$ref"].rpartition("/")[2]])
        for several in ("allOf", "oneOf", "anyOf"):
            choices = [one for one in schema.get(several, ()) if one.get("type") != "null"]
            if choices:
                return self._plain(choices[0])
        return schema

    def _is_nullable(self, schema: Mapping[str, Any]) -> bool:
        kinds = schema.get("type")
        if isinstance(kinds, list) and "null" in kinds:
            return True
        choices = [*schema.get("oneOf", ()), *schema.get("anyOf", ())]
        return any(one.get("type") == "null" for one in choices)


def _type_of(schema: Mapping[str, Any]) -> str:
    kinds = schema.get("type", "object" if "properties" in schema else "")
    if isinstance(kinds, list):
        return str(next(kind for kind in kinds if kind != "null"))
    return str(kinds)


def _limits(schema: Mapping[str, Any]) -> str:
    low, high = schema.get("minimum"), schema.get("maximum")
    if low is not None and high is not None:
        return f", {low} to {high}"
    if low is not None:
        return f", at least {low}"
    if high is not None:
        return f", at most {high}"
    if (longest := schema.get("maxLength")) is not None:
        return f", at most {longest} characters"
    return ""
