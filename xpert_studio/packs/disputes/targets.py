"""What is disputed: the decision of a judge or an expert, who may see it, and who decides on it."""

from __future__ import annotations

from dataclasses import dataclass

from xpert_studio.core.errors import NotAllowedError, NotFoundError, StageError, UsageError
from xpert_studio.core.messages import Message
from xpert_studio.core.records import (
    Checkpoint,
    Judgment,
    JudgmentStatus,
    Person,
    Policies,
    Response,
    Task,
    Verdict,
    content_hash,
)
from xpert_studio.core.store import Transaction, entities, responses, tasks
from xpert_studio.core.workflow import rights
from xpert_studio.core.workflow.blinding import blinding_for, tasks_to_judge
from xpert_studio.core.workflow.disagreements import panel_refusal, said_of, stands, text_hash
from xpert_studio.core.workflow.unblinding import need_open


@dataclass(frozen=True, slots=True)
class Decided:
    """A decision that people can dispute.

    Attributes:
        judge_id: Whose verdicts; empty for a judgment.
        verdicts: The judge's current ones, one a trial.
        judgment: An expert's, where it is no verdict.
    """

    task: Task
    response: Response
    checkpoint: Checkpoint
    judge_id: str = ""
    verdicts: tuple[Verdict, ...] = ()
    judgment: Judgment | None = None

    @property
    def text_hash(self) -> str:
        """The hash of what it rests on."""
        return text_hash(self.task, self.checkpoint, self.response)

    @property
    def said_hash(self) -> str:
        """The hash of what was decided, and why."""
        if self.judgment is not None:
            return content_hash([said_of(self.judgment)])
        said = [(one.trial, one.state.value, one.value, one.rationale) for one in self.verdicts]
        return content_hash([list(one) for one in said])

    @property
    def by(self) -> frozenset[str]:
        """The people whose decision it is: the expert, and who confirmed or overrode it."""
        judgment = self.judgment
        named = (judgment.expert_id, judgment.confirmed_by) if judgment else ()
        return frozenset(filter(None, named))


def decided(
    tx: Transaction, response_id: str, checkpoint_id: str, *, judge_id: str, expert_id: str
) -> Decided:
    """The decision of a judge or an expert.

    Raises:
        NotFoundError: There is none, or none that counts now.
        StageError: It is a panel's, which has no verdicts.
        UsageError: Neither a judge nor an expert is named, or both.
    """
    if bool(judge_id) is bool(expert_id):
        raise UsageError(
            "Whose decision is meant: a judge’s verdict or an expert’s judgment?",
            remedy="Name one, with --judge or --expert.",
        )
    response = responses.get_response(tx, response_id)
    task = tasks.get_task(tx, response.task_id)
    point = next((one for one in tasks.rubric_of(tx, task.id) if one.id == checkpoint_id), None)
    if point is None:
        raise NotFoundError(Message("The rubric has no checkpoint {id}.", id=checkpoint_id))
    if judge_id:
        return _verdicts(tx, Decided(task, response, point, judge_id))
    named = {"response_id": response_id, "expert_id": expert_id, "checkpoint_id": checkpoint_id}
    found = entities.find_all(tx, Judgment, **named)
    if not found:
        raise NotFoundError(
            Message("{expert} has submitted no judgment there.", expert=expert_id),
            remedy="'judge forms' lists who judged the response.",
        )
    return Decided(task, response, point, judgment=found[0])


def _verdicts(tx: Transaction, on: Decided) -> Decided:
    refused = panel_refusal(tx, on.judge_id)
    if refused is not None:
        raise StageError(refused.message, remedy="Dispute the verdict of one of its judges.")
    pair = on.response.id, on.checkpoint.id
    stand = stands(tx, on.judge_id, [pair]).get(pair)
    if stand is None or not stand.verdicts:
        raise NotFoundError(
            "That judge has no verdict there that counts now.",
            remedy="'verdict' shows what a judge decided.",
        )
    return Decided(on.task, on.response, on.checkpoint, on.judge_id, stand.verdicts)


def need_sight(tx: Transaction, person: Person, on: Decided, policies: Policies) -> None:
    """The person may see a decision: leads, senior experts, and an expert whose own was overridden.

    Raises:
        NotAllowedError: They may not, or still judge the task; or it is their own judgment.
    """
    judgment = on.judgment
    if judgment is not None and judgment.expert_id == person.id and not policies.is_solo:
        if judgment.status is not JudgmentStatus.OVERRIDDEN:
            raise NotAllowedError(
                "It is your own judgment.",
                remedy="You can dispute how an adjudicator overrode it.",
            )
        return
    need_open_task(tx, person, on.task, on.response.id, policies)


def need_open_task(
    tx: Transaction, person: Person, task: Task, response_id: str, policies: Policies
) -> None:
    """The person may see what others decided on a response, and judges nothing of its task.

    Raises:
        NotAllowedError: They may not.
    """
    rights.sees_judgments(person, task, policies)
    hidden = blinding_for(tx, person.id)
    need_open(response_id, hidden.pending)
    if task.id in tasks_to_judge(tx, hidden):
        raise NotAllowedError(
            "You still have to judge a response to that task.", remedy="Judge it first."
        )


def need_resolver(tx: Transaction, person: Person, on: Decided, policies: Policies) -> None:
    """The person may decide on disputes of a decision.

    Raises:
        NotAllowedError: They may not see it, or it is their own.
    """
    need_open_task(tx, person, on.task, on.response.id, policies)
    if person.id in on.by and not policies.is_solo:
        raise NotAllowedError(
            "Your own decision is disputed.", remedy="Another adjudicator or lead decides."
        )
