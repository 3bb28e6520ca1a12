"""IFEval's JSON lines: a prompt with the instructions that a program checks, one task a line.

One object a line: ``key``, ``prompt``, ``instruction_id_list``, and ``kwargs``, which has the
parameters of each instruction in the same order (arXiv 2311.07911).
"""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import Any, Final

from xpert_studio.api import Message, mark
from xpert_studio.api.instruments import Checkpoint, UsageError
from xpert_studio.core.exchange.formats.content import Content
from xpert_studio.core.exchange.formats.registry import (
    ANSWERED_CARRIED,
    PROMPT_CARRIED,
    ForeignFormat,
)
from xpert_studio.core.exchange.formats.writing import write_lines
from xpert_studio.core.exchange.provenance import IfevalTask, origin_of
from xpert_studio.core.records import Task
from xpert_studio.packs.checks.kinds.ifeval import PREFIX


def write_ifeval(content: Content, path: Path) -> Mapping[str, int]:
    """Writes the tasks with their instructions.

    Args:
        content: What goes out.
        path: The file.

    Returns:
        How many tasks there are.

    Raises:
        UsageError: A checkpoint is none of IFEval's instructions; it is named.
    """
    rows = [_row(task, content.rubrics[task.id]) for task in content.tasks]
    return {"tasks": write_lines(path, rows)}


def ifeval_losses(content: Content) -> tuple[str, ...]:
    """What the format has no place for."""
    points = [point for rubric in content.rubrics.values() for point in rubric]
    lost = {
        Message("IFEval has no field for responses: {n:,} are excluded."): sum(
            len(items) for items in content.responses.values()
        ),
        Message("IFEval gives all instructions one weight. Checkpoints of another: {n:,}."): sum(
            point.weight != 1 for point in points
        ),
        Message("Checkpoints that are checked loosely here, and strictly there: {n:,}."): sum(
            bool(_parameters(point).get("loose")) for point in points
        ),
        Message("Gates, which count as any other instruction there: {n:,}."): sum(
            bool(point.settings.get("gate")) for point in points
        ),
    }
    return tuple(Message(text, n=n) for text, n in lost.items() if n)


def key_of(task: Task) -> int | str:
    """The key of a task: as it came, else its id, as a number where it is one."""
    origin = origin_of(task, IfevalTask)
    if origin is not None:
        return origin.key
    return int(task.id) if is_number(task.id) else task.id


def is_number(text: str) -> bool:
    """Whether a text is a whole number as it is usually written."""
    return text.isascii() and text.isdigit() and len(text) < 16 and str(int(text)) == text


def _row(task: Task, rubric: tuple[Checkpoint, ...]) -> dict[str, Any]:
    return {
        "key": key_of(task),
        "prompt": task.full_prompt,
        "instruction_id_list": [_instruction(point) for point in rubric],
        "kwargs": [
            {name: value for name, value in _parameters(point).items() if name != "loose"}
            for point in rubric
        ],
    }


def _instruction(point: Checkpoint) -> str:
    name = str(point.settings.get("check"))
    if not name.startswith(PREFIX):
        raise UsageError(
            Message(
                "IFEval has nothing like the check {name}, which decides checkpoint {point} of "
                "{task}.",
                name=name,
                point=point.id,
                task=point.task_id,
            ),
            remedy="Export other tasks, or a bundle, which holds everything.",
        )
    return name.removeprefix(PREFIX)


def _parameters(point: Checkpoint) -> dict[str, Any]:
    given = point.settings.get("parameters")
    return given if isinstance(given, dict) else {}


FORMAT: Final = ForeignFormat(
    id="ifeval",
    tool="IFEval",
    what=mark("One prompt a line with its instructions, as IFEval has them."),
    write=write_ifeval,
    losses=ifeval_losses,
    suffix=".jsonl",
    carries={
        "tasks": PROMPT_CARRIED | {"extra"},
        "checkpoints": frozenset({"task_id", "position"}) | ANSWERED_CARRIED,
    },
    knows_gates=True,
    instruments=frozenset({"check"}),
)
