"""The first page: what waits, where the project stands, what happened lately."""

from __future__ import annotations

from dataclasses import dataclass

from xpert_studio.core.records import LogEntry
from xpert_studio.core.store import (
    log,
    task_list,
)
from xpert_studio.core.workflow.command_context import CommandContext
from xpert_studio.core.workflow.views.seen_history import HistoryReader
from xpert_studio.core.workflow.waiting import Waiting, waiting_for

_LATELY = 12
"""So many of the newest events are shown."""


@dataclass(frozen=True, slots=True)
class Overview:
    """What the first page shows.

    Attributes:
        lately: What people did, the newest first.
        titles: Of the tasks that ``lately`` names, by id.
    """

    waiting: Waiting
    counted: task_list.TaskCounts
    lately: tuple[LogEntry, ...]
    titles: dict[str, str]


def overview(ctx: CommandContext, *, waiting: Waiting | None = None) -> Overview:
    """What the person sees first.

    Args:
        ctx: Who looks.
        waiting: The pending work of the person, where it is known already.
    """
    waiting = waiting_for(ctx) if waiting is None else waiting
    with ctx.project.reading() as tx:
        reader = HistoryReader.of(tx, ctx.person_id)
        # The store reads more than is shown: what others judge, and what the program did, is not.
        newest = log.latest_entries(tx, _LATELY * 20)
        found = [event for event in newest if event.actor_id and reader.sees(event)][:_LATELY]
        wanted = [event.task_id for event in found if event.task_id]
        return Overview(
            waiting=waiting,
            counted=task_list.count_tasks(tx),
            lately=tuple(found),
            titles=task_list.titles_of(tx, wanted),
        )
