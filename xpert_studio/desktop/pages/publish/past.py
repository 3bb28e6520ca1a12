"""What left the house before: who, when, what, with which hash, and what was done since."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from pathlib import Path

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QWidget

from xpert_studio.desktop.kit import (
    GAP,
    CopiedLine,
    EmptyState,
    Entry,
    EntryView,
    box,
    button,
    column,
    label,
    moment,
    open_file,
    row,
    show_in_folder,
    t,
    tn,
)
from xpert_studio.desktop.pages.publish.kinds import kind_title
from xpert_studio.workflow import PastPublication


class PastList(QWidget):
    """The list, and what can be done with the one that is looked at.

    Signals:
        failed: Something could not be opened; why.
    """

    failed = Signal(str)

    def __init__(self, called: Callable[[str | None], str]) -> None:
        super().__init__()
        self._called = called
        self._past: tuple[PastPublication, ...] = ()
        self.list = EntryView(t("Published before"), lines=2)
        self.list.looked_at.connect(lambda _: self._show())
        self.list.opened.connect(lambda _: self._open())
        self.where = label("", "muted")
        self.hash = CopiedLine(t("Content hash"))
        self.open = button(t("Open"), self._open, picture="external-link")
        self.reveal = button(t("Show in folder"), self._reveal, picture="folder-open")
        self.empty = EmptyState(
            "upload",
            t("Nothing has left the house yet"),
            t("Whatever is published stands here afterwards, with its content hash."),
        )
        caption = label(t("Content hash"), "label", wrap=False)
        caption.setBuddy(self.hash.field)
        self.inside = box(column(
            self.list, self.where, caption, self.hash, row(self.open, self.reveal, 1),
            gap=GAP, grow=0,
        ))  # fmt: skip
        column(self.inside, self.empty, on=self)
        self.show_past(())

    def show_past(self, past: Sequence[PastPublication]) -> None:
        """Shows what went out, the newest first."""
        self._past = tuple(past)
        self.inside.setVisible(bool(past))
        self.empty.setVisible(not past)
        self.list.show_entries([self._entry(str(at), item) for at, item in enumerate(past)])
        self._show()

    def _entry(self, key: str, item: PastPublication) -> Entry:
        told = item.publication
        who = self._called(item.actor_id) or t("on the command line")
        steps = item.steps_since
        since = (
            tn("{n} step in the project since", "{n} steps in the project since", steps)
            if steps
            else t("Nothing was done in the project since")
        )
        return Entry(
            key,
            Path(told.path).name,
            (" · ".join(filter(None, (who, moment(item.at), told.scope))), since),
            kind_title(told.kind, told.visibility),
            "warn" if told.visibility == "public" else "accent",
        )

    @property
    def current(self) -> PastPublication | None:
        """The one that is looked at."""
        key = self.list.key
        return self._past[int(key)] if key and int(key) < len(self._past) else None

    def _show(self) -> None:
        found = self.current
        for widget in (self.open, self.reveal):
            widget.setEnabled(found is not None)
        if found is not None:
            self.where.setText(found.publication.path)
            self.hash.show_text(found.publication.content_hash)

    def _open(self) -> None:
        self._try(open_file)

    def _reveal(self) -> None:
        self._try(show_in_folder)

    def _try(self, act: Callable[[Path], bool]) -> None:
        found = self.current
        if found is None:
            return
        path = Path(found.publication.path)
        if not path.exists():
            self.failed.emit(t("{path} is not there any more.", path=path))
        elif not act(path):
            self.failed.emit(t("No program was found for {path}.", path=path))
