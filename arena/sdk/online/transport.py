"""One request and its answer: proxies of the environment, certificates checked, no redirects."""

import ssl
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from http.client import HTTPException, HTTPResponse
from typing import Final
from urllib.error import URLError
from urllib.request import HTTPHandler, HTTPSHandler, OpenerDirector, ProxyHandler, Request

from arena.sdk.online.errors import NotReachableError
from arena.sdk.online.site import Site

TIMEOUT_SECONDS: Final = 30.0
"""Between two pieces of an answer, not for all of it."""


class LineLostError(Exception):
    """The network failed; `was_sent` is False if surely nothing has arrived."""

    def __init__(self, reason: str, *, was_sent: bool) -> None:
        super().__init__(reason)
        self.was_sent = was_sent


@dataclass(frozen=True, slots=True, kw_only=True)
class Call:
    """What is sent."""

    method: str
    url: str
    headers: Mapping[str, str] = field(default_factory=dict, repr=False)
    body: bytes | Iterable[bytes] | None = None
    """Pieces are read anew each time it is sent."""
    timeout: float = TIMEOUT_SECONDS


class Transport:
    """The way to a site."""

    def __init__(self, site: Site) -> None:
        # What stays on this machine is not shown to a proxy. Neither are redirects followed nor
        # error statuses raised: no handler for them is put in.
        self._opener = OpenerDirector()
        proxies = ProxyHandler({}) if site.is_loopback else ProxyHandler()
        context = ssl.create_default_context()
        for handler in (proxies, HTTPHandler(), HTTPSHandler(context=context)):
            self._opener.add_handler(handler)

    def open(self, call: Call) -> HTTPResponse:
        """The answer, of which the beginning has arrived."""
        request = Request(  # noqa: S310 - only http and https have a handler
            call.url, data=call.body, headers=dict(call.headers), method=call.method
        )
        try:
            answer = self._opener.open(request, timeout=call.timeout)
        except (OSError, HTTPException) as error:
            raise trouble(error) from error
        assert isinstance(answer, HTTPResponse)
        return answer


def trouble(error: Exception) -> Exception:
    """What a failure of the network means."""
    cause = error.reason if isinstance(error, URLError) else error
    if isinstance(cause, ssl.SSLCertVerificationError):
        return NotReachableError(
            f"The site's certificate is not to be trusted ({cause.verify_message}). Nothing was "
            "sent. If it has an authority of its own, let SSL_CERT_FILE name its certificate."
        )
    before = isinstance(cause, ConnectionRefusedError) or type(cause).__name__ == "gaierror"
    return LineLostError(_words(cause), was_sent=not before)


def _words(cause: object) -> str:
    if isinstance(cause, TimeoutError):
        return "it takes too long"
    if isinstance(cause, OSError) and cause.strerror:
        return cause.strerror.lower()
    return str(cause) or type(cause).__name__
