"""A real Chromium against a real server.

Set REQUIRE_BROWSER=1 where a missing Chromium is a failure, PLAYWRIGHT_TRACE=1 to keep a trace of
each failed test. What a failed test saw is kept under var/e2e.
"""

import os
from collections.abc import Generator, Iterator
from contextlib import suppress
from pathlib import Path
from typing import Any, Literal, Protocol

import pytest
from django.conf import settings
from django.core.cache import cache
from django.urls import reverse
from playwright.sync_api import Browser, BrowserContext, Error, Page, expect, sync_playwright

from deploy.bootstrap import chromium
from tests.asgi_server import OwnServer
from tests.e2e.browser import CHROMIUM_FLAGS, Watch
from tests.factories import PASSWORD, UserFactory
from tournaments.models import User

Device = Literal["phone", "narrow", "desk"]
Scheme = Literal["light", "dark"]

DEVICES: dict[Device, dict[str, Any]] = {
    "phone": {"viewport": {"width": 390, "height": 844}, "is_mobile": True, "has_touch": True},
    "narrow": {"viewport": {"width": 320, "height": 640}},
    "desk": {"viewport": {"width": 1280, "height": 800}},
}
PATIENCE = 20_000  # milliseconds; two cores may be busy with other things
expect.set_options(timeout=PATIENCE)
_FAILED = pytest.StashKey[bool]()


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    for item in items:
        if Path(__file__).parent in item.path.parents:
            item.add_marker(pytest.mark.browser)


@pytest.hookimpl(wrapper=True)
def pytest_runtest_makereport(
    item: pytest.Item,
) -> Generator[None, pytest.TestReport, pytest.TestReport]:
    report = yield
    if report.failed:
        item.stash[_FAILED] = True
    return report


@pytest.fixture(scope="package")
def browser() -> Iterator[Browser]:
    """One Chromium for all browser tests, gone before other tests need an event loop."""
    with sync_playwright() as playwright:
        try:
            # Without a path Playwright starts the Chromium that it may have downloaded.
            launched = playwright.chromium.launch(executable_path=chromium(), args=CHROMIUM_FLAGS)
        except Error as error:
            advice = f"NO BROWSER TESTS: Chromium does not start. Install it. {error.message}"
            if os.environ.get("REQUIRE_BROWSER") == "1":
                pytest.fail(advice)
            pytest.skip(advice)
        # Playwright's loop looks to Django like asynchronous code in the test's own thread.
        os.environ["DJANGO_ALLOW_ASYNC_UNSAFE"] = "true"
        yield launched
        launched.close()
    os.environ.pop("DJANGO_ALLOW_ASYNC_UNSAFE", None)


class Visit(Protocol):
    """Opens a page of the site in a fresh browser profile."""

    def __call__(
        self,
        path: str = "/",
        *,
        device: Device = "desk",
        scheme: Scheme = "light",
        locale: str = "en",
        javascript: bool = True,
        account: User | None = None,
        expect_statuses: frozenset[int] = frozenset(),
    ) -> Page: ...


@pytest.fixture
def site(transactional_db: None, asgi_server: OwnServer) -> Iterator[OwnServer]:
    """The server that the browser visits."""
    yield asgi_server
    asgi_server.wait_until_idle()


@pytest.fixture
def visit(request: pytest.FixtureRequest, browser: Browser, site: OwnServer) -> Iterator[Visit]:
    """Pages that are watched; the test fails if one of them had a problem nobody saw."""
    cache.clear()  # rate limits are counted there, and every test comes from the same address
    opened: list[tuple[BrowserContext, Watch]] = []
    keep_trace = os.environ.get("PLAYWRIGHT_TRACE") == "1"

    def open_page(
        path: str = "/",
        *,
        device: Device = "desk",
        scheme: Scheme = "light",
        locale: str = "en",
        javascript: bool = True,
        account: User | None = None,
        expect_statuses: frozenset[int] = frozenset(),
    ) -> Page:
        context = browser.new_context(
            base_url=site.url,
            color_scheme=scheme,
            locale=locale,
            java_script_enabled=javascript,
            reduced_motion="reduce",
            **DEVICES[device],
        )
        context.set_default_timeout(PATIENCE)
        if keep_trace:
            context.tracing.start(screenshots=True, snapshots=True)
        if account is not None:
            _log_in(context, account)
        watch = Watch(origin=site.url, expected_statuses=expect_statuses)
        opened.append((context, watch))
        page = context.new_page()
        watch.follow(page)
        page.goto(path)
        return page

    yield open_page

    failed = request.node.stash.get(_FAILED, False)
    notes = [note for _, watch in opened for note in watch.notes]
    for number, (context, _) in enumerate(opened):
        if failed or notes:
            _keep(context, f"{request.node.name}-{number}", trace=keep_trace)
        context.close()
    assert not notes, "\n".join(notes)


def _log_in(context: BrowserContext, account: User) -> None:
    """As the pages do, but without drawing them; the password twice, as for what is delicate."""
    for route in ("account_login", "account_reauthenticate"):
        _post(context, reverse(route), {"login": account.email, "password": PASSWORD})


def _post(context: BrowserContext, path: str, form: dict[str, str]) -> None:
    context.request.get(path)
    token = next(cookie["value"] for cookie in context.cookies() if cookie["name"] == "csrftoken")
    answer = context.request.post(path, form={**form, "csrfmiddlewaretoken": token})
    assert path not in answer.url, answer.text()


def _keep(context: BrowserContext, name: str, *, trace: bool) -> None:
    """What the failed test saw, for whoever looks into it."""
    folder = Path(settings.PROJECT_DIR) / "var" / "e2e"
    folder.mkdir(parents=True, exist_ok=True)
    safe_name = "".join(char if char.isalnum() or char in "-_" else "_" for char in name)
    with suppress(Error):  # a browser that crashed has nothing to show
        for page in context.pages:
            page.screenshot(path=folder / f"{safe_name}.png", full_page=True)
            (folder / f"{safe_name}.html").write_text(page.content())
        if trace:
            context.tracing.stop(path=folder / f"{safe_name}.zip")


@pytest.fixture
def ana(site: OwnServer) -> User:
    """A member."""
    return UserFactory.create(email="ana@example.org", display_name="Ana Fernández")
