"""The pages and the interface are two doors to one house: whoever is let in at one is let in at the
other, and does the same there."""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

import pytest
from django.db import transaction
from django.http import HttpResponse
from django.urls import reverse

from tests.tournaments.api.league_doors import Person, Scene, call, scene_made
from tests.tournaments.leagues.organizing import browser_of
from tournaments.models import League, LeagueEvent

pytestmark = pytest.mark.django_db

STAGES = [
    ("being prepared", "public"),
    ("begun", "public"),
    ("playing", "public"),
    ("playing", "private"),
    ("finished", "public"),
    ("called off", "private"),
]
More = Callable[[Scene], dict[str, object]]


def nothing(_: Scene) -> dict[str, object]:
    return {}


def the_entry(scene: Scene) -> dict[str, object]:
    return {"entry_id": scene.playing.pk}


def the_gone(scene: Scene) -> dict[str, object]:
    return {"entry_id": scene.gone.pk}


def the_application(scene: Scene) -> dict[str, object]:
    return {"application_id": scene.application.pk}


def the_helper(scene: Scene) -> dict[str, object]:
    return {"account_id": scene.helper.pk}


def the_link(scene: Scene) -> dict[str, object]:
    return {"link_id": scene.join_link.pk}


@dataclass(frozen=True)
class Door:
    """The same wish at both doors; `page` and `data` are those of the page."""

    page: str
    name: str
    method: str = "POST"
    data: More = nothing
    body: More = nothing
    more: More = nothing
    page_more: More | None = None

    @property
    def reads(self) -> bool:
        return self.method == "GET"

    def at_page(self, scene: Scene, who: Person) -> HttpResponse:
        more = (self.page_more or self.more)(scene)
        path = reverse(f"leagues:{self.page}", kwargs={**scene.address, **more})
        send: Any = who.browser.get if self.reads else who.browser.post
        answer: HttpResponse = send(path, self.data(scene))
        return answer

    def at_interface(self, scene: Scene, who: Person) -> HttpResponse:
        address = {**scene.address, **self.more(scene)}
        return call(who.program, self.method, self.name, address, self.body(scene))


def settings_shown(scene: Scene) -> dict[str, object]:
    """The settings' form as its page shows it, with another name."""
    path = reverse("leagues:settings", args=[scene.league.public_id])
    form = browser_of(scene.league.owner).get(path).context["form"]
    shown = {name: form[name].value() for name in form.fields}
    kept = {key: value for key, value in shown.items() if value is not None and value is not False}
    return {**kept, "name": "Another name"}


def revision(scene: Scene) -> dict[str, object]:
    return {"revision": League.objects.get(pk=scene.league.pk).revision}


def step(name: str) -> Door:
    return Door(
        "state",
        f"league_{name.replace('-', '_')}",
        data=lambda _: {"note": "Because"},
        body=lambda _: {"note": "Because"},
        page_more=lambda _: {"step": name},
    )


def decided(what: str, **said: object) -> Door:
    """About somebody who is entered."""
    sent = {key: value for key, value in said.items() if key != "annul"}
    page_said = {**sent, **({"annul": "yes"} if said.get("annul") else {})}
    return Door(
        "entry",
        f"league_entry_{what}",
        data=lambda _: {"what": what, **page_said},
        body=lambda _: dict(said),
        more=the_gone if what == "return" else the_entry,
    )


DOORS = {
    # read
    "read": Door("league", "league", "GET"),
    "read who plays": Door("about", "league_entries", "GET"),
    "read the table of entries": Door("entries_csv", "league_entries_csv", "GET"),
    # read_drafts
    "read the log": Door("log", "league_log", "GET"),
    "read who asks": Door("entries", "league_applications", "GET"),
    "read links": Door("links", "league_links", "GET"),
    # edit_settings
    "edit settings": Door(
        "settings",
        "league",
        "PATCH",
        data=settings_shown,
        body=lambda scene: {"name": "Another name", **revision(scene)},
    ),
    # manage_officials
    "read officials": Door("officials", "league_officials", "GET"),
    "read one official": Door("hand_over", "league_official", "GET", more=the_helper),
    "add an official": Door(
        "officials",
        "league_officials",
        data=lambda _: {"email_or_name": "Stefan", "role": "scorer"},
        body=lambda _: {"email_or_name": "Stefan", "role": "scorer"},
    ),
    "remove an official": Door("official_drop", "league_official", "DELETE", more=the_helper),
    "hand over": Door("hand_over", "league_official_hand_over", more=the_helper),
    # call_off, start, finish, reopen
    "call off": step("call-off"),
    "start": step("start"),
    "finish": step("finish"),
    "reopen": step("reopen"),
    # manage_entries
    "enter somebody": Door(
        "entries",
        "league_entries",
        data=lambda _: {"name": "Zoe"},
        body=lambda _: {"name": "Zoe"},
    ),
    "look at a list": Door(
        "entries_import",
        "league_entries_import",
        data=lambda _: {"text": "Zoe\nYara"},
        body=lambda _: {"text": "Zoe\nYara", "dry_run": True},
    ),
    "import a list": Door(
        "entries_import",
        "league_entries_import",
        data=lambda _: {"text": "Zoe\nYara", "confirm": "yes"},
        body=lambda _: {"text": "Zoe\nYara"},
    ),
    "seed": Door(
        "entries_seed",
        "league_entries_seed",
        "PUT",
        data=lambda scene: {f"seed-{scene.playing.pk}": "9", **revision(scene)},
        body=lambda scene: {"order": order_with_last(scene), **revision(scene)},
    ),
    "let sit out": Door(
        "entry",
        "league_entry",
        "PATCH",
        data=lambda scene: {"what": "rest", "rounds": "3", **revision(scene)},
        body=lambda scene: {"rests": [3], **revision(scene)},
        more=the_entry,
    ),
    "take off the list": Door(
        "entry", "league_entry", "DELETE", data=lambda _: {"what": "remove"}, more=the_entry
    ),
    "withdraw": decided("withdraw", remaining="cancel"),
    "disqualify": decided("disqualify", annul=True, note="Rude"),
    "return": decided("return", note="Well again"),
    "accept": Door(
        "application",
        "league_application_accept",
        data=lambda _: {"accept": "yes"},
        more=the_application,
    ),
    "decline": Door("application", "league_application_decline", more=the_application),
    # manage_links
    "make a link": Door(
        "links", "league_links", data=lambda _: {"what": "join"}, body=lambda _: {"kind": "join"}
    ),
    "switch a link off": Door("link_drop", "league_link", "DELETE", more=the_link),
}


def order_with_last(scene: Scene) -> list[str]:
    """Whom the page would put last, last."""
    order = scene.league.entries.order_by("seed").values_list("pk", flat=True)
    return [str(key) for key in order if key != scene.playing.pk] + [str(scene.playing.pk)]


def is_refused_at_page(answer: HttpResponse) -> bool:
    if answer.status_code == 302:
        return answer["Location"].startswith(reverse("account_login"))
    return answer.status_code in {403, 404, 410}


def is_refused_at_interface(answer: HttpResponse) -> bool:
    if answer.status_code == 409:
        return bool(answer.json()["code"] == "wrong_time")  # type: ignore[attr-defined]
    return answer.status_code in {401, 403, 404}


def tried(scene: Scene, knock: Callable[[], HttpResponse]) -> tuple[HttpResponse, list[Any]]:
    """What was answered, and what it left in the log; then it is undone."""
    mark = transaction.savepoint()
    last = LeagueEvent.objects.order_by("-pk").values_list("pk", flat=True).first() or 0
    answer = knock()
    assert answer.status_code < 500
    log = LeagueEvent.objects.filter(league=scene.league, pk__gt=last).order_by("pk")
    left = [(one.action, one.by_id, one.role, one.entry is None, one.note) for one in log]
    transaction.savepoint_rollback(mark)
    return answer, left


@pytest.mark.long
@pytest.mark.parametrize(("stage", "visibility"), STAGES)
def test_both_doors_let_the_same_people_do_the_same(stage: str, visibility: str) -> None:
    scene = scene_made(stage, visibility)
    done = set()
    for wish, door in DOORS.items():
        for name, who in scene.people.items():
            case = f"{wish} as {name}"
            page, at_page = tried(scene, lambda: door.at_page(scene, who))  # noqa: B023
            answer, at_interface = tried(scene, lambda: door.at_interface(scene, who))  # noqa: B023
            assert at_page == at_interface, (case, page.status_code, answer.content[:300])
            if name == "suspended":  # a token opens nothing then, a browser what is for everybody
                assert (answer.status_code, at_interface) == (401, []), case
            elif is_refused_at_page(page) or door.reads:
                refused = is_refused_at_page(page), is_refused_at_interface(answer)
                assert refused[0] == refused[1], (case, page.status_code, answer.content[:300])
            if at_interface or (door.reads and answer.status_code == 200):
                done.add((wish, name))
    expected = {wish for wish, door in DOORS.items() if not door.reads} & DONE[stage]
    assert {wish for wish, _name in done if not DOORS[wish].reads} == expected


_ENTRIES = {"enter somebody", "import a list", "accept", "decline", "let sit out"}
_LINKS = {"make a link", "switch a link off"}
_OFFICIALS = {"add an official", "remove an official", "hand over"}
_LEAVING = {"withdraw", "disqualify", "return"}
_OPEN = {"edit settings", "call off", *_ENTRIES, *_LINKS, *_OFFICIALS}
DONE = {
    "being prepared": {*_OPEN, "start", "seed", "take off the list"},
    "begun": {*_OPEN, *_LEAVING, "finish", "seed"},
    "playing": {*_OPEN, *_LEAVING},
    "finished": {*_OFFICIALS, "reopen"},
    "called off": set[str](),
}
"""What somebody could do at each stage: so that nothing above passes because nothing happens."""


@pytest.mark.parametrize(("stage", "visibility"), STAGES)
def test_both_doors_take_the_same_applications(stage: str, visibility: str) -> None:
    scene = scene_made(stage, visibility)
    took = set()
    for name, who in scene.people.items():
        has_account = name not in {"applicant by link", "scorer's link", "nobody"}
        said = {"note": "Hi"} if has_account else {"name": "Xavier", "note": "Hi"}
        path = reverse("leagues:join", args=[scene.league.public_id])

        def at_page(who: Person = who, path: str = path, said: Any = said) -> HttpResponse:  # noqa: ANN401
            answer: Any = who.browser.post(path, said)
            assert isinstance(answer, HttpResponse)
            return answer

        def at_interface(who: Person = who, said: Any = said) -> HttpResponse:  # noqa: ANN401
            return call(who.program, "POST", "league_applications", scene.address, said)

        page, left = tried(scene, at_page)
        answer, left_too = tried(scene, at_interface)
        assert left == left_too, (name, page.status_code, answer.content)
        assert is_refused_at_page(page) == is_refused_at_interface(answer), (name, answer.content)
        if left:
            took.add(name)
    open_ = stage in {"being prepared", "begun", "playing"}
    insiders = {"owner", "co-organizer", "scorer", "applicant by link"}
    insiders |= {"scorer's link"} & scene.people.keys()
    assert took == (insiders if open_ else set())
