"""The runner's real worker, given good orders: says what its probes found and what it reports.

Its environment is that of `arena.runner.worker`, with the key that signs in `SIGNING_KEY`.
"""

import json
import os
import sys
import time
from typing import Any

from arena.games import rules
from arena.runner import worker
from arena.runner.match_orders import PLAY, MatchOrder, MatchResult
from arena.runner.orders import VALIDATE, Program, ValidationOrder, ValidationReport
from arena.runner.signing import sign


def main() -> None:
    reports: list[ValidationReport] = []

    def send_report(report: ValidationReport) -> None:
        reports.append(report)

    def send_result(result: MatchResult) -> None:
        results.append(result)

    results: list[MatchResult] = []
    worker.send_report = send_report  # there is no server that could be told
    worker.send_result = send_result
    worker.send_alive = lambda alive: None  # noqa: ARG005
    worker.prepare("runner@here")
    program = Program(name="Mine v1", digest="0" * 64, file_name="a.py", command=("python",))
    validation = ValidationOrder(
        validation="11111111-2222-3333-4444-555555555555",
        attempt=1,
        token="one time",
        program=program,
        profiles=("durak/duel24",),
        expires_at=time.time() + 600,
    )
    worker.validate(sign(VALIDATE, validation.to_json(), os.environ["SIGNING_KEY"]))
    match = MatchOrder(
        match="11111111-2222-3333-4444-666666666666",
        attempt=1,
        token="one time",
        rules=rules("durak/duel24").to_json(),
        programs=(program, program),
        boards=1,
        seed="5e" * 32,
        seconds=60.0,
        expires_at=time.time() + 600,
    )
    worker.play(sign(PLAY, match.to_json(), os.environ["SIGNING_KEY"]))
    told: dict[str, Any] = {
        "refusal": worker._refusal(),
        "reports": [report.to_json() for report in reports],
        "results": [result.to_json() for result in results],
    }
    sys.stdout.write(json.dumps(told) + "\n")


if __name__ == "__main__":
    main()
