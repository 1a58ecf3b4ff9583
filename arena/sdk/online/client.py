"""Calls of a site's programming interface: sent, tried again where that is safe, and read."""

import json
import time
import uuid
from collections.abc import Callable, Iterable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass
from http.client import HTTPException, HTTPMessage, HTTPResponse
from typing import Any, Final
from urllib.parse import urljoin

from arena.sdk.online.credentials import LOG_IN, Login
from arena.sdk.online.errors import NotLoggedInError, NotReachableError, RefusedError, refusal
from arena.sdk.online.multipart import Form, Sent
from arena.sdk.online.patience import (
    BUSY,
    GATEWAY,
    IN_PROGRESS,
    Patience,
    retry_after,
    usual_wait,
)
from arena.sdk.online.site import Site
from arena.sdk.online.transport import Call, LineLostError, Transport, trouble
from arena.sdk.version import VERSION

Json = dict[str, Any]
Tell = Callable[[str], None]
"""Told why it takes longer."""
MOST_JSON: Final = 32 * 1024 * 1024
MOST_FILE: Final = 512 * 1024 * 1024
PAGE_SIZE_MAX: Final = 100
UPLOAD_TIMEOUT_SECONDS: Final = 120.0
STREAM_TIMEOUT_SECONDS: Final = 50.0
"""The site says every 20 seconds that it is still there."""
_MOST_REDIRECTS: Final = 3
_REDIRECTS: Final = frozenset({301, 302, 303, 307, 308})
_SAID_FROM_SECONDS: Final = 2.0


@dataclass(frozen=True, slots=True)
class Answer:
    """What came back, whole."""

    status: int
    headers: HTTPMessage
    body: bytes

    @property
    def is_good(self) -> bool:
        return 200 <= self.status < 300

    def json(self) -> Any:  # noqa: ANN401 - that is what JSON is
        """The body, which must be JSON."""
        try:
            return json.loads(self.body)
        except ValueError:
            kind = self.headers.get_content_type()
            raise NotReachableError(
                f"The site answered with something that is not JSON (status {self.status}, "
                f"{kind}). Is this the address of a Durako site?"
            ) from None

    def problem(self) -> RefusedError:
        """Why not; also of somebody on the way who does not know our form."""
        wait = retry_after(self.headers.get("Retry-After"))
        try:
            said = json.loads(self.body)
        except ValueError:
            said = {}
        return refusal(self.status, said if isinstance(said, dict) else {}, wait)


class Client:
    """A site, as one account sees it."""

    def __init__(
        self,
        login: Login,
        *,
        patience: Patience = Patience(),  # noqa: B008 - frozen
        sleep: Callable[[float], None] | None = None,
        tell: Tell | None = None,
    ) -> None:
        self.login = login
        self.sleep = sleep or time.sleep
        self._patience = patience
        self._tell = tell
        self._transport = Transport(login.site)

    @property
    def site(self) -> Site:
        """Where it is."""
        return self.login.site

    def get(self, path: str, **query: object) -> Any:  # noqa: ANN401 - JSON
        """Ask for something."""
        return self._asked(self.site.api(path, query)).json()

    def pages(self, path: str, *, limit: int, **query: object) -> list[Json]:
        """The first so many of a list, page after page."""
        address: str | None = self.site.api(path, {**query, "page_size": min(limit, PAGE_SIZE_MAX)})
        found: list[Json] = []
        while address is not None and len(found) < limit:
            page = self._asked(address).json()
            try:
                found += page["results"]
                following = page["next"]
            except (KeyError, TypeError):
                raise NotReachableError(
                    "The site answered with something that is no list."
                ) from None
            address = None if following is None else self.site.own(str(following))
        return found[:limit]

    def download(self, path: str, **query: object) -> bytes:
        """A file or a text."""
        return self._asked(self.site.api(path, query), most=MOST_FILE).body

    def create(self, path: str, body: Mapping[str, object]) -> Json:
        """Make something new, once, however often it has to be sent."""
        return self._object(self._posted(path, body, key=_new_key()))

    def upload(self, path: str, form: Form, sent: Sent | None = None) -> Json:
        """Make something new with a file."""
        body = form.body(sent)
        headers = {
            "Content-Type": body.content_type,
            "Content-Length": str(len(body)),
            "Idempotency-Key": _new_key(),
        }
        call = self._call("POST", self.site.api(path), headers, body, UPLOAD_TIMEOUT_SECONDS)
        return self._object(self._good(self._patiently(call, repeatable=True)))

    def act(self, path: str, body: Mapping[str, object] | None = None) -> Json:
        """Do something with what is there; the answer is how it is now."""
        return self._object(self._posted(path, body or {}))

    @contextmanager
    def stream(self, path: str, last_id: str = "") -> Iterator[HTTPResponse]:
        """An answer that goes on, to be read line by line. Tried once: whoever follows knows
        better when to come back. `LineLostError` where it breaks."""
        headers = {"Accept": "text/event-stream"}
        if last_id:
            headers["Last-Event-ID"] = last_id
        call = self._call("GET", self.site.api(path), headers, timeout=STREAM_TIMEOUT_SECONDS)
        with self._transport.open(call) as answer:
            if answer.status != 200:
                raise self._refusal(_whole(answer, MOST_JSON))
            if answer.headers.get_content_type() != "text/event-stream":
                raise LineLostError("no stream of events", was_sent=True)
            try:
                yield answer
            except (OSError, HTTPException) as error:
                raise trouble(error) from error

    def _asked(self, address: str, most: int = MOST_JSON) -> Answer:
        return self._good(self._patiently(self._call("GET", address), repeatable=True, most=most))

    def _posted(self, path: str, body: Mapping[str, object], key: str | None = None) -> Answer:
        headers = {"Content-Type": "application/json"}
        if key is not None:
            headers["Idempotency-Key"] = key
        data = json.dumps(body).encode()
        call = self._call("POST", self.site.api(path), headers, data)
        return self._good(self._patiently(call, repeatable=key is not None))

    def _call(
        self,
        method: str,
        url: str,
        headers: Mapping[str, str] | None = None,
        body: bytes | Iterable[bytes] | None = None,
        timeout: float | None = None,
    ) -> Call:
        own = {
            "Accept": "application/json",
            "Accept-Language": "en",
            "User-Agent": f"durako/{VERSION}",
            **(headers or {}),
        }
        if self.login.token is not None:
            own["Authorization"] = f"Bearer {self.login.token}"
        more = {} if timeout is None else {"timeout": timeout}
        return Call(method=method, url=url, headers=own, body=body, **more)

    def _patiently(self, call: Call, *, repeatable: bool, most: int = MOST_JSON) -> Answer:
        """Sent until there is an answer to keep."""
        waited = 0.0
        attempt = 0
        while True:
            attempt += 1
            answer: Answer | None = None
            try:
                answer = self._once(call, most)
                wait = _wait_wanted(answer, attempt, repeatable=repeatable)
                if wait is None:
                    return answer
                reason = "The site is busy"
            except LineLostError as lost:
                reason = f"{self.site.url} does not answer: {lost}"
                wait = usual_wait(attempt)
                if lost.was_sent and not repeatable:
                    raise NotReachableError(
                        f"{reason}. Whether it was done is not known: look before you try again."
                    ) from lost
            if not self._patience.allows(attempt=attempt, wait=wait, waited=waited):
                if answer is not None:
                    return answer
                raise NotReachableError(f"{reason}.")
            if wait >= _SAID_FROM_SECONDS and self._tell is not None:
                self._tell(f"{reason}; again in {wait:.0f} seconds.")
            self.sleep(wait)
            waited += wait

    def _once(self, call: Call, most: int) -> Answer:
        """Redirects are followed only where they cannot lead the token astray."""
        for _ in range(_MOST_REDIRECTS):
            with self._transport.open(call) as opened:
                answer = _whole(opened, most)
            location = answer.headers.get("Location")
            if answer.status not in _REDIRECTS or location is None:
                return answer
            target = urljoin(call.url, location)
            if call.method != "GET" or not self.site.is_here(target):
                raise NotReachableError(
                    f"{self.site.url} sends this call on to {target}, where your token does not "
                    "follow. If that is the site's address now, log in there: durako login"
                )
            call = Call(method="GET", url=target, headers=call.headers, timeout=call.timeout)
        raise NotReachableError(f"{self.site.url} sends this call around in circles.")

    def _good(self, answer: Answer) -> Answer:
        if not answer.is_good:
            raise self._refusal(answer)
        return answer

    def _refusal(self, answer: Answer) -> Exception:
        problem = answer.problem()
        if problem.status != 401:
            return problem
        if self.login.token is None:
            return NotLoggedInError(f"You are not logged in at {self.site.url}. {LOG_IN}")
        return NotLoggedInError(f"{problem.detail}\nThen type: durako login {self.site.url}")

    def _object(self, answer: Answer) -> Json:
        told = answer.json() if answer.body else {}
        if not isinstance(told, dict):
            raise NotReachableError("The site answered with something that is no object.")
        return told


def _whole(opened: HTTPResponse, most: int) -> Answer:
    promised = opened.length
    try:
        body = opened.read(most + 1)
    except (OSError, HTTPException) as error:
        raise trouble(error) from error
    if len(body) > most:
        raise NotReachableError("The site answers without end.")
    if promised is not None and len(body) < promised:
        raise LineLostError("the answer broke off", was_sent=True)
    return Answer(opened.status, opened.headers, body)


def _wait_wanted(answer: Answer, attempt: int, *, repeatable: bool) -> float | None:
    """How long to wait before it is sent again; None: this is the answer."""
    if answer.is_good:
        return None
    problem = answer.problem()
    again = (
        answer.status in BUSY
        or (answer.status == 409 and problem.code == IN_PROGRESS)
        or (answer.status in GATEWAY and repeatable)
    )
    if not again:
        return None
    wait = usual_wait(attempt)
    return wait if problem.retry_after is None else max(wait, problem.retry_after)


def _new_key() -> str:
    return str(uuid.uuid4())
