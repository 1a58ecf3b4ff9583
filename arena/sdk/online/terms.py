"""What is played if nobody says: the site's own terms decide, as on its pages."""

from collections.abc import Sequence

from arena.sdk.online.client import Client, Json
from arena.sdk.online.errors import NameNotClearError
from arena.sdk.online.names import VersionName


def challenge_terms(
    client: Client, own: Json, others: Sequence[Json], *, profile: str, boards: int | None
) -> tuple[str, int]:
    """Rules that all of them play and that need as many bots, and the usual number of boards."""
    terms = client.get("challenges/terms/", opponent=others[0]["id"], bot=own["id"])
    offered = _offered(terms, own)
    if profile:
        chosen = [one for one in offered if one["profile"] == profile]
        if not chosen:
            names = ", ".join(one["profile"] for one in offered)
            raise NameNotClearError(
                f"{own['name']} and {others[0]['name']} do not both play {profile}, but {names}."
            )
    else:
        chosen = [one for one in offered if _fits(one, others)]
        if not chosen:
            sizes = ", ".join(f"{one['profile']} {one['others_needed'] + 1}" for one in offered)
            raise NameNotClearError(
                f"No rules that all of them play are for so many. Opponents needed: {sizes}."
            )
    usual = next((one for one in chosen if one["profile"] == terms["profile"]), chosen[0])
    return usual["profile"], usual["boards_usual"] if boards is None else boards


def _offered(terms: Json, own: Json) -> list[Json]:
    """Rules of both, if both can play."""
    asked = [one for one in (terms["opponent"], *terms["bots"]) if not one["can_play"]]
    hindered = {one["bot"]: one["hindrance"] for one in asked}
    for bot in (terms["opponent"]["bot"], own["id"]):
        if bot in hindered:
            raise NameNotClearError(str(hindered[bot]))
    offered: list[Json] = terms["profiles"]
    if terms["bot"] != own["id"] or not offered:
        raise NameNotClearError(
            f"{own['name']} and {terms['opponent']['name']} have no rules in common."
        )
    return offered


def _fits(offered: Json, others: Sequence[Json]) -> bool:
    return offered["others_needed"] + 1 == len(others) and all(
        offered["profile"] in other["profiles"] for other in others
    )


def ab_profile(client: Client, new: VersionName, old: VersionName) -> str:
    """Rules that both versions play, as the site would choose them."""
    keys = {name: f"{one.bot['id']}/{one.number}" for name, one in (("new", new), ("old", old))}
    terms = client.get("ab-tests/terms/", **keys)
    told = {
        name: None if terms[name] is None else f"{terms[name]['bot']}/{terms[name]['version']}"
        for name in keys
    }
    if told != keys or terms["profile"] is None:
        raise NameNotClearError(
            f"{new} and {old} cannot be compared: both must be yours, have passed their checks and "
            "play the same rules."
        )
    return str(terms["profile"])
