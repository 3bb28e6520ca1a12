"""What a window shows, read in one consistent view: records, and what may be done with them.

Nothing here changes anything. Each function opens one reading transaction and gives back frozen
values, so that it can run on any thread.
"""

from xpert_studio.core.workflow.views.before_review import Balance, PointsShare, balance_of
from xpert_studio.core.workflow.views.disagreement import CaseView, ExpertSide, JudgeSide, case_view
from xpert_studio.core.workflow.views.forms import (
    FormState,
    JudgedForm,
    JudgedLine,
    ResponseState,
    TaskResponses,
    judged_form,
    read_response,
    responses_of,
    shared_agreement,
    side_by_side,
)
from xpert_studio.core.workflow.views.gold_subsets import (
    GoldSubsets,
    SampledSubset,
    read_gold_subsets,
)
from xpert_studio.core.workflow.views.overview import Overview, overview
from xpert_studio.core.workflow.views.project_state import ProjectState, look_around, pulse_of
from xpert_studio.core.workflow.views.scope import PublishingChoices, read_publishing_choices
from xpert_studio.core.workflow.views.seen_history import SeenStep
from xpert_studio.core.workflow.views.task_list import (
    ListedTasks,
    TaskFilter,
    TaskRow,
    list_tasks,
    rows_of,
)
from xpert_studio.core.workflow.views.workspace import TaskView, task_view

__all__ = [
    "Balance",
    "CaseView",
    "ExpertSide",
    "FormState",
    "GoldSubsets",
    "JudgeSide",
    "JudgedForm",
    "JudgedLine",
    "ListedTasks",
    "Overview",
    "PointsShare",
    "ProjectState",
    "PublishingChoices",
    "ResponseState",
    "SampledSubset",
    "SeenStep",
    "TaskFilter",
    "TaskResponses",
    "TaskRow",
    "TaskView",
    "balance_of",
    "case_view",
    "judged_form",
    "list_tasks",
    "look_around",
    "overview",
    "pulse_of",
    "read_gold_subsets",
    "read_publishing_choices",
    "read_response",
    "responses_of",
    "rows_of",
    "shared_agreement",
    "side_by_side",
    "task_view",
]
