"""The features a decision is weighed from, by name.

The first group is about the rubric and the response alone. The second compares with the anchor and
belongs to the anchored model only.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

import numpy as np

from xpert_studio.judge.baseline.findings import FOUND, SEPARATOR, Finding, find
from xpert_studio.judge.baseline.matching import FloatArray, gram_codes
from xpert_studio.judge.baseline.reading import read_response
from xpert_studio.judge.baseline.rubric import Rubric
from xpert_studio.records import Anchor, Judgment

# What comparing a candidate with the anchor adds: how the expert judged a known response.

ANCHOR_FEATURES: Final = (
    "anchor_met",
    "anchor_strictness",
    "anchor_ahead_of_met",
    "anchor_ahead_of_unmet",
    "anchor_figures_lost",
    "anchor_figures_gained",
    "anchor_like_met",
    "anchor_like_unmet",
)


@dataclass(frozen=True, slots=True)
class AnchorPoint:
    """The anchor's answer to one checkpoint, and what the expert made of it.

    Attributes:
        met: The gold decision.
        finding: What was found of the checkpoint in the anchor.
        grams: Character runs of the passage the expert quoted, or else of the best window.
    """

    met: bool
    finding: Finding
    grams: frozenset[int]


@dataclass(frozen=True, slots=True)
class AnchorView:
    """An anchor, compared with the rubric.

    Attributes:
        points: By checkpoint id; checkpoints that the form leaves out are missing.
        strictness: Share met on the form less mean coverage: how generous the expert is.
    """

    points: dict[str, AnchorPoint]
    strictness: float


def read_anchor(rubric: Rubric, anchor: Anchor) -> AnchorView:
    """Reads an anchor for one rubric."""
    gold = {item.checkpoint_id: item for item in anchor.form.judgments}
    points = {
        found.asked.id: _point(found, gold[found.asked.id], rubric.gram_size)
        for found in find(rubric, read_response(anchor.response_text))
        if found.asked.id in gold
    }
    if not points:
        return AnchorView({}, 0.0)
    gaps = [point.met - point.finding.combined for point in points.values()]
    return AnchorView(points, sum(gaps) / len(gaps))


def anchor_features(found: Finding, view: AnchorView) -> Sequence[float]:
    """The anchor features of one checkpoint, in the order of ``ANCHOR_FEATURES``."""
    point = view.points.get(found.asked.id)
    if point is None:
        return (0.0, view.strictness, *[0.0] * (len(ANCHOR_FEATURES) - 2))
    ahead = found.combined - point.finding.combined
    ours, theirs = found.figures_inside, point.finding.figures_inside
    lost = sum(theirs) - sum(a and b for a, b in zip(ours, theirs, strict=True))
    gained = sum(ours) - sum(a and b for a, b in zip(ours, theirs, strict=True))
    like = _alike(point.grams, found.window.grams if found.window else frozenset())
    met, unmet = float(point.met), float(not point.met)
    return (
        met - unmet,
        view.strictness,
        ahead * met,
        ahead * unmet,
        lost * met,
        gained * unmet,
        like * met,
        like * unmet,
    )


def _point(found: Finding, judgment: Judgment, size: int) -> AnchorPoint:
    quoted = " ".join(quote.quote for quote in judgment.evidence)
    best = found.window.grams if found.window else frozenset[int]()
    return AnchorPoint(
        bool(judgment.final_value), found, frozenset(gram_codes(quoted, size).tolist()) or best
    )


def _alike(one: frozenset[int], other: frozenset[int]) -> float:
    smaller = min(len(one), len(other))
    return len(one & other) / smaller if smaller else 0.0


OWN_FEATURES: Final = (
    "combined",
    "coverage",
    "recall",
    "grams",
    "margin",
    "others",
    "pairs",
    "adjacent",
    "has_figures",
    "figures_missing",
    "figures_absent",
    "names_missing",
    "negation",
    "forbids",
    "forbids_coverage",
)
ANCHORED_FEATURES: Final = OWN_FEATURES + ANCHOR_FEATURES


def feature_matrix(found: Sequence[Finding], view: AnchorView | None) -> FloatArray:
    """Features of one response: a row a checkpoint, columns as named above.

    Args:
        found: What was found of every checkpoint of the rubric.
        view: The anchor, or None for the zero-shot features alone.
    """
    total = sum(item.combined for item in found)
    rows: list[list[float]] = []
    for item in found:
        others = (total - item.combined) / (len(found) - 1) if len(found) > 1 else item.combined
        row = _own_features(item, others)
        if view is not None:
            row.extend(anchor_features(item, view))
        rows.append(row)
    width = len(OWN_FEATURES if view is None else ANCHORED_FEATURES)
    return np.array(rows, dtype=np.float64).reshape(len(rows), width)


def _own_features(found: Finding, others: float) -> list[float]:
    """In the order of ``OWN_FEATURES``."""
    asked, window = found.asked, found.window
    grams = len(asked.grams & window.grams) / max(len(asked.grams), 1) if window else 0.0
    negated = window is not None and (window.negations > 0) is not (asked.negations > 0)
    names = [found.inside[place] for place in asked.names]
    return [
        found.combined,
        found.coverage,
        found.recall,
        grams,
        found.combined - found.elsewhere,
        others,
        *_phrases(found),
        float(bool(asked.figures)),
        _share(asked.figures, sum(not inside for inside in found.figures_inside)),
        _share(asked.figures, sum(figure is None for figure in found.figures)),
        _share(names, len(names) - sum(names)),
        found.coverage * negated,
        float(asked.forbids),
        found.coverage * asked.forbids,
    ]


def _phrases(found: Finding) -> tuple[float, float]:
    """Share of neighbouring terms found together, and found next to each other."""
    asked = found.asked
    if not asked.pairs or found.window is None:
        return 0.0, 0.0
    together = adjacent = 0
    for a, b in asked.pairs:
        if found.inside[a] >= FOUND and found.inside[b] >= FOUND:
            together += 1
            one, other = asked.terms[a], asked.terms[b]
            adjacent += (
                f"{SEPARATOR}{one}{SEPARATOR}{other}{SEPARATOR}" in found.window.terms
                or f"{SEPARATOR}{other}{SEPARATOR}{one}{SEPARATOR}" in found.window.terms
            )
    return together / len(asked.pairs), adjacent / len(asked.pairs)


def _share(of: Sequence[object], number: float) -> float:
    return number / len(of) if of else 0.0
