"""A run of suites under way in the window: how far it is, a way to stop it, and what came of it."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import partial

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QPushButton
from shiboken6 import isValid

from xpert_studio.api.commands import CommandContext, Message
from xpert_studio.api.pages import (
    GAP,
    SPACE,
    Job,
    Shell,
    button,
    column,
    explained,
    in_a_row,
    label,
    listed,
    row,
    show_if,
    t,
    tn,
    translated,
    wire,
)
from xpert_studio.core.judge.engine import RunProgress
from xpert_studio.core.store.settings import project_id
from xpert_studio.desktop.widgets.fields import progress_bar
from xpert_studio.desktop.widgets.labels import Card
from xpert_studio.packs.suites.command_running import RunEnd, SuiteRun, run_suites
from xpert_studio.packs.suites.compare import against_last
from xpert_studio.packs.suites.evaluations import evaluations_in
from xpert_studio.packs.suites.local import LocalSettings
from xpert_studio.packs.suites.notifying import notify
from xpert_studio.packs.suites.page_seen import Where
from xpert_studio.packs.suites.records import Suite
from xpert_studio.packs.suites.stopping import Stopping
from xpert_studio.report.whole_runs import JudgeEnd, PreparedJudges, carry_out_all


@dataclass(frozen=True, slots=True)
class Ended:
    """What came of a run.

    Attributes:
        ends: Of each suite that was come to.
        failed: What went wrong with hooks for regressions.
    """

    ends: tuple[RunEnd, ...]
    failed: tuple[Message, ...]

    @property
    def newest(self) -> str:
        """The id of the last evaluation that was recorded; empty for none."""
        made = [end.evaluation.id for end in self.ends if end.evaluation is not None]
        return made[-1] if made else ""


def carry_out(ctx: CommandContext, asked: SuiteRun, suites: Sequence[Suite], job: Job) -> Ended:
    """Runs suites as a job does, and reports regressions as the command line does.

    Args:
        ctx: A lead.
        asked: What is run.
        suites: Which.
        job: Gets how far it is, and may ask to stop.
    """
    stopping = Stopping()
    job.stop = stopping.ask
    if job.is_cancelled:
        stopping.ask()
    done = 0
    total = sum(suite.trials for suite in suites)

    def answered() -> None:
        nonlocal done
        done += 1
        job.report(done, 0)

    def judge(prepared: PreparedJudges) -> list[JudgeEnd]:
        def show(progress: RunProgress) -> None:
            job.report(progress.pulse.asks_done, progress.pulse.asks)

        found = carry_out_all(
            ctx.project, prepared, clock=ctx.clock, on_progress=show, on_start=stopping.reach
        )
        if len(prepared.members) == 1 and found and found[0].problem is not None:
            raise found[0].problem
        return found

    job.report(0, total)
    terms = replace(asked.terms, stopping=stopping, on_response=answered)
    ends = run_suites(ctx, replace(asked, terms=terms), suites, judge)
    made = [end.evaluation for end in ends if end.evaluation is not None]
    with ctx.project.reading() as tx:
        known, local = evaluations_in(tx), LocalSettings.read(project_id(tx))
    return Ended(tuple(ends), tuple(notify(local, against_last(known, made))))


def end_sentences(found: Ended) -> list[str]:
    """How each suite ended: what was made, whether it was recorded, and what went wrong."""
    said: list[str] = []
    for end in found.ends:
        made = tn("{n} response was made", "{n} responses were made", end.made.new)
        said.append(t("{made}; {state}.", made=made, state=_state_of(end)))
        said += [*end.made.reasons(), *filter(None, [end.frozen])]
    return [*said, *map(translated, found.failed)]


def _state_of(end: RunEnd) -> str:
    """What became of the evaluation."""
    if end.evaluation is not None:
        whole = t("the evaluation is recorded")
        return whole if end.is_whole else t("the evaluation is recorded, not decided in full")
    if end.is_interrupted:
        return t("it was stopped: run it again to resume")
    return t("no evaluation was recorded, for the judges did not finish: run it again to resume")


class RunCard(Card):
    """The run that is under way, or that ended last.

    Signals:
        ended: A run came to its end, or failed.
    """

    ended = Signal()

    def __init__(self, shell: Shell) -> None:
        super().__init__()
        self._shell = shell
        self.job: Job | None = None
        self.newest = ""
        self.title, self.said = label("", "heading"), label("", "muted")
        self.bar = progress_bar(t("How far the run is"), total=0)
        self.stop = button(t("Stop"), self._stop, kind="danger", picture="square")
        self.open: QPushButton = button(
            t("Open the evaluation"), self._open, kind="primary", picture="arrow-right"
        )
        self.close_card = button(t("Close"), self.hide, kind="quiet")
        column(
            self.title,
            self.bar,
            self.said,
            row(self.open, self.stop, self.close_card, 1, gap=GAP),
            on=self,
            pad=SPACE,
            gap=GAP,
        )
        self.hide()

    @property
    def is_busy(self) -> bool:
        """Whether a run is under way."""
        return self.job is not None

    def start(self, asked: SuiteRun, suites: Sequence[Suite]) -> None:
        """Begins a run."""
        ctx, bridge = self._shell.session.ctx, self._shell.bridge
        names = listed(suite.name for suite in suites)
        title = t("{suites} on {system}", suites=names, system=asked.system)
        self.title.setText(title)
        self.newest = ""
        self._say(t("Responses are made, then judged."))
        self.bar.setRange(0, 0)
        self.job = bridge.start(
            title, partial(carry_out, ctx, asked, tuple(suites)), self._done, self._failed
        )
        wire((self.job.moved, self._moved), (self.job.ended, self._over))
        self._show_state()

    def _moved(self) -> None:
        job = self.job
        if job is None or not isValid(self):
            return
        if job.total:
            self.bar.setRange(0, job.total)
            self.bar.setValue(job.done)
            self._say(t("{n} of {total} verdicts", n=job.done, total=job.total))
        elif job.done:
            self._say(tn("{n} response was made", "{n} responses were made", job.done))

    def _stop(self) -> None:
        if self.job is not None:
            self.stop.setEnabled(False)
            self._say(t("Stopping…"))
            self.job.cancel()

    def _done(self, found: Ended) -> None:
        if not isValid(self):
            return
        self.newest = found.newest
        whole = all(end.is_whole for end in found.ends)
        self._say(in_a_row(end_sentences(found)), "muted" if whole and not found.failed else "warn")
        self._shell.session.changed_outside.emit()
        self._finish()

    def _failed(self, error: BaseException) -> None:
        if isValid(self):
            self._say(explained(error), "bad")
            self._finish()

    def _over(self) -> None:
        if isValid(self):
            self.job = None
            self._show_state()

    def _finish(self) -> None:
        self.job = None
        self._show_state()
        self.ended.emit()

    def _show_state(self) -> None:
        self.show()
        show_if(self.is_busy, self.bar, self.stop)
        self.stop.setEnabled(True)
        show_if(not self.is_busy, self.close_card)
        show_if(not self.is_busy and self.newest, self.open)

    def _open(self) -> None:
        self._shell.go(Where(evaluation=self.newest).place("trend"))

    def _say(self, text: str, tone: str = "muted") -> None:
        self.said.say(text, tone)
