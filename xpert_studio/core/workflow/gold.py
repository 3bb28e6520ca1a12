"""The gold subset, and which gold form anchors a task."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Annotated

from xpert_studio.core.errors import NotFoundError, StageError, UsageError
from xpert_studio.core.fields import Asks
from xpert_studio.core.messages import Message
from xpert_studio.core.records import (
    AnchorChoice,
    Judgment,
    Role,
    Stage,
    Stratum,
    Subset,
    Task,
    grouped,
)
from xpert_studio.core.store import Transaction, entities, responses, settings, staleness, tasks
from xpert_studio.core.wording import mark
from xpert_studio.core.workflow import rights
from xpert_studio.core.workflow.command_context import UnitOfWork, need_valid_id
from xpert_studio.core.workflow.commands import (
    ExpertId,
    ResponseId,
    Seed,
    SubsetName,
    TaskId,
    command,
)
from xpert_studio.core.workflow.sampling import drawn

GOLD = "gold"


@command(
    "subset.sample",
    "Sample gold subset",
    done="sampled the gold subset",
    line="gold sample",
    told="Tasks: {tasks}.",
    by=(Role.LEAD,),
)
def draw_subset(
    unit: UnitOfWork,
    *,
    size: Annotated[int, Asks("How many tasks.", "24", title=mark("Tasks"))],
    seed: Seed,
    name: Annotated[str, Asks("The subset.", "gold-2", "subset", title=mark("Name"))] = GOLD,
) -> None:
    """Sample a subset of the ready tasks by a seed, stratified by domain.

    Each domain gets its share by largest remainders (Hamilton's method), and at least one task
    where there is room for all domains (XpertBench samples its gold subset stratified by domain).

    Args:
        unit: By a lead.
        size: How many tasks.
        seed: Of the draw; written down with it.
        name: Replaces the subset of that name.

    Raises:
        UsageError: Fewer tasks are ready than asked for, or none is asked for; the name is none.
    """
    need_valid_id(name)
    unit.on(None, f"subset/{name}")
    ready = [task for task in tasks.all_tasks(unit.tx) if task.standing is Stage.READY]
    if not 1 <= size <= len(ready):
        raise UsageError(
            Message(
                "{ready} tasks are ready; {size} cannot be sampled.",
                ready=len(ready),
                size=size,
            ),
            remedy=Message("Choose a size from 1 to {ready}.", ready=len(ready)) if ready else "",
        )
    by_domain = grouped((task.domain or "", task.id) for task in ready)
    parts = allocate({domain: len(ids) for domain, ids in by_domain.items()}, size)
    chosen = [
        task_id
        for domain in sorted(by_domain)
        for task_id in drawn(seed, by_domain[domain], parts[domain])
    ]
    strata = tuple(
        Stratum(domain=domain, available=len(by_domain[domain]), drawn=parts[domain])
        for domain in sorted(by_domain)
    )
    unit.put(
        Subset(
            name=name,
            seed=seed,
            task_ids=tuple(chosen),
            strata=strata,
            sampled_by=unit.person.id,
            sampled_at=unit.now,
        )
    )
    unit.tell(subset=name, seed=seed, size=size, of=len(ready))


@command(
    "subset.remove",
    "Remove gold subset",
    done="removed a gold subset",
    line="gold remove NAME",
    by=(Role.LEAD,),
)
def remove_subset(unit: UnitOfWork, name: SubsetName) -> None:
    """Remove a gold subset from the project; its tasks stay as they are.

    Raises:
        NotFoundError: There is none of that name.
    """
    unit.on(None, f"subset/{name}")
    subset = unit.find(Subset, name)
    if subset is None:
        raise NotFoundError(Message("There is no gold subset {name}.", name=name))
    unit.remove(subset)
    unit.tell(subset=name, seed=subset.seed)


def allocate(available: Mapping[str, int], size: int) -> dict[str, int]:
    """How many of ``size`` items each stratum gives, in proportion to what it has.

    Args:
        available: Items by stratum.
        size: At most their sum.

    Returns:
        Items to draw by stratum; the sum is ``size``, none gives more than it has.
    """
    total = sum(available.values())
    floor = 1 if size >= sum(1 for count in available.values() if count) else 0
    parts = {
        name: min(count, max(floor if count else 0, count * size // total))
        for name, count in available.items()
    }

    def owed(name: str) -> tuple[float, int, str]:
        return parts[name] - available[name] * size / total, -available[name], name

    while sum(parts.values()) < size:
        name = min((name for name in parts if parts[name] < available[name]), key=owed)
        parts[name] += 1
    while sum(parts.values()) > size:
        name = max((name for name in parts if parts[name] > floor), key=owed)
        parts[name] -= 1
    return parts


@command(
    "anchor.choose",
    "Choose anchor",
    done="chose an anchor",
    line="gold anchor TASK RESPONSE EXPERT",
)
def choose_anchor(
    unit: UnitOfWork, task_id: TaskId, response_id: ResponseId, expert_id: ExpertId
) -> None:
    """Make a gold form the anchor of its task, in place of the one by rule.

    Args:
        unit: By a lead or a senior expert.
        task_id: The task.
        response_id: The response it judges.
        expert_id: Who judged it.

    Raises:
        StageError: The form is not gold, or does not cover the rubric as it stands.
    """
    unit.on(task_id, f"task/{task_id}/anchor")
    make_anchor(unit, unit.task(), response_id, expert_id)


def make_anchor(unit: UnitOfWork, task: Task, response_id: str, expert_id: str) -> None:
    """Chooses a task's anchor, as a part of what is done; see ``choose_anchor``."""
    rights.need_role(unit.person, Role.LEAD, Role.SENIOR)
    if responses.get_response(unit.tx, response_id).task_id != task.id:
        raise UsageError(Message("That is no response to {task}.", task=task.name))
    need_gold_form(unit.tx, task, response_id, expert_id)
    unit.put(
        AnchorChoice(
            task_id=task.id,
            response_id=response_id,
            expert_id=expert_id,
            chosen_by=unit.person.id,
            chosen_at=unit.now,
        )
    )
    unit.tell(response=response_id, expert=expert_id)


def need_gold_form(tx: Transaction, task: Task, response_id: str, expert_id: str) -> None:
    """The form of an expert on a response is gold as a whole.

    Raises:
        StageError: It is not, or the expert is excluded.
    """
    if expert_id in settings.excluded_experts(tx):
        raise StageError(
            Message("{expert_id} is excluded: none of their forms is gold.", expert_id=expert_id),
            remedy="Take the form of another expert, or include them again.",
        )
    lacking = _lacking(tx, task, response_id, expert_id)
    if lacking:
        raise StageError(
            Message(
                "The form of {expert_id} is not gold: {lacking} checkpoints are not "
                "confirmed, stale or missing.",
                expert_id=expert_id,
                lacking=lacking,
            ),
            remedy="Have it judged and confirmed as a whole first.",
        )


def _lacking(tx: Transaction, task: Task, response_id: str, expert_id: str) -> int:
    """How many lines of the rubric a form has no current gold judgment on; 0 can be an anchor."""
    form = entities.find_all(tx, Judgment, response_id=response_id, expert_id=expert_id)
    stale = staleness.stale_judgments(tx, response_id, expert_id)
    rubric = [point.id for point in tasks.judged_rubric(tx, task.id)]
    gold = {item.checkpoint_id for item in form if item.is_gold} - stale
    return sum(id_ not in gold for id_ in rubric) if form else max(len(rubric), 1)


@command(
    "anchor.clear",
    "Clear anchor",
    done="cleared a chosen anchor",
    line="gold release TASK",
    by=(Role.LEAD, Role.SENIOR),
)
def free_anchor(unit: UnitOfWork, task_id: TaskId) -> None:
    """Clear the chosen anchor of a task; by rule it is the gold form on the baseline."""
    unit.on(task_id, f"task/{task_id}/anchor")
    unit.task()
    choice = unit.find(AnchorChoice, task_id)
    if choice is not None:
        unit.remove(choice)
