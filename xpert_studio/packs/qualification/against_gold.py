"""Forms compared with gold: agreement, faults that were missed, and faults that were invented."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

from xpert_studio.api.records import Checkpoint, Judgment, Transaction
from xpert_studio.core.instruments import instrument_of, word_for
from xpert_studio.core.metrics.task_estimates import SHARE, Estimate, estimate
from xpert_studio.core.store import entities, responses, staleness, tasks
from xpert_studio.core.wording import rating_word
from xpert_studio.packs.qualification.kept import trials_in
from xpert_studio.packs.qualification.records import Decided, TrialForm

_EQUAL = 1e-9


@dataclass(frozen=True, slots=True)
class GoldLine:
    """One checkpoint that a person and gold decided.

    Attributes:
        own, gold: What the decision is worth, from 0 to 1; own is None where the person abstained
            from what gold decides, which is no agreement.
        own_said, gold_said: The decisions, in words.
    """

    response_id: str
    task_id: str
    point: Checkpoint
    own: float | None
    gold: float
    rationale: str = ""
    gold_rationale: str = ""
    own_said: str = ""
    gold_said: str = ""

    @property
    def agreement(self) -> float:
        """1 for the same; on a scale 1 less the distance."""
        return 0.0 if self.own is None else 1.0 - abs(self.own - self.gold)

    @property
    def is_missed(self) -> bool:
        """Whether gold takes points off that the person gave."""
        return self.own is not None and self.gold < self.own - _EQUAL

    @property
    def is_invented(self) -> bool:
        """Whether the person takes points off that gold gives."""
        return self.own is not None and self.own < self.gold - _EQUAL


@dataclass(frozen=True, slots=True)
class ComparedWithGold:
    """Decisions against gold; intervals are over clusters of tasks.

    Attributes:
        forms: Ids of the responses of which a checkpoint was compared.
        agreement: Mean agreement.
        missed: Of checkpoints on which gold takes points off, the share where they were given.
        invented: Of checkpoints on which gold gives all points, the share where some were not.
    """

    lines: tuple[GoldLine, ...]
    forms: tuple[str, ...]
    agreement: Estimate
    missed: Estimate
    invented: Estimate

    @property
    def n(self) -> int:
        """How many decisions were compared."""
        return len(self.lines)

    def plain(self) -> dict[str, Any]:
        """For programs."""
        return {
            "decisions": self.n,
            "clusters": self.agreement.tasks,
            **self.agreement.named("agreement"),
            **self.missed.named("missed"),
            **self.invented.named("invented"),
        }


def compared_with_gold(tx: Transaction, forms: Sequence[tuple[str, TrialForm]]) -> ComparedWithGold:
    """Trial forms against the gold form of each.

    Args:
        tx: The project.
        forms: With the ids of their responses.
    """
    known = trials_in(tx)
    lines: list[GoldLine] = []
    usable = []
    for response_id, form in forms:
        trial = known.get(response_id)
        if trial is None:
            continue
        points = _points(tx, response_id)
        gold = gold_of(tx, response_id, trial.expert)
        made = list(_lines(response_id, points, form.decisions, gold))
        lines += made
        if made:
            usable.append(response_id)
    return summed(tx, lines, usable)


def gold_of(tx: Transaction, response_id: str, expert_id: str) -> dict[str, Judgment]:
    """The gold judgments of a form that rest on what is there now, by checkpoint."""
    found = entities.find_all(tx, Judgment, response_id=response_id, expert_id=expert_id)
    stale = staleness.stale_judgments(tx, response_id, expert_id)
    return {
        one.checkpoint_id: one for one in found if one.is_gold and one.checkpoint_id not in stale
    }


def _points(tx: Transaction, response_id: str) -> dict[str, Checkpoint]:
    task_id = responses.get_response(tx, response_id).task_id
    return {point.id: point for point in tasks.judged_rubric(tx, task_id)}


def _lines(
    response_id: str,
    points: Mapping[str, Checkpoint],
    decisions: Mapping[str, Decided],
    gold: Mapping[str, Judgment],
) -> Sequence[GoldLine]:
    found = []
    for id_, point in points.items():
        own, right = decisions.get(id_), gold.get(id_)
        if own is None or right is None:
            continue
        if right.rated_hash and own.rated != right.rated_hash:
            continue  # the checkpoint, the task or the response was changed between the two
        if right.final_value is None:
            continue
        score = instrument_of(point).score
        found.append(
            GoldLine(
                response_id,
                point.task_id,
                point,
                None if own.value is None else score(own.value, point),
                score(right.final_value, point),
                own.rationale,
                right.reason or "",
                rating_word(word_for(own.decision, point)),
                rating_word(word_for(right.final_value, point)),
            )
        )
    return found


def summed(
    tx: Transaction, lines: Sequence[GoldLine], forms: Sequence[str] = ()
) -> ComparedWithGold:
    """The figures over lines, by clusters of tasks."""
    families = {task.id: task.family or f"/{task.id}" for task in tasks.outlines(tx)}
    return ComparedWithGold(
        tuple(lines),
        tuple(forms),
        share_of([(families[line.task_id], line.agreement) for line in lines]),
        share_of(
            [(families[line.task_id], line.is_missed) for line in lines if line.gold < 1 - _EQUAL]
        ),
        share_of(
            [
                (families[line.task_id], line.is_invented)
                for line in lines
                if line.gold >= 1 - _EQUAL
            ]
        ),
    )


def share_of(items: Sequence[tuple[str, float]]) -> Estimate:
    """The mean of values from 0 to 1, with its interval over clusters; n items."""
    names = sorted({name for name, _ in items})
    place = {name: row for row, name in enumerate(names)}
    sums = np.zeros((len(names), 2))
    for name, value in items:
        sums[place[name]] += (value, 1.0)
    found = estimate(SHARE, sums)
    return Estimate(found.value, found.interval, found.tasks, found.caution, n=len(items))
