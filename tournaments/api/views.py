"""What every view of the interface does in the same way."""

from collections.abc import Callable, Iterable, Sequence
from typing import Any, ClassVar, TypeVar

from django.db.models import Model, QuerySet
from django.utils.cache import patch_vary_headers
from django.utils.datastructures import MultiValueDict
from rest_framework.fields import ListField
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.viewsets import ViewSet

from tournaments.api.callers import account_of
from tournaments.api.fields import Body, Query, Shown
from tournaments.api.pagination import ItemPages, RowPages
from tournaments.api.permissions import TokenNeededError
from tournaments.api.throttles import RateState
from tournaments.api_scopes import Area
from tournaments.models import User

Row = TypeVar("Row", bound=Model)


class ApiViewSet(ViewSet):
    """A set of calls about one kind of thing.

    `area` says which scope a token needs. `own_actions` read what only an account has, so they
    need a token too; `open_actions` write without one (with a link); `any_token_actions` need no
    scope; `reading_actions` are posts that write nothing.
    """

    tag: ClassVar[str]
    """Under which the document lists it."""
    thing: ClassVar[str]
    """With which the names of its calls begin."""
    area: ClassVar[Area | None] = None
    own_actions: ClassVar[frozenset[str]] = frozenset()
    open_actions: ClassVar[frozenset[str]] = frozenset()
    any_token_actions: ClassVar[frozenset[str]] = frozenset()
    reading_actions: ClassVar[frozenset[str]] = frozenset()
    http_method_names: ClassVar[list[str]] = ["get", "head", "post", "patch", "put", "delete"]  # type: ignore[misc]
    rate_state: RateState | None = None

    @classmethod
    def as_view(cls, *args: Any, **kwargs: Any) -> Any:  # noqa: ANN401 - the library's
        """An address without the slash at its end leads nowhere: sent on elsewhere, a call that
        writes would arrive as one that reads."""
        view = super().as_view(*args, **kwargs)
        view.should_append_slash = False  # type: ignore[attr-defined]  # Django asks for it
        return view

    def perform_authentication(self, request: Request) -> None:
        """Every call is counted, also one with a wrong token."""
        try:
            super().perform_authentication(request)
        finally:
            super().check_throttles(request)

    def check_throttles(self, request: Request) -> None:
        """Done already."""

    def finalize_response(
        self,
        request: Request,
        response: Any,  # noqa: ANN401 - a file is none of the library's
        *args: object,
        **kwargs: object,
    ) -> Any:  # noqa: ANN401
        """Say what is left of the minute's share, and that answers are for one reader only."""
        answer = super().finalize_response(request, response, *args, **kwargs)
        for name, value in (self.rate_state.headers() if self.rate_state else {}).items():
            answer[name] = value
        patch_vary_headers(answer, ["Authorization", "Accept-Language"])
        answer.setdefault("Cache-Control", "private, no-store")
        return answer

    @property
    def account(self) -> User:
        """Whose token it is; whoever has none is asked for one."""
        found = account_of(self.request)
        if found is None:
            raise TokenNeededError
        return found

    def sent(self, form: type[Body]) -> dict[str, Any]:
        """The body, read and checked."""
        read = form(data=_plain(self.request.data, form()))
        read.is_valid(raise_exception=True)
        return dict(read.validated_data)

    def asked(self, form: type[Query] = Query) -> dict[str, Any]:
        """What stands behind the question mark, read and checked."""
        read = form(data=self.request.query_params.dict())
        read.is_valid(raise_exception=True)
        return dict(read.validated_data)

    def tell(self, shown: type[Shown], value: object) -> Response:
        """One thing, in the form that the document describes."""
        return Response(shown(value).data)

    def page(
        self,
        rows: "QuerySet[Row]",
        shown: type[Shown],
        each: Callable[[list[Row]], Iterable[object]] | None = None,
    ) -> Response:
        """One page of rows; `each` makes of them, all at once, what is told."""
        pages = RowPages()
        found = list(pages.paginate_queryset(rows, self.request, self))
        told = found if each is None else list(each(found))
        return Response(
            {
                "next": pages.get_next_link(),
                "previous": pages.get_previous_link(),
                "results": shown(told, many=True).data,
            }
        )

    def page_of_items(
        self,
        items: Sequence[Any],
        shown: type[Shown],
        each: Callable[[Sequence[Any]], Iterable[object]] | None = None,
    ) -> Response:
        """The same, of a list that is in memory already."""
        pages = ItemPages(self.request, items)
        told = pages.items if each is None else list(each(pages.items))
        return Response({**pages.links(), "results": shown(told, many=True).data})

    def created(self, shown: type[Shown], value: object, *, address: str) -> Response:
        """Something new, and its address."""
        location = self.request.build_absolute_uri(address)
        return Response(shown(value).data, status=201, headers={"Location": location})

    def done(self) -> Response:
        """Nothing to tell."""
        return Response(status=204)


def _plain(data: Any, form: Body) -> Any:  # noqa: ANN401 - whatever was sent
    """The fields of a form with files as the same names in JSON would be: what is not there has its
    default, and only lists have several values."""
    if not isinstance(data, MultiValueDict):
        return data
    lists = {name for name, one in form.fields.items() if isinstance(one, ListField)}
    return {name: values if name in lists else values[-1] for name, values in data.lists()}
