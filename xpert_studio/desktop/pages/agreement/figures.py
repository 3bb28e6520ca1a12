"""The figures of the whole project, each with what it means."""

from __future__ import annotations

from PySide6.QtWidgets import QWidget

from xpert_studio.desktop.look import GAP, PAD, TIGHT
from xpert_studio.desktop.parts.labels import card, label
from xpert_studio.desktop.parts.layouts import column, row
from xpert_studio.desktop.wording import mark, number, percent, t, with_interval
from xpert_studio.report.seen_agreement import Agreement

_MEANINGS = (
    (mark("Both judged"), mark("Checkpoints of responses that two or more experts decided.")),
    (mark("Agreement"), mark("The share of them on which all experts said the same.")),
    (
        mark("Cohen’s κ"),
        mark(
            "Chance-corrected agreement of two experts, pooled over all pairs: 1 is full agreement."
        ),
    ),
    (
        mark("Krippendorff’s α"),
        mark("Chance-corrected agreement of all experts: 0.80 or more is reliable."),
    ),
)


class WholeFigures(QWidget):
    """Four figures beside each other."""

    def __init__(self) -> None:
        super().__init__()
        self.values = [label("", "figure", wrap=False) for _ in _MEANINGS]
        cards = []
        for value, (name, meaning) in zip(self.values, _MEANINGS, strict=True):
            ground = card()
            column(
                label(t(name), "label"), value, label(t(meaning), "small"), 1,
                on=ground, pad=PAD, gap=TIGHT,
            )  # fmt: skip
            cards.append(ground)
        beside = row(*cards, on=self, gap=GAP)
        for place in range(len(cards)):
            beside.setStretch(place, 1)

    def show_agreement(self, found: Agreement) -> None:
        """Shows the figures."""
        whole = found.figures.whole
        says = (
            number(whole.items),
            percent(found.share),
            with_interval(whole.kappa.value, whole.kappa.interval),
            with_interval(whole.alpha.value, whole.alpha.interval),
        )
        for value, (name, meaning), text in zip(self.values, _MEANINGS, says, strict=True):
            value.setText(text)
            value.setAccessibleName(f"{t(name)}: {text}. {t(meaning)}")
