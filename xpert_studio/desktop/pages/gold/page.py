"""The page on which a lead samples gold subsets and looks at them."""

from __future__ import annotations

import secrets
from collections.abc import Callable, Sequence
from typing import Final

from PySide6.QtCore import Signal

from xpert_studio.desktop.kit import (
    GAP,
    PAD,
    SPACE,
    STAGE_TONES,
    STAGES,
    WIDE,
    Card,
    EmptyState,
    Entry,
    EntryView,
    Place,
    Shell,
    SideSplitter,
    Spin,
    box,
    button,
    column,
    domain_name,
    enable_if,
    field,
    figure_table,
    label,
    listed,
    mark,
    moment,
    number,
    px,
    row,
    scrolled_column,
    show_if,
    t,
    tn,
    tool,
    wide,
    wire,
)
from xpert_studio.desktop.pages.project_state_page import ProjectStatePage
from xpert_studio.desktop.widgets.grid import Figures, GridCell, count, share, words
from xpert_studio.records import Change, Stage, Stratum
from xpert_studio.workflow import draw_subset, remove_subset
from xpert_studio.workflow.gold import GOLD
from xpert_studio.workflow.views import GoldSubsets, ProjectState, SampledSubset, read_gold_subsets

# The form that samples a subset: size, seed and name, and what each domain would give.

_HEADS: Final = (mark("Domain"), mark("Ready"), mark("Drawn"), mark("Share"))
_MOST_SEED: Final = 999_999
_SHOWN: Final = 8
_ROW: Final = 32


class DrawCard(Card):
    """The form.

    Signals:
        drawn: Size, seed and name of the subset that is to be drawn.
        opened: A task that is not ready is to be opened; its id.
    """

    drawn = Signal(int, int, str)
    opened = Signal(str)

    def __init__(self) -> None:
        super().__init__()
        self._held = GoldSubsets({}, (), ())
        self._is_begun = self._is_done = False
        self.how_many = Spin(t("How many tasks"), 1, 1)
        self.seed = Spin(t("Seed"), 0, _MOST_SEED)
        self.seed.setFixedWidth(px(100))
        self.other_seed = tool(
            "shuffle",
            t("New seed"),
            lambda: self.seed.setValue(secrets.randbelow(_MOST_SEED + 1)),
        )
        self.name = field(GOLD, name=t("Name of the subset"))
        self.name.setFixedWidth(px(180))
        self.strata = Figures(_HEADS, 1, self, (160, 70, 70, 130))
        self.table = figure_table(self.strata, t("What each domain gives"), 0)
        self.act = button(t("Draw the subset"), self._draw, kind="primary", picture="shuffle")
        self.note = label("", "muted")
        self.why = label("", "warn")
        self.waiting_title = label("", "label")
        self.waiting = EntryView(t("Tasks that are not ready"))
        self.waiting.opened.connect(self.opened)
        self._lay_out()
        wire(
            (self.how_many.valueChanged, lambda _: self._show_strata()),
            (self.name.textChanged, lambda _: self._show_name()),
        )

    def _lay_out(self) -> None:
        captions = [label(text, "label", wrap=False) for text in (t("Tasks"), t("Seed"), t("Name"))]
        for caption, widget in zip(captions, (self.how_many, self.seed, self.name), strict=True):
            caption.setBuddy(widget)
        fields = row(
            column(captions[0], row(self.how_many, 1), gap=2),
            column(captions[1], row(self.seed, self.other_seed, 1, gap=2), gap=2),
            column(captions[2], row(self.name), gap=2),
            1,
            gap=SPACE,
        )
        self.waiting.setMinimumHeight(px(150))
        column(
            label(t("Draw a subset"), "heading"),
            label(
                t(
                    "Stratified random sample of the ready tasks by domain. The same seed selects the same tasks on every computer."
                ),
                "muted",
            ),
            fields,
            self.table,
            self.note,
            self.why,
            row(self.act, 1),
            self.waiting_title,
            self.waiting,
            on=self, pad=SPACE, gap=PAD, grow=8,
        )  # fmt: skip

    def show_gold(self, held: GoldSubsets, why_not: str) -> None:
        """Shows what can be drawn now.

        Args:
            held: It.
            why_not: Why the person may only look; empty where they may draw.
        """
        self._held = held
        self.how_many.setRange(1, max(1, held.count))
        if not self._is_begun and held.count:
            self._is_begun, self._is_done = True, True
            self.how_many.setValue(held.suggested_size)
        if self._is_done:
            self._is_done = False
            self.name.setText(held.free_name(GOLD))
        enable_if(
            not why_not and bool(held.count), self.how_many, self.seed, self.other_seed, self.name
        )
        self.act.setVisible(not why_not)
        self.why.say(why_not)
        self._show_strata()
        self._show_waiting()
        self._show_name()

    def begin_anew(self) -> None:
        """Offers a free name as soon as what was drawn is there: the next draw keeps this one."""
        self._is_done = True

    def _show_strata(self) -> None:
        found = self._held.strata_for(self.how_many.value())
        self.strata.show_cells(_rows(found))
        shown = min(len(found), _SHOWN)
        self.table.setVisible(bool(found))
        self.table.setFixedHeight(
            self.table.horizontalHeader().sizeHint().height() + px(_ROW) * shown + px(4)
        )
        is_small = any(part.available and not part.drawn for part in found)
        self.note.setText(
            t("Some domains give nothing: the subset is smaller than the number of domains.")
            if found
            else t(
                "No task is ready to be sampled: rubrics are written, reviewed and "
                "spot-checked first."
            )
        )
        self.note.setVisible(is_small or not found)

    def _show_waiting(self) -> None:
        rows = self._held.waiting
        show_if(rows, self.waiting_title, self.waiting)
        self.waiting_title.setText(
            tn(
                "{n} task is not ready and cannot be sampled",
                "{n} tasks are not ready and cannot be sampled",
                len(rows),
            )
        )
        self.waiting.show_entries(
            [
                Entry(
                    item.id, item.title, (domain_name(item.domain) or t("no domain"),),
                    t(STAGES[item.stage]), "optional",
                )
                for item in rows
            ]
        )  # fmt: skip

    def _show_name(self) -> None:
        name = self.name.text().strip()
        is_taken = any(item.subset.name == name for item in self._held.drawn)
        self.act.setText(
            t("Draw in place of {name}", name=name) if is_taken else t("Draw the subset")
        )
        self.act.setEnabled(bool(name) and bool(self._held.count))

    def _draw(self) -> None:
        self.drawn.emit(self.how_many.value(), self.seed.value(), self.name.text().strip())


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

    Signals:
        opened: A task is to be opened; its id.
        published: A subset is to be published; its name.
        removed: A subset is to be taken out; its name.
        looked_at: Another subset is looked at; its name.
    """

    opened = Signal(str)
    published = Signal(str)
    removed = Signal(str)
    looked_at = Signal(str)

    def __init__(self, called: Callable[[str | None], str]) -> None:
        super().__init__()
        self._called = called
        self._held = GoldSubsets({}, (), ())
        self.list = EntryView(t("Subsets that were sampled"), lines=2)
        self.list.looked_at.connect(self._show_tasks)
        self.tasks_title = label("", "label")
        self.tasks = EntryView(t("Tasks of the subset"))
        self.tasks.opened.connect(self.opened)
        self.open_task = button(t("Open the task"), self._open, picture="external-link")
        self.publish = button(
            t("Publish it…"), lambda: self.published.emit(self.list.key), picture="upload"
        )
        self.remove = button(
            t("Remove it"), lambda: self.removed.emit(self.list.key), picture="trash-2"
        )
        self.empty = EmptyState(
            "star",
            t("No subset has been sampled yet"),
            t("Experts judge its tasks; judges are measured and systems compared on them."),
        )
        self.inside = box(column(
            self.list,
            row(self.publish, self.remove, 1),
            self.tasks_title,
            self.tasks,
            row(self.open_task, 1),
            gap=GAP, grow=(2, 0, 0, 3),
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
        self.inside.setVisible(bool(held.drawn))
        self.empty.setVisible(not held.drawn)
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
                Entry(
                    item.id, item.title, (domain_name(item.domain) or t("no domain"),),
                    "" if item.stage is Stage.READY else t(STAGES[item.stage]),
                    STAGE_TONES[item.stage],
                )
                for item in found.tasks
            ]
        )  # fmt: skip
        self.open_task.setEnabled(bool(found.tasks))
        self.looked_at.emit(name)

    def _open(self) -> None:
        if self.tasks.key:
            self.opened.emit(self.tasks.key)


class GoldPage(ProjectStatePage):
    """Drawing at the left, what was drawn at the right."""

    def __init__(self, shell: Shell) -> None:
        super().__init__(shell)
        self.draw = DrawCard()
        self.subsets = SubsetsCard(self.session.project_state.called)
        self.draw.drawn.connect(self._draw)
        for card in (self.draw, self.subsets):
            card.opened.connect(self._open_task)
        wire(
            (
                self.subsets.published,
                lambda name: shell.go(Place("publish", item=f"subset/{name}")),
            ),
            (self.subsets.removed, lambda name: self._remove(name)),
            (self.subsets.looked_at, self._remember),
        )
        beside = box(column(self.subsets, pad=(SPACE, 0, 0, 0)))
        self.split = SideSplitter(self.draw, beside, room=900)
        scrolled_column(
            label(t("Gold subset"), "title", wrap=False), wide(self.split),
            pad=WIDE, gap=SPACE, on=self,
        )  # fmt: skip
        self.setFocusProxy(self.draw.how_many)

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
        self.shell.go(Place("task", task_id=task_id, tab="rubric"))

    def _draw(self, size: int, seed: int, name: str) -> None:
        ctx = self.session.ctx

        def done(change: Change) -> None:
            self.place = Place("gold", item=name)
            self.draw.begin_anew()
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
