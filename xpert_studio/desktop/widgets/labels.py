"""Words on a page: headings, quiet notes, chips; and the buttons that go with them."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

from PySide6.QtCore import QSize, Qt
from PySide6.QtGui import QFontDatabase, QGuiApplication, QKeyEvent
from PySide6.QtWidgets import (
    QAbstractButton,
    QFrame,
    QLabel,
    QLayout,
    QLineEdit,
    QPushButton,
    QSizePolicy,
    QToolButton,
    QWidget,
)

from xpert_studio.core.wording import t
from xpert_studio.desktop.look import (
    GAP,
    PAD,
    TIGHT,
    icon,
    icon_before_words,
    pixmap,
    px,
    size_before_words,
    type_of,
)
from xpert_studio.desktop.next_steps import NextStep
from xpert_studio.desktop.places import Place
from xpert_studio.desktop.widgets.layouts import column, row
from xpert_studio.desktop.widgets.shown_text import breakable, clipped, menu_words
from xpert_studio.desktop.widgets.shown_text import hint as plain_hint
from xpert_studio.desktop.widgets.wiring import ENTER

_LONGEST: Final = 4000
_LINES: Final = 60
_HEAD: Final = 300
_HEADS: Final = frozenset({"title", "lead_title", "heading", "label"})


class BoundedLabel(QLabel):
    """A label that is of bounded size, whatever it is given; what it leaves out its hint says."""

    def __init__(self, kind: str, *, wrap: bool, parent: QWidget | None) -> None:
        super().__init__(parent, wordWrap=wrap, textFormat=Qt.TextFormat.PlainText)
        self._bound = (_HEAD if kind in _HEADS or not wrap else _LONGEST, _LINES if wrap else 2)
        self._is_cut = False
        self.setProperty("kind", kind)

    def bound(self, longest: int, lines: int) -> BoundedLabel:
        """Shows no more than so much; for where there is little room."""
        self._bound = (longest, lines)
        return self

    def say(self, text: str, tone: str | None = None) -> None:
        """Says something, in another tone where one is named; makes room where nothing is said."""
        self.setText(text)
        self.setVisible(bool(text))
        if tone is not None:
            retone(self, "chip" if self.property("chip") else "kind", tone)

    def setText(self, text: str) -> None:  # noqa: N802 - Qt's name
        """Shows a text, or its beginning."""
        shown = clipped(text, *self._bound)
        super().setText(breakable(shown) if self.wordWrap() else shown)
        if shown != text or self._is_cut:
            self._is_cut = shown != text
            self.setToolTip(plain_hint(text) if self._is_cut else "")


def label(
    text: str = "", kind: str = "", *, wrap: bool = True, parent: QWidget | None = None
) -> BoundedLabel:
    """A label; plain text only, whatever a project's records hold.

    Args:
        text: What it says.
        kind: ``title``, ``heading``, ``label``, ``muted``, ``small``, ``figure``, or a tone.
        wrap: Whether it breaks into lines.
        parent: What it stands on.
    """
    made = BoundedLabel(kind, wrap=wrap, parent=parent)
    made.setText(text)
    if wrap:
        made.setSizePolicy(QSizePolicy.Policy.Preferred, QSizePolicy.Policy.Minimum)
    return made


def sign(picture: str, use: str, size: int) -> BoundedLabel:
    """An icon by itself, in a colour of the theme; its size is pixels at 100 %."""
    made = label(wrap=False)
    made.setPixmap(pixmap(picture, use, size))
    made.setAlignment(Qt.AlignmentFlag.AlignCenter)
    return made


def chip(text: str, tone: str) -> BoundedLabel:
    """A short word on a coloured ground."""
    made = label(text, wrap=False)
    made.setProperty("chip", tone)
    made.setSizePolicy(QSizePolicy.Policy.Maximum, QSizePolicy.Policy.Maximum)
    return made


def retone(widget: QWidget, name: str, value: object) -> None:
    """Changes a property that the style sheet looks at."""
    widget.setProperty(name, value)
    widget.style().unpolish(widget)
    widget.style().polish(widget)


def button(
    text: str,
    run: Callable[[], object] | None = None,
    *,
    kind: str = "",
    picture: str = "",
    hint: str = "",
    name: str = "",
) -> QPushButton:
    """A button.

    Args:
        text: What it says.
        run: What it does.
        kind: ``primary``, ``danger``, ``quiet``, ``link`` or ``choice``.
        picture: An icon's name.
        hint: Its tooltip.
        name: What screen readers call it, where its words do not say it.
    """
    made = _Button(menu_words(text), autoDefault=False)
    made.setAccessibleName(name)
    made.setSizePolicy(QSizePolicy.Policy.Maximum, QSizePolicy.Policy.Fixed)
    made.setProperty("kind", kind)
    if picture:
        tone = {"primary": "on_accent", "danger": "bad", "link": "accent"}.get(kind, "text")
        made.setIcon(icon_before_words(picture, tone))
    made.setIconSize(size_before_words())
    made.setToolTip(plain_hint(hint))
    if kind == "link":
        made.setCursor(Qt.CursorShape.PointingHandCursor)
    if run is not None:
        made.clicked.connect(lambda: run())
    return made


def _press(button: QAbstractButton, event: QKeyEvent) -> None:
    """Enter alone is a click."""
    is_alone = not event.modifiers() & ~Qt.KeyboardModifier.KeypadModifier
    if is_alone and event.key() in ENTER:
        button.click()
    else:
        QAbstractButton.keyPressEvent(button, event)


class _Button(QPushButton):
    """Enter presses it too where it has the focus, in forms and out of them."""

    keyPressEvent = _press  # noqa: N815 - Qt's name


class ToolButton(QToolButton):
    """A button of the rail or a bar; Enter presses it too."""

    keyPressEvent = _press  # noqa: N815 - Qt's name


def tool(picture: str, hint: str, run: Callable[[], object] | None = None) -> QToolButton:
    """A button that is only a picture; its hint is its name for screen readers too."""
    made = ToolButton()
    made.setIcon(icon(picture, "muted", 18))
    made.setIconSize(QSize(px(18), px(18)))
    made.setToolTip(plain_hint(hint))
    made.setAccessibleName(hint)
    made.setFocusPolicy(Qt.FocusPolicy.TabFocus)
    if run is not None:
        made.clicked.connect(lambda: run())
    return made


def line() -> QFrame:
    """A thin line between parts of a page."""
    made = card(kind="line")
    made.setFixedHeight(1)
    return made


class Card(QFrame):
    """A ground for things that belong together."""

    def __init__(self, kind: str = "card", parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setProperty("kind", kind)


def card(inside: QLayout | None = None, kind: str = "card") -> QFrame:
    """A ground with things on it."""
    made = Card(kind)
    if inside is not None:
        made.setLayout(inside)
    return made


class FigureCard(Card):
    """One figure."""

    def __init__(self, name: str) -> None:
        super().__init__()
        self._name = name
        self.figure = label("–", "figure", wrap=False)
        self.note = label("", "small")
        column(label(name, "label"), self.figure, self.note, 1, on=self, pad=PAD, gap=TIGHT)

    def show_figure(self, figure: str, note: str = "") -> None:
        """Shows it."""
        self.figure.setText(figure)
        self.note.setText(note)
        self.figure.setAccessibleName(f"{self._name}: {figure}. {note}")


class CopiedLine(QWidget):
    """One line."""

    def __init__(self, name: str) -> None:
        super().__init__()
        self.field = QLineEdit(readOnly=True)
        self.field.setAccessibleName(name)
        fixed = QFontDatabase.systemFont(QFontDatabase.SystemFont.FixedFont)
        self.field.setFont(type_of(fixed, "body"))
        self.copy = tool("copy", t("Copy: {what}", what=name), self.take)
        row(self.field, self.copy, on=self, gap=GAP)
        self._whole = ""

    def show_text(self, text: str) -> None:
        """Shows a line; of a very long one the beginning, while all of it is copied."""
        self._whole = text
        self.field.setText(text[:4000])
        self.field.setCursorPosition(0)

    def take(self) -> None:
        """Copies the whole line."""
        QGuiApplication.clipboard().setText(self._whole)


class NextButton(QWidget):
    """Hidden until something has ended; stands where the button was that ended it.

    Args:
        go: Goes to a place.
    """

    def __init__(self, go: Callable[[Place], object]) -> None:
        super().__init__()
        self._words = label("", "muted", wrap=False)
        self.act = button("", lambda: go(self._place), kind="primary", picture="arrow-right")
        self._place, self.about = Place("home"), ""
        row(self._words, self.act, on=self, gap=GAP, grow=0)
        self.hide()

    def concern(self, about: str) -> None:
        """Something is shown: what comes after another is offered no more."""
        if about != self.about:
            self.about = about
            self.hide()

    def offer(self, step: NextStep) -> None:
        """Shows what has ended and what comes next."""
        self._words.setText(step.text)
        self.act.setText(step.act)
        self.act.setToolTip(plain_hint(step.about))
        self._place = step.place
        self.show()
