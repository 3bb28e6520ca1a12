"""The features a decision is weighed from, by name.

The first group is about the rubric and the response alone. The second compares with the anchor and
belongs to the anchored model only.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

import numpy as np

from xpert_studio.judge.baseline.anchoring import ANCHOR_FEATURES, AnchorView, anchor_features
from xpert_studio.judge.baseline.findings import FOUND, SEPARATOR, Finding
from xpert_studio.judge.baseline.matching import FloatArray

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
