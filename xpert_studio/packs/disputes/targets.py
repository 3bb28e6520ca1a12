"""What is disputed: the decision of a judge or an expert, who may see it, and who decides on it."""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import dataclass
from functools import cached_property
from typing import NamedTuple

from xpert_studio.api.changes import Message, NotAllowedError, NotFoundError, StageError, UsageError
from xpert_studio.api.records import (
    Checkpoint,
    Judgment,
    Person,
    Policies,
    Response,
    Task,
    Transaction,
    Verdict,
)
from xpert_studio.core.records import JudgmentStatus, content_hash, grouped
from xpert_studio.core.store import judgments, responses, settings, tasks
from xpert_studio.core.workflow import rights
from xpert_studio.core.workflow.blinding import Blinding, blinding_for, tasks_to_judge
from xpert_studio.core.workflow.disagreements import panel_refusal, said_of, stands, text_hash
from xpert_studio.core.workflow.unblinding import need_open


class DisputeTarget(NamedTuple):
    """Which decision is meant: a judge's, or an expert's; the other one is empty."""

    response_id: str
    checkpoint_id: str
    judge_id: str
    expert_id: str


@dataclass(frozen=True, slots=True)
class DisputableDecision:
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
        said = [
            (verdict.trial, verdict.state.value, verdict.value, verdict.rationale)
            for verdict in self.verdicts
        ]
        return content_hash([list(one) for one in said])

    @property
    def by(self) -> frozenset[str]:
        """The people whose decision it is: the expert, and who confirmed or overrode it."""
        judgment = self.judgment
        named = (judgment.expert_id, judgment.confirmed_by) if judgment else ()
        return frozenset(filter(None, named))


def all_decided(
    tx: Transaction, targets: Collection[DisputeTarget]
) -> dict[DisputeTarget, DisputableDecision]:
    """The decisions that there are now, of those that are meant; others are left out."""
    found = {}
    by_judge = grouped((target.judge_id, target) for target in targets if target.judge_id)
    for judge_id, own in by_judge.items():
        known = stands(tx, judge_id, [one[:2] for one in own])
        for one in own:
            stand = known.get(one[:2])
            if stand is not None and stand.verdicts:
                found[one] = DisputableDecision(
                    stand.task, stand.response, stand.checkpoint, judge_id, stand.verdicts
                )
    return found | _judgments(tx, [target for target in targets if target.expert_id])


def _judgments(
    tx: Transaction, targets: Collection[DisputeTarget]
) -> dict[DisputeTarget, DisputableDecision]:
    if not targets:
        return {}
    said = {
        (one.response_id, one.checkpoint_id, one.expert_id): one
        for one in judgments.all_judgments(tx, pairs=[target[:2] for target in targets])
    }
    answers = {
        one.id: one
        for one in responses.all_responses(tx, ids={target.response_id for target in targets})
    }
    briefs = {
        id_: tasks.get_task(tx, id_) for id_ in {answer.task_id for answer in answers.values()}
    }
    points = {(id_, point.id): point for id_ in briefs for point in tasks.rubric_of(tx, id_)}
    found = {}
    for one in targets:
        response = answers.get(one.response_id)
        judgment = said.get((one.response_id, one.checkpoint_id, one.expert_id))
        point = points.get((response.task_id, one.checkpoint_id)) if response else None
        if response is not None and judgment is not None and point is not None:
            found[one] = DisputableDecision(
                briefs[response.task_id], response, point, judgment=judgment
            )
    return found


def decided(tx: Transaction, target: DisputeTarget) -> DisputableDecision:
    """The decision of a judge or an expert.

    Raises:
        NotFoundError: There is none, or none that counts now.
        StageError: It is a panel's, which has no verdicts.
        UsageError: Neither a judge nor an expert is named, or both.
    """
    if bool(target.judge_id) is bool(target.expert_id):
        raise UsageError(
            "Whose decision is meant: a judge’s verdict or an expert’s judgment?",
            remedy="Name one, with --judge or --expert.",
        )
    found = all_decided(tx, [target]).get(target)
    if found is not None:
        return found
    if target.expert_id:
        raise NotFoundError(
            Message("{expert} has submitted no judgment there.", expert=target.expert_id),
            remedy="'judge forms' lists who judged the response.",
        )
    refused = panel_refusal(tx, target.judge_id)
    if refused is not None:
        raise StageError(refused.message, remedy="Dispute the verdict of one of its judges.")
    raise NotFoundError(
        "That judge has no verdict there that counts now.",
        remedy="'verdict' shows what a judge decided.",
    )


class Eyes:
    """What a person may see and decide of decisions."""

    def __init__(self, tx: Transaction, person: Person) -> None:
        self._tx, self._person = tx, person
        self._policies: Policies = settings.project_info(tx).policies

    @cached_property
    def _hidden(self) -> Blinding:
        return blinding_for(self._tx, self._person.id)

    @cached_property
    def _to_judge(self) -> frozenset[str]:
        return tasks_to_judge(self._tx, self._hidden)

    def need_open(self, task: Task, response_id: str) -> None:
        """They may see what others decided on a response, and judge nothing of its task.

        Raises:
            NotAllowedError: They may not.
        """
        rights.sees_judgments(self._person, task, self._policies)
        need_open(response_id, self._hidden.pending)
        if task.id in self._to_judge:
            raise NotAllowedError(
                "You still have to judge a response to that task.", remedy="Judge it first."
            )

    def need_sight(self, on: DisputableDecision) -> None:
        """They may see a decision: leads, senior experts, an expert whose own was overridden.

        Raises:
            NotAllowedError: They may not, or still judge the task; or it is their own judgment.
        """
        judgment = on.judgment
        is_own = judgment is not None and judgment.expert_id == self._person.id
        if judgment is not None and is_own and not self._policies.is_solo:
            if judgment.status is not JudgmentStatus.OVERRIDDEN:
                raise NotAllowedError(
                    "It is your own judgment.",
                    remedy="You can dispute how an adjudicator overrode it.",
                )
            return
        self.need_open(on.task, on.response.id)

    def need_sayable(self, target: DisputeTarget) -> None:
        """They may learn whether there is a decision, before it is looked for.

        Raises:
            NotAllowedError: They may not, and it is no judgment of their own.
            NotFoundError: There is no such response.
        """
        if target.expert_id == self._person.id and not target.judge_id:
            return
        response = responses.get_response(self._tx, target.response_id)
        self.need_open(tasks.get_task(self._tx, response.task_id), response.id)

    def need_other(self, disputer: str) -> None:
        """The dispute is another person's.

        Raises:
            NotAllowedError: It is their own.
        """
        if self._person.id == disputer and not self._policies.is_solo:
            raise NotAllowedError(
                "It is your own dispute; another adjudicator or lead decides on it.",
                remedy="You can withdraw it: dispute withdraw.",
            )

    def need_resolver(self, on: DisputableDecision, disputer: str) -> None:
        """They may decide on a person's dispute of a decision.

        Raises:
            NotAllowedError: They may not see it, or the dispute or the decision is their own.
        """
        self.need_open(on.task, on.response.id)
        self.need_other(disputer)
        if self._person.id in on.by and not self._policies.is_solo:
            raise NotAllowedError(
                "Your own decision is disputed.", remedy="Another adjudicator or lead decides."
            )
