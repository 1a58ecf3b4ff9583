"""The service worker of the score sheets: what it keeps, and the page it shows without a network.

A worker may only look after addresses below its own, so it is served at /sheets/ and not with the
static files; being rendered, it can name those by the hashes in their names.
"""

import hashlib
import json
from typing import Final

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.templatetags.static import static
from django.urls import reverse
from django.views.decorators.cache import cache_control
from django.views.decorators.http import require_safe

SCRIPTS: Final = (
    "actions",
    "ask",
    "board",
    "breakdown",
    "calculator",
    "chart",
    "closing",
    "connection",
    "dom",
    "draft",
    "editor",
    "fields",
    "handform",
    "hands",
    "ids",
    "list",
    "live",
    "offline",
    "outbox",
    "pending",
    "pieces",
    "press",
    "project",
    "rating",
    "score",
    "server",
    "share",
    "sheet",
    "storage",
    "texts",
)
SHELL: Final = (
    "css/tokens.css",
    "css/base.css",
    "css/components.css",
    "css/forms.css",
    "css/figures.css",
    "css/ways.css",
    "css/shell.css",
    "icons/logo.svg",
    "js/shell.js",
    "sheets/board.css",
    "sheets/form.css",
    "sheets/hands.css",
    "sheets/pages.css",
    "sheets/pieces.css",
    "sheets/sheet.css",
)
FILES: Final = (*SHELL, *(f"sheets/{name}.js" for name in SCRIPTS))


@cache_control(no_cache=True)
@require_safe
def sheet_worker(request: HttpRequest) -> HttpResponse:
    """The script itself; browsers ask for it again and notice when a file has a new name."""
    assets = [static(f"tournaments/{name}") for name in FILES]
    context = {
        "assets": json.dumps(assets),
        "version": hashlib.sha256("\n".join(assets).encode()).hexdigest()[:12],
        "offline_url": reverse("sheets:offline"),
        "list_url": reverse("sheets:list"),
    }
    return render(request, "tournaments/sheets/worker.js", context, content_type="text/javascript")


@require_safe
def sheet_offline(request: HttpRequest) -> HttpResponse:
    """Shown by the worker for a page that it does not have."""
    return render(request, "tournaments/sheets/offline.html")
