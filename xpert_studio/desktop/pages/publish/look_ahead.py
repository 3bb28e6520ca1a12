"""Looks ahead at what was chosen: how much would go out, at once; every text of it, when asked."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Final

from PySide6.QtCore import QObject
from shiboken6 import isValid

from xpert_studio.core.exchange.preview import ExportPreview
from xpert_studio.core.wording import explained, t
from xpert_studio.core.workflow import PastPublication, check_publisher
from xpert_studio.desktop.bridge import Job
from xpert_studio.desktop.pages.publish.kinds import ExportKind
from xpert_studio.desktop.pages.publish.preview import PreviewCard
from xpert_studio.desktop.session import Session, now
from xpert_studio.desktop.widgets.wiring import wire
from xpert_studio.report.exports import Order

_AT_ONCE: Final = 5_000
"""Of so many records every text is looked through without being asked."""


class _SupersededError(Exception):
    """Something else was chosen while every text was being looked through."""


class LookAhead(QObject):
    """Fills the preview; what comes late for an earlier choice is dropped, and stopped if it can be.

    Attributes:
        expected: Records by kind that would go out; None while that is not known.
        refused: Why it could not go out so; empty where it could.
        is_busy: Whether the preview is still to come; one that was asked for does not count.

    Args:
        session: The project that is published.
        card: The preview.
        settled: Called when one of the first two is known.
    """

    def __init__(self, session: Session, card: PreviewCard, settled: Callable[[], object]) -> None:
        super().__init__(card)
        self._session, self._card, self._settled = session, card, settled
        self._turn = 0
        self.is_busy = False
        self._job: Job | None = None
        self.expected: dict[str, int] | None = None
        self.refused = ""
        card.look.clicked.connect(self.look_through)

    def forget(self) -> None:
        """What was looked at is no longer what is chosen."""
        self._turn += 1
        self.expected, self.refused, self.is_busy = None, "", False
        if self._job is not None:
            self._job.cancel()
            self._job = None

    def look(
        self, kind: ExportKind, order: Order, past: Sequence[PastPublication], lacks: str
    ) -> None:
        """Counts what would go out; where it is little, every text is looked through besides.

        Args:
            kind: What is to be published.
            order: How.
            past: What went out before.
            lacks: What is still to be chosen; empty for nothing.
        """
        self.forget()
        self._order = order
        if lacks:
            self._card.say(lacks)
            return
        project, person_id = self._session.project, self._session.person_id

        def expect() -> dict[str, int]:
            check_publisher(project, person_id)
            return order.expect(project)

        def show(found: dict[str, int]) -> None:
            self.expected = found
            self._card.show_counts(kind, order, found, past)
            if order.can_be_looked_through and sum(found.values()) <= _AT_ONCE:
                self._look_through_at_once(order)
            self._settled()

        def fail(error: BaseException) -> None:
            self.refused = explained(error)
            self._card.say(self.refused, is_bad=True)
            self._settled()

        self._card.say(t("Computing…"))
        self.is_busy = True
        self._session.fetch(
            expect,
            self._for_this_turn(show),
            self._for_this_turn(fail),
            owner=self,
            slot="expected",
        )

    def _for_this_turn(self, then: Callable[..., None]) -> Callable[..., None]:
        turn = self._turn

        def in_time(*found: object) -> None:
            if isValid(self) and self._turn == turn:
                self.is_busy = False
                then(*found)

        return in_time

    def _look_through_at_once(self, order: Order) -> None:
        turn, project = self._turn, self._session.project

        def watch(_rows: int) -> None:
            if self._turn != turn:
                raise _SupersededError

        self.is_busy = True
        self._card.say_looking()
        self._session.fetch(
            lambda: order.look_through(project, now(), watch),
            self._for_this_turn(lambda found: self._card.show_found(order, found)),
            self._for_this_turn(lambda error: self._card.say_unseen(explained(error))),
            owner=self,
            slot="through",
        )

    def look_through(self) -> None:
        """Looks through every text as a job, which takes a while where there are many."""
        order, project = self._order, self._session.project
        total = sum((self.expected or {}).values())

        def work(job: Job) -> ExportPreview:
            return order.look_through(project, now(), job.watch(total))

        def end() -> None:
            self._job = None
            self._card.say_unseen(t("Nothing was looked through."))

        self._card.say_looking()
        self._job = self._session.bridge.start(
            t("Looking through every text"),
            work,
            self._for_this_turn(lambda found: self._card.show_found(order, found)),
            self._for_this_turn(lambda error: self._card.say_unseen(explained(error))),
        )
        wire((self._job.ended, self._for_this_turn(end)), (self.destroyed, self._job.cancel))
