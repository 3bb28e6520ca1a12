"""The history with its filters and the details of one step: on a page, or on a task's tab."""

from __future__ import annotations

from typing import Final

from PySide6.QtCore import QModelIndex, QRect, QSignalBlocker, Qt, Signal
from PySide6.QtGui import QFont, QFontMetrics, QPainter, QResizeEvent
from PySide6.QtWidgets import (
    QListView,
)

from xpert_studio.desktop.kit import (
    ENTER,
    GAP,
    LEFT,
    PAD,
    SPACE,
    TIGHT,
    Card,
    EmptyState,
    Index,
    Place,
    RowDelegate,
    Shell,
    ShellWidget,
    box,
    button,
    colour,
    column,
    dress_list,
    filter_field,
    label,
    moment,
    number,
    on_keys,
    picker,
    pixmap,
    px,
    refill,
    row,
    scrolled,
    short,
    split,
    stacked,
    t,
    tn,
)
from xpert_studio.desktop.pages.history.model import HistoryList, Row
from xpert_studio.desktop.pages.history.words import (
    details_of,
    from_to,
    line_of,
    state_sentence,
)
from xpert_studio.records import ChangeState
from xpert_studio.workflow.views import Step
from xpert_studio.workflow.views.seen_history import History

# All that is known of a step, and the buttons that undo it or do it again.


class Details(Card):
    """The chosen row.

    Signals:
        unfold: The steps a row stands for should be listed, or no longer.
    """

    unfold = Signal()

    def __init__(self, shell: Shell, model: HistoryList, *, names_tasks: bool) -> None:
        super().__init__()
        self._shell = shell
        self._model = model
        self._names_tasks = names_tasks
        self._row: Row | None = None
        self.title = label("", "heading")
        self.when = label("", "small")
        self.task = button("", self._open_task, kind="link")
        self.facts = label("")
        self.state = label("", "muted")
        self.undo = button(t("Undo this"), self._undo, picture="undo-2")
        self.redo = button(t("Do again"), self._redo, picture="redo-2")
        self.unfolds = button("", self.unfold.emit)
        inside = box(column(
            self.title, row(self.undo, self.redo, self.unfolds, 1), self.when, row(self.task, 1),
            self.facts, self.state, 1,
            pad=SPACE, gap=GAP,
        ))  # fmt: skip
        column(scrolled(inside), on=self, pad=1)
        self.setMinimumHeight(px(56))
        self.show_row(None)

    def show_row(self, chosen: Row | None) -> None:
        """Shows what a row stands for."""
        self._row = chosen
        if chosen is None:
            self.hide()
            return
        self.show()
        event, project_state = chosen.step.event, self._shell.session.project_state
        self.title.setText(line_of(event, project_state))
        task_id = event.task_id if self._names_tasks else None
        self.task.setVisible(bool(task_id))
        self.task.setText(short(self._model.title_of(chosen.step), 44))
        if chosen.count > 1:
            self._show_several(chosen)
        else:
            self._show_one(chosen.step)

    def _show_several(self, chosen: Row) -> None:
        newest, oldest = chosen.steps[0].event.at, chosen.steps[-1].event.at
        self.when.setText(f"{moment(oldest)} – {moment(newest)}")
        self._say_facts([t("{n} times", n=chosen.count)])
        self.state.setText(t("Each of these steps can be looked at, and undone, by itself."))
        self.undo.hide()
        self.redo.hide()
        self.unfolds.show()
        self.unfolds.setText(t("Fold them") if chosen.is_open else t("Show each of them"))

    def _show_one(self, step: Step) -> None:
        event, project_state = step.event, self._shell.session.project_state
        self.when.setText(f"{event.at.astimezone():%Y-%m-%d %H:%M:%S}")
        if self._model.is_told_whole(step):
            lines = [
                from_to(event, project_state),
                *details_of(event, project_state),
                _reason(event.reason),
            ]
            self._say_facts(lines)
        else:
            self._say_facts([t("What was decided is not shown to those who may still judge.")])
        self.state.setText(state_sentence(step))
        self.undo.setVisible(step.change_id is not None and step.state is ChangeState.DONE)
        self.redo.setVisible(step.change_id is not None and step.state is ChangeState.UNDONE)
        self.unfolds.hide()

    def _say_facts(self, lines: list[str]) -> None:
        text = "\n".join(line for line in lines if line)
        self.facts.say(text)

    def _undo(self) -> None:
        if self._row is not None:
            self._shell.session.undo(change_id=self._row.step.change_id)

    def _redo(self) -> None:
        if self._row is not None:
            self._shell.session.redo(change_id=self._row.step.change_id)

    def _open_task(self) -> None:
        if self._row is not None and self._row.step.event.task_id:
            self._shell.go(Place("task", task_id=self._row.step.event.task_id))


def _reason(reason: str | None) -> str:
    return t("Reason: {reason}", reason=reason) if reason else ""


# How a step of the history looks.

_SIGN: Final = 16


class StepDelegate(RowDelegate):
    """Paints a row: who did what, and in smaller words when, where and why."""

    def draw(self, painter: QPainter, rect: QRect, row: Row, index: Index) -> None:
        """Paints the sign and the words."""
        inner = rect.adjusted(px(GAP) - px(PAD), 0, 0, 0)
        if row.count > 1:
            name = "chevron-down" if row.is_open else "chevron-right"
            sign = pixmap(name, "muted", _SIGN)
            painter.drawPixmap(inner.left(), inner.top() + px(1), sign)
        inner.setLeft(inner.left() + px(_SIGN + TIGHT) * (2 if row.is_inner else 1))
        self._draw_words(painter, inner, row)

    def _draw_words(self, painter: QPainter, rect: QRect, row: Row) -> None:
        font, small = self.body(), self.small()
        above = QRect(rect.left(), rect.top(), rect.width(), QFontMetrics(font).height())
        room = above.width()
        if row.state:
            room -= self._draw_state(painter, above, row.state, small)
            font.setStrikeOut(True)
        self._draw_line(painter, above, room, row.text, font, "muted" if row.state else "text")
        below = rect.adjusted(0, above.height() + px(TIGHT), 0, 0)
        self._draw_line(painter, below, below.width(), row.below, small, "muted")

    def _draw_line(
        self, painter: QPainter, rect: QRect, room: int, text: str, font: QFont, use: str
    ) -> None:
        painter.setFont(font)
        painter.setPen(colour(use))
        shown = QFontMetrics(font).elidedText(text, Qt.TextElideMode.ElideRight, max(room, 0))
        painter.drawText(rect, LEFT, shown)

    def _draw_state(self, painter: QPainter, rect: QRect, state: str, font: QFont) -> int:
        width = QFontMetrics(font).horizontalAdvance(state) + px(2 * GAP)
        ground = QRect(rect.right() - width, rect.top(), width, rect.height())
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        painter.setPen(Qt.PenStyle.NoPen)
        painter.setBrush(colour("warn_soft"))
        painter.drawRoundedRect(ground, px(4), px(4))
        painter.setPen(colour("warn"))
        painter.setFont(font)
        painter.drawText(ground, int(Qt.AlignmentFlag.AlignCenter), state)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing, on=False)
        return width + px(GAP)


_TYPING_MS: Final = 150
_WIDE: Final = 760


class HistoryView(ShellWidget):
    """Steps, newest first.

    Args:
        shell: The window around it.
        names_tasks: Whether each step says to which task it was done.
    """

    def __init__(self, shell: Shell, *, names_tasks: bool) -> None:
        super().__init__(shell)
        self._names_tasks = names_tasks
        self._chosen: Step | None = None
        self.model = HistoryList(shell.session, self)
        self.words = filter_field(t("Filter by words"), self._look, _TYPING_MS, least=180, most=320)
        self.person = picker(t("Person"))
        self.count = label("", "muted", wrap=False)
        self.list = self._make_list()
        self.details = Details(shell, self.model, names_tasks=names_tasks)
        self.empty = EmptyState("history", "", "", button(t("Show all steps"), self.clear))
        self.splitter = split(self.list, self.details, shares=(3, 2))
        self.splitter.setHandleWidth(px(PAD))
        self.splitter.setStyleSheet("QSplitter::handle { background: transparent; }")
        self.stack = stacked(self.splitter, self.empty)
        self.setFocusProxy(self.list)
        column(row(self.words, self.person, self.count, 1), self.stack, on=self, gap=PAD)
        self._fill_people()
        self._connect()

    def _connect(self) -> None:
        self.person.currentIndexChanged.connect(lambda _: self._look())
        on_keys(
            self.list,
            (Qt.Key.Key_Space, *ENTER),
            lambda: self._toggle(self.list.currentIndex()),
        )
        self.list.clicked.connect(self._toggle)
        self.list.selectionModel().currentChanged.connect(lambda *_: self._show_chosen())
        self.details.unfold.connect(lambda: self._toggle(self.list.currentIndex()))

    def _make_list(self) -> QListView:
        made = QListView()
        dress_list(made, self.model, StepDelegate(made), t("History"))
        made.setMinimumSize(px(240), px(56))
        return made

    # Showing.

    def show_history(self, history: History) -> None:
        """Shows the history as it is now, the same step marked."""
        self._fill_people()
        at = self.list.verticalScrollBar().value()
        self.model.show_history(history, names_tasks=self._names_tasks)
        self._shown()
        self.list.verticalScrollBar().setValue(at)

    def clear(self) -> None:
        """Leaves nothing out."""
        with QSignalBlocker(self.words), QSignalBlocker(self.person):
            self.words.clear()
            self.person.setCurrentIndex(0)
        self._look()

    def _look(self) -> None:
        self.model.look_for(person=str(self.person.currentData() or ""), words=self.words.text())
        self._shown()

    def _shown(self) -> None:
        total, shown = len(self.model.history.steps), self.model.shown
        self._say_count(total, shown)
        self.stack.setCurrentWidget(self.splitter if shown else self.empty)
        for made in self.empty.findChildren(type(button(""))):
            made.setVisible(bool(total))
        if not shown and total:
            self.empty.say(t("No step answers this filter"), t("Fewer words leave more."))
        elif not shown:
            self.empty.say(t("Nothing has happened yet."))
        place = self.model.place_like(self._chosen) if self._chosen is not None else -1
        if shown:
            self.list.setCurrentIndex(self.model.index(max(0, place)))
        self._show_chosen()

    def _say_count(self, total: int, shown: int) -> None:
        if shown != total:
            self.count.setText(t("{n} of {total}", n=number(shown), total=number(total)))
        elif self.model.history.has_more:
            self.count.setText(t("the newest {n} steps", n=number(total)))
        else:
            self.count.setText(tn("{n} step", "{n} steps", total) if total else "")

    def _show_chosen(self) -> None:
        chosen = self.model.row_at(self.list.currentIndex().row())
        if chosen is not None:
            self._chosen = chosen.step
        self.details.show_row(chosen)

    def _toggle(self, index: QModelIndex) -> None:
        self.model.toggle(index.row())
        self._show_chosen()

    def _fill_people(self) -> None:
        people = [(person.called, person.id) for person in self.session.project_state.people]
        refill(self.person, [(t("Everybody"), ""), *people], self.person.currentData())

    def resizeEvent(self, event: QResizeEvent) -> None:  # noqa: N802 - Qt's name
        """The details stand beside the list where there is room, else below it."""
        super().resizeEvent(event)
        is_wide = self.width() >= px(_WIDE)
        way = Qt.Orientation.Horizontal if is_wide else Qt.Orientation.Vertical
        if self.splitter.orientation() != way:
            self.splitter.setOrientation(way)
