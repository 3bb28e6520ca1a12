"""Everything about one task that its pages show, and what this person may do with it."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from typing import Final

from xpert_studio.core.errors import XpertError
from xpert_studio.core.messages import Message
from xpert_studio.core.records import (
    Checkpoint,
    Comment,
    LogEntry,
    Person,
    Policies,
    ProjectInfo,
    Review,
    Role,
    RubricRevision,
    SpotCheck,
    Stage,
    Staleness,
    Suggestion,
    SuggestionState,
    Task,
)
from xpert_studio.core.store import Transaction, entities, log, settings, staleness, tasks
from xpert_studio.core.store.people import all_people
from xpert_studio.core.workflow import rights
from xpert_studio.core.workflow.briefs import missing_in
from xpert_studio.core.workflow.command_context import CommandContext, person_of
from xpert_studio.core.workflow.pending import PendingWork
from xpert_studio.core.workflow.reading import rubric_reading
from xpert_studio.core.workflow.triage import return_brief


@dataclass(frozen=True, slots=True)
class TaskView:
    """A task as its workspace shows it.

    Attributes:
        rubric: As it stands now.
        revisions: Frozen ones, oldest first.
        comments: All, oldest first.
        reviews: Who looks at which revision, and what came of it.
        spot_checks: Drawn ones, oldest first.
        suggestions: Open ones, in their order.
        brief_lacks: What keeps the brief from being handed in.
        refused: Why this person may not do something now, by the verb's name; a verb that is
            missing may be done.
        stale: Decisions on this task that rest on something edited since.
        unread: The checkpoints that this person has not marked as read.
        waits_for: Who can take the next step.
        has_to_judge: Whether a response waits for this person's judgment, blind or not.
        returned: What the log has of the return of the brief, while it is returned.
    """

    task: Task
    person: Person
    info: ProjectInfo
    rubric: tuple[Checkpoint, ...]
    revisions: tuple[RubricRevision, ...]
    comments: tuple[Comment, ...]
    reviews: tuple[Review, ...]
    spot_checks: tuple[SpotCheck, ...]
    suggestions: tuple[Suggestion, ...]
    brief_lacks: tuple[str, ...]
    refused: Mapping[str, XpertError]
    stale: Staleness
    unread: tuple[str, ...]
    waits_for: tuple[Person, ...]
    has_to_judge: bool
    returned: LogEntry | None = None

    def may(self, verb: str) -> bool:
        """Whether the person may do that now."""
        return verb not in self.refused

    @property
    def is_to_rate(self) -> bool:
        """Whether the person is to judge blind: till then, what a value has to reach is hidden."""
        return self.has_to_judge and not self.info.policies.is_solo

    @property
    def _newest(self) -> int:
        """The number of the newest revision; 0 before the first."""
        return self.revisions[-1].number if self.revisions else 0

    @property
    def own_review(self) -> Review | None:
        """The person's own review of the newest revision."""
        for review in self.reviews:
            if review.reviewer_id == self.person.id and review.revision == self._newest:
                return review
        return None

    @property
    def has_spot_checked(self) -> bool:
        """Whether the person has spot-checked the newest revision."""
        return any(
            check.ended_at is not None
            and (check.adjudicator_id, check.revision) == (self.person.id, self._newest)
            for check in self.spot_checks
        )


def task_view(ctx: CommandContext, task_id: str) -> TaskView:
    """One task with all that belongs to it.

    Raises:
        NotFoundError: There is no such task.
    """
    with ctx.project.reading() as tx:
        task = tasks.get_task(tx, task_id)
        person = person_of(tx, ctx.person_id)
        info = settings.project_info(tx)
        rubric = tasks.rubric_of(tx, task_id)
        comments = _of(tx, Comment, task_id, lambda item: item.made_at)
        reviews = _of(tx, Review, task_id, lambda item: (item.revision, item.started_at))
        suggestions = entities.find_all(
            tx, Suggestion, task_id=task_id, state=SuggestionState.OPEN.value
        )
        return TaskView(
            task=task,
            person=person,
            info=info,
            rubric=rubric,
            revisions=_of(tx, RubricRevision, task_id, lambda item: item.number),
            comments=comments,
            reviews=reviews,
            spot_checks=_of(tx, SpotCheck, task_id, lambda item: item.sampled_at),
            suggestions=tuple(sorted(suggestions, key=lambda item: item.position)),
            brief_lacks=tuple(missing_in(task, info.policies)),
            refused=refusals(person, task, info, reviews),
            stale=staleness.count_stale(tx, [task_id]),
            unread=tuple(rubric_reading(person.id, task_id, rubric).unread(tx)),
            waits_for=who_can_go_on(all_people(tx), task, info, reviews),
            has_to_judge=bool(PendingWork(tx, [task], info.policies).to_judge(person)),
            returned=_return_of(tx, task),
        )


def _return_of(tx: Transaction, task: Task) -> LogEntry | None:
    if task.standing is not Stage.RETURNED:
        return None
    entries = log.latest_entries(tx, _LOOKED_AT, task_id=task.id)
    return next((entry for entry in entries if entry.command == return_brief.name), None)


def _of(
    tx: Transaction,
    kind: type,
    task_id: str,
    order: Callable[..., object],
) -> tuple:  # type: ignore[type-arg]
    return tuple(sorted(entities.find_all(tx, kind, task_id=task_id), key=order))  # type: ignore[arg-type]


_LOOKED_AT: Final = 200
"""So many of the newest events of a task are searched for its return."""
_ALIVE: Final = tuple(stage for stage in Stage if stage is not Stage.DISCARDED)
_NEXT: Final = {
    Stage.BRIEF: "submit_brief",
    Stage.RETURNED: "submit_brief",
    Stage.SUBMITTED: "triage",
    Stage.RUBRIC: "submit_rubric",
    Stage.REVIEW: "review",
    Stage.SPOT_CHECK: "spot_check",
    Stage.READY: "judge",
}
"""The verb that leads a task on from a stage."""
_DONE: Final = (Stage.APPROVED, Stage.SPOT_CHECK, Stage.READY)


def refusals(
    person: Person, task: Task, info: ProjectInfo, reviews: tuple[Review, ...]
) -> dict[str, XpertError]:
    """What the person may not do with a task now, and why: the verbs' checks, asked before."""
    checks = _checks(person, task, info, reviews)
    found = ((verb, rights.refusal(ask)) for verb, ask in checks.items())
    return {verb: error for verb, error in found if error is not None}


def _checks(
    person: Person, task: Task, info: ProjectInfo, reviews: tuple[Review, ...]
) -> dict[str, Callable[[], None]]:
    """What each verb checks first, by its name."""
    gates = _Gates(person, task, info.policies, [review.reviewer_id for review in reviews])
    return {
        "change_brief": lambda: gates.author(
            Stage.BRIEF, Stage.RETURNED, Stage.RUBRIC, to=Message("changed")
        ),
        "submit_brief": lambda: gates.author(Stage.BRIEF, Stage.RETURNED, to=Message("submitted")),
        "triage": gates.triage,
        "edit_rubric": lambda: gates.author(
            *rights.rubric_stages(info.policies), to=Message("edited")
        ),
        "submit_rubric": lambda: gates.author(Stage.RUBRIC, to=Message("submitted")),
        "review": gates.review,
        "spot_check": gates.check,
        "judge": gates.judge,
        "answer": gates.answer,
        "reopen": lambda: gates.lead(*_DONE, to=Message("opened again")),
        "hand_over": lambda: gates.lead(*_ALIVE, to=Message("reassigned")),
        "respond": lambda: gates.lead(Stage.READY, to=Message("answered")),
        "discard": gates.discard,
    }


def who_can_go_on(
    people: Iterable[Person], task: Task, info: ProjectInfo, reviews: tuple[Review, ...]
) -> tuple[Person, ...]:
    """The people who may take a task's next step, by the same rules as the verb's."""
    if task.standing is Stage.APPROVED:
        drawers = {Role.LEAD, Role.SENIOR}
        return tuple(person for person in people if drawers & set(person.roles))
    verb = _NEXT.get(task.standing)
    newest = max((review.revision for review in reviews), default=0)
    ended = {
        review.reviewer_id
        for review in reviews
        if review.revision == newest and review.ended_at is not None
    }
    done = ended if task.standing is Stage.REVIEW else set()
    return tuple(
        person
        for person in people
        if verb
        and person.id not in done
        and rights.refusal(_checks(person, task, info, reviews)[verb]) is None
    )


@dataclass(frozen=True, slots=True)
class _Gates:
    """What the verbs check first, for one person and one task."""

    person: Person
    task: Task
    policies: Policies
    reviewers: list[str]

    def author(self, *stages: Stage, to: str) -> None:
        rights.author_at_work(self.person, self.task, self.policies)
        rights.need_stage(self.task, *stages, to=to)

    def lead(self, *stages: Stage, to: str) -> None:
        rights.need_role(self.person, Role.LEAD)
        rights.need_stage(self.task, *stages, to=to)

    def triage(self) -> None:
        rights.triager_of(self.person, self.task, self.policies)
        rights.need_stage(self.task, Stage.SUBMITTED, to=Message("decided on"))

    def review(self) -> None:
        rights.reviewer_of(self.person, self.task, self.policies)
        rights.need_stage(self.task, Stage.REVIEW, to=Message("reviewed"))

    def check(self) -> None:
        rights.checker_of(self.person, self.task, self.policies, self.reviewers)
        rights.need_stage(self.task, Stage.SPOT_CHECK, to=Message("spot-checked"))

    def judge(self) -> None:
        rights.judge_of(self.person, self.task, self.policies)
        rights.need_stage(self.task, Stage.READY, to=Message("judged"))

    def answer(self) -> None:
        rights.need_stage(self.task, Stage.RUBRIC, Stage.REVIEW, to=Message("talked over"))
        if self.person.id != self.task.author_id and Role.LEAD not in self.person.roles:
            rights.reviewer_of(self.person, self.task, self.policies)

    def discard(self) -> None:
        rights.need_stage(self.task, *_ALIVE, to=Message("discarded"))
        if self.task.author_id != self.person.id or self.task.standing in _DONE:
            rights.need_role(self.person, Role.LEAD)
