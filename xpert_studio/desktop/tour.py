"""The tour: a few steps, each beside the control it is about; Esc leaves it."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Final

from PySide6.QtCore import QEvent, QObject, QPoint, QRect, Qt
from PySide6.QtGui import QKeyEvent, QKeySequence, QShortcut
from PySide6.QtWidgets import QApplication, QWidget
from shiboken6 import isValid

from xpert_studio.core.wording import t
from xpert_studio.desktop.look import GAP, PAD, SPACE, TIGHT, px
from xpert_studio.desktop.widgets.labels import Card, button, label
from xpert_studio.desktop.widgets.layouts import column, row

_WIDTH: Final = 320


@dataclass(frozen=True, slots=True)
class TourStep:
    """What is told, and of which control."""

    title: str
    text: str
    control: Callable[[], QWidget]


class Tour(Card):
    """Shows one step after the other over a window; nothing moves.

    Args:
        window: Over which window.
        steps: What is told.
    """

    def __init__(self, window: QWidget, steps: Sequence[TourStep]) -> None:
        super().__init__("tour", window)
        self.setFixedWidth(px(_WIDTH))
        self._window, self._steps, self._at = window, steps, 0
        self._before: QWidget | None = window.focusWidget()
        self._ring = Card("ring", window)
        self._ring.setAttribute(Qt.WidgetAttribute.WA_TransparentForMouseEvents)
        self._title, self._text = label("", "heading"), label("")
        self._count = label("", "small", wrap=False)
        self._back = button(t("Back"), lambda: self._go(-1))
        self._next = button("", lambda: self._go(1), kind="primary")
        leave = button(t("Leave (Esc)"), self.leave, kind="link")
        column(
            self._title,
            self._text,
            row(self._count, 1, leave, self._back, self._next, gap=GAP),
            on=self,
            pad=SPACE,
            gap=PAD,
        )
        self._about: QWidget = window
        window.installEventFilter(self)
        QShortcut(QKeySequence(Qt.Key.Key_Escape), self, self.leave)
        self._go(0)

    def leave(self) -> None:
        """Takes it away, and gives the focus back where it is still there."""
        for watched in filter(isValid, (self._window, self._about)):
            watched.removeEventFilter(self)
        has_focus = self.isAncestorOf(QApplication.focusWidget() or self._window)
        self._ring.deleteLater()
        self.hide()
        self.deleteLater()
        before = self._before
        if has_focus and before is not None and isValid(before) and before.isVisible():
            before.setFocus()

    def keyPressEvent(self, event: QKeyEvent) -> None:  # noqa: N802 - Qt's name
        """The arrows go on and back."""
        steps = {Qt.Key.Key_Right: 1, Qt.Key.Key_Left: -1}
        if event.key() in steps:
            self._go(steps[Qt.Key(event.key())])

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:  # noqa: N802 - Qt's name
        """Stays beside its control, and goes away with it."""
        if watched is self._about and event.type() is QEvent.Type.Hide:
            self.leave()
        elif event.type() in (QEvent.Type.Resize, QEvent.Type.Move):
            self._place()
        return super().eventFilter(watched, event)

    def _go(self, by: int) -> None:
        self._at = max(self._at + by, 0)
        if self._at >= len(self._steps):
            self.leave()
            return
        step, last = self._steps[self._at], len(self._steps) - 1
        self._title.setText(t(step.title))
        self._text.setText(t(step.text))
        self._count.setText(t("{n} of {total}", n=self._at + 1, total=last + 1))
        self._back.setEnabled(self._at > 0)
        self._next.setText(t("Done") if self._at == last else t("Next"))
        self.setAccessibleName(f"{t(step.title)}. {t(step.text)}")
        if self._about is not self._window and isValid(self._about):
            self._about.removeEventFilter(self)
        self._about = step.control()
        self._about.installEventFilter(self)
        self._place()
        for widget in (self._ring, self):
            widget.show()
            widget.raise_()
        self._next.setFocus()

    def _place(self) -> None:
        """To the right of the control, else below or above it, and always within the window."""
        control = self._about
        about = QRect(control.mapTo(self._window, QPoint()), control.size()) & self._window.rect()
        more = px(TIGHT)
        self._ring.setGeometry(about.adjusted(-more, -more, more, more))
        self.adjustSize()
        room = self._window.rect().adjusted(px(PAD), px(PAD), -px(PAD), -px(PAD))
        at = QPoint(about.right() + px(PAD), about.top())
        if at.x() + self.width() > room.right():
            below = about.bottom() + px(PAD)
            fits = below + self.height() <= room.bottom()
            at = QPoint(about.left(), below if fits else about.top() - self.height() - px(PAD))
        self.move(
            max(room.left(), min(at.x(), room.right() - self.width())),
            max(room.top(), min(at.y(), room.bottom() - self.height())),
        )
