"""Catalogues of graded and binary checkpoints, and raters of them."""

from __future__ import annotations

import json
from dataclasses import replace

import numpy as np

from tests.metrics.columns import catalog_of
from xpert_studio.core.instruments.columns import marks_of
from xpert_studio.core.records.columns import Catalog, FloatArray, IntArray, Ratings

BANDS = [
    {"low": 90, "high": 100, "text": "Complete."},
    {"low": 70, "high": 89, "text": "Mostly."},
    {"low": 60, "high": 69, "text": "In part."},
    {"low": 0, "high": 59, "text": "Hardly."},
]
PERCENT = json.dumps({"low": 0, "high": 100, "bands": BANDS})
LEAST_60 = json.dumps({"low": 0, "high": 100, "bands": BANDS, "minimum": 60})
FIVE = json.dumps({"low": 1, "high": 5})
SEVEN = json.dumps({"low": 0, "high": 7})
KINDS = (
    ("binary", ""),
    ("graded", PERCENT),
    ("graded", LEAST_60),
    ("graded", FIVE),
    ("graded", SEVEN),
    ("binary", json.dumps({"gate": True})),
)


def graded_catalog(kinds: list[list[int]], systems: int, weights=None) -> Catalog:
    """By task the places in ``KINDS`` of its checkpoints; weights 1 unless given."""
    catalog = catalog_of(weights or [[1] * len(task) for task in kinds], systems)
    kind = np.array([one for task in kinds for one in task], np.int32)
    return replace(catalog, kinds=KINDS, checkpoint_kind=kind)


def places(catalog: Catalog) -> tuple[IntArray, IntArray]:
    """Every checkpoint of every response."""
    found = [
        (r, c)
        for r, task in enumerate(catalog.response_task)
        for c in np.flatnonzero(catalog.checkpoint_task == task).tolist()
    ]
    response, point = zip(*found, strict=True)
    return np.array(response, np.int32), np.array(point, np.int32)


def rated(catalog: Catalog, name: str, values) -> Ratings:
    """A value for every checkpoint of every response; NaN for none."""
    return marks_of(catalog, name, *places(catalog), np.array(values, np.float64))


def drawn(catalog: Catalog, seed: int, error: float = 0.0, of: Ratings | None = None) -> FloatArray:
    """Values on every scale, or those of a rater with an error of this part of the scale."""
    chance = np.random.default_rng(seed)
    _, point = places(catalog)
    kind = catalog.checkpoint_kind[point]
    low = np.array([0, 0, 0, 1, 0, 0], float)[kind]
    span = np.array([1, 100, 100, 4, 7, 1], float)[kind]
    score = chance.beta(3, 2, point.size) if of is None else of.score
    score = score + chance.normal(0, error, point.size) if error else score
    return low + np.clip(np.round(score * span), 0, span)
