"""Turns gold sheets into what the weights are fitted on: features with the expert's decision."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from xpert_studio.judge.baseline.anchoring import AnchorView, read_anchor
from xpert_studio.judge.baseline.features import feature_matrix
from xpert_studio.judge.baseline.findings import Finding, find
from xpert_studio.judge.baseline.matching import FloatArray
from xpert_studio.judge.baseline.reading import read_response
from xpert_studio.judge.baseline.rubric import Corpus, Rubric, read_rubric
from xpert_studio.records import Anchor, Checkpoint, JudgeMode, Sheet

BoolArray = npt.NDArray[np.bool_]


@dataclass(frozen=True, slots=True)
class GoldCase:
    """A gold sheet with what it judges.

    Attributes:
        checkpoints: The whole rubric of the task, in its order.
        response_text: The response judged.
        sheet: The gold judgments; checkpoints it leaves out are not fitted on.
    """

    task_id: str
    checkpoints: tuple[Checkpoint, ...]
    response_text: str
    sheet: Sheet


@dataclass(frozen=True, slots=True, eq=False)
class Example:
    """Features and gold decisions of one response.

    Attributes:
        task_id: The task: judgments of one task are never on both sides of a split.
        features: A row a judgment.
        met: The expert's decisions.
        weight: How much each of its judgments counts.
    """

    task_id: str
    features: FloatArray
    met: BoolArray
    weight: float = 1.0


def examples_of(cases: Sequence[GoldCase], corpus: Corpus, mode: JudgeMode) -> list[Example]:
    """Examples for fitting one mode.

    For the anchored mode every gold sheet of a task serves in turn as the anchor of the task's
    other responses; together these count as much as one example.

    Args:
        cases: Gold sheets of the project.
        corpus: Counts over the project's checkpoints.
        mode: Which model the examples are for.
    """
    examples: list[Example] = []
    for task_id, group in _by_task(cases).items():
        checkpoints = group[0].checkpoints
        rubric = read_rubric(
            [item.id for item in checkpoints], [item.text for item in checkpoints], corpus
        )
        found = [find(rubric, read_response(case.response_text)) for case in group]
        if mode is JudgeMode.ZERO_SHOT:
            pairs = zip(group, found, strict=True)
            examples += [_example(case, look, None, 1.0) for case, look in pairs]
        else:
            examples += _anchored(task_id, group, found, rubric)
    return examples


def _by_task(cases: Iterable[GoldCase]) -> dict[str, list[GoldCase]]:
    groups: dict[str, list[GoldCase]] = {}
    for case in cases:
        groups.setdefault(case.task_id, []).append(case)
    return groups


def _anchored(
    task_id: str, group: Sequence[GoldCase], found: Sequence[list[Finding]], rubric: Rubric
) -> list[Example]:
    views = [
        read_anchor(
            rubric,
            Anchor(
                task_id=task_id,
                response_id=case.sheet.response_id,
                response_text=case.response_text,
                sheet=case.sheet,
            ),
        )
        for case in group
    ]
    examples: list[Example] = []
    for case, look in zip(group, found, strict=True):
        own = case.sheet.response_id
        shown = [
            view for other, view in zip(group, views, strict=True) if other.sheet.response_id != own
        ]
        examples += [_example(case, look, view, 1.0 / len(shown)) for view in shown]
    return examples


def _example(
    case: GoldCase, found: Sequence[Finding], view: AnchorView | None, weight: float
) -> Example:
    gold = {item.checkpoint_id: bool(item.final_value) for item in case.sheet.judgments}
    rows = [i for i, item in enumerate(found) if item.asked.id in gold]
    met = np.array([gold[found[i].asked.id] for i in rows], dtype=np.bool_)
    return Example(case.task_id, feature_matrix(found, view)[rows], met, weight)
