"""The near-duplicates of anchors that ``align`` prints."""

from __future__ import annotations

from collections.abc import Sequence

from xpert_studio.cli.output import Column, Output, percent
from xpert_studio.report import Analysis
from xpert_studio.report.sentences import LIKENESS, treatment
from xpert_studio.store import ProjectFile
from xpert_studio.workflow.letters import all_labels

_MOST_ROWS = 50
_HEADINGS = ("judge", "response", "anchor", "reason")


def named_duplicates(project: ProjectFile, analysis: Analysis) -> list[tuple[object, ...]]:
    """Every near-duplicate of an anchor as a row; responses by their letters, not by system."""
    catalog = analysis.catalog
    found = [
        (judge_id, one)
        for judge_id, item in analysis.judges.items()
        for one in (*item.shown.excluded, *item.shown.borderline)
    ]
    wanted = {name for _, one in found for name in (one.response_id, one.anchor_id)}
    tasks = {
        name: catalog.tasks[catalog.response_task[place]]
        for place, name in enumerate(catalog.responses)
        if name in wanted
    }
    with project.reading() as tx:
        labels = all_labels(tx, set(tasks.values())) if tasks else {}
    names = {name: f"{task_id}:{labels[name]}" for name, task_id in tasks.items()}
    return [
        (
            judge_id,
            names[one.response_id],
            names[one.anchor_id],
            LIKENESS[one.reason],
            percent(one.similarity),
            treatment(one),
        )
        for judge_id, one in found
    ]


def show_duplicates(output: Output, rows: Sequence[tuple[object, ...]]) -> None:
    """The rows as a table; nothing where there are none."""
    if not rows:
        return
    output.table(
        "Near-duplicates of anchors",
        [*map(Column, _HEADINGS), Column("similarity", number=True), Column("status")],
        rows[:_MOST_ROWS],
    )
    if len(rows) > _MOST_ROWS:
        output.say(f"{len(rows) - _MOST_ROWS:,} more: --json lists all.")
