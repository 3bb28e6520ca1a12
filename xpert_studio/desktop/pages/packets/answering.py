"""Makes the answer to what one was asked for: a message, a place, and the file is there."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

from PySide6.QtWidgets import QFileDialog, QWidget

from xpert_studio.desktop.pages.packets.words import asked_for, file_stem
from xpert_studio.desktop.parts.asking import Sheet, ask_reason
from xpert_studio.desktop.shell import Shell
from xpert_studio.desktop.wording import in_a_row, t
from xpert_studio.exchange.packets import PacketSent, answer_to_file
from xpert_studio.workflow.views import Errand


def ask_for_file(parent: QWidget, shell: Shell, *words: str) -> Path | None:
    """Asks where a packet goes; None where nobody wants it any more."""
    start = shell.session.path.parent / f"{file_stem(*words)}.xpacket"
    name, _ = QFileDialog.getSaveFileName(
        parent, t("Where the packet goes"), str(start), t("Packets (*.xpacket)")
    )
    if not name:
        return None
    target = Path(name)
    return target if target.suffix else target.with_name(f"{target.name}.xpacket")


def make_answer(
    parent: QWidget, shell: Shell, errand: Errand, then: Callable[[PacketSent, str], None]
) -> Sheet:
    """Asks for a message and a file, and writes the answer.

    Args:
        parent: Over which page.
        shell: The window.
        errand: What is answered.
        then: Gets what was written, and for whom it is.
    """
    session, packet = shell.session, errand.packet
    whom = session.house.called(packet.made_by)
    is_part = errand.of and errand.done < errand.of
    told = [t("It holds what you have added or changed, and goes back to {name}.", name=whom)]
    if is_part:
        told.append(
            t(
                "{n} of {total} are done; you can go on and answer again with the rest.",
                n=errand.done, total=errand.of,
            )
        )  # fmt: skip

    def write(message: str) -> None:
        target = ask_for_file(parent, shell, t("answer"), session.house.called(session.person_id))
        if target is None:
            return
        session.perform(
            lambda: answer_to_file(
                session.desk, target, to=packet.id, message=message, replace=True
            ),
            lambda sent: then(sent, whom),
        )

    return ask_reason(
        parent,
        title=t("Answer: {asked}", asked=asked_for(packet)),
        text=in_a_row(told),
        act=t("Write the answer …"),
        then=write,
        needed=False,
        name=t("Message (may stay empty)"),
    )
