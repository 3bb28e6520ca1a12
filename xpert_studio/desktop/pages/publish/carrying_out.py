"""A page that writes what was ordered: how far it is, what became of it, and the history of it."""

from __future__ import annotations

from dataclasses import replace
from functools import partial

from shiboken6 import isValid

from xpert_studio.core.judge.key_check import PossibleKeysError
from xpert_studio.core.wording import t
from xpert_studio.core.workflow import check_publisher, note_publication
from xpert_studio.desktop.bridge import Job
from xpert_studio.desktop.pages.base import ProjectStatePage
from xpert_studio.desktop.pages.publish.writing import WritingCard
from xpert_studio.desktop.session import now
from xpert_studio.desktop.widgets.asking import ActionDialog
from xpert_studio.desktop.widgets.fields import text_box
from xpert_studio.desktop.widgets.files import show_in_folder
from xpert_studio.desktop.widgets.wiring import wire
from xpert_studio.report.exports import Order, Written


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
        target, project = self.writing.target, self.session.project
        replaces, person_id = self.replaces, self.session.person_id

        def work(job: Job) -> Written:
            check_publisher(project, person_id)
            return order.carry_out(project, target, now(), replace=replaces, watch=job.watch(total))

        job = self.shell.bridge.start(
            t("Publishing {name}", name=target.name),
            work,
            self._done,
            lambda error: self._failed(order, total, error),
        )
        self.writing.follow(job)
        wire(
            (job.ended, self.writing.ended),
            (job.ended, self.look_at_target),
            (self.destroyed, job.cancel),
        )

    def _done(self, written: Written) -> None:
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
        if not self.session.project.read_only:
            self.session.perform(
                partial(note_publication, self.session.ctx, written.publication),
                lambda _: self.fall_behind(),
            )

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
                "Something that looks like an API key or a password is in the texts listed below. Look at them first: what is published cannot be taken back. Nothing was written yet."
            ),
            t("Publish anyway"),
            danger=True,
        )
        dialog.add(
            t("Texts that may hold keys ({n})", n=len(places)),
            text_box("\n".join(places), is_open=False),
        )
        dialog.ask(lambda: self.carry_out(replace(order, allow_possible_keys=True), total))
