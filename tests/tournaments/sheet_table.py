"""People at a table with a score sheet, for the tests of sheets."""

import json
import uuid
from dataclasses import dataclass, field
from typing import Any

from django.contrib.sessions.backends.base import SessionBase
from django.test import Client
from django.urls import reverse

from scoring.burako import SEED_RULES, BurakoRuleSet
from tests.factories import RuleSetFactory, RuleSetVersionFactory
from tests.scoring.burako.books import HOME_WINS, Payload
from tournaments.models import RuleSetVersion, Sheet, User
from tournaments.selectors.sheets import sheet_find, sheet_link_active, sheet_link_token
from tournaments.services.sheet_entries import Written, sheet_entry_add
from tournaments.services.sheets import SeatSpec, sheet_create
from tournaments.sheet_access import Visitor
from tournaments.sheet_visitors import token_hash

Plain = Any  # what JSON and keyword arguments are
SECRET = "the secret of a session"
GUEST_CREATOR = Visitor(secret_hash=token_hash(SECRET))
TWO = (SeatSpec(name="Ana"), SeatSpec(name="Carl"))
FOUR = (*TWO, SeatSpec(name="Bea"), SeatSpec(name="Dora"))


def rules_of(owner: User | None, rules: BurakoRuleSet) -> RuleSetVersion:
    """A club's rule set."""
    return RuleSetVersionFactory.create(
        rule_set=RuleSetFactory.create(owner=owner) if owner else RuleSetFactory.create(),
        values=rules.as_dict(),
    )


def open_sheet(
    visitor: Visitor = GUEST_CREATOR, *, rules: BurakoRuleSet = SEED_RULES, **choices: Plain
) -> Sheet:
    """A new sheet for two, by somebody without an account unless `visitor` says."""
    sheet = sheet_create(visitor=visitor, **{"seats": TWO, **choices})
    if rules != SEED_RULES:  # as if the creator had been offered these
        sheet.rule_version = rules_of(visitor.account, rules)
        sheet.save(update_fields=["rule_version"])
    return sheet


def token_of(sheet: Sheet) -> str:
    link = sheet_link_active(sheet=sheet_find(public_id=sheet.public_id))
    assert link is not None
    return sheet_link_token(link=link)


def link_visitor(sheet: Sheet) -> Visitor:
    """Somebody who has opened the sheet's links."""
    return Visitor(link_ids=frozenset(link.pk for link in sheet.links.all()))


def write(
    sheet: Sheet, kind: str, visitor: Visitor = GUEST_CREATOR, /, **payload: object
) -> Written:
    return sheet_entry_add(
        public_id=sheet.public_id,
        visitor=visitor,
        entry_id=uuid.uuid4(),
        kind=kind,
        payload=payload,
    )


def write_hands(sheet: Sheet, count: int, hand: Payload = HOME_WINS) -> None:
    start = Sheet.objects.get(pk=sheet.pk).hands_count
    for number in range(start + 1, start + count + 1):
        write(sheet, "hand", number=number, sheet=hand)


@dataclass
class Phone:
    """A browser and the sheet it has open."""

    sheet: Sheet
    client: Client = field(default_factory=Client)

    def session_set(self, **values: object) -> SessionBase:
        session = self.client.session
        session.update(values)
        session.save()
        self.client.cookies["sessionid"] = session.session_key or ""
        return session

    def path(self, name: str) -> str:
        return reverse(f"sheets:{name}", args=[self.sheet.public_id])

    def state(self) -> Plain:
        return self.client.get(self.path("state")).json()

    def send(self, data: object, name: str = "entries") -> Plain:
        body = data if isinstance(data, (str, bytes)) else json.dumps(data)
        return self.client.post(self.path(name), body, content_type="application/json")

    def write(self, kind: str, entry_id: uuid.UUID | None = None, **payload: object) -> Plain:
        return self.send(
            {"entry_id": str(entry_id or uuid.uuid4()), "kind": kind, "payload": payload}
        )


def creators_phone(sheet: Sheet) -> Phone:
    phone = Phone(sheet)
    phone.session_set(sheet_secret=SECRET)
    return phone


def guests_phone(sheet: Sheet) -> Phone:
    """Has opened the link."""
    phone = Phone(sheet)
    phone.session_set(sheet_links=[link.pk for link in sheet.links.all()])
    return phone
