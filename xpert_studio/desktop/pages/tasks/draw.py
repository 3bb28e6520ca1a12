"""The form that samples a subset: size, seed and name, and what each domain would give."""

from __future__ import annotations

import secrets
from collections.abc import Callable, Sequence
from typing import Final

from xpert_studio.core.records import STAGES, Stratum
from xpert_studio.core.wording import mark, number, t, tn
from xpert_studio.core.workflow.gold import GOLD, draw_subset
from xpert_studio.core.workflow.views import (
    GoldSubsets,
    TaskRow,
)
from xpert_studio.desktop.look import PAD, SPACE, px
from xpert_studio.desktop.widgets import form_inputs as inputs
from xpert_studio.desktop.widgets.asked_fields import fields_for
from xpert_studio.desktop.widgets.entries import Entry, EntryView
from xpert_studio.desktop.widgets.form import Form
from xpert_studio.desktop.widgets.grid import Figures, GridCell, count, share, words
from xpert_studio.desktop.widgets.grid_view import figure_table
from xpert_studio.desktop.widgets.labels import Card, button, label, tool
from xpert_studio.desktop.widgets.layouts import column, row
from xpert_studio.desktop.widgets.wiring import show_if
from xpert_studio.report.part_names import domain_name

_HEADS: Final = (mark("Domain"), mark("Ready"), mark("Drawn"), mark("Share drawn"))
_MOST_SEED: Final = 999_999
_SHOWN: Final = 8


class DrawCard(Card):
    """The form.

    Args:
        open_task: Opens a task that is not ready, by its id.
        draw: Samples a subset of a size, by a seed, under a name.

    Attributes:
        names_anew: Whether a free name is offered as soon as what was drawn is there.
    """

    def __init__(
        self, open_task: Callable[[str], object], draw: Callable[[int, int, str], object]
    ) -> None:
        super().__init__()
        self._is_begun, self.names_anew = False, True
        self.other_seed = tool(
            "shuffle",
            t("New seed"),
            lambda: self.form.show_values({"seed": secrets.randbelow(_MOST_SEED + 1)}),
        )
        seed = inputs.beside(inputs.number(0, _MOST_SEED, wide=100), self.other_seed)
        self.form = Form(
            fields_for(
                draw_subset,
                "size",
                "seed",
                "name",
                size={"name": mark("How many tasks"), "kind": inputs.number(1, 1)},
                seed={"beside": True, "kind": seed, "preset": 0},
                name={
                    "name": mark("Name of the subset"),
                    "kind": inputs.text(wide=180),
                    "preset": "",
                },
            )
        )
        self.form.changed.connect(lambda _: self._show_choice())
        self.strata = Figures(_HEADS, 1, self, (160, 70, 70, 130))
        self.table = figure_table(self.strata, t("What each domain gives"), 0)
        self.act = button(
            t("Draw the subset"),
            lambda: draw(*self.form.values().values()),
            kind="primary",
            picture="shuffle",
        )
        self.note, self.why = label("", "muted"), label("", "warn")
        self.waiting_title = label("", "label")
        self.waiting = EntryView(t("Tasks that are not ready"))
        self.waiting.opened.connect(open_task)
        self.waiting.setMinimumHeight(px(150))
        about = t(
            "Stratified random sample of the ready tasks by domain. The same seed "
            "selects the same tasks on every computer."
        )
        column(
            label(t("Draw a subset"), "heading"),
            label(about, "muted"),
            self.form,
            self.table,
            self.note,
            self.why,
            row(self.act, 1),
            self.waiting_title,
            self.waiting,
            on=self,
            pad=SPACE,
            gap=PAD,
            grow=8,
        )

    def show_gold(self, held: GoldSubsets, why_not: str) -> None:
        """Shows what can be drawn now.

        Args:
            held: It.
            why_not: Why the person may only look; empty where they may draw.
        """
        self._held = held
        self.form.offer(size=(1, max(1, held.count)))
        if not self._is_begun and held.count:
            self._is_begun = True
            self.form.show_values({"size": held.suggested_size})
        if self.names_anew:
            self.names_anew = False
            self.form.show_values({"name": held.free_name(GOLD)})
        self.form.set_open(is_open=not why_not and bool(held.count))
        self.act.setVisible(not why_not)
        self.why.say(why_not)
        self._show_choice()
        show_if(held.waiting, self.waiting_title, self.waiting)
        self.waiting_title.setText(
            tn(
                "{n} task is not ready and cannot be sampled",
                "{n} tasks are not ready and cannot be sampled",
                len(held.waiting),
            )
        )
        self.waiting.show_entries(
            [task_entry(item, t(STAGES[item.stage])) for item in held.waiting]
        )

    def _show_choice(self) -> None:
        """Shows what each domain gives, and whether the name is one that was drawn."""
        size, _, name = self.form.values().values()
        found = self._held.strata_for(size)
        self.strata.show_cells(_rows(found))
        self.table.setVisible(bool(found))
        self.table.fit_height(_SHOWN)
        is_small = any(part.available and not part.drawn for part in found)
        small = t("Some domains give nothing: the subset is smaller than the number of domains.")
        none = t(
            "No task is ready to be sampled: rubrics are written, reviewed and spot-checked first."
        )
        self.note.say((small if is_small else "") if found else none)
        is_taken = any(item.subset.name == name for item in self._held.drawn)
        self.act.setText(
            t("Draw in place of {name}", name=name) if is_taken else t("Draw the subset")
        )
        self.act.setEnabled(bool(name) and bool(self._held.count))


def task_entry(item: TaskRow, chip: str, tone: str = "optional") -> Entry:
    """A task in a list of a subset: its title, its domain, and a chip."""
    return Entry(item.id, item.title, (domain_name(item.domain) or t("no domain"),), chip, tone)


def _rows(strata: Sequence[Stratum]) -> list[tuple[GridCell, ...]]:
    return [
        (
            words(domain_name(part.domain) or t("no domain")),
            count(part.available),
            GridCell(number(part.drawn), part.drawn),
            share(part.drawn / part.available if part.available else None),
        )
        for part in strata
    ]
