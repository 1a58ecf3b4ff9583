"""A challenge from the bot's page to its result, followed on an open page."""

from pathlib import Path
from typing import Any

from playwright.sync_api import Locator, Page, expect

from arena.match_states import MatchState
from arena.models import Match
from arena.services.match_steps import match_tell
from tests.arena.shown_matches import (
    REPLAY,
    bot_playing,
    duel_boards,
    match_step_to,
    replay_kept,
    told,
)
from tests.e2e.browser import assert_sound
from tests.e2e.conftest import Visit
from tests.factories import MatchFactory, UserFactory
from tournaments.models import User

OUTCOME = "of 10 games, with 12 points more."


def status(page: Page) -> Locator:
    return page.locator("#match-status")


def choose(page: Page, label: str, option: str) -> None:
    """What is offered after it comes from the server."""
    page.get_by_label(label).select_option(label=option)
    # htmx listens to what it has put in only when it has settled, a moment later.
    expect(page.locator(".htmx-request, .htmx-added, .htmx-settling")).to_have_count(0)


def now(match: Match, state: MatchState, **changes: Any) -> None:  # noqa: ANN401
    """As a worker's words would leave it; the open pages are told."""
    match_step_to(match, state, **changes)
    match_tell(match=match)


def settled(match: Match) -> None:
    """It was played to its end."""
    results = duel_boards(match.boards)
    Match.objects.filter(pk=match.pk).update(results=results)
    match.refresh_from_db()
    told(match)
    now(match, MatchState.SETTLED, settled_number=1, replay_digest=replay_kept())


def test_a_challenge_is_followed_to_its_result(visit: Visit, ana: User) -> None:
    bot_playing(ana, "Anise")
    mustard = bot_playing(ana, "Mustard")
    bea = UserFactory.create(display_name="Bea")
    pepper, *_others = (bot_playing(bea, name) for name in ("Pepper", "Truco", "Wanda"))
    page = visit(f"/bots/{pepper.bot.public_id}/", device="phone", account=ana)
    page.get_by_role("link", name="Challenge", exact=True).click()
    page.wait_for_url("**/challenge/")  # loaded whole, scripts as well

    # What is offered follows what is chosen, and what was chosen stays.
    page.get_by_role("radio", name="25").check()
    choose(page, "Your bot", "Mustard")
    expect(page.get_by_label("Your bot")).to_have_value(mustard.bot.public_id)
    choose(page, "Rules", "Volga Durak")
    expect(page.get_by_label("Opponent 2")).to_be_visible()
    expect(page.get_by_label("Opponent 3").locator("option:checked")).to_have_text("Truco by Bea")
    expect(page.get_by_role("radio", name="25")).to_be_checked()
    choose(page, "Rules", "Duel with 24 cards")
    expect(page.get_by_label("Opponent 2")).to_have_count(0)
    expect(page.get_by_label("Your bot")).to_have_value(mustard.bot.public_id)
    page.get_by_role("radio", name="5", exact=True).check()
    page.get_by_role("button", name="Challenge").dblclick()
    page.wait_for_url("**/matches/*/")
    match = Match.objects.get()  # two clicks, one challenge
    page.evaluate("window.marked = true")

    # It is followed without being loaded again.
    expect(status(page)).to_contain_text("It waits for its turn. Number 1 in the queue")
    assert_sound(page)
    now(match, MatchState.SENT)
    expect(status(page)).to_contain_text("about to begin")
    expect(page.get_by_role("button", name="Withdraw the challenge")).to_have_count(0)
    now(match, MatchState.PLAYING, boards_over=4)
    expect(status(page)).to_contain_text("4 of 10 boards are over")
    assert page.locator("#match-bar").evaluate("bar => bar.value") == 4
    now(match, MatchState.QUEUED)
    expect(status(page)).to_contain_text("broken off through no fault of the bots")
    now(match, MatchState.PLAYING, attempt=2)
    expect(page.locator("#match")).to_contain_text("Earlier ones broke off on our side")
    settled(match)
    expect(status(page)).to_contain_text(OUTCOME)
    expect(page.locator(".boards tbody tr")).to_have_count(5)
    assert page.evaluate("window.marked")

    # What only Ana sees, as text.
    own = page.locator(".own")
    expect(own).to_have_count(1)
    own.get_by_text("What it printed in rotation 0").click()
    expect(own.locator("pre.output").first).to_contain_text("thinking about <b>trumps</b>")
    expect(own.locator("pre.output b")).to_have_count(0)
    assert_sound(page)
    with page.expect_download() as replay:
        page.get_by_role("link", name="Download the replay").click()
    assert Path(replay.value.path()).read_bytes() == REPLAY
    assert replay.value.suggested_filename == f"durako-{match.public_id}.durako"
    with page.expect_download() as log:
        page.get_by_role("link", name="Download the log").click()
    assert "place 0" in Path(log.value.path()).read_text()

    # The same once more is one click away, and stands in one's own list.
    page.get_by_role("link", name="Challenge again").click()
    expect(page.get_by_label("Your bot")).to_have_value(mustard.bot.public_id)
    page.goto("/matches/mine/")
    expect(page.locator(".match-row")).to_contain_text(OUTCOME)


def test_the_focus_stays_and_only_states_are_read_out(visit: Visit, ana: User) -> None:
    bea = UserFactory.create(display_name="Bea")
    versions = [bot_playing(ana, "Mustard"), bot_playing(bea, "Pepper")]
    match = MatchFactory.create(versions=versions, requested_by=ana, state=MatchState.QUEUED)
    page = visit(f"/matches/{match.public_id}/", account=ana)
    panel, said = page.locator("#match > *"), page.locator("#match-said[role=status]")
    withdraw = page.get_by_role("button", name="Withdraw the challenge")
    withdraw.focus()

    # The same state, drawn anew: the button under the fingers is there still, and nothing is said.
    panel.evaluate("panel => { panel.dataset.old = 'yes'; }")
    Match.objects.filter(pk=match.pk).update(attempt=1)
    match_tell(match=match)
    expect(status(page)).to_contain_text("waits to be played anew")
    expect(panel).not_to_have_attribute("data-old", "yes")
    expect(withdraw).to_be_focused()
    expect(said).to_have_text("")

    # The button goes with the state; its panel gets the focus, and the state is said once.
    now(match, MatchState.PLAYING, boards_over=1)
    expect(said).to_contain_text("It is being played: 1 of")
    expect(withdraw).to_have_count(0)
    expect(page.locator("#match")).to_be_focused()
    now(match, MatchState.PLAYING, boards_over=2)
    expect(status(page)).to_contain_text("It is being played: 2 of")
    expect(said).to_contain_text("It is being played: 1 of")
    settled(match)
    expect(said).to_contain_text("Mustard beat")


def test_what_is_unfolded_stays_so(visit: Visit, ana: User) -> None:
    """Shown with a panel of our own: a match has little to unfold while it goes on."""
    match = MatchFactory.create(state=MatchState.PLAYING)
    page = visit(f"/matches/{match.public_id}/")
    folds = "<details><summary>Log</summary>a</details><details><summary>Use</summary>b</details>"

    def answer(sentence: str) -> None:
        panel = f"<div data-state='playing' data-sentence='{sentence}'>{folds}</div>"
        page.unroute_all()
        page.route("**/part/", lambda route: route.fulfill(body=panel, content_type="text/html"))

    answer("First.")
    now(match, MatchState.PLAYING, boards_over=1)
    expect(status(page)).to_have_text("First.")
    page.get_by_text("Log").click()
    answer("Second.")
    now(match, MatchState.PLAYING, boards_over=2)
    expect(status(page)).to_have_text("Second.")
    expect(page.locator("#match details[open]")).to_have_text("Loga")


def test_a_visitor_follows_and_sees_no_logs(visit: Visit, ana: User) -> None:
    bea = UserFactory.create(display_name="Bea")
    versions = [bot_playing(ana, "Mustard"), bot_playing(bea, "Pepper")]
    match = MatchFactory.create(versions=versions, boards=5, state=MatchState.PLAYING)
    page = visit(f"/matches/{match.public_id}/")
    expect(status(page)).to_contain_text("being played")
    settled(match)
    expect(status(page)).to_contain_text("Mustard beat")
    expect(page.locator(".own")).to_have_count(0)


def test_without_javascript(visit: Visit, ana: User) -> None:
    bot_playing(ana, "Mustard")
    bea = UserFactory.create(display_name="Bea")
    pepper, *_others = (bot_playing(bea, name) for name in ("Pepper", "Truco", "Wanda"))
    page = visit(f"/bots/{pepper.bot.public_id}/challenge/", account=ana, javascript=False)
    page.get_by_label("Rules").select_option(label="Volga Durak")
    page.get_by_role("button", name="Take this bot and these rules").click()
    page.get_by_label("Opponent 2").select_option(label="Wanda by Bea")
    page.get_by_role("button", name="Challenge").click()
    expect(page.locator("#id_opponent_1_error")).to_contain_text("Choose each bot once.")
    page.get_by_label("Opponent 3").select_option(label="Truco by Bea")
    page.get_by_role("button", name="Challenge").click()
    page.wait_for_url("**/matches/*/")
    expect(status(page)).to_contain_text("It waits for its turn")
    match = Match.objects.get()
    now(match, MatchState.SENT)
    expect(status(page)).to_contain_text("about to begin")  # by the page's own reloading
    now(match, MatchState.QUEUED)
    page.get_by_role("button", name="Withdraw the challenge").click()  # there after a reloading
    expect(status(page)).to_contain_text("It is void, and cost nobody anything.")
