"""The first page. Every number on it is a way to the tasks behind it."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import partial

from PySide6.QtCore import Qt
from PySide6.QtGui import QResizeEvent
from PySide6.QtWidgets import QBoxLayout, QFrame, QGridLayout, QVBoxLayout, QWidget

from xpert_studio.desktop.kit import (
    GAP,
    PAD,
    SPACE,
    STAGE_MEANINGS,
    STAGES,
    TIGHT,
    WIDE,
    Place,
    Session,
    Shell,
    box,
    button,
    card,
    clear,
    column,
    domain_name,
    grid,
    judge_name,
    label,
    moment,
    number,
    px,
    row,
    scrolled_column,
    short,
    t,
    tn,
    told,
)
from xpert_studio.desktop.pages.assignments.words import asked_for
from xpert_studio.desktop.pages.base import Page
from xpert_studio.records import LogEntry, Role, Stage, Task
from xpert_studio.store.task_list import Counted
from xpert_studio.workflow import Waiting
from xpert_studio.workflow.views import Overview, overview
from xpert_studio.workflow.views.assignments import AssignmentsView, SentAssignment, with_outbox
from xpert_studio.workflow.waiting import WaitingForm

# The pending work of a person, in groups, each item with the place where it is done.


@dataclass(frozen=True, slots=True)
class Item:
    """One thing to do, and where."""

    text: str
    note: str
    place: Place


_Called = Callable[[str | None], str]
_Counted = tuple[int, tuple[Item, ...]]


@dataclass(frozen=True, slots=True)
class Group:
    """Things of one kind; ``place`` shows all of them.

    Attributes:
        count: How many there are.
        items: The first few of them.
    """

    title: str
    text: str
    count: int
    items: tuple[Item, ...]
    place: Place


def groups_of(
    waiting: Waiting, assigned: AssignmentsView, session: Session, *, listed: int
) -> list[Group]:
    """The groups that are not empty, what came back from others first.

    Args:
        waiting: What waits; of thousands only those that are listed are looked at.
        assigned: What the person was assigned, and what they assigned to others.
        session: Who is at work.
        listed: How many of each group are listed.
    """
    own = waiting.own
    returned = [task for task in own if task.standing is Stage.RETURNED]
    writing = [task for task in own if task.standing is not Stage.RETURNED]
    mine = f"author={session.person_id}"

    def tasks(found: Sequence[Task], tab: str) -> _Counted:
        return len(found), tuple(_task(task, tab) for task in found[:listed])

    def forms(found: Sequence[WaitingForm], make: Callable[[WaitingForm], Item]) -> _Counted:
        return len(found), tuple(make(form) for form in found[:listed])

    def assignments(items: Sequence[SentAssignment], *, is_own: bool) -> _Counted:
        found = [item for item in items if item.is_waiting]
        return (
            len(found),
            tuple(
                Item(
                    _assigned(item, session.project_state.called, is_own=is_own),
                    _done(item),
                    Place("assignments"),
                )
                for item in found[:listed]
            ),
        )

    def to_confirm(form: WaitingForm) -> Item:
        return _to_confirm(form, session.project_state.called(form.expert_id))

    found = [
        Group(
            t("Assigned to you"), t("Submit when it is done."),
            *assignments([assigned.own] if assigned.own else [], is_own=True),
            Place("assignments"),
        ),
        Group(
            t("Returned to you"), t("Your brief was returned with a reason."),
            *tasks(returned, "brief"), Place("tasks", item=f"stage=returned&{mine}"),
        ),
        Group(
            t("Rubrics to review"), t("Frozen rubrics of colleagues in your domain."),
            *tasks(waiting.reviews, "review"), Place("tasks", item="stage=review"),
        ),
        Group(
            t("Spot checks"), t("Rubrics sampled for your spot check."),
            *tasks(waiting.spot_checks, "review"), Place("tasks", item="stage=spot_check"),
        ),
        Group(
            t("Briefs to decide on"), t("Accept, return with a reason, or discard."),
            *tasks(waiting.triage, "brief"), Place("tasks", item="stage=submitted"),
        ),
        Group(
            t("Judging queue"), t("Blind: no system, no other judgment is shown."),
            *forms(waiting.to_judge, _to_judge), Place("judging"),
        ),
        Group(
            t("Confirmation queue"), t("Confirm or override what another expert decided."),
            *forms(waiting.to_confirm, to_confirm), Place("adjudication"),
        ),
        Group(
            t("You are writing"), t("Your own briefs and rubrics."),
            *tasks(writing, ""), Place("tasks", item=mine),
        ),
        Group(
            t("Awaiting spot-check sampling"),
            t("A lead or senior expert samples them for spot checks."),
            *tasks(waiting.to_draw, "review"), Place("tasks", item="stage=approved"),
        ),
        Group(
            t("Runs that broke off"), t("Take them up where they stopped; nothing is asked twice."),
            *_runs(session, listed), Place("runs"),
        ),
        Group(
            t("Assignments sent"), t("Drop a submission on the window to import it."),
            *assignments(assigned.sent if assigned.leads else (), is_own=False),
            Place("assignments"),
        ),
    ]  # fmt: skip
    return [group for group in found if group.count]


def _task(task: Task, tab: str) -> Item:
    place = Place(
        "task", task_id=task.id, tab=tab or ("rubric" if task.standing is Stage.RUBRIC else "brief")
    )
    return Item(task.name, t(STAGES[task.standing]), place)


def _to_judge(form: WaitingForm) -> Item:
    place = Place("judging", task_id=form.task.id, item=form.response_id)
    return Item(f"{form.task.name} · {form.label}", t("started") if form.is_open else "", place)


def _to_confirm(form: WaitingForm, expert: str) -> Item:
    place = Place(
        "adjudication",
        task_id=form.task.id,
        item=form.response_id,
        expert_id=form.expert_id or "",
    )
    return Item(f"{form.task.name} · {form.label}", expert, place)


def _runs(session: Session, listed: int) -> _Counted:
    """Runs that wait to be resumed, for the person who may do so."""
    if not session.has_role(Role.LEAD):
        return 0, ()
    broken = session.runs.resumable
    return len(broken), tuple(
        Item(judge_name(item.judge), moment(item.run.started_at), Place("runs", item=item.run.id))
        for item in broken[:listed]
    )


def _assigned(item: SentAssignment, called: _Called, *, is_own: bool) -> str:
    """What is assigned, and by whom or to whom."""
    asked, assignment = asked_for(item.assignment), item.assignment
    if is_own:
        return t("Assigned by {name}: {asked}", name=called(assignment.made_by), asked=asked)
    return t("{name}: {asked}", name=called(assignment.person_id), asked=asked)


def _done(item: SentAssignment) -> str:
    if not item.of:
        return moment(item.assignment.made_at)
    return t("{n} of {total} done", n=number(item.done), total=number(item.of))


_LISTED = 5


class HomePage(Page):
    """The pending work of the person, where the project stands, what happened lately."""

    def __init__(self, shell: Shell) -> None:
        super().__init__(shell)
        self.title = label("", "title")
        self.waiting = column(gap=PAD)
        self.standing = card()
        self.lately = card()
        for ground in (self.standing, self.lately):
            column(on=ground, pad=SPACE, gap=GAP)
        left = box(column(self.waiting, 1))
        right = box(column(self.standing, self.lately, 1, gap=SPACE))
        self._sides = sides = row(left, right, gap=SPACE, grow=(3, 5))
        scrolled_column(self.title, sides, 1, pad=WIDE, gap=SPACE, on=self)
        self._resumable: tuple[object, ...] = ()
        self.session.runs.changed.connect(self._runs_changed)

    def _runs_changed(self) -> None:
        """A run that broke off waits too, and so does the first one."""
        runs = self.session.runs
        now = (bool(runs.runs), *(item.run.id for item in runs.resumable))
        if now != self._resumable:
            self._resumable = now
            self.fall_behind()

    def resizeEvent(self, event: QResizeEvent) -> None:  # noqa: N802 - Qt's name
        """One column where there is no room for two."""
        super().resizeEvent(event)
        direction = QBoxLayout.Direction
        is_narrow = event.size().width() < px(1160)
        self._sides.setDirection(direction.TopToBottom if is_narrow else direction.LeftToRight)

    def refresh(self) -> None:
        """Fetches what waits and what happened."""
        self.session.fetch(
            self._look,
            lambda found: self._show(*found),
            owner=self,
            slot="overview",
        )

    def _look(self) -> tuple[Overview, AssignmentsView]:
        ctx = self.session.ctx
        return (
            overview(ctx, waiting=self.session.waiting.get()),
            with_outbox(ctx, self.session.assignments.get()),
        )

    def _show(self, found: Overview, assigned: AssignmentsView) -> None:
        person, is_lead = self.session.person, self.session.has_role(Role.LEAD)
        self.title.setText(t("Hello, {name}", name=person.called if person else ""))
        ready = found.counted.by_stage.get(Stage.READY, 0) if is_lead else 0
        self._show_waiting(
            groups_of(found.waiting, assigned, self.session, listed=_LISTED),
            unscored=ready if self.session.runs.seen == () else 0,
        )
        self._show_standing(found.counted)
        self._show_lately(found.lately, found.titles)

    def _show_waiting(self, groups: Sequence[Group], *, unscored: int) -> None:
        clear(self.waiting)
        for group in groups:
            ground = card()
            count = button(
                number(group.count),
                partial(self.shell.go, group.place),
                kind="link",
            )
            count.setAccessibleName(f"{group.title}: {group.count}")
            inside = column(
                row(label(group.title, "heading", wrap=False), count, 1),
                label(group.text, "muted"),
                on=ground, pad=SPACE, gap=TIGHT,
            )  # fmt: skip
            for item in group.items:
                opens = button(
                    short(item.text, 40),
                    partial(self.shell.go, item.place),
                    kind="link",
                    hint=item.text,
                )
                inside.addLayout(row(opens, label(item.note, "small", wrap=False), 1))
            rest = group.count - len(group.items)
            if rest > 0:
                inside.addWidget(
                    button(
                        tn("and {n} more", "and {n} more", rest),
                        partial(self.shell.go, group.place),
                        kind="link",
                    )
                )
            self.waiting.addWidget(ground)
        if not groups:
            self.waiting.addWidget(self._first_run(unscored) if unscored else self._nothing_waits())

    def _first_run(self, ready: int) -> QFrame:
        """What a lead does next whose tasks, imported or written, no run has scored."""
        return self._begin(
            tn("{n} task is ready to be scored", "{n} tasks are ready to be scored", ready),
            t("A run scores responses with a judge. You see calls and cost first."),
            t("New run"), Place("runs", tab="new"),
        )  # fmt: skip

    def _nothing_waits(self) -> QFrame:
        return self._begin(
            t("You're all caught up"),
            t("Browse tasks or create one."),
            t("Create task"), Place("tasks", item="new"),
        )  # fmt: skip

    def _begin(self, title: str, text: str, act: str, place: Place) -> QFrame:
        begin = button(act, lambda: self.shell.go(place), kind="primary", picture="plus")
        look = button(t("Browse tasks"), lambda: self.shell.go(Place("tasks")))
        words = (label(title, "heading"), label(text, "muted"))
        return card(column(*words, row(begin, look, 1), pad=SPACE, gap=GAP))

    def _show_standing(self, counted: Counted) -> None:
        inside = self._emptied(self.standing)
        inside.addWidget(label(t("Project status"), "heading"))
        if not counted.total:
            inside.addWidget(label(t("There is no task in this project yet."), "muted"))
            return
        stages = [stage for stage in Stage if counted.by_stage.get(stage)]
        inner = grid(GAP // 2, 2)
        for place, stage in enumerate(stages):
            head = label(t(STAGES[stage]), "label", wrap=False)
            head.setToolTip(t(STAGE_MEANINGS[stage]))
            head.setAlignment(Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignBottom)
            inner.addWidget(head, 0, place + 1)
        for line, (domain, own) in enumerate(counted.by_domain.items(), start=1):
            words = label(domain_name(domain) or t("no domain"))
            words.setMinimumWidth(px(84))
            inner.addWidget(words, line, 0)
            for place, stage in enumerate(stages):
                self._number(inner, line, place + 1, own.get(stage, 0), stage, domain)
        last = len(counted.by_domain) + 1
        inner.addWidget(label(t("All"), "label"), last, 0)
        for place, stage in enumerate(stages):
            self._number(inner, last, place + 1, counted.by_stage[stage], stage, None)
        inner.setColumnStretch(0, 1)
        inside.addLayout(inner)

    def _number(
        self,
        inner: QGridLayout,
        line: int,
        place: int,
        count: int,
        stage: Stage,
        domain: str | None,
    ) -> None:
        if not count:
            dot = label("·", "muted", wrap=False)
            dot.setAlignment(Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter)
            dot.setContentsMargins(0, 0, px(6), 0)
            inner.addWidget(dot, line, place)
            return
        item = f"stage={stage.value}" + ("" if domain is None else f"&domain={domain}")
        opens = button(number(count), lambda: self.shell.go(Place("tasks", item=item)), kind="link")
        where = t("all domains") if domain is None else (domain_name(domain) or t("no domain"))
        opens.setAccessibleName(f"{where}, {t(STAGES[stage])}: {count}")
        inner.addWidget(opens, line, place, Qt.AlignmentFlag.AlignRight)

    def _show_lately(self, events: Sequence[LogEntry], titles: dict[str, str]) -> None:
        inside = self._emptied(self.lately)
        opens = button(t("All"), lambda: self.shell.go(Place("history")), kind="link")
        inside.addLayout(row(label(t("Recent activity"), "heading", wrap=False), opens, 1))
        if not events:
            inside.addWidget(label(t("Nothing has happened yet."), "muted"))
        for event in events:
            inside.addWidget(self._happened(event, titles))

    def _happened(self, event: LogEntry, titles: dict[str, str]) -> QWidget:
        who = self.session.project_state.called(event.actor_id) or t("The program")
        words = label(f"{who} {told(event)}", wrap=True)
        below = row(label(moment(event.at), "small", wrap=False))
        if event.task_id:
            task_id = event.task_id
            below.addWidget(
                button(
                    short(titles.get(task_id, task_id), 40),
                    lambda: self.shell.go(Place("task", task_id=task_id)),
                    kind="link",
                )
            )
        below.addStretch(1)
        return box(column(words, below, gap=0))

    def _emptied(self, ground: QFrame) -> QVBoxLayout:
        layout = ground.layout()
        assert isinstance(layout, QVBoxLayout)
        clear(layout)
        return layout
