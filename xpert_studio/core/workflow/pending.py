"""Which responses wait for a person's judgment, and which submitted forms for adjudication."""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import dataclass
from enum import StrEnum
from functools import cached_property
from typing import NamedTuple

from xpert_studio.core.packs import entries
from xpert_studio.core.records import OpenForm, Person, Policies, Role, Stage, Task, grouped
from xpert_studio.core.store import (
    Transaction,
    entities,
    judgments,
    log,
    responses,
    settings,
    tasks,
)
from xpert_studio.core.workflow import rights
from xpert_studio.core.workflow.apart import UNBLINDED, Apart, apart_of


class Pending(StrEnum):
    """What is pending on a response for a person."""

    JUDGE = "judge"
    CONFIRM = "confirm"


class ToJudge(NamedTuple):
    """A response to judge.

    Attributes:
        is_open: Whether the person has begun.
        is_asked_for: Whether it comes before others, by a plan that a pack keeps.
        is_apart: Whether what they judge counts nowhere; see ``apart``.
    """

    task: Task
    response: responses.ResponseOutline
    is_open: bool
    is_asked_for: bool
    is_apart: bool = False


class ToConfirm(NamedTuple):
    """A form to adjudicate."""

    task: Task
    response_id: str
    expert_id: str


@dataclass
class PendingWork:
    """The pending work of the people of a project; read once for all of them.

    Args:
        tx: The project.
        known: Its tasks, without their texts.
        policies: Its policies.
    """

    tx: Transaction
    known: Collection[Task]
    policies: Policies

    @classmethod
    def of(cls, tx: Transaction) -> PendingWork:
        """The work of a project."""
        return cls(tx, tasks.outlines(tx), settings.project_info(tx).policies)

    @cached_property
    def responses(self) -> dict[str, list[responses.ResponseOutline]]:
        """All responses, without their texts, by task."""
        task_id = next(iter(self.known)).id if len(self.known) == 1 else None
        return grouped(
            (item.task_id, item) for item in responses.outlines(self.tx, task_id=task_id)
        )

    @cached_property
    def unjudged(self) -> frozenset[str]:
        """The tasks of which a program decides all checkpoints."""
        return tasks.without_judging(self.tx)

    @cached_property
    def asked_for(self) -> frozenset[str]:
        """The responses that experts are asked to judge before others."""
        return frozenset(one for asked in entries("asked_for") for one in asked(self.tx))

    def may_judge(self, person: Person) -> list[Task]:
        """The ready tasks whose responses the person may judge."""
        if Role.EXPERT not in person.roles:
            return []
        return [
            task
            for task in self.known
            if task.standing is Stage.READY
            and task.id not in self.unjudged
            and not rights.refusal(lambda task=task: rights.judge_of(person, task, self.policies))  # type: ignore[misc]
        ]

    def to_judge(self, person: Person) -> list[ToJudge]:
        """The responses that the person has not judged, task by task.

        Those that they looked at unblinded are left out: they may judge them, and need not.
        """
        apart = self.apart_of(person)
        waiting = frozenset[str]().union(*(one.waiting for one in apart))
        ready = self.may_judge(person)
        if not ready and not waiting:
            return []
        opened = {
            form.response_id
            for form in entities.find_all(self.tx, OpenForm, expert_id=person.id)
            if form.submitted_at is None
        }
        done = judgments.judged_by(self.tx, person.id) - opened
        done |= log.responses_told_of(self.tx, UNBLINDED, person.id)
        done |= waiting.union(*(one.closed for one in apart))
        return [
            ToJudge(task, item, item.id in opened, item.id in self.asked_for)
            for task in ready
            for item in self.responses.get(task.id, ())
            if item.id not in done
        ] + [
            ToJudge(task, item, item.id in opened, is_asked_for=True, is_apart=True)
            for task in (self.known if waiting else ())
            if task.standing is Stage.READY and task.id not in self.unjudged
            for item in self.responses.get(task.id, ())
            if item.id in waiting
        ]

    def apart_of(self, person: Person) -> tuple[Apart, ...]:
        """What the person judges apart from results."""
        return apart_of(self.tx, person, self.policies)

    def to_confirm(self, person: Person) -> list[ToConfirm]:
        """The submitted forms that the person may adjudicate, and their authors do not edit."""
        if Role.SENIOR not in person.roles:
            return []
        at_work = {
            (form.response_id, form.expert_id)
            for form in entities.find_all(self.tx, OpenForm, submitted_at=None)
        }
        by_id = {task.id: task for task in self.known}
        first = {item.response.id for item in self.to_judge(person)}
        return [
            ToConfirm(by_id[task_id], response_id, expert_id)
            for task_id, response_id, expert_id in judgments.submitted_forms(self.tx)
            if (response_id, expert_id) not in at_work
            and response_id not in first  # they read no judgment on what they have to judge
            and not rights.refusal(
                lambda task=by_id[task_id], expert_id=expert_id: rights.evaluator_of(  # type: ignore[misc]
                    person, expert_id, task, self.policies
                )
            )
        ]
