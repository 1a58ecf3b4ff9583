"""The OpenAPI document of the interface, written once by each process."""

import json
from functools import cache
from typing import Any

from django.http import HttpRequest, HttpResponse
from django.utils import translation
from django.views.decorators.cache import cache_control
from django.views.decorators.http import require_safe
from drf_spectacular.generators import SchemaGenerator


@cache
def openapi_document() -> dict[str, Any]:
    """All of it, as plain data. It is in English, as all documents of the house."""
    with translation.override("en"):
        generated: dict[str, Any] = SchemaGenerator().get_schema(public=True)
        # As it is sent: without the texts that know other languages.
        plain: dict[str, Any] = json.loads(json.dumps(generated, default=str))
        return plain


@cache_control(max_age=300, public=True)
@require_safe
def openapi_json(request: HttpRequest) -> HttpResponse:
    """For tools that make clients."""
    return HttpResponse(json.dumps(openapi_document()), content_type="application/json")
