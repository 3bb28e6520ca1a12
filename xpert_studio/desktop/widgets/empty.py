"""What an empty page says: why it is empty, and what to do next."""

from __future__ import annotations

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QGroupBox, QPushButton, QWidget

from xpert_studio.desktop.look import SPACE, WIDE, pixmap, px
from xpert_studio.desktop.widgets.labels import Words, label
from xpert_studio.desktop.widgets.layouts import column, row


class EmptyState(QGroupBox):
    """A picture, a sentence, what to do, and buttons that do it; read as a group."""

    title: Words  # type: ignore[assignment]  # in place of the group's own, which is not drawn

    def __init__(
        self,
        picture: str,
        title: str,
        text: str = "",
        *buttons: QPushButton,
        parent: QWidget | None = None,
    ) -> None:
        super().__init__(parent)
        self.setFocusPolicy(Qt.FocusPolicy.TabFocus)
        sign = label(wrap=False)
        sign.setPixmap(pixmap(picture, "border_strong", 40))
        sign.setAlignment(Qt.AlignmentFlag.AlignCenter)
        self.title = label(title, "heading")
        self.text = label(text, "muted")
        for words in (self.title, self.text):
            words.setAlignment(Qt.AlignmentFlag.AlignCenter)
            words.setMaximumWidth(px(520))
            words.setMinimumWidth(px(420))
        column(
            2,
            sign,
            row(1, self.title, 1),
            row(1, self.text, 1),
            row(1, *buttons, 1),
            3,
            on=self,
            pad=WIDE,
            gap=SPACE,
        )
        # Only now: a widget that is shown before it stands on another one becomes a window.
        self.text.setVisible(bool(text))
        self.setProperty("kind", "empty")
        self.setAttribute(Qt.WidgetAttribute.WA_StyledBackground)
        # It may be all there is: keys lead to it, and screen readers read it.
        self._name()

    def say(self, title: str, text: str = "") -> None:
        """Changes its words."""
        self.title.setText(title)
        self.text.say(text)
        self._name()

    def _name(self) -> None:
        self.setAccessibleName(self.title.text())
        self.setAccessibleDescription(self.text.text())
