"""What is sent to the site has an end."""

import http.client
from collections.abc import Iterator
from contextlib import closing

import pytest

from deploy.bodies import BODY_MAX_BYTES, MIB
from tests.asgi_server import OwnServer

pytestmark = pytest.mark.django_db(transaction=True)


def send(server: OwnServer, size: int, *, chunked: bool = False) -> tuple[int, str]:
    """Post so many bytes to a page that reads none of them."""

    def pieces() -> Iterator[bytes]:
        for start in range(0, size, 65536):
            yield b"x" * min(65536, size - start)

    headers = {"Content-Type": "application/octet-stream"}
    if not chunked:
        headers["Content-Length"] = str(size)
    with closing(http.client.HTTPConnection(server.host, server.port, timeout=60)) as connection:
        connection.request("POST", "/rules/", pieces(), headers, encode_chunked=chunked)
        answer = connection.getresponse()
        return answer.status, answer.read().decode()


@pytest.mark.parametrize("chunked", [False, True])
def test_what_is_too_large_gets_a_page_after_it_was_sent(
    asgi_server: OwnServer, chunked: bool
) -> None:
    status, text = send(asgi_server, BODY_MAX_BYTES + 1, chunked=chunked)
    assert status == 413
    assert "Choose a smaller file" in text


def test_what_is_large_but_allowed_arrives(asgi_server: OwnServer) -> None:
    status, _text = send(asgi_server, BODY_MAX_BYTES)
    assert status in {403, 405}  # read, and judged by the page itself


def test_nobody_sends_for_ever(asgi_server: OwnServer) -> None:
    """The answer comes before everything was sent; many clients never read it."""
    try:
        status, _text = send(asgi_server, 200 * MIB)
    except OSError:
        return
    assert status == 413
