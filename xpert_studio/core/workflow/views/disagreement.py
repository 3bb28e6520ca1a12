"""One case: what the experts and a judge say of a checkpoint of a response, and what can be done.

Shown to people who look into a judge's alignment, never to those who may still judge the task.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import partial

from xpert_studio.core.errors import NotFoundError, StageError, XpertError
from xpert_studio.core.messages import Message
from xpert_studio.core.records import (
    AnchorChoice,
    Attribution,
    Checkpoint,
    DisagreementKey,
    Judge,
    Judgment,
    Panel,
    Person,
    ProjectInfo,
    ResponseRole,
    Role,
    Stage,
    Staleness,
    Task,
    Verdict,
)
from xpert_studio.core.store import (
    Transaction,
    entities,
    judges,
    judgments,
    people,
    settings,
    staleness,
    verdicts,
)
from xpert_studio.core.workflow import rights
from xpert_studio.core.workflow.blinding import (
    blind_labels,
    blinding_for,
    is_blind_to,
    unnamed_files,
)
from xpert_studio.core.workflow.briefs import need_fit_author
from xpert_studio.core.workflow.command_context import CommandContext
from xpert_studio.core.workflow.disagreements import (
    Stand,
    attributions_of,
    outdated,
    panel_refusal,
    stands,
)
from xpert_studio.core.workflow.form_view import ShownResponse
from xpert_studio.core.workflow.gold import need_gold_form
from xpert_studio.core.workflow.unblinding import need_open


@dataclass(frozen=True, slots=True)
class ExpertSide:
    """One expert's judgment.

    Attributes:
        name: What the expert is called.
        is_current: Whether it rests on the text as it stands.
        disputable: Why the person cannot dispute it; None where they can.
        anchorable: Why the form it is on cannot become an anchor; None where it can.
    """

    judgment: Judgment
    name: str
    is_current: bool
    disputable: XpertError | None
    anchorable: XpertError | None

    @property
    def counts(self) -> bool:
        """Whether it is among those the judge is held against."""
        return self.is_current and self.judgment.is_gold


@dataclass(frozen=True, slots=True)
class JudgeSide:
    """One verdict of the judge, or of a judge of the panel; ``is_current`` as in ``ExpertSide``."""

    verdict: Verdict
    is_current: bool
    judge: Judge


@dataclass(frozen=True, slots=True)
class Fixing:
    """What having the checkpoint changed takes.

    Attributes:
        refused: Why the person cannot have it changed; None where they can.
        reopens: Whether the rubric has to be opened again for it.
        author: Who changes it; None where the task's author is not among the project's people.
        writers: Who else could be given the task, where the person may do that.
        makes_stale: Decisions on the checkpoint that a change of its text leaves behind.
    """

    refused: XpertError | None
    reopens: bool
    author: Person | None
    writers: tuple[Person, ...]
    makes_stale: Staleness


@dataclass(frozen=True, slots=True, kw_only=True)
class CaseView(ShownResponse):
    """A case as a person sees it who looks into a judge's alignment.

    Attributes:
        system: None to whom it is hidden.
        expert_value, judge_value: What either side says together; None where that is even, or
            there is nothing that counts now.
        differs: Whether both say something, and not the same.
        found: What it was attributed to last, and what has changed since, see ``outdated``.
        refused: Why the person cannot put it down to a cause; None where they can.
        anchor: Whose form on which response anchors the task by choice; None by rule.
    """

    key: DisagreementKey
    checkpoint: Checkpoint
    system: str | None
    is_baseline: bool
    judge: Judge
    experts: tuple[ExpertSide, ...]
    verdicts: tuple[JudgeSide, ...]
    expert_value: float | None
    judge_value: float | None
    differs: bool
    found: Attribution | None
    outdated: tuple[str, ...]
    refused: XpertError | None
    fixing: Fixing
    anchor: AnchorChoice | None

    @property
    def sees_anchors(self) -> bool:
        """Whether the judge is shown anchors."""
        return self.judge.mode.value == "anchored"


def case_view(ctx: CommandContext, key: DisagreementKey) -> CaseView:
    """A case with both sides' reasons.

    Args:
        ctx: A lead, or a senior expert who does not judge the task.
        key: The judge, the response and the checkpoint.

    Raises:
        NotAllowedError: The person may not know what others decided, or still has a say on it.
        NotFoundError: There is no such judge, response or checkpoint.
    """
    with ctx.reading() as (tx, person):
        info = settings.project_info(tx)
        stand = _stand(tx, key)
        rights.sees_judgments(person, stand.task, info.policies)
        blinding = blinding_for(tx, person.id)
        if stand.task.id in blinding.withheld:
            rights.need_not_examined(blinding.examined)
        need_open(key.response_id, blinding.pending)
        found = attributions_of(tx, key.judge_id).get(key[1:])
        response = stand.response
        judge = judges.get_judge(tx, key.judge_id)
        refused = panel_refusal(tx, judge.id) or _refused(stand)
        hidden = is_blind_to(tx, person.id, stand.task.id)
        return CaseView(
            key=key,
            task=stand.task,
            checkpoint=stand.checkpoint,
            response_text=response.text,
            attachments=unnamed_files(response.attachments) if hidden else response.attachments,
            label=blind_labels(tx, stand.task.id)[response.id],
            system=None if hidden else response.model,
            is_baseline=response.role is ResponseRole.BASELINE and not hidden,
            grading_policy=info.grading_policy.text,
            judge=judge,
            experts=_experts(tx, stand, person, info, refused),
            verdicts=_verdicts(tx, stand, judge),
            expert_value=stand.expert_value,
            judge_value=stand.judge_value,
            differs=stand.differs,
            found=found,
            outdated=outdated(found, stand) if found else (),
            refused=refused,
            fixing=_fixing(tx, stand, person, info, refused),
            anchor=entities.find(tx, AnchorChoice, stand.task.id),
        )


def _stand(tx: Transaction, key: DisagreementKey) -> Stand:
    judges.get_judge(tx, key.judge_id)
    found = stands(tx, key.judge_id, [(key.response_id, key.checkpoint_id)])
    if not found:
        raise NotFoundError(
            Message(
                "There is no checkpoint {checkpoint_id} of a response {response_id}.",
                checkpoint_id=key.checkpoint_id,
                response_id=key.response_id,
            ),
            remedy="It may have been removed; go back to the list.",
        )
    return found[key.response_id, key.checkpoint_id]


def _refused(stand: Stand) -> XpertError | None:
    if stand.differs:
        return None
    if stand.expert_value is None or stand.judge_value is None:
        return StageError(
            "One side has no answer that counts now.",
            remedy="Have it judged, confirmed or scored first.",
        )
    return StageError("Judge and experts agree here; no cause is needed.")


def _experts(
    tx: Transaction, stand: Stand, person: Person, info: ProjectInfo, refused: XpertError | None
) -> tuple[ExpertSide, ...]:
    pair = stand.response.id, stand.checkpoint.id
    said = list(judgments.all_judgments(tx, pairs=[pair]))
    current = {
        item.expert_id for item in judgments.all_judgments(tx, current_only=True, pairs=[pair])
    }
    names = {item.id: item.called for item in people.all_people(tx)}
    return tuple(
        ExpertSide(
            judgment=item,
            name=names.get(item.expert_id, item.expert_id),
            is_current=item.expert_id in current,
            disputable=refused or _disputable(item, stand, person, info),
            anchorable=refused
            or rights.refusal(
                partial(need_gold_form, tx, stand.task, stand.response.id, item.expert_id)
            ),
        )
        for item in sorted(said, key=lambda item: (not item.is_gold, item.expert_id))
    )


def _disputable(
    judgment: Judgment, stand: Stand, person: Person, info: ProjectInfo
) -> XpertError | None:
    if all(item.expert_id != judgment.expert_id for item in stand.gold):
        return StageError("It is not gold now, so it cannot be challenged.")
    if Role.LEAD in person.roles:
        return None
    return rights.refusal(
        lambda: rights.evaluator_of(person, judgment.expert_id, stand.task, info.policies)
    )


def _verdicts(tx: Transaction, stand: Stand, judge: Judge) -> tuple[JudgeSide, ...]:
    pair = stand.response.id, stand.checkpoint.id
    panel = Panel.of(judge)
    named = (judges.find_judge(tx, name) for name in panel.judges) if panel else (judge,)
    found = []
    for own in named:
        if own is None:
            continue
        theirs = stands(tx, own.id, [pair])[pair] if panel else stand
        current = {item.trial for item in theirs.verdicts}
        found += [
            JudgeSide(item, item.trial in current, own)
            for item in verdicts.all_verdicts(tx, judge_id=own.id, pairs=[pair])
        ]
    return tuple(found)


def _fixing(
    tx: Transaction, stand: Stand, person: Person, info: ProjectInfo, refused: XpertError | None
) -> Fixing:
    task = stand.task
    known = people.all_people(tx)
    author = next((item for item in known if item.id == task.author_id), None)
    writers: tuple[Person, ...] = ()
    if Role.LEAD in person.roles:
        writers = tuple(
            item
            for item in known
            if item.id != task.author_id
            and not rights.refusal(
                lambda item=item: need_fit_author(tx, info.policies, task, item)  # type: ignore[misc]
            )
        )
    resting = staleness.resting_on(tx, task.id, {stand.checkpoint.id: stand.checkpoint.rated_text})
    return Fixing(
        refused=refused or _not_open(person, task),
        reopens=task.standing is not Stage.RUBRIC,
        author=author,
        writers=writers,
        makes_stale=resting.get(stand.checkpoint.id, Staleness()),
    )


def _not_open(person: Person, task: Task) -> XpertError | None:
    """Why the rubric cannot be opened for a change by this person; None where it can or is."""
    if task.standing is Stage.RUBRIC:
        return None
    if task.standing is Stage.REVIEW:
        return StageError(
            Message("The rubric of {task} is under review.", task=task.name),
            remedy="Have a reviewer return it with a comment on that checkpoint.",
        )
    return rights.refusal(lambda: rights.need_role(person, Role.LEAD)) or rights.refusal(
        lambda: rights.need_stage(
            task, Stage.APPROVED, Stage.SPOT_CHECK, Stage.READY, to=Message("opened again")
        )
    )
