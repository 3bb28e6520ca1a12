"""The page of packets: an overview, a form that sends, and a packet that is being taken in."""

from __future__ import annotations

from pathlib import Path

from PySide6.QtWidgets import QWidget

from xpert_studio.desktop.actions import Action
from xpert_studio.desktop.look import SPACE, WIDE
from xpert_studio.desktop.pages.base import Page
from xpert_studio.desktop.pages.packets.answering import make_answer
from xpert_studio.desktop.pages.packets.overview import PacketsOverview
from xpert_studio.desktop.pages.packets.sending import SendPanel
from xpert_studio.desktop.pages.packets.taking import TakePanel
from xpert_studio.desktop.pages.packets.words import work_place
from xpert_studio.desktop.pages.packets.written import WrittenCard
from xpert_studio.desktop.parts.labels import button, label
from xpert_studio.desktop.parts.layouts import column, row, stacked
from xpert_studio.desktop.places import Place
from xpert_studio.desktop.shell import Shell
from xpert_studio.desktop.wording import mark, t
from xpert_studio.exchange.packets import PacketSent
from xpert_studio.records import Packet, Role
from xpert_studio.workflow.merging.three_way import Side
from xpert_studio.workflow.packets import PacketContent, close_packet
from xpert_studio.workflow.views import Errand, PacketsView, packets_of


class PacketsPage(Page):
    """Overview, sending and taking in, one at a time."""

    def __init__(self, shell: Shell) -> None:
        super().__init__(shell)
        self._view: PacketsView | None = None
        self._given: tuple[Path, PacketContent] | None = None
        self.title = label("", "title", wrap=False)
        self.back = button(
            t("All packets"), lambda: shell.go(Place("packets")), kind="link",
            picture="chevron-left",
        )  # fmt: skip
        self.send = button(t("Send a packet …"), self._go_to_send, kind="primary", picture="send")
        self.open = button(t("Open a packet …"), self._ask_for_packet, picture="package-open")
        self.written = WrittenCard()
        self.overview = PacketsOverview()
        self.sending = SendPanel(shell)
        self.taking = TakePanel(shell)
        self.stack = stacked(self.overview, self.sending, self.taking)
        head = row(self.back, self.title, 1, self.open, self.send)
        column(head, self.written, self.stack, on=self, pad=WIDE, gap=SPACE, grow=2)
        self.written.hide()
        self._listen()
        self._declare()

    def _listen(self) -> None:
        self.overview.send.connect(self._go_to_send)
        self.overview.open.connect(self._ask_for_packet)
        self.overview.closed.connect(self._close_packet)
        self.overview.work.connect(self._work)
        self.overview.answer.connect(self._answer)
        self.sending.sent.connect(self._sent)
        self.taking.other.connect(self._ask_for_packet)
        self.taking.left.connect(lambda: self.shell.go(Place("packets")))

    def _declare(self) -> None:
        taking = self.taking
        asked, why = taking.question, taking.why_not
        self.shell.book.add(
            taking,
            Action("packets.mine", mark("Keep mine"), lambda: asked.choose(Side.MINE), "1", "",
                   mark("Press again to clear the decision."), why),
            Action("packets.theirs", mark("Take theirs"), lambda: asked.choose(Side.THEIRS), "2",
                   "", mark("Press again to clear the decision."), why),
            Action("packets.own", mark("Write another text"), asked.write, "E", "pencil", "", why),
            Action("packets.next", mark("Next record"), lambda: taking.step(1), "J"),
            Action("packets.previous", mark("Previous record"), lambda: taking.step(-1), "K"),
            Action("packets.take", mark("Take it in"), taking.take, "Ctrl+Shift+Return",
                   "package-open"),
        )  # fmt: skip

    # What is shown.

    @property
    def leads(self) -> bool:
        """Whether the person leads the project."""
        me = self.session.house.person(self.session.person_id)
        return me is not None and Role.LEAD in me.roles

    @property
    def may_send(self) -> bool:
        """Whether the person can send packets from here."""
        is_guest = self._view is not None and self._view.guest is not None
        return self.leads and not is_guest and not self.session.project.read_only

    def show_place(self, place: Place) -> None:
        """Shows the overview, the form, or a packet that came."""
        super().show_place(place)
        if place.tab:
            self.written.hide()
        if place.tab == "take" and place.item:
            self._show(self.taking, t("A packet that came"))
            given, self._given = self._given, None
            path = Path(place.item)
            content = given[1] if given is not None and given[0] == path else None
            self.taking.show_file(path, content)
        elif place.tab == "send":
            self._show(self.sending, t("Send a packet"))
            self.sending.prefer(place.item)
        else:
            self._show(self.overview, t("Packets"))

    def _show(self, part: QWidget, title: str) -> None:
        is_overview = part is self.overview
        self.stack.setCurrentWidget(part)
        self.title.setText(title)
        self.back.setVisible(not is_overview)
        self._show_ways()
        self.setFocusProxy(part)
        if not is_overview:
            part.setFocus()

    def _show_ways(self) -> None:
        """The ways to packets stand above, unless an empty overview offers them itself."""
        is_seen = self.stack.currentWidget() is self.overview and not self.overview.is_empty
        self.open.setVisible(is_seen)
        self.send.setVisible(is_seen and self.may_send)

    def give(self, path: Path, content: PacketContent) -> None:
        """Takes a packet that was read already, for the place that is gone to next."""
        self._given = path, content

    def refresh(self) -> None:
        """Fetches the packets; what is looked at is looked at again."""
        desk = self.session.desk
        self.session.fetch(lambda: packets_of(desk), self._show_packets, owner=self, slot="packets")
        current = self.stack.currentWidget()
        if current is self.taking:
            self.taking.look()

    def _show_packets(self, view: PacketsView) -> None:
        self._view = view
        may_act = not self.session.project.read_only
        self.overview.show_packets(view, self.session.house, leads=self.leads, may_act=may_act)
        current = self.stack.currentWidget()
        self._show_ways()
        if current is self.sending:
            if not self.may_send:
                self.shell.go(Place("packets"))
            else:
                self.sending.refresh()

    # What is done.

    def _go_to_send(self) -> None:
        self.shell.go(Place("packets", tab="send"))

    def _ask_for_packet(self) -> None:
        self.shell.book.run_id("file.packet")

    def _close_packet(self, packet_id: str, closed: bool) -> None:
        desk = self.session.desk
        self.session.perform(
            lambda: close_packet(desk, packet_id, closed=closed), lambda _: self._told()
        )

    def _work(self, packet: Packet) -> None:
        self.shell.go(work_place(packet, self.session.person_id))

    def _answer(self, errand: Errand) -> None:
        make_answer(self, self.shell, errand, self._sent)

    def _sent(self, sent: PacketSent, whom: str) -> None:
        self.written.show_sent(sent, whom)
        self._told()
        if self.stack.currentWidget() is self.sending:
            self.shell.go(Place("packets"))

    def _told(self) -> None:
        """Everybody who counts packets counts again."""
        self.session.changed_outside.emit()
