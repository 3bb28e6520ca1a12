"""The second track of a web page: what its pictures show, by the published visual rubric."""

from __future__ import annotations

import shlex
from collections.abc import Sequence
from pathlib import Path

from xpert_studio.api.changes import Change, Message
from xpert_studio.api.instruments import Checkpoint, UsageError
from xpert_studio.core.messages import joined
from xpert_studio.core.resources import resource_json
from xpert_studio.core.store import settings, tasks
from xpert_studio.core.workflow import CommandContext, LineFields, add_checkpoints, add_dimensions


def visual_rubric(language: str = "en") -> list[LineFields]:
    """The lines of the visual rubric, as ``rubric add`` takes them."""
    rubrics = resource_json("web_pages", "visual_rubric.json")
    lines: list[LineFields] = rubrics.get(language, rubrics["en"])
    return lines


def visual_dimensions() -> tuple[str, ...]:
    """The dimensions of the visual track, by which recipes and judges know its checkpoints."""
    return tuple(str(line["dimension"]) for line in visual_rubric())


def is_visual(point: Checkpoint) -> bool:
    """Whether a checkpoint is of the visual track."""
    return point.dimension in visual_dimensions()


def add_visual_dimensions(ctx: CommandContext) -> Change:
    """Adds the dimensions of the visual track to the project; by a lead."""
    return add_dimensions(ctx, *visual_dimensions())


def add_track(ctx: CommandContext, task_id: str) -> Change:
    """Adds the visual rubric to the rubric of a task, in the task's language; by its author.

    Raises:
        NotFoundError: There is no such task.
        UsageError: The rubric has the track already, or the project lacks its dimensions.
    """
    with ctx.project.reading() as tx:
        task = tasks.get_task(tx, task_id)
        rubric: Sequence[Checkpoint] = tasks.rubric_of(tx, task_id)
        known = settings.project_info(tx).taxonomy.dimensions
    if any(map(is_visual, rubric)):
        raise UsageError(
            Message("{task} has checkpoints of the visual track already.", task=task.name),
            remedy="Remove them first, to begin with the published ones.",
        )
    lacking = [name for name in visual_dimensions() if name not in known]
    if known and lacking:
        raise UsageError(
            Message("The project lacks the dimensions {names}.", names=joined(lacking)),
            remedy="A lead adds them with 'xpert-studio page rubric PROJECT'.",
        )
    return add_checkpoints(ctx, task_id, visual_rubric((task.language or "en").partition("-")[0]))


def commands_of_judging(path: Path) -> list[str]:
    """What to type so that each track has a judge: one of the pictures, one of the source."""
    project = shlex.quote(path.name)
    names = ",".join(visual_dimensions())
    return [
        f'xpert-studio score {project} --judge JUDGE --shows pictures --dimensions "{names}"',
        f"xpert-studio score {project} --judge JUDGE --shows source",
        f"xpert-studio leaderboard {project} --recipe dual_track",
    ]
