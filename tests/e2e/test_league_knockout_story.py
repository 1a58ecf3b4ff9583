"""A knockout of six at Durak: game by game with epaulettes, somebody who does not come, a match for
third place, and a semi-final that turns out to have been told wrong when the final is drawn."""

import pytest
from playwright.sync_api import Page, expect

from tests.e2e.browser import assert_sound
from tests.e2e.conftest import Visit
from tests.e2e.hands import FINGERS
from tests.e2e.league_pages import (
    Desk,
    create,
    draw,
    enter_list,
    finish,
    manage,
    open_match,
    open_round,
    pairings,
    publish,
    start,
)
from tournaments.models import League, User

NAME = "Durak on Sundays"
ANA, BORIS, CLARA, DMITRI, EVA, FEDOR = "Ana", "Boris", "Clara", "Dmitri", "Eva", "Fedor"
Game = tuple[str, str]
"""Who was the durak, and with how many epaulettes."""


def durak(*who: str) -> list[Game]:
    """Games without epaulettes."""
    return [(one, "none") for one in who]


# Who is not the durak gets 2 points; one epaulette costs 1, two cost 2. So Dmitri gets 4 points
# here, and Eva 2 - 1 - 2.
QUARTER_FINAL = [(EVA, "one"), (DMITRI, "none"), (EVA, "two")]


@pytest.mark.long
def test_six_at_durak(visit: Visit, ana: User) -> None:
    organizer = Desk(visit("/leagues/", device="phone", account=ana), FINGERS)
    league = _prepared(organizer)
    follower = visit(f"/leagues/{league.public_id}/", device="desk")
    follower.evaluate("window.marked = true")

    _draw(organizer, [EVA, DMITRI], [CLARA, FEDOR], [ANA], [BORIS])
    _play(organizer, league, 1, (EVA, DMITRI), QUARTER_FINAL)
    expect(organizer.page.locator(".match-board .score")).to_have_text(["\N{MINUS SIGN}1", "4"])
    organizer.unfold("Game by game")
    expect(organizer.page.locator(".match-history")).to_contain_text("Eva was the durak")
    expect(organizer.page.locator(".match-history")).to_contain_text("two epaulettes")
    _nobody_came(organizer, league, CLARA, FEDOR)

    manage(organizer, league)
    _draw(organizer, [ANA, DMITRI], [CLARA, BORIS])
    _play(organizer, league, 2, (ANA, DMITRI), durak(DMITRI, ANA, DMITRI))
    _play(organizer, league, 2, (CLARA, BORIS), durak(CLARA, BORIS, CLARA))

    manage(organizer, league)
    _draw(organizer, [ANA, BORIS], [DMITRI, CLARA])
    _play(organizer, league, 3, (DMITRI, CLARA), durak(CLARA, CLARA, DMITRI))
    _correct_the_semi_final(organizer, league)
    _play(organizer, league, 3, (DMITRI, BORIS), [(BORIS, "one"), *durak(BORIS, DMITRI)])
    _play(organizer, league, 3, (ANA, CLARA), durak(CLARA, ANA, CLARA))
    manage(organizer, league)
    finish(organizer)
    organizer.follow("Final standings")

    for page in (organizer.page, follower):
        _expect_bracket(page)
    assert follower.evaluate("window.marked"), "it has followed everything without being loaded"
    assert _lefts(follower) == sorted(set(_lefts(follower))), "beside each other on a desk"
    assert len(set(_lefts(organizer.page))) == 1, "below each other on a phone"


def _prepared(organizer: Desk) -> League:
    league = create(
        organizer,
        name=NAME,
        what=["Durak", "People, each on their own"],
        how={
            "Knockout": True,
            "Play a match for third place": True,
            "Games in a match": "3",
            "What a game is worth": None,
            "One epaulette costs": "1",
            "Two epaulettes cost": "2",
        },
    )
    organizer.follow("From a list")
    enter_list(organizer, [ANA, BORIS, CLARA, DMITRI, EVA, FEDOR])
    start(organizer)
    return league


def _draw(organizer: Desk, *expected: list[str]) -> None:
    draw(organizer)
    assert sorted(map(sorted, pairings(organizer.page))) == sorted(map(sorted, expected))
    publish(organizer)


def _play(
    organizer: Desk, league: League, number: int, who: tuple[str, str], games: list[Game]
) -> None:
    open_round(organizer, league, number)
    open_match(organizer, *who)
    _tell(organizer, games, form="#enter")
    organizer.press("Save the games")
    organizer.expect_said("The result is saved and counts.")


def _tell(organizer: Desk, games: list[Game], *, form: str) -> None:
    inside = organizer.page.locator(form)
    for number, (loser, epaulettes) in enumerate(games, start=1):
        who = inside.get_by_label(f"Game {number}: Who was the durak?")
        organizer.by.pick(who, loser)
        if epaulettes != "none":
            organizer.by.pick(inside.get_by_label(f"Game {number}: Epaulettes"), epaulettes)


def _nobody_came(organizer: Desk, league: League, there: str, absent: str) -> None:
    """The opponent goes through, and it is not told as a match that was played."""
    open_round(organizer, league, 1)
    open_match(organizer, there, absent)
    organizer.unfold("Somebody did not come, or you decide")
    form = organizer.page.locator("#decide")
    organizer.by.choose(form.get_by_label("Somebody did not come"))
    organizer.by.pick(form.get_by_label("Who did not come?"), absent)
    _decide(organizer, "Waited for half an hour.")
    expect(organizer.page.locator("#match-panel")).to_contain_text(f"{absent} did not come")
    expect(organizer.page.locator(".match-board .score").first).not_to_contain_text("0")


def _decide(organizer: Desk, note: str) -> None:
    organizer.type("Note", note, inside=organizer.page.locator("#decide"))
    organizer.press("See what it changes")
    expect(organizer.page.locator("#preview")).to_contain_text("Nothing is saved yet.")
    assert_sound(organizer.page)
    organizer.press("Save it")
    organizer.expect_said("Decided: this result counts.")


def _correct_the_semi_final(organizer: Desk, league: League) -> None:
    """Dmitri had won: he plays the final, and what was played for third place falls away."""
    open_round(organizer, league, 2)
    open_match(organizer, ANA, DMITRI)
    organizer.unfold("Correct the result")
    organizer.by.choose(organizer.page.locator("#decide").get_by_label("These games"))
    _tell(organizer, durak(ANA, DMITRI, ANA), form="#decide")
    _decide(organizer, "They had mixed up who was the durak.")
    open_round(organizer, league, 3)
    matches = organizer.page.locator(".match-line")
    expect(matches).to_have_count(2)
    for both in ((DMITRI, BORIS), (ANA, CLARA)):
        match = matches.filter(has_text=both[0]).filter(has_text=both[1])
        expect(match).to_contain_text("to be played")
        expect(match.locator(".match-score")).to_have_text(["", ""])


def _expect_bracket(page: Page) -> None:
    rounds = page.locator(".bracket-round")
    expect(rounds.locator(".bracket-title")).to_have_text(
        ["Quarter-finals", "Semi-finals", "Final"]
    )
    won = page.locator(".bracket .match-won .match-name")
    expect(won).to_have_text([f"{who} (won)" for who in (DMITRI, CLARA, DMITRI, BORIS, DMITRI)])
    third = page.locator(".bracket-third")
    expect(third.locator(".match-won .match-name")).to_contain_text(ANA)
    expect(page.locator("#league-status")).to_have_text(
        f"The league is over. {DMITRI} won the final."
    )
    assert_sound(page)


def _lefts(page: Page) -> list[float]:
    """Where the rounds of the bracket begin."""
    boxes = [one.bounding_box() for one in page.locator(".bracket-round").all()]
    return [box["x"] for box in boxes if box is not None]
