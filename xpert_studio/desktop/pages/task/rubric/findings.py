"""The findings beside the table: what, why, how to fix it, and a key that does."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QPushButton, QVBoxLayout, QWidget

from xpert_studio.desktop.kit import (
    GAP,
    PAD,
    TIGHT,
    box,
    button,
    card,
    clear,
    column,
    hint,
    label,
    mark,
    pixmap,
    row,
    scrolled_column,
    t,
)
from xpert_studio.lint import Finding, FixKind, Level
from xpert_studio.records import Dismissal

_SHOWN = 60
_CHOSEN = {
    "missing_tier": mark("Choose a tier…"),
    "missing_dimension": mark("Choose a dimension…"),
    "unknown_dimension": mark("Choose a dimension…"),
}


class FindingsPanel(QWidget):
    """Findings on the current checkpoint first, then on the rubric, then on the others.

    Signals:
        fix_wanted: A finding's fix should be done.
        dismiss_wanted: A finding should be left as it is.
        choice_wanted: The field that a finding names should be chosen.
        line_wanted: A line should be shown; its id.
    """

    fix_wanted = Signal(object)
    dismiss_wanted = Signal(object)
    choice_wanted = Signal(object)
    line_wanted = Signal(str)

    def __init__(self) -> None:
        super().__init__()
        self._list: QVBoxLayout = column(gap=GAP)
        scrolled_column(self._list, 1, on=self, pad=PAD)
        self._shown: object = None
        self.is_checked = False

    def show_findings(
        self,
        current: Sequence[Finding],
        whole: Sequence[Finding],
        others: Sequence[tuple[int, Finding]],
        dismissed: Sequence[tuple[Finding, Dismissal]],
        *,
        is_open: bool,
    ) -> None:
        """Shows findings.

        Args:
            current: On the current checkpoint.
            whole: On the rubric as a whole.
            others: On other lines: their number and the finding.
            dismissed: Those the user left, with the reason.
            is_open: Whether the rubric can be edited.
        """
        state = (
            self.is_checked,
            tuple(current),
            tuple(whole),
            tuple(others),
            tuple(dismissed),
            is_open,
        )
        if state == self._shown:
            return
        self._shown = state
        clear(self._list)
        for title, findings in (
            (t("On this checkpoint"), current), (t("On the rubric as a whole"), whole),
        ):  # fmt: skip
            self._section(title, [self._card(finding, is_open=is_open) for finding in findings])
        self._section(
            t("On other checkpoints"),
            [self._short(number, finding) for number, finding in others[:_SHOWN]],
        )
        self._section(t("Dismissed"), [_left(*pair) for pair in dismissed[:_SHOWN]])
        if not self.is_checked:
            self._list.addWidget(label(t("Checking…"), "muted"))
        elif not (current or whole or others):
            self._list.addWidget(
                label(t("Nothing to fix. The linter finds no fault with this rubric."), "muted")
            )

    def _section(self, title: str, widgets: Sequence[QWidget]) -> None:
        if widgets:
            self._list.addWidget(label(title, "label"))
        for widget in widgets:
            self._list.addWidget(widget)

    def _card(self, finding: Finding, *, is_open: bool) -> QWidget:
        ground = card()
        tone = "bad" if finding.level is Level.ERROR else "warn"
        sign = label(wrap=False)
        sign.setPixmap(pixmap("triangle-alert", tone, 16))
        acts: list[QPushButton] = []
        if finding.fix is not None:
            words = t("Split it") if finding.fix.kind is FixKind.SPLIT else t("Fix it")
            fix = button(
                f"{words}  (Ctrl+.)", lambda: self.fix_wanted.emit(finding), picture="wand-sparkles"
            )
            fix.setToolTip(hint("\n".join(f"→ {part}" for part in finding.fix.parts)))
            acts.append(fix)
        if finding.rule in _CHOSEN:
            acts.append(button(t(_CHOSEN[finding.rule]), lambda: self.choice_wanted.emit(finding)))
        if not finding.blocks:
            acts.append(
                button(t("Dismiss…"), lambda: self.dismiss_wanted.emit(finding), kind="quiet")
            )
        for act in acts:
            act.setEnabled(is_open)
        head = row(sign, label(finding.message), grow=1)
        column(
            head,
            label(finding.remedy, "muted"),
            *(label(f"→ {part}", "small") for part in (finding.fix.parts if finding.fix else ())),
            *([label(t("Give a reason to submit with this."), "bad")] if finding.blocks else ()),
            row(*acts, 1),
            on=ground, pad=PAD, gap=TIGHT,
        )  # fmt: skip
        return ground

    def _short(self, number: int, finding: Finding) -> QWidget:
        shown = button(
            t("Checkpoint {n}", n=number),
            lambda: self.line_wanted.emit(finding.checkpoint_id),
            kind="link",
        )
        return box(column(row(shown, 1), label(finding.message, "small"), gap=0))


def _left(finding: Finding, why: Dismissal) -> QWidget:
    reason = t("Dismissed because: {reason}", reason=why.reason)
    return label(f"{finding.message}\n{reason}", "small")
