"""A page that writes what was ordered: how far it is, what became of it, and the history of it."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

from shiboken6 import isValid

from xpert_studio.core.judge.key_check import PossibleKeysError
from xpert_studio.core.wording import t
from xpert_studio.core.workflow import check_publisher, note_publication
from xpert_studio.desktop.bridge import Job
from xpert_studio.desktop.pages.base import ProjectStatePage
from xpert_studio.desktop.pages.publish.writing import WritingCard
from xpert_studio.desktop.session import Session, now
from xpert_studio.desktop.widgets.asking import ActionDialog
from xpert_studio.desktop.widgets.fields import text_box
from xpert_studio.desktop.widgets.files import show_in_folder
from xpert_studio.desktop.widgets.wiring import wire
from xpert_studio.report.exports import Order, WrittenExport


def carry_out(
    session: Session,
    title: str,
    order: Order,
    target: Path,
    written: Callable[[WrittenExport], object],
    failed: Callable[[BaseException], None],
    *,
    total: int,
    replaces: bool = False,
) -> Job:
    """Writes what was ordered, and records it in the history.

    Args:
        session: Whose project is published; by a person who may.
        title: What the job is called.
        order: What was ordered.
        target: Where it is written.
        written: Gets what was written.
        failed: Gets why nothing was.
        total: What its progress ends at.
        replaces: Whether what is there may be replaced.
    """
    project, person_id = session.project, session.person_id

    def work(job: Job) -> WrittenExport:
        check_publisher(project, person_id)
        return order.carry_out(project, target, now(), replace=replaces, watch=job.watch(total))

    def done(written_export: WrittenExport) -> None:
        written(written_export)
        if not project.read_only:
            session.do(note_publication, written_export.publication)

    return session.bridge.start(title, work, done, failed)


class WritingPage(ProjectStatePage):
    """Writes orders by its card.

    Attributes:
        writing: The card, which subclasses make.
    """

    writing: WritingCard

    def look_at_target(self) -> None:
        """Looks whether something is where it would be written."""

    @property
    def replaces(self) -> bool:
        """Whether what is there may be replaced."""
        return False

    def carry_out(self, order: Order, total: int) -> None:
        """Writes what was ordered.

        Args:
            order: It.
            total: What its progress ends at.
        """
        target = self.writing.target
        job = carry_out(
            self.session,
            t("Publishing {name}", name=target.name),
            order,
            target,
            self._done,
            lambda error: self._failed(order, total, error),
            total=total,
            replaces=self.replaces,
        )
        self.writing.follow(job)
        wire(
            (job.ended, self.writing.ended),
            (job.ended, self.look_at_target),
            (self.destroyed, job.cancel),
        )

    def _done(self, written: WrittenExport) -> None:
        if not isValid(self):
            return
        self.writing.show_written(written)
        self.shell.say(
            t("Written to {path}.", path=written.path),
            "good",
            act=t("Show in folder"),
            run=lambda: show_in_folder(written.path),
        )
        self.look_at_target()

    def _failed(self, order: Order, total: int, error: BaseException) -> None:
        if not isValid(self):
            return
        if isinstance(error, PossibleKeysError):
            self._ask_about_keys(order, total, error.places)
        else:
            self.shell.tell(error)

    def _ask_about_keys(self, order: Order, total: int, places: tuple[str, ...]) -> None:
        dialog = ActionDialog(
            self,
            t("Publish texts that may hold keys?"),
            t(
                "Something that looks like an API key or a password is in the texts "
                "listed below. Look at them first: what is published cannot be taken "
                "back. Nothing was written yet."
            ),
            t("Publish anyway"),
            danger=True,
        )
        dialog.add(
            t("Texts that may hold keys ({n})", n=len(places)),
            text_box("\n".join(places), is_open=False),
        )
        dialog.ask(lambda: self.carry_out(replace(order, allow_possible_keys=True), total))
