"""Keeps secrets out of the logs that are part of an address."""

import logging
import re
from typing import Final

# Links to score sheets, invitations, and new passwords: whoever has the address has the right.
_SECRET_PATHS: Final = re.compile(r"(/s|/invitations|/accounts/password/reset/key)/[^/\s?]+")


class SecretPathsFilter(logging.Filter):
    """Changes what is logged, never whether: a web server logs every address that is asked for."""

    def filter(self, record: logging.LogRecord) -> bool:
        record.msg = _masked(record.msg)
        if isinstance(record.args, tuple):
            record.args = tuple(_masked(value) for value in record.args)
        return True


def _masked(value: object) -> object:
    return _SECRET_PATHS.sub(r"\1/…", value) if isinstance(value, str) else value
