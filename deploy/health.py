"""Two questions a machine asks: is the process alive, and can it serve?"""

import logging

import psycopg
from django.db import DatabaseError, connection
from django.db.migrations.executor import MigrationExecutor
from django.http import HttpRequest, JsonResponse
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe
from kombu.exceptions import OperationalError

from deploy.celery_app import app

logger = logging.getLogger(__name__)


@never_cache
@require_safe
def healthz(request: HttpRequest) -> JsonResponse:
    """Alive: the process answers, whatever the database does."""
    return JsonResponse({"status": "ok"})


@never_cache
@require_safe
def readyz(request: HttpRequest) -> JsonResponse:
    """Ready: the database answers with every migration applied, and the queue takes messages."""
    checks = {"database": _database_state(), "queue": _queue_state()}
    ready = all(state == "ok" for state in checks.values())
    return JsonResponse(
        {"status": "ok" if ready else "not ready", **checks}, status=200 if ready else 503
    )


def _database_state() -> str:
    try:
        executor = MigrationExecutor(connection)
        if executor.migration_plan(executor.loader.graph.leaf_nodes()):
            return "migrations missing"
    except DatabaseError:
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
