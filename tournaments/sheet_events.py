"""What those who follow a sheet live are told, on a page and by the programming interface."""

import uuid

from tournaments.live.streams import Seen
from tournaments.live.topics import league_topic, sheet_topic
from tournaments.selectors.sheets import sheet_find_to_judge, sheet_league_id
from tournaments.sheet_access import Visitor, require_read, sheet_access


def sheet_look(*, public_id: uuid.UUID, visitor: Visitor) -> Seen:
    """What is new to a visitor (an entry, rights, wishes), or `SheetDeniedError`."""
    sheet = sheet_find_to_judge(public_id=public_id)
    access = sheet_access(sheet=sheet, visitor=visitor)
    require_read(access)
    rights = f"{access.role}{access.may_write:d}{''.join(map(str, sorted(access.sides)))}"
    wishes = "".join(str(wish.side) for wish in sheet.wishes.order_by("side"))
    return _seen(sheet.last_seq, f"{rights}-{wishes}")


def sheet_told(seen: Seen, detail: str) -> Seen:
    """Another entry was written; the reader's rights are what they were."""
    seq, _, rights = seen.id.partition("-")
    return _seen(max(int(seq), int(detail)), rights)


def sheet_topics(*, public_id: uuid.UUID) -> list[str]:
    """Where news of a sheet come from: of a league's also the league, whose organizers decide who
    may write."""
    league_id = sheet_league_id(public_id=public_id)
    return [sheet_topic(public_id), *([] if league_id is None else [league_topic(league_id)])]


def _seen(seq: int, rights: str) -> Seen:
    return Seen(f"{seq}-{rights}", "state", {"seq": seq})
