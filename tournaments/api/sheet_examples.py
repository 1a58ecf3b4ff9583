"""Examples of score sheets and of everything that can be written on one."""

from typing import Any, Final

from drf_spectacular.utils import OpenApiExample

from scoring.burako import SEED_RULES, EntryKind

ID: Final = "0d4b7a52-6f5c-4e0c-9a39-1f0f6ad6a7b1"
_ENTRY_ID: Final = "6a1f6f3e-8d41-4b7e-9d25-3a0f9f1f8f10"
_EARLIER: Final = "c2f9f0c4-0a36-4f0e-8f7e-6b0c0ab1d9aa"


def _side(laid: int, rack: int, *, closed: bool = False, pure: int = 0) -> dict[str, Any]:
    return {
        "closed": closed,
        "pure_canastas": pure,
        "impure_canastas": 0,
        "muerto": "played" if closed else "untouched",
        "laid_points": laid,
        "rack_points": [rack],
        "muerto_rack": None,
    }


HAND: Final = {"sides": [_side(300, 0, closed=True, pure=1), _side(75, 60)]}
_OTHER_HAND: Final = {"sides": [_side(305, 0, closed=True, pure=1), _side(75, 60)]}
SCORE: Final = {
    "sides": [
        {
            "branch": "closer",
            "lines": [
                {"code": "close", "quantity": 1, "unit_points": 100, "amount": 100, "rack": None},
                {
                    "code": "pure_canastas",
                    "quantity": 1,
                    "unit_points": 200,
                    "amount": 200,
                    "rack": None,
                },
                {"code": "laid", "quantity": 300, "unit_points": 1, "amount": 300, "rack": None},
                {"code": "rack", "quantity": 0, "unit_points": -1, "amount": 0, "rack": 0},
            ],
            "total": 600,
        },
        {
            "branch": "without_canasta",
            "lines": [
                {
                    "code": "muerto_not_played",
                    "quantity": 1,
                    "unit_points": -100,
                    "amount": -100,
                    "rack": None,
                },
                {
                    "code": "laid_against",
                    "quantity": 75,
                    "unit_points": -1,
                    "amount": -75,
                    "rack": None,
                },
                {"code": "rack", "quantity": 60, "unit_points": -1, "amount": -60, "rack": 0},
            ],
            "total": -235,
        },
    ]
}
STATE: Final = {
    "id": ID,
    "seq": 1,
    "seats": 2,
    "names": [["Rosa"], ["Beto"]],
    "sides": ["Rosa", "Beto"],
    "rules": {
        "name": "Burako",
        "number": 1,
        "url": "/rules/sets/Jx0cPq2mZs81Tak3/1/",
        "values": SEED_RULES.as_dict(),
    },
    "you": {
        "role": "creator",
        "may_read": True,
        "may_write": True,
        "may_manage": True,
        "sides": [0, 1],
    },
    "write_policy": "link",
    "hands": [
        {
            "version": 1,
            "entry": _EARLIER,
            "reason": "",
            "sheet": HAND,
            "tiles": None,
            "score": SCORE,
            "by": "Rosa",
            "at": "2026-11-02T20:14:00+00:00",
            "number": 1,
            "counted": True,
            "totals": [600, -235],
            "starter": 0,
            "history": [],
        }
    ],
    "totals": [600, -235],
    "to_target": [2400, 3235],
    "behind": [0, 835],
    "hands_left": None,
    "time": None,
    "time_is_up": False,
    "next": {"number": 2, "starter": 1},
    "status": "playing",
    "outcome": None,
    "confirmed": [False, False],
    "changed_seq": 1,
    "wishes": [],
    "dispute": None,
    "reopen": None,
    "undo": {"entry": _EARLIER, "kind": "hand", "number": 1},
}
ROW: Final = {
    "id": ID,
    "sides": [{"name": "Rosa", "total": 600}, {"name": "Beto", "total": -235}],
    "seats": 2,
    "status": "playing",
    "hands": 1,
    "rules": "Burako",
    "is_mine": True,
    "created_at": "2026-11-02T20:00:00Z",
    "changed_at": "2026-11-02T20:14:00Z",
    "page": f"/sheets/{ID}/",
}
LINK_TOLD: Final = {
    "address": "https://durako.example/s/3q2-7wEAAA/",
    "token": "3q2-7wEAAA",
    "created_at": "2026-11-02T20:00:00Z",
}
RATING: Final = {
    "ladder": "burako-duel-2-people",
    "counts": False,
    "confirmed": False,
    "agreed": False,
    "obstacle": None,
    "text": "",
    "sides": [
        {
            "number": 0,
            "name": "Rosa",
            "agreed": True,
            "by": "Rosa",
            "is_yours": True,
            "members": [],
        },
        {"number": 1, "name": "Beto", "agreed": False, "by": "", "is_yours": False, "members": []},
    ],
}
PAYLOADS: Final[dict[EntryKind, tuple[str, dict[str, Any]]]] = {
    EntryKind.HAND: ("The next hand", {"number": 2, "sheet": HAND}),
    EntryKind.CORRECT: (
        "Correct a hand",
        {"number": 1, "version": 1, "sheet": _OTHER_HAND, "reason": "Counted again"},
    ),
    EntryKind.UNDO: ("Undo the last change", {"entry": _EARLIER}),
    EntryKind.TIME_UP: ("The time is over", {}),
    EntryKind.CONFIRM: ("A side confirms the result", {"side": 0, "seen": 9}),
    EntryKind.DISPUTE: (
        "A side objects to a hand",
        {"side": 1, "number": 1, "sheet": _OTHER_HAND, "reason": "We had 5 more"},
    ),
    EntryKind.SETTLE: ("The other side gives in", {"dispute": _EARLIER, "accept": True}),
    EntryKind.REOPEN: ("Ask to reopen", {"side": 0, "reason": "Hand 3 is wrong"}),
    EntryKind.REOPEN_ANSWER: ("Answer to that", {"side": 1, "agree": True}),
}
"""An example of every kind of entry."""
ENTRIES: Final = [
    OpenApiExample(
        title,
        value={"entry_id": _ENTRY_ID, "kind": kind.value, "payload": payload},
        request_only=True,
    )
    for kind, (title, payload) in PAYLOADS.items()
]
