"""The pages of a league, as its organizers, players and scorers use them: what the stories share.

Every step goes through the pages, by whichever hands the story is lived with.
"""

import re
from collections.abc import Sequence
from dataclasses import dataclass

from playwright.sync_api import Locator, Page, expect

from tests.e2e.hands import Hands, lead
from tournaments.models import League

Text = str | re.Pattern[str]
DASH = "\N{EN DASH}"


@dataclass(frozen=True)
class Line:
    """Of the standings."""

    place: int
    who: str
    played: int
    record: tuple[int, int, int]
    """Won, drawn, lost."""
    difference: int
    points: float


@dataclass(frozen=True)
class Desk:
    """Somebody with a page open, and the hands they work it with."""

    page: Page
    by: Hands

    def press(self, button: Text, *, inside: Locator | None = None) -> None:
        """A button that sends the form it stands in."""
        lead(self.by, (inside or self.page.locator("main")).get_by_role("button", name=button))

    def follow(self, link: Text, *, inside: Locator | None = None) -> None:
        lead(self.by, (inside or self.page.locator("main")).get_by_role("link", name=link).first)

    def unfold(self, summary: Text) -> None:
        fold = self.page.locator("summary", has_text=summary).first
        self.by.press(fold)
        expect(fold.locator("xpath=..")).to_have_attribute("open", "")

    def type(self, label: str, text: str, *, inside: Locator | None = None) -> None:
        within = inside or self.page.locator("main")
        exactly = re.compile(rf"^{re.escape(label)}( \(optional\))?$")
        self.by.type(within.get_by_label(exactly), text)

    def choose(self, label: str) -> None:
        self.by.choose(self.page.get_by_label(label))

    def manage(self, page: str) -> None:
        """Another of the organizers' pages."""
        beside = self.page.get_by_role("navigation", name="Organize this league")
        lead(self.by, beside.get_by_role("link", name=page))

    def expect_said(self, text: str) -> None:
        """What was done, said above the page."""
        expect(self.page.locator(".messages")).to_contain_text(text)


def create(
    desk: Desk, *, name: str, what: Sequence[str], how: dict[str, str | bool | None]
) -> League:
    """Through the steps to a new league. `what` are choices of the first step, `how` what is chosen
    (True), unfolded (None) or typed at the second; the third stays as it is."""
    desk.follow("New league")
    desk.type("Name of the league", name)
    for choice in what:
        desk.choose(choice)
    desk.press("Continue")
    for label, value in how.items():
        if value is True:
            desk.choose(label)
        elif value is None:
            desk.unfold(label)
        else:
            desk.type(label, str(value))
    desk.press("Continue")
    desk.press("Continue")
    expect(desk.page.get_by_role("heading", level=2)).to_have_text(name)
    desk.press("Create the league")
    desk.expect_said("The league is there.")
    return League.objects.get(name=name)


def enter(desk: Desk, *names: str) -> None:
    """Somebody more, by the form of the page of entries."""
    form = desk.page.locator("#add")
    for label, name in zip(("Name", "Partner"), names, strict=False):
        desk.type(label, name, inside=form)
    lead(desk.by, form.get_by_role("button", name="Enter", exact=True))
    desk.expect_said("Entered.")


def enter_list(desk: Desk, lines: Sequence[str]) -> None:
    """Everybody at once, from a list whose preview has no objection."""
    desk.type("The list", "\n".join(lines))
    desk.press("Preview")
    expect(desk.page.locator("main")).to_contain_text(f"{len(lines)} would be entered.")
    desk.press("Enter them")


def start(desk: Desk) -> None:
    desk.manage("Today")
    desk.follow("Start the league")
    desk.press("Start the league")
    desk.expect_said("The league is under way")


def draw(desk: Desk) -> None:
    """The next round, as a draft."""
    desk.manage("Rounds")
    desk.press("Draw")
    desk.expect_said("Nobody sees it until you publish it.")


def publish(desk: Desk) -> None:
    desk.press("Publish")
    desk.expect_said("everybody can see")


def pairings(page: Page) -> list[list[str]]:
    """Who meets whom on the page of a round that is drawn; whoever stands alone has a bye."""
    names = page.locator(".pairing-sides > :not(.pairing-table, .badge)")
    return [text.split(f" {DASH} ") for text in names.all_inner_texts()]


def open_league(desk: Desk, league: League) -> None:
    """Its first page, from any other of its pages."""
    above = desk.page.locator(".breadcrumbs").get_by_role("link", name=league.name)
    if above.count():
        lead(desk.by, above)


def manage(desk: Desk, league: League) -> None:
    """From a public page to those of the organizers."""
    open_league(desk, league)
    desk.follow("Today")


def open_round(desk: Desk, league: League, number: int) -> None:
    """As everybody reads it, from wherever one is."""
    if f"/leagues/{league.public_id}/rounds/{number}/" in desk.page.url:
        return
    open_league(desk, league)
    desk.follow("Matches", inside=desk.page.get_by_role("navigation", name="Pages of this league"))
    rounds = desk.page.get_by_role("navigation", name="Rounds")
    link = rounds.get_by_role("link", name=re.compile(rf"Round {number}\b"))
    if link.get_attribute("aria-current") is None:
        lead(desk.by, link)


def about(button: str, who: str) -> re.Pattern[str]:
    """One of many alike: whom it is about is only read out."""
    return re.compile(rf"^{re.escape(button)}\W+{re.escape(who)}")


def open_match(desk: Desk, first: str, second: str) -> None:
    """From a list of matches; in whatever order the two sit."""
    both = re.compile(
        f"{re.escape(first)} . {re.escape(second)}|{re.escape(second)} . {re.escape(first)}"
    )
    lead(desk.by, desk.page.locator(".match-open", has_text=both).first)


def enter_total(desk: Desk, points: dict[str, int]) -> None:
    """On the page of a match: its quick total."""
    form = desk.page.locator("#enter")
    desk.unfold("Only enter the total")
    for name, value in points.items():
        desk.type(name, str(value), inside=form)
    desk.press("Save the total", inside=form)


def play(desk: Desk, league: League, number: int, points: dict[str, int]) -> None:
    """A match of this round, told by an official: it counts at once."""
    open_round(desk, league, number)
    open_match(desk, *points)
    enter_total(desk, points)
    desk.expect_said("The result is saved and counts.")


def finish(desk: Desk) -> None:
    desk.manage("Today")
    desk.follow("Finish the league")
    desk.press("Finish the league")
    expect(desk.page.locator("main")).to_contain_text("Well done: the league is finished")


def standings(page: Page) -> list[Line]:
    """As the page shows them, from the top."""
    return [_line(row) for row in page.locator(".standings tbody tr").all()]


def _line(row: Locator) -> Line:
    columns = ("place", "name", "played", "record", "difference", "points")
    texts = [_shown(row, f".standings-{one}").replace("\N{MINUS SIGN}", "-") for one in columns]
    place, who, played, record, difference, points = texts
    won, drawn, lost = (int(part) for part in record.split(DASH))
    return Line(
        int(place), who, int(played), (won, drawn, lost), int(difference or 0), float(points)
    )


def _shown(row: Locator, column: str) -> str:
    """What is seen there at first sight."""
    text: str = row.locator(column).first.evaluate(
        """(cell) => {
            const copy = cell.cloneNode(true);
            for (const one of copy.querySelectorAll(".visually-hidden, .soft")) one.remove();
            return copy.textContent.trim();
        }"""
    )
    return text
