"""Which worker runs which file next: one of a folder whose libraries it has imported already.

Every worker that runs files of every folder imports everything, and grows to what all of it needs.
"""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Collection, Iterable, Sequence
from contextlib import suppress

from xdist.scheduler import LoadFileScheduling
from xdist.workermanage import WorkerController

_TO_RUN = 2
"""Tests that a worker must have been given to run the first of them, unless it is the last."""


class ByFolder(LoadFileScheduling):
    """Files in the order in which they were collected, but folder by folder for each worker."""

    def add_node_collection(self, node: WorkerController, collection: Sequence[str]) -> None:
        """Takes what a worker has collected, unless it was told to end before.

        It began when all seemed done, and collected while another crashed in the last test; xdist
        takes it for an error of its own then.
        """
        if node in self.assigned_work:
            super().add_node_collection(node, collection)

    def _reschedule(self, node: WorkerController) -> None:
        """Gives a worker files until it has two tests, or ends it where there are none.

        With one test a worker waits for the next, which xdist gives it only when something ends;
        where no other worker is left, nothing does.
        """
        super()._reschedule(node)
        if self._pending_of(self.assigned_work[node]) < _TO_RUN:
            super()._reschedule(node)

    def _assign_work_unit(self, node: WorkerController) -> None:
        """Gives a worker a file, but none yet to one in the place of another: it still collects.

        xdist takes a file off the queue for it, does not know how to name the tests to it, and
        loses the file. It is given its part when it has collected.
        """
        if node not in self.registered_collections:
            return
        others = [self.assigned_work[other] for other in self.nodes if other is not node]
        taken = {_folder(file) for work in others for file in work}
        file = next_file(self.workqueue, self.assigned_work[node], taken)
        self.workqueue.move_to_end(file, last=False)
        with suppress(OSError):  # it has crashed as well: what it was given comes back with that
            super()._assign_work_unit(node)

    def remove_node(self, node: WorkerController) -> str | None:
        """Gives the files that a crashed worker had not finished to the others.

        xdist gives them those that it had finished as well; a worker that gets one of these has
        nothing to report, is given nothing more, and the run never ends.

        Returns:
            The test that the worker was running; ``None`` for a worker that had nothing left.
        """
        work = self.assigned_work[node]
        self.assigned_work[node] = OrderedDict(
            (file, tests) for file, tests in work.items() if not all(tests.values())
        )
        return super().remove_node(node)


def next_file(waiting: Collection[str], own: Iterable[str], taken: Collection[str]) -> str:
    """The file that a worker runs next.

    Args:
        waiting: Files, the longest first.
        own: Files that the worker has run.
        taken: Folders of which other workers have run files.

    Returns:
        The first below a folder that it has begun, else below one that no other has, else of all.
    """
    begun = {_folder(file) for file in own}
    wanted = (
        *(file for file in waiting if _folder(file) in begun),
        *(file for file in waiting if _folder(file) not in taken),
        *waiting,
    )
    return wanted[0]


def _folder(file: str) -> str:
    """The folder below ``tests`` in which a file lies."""
    return "/".join(file.split("/")[:2])
