"""Walking through a list of cases one by one, while what is dealt with leaves the list."""

from __future__ import annotations

from xpert_studio.desktop.pages.alignment.cases_model import CaseList
from xpert_studio.desktop.pages.alignment.places import CasePlace
from xpert_studio.records import DisagreementKey
from xpert_studio.report.cases import Cases, select_cases
from xpert_studio.report.look import Look
from xpert_studio.report.queue import Queue, read_queue, seen_cases
from xpert_studio.store import ProjectFile

Listed = tuple[Cases, Queue | None]


def list_cases(project: ProjectFile, look: Look, at: CasePlace) -> Listed:
    """The list that a case was opened from, as it is now; with what was found, from the queue."""
    if at.from_queue:
        queue = read_queue(
            project,
            look.analysis,
            at.wanted,
            state=at.state,
            cause=at.cause,
            blinding=look.blinding,
        )
        return queue.cases, queue
    every = select_cases(look.analysis, at.wanted)
    return seen_cases(look.analysis, every, look.blinding), None


class Walk:
    """The list that cases are walked through, and where in it one is."""

    def __init__(self) -> None:
        self.at: int | None = None
        self._model: CaseList | None = None
        self._of: CasePlace | None = None

    def __len__(self) -> int:
        return self._model.rowCount() if self._model else 0

    def is_of(self, place: CasePlace) -> bool:
        """Whether a case belongs to this list, as far as its filter goes."""
        return self._of is not None and self._of == place.at(self._of.key)

    def expire(self) -> None:
        """The list is no longer what it was, and has to be read anew."""
        self._of = None

    def begin(self, look: Look, place: CasePlace, listed: Listed) -> None:
        """Walks through another list, or the same one as it is now."""
        self._of = place
        self._model = CaseList()
        self._model.show_cases(
            look.analysis, place.wanted.judge, listed[0], look.blinding, listed[1]
        )

    def visit(self, key: DisagreementKey) -> None:
        """One is at this case now."""
        row = self._model.row_of(key) if self._model else None
        self.at = row

    def step(self, by: int) -> DisagreementKey | None:
        """The case so many further on; None where the list ends."""
        if self._model is None or self.at is None:
            return None
        return self._model.key_at(self.at + by)

    def onward(self, key: DisagreementKey) -> DisagreementKey | None:
        """Where to go on after a case was dealt with; None where that was the last."""
        if self._model is None:
            return None
        row = self._model.row_of(key)
        # A case that has left the list has made room for the next one in its place.
        after = row + 1 if row is not None else (self.at or 0)
        return self._model.key_at(after)
