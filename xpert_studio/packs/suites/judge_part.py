"""Judge or system? A frozen set, asked with each evaluation, says how much the judge changed.

The set is kept and asked by the pack of judges' datasheets: it is asked by its step, and read from
its records. What is asked stays the same, so a change of what the judge says of it is the judge's.
"""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Any, Final

import numpy as np

from xpert_studio.api.changes import UsageError, seen_records
from xpert_studio.core.judge.request import ScoreRequest, request_to_json
from xpert_studio.core.metrics.sign_flip import sign_flip
from xpert_studio.core.metrics.significance import NEEDED_DISCORDANT
from xpert_studio.core.metrics.task_estimates import (
    SHARE,
    SIGNIFICANT,
    Difference,
    difference,
    in_clusters,
)
from xpert_studio.core.records import CHECKS
from xpert_studio.core.records.columns import FloatArray
from xpert_studio.core.store import Transaction, tasks
from xpert_studio.core.wording import between, in_a_row, signed_points, t
from xpert_studio.core.workflow import CommandContext
from xpert_studio.core.workflow.steps import STEPS
from xpert_studio.packs.suites.compare import EvaluationComparison
from xpert_studio.packs.suites.evaluations import Evaluation
from xpert_studio.packs.suites.records import Suite

_ASKED: Final = ("datasheet", "asking")
_FAR: Final = 1e-9
_WITHIN: Final = timedelta(days=1)
"""An ask that begins so long after an evaluation at most belongs to it."""
Scores = Mapping[tuple[str, str, str, str], float]
"""What a judge gave, by response and its hash, checkpoint and its hash."""


@dataclass(frozen=True, slots=True)
class JudgePart:
    """How much of a change is the judge's.

    Attributes:
        forms: Responses of the frozen set that were asked both times.
        clusters: Of their tasks.
        judge: The change of what the judge gave them.
        moved: Clusters on which it gave something else.
        p: Of the sign-flip test over the clusters' mean changes.
        whole: The change of the system's score, over tasks that are in both evaluations.
    """

    forms: int
    clusters: int
    judge: Difference
    moved: int
    p: float
    whole: Difference | None

    @property
    def has_moved(self) -> bool | None:
        """Whether the judge has changed; None where too few clusters moved to tell."""
        if not self.moved:
            return False
        return self.p < SIGNIFICANT if self.moved >= NEEDED_DISCORDANT else None

    def plain(self) -> dict[str, Any]:
        """All of it for a program."""
        return {
            "forms": self.forms,
            "clusters": self.clusters,
            "judge_change": self.judge.value,
            "judge_change_interval": self.judge.interval,
            "p": self.p,
            "score_change": self.whole.value if self.whole else None,
            "score_change_interval": self.whole.interval if self.whole else None,
            "judge_changed": self.has_moved,
        }


def ask_frozen(ctx: CommandContext, suite: Suite, request: ScoreRequest, forms: int) -> str:
    """Asks the judge of a suite again about the suite's frozen set; freezes one the first time.

    Args:
        ctx: A lead.
        suite: Its judge decides.
        request: How the judge is asked.
        forms: Of how many gold forms a set is that is frozen now.

    Returns:
        How many were asked, in a sentence.

    Raises:
        UsageError: Programs or several judges decide, or the pack is missing.
        XpertError: There is no gold yet, or the judge did not come to an end.
    """
    if suite.judges == (CHECKS,):
        raise UsageError("Programs decide this suite: no change is a judge’s.")
    if len(suite.judges) > 1:
        raise UsageError("The part of a panel in a change is not known: it is for one judge.")
    step = STEPS.get("judge_again")
    if step is None:
        raise UsageError(
            "Nothing here asks a judge again.", remedy="Install the pack of judges’ datasheets."
        )
    return step.run(ctx, (f"suite:{suite.name}", json.dumps(request_to_json(request)), str(forms)))


def judge_part(tx: Transaction, comparison: EvaluationComparison) -> JudgePart | None:
    """How much of a change is the judge's; None where the set was not asked with both."""
    asked = _asked(tx, comparison.after.suite)
    before, after = (_of(asked, one) for one in (comparison.before, comparison.after))
    if before is None or after is None or before is after:
        return None
    both = [key for key in before if key in after]
    if not both:
        return None
    families = {task.id: task.family or task.id for task in tasks.all_tasks(tx)}
    task_of = {
        record.response: record.task_id
        for record in seen_records(tx, None, *_ASKED)
        if record.response and record.task_id
    }
    clusters = [families.get(task_of.get(key[0], ""), key[0]) for key in both]
    first, second = _by_cluster([(before[key], after[key]) for key in both], clusters)
    means = (second[:, 0] / second[:, 1] - first[:, 0] / first[:, 1]).tolist()
    return JudgePart(
        len({key[0] for key in both}),
        len(means),
        difference(SHARE, first, second),
        sum(abs(value) > _FAR for value in means),
        sign_flip(means) or 1.0,
        _of_system(comparison),
    )


def _asked(tx: Transaction, suite: str) -> list[tuple[datetime, Scores]]:
    """When the suite's set was asked, and what the judge gave; oldest first."""
    by_ask: dict[int, tuple[datetime, dict[tuple[str, str, str, str], float]]] = {}
    for record in seen_records(tx, None, *_ASKED):
        said = record.value.model_dump() if record.value else {}
        if said.get("series") != f"suite:{suite}":
            continue
        _, scores = by_ask.setdefault(said["ask"], (said["at"], {}))
        for point, answer in said["answers"].items():
            if answer["score"] is not None:
                key = (record.response or "", said["response"], point, answer["rated"])
                scores[key] = float(answer["score"])
    return sorted(by_ask.values(), key=lambda pair: pair[0])


def _of(asked: list[tuple[datetime, Scores]], evaluation: Evaluation) -> Scores | None:
    """The ask that belongs to an evaluation: the first after it."""
    return next(
        (said for at, said in asked if evaluation.at <= at <= evaluation.at + _WITHIN), None
    )


def _of_system(comparison: EvaluationComparison) -> Difference | None:
    """The change of the system's mean score, over tasks of the same text in both evaluations."""
    before, after = comparison.before.tasks, comparison.after.tasks
    pairs = [
        (before[name], two)
        for name, two in after.items()
        if name in before and before[name].task_hash == two.task_hash
    ]
    known = [
        ((one.score, two.score), two.cluster)
        for one, two in pairs
        if one.score is not None and two.score is not None
    ]
    if not known:
        return None
    first, second = _by_cluster([scores for scores, _ in known], [name for _, name in known])
    return difference(SHARE, first, second)


def _by_cluster(
    pairs: Sequence[tuple[float | None, float | None]], clusters: Sequence[str]
) -> tuple[FloatArray, FloatArray]:
    """The sums of both sides, and how many they are, by cluster."""
    numbers = {name: n for n, name in enumerate(dict.fromkeys(clusters))}
    codes = np.array([numbers[name] for name in clusters], np.int32)
    values, ones = np.array(pairs, np.float64), np.ones(len(pairs))
    first, second = (
        in_clusters(np.stack([values[:, side], ones], axis=1), codes) for side in (0, 1)
    )
    return first, second


def part_sentence(part: JudgePart) -> str:
    """How much of a change is the judge's, and whether it has changed at all."""
    said = t(
        "Judge or system: on {n} frozen responses of {clusters} clusters the judge moved by "
        "{judge} points.",
        n=part.forms,
        clusters=part.clusters,
        judge=_points(part.judge),
    )
    whole = (
        t("The system’s score moved by {whole} points.", whole=_points(part.whole))
        if part.whole is not None
        else ""
    )
    end = {
        True: t("So part of the change is the judge’s."),
        False: t("So no part of the change is shown to be the judge’s."),
        None: t(
            "Not enough to tell: {n} of {needed} clusters moved.",
            n=part.moved,
            needed=NEEDED_DISCORDANT,
        ),
    }[part.has_moved]
    return in_a_row(filter(None, (said, whole, end)))


def _points(moved: Difference) -> str:
    value = signed_points(moved.value or 0.0)
    if moved.interval is None:
        return value
    interval = between(*map(signed_points, moved.interval))
    return t("{value} (95 % interval {interval})", value=value, interval=interval)
