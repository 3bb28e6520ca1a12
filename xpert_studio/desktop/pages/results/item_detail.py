"""What is to be said of one checkpoint, in sentences, below the table of all."""

from __future__ import annotations

from xpert_studio.desktop.look import PAD, TIGHT
from xpert_studio.desktop.pages.results.words import FLAG_MEANINGS, p_words, span_words
from xpert_studio.desktop.parts import Card, button, column, label, row
from xpert_studio.desktop.wording import figure, number, percent, t
from xpert_studio.metrics import items as metric
from xpert_studio.report.results import CheckpointList


class ItemDetail(Card):
    """The checkpoint's text, its figures in words, and the ways on."""

    def __init__(self) -> None:
        super().__init__()
        self.point = -1
        self.text = label("").bound(600, 3)
        self.figures = label("", "muted")
        self.meaning = label("", "muted")
        self.twin = label("", "muted").bound(600, 2)
        self.rubric = button(t("Open in the rubric"), picture="pencil")
        self.verdicts = button(t("Its verdicts"), picture="list-checks")
        column(
            self.text, self.figures, self.meaning, self.twin,
            row(self.rubric, self.verdicts, 1),
            on=self, pad=PAD, gap=TIGHT,
        )  # fmt: skip
        self.hide()

    def show_point(self, found: CheckpointList, point: int, *, has_verdicts: bool) -> None:
        """Shows a checkpoint."""
        self.point = point
        items = found.items
        self.text.setText(found.catalog.checkpoint_texts[point])
        self.figures.setText(_figures(found, point))
        meanings = [t(FLAG_MEANINGS[name]) for name in found.flags_of(point)]
        self.meaning.say(" ".join(meanings))
        is_redundant = bool(items.redundant[point])
        self.twin.setVisible(is_redundant)
        if is_redundant:
            self.twin.setText(
                t("Like: {text} (φ {phi})", text=found.catalog.checkpoint_texts[items.twin[point]],
                  phi=figure(float(items.twin_phi[point])))
            )  # fmt: skip
        self.verdicts.setVisible(has_verdicts)
        self.show()


def _figures(found: CheckpointList, point: int) -> str:
    items = found.items
    said = (
        mean_words(items, point)
        if items.is_graded[point]
        else t(
            "Met by {met} of {n} responses: {share}, 95 % interval {span}.",
            met=number(int(items.met[point])),
            n=number(int(items.responses[point])),
            share=percent(float(items.share[point])),
            span=span_words((float(items.low[point]), float(items.high[point]))),
        )
    )
    value = metric.known(items.discrimination[point])
    if value is None:
        return f"{said} " + t("Too few responses, or all alike: no discrimination.")
    return f"{said} " + t(
        "Discrimination {r}, p {p}.", r=figure(value), p=p_words(metric.known(items.p[point]))
    )


def mean_words(items: metric.ItemAnalysis, point: int) -> str:
    """The mean score of a graded checkpoint, and the part of its scale that is used."""
    low, high = metric.known(items.low[point]), metric.known(items.high[point])
    span = t("no interval") if low is None or high is None else span_words((low, high))
    return t(
        "Mean score {mean} over {n} responses, 95 % interval {span}; scores from {lowest} to {highest} of the scale.",
        mean=percent(float(items.share[point])), n=number(int(items.responses[point])), span=span,
        lowest=percent(float(items.lowest[point])), highest=percent(float(items.highest[point])),
    )  # fmt: skip
