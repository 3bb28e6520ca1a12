"""Says in plain words what a decision rests on, in the language of the checkpoint."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final

from xpert_studio.judge.baseline.anchoring import AnchorPoint
from xpert_studio.judge.baseline.findings import FOUND, Finding
from xpert_studio.judge.baseline.text import is_chinese
from xpert_studio.judge.baseline.words import FOLDER
from xpert_studio.resources import resource_json

_MOST_MISSING: Final = 4
_MOST_FIGURES: Final = 4
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
    for wanted, inside, figure in list(rows)[:_MOST_FIGURES]:
        name = "figure_missing" if figure is None else "figure_elsewhere"
        parts.append(words["figure_found" if inside else name].format(figure=wanted.text))
    return parts


def _shortened(passage: str) -> str:
    plain = " ".join(passage.split())
    return plain if len(plain) <= _PASSAGE_LENGTH else f"{plain[: _PASSAGE_LENGTH - 1].rstrip()}…"
