"""Lists in pages that stay right while rows are added: each page names the address of the next."""

from base64 import urlsafe_b64decode, urlsafe_b64encode
from collections.abc import Sequence
from typing import Any, Final, TypeVar

from django.core.exceptions import FieldDoesNotExist
from django.core.exceptions import ValidationError as NotAValueError
from django.db import DataError
from django.db.models import DateTimeField
from django.utils.dateparse import parse_datetime
from django.utils.translation import gettext as _
from rest_framework.exceptions import ErrorDetail, NotFound, ValidationError
from rest_framework.pagination import CursorPagination
from rest_framework.request import Request
from rest_framework.utils.urls import remove_query_param, replace_query_param

PAGE_SIZE: Final = 25
PAGE_SIZE_MAX: Final = 100
CURSOR: Final = "cursor"
SIZE: Final = "page_size"

Item = TypeVar("Item")


class RowPages(CursorPagination):
    """Rows of the database; they must be ordered by fields of theirs, the last of them unique."""

    page_size = PAGE_SIZE
    max_page_size = PAGE_SIZE_MAX
    page_size_query_param = SIZE
    cursor_query_param = CURSOR

    def get_ordering(self, request: Any, queryset: Any, view: Any) -> Any:  # noqa: ANN401
        """As the selector has ordered them."""
        return tuple(queryset.query.order_by)

    def paginate_queryset(self, queryset: Any, request: Any, view: Any = None) -> Any:  # noqa: ANN401
        """A cursor that we have not made is a fault of what was sent, not a missing page."""
        try:
            self._require_moment(queryset, request)
            return super().paginate_queryset(queryset, request, view)
        except (NotFound, ValueError, OverflowError, NotAValueError, DataError) as error:
            raise bad_cursor() from error

    def _require_moment(self, queryset: Any, request: Any) -> None:  # noqa: ANN401
        """A place among moments that has no zone is none of ours."""
        cursor = self.decode_cursor(request)
        if cursor is None or cursor.position is None:
            return
        try:
            field = queryset.model._meta.get_field(queryset.query.order_by[0].lstrip("-"))
        except FieldDoesNotExist:  # the key, or what was worked out
            return
        if not isinstance(field, DateTimeField):
            return
        moment = parse_datetime(str(cursor.position))
        if moment is None or moment.tzinfo is None:
            raise bad_cursor()


class ItemPages:
    """A list that is in memory already, and has an end that does no harm."""

    def __init__(self, request: Request, items: Sequence[Item]) -> None:
        self._address = request.build_absolute_uri()
        self._size = min(int(request.query_params.get(SIZE, PAGE_SIZE)), PAGE_SIZE_MAX)
        self._start = _position(request.query_params.get(CURSOR))
        self._items = items

    @property
    def items(self) -> Sequence[Any]:
        """Those of this page."""
        return self._items[self._start : self._start + self._size]

    def links(self) -> dict[str, str | None]:
        """The addresses of the pages beside it."""
        after, before = self._start + self._size, max(0, self._start - self._size)
        return {
            "next": self._at(after) if after < len(self._items) else None,
            "previous": self._at(before) if self._start else None,
        }

    def _at(self, position: int) -> str:
        if position == 0:
            return remove_query_param(self._address, CURSOR)
        return replace_query_param(self._address, CURSOR, _cursor(position))


def bad_cursor() -> ValidationError:
    """To be raised."""
    sentence = _("This is no cursor of ours. Begin without one, and follow “next”.")
    return ValidationError({CURSOR: [ErrorDetail(sentence, "bad_cursor")]})


def _cursor(position: int) -> str:
    return urlsafe_b64encode(f"i={position}".encode()).decode()


def _position(cursor: str | None) -> int:
    if cursor is None:
        return 0
    try:
        name, _equals, number = urlsafe_b64decode(cursor.encode()).decode().partition("=")
    except ValueError as error:
        raise bad_cursor() from error
    if name != "i" or not (number.isascii() and number.isdecimal() and len(number) < 10):
        raise bad_cursor()
    return int(number)
