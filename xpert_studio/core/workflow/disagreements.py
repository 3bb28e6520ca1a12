"""Where a judge and the experts stand on a checkpoint of a response, and what that rests on."""

from __future__ import annotations

from collections.abc import Collection, Iterable
from dataclasses import dataclass
from typing import Final

from xpert_studio.core.errors import StageError
from xpert_studio.core.instruments import plain_decision, pooled_value
from xpert_studio.core.records import (
    Attribution,
    Checkpoint,
    Decision,
    DisagreementKey,
    Grounds,
    Judgment,
    Panel,
    Response,
    Task,
    Verdict,
    content_hash,
    grouped,
    rated_hash_of,
)
from xpert_studio.core.store import (
    Transaction,
    entities,
    judges,
    judgments,
    responses,
    tasks,
    verdicts,
)

Pair = tuple[str, str]
_MANY: Final = 40
"""From so many tasks on, all rubrics are read at once instead of one after the other."""


@dataclass(frozen=True, slots=True)
class Stand:
    """What both sides say now.

    Attributes:
        gold: The experts' gold judgments that are current, by expert.
        verdicts: The judge's verdicts that are current, one a trial, unusable ones included.
    """

    key: DisagreementKey
    task: Task
    checkpoint: Checkpoint
    response: Response
    gold: tuple[Judgment, ...]
    verdicts: tuple[Verdict, ...]

    @property
    def expert_value(self) -> float | None:
        """What the experts together say; None where as many say the other or more abstain."""
        return self._pooled(item.final for item in self.gold)

    @property
    def judge_value(self) -> float | None:
        """What the judge's trials together say; None as above."""
        return self._pooled(item.decision for item in self.verdicts)

    def _pooled(self, said: Iterable[Decision | None]) -> float | None:
        return pooled_value(said, self.checkpoint)

    @property
    def differs(self) -> bool:
        """Whether both have an answer, and not the same."""
        both = self.expert_value, self.judge_value
        return None not in both and both[0] != both[1]

    @property
    def grounds(self) -> Grounds:
        """Hashes of what a finding on it rests on."""
        return Grounds(
            text=text_hash(self.task, self.checkpoint, self.response),
            judgments=content_hash([said_of(item) for item in self.gold]),
            verdicts=content_hash([_decided(self.checkpoint, item) for item in self.verdicts]),
        )


def text_hash(task: Task, checkpoint: Checkpoint, response: Response) -> str:
    """The hash of what a decision on a checkpoint of a response rests on."""
    return rated_hash_of(task.prompt_hash, checkpoint.rated_text, response.content_hash)


def said_of(judgment: Judgment) -> dict[str, object]:
    """A judgment with how it became gold: settled again, it is another one."""
    return {
        "expert": judgment.expert_id,
        "by": judgment.confirmed_by,
        "status": judgment.status,
        "note": judgment.note,
        **judgment.meaning(),
    }


def _decided(point: Checkpoint, verdict: Verdict) -> dict[str, object]:
    """A verdict with all it depends on; of one that was made elsewhere, what it says."""
    depends = verdict.key or verdict.rationale
    said = plain_decision(verdict.decision, point)
    return {"trial": verdict.trial, **said, "on": depends}


def stands(tx: Transaction, judge_id: str, pairs: Collection[Pair]) -> dict[Pair, Stand]:
    """Where a judge and the experts stand on (response id, checkpoint id) pairs.

    Pairs whose response or checkpoint is no longer there are left out.
    """
    if not pairs:
        return {}
    ids = {response_id for response_id, _ in pairs}
    answers = {item.id: item for item in responses.all_responses(tx, ids=ids)}
    rubrics, briefs = _rubrics(tx, {item.task_id for item in answers.values()})
    gold = grouped(
        ((item.response_id, item.checkpoint_id), item)
        for item in judgments.all_judgments(tx, gold_only=True, current_only=True, pairs=pairs)
    )
    decided = grouped(
        ((item.response_id, item.checkpoint_id), item)
        for item in verdicts.all_verdicts(tx, judge_id=judge_id, fresh_only=True, pairs=pairs)
    )
    found = {}
    for pair in pairs:
        response = answers.get(pair[0])
        point = rubrics.get((response.task_id, pair[1])) if response else None
        if response is None or point is None:
            continue
        found[pair] = Stand(
            key=DisagreementKey(judge_id, *pair),
            task=briefs[response.task_id],
            checkpoint=point,
            response=response,
            gold=tuple(sorted(gold.get(pair, ()), key=lambda item: item.expert_id)),
            verdicts=tuple(sorted(decided.get(pair, ()), key=lambda item: item.trial)),
        )
    return found


def _rubrics(
    tx: Transaction, task_ids: Collection[str]
) -> tuple[dict[tuple[str, str], Checkpoint], dict[str, Task]]:
    if len(task_ids) > _MANY:
        points = [point for point in tasks.all_checkpoints(tx) if point.task_id in task_ids]
        briefs = {task.id: task for task in tasks.all_tasks(tx) if task.id in task_ids}
    else:
        points = [point for task_id in task_ids for point in tasks.rubric_of(tx, task_id)]
        briefs = {task_id: tasks.get_task(tx, task_id) for task_id in task_ids}
    return {(point.task_id, point.id): point for point in points}, briefs


def panel_refusal(tx: Transaction, judge_id: str) -> StageError | None:
    """Why no cause can be named for a case of a panel; None where the judge is none."""
    judge = judges.find_judge(tx, judge_id)
    if judge is None or Panel.of(judge) is None:
        return None
    return StageError("A panel has no verdicts.", remedy="Resolve the disagreement on its judges.")


def attributions_of(tx: Transaction, judge_id: str) -> dict[Pair, Attribution]:
    """What a judge's disagreements were attributed to, by (response id, checkpoint id).

    Of a pair without an attribution of this very judge, the newest of an earlier self is given:
    it does not hold any more, but tells what was found.
    """
    family = judges.get_judge(tx, judge_id).family
    selves = {judge.id for judge in judges.all_judges(tx) if judge.family == family}
    found: dict[Pair, Attribution] = {}
    kept = [item for item in entities.find_all(tx, Attribution) if item.judge_id in selves]
    for item in sorted(kept, key=lambda item: (item.judge_id == judge_id, item.at)):
        found[item.response_id, item.checkpoint_id] = item
    return found


def outdated(attribution: Attribution, stand: Stand) -> tuple[str, ...]:
    """What has changed since a finding was made: ``judge``, ``text``, ``judgments``, ``verdicts``.

    Empty where it still holds.
    """
    now = stand.grounds
    changed = [
        name
        for name in ("text", "judgments", "verdicts")
        if getattr(attribution, name) != getattr(now, name)
    ]
    if attribution.judge_id != stand.key.judge_id:
        changed.insert(0, "judge")
    return tuple(changed)
