"""What the fields of a form are filled in with: a text, a number, one of several, any of several.

Each function describes one and makes it when it is given the name that a screen reader says. A
description holds texts that are marked for translation; they are translated when it is made.
"""

from __future__ import annotations

import shlex
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, replace
from decimal import Decimal
from functools import wraps
from pathlib import Path
from typing import Any, Concatenate, Final, ParamSpec, Protocol

from PySide6.QtCore import Qt, Signal, SignalInstance
from PySide6.QtWidgets import (
    QButtonGroup,
    QCheckBox,
    QComboBox,
    QCompleter,
    QFileDialog,
    QLineEdit,
    QRadioButton,
    QWidget,
)

from xpert_studio.core.wording import labelled, t
from xpert_studio.desktop.look import GAP, PAD, TIGHT, px
from xpert_studio.desktop.look.style_sheet import dress_window
from xpert_studio.desktop.widgets.chosen_tasks import ChosenTasks, TaskChoice
from xpert_studio.desktop.widgets.fields import (
    Options,
    check_box,
    choices,
    field,
    picker,
    refill,
    text_box,
    tick,
)
from xpert_studio.desktop.widgets.flow import Flow
from xpert_studio.desktop.widgets.labels import button, label
from xpert_studio.desktop.widgets.layouts import box, column, put_in, row
from xpert_studio.desktop.widgets.number_field import NumberField, Spin
from xpert_studio.desktop.widgets.picker import Picker
from xpert_studio.desktop.widgets.shown_text import menu_words
from xpert_studio.desktop.widgets.texts import WritingField


@dataclass(frozen=True, slots=True)
class Input:
    """What one value is entered in.

    Attributes:
        widget: What is put into the form; it takes the focus.
        read: Gives the value; empty or None where nothing is entered.
        show: Shows a value.
        changed: Signals another value, with every key.
        left: Signals that a person is done with it.
        fault: Says what is wrong with what is entered; empty for nothing.
        offer: Takes other things to choose from; what was chosen stays chosen where it is among them.
        finish: Ends what is being written in it, where that is kept back until a person pauses.
        set_open: Lets it be changed, or only be read; it is disabled for that where None.
        is_wide: Whether it fills the form from side to side.
        rows: Its rows, where it has such.
    """

    widget: QWidget
    read: Callable[[], Any]
    show: Callable[[Any], object]
    changed: SignalInstance
    left: SignalInstance
    fault: Callable[[], str] = str
    offer: Callable[[Iterable[Any]], object] = tuple
    finish: Callable[[], object] = tuple
    set_open: Callable[[bool], object] | None = None
    is_wide: bool = False
    rows: Rows | None = None


class Rows(Protocol):
    """Rows of fields, each of which can be wrong by itself; see ``form_rows``."""

    fill: Callable[[], Mapping[str, Any]]

    def begin(self) -> bool:
        """Goes where a text is missing; returns whether one is."""

    def tell(self, faults: Mapping[tuple[str | int, ...], str]) -> None:
        """Says what is wrong, by the place of a row and the name of a field in it."""


Kind = Callable[[str], Input]
"""Makes an input of the name that a screen reader says."""
P = ParamSpec("P")


def _described(make: Callable[Concatenate[str, P], Input]) -> Callable[P, Kind]:
    """Has all arguments but the name describe an input that is made once the name is given."""

    @wraps(make)
    def describe(*args: P.args, **kwargs: P.kwargs) -> Kind:
        return lambda name: make(name, *args, **kwargs)

    return describe


_WHOLE: Final = 2.0**53
"""Doubles from here on are whole, and not every whole number is one."""
_ADDED: Final = Qt.ItemDataRole.UserRole + 1
"""Says of one of several that it was not offered."""


@_described
def beside(name: str, kind: Kind, *others: QWidget) -> Input:
    """What a kind makes, with other things behind it, such as a button that goes with it."""
    made = kind(name)
    ground = box(row(made.widget, *others, gap=GAP // 2, grow=0))
    ground.setFocusProxy(made.widget)
    return replace(made, widget=ground)


@_described
def text(
    name: str,
    hint: str = "",
    *,
    is_secret: bool = False,
    wide: int = 0,
    enter: Callable[[], object] | None = None,
    is_exact: bool = False,
) -> Input:
    """One line.

    Args:
        name: What screen readers call it.
        hint: What stands in it while it is empty.
        is_secret: Whether what is written is never shown.
        wide: Its width in pixels at 100 %.
        enter: What the Enter key does in it.
        is_exact: Whether spaces around what is written belong to it.
    """
    made = field(name=name, hint=t(hint), least=wide, most=wide)
    if enter is not None:
        made.returnPressed.connect(enter)
    if is_secret:
        made.setEchoMode(QLineEdit.EchoMode.Password)
    return Input(
        made,
        lambda: made.text() if is_exact else made.text().strip(),
        lambda value: made.setText(value or ""),
        made.textChanged,
        made.editingFinished,
        is_wide=True,
        set_open=lambda is_open: made.setReadOnly(not is_open),
    )


@_described
def texts(name: str, hint: str = "") -> Input:
    """Several texts on one line, with commas between them."""

    def read(written: str) -> tuple[str, ...]:
        found = (one.strip() for one in written.replace("，", ",").split(","))
        return tuple(filter(None, found))

    return _as_one(text(hint)(name), read, ", ".join)


@_described
def lines(name: str, hint: str = "", *, high: int = 64, is_exact: bool = False) -> Input:
    """Several texts, one a line; spaces around them belong to them where ``is_exact``."""

    def read(written: str) -> tuple[str, ...]:
        found = written.splitlines()
        return tuple(one if is_exact else one.strip() for one in found if one.strip())

    return _as_one(long_text(hint, high=high, is_exact=is_exact)(name), read, "\n".join)


@_described
def typed(
    name: str, reads: Callable[[str], Any], hint: str = "", *, wide: int = 0, is_exact: bool = False
) -> Input:
    """One line that a function reads; its text where that makes None of it, None where empty."""
    made = text(hint, wide=wide, is_exact=is_exact)(name)

    def read() -> Any:
        written = made.read()
        found = reads(written) if written else None
        return (written or None) if found is None else found

    def show(value: Any) -> None:
        is_plain = isinstance(value, float) and abs(value) < _WHOLE
        written = f"{Decimal(repr(value)).normalize():f}" if is_plain else str(value)
        made.show("" if value is None else written)

    return replace(made, read=read, show=show, is_wide=not wide)


@_described
def command_words(name: str, hint: str = "") -> Input:
    """The words of a command, as a shell reads them; none while a quotation mark is open."""
    made = text(hint)(name)

    def read(written: str) -> tuple[str, ...]:
        try:
            return tuple(shlex.split(written))
        except ValueError:
            return ()

    def fault() -> str:
        is_open = made.read() and not read(made.read())
        return t("Close its quotation marks.") if is_open else ""

    return replace(_as_one(made, read, shlex.join), fault=fault)


def _as_one(
    made: Input,
    read: Callable[[str], tuple[str, ...]],
    written: Callable[[Iterable[str]], str],
) -> Input:
    """Several texts that are written as one; one that is given whole is shown as it is."""
    return replace(
        made,
        read=lambda: read(made.read()),
        show=lambda value: made.show(value if isinstance(value, str) else written(value or ())),
    )


@_described
def writing(name: str, hint: str = "", *, lines: int = 3) -> Input:
    """A text that grows with what is written, and is left when a person pauses too."""
    made = WritingField(name, t(hint), lines=lines)
    return Input(
        made,
        lambda: made.toPlainText().strip(),
        lambda value: made.show_text(value or ""),
        made.textChanged,
        made.finished,
        finish=made.finish,
        set_open=made.set_open,
        is_wide=True,
    )


@_described
def long_text(name: str, hint: str = "", *, high: int = 110, is_exact: bool = False) -> Input:
    """Several lines; spaces around them belong to them where ``is_exact``."""
    made = text_box(name=name, hint=t(hint), high=high)
    return Input(
        made,
        lambda: made.toPlainText() if is_exact else made.toPlainText().strip(),
        lambda value: made.setPlainText(value or ""),
        made.textChanged,
        made.textChanged,
        is_wide=True,
    )


@_described
def number(
    name: str,
    least: float,
    most: float,
    *,
    digits: int = 0,
    empty: str | None = None,
    suffix: str = "",
    step: int = 1,
    lowest: str = "",
    wide: int = 0,
) -> Input:
    """A number of a range; another one is offered as its lowest and highest.

    Args:
        name: What screen readers call it.
        least: The lowest.
        most: The highest.
        digits: Behind the point; 0 for whole numbers.
        empty: What an empty field means; None where there always is a number.
        suffix: Its unit, behind it.
        step: By how much an arrow key changes it.
        lowest: What the lowest number is called, where it is no plain number.
        wide: Its width in pixels at 100 %.
    """
    if empty is None:
        spin = Spin(name, int(least), int(most), suffix, step, wide)
        spin.setSpecialValueText(t(lowest))
        return Input(
            spin,
            spin.value,
            spin.setValue,
            spin.valueChanged,
            spin.editingFinished,
            offer=lambda bounds: spin.setRange(*bounds),
        )
    made = NumberField(name, least, most, digits=digits, empty=t(empty), wide=wide)
    return Input(
        made,
        lambda: made.number if digits else made.whole,
        made.show_number,
        made.textChanged,
        made.editingFinished,
        made.fault,
    )


@_described
def share(name: str) -> Input:
    """A part of a whole, from 0 to 1, which is written in per cent."""
    made, shown = number(0, 100, suffix=" %")(name), [0.0]

    def read() -> float:
        """One that was shown and is no whole per cent stays as it is."""
        is_same = round(shown[0] * 100) == made.read()
        return shown[0] if is_same else float(made.read()) / 100

    def show(value: float | None) -> None:
        shown[0] = value or 0.0
        made.show(round(shown[0] * 100))

    return replace(made, read=read, show=show)


@_described
def choice(
    name: str,
    offers: Callable[[], Options] = tuple,
    *,
    least: int = 0,
    is_searched: bool = False,
) -> Input:
    """One of several in a list; a value that is not offered is added while it is shown.

    Args:
        name: What screen readers call it.
        offers: Them.
        least: Its least width in pixels at 100 %.
        is_searched: Whether it is searched by typing any part of a name; nothing can be chosen.
    """
    made = picker(name, offers(), least=least)
    if is_searched:
        _search_in(made)

    def show(value: Any) -> None:
        last = made.count() - 1
        if made.itemData(last, _ADDED) and made.itemData(last) != value:
            made.removeItem(last)
        place = made.findData(value)
        if place < 0 and value:
            made.addItem(str(value), value)
            place = made.count() - 1
            made.setItemData(place, True, _ADDED)
        made.setCurrentIndex(place if is_searched else max(0, place))

    return Input(
        made,
        made.currentData,
        show,
        made.currentIndexChanged,
        made.activated,
        offer=lambda offers: refill(made, offers, made.currentData()),
    )


def _search_in(made: QComboBox) -> None:
    made.setEditable(True)
    made.setInsertPolicy(QComboBox.InsertPolicy.NoInsert)
    completer = QCompleter(
        made.model(),
        made,
        filterMode=Qt.MatchFlag.MatchContains,
        caseSensitivity=Qt.CaseSensitivity.CaseInsensitive,
    )
    popup = completer.popup()
    assert popup is not None
    dress_window(popup)
    made.setCompleter(completer)
    line = made.lineEdit()
    assert line is not None
    line.editingFinished.connect(lambda: line.setText(made.itemText(made.currentIndex())))


@_described
def suggested(name: str, offers: Callable[[], Iterable[str]] = tuple, hint: str = "") -> Input:
    """A line that offers texts, and takes any other."""
    made = QComboBox(editable=True, insertPolicy=QComboBox.InsertPolicy.NoInsert)
    made.setAccessibleName(name)
    made.setMinimumWidth(px(200))
    line = made.lineEdit()
    assert line is not None
    line.setPlaceholderText(t(hint))

    def offer(texts: Iterable[str]) -> None:
        before = made.currentText()
        refill(made, [(text, text) for text in texts])
        made.setEditText(before)

    offer(offers())
    return Input(
        made,
        lambda: made.currentText().strip(),
        lambda value: made.setEditText(value or ""),
        made.editTextChanged,
        line.editingFinished,
        offer=offer,
        is_wide=True,
    )


@_described
def ways(name: str, offers: Iterable[tuple[object, str, str]]) -> Input:
    """One of a few, each on a line with what it means.

    Args:
        name: What screen readers call it.
        offers: Value, title and meaning of each, marked for translation.
    """
    listed, made = tuple(offers), QWidget(accessibleName=name)
    group, inside = QButtonGroup(made), column(on=made, gap=GAP // 2)
    for place, (_, title, meaning) in enumerate(listed):
        one = QRadioButton(menu_words(t(title)))
        one.setAccessibleDescription(t(meaning))
        group.addButton(one, place)
        said = _meaning(t(meaning))
        inside.addLayout(column(one, said, gap=2))
        said.setVisible(bool(meaning))  # it would be a window before it stands on another
    return _one_of(made, group, [value for value, _, _ in listed])


def _meaning(words: str) -> QWidget:
    """What a box or a button means, below its words."""
    made = label(words, "small")
    made.setIndent(px(26))
    return made


@_described
def buttons(name: str, offers: Callable[[], Iterable[tuple[object, str, str]]]) -> Input:
    """One of a few, as buttons beside each other: the value, words and icon of each."""
    offered, made = list(offers()), QWidget()
    group, flow = QButtonGroup(made), Flow(on=made)
    for place, (_, words, picture) in enumerate(offered):
        one = button(words, kind="choice", picture=picture, name=labelled(name, words))
        one.setCheckable(True)
        one.setMinimumWidth(px(140))
        group.addButton(one, place)
        flow.addWidget(one)
    return _one_of(made, group, [value for value, _, _ in offered])


def _one_of(made: QWidget, group: QButtonGroup, values: list[Any]) -> Input:
    """The input of buttons of which one is down; their ids are places in the values."""
    made.setFocusProxy(group.button(0))
    group.buttonToggled.connect(lambda one, on: made.setFocusProxy(one) if on else None)

    def read() -> Any:
        return values[group.checkedId()] if group.checkedId() >= 0 else None

    def show(value: Any) -> None:
        if value in values:
            group.button(values.index(value)).setChecked(True)

    return Input(made, read, show, group.buttonToggled, group.idClicked, is_wide=True)


@_described
def yes_or_no(_: str, question: str) -> Input:
    """Yes or no to a question, which stands before the answers; None while it is open."""
    made = QWidget()
    group, (no, yes) = choices(made, (t("No"), t("Yes")), question=t(question))
    row(label(t(question)), yes, no, on=made, grow=0)

    def show(answer: bool | None) -> None:
        group.setExclusive(False)  # or one of them could not be let go
        no.setChecked(answer is False)
        yes.setChecked(answer is True)
        group.setExclusive(True)

    return replace(_one_of(made, group, [False, True]), show=show)


@_described
def boxes(
    name: str,
    offers: Callable[[], Iterable[tuple[str, str, str]]] = tuple,
    *,
    is_listed: bool = False,
) -> Input:
    """Any of a few, as boxes: the value, words and meaning of each.

    Args:
        name: What screen readers call it.
        offers: Them.
        is_listed: Whether they stand below each other with their meanings, not beside each other.
    """
    made = Several(offers(), is_listed=is_listed)
    made.setAccessibleName(name)
    return Input(
        made,
        made.ticked,
        made.tick,
        made.changed,
        made.changed,
        offer=made.offer,
        is_wide=True,
    )


class Several(QWidget):
    """Boxes to tick.

    Signals:
        changed: One was ticked or cleared.
    """

    changed = Signal()

    def __init__(self, offers: Iterable[tuple[str, str, str]], *, is_listed: bool) -> None:
        super().__init__()
        self.boxes: dict[str, QCheckBox] = {}
        self._is_listed = is_listed
        self._offered: list[tuple[str, str, str]] = []
        self._ground = column(on=self)
        self.offer(offers)

    def offer(self, offers: Iterable[tuple[str, str, str]]) -> None:
        """Gives boxes for these; what was ticked stays so where it is offered again."""
        before, offered = self.ticked(), list(offers)
        if offered == self._offered:
            return
        self._offered, self.boxes = offered, {}
        parts: list[QWidget] = []
        for value, words, meaning in offered:
            hint = "" if self._is_listed else meaning
            box_ = self.boxes[value] = check_box(words, self.changed.emit, hint=hint)
            box_.setAccessibleDescription(meaning)
            parts += [box_, _meaning(meaning)] if meaning and self._is_listed else [box_]
        listed = column(*parts, gap=TIGHT) if self._is_listed else Flow(*parts, gap=PAD)
        put_in(self._ground, [box(listed)])
        self.tick(before)
        if self.boxes:
            self.setFocusProxy(next(iter(self.boxes.values())))

    def ticked(self) -> tuple[str, ...]:
        """The values that are ticked."""
        return tuple(value for value, box_ in self.boxes.items() if box_.isChecked())

    def tick(self, values: Iterable[str]) -> None:
        """Ticks these and no others."""
        for value, box_ in self.boxes.items():
            tick(box_, is_on=value in values)


@_described
def several(_: str, title: str, offers: Callable[[], Iterable[tuple[str, str]]] = tuple) -> Input:
    """Any of several, in a menu behind a button that says which."""
    made = Picker(t(title), offers())
    return Input(made, lambda: made.ticked, made.tick, made.changed, made.changed, offer=made.fill)


@_described
def chosen_tasks(name: str, say: Callable[[int], str] | None = None) -> Input:
    """Tasks to tick; ``say`` says how many are ticked."""
    made = ChosenTasks(name, say)
    made.setFocusProxy(made.list)

    def show(ids: Iterable[str]) -> None:
        made.model.chosen = set()
        made.model.tick(ids, is_on=True)

    def offer(tasks: Iterable[TaskChoice]) -> None:
        offered = tuple(tasks)
        made.model.chosen &= {task.id for task in offered}
        made.model.offer(offered)

    return Input(
        made,
        lambda: frozenset(made.model.chosen),
        show,
        made.changed,
        made.changed,
        offer=offer,
        is_wide=True,
    )


@_described
def check(name: str, words: str) -> Input:
    """Yes or no."""
    made = check_box(t(words))
    made.setAccessibleName(name)
    return Input(
        made,
        made.isChecked,
        lambda value: tick(made, is_on=bool(value)),
        made.toggled,
        made.toggled,
    )


@_described
def path(
    name: str, choose: Callable[[QWidget, str, str], str], fault: Callable[[Path], str]
) -> Input:
    """A path, typed or chosen.

    Args:
        name: What screen readers call it.
        choose: Asks for one, given the window, a title and the path so far; empty where cancelled.
        fault: What is wrong with one; empty for nothing.
    """
    line = field(name=name)

    def read() -> Path:
        return Path(line.text().strip()).expanduser()

    def ask() -> None:
        line.setText(choose(made, name, line.text()) or line.text())

    made = box(row(line, button(t("Choose…"), ask)))
    made.setFocusProxy(line)
    return Input(
        made,
        read,
        lambda value: line.setText(str(value)),
        line.textChanged,
        line.editingFinished,
        lambda: fault(read()),
        is_wide=True,
    )


def no_folder(found: Path) -> str:
    """Says that a folder is not there; empty where it is."""
    return "" if found.is_dir() else t("There is no folder {path}.", path=found)


FOLDER: Final = path(QFileDialog.getExistingDirectory, no_folder)
"""A folder that there is."""
