"""Calls to a site that drops connections, is busy, sends elsewhere and talks nonsense."""

import email.utils
import ssl
import time
from collections.abc import Callable
from email import message_from_bytes
from urllib.error import URLError

import pytest

from arena.sdk.online.client import Client, Json
from arena.sdk.online.credentials import Login
from arena.sdk.online.errors import NotLoggedInError, NotReachableError, RefusedError
from arena.sdk.online.multipart import Form
from arena.sdk.online.patience import Patience, retry_after
from arena.sdk.online.site import Site
from arena.sdk.online.transport import trouble
from tests.arena.sdk.online.naughty import (
    TOKEN,
    Naughty,
    breaks_off,
    hangs_up,
    naughty_site,
    redirects,
    refuses,
    says,
    says_bytes,
)

FORM = Form([("name", 'Pe"pper'), ("profiles", "durak/volga")], "pepper.py", b"\x00\r\nbytes")
Make = Callable[[Client], Json]
CREATE: Make = lambda client: client.create("challenges/", {"bot": "a"})  # noqa: E731
UPLOAD: Make = lambda client: client.upload("bots/", FORM)  # noqa: E731


def test_a_call_brings_its_token_and_says_who_calls(site: Naughty) -> None:
    site.will(says({"name": "Rosa"}))
    assert site.client().get("me/", q="a b", mine=True, none=None) == {"name": "Rosa"}
    (asked,) = site.asked
    assert asked.path == "/api/v1/me/?q=a+b&mine=true"
    assert asked.headers["authorization"] == f"Bearer {TOKEN}"
    assert asked.headers["user-agent"].startswith("durako/")
    assert asked.headers["accept-language"] == "en"
    site.client(token=None).get("me/")
    assert "authorization" not in site.asked[-1].headers


@pytest.mark.parametrize("trouble", [hangs_up, breaks_off, refuses(503), refuses(502)])
@pytest.mark.parametrize("make", [CREATE, UPLOAD])
def test_what_creates_is_sent_again_with_the_same_key(
    site: Naughty, trouble: Callable[..., None], make: Make
) -> None:
    site.will(trouble, trouble, says({"id": "x"}, status=201))
    assert make(site.client()) == {"id": "x"}
    keys = {asked.headers["idempotency-key"] for asked in site.asked}
    assert (len(site.asked), len(keys)) == (3, 1)
    assert len({asked.body for asked in site.asked}) == 1
    make(site.client())
    assert site.asked[-1].headers["idempotency-key"] not in keys


def test_a_deed_that_may_have_been_done_is_not_done_twice(site: Naughty) -> None:
    site.will(hangs_up, says({}))
    with pytest.raises(NotReachableError, match="Whether it was done is not known"):
        site.client().act("ab-tests/x/stop/")
    assert len(site.asked) == 1
    site.will(refuses(503), says({"state": "stopped"}))
    assert site.client().act("ab-tests/x/stop/") == {"state": "stopped"}


def test_a_gateway_that_gave_up_may_have_done_a_deed(site: Naughty) -> None:
    site.will(refuses(504, detail="Late."), says({}))
    with pytest.raises(RefusedError, match="Late"):
        site.client().act("ab-tests/x/stop/")


@pytest.mark.parametrize(
    "busy",
    [
        refuses(429, headers={"Retry_After": "7"}),
        refuses(503, headers={"Retry_After": "7"}),
        refuses(409, "in_progress", headers={"Retry_After": "7"}),
    ],
)
def test_a_busy_site_says_when_to_come_back(site: Naughty, busy: Callable[..., None]) -> None:
    site.will(busy, says({"id": "x"}))
    assert CREATE(site.client()) == {"id": "x"}
    assert site.waits == [7.0]
    assert site.told == ["The site is busy; again in 7 seconds."]


def test_who_shall_wait_too_long_is_told_so_at_once(site: Naughty) -> None:
    site.will(refuses(429, "throttled", "Forty a day.", headers={"Retry_After": "9000"}))
    with pytest.raises(RefusedError, match="Forty a day") as refused:
        CREATE(site.client())
    assert refused.value.retry_after == 9000
    assert site.waits == []


def test_patience_has_an_end(site: Naughty) -> None:
    site.will(refuses(503, detail="Closed."))
    with pytest.raises(RefusedError, match="Closed"):
        site.client().get("bots/")
    assert len(site.asked) == Patience().attempts
    site.will(hangs_up)
    with pytest.raises(NotReachableError, match="does not answer"):
        site.client().get("bots/")
    site.waits.clear()
    site.will(refuses(429, headers={"Retry_After": "50"}))
    with pytest.raises(RefusedError):
        site.client().get("bots/")
    assert sum(site.waits) <= Patience().in_all


def test_a_plain_conflict_is_not_tried_again(site: Naughty) -> None:
    site.will(refuses(409, "same_file", "The same as version 1."))
    with pytest.raises(RefusedError, match="The same as version 1") as refused:
        CREATE(site.client())
    assert (refused.value.code, len(site.asked)) == ("same_file", 1)


def test_the_fields_at_fault_are_named_one_by_one(site: Naughty) -> None:
    errors = [
        {"field": "name", "code": "taken", "detail": "Somebody has it."},
        {"field": "profiles", "code": "required", "detail": "Choose some."},
    ]
    site.will(refuses(422, "bad_fields", "Correct what is named.", errors=errors))
    with pytest.raises(RefusedError) as refused:
        CREATE(site.client())
    assert str(refused.value).splitlines() == [
        "Correct what is named.",
        "name: Somebody has it.",
        "profiles: Choose some.",
    ]
    site.will(refuses(422, "bad_fields", "Somebody has it.", errors=errors[:1]))
    with pytest.raises(RefusedError) as refused:
        CREATE(site.client())
    assert str(refused.value) == "name: Somebody has it."


def test_the_token_follows_nobody_elsewhere(site: Naughty) -> None:
    with naughty_site() as elsewhere:
        elsewhere.will(says({"stolen": True}))
        for target in (f"{elsewhere.url}/api/v1/me/", f"https://127.0.0.1:{site.url[-5:]}/"):
            site.will(redirects(target))
            with pytest.raises(NotReachableError, match="where your token does not follow"):
                site.client().get("me/")
        assert elsewhere.asked == []


def test_a_redirect_within_the_site_is_followed_by_reading_calls_only(site: Naughty) -> None:
    site.will(redirects("/api/v1/me/"), at="old/")
    site.will(says({"name": "Rosa"}), at="me/")
    assert site.client().get("old/") == {"name": "Rosa"}
    assert site.asked[-1].headers["authorization"] == f"Bearer {TOKEN}"
    with pytest.raises(NotReachableError):
        site.client().act("old/")
    site.will(redirects("/api/v1/old/"), at="old/")
    with pytest.raises(NotReachableError, match="in circles"):
        site.client().get("old/")


@pytest.mark.parametrize("body", [b"<html>Welcome</html>", b"{", b"\xff", b""])
def test_what_is_not_json_is_no_durako(site: Naughty, body: bytes) -> None:
    site.will(says_bytes(body))
    with pytest.raises(NotReachableError, match="not JSON"):
        site.client().get("me/")


@pytest.mark.parametrize("value", [[], {"results": 3}, {"next": None}, {"results": []}, "text"])
def test_a_list_that_is_none(site: Naughty, value: object) -> None:
    site.will(says(value))
    with pytest.raises(NotReachableError, match="no list"):
        site.client().pages("bots/", limit=5)


def test_an_error_page_of_somebody_on_the_way(site: Naughty) -> None:
    site.will(says_bytes(b"<h1>Nope</h1>", status=418))
    with pytest.raises(RefusedError, match="status 418"):
        site.client().get("me/")


def test_lists_are_followed_to_their_limit_at_our_own_door(site: Naughty) -> None:
    """Even if the site, behind a proxy, believes to be called otherwise."""
    second = "http://inside.example/api/v1/bots/?cursor=b&page_size=3"
    site.will(
        says({"next": second, "results": [{"n": 1}, {"n": 2}, {"n": 3}]}),
        says({"next": None, "results": [{"n": 4}]}),
    )
    assert [row["n"] for row in site.client().pages("bots/", limit=5, mine=True)] == [1, 2, 3, 4]
    assert [asked.path for asked in site.asked] == [
        "/api/v1/bots/?mine=true&page_size=5",
        "/api/v1/bots/?cursor=b&page_size=3",
    ]
    site.will(says({"next": second, "results": [{"n": 1}, {"n": 2}, {"n": 3}]}))
    assert len(site.client().pages("bots/", limit=2)) == 2
    assert len(site.asked) == 3


def test_without_a_token_and_with_one_that_is_over(site: Naughty) -> None:
    site.will(refuses(401, "bad_token", "This token does not work (any more)."))
    with pytest.raises(NotLoggedInError, match="does not work") as over:
        site.client().get("me/")
    assert f"durako login {site.url}" in str(over.value)
    with pytest.raises(NotLoggedInError, match="Type `durako login` first"):
        site.client(token=None).get("me/")


def test_the_token_is_in_no_message(site: Naughty) -> None:
    client = site.client()
    assert TOKEN not in repr(client.login)
    for act in (refuses(401), refuses(500), hangs_up, says_bytes(b"<")):
        site.will(act)
        with pytest.raises(Exception) as raised:  # noqa: PT011 - whatever it is
            client.get("me/")
        error: BaseException | None = raised.value
        while error is not None:
            assert TOKEN not in f"{error!r} {error.args}"
            error = error.__cause__


def test_a_form_arrives_as_it_was_sent(site: Naughty) -> None:
    site.will(says({"id": "x"}, status=201))
    told: list[tuple[int, int]] = []
    big = Form([("note", "ñ"), *FORM.fields], "pe pper.py", bytes(200_000) + b"\r\n--")
    site.client().upload("bots/", big, lambda sent, total: told.append((sent, total)))
    (asked,) = site.asked
    read = message_from_bytes(
        b"Content-Type: " + asked.headers["content-type"].encode() + b"\r\n\r\n" + asked.body
    )
    parts = [part for part in read.walk() if not part.is_multipart()]
    names = [part.get_param("name", header="content-disposition") for part in parts]
    assert names == ["note", "name", "profiles", "file"]
    contents = [part.get_payload(decode=True) for part in parts]
    assert contents == ["ñ".encode(), b'Pe"pper', b"durak/volga", big.content]
    assert parts[-1].get_filename() == "pe pper.py"
    assert told[-1] == (len(asked.body), len(asked.body))
    assert [sent for sent, _total in told] == sorted(sent for sent, _total in told)


def test_nobody_there() -> None:
    with naughty_site() as gone:
        client = gone.client()
    for call in (lambda: client.get("me/"), lambda: client.act("x/")):
        with pytest.raises(NotReachableError, match="refused"):
            call()
    assert len(gone.waits) == 2 * (Patience().attempts - 1)


def test_a_slow_site_is_given_up(site: Naughty) -> None:
    site.will(lambda _handler: time.sleep(0.6))
    client = site.client(patience=Patience(attempts=1))
    call = client._call("GET", site.url, timeout=0.2)
    with pytest.raises(NotReachableError, match="takes too long"):
        client._patiently(call, repeatable=True)


def test_a_certificate_that_nobody_trusts_is_not_tried_again() -> None:
    cause = ssl.SSLCertVerificationError(1, "self-signed")
    cause.verify_message = "self-signed certificate"
    meant = trouble(URLError(cause))
    assert isinstance(meant, NotReachableError)
    assert "self-signed certificate" in str(meant)
    assert "Nothing was sent" in str(meant)


def test_proxies_of_the_environment_are_used_but_not_to_this_machine(
    site: Naughty, monkeypatch: pytest.MonkeyPatch
) -> None:
    with naughty_site() as proxy:
        proxy.will(says({"by": "the proxy"}))
        site.will(says({"by": "the site"}))
        monkeypatch.setenv("http_proxy", proxy.url)
        monkeypatch.delenv("no_proxy", raising=False)
        assert site.client().get("me/") == {"by": "the site"}
        far = Client(Login(Site("http://durako.example")), patience=Patience(attempts=1))
        assert far.get("me/") == {"by": "the proxy"}
        assert proxy.asked[0].path == "http://durako.example/api/v1/me/"


@pytest.mark.parametrize(
    ("header", "seconds"), [(None, None), ("", None), ("12", 12), ("soon", None), ("-1", None)]
)
def test_when_to_come_back(header: str | None, seconds: float | None) -> None:
    assert retry_after(header) == seconds


def test_a_moment_to_come_back_at() -> None:
    wait = retry_after(email.utils.formatdate(time.time() + 30, usegmt=True))
    assert wait is not None
    assert 25 < wait <= 30
    assert retry_after(email.utils.formatdate(time.time() - 30, usegmt=True)) == 0
