"""For people who write bots: how to begin, and the files to begin with."""

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import reverse
from django.views.decorators.http import require_safe

from arena.archive import hosted
from arena.author_kit import KitFile, starter, wheel
from arena.sdk.bots import REFERENCE
from arena.sdk.scaffold import first_bot

CONTENT_TYPE = "application/zip"
SECONDS_KEPT = 300


@require_safe
def authors(request: HttpRequest) -> HttpResponse:
    """The page to begin with: one line to install, one file to write, one command to play."""
    address = request.build_absolute_uri(reverse("author_kit", args=[wheel().name]))
    context = {
        "install": f"python -m pip install {address}",
        "first_bot": first_bot(),
        "wheel": wheel(),
        "starter": starter(),
        "site": request.build_absolute_uri("/").rstrip("/"),
        "opponents": list(REFERENCE),
        "packages": sorted(hosted().packages.items()),
    }
    return render(request, "arena/authors.html", context)


@require_safe
def author_kit(request: HttpRequest, name: str) -> HttpResponse:
    """The SDK's wheel and the starter folder."""
    found = next((file for file in (wheel(), starter()) if file.name == name), None)
    if found is None:
        raise Http404
    return _download(found)


def _download(file: KitFile) -> HttpResponse:
    return HttpResponse(
        file.content,
        content_type=CONTENT_TYPE,
        headers={
            "Content-Disposition": f'attachment; filename="{file.name}"',
            "Cache-Control": f"public, max-age={SECONDS_KEPT}",
        },
    )
