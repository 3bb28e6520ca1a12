"""Suites in the window: all of them, what each answered last, defining and running them."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Final
from urllib.parse import parse_qs

from PySide6.QtWidgets import QWidget

from xpert_studio.api.pages import (
    GAP,
    SPACE,
    WIDE,
    Action,
    ActionDialog,
    BlocksView,
    EmptyState,
    Entry,
    EntryView,
    Page,
    Place,
    Shell,
    SideSplitter,
    box,
    button,
    card,
    column,
    enable_if,
    explained,
    label,
    labelled,
    mark,
    px,
    row,
    scrolled_column,
    show_if,
    stacked,
    t,
    tn,
    wire,
)
from xpert_studio.api.records import CommandContext, Role
from xpert_studio.api.sections import Text
from xpert_studio.core.errors import XpertError
from xpert_studio.core.workflow.blinding import Blinding, blinding_for
from xpert_studio.desktop.widgets.labels import CopiedLine
from xpert_studio.packs.suites.answers import ANSWERS, answer_of
from xpert_studio.packs.suites.compare import EvaluationComparison, in_series
from xpert_studio.packs.suites.definition import remove_suite, suites_in, tasks_of
from xpert_studio.packs.suites.evaluations import Evaluation, evaluations_in, newest_of_each
from xpert_studio.packs.suites.page_define import DefineForm
from xpert_studio.packs.suites.page_hidden import HiddenResults
from xpert_studio.packs.suites.page_over_time import TONES
from xpert_studio.packs.suites.page_run import RunForm, run_place
from xpert_studio.packs.suites.page_running import RunCard
from xpert_studio.packs.suites.page_seen import Where
from xpert_studio.packs.suites.records import SUITE_STAGES, Suite
from xpert_studio.packs.suites.section_blocks import deciders, pass_rule
from xpert_studio.packs.suites.section_evaluation import answers_table

RUN, DEFINE, EDIT = "run", "define", "edit"
_PAGE: Final = "suite-runs"


@dataclass(frozen=True, slots=True)
class KnownSuites:
    """The suites of a project.

    Attributes:
        suites: By name.
        sizes: How many tasks each has; what is wrong with it where it has none.
        hidden: What is kept from the person.
        evaluations: Of all, the oldest first; none where they are hidden.
        found: Comparisons with the evaluation before, by id.
    """

    suites: Mapping[str, Suite]
    sizes: Mapping[str, int | str]
    hidden: Blinding
    evaluations: tuple[Evaluation, ...]
    found: Mapping[str, EvaluationComparison]

    def of(self, name: str) -> list[Evaluation]:
        """The evaluations of a suite, the newest first."""
        return [evaluation for evaluation in reversed(self.evaluations) if evaluation.suite == name]


def read_suites(ctx: CommandContext) -> KnownSuites:
    """The suites with what a person may see of their evaluations."""
    with ctx.project.reading() as tx:
        suites = suites_in(tx)
        sizes: dict[str, int | str] = {}
        for name, suite in suites.items():
            try:
                sizes[name] = len(tasks_of(tx, suite))
            except XpertError as error:
                sizes[name] = explained(error)
        hidden = blinding_for(tx, ctx.person_id)
        known = () if hidden.hides_results else tuple(evaluations_in(tx))
    found = {one.after.id: one for one in in_series(known)}
    return KnownSuites(suites, sizes, hidden, known, found)


class SuitesPage(Page):
    """All suites beside the current one; in their place the form that defines or runs one."""

    rests_on = frozenset({"pack_record", "task", "checkpoint", "response", "judgment", "person"})

    def __init__(self, shell: Shell) -> None:
        super().__init__(shell)
        self.known: KnownSuites | None = None
        self.list = EntryView(t("Suites"), lines=2)
        self.list.setMinimumSize(px(240), px(160))
        shell.book.add(
            self,
            Action(
                "runs.suite",
                mark("Run a suite"),
                self._run,
                "Ctrl+R",
                "play",
                refused=lambda: self.session.why_no_lead,
            ),
            Action(
                "runs.new_suite",
                mark("New suite"),
                self._new,
                "Ctrl+N",
                "plus",
                refused=lambda: self.session.why_no_lead,
            ),
        )
        self.new = shell.book.button("runs.new_suite")
        self.run = shell.book.button("runs.suite", t("Run…"), kind="primary")
        self.edit = button(t("Edit…"), self._edit, picture="pencil")
        self.over_time = button(t("Over time"), self._open_over_time, picture="history")
        self.remove = button(t("Remove…"), self._remove, kind="quiet", picture="trash-2")
        self.title, self.said = label("", "heading"), label("", "muted")
        self.problem = label("", "warn")
        self.running = RunCard(shell)
        self.shown = BlocksView(shell, t("Evaluations"))
        self.hidden = HiddenResults(shell, self.refresh)
        self.command = CopiedLine(t("In a CI"))
        self.define, self.form = DefineForm(shell), RunForm(shell)
        self.closed = EmptyState(
            "activity",
            t("Suites are the lead’s"),
            t("Leads define suites, run them, and see what they say."),
        )
        self.empty = EmptyState(
            "list-checks",
            t("No suite yet"),
            t(
                "A suite names tasks by capability and says what a response needs to "
                "pass. It is run on a system again and again: each run is held against "
                "the one before."
            ),
            shell.book.button("runs.new_suite", kind="primary"),
        )
        self._lay_out()
        wire(
            (self.list.looked_at, lambda _: self._show_current()),
            (self.shown.opened, self._open),
            (self.define.defined, self._defined),
            (self.define.left, self._back),
            (self.form.left, self._back),
            (self.form.asked, self._asked),
            (self.running.ended, self.fall_behind),
        )

    def _lay_out(self) -> None:
        detail = box(column(self.title, self.said, self.problem, gap=GAP))
        ci = card(
            column(
                label(t("In a CI"), "label"),
                label(
                    t("The exit code is 0 where nothing regressed, and 1 where it did."), "muted"
                ),
                self.command,
                pad=SPACE,
                gap=GAP,
            )
        )
        right = QWidget()
        scrolled_column(
            detail,
            box(row(self.run, self.over_time, self.edit, self.remove, 1, gap=GAP)),
            self.running,
            self.shown,
            self.hidden,
            ci,
            1,
            gap=SPACE,
            pad=(SPACE, 0, 0, 0),
            on=right,
        )
        both = SideSplitter(self.list, right, room=760, sizes=(300, 800))
        head = row(label(t("Suites"), "title", wrap=False), 1, self.new)
        pad = (WIDE, SPACE, WIDE, SPACE)
        self.whole = box(column(head, both, pad=pad, gap=SPACE, grow=1))
        forms = [box(column(one, pad=pad)) for one in (self.define, self.form)]
        self.waiting = box(column(label(t("Computing…"), "muted"), 1, pad=pad))
        self.stack = stacked(self.waiting, self.whole, *forms, self.empty, self.closed)
        self._forms = {DEFINE: forms[0], EDIT: forms[0], RUN: forms[1]}
        column(self.stack, on=self)

    def show_place(self, place: Place) -> None:
        """Shows all suites, one of them, or a form."""
        is_same = self.place == place and self.stack.currentWidget() in self._forms.values()
        super().show_place(place)
        if place.tab in self._forms and not self.session.why_no_lead:
            if not is_same:
                self._begin(place)
            self.stack.setCurrentWidget(self._forms[place.tab])
        elif self.known is not None:
            self._show(self.known)

    def _begin(self, place: Place) -> None:
        said = parse_qs(place.item)
        suite, system = (next(iter(said.get(name, [])), "") for name in ("suite", "system"))
        if place.tab == RUN:
            self.form.begin((suite,) if suite else (), system)
        elif place.tab == DEFINE:
            self.define.begin()
        elif self.known is not None and suite in self.known.suites:
            self.define.begin(self.known.suites[suite])
        else:
            self._back()

    def refresh(self) -> None:
        """Reads suites and evaluations."""
        if not self.session.has_role(Role.LEAD):
            self.stack.setCurrentWidget(self.closed)
            return
        ctx = self.session.ctx
        self.session.fetch(lambda: read_suites(ctx), self._show, owner=self, slot="suites")

    def _show(self, known: KnownSuites) -> None:
        self.known = known
        self.list.show_entries(
            [self._entry(suite) for suite in known.suites.values()],
            self.place.item if self.place.tab == "" and self.place.item else self.list.key,
        )
        enable_if(not self.session.why_no_lead, self.new, self.run, self.edit, self.remove)
        if self.place.tab in self._forms and not self.session.why_no_lead:
            return
        self.stack.setCurrentWidget(self.whole if known.suites else self.empty)
        self._show_current()

    def _entry(self, suite: Suite) -> Entry:
        known = self.known
        own = known.of(suite.name) if known else []
        size = known.sizes[suite.name] if known else 0
        tasks = tn("{n} task", "{n} tasks", size) if isinstance(size, int) else t("no tasks")
        facts = f"{SUITE_STAGES.title(suite.stage)} · {tasks}"
        if not own or known is None:
            return Entry(suite.name, suite.name, (facts,))
        answer = answer_of(known.found.get(own[0].id))
        newest = t("{day}, {system}", day=own[0].at.date().isoformat(), system=own[0].first.system)
        return Entry(suite.name, suite.name, (facts, newest), t(ANSWERS[answer]), TONES[answer])

    @property
    def suite(self) -> Suite | None:
        """The suite that is looked at."""
        return self.known.suites.get(self.list.key) if self.known else None

    def _show_current(self) -> None:
        suite, known = self.suite, self.known
        if suite is None or known is None:
            return
        size = known.sizes[suite.name]
        self.title.setText(suite.name)
        self.said.setText("\n".join(_definition(suite)))
        self.problem.say(size if isinstance(size, str) else "")
        show_if(known.hidden.hides_results, self.hidden)
        show_if(not known.hidden.hides_results, self.shown)
        own = known.of(suite.name)
        if known.hidden.hides_results:
            self.hidden.say_hidden(known.hidden)
        else:
            none = Text(t("It has not been run yet."))
            self.shown.show_blocks((answers_table(own, known.found) if own else none,))
        enable_if(own, self.over_time)
        system = own[0].first.system if own else "SYSTEM"
        words = f"suite run PROJECT {suite.name} --system {system} --no-regression --command …"
        self.command.show_text(f"xpert-studio {words}")

    def _new(self) -> None:
        self.shell.go(Place(_PAGE, tab=DEFINE))

    def _edit(self) -> None:
        if self.suite is not None:
            self.shell.go(Place(_PAGE, tab=EDIT, item=f"suite={self.suite.name}"))

    def _run(self) -> None:
        if self.running.is_busy:
            self.shell.say(t("A run is under way: stop it, or wait for its end."), "warn")
            return
        suite, system = self.suite, ""
        if suite is not None and self.known is not None:
            newest = newest_of_each(self.known.of(suite.name)[::-1])
            system = newest[-1].first.system if newest else ""
        self.shell.go(run_place(suite.name if suite else "", system))

    def _asked(self, asked: object, suites: object) -> None:
        self._back()
        self.running.start(asked, suites)  # type: ignore[arg-type]  # through a signal

    def _open_over_time(self) -> None:
        if self.suite is not None:
            self.shell.go(Where(self.suite.name).place("trend"))

    def _open(self, target: tuple[str, ...]) -> None:
        self.shell.go(Where(evaluation=target[1]).place("trend"))

    def _defined(self, name: str) -> None:
        self.shell.go(Place(_PAGE, item=name))
        self.fall_behind()

    def _back(self) -> None:
        self.shell.go(Place(_PAGE))

    def _remove(self) -> None:
        suite = self.suite
        if suite is None:
            return
        name, ctx = suite.name, self.session.ctx
        ActionDialog(
            self.window(),
            t("Remove the suite {name}?", name=name),
            t(
                "It is taken out with its evaluations ({n} that you see). Tasks, "
                "responses and verdicts stay. Undo takes it back, step by step.",
                n=len(self.known.of(name)) if self.known else 0,
            ),
            t("Remove"),
            danger=True,
        ).ask(
            lambda: self.session.perform(
                lambda: remove_suite(ctx, name), lambda _: self.fall_behind()
            )
        )


def _definition(suite: Suite) -> list[str]:
    """What a suite is, in lines."""
    return [
        t(
            "{stage}, version {version}. A response passes with {rule}; decided by {judges}.",
            stage=SUITE_STAGES.title(suite.stage),
            version=suite.version,
            rule=pass_rule(suite),
            judges=deciders(suite),
        ),
        *(
            labelled(capability.name, ", ".join(capability.members))
            for capability in suite.capabilities
        ),
        *(
            [t("{n} responses of a system to each task.", n=suite.trials)]
            if suite.trials > 1
            else []
        ),
        *([labelled(t("Triggers"), ", ".join(suite.triggers))] if suite.triggers else []),
    ]
