"""What a bot's file may be, for pages and programs alike: its ending, its size, how many an hour.

The size is a part of reading the request, so that a file of any size costs no more than the limit;
everything else that was sent is read all the same.
"""

from typing import Final

from django.core.exceptions import ValidationError
from django.core.files.uploadhandler import FileUploadHandler, SkipFile
from django.http import HttpRequest
from django.utils.translation import gettext as _

from arena.archive.limits import PACKED_BYTES

FILE_BYTES_MAX: Final = PACKED_BYTES
FILE_ENDINGS: Final = (".py", ".zip")
BOT_UPLOAD: Final = "bot_upload"  # a name in RATE_LIMITS


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

    def receive_data_chunk(self, raw_data: bytes, start: int) -> bytes:  # noqa: ARG002 - Django's
        self._read += len(raw_data)
        if self._read > FILE_BYTES_MAX:
            self.too_large[str(self.field_name)] = str(self.file_name)
            raise SkipFile
        return raw_data

    def file_complete(self, file_size: int) -> None:
        """Another handler has the file."""


def limit_size(request: HttpRequest) -> None:
    """Read this request's files with the limit; nothing of it may have been read before."""
    request.upload_handlers.insert(0, SizeLimit(request))


def too_large_files(request: HttpRequest) -> dict[str, str]:
    """What was dropped, after the form was read: field names and the files' names."""
    handler = request.upload_handlers[0]
    return handler.too_large if isinstance(handler, SizeLimit) else {}


def file_check(*, name: str, size: int) -> None:
    """Refuse what is neither a .py nor a .zip, or too large to be read."""
    if not name.lower().endswith(FILE_ENDINGS):
        raise ValidationError(
            _(
                "%(name)s is neither a .py file nor a .zip. Send one .py file, or put "
                "everything your bot needs into a .zip."
            )
            % {"name": name},
            code="ending",
        )
    if size > FILE_BYTES_MAX:
        raise ValidationError(too_large_text(name), code="too_large")


def too_large_text(name: str) -> str:
    """Why a file is refused that has too many bytes, and what to do."""
    return _(
        "%(name)s is too large: a .py may have at most 1 MiB, a .zip at most 10 MiB. Leave out "
        "what the bot does not need at the table, and choose the file again."
    ) % {"name": name}


def too_often_text() -> str:
    """Why nothing more is read for a while."""
    return _("You have sent in many files within an hour. Wait a while, and send this one again.")


def busy_text() -> str:
    """Why it was not this one's turn."""
    return _(
        "So many send in bots right now that we did not get to yours. Nothing of it was kept: "
        "send it again in a minute."
    )
