"""What is said to a person at the foot of the window.

What went well goes by itself. An error stays until its cause is gone: the next change goes through
or another page is shown. Nothing on a page is ever covered; a notice that is too long is shown whole
on request.
"""

from __future__ import annotations

from collections.abc import Callable

from PySide6.QtCore import QPoint, QSize, Qt
from PySide6.QtGui import QAccessible, QAccessibleEvent, QGuiApplication, QResizeEvent
from PySide6.QtWidgets import QLabel, QMenu, QSizePolicy, QStatusBar, QWidget, QWidgetAction

from xpert_studio.core.wording import t
from xpert_studio.desktop.look import GAP, PAD, SPACE, TIGHT, pixmap, px
from xpert_studio.desktop.widgets.labels import Card, button, label, retone, tool
from xpert_studio.desktop.widgets.layouts import box, column, row
from xpert_studio.desktop.widgets.wiring import later

_GOES_AFTER_MS = 6000
_WHOLE_WIDTH = 520
_LONGEST = 1500
_PICTURES = {"bad": "triangle-alert", "warn": "info", "good": "circle-check", "": "info"}


class _OneLine(QLabel):
    """A text in one line, cut where there is no room for it."""

    def __init__(self) -> None:
        super().__init__(textFormat=Qt.TextFormat.PlainText)
        self.setSizePolicy(QSizePolicy.Policy.Preferred, QSizePolicy.Policy.Fixed)
        self.whole = ""

    @property
    def is_cut(self) -> bool:
        """Whether less is shown than there is."""
        return self.text() != self.whole

    def show_text(self, text: str) -> None:
        """Shows as much of a text as there is room for."""
        self.ensurePolished()
        self.whole = " ".join(text.split())
        self.updateGeometry()
        self._cut()

    def sizeHint(self) -> QSize:  # noqa: N802 - Qt's name
        """Wide enough for the whole text."""
        wide = self.fontMetrics().horizontalAdvance(self.whole) + 2 * px(GAP) + 1
        return QSize(wide, super().sizeHint().height())

    def minimumSizeHint(self) -> QSize:  # noqa: N802 - Qt's name
        """Any width will do."""
        return QSize(0, super().minimumSizeHint().height())

    def resizeEvent(self, event: QResizeEvent) -> None:  # noqa: N802 - Qt's name
        """Shows more or less of the text."""
        super().resizeEvent(event)
        self._cut()

    def _cut(self) -> None:
        room = max(self.contentsRect().width() - 2 * px(GAP), 0)
        self.setText(self.fontMetrics().elidedText(self.whole, Qt.TextElideMode.ElideRight, room))


class Notice(Card):
    """One notice at a time; the newest."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__("notice", parent)
        self.setSizePolicy(QSizePolicy.Policy.Maximum, QSizePolicy.Policy.Fixed)
        self.text = ""
        self._stays = False
        self._tone = ""
        self._sign = label(wrap=False)
        self._words = _OneLine()
        self._whole = button(t("Show all of it"), self.show_whole, kind="link")
        self._act = button("", self._run, kind="link")
        row(
            self._sign,
            self._words,
            self._whole,
            self._act,
            tool("x", t("Close this notice"), self.hide),
            on=self,
            pad=(TIGHT, 0, 0, 0),
            gap=TIGHT,
        )
        self._on_act: Callable[[], object] | None = None
        self._timer = later(self, _GOES_AFTER_MS, self.hide)
        self._laid_out = later(self, 0, self._offer_whole)
        self.hide()

    def stand_in(self, foot: QStatusBar) -> None:
        """Takes the right end of a status bar, whose height it never changes."""
        foot.setSizeGripEnabled(False)
        foot.addPermanentWidget(self)  # its height is that of the style sheet of the window
        foot.setMinimumHeight(self.sizeHint().height() + 2 * px(TIGHT))

    def say(
        self,
        text: str,
        tone: str = "",
        *,
        act: str = "",
        run: Callable[[], object] | None = None,
        stays: bool = False,
    ) -> None:
        """Shows something.

        Args:
            text: What.
            tone: ``bad``, ``warn``, ``good`` or none.
            act: What a button on it says.
            run: What that button does.
            stays: Whether it waits to be closed. Otherwise an error stays until it is withdrawn,
                and everything else for some seconds.
        """
        self._stays, self._tone = stays, tone
        retone(self, "tone", tone)
        self._sign.setPixmap(pixmap(_PICTURES[tone], tone or "muted", 16))
        self.text = text if len(text) <= _LONGEST else f"{text[:_LONGEST].rstrip()} …"
        self._act.setText(act)
        self._act.setVisible(bool(act))
        self._on_act = run
        self._whole.hide()
        self._words.setAccessibleName(self.text)
        self._words.show_text(self.text)
        self.show()
        self._words.updateGeometry()
        self._laid_out.start()
        self._timer.stop()
        if not stays and tone != "bad":
            self._timer.start()
        QAccessible.updateAccessibility(QAccessibleEvent(self, QAccessible.Event.Alert))

    def withdraw(self) -> None:
        """Takes back what was wrong or is to be minded, now that things are different."""
        if self._tone in {"bad", "warn"} and not self._stays:
            self.hide()

    def show_whole(self) -> None:
        """Shows all of the text above the line; Esc or a click elsewhere closes it."""
        menu = QMenu(self)
        words = label(self.text)
        words.setTextInteractionFlags(Qt.TextInteractionFlag.TextSelectableByMouse)
        words.setFixedWidth(px(_WHOLE_WIDTH))
        shown = QWidgetAction(menu)
        shown.setDefaultWidget(box(column(words, pad=SPACE, gap=PAD)))
        menu.addAction(shown)
        menu.addAction(t("Copy"), lambda: QGuiApplication.clipboard().setText(self.text))
        menu.aboutToHide.connect(menu.deleteLater)
        size = menu.sizeHint()
        menu.popup(self.mapToGlobal(QPoint(self.width() - size.width(), -size.height())))

    def resizeEvent(self, event: QResizeEvent) -> None:  # noqa: N802 - Qt's name
        """Offers all of the text where the line is too short for it."""
        super().resizeEvent(event)
        self._laid_out.start()

    def _offer_whole(self) -> None:
        if self._words.is_cut:
            self._whole.show()

    def _run(self) -> None:
        self.hide()
        if self._on_act is not None:
            self._on_act()
