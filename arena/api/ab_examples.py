"""A/B tests, as the document shows them."""

from typing import Any, Final

from arena.ab_terms import DAILY_MAX, RUNNING_MAX

_NEW: Final = {"bot": "k3Jx0cPq2mZs81Ta", "name": "Greedy", "version": 4}
_OLD: Final = {"bot": "k3Jx0cPq2mZs81Ta", "name": "Greedy", "version": 3}
NEW: Final[dict[str, Any]] = {
    "new": {"bot": "k3Jx0cPq2mZs81Ta", "version": 4},
    "old": {"bot": "k3Jx0cPq2mZs81Ta", "version": 3},
    "profile": "durak/duel24",
    "question": "gain",
    "elo": 20,
    "error_rate": 0.05,
}
TEST: Final[dict[str, Any]] = {
    "id": "Ta81Zm0cPq2xJk3V",
    "new": _NEW,
    "old": _OLD,
    "profile": "durak/duel24",
    "players": 2,
    "boards": 25,
    "question": "gain",
    "elo": 20,
    "error_rate": 0.05,
    "sets_most": 200,
    "sets": 12,
    "state": "running",
    "reason": "",
    "text": "No answer yet: +34 (+15 to +54) Elo after 12 deal sets.",
    "llr": 1.71,
    "lower": -2.94,
    "upper": 2.94,
    "elo_estimate": 34.2,
    "elo_low": 15.1,
    "elo_high": 53.9,
    "points_new": 655,
    "points_old": 545,
    "created_at": "2026-11-02T08:29:41Z",
    "ended_at": None,
    "page": "/ab-tests/Ta81Zm0cPq2xJk3V/",
}
TEST_STOPPED: Final[dict[str, Any]] = {
    **TEST,
    "state": "stopped",
    "reason": "by_author",
    "text": "It was stopped before there was an answer: +34 (+15 to +54) Elo after 12 deal sets.",
    "ended_at": "2026-11-02T09:02:11Z",
}
TEST_IN_FULL: Final[dict[str, Any]] = {
    **TEST,
    "deals": [20, 61, 102, 79, 38],
    "steps": [
        {
            "number": 1,
            "match": "Qm7Lr2Vx90aKd4Ts",
            "is_counted": True,
            "share": 0.57,
            "points_new": 57,
            "points_old": 43,
            "llr": 0.21,
            "at": "2026-11-02T08:30:02Z",
        }
    ],
    "matches": [
        {
            "id": "Vx90aKd4TsQm7Lr2",
            "state": "playing",
            "text": "It is being played: 14 of 50 boards are over.",
        }
    ],
}
TERMS: Final[dict[str, Any]] = {
    "versions": [_NEW, _OLD],
    "new": _NEW,
    "old": _OLD,
    "profiles": ["durak/duel24"],
    "profile": "durak/duel24",
    "offered": {
        "players": [2],
        "boards": [5, 10, 25, 50],
        "question": ["gain", "keep"],
        "elo": [10, 20, 50, 100],
        "error_rate": [0.1, 0.05, 0.01],
        "sets_most": [25, 50, 100, 200, 400],
    },
    "chosen": {
        "players": 2,
        "boards": 25,
        "question": "gain",
        "elo": 20,
        "error_rate": 0.05,
        "sets_most": 200,
    },
    "cost": {
        "sets_soon": 36,
        "sets_longest": 62,
        "is_cut": False,
        "seconds_soon": 42.0,
        "seconds_longest": 73.5,
    },
    "quota": {
        "running": 0,
        "running_max": RUNNING_MAX,
        "within_a_day": 1,
        "daily_max": DAILY_MAX,
        "next_at": None,
        "refusal": "",
    },
    "queue": {"waiting": 0, "is_paused": False, "wait_seconds": 0.0},
}
