"""Runs every soak of the house, one after the other, and stops at the first failure."""

import argparse
import time

from tests.soak import (
    burako_games,
    corrupted_messages,
    durak_games,
    durak_oracle,
    long_tests,
    match_kills,
    service_kills,
    table_matches,
)

SOAKS = {
    "burako_games": burako_games.soak,
    "corrupted_messages": corrupted_messages.soak,
    "durak_games": durak_games.soak,
    "durak_oracle": durak_oracle.soak,
    "long_tests": long_tests.soak,
    "match_kills": match_kills.soak,
    "service_kills": service_kills.soak,
    "table_matches": table_matches.soak,
}


def main() -> None:
    parser = argparse.ArgumentParser(prog="make soak", description=__doc__)
    parser.add_argument("length", choices=["short", "long"], help="a taste, or the whole thing")
    parser.add_argument("--only", choices=sorted(SOAKS), action="append", help="just these")
    arguments = parser.parse_args()
    for name in arguments.only or SOAKS:
        print(f"== {name} ({arguments.length})", flush=True)
        started = time.monotonic()
        SOAKS[name](short=arguments.length == "short")
        print(f"   done in {time.monotonic() - started:.0f} s", flush=True)


if __name__ == "__main__":
    main()
