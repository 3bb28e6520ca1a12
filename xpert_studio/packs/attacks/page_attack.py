"""The form of an attack: the judge, the tasks and the limits; what it would take, and its start."""

from __future__ import annotations

import asyncio
from functools import partial
from typing import Final

from xpert_studio.api.carriers import Prepared, Run
from xpert_studio.api.pages import (
    GAP,
    PAD,
    SPACE,
    WIDE,
    Action,
    Form,
    Job,
    Page,
    Place,
    Shell,
    button,
    card,
    column,
    explained,
    fields_for,
    in_a_row,
    inputs,
    label,
    mark,
    money,
    number,
    row,
    scrolled_column,
    show_if,
    t,
    tn,
    translated,
    wire,
)
from xpert_studio.api.records import CommandContext
from xpert_studio.core.errors import XpertError
from xpert_studio.core.judge.engine import RunEngine
from xpert_studio.core.judge.providers.registry import EMBEDDED, LOCAL, PROVIDERS
from xpert_studio.core.judge.run_preflight import known_models
from xpert_studio.core.records import RunState, RunTerms
from xpert_studio.core.workflow.views.scope import scope_of
from xpert_studio.packs.attacks.request import AttackRequest
from xpert_studio.packs.attacks.runs import carry_out_attack, prepared_attack
from xpert_studio.packs.attacks.section import HARDNESS, about

_TERMS: Final = ("base_url", "money", "concurrency", "timeout", "max_retries")
FIELDS: Final = (
    *fields_for(
        AttackRequest,
        "judge",
        "tasks",
        judge={
            "kind": inputs.suggested(hint=mark("Such as baseline, or openai:MODEL")),
            "needed": mark("Which model is to judge?"),
        },
        tasks={"kind": inputs.chosen_tasks(), "help": mark("None selected = all tasks")},
    ),
    *fields_for(
        RunTerms,
        *_TERMS,
        concurrency={"more": True},
        timeout={"more": True},
        max_retries={"more": True},
    ),
)


def judges_offered() -> list[str]:
    """Judges as they are named: the built-in one, and models of the price list."""
    return [EMBEDDED[0], *(f"{one}:{model}" for one in PROVIDERS for model in known_models(one))]


def plan_words(prepared: Prepared) -> str:
    """What an attack would take, in sentences."""
    plan, estimate = prepared.plan, prepared.estimate
    said = [*map(translated, plan.notices)]
    if not plan.asks:
        return in_a_row([*said, t("Everything is known already: nothing would be asked.")])
    verdicts = tn("{n} verdict", "{n} verdicts", plan.items - plan.known)
    if prepared.request.provider in LOCAL:
        return in_a_row([*said, f"{verdicts}, {t('free')}."])
    calls = tn("{n} call", "{n} calls", estimate.calls)
    cost = t("unknown") if estimate.cost is None else money(estimate.cost)
    return in_a_row(
        [
            *said,
            t("{verdicts}, about {calls}, {money}.", verdicts=verdicts, calls=calls, money=cost),
        ]
    )


def plan_attack(ctx: CommandContext, request: AttackRequest) -> str:
    """What an attack would take; nothing is sent and nothing kept."""
    asked = request.of_judge()
    with prepared_attack(ctx.project, asked, now=ctx.clock(), is_dry=True) as found:
        return plan_words(found.prepared)


def attack(ctx: CommandContext, request: AttackRequest, job: Job) -> Run | None:
    """Has the judge decide; None where it decided everything before.

    Args:
        ctx: A lead.
        request: What is asked for.
        job: Gets how far it is, and may ask to stop.
    """

    def begun(engine: RunEngine) -> None:
        loop = asyncio.get_running_loop()
        job.stop = lambda: loop.call_soon_threadsafe(engine.stop)
        if job.is_cancelled:
            engine.stop()

    with prepared_attack(ctx.project, request.of_judge(), now=ctx.clock()) as found:
        if not found.prepared.plan.asks:
            return None
        return carry_out_attack(
            ctx.project,
            found,
            clock=ctx.clock,
            on_progress=lambda at: job.report(at.pulse.asks_done, at.pulse.asks),
            on_start=begun,
        )


class AttackPage(Page):
    """Asks a judge about responses that know nothing; programs decide without being asked."""

    def __init__(self, shell: Shell) -> None:
        super().__init__(shell)
        self.form = Form(FIELDS, more=t("More limits"))
        self.said, self.problem = label("", "muted"), label("", "bad")
        self.job: Job | None = None
        shell.book.add(
            self,
            Action(
                "runs.attack",
                mark("Start the attack"),
                self.start,
                "Ctrl+Return",
                "play",
                refused=self._why_not,
            ),
        )
        scores = Place("results", tab="explore", item=f"show={HARDNESS.id}")
        scrolled_column(
            label(t("Attack baselines"), "title", wrap=False),
            label(about(), "muted"),
            card(column(self.form, pad=SPACE, gap=PAD)),
            self.said,
            self.problem,
            row(
                shell.book.button("runs.attack", kind="primary"),
                button(t("Estimate"), self.estimate, picture="activity"),
                button(t("What attacks score"), partial(shell.go, scores), kind="link"),
                1,
                gap=GAP,
            ),
            1,
            on=self,
            pad=WIDE,
            gap=SPACE,
        )
        wire((self.form.changed, lambda _: show_if(False, self.said, self.problem)))
        show_if(False, self.said, self.problem)
        self.form.offer(judge=judges_offered())
        self.setFocusProxy(self.form)

    def refresh(self) -> None:
        """Fetches which tasks there are to choose from."""
        ctx = self.session.ctx
        self.session.fetch(
            lambda: scope_of(ctx).tasks,
            lambda tasks: self.form.offer(tasks=tasks),
            owner=self,
            slot="tasks",
        )

    def _why_not(self) -> str:
        if self.job is not None:
            return t("An attack is in progress.")
        return self.session.why_no_lead

    def entered(self) -> AttackRequest:
        """What is filled in."""
        values = self.form.values()
        terms = {name: values[name] for name in _TERMS if values[name] not in (None, "")}
        tasks = tuple(sorted(values["tasks"]))
        return AttackRequest(RunTerms(**terms), tasks, values["judge"])

    def estimate(self) -> None:
        """Says what it would take."""
        if not self.form.check():
            return
        ctx, request = self.session.ctx, self.entered()
        self.said.say(t("Computing…"))
        self.session.bridge.start(
            t("Estimate"), lambda _: plan_attack(ctx, request), self._say, self._refuse
        )

    def start(self) -> None:
        """Starts it; how far it is stands in the footer, where it is stopped."""
        if not self.form.check():
            return
        ctx, request = self.session.ctx, self.entered()
        self._say(
            t("{n} tasks are attacked.", n=number(len(request.tasks)))
            if request.tasks
            else t("All tasks are attacked.")
        )
        self.job = self.session.bridge.start(
            t("Attack baselines"), partial(attack, ctx, request), self._done, self._refuse
        )
        self.job.ended.connect(self._over)

    def _over(self) -> None:
        self.job = None

    def _say(self, text: str) -> None:
        self.problem.say("")
        self.said.say(text)

    def _refuse(self, error: BaseException) -> None:
        self.said.say("")
        if isinstance(error, XpertError):
            self.problem.say(explained(error))
        else:
            self.shell.tell(error)

    def _done(self, run: Run | None) -> None:
        self.session.changed_outside.emit()
        if run is None:
            self._say(t("Everything is known already: nothing would be asked."))
        elif run.state is RunState.DONE:
            self._say(t("The judge has decided. Results, under Explore, say what attacks score."))
        else:
            self._say(run.message or t("It was stopped: start it again to resume."))
