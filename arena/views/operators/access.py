"""Who may open the operators' pages: exactly who may open the staff's own site."""

from collections.abc import Callable
from functools import wraps
from typing import Concatenate, ParamSpec, cast

from django.core.exceptions import PermissionDenied
from django.http import HttpRequest, HttpResponse
from django.urls import reverse
from django.views.decorators.cache import never_cache

from tournaments.admin_site import staff_may_enter, staff_next_step
from tournaments.models import User

Given = ParamSpec("Given")


def operators_only(
    view: Callable[Concatenate[HttpRequest, Given], HttpResponse],
) -> Callable[Concatenate[HttpRequest, Given], HttpResponse]:
    """Others are sent to the step that they are missing; who is not staff is refused. What was
    sent in without the right to it is not done later: afterwards they see the page."""

    @never_cache
    @wraps(view)
    def judged(request: HttpRequest, /, *args: Given.args, **kwargs: Given.kwargs) -> HttpResponse:
        if staff_may_enter(request):
            return view(request, *args, **kwargs)
        reading = request.method in {"GET", "HEAD"}
        target = request.get_full_path() if reading else reverse("operators:page")
        return staff_next_step(request, target)

    return judged


def require_operator(request: HttpRequest) -> None:
    """For what a script asks for: it is not sent elsewhere."""
    if not staff_may_enter(request):
        raise PermissionDenied


def operator_of(request: HttpRequest) -> User:
    """Whoever passed `operators_only`."""
    return cast("User", request.user)
