"""The built-in judge: "baseline, no LLM". Deterministic, offline, and without a language model.

It reads the response, the rubric and, in anchored mode, the anchor's gold decisions; nothing in a
response is ever an instruction to it. A decision on one checkpoint depends on the whole rubric
(what all checkpoints share weighs little), so a cache of decisions is keyed by the whole rubric.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Final

from xpert_studio.core.errors import JudgeError
from xpert_studio.core.records import Anchor, Checkpoint, JudgeMode, Quote
from xpert_studio.core.resources import resource_json
from xpert_studio.packs.embedded.model_judge.finding import CheckpointFinding, find
from xpert_studio.packs.embedded.model_judge.model import FittedModel, features_of, gold_of
from xpert_studio.packs.embedded.model_judge.text import READ_LIMIT, is_chinese

_MOST_MISSING: Final = 4
_QUOTE_LENGTH: Final = 600
_MIN_EVIDENCE: Final = 0.2
_THRESHOLD: Final = 0.5


@dataclass(frozen=True, slots=True)
class Decision:
    """What the built-in judge decided on one checkpoint.

    Attributes:
        checkpoint_id: The checkpoint.
        value: 1 met, 0 not met; nothing is met without evidence.
        probability: Probability of "met", as the weights see it.
        evidence: The sentence of the response that answers best, verbatim, with its place.
        rationale: What was found, in plain words.
    """

    checkpoint_id: str
    value: int
    probability: float
    evidence: tuple[Quote, ...]
    rationale: str


@dataclass(frozen=True, slots=True)
class EmbeddedJudge:
    """Judges responses with one model."""

    model: FittedModel

    def decide(
        self,
        task_id: str,
        checkpoints: Sequence[Checkpoint],
        response: str,
        anchor: Anchor | None = None,
    ) -> list[Decision]:
        """Decides every checkpoint of a rubric for one response.

        Args:
            task_id: The task; decides which fold's weights may be used.
            checkpoints: The whole rubric, in its order.
            response: The response's text.
            anchor: A gold form on another response to the task; needed by an anchored model.

        Raises:
            JudgeError: The model is anchored and there is no anchor.
        """
        form = anchor.form if anchor is not None else None
        if self.model.mode is JudgeMode.ZERO_SHOT:
            form = None
        elif form is None:
            raise JudgeError(
                "The anchored built-in judge was given no anchor.",
                remedy="Give the gold form of a baseline response, or judge zero-shot.",
            )
        gold = gold_of(form) if form is not None else {}
        found = find([point.text for point in checkpoints], response)
        features = features_of(found, [point.id for point in checkpoints], form)
        probabilities = self.model.probabilities(task_id, features).tolist()
        return [
            _decision(point, item, chance, gold.get(point.id), response)
            for point, item, chance in zip(checkpoints, found, probabilities, strict=True)
        ]


def _decision(
    point: Checkpoint, finding: CheckpointFinding, chance: float, gold: bool | None, response: str
) -> Decision:
    evidence = _evidence(finding, response)
    return Decision(
        checkpoint_id=point.id,
        value=int(bool(evidence) and chance >= _THRESHOLD),
        probability=chance,
        evidence=evidence,
        rationale=_rationale(point, finding, chance, gold, cut=len(response) > READ_LIMIT),
    )


def _evidence(finding: CheckpointFinding, response: str) -> tuple[Quote, ...]:
    if finding.coverage < _MIN_EVIDENCE:
        return ()
    end = min(finding.end, finding.start + _QUOTE_LENGTH)
    quote = response[finding.start : end]
    return (Quote(quote=quote, start=finding.start, end=end, verified=True),)


def _rationale(
    point: Checkpoint, finding: CheckpointFinding, chance: float, gold: bool | None, *, cut: bool
) -> str:
    data: dict[str, Any] = resource_json("baseline", "rationale.json")
    words: Mapping[str, str] = data["zh" if is_chinese(point.text) else "en"]
    said = {
        "number": finding.terms - len(finding.missing),
        "total": finding.terms,
        "share": f"{finding.coverage:.2f}",
        "missing": words["list"].join(finding.missing[:_MOST_MISSING]),
        "probability": f"{chance:.2f}",
    }
    parts = {
        "terms": True,
        "missing": bool(finding.missing),
        "anchor_met": gold is True,
        "anchor_unmet": gold is False,
        "cut": cut,
        "probability": True,
    }
    return words["join"].join(words[name].format(**said) for name, told in parts.items() if told)
