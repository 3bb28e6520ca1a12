"""The overview: the person's own assignment, those that were sent, and copies of the project."""

from __future__ import annotations

from typing import Final

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QWidget

from xpert_studio.desktop.kit import (
    GAP,
    PAD,
    EmptyState,
    box,
    button,
    clear,
    column,
    label,
    number,
    px,
    row,
    scrolled,
    t,
)
from xpert_studio.desktop.pages.assignments.cards import AssignmentCard, CopyCard
from xpert_studio.workflow.views import House
from xpert_studio.workflow.views.assignments import AssignmentsView, SentAssignment

_SHOWN: Final = 20
"""Assignments shown before "and n more"."""
_READABLE: Final = 860


class AssignmentsOverview(QWidget):
    """Cards, open assignments first.

    Signals:
        send, import_: A form is wanted, or a file is to be imported.
        closed, work, submit, create_copy, hand_over, submit_copy, update_copy: As on the cards.
    """

    send = Signal()
    import_ = Signal()
    closed = Signal(str, bool)
    work = Signal(object)
    submit = Signal()
    create_copy = Signal()
    hand_over = Signal()
    submit_copy = Signal()
    update_copy = Signal()

    def __init__(self) -> None:
        super().__init__()
        self._shows_all = False
        self._list = column(gap=PAD)
        inside = box(column(self._list, 1))
        inside.setMaximumWidth(px(_READABLE))
        ground = box(row(inside, 1, grow=(_READABLE,)))
        column(scrolled(ground), on=self)

    def show_assignments(self, view: AssignmentsView, house: House, *, may_act: bool) -> None:
        """Shows them.

        Args:
            view: The assignments.
            house: Names of people.
            may_act: Whether the project can be changed.
        """
        clear(self._list)
        if view.own is not None:
            self._list.addWidget(
                label(t("Do the work on its page, then submit. You can submit again later."), "muted")
            )  # fmt: skip
            self._add(view.own, view, house, may_act=may_act)
        if view.leads and view.copy is not None:
            self._copies(view, may_act=may_act)
        sent = view.sent if view.leads and view.own is None else ()
        if sent:
            waiting = label(t("{n} open", n=number(view.waiting)), "small", wrap=False)
            head = label(t("Assignments sent"), "heading", wrap=False)
            self._list.addLayout(row(head, waiting, 1, gap=GAP))
        elif view.own is None and view.copy is None:
            self._list.addWidget(self._nothing_sent(leads=view.leads))
        ordered = sorted(sent, key=lambda item: not item.is_waiting)
        shown = ordered if self._shows_all else ordered[:_SHOWN]
        for item in shown:
            self._add(item, view, house, may_act=may_act)
        if hidden := len(ordered) - len(shown):

            def show_all() -> None:
                self._shows_all = True
                self.show_assignments(view, house, may_act=may_act)

            more = button(t("and {n} more", n=number(hidden)), show_all, kind="link")
            self._list.addLayout(row(more, 1))
        if view.leads and view.own is None and view.copy is None:
            self._copies(view, may_act=may_act)

    def _add(
        self, item: SentAssignment, view: AssignmentsView, house: House, *, may_act: bool
    ) -> None:
        made = AssignmentCard(item, view, house, may_act=may_act)
        made.closed.connect(self.closed)
        made.work.connect(self.work)
        made.submit.connect(self.submit)
        self._list.addWidget(made)

    def _nothing_sent(self, *, leads: bool) -> QWidget:
        text = t(
            "An assignment is a file with work for one person: rubrics to review, responses to judge, forms to adjudicate, tasks to write. They open it in Xpert Studio, work offline, and return a submission that you import here."
        )
        if not leads:
            text = t("Leads send assignments. Open one that you received here.")
        send = button(t("Send assignment…"), self.send.emit, kind="primary", picture="send")
        opens = button(t("Open or import…"), self.import_.emit, picture="package-open")
        buttons = (send, opens) if leads else (opens,)
        return EmptyState("package", t("Work together offline"), text, *buttons)

    def _copies(self, view: AssignmentsView, *, may_act: bool) -> None:
        made = CopyCard(view, may_act=may_act)
        made.create_copy.connect(self.create_copy)
        made.hand_over.connect(self.hand_over)
        made.submit.connect(self.submit_copy)
        made.update_copy.connect(self.update_copy)
        self._list.addWidget(made)
