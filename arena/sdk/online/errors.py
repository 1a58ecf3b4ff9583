"""What can go wrong between here and a site; each is a sentence that says what to do."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any


class OnlineError(Exception):
    """What a person is told."""


class NotReachableError(OnlineError):
    """Nobody answers there, or nobody who talks as a Durako site does."""


class NotLoggedInError(OnlineError):
    """A token is needed, or the one there is does not work."""


class NameNotClearError(OnlineError):
    """Nothing is called so, or several are."""


@dataclass(frozen=True)
class Fault:
    """What is wrong with one field of what was sent."""

    field: str
    detail: str


class RefusedError(OnlineError):
    """The site says no: problem details (RFC 9457)."""

    def __init__(
        self,
        status: int,
        *,
        code: str = "",
        detail: str = "",
        faults: Sequence[Fault] = (),
        retry_after: float | None = None,
    ) -> None:
        self.status = status
        self.code = code
        self.detail = detail or f"The site answered with status {status}."
        self.faults = tuple(faults)
        self.retry_after = retry_after
        super().__init__(self._sentence())

    @property
    def is_not_found(self) -> bool:
        """Whether there is nothing, or nothing for us."""
        return self.status == 404

    def _sentence(self) -> str:
        lines = [f"{fault.field}: {fault.detail}" for fault in self.faults]
        if not any(fault.detail == self.detail for fault in self.faults):
            lines.insert(0, self.detail)
        if self.code == "scope_missing":
            lines.append("Type `durako login` to make a token that may.")
        return "\n".join(lines)


def refusal(status: int, said: Mapping[str, Any], retry_after: float | None) -> RefusedError:
    """From what the site said; whatever it left out is left out here, too."""
    errors = said.get("errors")
    listed = errors if isinstance(errors, list) else []
    return RefusedError(
        status,
        code=str(said.get("code", "")),
        detail=str(said.get("detail", "")),
        faults=[
            Fault(str(one.get("field", "")), str(one.get("detail", "")))
            for one in listed
            if isinstance(one, dict)
        ],
        retry_after=retry_after,
    )
