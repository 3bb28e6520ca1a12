"""The suites of a project: read, defined, taken out, and resolved to tasks."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Final

from xpert_studio.api.changes import (
    Change,
    Message,
    NotFoundError,
    UsageError,
    Written,
    seen_records,
)
from xpert_studio.core.judge.key_check import need_no_keys
from xpert_studio.core.judge.providers.registry import parse_judge_name
from xpert_studio.core.messages import joined
from xpert_studio.core.records import Stage, Task
from xpert_studio.core.store import Transaction, tasks
from xpert_studio.core.workflow import CommandContext, put_records, remove_records
from xpert_studio.packs.suites.patterns import matches
from xpert_studio.packs.suites.records import PACK_ID, RESULT, SUITE, Result, Suite, SuiteStage

TASKS_BY: Final = ("tag", "domain", "category")
_HOW: Final = Message("Name tasks by id, or by tag:NAME, domain:NAME or category:NAME.")


@dataclass(frozen=True, slots=True)
class SuiteTask:
    """A task of a suite, with the capabilities that it shows there."""

    task: Task
    capabilities: tuple[str, ...]


def suites_in(tx: Transaction) -> dict[str, Suite]:
    """All suites by name; they are seen by everybody who sees the project."""
    found = (record.value for record in seen_records(tx, None, PACK_ID, SUITE.id))
    return {one.name: one for one in found if isinstance(one, Suite)}


def get_suite(tx: Transaction, name: str) -> Suite:
    """A suite by its name.

    Raises:
        NotFoundError: There is none.
    """
    known = _some_suites(tx)
    if name not in known:
        raise NotFoundError(
            Message("There is no suite {name}.", name=name),
            remedy=Message("There are: {known}.", known=joined(sorted(known))),
        )
    return known[name]


def _some_suites(tx: Transaction) -> dict[str, Suite]:
    """All suites by name.

    Raises:
        NotFoundError: There are none.
    """
    known = suites_in(tx)
    if not known:
        raise NotFoundError(
            "There are no suites yet.", remedy="Define one with 'xpert-studio suite define'."
        )
    return known


def define_suite(ctx: CommandContext, suite: Suite) -> tuple[Suite, Change | None]:
    """Keeps a suite, in place of the one of its name.

    Args:
        ctx: A lead.
        suite: Its version is made here.

    Returns:
        The suite as it is kept; the change, or None where it was the same before.

    Raises:
        UsageError: A judge is none, or the suite names a capability twice.
        NotFoundError: A capability has no task.
    """
    _check(suite)
    with ctx.project.reading() as tx:
        before = suites_in(tx).get(suite.name)
        tasks_of(tx, suite)
    version = before.version + (before.hash != suite.hash) if before else 1
    made = suite.model_copy(update={"version": version})
    if made == before:
        return made, None
    return made, put_records(ctx, PACK_ID, SUITE.id, [Written(made, id=made.name)])


def _check(suite: Suite) -> None:
    names = [capability.name for capability in suite.capabilities]
    if len(set(names)) < len(names):
        raise UsageError(
            "A capability is named twice.", remedy="List all its members in one --capability."
        )
    need_no_keys(*suite.judges)
    for judge in suite.judges:
        parse_judge_name(judge)
    if len(suite.judges) > 1 and not suite.panel:
        raise UsageError(
            "Several judges need a rule.",
            remedy="Name the rule of their panel: --panel majority.",
        )
    if suite.panel and len(suite.judges) < 2:
        raise UsageError("A panel has two judges or more.", remedy="Repeat --judge.")


def remove_suite(ctx: CommandContext, name: str, evaluation: str = "") -> tuple[Change, ...]:
    """Takes out a suite with its evaluations, or one evaluation of it.

    Args:
        ctx: A lead.
        name: The suite.
        evaluation: Only this evaluation, by its id.

    Raises:
        NotFoundError: There is no such suite or evaluation.
    """
    with ctx.project.reading() as tx:
        get_suite(tx, name)
        own = [
            one.id
            for one in seen_records(tx, ctx.person_id, PACK_ID, RESULT.id)
            if isinstance(one.value, Result)
            and one.value.suite == name
            and evaluation in {"", one.value.evaluation}
        ]
    if evaluation and not own:
        raise NotFoundError(
            Message("{name} has no evaluation {evaluation}.", name=name, evaluation=evaluation),
            remedy=Message("'xpert-studio suite show PROJECT {name}' lists them.", name=name),
        )
    made = [remove_records(ctx, PACK_ID, RESULT.id, own)] if own else []
    if not evaluation:
        made.append(remove_records(ctx, PACK_ID, SUITE.id, [name]))
    return tuple(made)


def tasks_of(tx: Transaction, suite: Suite) -> dict[str, SuiteTask]:
    """The tasks of a suite that are ready to be judged, by id, in the project's order.

    Raises:
        NotFoundError: A capability has none, or names a task that is not there.
    """
    known = {task.id: task for task in tasks.all_tasks(tx)}
    ready = {name: task for name, task in known.items() if task.standing is Stage.READY}
    shown: dict[str, list[str]] = {}
    for capability in suite.capabilities:
        own = {
            name for member in capability.members for name in _named(member, known) if name in ready
        }
        if not own:
            raise NotFoundError(
                Message("No task that is ready shows {capability}.", capability=capability.name),
                remedy=_HOW,
            )
        for name in own:
            shown.setdefault(name, []).append(capability.name)
    return {name: SuiteTask(ready[name], tuple(shown[name])) for name in ready if name in shown}


def _named(member: str, known: Mapping[str, Task]) -> list[str]:
    """The tasks that a member of a capability names.

    Raises:
        NotFoundError: It is the id of no task.
    """
    if member in known:
        return [member]
    by, _, name = member.partition(":")
    if by not in TASKS_BY or not name:
        raise NotFoundError(Message("There is no task {member}.", member=member), remedy=_HOW)
    found = [id_ for id_, task in known.items() if name in facets(task, by)]
    if not found:
        there = sorted({each for task in known.values() for each in facets(task, by) if each})
        raise NotFoundError(
            Message("No task has {member}.", member=member),
            remedy=Message("There are: {known}.", known=joined(there, most=12)) if there else _HOW,
        )
    return found


def facets(task: Task, by: str) -> tuple[str | None, ...]:
    """What a task has of one of ``TASKS_BY``.

    Args:
        task: The task.
        by: ``tag``, ``domain`` or ``category``.
    """
    return task.tags if by == "tag" else (task.domain if by == "domain" else task.category,)


def chosen_suites(
    tx: Transaction, names: Sequence[str], stage: SuiteStage | None, changed: Sequence[str] | None
) -> list[Suite]:
    """The suites that are to be run: those named, of a stage, that a change of files touches.

    Args:
        tx: The project.
        names: All where empty.
        stage: Only of this stage; of all where None.
        changed: Paths of changed files; None for any.

    Raises:
        NotFoundError: A name is none of a suite, or the project has no suites.
    """
    found = [get_suite(tx, name) for name in names] or list(_some_suites(tx).values())
    return [
        one
        for one in found
        if (stage is None or one.stage is stage)
        and (changed is None or not one.triggers or matches(one.triggers, changed))
    ]
