"""A bot that has just been started: says when it has made its first answer, and what it holds then.

`python -m tests.bench.sdk_start bare|sdk ADDRESS TOKEN PROFILE`; neither imports what only the
other needs.
"""

import sys
from collections.abc import Sequence


def said() -> None:
    print("answered", flush=True)


def bare(address: str, token: str, profile: str) -> None:
    from tests.bench import table_bot

    answer = table_bot.answer
    first = [True]

    def telling(response: object) -> object:
        made = answer(response)  # type: ignore[arg-type]
        if first:
            first.clear()
            said()
        return made

    table_bot.answer = telling  # type: ignore[assignment]
    table_bot.play(address, token, profile)


def sdk(address: str, token: str, _profile: str) -> None:
    from arena.sdk import Bot, Clock
    from arena.sdk.client import play

    class First(Bot):
        told = False

        def choose(self, view: object, legal: Sequence[object], clock: Clock) -> int:
            if not First.told:
                First.told = True
                said()
            return 0

    play(First, address=address, token=token, report=print)


if __name__ == "__main__":
    {"bare": bare, "sdk": sdk}[sys.argv[1]](*sys.argv[2:])
