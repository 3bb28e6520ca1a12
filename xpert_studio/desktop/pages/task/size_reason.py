"""Asks for the reason for a rubric's number of checkpoints, below the button that submits it."""

from __future__ import annotations

from PySide6.QtCore import Qt, Signal
from PySide6.QtGui import QKeyEvent

from xpert_studio.desktop.look import GAP, PAD
from xpert_studio.desktop.parts import Card, button, column, field, label, row
from xpert_studio.desktop.wording import t, translated
from xpert_studio.errors import ReasonNeededError


class SizeReason(Card):
    """One field and a button; hidden until a reason is required. Esc hides it again.

    Signals:
        given: The reason.
        closed: The field was hidden; the focus has to go elsewhere.
    """

    given = Signal(str)
    closed = Signal()

    def __init__(self) -> None:
        super().__init__()
        self.why = label("", "warn")
        name = t("Reason for the number of checkpoints")
        self.field = field(name=name, hint=t("Reason for the reviewers"))
        self.submit = button(t("Submit with reason"), self._submit, kind="primary")
        self.field.returnPressed.connect(self._submit)
        self.field.textChanged.connect(self._allow)
        acts = row(self.field, button(t("Cancel"), self.close_up), self.submit, gap=GAP, grow=0)
        column(self.why, acts, on=self, pad=PAD, gap=GAP)
        self._allow()
        self.hide()

    def ask(self, error: ReasonNeededError) -> None:
        """Shows why a reason is required, and the field for it."""
        self.why.setText(translated(error.message))
        self.show()
        self.field.setFocus()

    def close_up(self) -> None:
        """Hides the field and submits nothing."""
        if not self.isHidden():
            self.hide()
            self.field.clear()
            self.closed.emit()

    def keyPressEvent(self, event: QKeyEvent) -> None:  # noqa: N802 - Qt's name
        """Esc hides the field."""
        if event.key() == Qt.Key.Key_Escape:
            self.close_up()
        else:
            super().keyPressEvent(event)

    def _allow(self) -> None:
        self.submit.setEnabled(bool(self.field.text().strip()))

    def _submit(self) -> None:
        reason = self.field.text().strip()
        if reason:
            self.given.emit(reason)
