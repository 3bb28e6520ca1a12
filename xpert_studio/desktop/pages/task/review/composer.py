"""Where a reviewer writes a comment: what is wrong, which aspect, whether it asks for a change."""

from __future__ import annotations

from PySide6.QtCore import Qt, Signal
from PySide6.QtGui import QTextCursor

from xpert_studio.core.records import ASPECTS, SEVERITIES, Aspect, Comment, Severity
from xpert_studio.core.wording import t
from xpert_studio.desktop.look import GAP, TIGHT
from xpert_studio.desktop.pages.task.review.threads import WORDING
from xpert_studio.desktop.widgets.fields import check_box, choices, picker, text_box
from xpert_studio.desktop.widgets.flow import Flow
from xpert_studio.desktop.widgets.labels import Card, button, label
from xpert_studio.desktop.widgets.layouts import column, row
from xpert_studio.desktop.widgets.wiring import CTRL, ENTER, on_keys


class Composer(Card):
    """A new comment, or one's own that is changed; hidden while nothing is written.

    Signals:
        kept: text, aspect, severity, whether on the whole rubric, and the comment that is changed.
        left: The person goes back to the lines.
    """

    kept = Signal(str, object, object, bool, object)
    left = Signal()

    def __init__(self) -> None:
        super().__init__()
        self._changed: Comment | None = None
        self.text = text_box(name=t("Comment"), hint=t("Describe the problem and a fix"), high=58)
        on_keys(self.text, ENTER, self._keep, held=CTRL)
        on_keys(self.text, (Qt.Key.Key_Escape,), self._leave)
        self.aspect = picker(
            t("Aspect"),
            [(t(ASPECTS[aspect]), aspect) for aspect in Aspect],
            chosen=Aspect.CLARITY,
        )
        self._severity, self.kinds = choices(
            self, [t(SEVERITIES[severity]) for severity in Severity]
        )
        self._severity.button(0).setChecked(True)
        self.whole = check_box(t("Applies to whole rubric"))
        self.keep = button(t("Add comment"), self._keep, kind="primary", hint=t("Ctrl+Enter"))
        self.title = label(t("New comment"), "label", wrap=False)
        column(
            Flow(self.title, *self.kinds, self.aspect, self.whole, gap=GAP),
            row(self.text, self.keep, gap=GAP, grow=0),
            on=self,
            pad=GAP,
            gap=TIGHT,
        )
        self.hide()

    @property
    def severity(self) -> Severity:
        """What is chosen."""
        return list(Severity)[max(self._severity.checkedId(), 0)]

    def begin(self, severity: Severity, wording: str = "") -> None:
        """Starts a comment, or a suggestion of another wording than this one."""
        self.show()
        if wording and not self.text.toPlainText():
            self.text.setPlainText(WORDING + wording)
            self.text.moveCursor(QTextCursor.MoveOperation.End)
        self._severity.button(list(Severity).index(severity)).setChecked(True)
        self.text.setFocus()

    def change(self, comment: Comment) -> None:
        """Writes a comment differently."""
        self._changed = comment
        self.title.setText(t("Edit comment"))
        self.text.setPlainText(comment.text)
        self.aspect.setCurrentIndex(self.aspect.findData(comment.aspect))
        self.whole.setChecked(comment.checkpoint_id is None)
        self.begin(comment.severity)

    def put_back(self, text: str) -> None:
        """Shows what was written once more, unless something else is being written."""
        if not self.text.toPlainText():
            self.text.setPlainText(text)
        self.show()

    def _leave(self) -> None:
        self.hide()
        self.left.emit()

    def _keep(self) -> None:
        text = self.text.toPlainText().strip()
        if not text:
            self.text.setFocus()
            return
        # Qt keeps a text that is an enum as a plain text.
        aspect, severity = Aspect(self.aspect.currentData()), self.severity
        changed, whole = self._changed, self.whole.isChecked()
        self._changed = None
        self.title.setText(t("New comment"))
        self.text.clear()
        self.whole.setChecked(False)
        self.kept.emit(text, aspect, severity, whole, changed)
        self._leave()
