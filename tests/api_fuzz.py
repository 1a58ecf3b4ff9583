"""Everything that the OpenAPI document says, tried against a running server by schemathesis.

A call is right if it does not break the server and answers with a status, a type and a form that
the document names. Whoever has no token brings a link every other time.
"""

import os
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Final

import requests
import schemathesis
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from hypothesis.errors import Unsatisfiable
from schemathesis.checks import not_a_server_error
from schemathesis.core.failures import FailureGroup
from schemathesis.core.result import Ok
from schemathesis.specs.openapi.checks import (
    content_type_conformance,
    response_headers_conformance,
    response_schema_conformance,
    status_code_conformance,
)

from tests.api_document import operations
from tests.soak.long_tests import EXAMPLES, LONG
from tournaments.api.document import openapi_document

CHECKS: Final = [
    not_a_server_error,
    status_code_conformance,
    content_type_conformance,
    response_headers_conformance,
    response_schema_conformance,
]
_STREAM: Final = "text/event-stream"

Known = Mapping[str, Mapping[str, Sequence[str]]]
"""Things that exist: by how their addresses begin and the name of the placeholder."""


@dataclass(frozen=True)
class Fuzz:
    """Where to try, as whom, and how often."""

    site: str
    known: Known
    token: str = ""
    links: Sequence[str] = ()
    examples: int = int(os.environ.get(EXAMPLES, "2"))

    def faults(self, tag: str) -> Iterator[str]:
        """What is wrong with the calls of one part."""
        schema = schemathesis.openapi.from_dict(openapi_document())
        wanted = set(calls_of(tag))
        session = requests.Session()
        for found in schema.get_all_operations():
            assert isinstance(found, Ok), found
            operation = found.ok()
            if (operation.method.lower(), operation.path) not in wanted:
                continue
            for mode in schemathesis.GenerationMode:
                try:
                    self._try(operation, mode, session)
                except Unsatisfiable:
                    continue  # nothing that could be wrong can be sent
                except FailureGroup as group:
                    yield from (f"{operation.label}: {one}" for one in group.exceptions)
                except Exception as error:  # noqa: BLE001 - whatever it is, it is told
                    yield f"{operation.label}: {error!r}"

    def _try(self, operation: Any, mode: Any, session: requests.Session) -> None:  # noqa: ANN401
        pool = _pool(self.known, operation.path)

        @settings(
            max_examples=self.examples,
            database=None,
            deadline=None,
            derandomize=self.examples < LONG,
            suppress_health_check=list(HealthCheck),
        )
        @given(
            case=operation.as_strategy(generation_mode=mode),
            picked=st.fixed_dictionaries(
                {name: st.sampled_from(all_) for name, all_ in pool.items()}
            ),
            is_known=st.integers(0, 3),
            link=st.sampled_from(["", *self.links]),
        )
        def run(case: Any, picked: dict[str, str], is_known: int, link: str) -> None:  # noqa: ANN401
            if is_known:  # else it is what was made up, which exists hardly ever
                case.path_parameters = {**(case.path_parameters or {}), **picked}
            headers = {
                name: value
                for name, value in (case.headers or {}).items()
                if name.lower() not in {"authorization", "durako-link"}
            }
            case.headers = headers
            own = {"Authorization": f"Bearer {self.token}"} if self.token else {}
            if link:
                own["Durako-Link"] = link
            case.call_and_validate(
                base_url=self.site, session=session, headers=own, checks=CHECKS, timeout=60
            )

        run()


def tags() -> list[str]:
    """The parts of the document."""
    return sorted({said["tags"][0] for _method, _path, said in operations().values()})


def calls_of(tag: str) -> list[tuple[str, str]]:
    """Methods and addresses of a part; streams never end, and are tried elsewhere."""
    return [
        (method, path)
        for method, path, said in operations().values()
        if said["tags"][0] == tag and _STREAM not in str(said["responses"].get("200"))
    ]


def _pool(known: Known, path: str) -> dict[str, Sequence[str]]:
    """The longest beginning that fits has the word."""
    fits = sorted((prefix for prefix in known if path.startswith(prefix)), key=len)
    pool: dict[str, Sequence[str]] = {}
    for prefix in fits:
        pool |= known[prefix]
    return {name: values for name, values in pool.items() if f"{{{name}}}" in path}
