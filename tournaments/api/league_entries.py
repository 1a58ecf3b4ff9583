"""Who takes part in a league: entering, lists, seeds, sitting out, leaving, coming back."""

from collections.abc import Callable
from typing import Any, Final

from django.http import Http404, HttpResponse
from django.urls import reverse
from drf_spectacular.types import OpenApiTypes
from drf_spectacular.utils import OpenApiExample, OpenApiResponse, extend_schema
from rest_framework.request import Request
from rest_framework.response import Response

from tournaments.api.callers import LINK
from tournaments.api.fields import Body, PageQuery, page_of
from tournaments.api.league_calls import LeagueCallsViewSet, sent_names
from tournaments.api.league_entry_forms import (
    ENTRY_EXAMPLE,
    IMPORT_EXAMPLE,
    DisqualifySent,
    EntryChange,
    EntrySent,
    EntryShown,
    ImportSent,
    ImportShown,
    ReturnSent,
    SeedsSent,
    SeedsShown,
    WithdrawSent,
    entry_told,
    names_sent,
)
from tournaments.api.once import once_per_key
from tournaments.downloads import csv_attachment
from tournaments.league_access import LeagueAccess, LeagueAction
from tournaments.league_entry_tables import ENTRIES_COLUMNS, entries_rows
from tournaments.league_shown import Field, field_of
from tournaments.models import LeagueEntry
from tournaments.rate_limits import TABLE_DOWNLOAD
from tournaments.selectors.league_rows import own_entries
from tournaments.services.leagues.entries import entry_add, entry_remove, entry_rest_set
from tournaments.services.leagues.entry_import import entries_import_preview, entries_import_rows
from tournaments.services.leagues.leaving import entry_disqualify, entry_return, entry_withdraw
from tournaments.services.leagues.seeding import (
    entries_seed,
    entries_seed_at_random,
    entries_seed_by_rating,
)

_LIST_EXAMPLE: Final = OpenApiExample(
    "Entries",
    value={
        "next": None,
        "previous": None,
        "results": [{**ENTRY_EXAMPLE, "hindrance": None}],
    },
    response_only=True,
)
_TOLD: Final = OpenApiExample("A pair", value=ENTRY_EXAMPLE, response_only=True)


class LeagueEntriesViewSet(LeagueCallsViewSet):
    """Everybody who is or was entered. Who may read a league may read the list."""

    thing = "league_entries"

    @extend_schema(
        summary="Who is entered",
        parameters=[PageQuery, LINK],
        responses=page_of(EntryShown),
        examples=[_LIST_EXAMPLE],
    )
    def list(self, request: Request, public_id: str) -> Response:
        """By seed; also those who have left. Organizers are told more about each."""
        self.asked(PageQuery)
        access = self.league(public_id)
        people = list(_people(access).entries.values())
        return self.page_of_items(
            people, EntryShown, lambda found: [entry_told(access, one) for one in found]
        )

    @extend_schema(
        summary="Who is entered, as a file",
        parameters=[LINK],
        responses={(200, "text/csv"): OpenApiResponse(OpenApiTypes.STR, "For spreadsheets.")},
    )
    def entries_csv(self, request: Request, public_id: str) -> HttpResponse:
        """A list that can be imported in another league."""
        self.asked()
        access = self.league(public_id)
        self.count(TABLE_DOWNLOAD)
        rows = entries_rows(field_of(access.league))
        return csv_attachment(name="entries.csv", columns=ENTRIES_COLUMNS, rows=rows)

    @extend_schema(
        summary="Enter somebody",
        request=EntrySent,
        responses={201: EntryShown},
        examples=[
            OpenApiExample("A person", value={"name": "Carla"}, request_only=True),
            OpenApiExample("A pair", value={"name": "Ana", "partner": "Bea"}, request_only=True),
            OpenApiExample("A bot", value={"bot": "k3Jx0cPq2mZs81Ta"}, request_only=True),
            _TOLD,
        ],
    )
    @once_per_key
    def create(self, request: Request, public_id: str) -> Response:
        """For organizers. People by name: whoever is not on your list becomes a guest of yours.
        Once the league is under way they play from the next round on."""
        access = self.league(public_id, LeagueAction.MANAGE_ENTRIES)
        with sent_names(competitor="bot"):
            made = entry_add(
                public_id=public_id,
                visitor=self.visitor,
                names=names_sent(access.league, self.sent(EntrySent)),
            )
        address = reverse("api:league_entry", kwargs={"public_id": public_id, "entry_id": made.pk})
        return self.created(EntryShown, _one(self.league(public_id), made.pk), address=address)

    @extend_schema(
        summary="Enter a list",
        request=ImportSent,
        responses=ImportShown,
        examples=[
            OpenApiExample(
                "Two rows",
                value={"text": "name,seed\nCarla,1\nAnna,\n", "dry_run": True},
                request_only=True,
            ),
            OpenApiExample("What would become of them", value=IMPORT_EXAMPLE, response_only=True),
        ],
    )
    @once_per_key
    def import_list(self, request: Request, public_id: str) -> Response:
        """For organizers. With `dry_run` nothing is saved. Rows that cannot be read are left out,
        and doubtful ones unless you say who is meant; the same list twice changes nothing."""
        self.league(public_id, LeagueAction.MANAGE_ENTRIES)
        sent = self.sent(ImportSent)
        do = entries_import_preview if sent["dry_run"] else entries_import_rows
        done = do(
            public_id=public_id,
            visitor=self.visitor,
            text=sent["text"],
            choices=sent.get("choices"),
        )
        told = {
            "dry_run": sent["dry_run"],
            "entering": done.entering,
            "too_long": done.too_long,
            "rows": done.rows,
        }
        return self.tell(ImportShown, told)

    @extend_schema(
        summary="Put everybody in order",
        request=SeedsSent,
        responses=SeedsShown,
        examples=[
            OpenApiExample(
                "By hand",
                value={"order": ["412", "409", "410"], "revision": 12},
                request_only=True,
            ),
            OpenApiExample("By lot", value={"how": "random", "revision": 12}, request_only=True),
            OpenApiExample(
                "The order",
                value={"revision": 13, "order": ["412", "409", "410"]},
                response_only=True,
            ),
        ],
    )
    def seed(self, request: Request, public_id: str) -> Response:
        """For organizers, until something is drawn."""
        self.league(public_id, LeagueAction.MANAGE_ENTRIES)
        sent = self.sent(SeedsSent)
        where: dict[str, Any] = {
            "public_id": public_id,
            "visitor": self.visitor,
            "revision": sent["revision"],
        }
        if sent["how"] == "rating":
            entries_seed_by_rating(**where)
        elif sent["how"] == "random":
            entries_seed_at_random(**where)
        else:
            entries_seed(**where, order=[int(key) for key in sent["order"]])
        league = self.league(public_id).league
        order = league.entries.order_by("seed", "pk").values_list("pk", flat=True)
        return self.tell(
            SeedsShown, {"revision": league.revision, "order": [str(key) for key in order]}
        )


class LeagueEntryViewSet(LeagueCallsViewSet):
    """One of them, and what an organizer decides about them."""

    thing = "league_entry"

    @extend_schema(summary="An entry", parameters=[LINK], responses=EntryShown, examples=[_TOLD])
    def retrieve(self, request: Request, public_id: str, entry_id: int) -> Response:
        """Organizers are also told what they can decide, and why a bot cannot play now."""
        self.asked()
        return self.tell(EntryShown, _one(self.league(public_id), entry_id))

    @extend_schema(
        summary="Let somebody sit out",
        request=EntryChange,
        responses=EntryShown,
        examples=[
            OpenApiExample(
                "Two rounds", value={"rests": [2, 5], "revision": 14}, request_only=True
            ),
            _TOLD,
        ],
    )
    def change(self, request: Request, public_id: str, entry_id: int) -> Response:
        """For organizers. Rounds that are drawn already stay as they are."""
        self._entry(public_id, entry_id)
        sent = self.sent(EntryChange)
        with sent_names(rounds="rests"):
            entry_rest_set(
                public_id=public_id,
                visitor=self.visitor,
                entry_id=entry_id,
                rounds=sent["rests"],
                revision=sent["revision"],
            )
        return self.tell(EntryShown, _one(self.league(public_id), entry_id))

    @extend_schema(summary="Take somebody off the list", responses={204: None})
    def remove(self, request: Request, public_id: str, entry_id: int) -> Response:
        """For organizers, before the league begins; whoever leaves later, withdraws."""
        self._entry(public_id, entry_id)
        entry_remove(public_id=public_id, visitor=self.visitor, entry_id=entry_id)
        return self.done()

    @extend_schema(
        summary="Somebody withdraws",
        request=WithdrawSent,
        responses=EntryShown,
        examples=[
            OpenApiExample("Gives up", value={"remaining": "forfeit"}, request_only=True),
            _TOLD,
        ],
    )
    def withdraw(self, request: Request, public_id: str, entry_id: int) -> Response:
        """For organizers. What was played stands; they are not drawn any more. The log tells what
        became of their matches and of the table."""
        return self._step(public_id, entry_id, entry_withdraw, WithdrawSent)

    @extend_schema(
        summary="Disqualify somebody",
        request=DisqualifySent,
        responses=EntryShown,
        examples=[
            OpenApiExample(
                "Results stand", value={"note": "Was rude to the hosts."}, request_only=True
            ),
            _TOLD,
        ],
    )
    def disqualify(self, request: Request, public_id: str, entry_id: int) -> Response:
        """For organizers. The log tells what became of their matches and of the table."""
        return self._step(public_id, entry_id, entry_disqualify, DisqualifySent)

    @extend_schema(
        summary="Let somebody come back",
        request=ReturnSent,
        responses=EntryShown,
        examples=[
            OpenApiExample("Again", value={"note": "Is well again."}, request_only=True),
            _TOLD,
        ],
    )
    def come_back(self, request: Request, public_id: str, entry_id: int) -> Response:
        """For organizers. They are drawn again from the next round on; matches that were forfeited
        meanwhile stay so."""
        return self._step(public_id, entry_id, entry_return, ReturnSent)

    def _step(
        self,
        public_id: str,
        entry_id: int,
        service: Callable[..., LeagueEntry],
        form: type[Body],
    ) -> Response:
        self._entry(public_id, entry_id)
        service(public_id=public_id, visitor=self.visitor, entry_id=entry_id, **self.sent(form))
        return self.tell(EntryShown, _one(self.league(public_id), entry_id))

    def _entry(self, public_id: str, entry_id: int) -> None:
        """There must be one, and whoever asks decides about it."""
        access = self.league(public_id, LeagueAction.MANAGE_ENTRIES)
        if not access.league.entries.filter(pk=entry_id).exists():
            raise Http404


def _people(access: LeagueAccess) -> Field:
    return field_of(access.league, own_entries(league=access.league, account=access.account))


def _one(access: LeagueAccess, entry_id: int) -> dict[str, Any]:
    shown = _people(access).entries.get(entry_id)
    if shown is None:
        raise Http404
    return entry_told(access, shown, alone=True)
