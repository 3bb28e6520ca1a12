"""The library of this computer: earlier projects whose checkpoints are suggested while one writes."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from PySide6.QtWidgets import QFileDialog

from xpert_studio.core.exchange.local_library import (
    LibrarySource,
    add_source,
    remove_source,
    sources,
)
from xpert_studio.core.wording import t, tn
from xpert_studio.desktop.bridge import Job
from xpert_studio.desktop.look import GAP, SPACE, px
from xpert_studio.desktop.shell import Shell, ShellWidget
from xpert_studio.desktop.widgets.entries import Entry, EntryView
from xpert_studio.desktop.widgets.explorer import EmptyState
from xpert_studio.desktop.widgets.labels import button, label
from xpert_studio.desktop.widgets.layouts import column, row, stacked
from xpert_studio.desktop.widgets.wiring import enable_if

_HIGH = 160


class LibraryPanel(ShellWidget):
    """The sources, one a row; adding one copies its checkpoints on another thread."""

    def __init__(self, shell: Shell) -> None:
        super().__init__(shell)
        self.list = EntryView(t("Earlier projects"), lines=2)
        self.list.setMinimumHeight(px(_HIGH))
        self.add = button(t("Add project…"), self._ask, kind="primary", picture="plus")
        self.add_bundle = button(t("Add bundle…"), self._ask_for_bundle)
        self.remove = button(t("Remove"), self._remove, kind="quiet", picture="trash-2")
        empty = EmptyState(
            "book-open",
            t("No earlier project"),
            t("Add one, and its checkpoints are suggested while you write a new rubric."),
        )
        self.stack = stacked(self.list, empty)
        column(
            label(
                t(
                    "While you write a checkpoint, fitting ones of other tasks and of these "
                    "projects "
                    "are suggested. They are copied to this computer and never into a "
                    "project; tasks "
                    "you still have to judge and gold subsets are left out."
                ),
                "muted",
            ),
            self.stack,
            row(self.add, self.add_bundle, self.remove, 1, gap=GAP),
            1,
            on=self,
            gap=SPACE,
        )

    def refresh(self) -> None:
        """Reads which projects there are."""
        self.session.fetch(sources, self._show, owner=self, slot="library")

    def take_focus(self, item: str = "") -> None:
        """Begins in the list, or where one is added."""
        (self.list if self.list.keys else self.add).setFocus()

    def _show(self, found: Sequence[LibrarySource]) -> None:
        self.list.show_entries(
            [
                Entry(
                    one.id,
                    one.project,
                    (tn("{n} checkpoint", "{n} checkpoints", len(one.entries)), one.path),
                )
                for one in found
            ]
        )
        self.stack.setCurrentIndex(0 if found else 1)
        enable_if(bool(found), self.remove)

    def _ask(self) -> None:
        kinds = t("Projects (*.xpert)")
        name, _ = QFileDialog.getOpenFileName(self.window(), t("Add project…"), "", kinds)
        self.take(name)

    def _ask_for_bundle(self) -> None:
        kinds = t("Bundles (*.zip)")
        name, _ = QFileDialog.getOpenFileName(self.window(), t("Add bundle…"), "", kinds)
        self.take(name)

    def take(self, name: str) -> None:
        """Adds a project or bundle; nothing where none was chosen."""
        if not name:
            return
        ctx = self.session.ctx

        def copy(_: Job) -> LibrarySource:
            return add_source(Path(name), ctx.person_id, now=ctx.clock())

        def done(library_source: LibrarySource) -> None:
            self.refresh()
            said = tn(
                "{n} checkpoint of {project} is in the library.",
                "{n} checkpoints of {project} are in the library.",
                len(library_source.entries),
                project=library_source.project,
            )
            self.shell.say(said, "good")

        self.session.bridge.start(t("Adding to the library"), copy, done, self.shell.tell)

    def _remove(self) -> None:
        if self.list.key:
            remove_source(self.list.key)
            self.refresh()
