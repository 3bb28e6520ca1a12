"""Has a command change the folder of a task; what it changed is the response."""

from __future__ import annotations

import time
from functools import partial
from typing import Final

from xpert_studio.api.answering import Answering, CommandContext, Commanded, NewResponse, Task
from xpert_studio.core.documents.media_types import FOLDER
from xpert_studio.core.generation.asking import brief_of
from xpert_studio.core.store.settings import project_id
from xpert_studio.core.workflow import bytes_of
from xpert_studio.packs.workspaces.kept import has_folder, response_with, starting_folder
from xpert_studio.packs.workspaces.local import HowRun, LocalSettings
from xpert_studio.packs.workspaces.running import run_in


def answered(ctx: CommandContext, task: Task, asked: Commanded) -> NewResponse:
    """The response of a command, on the terms that this computer has for the system.

    Raises:
        RunError: The command failed, or cannot be run here.
        FolderError: It left something that cannot be kept.
    """
    with ctx.project.reading() as tx:
        known = LocalSettings.read(project_id(tx)).systems.get(asked.name, HowRun())
    seconds = max(1, min(known.seconds, int(asked.seconds)))
    return answered_with(ctx, task, asked, known.model_copy(update={"seconds": seconds}))


def answered_with(ctx: CommandContext, task: Task, asked: Commanded, how: HowRun) -> NewResponse:
    """The response of a command.

    The command reads the prompt on standard input, with the text of attached documents, and finds
    the starting folder where it is started.

    Args:
        ctx: A lead.
        task: The task.
        asked: The command; its ``seconds`` are those of ``how``.
        how: On which terms it is run.

    Raises:
        RunError: The command failed, or cannot be run here.
        FolderError: It left something that cannot be kept.
    """
    with ctx.project.reading() as tx:
        start = starting_folder(tx, task)
    others = tuple(attachment for attachment in task.attachments if attachment.media_type != FOLDER)
    shown = task.model_copy(update={"attachments": others})
    prompt = brief_of(shown, partial(bytes_of, ctx.project)).text
    known = {"XPERT_TASK": task.id, "XPERT_TRIAL": str(asked.trial), "XPERT_SYSTEM": asked.system}
    if task.system_prompt:
        known["XPERT_SYSTEM_PROMPT"] = task.system_prompt
    begun = time.monotonic()
    taken = run_in(
        start,
        asked.words,
        stdin=prompt,
        known=known,
        terms=how.terms,
        is_stopped=asked.is_stopped,
    )
    took = round((time.monotonic() - begun) * 1000, 1)
    return response_with(task, start, taken.folder, asked.system, latency_ms=took)


ANSWERING: Final = Answering("workspace", has_folder, answered)
