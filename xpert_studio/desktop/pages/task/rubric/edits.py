"""What a person does to a rubric, as verbs: shown at once, done in the background, in order."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace
from typing import Any

from PySide6.QtCore import QObject, Signal

from xpert_studio.core.errors import DiskError, ProjectBusyError, XpertError
from xpert_studio.core.records import Change, Checkpoint
from xpert_studio.core.workflow import (
    CommandContext,
    LineFields,
    accept_suggestions,
    add_checkpoint,
    bulk_change,
    edit_checkpoint,
    move_checkpoints,
    reject_suggestions,
    remove_checkpoints,
    take_checkpoint,
)
from xpert_studio.core.workflow.checkpoint_library import LibraryEntry
from xpert_studio.core.workflow.views import TaskView
from xpert_studio.desktop.pages.task.rubric.model import RubricRow, RubricTable
from xpert_studio.desktop.session import Session
from xpert_studio.desktop.unsaved import CutOffText


class RubricEdits(QObject):
    """The verbs on one rubric.

    Signals:
        failed: A verb was refused; what is shown must be fetched anew.
    """

    failed = Signal(object)

    def __init__(self, session: Session, model: RubricTable, parent: QObject) -> None:
        super().__init__(parent)
        self._session, self._model = session, model
        self._decided: set[str] = set()
        self.task_id = ""

    def write(self, key: str, text: str) -> None:
        """A text was committed, on a line the project has or on a new one."""
        line = self._model.line_of(key)
        if line is None:
            return
        if line.is_ghost:
            self.decide([key], accepts=True, text=text)
        elif line.is_new:
            self._add(line, text)
        else:
            self._edit(key, text=text)

    def show(self, view: TaskView) -> None:
        """Shows a rubric, and the suggestions on which nobody has decided yet."""
        self._decided &= {item.id for item in view.suggestions}
        left = [item for item in view.suggestions if item.id not in self._decided]
        self._model.show(view.rubric, left if self._model.is_open else ())

    def decide(self, keys: Sequence[str], *, accepts: bool, text: str | None = None) -> None:
        """Accepts suggestions, with another text where one is given, or rejects them."""
        self._decided |= set(keys)
        for key in keys:
            self._model.give_up(key)
        if accepts:
            edited: dict[str, LineFields] = {key: {"text": text} for key in keys if text}
            self.do(accept_suggestions, keys, edited=edited)
        else:
            self.do(reject_suggestions, keys)

    def choose(self, keys: Sequence[str], field: str, value: object) -> None:
        """A tier, weight or dimension was chosen for lines."""
        self.change(keys, **{field: value})

    def change(self, keys: Sequence[str], **fields: Any) -> None:
        """Gives lines these fields."""
        for key in keys:
            self._model.assume(key, **fields)
        known = self.known(keys)
        if len(known) == 1:
            self._edit(known[0], **fields)
        elif known:
            self.do(bulk_change, known, **fields)

    def remove(self, keys: Sequence[str]) -> None:
        """Takes lines out."""
        known = self.known(keys)
        for key in keys:
            self._model.give_up(key)
        if known:
            self.do(remove_checkpoints, known)

    def move(self, keys: Sequence[str], to: int) -> None:
        """Moves lines so that the first of them stands at a place."""
        if known := self.known(keys):
            self.do(move_checkpoints, known, to=to)

    def keep(self, key: str, text: str) -> None:
        """Keeps words that are being written."""
        self._session.keep(self._words(key, text))

    def drop(self, key: str) -> None:
        """Forgets words that were kept: the line was left as it is."""
        self._session.drop(self._words(key, ""))

    def known(self, keys: Sequence[str]) -> list[str]:
        """Those of some lines that the project has, or will have before what is done to them."""
        lines = map(self._model.line_of, keys)
        return [line.id for line in lines if line is not None and not line.is_new]

    def _words(self, key: str, text: str) -> CutOffText:
        line, kind, place = self._model.line_of(key), "checkpoint", key
        if line is not None and line.is_new:
            kind, place = "new_checkpoint", str(self._model.place_of(key))
        return CutOffText(self._session.person_id, kind, self.task_id, place, text)

    def _add(self, line: RubricRow, text: str) -> None:
        """Adds a line as it was written."""
        fields: Any = line.model_dump(
            include=set(LineFields.__annotations__), exclude_defaults=True, exclude_none=True
        )
        task_id, fields["text"] = self.task_id, text
        self._begin(line, text, lambda ctx, at: add_checkpoint(ctx, task_id, at=at, **fields))

    def take(self, key: str, entry: LibraryEntry) -> None:
        """Takes a checkpoint over from the library, in place of a line or as the new one it is."""
        line = self._model.line_of(key)
        if line is None:
            return
        task_id, shown = self.task_id, LineFields.__annotations__.keys() & entry.model_fields_set
        self._model.assume(key, **entry.model_dump(include=shown, exclude_none=True))
        if line.is_new:
            self._begin(
                line, entry.text, lambda ctx, at: take_checkpoint(ctx, task_id, entry, at=at)
            )
        else:
            self.do(take_checkpoint, entry, checkpoint_id=key)

    def _begin(
        self, line: RubricRow, text: str, make: Callable[[CommandContext, int], Change]
    ) -> None:
        """Adds a line under the id that it has in the table already."""
        above = self._model.lines[: self._model.place_of(line.id)]
        place = sum(not other.is_new for other in above)
        ctx = replace(self._session.ctx, new_id=lambda: line.drawn)
        words = self._words(line.id, text)
        self._model.assume(line.id, drawn="")

        def refused(error: BaseException) -> None:
            if not isinstance(error, (DiskError, ProjectBusyError)):
                self._model.assume(line.id, drawn=line.drawn)
            self._refuse(error)

        self._session.perform(
            lambda: make(ctx, place),
            self._take,
            refused,
            words=words,
        )

    def _edit(self, id_: str, **fields: Any) -> None:
        task_id = self.task_id
        words = CutOffText(self._session.person_id, "checkpoint", task_id, id_, "")
        self._session.perform(
            lambda: edit_checkpoint(self._session.ctx, task_id, id_, **fields),
            self._take,
            self._refuse,
            words=words if "text" in fields else None,
        )

    def do(
        self,
        verb: Callable[..., Change],
        *args: Any,
        then: Callable[[Change], object] | None = None,
        **fields: Any,
    ) -> None:
        """Does a verb to the rubric; ``then`` gets what it has changed."""
        task_id = self.task_id

        def done(change: Change) -> None:
            self._take(change)
            if then is not None:
                then(change)

        self._session.perform(
            lambda: verb(self._session.ctx, task_id, *args, **fields), done, self._refuse
        )

    def _take(self, change: Change) -> None:
        """Shows the records as they are now, before the whole is fetched."""
        for point in change.after("checkpoint") if self._session.is_saved else ():
            if isinstance(point, Checkpoint) and point.task_id == self.task_id:
                self._model.settle(point)

    def _refuse(self, error: BaseException) -> None:
        if isinstance(error, XpertError):
            self._session.refused.emit(error)
            if not isinstance(error, (DiskError, ProjectBusyError)):
                self._decided.clear()
                self.failed.emit(error)
        else:
            self._session.bridge.crashed.emit(error)
