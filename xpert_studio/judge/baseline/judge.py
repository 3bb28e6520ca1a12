"""The embedded judge: "baseline, no LLM". Deterministic, offline, and nobody's language model.

It reads the response, the rubric and, in anchored mode, the anchor; nothing in a response is ever
an instruction to it. A decision on one checkpoint depends on the whole rubric (what all
checkpoints share weighs nothing), so a cache of decisions is keyed by the whole rubric.
"""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Final, TypeVar

from xpert_studio.errors import JudgeError
from xpert_studio.judge.baseline.features import (
    AnchorPoint,
    AnchorView,
    feature_matrix,
    read_anchor,
)
from xpert_studio.judge.baseline.findings import FOUND, Finding, find
from xpert_studio.judge.baseline.model import Coefficients, FittedModel
from xpert_studio.judge.baseline.reading import Reading, read_response
from xpert_studio.judge.baseline.rubric import Corpus, Rubric, corpus_of, read_rubric
from xpert_studio.judge.baseline.text import is_chinese
from xpert_studio.judge.baseline.words import FOLDER
from xpert_studio.records import Anchor, Checkpoint, JudgeMode, Quote
from xpert_studio.resources import resource_json

_MOST_MISSING: Final = 4
_MOST_TOLD: Final = 4
_PASSAGE_LENGTH: Final = 160


def rationale_of(
    found: Finding,
    point: AnchorPoint | None,
    *,
    probability: float,
    threshold: float,
    cut: bool,
    response: str,
) -> str:
    """The rationale of one decision.

    Args:
        found: What was found of the checkpoint.
        point: The anchor's answer to it, if there is one.
        probability: Probability of "met".
        threshold: Probability from which it counts as met.
        cut: Whether only the beginning of the response was read.
        response: The response's text.
    """
    data: dict[str, Any] = resource_json(FOLDER, "rationale.json")
    words: Mapping[str, str] = data["zh" if is_chinese(found.asked.text) else "en"]
    if found.window is None:
        return words["empty"]
    parts = [*_terms(found, words), *_figures(found, words)]
    if found.asked.forbids:
        parts.append(words["forbids"])
    if point is not None:
        name = "anchor_met" if point.met else "anchor_unmet"
        parts.append(words[name].format(share=f"{point.finding.combined:.2f}"))
    passage = response[found.window.start : found.window.end]
    parts.append(words["nearest"].format(passage=_shortened(passage)))
    if cut:
        parts.append(words["cut"])
    odds = {"probability": f"{probability:.2f}", "threshold": f"{threshold:.2f}"}
    parts.append(words["probability"].format(**odds))
    return words["join"].join(parts) + words["stop"]


def _terms(found: Finding, words: Mapping[str, str]) -> list[str]:
    asked = found.asked
    if not asked.terms:
        return [words["no_terms"]]
    number = sum(credit >= FOUND for credit in found.inside)
    share = f"{found.coverage:.2f}"
    parts = [words["terms"].format(found=number, total=len(asked.terms), share=share)]
    lacking = [i for i, credit in enumerate(found.inside) if credit < FOUND]
    lacking.sort(key=lambda i: -asked.weights[i])
    if lacking:
        names = words["list"].join(asked.surface[i] for i in lacking[:_MOST_MISSING])
        parts.append(words["missing"].format(terms=names))
    return parts


def _figures(found: Finding, words: Mapping[str, str]) -> list[str]:
    parts = []
    rows = zip(found.asked.figures, found.figures_inside, found.figures, strict=True)
    for wanted, inside, figure in list(rows)[:_MOST_TOLD]:
        name = "figure_missing" if figure is None else "figure_elsewhere"
        parts.append(words["figure_found" if inside else name].format(figure=wanted.text))
    return parts


def _shortened(passage: str) -> str:
    plain = " ".join(passage.split())
    return plain if len(plain) <= _PASSAGE_LENGTH else f"{plain[: _PASSAGE_LENGTH - 1].rstrip()}…"


_QUOTE_LENGTH: Final = 600
_MOST_FIGURES: Final = 3
_MIN_EVIDENCE: Final = 0.2
_REMEMBERED: Final = 64

_Rows = tuple[tuple[str, str], ...]
_AnchorKey = tuple[str, tuple[tuple[str, bool, tuple[str, ...]], ...]]
_Key = TypeVar("_Key")
_Value = TypeVar("_Value")


@dataclass(frozen=True, slots=True)
class Decision:
    """What the embedded judge decided on one checkpoint.

    Attributes:
        checkpoint_id: The checkpoint.
        value: 1 met, 0 not met.
        probability: Probability of "met", as the weights see it.
        evidence: Verbatim passages of the response that drove the decision, with their places.
        rationale: What was found, in plain words.
    """

    checkpoint_id: str
    value: int
    probability: float
    evidence: tuple[Quote, ...]
    rationale: str


@dataclass
class EmbeddedJudge:
    """Judges responses with one model; rubrics and anchors are read once and remembered.

    Attributes:
        model: The weights.
        corpus: Counts over the project's checkpoints, from ``corpus_of``.
    """

    model: FittedModel
    corpus: Corpus = field(default_factory=lambda: corpus_of(()))
    _rubrics: OrderedDict[_Rows, Rubric] = field(default_factory=OrderedDict)
    _anchors: OrderedDict[tuple[_Rows, _AnchorKey], AnchorView] = field(default_factory=OrderedDict)

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
        key = tuple((item.id, item.text) for item in checkpoints)
        rubric = _remembered(self._rubrics, key, lambda: self._read(key))
        view: AnchorView | None = None
        if self.model.mode is JudgeMode.ANCHORED:
            if anchor is None:
                raise JudgeError(
                    "The anchored built-in judge was given no anchor.",
                    remedy="Give the gold form of a baseline response, or judge zero-shot.",
                )
            shown = anchor
            place = (key, _identity(anchor))
            view = _remembered(self._anchors, place, lambda: read_anchor(rubric, shown))
        reading = read_response(response)
        found = find(rubric, reading)
        weights = self.model.coefficients_for(task_id)
        chances = weights.probabilities(feature_matrix(found, view)).tolist()
        return [
            _decision(item, chance, weights, reading, view)
            for item, chance in zip(found, chances, strict=True)
        ]

    def _read(self, key: _Rows) -> Rubric:
        return read_rubric([name for name, _ in key], [text for _, text in key], self.corpus)


def _identity(anchor: Anchor) -> _AnchorKey:
    """What of an anchor is read; cheaper than its hash, and asked for at every response."""
    rows = (
        (item.checkpoint_id, bool(item.final_value), tuple(quote.quote for quote in item.evidence))
        for item in anchor.form.judgments
    )
    return anchor.response_text, tuple(rows)


def _remembered(memory: OrderedDict[_Key, _Value], key: _Key, make: Callable[[], _Value]) -> _Value:
    value = memory.get(key)
    if value is None:
        value = memory[key] = make()
        while len(memory) > _REMEMBERED:
            memory.popitem(last=False)
    return value


def _decision(
    found: Finding,
    chance: float,
    weights: Coefficients,
    reading: Reading,
    view: AnchorView | None,
) -> Decision:
    point: AnchorPoint | None = view.points.get(found.asked.id) if view is not None else None
    met = found.window is not None and chance >= weights.threshold
    return Decision(
        checkpoint_id=found.asked.id,
        value=int(met),
        probability=chance,
        evidence=_evidence(found, reading.text),
        rationale=rationale_of(
            found,
            point,
            probability=chance,
            threshold=weights.threshold,
            cut=reading.cut,
            response=reading.text,
        ),
    )


def _evidence(found: Finding, text: str) -> tuple[Quote, ...]:
    """The best window, and figures that stand outside it."""
    window = found.window
    if window is None or max(found.combined, found.recall) < _MIN_EVIDENCE:
        return ()
    spans = [(window.start, min(window.end, window.start + _QUOTE_LENGTH))]
    for figure in found.figures[:_MOST_FIGURES]:
        if figure is not None and not window.start <= figure.start < window.end:
            spans += [(figure.start, figure.end)]
    return tuple(
        Quote(quote=text[start:end], start=start, end=end, verified=True)
        for start, end in dict.fromkeys(spans)
        if start < end
    )
