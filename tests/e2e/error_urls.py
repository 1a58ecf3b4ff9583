"""The real routes, and some that go wrong on purpose."""

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import path

from deploy.urls import handler400, handler403, handler404, handler500
from deploy.urls import urlpatterns as real_urlpatterns

__all__ = ["handler400", "handler403", "handler404", "handler500", "urlpatterns"]


def _fail(request: HttpRequest) -> HttpResponse:
    raise RuntimeError("on purpose")


def _error_page(request: HttpRequest, name: str) -> HttpResponse:
    return render(request, f"{name}.html", status=int(name[:3]))


urlpatterns = [
    *real_urlpatterns,
    path("fail/", _fail),
    path("error/<str:name>/", _error_page),
]
