"""A judge's verdicts on one response beside what the experts said of it.

For leads and senior experts only, and never before they have had their own say on the response.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from xpert_studio.core.instruments import pooled_value
from xpert_studio.core.records import (
    CHECKS,
    Checkpoint,
    Judge,
    Judgment,
    Person,
    RatingState,
    Response,
    Role,
    grouped,
    placed,
    rated_hash_of,
)
from xpert_studio.core.store import (
    Transaction,
    entities,
    judges,
    responses,
    settings,
    staleness,
    tasks,
    verdicts,
)
from xpert_studio.core.store.verdicts import KeptVerdict
from xpert_studio.core.workflow.blinding import (
    all_labels,
    blind_labels,
    blinding_for,
    is_blind_to,
    unnamed_files,
)
from xpert_studio.core.workflow.command_context import CommandContext
from xpert_studio.core.workflow.form_view import ShownResponse
from xpert_studio.core.workflow.judge_names import judge_named
from xpert_studio.core.workflow.pending import Pending
from xpert_studio.core.workflow.rights import need_role


@dataclass(frozen=True, slots=True)
class SaidByExpert:
    """What one expert handed in on a checkpoint."""

    judgment: Judgment
    expert: Person
    is_stale: bool


@dataclass(frozen=True, slots=True)
class VerdictLine:
    """One checkpoint with the judge's verdicts on it and the experts' judgments.

    Attributes:
        verdicts: The current ones, one a trial.
    """

    checkpoint: Checkpoint
    verdicts: tuple[KeptVerdict, ...]
    said: tuple[SaidByExpert, ...]

    @property
    def value(self) -> float | None:
        """What the trials together say; None where as many say the other, or more abstain."""
        return pooled_value((item.verdict.decision for item in self.verdicts), self.checkpoint)

    @property
    def values(self) -> list[float]:
        """The values of all usable trials."""
        values = (item.verdict.value for item in self.verdicts)
        return [value for value in values if value is not None]

    @property
    def state(self) -> RatingState | None:
        """``ok`` as soon as the trials say a value, else what they come to first.

        None where nothing was asked.
        """
        states = [item.verdict.state for item in self.verdicts]
        if not states:
            return None
        abstained = [state for state in states if state.is_abstention]
        if abstained and len(abstained) > states.count(RatingState.OK):
            return abstained[0]
        return RatingState.OK if RatingState.OK in states else states[0]

    @property
    def flags(self) -> tuple[str, ...]:
        """The marks on its verdicts, each once."""
        every = (flag for item in self.verdicts for flag in item.verdict.flags)
        return tuple(dict.fromkeys(every))

    @property
    def differs(self) -> bool:
        """Whether the judge and an expert differ."""
        value = self.value
        said = [item.judgment.final_value for item in self.said]
        return value is not None and any(one is not None and one != value for one in said)


@dataclass(frozen=True, slots=True, kw_only=True)
class VerdictView(ShownResponse):
    """A response as a judge has judged it.

    Attributes:
        system: Which system answered; None to whom systems are hidden.
        judge: None where no judge has judged it.
        judges: Judges with verdicts on it, and how many.
        pending: What the person has to do before the verdicts are shown; until then there are no
            lines.
        before, after: The responses next to it that the judge has judged: task and response.
    """

    response_id: str
    response_hash: str
    system: str | None
    judge: Judge | None
    judges: Mapping[str, int]
    lines: tuple[VerdictLine, ...]
    pending: Pending | None = None
    before: tuple[str, str] | None = None
    after: tuple[str, str] | None = None

    def line(self, checkpoint_id: str) -> VerdictLine | None:
        """The line of a checkpoint."""
        return next((item for item in self.lines if item.checkpoint.id == checkpoint_id), None)

    def rated_hash_now(self, point: Checkpoint) -> str:
        """What a verdict on a checkpoint would rest on now."""
        return rated_hash_of(self.task.prompt_hash, point.rated_text, self.response_hash)


def verdict_view(ctx: CommandContext, response_id: str, judge_id: str = "") -> VerdictView:
    """A judge's verdicts on a response.

    Args:
        ctx: Who looks.
        response_id: The response.
        judge_id: The judge, see ``judge_named``; empty for the first that has verdicts on it.

    Raises:
        NotAllowedError: The person neither leads the project nor is a senior expert.
        NotFoundError: There is no such response, or the judge has no verdict on it.
    """
    with ctx.reading() as (tx, person):
        need_role(person, Role.LEAD, Role.SENIOR)
        info = settings.project_info(tx)
        response = responses.get_response(tx, response_id)
        task = tasks.get_task(tx, response.task_id)
        found = verdicts.judges_on(tx, response_id)
        chosen = judge_named(judge_id, found) if judge_id else next(iter(found), "")
        pending = blinding_for(tx, person.id).pending.get(response_id)
        hidden = is_blind_to(tx, person.id, task.id)
        before, after = _neighbours(tx, response, chosen)
        return VerdictView(
            task=task,
            response_id=response_id,
            response_text=response.text,
            response_hash=response.content_hash,
            attachments=unnamed_files(response.attachments) if hidden else response.attachments,
            label=blind_labels(tx, task.id)[response_id],
            system=None if hidden else response.model,
            grading_policy=info.grading_policy.text,
            judge=judges.get_judge(tx, chosen) if chosen else None,
            judges=found,
            lines=() if pending else _lines(tx, response, chosen),
            pending=pending,
            before=before,
            after=after,
        )


def _lines(tx: Transaction, response: Response, judge_id: str) -> tuple[VerdictLine, ...]:
    raters = dict.fromkeys((judge_id, CHECKS)) if judge_id else ()
    kept = [item for name in raters for item in verdicts.on_response(tx, response.id, name)]
    decided = grouped((item.verdict.checkpoint_id, item) for item in kept)
    said = _said(tx, response.id)
    return tuple(
        VerdictLine(point, tuple(decided.get(point.id, ())), tuple(said.get(point.id, ())))
        for point in placed(tasks.rubric_of(tx, response.task_id))
    )


def _said(tx: Transaction, response_id: str) -> dict[str, list[SaidByExpert]]:
    found: dict[str, list[SaidByExpert]] = {}
    stale: dict[str, set[str]] = {}
    experts: dict[str, Person] = {}
    for judgment in entities.find_all(tx, Judgment, response_id=response_id):
        expert_id = judgment.expert_id
        if expert_id not in experts:
            # Judgments may come from outside by people who are not in the project.
            experts[expert_id] = entities.find(tx, Person, expert_id) or Person(id=expert_id)
            stale[expert_id] = staleness.stale_judgments(tx, response_id, expert_id)
        item = SaidByExpert(
            judgment, experts[expert_id], judgment.checkpoint_id in stale[expert_id]
        )
        found.setdefault(judgment.checkpoint_id, []).append(item)
    return found


def _neighbours(
    tx: Transaction, response: Response, judge_id: str
) -> tuple[tuple[str, str] | None, tuple[str, str] | None]:
    """The responses before and after, task by task, in the order of their blind labels."""
    if not judge_id:
        return None, None
    by_task = grouped(verdicts.responses_judged(tx, judge_id))
    names = list(by_task)
    at = names.index(response.task_id)
    around = names[max(0, at - 1) : at + 2]
    letters = all_labels(tx, around)
    near = [
        (task_id, judged)
        for task_id in around
        for judged in sorted(by_task[task_id], key=lambda id_: (len(letters[id_]), letters[id_]))
    ]
    place = near.index((response.task_id, response.id))
    before = near[place - 1] if place else None
    after = near[place + 1] if place + 1 < len(near) else None
    return before, after


def earlier_verdicts(
    ctx: CommandContext, response_id: str, checkpoint_id: str, judge_id: str
) -> tuple[KeptVerdict, ...]:
    """All a judge ever said of a checkpoint of a response, the newest first.

    Raises:
        NotAllowedError: The person may not see it.
    """
    with ctx.reading() as (tx, person):
        need_role(person, Role.LEAD, Role.SENIOR)
        if response_id in blinding_for(tx, person.id).pending:
            return ()
        return tuple(verdicts.on_response(tx, response_id, judge_id, checkpoint_id=checkpoint_id))
