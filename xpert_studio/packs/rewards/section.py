"""How a judge's scores can be gamed: presence against correctness, attacks, edits of style."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Final

import numpy as np
import numpy.typing as npt

from xpert_studio.api.sections import (
    JUDGE,
    REPORT,
    Block,
    Estimate,
    Section,
    Text,
    View,
    mark,
    rater_name,
    t,
)
from xpert_studio.core.metrics.metric import Unit
from xpert_studio.core.metrics.pairing import Paired
from xpert_studio.core.metrics.scores import scorable
from xpert_studio.core.metrics.task_estimates import SHARE, difference, estimate, in_clusters
from xpert_studio.core.records.columns import BoolArray, Catalog, FloatArray, IntArray, Ratings
from xpert_studio.core.store import tasks
from xpert_studio.packs.datasheet.section import AskedBesides, Datasheet, judges_in, sheet_blocks
from xpert_studio.packs.datasheet.section_lines import DatasheetLine, figure_line
from xpert_studio.packs.rewards.kinds import CORRECTNESS, PRESENCE, are_of_presence
from xpert_studio.report.detail import judge_detail

_TITLES: Final = {
    PRESENCE: (mark("Score on presence checkpoints"), mark("Leniency on presence checkpoints")),
    CORRECTNESS: (
        mark("Score on correctness checkpoints"),
        mark("Leniency on correctness checkpoints"),
    ),
}
Columns = npt.NDArray[np.floating]


def gameability(view: View) -> tuple[Datasheet, ...] | None:
    """What there is to game with each judge; None where no judge has scored anything."""
    analysis = view.analysis
    names = judges_in(view)
    if not names:
        return None
    catalog = analysis.catalog
    with view.project.reading() as tx:
        is_presence = are_of_presence(catalog, tasks.rubrics(tx))
    asked = AskedBesides.read(view)
    found = []
    for name in names:
        item = analysis.judges[name]
        detail = judge_detail(analysis, item)
        lines = (
            _share(catalog, is_presence),
            *_scores(catalog, item.scored, is_presence),
            *_leniency(catalog, detail.paired if detail else None, is_presence),
            *asked.lines(name),
        )
        found.append(Datasheet(name, lines))
    return tuple(found)


def _by_cluster(catalog: Catalog, task: IntArray, *columns: Columns) -> FloatArray:
    """Sums of columns by cluster: (clusters, columns)."""
    sums = [np.bincount(task, column, len(catalog.tasks)) for column in columns]
    return in_clusters(np.stack(sums, axis=-1).astype(np.float64), catalog.task_cluster)


def _share(catalog: Catalog, is_presence: BoolArray) -> DatasheetLine:
    weight = catalog.checkpoint_weight
    sums = _by_cluster(catalog, catalog.checkpoint_task, weight * is_presence, weight)
    rests_on = t(
        "{presence} of {n} checkpoints, sorted by their words",
        presence=int(is_presence.sum()),
        n=is_presence.size,
    )
    title = t("Weight that asks for presence")
    found = estimate(SHARE, sums)
    return figure_line("presence", title, rests_on, Unit.SHARE, found, n=is_presence.size)


def _scores(catalog: Catalog, scored: Ratings, is_presence: BoolArray) -> Iterator[DatasheetLine]:
    """The score on either kind, and by how much that on presence is higher."""
    marks = scorable(catalog, scored)
    task, weight = (
        catalog.response_task[marks.response],
        catalog.checkpoint_weight[marks.checkpoint],
    )
    sums = {}
    for kind, own in _kinds(is_presence[marks.checkpoint]):
        sums[kind] = _by_cluster(catalog, task, weight * marks.score * own, weight * own)
        yield figure_line(
            f"score_{kind}",
            t(_TITLES[kind][0]),
            t("verdicts, by weight"),
            Unit.SHARE,
            estimate(SHARE, sums[kind]),
            n=int(own.sum()),
        )
    both = (sums[PRESENCE][:, 1] > 0) & (sums[CORRECTNESS][:, 1] > 0)
    yield figure_line(
        "presence_less_correctness",
        t("Presence less correctness"),
        t("the two scores on tasks that have both kinds"),
        Unit.DIFFERENCE,
        _less(sums[CORRECTNESS][both], sums[PRESENCE][both]),
        n=len(marks.response),
    )


def _leniency(
    catalog: Catalog, paired: Paired | None, is_presence: BoolArray
) -> Iterator[DatasheetLine]:
    """By how much the judge gives more than the experts, on either kind."""
    for kind, titles in _TITLES.items():
        title = t(titles[1])
        if paired is None or not len(paired):
            missing = t("not enough: needs confirmed judgments on what the judge has scored")
            yield DatasheetLine(f"leniency_{kind}", title, "", Unit.DIFFERENCE, missing=missing)
            continue
        own = dict(_kinds(is_presence[paired.checkpoint]))[kind]
        task = catalog.response_task[paired.response]
        sides = (paired.first_score, paired.second_score)
        first, second = (_by_cluster(catalog, task, side * own, own * 1.0) for side in sides)
        has_any = first[:, 1] > 0
        yield figure_line(
            f"leniency_{kind}",
            title,
            t("gold judgments and verdicts on the same"),
            Unit.DIFFERENCE,
            _less(first[has_any], second[has_any]),
            n=int(own.sum()),
        )


def _kinds(is_presence: BoolArray) -> tuple[tuple[str, BoolArray], ...]:
    return (PRESENCE, is_presence), (CORRECTNESS, ~is_presence)


def _less(first: FloatArray, second: FloatArray) -> Estimate:
    """The second share less the first; undefined without clusters."""
    return difference(SHARE, first, second) if len(first) else Estimate(None, None, 0)


def _blocks(found: Sequence[Datasheet]) -> Iterator[Block]:
    said = t(
        "A model that is rewarded by these scores learns what earns them. A checkpoint that asks "
        "for presence is met by a response that names a thing, whatever it says of it; what a "
        "response that knows nothing, or another style, earns is no merit. Each line is a figure "
        "with its interval over families of tasks, and n."
    )
    yield Text(said)
    for sheet in found:
        title = t("What can be gamed with {judge}", judge=rater_name(sheet.judge_id))
        yield from sheet_blocks(sheet, title)


GAMEABILITY: Final = Section(
    "gameability",
    mark("Gameability"),
    mark("What earns a score with each judge without merit?"),
    gameability,
    _blocks,
    plain=lambda found: [sheet.plain() for sheet in found],
    after="judge-datasheet",
    places=(REPORT, JUDGE),
    missing=mark("No judge has scored anything."),
    makes="score {project} --judge …",
)
