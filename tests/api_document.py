"""Whether the interface answers what its document says."""

import json
import re
from functools import cache
from typing import Any, Protocol, cast

from django.http import StreamingHttpResponse
from jsonschema import Draft202012Validator

from tournaments.api.document import openapi_document


class Answer(Protocol):
    """What a test client gives."""

    status_code: int
    request: dict[str, Any]

    def __getitem__(self, header: str) -> str: ...
    @property
    def content(self) -> bytes: ...


def conforms(answer: object) -> Any:  # noqa: ANN401 - JSON
    """The answer's JSON (or None), after it was held against the document: its status, its type and
    its form."""
    found = cast("Answer", answer)
    method, path = found.request["REQUEST_METHOD"].lower(), found.request["PATH_INFO"]
    responses = _operation(method, path)["responses"]
    where = f"{method.upper()} {path}: {found.status_code}"
    assert str(found.status_code) in responses, f"{where} is not in the document"
    described = responses[str(found.status_code)].get("content", {})
    if found.status_code == 204:
        assert not found.content, where
        return None
    kind = found["Content-Type"].partition(";")[0]
    assert kind in described, f"{where} of the type {kind} is not in the document"
    if isinstance(answer, StreamingHttpResponse) or not kind.endswith("json"):
        return None
    value = json.loads(found.content)
    faults = schema_faults(described[kind]["schema"], value)
    assert not faults, f"{where}: {faults}"
    return value


def schema_faults(schema: dict[str, Any], value: object) -> list[str]:
    """Where a value differs from a schema of the document."""
    found = _validator(json.dumps(schema)).iter_errors(value)
    return [f"{error.json_path}: {error.message}" for error in found]


def operations() -> dict[str, tuple[str, str, dict[str, Any]]]:
    """Every operation by its id: method, path, and what is said about it."""
    return {
        said["operationId"]: (method, path, said)
        for path, methods in openapi_document()["paths"].items()
        for method, said in methods.items()
    }


def _operation(method: str, path: str) -> dict[str, Any]:
    """Words that are written out win over placeholders."""
    fits = [
        (template.count("{"), methods[method])
        for template, methods in openapi_document()["paths"].items()
        if method in methods and _pattern(template).fullmatch(path)
    ]
    assert fits, f"{method.upper()} {path} is not in the document"
    return cast("dict[str, Any]", min(fits, key=lambda fit: fit[0])[1])


@cache
def _pattern(template: str) -> re.Pattern[str]:
    parts = re.split(r"(\{\w+\})", template)
    return re.compile(
        "".join("[^/]+" if part.startswith("{") else re.escape(part) for part in parts)
    )


@cache
def _validator(schema: str) -> Draft202012Validator:
    whole = {**json.loads(schema), "components": openapi_document()["components"]}
    return Draft202012Validator(whole, format_checker=Draft202012Validator.FORMAT_CHECKER)
