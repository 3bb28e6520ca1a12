"""Probes in the window: briefs in triage, what systems answer to them, and how many pass."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial
from typing import Any

from PySide6.QtWidgets import QWidget

from xpert_studio.api.instruments import Checkpoint, UsageError
from xpert_studio.api.pages import (
    GAP,
    SPACE,
    TIGHT,
    WIDE,
    BlocksView,
    CommandDialog,
    EmptyState,
    Entry,
    EntryView,
    Form,
    FormField,
    Job,
    Page,
    Shell,
    SideSplitter,
    box,
    button,
    card,
    column,
    enable_if,
    fields_for,
    inputs,
    label,
    labelled,
    mark,
    money,
    put_in,
    px,
    row,
    scrolled_column,
    show_if,
    stacked,
    t,
    tn,
)
from xpert_studio.api.records import Task
from xpert_studio.api.sections import percent
from xpert_studio.core.generation.asking import ModelChoice
from xpert_studio.core.judge.asked_models import SystemTerms
from xpert_studio.core.records import Stage
from xpert_studio.core.store import tasks
from xpert_studio.core.store.settings import project_info
from xpert_studio.core.workflow.command_context import person_of
from xpert_studio.core.workflow.rights import refusal, triager_of
from xpert_studio.packs.pretest.asking import Probed, expected_cost, probe
from xpert_studio.packs.pretest.changes import bring, keep_answers, rate
from xpert_studio.packs.pretest.figures import AnsweredBySystem, PassRate, pass_rates
from xpert_studio.packs.pretest.section import expected, point_blocks, sentence

_OPEN = (Stage.SUBMITTED, Stage.RUBRIC, Stage.REVIEW, Stage.SPOT_CHECK)
_FIELDS = (
    FormField(
        key="models",
        title=mark("Models"),
        kind=inputs.texts("openai:gpt-5-mini, anthropic:claude-sonnet-4-5"),
    ),
    *fields_for(SystemTerms, "base_url", base_url={"help": mark("Only for a compatible server.")}),
)
Brief = tuple[Task, Sequence[Checkpoint], PassRate | None]


class AnswerCard(QWidget):
    """An answer without its system: whether it does what the brief asks, and which checkpoints."""

    def __init__(self, page: ProbesPage, brief: Brief, one: AnsweredBySystem, title: str) -> None:
        super().__init__()
        task, rubric, _ = brief
        me = page.session.person_id
        own = next((said for said in one.ratings if said.person == me), None)
        n = tn("{n} rating", "{n} ratings", len(one.ratings))
        state = t("Answers an earlier text of the brief.") if one.is_outdated else n
        self.rated: dict[str, tuple[QWidget, QWidget]] = {}
        whole = self._pair(page, task.id, one.id, "", own.met if own else None)
        show_if(task.standing is Stage.SUBMITTED and not one.is_outdated, whole)
        lines = [
            self._pair(
                page,
                task.id,
                one.id,
                point.id,
                own.points[point.id].met if own and point.id in own.points else None,
                point.text,
            )
            for point in (rubric if own and not one.is_outdated else ())
        ]
        column(
            card(
                column(
                    row(label(title, "heading"), label(state, "small"), grow=0),
                    label(one.answer.text),
                    whole,
                    *lines,
                    pad=SPACE,
                    gap=GAP,
                )
            ),
            on=self,
        )

    def _pair(
        self,
        page: ProbesPage,
        task_id: str,
        answer: str,
        point: str,
        said: bool | None,
        text: str = "",
    ) -> QWidget:
        def rated(*, met: bool) -> None:
            given: dict[str, Any] = {"met": met} if not point else {}
            if point:
                given["meets" if met else "fails"] = (point,)
            page.session.do(rate, task_id, answer, **given)

        name = text or t("The brief as a whole")
        yes = button(t("Met"), lambda: rated(met=True), picture="check", kind="choice")
        no = button(t("Not met"), lambda: rated(met=False), picture="x", kind="choice")
        for one, is_said in ((yes, said is True), (no, said is False)):
            one.setCheckable(True)
            one.setChecked(is_said)
            one.setAccessibleName(labelled(name, one.text()))
        self.rated[point] = yes, no
        return box(column(label(name), row(yes, no, 1, gap=GAP), gap=TIGHT))


class ProbesPage(Page):
    """The briefs that a person decides on, beside the one that is probed."""

    rests_on = frozenset({"pack_record", "task", "checkpoint"})

    def __init__(self, shell: Shell) -> None:
        super().__init__(shell)
        self.known: dict[str, Brief] = {}
        self._job: Job | None = None
        self.cards: dict[str, AnswerCard] = {}
        self.list = EntryView(t("Briefs"))
        self.list.setMinimumSize(px(220), px(160))
        self.list.looked_at.connect(lambda _: self._show_current())
        self.title, self.said, self.cost = label("", "heading"), label(""), label("", "muted")
        self.bring = button(t("Bring answer…"), self._bring, picture="file-plus")
        self.form = Form(_FIELDS)
        self.form.changed.connect(lambda _: self._look())
        self.estimate = button(t("Estimate cost"), self._estimate)
        self.ask = button(t("Have systems answer"), self._ask, kind="primary", picture="send")
        self.asking = box(
            column(
                self.form,
                row(self.ask, self.estimate, self.bring, 1, gap=GAP),
                self.cost,
                gap=GAP,
            )
        )
        self.shown = BlocksView(shell, t("Probes by checkpoint"))
        self.answers = QWidget()
        self._answers_in = column(on=self.answers, gap=SPACE)
        self.empty = EmptyState(
            "target",
            t("No brief in triage"),
            t(
                "While a brief is in triage, systems answer it here, apart from results. A quick "
                "rating gives its pass rate beside what the author estimated."
            ),
        )
        right = QWidget()
        scrolled_column(
            box(column(self.title, self.said, gap=GAP)),
            self.asking,
            self.answers,
            self.shown,
            1,
            gap=SPACE,
            pad=(SPACE, 0, SPACE, SPACE),
            on=right,
        )
        self.whole = SideSplitter(self.list, right, room=720, sizes=(260, 800))
        self.stack = stacked(self.whole, self.empty)
        title = label(t("Probes of briefs"), "title", wrap=False)
        column(title, self.stack, on=self, pad=WIDE, gap=SPACE, grow=1)
        self._look()

    def refresh(self) -> None:
        """Reads the briefs that the person decides on, with what was measured."""
        ctx = self.session.ctx

        def read() -> list[Brief]:
            with ctx.project.reading() as tx:
                person, policies = person_of(tx, ctx.person_id), project_info(tx).policies
                rates = pass_rates(tx)
                return [
                    (task, tasks.rubric_of(tx, task.id), rates.get(task.id))
                    for task in tasks.all_tasks(tx)
                    if (task.standing is Stage.SUBMITTED or task.id in rates)
                    and task.standing in _OPEN
                    and refusal(partial(triager_of, person, task, policies)) is None
                ]

        self.session.fetch(read, self._show, owner=self, slot="probes")

    def _show(self, found: Sequence[Brief]) -> None:
        self.known = {brief[0].id: brief for brief in found}
        entries = [
            Entry(
                task.id,
                task.name,
                (tn("{n} answer", "{n} answers", len(one.answers) if one else 0),),
                percent(one.rate) if one and one.rate is not None else "",
            )
            for task, _, one in found
        ]
        self.list.show_entries(entries, self.place.item or self.list.key)
        self.stack.setCurrentWidget(self.whole if found else self.empty)
        self._show_current()

    def _show_current(self) -> None:
        brief = self.known.get(self.list.key)
        if brief is None:
            return
        task, _, one = brief
        self.title.setText(task.name)
        guess = t("not estimated")
        if task.checklist and task.checklist.pass_rate is not None:
            guess = percent(task.checklist.pass_rate)
        said = t("No system has answered it yet. The author estimated {estimate}.", estimate=guess)
        self.said.say(sentence(one) if one else said)
        spent = ""
        if one and one.cost is not None:
            spent = labelled(t("Cost of all answers"), money(one.cost))
        self.cost.say(spent)
        show_if(task.standing is Stage.SUBMITTED, self.asking)
        self.cards = {
            o.id: AnswerCard(self, brief, o, t("Answer {n}", n=n))
            for n, o in enumerate(one.answers if one else (), start=1)
        }
        put_in(self._answers_in, list(self.cards.values()))
        self.shown.show_blocks(tuple(point_blocks([one])) if one else ())

    def _look(self) -> None:
        is_named = bool(self.form.values()["models"])
        enable_if(is_named, self.estimate)
        enable_if(is_named and self._job is None, self.ask)

    def _choices(self) -> list[ModelChoice]:
        names, address = self.form.values().values()
        terms = SystemTerms(base_url=address or None)
        return [ModelChoice.named(name, terms) for name in dict.fromkeys(names)]

    def _bring(self) -> None:
        CommandDialog(
            self.window(), self.session, bring, {"task_id": self.list.key}, asked=("system", "text")
        ).open()

    def _estimate(self) -> None:
        task, ctx = self.known[self.list.key][0], self.session.ctx
        try:
            choices = self._choices()
        except UsageError as error:
            self.session.report(error)
            return

        def show(costs: Sequence[float | None]) -> None:
            known = [cost for cost in costs if cost is not None]
            if task.id == self.list.key:
                total = sum(known) if len(known) == len(costs) else None
                self.cost.say(expected(len(costs), total))

        self.session.fetch(
            lambda: [expected_cost(ctx, task, choice) for choice in choices],
            show,
            owner=self,
            slot="estimate",
        )

    def _ask(self) -> None:
        task, ctx = self.known[self.list.key][0], self.session.ctx
        try:
            choices = self._choices()
        except UsageError as error:
            self.session.report(error)
            return
        self._job = self.session.bridge.start(
            t("Systems answer {task}", task=task.name),
            lambda _: probe(ctx, task, choices),
            lambda done: self._keep(task.id, done),
            self.session.report,
        )
        self._job.ended.connect(self._over)
        self._look()

    def _over(self) -> None:
        self._job = None
        self._look()

    def _keep(self, task_id: str, done: Sequence[Probed]) -> None:
        good = [(one.system, one.text, one.cost) for one in done if not one.problem]
        problems = [f"{one.system}: {one.problem}" for one in done if one.problem]
        if good:
            self.session.do(keep_answers, task_id, good)
        if problems:
            self.cost.say(" ".join(problems))
