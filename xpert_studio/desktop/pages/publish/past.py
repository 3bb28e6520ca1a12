"""What was exported before: who, when, what, with which hash, and what was done since."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from pathlib import Path

from PySide6.QtWidgets import QWidget

from xpert_studio.core.wording import moment, t, tn
from xpert_studio.core.workflow import (
    PastPublication,
)
from xpert_studio.desktop.look import GAP
from xpert_studio.desktop.pages.publish.kinds import kind_title
from xpert_studio.desktop.widgets.entries import Entry, EntryView
from xpert_studio.desktop.widgets.explorer import EmptyState
from xpert_studio.desktop.widgets.files import open_file
from xpert_studio.desktop.widgets.labels import CopiedLine, label
from xpert_studio.desktop.widgets.layouts import box, column
from xpert_studio.desktop.widgets.saving_files import FileActs
from xpert_studio.desktop.widgets.wiring import show_if, wire


class PastList(QWidget):
    """The list, and what can be done with the one that is looked at.

    Args:
        called: A person's name by id.
        complain: Says why something could not be opened.
    """

    def __init__(
        self, called: Callable[[str | None], str], complain: Callable[[str], object]
    ) -> None:
        super().__init__()
        self._called = called
        self.list = EntryView(t("History"), lines=2)
        self.acts = FileActs(lambda: self.path, complain)
        wire(
            (self.list.looked_at, lambda _: self._show()),
            (self.list.opened, lambda _: self.acts.act(open_file)),
        )
        self.where = label("", "muted")
        self.hash = CopiedLine(t("Content hash"))
        self.empty = EmptyState(
            "upload",
            t("Nothing published yet"),
            t("Everything that is published is listed here, with its content hash."),
        )
        caption = label(t("Content hash"), "label", wrap=False)
        caption.setBuddy(self.hash.field)
        self.inside = box(
            column(
                self.list,
                self.where,
                caption,
                self.hash,
                self.acts,
                gap=GAP,
                grow=0,
            )
        )
        column(self.inside, self.empty, on=self)
        self.show_past(())

    def show_past(self, past: Sequence[PastPublication]) -> None:
        """Shows what went out, the newest first."""
        self._past = tuple(past)
        show_if(past, self.inside)
        show_if(not past, self.empty)
        self.list.show_entries([self._entry(str(at), item) for at, item in enumerate(past)])
        self._show()

    def _entry(self, key: str, item: PastPublication) -> Entry:
        told, steps = item.publication, item.steps_since
        who = self._called(item.actor_id) or t("on the command line")
        since = tn("{n} step in the project since", "{n} steps in the project since", steps)
        return Entry(
            key,
            Path(told.path).name,
            (
                " · ".join(filter(None, (who, moment(item.at), told.scope))),
                since if steps else t("Nothing was done in the project since"),
            ),
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
        self.acts.setEnabled(found is not None)
        if found is not None:
            self.where.setText(found.publication.path)
            self.hash.show_text(found.publication.content_hash)

    @property
    def path(self) -> Path | None:
        """Its file."""
        return Path(self.current.publication.path) if self.current is not None else None
