"""The first page: what waits for the person, where the project stands, what is next.

Every number on it is a way to the tasks behind it.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial
from itertools import groupby
from typing import Final

from PySide6.QtWidgets import QFrame, QGridLayout, QPushButton, QVBoxLayout

from xpert_studio.core.metrics.evidence_floor import shortfalls_of_certificate
from xpert_studio.core.records import STAGES, Certificate, LogEntry, Role, Stage
from xpert_studio.core.store.certificates import all_certificates
from xpert_studio.core.store.responses import count_by_model
from xpert_studio.core.store.task_list import TaskCounts
from xpert_studio.core.wording import labelled, mark, moment, number, short, t, tn
from xpert_studio.core.workflow import ToCompare, tasks_to_compare
from xpert_studio.core.workflow.pack_work import Piece, WorkQueue, waiting_pieces
from xpert_studio.core.workflow.views import (
    Overview,
    TaskFilter,
    TaskView,
    list_tasks,
    overview,
    rows_of,
    task_view,
)
from xpert_studio.core.workflow.views.assignments import AssignmentsView, with_outbox
from xpert_studio.core.workflow.views.progress import Progress, progress_of
from xpert_studio.desktop.available import offer_row_menu, task_of
from xpert_studio.desktop.look import GAP, PAD, SPACE, TIGHT, WIDE
from xpert_studio.desktop.names import STAGE_MEANINGS, judge_name
from xpert_studio.desktop.pages.base import Page
from xpert_studio.desktop.pages.home.pipeline import flow, pace, waited_for
from xpert_studio.desktop.pages.home.todo import WITH_OTHERS, TodoGroup, groups_of
from xpert_studio.desktop.pages.importing.taking import ask_for_rubric
from xpert_studio.desktop.places import Place
from xpert_studio.desktop.run_news import said_of_end
from xpert_studio.desktop.shell import Shell
from xpert_studio.desktop.widgets.fields import progress_bar
from xpert_studio.desktop.widgets.labels import button, card, chip, label
from xpert_studio.desktop.widgets.layouts import Sides, box, clear, column, grid, put_in_row, row
from xpert_studio.desktop.widgets.scrolling import scrolled_column
from xpert_studio.desktop.widgets.wiring import later
from xpert_studio.report.deeds import deed
from xpert_studio.report.part_names import domain_name

_MOST: Final = 5
_NOTE: Final = 48
_SHOWN_OF_HISTORY: Final = 6
_NEW_TASK, _TASKS = Place("tasks", item="new"), Place("tasks")
_NEXT: Final = (
    (mark("Create the first task: a realistic piece of work from your own practice."),
     mark("Create task"), _NEW_TASK),
    (mark("Bring a rubric through review; then its responses can be judged."),
     mark("Browse tasks"), _TASKS),
    (mark("Add responses of the systems to a ready task, on its Responses tab."),
     mark("Show ready tasks"), Place("tasks", item="stage=ready")),
    (mark("Score the ready tasks with a judge. You see calls and cost first."),
     mark("New run"), Place("runs", tab="new")),
    (mark("See how well the judge follows the experts."),
     mark("Open alignment"), Place("alignment")),
    (mark("Compare the systems, and publish."), mark("Open results"), Place("results")),
)  # fmt: skip
"""The next step of a project, by what it has: no task, none ready, no response, no run, no
certificate, all."""


_TEAM: Final = (
    mark("Other people review, judge and confirm your work: add them to the project."),
    mark("Add people"),
    Place("people"),
)
"""The next step of a team of one."""


_NO_AUTHOR: Final = (
    mark("Authors create the first tasks; the role is given under People."),
    mark("Open people"),
    Place("people"),
)
"""The next step of a lead who writes no tasks, where there is none."""
_Part = tuple[Callable[..., None], tuple[object, ...], object]
"""What shows a part of the page, with what, and what else it rests on."""


class HomePage(Page):
    """What waits, where the project stands, what happened lately."""

    def __init__(self, shell: Shell) -> None:
        super().__init__(shell)
        self.title = label("", "title")
        self.tour = button(
            t("Take the tour"),
            lambda: shell.book.run_id("help.tour"),
            kind="link",
            picture="lightbulb",
        )
        self.waiting = column(gap=PAD)
        self.flow, self.standing, self.scoring, self.lately = (
            card(column(pad=SPACE, gap=GAP)) for _ in range(4)
        )
        self.flow.hide()
        sides = Sides(
            box(column(self.waiting, self.scoring, 1, gap=SPACE)),
            box(column(self.standing, self.lately, 1, gap=PAD)),
            grow=(1, 1),
            narrow=900,
        )
        head = row(self.title, self.tour, grow=0)
        scrolled_column(head, self.flow, sides, 1, pad=WIDE, gap=SPACE, on=self)
        self._runs: tuple[object, ...] = ()
        self._has: dict[str, tuple[object, ...]] = {}
        self._due: list[_Part] = []
        self._turn = later(self, 0, self._show_next)
        self.session.runs.changed.connect(self._runs_changed)

    def _runs_changed(self) -> None:
        """How runs ended is shown, and those that broke off wait."""
        now = tuple((item.run.id, item.state) for item in self.session.runs.runs)
        if now != self._runs:
            self._runs = now
            self.fall_behind()

    def refresh(self) -> None:
        """Fetches what waits and what happened."""
        self.session.fetch(
            self._look, lambda found: self._show(*found), owner=self, slot="overview"
        )

    def _look(
        self,
    ) -> tuple[
        Overview,
        AssignmentsView,
        list[TaskView],
        Certificate | None,
        bool,
        list[ToCompare],
        dict[WorkQueue, tuple[Piece, ...]],
        Progress | None,
    ]:
        ctx, project, waiting = self.session.ctx, self.session.project, self.session.waiting.get()
        wanted = TaskFilter(stages=WITH_OTHERS, authors=(ctx.person_id,))
        rows = rows_of(project, list_tasks(project, wanted).keys[:_MOST])
        others = [task_view(ctx, one.id) for one in rows.values()]
        pairs = tasks_to_compare(ctx) if self.session.has_role(Role.EXPERT) else ()
        with project.reading() as tx:
            made = all_certificates(tx) if self._leads else []
            is_answered = bool(count_by_model(tx))
        return (
            overview(ctx, waiting=waiting),
            with_outbox(ctx, self.session.assignments.get()),
            [view for view in others if view.person not in view.waits_for],
            max(made, key=lambda one: one.made_at, default=None),
            is_answered,
            [pair for pair in pairs if pair.done < len(pair.pairs)],
            dict(waiting_pieces(ctx)),
            progress_of(ctx) if self._leads else None,
        )

    @property
    def _leads(self) -> bool:
        return self.session.has_role(Role.LEAD)

    @property
    def _lacks_team(self) -> bool:
        """Whether the person leads a team and is its only member."""
        state = self.session.project_state
        return self._leads and not state.info.policies.is_solo and len(state.people) == 1

    def _show(
        self,
        found: Overview,
        assigned: AssignmentsView,
        others: list[TaskView],
        certificate: Certificate | None,
        is_answered: bool,
        pairs: list[ToCompare],
        pieces: dict[WorkQueue, tuple[Piece, ...]],
        progress: Progress | None,
    ) -> None:
        person = self.session.person
        self.title.setText(t("Hello, {name}", name=person.called if person else ""))
        self.tour.setVisible("tour" not in self.shell.prefs.seen)
        groups = groups_of(found.waiting, assigned, self.session, others, pairs, pieces, most=_MOST)
        following = self._next(found.counted, certificate, is_answered)
        people, runs = self.session.project_state.people, self.session.runs.runs
        parts: tuple[_Part, ...] = (
            (self._show_waiting, (groups, following), (self._leads, self._lacks_team)),
            (self._show_standing, (found.counted, progress), None),
            (self._show_scoring, (certificate,), (self._leads, runs[:1])),
            (self._show_lately, (found.lately, found.titles), people),
        )
        self._due = [part for part in parts if self._has.get(part[0].__name__) != part[1:]]
        self._show_next()

    def _show_next(self) -> None:
        """Shows a part that has changed; events come between the parts, so that nothing stalls."""
        if self._due:
            show, args, rests_on = self._due.pop(0)
            self._has[show.__name__] = args, rests_on
            show(*args)
            self._turn.start()

    def _next(self, counted: TaskCounts, certificate: Certificate | None, is_answered: bool) -> int:
        """Which of ``_NEXT`` comes next."""
        if not counted.total:
            return 0
        if not counted.by_stage.get(Stage.READY) or not self._leads:
            return 1
        had = (is_answered, self.session.runs.runs, certificate)
        return 2 + next((place for place, one in enumerate(had) if not one), len(had))

    def _show_waiting(self, groups: Sequence[TodoGroup], following: int) -> None:
        clear(self.waiting)
        own = [group for group in groups if group.act]
        is_free = not own
        if is_free:
            self.waiting.addWidget(self._nothing_waits(following))
            if following == 0:  # an empty project has one thing to do: Enter does it
                self.begin.setFocus()
        else:
            self.waiting.addWidget(self._queue(own))
        for group in groups:
            if not group.act:
                self.waiting.addWidget(card(self._group(group, "heading", pad=SPACE)))
        steps = [_TEAM] if self._lacks_team else []
        steps += [_NEXT[following]] if self._leads and not is_free else []
        if steps:
            self.waiting.addWidget(label(t("Next for the project"), "label"))
        for text, act, place_of in steps:
            opens = self._link(t(act), place_of)
            self.waiting.addLayout(row(label(t(text), "muted"), opens, gap=GAP, grow=0))

    def _queue(self, groups: Sequence[TodoGroup]) -> QFrame:
        """All that waits for the person in one list, with one button that begins it."""
        first, count = groups[0], sum(group.count for group in groups)
        self.begin = button(
            first.act,
            partial(self.shell.go, first.items[0].place),
            kind="primary",
            picture="arrow-right",
        )
        title = label(t("Your queue"), "heading", wrap=False)
        head = row(title, label(number(count), "muted", wrap=False), 1, self.begin, gap=GAP)
        parts = (self._group(group, "label") for group in groups)
        return card(column(head, *parts, pad=SPACE, gap=PAD))

    def _group(self, group: TodoGroup, kind: str, *, pad: int = 0) -> QVBoxLayout:
        title = label(group.title, kind, wrap=False)
        title.setToolTip(group.text)
        count = self._number(group.count, group.title, group.place)
        inside = column(row(title, count, 1), pad=pad, gap=TIGHT)
        for item in group.items:
            opens = self._link(short(item.text, 52), item.place, hint=item.text)
            inside.addLayout(row(opens, label(short(item.note, _NOTE), "small"), grow=1))
        rest = group.count - len(group.items)
        if rest > 0:
            inside.addWidget(self._link(tn("and {n} more", "and {n} more", rest), group.place))
        return inside

    def _link(self, words: str, place: Place, *, hint: str = "", name: str = "") -> QPushButton:
        made = button(words, partial(self.shell.go, place), kind="link", hint=hint, name=name)
        offer_row_menu(made, self.shell, selection=lambda: task_of(place), opens=lambda: place)
        return made

    def _number(self, count: int, where: str, place: Place) -> QPushButton:
        return self._link(number(count), place, name=labelled(where, number(count)))

    def _nothing_waits(self, following: int) -> QFrame:
        """What can be done where nothing waits: the project's next step, or one's own."""
        is_new = following == 0
        text, act, place = self._own_next(is_new=is_new) if following <= 1 else _NEXT[following]
        self.begin = button(
            t(act),
            partial(self.shell.go, place),
            kind="primary",
            picture="plus" if place == _NEW_TASK else "arrow-right",
        )
        brings = button(
            t("Import a rubric…"), partial(ask_for_rubric, self.shell), picture="import"
        )
        look = button(t("Browse tasks"), partial(self.shell.go, _TASKS))
        title = t("Your project is empty") if is_new else t("You're all caught up")
        return card(
            column(
                label(title, "heading"),
                label(t(text), "muted"),
                row(
                    self.begin,
                    brings if place == _NEW_TASK and is_new else None if place == _TASKS else look,
                    1,
                ),
                pad=SPACE,
                gap=GAP,
            )
        )

    def _own_next(self, *, is_new: bool) -> tuple[str, str, Place]:
        """What a person can do where no task is ready, by their roles."""
        if self.session.has_role(Role.AUTHOR):
            return _NEXT[0] if is_new else (mark("Browse tasks or create one."), *_NEXT[0][1:])
        if self._leads:
            return _NO_AUTHOR if is_new else _NEXT[1]
        return mark("New work appears here."), mark("Browse tasks"), _TASKS

    def _show_standing(self, counted: TaskCounts, progress: Progress | None) -> None:
        self._show_flow(counted, progress if counted.total else None)
        inside = _emptied(self.standing, t("Project status"))
        if not counted.total:
            inside.addWidget(label(t("There is no task in this project yet."), "muted"))
            return
        if progress is None:
            inside.addLayout(self._stages(counted))
        elif progress.waited_for and not self.session.project_state.info.policies.is_solo:
            inside.addWidget(label(t("Waiting for"), "label"))
            for line in waited_for(progress, self.shell.go):
                inside.addWidget(line)
        inside.addLayout(self._domains(counted))

    def _show_flow(self, counted: TaskCounts, progress: Progress | None) -> None:
        """The pipeline across the page, and, once there is something to judge, the pace."""
        self.flow.setVisible(progress is not None)
        if progress is None:
            return
        inside = _emptied(self.flow, t("From brief to score"))
        steps = flow(counted, progress, self.shell.go)
        inside.addLayout(row(steps, pace(progress) if any(progress.weeks) else None, grow=0))

    def _stages(self, counted: TaskCounts) -> QGridLayout:
        rows = grid(PAD, TIGHT, grow=(0, 1))
        for line, stage in enumerate(stage for stage in Stage if counted.by_stage.get(stage)):
            count = counted.by_stage[stage]
            tone = "good" if stage is Stage.READY else ""
            bar = progress_bar(t(STAGES[stage]), tone=tone, total=counted.total, done=count)
            words = label(t(STAGES[stage]), wrap=False)
            words.setToolTip(t(STAGE_MEANINGS[stage]))
            where = f"{t('all domains')}, {t(STAGES[stage])}"
            tasks = Place("tasks", item=f"stage={stage.value}")
            put_in_row(rows, line, words, bar, self._number(count, where, tasks))
        return rows

    def _domains(self, counted: TaskCounts) -> QGridLayout:
        domains = grid(PAD, TIGHT, grow=(1,))
        for line, (domain, own) in enumerate(counted.by_domain.items()):
            name, total = domain_name(domain) or t("no domain"), sum(own.values())
            ready = number(own.get(Stage.READY, 0))
            said = t("{ready} of {total} ready", ready=ready, total=number(total))
            opens = self._number(total, name, Place("tasks", item=f"domain={domain}"))
            put_in_row(domains, line, label(name), label(said, "muted", wrap=False), opens)
        return domains

    def _show_scoring(self, certificate: Certificate | None) -> None:
        """How the newest run ended, and what was certified last; for leads."""
        runs = self.session.runs.runs
        self.scoring.setVisible(self._leads and bool(runs))
        if not runs:
            return
        inside, newest = _emptied(self.scoring, t("Scoring and alignment")), runs[0]
        words, tone = said_of_end(newest)
        if newest.is_going:
            words, tone = t("{judge}: run in progress", judge=judge_name(newest.judge)), ""
        opens = self._link(t("Runs"), Place("runs"))
        inside.addLayout(row(label(words, tone), opens, grow=0))
        if certificate is None:
            said = chip(t("Alignment not certified"), "optional")
        elif shortfalls_of_certificate(certificate):
            said = chip(t("Not enough evidence yet"), "warn")
        else:
            said = chip(t("Alignment certified"), "good")
        when = t("certified {when}", when=moment(certificate.made_at)) if certificate else ""
        judge_id = certificate.judge_id if certificate else newest.judge.id
        opens = self._link(t("Alignment"), Place("alignment", judge_id=judge_id))
        inside.addLayout(row(said, label(when, "small"), opens, grow=1))

    def _show_lately(self, events: Sequence[LogEntry], titles: dict[str, str]) -> None:
        self.lately.setVisible(bool(events))
        inside = _emptied(self.lately, t("Recent activity"))
        runs = groupby(events, lambda event: (event.actor_id, deed(event), event.task_id))
        for first, *more in [tuple(found) for _, found in runs][:_SHOWN_OF_HISTORY]:
            task_id = first.task_id or ""
            text = f"{self.session.project_state.called(first.actor_id)} {deed(first)}"
            said = f"{text} × {len(more) + 1}" if more else text
            title, place = short(titles.get(task_id, ""), 40), Place("task", task_id=task_id)
            opens = self._link(title, place, name=labelled(said, title)) if task_id else None
            below = row(label(moment(first.at), "small", wrap=False), opens, 1)
            inside.addLayout(column(label(said), below))
        name = labelled(t("Recent activity"), t("All"))
        inside.addWidget(self._link(t("All"), Place("history"), name=name))


def _emptied(ground: QFrame, heading: str) -> QVBoxLayout:
    layout = ground.layout()
    assert isinstance(layout, QVBoxLayout)
    clear(layout)
    layout.addWidget(label(heading, "heading"))
    return layout
