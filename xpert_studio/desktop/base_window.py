"""What the first and the main window have in common: Tab, and the files that are dropped on them.

Qt enters a part that has a focus proxy at the proxy: what stands before it there is never reached
by Tab. And it scrolls only the area that the focus was in before.
"""

from __future__ import annotations

from pathlib import Path
from typing import Final

from PySide6.QtCore import QEvent, QMimeData, QPoint, QSize, Qt
from PySide6.QtGui import QDragEnterEvent, QDropEvent, QKeyEvent
from PySide6.QtWidgets import QApplication, QMainWindow, QScrollArea, QWidget

from xpert_studio.desktop.controller import Controller
from xpert_studio.desktop.look import px
from xpert_studio.desktop.look.style_sheet import dress_window
from xpert_studio.desktop.prefs import Prefs


def files_of(data: QMimeData) -> list[Path]:
    """The files on this machine that are being dragged."""
    return [Path(url.toLocalFile()) for url in data.urls() if url.isLocalFile()]


def move_focus(window: QWidget, *, forward: bool) -> bool:
    """Gives the focus to the control after the one that has it, or before it.

    Args:
        window: The window that the key was pressed in.
        forward: To the next one.

    Returns:
        Whether there is another one.
    """
    held = QApplication.focusWidget()
    start = window if held is None else held
    found = _step(start, forward=forward)
    while found is not start and not _can_have_focus(found):
        found = _step(found, forward=forward)
    if found is start:
        return False
    reason = Qt.FocusReason
    found.setFocus(reason.TabFocusReason if forward else reason.BacktabFocusReason)
    show_in_areas(found)
    return True


_LEAST_SCREEN: Final = (1240, 640)
"""What a screen of 1280 x 720 has room for, whatever the text size."""
_FRAME: Final = (16, 40)
"""Pixels that the frame of a window and its title take; what they are is known once it is shown."""
_BESIDE: Final = 8
"""Pixels that are seen above and below what is scrolled to."""


def show_in_areas(widget: QWidget) -> None:
    """Scrolls every area that a widget stands in, so that it is seen."""
    ground = widget.parentWidget()
    while ground is not None:
        if isinstance(ground, QScrollArea):
            _show_whole(ground, widget)
            ground.ensureWidgetVisible(widget)
        ground = ground.parentWidget()


def _show_whole(area: QScrollArea, widget: QWidget) -> None:
    """Of a table Qt shows the current cell only: here all of it, where there is room."""
    inside = area.widget()
    if inside is None or widget.height() > area.viewport().height():
        return
    top = widget.mapTo(inside, QPoint())
    for y in (top.y() + widget.height(), top.y()):
        area.ensureVisible(top.x(), y, 0, _BESIDE)


def _step(widget: QWidget, *, forward: bool) -> QWidget:
    found = widget.nextInFocusChain() if forward else widget.previousInFocusChain()
    assert found is not None  # it is a ring
    return found


def _can_have_focus(widget: QWidget) -> bool:
    return (
        bool(widget.focusPolicy() & Qt.FocusPolicy.TabFocus)
        and widget.focusProxy() is None
        and widget.isVisible()
        and widget.isEnabled()
    )


class FileWindow(QMainWindow):
    """A window that opens the files dropped on it, and in which Tab reaches every control."""

    def __init__(self, prefs: Prefs, controller: Controller) -> None:
        super().__init__()
        dress_window(self)
        self.prefs = prefs
        self.controller = controller
        self._is_tab = False
        self.setAcceptDrops(True)

    def keep_least(self, wide: int, high: int) -> None:
        """Is never smaller than this, in pixels at 100 %, nor has to be larger than a screen."""
        self.setMinimumSize(min(px(wide), _LEAST_SCREEN[0]), min(px(high), _LEAST_SCREEN[1]))

    def open_inside(self, size: QSize, beside: QWidget | None) -> None:
        """Takes a size, or as much of it as the screen has room for.

        Args:
            size: The size in pixels, such as one that was kept from a larger screen.
            beside: The window whose place it takes: it opens on the same screen.
        """
        screen = (beside or self).screen()
        self.setScreen(screen)
        self.resize(size.boundedTo(screen.availableSize() - QSize(*_FRAME)))

    def dragEnterEvent(self, event: QDragEnterEvent) -> None:  # noqa: N802 - Qt's name
        """Takes project files and bundles."""
        if files_of(event.mimeData()):
            event.acceptProposedAction()

    def dropEvent(self, event: QDropEvent) -> None:  # noqa: N802 - Qt's name
        """Opens what was dropped."""
        for path in files_of(event.mimeData())[:1]:
            event.acceptProposedAction()
            self.controller.open_dropped(path)

    def event(self, event: QEvent) -> bool:
        """Remembers that Tab is pressed: the key is announced before it is sent."""
        if event.type() == QEvent.Type.ShortcutOverride and isinstance(event, QKeyEvent):
            self._is_tab = event.key() in (Qt.Key.Key_Tab, Qt.Key.Key_Backtab)
        return super().event(event)

    def focusNextPrevChild(self, forward: bool) -> bool:  # noqa: N802 - Qt's name
        """Moves to the next control, or back to the one before.

        Qt asks for it too while a part with the focus is hidden or destroyed. No widget may be
        touched from Python then: what PySide keeps of it would outlive it.
        """
        is_tab, self._is_tab = self._is_tab, False
        return move_focus(self, forward=forward) if is_tab else super().focusNextPrevChild(forward)
