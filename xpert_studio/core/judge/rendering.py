"""Before a run: pictures of the attached files that it shows a judge, where they are missing."""

from __future__ import annotations

from collections.abc import Callable
from datetime import datetime
from itertools import count

from xpert_studio.core.judge.providers.registry import LOCAL
from xpert_studio.core.judge.request import ScoreRequest
from xpert_studio.core.records import JudgeMode, Subset
from xpert_studio.core.store import ProjectFile, entities, responses, tasks
from xpert_studio.core.workflow.command_context import CommandContext
from xpert_studio.core.workflow.media import render_files, unrendered


def render_before(
    project: ProjectFile,
    request: ScoreRequest,
    *,
    clock: Callable[[], datetime],
    on_file: Callable[[int, int], object] = lambda _done, _total: None,
) -> int:
    """Makes and keeps what is missing, before anything is sent.

    Args:
        project: Open for writing.
        request: The run.
        clock: The time now, in UTC.
        on_file: Told before each file how many are done, and how many there are.

    Returns:
        How many files were rendered.

    Raises:
        NotFoundError: Something named is not in the project, or nothing is selected.
    """
    if project.read_only or request.provider in LOCAL or not request.settings.pages:
        return 0
    with project.reading() as tx:
        known = {task.id: task for task in tasks.all_tasks(tx)}
        every = tuple(responses.all_responses(tx))
        chosen = request.selection.pick(every, known, entities.find_all(tx, Subset))
        of_tasks = {response.task_id for response in chosen}
        shown = [item for id_ in of_tasks for item in known[id_].attachments]
        # Of an anchored run any response to these tasks may be a worked example.
        given = every if request.mode is JudgeMode.ANCHORED else chosen
        if request.settings.pages_of_responses:
            shown += (item for one in given if one.task_id in of_tasks for item in one.attachments)
        missing = unrendered(tx, shown)
    done = count()
    ctx = CommandContext(project, "", clock)
    return len(render_files(ctx, missing, on_file=lambda _: on_file(next(done), len(missing))))
