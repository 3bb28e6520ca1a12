"""A packet that was written: where the file is, and what to do with it."""

from __future__ import annotations

from pathlib import Path

from xpert_studio.desktop.look import GAP, PAD, SPACE
from xpert_studio.desktop.messages import in_language
from xpert_studio.desktop.parts.labels import Card, button, label, tool
from xpert_studio.desktop.parts.layouts import column, row
from xpert_studio.desktop.parts.revealing import show_in_folder
from xpert_studio.desktop.wording import file_size, spoken, t
from xpert_studio.exchange.packets import PacketSent
from xpert_studio.records import Purpose


class WrittenCard(Card):
    """Hidden until there is a file to tell of."""

    def __init__(self) -> None:
        super().__init__()
        self._path = Path()
        self.title = label("", "good")
        self.path = label("", "small")
        self.next = label("")
        self.warnings = label("", "warn")
        self.reveal = button(t("Show in folder"), self._reveal, picture="folder-open")
        shut = tool("x", t("Close"), self.hide)
        head = row(self.title, shut, gap=PAD, grow=0)
        column(
            head, self.path, self.next, self.warnings, row(self.reveal, 1),
            on=self, pad=SPACE, gap=GAP,
        )  # fmt: skip

    def show_sent(self, sent: PacketSent, whom: str) -> None:
        """Tells of a packet.

        Args:
            sent: It.
            whom: For whom it is; empty for any lead.
        """
        self._path = sent.path
        size = file_size(sent.path.stat().st_size) if sent.path.exists() else ""
        self.title.setText(t("The packet is written."))
        self.path.setText(f"{sent.path} · {size}" if size else str(sent.path))
        self.next.setText(_next(sent, whom))
        self.warnings.say("\n".join(in_language(one, spoken()) for one in sent.warnings))
        self.show()

    def _reveal(self) -> None:
        show_in_folder(self._path)


def _next(sent: PacketSent, whom: str) -> str:
    name = whom or t("another lead")
    if sent.packet.purpose is Purpose.ANSWERS:
        return t(
            "Send this file to {name}, by mail or on a stick. They open it in their project. You can go on working and answer again.",
            name=name,
        )
    if sent.packet.purpose is Purpose.SYNC:
        return t(
            "Give this file to {name}, by mail or on a stick. They open it in their copy of the project, or make a project of it.",
            name=name,
        )
    return t(
        "Send this file to {name}, by mail or on a stick. They open it in Xpert Studio; it becomes a project of their own. When the answer comes, open it here.",
        name=name,
    )
