"""Scores and costs by system and task: from these a site compares any choice of tasks."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import Any, Final

import numpy as np

from xpert_studio.api.sections import View
from xpert_studio.core.metrics.distributions import student_quantile
from xpert_studio.core.metrics.intervals import CONFIDENCE
from xpert_studio.core.metrics.scores import scores_by_task
from xpert_studio.core.metrics.task_estimates import FEW_TASKS
from xpert_studio.core.records.columns import FloatArray
from xpert_studio.packs.recipes.efficiency import mean_by_task
from xpert_studio.packs.recipes.taken import read_usage
from xpert_studio.report.analysis import anchored_responses

_STEPS: Final = 200
"""Into how many steps reciprocals of degrees of freedom are divided."""
_NORMAL: Final = 1.959964


def scored(view: View, task_ids: Sequence[str], *, own_costs: bool) -> dict[str, Any]:
    """The columns, by name.

    A score is there only where the response is scored in full and was no example for the judge;
    costs are in US dollars.

    Args:
        view: Of what stands on the site.
        task_ids: The order of the tasks.
        own_costs: Whether costs may rest on what public bundles do not hold.

    Returns:
        ``systems``; ``score`` and ``cost`` (each a list a system, an entry a task, None for what
        is not known); ``cluster``, by task; ``quantiles`` of Student's t at steps of the
        reciprocal of its degrees of freedom; ``few``: on fewer tasks intervals are approximate.
    """
    rater, catalog = view.rater, view.analysis.catalog
    if rater is None:
        return {"systems": [], "score": [], "cost": [], "cluster": []}
    scores = view.results.scores(*view.key)
    left_out = scores.decided < scores.expected
    if rater.findings is not None:
        left_out |= anchored_responses(catalog, rater.findings.judge)
    scores = replace(scores, score=np.where(left_out, np.nan, scores.score))
    everywhere = np.ones(len(catalog.responses), np.bool_)
    usage = read_usage(view.project, catalog, is_public=not own_costs)
    board = view.results.board(*view.key).leaderboard
    places = {name: place for place, name in enumerate(catalog.tasks)}
    order = np.array([places[name] for name in task_ids], np.int64)
    systems = [row.system for row in board.standings]
    rows = [catalog.systems.index(name) for name in systems]
    freedom = _STEPS / np.arange(1, _STEPS + 1, dtype=np.float64)
    return {
        "systems": systems,
        "ranked": [row.rank is not None for row in board.standings],
        "score": _plain(scores_by_task(catalog, scores)[rows][:, order], 4),
        "cost": _plain(mean_by_task(catalog, usage.cost, everywhere)[rows][:, order], 7),
        "cluster": catalog.task_cluster[order].tolist(),
        "quantiles": [_NORMAL, *student_quantile(freedom, (1 + CONFIDENCE) / 2).round(5).tolist()],
        "few": FEW_TASKS,
    }


def _plain(values: FloatArray, digits: int) -> list[list[float | None]]:
    return [
        [None if np.isnan(value) else value for value in row]
        for row in values.round(digits).tolist()
    ]
