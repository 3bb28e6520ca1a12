"""The page on which a lead samples gold subsets and looks at them."""

from __future__ import annotations

import secrets
from collections.abc import Callable, Sequence
from typing import Final

from xpert_studio.core.records import STAGES, Change, Stage, Stratum
from xpert_studio.core.wording import listed, mark, moment, number, t, tn
from xpert_studio.core.workflow import draw_subset, remove_subset
from xpert_studio.core.workflow.gold import GOLD
from xpert_studio.core.workflow.views import (
    GoldSubsets,
    ProjectState,
    SampledSubset,
    TaskRow,
    read_gold_subsets,
)
from xpert_studio.desktop.look import GAP, PAD, SPACE, WIDE, px
from xpert_studio.desktop.names import STAGE_TONES
from xpert_studio.desktop.pages.base import ProjectStatePage
from xpert_studio.desktop.places import Place
from xpert_studio.desktop.shell import Shell
from xpert_studio.desktop.widgets import form_inputs as inputs
from xpert_studio.desktop.widgets.entries import Entry, EntryView
from xpert_studio.desktop.widgets.explorer import EmptyState
from xpert_studio.desktop.widgets.form import Form, FormField
from xpert_studio.desktop.widgets.grid import Figures, GridCell, count, share, words
from xpert_studio.desktop.widgets.grid_view import figure_table
from xpert_studio.desktop.widgets.labels import Card, button, label, tool
from xpert_studio.desktop.widgets.layouts import SideSplitter, box, column, row, wide
from xpert_studio.desktop.widgets.scrolling import scrolled_column
from xpert_studio.desktop.widgets.wiring import show_if, wire
from xpert_studio.report.part_names import domain_name

# The form that samples a subset: size, seed and name, and what each domain would give.

_HEADS: Final = (mark("Domain"), mark("Ready"), mark("Drawn"), mark("Share"))
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
        self._held = GoldSubsets({}, (), ())
        self._is_begun, self.names_anew = False, True
        self.other_seed = tool(
            "shuffle", t("New seed"),
            lambda: self.form.show_values({"seed": secrets.randbelow(_MOST_SEED + 1)}),
        )  # fmt: skip
        seed = inputs.beside(inputs.number(0, _MOST_SEED, wide=100), self.other_seed)
        self.form = Form(
            (
                FormField(
                    key="size", title=mark("Tasks"), name=mark("How many tasks"),
                    kind=inputs.number(1, 1),
                ),
                FormField(key="seed", title=mark("Seed"), beside=True, kind=seed),
                FormField(
                    key="name", title=mark("Name"), name=mark("Name of the subset"),
                    kind=inputs.text(wide=180),
                ),
            )
        )  # fmt: skip
        self.form.changed.connect(lambda _: self._show_choice())
        self.strata = Figures(_HEADS, 1, self, (160, 70, 70, 130))
        self.table = figure_table(self.strata, t("What each domain gives"), 0)
        self.act = button(
            t("Draw the subset"), lambda: draw(*self.form.values().values()),
            kind="primary", picture="shuffle",
        )  # fmt: skip
        self.note, self.why = label("", "muted"), label("", "warn")
        self.waiting_title = label("", "label")
        self.waiting = EntryView(t("Tasks that are not ready"))
        self.waiting.opened.connect(open_task)
        self.waiting.setMinimumHeight(px(150))
        about = t(
            "Stratified random sample of the ready tasks by domain. The same seed selects the same tasks on every computer."
        )
        column(
            label(t("Draw a subset"), "heading"), label(about, "muted"), self.form, self.table,
            self.note, self.why, row(self.act, 1), self.waiting_title, self.waiting,
            on=self, pad=SPACE, gap=PAD, grow=8,
        )  # fmt: skip

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
            [_task_entry(item, t(STAGES[item.stage])) for item in held.waiting]
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


def _task_entry(item: TaskRow, chip: str, tone: str = "optional") -> Entry:
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


# The subsets that were drawn, and the tasks of the one that is looked at.


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
        self._held = GoldSubsets({}, (), ())
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
        self.inside = box(column(
            self.list, row(self.publish, self.remove, 1), self.tasks_title, self.tasks,
            row(self.open_task, 1), gap=GAP, grow=(2, 0, 0, 3),
        ))  # fmt: skip
        self.list.setMinimumHeight(px(150))
        self.tasks.setMinimumHeight(px(180))
        column(
            label(t("Drawn so far"), "heading"), self.inside, self.empty,
            on=self, pad=SPACE, gap=PAD, grow=1,
        )  # fmt: skip

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
                _task_entry(item, "" if item.stage is Stage.READY else t(STAGES[item.stage]),
                            STAGE_TONES[item.stage])
                for item in found.tasks
            ]
        )  # fmt: skip
        self.open_task.setEnabled(bool(found.tasks))
        self._look_at(name)


class GoldPage(ProjectStatePage):
    """Drawing at the left, what was drawn at the right."""

    def __init__(self, shell: Shell) -> None:
        super().__init__(shell)
        self.draw = DrawCard(self._open_task, self._draw)
        self.subsets = SubsetsCard(
            self.session.project_state.called, self._open_task,
            lambda name: shell.go(Place("publish", item=f"subset/{name}")), self._remove, self._remember,
        )  # fmt: skip
        self.split = SideSplitter(
            self.draw, box(column(self.subsets, pad=(SPACE, 0, 0, 0))), room=900
        )
        scrolled_column(
            label(t("Gold subset"), "title", wrap=False), wide(self.split),
            pad=WIDE, gap=SPACE, on=self,
        )  # fmt: skip
        self.setFocusProxy(self.draw.form.inputs["size"].widget)

    def show_project_state(self, project_state: ProjectState) -> None:
        """Fetches what can be drawn, and what was."""
        project = self.session.project
        self.session.fetch(lambda: read_gold_subsets(project), self._show, owner=self, slot="gold")

    def _show(self, held: GoldSubsets) -> None:
        self.draw.show_gold(held, self.why_not)
        self.subsets.show_gold(held, is_open=not self.why_not, name=self.place.item)

    def _remember(self, name: str) -> None:
        if name and name != self.place.item:
            self.place = Place("gold", item=name)
            if self.isVisible():
                self.shell.refine(self.place)

    def _open_task(self, task_id: str) -> None:
        if task_id:
            self.shell.go(Place("task", task_id=task_id, tab="rubric"))

    def _draw(self, size: int, seed: int, name: str) -> None:
        ctx = self.session.ctx

        def done(change: Change) -> None:
            self.place = Place("gold", item=name)
            self.draw.names_anew = True
            self._tell(
                t("Drew {name}.", name=name) if change else t("The same sample exists already."),
                change,
            )

        self.session.perform(
            lambda: draw_subset(ctx, size=size, seed=seed, name=name), done, self.refuse
        )

    def _remove(self, name: str) -> None:
        ctx = self.session.ctx
        self.session.perform(
            lambda: remove_subset(ctx, name),
            lambda change: self._tell(t("Removed {name}.", name=name), change),
            self.refuse,
        )

    def _tell(self, text: str, change: Change) -> None:
        if change:
            self.shell.say(
                text, "good", act=t("Undo"), run=lambda: self.session.undo(change_id=change.id)
            )
        else:
            self.shell.say(text)
