"""Spot checks: senior experts look at a seeded share of the approved rubrics."""

from __future__ import annotations

import math
from typing import Annotated, Final

from xpert_studio.core.errors import IncompleteError, NotFoundError, UsageError
from xpert_studio.core.fields import Asks
from xpert_studio.core.messages import Message
from xpert_studio.core.records import (
    Review,
    Role,
    SpotCheck,
    SpotCheckOutcome,
    Stage,
)
from xpert_studio.core.store import log, tasks
from xpert_studio.core.wording import mark
from xpert_studio.core.workflow import rights
from xpert_studio.core.workflow.command_context import UnitOfWork
from xpert_studio.core.workflow.commands import Seed, TaskId, command
from xpert_studio.core.workflow.freezing import latest_number
from xpert_studio.core.workflow.sampling import drawn
from xpert_studio.core.workflow.stage_transitions import move
from xpert_studio.core.workflow.triage import need_reason

_SAMPLED: Final = "spot_check.sample"


@command(
    _SAMPLED,
    "Sample spot checks",
    done="sampled spot checks",
    line="review sample",
    told="To be checked: {sampled}. Ready to be judged: {ready} of {of} approved.",
    by=(Role.LEAD, Role.SENIOR),
)
def draw_spot_checks(
    unit: UnitOfWork,
    *,
    seed: Seed,
    share: Annotated[
        float | None,
        Asks(
            "0 to 1. Default: that of the policies.",
            "0.3",
            within=(0, 1),
            title=mark("Share spot-checked"),
            unit="%",
        ),
    ] = None,
) -> None:
    """Sample spot checks among the approved rubrics; all others are ready at once.

    So many are drawn that, with all earlier samples, the share is kept, rounded up: small batches
    are not checked more often than large ones.

    Args:
        unit: By a lead, or a senior expert.
        seed: Of the draw; written down with it.
        share: 0 to 1; the project's policy where None.

    Raises:
        StageError: No rubric is approved and waiting.
        UsageError: The share is no share.
    """
    waiting = [task.id for task in tasks.all_tasks(unit.tx) if task.stage is Stage.APPROVED]
    scopes = tuple(f"task/{task_id}" for task_id in waiting) or ("spot_checks",)
    unit.on(None, *scopes, "spot_checks")
    part = unit.info.policies.spot_check_share if share is None else share
    if not 0 <= part <= 1:
        raise UsageError(
            Message("{part} is not a share.", part=part), remedy="Give one from 0 to 1, as 0.3."
        )
    approved = [task for task in tasks.all_tasks(unit.tx) if task.stage is Stage.APPROVED]
    if not approved:
        raise UsageError("No approved rubric is awaiting spot-check sampling.")
    done = unit.find_all(SpotCheck)
    passed_by = sum(told["of"] for told in log.details_of(unit.tx, _SAMPLED))
    count = math.ceil(round(part * (passed_by + len(approved)), 9)) - len(done)
    chosen = set(drawn(seed, [task.id for task in approved], max(0, min(count, len(approved)))))
    for task in approved:
        if task.id not in chosen:
            unit.put(task.model_copy(update={"stage": Stage.READY}))
            continue
        unit.put(task.model_copy(update={"stage": Stage.SPOT_CHECK}))
        unit.put(
            SpotCheck(
                task_id=task.id,
                revision=latest_number(unit.tx, task.id),
                sampled_with_seed=seed,
                share=part,
                sampled_from=len(approved),
                sampled_at=unit.now,
            )
        )
    unit.tell(
        seed=seed,
        share=part,
        of=len(approved),
        sampled=sorted(chosen),
        ready=len(approved) - len(chosen),
    )


@command(
    "spot_check.finish",
    "Finish spot check",
    done="finished a spot check",
    line="review spot-check TASK OUTCOME",
)
def finish_spot_check(
    unit: UnitOfWork,
    task_id: TaskId,
    outcome: Annotated[SpotCheckOutcome, Asks("The outcome.", "passed")],
    *,
    consistent: Annotated[bool | None, Asks("Do criteria, tiers and weights agree?")],
    aligned_with_task: Annotated[
        bool | None, Asks("Does it ask what the task asks?", name="aligned")
    ],
    evaluable: Annotated[bool | None, Asks("Can each checkpoint be decided?")],
    note: Annotated[str | None, Asks("Why; needed unless it passed.", '"See 3."')] = None,
) -> None:
    """Finish the spot check of a rubric; three questions have to be answered.

    Args:
        unit: By a senior expert of the domain who neither wrote nor reviewed it.
        task_id: The task.
        outcome: Passed: the task is ready. Returned: its author mends the rubric. Discarded.
        consistent: Criteria, tiers and weights agree with each other.
        aligned_with_task: The rubric asks for what the task asks for.
        evaluable: Each line can be decided from a response.
        note: Why; needed unless it passed.

    Raises:
        IncompleteError: A question is unanswered, or the answers contradict the outcome.
    """
    answers: dict[str, bool | None] = {
        Message("consistent"): consistent,
        Message("aligned with its task"): aligned_with_task,
        Message("evaluable"): evaluable,
    }
    author_id = unit.task(task_id).author_id
    unit.on(task_id, *((f"task/{task_id}", f"author/{author_id}")))
    task = unit.task()
    reviewers = [review.reviewer_id for review in unit.find_all(Review, task_id=task_id)]
    rights.checker_of(unit.person, task, unit.info.policies, reviewers)
    rights.need_stage(task, Stage.SPOT_CHECK, to=Message("spot-checked"))
    checks = unit.find_all(SpotCheck, task_id=task_id)
    check = next((one for one in checks if one.outcome is None), None)
    if check is None:
        raise NotFoundError(Message("{task} has no open spot check.", task=task.name))
    _check_answers(answers, outcome)
    if outcome is not SpotCheckOutcome.PASSED:
        need_reason(note, "return or discard a rubric")
    unit.put(
        check.model_copy(
            update={
                "adjudicator_id": unit.person.id,
                "outcome": outcome,
                "consistent": consistent,
                "aligned_with_task": aligned_with_task,
                "evaluable": evaluable,
                "note": (note or "").strip() or None,
                "ended_at": unit.now,
            }
        )
    )
    ends = {
        SpotCheckOutcome.PASSED: Stage.READY,
        SpotCheckOutcome.RETURNED: Stage.RUBRIC,
        SpotCheckOutcome.DISCARDED: Stage.DISCARDED,
    }
    passed = outcome is SpotCheckOutcome.PASSED
    by = (unit.person.id,) if passed else ()
    move(unit, task, ends[outcome], reason=note, accepted_by=by)


def _check_answers(answers: dict[str, bool | None], outcome: SpotCheckOutcome) -> None:
    open_questions = [
        Message("Is the rubric {name}?", name=name)
        for name, said in answers.items()
        if said is None
    ]
    if open_questions:
        raise IncompleteError(
            "The spot check is not complete.", open_questions, remedy="Answer with yes or no."
        )
    wrong = [
        Message("It was found not {name}.", name=name) for name, said in answers.items() if not said
    ]
    if wrong and outcome is SpotCheckOutcome.PASSED:
        raise IncompleteError(
            "A rubric with such answers does not pass.", wrong, remedy="Return or discard it."
        )
