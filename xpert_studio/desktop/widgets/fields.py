"""Fields, pickers and tabs with the names that a screen reader says; files chosen and opened."""

from __future__ import annotations

import re
import tempfile
from collections.abc import Callable, Iterable
from functools import cache
from pathlib import Path
from typing import Final

from PySide6.QtCore import QBuffer, QIODevice, QSignalBlocker, QSize, Qt, QUrl, Signal
from PySide6.QtGui import QAction, QDesktopServices, QImage, QImageReader, QWheelEvent
from PySide6.QtWidgets import (
    QAbstractButton,
    QButtonGroup,
    QCheckBox,
    QComboBox,
    QFileDialog,
    QLabel,
    QLineEdit,
    QMenu,
    QPlainTextEdit,
    QProgressBar,
    QPushButton,
    QSpinBox,
    QTabBar,
    QTabWidget,
    QWidget,
)

from xpert_studio.core.documents import ENDINGS, media_type_of, upright
from xpert_studio.core.wording import number, t
from xpert_studio.desktop.look import icon, px
from xpert_studio.desktop.widgets.labels import button, retone
from xpert_studio.desktop.widgets.shown_text import menu_words
from xpert_studio.desktop.widgets.wiring import later, wire

# Pictures from anybody, made small enough to be shown; on any thread, better not the window's.

_MOST_PIXELS: Final = 40_000_000
WIDEST: Final = 1600


def picture(data: bytes, widest: QSize | None = None) -> QImage:
    """The picture that a file holds, turned as its EXIF orientation says; null where it is too large.

    Args:
        data: The file.
        widest: The box it has to fit into.
    """
    bounds = widest or QSize(WIDEST, WIDEST * 4)
    buffer = QBuffer()
    buffer.setData(upright(data))
    buffer.open(QIODevice.OpenModeFlag.ReadOnly)
    reader = QImageReader(buffer)
    size = reader.size()
    if size.width() * size.height() > _MOST_PIXELS:
        return QImage()
    if size.width() > bounds.width() or size.height() > bounds.height():
        fitting = size.scaled(bounds, Qt.AspectRatioMode.KeepAspectRatio)
        reader.setScaledSize(fitting.expandedTo(QSize(1, 1)))
    return reader.read()


# Chooses files to attach, and opens an attached one with the program for it.


def chosen_files(parent: QWidget) -> list[Path]:
    """The files that a person chooses; none where they cancel."""
    names, _ = QFileDialog.getOpenFileNames(
        parent,
        t("Add files"),
        "",
        t("Images, PDF, Office files, texts (*.png *.jpg *.jpeg *.gif *.webp *.pdf *.docx *.xlsx *.pptx *.xls *.xlsm *.odt *.ods *.odp *.rtf *.eml *.ipynb *.html *.txt *.md *.csv)"),
    )  # fmt: skip
    return [Path(name) for name in names]


def copy_to_open(name: str, data: bytes) -> Path:
    """Writes an attachment where a program can open it, until this program ends.

    Its ending is that of its content, whatever it is called: no file is opened as a program.

    Args:
        name: What the file is called.
        data: Its content.
    """
    ending = ENDINGS.get(media_type_of(data) or "", ".bin")
    stem = "".join(char if char.isalnum() or char in " -_" else "_" for char in Path(name).stem)
    path = Path(tempfile.mkdtemp(dir=_folder().name)) / f"{stem[:60] or 'attachment'}{ending}"
    path.write_bytes(data)
    return path


@cache
def _folder() -> tempfile.TemporaryDirectory[str]:
    return tempfile.TemporaryDirectory(prefix="xpert-studio-", ignore_cleanup_errors=True)


def open_file(path: Path) -> bool:
    """Opens a file or folder; whether the system could."""
    return QDesktopServices.openUrl(QUrl.fromLocalFile(str(path)))


def show_in_folder(path: Path) -> bool:
    """Opens the folder in which a file or folder lies; whether the system could."""
    return open_file(path.parent)


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
    """A line that filters what is listed with it, at once or a pause after the last key."""
    made = field(name=name or hint, hint=hint, least=least, most=most)
    made.setClearButtonEnabled(True)
    made.addAction(icon("search", "muted", 16), QLineEdit.ActionPosition.LeadingPosition)
    when = later(made, pause_ms, then).start if pause_ms else then
    made.textChanged.connect(lambda _: when())
    return made


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
    fills: bool = False,
) -> QTabBar:
    """Tabs above what they turn to; ``fills`` widens them to the room there is."""
    made = QTabBar(expanding=fills, usesScrollButtons=scrolls)
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


# Any of several, in a menu behind a button that says which.


class Picker(QPushButton):
    """A button with a menu of which any number can be ticked."""

    changed = Signal()

    def __init__(self, name: str, choices: Iterable[tuple[str, str]]) -> None:
        super().__init__(name, autoDefault=False)
        self._name = name
        self._menu = QMenu(self)
        self._ticks: dict[str, QAction] = {}
        self.setMenu(self._menu)
        self.fill(choices)

    def fill(self, choices: Iterable[tuple[str, str]]) -> None:
        """Offers other choices: (value, words); what was ticked stays ticked."""
        ticked = set(self.ticked)
        self._menu.clear()
        self._ticks = {}
        for value, words in choices:
            made = QAction(menu_words(words), self._menu, checkable=True, checked=value in ticked)
            wire((made.toggled, self._show), (made.toggled, self.changed))
            self._menu.addAction(made)
            self._ticks[value] = made

    @property
    def ticked(self) -> tuple[str, ...]:
        """What is ticked."""
        return tuple(value for value, tick in self._ticks.items() if tick.isChecked())

    def tick(self, values: Iterable[str]) -> None:
        """Ticks exactly these."""
        wanted = set(values)
        for value, made in self._ticks.items():
            tick(made, is_on=value in wanted)
        self._show()

    def _show(self) -> None:
        count = len(self.ticked)
        first = self._ticks[self.ticked[0]].text() if count else ""
        more = f" +{count - 1}" if count > 1 else ""
        self.setText(f"{self._name}: {first}{more}" if count else self._name)
        retone(self, "kind", "choice" if count else "")
        self.setAccessibleName(self.text())


# Numbers; in one of the fields empty is none, which is not zero.

_NUMBER: Final = re.compile(r"[+-]?\d+(\.\d+)?", re.ASCII)


class Spin(QSpinBox):
    """A whole number; the mouse wheel scrolls the page and leaves it alone."""

    def __init__(
        self, name: str, least: int, most: int, suffix: str = "", step: int = 1, wide: int = 0
    ) -> None:
        super().__init__(suffix=suffix, minimum=least, maximum=most, singleStep=step)
        self.setAccessibleName(name)
        self.setFixedWidth(px(wide or 84))
        self.lineEdit().setTextMargins(px(6), 0, 0, 0)
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)

    def wheelEvent(self, event: QWheelEvent) -> None:  # noqa: N802 - Qt's name
        """Passes it on."""
        event.ignore()


class NumberField(QLineEdit):
    """One number; whatever is typed stays, and ``fault`` says what is wrong with it.

    Args:
        name: What screen readers call it.
        least, most: Between which it lies.
        digits: Behind the point; 0 for whole numbers.
        empty: What stands in it while it is empty.
        wide: Its width in pixels at 100 %; the usual one where 0.
    """

    def __init__(
        self,
        name: str,
        least: float,
        most: float,
        *,
        digits: int = 0,
        empty: str = "",
        wide: int = 0,
    ) -> None:
        super().__init__(placeholderText=empty)
        self._range, self._digits = (least, most), digits
        self.setAccessibleName(name)
        self.setFixedWidth(px(wide or 110))

    @property
    def number(self) -> float | None:
        """What stands in it; None where that is nothing, or no number that may be."""
        found = _NUMBER.fullmatch(self.text().strip())
        behind = len(found[1] or ".") - 1 if found else 0
        value = float(found[0]) if found and behind <= self._digits else None
        return value if value is not None and self._range[0] <= value <= self._range[1] else None

    @property
    def whole(self) -> int | None:
        """The same as a whole number."""
        return None if self.number is None else int(self.number)

    def fault(self) -> str:
        """What is wrong with what stands in it; empty for nothing."""
        if not self.text().strip() or self.number is not None:
            return ""
        least, most = map(number, self._range)
        if self._digits:
            return t("Write a number from {least} to {most}, such as 0.5.", least=least, most=most)
        return t("Write a whole number from {least} to {most}.", least=least, most=most)

    def show_number(self, value: float | None) -> None:
        """Shows a number, or nothing."""
        self.setText("" if value is None else f"{value:.12g}")
