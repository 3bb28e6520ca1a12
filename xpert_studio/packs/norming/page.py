"""Norming in the window: sessions, what the person judges, decisions beside each other."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from PySide6.QtWidgets import QWidget

from xpert_studio.api.pages import (
    GAP,
    SPACE,
    WIDE,
    Action,
    BlocksView,
    CommandDialog,
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
    in_a_row,
    inputs,
    label,
    mark,
    picker,
    put_in,
    px,
    refill,
    row,
    scrolled_column,
    show_if,
    stacked,
    t,
    text_box,
    tn,
)
from xpert_studio.api.records import Role, Transaction
from xpert_studio.core.records import Stage
from xpert_studio.core.store import people, responses, tasks
from xpert_studio.core.workflow.blinding import blinding_for
from xpert_studio.core.workflow.command_context import person_of
from xpert_studio.packs.norming.figures import SessionView, seen_sessions
from xpert_studio.packs.norming.records import STEPS, NormingStep
from xpert_studio.packs.norming.section import side_by_side, summary
from xpert_studio.packs.norming.sessions import again, close, comment, reveal, start

Offers = list[tuple[str, str, str]]
_CUT = 90
_MOST = 100


class Discussion(QWidget):
    """What a person says on a checkpoint."""

    def __init__(self, shell: Shell) -> None:
        super().__init__()
        self._shell = shell
        self._session = ""
        self.line = picker(t("Checkpoint"), ())
        self.text = text_box(name=t("Comment"), hint=t("What you say"), high=72)
        self.text.textChanged.connect(self._look)
        self.say = button(t("Comment"), self._say, picture="message-square")
        inside = column(
            label(t("Discuss"), "heading"),
            self.line,
            self.text,
            row(self.say, 1),
            pad=SPACE,
            gap=GAP,
        )
        column(card(inside), on=self)
        self._look()

    def show_session(self, one: SessionView) -> None:
        """Offers its checkpoints, those that differ first."""
        self._session = one.id
        lines = sorted(one.lines, key=lambda line: not line.differs(1))
        offers = [
            (f"{line.response}  {line.point.text[:_CUT]}", f"{line.response_id} {line.point.id}")
            for line in lines
        ]
        refill(self.line, offers, self.line.currentData())

    def _look(self) -> None:
        enable_if(self.text.toPlainText().strip(), self.say)

    def _say(self) -> None:
        response_id, _, point = str(self.line.currentData() or "").partition(" ")
        said = self.text.toPlainText().strip()
        if not point or not said:
            return
        session, ctx = self._session, self._shell.session.ctx
        self._shell.session.perform(
            lambda: comment(ctx, session, response_id, point, said),
            lambda _: self.text.clear(),
        )


class NormingPage(Page):
    """The sessions of a person beside the one that is looked at."""

    rests_on = frozenset({"pack_record", "person", "checkpoint", "open_form"})

    def __init__(self, shell: Shell) -> None:
        super().__init__(shell)
        self.known: dict[str, SessionView] = {}
        self._offered: Offers = []
        self._experts: Offers = []
        self.list = EntryView(t("Norming sessions"))
        self.list.setMinimumSize(px(220), px(160))
        self.list.looked_at.connect(lambda _: self._show_current())
        shell.book.add(
            self,
            Action(
                "norming.start",
                mark("New norming session"),
                self._start,
                "",
                "plus",
                refused=self._why_not,
                asks=True,
            ),
        )
        self.new = shell.book.button("norming.start", t("New session…"))
        self.title, self.said = label("", "heading"), label("")
        self.state = label("", "muted")
        self.to_judge = QWidget()
        self._judge_in = column(on=self.to_judge, gap=GAP)
        self.reveal = button(t("Reveal"), lambda: self._do(reveal), picture="eye")
        self.again = button(t("Judge again"), lambda: self._do(again), picture="repeat")
        self.close_ = button(t("Close session"), lambda: self._do(close), picture="check")
        self.discussion = Discussion(shell)
        self.shown = BlocksView(shell, t("Decisions"))
        self.empty = EmptyState(
            "handshake",
            t("No norming session"),
            t(
                "A few experts judge the same responses blind, see where they differ, discuss it "
                "and judge again. It counts in no result."
            ),
        )
        self._lay_out()

    def _lay_out(self) -> None:
        right = QWidget()
        scrolled_column(
            box(column(self.title, self.state, self.said, gap=GAP)),
            box(row(self.reveal, self.again, self.close_, 1, gap=GAP)),
            self.to_judge,
            self.discussion,
            self.shown,
            1,
            gap=SPACE,
            pad=(SPACE, 0, SPACE, SPACE),
            on=right,
        )
        both = SideSplitter(self.list, right, room=720, sizes=(260, 800))
        self.stack = stacked(both, self.empty)
        self.whole = both
        column(
            row(label(t("Norming"), "title", wrap=False), 1, self.new),
            self.stack,
            on=self,
            pad=WIDE,
            gap=SPACE,
        )

    def _why_not(self) -> str | None:
        if not self.session.has_role(Role.LEAD, Role.SENIOR):
            return t("Leads and senior experts start sessions.")
        return None

    def refresh(self) -> None:
        """Reads the sessions that the person sees."""
        ctx = self.session.ctx

        def read() -> tuple[list[SessionView], Offers, Offers]:
            with ctx.project.reading() as tx:
                person = person_of(tx, ctx.person_id)
                return seen_sessions(tx, person), *_offers(tx, ctx.person_id)

        self.session.fetch(read, lambda found: self._show(*found), owner=self, slot="norming")

    def _show(self, found: Sequence[SessionView], offered: Offers, experts: Offers) -> None:
        self._offered, self._experts = offered, experts
        self.known = {one.id: one for one in found}
        entries = [self._entry(one) for one in found]
        self.list.show_entries(entries, self.place.item or self.list.key)
        self.stack.setCurrentWidget(self.whole if found else self.empty)
        self._show_current()

    def _entry(self, session: SessionView) -> Entry:
        n = len(session.to_judge)
        left = tn("{n} to judge", "{n} to judge", n) if n else STEPS.title(session.session.step)
        experts = tn("{n} expert", "{n} experts", len(session.session.experts))
        return Entry(
            session.id,
            session.session.title,
            (experts,),
            left,
            "warn" if n else "optional",
        )

    def _show_current(self) -> None:
        one = self.known.get(self.list.key)
        if one is None:
            return
        step = one.session.step
        self.title.setText(one.session.title)
        missing = tn("{n} form is missing.", "{n} forms are missing.", one.left) if one.left else ""
        said = t("{said}.", said=STEPS.title(step))
        self.state.setText(in_a_row(filter(None, (said, missing))))
        self.said.say(summary(one) if one.agreement else "")
        put_in(self._judge_in, [self._judging(id_, name) for id_, name in one.to_judge.items()])
        show_if(bool(one.to_judge), self.to_judge)
        show_if(one.leads and step is NormingStep.FIRST, self.reveal)
        show_if(one.leads and step is NormingStep.DISCUSSED, self.again)
        show_if(one.leads and step is not NormingStep.CLOSED, self.close_)
        enable_if(not one.left, self.reveal)
        may_say = one.is_part or one.session.by == self.session.person_id
        show_if(step is NormingStep.DISCUSSED and may_say, self.discussion)
        self.discussion.show_session(one)
        self.shown.show_blocks(side_by_side(one))

    def _judging(self, response_id: str, name: str) -> QWidget:
        task_id = name.partition(":")[0]
        go = button(
            t("Judge {response}", response=name),
            lambda: self.shell.go(Place("judging", task_id=task_id, item=response_id)),
            kind="primary",
            picture="scale",
        )
        return box(row(go, 1))

    def _do(self, command: Any) -> None:
        self.session.do(command, self.list.key)

    def _start(self) -> None:
        own = {
            "response_ids": {"kind": inputs.boxes(lambda: self._offered)},
            "expert": {"kind": inputs.boxes(lambda: self._experts)},
        }
        asked = ("title", "response_ids", "expert")
        CommandDialog(self.window(), self.session, start, {}, asked=asked, own=own).open()


def _offers(tx: Transaction, person_id: str) -> tuple[Offers, Offers]:
    """Responses that can be judged, by the names the person knows, and experts."""
    blinding = blinding_for(tx, person_id)
    ready = {task.id: task for task in tasks.outlines(tx) if task.standing is Stage.READY}
    known = [outline for outline in responses.outlines(tx) if outline.task_id in ready][:_MOST]
    experts = [person for person in people.all_people(tx) if Role.EXPERT in person.roles]
    return (
        [(one.id, blinding.response_name(one.task_id, one.id), "") for one in known],
        [(expert.id, expert.called, "") for expert in experts],
    )
