"""The reference of the interface as pages: all calls at a glance, and each part in full.

They are made from the OpenAPI document, so they cannot tell anything else.
"""

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from typing import Any, Final

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils.text import slugify
from django.views.decorators.http import require_safe

from tournaments.api.document import openapi_document
from tournaments.api.once import HEADER
from tournaments.api.schema_facts import FieldFact, Schemas
from tournaments.api_scopes import SCOPES

_METHODS: Final = ("get", "post", "put", "patch", "delete")
_PLACES: Final = ("path", "query", "header", "cookie")


@dataclass(frozen=True)
class Body:
    """What is sent, or what comes back."""

    kind: str
    """A media type."""
    fields: Sequence[FieldFact]
    example: str


@dataclass(frozen=True)
class Call:
    """One operation."""

    id: str
    method: str
    path: str
    summary: str
    text: str
    parameters: Sequence[FieldFact]
    body: Body | None
    answer: Body | None
    answer_status: str
    refusals: Sequence[tuple[str, str]]
    curl: str


@dataclass(frozen=True)
class Part:
    """The calls about one kind of thing."""

    name: str
    slug: str
    calls: Sequence[Call]


@require_safe
def reference(request: HttpRequest) -> HttpResponse:
    """Every call at a glance, and what holds for all of them."""
    context = {
        "parts": _parts(),
        "description": openapi_document()["info"]["description"],
        "scopes": SCOPES.items(),
        "site": request.build_absolute_uri("/").rstrip("/"),
    }
    return render(request, "tournaments/api/reference.html", context)


@require_safe
def reference_part(request: HttpRequest, slug: str) -> HttpResponse:
    """The calls about one kind of thing, in full."""
    part = next((one for one in _parts() if one.slug == slug), None)
    if part is None:
        raise Http404
    context = {
        "part": part,
        "parts": _parts(),
        "site": request.build_absolute_uri("/").rstrip("/"),
    }
    return render(request, "tournaments/api/reference_part.html", context)


@cache
def _parts() -> Sequence[Part]:
    document = openapi_document()
    schemas = Schemas(document)
    by_tag: dict[str, list[Call]] = {}
    for path, methods in document["paths"].items():
        for method in _METHODS:
            if method in methods:
                said = methods[method]
                by_tag.setdefault(said["tags"][0], []).append(_call(schemas, method, path, said))
    return [Part(name, slugify(name), calls) for name, calls in sorted(by_tag.items())]


def _call(schemas: Schemas, method: str, path: str, said: Mapping[str, Any]) -> Call:
    parameters = [
        FieldFact(
            one["name"] if one["in"] != "header" else f"{one['name']} (header)",
            schemas.kind(one["schema"]),
            bool(one.get("required")),
            str(one.get("description") or ""),
        )
        for one in sorted(said.get("parameters", ()), key=lambda one: _PLACES.index(one["in"]))
    ]
    status, good = _good(said["responses"])
    body = _body(schemas, said.get("requestBody", {}))
    return Call(
        id=said["operationId"],
        method=method.upper(),
        path=path,
        summary=str(said.get("summary") or ""),
        text=str(said.get("description") or ""),
        parameters=parameters,
        body=body,
        answer=_body(schemas, good),
        answer_status=status,
        refusals=[
            (code, str(one.get("description") or ""))
            for code, one in said["responses"].items()
            if code >= "400"
        ],
        curl=_curl(method, path, said, body),
    )


def _good(responses: Mapping[str, Any]) -> tuple[str, Mapping[str, Any]]:
    return next((code, one) for code, one in responses.items() if code < "300")


def _body(schemas: Schemas, said: Mapping[str, Any]) -> Body | None:
    for kind, content in said.get("content", {}).items():
        schema = content.get("schema", {})
        examples = list(content.get("examples", {}).values())
        value = examples[0]["value"] if examples else schemas.sample(schema)
        is_json = kind.endswith("json") or kind.startswith("multipart")
        example = json.dumps(value, indent=2, ensure_ascii=False) if is_json else ""
        fields = schemas.fields(schema)
        first = sorted(fields, key=lambda one: not (one.is_required and "." not in one.path))
        return Body(kind, first if said.get("required") else fields, example)
    return None


def _curl(method: str, path: str, said: Mapping[str, Any], body: Body | None) -> str:
    """A line for the terminal; `$SITE` and `$TOKEN` are the reader's."""
    words = ["curl"] if method == "get" else [f"curl -X {method.upper()}"]
    if method != "get" or "Needs the scope" in str(said.get("description")):
        words.append('-H "Authorization: Bearer $TOKEN"')
    if any(one["name"] == HEADER for one in said.get("parameters", ())):
        words.append(f'-H "{HEADER}: $(uuidgen)"')
    if body is not None and body.kind == "application/json":
        one_line = json.dumps(json.loads(body.example), ensure_ascii=False).replace("'", r"'\''")
        words += ['-H "Content-Type: application/json"', f"-d '{one_line}'"]
    elif body is not None:
        for field in body.fields:
            if field.is_required:
                words.append(f'-F "{field.path}={"@mybot.py" if field.kind == "binary" else "…"}"')
    words.append(f'"$SITE{path}"')
    return " ".join(words) if len(words) < 3 else " \\\n  ".join(words)
