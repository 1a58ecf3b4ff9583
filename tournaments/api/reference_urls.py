"""Routes of the reference and of the document that it is made from."""

from django.urls import path

from tournaments.api.document import openapi_json
from tournaments.api.reference import reference, reference_part

urlpatterns = [
    path("", reference, name="api_reference"),
    path("reference/<slug:slug>/", reference_part, name="api_reference_part"),
    path("v1/openapi.json", openapi_json, name="api_openapi"),
]
