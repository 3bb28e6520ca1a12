"""The pending work of a person: the queue each of them sees first.

It is kept for a window that asks again after every change.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from functools import cached_property

from xpert_studio.core.records import (
    Person,
    ResponseRole,
    Review,
    Role,
    Stage,
    Task,
)
from xpert_studio.core.store import (
    entities,
    response_labels,
    settings,
    tasks,
)
from xpert_studio.core.wording import listed, t
from xpert_studio.core.workflow import rights
from xpert_studio.core.workflow.blinding import labels_of
from xpert_studio.core.workflow.command_context import CommandContext
from xpert_studio.core.workflow.freezing import latest_number
from xpert_studio.core.workflow.latest import ON_WORK, Latest
from xpert_studio.core.workflow.pending import PendingWork


@dataclass(frozen=True, slots=True)
class WaitingForm:
    """A response to judge, or a form to confirm, by its blind label.

    Attributes:
        task: Without its texts.
        is_asked_for: Whether the person is asked to judge it before others.
        is_apart: Whether it is judged in a trial or for practice, and counts nowhere.
    """

    task: Task
    response_id: str
    label: str
    expert_id: str | None
    is_open: bool
    is_asked_for: bool = False
    is_apart: bool = False

    @property
    def state(self) -> str:
        """What is to be known before one begins, in words; empty for nothing."""
        asked = t("asked for") if self.is_asked_for else ""
        said = t("trial or practice") if self.is_apart else asked
        return listed(filter(None, (t("started") if self.is_open else "", said)))


@dataclass(frozen=True, slots=True)
class Waiting:
    """One person's pending work.

    Attributes:
        own: Briefs and rubrics of their own that are theirs to go on with.
        triage: Briefs to decide on.
        reviews: Rubrics to review.
        spot_checks: Rubrics to spot-check.
        to_judge: Responses to judge; those begun first, then those that are asked for, then the
            baseline's.
        to_confirm: Forms to confirm or override.
        to_draw: Approved rubrics that wait for the draw of spot checks.
    """

    own: tuple[Task, ...]
    triage: tuple[Task, ...]
    reviews: tuple[Task, ...]
    spot_checks: tuple[Task, ...]
    to_judge: tuple[WaitingForm, ...]
    to_confirm: tuple[WaitingForm, ...]
    to_draw: tuple[Task, ...]

    def __bool__(self) -> bool:
        return any(getattr(self, name) for name in self.__slots__)


def waiting_for(ctx: CommandContext) -> Waiting:
    """What the person may do now, by the same rules that the verbs check."""
    with ctx.reading() as (tx, person):
        policies = settings.project_info(tx).policies
        queue = WorkWaiting(person, PendingWork(tx, tasks.outlines(tx), policies))
        return Waiting(
            own=queue.at(
                (Stage.BRIEF, Stage.RETURNED, Stage.RUBRIC),
                lambda task: rights.author_at_work(person, task, policies),
            ),
            triage=queue.at(
                (Stage.SUBMITTED,), lambda task: rights.triager_of(person, task, policies)
            ),
            reviews=queue.reviews(),
            spot_checks=queue.at((Stage.SPOT_CHECK,), queue.may_check),
            to_judge=queue.to_judge(),
            to_confirm=queue.to_confirm(),
            to_draw=queue.at(
                (Stage.APPROVED,), lambda _: rights.need_role(person, Role.LEAD, Role.SENIOR)
            ),
        )


class WorkWaiting:
    """What a person may do now, part by part.

    Args:
        person: Who.
        work: The pending work of the project.
    """

    def __init__(self, person: Person, work: PendingWork) -> None:
        self._tx, self._policies = work.tx, work.policies
        self._person = person
        self._tasks = {task.id: task for task in work.known}
        self._work = work
        self._known_labels: dict[str, Mapping[str, str]] = {}

    def at(self, stages: tuple[Stage, ...], check: Callable[[Task], None]) -> tuple[Task, ...]:
        """Tasks at these stages on which the person passes a check."""
        found = [task for task in self._tasks.values() if task.standing in stages]
        return tuple(
            task
            for task in found
            if rights.refusal(lambda task=task: check(task)) is None  # type: ignore[misc]
        )

    def reviews(self) -> tuple[Task, ...]:
        """Rubrics to review."""
        may = self.at(
            (Stage.REVIEW,),
            lambda task: rights.reviewer_of(self._person, task, self._policies),
        )
        return tuple(task for task in may if not self._has_ended(task))

    def _has_ended(self, task: Task) -> bool:
        number = str(latest_number(self._tx, task.id))
        own = entities.find(self._tx, Review, task.id, number, self._person.id)
        return own is not None and own.ended_at is not None

    def may_check(self, task: Task) -> None:
        """Checks that the person may spot-check a rubric."""
        reviews = entities.find_all(self._tx, Review, task_id=task.id)
        reviewers = [review.reviewer_id for review in reviews]
        rights.checker_of(self._person, task, self._policies, reviewers)

    def to_judge(self) -> tuple[WaitingForm, ...]:
        """Responses to judge; see ``Waiting``."""
        found: list[tuple[tuple[bool, bool, bool, str], WaitingForm]] = []
        for task, item, is_open, is_asked_for, is_apart in self._work.to_judge(self._person):
            is_other = item.role is not ResponseRole.BASELINE
            order = not is_open, not is_asked_for, is_other, task.id
            label = self._labels(task.id)[item.id]
            form = WaitingForm(task, item.id, label, None, is_open, is_asked_for, is_apart)
            found.append((order, form))
        return tuple(item for _, item in sorted(found, key=lambda pair: pair[0]))

    def _labels(self, task_id: str) -> Mapping[str, str]:
        if task_id not in self._known_labels:
            given = (item.id for item in self._work.responses.get(task_id, []))
            self._known_labels[task_id] = labels_of(given, self._kept_letters.get(task_id, ()))
        return self._known_labels[task_id]

    @cached_property
    def _kept_letters(self) -> dict[str, tuple[str, ...]]:
        return response_labels.kept_orders(self._tx)

    def to_confirm(self) -> tuple[WaitingForm, ...]:
        """Forms to confirm or override."""
        return tuple(
            WaitingForm(
                task, response_id, self._labels(task.id)[response_id], expert_id, is_open=False
            )
            for task, response_id, expert_id in self._work.to_confirm(self._person)
        )


def latest_waiting(ctx: CommandContext) -> Latest[Waiting]:
    """The pending work of a person.

    A part in which nothing has changed stays the very same tuple, so that a view can tell without
    comparing thousands of items.
    """
    return Latest(ctx, waiting_for, ON_WORK, _with_parts_kept)


def _with_parts_kept(before: Waiting, now: Waiting) -> Waiting:
    same = {
        name: getattr(before, name)
        for name in Waiting.__slots__
        if getattr(before, name) == getattr(now, name)
    }
    return replace(now, **same)
