"""Who met whom on a ladder, added up in the database: there may be more pairs than fit in memory.

Only inside of a transaction, with the end of which everything but what was stored is forgotten.
"""

from dataclasses import astuple, fields
from typing import Final

from django.db import connection

from tournaments.ladder_sums import EncounterSum, Result, encounters_of

_PAIRS_MAX: Final = 50_000
"""So many are added up here before the database hears of them."""
_SUMS: Final = tuple(one.name for one in fields(EncounterSum))
_PAIR: Final = ("competitor_id", "opponent_id")
_COLUMNS: Final = ", ".join((*_PAIR, *_SUMS))
_BEGIN: Final = (
    "DROP TABLE IF EXISTS rebuilt_part, rebuilt_encounter; "  # noqa: S608 - names of our own
    "CREATE TEMPORARY TABLE rebuilt_part ON COMMIT DROP AS "
    f"SELECT {_COLUMNS} FROM tournaments_encounter WITH NO DATA"
)
_COPY: Final = f"COPY rebuilt_part ({_COLUMNS}) FROM STDIN"
_ADD_UP: Final = (
    "CREATE TEMPORARY TABLE rebuilt_encounter ON COMMIT DROP AS "  # noqa: S608
    f"SELECT {', '.join(_PAIR)}, {', '.join(f'sum({name})::bigint AS {name}' for name in _SUMS)} "
    "FROM rebuilt_part GROUP BY competitor_id, opponent_id HAVING sum(won + level + lost) > 0"
)
_STORED: Final = f"SELECT {_COLUMNS} FROM tournaments_encounter WHERE ladder_id = %(ladder)s"  # noqa: S608
_REBUILT: Final = f"SELECT {_COLUMNS} FROM rebuilt_encounter"  # noqa: S608
_DIFFERING: Final = (
    f"SELECT DISTINCT {', '.join(_PAIR)} FROM "  # noqa: S608
    f"(({_STORED} EXCEPT {_REBUILT}) UNION ALL ({_REBUILT} EXCEPT {_STORED})) AS differing"
)
_COUNT: Final = f"SELECT count(*) FROM ({_DIFFERING}) AS pairs"  # noqa: S608
_EXAMPLES: Final = f"{_DIFFERING} ORDER BY competitor_id, opponent_id LIMIT %(most)s"
_FORGET: Final = "DELETE FROM tournaments_encounter WHERE ladder_id = %(ladder)s"
_STORE: Final = (
    f"INSERT INTO tournaments_encounter (ladder_id, {_COLUMNS}) "  # noqa: S608
    f"SELECT %(ladder)s, {_COLUMNS} FROM rebuilt_encounter"
)


class EncounterBook:
    """What results add up to, pair by pair."""

    def __init__(self, ladder_id: int) -> None:
        self._ladder_id = ladder_id
        self._sums: dict[tuple[int, int], EncounterSum] = {}
        with connection.cursor() as cursor:
            cursor.execute(_BEGIN)

    def add(self, result: Result, *, sign: int = 1) -> None:
        """A result, or one that counts no longer."""
        nothing = EncounterSum()
        for who, whom, taken in encounters_of(result):
            self._sums[who, whom] = self._sums.get((who, whom), nothing).plus(taken, sign)
        if len(self._sums) >= _PAIRS_MAX:
            self._hand_over()

    def differing(self, *, examples: int) -> tuple[int, list[tuple[int, int]]]:
        """How many pairs are stored otherwise, and some of them. Nothing is added after that."""
        self._hand_over()
        named = {"ladder": self._ladder_id, "most": examples}
        with connection.cursor() as cursor:
            cursor.execute(_ADD_UP)
            cursor.execute(_COUNT, named)
            (count,) = cursor.fetchone()
            cursor.execute(_EXAMPLES, named)
            return count, [(who, whom) for who, whom in cursor.fetchall()]

    def store(self) -> None:
        """In place of what is there, once it is known what differs."""
        with connection.cursor() as cursor:
            cursor.execute(_FORGET, {"ladder": self._ladder_id})
            cursor.execute(_STORE, {"ladder": self._ladder_id})

    def _hand_over(self) -> None:
        with connection.cursor() as cursor, cursor.copy(_COPY) as copy:
            for pair, taken in self._sums.items():
                copy.write_row((*pair, *astuple(taken)))
        self._sums = {}
