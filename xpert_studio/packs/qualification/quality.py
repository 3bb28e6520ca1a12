"""The quality of experts over time: overrides, returns, agreement, time, drift."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from statistics import median
from typing import Final

import numpy as np

from xpert_studio.api.records import Checkpoint, Judgment, Listed, Names, Person, Transaction, mark
from xpert_studio.core.instruments import instrument_of
from xpert_studio.core.metrics.task_estimates import SHARE, Difference, Estimate, difference
from xpert_studio.core.records import ExcludedExpert, JudgmentStatus, OpenForm, grouped
from xpert_studio.core.records.columns import FloatArray
from xpert_studio.core.store import entities, judgments, log, people, responses, settings, tasks
from xpert_studio.packs.qualification.against_gold import share_of
from xpert_studio.packs.qualification.kept import rules_in
from xpert_studio.packs.qualification.records import Rules

_DECISIONS: Final = {
    "task.return": True,
    "task.accept": False,
    "review.send_back": True,
    "review.approve": False,
}
"""What is decided on what a person wrote, and whether it is a return."""


class AgainstFloor(Listed):
    """How an expert's agreement with gold stands against the floor of the project."""

    ABOVE = "above"
    BELOW = "below"
    OPEN = "open"
    TOO_FEW = "too-few"


AGAINST_FLOOR: Final = Names(
    "AgainstFloor",
    {
        AgainstFloor.ABOVE: mark("Above the floor"),
        AgainstFloor.BELOW: mark("Below the floor"),
        AgainstFloor.OPEN: mark("Cannot be told from the floor"),
        AgainstFloor.TOO_FEW: mark("Not enough decisions"),
    },
)


@dataclass(frozen=True, slots=True)
class Quality:
    """How well one expert works; intervals are over families of tasks.

    Attributes:
        overridden: Of their judgments that others adjudicated, the share that was overridden.
        gold: Mean agreement of what they said with gold: theirs as it was adjudicated, else that
            of another expert on the same.
        others: Mean agreement with other experts on the same.
        returned: Of decisions on what they wrote, the share that returned it; (returned, all).
        seconds: Median time a checkpoint, over forms; and how many forms.
        drift: Agreement with gold on the newer half of their tasks less that on the older half.
        state: Against the floor.
        excluded: Where a lead excluded them.
    """

    person: Person
    judged: int
    overridden: Estimate
    gold: Estimate
    others: Estimate
    returned: tuple[int, int]
    seconds: tuple[float | None, int]
    drift: Difference | None
    state: AgainstFloor
    excluded: ExcludedExpert | None


@dataclass(frozen=True, slots=True)
class Followed:
    """Everybody's quality, and what the project asks for."""

    experts: Sequence[Quality]
    rules: Rules


@dataclass(frozen=True, slots=True)
class _Said:
    """One judgment with what it is worth."""

    judgment: Judgment
    task: str
    family: str
    own: float | None
    gold: float | None

    @property
    def at(self) -> datetime | None:
        return self.judgment.judged_at


def quality_in(tx: Transaction) -> list[Quality]:
    """The quality of everybody who judged or wrote anything."""
    said = _said(tx)
    by_expert = grouped((one.judgment.expert_id, one) for one in said)
    excluded = {expert.expert: expert for expert in settings.project_info(tx).excluded_experts}
    counted = [one for one in said if one.judgment.expert_id not in excluded]
    on_same = grouped(
        ((one.judgment.response_id, one.judgment.checkpoint_id), one) for one in counted
    )
    gold = {
        place: next((one.gold for one in found if one.gold is not None), None)
        for place, found in on_same.items()
    }
    written, rules = _returns(tx), rules_in(tx)
    spent = _seconds(tx)
    return [
        _quality(
            person,
            by_expert.get(person.id, []),
            gold,
            on_same,
            written.get(person.id, (0, 0)),
            spent.get(person.id, (None, 0)),
            rules,
            excluded.get(person.id),
        )
        for person in people.all_people(tx)
        if person.id in by_expert or person.id in written
    ]


Place = tuple[str, str]


def _quality(
    person: Person,
    said: Sequence[_Said],
    gold: Mapping[Place, float | None],
    on_same: Mapping[Place, Sequence[_Said]],
    returned: tuple[int, int],
    seconds: tuple[float | None, int],
    rules: Rules,
    excluded: ExcludedExpert | None,
) -> Quality:
    adjudicated = [
        one
        for one in said
        if one.judgment.is_gold and one.judgment.confirmed_by not in {None, person.id}
    ]
    overridden = share_of(
        [(one.family, one.judgment.status is JudgmentStatus.OVERRIDDEN) for one in adjudicated]
    )
    held = [(one, _gold_for(one, gold)) for one in said]
    beside = [(one, right) for one, right in held if right is not None and one.own is not None]
    with_gold = share_of([(one.family, 1 - abs((one.own or 0.0) - right)) for one, right in beside])
    return Quality(
        person,
        len(said),
        overridden,
        with_gold,
        share_of(list(_beside_others(said, on_same))),
        returned,
        seconds,
        _drift([(one, right) for one, right in beside]),
        _against(with_gold, rules),
        excluded,
    )


def _gold_for(one: _Said, gold: Mapping[Place, float | None]) -> float | None:
    if one.gold is not None:
        return one.gold
    return gold.get((one.judgment.response_id, one.judgment.checkpoint_id))


def _beside_others(
    said: Sequence[_Said], on_same: Mapping[Place, Sequence[_Said]]
) -> Iterable[tuple[str, float]]:
    for one in said:
        for other in on_same.get((one.judgment.response_id, one.judgment.checkpoint_id), ()):
            is_other = other.judgment.expert_id != one.judgment.expert_id
            if is_other and one.own is not None and other.own is not None:
                yield one.family, 1 - abs(one.own - other.own)


def _against(estimate: Estimate, rules: Rules) -> AgainstFloor:
    if estimate.n < rules.quality_decisions or estimate.interval is None:
        return AgainstFloor.TOO_FEW
    low, high = estimate.interval
    if high < rules.quality_floor:
        return AgainstFloor.BELOW
    return AgainstFloor.ABOVE if low >= rules.quality_floor else AgainstFloor.OPEN


def _drift(beside: Sequence[tuple[_Said, float]]) -> Difference | None:
    """The newer half of an expert's tasks against the older half; None with fewer than four."""
    first: dict[str, datetime] = {}
    for one, _ in beside:
        if one.at is not None:
            first[one.task] = min(first.get(one.task, one.at), one.at)
    order = sorted(first, key=lambda task: (first[task], task))
    if len(order) < 4:
        return None
    newer = set(order[len(order) // 2 :])
    families = sorted({one.family for one, _ in beside})
    sums: list[FloatArray] = [np.zeros((len(families), 2)) for _ in range(2)]
    for one, right in beside:
        if one.task in first:
            half = sums[one.task in newer]
            half[families.index(one.family)] += (1 - abs((one.own or 0.0) - right), 1.0)
    return difference(SHARE, sums[0], sums[1])


def _said(tx: Transaction) -> list[_Said]:
    task_of = {outline.id: outline.task_id for outline in responses.outlines(tx)}
    family = {task.id: task.family or f"/{task.id}" for task in tasks.outlines(tx)}
    points = {(point.task_id, point.id): point for point in tasks.all_checkpoints(tx)}
    found = []
    for one in judgments.all_judgments(tx, current_only=True):
        task = task_of[one.response_id]
        point = points.get((task, one.checkpoint_id))
        if point is not None:
            right = _score(one.final_value, point) if one.is_gold else None
            found.append(_Said(one, task, family[task], _score(one.value, point), right))
    return found


def _score(value: float | None, point: Checkpoint) -> float | None:
    return None if value is None else instrument_of(point).score(value, point)


def _returns(tx: Transaction) -> dict[str, tuple[int, int]]:
    """By author: decisions on briefs and rubrics that returned them, and all."""
    author = {task.id: task.author_id for task in tasks.outlines(tx)}
    undone = {id_ for id_, state in log.states(tx).items() if state != "done"}
    back: Counter[str] = Counter()
    all_: Counter[str] = Counter()
    for entry in log.all_of(tx, tuple(_DECISIONS)):
        who = author.get(entry.task_id or "")
        if who and entry.id not in undone:
            all_[who] += 1
            back[who] += _DECISIONS[entry.command]
    return {who: (back[who], n) for who, n in all_.items()}


def _seconds(tx: Transaction) -> dict[str, tuple[float | None, int]]:
    """By expert: median seconds a checkpoint over the forms of which time is known; and forms."""
    task_of = {outline.id: outline.task_id for outline in responses.outlines(tx)}
    size = {name: len(rubric) for name, rubric in tasks.rubrics(tx).items()}
    found = grouped(
        (form.expert_id, form.seconds / size[task_of[form.response_id]])
        for form in entities.find_all(tx, OpenForm)
        if form.submitted_at is not None
        and form.seconds > 0
        and size.get(task_of.get(form.response_id, ""))
    )
    return {who: (median(times), len(times)) for who, times in found.items()}
