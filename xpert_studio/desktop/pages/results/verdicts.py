"""All verdicts of a judge: hundreds of thousands to filter, sort, look into and take along."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Final

from xpert_studio.desktop.kit import (
    EmptyState,
    Job,
    Shell,
    button,
    column,
    label,
    mark,
    picker,
    refill,
    scrolled,
    short,
    stacked,
    t,
    tn,
    verdict_place,
)
from xpert_studio.desktop.pages.results.choice import Choice, part_in
from xpert_studio.desktop.pages.results.filter_chips import FilterChips
from xpert_studio.desktop.pages.results.section import ListSection
from xpert_studio.desktop.pages.results.verdict_rows import VerdictRows
from xpert_studio.desktop.pages.results.words import (
    KIND_MEANINGS,
    KINDS,
    part_title,
)
from xpert_studio.desktop.widgets.explorer import Explorer
from xpert_studio.desktop.widgets.saving_files import ask_for_table_file
from xpert_studio.records.columns import IntArray
from xpert_studio.report.results import VerdictList, VerdictQuery
from xpert_studio.report.results.verdict_csv import write_verdicts
from xpert_studio.workflow.blinding import blinding_of

if TYPE_CHECKING:
    Found = tuple[VerdictList, IntArray, dict[str, int]]


_NONE_OF_EXPERTS: Final = (
    mark("These are the experts’ own judgments"),
    mark("Choose a judge above to see its verdicts. Judgments are on the forms of each response."),
)
_NONE_OF_PANELS: Final = (
    mark("A panel has no verdicts"),
    mark(
        "Choose one of its judges above. Its votes stand side by side in each case on the alignment page."
    ),
)


class VerdictsSection(ListSection):
    """Switches with counts, words, systems, and the table."""

    def __init__(self, shell: Shell) -> None:
        hint = t("Filter by words of the checkpoint or the task")
        super().__init__(shell, hint, t("Verdicts"), stretched="checkpoint", least=200)
        self.list: VerdictList | None = None
        self.kinds = FilterChips(KINDS, KIND_MEANINGS)
        self.kinds.changed.connect(self._look)
        self.system = picker(t("System"), then=self._look, most=240)
        self.only = button("", self._all_of_it, picture="x")
        self.withheld = label("", "warn")
        self.rows = VerdictRows(self.session, self.grid)
        self.empty = EmptyState("gavel", "", "")
        self.explorer = Explorer(
            self.table, self.words, self.system, self.only, above=(self.kinds, self.withheld)
        )
        self.count = self.explorer.count
        self.stack = stacked(scrolled(self.explorer), self.empty)
        column(self.stack, on=self)

    @property
    def query(self) -> VerdictQuery:
        """What is looked for."""
        key, descending = self.table.order
        by, name = part_in(self.where) or ("", "")
        return VerdictQuery(
            kinds=self.kinds.on,
            words=self.words.text(),
            system=str(self.system.currentData() or ""),
            task=self.where.get("task", ""),
            checkpoint=self.where.get("checkpoint", ""),
            response=self.where.get("response", ""),
            domain=name if by == "domain" else "",
            tier=name if by == "tier" else "",
            dimension=name if by == "dimension" else "",
            sort=key or "order",
            descending=descending,
        )

    def refresh(self, choice: Choice) -> None:
        """Fetches the judge's verdicts, and those that the filter leaves."""
        has_verdicts = choice.rater.is_judge and choice.rater.panel is None
        self.stack.setCurrentIndex(0 if has_verdicts else 1)
        if not has_verdicts:
            title, text = _NONE_OF_PANELS if choice.rater.panel else _NONE_OF_EXPERTS
            self.empty.say(t(title), t(text))
            return
        self.kinds.turn_on(self.where.get("kinds", "").split(","))
        self._fill_systems(choice)
        self._show_only(choice)
        results, (rater_id, scope) = choice.results, choice.key
        ctx, project, query = self.session.ctx, self.session.project, self.query

        def work() -> Found:
            found = results.verdicts(project, rater_id, blinding_of(ctx).pending)
            inside = results.tasks_in(scope)
            return found, found.find(query, inside), found.counts(inside)

        self.fetch(work, lambda found: self._show_verdicts(*found), "verdicts")

    def _fill_systems(self, choice: Choice) -> None:
        names = choice.results.catalog.systems
        systems = [(short(name, 60), name) for name in names]
        refill(self.system, [(t("All systems"), ""), *systems], self.where.get("system", ""))

    def _show_only(self, choice: Choice) -> None:
        """What a link here has narrowed the list to, besides what the other fields say."""
        catalog, part = choice.results.catalog, part_in(self.where)
        said = [part_title(part)] if part else []
        task, point = self.where.get("task", ""), self.where.get("checkpoint", "")
        if task:
            title = (
                catalog.task_titles[catalog.tasks.index(task)] if task in catalog.tasks else task
            )
            said.append(short(title, 40))
        if point:
            said.append(short(point, 24))
        self.only.setVisible(bool(said))
        self.only.setText(t("Only {part}", part=" · ".join(said)).replace("&", "&&"))
        self.only.setToolTip(t("Show all tasks and checkpoints again"))

    def _all_of_it(self) -> None:
        kept = {name: self.where.get(name, "") for name in ("system", "kinds")}
        self.go("verdicts", **kept)

    def _look(self) -> None:
        found, query, choice = self.list, self.query, self.choice
        if found is None or choice is None:
            return
        inside = choice.results.tasks_in(choice.scope)
        self.fetch(
            lambda: (found, found.find(query, inside), found.counts(inside)),
            lambda all_of_it: self._show_verdicts(*all_of_it),
            "verdicts",
        )
        where = {
            name: value for name, value in self.where.items() if name not in {"kinds", "system"}
        }
        self.refine(**where, kinds=",".join(sorted(query.kinds)), system=query.system)

    def _show_verdicts(self, found: VerdictList, rows: IntArray, counts: dict[str, int]) -> None:
        self.list = found
        self.kinds.show_counts(counts)
        self.rows.show(found, rows)
        self.withheld.setVisible(bool(found.withheld))
        self.withheld.setText(
            tn(
                "{n} verdict is hidden: you may still judge or confirm that response yourself.",
                "{n} verdicts are hidden: you may still judge or confirm those responses yourself.",
                found.withheld,
            )
        )
        self._shown()

    @property
    def total(self) -> int:
        """Of all verdicts."""
        return len(self.list or ())

    # Acting.

    def open_cell(self, place: int, key: str) -> None:
        """Opens the row's verdict, whichever cell it is."""
        self.open_verdict(place)

    def open_verdict(self, place: int) -> None:
        """Opens a verdict on its response."""
        if self.list is not None and self.choice is not None:
            at = self.list.place(place)
            self.leave_for(
                verdict_place(at.task_id, at.response_id, at.checkpoint_id, self.choice.rater.id)
            )

    def export(self) -> None:
        """Asks for a file, and writes the verdicts that the filter leaves to it."""
        if self.list is None or not self.grid.rowCount():
            self.shell.say(t("There is no verdict to write."), "warn")
            return
        target = ask_for_table_file(self, self.shell, t("Verdicts"))
        if target is not None:
            self.write_to(target)

    def write_to(self, target: Path) -> None:
        """Writes them, with progress; cancelled, there is no file."""
        found, rows, project = self.list, self.grid.rows, self.session.project
        if found is None:
            return

        def work(job: Job) -> None:
            def report(done: int, total: int) -> None:
                job.go_on()
                job.report(done, total)

            write_verdicts(project, found, rows, target, report=report)

        self.session.bridge.start(
            t("Writing verdicts"),
            work,
            lambda _: self.shell.say(t("Written to {path}.", path=target), "good"),
            self.shell.tell,
        )
