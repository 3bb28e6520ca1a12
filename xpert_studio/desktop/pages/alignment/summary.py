"""The judge beside the experts at a glance: scores of responses, floors, order of pairs, experts."""

from __future__ import annotations

from typing import Any, Final

from PySide6.QtCore import Qt
from PySide6.QtGui import QResizeEvent
from PySide6.QtWidgets import QGridLayout

from xpert_studio.core.wording import t
from xpert_studio.desktop.look import SPACE, px
from xpert_studio.desktop.pages.alignment import charts
from xpert_studio.desktop.pages.alignment.experts import Experts
from xpert_studio.desktop.pages.alignment.part import Part
from xpert_studio.desktop.shell import Shell
from xpert_studio.desktop.widgets.layouts import box, column
from xpert_studio.desktop.widgets.scrolling import scrolled_column
from xpert_studio.report.judge_alignment import Look

_NARROW: Final = 860
_SHARES: Final = (4, 5)
"""Of the width for the scatter, which is as high as wide, and for what stands beside it."""


class Summary(Part):
    """The scatter first; beside it what limits and what explains it, or below where it is narrow."""

    def __init__(self, shell: Shell) -> None:
        super().__init__(shell)
        self.scores = self.card(t("Scores of responses"), t("On the diagonal both give the same score. A dot opens its response."))  # fmt: skip
        self.floors = self.card(t("Beside raters that read nothing"), t("Share of checkpoints on which the judge and the experts decide alike."))  # fmt: skip
        self.order = self.card(t("Rank agreement"), t("A click on a part opens its pairs."))
        self.experts = Experts(shell)
        self._beside = box(column(self.floors, self.order, self.experts, 1, gap=SPACE))
        self._grid = QGridLayout()
        self._grid.setSpacing(px(SPACE))
        self._grid.addWidget(self.scores, 0, 0, Qt.AlignmentFlag.AlignTop)
        scrolled_column(self._grid, 1, gap=SPACE, on=self)
        self._arrange()

    def resizeEvent(self, event: QResizeEvent) -> None:  # noqa: N802 - Qt's name
        """What stands beside the scatter moves below it where there is little room."""
        super().resizeEvent(event)
        self._arrange()

    def _arrange(self) -> None:
        is_wide = self.width() >= px(_NARROW)
        self._grid.addWidget(self._beside, 0 if is_wide else 1, 1 if is_wide else 0)
        for at, share in enumerate(_SHARES if is_wide else (1, 0)):
            self._grid.setColumnStretch(at, share)

    def fill(self, look: Look) -> None:
        """Shows what the experts say of each other at once, and the charts once they are drawn."""
        self.experts.show_look(look)
        self.fetch(
            lambda: (
                charts.score_chart(look),
                charts.floor_chart(look),
                charts.order_chart(look, self.called),
            ),
            self._show,
            "charts",
        )

    def _show(self, drawn: tuple[Any, ...]) -> None:
        for shown, chart in zip((self.scores, self.floors, self.order), drawn, strict=True):
            shown.show_chart(chart)
