"""The subsets that were drawn, and the tasks of the one that is looked at."""

from __future__ import annotations

from collections.abc import Callable

from xpert_studio.core.records import STAGES, Stage
from xpert_studio.core.wording import listed, moment, number, t, tn
from xpert_studio.core.workflow.views import (
    GoldSubsets,
    SampledSubset,
)
from xpert_studio.desktop.look import GAP, PAD, SPACE, px
from xpert_studio.desktop.names import STAGE_TONES
from xpert_studio.desktop.pages.tasks.draw import task_entry
from xpert_studio.desktop.widgets.entries import Entry, EntryView
from xpert_studio.desktop.widgets.explorer import EmptyState
from xpert_studio.desktop.widgets.labels import Card, button, label
from xpert_studio.desktop.widgets.layouts import box, column, row
from xpert_studio.desktop.widgets.wiring import show_if, wire
from xpert_studio.report.part_names import domain_name


class SubsetsCard(Card):
    """The subsets.

    Args:
        called: A person's name by id.
        open_task: Opens a task by its id.
        publish: Publishes a subset, by its name.
        remove: Takes a subset out, by its name.
        look_at: Another subset is looked at; gets its name.
    """

    def __init__(
        self,
        called: Callable[[str | None], str],
        open_task: Callable[[str], object],
        publish: Callable[[str], object],
        remove: Callable[[str], object],
        look_at: Callable[[str], object],
    ) -> None:
        super().__init__()
        self._called, self._look_at = called, look_at
        self.list = EntryView(t("Subsets that were sampled"), lines=2)
        self.tasks_title = label("", "label")
        self.tasks = EntryView(t("Tasks of the subset"))
        wire((self.list.looked_at, self._show_tasks), (self.tasks.opened, open_task))
        self.open_task = button(
            t("Open the task"), lambda: open_task(self.tasks.key), picture="external-link"
        )
        self.publish = button(t("Publish it…"), lambda: publish(self.list.key), picture="upload")
        self.remove = button(t("Remove it"), lambda: remove(self.list.key), picture="trash-2")
        self.empty = EmptyState(
            "star",
            t("No subset has been sampled yet"),
            t("Experts judge its tasks; judges are measured and systems compared on them."),
        )
        self.inside = box(
            column(
                self.list,
                row(self.publish, self.remove, 1),
                self.tasks_title,
                self.tasks,
                row(self.open_task, 1),
                gap=GAP,
                grow=(2, 0, 0, 3),
            )
        )
        self.list.setMinimumHeight(px(150))
        self.tasks.setMinimumHeight(px(180))
        column(
            label(t("Drawn so far"), "heading"),
            self.inside,
            self.empty,
            on=self,
            pad=SPACE,
            gap=PAD,
            grow=1,
        )

    def show_gold(self, held: GoldSubsets, *, is_open: bool, name: str = "") -> None:
        """Shows the subsets, and one of them.

        Args:
            held: Them.
            is_open: Whether the person may take one out.
            name: Which one is looked at; the one before where empty.
        """
        self._held = held
        show_if(held.drawn, self.inside)
        show_if(not held.drawn, self.empty)
        show_if(is_open, self.remove, self.publish)
        self.list.show_entries([self._entry(item) for item in held.drawn], name)
        self._show_tasks(self.list.key)

    def _entry(self, item: SampledSubset) -> Entry:
        subset = item.subset
        facts = (
            tn("{n} task", "{n} tasks", len(subset.task_ids)),
            t("seed {seed}", seed=subset.seed),
            t(
                "by {who}, {when}",
                who=self._called(subset.sampled_by),
                when=moment(subset.sampled_at),
            ),
        )
        strata = listed(
            t(
                "{domain} {drawn} of {ready}",
                domain=domain_name(part.domain) or t("no domain"),
                drawn=number(part.drawn),
                ready=number(part.available),
            )
            for part in subset.strata
        )
        lost = item.gone + item.unready
        chip = tn("{n} not ready", "{n} not ready", lost) if lost else ""
        return Entry(subset.name, subset.name, (" · ".join(facts), strata), chip, "warn")

    def _show_tasks(self, name: str) -> None:
        found = next((item for item in self._held.drawn if item.subset.name == name), None)
        if found is None:
            self.tasks.show_entries([])
            return
        self.tasks_title.setText(t("Tasks of {name}", name=name))
        self.tasks.show_entries(
            [
                task_entry(
                    item,
                    "" if item.stage is Stage.READY else t(STAGES[item.stage]),
                    STAGE_TONES[item.stage],
                )
                for item in found.tasks
            ]
        )
        self.open_task.setEnabled(bool(found.tasks))
        self._look_at(name)
