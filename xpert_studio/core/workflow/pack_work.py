"""Work that packs have people do: queues beside those of judging and confirming."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from typing import Final

from xpert_studio.core.packs import Registry
from xpert_studio.core.records import Task
from xpert_studio.core.workflow.command_context import CommandContext


@dataclass(frozen=True, slots=True)
class Piece:
    """A piece of work of a pack.

    Attributes:
        queue: The id of its queue.
        task: Which it is on; None where it is on none.
        item: What the page of the queue knows it by.
        label: The blind letter of the response that it is about; empty for none.
        note: What it is about, in a few words.
        title: What it is called, where it is on no task.
    """

    queue: str
    task: Task | None
    item: str
    label: str = ""
    note: str = ""
    title: str = ""

    @property
    def name(self) -> str:
        """What it is called."""
        return self.title or (self.task.name if self.task else self.item)


@dataclass(frozen=True, slots=True, eq=False)
class WorkQueue:
    """A queue of work.

    Attributes:
        id: Its name.
        title: What it is called, marked for translation.
        text: What the work is, in a sentence, marked for translation.
        act: What a button says that begins it, marked for translation.
        verb: What is done with a piece, marked for translation.
        picture: An icon's name.
        page: The id of the page where it is done, with a piece's ``item``.
        command: The words of the command that does it.
        find: What waits for a person, in the order in which it should be taken up.
    """

    id: str
    title: str
    text: str
    act: str
    verb: str
    picture: str
    page: str
    command: str
    find: Callable[[CommandContext], Sequence[Piece]]


QUEUES: Final[Registry[WorkQueue]] = Registry("queues", ())
"""By id."""


def waiting_pieces(ctx: CommandContext) -> Iterator[tuple[WorkQueue, tuple[Piece, ...]]]:
    """The queues in which something waits for the person, and what."""
    for queue in QUEUES.values():
        if found := tuple(queue.find(ctx)):
            yield queue, found
