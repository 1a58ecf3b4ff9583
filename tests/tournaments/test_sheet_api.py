"""The score sheet over HTTP: what a page sends and gets, and what it gets for nonsense."""

import json
import uuid
from typing import Any

import pytest
from django.conf import settings
from django.core.cache import cache
from django.test import Client
from django.urls import reverse
from hypothesis import HealthCheck, given
from hypothesis import settings as hypothesis_settings
from hypothesis import strategies as st
from pytest_django import DjangoAssertNumQueries

from scoring.burako import EntryKind
from tests.scoring.burako.books import AWAY_WINS, HOME_WINS, LEVEL, Payload, played_tiles
from tests.scoring.burako.strategies import json_values
from tests.tournaments.sheet_table import (
    FOUR,
    creators_phone,
    guests_phone,
    open_sheet,
    token_of,
    write_hands,
)
from tournaments.models import SheetEntry
from tournaments.services.sheet_entries import ENTRIES_MAX

pytestmark = pytest.mark.django_db
HAND: Payload = {"number": 1, "sheet": HOME_WINS}


def test_a_hand_is_written_once_however_often_it_is_sent() -> None:
    phone = creators_phone(open_sheet())
    entry_id = uuid.uuid4()
    first, again = (phone.write("hand", entry_id, **HAND) for _ in range(2))
    assert (first.status_code, first.json()["entry"]) == (200, "written")
    assert (again.status_code, again.json()["entry"]) == (200, "already")
    assert first.json()["state"] == again.json()["state"] == phone.state()
    assert phone.state()["totals"] == [600, -235]


def test_another_entry_under_a_used_id_is_not_swallowed() -> None:
    phone = creators_phone(open_sheet())
    entry_id = uuid.uuid4()
    phone.write("hand", entry_id, **HAND)
    for other in ({"number": 1, "sheet": LEVEL}, {"number": 1, "sheet": None}):
        answer = phone.write("hand", entry_id, **other)
        assert (answer.status_code, answer.json()["code"]) == (409, "entry_id_used")


def test_a_stale_hand_is_refused_with_the_sheet_as_it_is() -> None:
    sheet = open_sheet()
    one, other = creators_phone(sheet), guests_phone(sheet)
    one.write("hand", **HAND)
    answer = other.write("hand", number=1, sheet=AWAY_WINS)
    assert answer.status_code == 409
    assert answer.json()["code"] == "stale_hand"
    assert "hand 2" in answer.json()["message"]
    assert answer.json()["state"]["hands"][0]["score"]["sides"][0]["total"] == 600


def test_the_impossible_is_refused_at_its_field() -> None:
    phone = creators_phone(open_sheet())
    hand = json.loads(json.dumps(HOME_WINS))
    hand["sides"][0]["laid_points"] = 3
    hand["sides"][1]["rack_points"] = [-1]
    answer = phone.write("hand", number=1, sheet=hand)
    assert answer.status_code == 422
    fields = {error["field"]: error["code"] for error in answer.json()["errors"]}
    assert fields == {"sheet.sides.1.rack_points.0": "out_of_range"}
    hand["sides"][1]["rack_points"] = [60]
    answer = phone.send({"sheet": hand}, "preview")
    assert answer.status_code == 200
    assert answer.json()["score"]["sides"][0]["total"] == 303
    assert [error["field"] for error in answer.json()["errors"]] == ["sheet.sides.0.laid_points"]


def test_a_preview_writes_nothing() -> None:
    phone = creators_phone(open_sheet(seats=FOUR))
    answer = phone.send({"tiles": played_tiles(3, 4)}, "preview").json()
    assert answer["errors"] == []
    assert answer["score"]["sides"][0]["lines"]
    assert phone.state()["seq"] == 0


def test_the_state_says_everything_the_page_shows() -> None:
    sheet = open_sheet(seats=FOUR, first_starter=3)
    phone = creators_phone(sheet)
    state = phone.state()
    assert state["names"] == [["Ana", "Bea"], ["Carl", "Dora"]]
    assert state["sides"] == ["Ana and Bea", "Carl and Dora"]
    assert state["next"] == {"number": 1, "starter": 3}
    assert state["you"] == {
        "role": "creator",
        "may_read": True,
        "may_write": True,
        "may_manage": True,
        "sides": [0, 1],
    }
    assert state["rules"]["values"]["target_points"] == 3000
    assert state["to_target"] == [3000, 3000]
    phone.write("hand", number=1, tiles=played_tiles(3, 4))
    hand = phone.state()["hands"][0]
    assert hand["tiles"] == played_tiles(3, 4)
    assert (hand["starter"], hand["version"], hand["by"], hand["counted"]) == (
        3,
        1,
        "Creator",
        True,
    )
    assert phone.state()["undo"] == {"entry": hand["entry"], "kind": "hand", "number": 1}


def test_a_corrected_hand_shows_what_it_was() -> None:
    sheet = open_sheet()
    phone = creators_phone(sheet)
    phone.write("hand", **HAND)
    phone.write("correct", number=1, version=1, sheet=LEVEL, reason="counted <b>again</b>")
    (hand,) = phone.state()["hands"]
    assert (hand["version"], hand["reason"]) == (2, "counted <b>again</b>")
    (old,) = hand["history"]
    assert (old["version"], old["undone"]) == (1, False)
    assert old["score"]["sides"][0]["total"] == 600
    phone.write("undo", entry=phone.state()["undo"]["entry"])
    (hand,) = phone.state()["hands"]
    assert [(v["version"], v["undone"]) for v in hand["history"]] == [(2, True)]


def test_reading_a_sheet_costs_the_same_however_long_it_is(
    django_assert_num_queries: DjangoAssertNumQueries,
) -> None:
    sheet = open_sheet()
    phone = creators_phone(sheet)
    phone.state()
    for hands in (1, 5):
        write_hands(sheet, hands, LEVEL)
        with django_assert_num_queries(6):  # session, sheet, seats, links, entries, wishes
            phone.state()


# Bad input

BODIES: list[Any] = [
    b"", b"{", b"\xff\xfe", b"[]", b"null", b"3", b'"text"', b"{}", b"NaN", b"1e999999",
    b'{"entry_id": Infinity}', b"[" * 60_000, b"9" * 60_000, b'{"a":' * 8_000,
]  # fmt: skip


@pytest.mark.parametrize("name", ["entries", "preview"])
@pytest.mark.parametrize("body", BODIES, ids=lambda body: repr(body[:12]))
def test_a_body_that_makes_no_sense_is_refused_with_a_sentence(name: str, body: bytes) -> None:
    answer = creators_phone(open_sheet()).send(body, name)
    problem = answer.json()
    if name == "preview" and answer.status_code == 200:
        assert problem["score"] is None
        assert problem["errors"]
    else:
        assert answer.status_code in {400, 415, 422}  # without a body: 415
        assert problem["message"]


@pytest.mark.parametrize("name", ["entries", "preview"])
def test_what_is_too_large_or_no_json_is_refused(name: str) -> None:
    phone = creators_phone(open_sheet())
    for size in (70_000, settings.DATA_UPLOAD_MAX_MEMORY_SIZE + 1):
        assert phone.send(b'"' + b"x" * size + b'"', name).status_code == 413
    form = phone.client.post(phone.path(name), {"kind": "hand"})
    assert (form.status_code, form.json()["code"]) == (415, "not_json")


@pytest.mark.parametrize(
    ("field", "value", "code"),
    [
        ("entry_id", "7", "not_an_id"),
        ("entry_id", 7, "not_text"),
        ("entry_id", None, "not_text"),
        ("entry_id", "x" * 1000, "text_too_long"),
        ("entry_id", "a\x00b", "text_unprintable"),
        ("kind", ["hand"], "not_text"),
        ("kind", "x" * 21, "text_too_long"),
        ("kind", "nonsense", "unknown_kind"),
        ("device", {"a": 1}, "not_text"),
        ("device", "x" * 65, "text_too_long"),
        ("device", "a\ud800", "text_unprintable"),
        ("extra", 1, "unknown_field"),
    ],
)
def test_every_field_of_an_entry_is_judged(field: str, value: object, code: str) -> None:
    good = {"entry_id": str(uuid.uuid4()), "kind": "hand", "payload": HAND}
    answer = creators_phone(open_sheet()).send({**good, field: value})
    assert answer.status_code == 422
    (error,) = answer.json()["errors"]
    assert (error["field"], error["code"]) == (field, code)
    assert error["message"]


@hypothesis_settings(
    deadline=None,
    max_examples=40,
    suppress_health_check=[HealthCheck.function_scoped_fixture],
)
@given(kind=st.sampled_from([*EntryKind, "other"]), payload=json_values)
def test_any_payload_is_answered_with_a_sentence(db: None, kind: str, payload: object) -> None:
    sheet = open_sheet()
    body = json.dumps(
        {"entry_id": str(uuid.uuid4()), "kind": kind, "payload": payload}, default=str
    )
    answer = creators_phone(sheet).send(body)
    assert answer.status_code in {400, 409, 422}, answer.content
    assert answer.json()["message"]


def test_a_sheet_takes_only_so_many_entries(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("tournaments.services.sheet_entries.ENTRIES_MAX", 1)
    phone = creators_phone(open_sheet())
    phone.write("hand", **HAND)
    answer = phone.write("hand", number=2, sheet=LEVEL)
    assert (answer.status_code, answer.json()["code"]) == (409, "sheet_full")
    assert ENTRIES_MAX > 1000
    assert SheetEntry.objects.count() == 1


# Links


def test_a_link_opens_the_sheet_and_leaves_no_trace_of_itself() -> None:
    sheet = open_sheet()
    client = Client()
    answer = client.get(reverse("sheets:link", args=[token_of(sheet)]))
    assert answer.status_code == 302
    assert answer["Location"] == f"/sheets/{sheet.public_id}/"
    assert answer["Referrer-Policy"] == "no-referrer"
    assert "no-store" in answer["Cache-Control"]
    phone = guests_phone(sheet)
    phone.client = client
    assert phone.state()["you"]["role"] == "link"


@pytest.mark.parametrize("token", ["x", "a" * 43, "a" * 500, "ñandú", "..%2f"])
def test_a_wrong_link_opens_nothing(token: str) -> None:
    open_sheet()
    answer = Client().get(reverse("sheets:link", args=[token]))
    assert answer.status_code == 404
    assert answer["Referrer-Policy"] == "no-referrer"


def test_guessing_links_ends_soon_and_only_for_who_guesses() -> None:
    sheet = open_sheet()
    cache.clear()
    guesser = Client()
    answers = [guesser.get(f"/s/{number:043}/").status_code for number in range(31)]
    assert answers == [404] * 30 + [429]
    assert guesser.get(reverse("sheets:link", args=[token_of(sheet)])).status_code == 429
    elsewhere = Client(REMOTE_ADDR="192.0.2.7")
    assert elsewhere.get(reverse("sheets:link", args=[token_of(sheet)])).status_code == 302


def test_writing_needs_the_pages_own_token_against_forgery() -> None:
    phone = creators_phone(open_sheet())
    strict = Client(enforce_csrf_checks=True)
    strict.cookies = phone.client.cookies
    phone.client = strict
    assert phone.write("hand", **HAND).status_code == 403
    strict.get(phone.path("state"))
    token = strict.cookies["csrftoken"].value
    body = {"entry_id": str(uuid.uuid4()), "kind": "hand", "payload": HAND}
    answer = strict.post(
        phone.path("entries"),
        json.dumps(body),
        content_type="application/json",
        headers={"X-CSRFToken": token},
    )
    assert answer.status_code == 200
