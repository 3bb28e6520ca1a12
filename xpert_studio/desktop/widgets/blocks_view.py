"""Shows the blocks of a section in the window: figures, sentences, tables, cases and charts.

Widgets are kept from one showing to the next, so that a table keeps its order and its current row.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from functools import partial
from itertools import groupby, product
from typing import Final, TypeVar, cast

from PySide6.QtCore import Signal
from PySide6.QtGui import QGuiApplication, QResizeEvent
from PySide6.QtWidgets import (
    QApplication,
    QLabel,
    QMenu,
    QPushButton,
    QSizePolicy,
    QVBoxLayout,
    QWidget,
)

from xpert_studio.core.wording import labelled, t, tn
from xpert_studio.core.workflow.steps import STEPS
from xpert_studio.desktop.look import GAP, SPACE, TIGHT, px
from xpert_studio.desktop.shell import Shell
from xpert_studio.desktop.widgets.chart_view import ChartCard
from xpert_studio.desktop.widgets.flow import Flow
from xpert_studio.desktop.widgets.grid import GridCell, GridColumn
from xpert_studio.desktop.widgets.labels import FigureCard, label, tool
from xpert_studio.desktop.widgets.layouts import column, row
from xpert_studio.desktop.widgets.report_tables import TableView
from xpert_studio.desktop.widgets.row_menu import offer_menu
from xpert_studio.desktop.widgets.shown_text import hint
from xpert_studio.desktop.widgets.spans import HeatLegend
from xpert_studio.desktop.widgets.wiring import show_if
from xpert_studio.report.blocks import (
    Action,
    Block,
    CaseBlock,
    Figure,
    Heading,
    KeyFigure,
    Listing,
    Note,
    Settings,
    Table,
    Text,
)
from xpert_studio.report.csv_tables import Value
from xpert_studio.report.shown_blocks import in_full, shortened

Made = TypeVar("Made", bound=QWidget)
View = TypeVar("View", bound=TableView)
Kept = dict[str, list[QWidget]]
Tables = list[tuple[str, list[list[Value]]]]


class KeyFigures(QWidget):
    """Figures beside each other, each on a card."""

    def __init__(self) -> None:
        super().__init__()
        self.cards: list[FigureCard] = []
        self._inside = Flow(on=self, gap=GAP)

    def show_figures(self, figures: Sequence[KeyFigure]) -> None:
        """Shows other figures; tooltips say what they mean, and why they are less sure."""
        for card in self.cards:
            card.hide()
            card.deleteLater()
        self.cards = [FigureCard(figure.title) for figure in figures]
        for card, one in zip(self.cards, figures, strict=True):
            note = f"{one.interval} ‡" if one.interval and one.caution else one.interval
            card.show_figure(one.value, note or one.beside)
            card.setToolTip(hint("\n".join(filter(None, (one.meaning, one.beside, one.caution)))))
            self._inside.addWidget(card)


class Footnotes(QWidget):
    """What limits the figures: a line, and all of it behind a button."""

    def __init__(self) -> None:
        super().__init__()
        self.line, self.rest = label("", "muted"), label("", "muted")
        self.more = tool(
            "info",
            t("What limits these figures"),
            lambda: self.rest.setVisible(self.rest.isHidden()),
        )
        column(row(self.more, self.line, grow=(0, 1)), self.rest, on=self, gap=TIGHT)
        self.rest.hide()

    def show_notes(self, notes: Sequence[Note], line: str = "") -> None:
        """Shows other notes; those of the last showing stay open where they were.

        Args:
            notes: All of them.
            line: What stands beside the button; the short form of the notes where empty.
        """
        short = [one.text for one in shortened(notes) if isinstance(one, Note)]
        whole = [note.text for note in notes if note.text]
        self.line.setText(line or (short[0] if short else tn("{n} note", "{n} notes", len(whole))))
        self.rest.setText("\n".join(f"• {text}" for text in whole))


class CasesView(TableView):
    """Cases as rows: where, the checkpoint, and who said what; the tooltip says why."""

    def __init__(self, name: str) -> None:
        super().__init__(name)
        self.cases: tuple[CaseBlock, ...] = ()

    def show_cases(self, cases: Sequence[CaseBlock]) -> None:
        """Shows other cases; the current one stays current."""
        self.cases = tuple(cases)
        columns = (
            GridColumn("checkpoint", t("Checkpoint"), self._checkpoint, 260),
            GridColumn("said", t("Decisions"), self._said, 240),
            GridColumn("where", t("Response"), lambda n: GridCell(self.cases[n].header), 200),
        )
        self.show_rows_of(columns, [case.opens for case in cases])

    def _checkpoint(self, n: int) -> GridCell:
        case = self.cases[n]
        return GridCell(case.checkpoint, is_strong=True, opens=bool(case.opens))

    def _said(self, n: int) -> GridCell:
        sides = self.cases[n].sides
        words = [labelled(side.who, side.word) for side in sides]
        why = (f"{word}. {side.rationale}" for word, side in zip(words, sides, strict=True))
        return GridCell(" · ".join(words), hint="\n\n".join(why))

    def plain(self) -> list[list[Value]]:
        """A row for each side, the heads first, to be written to a file."""
        heads: list[Value] = [
            t("Response"),
            t("Checkpoint"),
            t("Expert"),
            t("Decision"),
            t("Rationale"),
        ]
        rows: list[list[Value]] = [
            [case.header, case.checkpoint, side.who, side.word, side.rationale]
            for case in self.cases
            for side in case.sides
        ]
        return [heads, *rows]


_ROOM: Final = 1000
"""With less than so many pixels at 100 % charts stand below each other."""


class Charts(QWidget):
    """Charts that follow each other: in two columns where there is room, else in one.

    Args:
        make: Makes the card of one.
    """

    def __init__(self, make: Callable[[], ChartCard]) -> None:
        super().__init__()
        self.cards: list[ChartCard] = []
        self._make, self._made = make, list[ChartCard]()
        self._columns = column(1, gap=SPACE), column(1, gap=SPACE)
        self._inside = row(*self._columns, on=self, gap=SPACE, grow=(1, 1))

    def show_figures(self, figures: Sequence[Figure]) -> None:
        """Shows other charts."""
        self._made += [self._make() for _ in figures[len(self._made) :]]
        self.cards = self._made[: len(figures)]
        for card, one in zip(self.cards, figures, strict=True):
            card.show_title(one.chart.description)
            card.reading.setText(one.caption)
        self._arrange()
        for card, one in zip(self.cards, figures, strict=True):
            card.show_chart(one.chart)
        show_if(False, *self._made[len(figures) :])

    def resizeEvent(self, event: QResizeEvent) -> None:  # noqa: N802 - Qt's name
        """With another width there may be room for another number of columns."""
        super().resizeEvent(event)
        if event.size().width() != event.oldSize().width():
            self._arrange()

    def _arrange(self) -> None:
        """Puts each chart below the shorter column."""
        used = self._columns[: 2 if len(self.cards) > 1 and self.width() >= px(_ROOM) else 1]
        high = dict.fromkeys(used, 0)
        for card, one in product(self.cards, self._columns):
            one.removeWidget(card)
        for card in self.cards:
            shorter = min(used, key=high.__getitem__)
            shorter.insertWidget(shorter.count() - 1, card)  # what is left stays below
            high[shorter] += card.view.heightForWidth(self.width() // len(used))
        for place in range(2):
            self._inside.setStretch(place, int(place < len(used)))


class ActionButton(QPushButton):
    """Carries out the action that it offers.

    Args:
        carry_out: Does it.
    """

    def __init__(self, carry_out: Callable[[Action], None]) -> None:
        super().__init__()
        self.action = Action("", "")
        self.setSizePolicy(QSizePolicy.Policy.Maximum, QSizePolicy.Policy.Fixed)
        self.clicked.connect(lambda: carry_out(self.action))

    def offer(self, action: Action) -> None:
        """Offers another action."""
        self.action = action
        self.setText(action.words)


class BlocksView(QWidget):
    """The blocks of a section below each other.

    Args:
        shell: Where it stands.
        name: What screen readers call its tables before they are shown.

    Attributes:
        shown: The widgets that are shown, in their order.
        offers: Puts entries for a target into the menu of its row, above those that each row has.

    Signals:
        opened: The user wants what a row stands for: its target, from the outside in.
        stepped: An action was carried out; what is shown may be another now.
    """

    opened = Signal(object)
    stepped = Signal()

    def __init__(self, shell: Shell, name: str) -> None:
        super().__init__()
        self._shell, self._name = shell, name
        self._made: Kept = {}
        self.offers: Callable[[QMenu, tuple[str, ...]], object] = self._offer_opening
        self.shown: list[QWidget] = []
        self._inside: QVBoxLayout = column(on=self, gap=SPACE)

    @property
    def tables(self) -> list[TableView]:
        """The tables that are shown, in their order."""
        return [one for one in self.shown if isinstance(one, TableView)]

    @property
    def charts(self) -> list[ChartCard]:
        """The charts that are shown, in their order."""
        return [card for one in self.shown if isinstance(one, Charts) for card in one.cards]

    def show_blocks(self, blocks: Iterable[Block]) -> None:
        """Shows other blocks: notes together where the last one stands, actions at the end."""
        given = list(blocks)
        found = in_full(given)
        notes = [block for block in found if isinstance(block, Note)]
        last = max((n for n, block in enumerate(found) if isinstance(block, Note)), default=-1)
        before, self.shown = self.shown, []
        focus = QApplication.focusWidget()
        has_focus = focus is not None and self.isAncestorOf(focus)
        left = {kind: list(made) for kind, made in self._made.items()}
        for part in (found[: last + 1], found[last + 1 :]):
            rest = (block for block in part if not isinstance(block, Note))
            for kind, group in groupby(rest, key=type):
                self.shown += self._widgets(kind, list(group), left)
            if notes:
                foot = self._take("notes", left, Footnotes)
                foot.show_notes(notes)
                self.shown.append(foot)
                notes = []
        self.shown += self._actions(given, left)
        for widget in before:
            self._inside.removeWidget(widget)
            show_if(widget in self.shown, widget)
        for widget in self.shown:
            self._inside.addWidget(widget)
            widget.show()
        if has_focus and QApplication.focusWidget() is None:  # it was on what is gone
            self.focusNextChild()

    def _actions(self, blocks: Iterable[Block], left: Kept) -> Iterator[QWidget]:
        """A button for each action that has a step which this person is offered."""
        session = self._shell.session
        for action in (block for block in blocks if isinstance(block, Action) and block.step):
            step = STEPS.get(action.step[0])
            if step is None or session.project.read_only or not session.has_role(*step.roles):
                continue
            made = self._take("action", left, lambda: ActionButton(self._carry_out))
            made.offer(action)
            yield made

    def _carry_out(self, action: Action) -> None:
        ctx, shell = self._shell.session.ctx, self._shell
        name, *arguments = action.step

        def done(said: str) -> None:
            shell.say(said, "good")
            self.stepped.emit()

        shell.session.perform(lambda: STEPS[name].run(ctx, arguments), done)

    def _widgets(self, kind: type[Block], group: list[Block], left: Kept) -> Iterator[QWidget]:
        """Widgets of blocks of one kind that follow each other."""
        if kind is KeyFigure:
            figures = self._take("figures", left, KeyFigures)
            figures.show_figures([one for one in group if isinstance(one, KeyFigure)])
            yield figures
        elif kind is Figure:
            charts = self._take("charts", left, lambda: Charts(self._new_chart))
            charts.show_figures([one for one in group if isinstance(one, Figure)])
            yield charts
        elif kind is CaseBlock:
            cases = self._table(CasesView, left)
            cases.show_cases([one for one in group if isinstance(one, CaseBlock)])
            yield cases
        else:
            for block in group:
                yield from self._one(block, left)

    def _one(self, block: Block, left: Kept) -> Iterator[QWidget]:
        match block:
            case Heading(text):
                yield self._label(text, "heading", left)
            case Text(text):
                yield self._label(text, "", left)
            case Listing(entries):
                yield self._label("\n".join(f"• {entry}" for entry in entries), "", left)
            case Settings(entries, caption):
                lines = [caption, *(labelled(name, value) for name, value in entries)]
                yield self._label("\n".join(filter(None, lines)), "muted", left)
            case Table():
                if block.caption:
                    yield self._label(block.caption, "muted", left)
                view = self._table(TableView, left)
                view.show_table(block)
                yield view
                if block.shaded:
                    yield self._take("legend", left, HeatLegend)

    def _label(self, text: str, kind: str, left: Kept) -> QLabel:
        made = self._take(f"label {kind}", left, lambda: label("", kind))
        made.setText(text)
        return made

    def _table(self, kind: type[View], left: Kept) -> View:
        return self._take(kind.__name__, left, lambda: self._new_table(kind))

    def _new_table(self, kind: type[View]) -> View:
        view = kind(self._name)
        view.wants.connect(self.opened)
        offer_menu(view, partial(self._fill_menu, view))
        return view

    def _offer_opening(self, menu: QMenu, target: tuple[str, ...]) -> None:
        menu.addAction(t("Open"), lambda: self.opened.emit(target))

    def _fill_menu(self, view: TableView, menu: QMenu, _: int) -> None:
        """What is offered at the current row."""
        if target := view.current:
            self.offers(menu, target)
            menu.addSeparator()
        clipboard = QGuiApplication.clipboard()
        menu.addAction(t("Copy"), lambda: clipboard.setText(view.selected_text()))

    def _new_chart(self) -> ChartCard:
        card = ChartCard(self._shell, "", " ")
        card.opened.connect(self.opened)
        return card

    def _take(self, key: str, left: Kept, make: Callable[[], Made]) -> Made:
        """The next widget of a kind, made where there is none left."""
        if left.get(key):
            return cast("Made", left[key].pop(0))
        made = make()
        self._made.setdefault(key, []).append(made)
        return made

    def plain(self) -> Tables:
        """The tables that are shown, each with its name, to be written to a file."""
        return [(view.accessibleName(), view.plain()) for view in self.tables]
