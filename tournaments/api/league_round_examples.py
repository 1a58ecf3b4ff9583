"""A round as an example."""

from typing import Final

from drf_spectacular.utils import OpenApiExample

from tournaments.api.league_fixture_examples import FIXTURE

ROUND: Final = {
    "number": 2,
    "stage": "main",
    "state": "draft",
    "starts_at": None,
    "deadline": "2026-11-20T21:00:00Z",
    "published_at": None,
    "matches": 1,
    "open": 1,
    "page": "/leagues/k3Jx0cPq2mZs81Ta/draw/2/",
}
ROUNDS: Final = {"revision": 31, "rounds": [ROUND]}
_SENTENCE: Final = {
    "code": "swiss.manual",
    "text": "Ana Fernández and Bea Ruiz: paired by the organizer.",
    "values": [
        {"name": "a", "text": "Ana Fernández", "number": None, "entry": "12"},
        {"name": "b", "text": "Bea Ruiz", "number": None, "entry": "15"},
    ],
}
_PLANNED: Final = {
    "round": 2,
    "state": "planned",
    "text": "Not played yet.",
    "result": None,
    "counts": False,
    "by_hand": True,
    "revision": 0,
    "page": "",
}
ROUND_DETAIL: Final = {
    **ROUND,
    "revision": 31,
    "pairings": [{"fixture": {**FIXTURE, **_PLANNED}, "why": [_SENTENCE]}],
    "byes": [],
    "conflicts": [],
    "candidates": [FIXTURE["first"], FIXTURE["second"]],
    "drafts_before": 0,
}
ROUND_TOLD: Final = OpenApiExample("A draft", value=ROUND_DETAIL, response_only=True)
EDIT: Final = {"pairings": [{"first": "12", "second": "15"}], "revision": 31, "dry_run": True}
