"""Rows of what programs ask about score sheets: strangers are not told whether one exists."""

from tests.permissions.rows import CREATED, NOT_FOUND, OK, ApiRow, by_token
from tests.tournaments.sheet_table import open_sheet

_NOBODYS = by_token(anonymous=NOT_FOUND, member=NOT_FOUND)
_NOT_THEIRS = by_token(member=NOT_FOUND)
_ENTRY = {
    "entry_id": "6a1f6f3e-8d41-4b7e-9d25-3a0f9f1f8f10",
    "kind": "time_up",
    "payload": dict[str, object](),
}
_SEATS = {"seats": [{"name": "Ana"}, {"name": "Carl"}]}
_SIDE = {"side": 0}


def _sheet() -> dict[str, object]:
    """A sheet that none of the roles has anything to do with."""
    return {"public_id": open_sheet().public_id}


API_SHEETS = [
    ApiRow("api:sheets", "GET", "list", by_token(anonymous=OK, member=OK)),
    ApiRow("api:sheets", "POST", "create", by_token(member=CREATED), data=_SEATS),
    ApiRow("api:sheet", "GET", "retrieve", _NOBODYS, kwargs=_sheet),
    ApiRow(
        "api:sheet", "PATCH", "change", _NOT_THEIRS, data={"write_policy": "link"}, kwargs=_sheet
    ),
    ApiRow("api:sheet_rematch", "POST", "rematch", _NOT_THEIRS, kwargs=_sheet),
    ApiRow("api:sheet_entries", "POST", "write", _NOBODYS, data=_ENTRY, kwargs=_sheet),
    ApiRow("api:sheet_preview", "POST", "preview", _NOBODYS, kwargs=_sheet),
    ApiRow("api:sheet_events", "GET", "follow", _NOBODYS, kwargs=_sheet),
    ApiRow("api:sheet_link", "GET", "retrieve", _NOT_THEIRS, kwargs=_sheet),
    ApiRow("api:sheet_link", "POST", "rotate", _NOT_THEIRS, kwargs=_sheet),
    ApiRow("api:sheet_link", "DELETE", "revoke", _NOT_THEIRS, kwargs=_sheet),
    ApiRow("api:sheet_rating", "GET", "retrieve", _NOBODYS, kwargs=_sheet),
    ApiRow("api:sheet_rating", "POST", "wish", _NOT_THEIRS, data=_SIDE, kwargs=_sheet),
    ApiRow("api:sheet_rating", "DELETE", "wish_no_more", _NOT_THEIRS, kwargs=_sheet),
]
