"""How somebody works a page: with a mouse, with their fingers, or with nothing but a keyboard.

A story is told once and lived in any of these ways. The keyboard walks as people do, with Tab,
Shift+Tab and the arrows, and minds at every step that the focus can be seen.
"""

from typing import Protocol

from playwright.sync_api import Locator, Page, expect

_STEPS_MOST = 200
# Where the focus is, as seen from the element that it should get to; and what has it, unless that
# can be seen by a ring around it or around what stands for it, inside the window. The focus is
# nowhere only on a page that has just come.
_LOOK = """(target) => {
    if (!target.isConnected) return ["replaced", ""];  // by news, since it was found
    const now = document.activeElement;
    if (!now || now === document.body) return [window.wasWalked ? "lost" : "nowhere", ""];
    window.wasWalked = true;

    const ringed = (element) => {
        const { outlineStyle, outlineWidth } = getComputedStyle(element);
        return outlineStyle !== "none" && parseFloat(outlineWidth) > 0;
    };
    const around = [now];
    while (around.length < 5 && around.at(-1).parentElement) {
        around.push(around.at(-1).parentElement);
    }
    const { top, bottom, left, right } = now.getBoundingClientRect();
    const inSight = bottom > 0 && top < innerHeight && right > 0 && left < innerWidth;
    const isInAPart = !now.matches(":focus");  // the browser's own calendar button rings itself
    const isSeen = inSight && (isInAPart || around.some(ringed));
    const unseen = isSeen ? "" : now.outerHTML.slice(0, 120);

    if (now === target) return ["here", unseen];
    const isRadio = now.type === "radio" && target.type === "radio";
    if (isRadio && now.form === target.form && now.name === target.name) {
        return ["in its group", unseen];
    }
    const follows = target.compareDocumentPosition(now) & Node.DOCUMENT_POSITION_FOLLOWING;
    return [follows ? "too far" : "before", unseen];
}"""


class Hands(Protocol):
    """What one does with a page."""

    def press(self, target: Locator) -> None:
        """A button, a link, or what unfolds something."""

    def type(self, field: Locator, text: str) -> None:
        """In place of whatever stands there."""

    def choose(self, target: Locator) -> None:
        """A radio button, or a box to tick."""

    def pick(self, field: Locator, option: str) -> None:
        """From a list that opens; by what the option says."""

    def keep_track(self, page: Page) -> None:
        """Of where one is: who needs the focus has not lost it, though what had it may be gone."""


def lead(by: Hands, target: Locator) -> None:
    """Press what leads to another page, and wait for it."""
    with target.page.expect_event("load"):
        by.press(target)


class Mouse:
    """At a desk."""

    def press(self, target: Locator) -> None:
        target.click()

    def type(self, field: Locator, text: str) -> None:
        field.fill(text)

    def choose(self, target: Locator) -> None:
        target.check()

    def pick(self, field: Locator, option: str) -> None:
        field.select_option(label=option)

    def keep_track(self, page: Page) -> None:
        """It is where one looks."""


class Fingers(Mouse):
    """On the glass of a phone."""

    def press(self, target: Locator) -> None:
        target.tap()


class Keyboard:
    """Nothing is clicked or touched."""

    def press(self, target: Locator) -> None:
        self._walk(target)
        target.page.keyboard.press("Enter")

    def type(self, field: Locator, text: str) -> None:
        self._walk(field)
        field.page.keyboard.press("Control+A")
        field.page.keyboard.type(text)
        expect(field).to_have_value(text)

    def choose(self, target: Locator) -> None:
        where = self._walk(target)
        if target.is_checked():
            return
        if where == "here" and target.get_attribute("type") == "checkbox":
            target.page.keyboard.press("Space")
        else:
            self._arrow(target)
        expect(target).to_be_checked()

    def pick(self, field: Locator, option: str) -> None:
        self._walk(field)
        keyboard = field.page.keyboard
        keyboard.press("Home")
        place = "(field, text) => [...field.options].findIndex((one) => one.text === text)"
        for _ in range(field.evaluate(place, option)):
            keyboard.press("ArrowDown")
        expect(field.locator("option:checked")).to_have_text(option)

    def keep_track(self, page: Page) -> None:
        expect(page.locator(":focus")).to_be_visible()

    def _walk(self, target: Locator) -> str:
        """To the target; of radio buttons only one of a group can be walked to."""
        page = target.page
        for _ in range(_STEPS_MOST):
            where, unseen = target.evaluate(_LOOK)
            assert not unseen, f"{page.url}: the focus cannot be seen: {unseen}"
            assert where != "lost", f"{page.url}: the focus was lost before {target}"
            if where in {"here", "in its group"}:
                return str(where)
            if where == "replaced":  # before or after it is nothing then: look anew
                continue
            page.keyboard.press("Shift+Tab" if where == "too far" else "Tab")
        raise AssertionError(f"{target} cannot be reached with the Tab key at {page.url}")

    def _arrow(self, radio: Locator) -> None:
        for _ in range(_STEPS_MOST):
            if radio.is_checked():
                return
            is_there = radio.evaluate("radio => radio === document.activeElement")
            radio.page.keyboard.press("Space" if is_there else "ArrowDown")
        raise AssertionError(f"{radio} cannot be reached with the arrows")


MOUSE: Hands = Mouse()
FINGERS: Hands = Fingers()
KEYBOARD: Hands = Keyboard()
