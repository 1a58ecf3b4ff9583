"""The runner's real worker, given one good order: says what its probes found and what it reports.

Its environment is that of `arena.runner.worker`, with the key that signs in `SIGNING_KEY`.
"""

import json
import os
import sys
import time
from typing import Any

from arena.runner import worker
from arena.runner.orders import VALIDATE, Program, ValidationOrder, ValidationReport
from arena.runner.signing import sign


def main() -> None:
    reports: list[ValidationReport] = []

    def send_report(report: ValidationReport) -> None:
        reports.append(report)

    worker.send_report = send_report  # there is no server that could be told
    worker._probe()
    order = ValidationOrder(
        validation="11111111-2222-3333-4444-555555555555",
        attempt=1,
        token="one time",
        program=Program(name="Mine v1", digest="0" * 64, file_name="a.py", command=("python",)),
        profiles=("durak/duel24",),
        expires_at=time.time() + 600,
    )
    worker.validate(sign(VALIDATE, order.to_json(), os.environ["SIGNING_KEY"]))
    told: dict[str, Any] = {
        "refusal": worker._refusal(),
        "reports": [report.to_json() for report in reports],
    }
    sys.stdout.write(json.dumps(told) + "\n")


if __name__ == "__main__":
    main()
