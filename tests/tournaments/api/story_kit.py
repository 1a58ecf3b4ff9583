"""People in a story who have nothing but the interface: a token, a link, or neither.

Every answer is held against the OpenAPI document, and nothing is looked up anywhere else.
"""

import csv
import io
from dataclasses import dataclass, field
from typing import Any

from django.http import HttpResponse
from django.test import Client

from tests.api_client import token_for
from tests.api_document import conforms
from tests.factories import UserFactory

API = "/api/v1/"
Json = Any
"""What JSON holds."""


@dataclass(frozen=True)
class Caller:
    """Somebody's program."""

    headers: dict[str, str] = field(default_factory=dict)

    @classmethod
    def with_account(cls, name: str) -> "Caller":
        """A new account, and a token of it for everything."""
        account = UserFactory.create(display_name=name)
        return cls({"Authorization": f"Bearer {token_for(account)}"})

    @classmethod
    def with_link(cls, address: str) -> "Caller":
        """Nobody in particular, who was given a link."""
        return cls({"Durako-Link": address})

    def get(self, path: str, **query: object) -> Json:
        return self._well(self._send("get", path, query))

    def all(self, path: str, **query: object) -> list[Json]:
        """A whole list, page by page."""
        page = self.get(path, **query)
        found: list[Json] = page["results"]
        while page["next"] is not None:
            page = self._well(Client(headers=self.headers).get(page["next"]))
            found += page["results"]
        return found

    def post(self, path: str, /, **body: object) -> Json:
        return self._well(self._send("post", path, body))

    def make(self, path: str, /, **body: object) -> Json:
        """Something new, which is at its address what it was when it was made, if not more."""
        answer = self._send("post", path, body)
        made = self._well(answer)
        assert answer.status_code == 201, answer.content
        there = self._well(Client(headers=self.headers).get(answer["Location"]))
        assert made.items() <= there.items()
        return made

    def put(self, path: str, /, **body: object) -> Json:
        return self._well(self._send("put", path, body))

    def patch(self, path: str, /, **body: object) -> Json:
        return self._well(self._send("patch", path, body))

    def delete(self, path: str) -> None:
        assert self._send("delete", path, {}).status_code == 204

    def refused(self, method: str, path: str, /, **body: object) -> tuple[int, str]:
        """The status and the code of a call that must not work."""
        answer = self._send(method, path, body)
        problem = conforms(answer)
        assert answer.status_code >= 400, answer.content
        return answer.status_code, problem["code"]

    def faults(self, method: str, path: str, /, **body: object) -> dict[str, str]:
        """The fields at fault with what is said about them."""
        answer = self._send(method, path, body)
        assert answer.status_code == 422, answer.content
        return {one["field"]: one["detail"] for one in conforms(answer)["errors"]}

    def table(self, path: str) -> list[dict[str, str]]:
        """A file for spreadsheets."""
        answer = self._send("get", path, {})
        assert conforms(answer) is None
        assert answer.status_code == 200, answer.content
        return list(csv.DictReader(io.StringIO(answer.content.decode("utf-8-sig"))))

    def _send(self, method: str, path: str, data: dict[str, object]) -> HttpResponse:
        kind = {} if method == "get" else {"content_type": "application/json"}
        send = getattr(Client(headers=self.headers), method)
        answer: HttpResponse = send(f"{API}{path}", data, **kind)
        return answer

    def _well(self, answer: Any) -> Json:  # noqa: ANN401 - what a test client gives
        assert answer.status_code < 400, answer.content
        return conforms(answer)


Durak = str | tuple[str, int] | None
"""A name, perhaps with so many epaulettes; None: a draw."""
NOBODY = Caller()
"""Without a token or a link."""


@dataclass(frozen=True)
class League:
    """A league as one of these people sees it; sides are called by their first player's name."""

    id: str
    by: Caller

    @property
    def path(self) -> str:
        return f"leagues/{self.id}/"

    def seen_by(self, other: Caller) -> "League":
        return League(self.id, other)

    def told(self, of: str = "", **query: object) -> Json:
        return self.by.get(f"{self.path}{of}", **query)

    def step(self, verb: str, /, **body: object) -> Json:
        return self.by.post(f"{self.path}{verb}/", **body)

    @property
    def revision(self) -> int:
        found: int = self.told()["revision"]
        return found

    def entry(self, name: str) -> str:
        """The id of somebody's entry."""
        (found,) = [one for one in self.by.all(f"{self.path}entries/") if name in one["names"]]
        entry: str = found["id"]
        return entry

    def pairings(self, number: int) -> list[tuple[str, ...]]:
        """Who meets whom in a round; last, who meets nobody."""
        told = self.told(f"rounds/{number}/")
        met = [(one["fixture"]["first"], one["fixture"]["second"]) for one in told["pairings"]]
        return [tuple(_short(side) for side in both) for both in met] + [
            (_short(one["who"]),) for one in told["byes"]
        ]

    def match(self, number: int, name: str) -> "Match":
        """Somebody's match of a round."""
        found = [
            one
            for one in self.by.all(f"{self.path}fixtures/", round=number)
            if name in (_short(one["first"]), _short(one["second"]))
        ]
        (one,) = found
        return Match(self, one["id"], (_short(one["first"]), _short(one["second"])))

    def todo(self) -> list[tuple[str, int]]:
        """What needs the organizers: its kind, and how many of it."""
        return [(one["kind"], one["count"]) for one in self.told("today/")["todo"]]


@dataclass(frozen=True)
class Match:
    """A match as somebody sees it."""

    league: League
    id: str
    sides: tuple[str, str]

    @property
    def path(self) -> str:
        return f"{self.league.path}fixtures/{self.id}/"

    def seen_by(self, other: Caller) -> "Match":
        return Match(self.league.seen_by(other), self.id, self.sides)

    def told(self) -> Json:
        return self.league.by.get(self.path)

    def points(self) -> dict[str, int]:
        """Of both sides, by the latest result."""
        result = self.told()["result"]
        points = (result["points_first"], result["points_second"])
        return dict(zip(self.sides, points, strict=True))

    def result(self, points: dict[str, int], **more: object) -> Json:
        return self._with_revision("result", **self.total(points), **more)

    def games(self, *duraks: "Durak") -> Json:
        return self._with_revision("result", **self.games_sent(*duraks))

    def answer(self, said: str, text: str = "") -> Json:
        return self._with_revision("answer", answer=said, text=text)

    def decide(self, **word: object) -> Json:
        return self._with_revision("decide", **word)

    def move(self, where: str, **more: object) -> Json:
        return self._with_revision("move", move=where, **more)

    def open_sheet(self) -> str:
        """The id of its score sheet."""
        sheet: str = self.league.by.post(f"{self.path}sheet/")["sheet"]
        return sheet

    def total(self, points: dict[str, int]) -> dict[str, object]:
        """Points by names, as a result is sent."""
        first, second = self.sides
        return {"way": "total", "points_first": points[first], "points_second": points[second]}

    def games_sent(self, *duraks: "Durak") -> dict[str, object]:
        """Who was the durak of each game, as a result is sent."""
        return {"way": "games", "games": [self._game(durak) for durak in duraks]}

    def _game(self, durak: "Durak") -> dict[str, object]:
        if durak is None:
            return {"durak": "nobody"}
        name, epaulettes = (durak, 0) if isinstance(durak, str) else durak
        side = ("first", "second")[self.sides.index(name)]
        return {"durak": side, "epaulettes": epaulettes}

    def _with_revision(self, verb: str, **body: object) -> Json:
        revision = self.told()["revision"]
        return self.league.by.post(f"{self.path}{verb}/", revision=revision, **body)


def short(name: str) -> str:
    """The first of a pair's names."""
    return name.partition(" and ")[0]


def _short(side: Json) -> str:
    return short(side["name"])
