"""Where tokens are kept, who can read them, and which site is meant."""

import json
from pathlib import Path

import pytest

from arena.sdk.online.credentials import (
    Credentials,
    CredentialsError,
    Login,
    checked_token,
    credentials_path,
    credentials_read,
    login_now,
)
from arena.sdk.online.errors import NotLoggedInError
from arena.sdk.online.site import AddressRefusedError, Site, site_of

A, B = (
    Login(Site("https://a.example"), "durako_a", "Ana"),
    Login(Site("https://b.example"), "durako_b"),
)


@pytest.fixture
def home(tmp_path: Path) -> dict[str, str]:
    """An environment with a place of its own."""
    return {"XDG_CONFIG_HOME": str(tmp_path / "config")}


def kept(home: dict[str, str], *logins: Login) -> Credentials:
    credentials = credentials_read(home)
    for login in logins:
        credentials.keep(login)
    credentials.save()
    return credentials


def test_only_the_owner_can_read_the_file_and_the_folder(home: dict[str, str]) -> None:
    path = kept(home, A).path
    assert path == Path(home["XDG_CONFIG_HOME"]) / "durako" / "sites.json"
    assert path.stat().st_mode & 0o777 == 0o600
    assert path.parent.stat().st_mode & 0o777 == 0o700
    assert [one.name for one in path.parent.iterdir()] == [path.name]


def test_a_folder_that_was_open_is_closed(home: dict[str, str]) -> None:
    folder = Path(home["XDG_CONFIG_HOME"]) / "durako"
    folder.mkdir(parents=True, mode=0o755)
    kept(home, A)
    assert folder.stat().st_mode & 0o777 == 0o700


def test_a_file_that_others_can_read_is_not_used(home: dict[str, str]) -> None:
    path = kept(home, A).path
    path.chmod(0o640)
    with pytest.raises(CredentialsError, match="chmod 600"):
        login_now(environment=home)


@pytest.mark.parametrize("text", ["", "[]", "{}", '{"sites": 3, "current": ""}', "\u007b"])
def test_a_broken_file_is_named(home: dict[str, str], text: str) -> None:
    path = kept(home, A).path
    path.write_text(text)
    with pytest.raises(CredentialsError, match="remove it"):
        login_now(environment=home)


def test_several_sites_of_which_the_last_is_meant(home: dict[str, str]) -> None:
    kept(home, A, B)
    assert login_now(environment=home) == B
    assert login_now("a.example", home) == A
    credentials = credentials_read(home)
    assert credentials.forget(B.site.url)
    assert not credentials.forget(B.site.url)
    credentials.save()
    assert login_now(environment=home) == A


def test_the_environment_wins(home: dict[str, str]) -> None:
    kept(home, A, B)
    assert login_now(environment={**home, "DURAKO_SITE": "https://a.example/"}) == A
    given = {**home, "DURAKO_SITE": "https://c.example", "DURAKO_TOKEN": "durako_c\n"}
    assert login_now(environment=given) == Login(Site("https://c.example"), "durako_c")
    assert login_now("b.example", given).token == "durako_c"
    assert login_now(environment={**home, "DURAKO_TOKEN": "durako_d"}).site == B.site
    assert login_now("c.example", home).token is None


def test_a_token_of_a_seat_at_a_game_server_is_none_of_ours(home: dict[str, str]) -> None:
    kept(home, A)
    with pytest.raises(NotLoggedInError, match="DURAKO_TOKEN is no token of a site"):
        login_now(environment={**home, "DURAKO_TOKEN": "seat-3"})


def test_nobody_has_logged_in(home: dict[str, str]) -> None:
    with pytest.raises(NotLoggedInError, match="durako login"):
        login_now(environment=home)
    with pytest.raises(NotLoggedInError):
        login_now(environment={**home, "DURAKO_TOKEN": "durako_x"})


def test_plain_http_only_to_this_machine_or_by_agreement(home: dict[str, str]) -> None:
    for url in ("http://localhost:8000", "http://127.0.0.1", "http://[::1]:9"):
        assert site_of(url).url == url
    with pytest.raises(AddressRefusedError, match="--insecure"):
        site_of("http://durako.example")
    with pytest.raises(AddressRefusedError, match="not encrypted"):
        login_now("http://durako.example", home)
    agreed = Login(site_of("http://durako.example", insecure=True), "durako_x")
    kept(home, agreed)
    assert login_now("http://durako.example/", home) == agreed


@pytest.mark.parametrize(
    ("typed", "url"),
    [
        ("durako.example", "https://durako.example"),
        (" https://Durako.Example/ ", "https://durako.example"),
        ("https://example.org/durako/", "https://example.org/durako"),
        ("https://example.org:8443/?a=b#c", "https://example.org:8443"),
    ],
)
def test_addresses_as_people_type_them(typed: str, url: str) -> None:
    assert site_of(typed).url == url


@pytest.mark.parametrize(
    "typed", ["", " ", "ftp://a.example", "file:///etc/passwd", "https://", "https://a b", "a:b",
              "https://me:secret@a.example", "https://a.example:99999", "javascript://x"],
)  # fmt: skip
def test_what_is_no_address(typed: str) -> None:
    with pytest.raises(AddressRefusedError, match="no address"):
        site_of(typed)


@pytest.mark.parametrize("text", ["", "durako", "durako_a b", "durako_\u00e9", "durako_a\r\nX: y"])
def test_what_is_no_token(text: str) -> None:
    with pytest.raises(NotLoggedInError, match="no token"):
        checked_token(text)


def test_the_file_says_nothing_but_what_is_needed(home: dict[str, str]) -> None:
    path = kept(home, A).path
    assert json.loads(path.read_text()) == {
        "current": "https://a.example",
        "sites": {"https://a.example": {"token": "durako_a", "name": "Ana"}},
    }
    assert "durako_a" not in repr(credentials_read(home))


def test_without_a_usual_place_it_is_in_the_home(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("HOME", "/home/rosa")
    for environment in ({}, {"XDG_CONFIG_HOME": ""}, {"XDG_CONFIG_HOME": "relative"}):
        path = credentials_path(environment)
        assert path == Path("/home/rosa/.config/durako/sites.json")


def test_the_page_for_a_new_token_is_filled_in() -> None:
    assert site_of("durako.example").new_token_page("rosa's box") == (
        "https://durako.example/accounts/tokens/new/?name=durako+on+rosa%27s+box"
        "&scope=bots:write&scope=matches:write&scope=leagues:write"
    )
