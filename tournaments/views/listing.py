"""Lists that cost the same however long they are."""

from typing import Any, Final

from django.core.paginator import Paginator
from django.db.models import QuerySet
from django.utils.functional import cached_property

LISTED_MOST: Final = 1_000
"""So many rows can be paged through: nobody turns more pages, and whoever counts all of them and
passes over them waits the longer the more there are."""


class ListedPages(Paginator):  # type: ignore[type-arg]  # cannot be given one when it runs
    """The first rows of a list, in pages."""

    def __init__(self, rows: QuerySet[Any], per_page: int) -> None:
        super().__init__(rows, per_page)
        self._rows = rows

    @cached_property
    def _found(self) -> int:
        """How many there are, or one more than are listed."""
        return self._rows.order_by()[: LISTED_MOST + 1].count()

    @cached_property
    def count(self) -> int:
        return min(self._found, LISTED_MOST)

    @property
    def is_cut(self) -> bool:
        """Whether there are more."""
        return self._found > LISTED_MOST
