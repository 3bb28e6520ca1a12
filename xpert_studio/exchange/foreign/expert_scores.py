"""The experts' own scores of responses, for tools that take scores computed elsewhere."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from xpert_studio.exchange.foreign.content import Content
from xpert_studio.metrics import weighted_score
from xpert_studio.records import Checkpoint, JudgmentStatus, Response


@dataclass(frozen=True, slots=True)
class ExpertScore:
    """What the experts' gold judgments of one response come to.

    Attributes:
        response: The response.
        met: The majority by checkpoint id; None where the votes are even or nobody has judged.
        score: S; None unless every checkpoint is decided, as a part cannot be compared.
        judgments: Each expert's judgment by checkpoint id, as plain data.
    """

    response: Response
    met: dict[str, bool | None]
    score: float | None
    judgments: dict[str, list[dict[str, Any]]]


def expert_scores(content: Content) -> Iterator[ExpertScore]:
    """Scores of the responses that experts have judged, in the order of the tasks.

    Args:
        content: The benchmark.
    """
    for task in content.tasks:
        for response in content.responses.get(task.id, ()):
            if content.gold.get(response.id):
                yield _scored(content, response, content.rubrics[task.id])


def _scored(content: Content, response: Response, rubric: tuple[Checkpoint, ...]) -> ExpertScore:
    met = {point.id: content.gold_answer(response.id, point) for point in rubric}
    weights = [point.weight for point in rubric]
    whole = None not in met.values()
    judgments: dict[str, list[dict[str, Any]]] = {point.id: [] for point in rubric}
    for judgment in content.gold[response.id]:
        # The rationale of an overridden judgment argues for the opposite of what stands.
        confirmed = judgment.status is JudgmentStatus.CONFIRMED
        rationale = judgment.rationale if confirmed else None
        said = {
            "expert": judgment.expert_id,
            "met": judgment.final_value == 1,
            "rationale": rationale or "",
        }
        judgments.setdefault(judgment.checkpoint_id, []).append(said)
    score = weighted_score(list(met.values()), weights) if whole else None
    return ExpertScore(response, met, score, judgments)
