"""Where the points lie, while the rubric is written: by tier and by dimension."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import QRectF, QSize
from PySide6.QtGui import QPainter, QPaintEvent
from PySide6.QtWidgets import QGridLayout, QSizePolicy, QWidget

from xpert_studio.desktop.kit import (
    GAP,
    PAD,
    SPACE,
    TIERS,
    clear,
    colour,
    dimension_name,
    label,
    listed,
    percent,
    px,
    scrolled_column,
    t,
    tn,
)
from xpert_studio.records import Policies, Tier
from xpert_studio.workflow.views import Balance, Share


class Bar(QWidget):
    """A bar as long as a share of the whole."""

    def __init__(self, part: float, use: str) -> None:
        super().__init__()
        self._part, self._use = part, use
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)

    def sizeHint(self) -> QSize:  # noqa: N802 - Qt's name
        """A thin line."""
        return QSize(px(90), px(10))

    def paintEvent(self, event: QPaintEvent) -> None:  # noqa: N802 - Qt's name
        """Paints it on its ground."""
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        painter.setPen(colour("border"))
        painter.setBrush(colour("sunken"))
        ground = QRectF(self.rect()).adjusted(0.5, 0.5, -0.5, -0.5)
        painter.drawRoundedRect(ground, 3, 3)
        if self._part > 0:
            painter.setPen(colour(self._use))
            painter.setBrush(colour(self._use))
            ground.setWidth(max(4.0, ground.width() * self._part))
            painter.drawRoundedRect(ground, 3, 3)
        painter.end()


class BalancePanel(QWidget):
    """Count and points against the limits, tiers, dimensions."""

    def __init__(self) -> None:
        super().__init__()
        self.count = label("", "heading")
        self.limits = label("", "muted")
        self._grid = QGridLayout()
        self._grid.setHorizontalSpacing(px(GAP))
        self._grid.setVerticalSpacing(px(6))
        self._grid.setColumnStretch(1, 1)
        scrolled_column(self.count, self.limits, self._grid, 1, on=self, pad=PAD, gap=SPACE)
        self._shown: Balance | None = None

    def show_balance(self, balance: Balance, policies: Policies) -> None:
        """Shows a balance."""
        if balance == self._shown:
            return
        self._shown = balance
        lines = tn("{n} checkpoint", "{n} checkpoints", balance.checkpoints)
        points = tn("{n} point", "{n} points", balance.points)
        self.count.setText(f"{lines} · {points}")
        self.limits.setText(self._on_limits(balance, policies))
        clear(self._grid)
        line = self._section(0, t("By tier"), balance.by_tier)
        used = [share for share in balance.by_dimension if share.checkpoints]
        unused = [share for share in balance.by_dimension if not share.checkpoints and share.name]
        line = self._section(line, t("By dimension"), used)
        if unused:
            words = t("Not used: {names}", names=listed(dimension_name(s.name) for s in unused))
            self._grid.addWidget(label(words, "small"), line, 0, 1, 3)

    def _on_limits(self, balance: Balance, policies: Policies) -> str:
        least, most = policies.min_checkpoints, policies.max_checkpoints
        if balance.too_few:
            return t(
                "{n} fewer than recommended ({least}–{most}). Submitting asks for a reason.",
                n=balance.too_few, least=least, most=most,
            )  # fmt: skip
        if balance.too_many:
            return t(
                "{n} more than recommended ({least}–{most}). Submitting asks for a reason.",
                n=balance.too_many, least=least, most=most,
            )  # fmt: skip
        return t("Within the recommended {least} to {most}.", least=least, most=most)

    def _section(self, line: int, title: str, shares: Sequence[Share]) -> int:
        self._grid.addWidget(label(title, "label"), line, 0, 1, 3)
        for share in shares:
            line += 1
            tier = next((tier for tier in Tier if tier.value == share.name), None)
            use = tier.value.lower() if tier else "accent"
            name = t(TIERS[tier]) if tier else dimension_name(share.name)
            words = label(name or t("none yet"))
            words.setMaximumWidth(px(150))
            bar = Bar(share.part, use)
            figures = label(f"{share.points} · {percent(share.part)}", "small", wrap=False)
            bar.setAccessibleName(
                t("{name}: {n} checkpoints, {points} points, {part}", name=words.text(),
                  n=share.checkpoints, points=share.points, part=percent(share.part))
            )  # fmt: skip
            for place, widget in enumerate((words, bar, figures)):
                self._grid.addWidget(widget, line, place)
        return line + 1
