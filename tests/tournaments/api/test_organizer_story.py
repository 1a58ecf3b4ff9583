"""A league from the first step to the last, by programs only: whatever an organizer, a scorer, a
player or a stranger does or reads here is a call, and every answer is as the document says.

The same story is lived on pages in tests/e2e/test_league_swiss_story.py.
"""

from typing import Any, NamedTuple
from uuid import uuid4

import pytest
from django.core.cache import cache

from tests.tournaments.api.story_kit import NOBODY, Caller, League, short

pytestmark = pytest.mark.django_db

PLAYERS_WITH_ACCOUNTS = ("Ana", "Carla", "Elsa", "Gustav")
LIST = """name,partner,seed
Ana,Alba,1
Bruno,Berta,2
Karla,Coro,3
Dora,Diego,4
Elsa,Emil,5
Fanny,Fito,6
Gustav,Gema,7
Hilde,Hans,8
"""
DOUBTFUL_LINE = 4  # Carla is on the organizer's list, Karla is not
DEADLINE = "2031-03-06T22:00:00Z"
ANOTHER_DAY = "2031-03-20T20:00:00Z"


class Line(NamedTuple):
    """A row of the standings."""

    rank: int
    who: str
    points: float
    played: int
    won: int
    lost: int
    byes: int
    forfeits: tuple[int, int]
    """Won and lost."""
    difference: float


ROUND_3 = [
    {"Ana": 3020, "Bruno": 2980},
    {"Ida": 2540, "Carla": 3080},
    {"Dora": 3070, "Elsa": 2700},
    {"Gustav": 3040, "Hilde": 2530},
]

# Worked out by hand: the results, the differences of points, and Buchholz, which is the sum of the
# opponents' points, where a round without a match counts as one against one's own points.
#   Ana     3010-1670, 3130-2970, 3020-2980  +1340 +160  +40   Elsa 1, Carla 2, Bruno 2: 5
#   Dora    3050-2100, no show,   3070-2700   +950      +370   Hilde 0, own 3, Elsa 1: 4
#   Carla   3200-2900, 2970-3130, 3080-2540   +300 -160 +540   Gustav 1, Ana 3, Ida 1: 5
#   Bruno   3100-2400, 3010-2640, 2980-3020   +700 +370  -40   Fanny 0, Hilde 0, Ana 3: 3
#   Elsa    1670-3010, 3080-2480, 2700-3070  -1340 +600 -370   Ana 3, Gustav 1, Dora 3: 7
#   Ida     bye,       absent,    2540-3080             -540   own 1, own 1, Carla 2: 4
#   Gustav  2900-3200, 2480-3080, 3040-2530   -300 -600 +510   Carla 2, Elsa 1, Hilde 0: 3
#   Nina    from round 3 on, bye                               own 1: 1
#   Hilde   2100-3050, 2640-3010, 2530-3040   -950 -370 -510   Dora 3, Bruno 2, Gustav 1: 6
#   Fanny   2400-3100, withdrawn              -700             Bruno 2, own 0, own 0: 2
# Head to head comes first, but nowhere have all who are level met.
FINAL = [
    Line(1, "Ana", 3, 3, 3, 0, 0, (0, 0), 1540),
    Line(2, "Dora", 3, 2, 2, 0, 0, (1, 0), 1320),
    Line(3, "Carla", 2, 3, 2, 1, 0, (0, 0), 680),
    Line(4, "Bruno", 2, 3, 2, 1, 0, (0, 0), 1030),
    Line(5, "Elsa", 1, 3, 1, 2, 0, (0, 0), -1110),
    Line(6, "Ida", 1, 1, 0, 1, 1, (0, 1), -540),
    Line(7, "Gustav", 1, 3, 1, 2, 0, (0, 0), -390),
    Line(8, "Nina", 1, 0, 0, 0, 1, (0, 0), 0),
    Line(9, "Hilde", 0, 3, 0, 3, 0, (0, 0), -1830),
    Line(10, "Fanny", 0, 1, 0, 1, 0, (0, 0), -700),
]
# Before Hilde's and Dora's points were put the right way round Dora had 2 points and Hilde 1, and
# those who had met them a Buchholz to match: Ana, Carla (5), Bruno (4, +1030), Dora (4, -580);
# Elsa (6), Hilde (5), Gustav (4, -390), Ida (4, -540), Nina (1); Fanny.
CORRECTED = [
    "Dora / Diego moves up from place 4 to place 2.",
    "Carla / Coro moves down from place 2 to place 3.",
    "Bruno / Berta moves down from place 3 to place 4.",
    "Ida / Igor moves up from place 8 to place 6.",
    "Nina / Noel moves up from place 9 to place 8.",
    "Hilde / Hans moves down from place 6 to place 9.",
]


@pytest.fixture(autouse=True)
def _fresh_limits() -> None:
    cache.clear()


@pytest.mark.long
def test_nine_pairs_in_three_swiss_rounds() -> None:
    olga, selma, stefan = (Caller.with_account(name) for name in ("Olga", "Selma", "Stefan"))
    players = _players_on_the_list_of(olga)

    league = _make_the_league(olga)
    _enter_a_list(league)
    _add_a_scorer(league, selma)
    _let_somebody_in_by_a_link(league)
    _expect_that_nobody_sees_it(league, stefan)
    league.step("start")

    _draw_the_first_round(league, stefan)
    _change_the_draft_by_hand_and_back(league)
    _publish_unless_something_has_changed(league)
    _total_by_the_organizer(league)
    _total_by_a_scorers_link(league)
    _total_by_a_player(league, players["Carla"], players["Gustav"])
    _sheet_written_to_the_end(league, players["Ana"], players["Elsa"], stefan)
    assert league.todo() == [("can_be_drawn", 1)]

    _withdraw(league, "Fanny")
    _draw_the_second_round(league)
    _dispute_that_the_organizer_decides(league, players["Ana"], players["Carla"])
    _total_by_the_scorer(league.seen_by(selma))
    _forfeit(league)
    _postpone(league)

    _enter_late(league)
    _play_the_third_round(league)
    _play_what_was_postponed(league, players["Elsa"], players["Gustav"])
    _correct_the_first_round(league)
    _punish_and_forgive(league)

    assert standings(league) == FINAL
    _expect_the_reasons(league)
    _finish(league)
    _export(league.seen_by(stefan))
    _expect_the_log(league)
    _expect_that_strangers_read_what_is_public(league, stefan)


def _players_on_the_list_of(organizer: Caller) -> dict[str, Caller]:
    """Guests of hers who have claimed their names: she can enter them by name."""
    accounts = {}
    for name in PLAYERS_WITH_ACCOUNTS:
        accounts[name] = Caller.with_account(name)
        guest = organizer.make("players/", name=name)
        invitation = organizer.post(f"players/{guest['id']}/invitation/")
        accounts[name].post(f"invitations/{invitation['token']}/")
    return accounts


def _make_the_league(organizer: Caller) -> League:
    made = organizer.make(
        "leagues/", name="Thursdays at the Tortoni", format="swiss", rounds_planned=3
    )
    assert (made["game"], made["kind"], made["target_points"]) == ("burako", "pair", 3000)
    assert made["tie_breaks"] == ["head_to_head", "buchholz", "point_difference"]
    assert organizer.all("leagues/", mine=True)[0]["id"] == made["id"]
    return League(made["id"], organizer)


def _enter_a_list(league: League) -> None:
    """One name is written otherwise than on her list: she is asked who is meant."""
    would = league.step("entries/import", text=LIST, dry_run=True)
    doubtful = {one["line"]: one["similar"] for one in would["rows"] if not one["enters"]}
    assert doubtful == {DOUBTFUL_LINE: ["Carla", "Coro"]}
    assert (would["entered"], league.told("entries/")["results"]) == (7, [])

    choices = {str(DOUBTFUL_LINE): "similar"}
    assert league.step("entries/import", text=LIST, choices=choices)["entered"] == 8
    assert league.step("entries/import", text=LIST, choices=choices)["entered"] == 0
    entered = league.told("entries/")["results"]
    assert [one["names"][0] for one in entered] == [
        "Ana", "Bruno", "Carla", "Dora", "Elsa", "Fanny", "Gustav", "Hilde",
    ]  # fmt: skip


def _add_a_scorer(league: League, scorer: Caller) -> None:
    made = league.by.make(f"{league.path}officials/", email_or_name="Selma", role="scorer")
    assert made["name"] == "Selma"
    assert "scorer" in league.seen_by(scorer).told()["roles"]


def _let_somebody_in_by_a_link(league: League) -> None:
    """A ninth pair, without an account."""
    link = league.by.make(f"{league.path}links/", kind="join")
    pair = Caller.with_link(link["address"])
    asked = pair.post(f"{league.path}applications/", name="Ida", partner="Igor")
    assert asked["state"] == "waiting"
    assert league.todo() == [("applications", 1)]
    (waiting,) = league.by.all(f"{league.path}applications/")
    accepted = league.step(f"applications/{waiting['id']}/accept")
    assert accepted["entry"] == league.entry("Ida")
    assert league.todo() == []


def _expect_that_nobody_sees_it(league: League, stranger: Caller) -> None:
    for who in (stranger, NOBODY):
        assert who.all("leagues/") == []
        for what in ("", "entries/", "rounds/", "standings/", "entries.csv"):
            assert who.refused("get", f"{league.path}{what}") == (404, "no_league")
        apply = who.refused("post", f"{league.path}applications/", name="Ida", partner="Igor")
        assert apply == (404, "no_league")


def _draw_the_first_round(league: League, stranger: Caller) -> None:
    drawn = league.by.post(f"{league.path}rounds/")
    assert [(one["number"], one["state"]) for one in drawn["rounds"]] == [(1, "draft")]
    assert league.pairings(1) == [
        ("Ana", "Elsa"), ("Fanny", "Bruno"), ("Carla", "Gustav"), ("Hilde", "Dora"), ("Ida",),
    ]  # fmt: skip
    assert all(one["why"] for one in league.told("rounds/1/")["pairings"])
    assert league.todo() == [("draft", 1)]
    for who in (stranger, NOBODY):
        assert who.all("leagues/")[0]["rounds"] == 0
        seen = league.seen_by(who)
        assert (seen.told("rounds/")["results"], seen.told("fixtures/")["results"]) == ([], [])
        assert who.refused("get", f"{league.path}rounds/1/") == (404, "not_found")


def _change_the_draft_by_hand_and_back(league: League) -> None:
    drawn = _as_sent(league, 1)
    edit = f"{league.path}rounds/1/"
    twice = [drawn[0], {"first": drawn[0]["second"], "second": drawn[1]["first"]}]
    faults = league.by.faults("put", edit, pairings=twice, revision=league.revision)
    assert faults == {"pairings.1.first": "Elsa and Emil sits elsewhere already."}

    other = [{**drawn[0], "second": drawn[1]["first"]}, {**drawn[1], "first": drawn[0]["second"]}]
    told = league.by.put(edit, pairings=other + drawn[2:], revision=league.revision)
    assert [one["fixture"]["by_hand"] for one in told["pairings"]] == [True, True, False, False]
    assert league.pairings(1)[:2] == [("Ana", "Fanny"), ("Elsa", "Bruno")]
    league.by.put(edit, pairings=drawn, revision=league.revision)
    assert league.pairings(1)[:2] == [("Ana", "Elsa"), ("Fanny", "Bruno")]


def _publish_unless_something_has_changed(league: League) -> None:
    seen = league.revision
    league.by.put(f"{league.path}rounds/1/", pairings=_as_sent(league, 1)[::-1], revision=seen)
    publish = f"{league.path}rounds/1/publish/"
    assert league.by.refused("post", publish, revision=seen) == (409, "stale")
    look = {"pairings": [], "revision": seen, "dry_run": True}
    assert league.by.refused("put", f"{league.path}rounds/1/", **look) == (409, "stale")
    assert league.told("rounds/1/")["state"] == "draft"
    league.by.put(
        f"{league.path}rounds/1/", pairings=_as_sent(league, 1)[::-1], revision=league.revision
    )
    told = league.by.post(publish, revision=league.revision, deadline=DEADLINE)
    assert (told["state"], told["deadline"], told["open"]) == ("published", DEADLINE, 4)


def _as_sent(league: League, number: int) -> list[dict[str, str]]:
    """The pairings of a round, as they are sent to change it."""
    found = [one["fixture"] for one in league.told(f"rounds/{number}/")["pairings"]]
    return [{"first": one["first"]["entry"], "second": one["second"]["entry"]} for one in found]


def _total_by_the_organizer(league: League) -> None:
    """The wrong way round, as it turns out two rounds later."""
    match = league.match(1, "Hilde")
    early = match.total({"Hilde": 2050, "Dora": 2100})
    assert list(league.by.faults("post", f"{match.path}result/", revision=0, **early)) == ["note"]
    told = match.result({"Hilde": 3050, "Dora": 2100})
    assert (told["state"], told["counts"], told["text"]) == (
        "confirmed", True, "Hilde and Hans won.",
    )  # fmt: skip


def _total_by_a_scorers_link(league: League) -> None:
    """For one match, until it is switched off; nobody needs an account for that."""
    match, other = league.match(1, "Fanny"), league.match(1, "Carla")
    link = league.by.make(f"{league.path}links/", kind="fixture", fixture=match.id)
    helper = Caller.with_link(link["address"])
    total = {"way": "total", "points_first": 2400, "points_second": 3100, "revision": 0}
    assert NOBODY.refused("post", f"{match.path}result/", **total) == (403, "not_yours")
    assert helper.refused("post", f"{other.path}result/", **total) == (403, "not_yours")
    told = match.seen_by(helper).result({"Fanny": 2400, "Bruno": 3100})
    assert (told["state"], told["results"][0]["role"]) == ("confirmed", "link_scorer")
    league.by.delete(f"{league.path}links/{link['id']}/")
    assert helper.refused("post", f"{match.path}result/", **total) == (404, "revoked")


def _total_by_a_player(league: League, carla: Caller, gustav: Caller) -> None:
    """It counts when the other side has confirmed it."""
    match = league.match(1, "Carla")
    (own,) = league.seen_by(gustav).told("fixtures/", mine=True)["results"]
    assert own["id"] == match.id
    told = match.seen_by(carla).result({"Carla": 3200, "Gustav": 2900})
    assert (told["state"], told["counts"]) == ("entered", False)
    assert league.todo() == [("to_confirm", 1)]
    assert "answer" in match.seen_by(gustav).told()["may"]
    told = match.seen_by(gustav).answer("confirm")
    assert (told["state"], told["counts"]) == ("confirmed", True)


def _side(points: int, racks: tuple[int, int], *, closed: bool, canastas: int) -> dict[str, Any]:
    return {
        "closed": closed,
        "pure_canastas": canastas,
        "impure_canastas": 0,
        "muerto": "played",
        "laid_points": points,
        "rack_points": list(racks),
        "muerto_rack": None,
    }


# Who closes has 100 + 2 * 200 + 440 - 20 = 920, the others 200 + 150 - 100 = 250.
CLOSES = _side(440, (0, 20), closed=True, canastas=2)
OTHERS = _side(150, (45, 55), closed=False, canastas=1)
FOR_ANA, FOR_ELSA = {"sides": [CLOSES, OTHERS]}, {"sides": [OTHERS, CLOSES]}


def _sheet_written_to_the_end(league: League, ana: Caller, elsa: Caller, stranger: Caller) -> None:
    """Each writes hands; at 3000 each confirms for her own side. 3 * 920 + 250 : 3 * 250 + 920."""
    match = league.match(1, "Ana")
    opened, again = (match.seen_by(one).open_sheet() for one in (ana, elsa))
    assert opened == again
    worth = ana.post(f"sheets/{opened}/preview/", sheet=FOR_ANA)["score"]["sides"]
    assert [side["total"] for side in worth] == [920, 250]
    hands = [(ana, FOR_ANA), (elsa, FOR_ELSA), (ana, FOR_ANA), (elsa, FOR_ANA)]
    for number, (writer, sheet) in enumerate(hands, start=1):
        _write(writer, opened, "hand", number=number, sheet=sheet)
    state = ana.get(f"sheets/{opened}/")
    assert (state["status"], state["totals"]) == ("finished", [3010, 1670])

    entry = {"entry_id": str(uuid4()), "kind": "confirm"}
    words = [{"side": side, "seen": state["changed_seq"]} for side in (0, 1)]
    for who in (ana, stranger):
        sent = {**entry, "payload": words[1]}
        refused = who.refused("post", f"sheets/{opened}/entries/", **sent)
        assert refused == (403, "not_your_side")
    for who, word in zip((ana, elsa), words, strict=True):
        _write(who, opened, "confirm", **word)
    told = match.told()
    assert (told["state"], told["result"]["kind"]) == ("confirmed", "sheet")
    assert match.points() == {"Ana": 3010, "Elsa": 1670}


def _write(who: Caller, sheet: str, kind: str, /, **payload: object) -> None:
    """Sent twice, as programs do that got no answer: it is written once."""
    entry = {"entry_id": str(uuid4()), "kind": kind, "payload": payload}
    answers = [who.post(f"sheets/{sheet}/entries/", **entry) for _ in "12"]
    assert [one["entry"] for one in answers] == ["written", "already"]


def _withdraw(league: League, who: str) -> None:
    told = league.step(f"entries/{league.entry(who)}/withdraw", note="They move to Rosario.")
    assert (told["status"], told["steps"]) == ("withdrawn", ["return", "disqualify"])


def _draw_the_second_round(league: League) -> None:
    """Eight are left. She would like others to meet, is told what is odd about that, and lets it
    be."""
    league.by.post(f"{league.path}rounds/")
    drawn = [("Carla", "Ana"), ("Bruno", "Hilde"), ("Dora", "Ida"), ("Elsa", "Gustav")]
    assert league.pairings(2) == drawn
    wish = [("Elsa", "Ana"), ("Bruno", "Hilde"), ("Dora", "Gustav")]
    told = league.by.put(
        f"{league.path}rounds/2/",
        pairings=[
            {"first": league.entry(first), "second": league.entry(second)} for first, second in wish
        ],
        revision=league.revision,
        dry_run=True,
    )
    assert [one["text"] for one in told["conflicts"]] == [
        "Elsa / Emil and Ana / Alba have met already (round 1).",
        "Ida / Igor has had more byes than others.",
    ]
    assert league.pairings(2) == drawn
    assert NOBODY.refused("get", f"{league.path}rounds/2/") == (404, "not_found")
    league.step("rounds/2/publish", revision=league.revision)


def _dispute_that_the_organizer_decides(league: League, ana: Caller, carla: Caller) -> None:
    match = league.match(2, "Ana")
    match.seen_by(ana).result({"Carla": 2950, "Ana": 3150})
    told = match.seen_by(carla).answer("object", "Twenty points of ours are missing.")
    assert told["state"] == "disputed"
    assert league.todo() == [("dispute", 1)]
    word = {
        **match.total({"Carla": 2970, "Ana": 3130}),
        "note": "The tiles were counted again at the table.",
    }
    seen, path = match.told()["revision"], f"{match.path}decide/"
    assert ana.refused("post", path, revision=seen, **word) == (403, "not_yours")
    match.decide(**word)
    told = match.seen_by(carla).told()
    assert (told["state"], told["steps"][0]["note"]) == ("confirmed", word["note"])
    assert [one["points_first"] for one in told["results"]] == [2970, 2950]


def _total_by_the_scorer(league: League) -> None:
    """With her own token."""
    told = league.match(2, "Bruno").result({"Bruno": 3010, "Hilde": 2640})
    assert (told["state"], told["results"][0]["role"]) == ("confirmed", "scorer")


def _forfeit(league: League) -> None:
    match = league.match(2, "Ida")
    told = match.decide(way="absent", absent="second", note="Ida and Igor did not come.")
    result = told["fixture"]["result"]
    assert (result["kind"], result["winner"], result["second_absent"]) == (
        "forfeit", "first", True,
    )  # fmt: skip


def _postpone(league: League) -> None:
    """Nobody knows until when: the next round does not wait for it."""
    assert league.todo() == []
    assert league.by.refused("post", f"{league.path}rounds/")[0] == 409
    told = league.match(2, "Elsa").move("postpone", note="Gema is ill.")
    assert (told["state"], told["starts_at"]) == ("postponed", None)
    assert league.todo() == [("undated", 1), ("can_be_drawn", 1)]


def _enter_late(league: League) -> None:
    late = league.by.make(f"{league.path}entries/", name="Nina", partner="Noel")
    assert late["joined_round"] == 3


def _play_the_third_round(league: League) -> None:
    """Nine again: somebody has no opponent, and is told why."""
    league.by.post(f"{league.path}rounds/")
    assert league.pairings(3) == [*(tuple(points) for points in ROUND_3), ("Nina",)]
    (bye,) = league.told("rounds/3/")["byes"]
    assert bye["why"]
    league.step("rounds/3/publish", revision=league.revision)
    link = league.by.make(f"{league.path}links/", kind="round", round=3)
    helper = league.seen_by(Caller.with_link(link["address"]))
    for points in ROUND_3:
        assert helper.match(3, next(iter(points))).result(points)["counts"]


def _play_what_was_postponed(league: League, elsa: Caller, gustav: Caller) -> None:
    """Both enter the same: that is a result and its confirmation."""
    match = league.match(2, "Elsa")
    assert match.move("postpone", until=ANOTHER_DAY)["starts_at"] == ANOTHER_DAY
    assert match.move("resume")["state"] == "planned"
    points = {"Elsa": 3080, "Gustav": 2480}
    assert match.seen_by(gustav).result(points)["state"] == "entered"
    assert match.seen_by(elsa).result(points)["state"] == "confirmed"


def _correct_the_first_round(league: League) -> None:
    """Two rounds hang on it by now. What it would change is told first."""
    match, before = league.match(1, "Hilde"), standings(league)
    word = {
        **match.total({"Hilde": 2100, "Dora": 3050}),
        "note": "Written down the wrong way round.",
    }
    would = match.decide(**word, dry_run=True)
    assert (would["dry_run"], standings(league)) == (True, before)
    assert [one["text"] for one in would["consequences"]] == CORRECTED
    did = match.decide(**word)
    assert did["consequences"] == would["consequences"]
    assert (did["fixture"]["counts"], match.points()["Dora"]) == (True, 3050)


def _punish_and_forgive(league: League) -> None:
    """A point less, and Dora is third: level with Bruno (Buchholz 3), ahead by her points."""
    before = standings(league)
    made = league.by.make(
        f"{league.path}adjustments/",
        entry=league.entry("Dora"),
        points=-1,
        reason="A phone at the table.",
    )
    line = standings(league)[2]
    assert (line.who, line.points) == ("Dora", 2)
    (public,) = league.seen_by(NOBODY).told("standings/")["adjustments"]
    assert (public["points"], public["reason"]) == (-1, "A phone at the table.")
    league.by.delete(f"{league.path}adjustments/{made['id']}/")
    assert standings(league) == before
    assert league.told(f"adjustments/{made['id']}/")["cancelled_by"] == "Olga"


def _expect_the_reasons(league: League) -> None:
    """Why somebody stands above the next."""
    (table,) = league.told("standings/")["tables"]
    why = [row["why"]["text"] for row in table["rows"][:-1]]
    for row, reason in {0: "(5 to 4)", 2: "(5 to 3)", 4: "(7 to 4)", 8: "(6 to 2)"}.items():
        assert reason in why[row]


def _finish(league: League) -> None:
    assert league.todo() == [("all_played", 1)]
    assert league.step("finish", note="Thank you all.")["state"] == "finished"
    match = league.match(3, "Ana")
    late = match.total({"Ana": 3000, "Bruno": 0})
    again = league.by.refused("post", f"{match.path}decide/", revision=1, note="No.", **late)
    assert again == (409, "wrong_time")


def _export(league: League) -> None:
    """As files, for anybody."""
    entries = league.by.table(f"{league.path}entries.csv")
    assert [(one["name"], one["partner"], one["status"]) for one in entries[-2:]] == [
        ("Ida", "Igor", "active"),
        ("Nina", "Noel", "active"),
    ]
    assert {one["name"] for one in entries if one["status"] == "withdrawn"} == {"Fanny"}
    fixtures = league.by.table(f"{league.path}fixtures.csv")
    assert [int(one["round"]) for one in fixtures] == [1] * 4 + [2] * 4 + [3] * 4
    assert {one["kind"] for one in fixtures} == {"sheet", "total", "forfeit"}
    table = league.by.table(f"{league.path}standings.csv")
    told = [(int(one["place"]), short(one["name"]), float(one["points"])) for one in table]
    assert told == [line[:3] for line in FINAL]


def _expect_the_log(league: League) -> None:
    """Everything that happened, in its order."""
    log = league.by.all(f"{league.path}log/", page_size=20)[::-1]
    assert [one["action"] for one in log] == [
        *("created", "entries_imported", "official_added", "link_made", "applied"),
        *("application_accepted", "started", "rounds_drafted", *["round_edited"] * 4),
        *("round_published", "result_entered", "link_made", "result_entered", "link_revoked"),
        *("result_entered", "result_confirmed", "sheet_opened", "result_confirmed"),
        *("entry_withdrawn", "rounds_drafted", "round_published"),
        *("result_entered", "result_disputed", "result_decided"),
        *("result_entered", "result_decided", "fixture_postponed", "entry_added"),
        *("rounds_drafted", "round_published", "link_made", *["result_entered"] * 4),
        *("fixture_postponed", "fixture_resumed", "result_entered", "result_confirmed"),
        *("result_corrected", "adjusted", "adjustment_cancelled", "finished"),
    ]
    by_action = {one["action"]: one for one in log}
    corrected = by_action["result_corrected"]
    assert (corrected["by"], corrected["consequences"]) == ("Olga", CORRECTED)
    assert by_action["result_disputed"]["note"] == "Twenty points of ours are missing."
    assert by_action["entry_withdrawn"]["text"] == "Fanny and Fito withdrew."
    roles = {one["role"] for one in log}
    assert roles == {"owner", "scorer", "link_scorer", "match_player", "applicant", "service"}


def _expect_that_strangers_read_what_is_public(league: League, stranger: Caller) -> None:
    private = ("log/", "today/", "adjustments/", "officials/", "applications/", "links/")
    for who, refusal in ((stranger, (403, "not_yours")), (NOBODY, (401, "not_authenticated"))):
        seen = league.seen_by(who)
        assert (seen.told()["state"], seen.told()["roles"]) == ("finished", ["visitor"])
        assert standings(seen) == FINAL
        assert len(seen.told("fixtures/")["results"]) == 12
        for what in private:
            assert who.refused("get", f"{league.path}{what}") == refusal


def standings(league: League) -> list[Line]:
    """The table, with sides called by their first player's name."""
    (table,) = league.told("standings/")["tables"]
    return [
        Line(
            row["rank"],
            short(row["who"]["name"]),
            row["points"],
            row["played"],
            row["won"],
            row["lost"],
            row["byes"],
            (row["forfeit_wins"], row["forfeit_losses"]),
            row["points_for"] - row["points_against"],
        )
        for row in table["rows"]
    ]


@pytest.mark.long
def test_a_knockout_of_durak() -> None:
    olga, yuri, zoe = (Caller.with_account(name) for name in ("Olga", "Yuri", "Zoe"))
    league = _make_the_knockout(olga, {"Yuri": yuri, "Zoe": zoe})

    _next_round(league, 1)
    assert league.pairings(1) == [("Zoe", "Yuri"), ("Xenia", "Ugo"), ("Vera",), ("Wim",)]
    _games_by_a_player(league, yuri, zoe)
    _level_until_one_more_game(league)
    assert _bracket(league) == [
        ["Vera", "Zoe 0 Yuri 4", "Xenia 5 Ugo 3", "Wim"],
        ["Vera Yuri", "Xenia Wim"],
        ["Winner of match 3 Winner of match 4"],
        ["Loser of match 3 Loser of match 4"],
    ]

    _next_round(league, 2)
    league.match(2, "Vera").games("Vera", "Vera", "Yuri")
    league.match(2, "Wim").games("Xenia", None, "Xenia")
    _next_round(league, 3)
    league.match(3, "Vera").games("Vera", ("Vera", 1), "Xenia")
    league.match(3, "Yuri").games("Wim", "Wim", "Yuri")
    assert league.todo() == [("all_played", 1)]
    league.step("finish")
    assert _bracket(league.seen_by(NOBODY)) == [
        ["Vera", "Zoe 0 Yuri 4", "Xenia 5 Ugo 3", "Wim"],
        ["Vera 2 Yuri 4", "Xenia 1 Wim 5"],
        ["Yuri 4 Wim 2"],
        ["Vera 1 Xenia 4"],
    ]
    reached = league.told("bracket/")["reached"]
    places = [(one["rank"], one["who"]["name"]) for one in reached]
    assert places == [(1, "Yuri"), (2, "Wim"), (3, "Xenia"), (4, "Vera"), (5, "Zoe"), (5, "Ugo")]
    assert league.told("standings/")["reached"] == reached
    table = NOBODY.table(f"{league.path}standings.csv")
    assert [(int(one["place"]), one["name"]) for one in table] == places


def _make_the_knockout(organizer: Caller, players: dict[str, Caller]) -> League:
    """Six people by their seeds, two of them with accounts."""
    made = organizer.make(
        "leagues/",
        name="Cup of Odessa",
        game="durak",
        kind="person",
        format="knockout",
        match_length=3,
        third_place=True,
        durak_points={"one_epaulette_costs": 1, "two_epaulettes_cost": 2},
    )
    league = League(made["id"], organizer)
    link = organizer.make(f"{league.path}links/", kind="join")
    for name in ("Vera", "Wim", "Xenia", "Ugo"):
        organizer.make(f"{league.path}entries/", name=name)
    for player in players.values():
        asks = Caller({**player.headers, "Durako-Link": link["address"]})
        asked = asks.post(f"{league.path}applications/")
        league.step(f"applications/{asked['id']}/accept")
    order = [league.entry(name) for name in ("Vera", "Wim", "Xenia", "Yuri", "Zoe", "Ugo")]
    organizer.put(f"{league.path}entries/seeds/", order=order, revision=league.revision)
    league.step("start")
    return league


def _next_round(league: League, number: int) -> None:
    league.by.post(f"{league.path}rounds/")
    league.step(f"rounds/{number}/publish", revision=league.revision)


def _games_by_a_player(league: League, yuri: Caller, zoe: Caller) -> None:
    """Two points for each game survived; two epaulettes cost two."""
    match = league.match(1, "Yuri")
    told = match.seen_by(yuri).games("Zoe", "Yuri", ("Zoe", 2))
    assert (told["state"], match.points()) == ("entered", {"Yuri": 4, "Zoe": 0})
    assert told["results"][0]["games"] == match.games_sent("Zoe", "Yuri", ("Zoe", 2))["games"]
    assert match.seen_by(zoe).answer("confirm")["state"] == "confirmed"


def _level_until_one_more_game(league: League) -> None:
    match = league.match(1, "Ugo")
    level = match.games_sent("Ugo", "Xenia", None)
    refused = league.by.refused("post", f"{match.path}result/", revision=0, **level)
    assert refused == (409, "level_in_knockout")
    match.games("Ugo", "Xenia", None, "Ugo")
    assert match.points() == {"Xenia": 5, "Ugo": 3}


def _bracket(league: League) -> list[list[str]]:
    """Round by round, last the match for third place: names with their points."""
    told = league.told("bracket/")
    rounds = [one["matches"] for one in told["rounds"]] + [[told["third_place"]]]
    return [
        [
            " ".join(f"{side['text']} {side['score']}".strip() for side in match["sides"])
            for match in matches
        ]
        for matches in rounds
    ]
