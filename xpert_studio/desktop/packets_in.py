"""Packets that somebody opens: taken to the project they belong in, or made a project of."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

from xpert_studio.desktop import opening
from xpert_studio.desktop.bridge import Job
from xpert_studio.desktop.parts import Sheet
from xpert_studio.desktop.places import Place
from xpert_studio.desktop.welcome.packet import NewFromPacket
from xpert_studio.desktop.window import MainWindow
from xpert_studio.desktop.wording import explained, t
from xpert_studio.errors import XpertError
from xpert_studio.records import Packet, Purpose
from xpert_studio.store import ProjectFile
from xpert_studio.workflow.packets import PacketContent, plan_packet
from xpert_studio.workflow.views import belongs_in

if TYPE_CHECKING:
    from xpert_studio.desktop.app import App
    from xpert_studio.desktop.session import Session


@dataclass(frozen=True, slots=True)
class _Found:
    """A packet that was read, and where it can go.

    Attributes:
        is_for_open: Whether the project that is open takes it.
        why_not: Why it does not, where it is an answer.
        known: Another project, opened lately, that it belongs in.
    """

    content: PacketContent
    is_for_open: bool = False
    why_not: XpertError | None = None
    known: Path | None = None


class PacketsIn:
    """Finds out where packets belong, off the window's thread, and goes there.

    Args:
        app: Whose windows and projects.
    """

    def __init__(self, app: App) -> None:
        self._app = app

    def open(self, path: Path) -> None:
        """Takes a packet to where it belongs; a damaged one changes nothing."""
        app, session = self._app, self._app.session
        known = [other for other in app.recent() if session is None or other != session.path]
        path = path.absolute()
        app.bridge.start(
            t("Opening {file}", file=path.name),
            lambda job: _unless_cancelled(job, _find(path, session, known)),
            lambda found: self._go_on(path, session, found),
            lambda error: self._failed(path, session, error),
        )

    def _failed(self, path: Path, session: Session | None, error: BaseException) -> None:
        if session is not self._app.session:  # it was closed while it was asked
            self.open(path)
        else:
            self._app.tell(error)

    def _go_on(self, path: Path, session: Session | None, found: _Found) -> None:
        packet = found.content.packet
        if session is not self._app.session:  # another project was opened meanwhile
            self.open(path)
        elif found.is_for_open:
            self._look_at(path, found.content)
        elif found.known is not None:
            self._offer_known(path, found)
        elif packet.purpose is Purpose.ANSWERS:
            self._app.say(self._answers_elsewhere(found), "bad")
        else:
            self._offer_new(path, found)

    def _look_at(self, path: Path, content: PacketContent) -> None:
        window = self._app.window
        if not isinstance(window, MainWindow):
            return
        from xpert_studio.desktop.pages.packets.page import PacketsPage

        page = window.page("packets")
        if isinstance(page, PacketsPage):
            page.give(path, content)
        window.go(Place("packets", tab="take", item=str(path)))

    def _answers_elsewhere(self, found: _Found) -> str:
        if found.why_not is not None:
            return explained(found.why_not)
        return t(
            "This packet answers one that went out from another project. Open that project, and open the packet there."
        )

    # A project that was opened lately.

    def _offer_known(self, path: Path, found: _Found) -> None:
        known = found.known
        if known is None:
            return
        if self._app.session is None:
            self._open_in(known, path)
            return
        asked = Sheet(
            self._app.parent_window(),
            t("It belongs in another project"),
            t(
                "{file} is of {project}. That project is opened in place of this one, and shows what the packet would do.",
                file=path.name, project=known.stem,
            ),
            t("Open it there"),
        )  # fmt: skip
        asked.accepted.connect(lambda: self._open_in(known, path))
        asked.open()

    def _open_in(self, project: Path, path: Path) -> None:
        self._app.open_project(project)
        session = self._app.session
        if session is not None and session.path == project.absolute():
            self.open(path)

    # A new project.

    def _offer_new(self, path: Path, found: _Found) -> None:
        content = found.content

        def make(target: Path) -> None:
            self._app.bridge.start(
                t("Opening {file}", file=path.name),
                lambda job: opening.project_from_packet(target, content, job),
                lambda project: self._made(project, content.packet),
                self._app.tell,
            )

        NewFromPacket(self._app.parent_window(), path, content, make).open()

    def _made(self, project: ProjectFile, packet: Packet) -> None:
        if packet.for_person is not None:
            self._app.prefs.people[str(project.path)] = packet.for_person
        self._app.come_in(project)
        window = self._app.window
        if isinstance(window, MainWindow) and window.session.project is project:
            window.go(Place("packets"))


def _find(path: Path, session: Session | None, known: Sequence[Path]) -> _Found:
    """Reads a packet and finds where it belongs.

    Raises:
        InputRefusedError: It is damaged, or no packet.
        NotFoundError: It belongs nowhere that is known, and does not say where it comes from.
    """
    from xpert_studio.exchange.packets import read_packet

    content = read_packet(path)
    if session is not None and belongs_in(session.project, content.packet):
        return _Found(content, is_for_open=True)
    for other in known:
        if _belongs(other, content.packet):
            return _Found(content, known=other)
    if content.packet.purpose is not Purpose.ANSWERS:
        _ = content.info  # a project will be made of it, so it must say which it comes from
    return _Found(content, why_not=None if session is None else _why_not(session, content))


def _unless_cancelled(job: Job, found: _Found) -> _Found:
    job.go_on()
    return found


def _belongs(path: Path, packet: Packet) -> bool:
    try:
        with ProjectFile.open(path, read_only=True) as project:
            return belongs_in(project, packet)
    except (XpertError, OSError):  # whatever is wrong with it is told when it is opened
        return False


def _why_not(session: Session, content: PacketContent) -> XpertError | None:
    """Why the project that is open does not take an answer."""
    if content.packet.purpose is not Purpose.ANSWERS:
        return None
    try:
        plan_packet(session.desk, content)
    except XpertError as error:
        return error
    return None
