"""Every benchmark of the house, as ratios against a reference measured in the same run."""

import argparse

from tests.bench import (
    bench_api,
    bench_bots,
    bench_burako,
    bench_durak,
    bench_fairness,
    bench_leagues,
    bench_live,
    bench_matches,
    bench_matchmaking,
    bench_pages,
    bench_queue,
    bench_sandbox,
    bench_scoring,
    bench_sdk,
    bench_settling,
    bench_table,
)

BENCHMARKS = {
    "api": bench_api.main,
    "bots": bench_bots.main,
    "burako": bench_burako.main,
    "durak": bench_durak.main,
    "fairness": bench_fairness.main,
    "leagues": bench_leagues.main,
    "live": bench_live.main,
    "matches": bench_matches.main,
    "matchmaking": bench_matchmaking.main,
    "pages": bench_pages.main,
    "queue": bench_queue.main,
    "sandbox": bench_sandbox.main,
    "scoring": bench_scoring.main,
    "settling": bench_settling.main,
    "table": bench_table.main,
    "sdk": bench_sdk.main,
}
ONLY_BY_NAME = {
    "pages-large": lambda: bench_pages.main(bench_pages.LARGE),
}
"""What takes too long to be run with all others."""


def main() -> None:
    parser = argparse.ArgumentParser(prog="make bench", description=__doc__)
    parser.add_argument(
        "names", nargs="*", choices=[*BENCHMARKS, *ONLY_BY_NAME, []], help="just these"
    )
    for name in parser.parse_args().names or BENCHMARKS:
        print(f"== {name}", flush=True)
        (BENCHMARKS | ONLY_BY_NAME)[name]()


if __name__ == "__main__":
    main()
