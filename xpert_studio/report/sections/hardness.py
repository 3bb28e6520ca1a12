"""Whether the benchmark itself is any good: what attacks score, saturation, floor and spread."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from xpert_studio.metrics.hardness import SATURATED, Hardness, hardness
from xpert_studio.metrics.scores import response_scores, scores_by_task
from xpert_studio.records import CHECKS, Difficulty
from xpert_studio.report.analysis import Analysis
from xpert_studio.report.attack_results import (
    AttackScore,
    attack_rows,
    attack_scores,
    floors,
)
from xpert_studio.report.blocks import Block, Column, Heading, Row, Section, Table, Text
from xpert_studio.report.results.results import raters_of
from xpert_studio.report.results.scope import read_facets
from xpert_studio.report.sentences import judge_name
from xpert_studio.store import ProjectFile
from xpert_studio.wording import t


def hardness_section(project: ProjectFile, analysis: Analysis) -> Section | None:
    """Attack baselines, and how tasks tell systems apart; None where there is neither."""
    with project.reading() as tx:
        rows = attack_rows(tx, set(analysis.catalog.tasks))
    blocks: list[Block] = []
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
        Column(t("Tasks"), "0"),
        Column(t("Checkpoints met"), "0"),
        Column(t("of decided"), "0"),
        Column(t("of all"), "0"),
    )
    rows = tuple(
        Row(
            (
                t(item.attack.title),
                t("checks") if item.judge_id == CHECKS else item.judge_id,
                item.score.value,
                item.score.interval,
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
