"""What is said of a checkpoint, below its text: the linter's findings, and comments."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Final, Protocol

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QPushButton, QWidget

from xpert_studio.core.lint import Finding, Level
from xpert_studio.core.records import Comment
from xpert_studio.core.wording import in_a_row, mark, t
from xpert_studio.core.workflow.views import TaskView
from xpert_studio.desktop.look import GAP, TIGHT, pixmap
from xpert_studio.desktop.pages.task.review.threads import Thread
from xpert_studio.desktop.widgets.labels import Card, button, card, label
from xpert_studio.desktop.widgets.layouts import column, put_in, row

_CHOSEN: Final = {
    "missing_tier": mark("Choose a tier…"),
    "missing_dimension": mark("Choose a dimension…"),
    "unknown_dimension": mark("Choose a dimension…"),
}
MakesThread = Callable[[TaskView, Comment], Thread]


class FindingActs(Protocol):
    """What can be done about a finding."""

    def fix(self, finding: Finding) -> None:
        """Does its fix."""

    def dismiss(self, finding: Finding) -> None:
        """Asks why it is left as it is."""

    def choose_for(self, finding: Finding) -> None:
        """Offers what the field that it names can be."""


def finding_card(finding: Finding, acts: FindingActs | None) -> QWidget:
    """A finding with its remedy and, where something can be done about it, the buttons for that."""
    sign = label(wrap=False)
    tone = "bad" if finding.level is Level.ERROR else "warn"
    sign.setPixmap(pixmap("triangle-alert", tone, 16))
    buttons: list[QPushButton] = []
    parts = [f"→ {part}" for part in finding.fix.parts] if finding.fix else []
    if acts is not None and finding.fix is not None:
        said = t("Apply ({keys})", keys="Ctrl+.")
        buttons.append(
            button(said, lambda: acts.fix(finding), picture="check", hint="\n".join(parts))
        )
    if acts is not None and finding.rule in _CHOSEN:
        buttons.append(button(t(_CHOSEN[finding.rule]), lambda: acts.choose_for(finding)))
    if acts is not None and not finding.blocks:
        buttons.append(button(t("Dismiss…"), lambda: acts.dismiss(finding), kind="quiet"))
    blocks = label(t("Give a reason to submit with this."), "bad") if finding.blocks else None
    words = column(
        label(in_a_row((finding.message, finding.remedy))),
        *(label(part, "small") for part in parts),
        blocks,
        gap=0,
    )
    return card(row(sign, words, *buttons, gap=GAP, pad=TIGHT, grow=1), "quiet")


class LineNotes(Card):
    """Findings and comment threads of one checkpoint; hidden while there is nothing to show.

    Args:
        thread: Makes the thread of a comment.
        acts: What can be done about findings; None where the rubric cannot be edited here.
        extra: Stands above the others, next to the checkpoint, and shows and hides itself.
    """

    def __init__(
        self, thread: MakesThread, acts: FindingActs | None = None, extra: QWidget | None = None
    ) -> None:
        super().__init__()
        self.setAttribute(Qt.WidgetAttribute.WA_NoMousePropagation)
        self._thread, self._acts, self._extra = thread, acts, extra
        self._shown: object = None
        self._list = column(gap=TIGHT)
        column(extra, self._list, on=self, pad=TIGHT, gap=TIGHT)
        self.hide()

    def show_line(
        self, view: TaskView, findings: Sequence[Finding], comments: Sequence[Comment]
    ) -> None:
        """Shows what is said of a line; threads stay while they are the same, with what is typed."""
        may = view.may("edit_rubric")
        state = (tuple(findings), tuple(comments), view.rubric, view.refused.keys())
        if state != self._shown:
            self._shown = state
            cards = (finding_card(finding, self._acts if may else None) for finding in findings)
            put_in(self._list, (*cards, *(self._thread(view, comment) for comment in comments)))
        has_extra = self._extra is not None and not self._extra.isHidden()
        self.setVisible(has_extra or bool(findings or comments))
