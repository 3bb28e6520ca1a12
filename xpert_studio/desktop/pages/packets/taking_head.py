"""Above a packet that is looked at: who it is from, what would become of it, and taking it in."""

from __future__ import annotations

from collections.abc import Mapping
from functools import partial
from pathlib import Path
from typing import Final

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QPushButton

from xpert_studio.desktop.look import GAP, PAD, SPACE
from xpert_studio.desktop.pages.packets.merging import Prospect
from xpert_studio.desktop.pages.packets.words import (
    FATE_MEANINGS,
    FATES,
    PURPOSES,
    asked_for,
)
from xpert_studio.desktop.parts.fields import progress_bar
from xpert_studio.desktop.parts.flow import Flow
from xpert_studio.desktop.parts.labels import Card, button, label
from xpert_studio.desktop.parts.layouts import box, column, row
from xpert_studio.desktop.wording import in_a_row, moment, number, t, tn
from xpert_studio.records import Packet, Purpose
from xpert_studio.workflow.merging.weighing import Fate
from xpert_studio.workflow.packets import Plan
from xpert_studio.workflow.views import House

_DONE_BAR: Final = 160


class TakingHead(Card):
    """What the packet is, counts by what becomes of its records, and the buttons that act.

    Signals:
        asked: It is to be taken in.
        all_mine, all_theirs: What is not decided yet is to be decided alike.
        chosen: The records of this fate are to be listed.
        undo: What was taken is to be undone.
    """

    asked = Signal()
    all_mine = Signal()
    all_theirs = Signal()
    chosen = Signal(object)
    undo = Signal()

    def __init__(self) -> None:
        super().__init__()
        self.title = label("", "heading")
        self.about = label("", "small")
        self.message = label("", "muted")
        self.fates: dict[Fate, QPushButton] = {}
        for fate in FATES:
            made = button("", partial(self.chosen.emit, fate), kind="choice")
            made.setCheckable(True)
            made.setToolTip(t(FATE_MEANINGS[fate]))
            self.fates[fate] = made
        self.act = button(t("Take it in"), self.asked.emit, kind="primary", picture="package-open")
        self.act.setToolTip(t("It is one step, and Undo takes it back."))
        self.note = label("")
        self.bar = progress_bar(t("Decided"), width=_DONE_BAR)
        self.decided = label("", "label", wrap=False)
        self.mine = button(t("Keep mine everywhere"), self.all_mine.emit)
        self.theirs = button(t("Take theirs everywhere"), self.all_theirs.emit)
        self.outcome = label("", "good")
        self.back = button(t("Undo"), self.undo.emit, picture="undo-2")
        self._lay_out()

    def _lay_out(self) -> None:
        self.counts = box(Flow(*self.fates.values()))
        progress = box(row(self.decided, self.bar, gap=GAP))
        self.deciding = box(Flow(progress, self.mine, self.theirs, gap=GAP))
        head = row(self.title, self.act, gap=PAD, grow=0)
        self.after = box(row(self.outcome, self.back, gap=PAD, grow=0))
        column(
            head, self.about, self.message, self.note, self.after, self.counts, self.deciding,
            on=self, pad=SPACE, gap=GAP,
        )  # fmt: skip
        self.after.hide()

    def show_packet(self, packet: Packet, plan: Plan, house: House, path: Path) -> None:
        """Says what the packet is."""
        sender = house.called(packet.made_by)
        self.title.setText(_title(packet, plan, sender))
        told = [t("made {when}", when=moment(packet.made_at)), path.name]
        if plan.before is not None:
            told.append(t("taken in before: {when}", when=moment(plan.before.at)))
        self.about.setText(" · ".join(told))
        self.message.say(f"“{packet.message}”" if packet.message else "")

    def show_prospect(self, prospect: Prospect, fate: Fate | None, *, may_act: bool) -> None:
        """Shows counts and what can be done."""
        counts: Mapping[Fate, int] = prospect.counts
        asked, is_open = len(prospect.questions), len(prospect.open)
        if is_open or asked:
            counts = {**counts, Fate.CONFLICT: asked}
        for one, made in self.fates.items():
            made.setVisible(bool(counts[one]))
            made.setText(f"{t(FATES[one])}  {number(counts[one])}")
            made.setChecked(one is fate)
        self.deciding.setVisible(bool(asked))
        self.bar.setRange(0, max(1, asked))
        self.bar.setValue(asked - is_open)
        self.decided.setText(
            t("{n} of {total} decided", n=number(asked - is_open), total=number(asked))
        )
        for made in (self.mine, self.theirs):
            made.setEnabled(bool(is_open) and may_act)
        self._show_act(prospect, may_act=may_act)

    def _show_act(self, prospect: Prospect, *, may_act: bool) -> None:
        plan, changes, is_open = prospect.plan, prospect.changes, len(prospect.open)
        is_news = plan.before is None
        self.act.setEnabled(may_act and (bool(changes) or is_news))
        if not may_act:
            self.note.setText(
                t("The project is open for reading only, so nothing can be changed here.")
            )
            return
        if changes:
            told = [tn("{n} record changes.", "{n} records change.", changes)]
        elif is_open:
            told = [t("As long as nothing is decided, nothing changes.")]
        elif is_news:
            told = [t("Nothing in it is new here; it is only noted that it came.")]
        else:
            told = [t("All of it stands here; nothing is left to take in.")]
        if is_open:
            told.append(
                t("What is not decided stays as it is; take the packet again to decide the rest.")
            )
        self.note.setText(in_a_row(told))

    def show_outcome(self, text: str, *, can_undo: bool) -> None:
        """Says what came of taking it in; nothing where the text is empty."""
        self.outcome.setText(text)
        self.back.setVisible(can_undo)
        self.after.setVisible(bool(text))

    def show_busy(self, *, is_taking: bool, is_counting: bool) -> None:
        """While it is being taken in, nothing can be pressed; while it is looked at, it is said."""
        if is_taking:
            self.act.setEnabled(False)
            self.note.setText(t("Taking it in …"))
        elif is_counting:
            self.note.setText(t("Counting …"))


def _title(packet: Packet, plan: Plan, sender: str) -> str:
    if packet.purpose is Purpose.ANSWERS and plan.request is not None:
        asked = asked_for(plan.request.packet)
        return t("Answer from {name}: {asked}", name=sender, asked=asked)
    if packet.purpose is Purpose.SYNC:
        return t("Copy of the project from {name}", name=sender)
    asked = asked_for(packet) if packet.purpose in PURPOSES else ""
    return t("{name} asks you: {asked}", name=sender, asked=asked)
