"""The bot of `table_bot`, written with the SDK: it thinks as little, but is handed everything."""

import json
import sys
from collections.abc import Sequence
from dataclasses import asdict
from itertools import count
from typing import Any

from arena.sdk import Bot, Clock
from arena.sdk.client import play
from arena.sdk.trouble import Trouble
from tests.bench.table_bot import STRIDE, Counted

ASKED = count(1)


class Thoughtless(Bot):
    """Some legal action: the same that the other bot takes, which knows its decisions' numbers."""

    def choose(self, view: object, legal: Sequence[Any], clock: Clock) -> Any:  # noqa: ANN401
        return legal[next(ASKED) * STRIDE % len(legal)]


def main() -> None:
    print("ready", flush=True)
    for line in sys.stdin:
        seat = json.loads(line)
        troubles: list[Trouble] = []
        played = play(
            Thoughtless, address=seat["address"], token=seat["token"], report=troubles.append
        )
        # How often it was written to, nobody counts here: the table's own measure says it.
        counted = Counted(decisions=played.decisions, messages=1, notices=len(troubles))
        print(json.dumps(asdict(counted)), flush=True)


if __name__ == "__main__":
    main()
