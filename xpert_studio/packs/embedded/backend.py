"""Puts the embedded judge behind the run engine: fits it on the gold forms, and decides asks.

It is named "baseline, no LLM" everywhere; users must not take its verdicts for a language model's.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from datetime import datetime

from pydantic import JsonValue

from xpert_studio.api.instruments import Checkpoint
from xpert_studio.core.instruments import instrument_of
from xpert_studio.core.judge import injection_checks
from xpert_studio.core.judge.local_backend import LocalBackend
from xpert_studio.core.judge.material import Material
from xpert_studio.core.judge.planning import make_judge
from xpert_studio.core.judge.providers.registry import EMBEDDED
from xpert_studio.core.judge.work import JudgeCall
from xpert_studio.core.records import (
    ATTACHMENTS_NOT_SEEN,
    AnnotationForm,
    Judge,
    JudgeMode,
    JudgeSettings,
    Verdict,
    content_hash,
)
from xpert_studio.packs.embedded.model_judge import (
    EmbeddedJudge,
    FittedModel,
    GoldCase,
    fit,
)

BASELINE, BASELINE_MODEL = EMBEDDED


@dataclass(frozen=True, slots=True)
class Embedded:
    """The embedded judge made ready for one project: its record and weights."""

    judge: Judge
    model: FittedModel

    def backend(
        self, material: Material, *, clock: Callable[[], datetime], run_id: str
    ) -> BaselineBackend:
        """Decides the calls of a run."""
        return BaselineBackend(self, material, clock=clock, run_id=run_id)


def embedded_judge(
    material: Material, mode: JudgeMode, settings: JudgeSettings, *, seed: int = 0
) -> Embedded:
    """Fits the embedded judge on the project's gold forms.

    No task is judged with weights that have seen its own judgments: they are fitted fold by fold.
    With too few gold forms the shipped weights serve, and its parameters say so. A decision
    depends on the whole rubric (how common a word is in it), so the rubrics' hash is part of the
    judge.

    Args:
        material: What the run works on.
        mode: Zero-shot or anchored.
        settings: How many anchors, and how they are drawn.
        seed: Decides the folds.
    """
    rubrics = [[point.text for point in rubric] for rubric in material.rubrics.values()]
    model = fit(_cases(material), mode, seed=seed)
    asked = JudgeSettings(
        anchors=1 if mode is JudgeMode.ANCHORED else 0,
        anchor_seed=settings.anchor_seed if mode is JudgeMode.ANCHORED else None,
    )
    parameters: dict[str, JsonValue] = {
        "weights": model.hash,
        "source": str(model.source),
        "note": model.note,
        "gold_judgments": model.judgments,
        "seed": seed,
        "rubrics": content_hash(rubrics),
    }
    return Embedded(make_judge(BASELINE, BASELINE_MODEL, mode, parameters, None, asked), model)


def _cases(material: Material) -> list[GoldCase]:
    by_id = {response.id: response for response in material.all_responses}
    cases = []
    for form in material.forms:
        response = by_id[form.response_id]
        rubric = material.rubrics.get(response.task_id, ())
        cases.append(GoldCase(response.task_id, rubric, response.text, _rateable(form, rubric)))
    return cases


def _rateable(form: AnnotationForm, rubric: Sequence[Checkpoint]) -> AnnotationForm:
    """A gold form without what the embedded judge cannot rate."""
    others = {point.id for point in rubric if not instrument_of(point).embedded}
    if not others:
        return form
    kept = tuple(item for item in form.judgments if item.checkpoint_id not in others)
    return form.model_copy(update={"judgments": kept})


class BaselineBackend(LocalBackend):
    """Decides calls with the built-in judge.

    Args:
        embedded: From ``embedded_judge``.
        material: What the run works on.
        clock: The time now, in UTC.
        run_id: The run the calls belong to.
    """

    def __init__(
        self,
        embedded: Embedded,
        material: Material,
        *,
        clock: Callable[[], datetime],
        run_id: str,
    ) -> None:
        super().__init__(embedded.judge.id, BASELINE_MODEL, clock=clock, run_id=run_id)
        self._embedded = EmbeddedJudge(embedded.model)
        self._rubrics = material.rubrics

    async def verdicts(self, ask: JudgeCall, started: datetime) -> tuple[Verdict, ...]:
        """Verdicts on all checkpoints asked."""
        anchor = ask.anchors[0] if ask.anchors else None
        decisions = self._embedded.decide(
            ask.task.id, self._rubrics[ask.task.id], ask.response.text, anchor
        )
        flags = injection_checks.suspicions(ask.response.text)
        if ask.files.unseen:
            flags = (*flags, ATTACHMENTS_NOT_SEEN)
        points = {point.id: point for point in ask.asked}
        return tuple(
            Verdict(
                response_id=ask.response.id,
                checkpoint_id=decision.checkpoint_id,
                judge_id=self._judge_id,
                value=decision.value,
                trial=ask.trial,
                rationale=decision.rationale,
                evidence=decision.evidence,
                judged_at=started,
                key=ask.keys[decision.checkpoint_id],
                rated_hash=ask.rated_hash_of(points[decision.checkpoint_id]),
                flags=flags,
            )
            for decision in decisions
            if decision.checkpoint_id in ask.keys
        )
