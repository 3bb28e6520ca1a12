"""Figures, as pure functions over columns: nothing is read or written here.

Scores, alignment, CDR, intervals, tests and agreement; the libraries that compute them are
imported where they are used.
"""

from xpert_studio.metrics.agreement import ExpertAgreement, expert_agreement
from xpert_studio.metrics.alignment import GROUPINGS, Alignment, alignment
from xpert_studio.metrics.consensus import Consensus, certainty, pooled
from xpert_studio.metrics.consistency import Consistency, consistency
from xpert_studio.metrics.engine import Figures
from xpert_studio.metrics.groups import (
    Group,
    Weakest,
    compared_together,
    groups_by,
    groups_by_expert,
    weakest,
)
from xpert_studio.metrics.intervals import Interval
from xpert_studio.metrics.leaderboard import Leaderboard, Standing, leaderboard
from xpert_studio.metrics.pairing import Paired, pair_up
from xpert_studio.metrics.progress import PartShift, Progress, Shift, progress
from xpert_studio.metrics.scores import ResponseScores, response_scores, weighted_score
from xpert_studio.metrics.significance import (
    Comparison,
    compare,
    corrected,
    with_corrections_of,
)
from xpert_studio.metrics.task_estimates import Caution, Difference, Estimate

__all__ = [
    "GROUPINGS",
    "Alignment",
    "Caution",
    "Comparison",
    "Consensus",
    "Consistency",
    "Difference",
    "Estimate",
    "ExpertAgreement",
    "Figures",
    "Group",
    "Interval",
    "Leaderboard",
    "Paired",
    "PartShift",
    "Progress",
    "ResponseScores",
    "Shift",
    "Standing",
    "Weakest",
    "alignment",
    "certainty",
    "compare",
    "compared_together",
    "consistency",
    "corrected",
    "expert_agreement",
    "groups_by",
    "groups_by_expert",
    "leaderboard",
    "pair_up",
    "pooled",
    "progress",
    "response_scores",
    "weakest",
    "weighted_score",
    "with_corrections_of",
]
