"""The form of one expert on one response, as it is shown."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime
from typing import Final

from xpert_studio.core.instruments import (
    instrument_of,
    is_absent,
    problem_of,
)
from xpert_studio.core.messages import Message
from xpert_studio.core.records import (
    Attachment,
    Checkpoint,
    Decision,
    Draft,
    Judgment,
    OpenForm,
    Response,
    Task,
    fields_of_decision,
    rated_hash_of,
)
from xpert_studio.core.store import (
    Transaction,
    entities,
    responses,
    settings,
    staleness,
    tasks,
)
from xpert_studio.core.workflow.apart import need_judge
from xpert_studio.core.workflow.blinding import blind_labels, unnamed_files
from xpert_studio.core.workflow.command_context import CommandContext

_LONG_AGO: Final = datetime(1970, 1, 1, tzinfo=UTC)
"""When a judgment was made that does not say so."""


@dataclass(frozen=True, slots=True)
class FormLine:
    """One checkpoint on a form.

    Attributes:
        decision: The expert's own, so far.
        is_stale: It was decided on a text that has been edited since: decide again.
        is_locked: A senior expert has confirmed it.
    """

    checkpoint: Checkpoint
    decision: Draft | None
    is_stale: bool
    is_locked: bool

    @property
    def said(self) -> Decision | None:
        """The value or abstention so far; None while it is undecided."""
        return self.decision.decision if self.decision else None

    @property
    def passes(self) -> bool | None:
        """Whether the response passes the checkpoint, by the decision so far."""
        value = self.decision.value if self.decision else None
        return (
            None if value is None else instrument_of(self.checkpoint).passes(value, self.checkpoint)
        )

    @property
    def is_done(self) -> bool:
        """Whether it can be handed in: decided, current, with a reason."""
        decision = self.decision
        return (
            decision is not None
            and decision.decision is not None
            and bool((decision.rationale or "").strip())
            and not self.is_stale
        )


@dataclass(frozen=True, slots=True)
class ShownResponse:
    """A response with what the person who judges it reads.

    Attributes:
        label: What the response is called where its system is hidden: ``A``, ``B``.
        grading_policy: The words that experts and judges grade by.
    """

    task: Task
    response_text: str
    attachments: tuple[Attachment, ...]
    label: str
    grading_policy: str


@dataclass(frozen=True, slots=True, kw_only=True)
class FormView(ShownResponse):
    """What an expert sees of a response: no system, no other's judgment, no verdict.

    Attributes:
        form: None while it has not been opened.
        may_abstain: Whether experts may say that they cannot assess a checkpoint, or that it does
            not apply.
        not_asked: Which checkpoints are left out because nothing installed can read them, and why,
            in sentences.
        is_apart: Whether it is judged in a trial or for practice: it counts nowhere, and is final.
    """

    response_id: str
    form: OpenForm | None
    lines: tuple[FormLine, ...]
    may_abstain: bool = False
    not_asked: tuple[str, ...] = ()
    is_apart: bool = False

    @property
    def done(self) -> int:
        """How many lines can be handed in."""
        return sum(line.is_done for line in self.lines)


def draft_of(tx: Transaction, task: Task, response: Response, judgment: Judgment) -> Draft:
    """A judgment as the draft it came from."""
    return Draft(
        response_id=response.id,
        checkpoint_id=judgment.checkpoint_id,
        expert_id=judgment.expert_id,
        **fields_of_decision(judgment.final),
        rationale=judgment.rationale,
        evidence=judgment.evidence,
        rated_hash=judgment.rated_hash or _rated_hash(tx, task, response, judgment.checkpoint_id),
        judged_at=judgment.judged_at or _LONG_AGO,
    )


def form_view(ctx: CommandContext, response_id: str) -> FormView:
    """What the person sees of a response they judge.

    Raises:
        NotAllowedError: They may not judge it.
    """
    with ctx.reading() as (tx, person):
        info = settings.project_info(tx)
        response = responses.get_response(tx, response_id)
        task = tasks.get_task(tx, response.task_id)
        apart = need_judge(tx, person, task, response_id, info.policies)
        return FormView(
            task=task,
            response_id=response_id,
            response_text=response.text,
            attachments=unnamed_files(response.attachments),
            label=blind_labels(tx, task.id)[response_id],
            grading_policy=info.grading_policy.text,
            form=entities.find(tx, OpenForm, response_id, person.id),
            lines=form_lines(tx, task, response, person.id),
            may_abstain=info.policies.may_abstain,
            not_asked=tuple(_not_asked(tasks.rubric_of(tx, task.id))),
            is_apart=apart is not None,
        )


def _not_asked(rubric: Sequence[Checkpoint]) -> Iterator[str]:
    for place, point in enumerate(rubric, start=1):
        if is_absent(point):
            yield Message(
                "Checkpoint {place} of the rubric is not judged here: its instrument {problem}",
                place=place,
                problem=problem_of(point),
            )


def missing_on(lines: Sequence[FormLine]) -> list[str]:
    """What a form still lacks before it can be handed in, one sentence each."""
    missing: list[str] = []
    for place, line in enumerate(lines, start=1):
        decision = line.decision
        if line.is_done:
            continue
        if decision is None or decision.decision is None:
            missing.append(Message("Checkpoint {place} is undecided.", place=place))
        elif line.is_stale:
            missing.append(
                Message(
                    "Checkpoint {place} was judged on a text that has been edited since.",
                    place=place,
                )
            )
        else:
            missing.append(Message("Checkpoint {place} has no rationale.", place=place))
    return missing


def form_lines(
    tx: Transaction, task: Task, response: Response, expert_id: str
) -> tuple[FormLine, ...]:
    """The checkpoints that a person judges on a response, each with what they decided so far."""
    decisions = {
        decision.checkpoint_id: decision
        for decision in entities.find_all(tx, Draft, response_id=response.id, expert_id=expert_id)
    }
    judged = entities.find_all(tx, Judgment, response_id=response.id, expert_id=expert_id)
    stale_ids = staleness.stale_judgments(tx, response.id, expert_id)
    final = {judgment.checkpoint_id for judgment in judged if judgment.is_gold} - stale_ids
    for judgment in judged:
        # Forms that came from elsewhere have judgments only.
        decisions.setdefault(judgment.checkpoint_id, draft_of(tx, task, response, judgment))
    prompt_hash, response_hash = task.prompt_hash, response.content_hash
    lines = []
    for point in tasks.judged_rubric(tx, task.id):
        decision = decisions.get(point.id)
        rated_hash = rated_hash_of(prompt_hash, point.rated_text, response_hash)
        stale = decision is not None and decision.rated_hash != rated_hash
        lines.append(FormLine(point, decision, stale, point.id in final))
    return tuple(lines)


def _rated_hash(tx: Transaction, task: Task, response: Response, checkpoint_id: str) -> str:
    point = entities.find(tx, Checkpoint, task.id, checkpoint_id)
    return rated_hash_of(task.prompt_hash, point.rated_text if point else "", response.content_hash)
