"""How far a run is, as a bar: what was known, was decided, came to nothing, is left."""

from __future__ import annotations

from typing import Final

from PySide6.QtCore import QSize
from PySide6.QtGui import QPainter, QPaintEvent
from PySide6.QtWidgets import QSizePolicy, QWidget

from xpert_studio.core.records import Run
from xpert_studio.core.wording import (
    number,
    t,
)
from xpert_studio.desktop.look import px
from xpert_studio.desktop.widgets.entries import draw_shares

PARTS: Final = (("known", "border_strong"), ("ok", "good"), ("invalid", "warn"), ("error", "bad"))
"""The parts of a run's bar, and the colours they are drawn in."""


def bar_of(run: Run) -> tuple[tuple[float, str], ...]:
    """The parts of a run's bar as shares of it, with their colours."""
    return tuple((getattr(run, name) / max(run.planned, 1), use) for name, use in PARTS)


class RunBar(QWidget):
    """The bar of one run, and in words for the person who does not see it."""

    def __init__(self) -> None:
        super().__init__()
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)

    def show_run(self, run: Run) -> None:
        """Shows how far a run is."""
        self._run = run
        self.setAccessibleName(
            t(
                "{known} cached, {ok} decided, {invalid} invalid, {error} errors of {total}",
                known=number(run.known),
                ok=number(run.ok),
                invalid=number(run.invalid),
                error=number(run.error),
                total=number(run.planned),
            )
        )
        self.update()

    def sizeHint(self) -> QSize:  # noqa: N802 - Qt's name
        """As high as a finger is thick."""
        return QSize(px(200), px(10))

    def paintEvent(self, event: QPaintEvent) -> None:  # noqa: N802 - Qt's name
        """Paints it."""
        draw_shares(QPainter(self), self.rect(), bar_of(self._run))
