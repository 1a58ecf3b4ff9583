"""Two questions a machine asks: is the process alive, and can it serve?"""

import logging
from collections.abc import Callable

import psycopg
from django.core.cache.backends.locmem import LocMemCache
from django.db import Error, connection
from django.db.migrations.executor import MigrationExecutor
from django.http import HttpRequest, HttpResponse, JsonResponse
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe
from kombu.exceptions import OperationalError

from deploy.celery_app import app

logger = logging.getLogger(__name__)

# Anybody may ask, and asking costs a migration graph and a connection to the queue: answer the
# same for a moment. In this process only, because the shared cache is what is asked about.
_REMEMBER_SECONDS = 2
_answers = LocMemCache("readiness", {})


class HealthMiddleware:
    """Answers before everything else: a load balancer asks by address, without TLS, and must not
    be told that this host name is unknown."""

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        return VIEWS.get(request.path_info.removeprefix("/"), self.get_response)(request)


@never_cache
@require_safe
def healthz(request: HttpRequest) -> HttpResponse:
    """Alive: the process answers, whatever the database does."""
    return JsonResponse({"status": "ok"})


@never_cache
@require_safe
def readyz(request: HttpRequest) -> HttpResponse:
    """Ready: the database answers with every migration applied, and the queue takes messages."""
    checks: dict[str, str] = _answers.get_or_set("checks", _checks, _REMEMBER_SECONDS) or {}
    ready = all(state == "ok" for state in checks.values())
    return JsonResponse(
        {"status": "ok" if ready else "not ready", **checks}, status=200 if ready else 503
    )


def _checks() -> dict[str, str]:
    return {"database": _database_state(), "queue": _queue_state()}


def _database_state() -> str:
    try:
        executor = MigrationExecutor(connection)
        if executor.migration_plan(executor.loader.graph.leaf_nodes()):
            return "migrations missing"
    except Error:
        logger.warning("The database does not answer.", exc_info=True)
        return "no answer"
    return "ok"


def _queue_state() -> str:
    try:
        with app.connection_for_write() as broker:
            broker.ensure_connection(max_retries=1, timeout=2)
    except (OperationalError, OSError, psycopg.Error):
        logger.warning("The queue does not answer.", exc_info=True)
        return "no answer"
    return "ok"


VIEWS = {"healthz": healthz, "readyz": readyz}
