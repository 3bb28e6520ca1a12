"""What a project holds, as records; read within a transaction."""

from xpert_studio.core.records import Checkpoint, Judgment, Response, Task, Verdict
from xpert_studio.core.store import ProjectFile, Transaction
from xpert_studio.core.store.responses import all_responses
from xpert_studio.core.store.tasks import all_tasks, rubrics

__all__ = [
    "Checkpoint",
    "Judgment",
    "ProjectFile",
    "Response",
    "Task",
    "Transaction",
    "Verdict",
    "all_responses",
    "all_tasks",
    "rubrics",
]
