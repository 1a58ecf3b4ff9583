"""What a row of the permission register says; `register` tells how to write one."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field

from django.test.client import MULTIPART_CONTENT

from tests.permissions.roles import Role

OK = "200"
CREATED = "201"
NO_CONTENT = "204"
BAD_REQUEST = "400"
UNAUTHORIZED = "401"
FORBIDDEN = "403"
NOT_FOUND = "404"
NOT_ALLOWED = "405"
CONFLICT = "409"
BAD_FIELDS = "422"


def to(name: str) -> str:
    """A redirection to the URL of this name."""
    return f"302 {name}"


LOGIN = to("account_login")
REAUTHENTICATE = to("account_reauthenticate")
HOME = to("home")

Outcomes = Mapping[Role, str]


def by_role(
    *,
    anonymous: str = LOGIN,
    member: str,
    suspended: str | None = None,
    staff: str | None = None,
    staff_2fa: str | None = None,
) -> Outcomes:
    """What each role gets: staff what members get, suspended what visitors get, unless said."""
    return {
        Role.ANONYMOUS: anonymous,
        Role.MEMBER: member,
        Role.SUSPENDED: suspended or anonymous,
        Role.STAFF: staff or member,
        Role.STAFF_2FA: staff_2fa or staff or member,
    }


def by_token(
    *, anonymous: str = UNAUTHORIZED, member: str, suspended: str = UNAUTHORIZED
) -> Outcomes:
    """What a program gets with the token of such an account. Staff are members there: what staff do
    is done on pages. A token of a suspended account opens nothing, not even what is public."""
    return by_role(anonymous=anonymous, member=member, suspended=suspended)


def operators(outcome: str) -> Outcomes:
    """Members are refused, and staff are sent to the step that they are missing."""
    return by_role(member=FORBIDDEN, staff=to("mfa_activate_totp"), staff_2fa=outcome)


def everybody(outcome: str) -> Outcomes:
    return dict.fromkeys(Role, outcome)


Kwargs = Mapping[str, object]


@dataclass(frozen=True)
class Attempt:
    """One request that is made as every role."""

    method: str
    data: Mapping[str, object]
    outcomes: Outcomes
    content_type: str = MULTIPART_CONTENT


@dataclass(frozen=True)
class PageRow:
    """A page, what reading it answers, and what sending `data` to it answers."""

    name: str
    get: Outcomes
    # A page that is only read refuses to be written to, until its row says otherwise.
    post: Outcomes = field(default_factory=lambda: everybody(NOT_ALLOWED))
    data: Mapping[str, str] = field(default_factory=dict)
    kwargs: Kwargs | Callable[[], Kwargs] = field(default_factory=dict)

    def attempts(self) -> list[Attempt]:
        return [Attempt("GET", {}, self.get), Attempt("POST", self.data, self.post)]


@dataclass(frozen=True)
class ApiRow:
    """One action of a viewset."""

    name: str
    method: str
    action: str
    outcomes: Outcomes
    data: Mapping[str, object] = field(default_factory=dict)
    kwargs: Kwargs | Callable[[], Kwargs] = field(default_factory=dict)
    content_type: str = "application/json"

    @property
    def key(self) -> str:
        return f"{self.name} {self.method} {self.action}"

    def attempts(self) -> list[Attempt]:
        return [Attempt(self.method, self.data, self.outcomes, self.content_type)]


@dataclass(frozen=True)
class GrpcRow:
    """A method of a gRPC service, who may call it, and `package.module:test` that proves it."""

    method: str
    callers: str
    proven_by: str


@dataclass(frozen=True)
class TaskRow:
    """A Celery task. None can be sent from outside; each runs on the queue of its workers."""

    name: str
    queue: str
