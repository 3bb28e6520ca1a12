"""The items of a run: a table with filters; opening one shows the verdict on its response."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from PySide6.QtCore import QModelIndex, QRect, Qt, QTimer, Signal
from PySide6.QtGui import QKeyEvent, QPainter, QResizeEvent
from PySide6.QtWidgets import (
    QAbstractItemView,
    QHeaderView,
    QLineEdit,
    QStackedWidget,
    QStyle,
    QStyledItemDelegate,
    QStyleOptionViewItem,
    QTableView,
    QWidget,
)

from xpert_studio.desktop.judge_names import VERDICT_STATES, flag_name
from xpert_studio.desktop.look import GAP, colour, icon, pixmap, px
from xpert_studio.desktop.pages.runs.items_model import (
    LOOK_ROLE,
    ROW_ROLE,
    Index,
    Item,
    ItemTable,
)
from xpert_studio.desktop.pages.tasks.filters import Picker
from xpert_studio.desktop.parts.empty import EmptyState
from xpert_studio.desktop.parts.labels import button, label
from xpert_studio.desktop.parts.layouts import column, row
from xpert_studio.desktop.session import Session
from xpert_studio.desktop.wording import number, short, t, tn
from xpert_studio.records import RatingState
from xpert_studio.store.run_items import Facets, ItemFilter, VerdictItem

_TYPING_MS = 180
_PROBLEMS = (RatingState.INVALID, RatingState.ERROR)


class ItemDelegate(QStyledItemDelegate):
    """Draws a cell: words, or a picture and a word."""

    def paint(self, painter: QPainter, option: QStyleOptionViewItem, index: Index) -> None:
        """Draws the ground, a line below, and what the cell says."""
        painter.save()
        rect: QRect = option.rect
        if option.state & QStyle.StateFlag.State_Selected:
            painter.fillRect(rect, colour("selection"))
        painter.setPen(colour("border"))
        painter.drawLine(rect.bottomLeft(), rect.bottomRight())
        inner = rect.adjusted(px(GAP), 0, -px(GAP), 0)
        if index.data(ROW_ROLE) is None:
            painter.fillRect(
                inner.adjusted(0, px(11), -inner.width() // 3, -px(11)), colour("hover")
            )
        else:
            self._words(painter, inner, index)
        painter.restore()

    def _words(self, painter: QPainter, rect: QRect, index: Index) -> None:
        look = index.data(LOOK_ROLE)
        use = "text" if index.column() == 0 else "muted"
        if look is not None:
            sign = pixmap(look.picture, look.tone, 16)
            painter.drawPixmap(rect.left(), rect.center().y() - px(8), sign)
            rect, use = rect.adjusted(px(22), 0, 0, 0), look.tone
        painter.setPen(colour(use))
        text = painter.fontMetrics().elidedText(
            str(index.data() or ""), Qt.TextElideMode.ElideRight, rect.width()
        )
        painter.drawText(rect, int(index.data(Qt.ItemDataRole.TextAlignmentRole)), text)


class _Table(QTableView):
    """Enter opens."""

    opened = Signal(QModelIndex)

    def resizeEvent(self, event: QResizeEvent) -> None:  # noqa: N802 - Qt's name
        """What was judged comes first: other columns make way for it."""
        model = self.model()
        if isinstance(model, ItemTable):
            for place, item in enumerate(model.columns):
                self.setColumnHidden(place, event.size().width() < px(item.room))
        super().resizeEvent(event)

    def keyPressEvent(self, event: QKeyEvent) -> None:  # noqa: N802 - Qt's name
        """Enter opens the item at hand."""
        if event.key() in (Qt.Key.Key_Return, Qt.Key.Key_Enter):
            self.opened.emit(self.currentIndex())
            return
        super().keyPressEvent(event)


class ItemsPanel(QWidget):
    """The verdicts, or the calls, of one run.

    Signals:
        opened: An item was opened; it.
        wanted_again: The responses of the problems that are selected should be asked again; ids.
    """

    opened = Signal(object)
    wanted_again = Signal(object)

    def __init__(self, session: Session, *, calls: bool = False) -> None:
        super().__init__()
        self._run_id = ""
        self._is_calls = calls
        self.model = ItemTable(session, self, calls=calls)
        self.words = QLineEdit()
        self.states = Picker(
            t("State"), ((state.value, t(look.word)) for state, look in VERDICT_STATES.items())
        )
        self.models = Picker(t("System"), ())
        self.flags = Picker(t("Mark"), ())
        self.none = button(t("Clear"), self.clear, kind="quiet")
        self.count = label("", "muted", wrap=False)
        self.again = button(t("Ask again"), self._ask_again, picture="repeat")
        self.withheld = label("", "muted")
        self.table = self._make_table()
        self.empty = EmptyState("list-checks", "")
        self.stack = QStackedWidget()
        self.stack.addWidget(self.table)
        self.stack.addWidget(self.empty)
        self._soon = QTimer(self, singleShot=True, interval=_TYPING_MS)
        self._soon.timeout.connect(self._look)
        self._prepare()

    def _prepare(self) -> None:
        hint = (
            t("Filter by task or problem")
            if self._is_calls
            else t("Filter by task, checkpoint or problem")
        )
        self.words.setPlaceholderText(hint)
        self.words.setAccessibleName(hint)
        self.words.setClearButtonEnabled(True)
        self.words.setMinimumWidth(px(160))
        self.words.addAction(icon("search", "muted", 16), QLineEdit.ActionPosition.LeadingPosition)
        self.words.textChanged.connect(lambda _: self._soon.start())
        for picker in (self.states, self.models, self.flags):
            picker.changed.connect(self._look)
        filters = row(self.words, self.states, self.models, self.flags, self.none, gap=GAP)
        filters.setStretch(0, 1)
        column(
            filters,
            row(self.count, 1, self.again),
            self.withheld,
            self.stack,
            on=self, gap=GAP,
        )  # fmt: skip
        self.flags.setVisible(not self._is_calls)
        self.again.setVisible(not self._is_calls)
        self.withheld.hide()
        self.none.hide()
        self.setFocusProxy(self.table)

    def _make_table(self) -> _Table:
        made = _Table()
        made.setModel(self.model)
        made.setItemDelegate(ItemDelegate(made))
        made.setAccessibleName(
            t("Calls of the run") if self._is_calls else t("Verdicts of the run")
        )
        made.setSelectionBehavior(QAbstractItemView.SelectionBehavior.SelectRows)
        made.setSelectionMode(QAbstractItemView.SelectionMode.ExtendedSelection)
        made.setEditTriggers(QAbstractItemView.EditTrigger.NoEditTriggers)
        made.setShowGrid(False)
        made.setWordWrap(False)
        made.setTabKeyNavigation(False)
        made.setVerticalScrollMode(QAbstractItemView.ScrollMode.ScrollPerPixel)
        made.setHorizontalScrollMode(QAbstractItemView.ScrollMode.ScrollPerPixel)
        made.verticalHeader().hide()
        made.verticalHeader().setDefaultSectionSize(px(32))
        made.verticalHeader().setSectionResizeMode(QHeaderView.ResizeMode.Fixed)
        head = made.horizontalHeader()
        head.setSectionsClickable(True)
        head.setHighlightSections(False)
        head.setMinimumSectionSize(px(50))
        for place, item in enumerate(self.model.columns):
            if item.width:
                head.resizeSection(place, px(item.width))
            else:
                head.setSectionResizeMode(place, QHeaderView.ResizeMode.Stretch)
        head.sectionClicked.connect(self._sort)
        made.opened.connect(self._open)
        made.doubleClicked.connect(self._open)
        made.selectionModel().selectionChanged.connect(lambda *_: self._show_again())
        self.model.dataChanged.connect(lambda *_: self._show_again())
        return made

    # Showing.

    def show_run(self, run_id: str) -> None:
        """Shows the items of a run; those of another one without its filter."""
        if run_id != self._run_id:
            self._run_id = run_id
            self._reset()
        self._look()

    def offer(self, facets: Facets) -> None:
        """Offers what the items can be filtered by."""
        self.models.fill((name, short(name, 60)) for name in facets.models)
        self.models.setVisible(bool(facets.models))
        self.flags.fill(
            (flag, f"{flag_name(flag)} ({number(count)})") for flag, count in facets.flags.items()
        )

    def show_states(self, states: Sequence[RatingState]) -> None:
        """Shows only items in some states."""
        self._reset()
        self.states.tick(state.value for state in states)
        self._look()

    def clear(self) -> None:
        """Leaves nothing out."""
        self._reset()
        self._look()

    def _reset(self) -> None:
        self.words.blockSignals(True)
        self.words.clear()
        self.words.blockSignals(False)
        for picker in (self.states, self.models, self.flags):
            picker.tick(())

    @property
    def is_filtered(self) -> bool:
        """Whether anything is left out."""
        pickers = (self.states, self.models, self.flags)
        return bool(self.words.text().strip()) or any(picker.ticked for picker in pickers)

    def _look(self) -> None:
        if not self._run_id:
            return
        before = self.model.wanted
        wanted = ItemFilter(
            self._run_id,
            words=self.words.text(),
            states=tuple(RatingState(value) for value in self.states.ticked),
            models=self.models.ticked,
            flags=self.flags.ticked,
            sort=before.sort if before else "order",
            descending=before.descending if before else False,
        )
        self.model.look_for(wanted, self._shown)

    def _shown(self) -> None:
        rows = self.model.rowCount()
        self.count.setText(
            tn("{n} call", "{n} calls", rows) if self._is_calls
            else tn("{n} verdict", "{n} verdicts", rows)
        )  # fmt: skip
        self.none.setVisible(self.is_filtered)
        self.withheld.setVisible(bool(self.model.withheld))
        self.withheld.setText(
            tn(
                "{n} more is on a response that you still have to judge or confirm, and not shown.",
                "{n} more are on responses that you still have to judge or confirm, and not shown.",
                self.model.withheld,
            )
        )
        self.stack.setCurrentWidget(self.table if rows else self.empty)
        if not rows and self.is_filtered:
            self.empty.say(
                t("Nothing matches this filter"), t("Remove words or filters to see more.")
            )
        elif not rows:
            self.empty.say(t("Nothing yet"), t("What the judge decides stands here as it comes."))
        if rows and not self.table.currentIndex().isValid():
            self.table.setCurrentIndex(self.model.index(0, 0))
        self._show_again()

    def _sort(self, section: int) -> None:
        name = self.model.columns[section].sort
        before = self.model.wanted
        if not name or before is None:
            return
        descending = before.sort == name and not before.descending
        head = self.table.horizontalHeader()
        head.setSortIndicatorShown(True)
        order = Qt.SortOrder.DescendingOrder if descending else Qt.SortOrder.AscendingOrder
        head.setSortIndicator(section, order)
        self.model.look_for(replace(before, sort=name, descending=descending), self._shown)

    # Acting.

    @property
    def selected(self) -> list[Item]:
        """The items in the selected rows, as far as they have come."""
        places = sorted({index.row() for index in self.table.selectionModel().selectedRows()})
        found = (self.model.item_at(place) for place in places[:1000])
        return [item for item in found if item is not None]

    @property
    def _problems(self) -> list[VerdictItem]:
        return [
            item
            for item in self.selected
            if isinstance(item, VerdictItem) and item.state in _PROBLEMS and not item.is_replaced
        ]

    def _show_again(self) -> None:
        count = len({item.response_id for item in self._problems})
        self.again.setEnabled(bool(count))
        self.again.setText(tn("Ask {n} response again", "Ask {n} responses again", count)
                           if count else t("Ask again"))  # fmt: skip

    def _ask_again(self) -> None:
        ids = tuple(dict.fromkeys(item.response_id for item in self._problems))
        if ids:
            self.wanted_again.emit(ids)

    def _open(self, index: QModelIndex) -> None:
        item = self.model.item_at(index.row())
        if item is not None:
            self.opened.emit(item)
