"""Who was assigned what, how much of it is done, and what a file holds that was not submitted."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass, replace
from datetime import datetime
from functools import cache, cached_property
from typing import Final

from xpert_studio.core.records import (
    ChangeState,
    Judgment,
    OpenForm,
    Review,
    Role,
    SpotCheck,
    Stage,
)
from xpert_studio.core.records.assignments import Assignment, Purpose, Scope
from xpert_studio.core.store import Transaction, entities, log, settings, task_list, tasks
from xpert_studio.core.workflow.assignments.closing import CLOSED, REOPENED
from xpert_studio.core.workflow.assignments.importing import IMPORTED
from xpert_studio.core.workflow.assignments.outbox import ALLOWED, SUBMITTED, parts_since
from xpert_studio.core.workflow.assignments.sending import SENT, send_assignment
from xpert_studio.core.workflow.command_context import CommandContext, person_of
from xpert_studio.core.workflow.latest import Dependence, Latest
from xpert_studio.core.workflow.views.submissions import own_assignment

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
    copy: settings.CopyOf | None
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


def assignments_of(ctx: CommandContext) -> AssignmentsView:
    """The assignments of a project as the person sees them."""
    return with_outbox(ctx, _without_outbox(ctx))


def latest_assignments(ctx: CommandContext) -> Latest[AssignmentsView]:
    """The assignments for a window that asks again and again; without the outbox."""
    return Latest(ctx, _without_outbox, _DEPENDENCE)


_DEPENDENCE: Final[Dependence] = {
    **dict.fromkeys(("person", "review", "spot_check", "open_form", "judgment", IMPORTED)),
    "task": frozenset({"title", "stage"}),
}


def with_outbox(ctx: CommandContext, view: AssignmentsView) -> AssignmentsView:
    """The view with what was done in this file and not submitted."""
    with ctx.project.reading() as tx:
        guest = settings.guest(tx)
        if view.own is not None and guest is not None:
            kinds = ALLOWED[view.own.assignment.purpose]
            parts = parts_since(tx, guest.sequence, kinds, guest.marks, unsent=True)
        elif view.copy is not None:
            parts = parts_since(tx, view.copy.sequence, None, view.copy.marks)
        else:
            return view
    return replace(view, outbox=dict(Counter(part.kind for part in parts)))


def _without_outbox(ctx: CommandContext) -> AssignmentsView:
    with ctx.project.reading() as tx:
        assigned = own_assignment(tx)
        sent, own = _sent(tx), None if assigned is None else _own(tx, assigned)
        shown = [*sent, own] if own is not None else sent
        task_ids = {id_ for item in shown for id_ in item.assignment.scope.task_ids}
        return AssignmentsView(
            sent=sent,
            own=own,
            copy=settings.copy_of(tx),
            outbox={},
            titles=task_list.titles_of(tx, sorted(task_ids)),
            leads=Role.LEAD in person_of(tx, ctx.person_id).roles,
        )


def _own(tx: Transaction, assignment: Assignment) -> SentAssignment:
    done = _Done(tx).of(assignment)
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
    found, works = [], _Done(tx)
    for row in reversed(log.rows_of(tx, [SENT])):
        assignment = Assignment.model_validate(row.parameters["assignment"], strict=False)
        done = works.of(assignment)
        found.append(
            SentAssignment(
                assignment,
                sum(done),
                len(done),
                submitted.get(assignment.id),
                closed.get(assignment.id, False),
            )
        )
    return tuple(found)


class _Done:
    """How much of assignments is done; what one person did is read once for all of theirs."""

    def __init__(self, tx: Transaction) -> None:
        self._tx = tx
        self._forms = cache(self._forms_of)
        self._is_gold = cache(self._gold_of)
        self._reviews = cache(self._reviews_of)

    @cached_property
    def _stages(self) -> dict[str, Stage]:
        return {task.id: task.standing for task in tasks.outlines(self._tx)}

    def of(self, assignment: Assignment) -> list[bool]:
        """Whether each thing that was assigned is done."""
        scope, person_id = assignment.scope, assignment.person_id
        match assignment.purpose:
            case Purpose.JUDGE:
                submitted = self._forms(person_id)
                return [id_ in submitted for id_ in scope.response_ids]
            case Purpose.ADJUDICATE:
                return [
                    self._is_gold(form.expert_id).get(form.response_id, False)
                    for form in scope.forms
                ]
            case Purpose.REVIEW:
                ended, since = self._reviews(person_id), assignment.made_at
                return [id_ in ended and ended[id_] >= since for id_ in scope.task_ids]
        return [self._stages.get(id_, Stage.BRIEF) not in _WITH_AUTHOR for id_ in scope.task_ids]

    def _forms_of(self, person_id: str) -> set[str]:
        """The responses of which the person has submitted the form."""
        forms = entities.find_all(self._tx, OpenForm, expert_id=person_id)
        return {form.response_id for form in forms if form.submitted_at}

    def _gold_of(self, expert_id: str) -> dict[str, bool]:
        """Whether all judgments of an expert on a response are adjudicated, by its id."""
        found: dict[str, bool] = {}
        for item in entities.find_all(self._tx, Judgment, expert_id=expert_id):
            found[item.response_id] = item.is_gold and found.get(item.response_id, True)
        return found

    def _reviews_of(self, person_id: str) -> dict[str, datetime]:
        """When the person last ended a review or a spot check of a task, by its id."""
        done: list[Review | SpotCheck] = [
            *entities.find_all(self._tx, Review, reviewer_id=person_id),
            *entities.find_all(self._tx, SpotCheck, adjudicator_id=person_id),
        ]
        ended = sorted((item.ended_at, item.task_id) for item in done if item.ended_at)
        return {task_id: at for at, task_id in ended}


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
    ctx: CommandContext, purpose: Purpose, person_id: str, scope: Scope
) -> AssignmentPreview:
    """What ``send_assignment`` would send; nothing is written.

    Raises:
        NotAllowedError, UsageError: As sending it would.
    """
    found: list[AssignmentPreview] = []
    try:
        with send_assignment(ctx, purpose, person_id, scope) as content:
            counts = Counter(entities.entity_of(record).kind for record in content.records)
            found.append(
                AssignmentPreview(dict(counts), len(content.files.hashes), content.warnings)
            )
            raise _OnlyLookedAtError
    except _OnlyLookedAtError:
        return found[0]
