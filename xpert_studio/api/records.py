"""What a project holds, as records; read within a transaction. And records of a pack's own.

- A ``Transaction`` of a ``ProjectFile`` reads: ``all_tasks`` gives each ``Task``, ``rubrics`` each
  ``Checkpoint`` by task, ``all_responses`` each ``Response``, ``response_for`` the id of one that a
  person named. ``Judgment`` is of an expert, ``Verdict`` of a judge; a ``Person`` has each ``Role``
  that the lead gave; ``Policies`` are the project's.
- Records of the pack: a ``RecordKind`` of ``RecordValue``s says what they ``Hangs`` on, for which
  ``Purpose`` of assignments they come back, and who sees them (``those_who_are``). Their fields are
  ``Id``, ``Timestamp``, ``Text``, ``NonBlank``, or a ``Listed`` with its ``Names``.
- ``put_records`` writes each ``Written``, ``remove_records`` takes out, both for a
  ``CommandContext``; ``seen_records`` gives each ``SeenRecord`` that a person may see.
  ``record_id`` is the id of a record of which there is one for its parts.
- A ``WorkQueue`` gives each ``Piece`` of work that waits; a ``FailureKind`` is a type of failures.
- Words: ``tn`` (for one or many), ``mark`` (translated where it is shown).
"""

from xpert_studio.core.judge.failure_kinds import FailureKind
from xpert_studio.core.names import Listed, Names
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
from xpert_studio.core.records.base import Id, NonBlank, Text, Timestamp
from xpert_studio.core.records.record_kinds import (
    Hangs,
    RecordKind,
    RecordValue,
    record_id,
    those_who_are,
)
from xpert_studio.core.store import ProjectFile, Transaction
from xpert_studio.core.store.responses import all_responses
from xpert_studio.core.store.tasks import all_tasks, rubrics
from xpert_studio.core.wording import mark, tn
from xpert_studio.core.workflow import CommandContext, put_records, remove_records
from xpert_studio.core.workflow.blinding import response_for
from xpert_studio.core.workflow.pack_records import SeenRecord, Written, seen_records
from xpert_studio.core.workflow.pack_work import Piece, WorkQueue

__all__ = [
    "Checkpoint",
    "CommandContext",
    "FailureKind",
    "Hangs",
    "Id",
    "Judgment",
    "Listed",
    "Names",
    "NonBlank",
    "Person",
    "Piece",
    "Policies",
    "ProjectFile",
    "Purpose",
    "RecordKind",
    "RecordValue",
    "Response",
    "Role",
    "SeenRecord",
    "Task",
    "Text",
    "Timestamp",
    "Transaction",
    "Verdict",
    "WorkQueue",
    "Written",
    "all_responses",
    "all_tasks",
    "mark",
    "put_records",
    "record_id",
    "remove_records",
    "response_for",
    "rubrics",
    "seen_records",
    "those_who_are",
    "tn",
]
