"""The OpenAPI document: whole, without a warning, and true about itself."""

import json
from pathlib import Path
from typing import Any

import jsonschema_rs
import pytest
from django.test import Client
from django.urls import get_resolver
from drf_spectacular import validation
from drf_spectacular.drainage import GENERATOR_STATS
from drf_spectacular.renderers import OpenApiJsonRenderer

from tests.api_document import operations, schema_faults
from tests.permissions.enumeration import api_actions, routes
from tournaments.api.document import openapi_document
from tournaments.api.once import HEADER


def test_the_document_is_valid_and_was_made_without_a_warning() -> None:
    GENERATOR_STATS.reset()
    openapi_document.cache_clear()
    document = openapi_document()
    assert not GENERATOR_STATS._warn_cache
    assert not GENERATOR_STATS._error_cache
    assert _said_by_the_standard().is_valid(json.loads(OpenApiJsonRenderer().render(document)))


def test_a_document_that_is_not_valid_would_be_noticed() -> None:
    broken = json.loads(OpenApiJsonRenderer().render(openapi_document()))
    operation = next(iter(next(iter(broken["paths"].values())).values()))
    operation["parameters"] = [{"name": "without a place"}]
    assert not _said_by_the_standard().is_valid(broken)


def _said_by_the_standard() -> jsonschema_rs.Validator:
    """What drf-spectacular's own check holds documents against, by a validator that takes
    milliseconds for it instead of eight seconds."""
    standard = Path(validation.__file__).with_name("openapi_3_1_schema.json")
    return jsonschema_rs.validator_for(json.loads(standard.read_text()))


def test_every_action_is_in_it() -> None:
    named = api_actions(routes(get_resolver().url_patterns))
    assert len(operations()) == len(named)
    methods = sum(len(said) for said in openapi_document()["paths"].values())
    assert methods == len(named), "two operations have the same id"


@pytest.mark.parametrize("name", operations())
def test_every_call_is_told_with_a_summary_a_text_and_an_example(name: str) -> None:
    _method, path, said = operations()[name]
    assert said["summary"].strip(), path
    assert len(said["description"]) > 10, path
    assert said["tags"] != ["other"]
    for media, content in _json_contents(said):
        assert content.get("examples"), f"{name}: no example of {media}"


@pytest.mark.parametrize("name", operations())
def test_examples_have_the_form_that_they_are_examples_of(name: str) -> None:
    _method, _path, said = operations()[name]
    for _media, content in _json_contents(said):
        for example in content.get("examples", {}).values():
            assert schema_faults(content["schema"], example["value"]) == []


def _json_contents(said: dict[str, Any]) -> list[tuple[str, dict[str, Any]]]:
    bodies = [said.get("requestBody", {}), *_good(said)]
    return [
        (media, content)
        for body in bodies
        for media, content in body.get("content", {}).items()
        if media == "application/json"
    ]


def _good(said: dict[str, Any]) -> list[dict[str, Any]]:
    return [one for status, one in said["responses"].items() if status < "300"]


def test_every_call_that_creates_takes_an_idempotency_key() -> None:
    without = [
        name
        for name, (_method, _path, said) in operations().items()
        if "201" in said["responses"]
        and HEADER not in {one["name"] for one in said.get("parameters", ())}
    ]
    assert without == []


def test_it_is_served() -> None:
    answer = Client().get("/api/v1/openapi.json")
    assert answer["Content-Type"] == "application/json"
    assert json.loads(answer.content) == openapi_document()


def test_nothing_of_it_names_another_host() -> None:
    assert "http://" not in json.dumps(openapi_document()).replace("http://127.0.0.1", "")
