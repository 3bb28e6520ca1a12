"""Item analysis: every checkpoint with how often it is met and what it tells apart."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from PySide6.QtCore import QModelIndex

from xpert_studio.core.metrics import items as metric
from xpert_studio.core.records.columns import NONE, Catalog, IntArray
from xpert_studio.core.wording import figure, listed, number, percent, t
from xpert_studio.desktop.look import PAD, TIGHT
from xpert_studio.desktop.pages.results.section import Choice, FilterChips, ListSection
from xpert_studio.desktop.pages.results.words import (
    FLAG_MEANINGS,
    FLAG_TONES,
    FLAGS,
    p_words,
    span_words,
    weight_cell,
)
from xpert_studio.desktop.places import Place
from xpert_studio.desktop.shell import Shell
from xpert_studio.desktop.widgets.grid import BLANK, GridCell, GridColumn, count
from xpert_studio.desktop.widgets.labels import Card, button, label
from xpert_studio.desktop.widgets.layouts import column, row
from xpert_studio.desktop.widgets.scrolling import scrolled_column
from xpert_studio.report.part_names import part_name
from xpert_studio.report.results import CheckpointList, CheckpointQuery
from xpert_studio.report.section import View
from xpert_studio.report.sections.items import method


class ItemDetail(Card):
    """The checkpoint's text, its figures in words, and the ways on.

    Args:
        open_rubric: Opens a checkpoint in its rubric, by its number.
        open_verdicts: Shows the verdicts on one.
    """

    def __init__(
        self, open_rubric: Callable[[int], object], open_verdicts: Callable[[int], object]
    ) -> None:
        super().__init__()
        self.point = -1
        self.text = label("").bound(600, 3)
        self.figures = label("", "muted")
        self.meaning = label("", "muted")
        self.twin = label("", "muted").bound(600, 2)
        self.rubric = button(
            t("Open in the rubric"), lambda: open_rubric(self.point), picture="pencil"
        )
        self.verdicts = button(
            t("Its verdicts"), lambda: open_verdicts(self.point), picture="list-checks"
        )
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
        self.meaning.say(" ".join(t(FLAG_MEANINGS[name]) for name in found.flags_of(point)))
        self.twin.say(
            t("Like: {text} (φ {phi})", text=found.catalog.checkpoint_texts[items.twin[point]],
              phi=figure(float(items.twin_phi[point])))
            if items.redundant[point] else ""
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


class ItemsSection(ListSection[CheckpointList]):
    """Switches with counts, words, the table, and what is to be said of one checkpoint."""

    def __init__(self, shell: Shell) -> None:
        hint = t("Filter by words of the checkpoint or the task")
        super().__init__(shell, hint, t("Checkpoints"), stretched="text")
        self.flags = FilterChips(FLAGS, FLAG_MEANINGS, self._look)
        self.method = label("", "small")
        self.table.selectionModel().currentRowChanged.connect(self._mark)
        self.detail = ItemDetail(self.open_cell, self.open_verdicts)
        made = self.lay_out(above=(self.flags,), below=(self.detail, self.method))
        scrolled_column(made, on=self)

    @property
    def query(self) -> CheckpointQuery:
        """What is looked for."""
        key, descending = self.table.order
        return CheckpointQuery(
            flags=self.flags.on,
            words=self.words.text(),
            task=self.where.get("task", ""),
            sort=key or "order",
            descending=descending,
        )

    def refresh(self, choice: Choice) -> None:
        """Fetches the figures of all checkpoints, and those that the filter leaves."""
        self.flags.turn_on(self.where.get("flags", "").split(","))
        self.fetch_rows(lambda: choice.results.checkpoints(*choice.key))

    def _look(self) -> None:
        super()._look()
        if self.list is not None:
            self.refine(flags=",".join(sorted(self.query.flags)), task=self.query.task)

    def _show(self, found: CheckpointList, rows: IntArray) -> None:
        self.flags.show_counts(found.counts)
        if (choice := self.choice) is not None:
            view = View(self.session.project, lambda: choice.results).by(*choice.key)
            self.method.setText(method(found.items, view.who))
        super()._show(found, rows)

    def _shown(self) -> None:
        super()._shown()
        if not self.grid.rowCount():
            self.detail.hide()

    def _mark(self, index: QModelIndex) -> None:
        place = self.grid.place(index.row())
        if place is not None and self.list is not None:
            is_judge = self.choice is not None and self.choice.rater.is_judge
            self.detail.show_point(self.list, place, has_verdicts=is_judge)

    def _columns(self, found: CheckpointList) -> list[GridColumn]:
        catalog, items = found.catalog, found.items
        return [
            GridColumn("task", t("Task"), lambda n: GridCell(
                catalog.task_titles[catalog.checkpoint_task[n]], tone="muted"), 150),
            GridColumn("text", t("Checkpoint"),
                       lambda n: GridCell(catalog.checkpoint_texts[n], opens=True), 280),
            GridColumn("tier", t("Tier"), lambda n: _tier(catalog, n), 96),
            GridColumn("weight", t("Weight"),
                       lambda n: weight_cell(float(catalog.checkpoint_weight[n])), 76, is_figure=True),
            GridColumn("n", t("Responses"), lambda n: count(int(items.responses[n])), 98,
                       is_figure=True),
            GridColumn("share", t("Met"), lambda n: _share(items, n), 72, is_figure=True,
                       export=lambda n: metric.known(items.share[n]),
                       hint=t("Share of the responses that meet it; the mean score of a graded checkpoint.")),
            GridColumn("discrimination", t("Discrimination"), lambda n: _discrimination(items, n), 126,
                       is_figure=True, export=lambda n: metric.known(items.discrimination[n]),
                       hint=t("Correlation of meeting it with the response’s score over the rest of the rubric.")),
            GridColumn("notes", t("Notes"), lambda n: _notes(found.flags_of(n)), 150, sorts=False),
        ]  # fmt: skip

    def open_cell(self, point: int, _: str = "") -> None:
        """Opens a checkpoint in its rubric, whichever cell it is."""
        task_id, point_id = self._named(point)
        self.shell.go(Place("task", task_id=task_id, tab="rubric", item=point_id))

    def open_verdicts(self, point: int) -> None:
        """Shows the judge's verdicts on a checkpoint."""
        task_id, point_id = self._named(point)
        self.go("verdicts", task=task_id, checkpoint=point_id)

    def _named(self, point: int) -> tuple[str, str]:
        """A checkpoint by its ids: of its task, and its own."""
        assert self.list is not None
        catalog = self.list.catalog
        return catalog.tasks[catalog.checkpoint_task[point]], catalog.checkpoints[point]


def _tier(catalog: Catalog, point: int) -> GridCell:
    code = int(catalog.checkpoint_tier[point])
    if code == NONE:
        return BLANK
    name = catalog.tiers[code]
    tone = name.lower() if name in {"Essential", "Important", "Optional"} else "optional"
    return GridCell(part_name("tier", name), tone=tone, is_chip=True)


def _share(items: metric.ItemAnalysis, point: int) -> GridCell:
    said = (
        mean_words(items, point)
        if items.is_graded[point]
        else t("{met} of {n} responses meet it, 95 % interval {span}",
               met=number(int(items.met[point])), n=number(int(items.responses[point])),
               span=span_words((float(items.low[point]), float(items.high[point]))))
    )  # fmt: skip
    return GridCell(percent(float(items.share[point])), hint=said)


def _discrimination(items: metric.ItemAnalysis, point: int) -> GridCell:
    value = metric.known(items.discrimination[point])
    if value is None:
        return GridCell(figure(None), tone="muted")
    tone = "bad" if items.negative[point] else "good" if items.discriminating[point] else ""
    hint = t("p {p}", p=p_words(metric.known(items.p[point])))
    return GridCell(figure(value), value, tone=tone, hint=hint)


def _notes(flags: Sequence[str]) -> GridCell:
    worst = (name for name in ("negative", "never", "redundant", *flags) if name in flags)
    said = listed(t(FLAGS[name]) for name in flags)
    return GridCell(said, tone=FLAG_TONES.get(next(worst, ""), ""))
