"""Takes a whole table of lines into a rubric in one step."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import asdict, dataclass
from typing import Any

from pydantic import JsonValue

from xpert_studio.core.records import Checkpoint, Tier
from xpert_studio.core.workflow.briefs import begin_task
from xpert_studio.core.workflow.command_context import UnitOfWork
from xpert_studio.core.workflow.commands import command
from xpert_studio.core.workflow.line_rules import arrange, changed_line, made_line, open_rubric
from xpert_studio.core.workflow.policies import extend


@dataclass(frozen=True, slots=True)
class NewLine:
    """A line of a table.

    Attributes:
        checkpoint_id: The line of the rubric it stands for.
        instrument, settings: How it is answered; None where the table does not say.
        beside: Other fields that the table has columns for.
    """

    text: str
    weight: float
    tier: Tier | None
    dimension: str | None
    notes: str | None
    checkpoint_id: str | None
    instrument: str | None = None
    settings: dict[str, JsonValue] | None = None
    beside: dict[str, JsonValue] | None = None

    def fields(self) -> dict[str, Any]:
        """The fields a person writes."""
        unsaid = {
            "checkpoint_id",
            "beside",
            *(() if self.instrument else ("instrument", "settings")),
        }
        said = {name: value for name, value in asdict(self).items() if name not in unsaid}
        return said | (self.beside or {})


@command("rubric.import", "Import rubric", done="imported a rubric table")
def take_rubric(
    unit: UnitOfWork,
    task_id: str,
    lines: Sequence[NewLine],
    *,
    replace: bool,
    source: str,
    dimensions: Sequence[str] | None = None,
) -> None:
    """Update the checkpoints that are recognised, by id or by text, and add the others.

    Args:
        unit: By the author.
        task_id: The task, whose rubric is being written.
        lines: The table's lines, in their order.
        replace: Take the table's order, and remove lines that are not in it.
        source: Where they come from, for the history.
        dimensions: To add to the project's, which only a lead may.

    The details of the change say how many were added, changed, left as they were, and removed.
    """
    open_rubric(unit, task_id)
    if dimensions:
        unit.scopes = (f"task/{task_id}", "project")
        extend(unit, "dimensions", dimensions)
    unit.tell(source=source, **_taken(unit, lines, replace=replace))


@dataclass(frozen=True, slots=True)
class TitledLines:
    """The lines of one rubric of several.

    Attributes:
        title: Of the rubric.
        task_id: The task that takes it; None for a new one of that title.
    """

    title: str
    lines: Sequence[NewLine]
    task_id: str | None = None


@command("rubric.import_several", "Import rubrics", done="imported the rubrics of several tasks")
def take_rubrics(
    unit: UnitOfWork,
    rubrics: Sequence[TitledLines],
    *,
    replace: bool,
    source: str,
    dimensions: Sequence[str] | None = None,
) -> None:
    """Take the rubrics of several tasks in, in one step; those without a task make a new one.

    Args:
        unit: By the author of the tasks.
        rubrics: Each with the task it goes to.
        replace: Take the order of each table, and remove lines that are not in it.
        source: Where they come from, for the history.
        dimensions: To add to the project's, which only a lead may.

    In a team, the lines of a new task wait in it until its brief is accepted. The details of the
    change say which tasks were made, and the numbers of ``take_rubric`` for all together.
    """
    if dimensions:
        extend(unit, "dimensions", dimensions)
    counts = Counter[str]()
    scopes = ["project"] if dimensions else []
    made: list[str] = []
    for rubric in rubrics:
        if rubric.task_id is None:
            task = begin_task(unit, title=rubric.title)
            made.append(task.id)
            scopes.append(f"author/{unit.person.id}")
        else:
            task = open_rubric(unit, rubric.task_id)
        unit.task_id = task.id
        scopes.append(f"task/{task.id}")
        counts.update(_taken(unit, rubric.lines, replace=replace))
    unit.on(None, *dict.fromkeys(scopes))
    numbers: dict[str, Any] = dict(counts)
    unit.tell(source=source, tasks=len(rubrics), made=made, **numbers)


def _taken(unit: UnitOfWork, lines: Sequence[NewLine], *, replace: bool) -> dict[str, Any]:
    """Takes lines into the rubric of the task at hand; how many were added, changed and so on."""
    rubric = unit.rubric()
    placed = [_placed(unit, rubric, item) for item in lines]
    ids = {point.id for point, _ in placed}
    rest = [point for point in rubric if point.id not in ids]
    unit.remove(*(rest if replace else ()))
    if replace:
        order = [point for point, _ in placed]
    else:
        now = {point.id: point for point, _ in placed}
        order = [now.get(point.id, point) for point in rubric]
        order += [point for point, kind in placed if kind == "added"]
    arrange(unit, order)
    kinds = Counter(kind for _, kind in placed)
    counts = {name: kinds[name] for name in ("added", "changed", "unchanged")}
    return counts | {"removed": len(rest) if replace else 0}


def _placed(
    unit: UnitOfWork, rubric: Sequence[Checkpoint], item: NewLine
) -> tuple[Checkpoint, str]:
    known = _recognised(rubric, item)
    if known is None:
        named = {} if item.checkpoint_id is None else {"id": item.checkpoint_id}
        return made_line(unit, named | item.fields(), any_weight=True), "added"
    changed = changed_line(unit, known, item.fields(), any_weight=True)
    return changed, "unchanged" if changed == known else "changed"


def _recognised(rubric: Sequence[Checkpoint], item: NewLine) -> Checkpoint | None:
    for point in rubric:
        if item.checkpoint_id == point.id:
            return point
    plain = " ".join(item.text.split()).casefold()
    for point in rubric:
        if " ".join(point.text.split()).casefold() == plain:
            return point
    return None
