"""Small catalogues and raters, drawn by hypothesis."""

from __future__ import annotations

import numpy as np
from hypothesis import strategies as st

from xpert_studio.core.instruments import columns
from xpert_studio.core.records.columns import Catalog, Ratings

TIERS = ("Essential", "Important", "Optional")


def catalog_of(rubrics: list[list[int]], systems: int, seed: int = 0) -> Catalog:
    """``rubrics`` are the weights of each task's checkpoints; every system answers every task."""
    tasks = len(rubrics)
    points = [(t, w) for t, rubric in enumerate(rubrics) for w in rubric]
    answers = [(t, s) for t in range(tasks) for s in range(systems)]
    chance = np.random.default_rng(seed)
    return Catalog(
        tasks=tuple(f"t{t}" for t in range(tasks)),
        task_titles=tuple(f"Task {t}" for t in range(tasks)),
        domains=("Finance", "Law"),
        categories=("Memo",),
        task_domain=np.arange(tasks, dtype=np.int32) % 2,
        task_category=np.zeros(tasks, np.int32),
        task_cluster=np.arange(tasks, dtype=np.int32),
        checkpoints=tuple(f"c{p}" for p in range(len(points))),
        checkpoint_texts=tuple(f"Point {p}." for p in range(len(points))),
        tiers=TIERS,
        dimensions=("Depth", "Logic"),
        checkpoint_task=np.array([t for t, _ in points], np.int32),
        checkpoint_weight=np.array([w for _, w in points], np.float64),
        checkpoint_tier=chance.integers(0, 3, len(points)).astype(np.int32),
        checkpoint_dimension=chance.integers(-1, 2, len(points)).astype(np.int32),
        kinds=(("binary", ""),),
        checkpoint_kind=np.zeros(len(points), np.int32),
        responses=tuple(f"t{t}:s{s}" for t, s in answers),
        systems=tuple(f"s{s}" for s in range(systems)),
        response_task=np.array([t for t, _ in answers], np.int32),
        response_system=np.array([s for _, s in answers], np.int32),
        response_is_baseline=np.array([s == 0 for _, s in answers], np.bool_),
    )


def marks_of(catalog: Catalog, name: str, met: list[int]) -> Ratings:
    """One answer to every checkpoint of every response, in order; -2 leaves the row out."""
    rows = [
        (r, c)
        for r in range(len(catalog.responses))
        for c in np.flatnonzero(catalog.checkpoint_task == catalog.response_task[r])
    ]
    kept = [(r, c, m) for (r, c), m in zip(rows, met, strict=True) if m != -2]
    response, checkpoint, said = list(zip(*kept, strict=True)) or [(), (), ()]
    return binary_marks(catalog, name, response, checkpoint, said)


def binary_marks(catalog, name, response, checkpoint, met) -> Ratings:
    """Answers 1, 0, or -1 for none."""
    value = np.array(met, np.float64)
    places = (np.array(place, np.int32) for place in (response, checkpoint))
    return columns.marks_of(catalog, name, *places, np.where(value < 0, np.nan, value))


def size_of(catalog: Catalog) -> int:
    per_task = np.bincount(catalog.checkpoint_task, minlength=len(catalog.tasks))
    return int(per_task[catalog.response_task].sum())


@st.composite
def judged(draw, *, raters: int = 2, answers: tuple[int, ...] = (-2, -1, 0, 1)):
    """A catalogue and so many raters of it."""
    rubrics = draw(
        st.lists(st.lists(st.integers(1, 10), min_size=1, max_size=4), min_size=1, max_size=4)
    )
    catalog = catalog_of(rubrics, draw(st.integers(1, 4)), draw(st.integers(0, 9)))
    size = size_of(catalog)
    said = [
        marks_of(
            catalog,
            f"rater{number}",
            draw(st.lists(st.sampled_from(answers), min_size=size, max_size=size)),
        )
        for number in range(raters)
    ]
    return catalog, *said
