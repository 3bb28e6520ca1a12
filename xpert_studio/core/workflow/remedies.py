"""Mends what is behind a disagreement: a checkpoint, a judgment, or the judge's anchors."""

from __future__ import annotations

from typing import Annotated

from xpert_studio.core.errors import NotFoundError, StageError
from xpert_studio.core.fields import Asks
from xpert_studio.core.messages import Message
from xpert_studio.core.records import (
    Cause,
    DisagreementKey,
    Judgment,
    JudgmentStatus,
    Role,
    Stage,
    Task,
)
from xpert_studio.core.wording import mark
from xpert_studio.core.workflow import rights
from xpert_studio.core.workflow.briefs import give_to
from xpert_studio.core.workflow.command_context import UnitOfWork
from xpert_studio.core.workflow.commands import command
from xpert_studio.core.workflow.error_analysis import attribute_in, differing, scopes_of, task_of
from xpert_studio.core.workflow.gold import make_anchor
from xpert_studio.core.workflow.triage import give_back, need_reason

Whose = Annotated[str, Asks("The expert whose judgment it is.", title=mark("Whose judgment"))]


@command(
    "disagreement.fix",
    "Fix the checkpoint",
    done="reopened the rubric to fix a checkpoint",
    told="The rubric is open for its author, who reads the reason.",
)
def fix_checkpoint(
    unit: UnitOfWork,
    key: DisagreementKey,
    *,
    reason: Annotated[
        str, Asks("What is ambiguous; its author reads it.", title=mark("What is ambiguous?"))
    ],
    author_id: Annotated[
        str | None, Asks("Who is to change it.", title=mark("Who changes it"))
    ] = None,
) -> None:
    """Name the checkpoint as the cause, and reopen its rubric, so that its author can change it.

    Args:
        unit: By a lead; where the rubric is being written already, a senior expert may too.
        key: The disagreement.
        reason: What is ambiguous; the author reads it.
        author_id: Who is to change it, where that is not the task's author.

    Raises:
        NotAllowedError: The person may not, or the author named cannot write on the task.
        StageError: The rubric is under review, or judge and experts do not differ.
        UsageError: No reason was given.
    """
    need_reason(reason, "have a checkpoint changed")
    task_id = task_of(unit.tx, key)
    others = (f"author/{author_id}",) if author_id else ()
    scopes = (f"task/{task_id}", *others, *scopes_of([key]))
    unit.on(task_id, *scopes)
    (stand,) = differing(unit, [key])
    attribute_in(unit, stand, Cause.AMBIGUOUS_CHECKPOINT, reason)
    open_for_writing(unit, unit.task(), reason, author_id)


def open_for_writing(unit: UnitOfWork, task: Task, reason: str, author_id: str | None) -> None:
    """Opens a rubric for its author, or another one, as a part of what is done.

    Raises:
        NotAllowedError: The person does not lead the project, and the rubric is not open.
        StageError: It is under review, or not written yet.
    """
    if author_id is not None and author_id != task.author_id:
        rights.need_role(unit.person, Role.LEAD)
        task = give_to(unit, task, author_id)
        unit.tell(person=author_id)
    if task.standing is Stage.RUBRIC:
        return
    if task.standing is Stage.REVIEW:
        raise StageError(
            Message("The rubric of {task} is under review.", task=task.name),
            remedy="Have a reviewer return it with a comment on that checkpoint.",
        )
    give_back(unit, task, reason=reason)


@command(
    "judgment.dispute",
    "Challenge judgment",
    done="disputed a judgment",
    told="An adjudicator decides on it again.",
)
def dispute_judgment(
    unit: UnitOfWork,
    key: DisagreementKey,
    expert_id: Whose,
    *,
    reason: Annotated[
        str,
        Asks(
            "Why it looks like a slip; the senior expert reads it.",
            title=mark("Why does it look like an expert error?"),
        ),
    ],
) -> None:
    """Name an error of the expert as the cause; an adjudicator decides on the judgment again.

    The judgment stands as its expert handed it in, with the reason as a note, and counts as gold
    again once it is confirmed or overridden.

    Args:
        unit: By a lead, or a senior expert who may evaluate that form.
        key: The disagreement.
        expert_id: Whose judgment.
        reason: Why it looks like a slip; the senior expert reads it.

    Raises:
        NotAllowedError: The person may not.
        NotFoundError: That expert has no gold judgment there.
        StageError: Judge and experts do not differ there.
        UsageError: No reason was given.
    """
    need_reason(reason, "dispute a judgment")
    task_id = task_of(unit.tx, key)
    unit.on(task_id, f"task/{task_id}/responses/{key.response_id}/{expert_id}", *scopes_of([key]))
    (stand,) = differing(unit, [key])
    judgment = next((item for item in stand.gold if item.expert_id == expert_id), None)
    if judgment is None:
        raise NotFoundError(
            Message("{expert_id} has no gold judgment there.", expert_id=expert_id),
            remedy="Those who have: " + ", ".join(item.expert_id for item in stand.gold) + ".",
        )
    if Role.LEAD not in unit.person.roles:
        rights.evaluator_of(unit.person, expert_id, stand.task, unit.info.policies)
    attribute_in(unit, stand, Cause.EXPERT_ERROR, reason)
    unit.put(unsettled(judgment, reason))
    unit.tell(expert=expert_id)


def unsettled(judgment: Judgment, reason: str) -> Judgment:
    """A gold judgment as it was submitted, with a note for its adjudicator."""
    return judgment.model_copy(
        update={
            "adjudicated_value": None,
            "adjudicated_state": None,
            "status": JudgmentStatus.SUBMITTED,
            "confirmed_by": None,
            "self_adjudicated": False,
            "adjudicated_at": None,
            "note": reason.strip(),
        }
    )


@command(
    "disagreement.anchor",
    "Add as an anchor",
    done="chose a disagreement as an anchor",
    told="The response is excluded from the figures of judges that see it.",
)
def anchor_case(
    unit: UnitOfWork,
    key: DisagreementKey,
    expert_id: Whose,
    *,
    reason: Annotated[str, Asks("Why.", title=mark("What is the judge to learn from it?"))],
) -> None:
    """Make the form the anchor of its task, as the judge needs this example.

    An anchored response is no evidence of alignment: it leaves the figures of judges that see it.

    Args:
        unit: By a lead, or a senior expert who does not judge the task.
        key: The disagreement.
        expert_id: Whose gold form on the response.
        reason: What the judge is to learn from it.

    Raises:
        NotAllowedError: The person may not.
        StageError: The form is not gold as a whole, or judge and experts do not differ.
        UsageError: No reason was given.
    """
    need_reason(reason, "add an anchor")
    task_id = task_of(unit.tx, key)
    unit.on(task_id, *((f"task/{task_id}/anchor", *scopes_of([key]))))
    (stand,) = differing(unit, [key])
    attribute_in(unit, stand, Cause.JUDGE_ERROR, reason)
    make_anchor(unit, stand.task, key.response_id, expert_id)
