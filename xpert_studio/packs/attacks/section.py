"""Whether the benchmark itself is any good: what attacks score, saturation, floor and spread."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from typing import Final

import numpy as np

from xpert_studio.api.figures import PAIRS
from xpert_studio.api.sections import (
    EXPLORED,
    REPORT,
    Block,
    Column,
    Heading,
    Row,
    Section,
    Table,
    Text,
    View,
    in_a_row,
    listed,
    mark,
    short,
    t,
    tn,
    translated,
)
from xpert_studio.core.metrics.alignment import Alignment
from xpert_studio.core.metrics.evidence_floor import lacks_of
from xpert_studio.core.metrics.hardness import SATURATED, Hardness, hardness
from xpert_studio.core.metrics.metric import GRADES, RANKS
from xpert_studio.core.metrics.registry import metrics_of
from xpert_studio.core.records import CHECKS, Difficulty, grouped
from xpert_studio.packs.attacks.results import (
    AttackRow,
    AttackScore,
    attack_rows,
    attack_scores,
    floors,
    judges_that_read_nothing,
)
from xpert_studio.report.figure_tables import figure_table


@dataclass(frozen=True, slots=True)
class BenchmarkQuality:
    """What attacks score, and how tasks tell systems apart.

    Attributes:
        judges: Judges that read nothing; empty where experts decided nothing.
        scores: What each attack scores.
        rows: Attacks by task.
        hardness: Of all tasks and by difficulty; empty where fewer than two systems are scored.
        who: The rater in words.
    """

    judges: tuple[Alignment, ...]
    scores: tuple[AttackScore, ...]
    rows: tuple[AttackRow, ...]
    hardness: tuple[Hardness, ...]
    who: str


def _quality(view: View) -> BenchmarkQuality | None:
    analysis = view.analysis
    with view.project.reading() as tx:
        rows = attack_rows(tx, set(analysis.catalog.tasks))
    reference = analysis.reference
    judges = judges_that_read_nothing(analysis.catalog, reference.marks) if reference else ()
    found = BenchmarkQuality(
        tuple(judges), tuple(attack_scores(rows)), tuple(rows), _hardness(view, rows), view.who
    )
    return found if found.judges or found.rows or found.hardness else None


def _hardness(view: View, rows: Sequence[AttackRow]) -> tuple[Hardness, ...]:
    catalog, rater = view.analysis.catalog, view.rater
    if rater is None or len(catalog.systems) < 2:
        return ()
    by_task = view.results.task_scores(*view.key).by_system
    if np.isfinite(by_task).any(axis=1).sum() < 2:
        return ()
    difficulty = view.results.facets.difficulty
    return tuple(
        hardness(
            by_task,
            floors(rows, catalog.tasks),
            [difficulty.get(task) for task in catalog.tasks],
            [level.value for level in Difficulty],
            catalog.task_cluster,
        )
    )


def _quality_blocks(quality: BenchmarkQuality) -> Iterator[Block]:
    if quality.judges:
        yield Heading(t("Judges that read nothing"))
        said = about_reading_nothing(quality.judges)
        yield Text(said, short=said)
        yield reading_nothing_table(quality.judges)
    if quality.rows:
        yield Heading(t("Attack baselines"))
        yield Text(about())
        yield attack_table(quality.scores)
    if quality.hardness:
        yield Heading(t("How tasks tell systems apart"))
        yield hardness_table(quality.hardness, quality.who)


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
        Column(t("Decided by"), detail=True),
        Column(t("Score"), "0.0%"),
        Column(t("95 % interval"), "0.0%", interval=True),
        Column(t("By chance"), "0.0%"),
        Column(t("Tasks"), "0", detail=True),
        Column(t("Checkpoints met"), "0"),
        Column(t("of decided"), "0"),
        Column(t("of all"), "0", detail=True),
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
    return Table(columns, rows, caption, name=t("Attack baselines"), short=_MOST_SHORT)


_MOST_SHORT: Final = 3
_IN_SHORT: Final = 6
"""Columns: judge, checkpoints, and two figures with their intervals."""
_TITLE: Final = 60
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
    metrics = [metric for metric in metrics if any(metric.id in item.figures for item in found)]
    lines = [((t(_READ_NOTHING[item.judge]), item.n), item.figures) for item in found]
    heads = (Column(t("Judge")), Column(t("Checkpoints"), "0"))
    table = figure_table(heads, metrics, lines, "", t("Judges that read nothing"))
    columns = [replace(one, detail=place > _IN_SHORT) for place, one in enumerate(table.columns)]
    return replace(table, columns=tuple(columns), short=_MOST_SHORT)


def met_sentence(found: Sequence[AttackRow]) -> str:
    """How many checkpoints are met by responses that know nothing."""
    met = {(row.task.id, name) for row in found for name in row.met}
    if not met:
        return t("No checkpoint is met by a response that knows nothing.")
    return t(
        "{checkpoints} of {tasks} met by responses that know nothing.",
        checkpoints=tn("{n} checkpoint", "{n} checkpoints", len(met)),
        tasks=tn("{n} task is", "{n} tasks are", len({task for task, _ in met})),
    )


def met_table(found: Sequence[AttackRow]) -> Table:
    """Each checkpoint that an attack meets, those met by most first."""
    attacks = grouped(
        ((row.task.name, name), translated(row.attack.title)) for row in found for name in row.met
    )
    ordered = sorted(attacks.items(), key=lambda item: (-len(item[1]), item[0]))
    columns = (
        Column(t("Task")),
        Column(t("Checkpoint")),
        Column(t("Attacks"), "0"),
        Column(t("Met by"), detail=True),
    )
    rows = tuple(
        Row((short(task, _TITLE), name, len(by), listed(by))) for (task, name), by in ordered
    )
    title = t("Checkpoints that an attack meets")
    return Table(columns, rows, title, title, short=_MOST_SHORT)


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


HARDNESS: Final = Section(
    "hardness",
    mark("Benchmark quality"),
    mark("Does the benchmark tell systems from responses that know nothing?"),
    _quality,
    _quality_blocks,
    after="items",
    places=(REPORT, EXPLORED),
    tab=mark("Attack baselines"),
)
