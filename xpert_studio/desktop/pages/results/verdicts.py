"""All verdicts of a judge: hundreds of thousands to filter, sort, look into and take along."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from pathlib import Path
from typing import Final

from PySide6.QtWidgets import QMenu

from xpert_studio.core.instruments import Choice
from xpert_studio.core.records import RatingState
from xpert_studio.core.records.columns import IntArray
from xpert_studio.core.store.verdict_list import ANSWERS, VerdictRow
from xpert_studio.core.wording import listed, mark, number, short, t, tn, translated
from xpert_studio.core.workflow.blinding import blinding_of
from xpert_studio.desktop.bridge import Job
from xpert_studio.desktop.names import MET, NOT_MET, VERDICT_STATES, Look, flag_name
from xpert_studio.desktop.pages.case_part import ShownDecision, add_case_keys, fill_case_menu
from xpert_studio.desktop.pages.results.filter_chips import FilterChips
from xpert_studio.desktop.pages.results.section import ChosenResults, Section, part_in
from xpert_studio.desktop.pages.results.words import (
    KIND_MEANINGS,
    KINDS,
    part_title,
)
from xpert_studio.desktop.places import Place
from xpert_studio.desktop.shell import Shell
from xpert_studio.desktop.widgets.explorer import EmptyState, Explorer
from xpert_studio.desktop.widgets.fields import filter_field, picker, refill
from xpert_studio.desktop.widgets.grid import BLANK, Grid, GridCell, GridColumn
from xpert_studio.desktop.widgets.grid_view import GridView
from xpert_studio.desktop.widgets.labels import button, label
from xpert_studio.desktop.widgets.layouts import column, stacked
from xpert_studio.desktop.widgets.paged_table import Late
from xpert_studio.desktop.widgets.row_menu import offer_menu
from xpert_studio.desktop.widgets.saving_files import ask_for_table_file
from xpert_studio.desktop.widgets.scrolling import scrolled
from xpert_studio.desktop.widgets.wiring import wire
from xpert_studio.report.results import VerdictList, VerdictQuery
from xpert_studio.report.results.verdict_csv import write_verdicts
from xpert_studio.report.results.verdicts import read_texts

_TYPING_MS: Final = 180
_NONE_OF_EXPERTS: Final = (
    mark("These are the experts’ own judgments"),
    mark("Choose a judge above to see its verdicts. Judgments are on the forms of each response."),
)
_NONE_OF_PANELS: Final = (
    mark("A panel has no verdicts"),
    mark(
        "Choose one of its judges above. Its votes stand side by side in each "
        "case on the alignment page."
    ),
)
LOOKS: Final = {
    "met": MET,
    "not_met": NOT_MET,
    "invalid": VERDICT_STATES[RatingState.INVALID],
    "error": VERDICT_STATES[RatingState.ERROR],
    "cannot_assess": VERDICT_STATES[RatingState.CANNOT_ASSESS],
    "not_applicable": VERDICT_STATES[RatingState.NOT_APPLICABLE],
}


class VerdictsSection(Section):
    """Switches with counts, words, systems, and the table.

    Its numbers are in memory; texts are fetched when they become visible.

    Attributes:
        list: All verdicts; None before they have come.
    """

    def __init__(self, shell: Shell) -> None:
        super().__init__(shell)
        self.list: VerdictList | None = None
        words = t("Filter by words of the checkpoint or the task")
        self.words = filter_field(words, self._look, _TYPING_MS, least=340)
        self.grid = Grid(self)
        self.table = GridView(self.grid, t("Verdicts"), stretched="checkpoint")
        wire(
            (self.table.sorted_by, lambda *_: self._look()),
            (self.table.opened, self.open_cell),
        )
        offer_menu(self.table, self._fill_menu)
        add_case_keys(shell, self.table, self._decisions)
        self.kinds = FilterChips(KINDS, KIND_MEANINGS, self._look)
        self.system = picker(t("System"), then=self._look, most=240)
        self.only = button("", self._all_of_it, picture="x")
        self.withheld = label("", "warn")
        project = self.session.project
        self._late = Late[VerdictRow](self.session, self.grid, lambda: partial(read_texts, project))
        self.empty = EmptyState("gavel", "", "")
        above = (self.kinds, self.withheld)
        self.explorer = Explorer(self.table, self.words, self.system, self.only, above=above)
        self.count = self.explorer.count
        self.stack = stacked(scrolled(self.explorer), self.empty)
        column(self.stack, on=self)
        self.setFocusProxy(self.table)

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

    def refresh(self, choice: ChosenResults) -> None:
        """Fetches the judge's verdicts, and those that the filter leaves."""
        rater = choice.rater
        has_verdicts = rater.is_judge and rater.panel is None
        self.stack.setCurrentIndex(0 if has_verdicts else 1)
        if not has_verdicts:
            title, text = _NONE_OF_PANELS if rater.panel else _NONE_OF_EXPERTS
            self.empty.say(t(title), t(text))
            return
        self.kinds.turn_on(self.where.get("kinds", "").split(","))
        systems = [(short(name, 60), name) for name in choice.results.catalog.systems]
        refill(self.system, [(t("All systems"), ""), *systems], self.where.get("system", ""))
        self._show_only(choice)
        ctx = self.session.ctx
        self._fetch(
            choice,
            lambda: choice.results.verdicts(ctx.project, rater.id, blinding_of(ctx).pending),
        )

    def _fetch(self, choice: ChosenResults, read: Callable[[], VerdictList]) -> None:
        query = self.query

        def work() -> tuple[VerdictList, IntArray, dict[str, int]]:
            found, inside = read(), choice.results.tasks_in(choice.scope)
            return found, found.find(query, inside), found.counts(inside)

        self.fetch(work, lambda found: self._show_verdicts(*found), "verdicts")

    def _show_only(self, choice: ChosenResults) -> None:
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
        self.go("explore", show="verdicts", **kept)

    def _look(self) -> None:
        found, query = self.list, self.query
        if found is not None:
            self._fetch(self.choice, lambda: found)
            asked = {"kinds": ",".join(sorted(query.kinds)), "system": query.system}
            self.refine(**{**self.where, **asked})

    def _show_verdicts(
        self, verdict_list: VerdictList, rows: IntArray, counts: dict[str, int]
    ) -> None:
        if verdict_list is not self.list:
            self._late.forget()
        self.kinds.show_counts(counts)
        hidden = tn(
            "{n} verdict is hidden: you may still judge or confirm that response yourself.",
            "{n} verdicts are hidden: you may still judge or confirm those responses yourself.",
            verdict_list.withheld,
        )
        self.withheld.say(hidden if verdict_list.withheld else "")
        self.list = verdict_list
        self.grid.show_grid(self._columns(verdict_list), rows)
        self.explorer.shown(len(verdict_list))
        self.table.go_to(0)

    def _fill_menu(self, menu: QMenu, row: int) -> None:
        place = self.grid.place(row)
        if self.list is None or place is None:
            return
        at = self.list.place(place)
        response, task = self.list.response[place], at.task_id
        system = self.list.catalog.systems[self.list.catalog.response_system[response]]
        rubric = Place("task", task_id=task, tab="rubric", item=at.checkpoint_id)
        menu.addAction(t("Open the verdict"), lambda: self.open_cell(place, ""))
        menu.addAction(t("Open in the rubric"), lambda: self.shell.go(rubric))
        menu.addAction(t("Open system"), lambda: self.go("system", system=system))
        fill_case_menu(self.shell, menu, *self._decisions())

    def _decisions(self) -> list[ShownDecision]:
        place = self.grid.place(self.table.currentIndex().row())
        if self.list is None or place is None:
            return []
        at, judge_id = self.list.place(place), self.choice.rater.id
        return [ShownDecision(at.response_id, at.checkpoint_id, judge_id=judge_id)]

    def _columns(self, verdict_list: VerdictList) -> list[GridColumn]:
        catalog, point, response = (
            verdict_list.catalog,
            verdict_list.checkpoint,
            verdict_list.response,
        )
        return [
            GridColumn("task", t("Task"), lambda n: GridCell(
                catalog.task_titles[catalog.response_task[response[n]]], tone="muted"), 150),
            GridColumn("system", t("System"), lambda n: GridCell(
                catalog.systems[catalog.response_system[response[n]]]), 112),
            GridColumn("checkpoint", t("Checkpoint"),
                       lambda n: GridCell(catalog.checkpoint_texts[point[n]]), 230),
            GridColumn("weight", t("Weight"), lambda n: GridCell(
                number(int(catalog.checkpoint_weight[point[n]]))), 76, is_figure=True),
            GridColumn("answer", t("Verdict"), lambda n: _answer(verdict_list, n), 102),
            GridColumn("expert", t("Experts"), lambda n: _shown(verdict_list.experts_said(n)), 102),
            GridColumn("rationale", t("Rationale"), lambda n: self._rationale(verdict_list, n), 180,
                       sorts=False),
            GridColumn("notes", t("Notes"), lambda n: self._notes(verdict_list, n), 130, sorts=False),
        ]  # fmt: skip

    def _rationale(self, verdict_list: VerdictList, row: int) -> GridCell | None:
        texts = self._late.get(int(verdict_list.key[row]))
        return None if texts is None else GridCell(texts.rationale, tone="muted")

    def _notes(self, verdict_list: VerdictList, row: int) -> GridCell | None:
        notes = [t("text edited since")] if verdict_list.stale[row] else []
        if verdict_list.trial[row] > 1:
            notes.append(t("trial {n}", n=number(int(verdict_list.trial[row]))))
        if verdict_list.answer[row] >= ANSWERS.index("invalid") or verdict_list.flagged[row]:
            texts = self._late.get(int(verdict_list.key[row]))
            if texts is None:
                return None
            notes = [
                *([translated(texts.problem)] if texts.problem else []),
                *(flag_name(flag) for flag in texts.flags),
                *notes,
            ]
        return GridCell(listed(notes), tone="warn") if notes else BLANK

    def open_cell(self, place: int, key: str) -> None:
        """Opens the row's verdict on its response, whichever cell it is."""
        if self.list is not None:
            at = self.list.place(place)
            self.open_response(at.task_id, at.response_id, at.checkpoint_id)

    def sort_current(self) -> None:
        """Sorts by the current column."""
        self.table.sort_current()

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


def _answer(verdict_list: VerdictList, row: int) -> GridCell:
    said = verdict_list.said(row)
    return _look(LOOKS[ANSWERS[verdict_list.answer[row]]]) if said is None else _shown(said)


def _shown(said: tuple[object, Choice] | None) -> GridCell:
    """What was said, as a value of its instrument; nothing where nothing was."""
    return BLANK if said is None else _look(Look(said[1].word, said[1].picture, said[1].tone))


def _look(look: Look) -> GridCell:
    return GridCell(t(look.word), tone=look.tone, picture=look.picture)
