"""The line at hand: its text, the two decisions, the rationale, the quotes."""

from __future__ import annotations

from PySide6.QtCore import Qt, Signal
from PySide6.QtGui import QKeyEvent
from PySide6.QtWidgets import QLineEdit, QPushButton, QWidget

from xpert_studio.desktop.look import GAP, PAD, TIGHT
from xpert_studio.desktop.pages.judging.model import SheetRow, facts_of
from xpert_studio.desktop.parts import Card, box, button, clear, column, label, row, tool
from xpert_studio.desktop.parts.bounds import hint
from xpert_studio.desktop.parts.texts import WritingField
from xpert_studio.desktop.wording import short, t
from xpert_studio.instruments import Choice, instrument_of
from xpert_studio.records import Quote


class Rationale(WritingField):
    """Ctrl+Enter is done and goes on; Escape goes back to the lines.

    Signals:
        done: The rationale is written: go on.
        left: Back to the lines.
    """

    done = Signal()
    left = Signal()

    def keyPressEvent(self, event: QKeyEvent) -> None:  # noqa: N802 - Qt's name
        """Passes the two keys on."""
        is_enter = event.key() in (Qt.Key.Key_Return, Qt.Key.Key_Enter)
        if is_enter and event.modifiers() & Qt.KeyboardModifier.ControlModifier:
            self.finish()
            self.done.emit()
        elif event.key() == Qt.Key.Key_Escape:
            self.finish()
            self.left.emit()
        else:
            super().keyPressEvent(event)


class Typed(QLineEdit):
    """A value that is typed; Escape takes back what was typed and goes back to the lines.

    Signals:
        left: Back to the lines.
    """

    left = Signal()
    _given = ""

    def show_value(self, text: str) -> None:
        """Shows the value that there is."""
        self._given = text
        self.setText(text)

    def keyPressEvent(self, event: QKeyEvent) -> None:  # noqa: N802 - Qt's name
        """Enter is done."""
        if event.key() == Qt.Key.Key_Escape:
            self.setText(self._given)
            self.left.emit()
            return
        super().keyPressEvent(event)
        if event.key() in (Qt.Key.Key_Return, Qt.Key.Key_Enter):
            self.left.emit()


class Detail(Card):
    """What is decided on one line.

    Signals:
        decided: A value was chosen, or None where one was taken back.
        quote_dropped: A quote was taken out; its place.
        quote_chosen: A quote should be shown in the response.
        evidence_wanted: What is marked in the response should become a quote.
    """

    decided = Signal(object)
    quote_dropped = Signal(int)
    quote_chosen = Signal(object)
    evidence_wanted = Signal()

    def __init__(self) -> None:
        super().__init__()
        self.facts = label("", "small")
        self.notes = label("", "small")
        self.text = label("", "")
        self.choices: dict[float, QPushButton] = {}
        self._offered: tuple[Choice, ...] = ()
        self._choosing = row()
        self._line: SheetRow | None = None
        self.typed = Typed()
        self.typed.setAccessibleName(t("Value"))
        self.typed.setPlaceholderText(t("Type a value"))
        self.typed.editingFinished.connect(self._type)
        self.typed.hide()
        self.problem = label("", "bad")
        self.problem.bound(300, 3)
        self.problem.hide()
        self.rationale = Rationale(
            t("Rationale"),
            t("Why? What in the response shows it? (R to write, Ctrl+Enter to go on)"),
            lines=3,
        )
        self.quotes = column(gap=TIGHT)
        for words, longest, lines in ((self.text, 1500, 14), (self.notes, 600, 6)):
            words.bound(longest, lines)
        self.add = button(
            t("Add the marked passage (E)"),
            self.evidence_wanted.emit,
            picture="quote",
            kind="quiet",
        )
        self.lock = label("", "warn")
        column(
            self.facts, self.text, self.notes,
            self._choosing, self.typed, self.problem,
            self.lock, self.rationale,
            self.quotes, row(self.add, 1),
            on=self, pad=PAD, gap=GAP,
        )  # fmt: skip
        self._shown: tuple[Quote, ...] | None = None

    def show_row(self, line: SheetRow | None, *, is_open: bool) -> None:
        """Shows a line."""
        self.setEnabled(line is not None)
        if line is None:
            return
        point = line.checkpoint
        self.facts.setText(facts_of(point))
        self.text.setText(point.text)
        self.notes.say(point.notes or "")
        may = is_open and not line.is_locked
        self._show_value(line, may=may)
        for value, choice in self.choices.items():
            choice.setChecked(line.value == value)
            choice.setEnabled(may)
        self.rationale.show_text(line.rationale)
        self.rationale.set_open(may)
        self.add.setEnabled(may)
        self.lock.say(
            t("A senior expert has confirmed this line; it is final.")
            if line.is_locked
            else t("It was decided on a text that has been edited since: decide again.")
            if line.is_stale
            else ""
        )
        self._show_quotes(line.evidence, may=may)

    def _show_value(self, line: SheetRow, *, may: bool) -> None:
        """Shows buttons, or a field where keys do not choose all values."""
        point, is_other = line.checkpoint, self._line is None or self._line.key != line.key
        instrument = instrument_of(point)
        has_keys = instrument.has_keys(point)
        self._offer(instrument.choices(point) if has_keys else ())
        self.typed.setVisible(not has_keys)
        self.typed.setReadOnly(not may)
        if is_other or self._line is None or self._line.value != line.value:
            self.typed.show_value("" if line.value is None else instrument.cell(line.value))
            self.problem.hide()
        self._line = line

    def _type(self) -> None:
        """Decides on what was typed, or says how it is to be written."""
        line, text = self._line, self.typed.text()
        if line is None or self.typed.isReadOnly():
            return
        instrument = instrument_of(line.checkpoint)
        value = instrument.parse(text, line.checkpoint) if text.strip() else None
        is_wrong = bool(text.strip()) and value is None
        self.problem.setText(instrument.how_to_write(line.checkpoint) if is_wrong else "")
        self.problem.setVisible(is_wrong)
        if not is_wrong and value != line.value:
            self.decided.emit(value)

    def _offer(self, choices: tuple[Choice, ...]) -> None:
        """Makes the buttons of an instrument's values."""
        if choices == self._offered:
            return
        self._offered = choices
        clear(self._choosing)
        self.choices = {choice.value: self._button(choice) for choice in choices}
        for made in self.choices.values():
            self._choosing.addWidget(made)
        self._choosing.addStretch(1)

    def _button(self, choice: Choice) -> QPushButton:
        made = button(
            f"{t(choice.title)} ({choice.keys[0]})",
            lambda: self.decided.emit(choice.value),
            kind="choice",
            picture={"good": "check", "bad": "x"}.get(choice.tone, ""),
        )
        made.setProperty("verdict", {"good": "met", "bad": "not"}.get(choice.tone, ""))
        made.setCheckable(True)
        made.setFocusPolicy(Qt.FocusPolicy.TabFocus)
        return made

    def _show_quotes(self, quotes: tuple[Quote, ...], *, may: bool) -> None:
        clear(self.quotes)
        for place, quote in enumerate(quotes):
            self.quotes.addWidget(self._quote(place, quote, may=may))

    def _quote(self, place: int, quote: Quote, *, may: bool) -> QWidget:
        shown = button(
            f"“{short(quote.quote, 70)}”", lambda: self.quote_chosen.emit(quote), kind="link"
        )
        shown.setToolTip(hint(quote.quote))
        drop = tool("x", t("Take the quote out"), lambda: self.quote_dropped.emit(place))
        drop.setEnabled(may)
        return box(row(shown, drop, 1, gap=TIGHT))
