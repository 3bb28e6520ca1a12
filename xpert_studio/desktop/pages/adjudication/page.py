"""The page of meta-evaluation: forms that wait, one form, or several side by side."""

from __future__ import annotations

from PySide6.QtGui import QResizeEvent

from xpert_studio.core.wording import mark, t
from xpert_studio.core.workflow import Waiting, confirm, override
from xpert_studio.core.workflow.views import judged_form, side_by_side
from xpert_studio.core.workflow.waiting import WaitingForm
from xpert_studio.desktop.actions import Action
from xpert_studio.desktop.look import PAD, SPACE, px
from xpert_studio.desktop.pages.adjudication.settling import Settling
from xpert_studio.desktop.pages.adjudication.side_by_side import SideBySide
from xpert_studio.desktop.pages.base import Page
from xpert_studio.desktop.pages.judging.queue import Queue
from xpert_studio.desktop.places import Place
from xpert_studio.desktop.shell import Shell
from xpert_studio.desktop.widgets.explorer import EmptyState
from xpert_studio.desktop.widgets.fields import tab_bar
from xpert_studio.desktop.widgets.layouts import box, column, row, stacked

_BESIDE = "side_by_side"
_ROOM = 1200
"""From this width on, at 100 %, the tabs have room beside a title."""


class AdjudicationPage(Page):
    """The queue, or a response's forms."""

    def __init__(self, shell: Shell) -> None:
        super().__init__(shell)
        empty = EmptyState(
            "badge-check",
            t("No form to confirm"),
            t(
                "Forms appear here once an expert has submitted them. Senior experts "
                "confirm forms of their own domains, never their own forms."
            ),
        )
        self.queue = Queue(
            t("Confirmation queue"),
            t("Confirm or override (note required). Confirmed forms are gold."),
            empty,
        )
        self.queue.chosen.connect(self._choose)
        self.settling = Settling(shell)
        self.beside = SideBySide(self.settling.close_form)
        ways = ((t("One form"), ""), (t("Side by side"), _BESIDE))
        self.which = stacked(self.settling, self.beside)
        self.tabs = tab_bar(ways, lambda _: self._place_tabs(), scrolls=False, fills=True)
        self._above = row(1)
        self._place_tabs()
        ground = box(column(self._above, self.which, gap=0, pad=(SPACE, PAD, SPACE, PAD)))
        self.stack = stacked(self.queue, ground)
        column(self.stack, on=self)
        shell.book.add(self, *self._actions())

    def _actions(self) -> list[Action]:
        one = self.settling
        why = one.why_not
        return [
            Action("judging.confirm", mark("Confirm the judgment"), one.confirm_line, "C", "check", "", why),
            Action.of(override, "judging.override", one.override_line, "O", "rotate-ccw", why, asks=True),
            Action("judging.confirm_all", mark("Confirm the judgments that were read"), one.confirm_all,
                   "Ctrl+Shift+Return", "badge-check", confirm.hint, self._why_not_all),
            Action("judging.meta_next", mark("Next checkpoint"), lambda: one.lines.step(1), "J"),
            Action("judging.meta_previous", mark("Previous checkpoint"), lambda: one.lines.step(-1), "K"),
            Action("judging.meta_leave", mark("All forms"), one.close_form, "Alt+Up", "chevron-left"),
            Action("judging.meta_find", mark("Search in the response"), one.reading.open_search, "Ctrl+F", "search"),
        ]  # fmt: skip

    def _why_not_all(self) -> str | None:
        form = self.settling.form
        chosen = {"response_id": form.response_id, "expert_id": form.expert.id} if form else {}
        return self.settling.why_not() or self.session.why_not(confirm, lambda: chosen)()

    def show_place(self, place: Place) -> None:
        """Shows the queue, a form, or the forms on a response."""
        super().show_place(place)
        self.stack.setCurrentIndex(1 if place.item else 0)
        self.tabs.setTabEnabled(0, bool(place.expert_id))
        self.tabs.setCurrentIndex(1 if place.tab == _BESIDE or not place.expert_id else 0)
        forms = (self.settling.lines, self.beside.table)
        (forms[self.tabs.currentIndex()] if place.item else self.queue.list).setFocus()

    def _place_tabs(self) -> None:
        """Shows one form or all; the tabs stand in the first row of either, where it has room."""
        at, has_focus = self.tabs.currentIndex(), self.tabs.hasFocus()
        self.which.setCurrentIndex(at)
        corner = (self.settling, self.beside)[at].corner
        (corner if self.width() >= px(_ROOM) else self._above).addWidget(self.tabs)
        self.tabs.updateGeometry()  # the chosen tab is bold: the other one needs less room
        if has_focus:  # which it loses on its way
            self.tabs.show()
            self.tabs.setFocus()

    def resizeEvent(self, event: QResizeEvent) -> None:  # noqa: N802 - Qt's name
        """In a narrow window the tabs have a row of their own."""
        super().resizeEvent(event)
        if (event.oldSize().width() >= px(_ROOM)) != (self.width() >= px(_ROOM)):
            self._place_tabs()

    def takes_window(self, place: Place) -> bool:
        """A form has the window for itself."""
        return bool(place.item)

    def refresh(self) -> None:
        """Fetches what is shown."""
        place, ctx, fetch = self.place, self.session.ctx, self.session.fetch
        if not place.item:
            fetch(self.session.waiting.get, self._show_waiting, owner=self, slot="waiting")
            return
        if place.expert_id:
            fetch(
                lambda: judged_form(ctx, place.item, place.expert_id),
                self.settling.show_form,
                self._failed,
                owner=self,
                slot="form",
            )
        fetch(
            lambda: side_by_side(ctx, place.item),
            self.beside.show_forms,
            self._failed,
            owner=self,
            slot="beside",
        )

    def _failed(self, error: BaseException) -> None:
        self.settling.close_form()
        self.shell.tell(error)

    def _show_waiting(self, waiting: Waiting) -> None:
        names = {person.id: person.called for person in self.session.project_state.people}
        self.queue.show_forms(waiting.to_confirm, names)

    def _choose(self, form: WaitingForm) -> None:
        self.shell.go(
            Place(
                "adjudication",
                task_id=form.task.id,
                item=form.response_id,
                expert_id=form.expert_id or "",
            )
        )
