"""What comparing a candidate with the anchor adds: how the expert judged a known response.

The anchor is read the way a candidate is; its sheet says which checkpoints that was enough for.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

from xpert_studio.judge.baseline.findings import Finding, find
from xpert_studio.judge.baseline.matching import gram_codes
from xpert_studio.judge.baseline.reading import read_response
from xpert_studio.judge.baseline.rubric import Rubric
from xpert_studio.records import Anchor, Judgment

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
        points: By checkpoint id; checkpoints that the sheet leaves out are missing.
        strictness: Share met on the sheet less mean coverage: how generous the expert is.
    """

    points: dict[str, AnchorPoint]
    strictness: float


def read_anchor(rubric: Rubric, anchor: Anchor) -> AnchorView:
    """Reads an anchor for one rubric."""
    gold = {item.checkpoint_id: item for item in anchor.sheet.judgments}
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
