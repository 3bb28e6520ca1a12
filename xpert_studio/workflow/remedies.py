"""What can be done about a disagreement besides naming its cause; the finding is part of the step.

Fix the checkpoint: its rubric is opened again for its author. Dispute the judgment: a senior expert
settles it anew. Add an anchor: the case becomes the worked example of its task.
"""

from __future__ import annotations

from xpert_studio.errors import NotFoundError, StageError
from xpert_studio.records import (
    Cause,
    Change,
    DisagreementKey,
    Judgment,
    JudgmentStatus,
    Role,
    Stage,
    Task,
)
from xpert_studio.workflow import rights
from xpert_studio.workflow.attributing import attribute_in, differing, scopes_of, task_of
from xpert_studio.workflow.briefs import give_to
from xpert_studio.workflow.desk import Act, Desk
from xpert_studio.workflow.gold import make_anchor
from xpert_studio.workflow.triage import give_back, need_reason


def fix_checkpoint(
    desk: Desk, key: DisagreementKey, *, reason: str, author_id: str | None = None
) -> Change:
    """Finds a checkpoint ambiguous, and opens its rubric for its author where it is not open.

    Args:
        desk: A lead; where the rubric is being written already, a senior expert may too.
        key: The disagreement.
        reason: What is ambiguous; the author reads it.
        author_id: Who is to change it, where that is not the task's author.

    Raises:
        NotAllowedError: The person may not, or the author named cannot write on the task.
        StageError: The rubric is under review, or judge and experts do not differ.
        UsageError: No reason was given.
    """
    need_reason(reason, "have a checkpoint changed")
    with desk.project.reading() as tx:
        task_id = task_of(tx, key)
    others = (f"author/{author_id}",) if author_id else ()
    scopes = (f"task/{task_id}", *others, *scopes_of([key]))
    with desk.act("reopened", *scopes, task_id=task_id) as act:
        (stand,) = differing(act, [key])
        attribute_in(act, stand, Cause.AMBIGUOUS_CHECKPOINT, reason)
        _open_for_writing(act, act.task(), reason, author_id)
    return act.change


def _open_for_writing(act: Act, task: Task, reason: str, author_id: str | None) -> None:
    if author_id is not None and author_id != task.author_id:
        rights.need_role(act.person, Role.LEAD)
        task = give_to(act, task, author_id)
        act.tell(person=author_id)
    if task.standing is Stage.RUBRIC:
        return
    if task.standing is Stage.REVIEW:
        raise StageError(
            f"The rubric of {task.name} is under review.",
            remedy="Have a reviewer send it back with a remark on that line.",
        )
    give_back(act, task, reason=reason)


def dispute_judgment(desk: Desk, key: DisagreementKey, expert_id: str, *, reason: str) -> Change:
    """Finds a gold judgment a slip, and has a senior expert settle it anew.

    The judgment stands as its expert handed it in, with the reason as a note, and counts as gold
    again once it is confirmed or overridden.

    Args:
        desk: A lead, or a senior expert who may evaluate that sheet.
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
    with desk.project.reading() as tx:
        task_id = task_of(tx, key)
    sheet = f"task/{task_id}/responses/{key.response_id}/{expert_id}"
    with desk.act("disputed_judgment", sheet, *scopes_of([key]), task_id=task_id) as act:
        (stand,) = differing(act, [key])
        judgment = next((item for item in stand.gold if item.expert_id == expert_id), None)
        if judgment is None:
            raise NotFoundError(
                f"{expert_id} has no gold judgment there.",
                remedy="Those who have: " + ", ".join(item.expert_id for item in stand.gold) + ".",
            )
        if Role.LEAD not in act.person.roles:
            rights.evaluator_of(act.person, expert_id, stand.task, act.info.policies)
        attribute_in(act, stand, Cause.EXPERT_SLIP, reason)
        act.put(_unsettled(judgment, reason))
        act.tell(expert=expert_id)
    return act.change


def _unsettled(judgment: Judgment, reason: str) -> Judgment:
    """A gold judgment as it was submitted, with a note for its adjudicator."""
    return judgment.model_copy(
        update={
            "adjudicated_value": None,
            "status": JudgmentStatus.SUBMITTED,
            "confirmed_by": None,
            "self_adjudicated": False,
            "note": reason.strip(),
        }
    )


def anchor_case(desk: Desk, key: DisagreementKey, expert_id: str, *, reason: str) -> Change:
    """Finds that the judge needs the case as an example, and makes the sheet its task's anchor.

    An anchored response is no evidence of alignment: it leaves the figures of judges that see it.

    Args:
        desk: A lead, or a senior expert who does not judge the task.
        key: The disagreement.
        expert_id: Whose gold sheet on the response.
        reason: What the judge is to learn from it.

    Raises:
        NotAllowedError: The person may not.
        StageError: The sheet is not gold as a whole, or judge and experts do not differ.
        UsageError: No reason was given.
    """
    need_reason(reason, "add an anchor")
    with desk.project.reading() as tx:
        task_id = task_of(tx, key)
    scopes = (f"task/{task_id}/anchor", *scopes_of([key]))
    with desk.act("chose_anchor", *scopes, task_id=task_id) as act:
        (stand,) = differing(act, [key])
        attribute_in(act, stand, Cause.JUDGE_ERROR, reason)
        make_anchor(act, stand.task, key.response_id, expert_id)
    return act.change
