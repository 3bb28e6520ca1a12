"""Which part of a project is exported: named tasks, a gold subset, or all but held-out tasks."""

from __future__ import annotations

from collections.abc import Collection, Iterator
from dataclasses import dataclass
from typing import Annotated, Final

from xpert_studio.core.errors import NotFoundError, UsageError
from xpert_studio.core.fields import Asks
from xpert_studio.core.messages import Message, joined
from xpert_studio.core.records import (
    Checkpoint,
    Comment,
    Comparison,
    Judge,
    Judgment,
    KeptRendering,
    PackRecord,
    Person,
    RaterKind,
    Record,
    Response,
    Review,
    RubricRevision,
    SpotCheck,
    Stage,
    Subset,
    System,
    Task,
    Verdict,
)
from xpert_studio.core.records.record_kinds import reading_of
from xpert_studio.core.store import (
    Transaction,
    entities,
    judgments,
    responses,
    systems,
    tallies,
    tasks,
)
from xpert_studio.core.workflow.assignments.named_people import people_in

_OF_A_TASK: Final = (Checkpoint, RubricRevision, Review, Comment, SpotCheck, Response, Comparison)


@dataclass(frozen=True, slots=True)
class ExportScope:
    """Which part of the project is exported; empty means all.

    Attributes:
        task_ids: Only these tasks.
        subset: Only the tasks of this gold subset.
        held_out: Not these tasks, nor anything that belongs to them.
        only_ready: Only tasks that are ready to be judged.
    """

    task_ids: Annotated[
        frozenset[str],
        Asks(
            "Only these tasks, with all that belongs to them; may be repeated or comma-separated.",
            name="tasks",
            is_list=True,
        ),
    ] = frozenset()
    subset: Annotated[
        str,
        Asks("Only the tasks of this gold subset, with all that belongs to them.", needs_name=True),
    ] = ""
    held_out: frozenset[str] = frozenset()
    only_ready: bool = False

    @property
    def is_whole(self) -> bool:
        """Whether nothing is left out."""
        return self == ExportScope()


def wanted_tasks(tx: Transaction, scope: ExportScope) -> frozenset[str] | None:
    """Ids of the tasks in a scope; None is all.

    Raises:
        NotFoundError: A named task or subset is not in the project, or they share no task; or a
            held-out task is not among the tasks that were chosen.
        UsageError: A task that was named is not ready, or no task is left.
    """
    if scope.is_whole:
        return None
    known = {task.id for task in tasks.all_tasks(tx)}
    check_held_out(tx, scope, scope.held_out)
    left = _chosen(tx, scope, known) - scope.held_out
    if not left and scope.held_out:
        raise UsageError(
            "Every task that was chosen is held out, so nothing is exported.",
            remedy="Hold out fewer tasks.",
        )
    unready = unready_tasks(tx, scope)
    named = sorted(unready & scope.task_ids)
    if named:
        raise UsageError(
            Message("Not ready to be judged: {named}.", named=joined(named)),
            remedy="Choose only tasks that are ready, or include all stages (--all-stages).",
        )
    if unready and left == unready:
        raise UsageError(
            "No task that was chosen is ready to be judged, so nothing is exported.",
            remedy="Approve rubrics first, or include all stages (--all-stages).",
        )
    wanted = left - unready
    is_all = not (scope.task_ids or scope.subset) and len(wanted) == len(known)
    return None if is_all else wanted


def unready_tasks(tx: Transaction, scope: ExportScope) -> frozenset[str]:
    """Ids of the tasks that a scope leaves out because they are not ready.

    Raises:
        NotFoundError: A named task or subset is not in the project, or they share no task.
    """
    if not scope.only_ready:
        return frozenset()
    stages = {task.id: task.standing for task in tasks.all_tasks(tx)}
    chosen = _chosen(tx, scope, stages.keys()) - scope.held_out
    return frozenset(name for name in chosen if stages[name] is not Stage.READY)


def _chosen(tx: Transaction, scope: ExportScope, known: Collection[str]) -> frozenset[str]:
    unknown = sorted(scope.task_ids.difference(known))
    if unknown:
        raise NotFoundError(
            Message("There is no task {unknown} in the project.", unknown=joined(unknown)),
            remedy="xpert-studio task list shows the tasks there are.",
        )
    if not scope.subset:
        return scope.task_ids or frozenset(known)
    drawn = frozenset(named_subset(tx, scope.subset).task_ids).intersection(known)
    wanted = drawn & scope.task_ids if scope.task_ids else drawn
    if not wanted:
        raise NotFoundError(
            Message(
                "None of the tasks that were chosen is in the gold subset {subset}.",
                subset=scope.subset,
            ),
            remedy="Name tasks of the subset, or leave one of the two out.",
        )
    return wanted


def check_held_out(tx: Transaction, scope: ExportScope, held_out: frozenset[str]) -> None:
    """Refuses held-out tasks that are not among those that were chosen.

    Raises:
        NotFoundError: One is not; or a task or subset of the scope is not in the project.
    """
    if not held_out:
        return
    known = {task.id for task in tasks.all_tasks(tx)}
    unknown = sorted(held_out.difference(known))
    if unknown:
        raise NotFoundError(
            Message("There is no task {unknown} to hold out.", unknown=joined(unknown))
        )
    outside = sorted(held_out - _chosen(tx, scope, known))
    if outside:
        raise NotFoundError(
            Message(
                "{outside} cannot be held out: not among the tasks that were chosen.",
                outside=joined(outside),
            )
        )


def scope_in_words(tx: Transaction, scope: ExportScope) -> str:
    """What part of the project a scope is; empty where it is all of it.

    Raises:
        NotFoundError: A named task or subset is not in the project, or they share no task.
    """
    wanted = wanted_tasks(tx, scope)
    if wanted is None:
        return ""
    of = f"{len(wanted):,} of {len(tasks.all_tasks(tx)):,} tasks"
    return f"gold subset {scope.subset}, {of}" if scope.subset else of


def named_subset(tx: Transaction, name: str) -> Subset:
    """The gold subset of that name.

    Raises:
        NotFoundError: None was drawn under that name.
    """
    subset = entities.find(tx, Subset, name)
    if subset is None:
        names = ", ".join(sorted(item.name for item in entities.find_all(tx, Subset)))
        raise NotFoundError(
            Message("There is no gold subset {name}.", name=name),
            remedy=Message("Subsets sampled so far: {names}.", names=names or Message("none")),
        )
    return subset


class Selection:
    """Tells of each record whether it belongs to the part that goes out.

    With the tasks go their rubrics, reviews and responses, the systems that gave these, the
    pictures of attached files, what was judged on them, the judges who gave those verdicts, and the
    people whom any of that names; nobody else.

    Args:
        tx: The transaction.
        task_ids: Of the tasks; None is everything.
    """

    def __init__(self, tx: Transaction, task_ids: frozenset[str] | None) -> None:
        self.task_ids = task_ids
        self._responses: frozenset[str] = frozenset()
        self._judges: frozenset[str] = frozenset()
        self._people: frozenset[str] = frozenset()
        self._systems: frozenset[str] = frozenset()
        self._files: frozenset[str] = frozenset()
        if task_ids is None:
            return
        self._responses = frozenset(
            item.id for item in responses.outlines(tx) if item.task_id in task_ids
        )
        self._systems = systems.names_on(tx, task_ids)
        holders: list[Task | Response] = [*tasks.all_tasks(tx)]
        holders += responses.all_responses(tx, task_ids=task_ids)
        self._files = frozenset(
            file.sha256 for item in holders if self.holds(item) for file in item.attachments
        )
        judged = tallies.judges_of(tx)
        self._judges = frozenset(
            judge_id for task_id in task_ids for judge_id in judged.get(task_id, ())
        ) | {
            item.rater_id
            for item in entities.find_all(tx, Comparison, rater=RaterKind.JUDGE.value)
            if item.task_id in task_ids
        }
        self._people = frozenset(
            person
            for record in _naming_people(tx)
            if self.holds(record)
            for person in named(record)
        )

    def holds_response(self, response_id: str) -> bool:
        """Whether the response of that id goes with the chosen tasks."""
        return self.task_ids is None or response_id in self._responses

    def holds(self, record: Record) -> bool:
        """Whether a record goes with the chosen tasks."""
        if self.task_ids is None:
            return True
        if isinstance(record, Task):
            return record.id in self.task_ids
        if isinstance(record, _OF_A_TASK):
            return record.task_id in self.task_ids
        if isinstance(record, PackRecord) and record.response_id is None:
            return record.task_id in self.task_ids  # of the whole project: in a whole bundle only
        if isinstance(record, Judgment | Verdict | PackRecord):
            return self.holds_response(record.response_id or "")
        if isinstance(record, Judge):
            return record.id in self._judges
        if isinstance(record, KeptRendering):
            return record.sha256 in self._files
        if isinstance(record, System):
            return record.name in self._systems
        return isinstance(record, Person) and record.id in self._people


def named(record: Record) -> Iterator[str]:
    """Ids of the people whom a record names."""
    yield from people_in(record)
    if isinstance(record, Comparison) and record.rater is RaterKind.EXPERT:
        yield record.rater_id
    if isinstance(record, PackRecord) and (author := reading_of(record).author):
        yield author


def _naming_people(tx: Transaction) -> Iterator[Record]:
    yield from tasks.all_tasks(tx)
    yield from judgments.all_judgments(tx)
    for kind in (RubricRevision, Review, Comment, SpotCheck, Comparison, PackRecord):
        yield from entities.find_all(tx, kind)
