"""Groups, then play-offs: snake into groups, cross over into a bracket.

Competitors of one group have met already, so the bracket keeps them apart as long as it can:
the two best of a group in different halves, the four best in different quarters.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import networkx as nx

from scoring.pairing.common import (
    CompetitorId,
    Message,
    PairingError,
    reason,
    refuse_duplicates,
)
from scoring.pairing.knockout import Bracket, knockout, seed_order


@dataclass(frozen=True, slots=True)
class Qualifier:
    """Someone who reached the play-offs: from which group, on which place, as which seed."""

    competitor: CompetitorId
    group: int
    place: int
    seed: int

    @property
    def why(self) -> Message:
        return reason("groups.cross", place=self.place, group=self.group + 1, seed=self.seed)


@dataclass(frozen=True, slots=True)
class PlayOffs:
    """The bracket after the groups, and who comes in where."""

    qualifiers: tuple[Qualifier, ...]
    bracket: Bracket


def snake_groups(
    seeds: Sequence[CompetitorId], groups: int
) -> tuple[tuple[CompetitorId, ...], ...]:
    """Deal seeds to groups 1, 2, ..., n, n, ..., 2, 1, 1, 2, ...: even in strength and size."""
    refuse_duplicates(seeds)
    if groups < 1:
        raise PairingError("groups_out_of_range", "there must be at least one group")
    if len(seeds) < 2 * groups:
        raise PairingError("groups_too_small", "every group needs two competitors or more")
    dealt: list[list[CompetitorId]] = [[] for _ in range(groups)]
    for i, seed in enumerate(seeds):
        lap, step = divmod(i, groups)
        dealt[step if lap % 2 == 0 else groups - 1 - step].append(seed)
    return tuple(tuple(group) for group in dealt)


def play_offs(
    rankings: Sequence[Sequence[CompetitorId]], per_group: int, *, third_place: bool = False
) -> PlayOffs:
    """Cross over: the best ``per_group`` of each group, given in order of their final places.

    Group winners are seeded first, in the order of the groups; then the seconds, and so on.
    Inside a place the seeds are dealt so that members of one group meet as late as possible.
    """
    refuse_duplicates([competitor for ranking in rankings for competitor in ranking])
    if per_group < 1:
        raise PairingError("qualifiers_out_of_range", "at least one of each group must qualify")
    if any(len(ranking) < per_group for ranking in rankings):
        raise PairingError("group_too_small", f"a group has fewer than {per_group} competitors")
    groups = len(rankings)
    if groups * per_group < 2:
        raise PairingError("too_few_competitors", "play-offs need two competitors or more")
    size = 1 << (groups * per_group - 1).bit_length()
    position = {seed: i for i, seed in enumerate(seed_order(size))}
    placed: list[list[int]] = [[] for _ in range(groups)]
    qualifiers: list[Qualifier] = []
    for place in range(1, per_group + 1):
        seeds = range((place - 1) * groups + 1, place * groups + 1)
        for group, seed in enumerate(_dealt(seeds, placed, position)):
            placed[group].append(position[seed])
            qualifiers.append(Qualifier(rankings[group][place - 1], group, place, seed))
    in_order = tuple(sorted(qualifiers, key=lambda qualifier: qualifier.seed))
    bracket = knockout([q.competitor for q in in_order], third_place=third_place)
    return PlayOffs(in_order, bracket)


def meeting_round(position: int, other: int) -> int:
    """The round in which two positions of a bracket would meet."""
    return (position ^ other).bit_length()


def _dealt(seeds: range, placed: list[list[int]], position: dict[int, int]) -> list[int]:
    """Which group takes which seed: latest meetings first, then the natural order."""
    groups = len(placed)
    if not placed[0]:
        return list(seeds)
    rounds = len(position).bit_length() - 1
    dear = 4 * groups * groups * groups
    graph: nx.Graph[tuple[str, int]] = nx.Graph()
    for group in range(groups):
        for rank, seed in enumerate(seeds):
            early = sum(
                (groups * len(placed[0]) + 1) ** (rounds - meeting_round(position[seed], there))
                for there in placed[group]
            )
            cost = early * dear + (rank - group) ** 2
            graph.add_edge(("group", group), ("seed", seed), weight=-cost)
    matching = nx.max_weight_matching(graph, maxcardinality=True)
    taken = {a[1]: b[1] for pair in matching for a, b in (pair, pair[::-1]) if a[0] == "group"}
    return [taken[group] for group in range(groups)]
