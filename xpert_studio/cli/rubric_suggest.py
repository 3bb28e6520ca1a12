"""``xpert-studio rubric suggest``: checkpoints of the library that fit what is being written."""

from __future__ import annotations

from typing import Annotated

import typer

from xpert_studio.cli.acting import TaskArgument, rubric_at, say_change
from xpert_studio.cli.output import Output
from xpert_studio.core.errors import NotFoundError
from xpert_studio.core.exchange.local_library import library_for
from xpert_studio.core.fields import Asks
from xpert_studio.core.messages import Message
from xpert_studio.core.workflow import CommandContext, take_checkpoint
from xpert_studio.report.part_names import entry_line


def suggest(
    ctx: CommandContext,
    output: Output,
    task_id: TaskArgument,
    text: Annotated[
        str,
        typer.Argument(help="What the checkpoint is to ask for, or its beginning.", metavar="TEXT"),
    ],
    take: Annotated[
        int | None, Asks("Add the suggestion of this number to the rubric.", "1")
    ] = None,
) -> None:
    """Suggest checkpoints of other tasks and of your library that fit a text; --take adds one.

    Example: xpert-studio rubric suggest law.xpert T "names the notice period" --as wei
    """
    rubric = rubric_at(ctx, task_id)
    found = library_for(ctx, task_id).look_up(text, besides=[point.text for point in rubric])
    if take is None:
        output.data([one.model_dump(mode="json") for one in found])
        for place, one in enumerate(found, start=1):
            output.say(f"{place:>3}  {one.text}", f"     {entry_line(one)}")
        if not found:
            output.say("No checkpoint of the library fits.")
        return
    if not 1 <= take <= len(found):
        raise NotFoundError(
            Message("There is no suggestion {suggestion_id}.", suggestion_id=take),
            remedy=Message("{n} checkpoints of the library fit.", n=len(found)),
        )
    say_change(output, take_checkpoint(ctx, task_id, found[take - 1]))
