"""The head of the page: by whom, over which tasks, and how far that rater can be trusted."""

from __future__ import annotations

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import QLabel, QWidget

from xpert_studio.desktop.kit import (
    GAP,
    SPACE,
    Flow,
    box,
    chip,
    column,
    hint,
    label,
    picker,
    retone,
    row,
    short,
    t,
    tn,
)
from xpert_studio.desktop.pages.results.words import alignment_words, rater_name, scope_name
from xpert_studio.records import Staleness
from xpert_studio.report.results import Rater, Results, Scope


class Head(QWidget):
    """Two pickers, a chip, and what was left out.

    Signals:
        chosen: Somebody has chosen another rater or scope.
    """

    chosen = Signal()

    def __init__(self) -> None:
        super().__init__()
        chosen = self.chosen.emit
        self.rater = picker(t("By whose answers"), then=chosen, least=180, most=400)
        self.scope = picker(t("Over which tasks"), then=chosen, least=180, most=400)
        self.trust: QLabel = chip("", "accent")
        self.evidence = label("", "small")
        self.stale = label("", "warn")
        title = label(t("Results"), "title", wrap=False)
        self._pickers = [
            box(row(label(t("Answers by"), "label", wrap=False), self.rater)),
            box(row(label(t("Over"), "label", wrap=False), self.scope)),
            self.trust,
        ]
        beside = box(Flow(title, *self._pickers, gap=SPACE))
        column(beside, self.evidence, self.stale, on=self, gap=GAP)
        self.stale.hide()

    def show_results(self, results: Results, rater_id: str, scope: Scope) -> None:
        """Shows whose results there are, and which are looked at."""
        self.rater.clear()
        for rater in results.raters:
            self.rater.addItem(short(rater_name(rater), 70), rater.id)
            self.rater.setItemData(
                self.rater.count() - 1, hint(rater.id), Qt.ItemDataRole.ToolTipRole
            )
        self.rater.setCurrentIndex(max(0, self.rater.findData(rater_id)))
        self.scope.clear()
        for place, item in enumerate(results.scopes):
            self.scope.addItem(short(scope_name(item), 60), place)
        known = scope in results.scopes
        self.scope.setCurrentIndex(results.scopes.index(scope) if known else 0)
        self._show_trust(results.rater(rater_id))
        self._show_stale(results.analysis.stale)

    def show_pickers(self, *, shown: bool) -> None:
        """Hides the pickers where there is nothing to choose from."""
        for made in self._pickers:
            made.setVisible(shown)
        for said in (self.evidence, self.stale):
            said.setVisible(shown and bool(said.text()))

    @property
    def rater_id(self) -> str:
        """The rater that is chosen."""
        return str(self.rater.currentData() or "")

    @property
    def scope_place(self) -> int:
        """Which of the scopes is chosen."""
        return max(0, self.scope.currentIndex())

    def _show_trust(self, rater: Rater) -> None:
        words, tone, missing = alignment_words(rater)
        self.trust.setText(words)
        self.trust.setToolTip(hint(missing))
        self.evidence.say(missing)
        retone(self.trust, "chip", tone)

    def _show_stale(self, stale: Staleness) -> None:
        count = stale.verdicts + stale.judgments
        said = (
            tn(
                "{n} answer rests on a text that was edited since, and is left out: score again.",
                "{n} answers rest on texts that were edited since, and are left out: score again.",
                count,
            )
            if count
            else ""
        )
        self.stale.say(said)
