"""Saying no over gRPC: a status code, and a sentence that says what to do."""

from typing import Final

import grpc

_LONGEST_TEXT: Final = 2_000
"""Clients refuse a status whose text does not fit among their metadata."""


class CallRefusedError(Exception):
    """The call ends with this status; servicers raise it, and their wrapper answers it."""

    def __init__(self, code: grpc.StatusCode, text: str) -> None:
        super().__init__(text)
        self.code = code
        self.text = text[:_LONGEST_TEXT]
