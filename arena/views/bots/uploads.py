"""Files that browsers send: those that are too large are not kept, and the form says so."""

from collections.abc import Callable
from functools import wraps
from typing import Concatenate, ParamSpec

from django.http import HttpRequest, HttpResponse
from django.views.decorators.csrf import csrf_exempt, csrf_protect

from arena.upload_limits import limit_size

Rest = ParamSpec("Rest")
UploadView = Callable[Concatenate[HttpRequest, Rest], HttpResponse]


def limits_uploads(view: UploadView[Rest]) -> UploadView[Rest]:
    """Read this view's files with the limit.

    The token against forged forms is checked here, because checking it reads the form.
    """
    checked = csrf_protect(view)

    @csrf_exempt
    @wraps(view)
    def limited(request: HttpRequest, /, *args: Rest.args, **kwargs: Rest.kwargs) -> HttpResponse:
        limit_size(request)
        return checked(request, *args, **kwargs)

    return limited
