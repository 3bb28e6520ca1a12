"""The prompts of a run before it starts: each one, letter for letter."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Final

from PySide6.QtCore import (
    QAbstractListModel,
    QModelIndex,
    QObject,
    QPersistentModelIndex,
    Qt,
    QTimer,
    Signal,
)
from PySide6.QtWidgets import QFrame, QLineEdit, QListView, QWidget

from xpert_studio.desktop.look import GAP, PAD, SPACE, WIDE, icon, px
from xpert_studio.desktop.parts.labels import button, label
from xpert_studio.desktop.parts.layouts import column, row
from xpert_studio.desktop.parts.prompt_view import Part, PromptView
from xpert_studio.desktop.parts.splitting import SideSplitter
from xpert_studio.desktop.parts.two_lines import LINES_ROLE, TwoLines
from xpert_studio.desktop.session import Session
from xpert_studio.desktop.wording import number, short, t, tn
from xpert_studio.judge.composing import Composed, shows_pending
from xpert_studio.judge.preview import Preview
from xpert_studio.judge.work import Ask
from xpert_studio.records import Attachment
from xpert_studio.workflow.blinding import Blinding

Index = QModelIndex | QPersistentModelIndex
_NOTHING: Final = QModelIndex()
_TYPING_MS: Final = 180


class AskList(QAbstractListModel):
    """What would be asked, one call a row; tens of thousands cost no more than those seen."""

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._asks: Sequence[Ask] = ()
        self._places: Sequence[int] = ()
        self._blinding = Blinding()

    def show_asks(self, asks: Sequence[Ask], blinding: Blinding) -> None:
        """Shows other asks."""
        self.beginResetModel()
        self._asks, self._blinding = asks, blinding
        self._places = range(len(asks))
        self.endResetModel()

    def look_for(self, words: str) -> None:
        """Shows those in whose task, system or response every word stands."""
        parts = words.casefold().split()
        self.beginResetModel()
        self._places = (
            [place for place, ask in enumerate(self._asks) if self._fits(ask, parts)]
            if parts
            else range(len(self._asks))
        )
        self.endResetModel()

    def _fits(self, ask: Ask, parts: Sequence[str]) -> bool:
        texts = [ask.task.name, ask.task.id]
        if ask.task.id not in self._blinding.tasks:
            texts += [ask.response.model, ask.response.id]
        text = " ".join(texts).casefold()
        return all(part in text for part in parts)

    def place_at(self, row_: int) -> int | None:
        """The place in the plan of what stands in a row."""
        return self._places[row_] if 0 <= row_ < len(self._places) else None

    def rowCount(self, parent: Index = _NOTHING) -> int:  # noqa: N802 - Qt's name
        """How many the words leave."""
        return 0 if parent.isValid() else len(self._places)

    def data(self, index: Index, role: int = Qt.ItemDataRole.DisplayRole) -> Any:
        """Task and system, and below them what is asked."""
        place = self.place_at(index.row()) if index.isValid() else None
        if place is None or role not in (LINES_ROLE, Qt.ItemDataRole.DisplayRole):
            return None
        lines = self._lines(self._asks[place])
        return lines if role == LINES_ROLE else ", ".join(lines)

    def _lines(self, ask: Ask) -> tuple[str, str]:
        is_hidden = ask.task.id in self._blinding.tasks
        who = t("a response you may judge") if is_hidden else ask.response.model
        parts = [tn("{n} checkpoint", "{n} checkpoints", len(ask.asked))]
        if ask.anchors:
            parts.append(tn("{n} anchor", "{n} anchors", len(ask.anchors)))
        if ask.trial > 1:
            parts.append(t("trial {n}", n=ask.trial))
        return short(ask.task.name, 120), f"{short(who, 40)} · {' · '.join(parts)}"


class Prompts(QWidget):
    """The list of asks, and the prompt of the one at hand.

    Signals:
        closed: Back to the form.
    """

    closed = Signal()

    def __init__(self, session: Session) -> None:
        super().__init__()
        self._session = session
        self._composed: Composed | None = None
        self._blinding = Blinding()
        self.model = AskList(self)
        self.words = QLineEdit()
        self.list = QListView()
        self.view = PromptView(t("The prompt"))
        self.about = label("", "muted")
        self._soon = QTimer(self, singleShot=True, interval=_TYPING_MS)
        self._soon.timeout.connect(self._look)
        self._lay_out()

    def _lay_out(self) -> None:
        self.words.setPlaceholderText(t("Filter by task or system"))
        self.words.setAccessibleName(t("Filter by task or system"))
        self.words.setClearButtonEnabled(True)
        self.words.addAction(icon("search", "muted", 16), QLineEdit.ActionPosition.LeadingPosition)
        self.words.textChanged.connect(lambda _: self._soon.start())
        self.list.setModel(self.model)
        self.list.setItemDelegate(TwoLines(self.list))
        self.list.setUniformItemSizes(True)
        self.list.setLayoutMode(QListView.LayoutMode.Batched)
        self.list.setAccessibleName(t("What would be asked"))
        self.list.setMinimumWidth(px(220))
        self.list.selectionModel().currentChanged.connect(lambda *_: self._show())
        back = button(t("Back to the form"), self.closed.emit, kind="link", picture="chevron-left")
        copy = button(t("Copy"), self.view.copy_all, picture="copy")
        left, right = QWidget(), QFrame()
        right.setProperty("kind", "card")
        column(self.words, self.list, on=left, gap=GAP)
        beside = row(self.about, copy)
        beside.setStretch(0, 1)
        column(beside, self.view, on=right, pad=PAD, gap=GAP)
        both = SideSplitter(left, right, sizes=(340, 760))
        column(
            row(back, 1), label(t("Exactly what will be asked"), "title"), both,
            on=self, pad=WIDE, gap=SPACE,
        ).setStretch(2, 1)  # fmt: skip
        self.setFocusProxy(self.list)

    def show_composed(self, found: Composed, blinding: Blinding) -> None:
        """Shows the prompts of a plan.

        Args:
            found: The plan.
            blinding: What of it the person must not see.
        """
        self._composed, self._blinding = found, blinding
        self.words.clear()
        self._soon.stop()
        self.model.show_asks(found.asks, blinding)
        self.list.setCurrentIndex(self.model.index(0))
        self._show()

    def _look(self) -> None:
        self.model.look_for(self.words.text())
        self.list.setCurrentIndex(self.model.index(0))
        self._show()

    def _show(self) -> None:
        found, place = self._composed, self.model.place_at(self.list.currentIndex().row())
        if found is None or place is None:
            self.about.setText(t("Nothing matches this filter"))
            self.view.show_parts(())
            return
        if shows_pending(found.asks[place], self._blinding.pending):
            self.about.setText(
                t("The worked example in this prompt is on a response that you still have to judge or confirm: it is shown after that.")
            )  # fmt: skip
            self.view.show_parts(())
            return
        self._session.fetch(
            lambda: found.preview(place), self._show_preview, owner=self, slot="preview"
        )

    def _show_preview(self, shown: Preview) -> None:
        self.about.setText(
            t("About {shared} tokens that a cache may serve, and {own} that differ from response to response.",
              shared=number(shown.shared_tokens), own=number(shown.own_tokens))
        )  # fmt: skip
        parts = [Part(t("Instructions"), shown.system, is_shared=True)]
        if shown.images:
            parts.append(Part(t("Images"), _names(shown.images), is_shared=True))
        parts.append(Part(t("Task, rubric and worked examples"), shown.prefix, is_shared=True))
        parts.append(Part(t("The candidate"), shown.suffix))
        if shown.own_images:
            parts.append(Part(t("Images of the candidate"), _names(shown.own_images)))
        self.view.show_parts(parts)


def _names(images: Sequence[Attachment]) -> str:
    return "\n".join(f"{image.path} {image.caption or ''}".strip() for image in images)
