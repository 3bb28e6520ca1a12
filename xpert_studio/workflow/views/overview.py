"""The first page: what waits, where the project stands, what happened lately."""

from __future__ import annotations

from dataclasses import dataclass

from xpert_studio.records import LogEntry
from xpert_studio.store import log, task_list
from xpert_studio.store.task_list import Counted
from xpert_studio.workflow.desk import Desk
from xpert_studio.workflow.views.seen_history import HistoryReader
from xpert_studio.workflow.waiting import Waiting, waiting_for

_LATELY = 12
"""So many of the newest events are shown."""


@dataclass(frozen=True, slots=True)
class Overview:
    """What the first page shows.

    Attributes:
        titles: Of the tasks that ``lately`` names, by id.
    """

    waiting: Waiting
    counted: Counted
    lately: tuple[LogEntry, ...]
    titles: dict[str, str]


def overview(desk: Desk, *, waiting: Waiting | None = None) -> Overview:
    """What the person sees first.

    Args:
        desk: Who looks.
        waiting: What waits for the person, where it is known already.
    """
    waiting = waiting_for(desk) if waiting is None else waiting
    with desk.project.reading() as tx:
        reader = HistoryReader.of(tx, desk.person_id)
        # The store reads more than is shown: other experts' open sheets are left out.
        found = [event for event in log.latest_entries(tx, _LATELY * 20) if reader.sees(event)][
            :_LATELY
        ]
        wanted = [event.task_id for event in found if event.task_id]
        return Overview(
            waiting=waiting,
            counted=task_list.count_tasks(tx),
            lately=tuple(found),
            titles=task_list.titles_of(tx, wanted),
        )
