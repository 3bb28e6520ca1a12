"""What is out with whom, what one was asked for, and what came in and went out."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QHBoxLayout, QWidget

from xpert_studio.desktop.look import GAP, PAD, SPACE, px
from xpert_studio.desktop.pages.packets.errands import ErrandCard
from xpert_studio.desktop.pages.packets.words import PURPOSES
from xpert_studio.desktop.parts.empty import EmptyState
from xpert_studio.desktop.parts.labels import button, card, chip, label
from xpert_studio.desktop.parts.layouts import box, clear, column, row, scrolled, stacked
from xpert_studio.desktop.wording import moment, number, t
from xpert_studio.records import Purpose
from xpert_studio.store.packets import PacketRow, Way
from xpert_studio.workflow.views import Errand, House, PacketsView

_SHOWN: Final = 20
"""So many of each kind are shown; all of them when that is asked for."""
_READABLE: Final = 860


class PacketsOverview(QWidget):
    """Cards, the newest first; what is still waited for before the rest.

    Signals:
        send: Somebody is to be sent something.
        open: A packet that came is to be opened.
        closed, work, answer: As on the cards.
    """

    send = Signal()
    open = Signal()
    closed = Signal(str, bool)
    work = Signal(object)
    answer = Signal(object)

    def __init__(self) -> None:
        super().__init__()
        self._view: tuple[PacketsView, House, bool, bool] | None = None
        self._all: set[str] = set()
        self._list = column(gap=PAD)
        inside = box(column(self._list, 1))
        inside.setMaximumWidth(px(_READABLE))
        ground = box(row(inside, 1, grow=(_READABLE,)))
        self.send_first = button(
            t("Send a packet …"), self.send.emit, kind="primary", picture="send"
        )
        self.open_first = button(t("Open a packet …"), self.open.emit, picture="package-open")
        self.empty = EmptyState("package", "", "", self.send_first, self.open_first)
        self.stack = stacked(scrolled(ground), self.empty)
        column(self.stack, on=self)

    @property
    def is_empty(self) -> bool:
        """Whether there is nothing to show."""
        return self.stack.currentWidget() is self.empty

    def show_packets(self, view: PacketsView, house: House, *, leads: bool, may_act: bool) -> None:
        """Shows them.

        Args:
            view: The packets.
            house: Who is who.
            leads: Whether the person may send, and see what others were sent.
            may_act: Whether the project can be changed.
        """
        self._view = view, house, leads, may_act
        is_guest = view.guest is not None
        sent = view.sent if leads else ()
        exchanged = view.exchanged if leads or is_guest else ()
        if not (sent or view.asked or exchanged):
            self._say_empty(leads=leads and not is_guest)
            return
        self.stack.setCurrentIndex(0)
        clear(self._list)
        self._errands("asked", t("What you were asked for"), view.asked, is_mine=True)
        self._errands("sent", t("Out with others"), _by_urgency(sent), is_mine=False)
        self._exchanged(exchanged, house)

    def _say_empty(self, *, leads: bool) -> None:
        self.stack.setCurrentWidget(self.empty)
        self.send_first.setVisible(leads)
        text = t(
            "A packet is a part of the project as a file, sent by mail or on a stick: rubrics to review, responses to judge, sheets to confirm, tasks to write. Whoever gets it opens it in Xpert Studio, works offline, and sends the answer back the same way. You take the answer in here; what both sides changed, you decide."
        )
        if not leads:
            text += "\n\n" + t("Leads send packets. Open one that you were sent here.")
        self.empty.say(t("Work together without being online"), text)

    def _errands(self, name: str, title: str, errands: Sequence[Errand], *, is_mine: bool) -> None:
        if self._view is None or not errands:
            return
        view, house, _, may_act = self._view
        waiting = sum(errand.is_waiting for errand in errands)
        head = label(title, "heading", wrap=False)
        count = label(t("{n} waiting", n=number(waiting)), "small", wrap=False)
        self._list.addLayout(row(head, count, 1, gap=GAP))
        if is_mine:
            self._list.addWidget(label(_how_to_answer(), "muted"))
        shown = errands if name in self._all else errands[:_SHOWN]
        for errand in shown:
            made = ErrandCard(errand, house, view.titles, is_mine=is_mine, may_act=may_act)
            made.closed.connect(self.closed)
            made.work.connect(self.work)
            made.answer.connect(self.answer)
            self._list.addWidget(made)
        self._more(name, len(errands) - len(shown))

    def _exchanged(self, rows: Sequence[PacketRow], house: House) -> None:
        if not rows:
            return
        self._list.addWidget(label(t("Came in and went out"), "heading", wrap=False))
        ground = card()
        inside = column(on=ground, pad=SPACE, gap=GAP)
        shown = rows if "exchanged" in self._all else rows[:_SHOWN]
        for one in shown:
            words = label(_exchanged(one, house))
            undone = chip(t("Undone"), "warn") if one.is_undone else None
            inside.addLayout(_stretched(words, undone, label(moment(one.at), "small", wrap=False)))
        self._list.addWidget(ground)
        self._more("exchanged", len(rows) - len(shown))

    def _more(self, name: str, hidden: int) -> None:
        if hidden <= 0:
            return
        more = button(
            t("and {n} more", n=number(hidden)), lambda: self._show_all(name), kind="link"
        )
        self._list.addLayout(row(more, 1))

    def _show_all(self, name: str) -> None:
        self._all.add(name)
        if self._view is not None:
            view, house, leads, may_act = self._view
            self.show_packets(view, house, leads=leads, may_act=may_act)


def _how_to_answer() -> str:
    return t(
        "Do the work on its own page. Then make the answer: a file that you send back by mail or on a stick. You can answer more than once, with whatever is done by then."
    )


def _stretched(*parts: QWidget | None) -> QHBoxLayout:
    return row(*parts, gap=PAD, grow=0)


def _by_urgency(errands: Sequence[Errand]) -> list[Errand]:
    """Those that are waited for first; the order of time within."""
    return sorted(errands, key=lambda errand: not errand.is_waiting)


def _exchanged(one: PacketRow, house: House) -> str:
    packet = one.packet
    purpose = t(PURPOSES[packet.purpose])
    if one.way is Way.IN:
        return t("{what} from {name} came in", what=purpose, name=house.called(packet.made_by))
    whom = house.called(packet.for_person)
    if packet.purpose is Purpose.SYNC and not whom:
        return t("{what} went out for any lead", what=purpose)
    return t("{what} went out for {name}", what=purpose, name=whom)
