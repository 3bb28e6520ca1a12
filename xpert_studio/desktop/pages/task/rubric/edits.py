"""What a person does to a rubric, as verbs: shown at once, done in the background, in order."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from PySide6.QtCore import QObject, Signal

from xpert_studio.desktop.pages.task.rubric.model import RubricTable
from xpert_studio.desktop.session import Session
from xpert_studio.desktop.unsaved import Words
from xpert_studio.errors import DiskError, ProjectBusyError, XpertError
from xpert_studio.records import BINARY, Change, Checkpoint
from xpert_studio.workflow import (
    LineFields,
    accept_suggestions,
    add_checkpoint,
    bulk_change,
    duplicate_checkpoint,
    edit_checkpoint,
    merge_checkpoints,
    move_checkpoints,
    reject_suggestions,
    remove_checkpoints,
    split_checkpoint,
)
from xpert_studio.workflow.views import TaskView


class RubricEdits(QObject):
    """The verbs on one rubric.

    Signals:
        failed: A verb was refused; what is shown must be fetched anew.
        done: A verb has changed lines; the ``Change``.
    """

    failed = Signal(object)
    done = Signal(object)

    def __init__(self, session: Session, model: RubricTable, parent: QObject) -> None:
        super().__init__(parent)
        self._session = session
        self._model = model
        self._coming: dict[str, list[Callable[[str], None]]] = {}
        self._names: dict[str, str] = {}
        self._decided: set[str] = set()
        self.task_id = ""

    def write(self, key: str, text: str) -> None:
        """A text was committed, on a line the project has or on a new one."""
        line = self._model.line_of(key)
        if line is None:
            return
        task_id = self.task_id
        if line.is_ghost:
            self.decide([key], accepts=True, text=text)
        elif key in self._coming:
            self._when_known(key, lambda known: self._edit(task_id, known, text=text))
        elif line.is_new:
            self._add(key, text)
        else:
            self._edit(task_id, key, text=text)

    def show(self, view: TaskView) -> None:
        """Shows a rubric, and the suggestions on which nobody has decided yet."""
        self._decided &= {item.id for item in view.suggestions}
        left = [item for item in view.suggestions if item.id not in self._decided]
        self._model.show(view.rubric, left if self._model.is_open else ())

    def decide(self, keys: Sequence[str], *, accepts: bool, text: str | None = None) -> None:
        """Accepts suggestions, with another text where one is given, or rejects them."""
        task_id = self.task_id
        self._decided |= set(keys)
        for key in keys:
            self._model.give_up(key)
        edited: dict[str, LineFields] = {key: {"text": text} for key in keys if text}
        if accepts:
            self._do(lambda: accept_suggestions(self._session.ctx, task_id, keys, edited=edited))
        else:
            self._do(lambda: reject_suggestions(self._session.ctx, task_id, keys))

    def choose(self, keys: Sequence[str], field: str, value: object) -> None:
        """A tier, weight or dimension was chosen for lines."""
        self.change(keys, **{field: value})

    def change(self, keys: Sequence[str], **fields: Any) -> None:
        """Gives lines these fields."""
        keys = [self.name_of(key) for key in keys]
        waiting = [key for key in keys if key in self._coming]
        known = [key for key in keys if key not in self._coming and not self._is_new(key)]
        task_id = self.task_id
        for key in keys:
            self._model.assume(key, **fields)
        for key in waiting:
            self._when_known(key, lambda id_: self._edit(task_id, id_, **fields))
        if len(known) == 1:
            self._edit(task_id, known[0], **fields)
        elif known:
            self._do(lambda: bulk_change(self._session.ctx, task_id, known, **fields))

    def split(self, key: str, parts: Sequence[str], then: Callable[[Change], None]) -> None:
        """Splits a line into these texts."""
        task_id = self.task_id
        self._when_known(
            key,
            lambda id_: self._do(
                lambda: split_checkpoint(self._session.ctx, task_id, id_, parts), then
            ),
        )

    def merge(
        self, keys: Sequence[str], then: Callable[[Change], None], text: str | None = None
    ) -> None:
        """Merges lines into the one that stands first."""
        task_id = self.task_id
        self._when_all_known(
            keys,
            lambda ids: self._do(
                lambda: merge_checkpoints(self._session.ctx, task_id, ids, text=text), then
            ),
        )

    def remove(self, keys: Sequence[str]) -> None:
        """Takes lines out."""
        task_id = self.task_id

        def remove(ids: list[str]) -> None:
            if ids:
                self._do(lambda: remove_checkpoints(self._session.ctx, task_id, ids))

        for key in keys:
            self._model.give_up(key)
        self._when_all_known(keys, remove)

    def move(self, keys: Sequence[str], to: int) -> None:
        """Moves lines so that the first of them stands at a place."""
        task_id = self.task_id

        def move(ids: list[str]) -> None:
            if ids:
                self._do(lambda: move_checkpoints(self._session.ctx, task_id, ids, to=to))

        self._when_all_known(keys, move)

    def duplicate(self, key: str, then: Callable[[Change], None]) -> None:
        """Puts a copy of a line below it."""
        task_id = self.task_id
        self._when_known(
            key,
            lambda id_: self._do(
                lambda: duplicate_checkpoint(self._session.ctx, task_id, id_), then
            ),
        )

    def keep(self, key: str, text: str) -> None:
        """Keeps words that are being written."""
        self._session.keep(self._words(key, text))

    def drop(self, key: str) -> None:
        """Forgets words that were kept: the line was left as it is."""
        self._session.drop(self._words(key, ""))

    def name_of(self, key: str) -> str:
        """The id of a line that was new when ``key`` was its name."""
        return self._names.get(key, key)

    def _is_new(self, key: str) -> bool:
        line = self._model.line_of(key)
        return line is None or line.is_new

    def _known(self, keys: Sequence[str]) -> list[str]:
        found = [self.name_of(key) for key in keys]
        return [key for key in found if not key.startswith("new-")]

    def _words(self, key: str, text: str) -> Words:
        line = self._model.line_of(key)
        if line is not None and line.is_new:
            place = str(self._model.place_of(key))
            return Words(self._session.person_id, "new_checkpoint", self.task_id, place, text)
        return Words(self._session.person_id, "checkpoint", self.task_id, self.name_of(key), text)

    def _add(self, key: str, text: str) -> None:
        self._coming[key] = []
        line = self._model.line_of(key)
        place = self._place_in_project(key)
        words = self._words(key, text)
        fields: Any = {"text": text}
        given = {name: getattr(line, name, None) for name in ("tier", "weight", "dimension")}
        fields |= {name: value for name, value in given.items() if value is not None}
        if line is not None and line.instrument != BINARY:
            fields |= {"instrument": line.instrument, "settings": line.settings}
        task_id = self.task_id

        def come(change: Change) -> None:
            added = change.details.get("checkpoints", [])
            point = next(item for item in change.after("checkpoint") if item.id in added)
            self._names[key] = point.id
            self._model.settle(key, point)
            for call in self._coming.pop(key, []):
                call(point.id)

        def refused(error: BaseException) -> None:
            if not isinstance(error, (DiskError, ProjectBusyError)):
                self._coming.pop(key, None)
            self._refuse(error)

        self._session.perform(
            lambda: add_checkpoint(self._session.ctx, task_id, at=place, **fields),
            come, refused, words=words,
        )  # fmt: skip

    def _place_in_project(self, key: str) -> int:
        place = 0
        for line in self._model.lines:
            if line.key == key:
                break
            place += not line.is_new or line.key in self._coming
        return place

    def _edit(self, task_id: str, id_: str, **fields: Any) -> None:
        words = None
        if "text" in fields:
            words = Words(self._session.person_id, "checkpoint", task_id, id_, "")

        self._session.perform(
            lambda: edit_checkpoint(self._session.ctx, task_id, id_, **fields),
            self._take, self._refuse, words=words,
        )  # fmt: skip

    def _do(self, work: Callable[[], Change], then: Callable[[Change], None] | None = None) -> None:
        def done(change: Change) -> None:
            self._take(change)
            if then is not None:
                then(change)

        self._session.perform(work, done, self._refuse)

    def _take(self, change: Change) -> None:
        """Shows the records as they are now, before the whole is fetched."""
        for point in change.after("checkpoint") if self._session.is_saved else ():
            if isinstance(point, Checkpoint) and point.task_id == self.task_id:
                self._model.settle(point.id, point)
        self.done.emit(change)

    def _when_known(self, key: str, call: Callable[[str], None]) -> None:
        if key in self._coming:
            self._coming[key].append(call)
        else:
            call(self.name_of(key))

    def _when_all_known(self, keys: Sequence[str], call: Callable[[list[str]], None]) -> None:
        coming = next((key for key in keys if key in self._coming), None)
        if coming is None:
            call(self._known(keys))
        else:
            self._coming[coming].append(lambda _: self._when_all_known(keys, call))

    def _refuse(self, error: BaseException) -> None:
        if isinstance(error, XpertError):
            self._session.refused.emit(error)
            if not isinstance(error, (DiskError, ProjectBusyError)):
                self._decided.clear()
                self.failed.emit(error)
        else:
            self._session.bridge.crashed.emit(error)
