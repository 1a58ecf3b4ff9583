"""The site of the interface's benchmark: ours, and beside it bare views that answer the same bytes
without asking anybody."""

from django.http import HttpRequest, HttpResponse
from django.urls import path

from deploy.urls import urlpatterns as of_the_site

_kept: dict[str, tuple[bytes, str]] = {}


def bare(request: HttpRequest, name: str) -> HttpResponse:
    """What was kept under this name."""
    data, kind = _kept[name]
    return HttpResponse(data, content_type=kind)


def keep(request: HttpRequest, name: str) -> HttpResponse:
    """Let the bare view answer this from now on."""
    _kept[name] = (request.body, request.headers["X-Kind"])
    return HttpResponse(status=204)


keep.csrf_exempt = True  # type: ignore[attr-defined]  # only the benchmark asks

urlpatterns = [
    path("bare/<str:name>/", bare),
    path("keep/<str:name>/", keep),
    *of_the_site,
]
