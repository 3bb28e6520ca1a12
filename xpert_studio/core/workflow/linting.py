"""The linter over a task's rubric, and the findings that people have looked at and left."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Annotated, TypeAlias

from xpert_studio.core.errors import NotFoundError, UsageError
from xpert_studio.core.fields import Asks
from xpert_studio.core.lint import Finding, FixKind
from xpert_studio.core.messages import Message
from xpert_studio.core.packs import entries
from xpert_studio.core.records import (
    Checkpoint,
    Dismissal,
    ProjectInfo,
    Task,
    content_hash,
    grouped,
)
from xpert_studio.core.store import Transaction, entities, settings, tasks
from xpert_studio.core.workflow.command_context import CommandContext, UnitOfWork
from xpert_studio.core.workflow.commands import CheckpointId, TaskId, command
from xpert_studio.core.workflow.line_rules import line, open_rubric
from xpert_studio.core.workflow.triage import need_reason


@dataclass(frozen=True, slots=True)
class Linted:
    """A rubric as the linter sees it.

    Attributes:
        findings: Open ones, on the whole first, then line by line.
        dismissed: Findings that a person left, with their reasons.
    """

    rubric: tuple[Checkpoint, ...]
    findings: tuple[Finding, ...]
    dismissed: tuple[tuple[Finding, Dismissal], ...]


def lint_task(ctx: CommandContext, task_id: str, *, language: str = "en") -> Linted:
    """What the linter finds in the rubric of a task as it stands.

    Args:
        ctx: Anybody; nothing is changed.
        task_id: The task.
        language: Of the messages, ``en`` or ``zh``.
    """
    with ctx.project.reading() as tx:
        task = tasks.get_task(tx, task_id)
        rubric = tasks.rubric_of(tx, task_id)
        asked = _Asked(
            settings.project_info(tx),
            language,
            [gather(tx, task_id) for gather in entries("met_by")],
            entities.find_all(tx, Dismissal, task_id=task_id),
        )
    return asked.linted(task, rubric)


def lint_all(
    ctx: CommandContext, task_ids: Sequence[str] = (), *, language: str = "en"
) -> Iterator[tuple[str, Linted]]:
    """What the linter finds in the rubrics of tasks, each with the task's id.

    Everything is read at once: of thousands, far faster than one by one.

    Args:
        ctx: Anybody; nothing is changed.
        task_ids: The tasks in the order wanted; where none is named, all that have a rubric.
        language: Of the messages, ``en`` or ``zh``.

    Raises:
        NotFoundError: There is no such task; then nothing was looked at.
    """
    with ctx.project.reading() as tx:
        rubrics = tasks.rubrics(tx)
        known = {task.id: task for task in tasks.all_tasks(tx)}
        asked = _Asked(
            settings.project_info(tx),
            language,
            [gather(tx, "") for gather in entries("met_by")],
            entities.find_all(tx, Dismissal),
        )
        for task_id in task_ids:
            if task_id not in known:
                tasks.get_task(tx, task_id)
    for task_id in task_ids or [task_id for task_id in known if task_id in rubrics]:
        yield task_id, asked.linted(known[task_id], rubrics.get(task_id, ()))


MetBy: TypeAlias = Callable[[str, tuple[Checkpoint, ...]], Mapping[str, Collection[str]]]
"""Of a task with its rubric, the attacks that meet each checkpoint by a judge's verdict."""
GatherMetBy: TypeAlias = Callable[[Transaction, str], MetBy]
"""Reads what is kept of attacks on a task, on all where its id is empty."""


class _Asked:
    """What is looked for in rubrics, and what was decided of them before.

    Args:
        info: The project's.
        language: Of the messages.
        met_by: What attacks meet checkpoints, from packs.
        dismissals: Findings that were left.
    """

    def __init__(
        self,
        info: ProjectInfo,
        language: str,
        met_by: Sequence[MetBy],
        dismissals: Iterable[Dismissal],
    ) -> None:
        self._info, self._language = info, language
        self._met_by = met_by
        self._left = grouped((item.task_id, item) for item in dismissals)

    def linted(self, task: Task, rubric: tuple[Checkpoint, ...]) -> Linted:
        """What is found in one rubric."""
        from xpert_studio.core.lint import lint_rubric

        found = lint_rubric(
            rubric,
            policies=self._info.policies,
            dimensions=self._info.taxonomy.dimensions,
            task=task,
            language=self._language,
            met=self._met(task, rubric),
        )
        left = {(item.rule, item.checkpoint_id): item for item in self._left.get(task.id, ())}
        return _without_dismissed(rubric, found, left) if left else Linted(rubric, tuple(found), ())

    def _met(self, task: Task, rubric: tuple[Checkpoint, ...]) -> dict[str, set[str]]:
        """By checkpoint, the attacks that meet it, as all packs that know any say."""
        met: dict[str, set[str]] = {}
        for find in self._met_by:
            for name, attacks in find(task.id, rubric).items():
                met.setdefault(name, set()).update(attacks)
        return met


def _without_dismissed(
    rubric: tuple[Checkpoint, ...],
    found: Sequence[Finding],
    left: Mapping[tuple[str, str], Dismissal],
) -> Linted:
    """Findings in two: those that are open, and those that were left."""
    hashes = {point.id: point.content_hash for point in rubric} | {"": rubric_hash(rubric)}
    dismissed = [
        (item, left[item.key])
        for item in found
        if item.key in left
        and not item.blocks
        and left[item.key].text_hash == hashes.get(item.key[1])
    ]
    gone = {item.key for item, _ in dismissed}
    return Linted(rubric, tuple(item for item in found if item.key not in gone), tuple(dismissed))


def proposed_split(ctx: CommandContext, task_id: str, checkpoint_id: str) -> tuple[str, ...]:
    """The parts the linter would split a line into; empty where it proposes none."""
    for finding in lint_task(ctx, task_id).findings:
        fix = finding.fix
        if finding.checkpoint_id == checkpoint_id and fix and fix.kind is FixKind.SPLIT:
            return fix.parts
    return ()


@command(
    "finding.dismiss",
    "Dismiss finding",
    done="dismissed a finding",
    line="lint dismiss TASK RULE CHECKPOINT",
)
def dismiss(
    unit: UnitOfWork,
    task_id: TaskId,
    rule: Annotated[str, Asks("The finding's rule.", "compound")],
    checkpoint_id: CheckpointId | None,
    *,
    reason: Annotated[str, Asks("Why it is right as it is.", '"A fixed pair."')],
) -> None:
    """Dismiss a finding with a reason, until the checkpoint is edited.

    Args:
        unit: By the author.
        task_id: The task.
        rule: The finding's rule.
        checkpoint_id: The finding's line; None for one on the whole rubric.
        reason: Why it is right as it is.

    Raises:
        NotFoundError: There is no such rule or line.
        UsageError: No reason was given, or the rule is no matter of judgment.
    """
    need_reason(reason, "dismiss a finding")
    from xpert_studio.core.lint import RULES, rules_in_order

    known = RULES.get(rule)
    if known is None:
        raise NotFoundError(
            Message("There is no rule {rule}.", rule=rule),
            remedy="Rules: " + ", ".join(item.id for item in rules_in_order()) + ".",
        )
    if known.blocks:
        raise UsageError(
            Message("{rule} cannot be dismissed: it keeps the rubric from review.", rule=rule),
            remedy="Correct what it names.",
        )
    open_rubric(unit, task_id)
    unit.put(
        Dismissal(
            task_id=task_id,
            checkpoint_id=checkpoint_id or "",
            rule=rule,
            text_hash=line(unit, checkpoint_id).content_hash
            if checkpoint_id
            else rubric_hash(unit.rubric()),
            reason=reason.strip(),
            by=unit.person.id,
            at=unit.now,
        )
    )
    unit.tell(rule=rule, checkpoint=checkpoint_id, reason=reason)


def rubric_hash(rubric: tuple[Checkpoint, ...]) -> str:
    """What a dismissal on the whole rubric rests on."""
    return content_hash([point.meaning() for point in rubric])
