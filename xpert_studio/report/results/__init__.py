"""What scoring came to, looked at from every side: computed when it is asked for, then kept."""

from xpert_studio.report.results.checkpoints import CheckpointList
from xpert_studio.report.results.parts import (
    Profile,
    SystemTasks,
)
from xpert_studio.report.results.results import EXPERTS, Board, Rater, Results
from xpert_studio.report.results.scope import read_facets
from xpert_studio.report.results.tasks import TaskScores
from xpert_studio.report.results.verdicts import VerdictList, VerdictQuery
from xpert_studio.report.task_scope import EVERYTHING, TaskScope

__all__ = [
    "EVERYTHING",
    "EXPERTS",
    "Board",
    "CheckpointList",
    "Profile",
    "Rater",
    "Results",
    "SystemTasks",
    "TaskScope",
    "TaskScores",
    "VerdictList",
    "VerdictQuery",
    "read_facets",
]
