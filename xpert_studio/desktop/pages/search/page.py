"""The page that finds words in tasks, rubrics, responses, rationales and comments."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import Any, Final

from PySide6.QtCore import QModelIndex, QPointF, QRect, Qt, Signal
from PySide6.QtGui import (
    QFont,
    QFontMetrics,
    QKeyEvent,
    QPainter,
    QTextCharFormat,
    QTextLayout,
    QTextOption,
)
from PySide6.QtWidgets import QCheckBox, QLineEdit, QListView

from xpert_studio.desktop.kit import (
    GAP,
    PAD,
    ROW_ROLE,
    SPACE,
    TIGHT,
    WIDE,
    EmptyState,
    Index,
    Place,
    RowDelegate,
    RowList,
    Shell,
    colour,
    column,
    dress_list,
    field,
    format_range,
    high,
    icon,
    label,
    later,
    mark,
    on_keys,
    pixmap,
    px,
    row,
    stacked,
    t,
    tn,
    type_size,
)
from xpert_studio.desktop.pages.base import Page
from xpert_studio.workflow.views.finding import Found, HitKind

# What a search has found, as a list: what kind of place each is, where it lies, how it looks.

# How a found place looks: the task, what kind of place, and the words with what was found.

_SIGN: Final = 18


class FoundDelegate(RowDelegate):
    """Paints one place."""

    def height(self, index: Index) -> int:
        """As high as the words need at the list's width."""
        width = self._view.viewport().width()
        words = _snippet(index.data(ROW_ROLE), self.body(), width - _left() - px(PAD))
        lines = high(self.body()) + px(TIGHT) + int(words.boundingRect().height())
        return lines + 2 * px(PAD)

    def draw(self, painter: QPainter, rect: QRect, row: Found, index: Index) -> None:
        """Paints a sign of its kind, its title, and the words around."""
        more = px(PAD) - px(GAP)
        inner = rect.adjusted(0, more, 0, -more)
        painter.drawPixmap(inner.topLeft(), pixmap(PICTURES[row.hit.kind], "muted", _SIGN))
        inner.setLeft(inner.left() + _left() - px(PAD))
        head = QRect(inner.left(), inner.top(), inner.width(), high(self.body()))
        self._draw_head(painter, head, row.title, where(row))
        painter.setPen(colour("text"))
        words = _snippet(row, self.body(), inner.width())
        words.draw(painter, QPointF(inner.left(), head.bottom() + px(TIGHT)))

    def _draw_head(self, painter: QPainter, rect: QRect, title: str, where: str) -> None:
        bold, small = self.strong(), self.small()
        taken = QFontMetrics(small).horizontalAdvance(where) + px(GAP)
        room = max(rect.width() - taken, rect.width() // 2)
        shown = QFontMetrics(bold).elidedText(title, Qt.TextElideMode.ElideRight, room)
        middle = Qt.AlignmentFlag.AlignVCenter
        painter.setFont(bold)
        painter.setPen(colour("text"))
        painter.drawText(rect, int(middle | Qt.AlignmentFlag.AlignLeft), shown)
        after = QFontMetrics(bold).horizontalAdvance(shown) + px(GAP)
        rest = rect.adjusted(after, 0, 0, 0)
        painter.setFont(small)
        painter.setPen(colour("muted"))
        where = QFontMetrics(small).elidedText(where, Qt.TextElideMode.ElideRight, rest.width())
        painter.drawText(rest, int(middle | Qt.AlignmentFlag.AlignLeft), where)


def _left() -> int:
    return px(PAD) + px(_SIGN) + px(GAP)


def _snippet(found: Found, font: QFont, width: int) -> QTextLayout:
    """The words around a place, laid out, with what was found marked and bold."""
    layout = QTextLayout(found.hit.snippet, font)
    option = QTextOption()
    option.setWrapMode(QTextOption.WrapMode.WrapAtWordBoundaryOrAnywhere)
    layout.setTextOption(option)
    layout.setFormats(_marked(found.hit.snippet, found.hit.spans))
    layout.beginLayout()
    height = 0.0
    while (line := layout.createLine()).isValid():
        line.setLineWidth(max(width, px(80)))
        line.setPosition(QPointF(0, height))
        height += line.height()
    layout.endLayout()
    return layout


def _marked(text: str, spans: Sequence[tuple[int, int]]) -> list[QTextLayout.FormatRange]:
    style = QTextCharFormat()
    style.setBackground(colour("mark_strong"))
    style.setForeground(colour("text"))
    style.setFontWeight(QFont.Weight.DemiBold)
    return [
        format_range(text, start, end, style)
        for start, end in spans
        if 0 <= start < end <= len(text)
    ]


KINDS: Final = {
    HitKind.TASK: mark("Briefs"),
    HitKind.CHECKPOINT: mark("Checkpoints"),
    HitKind.RESPONSE: mark("Responses"),
    HitKind.RATIONALE: mark("Rationales"),
    HitKind.COMMENT: mark("Comments"),
}
PICTURES: Final = {
    HitKind.TASK: "file-text",
    HitKind.CHECKPOINT: "list-checks",
    HitKind.RESPONSE: "message-square",
    HitKind.RATIONALE: "gavel",
    HitKind.COMMENT: "message-square-warning",
}
_BRIEF: Final = {
    "title": mark("Title"),
    "prompt": mark("Brief"),
    "context": mark("Work context"),
    "materials": mark("Background materials"),
    "deliverables": mark("Required deliverables"),
    "reference_answer": mark("Reference answer"),
}


def where(found: Found) -> str:
    """What kind of place something was found in, in words."""
    hit = found.hit
    match hit.kind:
        case HitKind.TASK:
            return t(_BRIEF.get(hit.field, "Brief"))
        case HitKind.CHECKPOINT:
            return t("Note on a checkpoint") if hit.field == "notes" else t("Checkpoint")
        case HitKind.RESPONSE:
            return t("Response {label}", label=found.label)
        case HitKind.RATIONALE if hit.field == "note":
            return t("Note on a judgment of response {label}", label=found.label)
        case HitKind.RATIONALE:
            return t("Rationale on response {label}", label=found.label)
        case _:
            return t("Reply to a comment") if hit.field == "replies" else t("Comment")


def place_of(found: Found) -> Place:
    """Where something that was found is looked at."""
    hit = found.hit
    match hit.kind:
        case HitKind.TASK:
            return Place("task", task_id=hit.task_id, tab="brief", item=hit.field)
        case HitKind.CHECKPOINT:
            return Place("task", task_id=hit.task_id, tab="rubric", item=hit.key[-1])
        case HitKind.COMMENT:
            return Place("task", task_id=hit.task_id, tab="review", item=hit.key[0])
        case _:
            return Place("task", task_id=hit.task_id, tab="responses", item=hit.key[0])


class FoundList(RowList[Found]):
    """The places found, the best first."""

    def key(self, row: Found) -> object:
        """Where it is."""
        return row.hit.key, row.hit.field

    def said(self, row: Found, place: int, role: int) -> Any:
        """What is known of a place."""
        if role == Qt.ItemDataRole.DisplayRole:
            return row.title
        if role == Qt.ItemDataRole.AccessibleTextRole:
            return f"{row.title}. {where(row)}. {row.hit.snippet}"
        return None


LIMIT: Final = 60
_TYPING_MS: Final = 200
_PATIENCE_MS: Final = 400


class _Results(QListView):
    """Enter opens; Up from the first place and Escape go back to the field."""

    chosen = Signal()
    left = Signal()

    def keyPressEvent(self, event: QKeyEvent) -> None:  # noqa: N802 - Qt's name
        """Enter, Escape, and Up at the top."""
        at_top = event.key() == Qt.Key.Key_Up and self.currentIndex().row() <= 0
        if event.key() in (Qt.Key.Key_Return, Qt.Key.Key_Enter):
            self.chosen.emit()
        elif event.key() == Qt.Key.Key_Escape or at_top:
            self.left.emit()
        else:
            super().keyPressEvent(event)


class SearchPage(Page):
    """Searches while one types; a found place opens where it stands."""

    rests_on = frozenset({"task", "checkpoint", "response", "judgment", "comment"})

    def __init__(self, shell: Shell) -> None:
        super().__init__(shell)
        self.model = FoundList(self)
        self.field = self._make_field()
        self.ticks = {kind: self._make_tick(kind) for kind in HitKind}
        self.list = self._make_list()
        self.count = label("", "muted", wrap=False)
        self.empty = EmptyState("search", "")
        self.stack = stacked(self.empty, self.list)
        self._asked: tuple[str, tuple[HitKind, ...]] | None = None
        self._shown: tuple[str, tuple[HitKind, ...]] | None = None
        self._is_under_way = False
        self._has_index = False
        self._opens_first = False
        self._soon_found = later(self, _TYPING_MS, self.search)
        self._patience = later(self, _PATIENCE_MS, self._say_wait)
        self.setFocusProxy(self.field)
        column(
            row(label(t("Search"), "title", wrap=False), self.count, 1),
            self.field,
            row(*self.ticks.values(), 1, gap=TIGHT),
            self.stack,
            on=self, pad=WIDE, gap=SPACE,
        )  # fmt: skip
        self._say_nothing()

    def _make_field(self) -> QLineEdit:
        hint = t("Words, or parts of words; “in quotes” as they stand")
        made = field(name=t("Search everything"), hint=hint)
        made.setClearButtonEnabled(True)
        font = made.font()
        font.setPixelSize(type_size("lead"))
        made.setFont(font)
        made.setStyleSheet(f"font-size: {type_size('lead')}px;")
        made.addAction(icon("search", "muted", 18), QLineEdit.ActionPosition.LeadingPosition)
        made.textChanged.connect(self._typed)
        made.returnPressed.connect(self._enter)
        on_keys(made, (Qt.Key.Key_Down, Qt.Key.Key_PageDown), self._go_down)
        return made

    def _make_tick(self, kind: HitKind) -> QCheckBox:
        tick = QCheckBox(t(KINDS[kind]))
        tick.setChecked(True)
        tick.toggled.connect(lambda _: self.search())
        return tick

    def _make_list(self) -> _Results:
        made = _Results()
        dress_list(made, self.model, FoundDelegate(made), t("What was found"), even=False)
        made.chosen.connect(lambda: self.open_row(made.currentIndex().row()))
        made.left.connect(self._leave_list)
        made.clicked.connect(self._clicked)
        return made

    # Places.

    def show_place(self, place: Place) -> None:
        """Searches for what the place names."""
        is_same = place.item == self.query and self.model.rowCount() > 0
        super().show_place(place)
        if place.item != self.query:
            self.field.setText(place.item)
            self.search()
        # A person who comes back from a place continues in the list.
        comes_back = is_same and self.list.currentIndex().row() > 0
        self.setFocusProxy(self.list if comes_back else self.field)
        if not comes_back:
            self.field.selectAll()

    def refresh(self) -> None:
        """Searches again: what was found may have changed."""
        self._asked = None
        self.search()

    # Searching.

    @property
    def query(self) -> str:
        """What is searched for."""
        return self.field.text().strip()

    @property
    def kinds(self) -> tuple[HitKind, ...]:
        """What is ticked."""
        return tuple(kind for kind, tick in self.ticks.items() if tick.isChecked())

    def search(self) -> None:
        """Searches for what is in the field; one search at a time, the newest wish last."""
        self._soon_found.stop()
        wish = (self.query, self.kinds)
        if not self.query or not self.kinds:
            self._asked = self._shown = None
            self._say_nothing()
            return
        if self._is_under_way or wish == self._asked:
            return
        self._asked = wish
        self._is_under_way = True
        self._patience.start()
        finder, ctx = self.session.finder, self.session.ctx
        wanted = () if len(wish[1]) == len(HitKind) else wish[1]
        self.session.fetch(
            lambda: finder.find(ctx, wish[0], kinds=wanted, limit=LIMIT),
            self._show,
            self._failed,
            owner=self,
            slot="find",
        )

    def _show(self, found: tuple[Found, ...]) -> None:
        self._end_search()
        self._has_index = True
        if self._asked != (self.query, self.kinds):
            self.search()
            return
        before = self.model.row_at(self.list.currentIndex().row())
        same = self._shown == self._asked
        self._shown = self._asked
        self.model.show_rows(found)
        self._say_found(len(found))
        if found:
            known = -1 if before is None else self.model.place_of(self.model.key(before))
            place = max(0, known) if same else 0
            self.list.setCurrentIndex(self.model.index(place, 0))
        if self._opens_first:
            self._opens_first = False
            self.open_row(self.list.currentIndex().row())

    def _failed(self, error: BaseException) -> None:
        self._end_search()
        self._asked = None
        self._opens_first = False
        self.model.show_rows(())
        self.count.clear()
        self.stack.setCurrentWidget(self.empty)
        self.empty.say(t("The search did not work"), t("What is saved is not touched by this."))
        self.shell.tell(error)

    def _end_search(self) -> None:
        self._is_under_way = False
        self._patience.stop()

    # What the page says.

    def _say_found(self, count: int) -> None:
        self.stack.setCurrentWidget(self.list if count else self.empty)
        if count >= LIMIT:
            self.count.setText(t("the best {n} places; more words leave fewer", n=count))
        else:
            self.count.setText(tn("{n} place", "{n} places", count) if count else "")
        if not count:
            more = t("No results. Try fewer words or more sources.")
            self.empty.say(t("Nothing found"), more)

    def _say_nothing(self) -> None:
        """Nothing is searched for."""
        self.model.show_rows(())
        self.count.clear()
        self.stack.setCurrentWidget(self.empty)
        if self.query:
            self.empty.say(t("Nothing is ticked"), t("Tick what should be searched."))
            return
        self.empty.say(
            t("Find words anywhere in the project"),
            t(
                "Type in the field above. Briefs, rubrics, responses, comments and the "
                "rationales that you may see are searched, in English and Chinese."
            ),
        )

    def _say_wait(self) -> None:
        self.count.setText(t("Searching…"))
        if self._has_index:
            return
        self.stack.setCurrentWidget(self.empty)
        self.empty.say(
            t("The project is being read"),
            t("The first search may take a moment; those after it are quick."),
        )

    # Keys and mouse.

    def _typed(self) -> None:
        self._opens_first = False
        self._soon_found.start()
        if self.isVisible() and self.place.page:
            self.place = replace(self.place, item=self.query)
            self.shell.refine(self.place)

    def _enter(self) -> None:
        if self._shown == (self.query, self.kinds) and not self._is_under_way:
            self.open_row(max(0, self.list.currentIndex().row()))
            return
        self._opens_first = bool(self.query)
        self.search()

    def _go_down(self) -> None:
        if not self.model.rowCount():
            return
        self.list.setFocus()
        if not self.list.currentIndex().isValid():
            self.list.setCurrentIndex(self.model.index(0, 0))

    def _leave_list(self) -> None:
        self.setFocusProxy(self.field)
        self.field.setFocus()
        self.field.selectAll()

    def _clicked(self, index: QModelIndex) -> None:
        self.open_row(index.row())

    def open_row(self, place: int) -> None:
        """Opens the place in a row, where it stands."""
        found = self.model.row_at(place)
        if found is not None:
            self.shell.go(place_of(found))
