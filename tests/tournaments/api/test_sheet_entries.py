"""Writing on a sheet by programs: every kind of entry, once, and its refusals by code."""

import json
import uuid

import pytest
from django.test import Client
from django.urls import reverse
from hypothesis import HealthCheck, given
from hypothesis import settings as hypothesis_settings
from hypothesis import strategies as st

from scoring.burako import BurakoRuleSet, EntryKind, read_entry
from tests.api_document import conforms
from tests.factories import UserFactory
from tests.scoring.burako.books import AWAY_WINS, HOME_WINS, LEVEL, Payload, played_tiles
from tests.scoring.burako.strategies import json_values
from tests.tournaments.api.doors import JSON, Doors, Plain, doors_of, faults
from tests.tournaments.sheet_table import FOUR, open_sheet, token_of
from tournaments.api.sheet_examples import PAYLOADS
from tournaments.models import Sheet, SheetEntry
from tournaments.sheet_access import Visitor

pytestmark = pytest.mark.django_db
HAND: Payload = {"number": 1, "sheet": HOME_WINS}


class Program:
    """Writes on one sheet."""

    def __init__(self, sheet: Sheet | None = None, doors: Doors | None = None) -> None:
        account = UserFactory.create(display_name="Ana")
        self.doors = doors or doors_of(account)
        self.sheet = sheet or open_sheet(Visitor(account=account))

    def send(self, body: object, name: str = "sheet_entries") -> Plain:
        return self.doors.api("post", name, self.sheet.public_id, body=body)

    def write(self, kind: str, entry_id: uuid.UUID | None = None, **payload: Plain) -> Plain:
        entry = str(entry_id or uuid.uuid4())
        return self.send({"entry_id": entry, "kind": kind, "payload": payload})

    def state(self) -> Plain:
        return conforms(self.doors.api("get", "sheet", self.sheet.public_id))


def with_link(sheet: Sheet) -> Program:
    doors = Doors(program=Client(headers={"Durako-Link": token_of(sheet)}))
    return Program(sheet, doors)


def test_an_entry_is_written_once_however_often_it_is_sent() -> None:
    program, entry_id = Program(), uuid.uuid4()
    first, again = (program.write("hand", entry_id, **HAND) for _ in range(2))
    assert (first.status_code, conforms(first)["entry"]) == (200, "written")
    assert (again.status_code, conforms(again)["entry"]) == (200, "already")
    assert first.json()["state"] == again.json()["state"] == program.state()
    assert SheetEntry.objects.count() == 1
    other = program.write("hand", entry_id, number=1, sheet=LEVEL)
    assert (other.status_code, other.json()["code"]) == (409, "entry_id_used")


def test_an_entry_of_the_page_is_known_to_programs_and_the_other_way_round() -> None:
    program, entry_id = Program(), str(uuid.uuid4())
    body = {"entry_id": entry_id, "kind": "hand", "payload": HAND, "device": "a phone"}
    path = reverse("sheets:entries", args=[program.sheet.public_id])
    page = program.doors.browser.post(path, body, content_type=JSON)
    assert page.json()["entry"] == "written"
    assert program.send(body).json()["entry"] == "already"
    assert (
        program.doors.browser.get(reverse("sheets:state", args=[program.sheet.public_id])).json()
        == program.state()
    )


def test_a_whole_match_is_written_corrected_confirmed_disputed_and_reopened() -> None:
    rules = BurakoRuleSet(hand_limit=2, target_points=None, time_limit_minutes=60)
    account = UserFactory.create(display_name="Ana")
    program = Program(open_sheet(Visitor(account=account), rules=rules), doors_of(account))

    def good(kind: str, **payload: Plain) -> Plain:
        answer = conforms(program.write(kind, **payload))
        assert answer["entry"] == "written", kind
        return answer["state"]

    state = good("hand", **HAND)
    assert (state["totals"], state["hands_left"]) == ([600, -235], 1)
    state = good("correct", number=1, version=1, sheet=LEVEL, reason="counted again")
    assert [old["version"] for old in state["hands"][0]["history"]] == [1]
    state = good("undo", entry=state["undo"]["entry"])
    assert state["totals"] == [600, -235]
    state = good("time_up")
    assert state["outcome"] == {"reason": "time", "winner": 0}
    state = good("undo", entry=state["undo"]["entry"])
    state = good("hand", number=2, sheet=LEVEL)
    assert (state["status"], state["next"]) == ("finished", None)
    state = good("dispute", side=1, number=2, sheet=AWAY_WINS, reason="it was us")
    assert state["dispute"]["score"]["sides"][1]["total"] == 600
    state = good("settle", dispute=state["dispute"]["id"], accept=True)
    assert state["totals"] == [365, 365]
    for side in (0, 1):
        state = good("confirm", side=side, seen=state["changed_seq"])
    assert state["status"] == "confirmed"
    state = good("reopen", side=0, reason="hand 2 is wrong")
    assert state["reopen"]["side"] == 0
    state = good("reopen_answer", side=1, agree=True)
    assert (state["status"], state["reopen"]) == ("finished", None)


def test_every_kind_has_an_example_that_makes_sense() -> None:
    assert set(PAYLOADS) == set(EntryKind)
    rules = BurakoRuleSet(time_limit_minutes=60)
    for kind, (_title, payload) in PAYLOADS.items():
        read_entry(rules, kind, payload, seats=2)


def test_a_hand_can_be_given_by_its_tiles() -> None:
    account = UserFactory.create()
    program = Program(open_sheet(Visitor(account=account), seats=FOUR), doors_of(account))
    state = conforms(program.write("hand", number=1, tiles=played_tiles(3, 4)))["state"]
    assert state["hands"][0]["tiles"] == played_tiles(3, 4)


def test_faults_are_at_the_names_that_were_sent() -> None:
    program = Program()
    hand = json.loads(json.dumps(HOME_WINS))
    hand["sides"][1]["rack_points"] = [-1]
    answer = program.write("hand", number=1, sheet=hand)
    assert answer.status_code == 422
    assert faults(answer) == {"payload.sheet.sides.1.rack_points.0": "out_of_range"}
    cases: list[tuple[Payload, dict[str, str]]] = [
        ({}, {"payload.number": "missing", "payload.sheet": "sheet_or_tiles"}),
        ({**HAND, "extra": 1}, {"payload.extra": "unknown_field"}),
    ]
    for payload, fault in cases:
        assert faults(program.write("hand", **payload)) == fault
    assert not SheetEntry.objects.exists()


@pytest.mark.parametrize(
    ("field", "value"),
    [
        ("entry_id", "7"),
        ("entry_id", None),
        ("kind", "nonsense"),
        ("kind", ["hand"]),
        ("payload", []),
        ("payload", None),
        ("device", "x" * 65),
        ("device", "a\u202eb"),
        ("device", {"a": 1}),
        ("extra", 1),
    ],
)
def test_every_field_of_an_entry_is_judged(field: str, value: object) -> None:
    good = {"entry_id": str(uuid.uuid4()), "kind": "hand", "payload": HAND}
    answer = Program().send({**good, field: value})
    assert (answer.status_code, list(faults(answer))) == (422, [field])


def test_what_does_not_fit_is_a_conflict_with_a_code() -> None:
    program = Program()
    program.write("hand", **HAND)
    cases: list[tuple[str, Payload, str]] = [
        ("hand", HAND, "stale_hand"),
        ("confirm", {"side": 0, "seen": 9}, "stale_confirm"),
        ("confirm", {"side": 0, "seen": 1}, "match_not_over"),
        ("reopen", {"side": 0, "reason": "wrong"}, "not_confirmed"),
        ("time_up", {}, "time_not_limited"),
    ]
    for kind, payload, code in cases:
        answer = program.write(kind, **payload)
        assert (answer.status_code, conforms(answer)["code"]) == (409, code), kind


def test_a_sheet_takes_only_so_many_entries(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("tournaments.services.sheet_entries.ENTRIES_MAX", 1)
    program = Program()
    program.write("hand", **HAND)
    answer = program.write("hand", number=2, sheet=LEVEL)
    assert (answer.status_code, answer.json()["code"]) == (409, "sheet_full")


def test_who_has_the_link_writes_without_a_token() -> None:
    sheet = open_sheet()
    guest = with_link(sheet)
    state = conforms(guest.write("hand", **HAND))["state"]
    assert (state["you"]["role"], state["hands"][0]["by"]) == ("link", "Guest")
    assert SheetEntry.objects.get().by is None
    for policy in ("players", "creator"):
        Sheet.objects.update(write_policy=policy)
        answer = guest.write("hand", number=2, sheet=LEVEL)
        assert (answer.status_code, answer.json()["code"]) == (403, "may_not_write")
    assert SheetEntry.objects.count() == 1


def test_a_preview_tells_the_worth_and_the_faults_and_writes_nothing() -> None:
    program = Program()
    told = conforms(program.send({"sheet": HOME_WINS}, "sheet_preview"))
    assert [side["total"] for side in told["score"]["sides"]] == [600, -235]
    assert told["errors"] == []
    impossible = json.loads(json.dumps(HOME_WINS))
    impossible["sides"][0]["laid_points"] = 3
    told = conforms(program.send({"sheet": impossible}, "sheet_preview"))
    assert told["score"]["sides"][0]["total"] == 303
    assert [one["field"] for one in told["errors"]] == ["sheet.sides.0.laid_points"]
    for unread in ({}, {"sheet": None}, {"sheet": HOME_WINS, "tiles": {}}, {"tiles": {"a": 1}}):
        told = conforms(program.send(unread, "sheet_preview"))
        assert told["score"] is None
        assert told["errors"]
    assert faults(program.send({"hand": 1}, "sheet_preview")) == {"hand": "unknown_field"}
    assert program.state()["seq"] == 0


@hypothesis_settings(
    deadline=None, max_examples=30, suppress_health_check=[HealthCheck.function_scoped_fixture]
)
@given(kind=st.sampled_from([*EntryKind, "other"]), payload=json_values)
def test_any_payload_is_answered_in_the_documents_form(
    db: None, kind: str, payload: object
) -> None:
    body = json.dumps(
        {"entry_id": str(uuid.uuid4()), "kind": kind, "payload": payload}, default=str
    )
    program = Program(sheet := open_sheet(), with_link(sheet).doors)
    path = reverse("api:sheet_entries", args=[program.sheet.public_id])
    answer = program.doors.program.post(path, body, content_type=JSON)
    assert answer.status_code in {400, 409, 422}
    conforms(answer)
