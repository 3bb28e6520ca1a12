"""The two sides of a case as cards: who decided what, why, and which passages they quote."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Final

from PySide6.QtCore import Qt, Signal
from PySide6.QtGui import QResizeEvent
from PySide6.QtWidgets import QPushButton, QSizePolicy, QWidget

from xpert_studio.desktop.kit import (
    EVEN,
    GAP,
    PAD,
    TIGHT,
    Card,
    Look,
    chip,
    column,
    flag_name,
    hint,
    label,
    listed,
    pixmap,
    px,
    row,
    short,
    t,
    value_look,
)
from xpert_studio.desktop.pages.alignment.words import Called
from xpert_studio.records import Checkpoint, Judgment, JudgmentStatus, Quote, RatingState, Verdict
from xpert_studio.workflow.views import ExpertSide, JudgeSide

_MOST_QUOTES: Final = 12


class Side(Card):
    """One decision with its reasons.

    Signals:
        quote_chosen: A passage should be shown in the response.
    """

    quote_chosen = Signal(object)

    def __init__(
        self,
        name: str,
        look: Look,
        state: str,
        reason: str,
        quotes: Sequence[Quote],
        warning: str = "",
    ) -> None:
        super().__init__()
        tone = "optional" if look.picture == EVEN.picture else look.tone
        head = row(label(name, "heading"), chip(look.word, tone), gap=GAP, grow=0)
        words = label(reason or t("No rationale was written."), "" if reason else "muted")
        words.bound(3000, 24)
        warn = label(warning, "warn") if warning else None
        column(
            head,
            label(state, "small") if state else None,
            words,
            warn,
            *(self._quote(quote) for quote in quotes[:_MOST_QUOTES]),
            on=self,
            pad=PAD,
            gap=TIGHT,
        )

    def _quote(self, quote: Quote) -> QWidget:
        made = QWidget()
        link = QuoteLink(quote, lambda: self.quote_chosen.emit(quote))
        sign = label(wrap=False)
        if quote.verified is False:
            sign.setPixmap(pixmap("triangle-alert", "warn", 16))
            sign.setToolTip(t("Not found in the response"))
        inside = row(sign if quote.verified is False else None, link, on=made, gap=TIGHT)
        inside.setStretch(inside.count() - 1, 1)
        return made


class QuoteLink(QPushButton):
    """A quoted passage, as much of it as there is room for; a click shows it in the response."""

    def __init__(self, quote: Quote, run: Callable[[], object]) -> None:
        super().__init__()
        self._words = f"“{short(quote.quote, 300)}”"
        self.setProperty("kind", "link")
        self.setAutoDefault(False)
        self.setCursor(Qt.CursorShape.PointingHandCursor)
        self.setToolTip(hint(quote.quote))
        self.setSizePolicy(QSizePolicy.Policy.Ignored, QSizePolicy.Policy.Fixed)
        name = t("Show the quote: {quote}", quote=short(quote.quote, 90))
        if quote.verified is False:
            name = t("Not found in the response: {quote}", quote=short(quote.quote, 90))
        self.setAccessibleName(name)
        self.clicked.connect(lambda: run())

    def resizeEvent(self, event: QResizeEvent) -> None:  # noqa: N802 - Qt's name
        """Says as much as fits."""
        super().resizeEvent(event)
        room = self.width() - px(14)
        shown = self.fontMetrics().elidedText(self._words, Qt.TextElideMode.ElideRight, room)
        self.setText(shown.replace("&", "&&"))


def expert_side(side: ExpertSide, point: Checkpoint, called: Called) -> Side:
    """An expert's judgment as a card."""
    judgment = side.judgment
    return Side(
        side.name,
        value_look(judgment.final_value, point),
        _status(side, called),
        _reason(judgment),
        judgment.evidence,
    )


def _status(side: ExpertSide, called: Called) -> str:
    judgment = side.judgment
    if not side.is_current:
        return t("rests on a text that was edited since; does not count")
    if judgment.status is JudgmentStatus.SUBMITTED:
        return t("waits for a senior expert; does not count")
    if judgment.confirmed_by is None:
        return t("imported as confirmed")
    if judgment.status is JudgmentStatus.OVERRIDDEN:
        return t("overridden by {name}", name=called(judgment.confirmed_by))
    return t("confirmed by {name}", name=called(judgment.confirmed_by))


def _reason(judgment: Judgment) -> str:
    """The rationale, and the senior expert's note where there is one."""
    note = t("Note: {note}", note=judgment.note) if judgment.note else ""
    return "\n".join(part for part in (judgment.rationale or "", note) if part)


def judge_side(name: str, side: JudgeSide, point: Checkpoint, *, several: bool) -> Side:
    """A judge's verdict as a card."""
    verdict = side.verdict
    states = [
        t("trial {n}", n=verdict.trial) if several else "",
        "" if side.is_current else t("rests on a text that was edited since; does not count"),
    ]
    return Side(
        name,
        value_look(verdict.value, point),
        " · ".join(part for part in states if part),
        verdict.rationale or _problem(verdict),
        verdict.evidence,
        warning=listed(flag_name(flag) for flag in verdict.flags),
    )  # fmt: skip


def _problem(verdict: Verdict) -> str:
    if verdict.state is RatingState.OK:
        return ""
    said = t("Nothing usable came back.") if verdict.state is RatingState.INVALID else t("The call failed.")  # fmt: skip
    return f"{said} {verdict.problem or ''}".strip()
