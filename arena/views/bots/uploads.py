"""Files that browsers send: those that are too large are not kept, and the form says so.

The limit is a part of reading the request, so that a file of any size costs no more than the limit;
everything else that was typed is read all the same and stands in the form that comes back.
"""

from collections.abc import Callable
from functools import wraps
from typing import Concatenate, ParamSpec

from django.core.files.uploadhandler import FileUploadHandler, SkipFile
from django.http import HttpRequest, HttpResponse
from django.views.decorators.csrf import csrf_exempt, csrf_protect

from arena.forms.fields import FILE_BYTES_MAX

Rest = ParamSpec("Rest")
UploadView = Callable[Concatenate[HttpRequest, Rest], HttpResponse]


class SizeLimit(FileUploadHandler):
    """Lets a file through to the next handler until it is too large, then drops all of it."""

    def __init__(self, request: HttpRequest) -> None:
        super().__init__(request)
        self.too_large: dict[str, str] = {}
        """The names of the dropped files by their fields."""
        self._read = 0

    def new_file(self, *args: object, **kwargs: object) -> None:
        super().new_file(*args, **kwargs)  # type: ignore[arg-type]  # Django's own to pass on
        self._read = 0

    def receive_data_chunk(self, raw_data: bytes, start: int) -> bytes:
        self._read += len(raw_data)
        if self._read > FILE_BYTES_MAX:
            self.too_large[str(self.field_name)] = str(self.file_name)
            raise SkipFile
        return raw_data

    def file_complete(self, file_size: int) -> None:
        """Another handler has the file."""


def limits_uploads(view: UploadView[Rest]) -> UploadView[Rest]:
    """Read this view's files with the limit.

    The token against forged forms is checked here, because checking it reads the form.
    """
    checked = csrf_protect(view)

    @csrf_exempt
    @wraps(view)
    def limited(request: HttpRequest, /, *args: Rest.args, **kwargs: Rest.kwargs) -> HttpResponse:
        request.upload_handlers.insert(0, SizeLimit(request))
        return checked(request, *args, **kwargs)

    return limited


def too_large_files(request: HttpRequest) -> dict[str, str]:
    """What was dropped, after the form was read: field names and the files' names."""
    handler = request.upload_handlers[0]
    return handler.too_large if isinstance(handler, SizeLimit) else {}
