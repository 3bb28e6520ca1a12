"""The figures of the whole project, each with what it means."""

from __future__ import annotations

from typing import Final

from PySide6.QtWidgets import QWidget

from xpert_studio.desktop.evidence_words import caution_hint
from xpert_studio.desktop.figure_words import said_interval, value_words
from xpert_studio.desktop.look import GAP, PAD, TIGHT
from xpert_studio.desktop.parts import card, column, label, row
from xpert_studio.desktop.parts.bounds import hint
from xpert_studio.desktop.wording import mark, number, t
from xpert_studio.metrics.metric import RATERS
from xpert_studio.metrics.registry import metrics_of
from xpert_studio.report.seen_agreement import Agreement

_ITEMS: Final = (
    mark("Both judged"), mark("Checkpoints of responses that two or more experts decided."),
)  # fmt: skip


class WholeFigures(QWidget):
    """The figures beside each other."""

    def __init__(self) -> None:
        super().__init__()
        self.metrics = metrics_of(RATERS)
        self.meanings = (_ITEMS, *((metric.title, metric.meaning) for metric in self.metrics))
        self.values = [label("", "figure", wrap=False) for _ in self.meanings]
        self.spans = [label("", "small") for _ in self.meanings]
        cards = []
        for value, span, (name, meaning) in zip(
            self.values, self.spans, self.meanings, strict=True
        ):
            ground = card(column(
                label(t(name), "label"), value, span, label(t(meaning), "small"), 1,
                pad=PAD, gap=TIGHT,
            ))  # fmt: skip
            cards.append(ground)
        row(*cards, on=self, gap=GAP, grow=(1,) * len(cards))

    def show_agreement(self, found: Agreement) -> None:
        """Shows the figures."""
        whole = found.figures.whole
        known = [(metric.unit, whole.figures[metric.id]) for metric in self.metrics]
        says = (
            (number(whole.items), " ", ""),
            *(
                (value_words(unit, one.value), said_interval(unit, one) or " ",
                 caution_hint(one.caution, one.tasks))
                for unit, one in known
            ),
        )  # fmt: skip
        for place, ((name, meaning), (value, span, why)) in enumerate(
            zip(self.meanings, says, strict=True)
        ):
            self.values[place].setText(value)
            self.spans[place].setText(span)
            self.spans[place].setToolTip(hint(why))
            told = f"{t(name)}: {value} {span.strip()}. {t(meaning)} {why}"
            self.values[place].setAccessibleName(told.rstrip())
