"""The OpenAPI document: every call with what it needs, what it answers and how it is refused."""

from typing import Any, Final

from drf_spectacular.extensions import (
    OpenApiAuthenticationExtension,
    OpenApiSerializerExtension,
)
from drf_spectacular.openapi import AutoSchema
from drf_spectacular.types import OpenApiTypes
from drf_spectacular.utils import OpenApiParameter
from rest_framework.viewsets import ViewSet

from tournaments.api.fields import ProblemShown
from tournaments.api.once import HEADER, REPLAYED
from tournaments.api_scopes import Area, scope_of
from tournaments.problem_details import CONTENT_TYPE

_WRITES: Final = frozenset({"POST", "PUT", "PATCH", "DELETE"})
_SENTENCES: Final = {
    "400": "It cannot be read: it is not JSON, say.",
    "401": "There is no token, or it does not work.",
    "403": "The token is not made for this, or it is not yours to do.",
    "404": "There is no such thing, or it is not for you.",
    "409": "What you sent is fine, but it cannot be done as things stand.",
    "413": "It is too large.",
    "415": "It was sent in a form that is not taken.",
    "422": "What you sent has faults; `errors` names the fields.",
    "429": "Too many calls: `Retry-After` says when to go on.",
    "503": "Too many at once: try again after `Retry-After` seconds.",
}
_IDEMPOTENCY_KEY: Final = OpenApiParameter(
    HEADER,
    OpenApiTypes.STR,
    OpenApiParameter.HEADER,
    description=(
        "A text of your own for this call, a UUID for example. Sending the call again with it "
        f"does nothing twice: the same answer comes again, marked `{REPLAYED}: true`. Kept for 24 "
        "hours."
    ),
)
_RATE_HEADERS: Final = {
    "RateLimit-Limit": "Calls a minute.",
    "RateLimit-Remaining": "Those left in this minute.",
    "RateLimit-Reset": "Seconds until the next minute begins.",
}


class ApiSchema(AutoSchema):
    """Adds what is the same for all calls."""

    view: Any

    def get_override_parameters(self) -> list[Any]:
        """Creating calls take an idempotency key."""
        given = list(super().get_override_parameters())
        action = getattr(self.view, self.view.action, None)
        if getattr(action, "takes_idempotency_key", False):
            given.append(_IDEMPOTENCY_KEY)
        return given

    def _is_list_view(self, *args: Any, **kwargs: Any) -> bool:  # noqa: ANN401 - the library's
        """Pages of lists have a form of their own: nothing is put into a list behind our back."""
        return False

    def get_tags(self) -> list[str]:
        return [self.view.tag]

    def get_operation_id(self) -> str:
        """What it is about and what is done: `bots_list`."""
        return f"{self.view.thing}_{self.view.action}"

    def get_description(self) -> str:  # type: ignore[override]  # as the library has it
        """The docstring, and the scope that is needed."""
        action = getattr(self.view, self.view.action)
        text = str(super().get_description() if action.__doc__ else "")
        view = self.view
        if view.area is None or view.action in view.any_token_actions:
            return text
        writes = self.method in _WRITES and view.action not in view.reading_actions
        how = "Needs" if self._needs_token() else "A token, if there is one, needs"
        return f"{text}\n\n{how} the scope `{scope_of(view.area, writes=writes)}`.".strip()

    def get_auth(self) -> list[dict[str, list[str]]]:
        """What is public needs no token, but one can be sent: more may be told then."""
        token: dict[str, list[str]] = {TokenScheme.name: []}
        return [token] if self._needs_token() else [token, {}]

    def _needs_token(self) -> bool:
        view = self.view
        if self.method in _WRITES:
            return view.action not in view.open_actions
        return view.action in view.own_actions

    def get_operation(self, *args: Any, **kwargs: Any) -> Any:  # noqa: ANN401 - the library's
        """With problems and the headers of every answer."""
        operation = super().get_operation(*args, **kwargs)
        if operation is None:
            return None
        for status in self._refusals(operation):
            operation["responses"].setdefault(status, self._problem(status))
        for answer in operation["responses"].values():
            _examples_into_pages(answer)
            headers = {
                name: {"schema": {"type": "integer"}, "description": text}
                for name, text in _RATE_HEADERS.items()
            }
            answer["headers"] = {**headers, **answer.get("headers", {})}
        if (made := operation["responses"].get("201")) is not None:
            made["headers"]["Location"] = {
                "schema": {"type": "string"},
                "description": "The address of what was made.",
            }
        operation["responses"] = dict(sorted(operation["responses"].items()))
        return operation

    def _refusals(self, operation: dict[str, Any]) -> list[str]:
        found = {"401", "403", "422", "429"}
        places = {parameter["in"] for parameter in operation.get("parameters", [])}
        if "path" in places or "header" in places:
            found.add("404")
        if self.view.area == Area.LEAGUES:
            found.add("409")  # a league may have moved on
        if self.method in _WRITES:
            found |= {"400", "409"}
            if "requestBody" in operation:
                found |= {"413", "415"}
        return sorted(found | set(getattr(self.view, "also_answers", ())))

    def _problem(self, status: str) -> dict[str, Any]:
        component = self.resolve_serializer(ProblemShown, "response")
        return {
            "description": _SENTENCES[status],
            "content": {CONTENT_TYPE: {"schema": component.ref}},
        }


def _examples_into_pages(answer: dict[str, Any]) -> None:
    """An example of a list shows one of its things: put it where it stands in a page."""
    for content in answer.get("content", {}).values():
        if str(content["schema"].get("$ref", "")).endswith("PageShown"):
            for example in content.get("examples", {}).values():
                if "next" not in example["value"]:
                    page = {"next": None, "previous": None, "results": [example["value"]]}
                    example["value"] = page


class TokenScheme(OpenApiAuthenticationExtension):
    """How a token is sent."""

    target_class = "tournaments.api.authentication.TokenAuthentication"
    name = "token"

    def get_security_definition(self, auto_schema: AutoSchema) -> dict[str, Any]:
        return {
            "type": "http",
            "scheme": "bearer",
            "description": "A personal token, made on the page “Tokens” of your account.",
        }


class BodyScheme(OpenApiSerializerExtension):
    """Unknown names are refused."""

    target_class = "tournaments.api.fields.Body"
    match_subclasses = True

    def map_serializer(self, auto_schema: AutoSchema, direction: str) -> Any:  # noqa: ANN401
        schema = auto_schema._map_serializer(  # noqa: SLF001 - as the library's guide does
            self.target, direction, bypass_extensions=True
        )
        return {**schema, "additionalProperties": False}


def only_ours(endpoints: list[Any]) -> list[Any]:
    """PREPROCESSING_HOOKS: viewsets of the interface, not the document about itself."""
    return [one for one in endpoints if issubclass(one[3].cls, ViewSet)]
