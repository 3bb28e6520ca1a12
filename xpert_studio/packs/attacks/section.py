"""Whether the benchmark itself is any good: what attacks score, saturation, floor and spread."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

import numpy as np

from xpert_studio.core.metrics.alignment import Alignment
from xpert_studio.core.metrics.evidence_floor import lacks_of
from xpert_studio.core.metrics.hardness import SATURATED, Hardness, hardness
from xpert_studio.core.metrics.metric import GRADES, PAIRS, RANKS
from xpert_studio.core.metrics.registry import metrics_of
from xpert_studio.core.metrics.scores import response_scores, scores_by_task
from xpert_studio.core.records import CHECKS, Difficulty
from xpert_studio.core.wording import in_a_row, mark, t, translated
from xpert_studio.packs.attacks.results import (
    AttackScore,
    attack_rows,
    attack_scores,
    floors,
    judges_that_read_nothing,
)
from xpert_studio.report.blocks import Block, Column, Heading, Row, Section, Table, Text
from xpert_studio.report.figure_tables import figure_table
from xpert_studio.report.results.results import raters_of
from xpert_studio.report.results.scope import read_facets
from xpert_studio.report.section import ReportSection, ReportView
from xpert_studio.report.sentences import judge_name


def hardness_section(view: ReportView) -> Section | None:
    """Attack baselines, and how tasks tell systems apart; None where there is neither."""
    project, analysis = view.project, view.analysis
    with project.reading() as tx:
        rows = attack_rows(tx, set(analysis.catalog.tasks))
    blocks: list[Block] = []
    if analysis.reference is not None:
        judges = judges_that_read_nothing(analysis.catalog, analysis.reference.marks)
        blocks += [
            Heading(t("Judges that read nothing")),
            Text(about_reading_nothing(judges)),
            reading_nothing_table(judges),
        ]
    if rows:
        blocks += [Heading(t("Attack baselines")), Text(about()), attack_table(attack_scores(rows))]
    raters = raters_of(analysis)
    if raters and len(analysis.catalog.systems) > 1:
        catalog, rater = analysis.catalog, raters[0]
        who = judge_name(rater.findings.judge) if rater.findings else t("the experts")
        by_task = scores_by_task(catalog, response_scores(catalog, rater.marks))
        difficulty = read_facets(project).difficulty
        found = hardness(
            by_task,
            floors(rows, catalog.tasks),
            [difficulty.get(task) for task in catalog.tasks],
            [level.value for level in Difficulty],
            catalog.task_cluster,
        )
        if np.isfinite(by_task).any(axis=1).sum() > 1:
            blocks += [Heading(t("How tasks tell systems apart")), hardness_table(found, who)]
    return Section("hardness", t("Benchmark quality"), tuple(blocks)) if blocks else None


def about() -> str:
    """What attack baselines are."""
    return t(
        "Responses that know nothing of the task: what they score is worth nothing, and a "
        "checkpoint that one of them meets deserves a second look."
    )


def attack_table(scores: Sequence[AttackScore]) -> Table:
    """What each attack scores."""
    columns = (
        Column(t("Attack")),
        Column(t("Decided by")),
        Column(t("Score"), "0.0%"),
        Column(t("95 % interval"), "0.0%", interval=True),
        Column(t("By chance"), "0.0%"),
        Column(t("Tasks"), "0"),
        Column(t("Checkpoints met"), "0"),
        Column(t("of decided"), "0"),
        Column(t("of all"), "0"),
    )
    rows = tuple(
        Row(
            (
                translated(item.attack.title),
                t("checks") if item.judge_id == CHECKS else item.judge_id,
                item.score.value,
                item.score.interval,
                item.chance,
                item.score.tasks,
                item.met,
                item.decided,
                item.expected,
            )
        )
        for item in scores
    )
    caption = t("Scores are over the checkpoints that are decided.")
    return Table(columns, rows, caption, name=t("Attack baselines"))


READING_NOTHING: Final = ("accuracy", "cdr", "kappa_within", "within_correlation")
"""The figures of judges that read nothing that are shown."""
_READ_NOTHING: Final = {
    "attack:checkpoints": mark("knows the checkpoints"),
    "attack:checkpoints_and_systems": mark("knows checkpoints and systems"),
}


def about_reading_nothing(found: Sequence[Alignment]) -> str:
    """What judges that read nothing are, and whether the data tell them from a judge that reads."""
    about = t(
        "Judges that read no response: one gives each checkpoint the experts' majority, the other "
        "adds how often each system meets checkpoints."
    )
    passed = any(not lacks_of(item) for item in found)
    said = (
        t("One of them has enough evidence: these data tell no judge from one that reads nothing.")
        if passed
        else t("Neither has enough evidence.")
    )
    return in_a_row((about, said))


def reading_nothing_table(found: Sequence[Alignment]) -> Table:
    """How judges that read nothing fare."""
    metrics = [one for one in metrics_of(RANKS, PAIRS, GRADES) if one.id in READING_NOTHING]
    metrics = [one for one in metrics if any(one.id in item.figures for item in found)]
    lines = [((t(_READ_NOTHING[item.judge]), item.n), item.figures) for item in found]
    heads = (Column(t("Judge")), Column(t("Checkpoints"), "0"))
    return figure_table(heads, metrics, lines, "", t("Judges that read nothing"))


def hardness_table(found: Sequence[Hardness], who: str) -> Table:
    """Saturation, floor and spread, of all tasks and by difficulty."""
    columns = (
        Column(t("Difficulty")),
        Column(t("Tasks"), "0"),
        Column(t("Saturated"), "0.0%"),
        Column(t("95 % interval"), "0.0%", interval=True),
        Column(t("At the floor"), "0.0%"),
        Column(t("95 % interval"), "0.0%", interval=True),
        Column(t("Spread"), "0.0%"),
        Column(t("95 % interval"), "0.0%", interval=True),
    )
    rows = tuple(
        Row(
            (
                t(item.group) if item.group else t("all"),
                item.tasks,
                item.saturated / item.tasks,
                item.saturated_interval,
                item.at_floor / item.tasks,
                item.floor_interval,
                item.spread.value,
                item.spread.interval,
            )
        )
        for item in found
    )
    caption = t(
        "By {who}. Saturated: every system above {saturated:.0%}. At the floor: no system above "
        "the best attack of which every checkpoint is decided. Spread: highest score less lowest.",
        who=who,
        saturated=SATURATED,
    )
    return Table(columns, rows, caption, name=t("Hardness"))


HARDNESS: Final = ReportSection("hardness", hardness_section, after="items")
