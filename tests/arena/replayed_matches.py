"""Settled matches with replays of games that were really played, for tests of what tells them."""

import hashlib
import random
from typing import Any

from arena.games.registry import rules_from_json
from arena.games.shuffle import commitment
from arena.match_states import MatchState
from arena.match_verdict import Ordered, match_verdict
from arena.models import BotVersion, Match
from arena.selectors.matches import match_get
from arena.services.replays import replay_store
from arena.wire.match_spec import MatchSpec
from tests.arena.wire.played import Trouble, play
from tests.factories import MatchFactory


def match_replayed(
    *versions: BotVersion,
    profile: str = "durak/duel24",
    seed: int = 0,
    trouble: Trouble | None = None,
    **changes: Any,  # noqa: ANN401
) -> Match:
    """Played offline by random players from this seed, and settled as a worker's would be."""
    secret = hashlib.sha256(f"{profile} {seed}".encode()).digest()
    match: Match = MatchFactory.create(
        **{"versions": versions} if versions else {},
        profile=profile,
        seed=secret.hex(),
        commitment=commitment(secret),
        **changes,
    )
    replay = play(spec_of(match), random.Random(seed), trouble).data
    return settled_with(match, replay)


def spec_of(match: Match) -> MatchSpec:
    """What the game server is asked for."""
    return MatchSpec(
        match_id=match.public_id,
        rules=rules_from_json(match.rules),
        participants=tuple(one.told_name for one in match.participants.order_by("place")),
        boards=match.boards,
        games_per_board=match.games_per_board,
        seed=bytes.fromhex(match.seed),
    )


def settled_with(match: Match, replay: bytes) -> Match:
    """Its result read from the replay, which is in the storage."""
    spec = spec_of(match)
    verdict = match_verdict(
        replay,
        Ordered(
            match=match.public_id,
            rules=match.rules,
            participants=spec.participants,
            boards=match.boards,
            games_per_board=match.games_per_board,
            commitment=match.commitment,
            clocks={},
        ),
    )
    last = Match.objects.exclude(settled_number=None).count()
    Match.objects.filter(pk=match.pk).update(
        state=MatchState.SETTLED,
        attempt=1,
        sandbox="bwrap",
        ended_at=match.created_at,
        settled_number=last + 1,
        replay_digest=replay_store(data=replay),
        replay_bytes=len(replay),
        results=list(verdict.boards),
        games=verdict.games,
        decisions=verdict.decisions,
        boards_over=match.boards_in_all,
    )
    for participant, place in zip(
        match.participants.order_by("place"), verdict.places, strict=True
    ):
        participant.points = place.points
        participant.boards_forfeited = place.boards_forfeited
        participant.strikes = place.usage.strikes
        participant.decisions = place.usage.decisions
        participant.think_ms = place.usage.think_ms
        participant.longest_ms = place.usage.longest_ms
        participant.save()
    found = match_get(public_id=match.public_id)
    assert found is not None
    return found
