"""Who was assigned what, how much of it is done, and what a file holds that was not submitted."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime

from xpert_studio.records import (
    ChangeState,
    Judgment,
    OpenSheet,
    Review,
    Role,
    SpotCheck,
    Stage,
    Task,
)
from xpert_studio.records.assignments import Assignment, Purpose, Scope
from xpert_studio.store import Transaction, entities, log, settings, task_list
from xpert_studio.store.entities import entity_of
from xpert_studio.store.settings import CopyOf
from xpert_studio.workflow.assignments.closing import CLOSED, REOPENED
from xpert_studio.workflow.assignments.importing import IMPORTED
from xpert_studio.workflow.assignments.outbox import ALLOWED, SUBMITTED, parts_since, unsent
from xpert_studio.workflow.assignments.sending import SENT, send_assignment
from xpert_studio.workflow.desk import Desk, person_of
from xpert_studio.workflow.views.submissions import own_assignment

_WITH_AUTHOR = frozenset({Stage.BRIEF, Stage.RETURNED, Stage.RUBRIC})


@dataclass(frozen=True, slots=True)
class SentAssignment:
    """An assignment that was sent.

    Attributes:
        assignment: With the ids of this project.
        done, of: How much of it is done, as far as this project knows.
        submitted_at: When the last submission was imported; None while there is none.
        is_closed: Whether nothing more is expected.
    """

    assignment: Assignment
    done: int
    of: int
    submitted_at: datetime | None
    is_closed: bool

    @property
    def is_waiting(self) -> bool:
        """Whether something is still expected."""
        if self.is_closed:
            return False
        return self.done < self.of if self.of else self.submitted_at is None


@dataclass(frozen=True, slots=True)
class AssignmentsView:
    """The assignments of a project, the newest first.

    Attributes:
        sent: What others were assigned.
        own: What this file was made of, and how much of it is done; None for a project itself.
        copy: Where this file stands, if it is a copy.
        outbox: By kind, what was done here: in a file that was made of an assignment, since it was
            last submitted; in a copy, since it was the same as the project.
        titles: Of the tasks that were sent, by id.
        leads: Whether the person leads the project.
    """

    sent: tuple[SentAssignment, ...]
    own: SentAssignment | None
    copy: CopyOf | None
    outbox: Mapping[str, int]
    titles: Mapping[str, str]
    leads: bool

    @property
    def waiting(self) -> int:
        """How many assignments are out of which something is still expected."""
        return sum(item.is_waiting for item in self.sent)

    @property
    def to_do(self) -> int:
        """How many assignments the person waits for, or is to do."""
        own = 1 if self.own is not None and self.own.is_waiting else 0
        return own or (self.waiting if self.leads else 0)


def assignments_of(desk: Desk) -> AssignmentsView:
    """The assignments of a project as the person sees them."""
    with desk.project.reading() as tx:
        guest, copy, assigned = settings.guest(tx), settings.copy_of(tx), own_assignment(tx)
        outbox: Counter[str] = Counter()
        if assigned is not None and guest is not None:
            parts = parts_since(tx, guest.sequence, ALLOWED[assigned.purpose])
            outbox.update(part.kind for part in unsent(tx, parts))
        elif copy is not None:
            outbox.update(part.kind for part in parts_since(tx, copy.sequence, None))
        sent, own = _sent(tx), None if assigned is None else _own(tx, assigned)
        shown = [*sent, own] if own is not None else sent
        task_ids = {id_ for item in shown for id_ in item.assignment.scope.task_ids}
        return AssignmentsView(
            sent=sent,
            own=own,
            copy=copy,
            outbox=dict(outbox),
            titles=task_list.titles_of(tx, sorted(task_ids)),
            leads=Role.LEAD in person_of(tx, desk.person_id).roles,
        )


def _own(tx: Transaction, assignment: Assignment) -> SentAssignment:
    done = _done(tx, assignment)
    at = max((row.entry.at for row in log.rows_of(tx, [SUBMITTED])), default=None)
    return SentAssignment(assignment, sum(done), len(done), at, is_closed=False)


def _sent(tx: Transaction) -> tuple[SentAssignment, ...]:
    closed: dict[str, bool] = {}
    for row in log.rows_of(tx, [CLOSED, REOPENED]):
        closed[str(row.entry.details.get("assignment"))] = row.entry.command == CLOSED
    submitted: dict[str, datetime] = {}
    states = log.states(tx)
    for row in log.rows_of(tx, [IMPORTED]):
        if states.get(row.entry.id or "", ChangeState.DONE) is not ChangeState.DONE:
            continue
        told = row.parameters.get("submission", {})
        submitted[str(told.get("assignment_id"))] = row.entry.at
    found = []
    for row in reversed(log.rows_of(tx, [SENT])):
        assignment = Assignment.model_validate(row.parameters["assignment"], strict=False)
        done = _done(tx, assignment)
        found.append(
            SentAssignment(
                assignment, sum(done), len(done), submitted.get(assignment.id),
                closed.get(assignment.id, False),
            )
        )  # fmt: skip
    return tuple(found)


def _done(tx: Transaction, assignment: Assignment) -> list[bool]:
    scope, person_id = assignment.scope, assignment.person_id
    if assignment.purpose is Purpose.JUDGE:
        return [_is_judged(tx, id_, person_id) for id_ in scope.response_ids]
    if assignment.purpose is Purpose.ADJUDICATE:
        return [_is_adjudicated(tx, form.response_id, form.expert_id) for form in scope.forms]
    if assignment.purpose is Purpose.REVIEW:
        return [_is_reviewed(tx, id_, assignment) for id_ in scope.task_ids]
    found = [entities.find(tx, Task, task_id) for task_id in scope.task_ids]
    return [task is not None and task.standing not in _WITH_AUTHOR for task in found]


def _is_judged(tx: Transaction, response_id: str, person_id: str) -> bool:
    form = entities.find(tx, OpenSheet, response_id, person_id)
    return form is not None and form.submitted_at is not None


def _is_adjudicated(tx: Transaction, response_id: str, expert_id: str) -> bool:
    form = entities.find_all(tx, Judgment, response_id=response_id, expert_id=expert_id)
    return bool(form) and all(judgment.is_gold for judgment in form)


def _is_reviewed(tx: Transaction, task_id: str, assignment: Assignment) -> bool:
    """Whether the person has ended a review, or a spot check, since."""
    person_id = assignment.person_id
    checks = entities.find_all(tx, SpotCheck, task_id=task_id, senior_id=person_id)
    reviews = entities.find_all(tx, Review, task_id=task_id, reviewer_id=person_id)
    ended = [*(check.ended_at for check in checks), *(review.ended_at for review in reviews)]
    return any(at is not None and at >= assignment.made_at for at in ended)


@dataclass(frozen=True, slots=True)
class AssignmentPreview:
    """What an assignment would hold.

    Attributes:
        counts: Records by kind.
        files: How many attachments.
        warnings: What the sender should know.
    """

    counts: Mapping[str, int]
    files: int
    warnings: tuple[str, ...]


class _OnlyLookedAtError(Exception):
    """Takes back what was made, since nothing is sent."""


def preview_assignment(
    desk: Desk, purpose: Purpose, person_id: str, scope: Scope
) -> AssignmentPreview:
    """What ``send_assignment`` would send; nothing is written.

    Raises:
        NotAllowedError, UsageError: As sending it would.
    """
    found: list[AssignmentPreview] = []
    try:
        with send_assignment(desk, purpose, person_id, scope) as content:
            counts = Counter(entity_of(record).kind for record in content.records)
            found.append(
                AssignmentPreview(dict(counts), len(content.files.hashes), content.warnings)
            )
            raise _OnlyLookedAtError
    except _OnlyLookedAtError:
        return found[0]
