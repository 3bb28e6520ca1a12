"""Figures, as pure functions over columns: nothing is read or written here.

Scores, alignment, CDR, intervals, tests and agreement; the libraries that compute them are
imported where they are used.
"""

from xpert_studio.core.metrics.agreement import ExpertAgreement, expert_agreement
from xpert_studio.core.metrics.alignment import GROUPINGS, Alignment, alignment
from xpert_studio.core.metrics.cdr import paired_points, paired_scores, pairs_within
from xpert_studio.core.metrics.consensus import Consensus, certainty, pooled
from xpert_studio.core.metrics.consistency import Consistency, consistency
from xpert_studio.core.metrics.engine import Figures
from xpert_studio.core.metrics.figures.scores import SCORE
from xpert_studio.core.metrics.groups import (
    Group,
    Weakest,
    compared_together,
    groups_by,
    groups_by_expert,
    weakest,
)
from xpert_studio.core.metrics.intervals import Interval
from xpert_studio.core.metrics.leaderboard import Leaderboard, Ranked, leaderboard
from xpert_studio.core.metrics.metric import (
    GRADE_RATERS,
    GRADES,
    PAIRS,
    RANKS,
    RATERS,
    TRIALS,
    Input,
    Metric,
    Shelf,
    Unit,
)
from xpert_studio.core.metrics.pairing import Paired, pair_up
from xpert_studio.core.metrics.progress import PartShift, Progress, Shift, progress
from xpert_studio.core.metrics.registry import beside_score, by_shelf, metrics_of
from xpert_studio.core.metrics.scores import (
    ResponseScores,
    response_scores,
    scores_by_task,
)
from xpert_studio.core.metrics.significance import (
    Comparison,
    compare,
    corrected,
    with_corrections_of,
)
from xpert_studio.core.metrics.task_estimates import (
    FEW_TASKS,
    METHOD,
    SURE_AT_AN_END,
    SURE_TASKS,
    Caution,
    Difference,
    Estimate,
)
from xpert_studio.core.metrics.votes import LEAST_SHARED

__all__ = [
    "FEW_TASKS",
    "GRADES",
    "GRADE_RATERS",
    "GROUPINGS",
    "LEAST_SHARED",
    "METHOD",
    "PAIRS",
    "RANKS",
    "RATERS",
    "SCORE",
    "SURE_AT_AN_END",
    "SURE_TASKS",
    "TRIALS",
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
    "Input",
    "Interval",
    "Leaderboard",
    "Metric",
    "Paired",
    "PartShift",
    "Progress",
    "Ranked",
    "ResponseScores",
    "Shelf",
    "Shift",
    "Unit",
    "Weakest",
    "alignment",
    "beside_score",
    "by_shelf",
    "certainty",
    "compare",
    "compared_together",
    "consistency",
    "corrected",
    "expert_agreement",
    "groups_by",
    "groups_by_expert",
    "leaderboard",
    "metrics_of",
    "pair_up",
    "paired_points",
    "paired_scores",
    "pairs_within",
    "pooled",
    "progress",
    "response_scores",
    "scores_by_task",
    "weakest",
    "with_corrections_of",
]
