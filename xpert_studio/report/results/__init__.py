"""What scoring came to, looked at from every side: computed when it is asked for, then kept."""

from xpert_studio.report.results.checkpoints import CheckpointList, CheckpointQuery
from xpert_studio.report.results.pair import Pair, PairLine, read_pair
from xpert_studio.report.results.parts import (
    Profile,
    SystemTasks,
    TaskQuery,
    profile,
    system_tasks,
)
from xpert_studio.report.results.raters import EXPERTS, Rater, raters_of
from xpert_studio.report.results.results import Board, Results
from xpert_studio.report.results.scope import EVERYTHING, Scope, TaskFacets, read_facets
from xpert_studio.report.results.tasks import DifficultyQuery, TaskScores
from xpert_studio.report.results.verdicts import VerdictList, VerdictPlace, VerdictQuery

__all__ = [
    "EVERYTHING",
    "EXPERTS",
    "Board",
    "CheckpointList",
    "CheckpointQuery",
    "DifficultyQuery",
    "Pair",
    "PairLine",
    "Profile",
    "Rater",
    "Results",
    "Scope",
    "SystemTasks",
    "TaskFacets",
    "TaskQuery",
    "TaskScores",
    "VerdictList",
    "VerdictPlace",
    "VerdictQuery",
    "profile",
    "raters_of",
    "read_facets",
    "read_pair",
    "system_tasks",
]
