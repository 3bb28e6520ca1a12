"""What one person or judge decided on a checkpoint, as a card: the value, why, and the quotes."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any, Final

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QWidget

from xpert_studio.core.instruments import PartKind, parts_of
from xpert_studio.core.records import Checkpoint, Judgment, Quote, Verdict, evidence_words
from xpert_studio.core.wording import in_a_row, labelled, short, t, translated
from xpert_studio.desktop.look import GAP, PAD, TIGHT
from xpert_studio.desktop.names import (
    EVEN,
    Look,
    decided,
    evidence_title,
    flag_meaning,
    flag_name,
    part_words,
    value_look,
    verdict_look,
)
from xpert_studio.desktop.widgets.labels import Card, chip, label, tool
from xpert_studio.desktop.widgets.layouts import box, column, row

Show = Callable[[Quote], object]
Where = Callable[[Quote], str]
_MOST_QUOTES: Final = 12
EXPERT_TONE: Final = "accent"
JUDGE_TONE: Final = "warn"
"""The grounds of either side's quotes; the judge's are underlined too."""


class DecisionCard(Card):
    """One decision with its reasons.

    Args:
        show: Shows a passage in the response.
        side: Whose, and its tone.
        name: Of the expert, or the judge.
        look: What was decided.
        states: What holds of it; empty texts are left out.
        reason: The rationale.
        quotes: Passages it rests on.
        warnings: What should be known of it.
        beside: What stands below the decision, such as a choice of trials.
        where: Where in the response a passage stands, in words.
        picture_of: The number of a region's picture, from 1; 0 where it is not known.
    """

    def __init__(
        self,
        show: Show,
        side: tuple[str, str],
        name: str,
        look: Look,
        states: Sequence[str],
        reason: str,
        quotes: Sequence[Quote],
        *,
        warnings: Sequence[str] = (),
        beside: QWidget | None = None,
        where: Where = lambda _: "",
        picture_of: Callable[[Quote], int] = lambda _: 0,
    ) -> None:
        super().__init__()
        tone = "optional" if look.picture == EVEN.picture else look.tone
        head = row(chip(*side), label(name, "heading"), chip(look.word, tone), gap=GAP, grow=1)
        words = label(reason or t("No rationale was written."), "" if reason else "muted")
        column(
            head,
            beside,
            *(label(state, "small") for state in states if state),
            words.bound(3000, 24),
            *(label(warning, "warn") for warning in warnings if warning),
            *(
                _quoted(quote, evidence_title(quote, quotes, picture_of(quote)), show, where(quote))
                for quote in quotes[:_MOST_QUOTES]
            ),
            on=self,
            pad=PAD,
            gap=TIGHT,
        )


def judgment_card(
    show: Show, name: str, judgment: Judgment, point: Checkpoint, *states: str, **more: Any
) -> DecisionCard:
    """An expert's judgment, with the senior expert's note below its rationale."""
    note = t("Note: {note}", note=judgment.note) if judgment.note else ""
    return DecisionCard(
        show,
        (t("Expert"), EXPERT_TONE),
        name,
        value_look(judgment.final, point),
        states,
        "\n".join(filter(None, (judgment.rationale, note))),
        judgment.evidence,
        **more,
    )


def verdict_card(
    show: Show, name: str, verdict: Verdict, point: Checkpoint, *states: str, **more: Any
) -> DecisionCard:
    """A judge's verdict, with its problem, the caps that apply and its marks as warnings."""
    problem = translated(verdict.problem) if verdict.problem else ""
    flags = (labelled(flag_name(flag), flag_meaning(flag)) for flag in verdict.flags)
    return DecisionCard(
        show,
        (t("Judge"), JUDGE_TONE),
        name,
        verdict_look(verdict.state, verdict.value, point),
        states,
        verdict.rationale or "",
        verdict.evidence,
        warnings=(problem, *_cap_words(verdict, point), *flags),
        **more,
    )


def _cap_words(verdict: Verdict, point: Checkpoint) -> list[str]:
    """The caps that apply by the judge, and what became of its value."""
    caps = [p for p in parts_of(point) if p.kind is PartKind.CAP and p.key in verdict.caps]
    if verdict.given is None:
        return [t("A cap applies: {cap}", cap=part_words(cap)) for cap in caps]
    given = decided(verdict.given, point)
    return [
        t("The model gave {given}; a cap applies: {cap}", given=given, cap=part_words(cap))
        for cap in caps
    ]


def _quoted(quote: Quote, said: str, show: Show, where: str) -> QWidget:
    """A passage that leads to its place; where it has none, with a sign that says so."""
    words = label(in_a_row(filter(None, (said, where)))).bound(400, 5)
    if quote.region is not None:
        words.setToolTip(translated(evidence_words(quote)))
    if quote.verified is False:
        sign = row(chip(t("not found in the response"), "warn"), 1)
        return box(column(sign, words, gap=TIGHT))
    picture = "quote" if quote.region is None else "scan"
    shows = tool(picture, t("Show in the response"), lambda: show(quote))
    shows.setAccessibleName(
        t("Show in the response: {quote}", quote=short(quote.quote or said, 80))
    )
    beside = row(shows, words, gap=TIGHT, grow=1)
    beside.setAlignment(shows, Qt.AlignmentFlag.AlignTop)
    return box(beside)
