"""A match as an example."""

from typing import Final

from drf_spectacular.utils import OpenApiExample

_SIDE: Final = {"status": "active", "is_mine": False, "page": ""}
FIXTURE: Final = {
    "id": "Zs81Tak3Jx0cPq2m",
    "round": 1,
    "stage": "main",
    "place": 1,
    "table": 3,
    "first": {"entry": "12", "name": "Ana Fernández", **_SIDE},
    "second": {"entry": "15", "name": "Bea Ruiz", **_SIDE},
    "state": "confirmed",
    "text": "Ana Fernández won.",
    "result": {
        "kind": "total",
        "winner": "first",
        "points_first": 3010,
        "points_second": 2450,
        "first_absent": False,
        "second_absent": False,
    },
    "counts": True,
    "starts_at": "2026-11-13T19:00:00Z",
    "deadline": None,
    "bracket_match": None,
    "by_hand": False,
    "revision": 1,
    "page": "/leagues/k3Jx0cPq2mZs81Ta/matches/Zs81Tak3Jx0cPq2m/",
}
FIXTURE_DETAIL: Final = {
    **FIXTURE,
    "why": [],
    "results": [],
    "steps": [],
    "may": ["decide", "call_off"],
    "players_first": [{"id": "aQ2mZs81Tak3Jx0c", "name": "Ana Fernández"}],
    "players_second": [{"id": "bQ2mZs81Tak3Jx0c", "name": "Bea Ruiz"}],
    "sheet": None,
    "unrated": "",
    "arena": [],
}
FIXTURE_TOLD: Final = OpenApiExample("A match", value=FIXTURE_DETAIL, response_only=True)
MOVED: Final = {
    "code": "league.place_changed",
    "text": "Bea Ruiz moves up from place 4 to place 2.",
    "values": [{"name": "who", "text": "Bea Ruiz", "number": None, "entry": "15"}],
}
