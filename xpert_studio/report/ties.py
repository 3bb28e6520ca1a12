"""Which ranked systems the tasks cannot tell apart."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from itertools import combinations
from typing import Final

import numpy as np

from xpert_studio.core.metrics import Leaderboard, response_scores, scores_by_task
from xpert_studio.core.metrics.significance import benjamini_hochberg
from xpert_studio.core.metrics.task_estimates import SHARE, differences, in_clusters
from xpert_studio.core.records.columns import Catalog, FloatArray, Ratings
from xpert_studio.core.wording import listed, t
from xpert_studio.report.analysis import Analysis, JudgeFindings

SIGNIFICANCE: Final = 0.05
LEAST_TASKS: Final = 6
"""On fewer no p-value is below ``SIGNIFICANCE``: none is below that of an exact sign test."""
MOST_COMPARED: Final = 60
"""Systems below these are compared with no other: they get no group."""


@dataclass(frozen=True, slots=True)
class Tie:
    """A ranked system's group.

    Attributes:
        group: From 0, for the best.
        leader: The best system of the group.
        p: Of the difference to the leader, by task, corrected over all pairs of ranked systems;
            None for the leader itself, and where it cannot be computed.
        size: How many systems the group has.
    """

    group: int
    leader: str
    p: float | None
    size: int

    @property
    def letter(self) -> str:
        """What the group is called."""
        return chr(ord("A") + self.group % 26)


def tie_groups(catalog: Catalog, marks: Ratings, ranked: Sequence[str]) -> dict[str, Tie]:
    """Groups of neighbours by rank that the paired test cannot tell from the best of the group.

    Every two ranked systems are compared task by task (the test of ``compare_systems``), the
    p-values corrected by Benjamini and Hochberg. A group ends at the first system that can be told
    from its leader; that one leads the next.

    Args:
        catalog: What there is to judge.
        marks: One rater's answers.
        ranked: The systems, the best first.
    """
    names = list(ranked[:MOST_COMPARED])
    places = [catalog.systems.index(name) for name in names]
    scores = scores_by_task(catalog, response_scores(catalog, marks))[places]
    pairs = list(combinations(range(len(names)), 2))
    both = np.isfinite(scores).all(axis=0)
    sums = np.stack([scores[:, both], np.ones_like(scores[:, both])], axis=-1)
    sums = in_clusters(sums, catalog.task_cluster[both])
    first, second = (sums[[pair[side] for pair in pairs]] for side in (0, 1))
    return groups_by_test(names, pairs, first, second)


def groups_by_test(
    names: Sequence[str],
    pairs: Sequence[tuple[int, int]],
    first: FloatArray,
    second: FloatArray,
) -> dict[str, Tie]:
    """Groups of neighbours that the paired test cannot tell from the best of the group.

    Args:
        names: The systems, the best first.
        pairs: Places of those that are compared, the better one first.
        first: What the share of the first of each pair is made of: (pairs, tasks, 2).
        second: That of the second.
    """
    known: dict[tuple[int, int], float] = {}
    if pairs:
        found = differences(SHARE, first, second, paired=True).each()
        tested = [
            (pair, one.p) for pair, one in zip(pairs, found, strict=True) if one.p is not None
        ]
        corrected = benjamini_hochberg([p for _, p in tested])
        known = {pair: p for (pair, _), p in zip(tested, corrected, strict=True)}
    groups: list[list[int]] = []
    for place in range(len(names)):
        p = known.get((groups[-1][0], place)) if groups else 0.0
        if p is not None and p < SIGNIFICANCE:
            groups.append([])
        groups[-1].append(place)
    return {
        names[place]: Tie(number, names[group[0]], known.get((group[0], place)), len(group))
        for number, group in enumerate(groups)
        for place in group
    }


def tied_words(ties: Mapping[str, Tie]) -> str:
    """Which systems cannot be told apart, group by group."""
    groups: dict[int, list[str]] = {}
    for system, tie in ties.items():
        groups.setdefault(tie.group, []).append(system)
    tied = [listed(names) for names in groups.values() if len(names) > 1]
    if not tied:
        return t(
            "All ranked systems can be told apart (paired by task or family, p < 0.05, corrected)."
        )
    return t(
        "Cannot be told apart (no difference with p < 0.05, paired by task or family, "
        "corrected): {groups}.",
        groups="; ".join(tied),
    )


def leading_judge(analysis: Analysis) -> JudgeFindings | None:
    """Whose board leads; None for the experts, or where nothing was scored.

    The experts' where they lead; else that of the first judge that ranks a system, of the experts
    where they alone do, of the first judge where nobody does.
    """
    board = analysis.expert_board
    if board is not None and analysis.experts_lead:
        return None
    judges = analysis.aligned()
    judges += [item for item in analysis.judges.values() if item.alignment is None]
    ranking = next((item for item in judges if _ranked(item.leaderboard)), None)
    if ranking is None and board is not None and _ranked(board):
        return None
    return ranking or next(iter(judges), None)


def _ranked(board: Leaderboard) -> list[str]:
    return [item.system for item in board.standings if item.rank is not None]
