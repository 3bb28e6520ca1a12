"""What a project holds, as records; read within a transaction. And records of a pack's own."""

from xpert_studio.core.judge.failure_kinds import FailureKind
from xpert_studio.core.records import (
    Checkpoint,
    Judgment,
    Person,
    Policies,
    Response,
    Role,
    Task,
    Verdict,
)
from xpert_studio.core.records.assignments import Purpose
from xpert_studio.core.records.record_kinds import Hangs, RecordKind
from xpert_studio.core.store import ProjectFile, Transaction
from xpert_studio.core.store.responses import all_responses
from xpert_studio.core.store.tasks import all_tasks, rubrics
from xpert_studio.core.workflow import CommandContext, put_records, remove_records
from xpert_studio.core.workflow.blinding import response_for
from xpert_studio.core.workflow.pack_records import SeenRecord, Written, seen_records
from xpert_studio.core.workflow.pack_work import Piece, WorkQueue

__all__ = [
    "Checkpoint",
    "CommandContext",
    "FailureKind",
    "Hangs",
    "Judgment",
    "Person",
    "Piece",
    "Policies",
    "ProjectFile",
    "Purpose",
    "RecordKind",
    "Response",
    "Role",
    "SeenRecord",
    "Task",
    "Transaction",
    "Verdict",
    "WorkQueue",
    "Written",
    "all_responses",
    "all_tasks",
    "put_records",
    "remove_records",
    "response_for",
    "rubrics",
    "seen_records",
]
