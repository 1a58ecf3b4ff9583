"""Performs the register, and fails when something can be asked that it does not name."""

import re
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from copy import copy, deepcopy
from importlib import import_module
from typing import Any
from urllib.parse import urlsplit

import pytest
from django.db import transaction
from django.test import Client
from django.urls import get_resolver, resolve, reverse

import arena.protocol
from arena.runner.queues import DEFAULT, MATCHES, RESULTS, VALIDATIONS
from deploy.celery_app import app
from tests.permissions.enumeration import (
    Route,
    api_actions,
    descriptors,
    differences,
    grpc_methods,
    page_names,
    routes,
    task_names,
)
from tests.permissions.register import API_ACTIONS, GRPC_METHODS, PAGES, TASKS
from tests.permissions.roles import Role, api_client_for, client_for
from tests.permissions.rows import FORBIDDEN, LOGIN, ApiRow, Kwargs, PageRow, TaskRow, to

ROWS: list[PageRow | ApiRow] = [*PAGES, *API_ACTIONS]
ALL_ROUTES = list(routes(get_resolver().url_patterns))
ADMIN_ROUTES = [route for route in ALL_ROUTES if route.path.startswith("admin/")]
OTHER_ROUTES = [route for route in ALL_ROUTES if route not in ADMIN_ROUTES]
ADMIN_REFUSALS = {
    Role.ANONYMOUS: LOGIN,
    Role.MEMBER: FORBIDDEN,
    Role.SUSPENDED: LOGIN,
    Role.STAFF: to("mfa_activate_totp"),
}


def part_of(row: PageRow | ApiRow) -> str:
    """The register is tried in parts, so that a failure is found in its own."""
    space, _, name = row.name.rpartition(":")
    return f"{space} {re.split('[_-]', name)[0]}".strip() if isinstance(row, ApiRow) else space


def outcome(response: object) -> str:
    """The status, and for a redirection the name of where it leads."""
    status: int = response.status_code  # type: ignore[attr-defined]
    if status not in {301, 302, 303, 307, 308}:
        return str(status)
    target = urlsplit(response["Location"])  # type: ignore[index]
    assert not target.netloc, f"leads away, to {target.netloc}"
    return f"{status} {resolve(target.path).view_name}"


def path_of(row: PageRow | ApiRow) -> str:
    kwargs: Kwargs = row.kwargs() if callable(row.kwargs) else row.kwargs
    return reverse(row.name, kwargs=dict(kwargs))


@pytest.mark.django_db
@pytest.mark.parametrize("part", sorted({part_of(row) for row in ROWS}))
def test_requests(part: str) -> None:
    """Who asks is made once for a part, what an address leads to once for its row, and every role
    finds it as it was made."""
    pages, programs = browsers(client_for), browsers(api_client_for)
    wrong = []
    for row in (row for row in ROWS if part_of(row) == part):
        with undone():
            path = path_of(row)
            for role, client in (programs if isinstance(row, ApiRow) else pages).items():
                with undone():
                    wrong += surprises(row, path, role, as_it_was(client))
    assert wrong == []


def surprises(row: PageRow | ApiRow, path: str, role: Role, client: Client) -> list[str]:
    """Where this caller finds something else than the register says."""
    wrong = []
    for attempt in row.attempts():
        send = getattr(client, attempt.method.lower())
        kind = {} if attempt.method == "GET" else {"content_type": attempt.content_type}
        found, said = outcome(send(path, dict(attempt.data), **kind)), attempt.outcomes[role]
        if found != said:
            wrong.append(f"{row.name} {attempt.method} as {role}: {found} instead of {said}")
    return wrong


def browsers(make: Callable[[Role], Client]) -> dict[Role, Client]:
    return {role: make(role) for role in Role}


def as_it_was(client: Client) -> Client:
    """The same caller, who keeps nothing of what is answered now."""
    copied = copy(client)
    copied.cookies = deepcopy(client.cookies)
    return copied


@contextmanager
def undone() -> Iterator[None]:
    """What is written in this block is taken back at its end."""
    with transaction.atomic():
        yield
        transaction.set_rollback(True)


def admin_path(route: Route) -> str:
    """An address that this route answers, about an object that does not exist."""
    samples = {
        "<path:content_type_id>": "1",
        "<path:object_id>": "0",
        "<int:account_id>": "0",
        "<int:pk>": "0",
        "(?P<url>.*)$": "no/such/page/",
    }
    path = re.sub(r"\^\(\?P<app_label>(\w+)[^)]*\)/\$", r"\1/", route.path)
    for placeholder, sample in samples.items():
        path = path.replace(placeholder, sample)
    assert resolve(f"/{path}").func is route.callback, f"teach admin_path about {route.path}"
    return f"/{path}"


def admin_part_of(route: Route) -> str:
    """All that is about one model."""
    return "/".join(route.path.split("/")[:3])


def final_outcome(client: Client, path: str, method: str) -> str:
    """Where a request to the staff's site ends once the site has sent it around inside itself."""
    answer = client.generic(method, path)
    while answer.status_code == 302 and answer["Location"].startswith("/admin/"):
        if outcome(answer) == to("admin:index") and path.startswith("/admin/login/"):
            break
        path = answer["Location"]
        answer = client.get(path)
    return outcome(answer)


@pytest.mark.long
@pytest.mark.django_db
@pytest.mark.parametrize("part", sorted({admin_part_of(route) for route in ADMIN_ROUTES}))
def test_the_staffs_site_opens_to_staff_with_a_second_factor_only(part: str) -> None:
    """Who asks is made once for a part."""
    clients = browsers(client_for)
    for route in (route for route in ADMIN_ROUTES if admin_part_of(route) == part):
        path = admin_path(route)
        for role, refusal in ADMIN_REFUSALS.items():
            with undone():
                client = as_it_was(clients[role])
                for method in ("GET", "POST"):
                    found = final_outcome(client, path, method)
                    assert found == refusal, (route.key, role, method)
        with undone():
            reached = final_outcome(as_it_was(clients[Role.STAFF_2FA]), path, "GET")
        assert reached not in ADMIN_REFUSALS.values() or reached == FORBIDDEN, route.key
        assert reached != to("mfa_reauthenticate"), route.key
        assert not reached.startswith("5"), route.key


def test_every_grpc_row_has_its_proof() -> None:
    for row in GRPC_METHODS:
        module, _, test = row.proven_by.partition(":")
        assert callable(getattr(import_module(module), test)), row.method


@pytest.mark.parametrize("row", TASKS, ids=lambda row: row.name)
def test_a_task_runs_on_its_queue(row: TaskRow) -> None:
    assert row.queue in {MATCHES, VALIDATIONS, RESULTS, DEFAULT}
    assert row.name in task_names(app)
    task: Any = app.tasks[row.name]
    options = task._get_exec_options()
    assert app.amqp.router.route(options, row.name)["queue"].name == row.queue


def test_nobody_outside_can_send_a_task() -> None:
    """Only who holds the queue's password sends tasks, and what they send is only ever data."""
    assert app.conf.accept_content == ["json"]
    assert app.conf.worker_enable_remote_control is False


def test_every_page_has_a_row() -> None:
    assert differences(page_names(OTHER_ROUTES), [row.name for row in PAGES]) == []


def test_every_api_action_has_a_row() -> None:
    assert differences(api_actions(ALL_ROUTES), [row.key for row in API_ACTIONS]) == []


def test_every_grpc_method_has_a_row() -> None:
    real = grpc_methods(descriptors(arena.protocol))
    assert differences(real, [row.method for row in GRPC_METHODS]) == []


def test_every_task_has_a_row() -> None:
    assert differences(task_names(app), [row.name for row in TASKS]) == []


def test_every_row_says_something_about_every_role() -> None:
    for row in ROWS:
        for attempt in row.attempts():
            assert set(attempt.outcomes) == set(Role), row.name
