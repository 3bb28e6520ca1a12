"""A packet that came: what it would do, decisions where both sides changed the same, taking it."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial
from pathlib import Path
from typing import Final

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QWidget

from xpert_studio.desktop.look import PAD, px
from xpert_studio.desktop.pages.packets.merging import (
    At,
    Merging,
    Outcome,
    Prospect,
    Question,
)
from xpert_studio.desktop.pages.packets.question import QuestionView, Told
from xpert_studio.desktop.pages.packets.record_view import Looked, RecordView
from xpert_studio.desktop.pages.packets.record_words import field_words, title_of, where_of
from xpert_studio.desktop.pages.packets.taking_head import TakingHead
from xpert_studio.desktop.parts.empty import EmptyState
from xpert_studio.desktop.parts.entries import Entry, EntryView
from xpert_studio.desktop.parts.labels import button, label
from xpert_studio.desktop.parts.layouts import box, column, scrolled, stacked
from xpert_studio.desktop.parts.splitting import SideSplitter
from xpert_studio.desktop.shell import Shell
from xpert_studio.desktop.timing import later
from xpert_studio.desktop.wording import explained, in_a_row, listed, number, t, tn
from xpert_studio.errors import XpertError
from xpert_studio.exchange.packets import read_packet
from xpert_studio.records import Change, Packet
from xpert_studio.workflow.merging.three_way import Choice, Side
from xpert_studio.workflow.merging.weighing import Fate
from xpert_studio.workflow.packets import PacketContent

_SOON_MS: Final = 20
_ORDER: Final = (Fate.REFUSED, Fate.TAKEN, Fate.MERGED, Fate.HELD, Fate.KEPT, Fate.SAME)


class TakePanel(QWidget):
    """One packet.

    Signals:
        other: Another file is wanted.
        left: Nobody wants this one any more.
    """

    other = Signal()
    left = Signal()

    def __init__(self, shell: Shell) -> None:
        super().__init__()
        self._shell = shell
        self.session = shell.session
        self.path = Path()
        self.merging: Merging | None = None
        self.prospect: Prospect | None = None
        self._fate: Fate | None = None
        self._is_looking = self._is_behind = self._is_taking = False
        self._taken: Change | None = None
        self._moves_on = False
        self._soon = later(self, _SOON_MS, self._look_now)
        self.head = TakingHead()
        self.list = EntryView(t("What the packet holds"), lines=2)
        self.rest = label("", "small")
        self.question = QuestionView(self.session)
        self.record = RecordView(self.session)
        self.trouble = EmptyState(
            "triangle-alert", "", "",
            button(t("Choose another file …"), self.other.emit, kind="primary"),
            button(t("Back to the packets"), self.left.emit),
        )  # fmt: skip
        self.waiting = EmptyState("hourglass", t("The packet is being read …"))
        self._lay_out()
        self._listen()

    def _lay_out(self) -> None:
        self.details = stacked(self.question, self.record)
        left = box(column(self.list, self.rest, gap=PAD // 2, grow=0))
        left.setMinimumWidth(px(220))
        body = SideSplitter(left, scrolled(self.details), room=680, sizes=(320, 700))
        body.setHandleWidth(px(PAD))
        body.setStyleSheet("QSplitter::handle { background: transparent; }")
        shown = box(column(self.head, body, gap=PAD, grow=1))
        self.stack = stacked(shown, self.trouble, self.waiting)
        self._shown = shown
        column(self.stack, on=self)
        self.setFocusProxy(self.list)

    def _listen(self) -> None:
        self.head.asked.connect(self.take)
        self.head.all_mine.connect(lambda: self.decide_all(Side.MINE))
        self.head.all_theirs.connect(lambda: self.decide_all(Side.THEIRS))
        self.head.chosen.connect(self.list_fate)
        self.head.undo.connect(self._undo)
        self.list.looked_at.connect(lambda _: self._show_looked_at())
        self.question.decided.connect(self._decide)
        self.question.alike.connect(self._decide_alike)
        self.session.turned.connect(self._turned)

    # Looking.

    def show_file(self, path: Path, content: PacketContent | None = None) -> None:
        """Begins with a packet, which is read first where it was not; the page looks at it next."""
        known = self.merging.content.packet if self.merging is not None else None
        if known is not None and path == self.path and _is_same(content, known):
            return  # what was decided on it stays decided
        self.path, self.merging, self.prospect = path, None, None
        self._taken, self._fate = None, None
        self.head.show_outcome("", can_undo=False)
        self.stack.setCurrentWidget(self.waiting)
        if content is not None:
            self.merging = Merging(content)
            return
        self.session.fetch(
            lambda: read_packet(path), self._begin, self._say_trouble, owner=self, slot="read"
        )

    def _begin(self, content: PacketContent) -> None:
        self.merging = Merging(content)
        self.look()

    def look(self) -> None:
        """Finds out again what it would do; once, where that is asked for several times at once."""
        self._soon.start()

    def _look_now(self) -> None:
        merging = self.merging
        if merging is None or self._is_looking:
            self._is_behind = merging is not None
            return
        self._is_looking, self._is_behind = True, False
        desk, asked = self.session.desk, merging.copy()
        self.session.fetch(
            lambda: asked.look(desk),
            lambda found: self._looked(merging, found),
            lambda error: self._failed_to_look(merging, error),
            owner=self,
        )

    def _looked(self, merging: Merging, found: Prospect) -> None:
        self._is_looking = False
        if self._is_behind or merging is not self.merging:
            self.look()
            return
        self.prospect = found
        house = self.session.house
        self.stack.setCurrentWidget(self._shown)
        self.head.show_packet(merging.content.packet, found.plan, house, self.path)
        self._show()

    def _failed_to_look(self, merging: Merging, error: BaseException) -> None:
        self._is_looking = False
        if merging is self.merging:
            self._say_trouble(error)
        else:
            self.look()

    def _say_trouble(self, error: BaseException) -> None:
        if not isinstance(error, XpertError):
            self._shell.tell(error)
            return
        self.merging = None
        self.trouble.say(
            t("{file} cannot be taken in; nothing was changed.", file=self.path.name),
            explained(error),
        )
        self.stack.setCurrentWidget(self.trouble)

    # Showing.

    def _show(self) -> None:
        found = self.prospect
        if found is None:
            return
        counts = found.counts
        if self._fate is None or not (
            found.questions if self._fate is Fate.CONFLICT else counts[self._fate]
        ):
            self._fate = (
                Fate.CONFLICT
                if found.questions
                else next((fate for fate in _ORDER if counts[fate]), Fate.SAME)
            )
        self.head.show_prospect(found, self._fate, may_act=not self.session.project.read_only)
        self.head.show_busy(
            is_taking=self._is_taking, is_counting=self._is_looking or self._soon.isActive()
        )
        is_asked = self._fate is Fate.CONFLICT
        entries = self._questions(found) if is_asked else self._records(found, self._fate)
        key = self._next_open(found) if self._moves_on and is_asked else ""
        self._moves_on = False
        self.list.show_entries(entries, key)
        total = len(found.questions) if is_asked else counts[self._fate]
        hidden = total - len(entries)
        self.rest.say(t("and {n} more", n=number(hidden)) if hidden else "")
        self._show_looked_at()

    def _questions(self, found: Prospect) -> list[Entry]:
        house, names = self.session.house, found.names
        return [
            Entry(
                key_of(one.at),
                title_of(one.item, names, house),
                (field_words(one.group), where_of(one.item, names, house)),
                _chip(one.choice),
                "warn" if one.choice is None else "good",
            )
            for one in found.listed_questions
        ]

    def _records(self, found: Prospect, fate: Fate) -> list[Entry]:
        house, names = self.session.house, found.names
        return [
            Entry(
                key_of((item.kind, item.key, "")),
                title_of(item, names, house),
                (
                    where_of(item, names, house),
                    explained(item.reason) if item.reason is not None else "",
                ),
            )
            for item in found.listed[fate]
        ]

    def _show_looked_at(self) -> None:
        found, key, house = self.prospect, self.list.key, self.session.house
        if found is None or not key:
            self.details.setVisible(False)
            return
        self.details.setVisible(True)
        if self._fate is Fate.CONFLICT:
            asked = self.asked
            if asked is not None:
                sender = house.called(found.plan.packet.made_by)
                alike = len(found.open_like(asked))
                self.question.show_question(Told(asked, found.names, house, sender, alike))
                self.details.setCurrentWidget(self.question)
            return
        for item in found.listed[self._fate or Fate.SAME]:
            if key_of((item.kind, item.key, "")) == key:
                self.record.show_record(Looked(item, found.names, house))
                self.details.setCurrentWidget(self.record)

    @property
    def asked(self) -> Question | None:
        """The question that is looked at."""
        if self.prospect is None or self._fate is not Fate.CONFLICT:
            return None
        key = self.list.key
        return next((one for one in self.prospect.questions if key_of(one.at) == key), None)

    def list_fate(self, fate: Fate) -> None:
        """Lists the records of which this becomes."""
        self._fate = fate
        self._show()
        self.list.setFocus()

    def _next_open(self, found: Prospect) -> str:
        """The next question after the one looked at that nobody has decided; empty for none."""
        shown = found.listed_questions
        keys = [key_of(one.at) for one in shown]
        here = keys.index(self.list.key) if self.list.key in keys else -1
        turned = [*shown[here + 1 :], *shown[: here + 1]]
        return next((key_of(one.at) for one in turned if one.choice is None), "")

    # Deciding.

    def why_not(self) -> str | None:
        """Why nothing can be decided now."""
        if not self.isVisible() or self.asked is None:
            return t("No question is open here.")
        return None

    def _decide(self, choice: Choice | None) -> None:
        asked, merging, found = self.asked, self.merging, self.prospect
        if asked is None or merging is None or found is None or self._is_taking:
            return
        merging.decide([asked], choice)
        self._moves_on = choice is not None
        self._decided(merging, found)

    def decide_all(self, side: Side) -> None:
        """Decides alike whatever is not decided yet, apart from what the person must not know."""
        if self.prospect is not None:
            self._decide_for(side, self.prospect.open)

    def _decide_alike(self, side: Side) -> None:
        """Decides alike what is open on the same task as the question that is looked at."""
        if self.prospect is not None and self.asked is not None:
            self._moves_on = True
            self._decide_for(side, self.prospect.open_like(self.asked))

    def _decide_for(self, side: Side, questions: Sequence[Question]) -> None:
        merging, found = self.merging, self.prospect
        if merging is None or found is None or self._is_taking:
            return
        known = [one for one in questions if not found.names.withholds(one.item)]
        merging.decide(known, Choice(side))
        self._decided(merging, found)

    def _decided(self, merging: Merging, found: Prospect) -> None:
        """Shows at once what was decided; what comes of it may take a while."""
        self.prospect = found.decided(merging.choices)
        self.look()
        self._show()

    def step(self, by: int) -> None:
        """Goes to the next or previous record of the list."""
        rows = self.list.model().rowCount()
        row = min(max(0, self.list.currentIndex().row() + by), rows - 1)
        self.list.setCurrentIndex(self.list.model().index(row, 0))

    # Taking.

    def take(self) -> None:
        """Takes in what can be; one step."""
        merging = self.merging
        if merging is None or self._is_taking or not self.head.act.isEnabled():
            return
        self._is_taking = True
        self.head.show_busy(is_taking=True, is_counting=False)
        desk, asked = self.session.desk, merging.copy()
        self.session.perform(
            lambda: asked.take(desk),
            lambda outcome: self._took(merging, outcome),
            self._not_taken,
        )

    def _took(self, merging: Merging, outcome: Outcome) -> None:
        self._is_taking = False
        text, change = self._said(outcome), outcome.change
        if merging is self.merging:  # rather than one that was opened meanwhile
            self._taken = change or None
            self.head.show_outcome(text, can_undo=bool(change))
        if change:
            undo = partial(self.session.undo, change_id=change.id)
            self._shell.say(text, "good", act=t("Undo"), run=undo)
        self.look()

    def _said(self, outcome: Outcome) -> str:
        if not outcome.change:
            return t("Nothing had to be changed.")
        count = outcome.changes
        parts = [tn("Taken in: {n} record changed.", "Taken in: {n} records changed.", count)]
        if outcome.approved:
            names = self.prospect.names.titles if self.prospect else {}
            titles = listed(names.get(task_id, task_id) for task_id in outcome.approved)
            parts.append(t("Approved now, since enough reviewers have: {tasks}.", tasks=titles))
        if outcome.refused:
            parts.append(t("{n} refused; their list says why.", n=number(outcome.refused)))
        return in_a_row(parts)

    def _not_taken(self, error: BaseException) -> None:
        self._is_taking = False
        self._shell.tell(error)
        self.look()

    def _undo(self) -> None:
        if self._taken is not None:
            self.session.undo(change_id=self._taken.id)

    def _turned(self, change: Change, back: bool) -> None:
        if self._taken is not None and change.id == self._taken.id:
            text = t("What was taken in has been undone.") if back else t("It was taken in again.")
            self.head.show_outcome(text, can_undo=not back)


def _is_same(content: PacketContent | None, known: Packet) -> bool:
    return content is None or content.packet == known


def key_of(at: At) -> str:
    """A decision as the key of an entry."""
    kind, key, group = at
    return "\n".join((kind, *key, group))


def _chip(choice: Choice | None) -> str:
    if choice is None:
        return t("To decide")
    return {
        Side.MINE: t("mine"), Side.THEIRS: t("theirs"), Side.EDITED: t("another text"),
    }[choice.side]  # fmt: skip
