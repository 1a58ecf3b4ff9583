"""What the browser tests share: finding Chromium, watching a page, and judging it."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field

from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import ConsoleMessage, Page, Request, Response

_AXE = Axe()
CHROMIUM_FLAGS = [
    "--no-sandbox",
    "--disable-gpu",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
]
# Said about a page that answers with an error on purpose, or said by Chromium to itself.
_HARMLESS = ("Failed to load resource", "[DOM] ")
_EXPECTED_FAILURES = (
    "net::ERR_ABORTED",  # the visitor went elsewhere meanwhile
    "net::ERR_INTERNET_DISCONNECTED",  # the test itself cut the connection
)


@dataclass
class Watch:
    """Notes what a visitor would not see: script errors, refused content, failed and foreign
    requests. A test that ends with a note has failed."""

    origin: str
    expected_statuses: frozenset[int]
    notes: list[str] = field(default_factory=list)

    def follow(self, page: Page) -> None:
        page.on("console", self._console)
        page.on("pageerror", lambda error: self.notes.append(f"script error: {error}"))
        page.on("request", self._request)
        page.on("requestfailed", self._request_failed)
        page.on("response", self._response)

    def _console(self, message: ConsoleMessage) -> None:
        if message.type in {"error", "warning"} and not message.text.startswith(_HARMLESS):
            self.notes.append(f"console {message.type}: {message.text}")

    def _request(self, request: Request) -> None:
        if not request.url.startswith((self.origin, "data:")):
            self.notes.append(f"foreign request: {request.url}")

    def _request_failed(self, request: Request) -> None:
        if request.failure not in _EXPECTED_FAILURES:
            self.notes.append(f"failed request: {request.url}: {request.failure}")

    def _response(self, response: Response) -> None:
        if response.status >= 400 and response.status not in self.expected_statuses:
            self.notes.append(f"status {response.status}: {response.url}")


def assert_accessible(page: Page, *, rules: Sequence[str] = ()) -> None:
    """axe finds nothing serious or critical; all its rules, unless some are named."""
    options: dict[str, object] = {"resultTypes": ["violations"]}
    if rules:
        options["runOnly"] = list(rules)
    if not page.evaluate("() => 'axe' in window"):  # once for each page, however often it is judged
        page.evaluate(_AXE.axe_script)
    violations = page.evaluate(
        "options => axe.run(document, options).then((found) => found.violations)", options
    )
    found = [
        f"{violation['impact']} {violation['id']}: {violation['help']}\n"
        + "\n".join(f"    {_where(node)}" for node in violation["nodes"][:5])
        for violation in violations
        if violation["impact"] in {"serious", "critical"}
    ]
    assert not found, f"{page.url} is not accessible:\n" + "\n".join(found)


def assert_sound(page: Page) -> None:
    """Accessible by day and by night, and no wider than the window.

    Night changes the colours and nothing else, so only their contrast is judged again.
    """
    page.emulate_media(color_scheme="light")
    assert_accessible(page)
    page.emulate_media(color_scheme="dark")
    assert_accessible(page, rules=["color-contrast"])
    assert_fits(page)


def assert_sound_everywhere(page: Page) -> None:
    """Sound on the phone that it was opened on, no wider than the narrowest one, and sound at a
    desk, in one visit. The colours at a desk are the phone's, so by night they are judged once."""
    phone = page.viewport_size
    assert phone is not None
    assert_sound(page)
    page.emulate_media(color_scheme="light")
    page.set_viewport_size({"width": 320, "height": 640})
    assert_fits(page)
    page.set_viewport_size({"width": 1280, "height": 800})
    assert_accessible(page)
    assert_fits(page)
    page.set_viewport_size(phone)


def _where(node: dict[str, object]) -> str:
    return f"{node['target']} {node.get('failureSummary', '')}"


def assert_fits(page: Page) -> None:
    """Nothing is wider than the window."""
    wide: Iterable[str] = page.evaluate(
        """() => {
            const width = document.documentElement.clientWidth;
            if (document.documentElement.scrollWidth <= width) return [];
            return [...document.querySelectorAll("body *")]
                .filter((element) => element.getBoundingClientRect().right > width + 1)
                .map((element) => element.outerHTML.slice(0, 120));
        }"""
    )
    assert not list(wide), f"{page.url} scrolls sideways: {list(wide)}"
