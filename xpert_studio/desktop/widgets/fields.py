"""Fields, pickers and tabs with the names that a screen reader says."""

from __future__ import annotations

from collections.abc import Callable, Iterable

from PySide6.QtCore import QPoint, QSignalBlocker, Qt
from PySide6.QtGui import QAction
from PySide6.QtWidgets import (
    QAbstractButton,
    QAbstractItemView,
    QButtonGroup,
    QCheckBox,
    QComboBox,
    QLabel,
    QLineEdit,
    QMenu,
    QPlainTextEdit,
    QProgressBar,
    QPushButton,
    QTabBar,
    QTabWidget,
    QWidget,
)

from xpert_studio.desktop.look import icon, px
from xpert_studio.desktop.widgets.labels import button
from xpert_studio.desktop.widgets.shown_text import menu_words
from xpert_studio.desktop.widgets.wiring import ENTER, later, on_keys

Then = Callable[[], object]
Options = Iterable[tuple[str, object]]
"""What is read, and what it stands for."""


def _size(widget: QWidget, least: int, most: int) -> None:
    if least:
        widget.setMinimumWidth(px(least))
    if most:
        widget.setMaximumWidth(px(most))


def field(
    text: str = "", *, name: str = "", hint: str = "", least: int = 0, most: int = 0
) -> QLineEdit:
    """A line to write in; its widths are pixels at 100 %."""
    made = QLineEdit(text, placeholderText=hint)
    made.setAccessibleName(name)
    _size(made, least, most)
    return made


def filter_field(
    hint: str, then: Then, pause_ms: int = 0, *, name: str = "", least: int = 0, most: int = 0
) -> QLineEdit:
    """A line that filters what is listed below it, at once or a pause after the last key.

    Down and Enter lead into the list, to the row that is highlighted; there Enter takes it.
    """
    made = field(name=name or hint, hint=hint, least=least, most=most)
    made.setClearButtonEnabled(True)
    made.addAction(icon("search", "muted", 16), QLineEdit.ActionPosition.LeadingPosition)
    when = later(made, pause_ms, then).start if pause_ms else then
    made.textChanged.connect(lambda _: when())
    on_keys(made, (Qt.Key.Key_Down, Qt.Key.Key_PageDown, *ENTER), lambda: _enter_list(made))
    return made


def _enter_list(above: QWidget) -> None:
    """Goes into the list that follows in the order of Tab and stands below."""
    found = above.nextInFocusChain()
    while found is not None and found is not above and not _is_list_below(found, above):
        found = found.nextInFocusChain()
    if isinstance(found, QAbstractItemView):
        if not found.currentIndex().isValid():
            found.setCurrentIndex(found.model().index(0, 0))
        found.setFocus(Qt.FocusReason.TabFocusReason)


def _is_list_below(widget: QWidget, above: QWidget) -> bool:
    return (
        isinstance(widget, QAbstractItemView)
        and widget.isVisible()
        and widget.window() is above.window()
        and widget.mapToGlobal(QPoint()).y() > above.mapToGlobal(QPoint()).y()
        and widget.model().rowCount() > 0
    )


def text_box(
    text: str = "", *, name: str = "", hint: str = "", high: int = 0, is_open: bool = True
) -> QPlainTextEdit:
    """Room for several lines, out of which the tab key leads; its height is pixels at 100 %."""
    made = QPlainTextEdit(text, readOnly=not is_open, tabChangesFocus=True, placeholderText=hint)
    made.setAccessibleName(name)
    if high:
        made.setFixedHeight(px(high))
    return made


def check_box(
    words: str, then: Then | None = None, *, is_on: bool = False, hint: str = ""
) -> QCheckBox:
    """A box to tick; `then` follows when it was ticked or cleared."""
    made = QCheckBox(menu_words(words))
    made.setAccessibleName(words)
    made.setChecked(is_on)
    made.setToolTip(hint)
    if then is not None:
        made.toggled.connect(lambda _: then())
    return made


def menu_button(
    words: str, fill: Callable[[QMenu], object], *, picture: str, kind: str = ""
) -> QPushButton:
    """A button with a menu that is filled anew whenever it is opened."""
    made = button(words, picture=picture, kind=kind)
    menu = QMenu(made, toolTipsVisible=True)

    def refill_menu() -> None:
        menu.clear()
        fill(menu)

    menu.aboutToShow.connect(refill_menu)
    made.setMenu(menu)
    return made


def picker(
    name: str,
    options: Options = (),
    then: Then | None = None,
    *,
    chosen: object = None,
    least: int = 0,
    most: int = 0,
) -> QComboBox:
    """One out of several; `then` follows when a person has chosen."""
    made = QComboBox(sizeAdjustPolicy=QComboBox.SizeAdjustPolicy.AdjustToContents)
    name_picker(made, name)
    _size(made, least, most)
    refill(made, options, chosen)
    if then is not None:
        made.activated.connect(lambda _: then())
    return made


def name_picker(made: QComboBox, name: str) -> None:
    """Names a list to choose from that has no caption: on Linux only a label's name is read."""
    made.setAccessibleName(name)
    caption = QLabel(name, made)
    caption.setBuddy(made)
    caption.hide()


def refill(made: QComboBox, options: Options, chosen: object = None) -> None:
    """Offers other options and emits no signal; the first is taken where the chosen one is gone."""
    with QSignalBlocker(made):
        made.clear()
        for said, value in options:
            made.addItem(said, value)
        made.setCurrentIndex(max(0, made.findData(chosen)))


def tab_bar(
    options: Options,
    then: Callable[[int], object] | Then | None = None,
    *,
    name: str = "",
    kind: str = "",
    scrolls: bool = True,
) -> QTabBar:
    """Tabs above what they turn to."""
    made = QTabBar(expanding=False, usesScrollButtons=scrolls)
    made.setProperty("kind", kind)
    made.setAccessibleName(name)
    for said, value in options:
        made.setTabData(made.addTab(said), value)
    if then is not None:
        made.currentChanged.connect(then)
    return made


def choices(
    owner: QWidget, words: Iterable[str], *, question: str = ""
) -> tuple[QButtonGroup, list[QPushButton]]:
    """Buttons of which one is pressed at a time, each with its place as its id in their group."""
    group = QButtonGroup(owner)
    made = [
        button(word, kind="choice", name=f"{question} {word}" if question else "") for word in words
    ]
    for place, choice in enumerate(made):
        choice.setCheckable(True)
        group.addButton(choice, place)
    return group, made


def progress_bar(
    name: str = "", *, width: int = 0, tone: str = "", total: int = 100, done: int = 0
) -> QProgressBar:
    """How much is done, of how much; words beside it say the number."""
    made = QProgressBar(textVisible=False, maximum=total, value=done)
    made.setAccessibleName(name)
    made.setProperty("tone", tone)
    if width:
        made.setFixedWidth(px(width))
    return made


def turn_to(tabs: QTabBar, value: object) -> None:
    """Turns to the tab of a value, or to the first one, and emits no signal."""
    values = [tabs.tabData(place) for place in range(tabs.count())]
    with QSignalBlocker(tabs):
        tabs.setCurrentIndex(values.index(value) if value in values else 0)


def tick(box: QAbstractButton | QAction, *, is_on: bool) -> None:
    """Ticks a box or not, and emits no signal."""
    with QSignalBlocker(box):
        box.setChecked(is_on)


def tabbed(*parts: tuple[QWidget, str]) -> QTabWidget:
    """Parts under tabs."""
    made = QTabWidget(documentMode=True)
    for part, name in parts:
        made.addTab(part, name)
    return made
