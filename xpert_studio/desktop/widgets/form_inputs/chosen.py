"""Inputs in which a person chooses: one of several, any of several, yes or no."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import replace
from typing import Any, Final

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import (
    QButtonGroup,
    QCheckBox,
    QComboBox,
    QCompleter,
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
    picker,
    refill,
    tick,
)
from xpert_studio.desktop.widgets.flow import Flow
from xpert_studio.desktop.widgets.form_inputs.input import Input, described
from xpert_studio.desktop.widgets.labels import button, label
from xpert_studio.desktop.widgets.layouts import box, column, put_in, row
from xpert_studio.desktop.widgets.picker import Picker
from xpert_studio.desktop.widgets.shown_text import menu_words

_ADDED: Final = Qt.ItemDataRole.UserRole + 1
"""Says of one of several that it was not offered."""


@described
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
        search_in(made)

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


def search_in(made: QComboBox) -> None:
    """Has what a person types in a list of choices find those that hold it."""
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


@described
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


@described
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


@described
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


@described
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


@described
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


@described
def several(_: str, title: str, offers: Callable[[], Iterable[tuple[str, str]]] = tuple) -> Input:
    """Any of several, in a menu behind a button that says which."""
    made = Picker(t(title), offers())
    return Input(made, lambda: made.ticked, made.tick, made.changed, made.changed, offer=made.fill)


@described
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


@described
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
