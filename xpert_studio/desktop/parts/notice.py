"""A notice over the foot of the page: an error with its remedy, or what was done and can be undone.

It stands in nobody's way: what is wrong stays until it is closed, what is well goes by itself.
"""

from __future__ import annotations

from collections.abc import Callable

from PySide6.QtCore import QEvent, QObject, Qt
from PySide6.QtWidgets import QFrame, QSizePolicy, QStackedWidget, QWidget

from xpert_studio.desktop.look import GAP, PAD, pixmap, px
from xpert_studio.desktop.parts.labels import button, label, retone, tool
from xpert_studio.desktop.parts.layouts import row
from xpert_studio.desktop.timing import later
from xpert_studio.desktop.wording import t

_GOES_AFTER_MS = 6000
_WIDTH = 760
_LONGEST = 1500
_PICTURES = {"bad": "triangle-alert", "warn": "info", "good": "circle-check", "": "info"}


class Notice(QFrame):
    """One notice at a time; the newest."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setProperty("kind", "notice")
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Maximum)
        self._sign = label(wrap=False)
        self._sign.setAlignment(Qt.AlignmentFlag.AlignTop)
        self._words = label()
        self._words.setAlignment(Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignTop)
        self._words.setTextInteractionFlags(Qt.TextInteractionFlag.TextSelectableByMouse)
        self._act = button("", self._run, kind="link")
        self._close = tool("x", t("Close this notice"), self.hide)
        row(self._sign, self._words, self._act, self._close, on=self, pad=PAD, gap=GAP, grow=1)
        layout = self.layout()
        if layout is not None:
            layout.setAlignment(self._act, Qt.AlignmentFlag.AlignTop)
            layout.setAlignment(self._close, Qt.AlignmentFlag.AlignTop)
        self._on_act: Callable[[], object] | None = None
        self._ground: QWidget | None = None
        self._timer = later(self, _GOES_AFTER_MS, self.hide)
        self.hide()

    def float_over(self, ground: QStackedWidget) -> None:
        """Stands over the foot of every page from now on, and moves nothing on it."""
        self.setParent(ground)
        self._ground = ground
        ground.installEventFilter(self)
        ground.currentChanged.connect(self.raise_)  # a page that is turned to comes to the top

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:  # noqa: N802 - Qt's name
        """Follows the page it stands over."""
        if event.type() in (QEvent.Type.Resize, QEvent.Type.ChildAdded) and self.isVisible():
            self._settle()
        return super().eventFilter(watched, event)

    def _settle(self) -> None:
        ground = self._ground
        if ground is None:
            return
        width = min(px(_WIDTH), ground.width() - 2 * px(PAD))
        layout = self.layout()
        needed = layout.heightForWidth(width) if layout else self.sizeHint().height()
        height = min(max(needed, self.minimumSizeHint().height()), ground.height() - 2 * px(PAD))
        left = (ground.width() - width) // 2
        self.setGeometry(left, ground.height() - height - px(PAD), width, height)
        self.raise_()

    @property
    def text(self) -> str:
        """What it says."""
        return self._words.text()

    def say(
        self,
        text: str,
        tone: str = "",
        *,
        act: str = "",
        run: Callable[[], object] | None = None,
        stays: bool | None = None,
    ) -> None:
        """Shows something.

        Args:
            text: What.
            tone: ``bad``, ``warn``, ``good`` or none.
            act: What a button on it says.
            run: What that button does.
            stays: Whether it waits to be closed; what is bad does.
        """
        retone(self, "tone", tone)
        self._sign.setPixmap(pixmap(_PICTURES[tone], tone or "muted", 18))
        text = text if len(text) <= _LONGEST else f"{text[:_LONGEST].rstrip()} …"
        self._words.setText(text)
        self._words.setAccessibleName(text)
        self._act.setText(act)
        self._act.setVisible(bool(act))
        self._on_act = run
        self.show()
        self._settle()
        waits = tone == "bad" if stays is None else stays
        self._timer.stop()
        if not waits:
            self._timer.start()

    def _run(self) -> None:
        self.hide()
        if self._on_act is not None:
            self._on_act()
