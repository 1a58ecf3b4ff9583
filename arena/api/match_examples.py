"""Matches, as the document shows them."""

from typing import Any, Final

_SIDES: Final[list[dict[str, Any]]] = [
    {
        "number": 0,
        "bot": "k3Jx0cPq2mZs81Ta",
        "name": "Greedy",
        "author": "Rosa",
        "version": 3,
        "points": 31,
        "share": 0.775,
        "strikes": 0,
        "decisions": 412,
        "think_ms": 5120,
        "longest_ms": 37,
        "has_log": True,
    },
    {
        "number": 1,
        "bot": "Zt81mQw0aXc3Jk2P",
        "name": "Patient",
        "author": "Ivan",
        "version": 1,
        "points": 9,
        "share": 0.225,
        "strikes": 1,
        "decisions": 398,
        "think_ms": 9800,
        "longest_ms": 210,
        "has_log": False,
    },
]
MATCH: Final[dict[str, Any]] = {
    "id": "Qm7Lr2Vx90aKd4Ts",
    "kind": "challenge",
    "profile": "durak/duel24",
    "state": "settled",
    "text": "Rosa's Greedy beat Ivan's Patient: it took 77.5 % of 20 games, with 22 points more.",
    "rated": False,
    "ladder": None,
    "boards": 10,
    "rotations": 2,
    "boards_over": 20,
    "boards_in_all": 20,
    "created_at": "2026-11-02T08:29:41Z",
    "begun_at": "2026-11-02T08:29:44Z",
    "ended_at": "2026-11-02T08:30:02Z",
    "reason": "",
    "has_replay": True,
    "commitment": "5a0f7c1d2e3b4a5968778695a4b3c2d1e0f1a2b3c4d5e6f708192a3b4c5d6e7f",
    "seed": "0d1c2b3a495867768594a3b2c1d0e0ff0e1d2c3b4a5968778695a4b3c2d1e0f1",
    "queue": None,
    "sides": _SIDES,
    "page": "/matches/Qm7Lr2Vx90aKd4Ts/",
}
MATCH_QUEUED: Final[dict[str, Any]] = {
    **MATCH,
    "state": "queued",
    "text": "It waits for its turn. Number 2 in the queue; it begins in less than a minute.",
    "boards_over": 0,
    "begun_at": None,
    "ended_at": None,
    "has_replay": False,
    "seed": None,
    "queue": {"position": 2, "wait_seconds": 14.5, "is_paused": False},
    "sides": [
        {
            **side,
            "points": None,
            "share": None,
            "strikes": 0,
            "decisions": 0,
            "think_ms": 0,
            "longest_ms": 0,
            "has_log": False,
        }
        for side in _SIDES
    ],
}
MATCH_WITHDRAWN: Final[dict[str, Any]] = {
    **MATCH_QUEUED,
    "state": "void",
    "text": "It is void, and cost nobody anything.",
    "ended_at": "2026-11-02T08:29:43Z",
    "reason": "It was withdrawn by whoever had asked for it.",
    "seed": "0d1c2b3a495867768594a3b2c1d0e0ff0e1d2c3b4a5968778695a4b3c2d1e0f1",
    "queue": None,
}
MATCH_IN_FULL: Final[dict[str, Any]] = {
    **MATCH,
    "league": None,
    "fixture": None,
    "ab_test": None,
    "games": 20,
    "decisions": 810,
    "results": [
        {
            "board": 0,
            "rotation": 0,
            "games": 1,
            "points": [2, 0],
            "losers": [1],
            "forfeit": None,
        },
        {
            "board": 0,
            "rotation": 1,
            "games": 1,
            "points": [2, 0],
            "losers": [1],
            "forfeit": {"sides": [1], "reason": "strikes", "text": "too many strikes"},
        },
    ],
    "ratings": [],
    "unrated": "Challenges are not rated: try out whatever you like.",
    "verify_command": "durako verify durako-Qm7Lr2Vx90aKd4Ts.durako --commitment 5a… --seed 0d…",
}
GAME: Final[dict[str, Any]] = {
    "match": "Qm7Lr2Vx90aKd4Ts",
    "board": 0,
    "rotation": 1,
    "game": 1,
    "games": 1,
    "family": "durak",
    "seats": [
        {
            "number": 0,
            "side": 1,
            "name": "Patient",
            "roles": ["deals"],
            "held": "♠9 ♠K ♥10 ♦J ♣9 ♣A",
            "points": 0,
        },
        {
            "number": 1,
            "side": 0,
            "name": "Greedy",
            "roles": ["attacks first"],
            "held": "♠10 ♥9 ♥J ♥Q ♦9 ♦A",
            "points": 2,
        },
    ],
    "beginning": ["Trump: ♥A, at the bottom of the draw pile."],
    "muertos": [],
    "passages": [
        {
            "title": "Bout 1: Greedy attacks Patient",
            "situation": ["12 cards in the draw pile."],
            "held": [{"name": "Greedy", "pieces": "♠10 ♥9 ♥J ♥Q ♦9 ♦A"}],
            "moves": [
                {"text": "Greedy attacks with ♠10.", "notation": "♠10", "notes": []},
                {"text": "Patient beats it with ♠K.", "notation": "♠K", "notes": []},
            ],
        }
    ],
    "hands": [],
    "ending": [],
}
