"""Figures over checkpoints of several instruments: scores by worth, shares by what passes."""

from __future__ import annotations

import json
from dataclasses import replace
from fractions import Fraction
from statistics import median

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.instruments.steps import Steps
from tests.metrics.columns import catalog_of, size_of
from tests.sampling import examples
from xpert_studio.core.instruments import INSTRUMENTS
from xpert_studio.core.instruments.columns import asked_of, marks_of
from xpert_studio.core.metrics import alignment, leaderboard, pair_up, pooled, response_scores
from xpert_studio.core.metrics.cdr import rank_figures
from xpert_studio.core.metrics.scores import exact_means
from xpert_studio.core.records.columns import NONE

few = examples(25)
KINDS = (("binary", ""), ("steps", ""), ("steps", json.dumps({"minimum": 2})))
VALUES = ((0, 1), (1, 2, 3), (1, 2, 3))


@pytest.fixture(autouse=True, scope="module")
def _steps():
    INSTRUMENTS.loaded["steps"] = Steps()
    yield
    del INSTRUMENTS.loaded["steps"]


@st.composite
def rated(draw, raters: int = 2):
    """A catalogue of mixed instruments, and raters who say every value there is, or nothing."""
    rubrics = draw(st.lists(st.lists(st.integers(1, 9), min_size=1, max_size=3), min_size=1))
    catalog = catalog_of(rubrics[:4], draw(st.integers(1, 4)))
    kind = [draw(st.integers(0, 2)) for _ in catalog.checkpoints]
    catalog = replace(catalog, kinds=KINDS, checkpoint_kind=np.array(kind, np.int32))
    places = [
        (r, c)
        for r, task in enumerate(catalog.response_task)
        for c in np.flatnonzero(catalog.checkpoint_task == task).tolist()
    ]
    response, point = (np.array(side, np.int32) for side in zip(*places, strict=True))
    assert response.size == size_of(catalog)
    said = [
        marks_of(
            catalog, f"r{number}", response, point,
            np.array([draw(st.sampled_from((*VALUES[kind[c]], np.nan))) for _, c in places]),
        )
        for number in range(raters)
    ]  # fmt: skip
    return catalog, *said


def worth(catalog, point, value):
    return (
        Fraction(int(value)) if catalog.checkpoint_kind[point] == 0 else Fraction(int(value) - 1, 2)
    )


def scores_of(catalog, marks):
    """Score of each response as a fraction, by adding up."""
    found = {}
    for response, point, value in zip(marks.response, marks.checkpoint, marks.value, strict=True):
        if not np.isnan(value):
            points, whole = found.get(response, (0, 0))
            weight = int(catalog.checkpoint_weight[point])
            found[response] = points + weight * worth(catalog, point, value), whole + weight
    return {response: points / whole for response, (points, whole) in found.items()}


@few
@given(rated(raters=1))
def test_a_score_is_the_weighted_mean_of_what_values_are_worth(drawn):
    catalog, marks = drawn
    expected = scores_of(catalog, marks)
    found = response_scores(catalog, marks)
    for response in range(len(catalog.responses)):
        assert found.score[response] == pytest.approx(
            float(expected[response]) if response in expected else np.nan, nan_ok=True
        )
    by_system = {}
    for response, score in expected.items():
        by_system.setdefault(catalog.response_system[response], []).append(score)
    means = exact_means(catalog, marks)
    for system, scores in by_system.items():
        assert means[system] == sum(scores) / len(scores)
    board = leaderboard(catalog, marks)
    for row in board.standings:
        scores = by_system.get(catalog.systems.index(row.system))
        assert row.score == (pytest.approx(float(sum(scores) / len(scores))) if scores else None)


@few
@given(rated())
def test_only_what_passes_or_fails_is_in_shares_and_all_that_has_a_value_in_scores(drawn):
    catalog, expert, judge = drawn
    paired = pair_up(catalog, expert, judge)
    both = ~np.isnan(expert.value) & ~np.isnan(judge.value)
    assert len(paired) == both.sum()
    found = alignment(catalog, expert, judge)
    decides = catalog.checkpoint_kind[expert.checkpoint] != 1
    assert found.criterion.n == (both & decides).sum()
    agree = (expert.met == judge.met) & both & decides
    if found.criterion.n:
        assert found.criterion["accuracy"].value == pytest.approx(agree.sum() / found.criterion.n)
    mine, theirs = (scores_of(catalog, rater.where(both)) for rater in (expert, judge))
    agrees = disagrees = 0
    for one in mine:
        for other in mine:
            if one < other and catalog.response_task[one] == catalog.response_task[other]:
                e, j = mine[one] - mine[other], theirs[one] - theirs[other]
                agrees += e * j > 0
                disagrees += e * j < 0
    counts = rank_figures(catalog, paired).facts
    assert (counts["agree"], counts["disagree"]) == (agrees, disagrees)


@few
@given(rated(raters=3))
def test_several_raters_come_to_the_majority_or_the_median(drawn):
    catalog, *raters = drawn
    found = pooled(catalog, raters, name="all")
    at = {(r, c): n for n, (r, c) in enumerate(zip(found.marks.response, found.marks.checkpoint))}  # noqa: B905
    for n, point in enumerate(raters[0].checkpoint):
        said = [rater.value[n] for rater in raters if not np.isnan(rater.value[n])]
        got = found.marks.value[at[raters[0].response[n], point]]
        if catalog.checkpoint_kind[point]:
            assert got == pytest.approx(median(said) if said else np.nan, nan_ok=True)
        else:
            wanted = next((v for v in (0, 1) if said.count(v) * 2 > len(said)), np.nan)
            assert got == pytest.approx(wanted, nan_ok=True)


def test_without_passing_only_the_full_score_fulfils():
    catalog = replace(
        catalog_of([[1, 1, 1]], 1), kinds=KINDS, checkpoint_kind=np.array([1, 1, 2], np.int32)
    )
    marks = marks_of(
        catalog, "e", np.zeros(3, np.int32), np.arange(3, dtype=np.int32), np.array([2.0, 3, 2])
    )
    assert marks.met.tolist() == [NONE, NONE, 1]
    assert marks.fulfils.tolist() == [False, True, True]


def test_a_value_on_no_scale_is_refused():
    place = np.zeros(1, np.int32)
    with pytest.raises(ValueError, match="no scale"):
        asked_of(catalog_of([[1]], 1)).require_values(place, np.array([0.5]))
