"""Tab and Shift+Tab: to the next control there is, and what it stands in scrolls to it.

Qt enters a part that has a focus proxy at the proxy: what stands before it there is never reached
by Tab. And it scrolls only the area that the focus was in before.
"""

from __future__ import annotations

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QApplication, QScrollArea, QWidget


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


def show_in_areas(widget: QWidget) -> None:
    """Scrolls every area that a widget stands in, so that it is seen."""
    ground = widget.parentWidget()
    while ground is not None:
        if isinstance(ground, QScrollArea):
            ground.ensureWidgetVisible(widget)
        ground = ground.parentWidget()


def _step(widget: QWidget, *, forward: bool) -> QWidget:
    found = widget.nextInFocusChain() if forward else widget.previousInFocusChain()
    assert found is not None  # it is a ring
    return found


def _can_have_focus(widget: QWidget) -> bool:
    wanted = Qt.FocusPolicy.TabFocus
    return (
        (widget.focusPolicy() & wanted) == wanted
        and widget.focusProxy() is None
        and widget.isVisible()
        and widget.isEnabled()
    )
