"""Item analysis: every checkpoint with how often it is met and what it tells apart."""

from __future__ import annotations

from PySide6.QtCore import QModelIndex

from xpert_studio.desktop.kit import (
    BLANK,
    PAD,
    TIGHT,
    Card,
    GridCell,
    GridColumn,
    Place,
    Shell,
    button,
    column,
    figure,
    label,
    listed,
    number,
    part_name,
    percent,
    row,
    t,
)
from xpert_studio.desktop.pages.results.choice import Choice
from xpert_studio.desktop.pages.results.filter_chips import FilterChips
from xpert_studio.desktop.pages.results.section import ListSection
from xpert_studio.desktop.pages.results.words import (
    FLAG_MEANINGS,
    FLAG_TONES,
    FLAGS,
    p_words,
    span_words,
)
from xpert_studio.metrics import items as metric
from xpert_studio.metrics import redundancy
from xpert_studio.records.columns import NONE, IntArray
from xpert_studio.report.results import CheckpointList, CheckpointQuery

# What is to be said of one checkpoint, in sentences, below the table of all.


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


class ItemsSection(ListSection):
    """Switches with counts, words, the table, and what is to be said of one checkpoint."""

    def __init__(self, shell: Shell) -> None:
        hint = t("Filter by words of the checkpoint or the task")
        super().__init__(shell, hint, t("Checkpoints"), stretched="text")
        self.list: CheckpointList | None = None
        self.flags = FilterChips(FLAGS, FLAG_MEANINGS)
        self.flags.changed.connect(self._look)
        self.method = label("", "small")
        self.table.selectionModel().currentRowChanged.connect(self._mark)
        self.detail = ItemDetail()
        self.detail.rubric.clicked.connect(lambda: self.open_rubric(self.detail.point))
        self.detail.verdicts.clicked.connect(lambda: self.open_verdicts(self.detail.point))
        self.lay_out(above=(self.flags,), below=(self.detail, self.method))

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
        results, key = choice.results, choice.key
        self.fetch_rows(lambda: results.checkpoints(*key), self.query)

    def _look(self) -> None:
        found, query = self.list, self.query
        self.find_rows(found, query)
        if found is not None:
            self.refine(flags=",".join(sorted(query.flags)), task=query.task)

    def _show(self, found: CheckpointList, rows: IntArray) -> None:
        self.list = found
        self.flags.show_counts(found.counts)
        self.grid.show_grid(self._columns(), rows)
        self.method.setText(_method(found))
        self._shown()

    @property
    def total(self) -> int:
        """Of all checkpoints."""
        return self._found.total

    def open_cell(self, place: int, key: str) -> None:
        """Opens the checkpoint's rubric, whichever cell it is."""
        self.open_rubric(place)

    def _shown(self) -> None:
        super()._shown()
        if not self.grid.rowCount():
            self.detail.hide()

    def _mark(self, index: QModelIndex) -> None:
        place = self.grid.place(index.row())
        if place is not None and self.list is not None:
            is_judge = self.choice is not None and self.choice.rater.is_judge
            self.detail.show_point(self.list, place, has_verdicts=is_judge)

    # Columns.

    def _columns(self) -> list[GridColumn]:
        return [
            GridColumn("task", t("Task"), self._task, 150),
            GridColumn("text", t("Checkpoint"), self._text, 280),
            GridColumn("tier", t("Tier"), self._tier, 96),
            GridColumn("weight", t("Weight"), self._weight, 76, is_figure=True),
            GridColumn("n", t("Responses"), self._n, 98, is_figure=True),
            GridColumn("share", t("Met"), self._share, 72, is_figure=True, export=self._exact_share,
                       hint=t("Share of the responses that meet it; the mean score of a graded checkpoint.")),
            GridColumn("discrimination", t("Discrimination"), self._discrimination, 126,
                       is_figure=True, export=self._exact_discrimination,
                       hint=t("Correlation of meeting it with the response’s score over the rest of the rubric.")),
            GridColumn("notes", t("Notes"), self._notes, 150, sorts=False),
        ]  # fmt: skip

    @property
    def _found(self) -> CheckpointList:
        assert self.list is not None
        return self.list

    def _task(self, point: int) -> GridCell:
        catalog = self._found.catalog
        return GridCell(catalog.task_titles[catalog.checkpoint_task[point]], tone="muted")

    def _text(self, point: int) -> GridCell:
        return GridCell(self._found.catalog.checkpoint_texts[point], opens=True)

    def _tier(self, point: int) -> GridCell:
        catalog = self._found.catalog
        code = int(catalog.checkpoint_tier[point])
        if code == NONE:
            return BLANK
        name = catalog.tiers[code]
        tone = name.lower() if name in {"Essential", "Important", "Optional"} else "optional"
        return GridCell(part_name("tier", name), tone=tone, is_chip=True)

    def _weight(self, point: int) -> GridCell:
        weight = float(self._found.catalog.checkpoint_weight[point])
        return GridCell(number(int(weight)) if weight.is_integer() else f"{weight:g}", weight)

    def _n(self, point: int) -> GridCell:
        count = int(self._found.items.responses[point])
        return GridCell(number(count), count)

    def _share(self, point: int) -> GridCell:
        items = self._found.items
        if items.is_graded[point]:
            return GridCell(percent(float(items.share[point])), hint=mean_words(items, point))
        span = span_words((float(items.low[point]), float(items.high[point])))
        said = t("{met} of {n} responses meet it, 95 % interval {span}",
                 met=number(int(items.met[point])), n=number(int(items.responses[point])),
                 span=span)  # fmt: skip
        return GridCell(percent(float(items.share[point])), hint=said)

    def _exact_share(self, point: int) -> float | None:
        return metric.known(self._found.items.share[point])

    def _discrimination(self, point: int) -> GridCell:
        items = self._found.items
        value = metric.known(items.discrimination[point])
        if value is None:
            return GridCell(figure(None), tone="muted")
        tone = "bad" if items.negative[point] else "good" if items.discriminating[point] else ""
        hint = t("p {p}", p=p_words(metric.known(items.p[point])))
        return GridCell(figure(value), value, tone=tone, hint=hint)

    def _exact_discrimination(self, point: int) -> float | None:
        return metric.known(self._found.items.discrimination[point])

    def _notes(self, point: int) -> GridCell:
        flags = self._found.flags_of(point)
        worst = next((name for name in ("negative", "never", "redundant") if name in flags), "")
        tone = FLAG_TONES.get(worst or next(iter(flags), ""), "")
        return GridCell(listed(t(FLAGS[name]) for name in flags), tone=tone)

    # Acting.

    def open_rubric(self, point: int) -> None:
        """Opens a checkpoint in its rubric."""
        catalog = self._found.catalog
        task_id = catalog.tasks[catalog.checkpoint_task[point]]
        self.leave_for(
            Place("task", task_id=task_id, tab="rubric", item=catalog.checkpoints[point])
        )

    def open_verdicts(self, point: int) -> None:
        """Shows the judge's verdicts on a checkpoint."""
        catalog = self._found.catalog
        task = catalog.tasks[catalog.checkpoint_task[point]]
        self.go("verdicts", task=task, checkpoint=catalog.checkpoints[point])


def _method(found: CheckpointList) -> str:
    """Every threshold, and how many chance alone would flag."""
    said = t(
        "Never and always met from {extremes} responses on. Discrimination is a point-biserial correlation with the rest of the rubric from {least} responses on, flagged below p = {p}. Redundant: φ of at least {phi} over at least {both} responses, each checkpoint met and not met by {minority} of them or more.",
        extremes=metric.LEAST_FOR_EXTREMES,
        least=metric.LEAST_FOR_DISCRIMINATION,
        p=figure(metric.SIGNIFICANCE),
        phi=figure(redundancy.REDUNDANT_PHI, 1),
        both=redundancy.LEAST_RESPONSES,
        minority=redundancy.LEAST_MINORITY,
    )
    if not found.items.tested:
        return said
    return f"{said} " + t(
        "Chance alone would flag about {n} of {tested} either way.",
        n=number(round(found.items.by_chance)),
        tested=number(found.items.tested),
    )
