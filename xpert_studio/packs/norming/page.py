"""Norming in the window: sessions, what the person judges, decisions beside each other."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from PySide6.QtWidgets import QWidget

from xpert_studio.api.pages import (
    GAP,
    SPACE,
    TIGHT,
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
    labelled,
    listed,
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
from xpert_studio.api.sections import short
from xpert_studio.core.records import Stage
from xpert_studio.core.store import people, responses, tasks
from xpert_studio.core.workflow.blinding import response_title
from xpert_studio.core.workflow.command_context import person_of
from xpert_studio.packs.norming.figures import (
    NormingLine,
    SessionView,
    decision_words,
    seen_sessions,
)
from xpert_studio.packs.norming.records import STEPS, NormingStep
from xpert_studio.packs.norming.section import side_by_side, summary
from xpert_studio.packs.norming.sessions import again, close, comment, reveal, start

Offers = list[tuple[str, str, str]]
_CUT = 90
_MOST = 100


class Discussion(QWidget):
    """A checkpoint: what all decided and why, what was said of it, and what the person says."""

    def __init__(self, shell: Shell) -> None:
        super().__init__()
        self._shell = shell
        self._session = ""
        self._known: dict[str, NormingLine] = {}
        self._view: SessionView | None = None
        self.line = picker(t("Checkpoint"), (), self._show_line)
        self.said, self.answer = QWidget(), label("")
        self._said_in = column(on=self.said, gap=TIGHT)
        self.of_response = label(t("Response"), "label")
        self.text = text_box(name=t("Comment"), hint=t("What you say"), high=72)
        self.text.textChanged.connect(self._look)
        self.say = button(t("Comment"), self._say, picture="message-square")
        self.writing = box(column(self.text, row(self.say, 1), gap=GAP))
        inside = column(
            label(t("Checkpoint"), "heading"),
            self.line,
            self.said,
            self.writing,
            self.of_response,
            self.answer,
            pad=SPACE,
            gap=GAP,
        )
        column(card(inside), on=self)
        self._look()

    def show_session(self, one: SessionView, *, may_say: bool) -> None:
        """Offers its checkpoints, those that differ first.

        Args:
            one: The session.
            may_say: Whether the person discusses it now; else it can be read.
        """
        self._session, self._view = one.id, one
        lines = sorted(one.lines, key=lambda line: not line.differs(1))
        self._known = {f"{line.response_id} {line.point.id}": line for line in lines}
        offers = [
            (f"{short(line.point.text, _CUT)} · {one.titles[line.response_id]}", key)
            for key, line in self._known.items()
        ]
        refill(self.line, offers, self.line.currentData())
        show_if(may_say, self.writing)
        self._show_line()

    def choose(self, target: tuple[str, ...]) -> None:
        """Shows the checkpoint that a row of decisions stands for."""
        self.line.setCurrentIndex(max(0, self.line.findData(" ".join(target[1:]))))
        self._show_line()

    def _show_line(self) -> None:
        one, line = self._view, self._known.get(str(self.line.currentData()))
        if one is None or line is None:
            return
        words: list[QWidget] = [label(line.point.text, "label")]
        for number, title in ((1, t("First round")), (2, t("After the discussion"))):
            for who, said in line.rounds.get(number, {}).items():
                decided = listed((decision_words(said, line.point), said.rationale))
                name = t("{said} ({status})", said=one.called.get(who, who), status=title)
                words.append(label(labelled(name, decided)))
        for comment_ in line.comments:
            name = one.called.get(comment_.person, comment_.person)
            words.append(label(labelled(name, comment_.text), "muted"))
        put_in(self._said_in, words)
        self.of_response.setText(one.titles[line.response_id])
        self.answer.setText(one.texts[line.response_id])

    def _look(self) -> None:
        enable_if(self.text.toPlainText().strip(), self.say)

    def _say(self) -> None:
        response_id, _, point = str(self.line.currentData()).partition(" ")
        said, session, ctx = self.text.toPlainText(), self._session, self._shell.session.ctx
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
        self.shown.opened.connect(self.discussion.choose)
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
                return seen_sessions(tx, person_of(tx, ctx.person_id)), *_offers(tx)

        self.session.fetch(read, lambda found: self._show(*found), owner=self, slot="norming")

    def _show(self, found: Sequence[SessionView], offered: Offers, experts: Offers) -> None:
        self._offered, self._experts = offered, experts
        self.known = {one.id: one for one in found}
        entries = [self._entry(one) for one in found]
        self.list.show_entries(entries, self.place.item or self.list.key)
        self.stack.setCurrentWidget(self.whole if found else self.empty)
        self._show_current()

    def _entry(self, one: SessionView) -> Entry:
        n = len(one.to_judge)
        left = tn("{n} to judge", "{n} to judge", n) if n else STEPS.title(one.session.step)
        experts = tn("{n} expert", "{n} experts", len(one.session.experts))
        return Entry(one.id, one.session.title, (experts,), left, "warn" if n else "optional")

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
        put_in(self._judge_in, [self._judging(one, id_) for id_ in one.to_judge])
        show_if(bool(one.to_judge), self.to_judge)
        show_if(one.leads and step is NormingStep.FIRST, self.reveal)
        show_if(one.leads and step is NormingStep.DISCUSSED, self.again)
        show_if(one.leads and step is not NormingStep.CLOSED, self.close_)
        enable_if(not one.left, self.reveal)
        may_say = one.is_part or one.session.by == self.session.person_id
        show_if(bool(one.lines), self.discussion)
        may_say = may_say and step is NormingStep.DISCUSSED
        self.discussion.show_session(one, may_say=may_say)
        self.shown.show_blocks(side_by_side(one, has_words=False))

    def _judging(self, one: SessionView, response_id: str) -> QWidget:
        go = button(
            t("Judge {response}", response=one.titles[response_id]),
            lambda: self.shell.go(
                Place("judging", task_id=one.tasks[response_id], item=response_id)
            ),
            kind="primary",
            picture="scale",
        )
        return box(row(go, 1))

    def _do(self, command: Any) -> None:
        self.session.do(command, self.list.key)

    def _help(self) -> str:
        """That not all responses are offered, where that is so."""
        if len(self._offered) <= _MOST:
            return ""
        return mark("The first 100 of them; 'norm start' takes any.")

    def _start(self) -> None:
        own: dict[str, dict[str, Any]] = {
            "response_ids": {
                "kind": inputs.boxes(lambda: self._offered[:_MOST]),
                "help": self._help(),
            },
            "expert": {"kind": inputs.boxes(lambda: self._experts)},
        }
        asked = ("title", "response_ids", "expert")
        CommandDialog(self.window(), self.session, start, {}, asked=asked, own=own).open()


def _offers(tx: Transaction) -> tuple[Offers, Offers]:
    """Responses that can be judged, by task and letter, and experts."""
    ready = {task.id: task for task in tasks.outlines(tx) if task.standing is Stage.READY}
    known = [one for one in responses.outlines(tx) if one.task_id in ready]
    names = {one.id: response_title(tx, one.id) for one in known[:_MOST]}
    experts = [one for one in people.all_people(tx) if Role.EXPERT in one.roles]
    return (
        [(one.id, names.get(one.id, one.id), "") for one in known],
        [(one.id, one.called, "") for one in experts],
    )
