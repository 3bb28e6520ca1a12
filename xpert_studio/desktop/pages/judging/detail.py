"""The current checkpoint of a form with what is decided on it."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from PySide6.QtCore import Qt, Signal
from PySide6.QtGui import QKeyEvent
from PySide6.QtWidgets import QGridLayout, QHBoxLayout, QLabel, QLineEdit, QPushButton, QWidget

from xpert_studio.core.instruments import Choice, PartKind, instrument_of, parts_of
from xpert_studio.core.records import Checkpoint, Decision, Quote, RatingState
from xpert_studio.core.wording import listed, t, translated
from xpert_studio.desktop.look import GAP, PAD, TIGHT, px
from xpert_studio.desktop.names import choice_of, evidence_title, is_named, part_words
from xpert_studio.desktop.pages.judging.form_table import FormRow, facts_of
from xpert_studio.desktop.pages.judging.frame import quote_row
from xpert_studio.desktop.pages.judging.lines import is_final
from xpert_studio.desktop.widgets.labels import Card, button, label, retone, tool
from xpert_studio.desktop.widgets.layouts import box, clear, column, grid, put_in, row
from xpert_studio.desktop.widgets.texts import WritingField
from xpert_studio.desktop.widgets.wiring import enable_if, show_if, wire


class Rationale(WritingField):
    """Escape goes back to the lines.

    Signals:
        left: Back to the lines.
    """

    left = Signal()

    def keyPressEvent(self, event: QKeyEvent) -> None:  # noqa: N802 - Qt's name
        """Takes Escape."""
        if event.key() == Qt.Key.Key_Escape:
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

    Args:
        parts: What packs show below it.

    Attributes:
        picture_of: Gives the number of a region's picture, from 1; 0 where it is not known.

    Signals:
        decided: A value was chosen, or None where one was taken back.
        rated: A value was typed for a checkpoint: its id, and the value, or None for none.
        quote_dropped: A quote was taken out; its place.
        quote_chosen: A quote should be shown in the response.
        evidence_wanted: What is marked in the response should become a quote.
    """

    decided = Signal(object)
    rated = Signal(str, object)
    quote_dropped = Signal(int)
    quote_chosen = Signal(object)
    evidence_wanted = Signal()

    def __init__(self, parts: Sequence[QWidget] = ()) -> None:
        super().__init__()
        self.facts = label("", "small")
        self.notes = label("", "small").bound(600, 6)
        self.text = label("", "heading").bound(1500, 14)
        self.choices: dict[Decision, QPushButton] = {}
        self._texts: dict[Decision, QLabel] = {}
        self.picture_of: Callable[[Quote], int] = lambda _: 0
        self._offered: tuple[Choice, ...] = ()
        self._choosing = column(gap=TIGHT)
        self.scale = label("", "muted", wrap=False)
        self.caps = label("", "small").bound(1500, 12)
        self._line: FormRow | None = None
        self._wrong: dict[str, str] = {}
        self.typed = Typed(placeholderText=t("Type a value"))
        self.typed.setAccessibleName(t("Value"))
        self.typed.setMaximumWidth(px(180))
        wire(
            (self.typed.editingFinished, self.finish),
            (self.typed.left, self.finish),
            (self.typed.textEdited, self._read_letter),
            (self.typed.textChanged, lambda _: self._show_band()),
        )
        self._typing = box(row(self.typed, self.scale, 1, gap=GAP))
        self.problem = label("", "bad").bound(300, 3)
        show_if(False, self._typing, self.problem)
        self.rationale = Rationale(
            t("Rationale"),
            t("Rationale (Ctrl+Enter for the next checkpoint, Esc to change the decision)"),
            lines=4,
        )
        self.quotes = column(gap=TIGHT)
        self.add = button(
            t("Quote (Ctrl+E)"),
            self.evidence_wanted.emit,
            picture="quote",
            kind="quiet",
        )
        self.lock = label("", "warn")
        column(
            self.facts,
            self.text,
            self.notes,
            self._typing,
            self.problem,
            self._choosing,
            self.caps,
            self.lock,
            self.rationale,
            self.quotes,
            row(self.add, 1),
            *parts,
            1,
            on=self,
            pad=PAD,
            gap=GAP,
        )

    @property
    def wrong(self) -> frozenset[str]:
        """The lines where something was typed that is no value."""
        return frozenset(self._wrong)

    def begin(self) -> None:
        """Another form comes: what was typed in the last one is forgotten."""
        self._line, self._wrong = None, {}

    def show_row(self, line: FormRow | None, *, is_open: bool) -> None:
        """Shows a line."""
        self.setEnabled(line is not None)
        if line is None:
            return
        if self._line is not None and self._line.key != line.key:
            self.finish()  # what was typed belongs to the line that was shown
        point = line.checkpoint
        self.facts.setText(facts_of(point))
        self.text.setText(point.text)
        self.notes.say(point.notes or "")
        may = is_open and not line.is_locked
        self._show_value(line, may=may)
        enable_if(may, self.add, *self.choices.values())
        self._show_band()
        self.rationale.show_text(line.rationale)
        self.rationale.set_open(may)
        self.lock.say(
            t("A senior expert has confirmed this checkpoint; it is final.")
            if line.is_locked
            else t("It was decided on a text that has been edited since: decide again.")
            if line.is_stale
            else ""
        )
        quotes = (self._quote(n, line.evidence, may=may) for n in range(len(line.evidence)))
        put_in(self.quotes, quotes)

    def _show_value(self, line: FormRow, *, may: bool) -> None:
        """Shows buttons, or a field where keys do not choose all values."""
        point, is_other = line.checkpoint, self._line is None or self._line.key != line.key
        instrument = instrument_of(point)
        parts = parts_of(point, is_rating=True)
        self._offer(line.choices, point)
        self.scale.setText(
            listed(part_words(part) for part in parts if part.kind is PartKind.SCALE)
        )
        self.caps.say("\n".join(part_words(part) for part in parts if part.kind is PartKind.CAP))
        if is_other or self._line is None or self._line.value != line.value:
            if not is_other:
                self._wrong.pop(line.key, None)
            value = line.number
            self.typed.show_value("" if value is None else instrument.cell(value))
            self._show_wrong(line, may=may)
        self._line = line
        # Only now: a field that is hidden says that it was left.
        self.typed.setReadOnly(not may)
        self._typing.setVisible(not instrument.has_keys(point))

    def _show_wrong(self, line: FormRow, *, may: bool) -> None:
        """Shows what was typed on a line and is no value, until it is corrected."""
        wrong = self._wrong.get(line.key, "") if may else ""
        if wrong:
            self.typed.setText(wrong)
        told = translated(instrument_of(line.checkpoint).how_to_write(line.checkpoint))
        self.problem.say(told if wrong else "")

    def finish(self) -> None:
        """Decides on what was typed, or says how it is to be written."""
        line, text = self._line, self.typed.text()
        if line is None or self.typed.isReadOnly():
            return
        instrument = instrument_of(line.checkpoint)
        value = instrument.typed(text, line.checkpoint) if text.strip() else None
        is_wrong = bool(text.strip()) and value is None
        self._wrong.pop(line.key, None)
        if is_wrong:
            self._wrong[line.key] = text
        self._show_wrong(line, may=True)
        is_left = value is None and line.number is None  # an empty field takes no abstention back
        if not is_wrong and value != line.value and not is_left:
            self.rated.emit(line.key, value)

    def propose(self, value: float) -> None:
        """Puts a value into its field, to be accepted by Enter or written over."""
        line = self._line
        if line is not None and not self.typed.isReadOnly():
            self.typed.setFocus()
            self.typed.setText(instrument_of(line.checkpoint).cell(value))
            self.typed.selectAll()
        self._show_band()

    def _read_letter(self, text: str) -> None:
        """The letter of a band stands for its middle."""
        line = self._line
        choice = choice_of(text.strip().lower(), line.checkpoint) if line else None
        if choice is not None and choice.keys[0].isalpha():
            self.propose(choice.value)

    def _show_band(self) -> None:
        """Marks the choice of the value, or the one whose band holds what is being typed."""
        line = self._line
        if line is None:
            return
        instrument, point = instrument_of(line.checkpoint), line.checkpoint
        if instrument.has_keys(point):
            here = [value for value in self.choices if value == line.value]
        elif not self.typed.text() and isinstance(line.value, RatingState):
            here = [line.value]
        else:
            typed = instrument.typed(self.typed.text(), point)
            band = None if typed is None else instrument.band(typed, point)
            bands = {
                value: instrument.band(value, point)
                for value in self.choices
                if not isinstance(value, RatingState)
            }
            here = [value for value, own in bands.items() if band and own == band]
        for value, choice in self.choices.items():
            choice.setChecked(value in here)
            if value in self._texts:
                retone(self._texts[value], "kind", "" if value in here else "muted")

    def _offer(self, choices: tuple[Choice, ...], point: Checkpoint) -> None:
        """Makes the buttons of an instrument's values, below each other where they are described."""
        if choices == self._offered:
            return
        self._offered = choices
        clear(self._choosing)
        self.choices = {choice.decision: self._button(choice, point) for choice in choices}
        self._texts = {}
        values = [choice for choice in choices if not choice.state.is_abstention]
        if any(choice.text for choice in values):
            self._choosing.addLayout(self._described(values))
        else:
            self._choosing.addLayout(self._beside_each_other(values))
        if len(values) < len(choices):
            self._choosing.addLayout(self._beside_each_other(choices[len(values) :]))

    def _beside_each_other(self, choices: Sequence[Choice]) -> QHBoxLayout:
        return row(*(self.choices[choice.decision] for choice in choices), 1, gap=TIGHT)

    def _described(self, choices: Sequence[Choice]) -> QGridLayout:
        """Buttons below each other, each beside what a response is like that is rated so."""
        beside = grid(GAP, TIGHT, grow=(0, 1))
        for place, choice in enumerate(choices):
            said = label(choice.text, "muted").bound(600, 6)
            self._texts[choice.decision] = said
            beside.addWidget(self.choices[choice.decision], place, 0, Qt.AlignmentFlag.AlignTop)
            beside.addWidget(said, place, 1)
        return beside

    def _button(self, choice: Choice, point: Checkpoint) -> QPushButton:
        decides = is_final(choice, point)
        key, title = choice.keys[0] if choice.keys else "", t(choice.title)
        says_key = not key or title.lower() == key or title.lower().startswith(f"{key}:")
        tone = choice.tone if is_named(point) else ""
        made = button(
            title if says_key else f"{title} ({key})",
            lambda: self.decided.emit(choice.decision) if decides else self.propose(choice.value),
            kind="choice",
            picture={"good": "check", "bad": "x"}.get(tone, ""),
        )
        made.setProperty("verdict", {"good": "met", "bad": "not"}.get(tone, ""))
        made.setCheckable(True)
        made.setFocusPolicy(Qt.FocusPolicy.TabFocus)
        return made

    def _quote(self, place: int, among: Sequence[Quote], *, may: bool) -> QWidget:
        one = among[place]
        drop = tool("x", t("Take the quote out"), lambda: self.quote_dropped.emit(place))
        drop.setEnabled(may)
        return quote_row(
            one, evidence_title(one, among, self.picture_of(one)), self.quote_chosen.emit, drop
        )
