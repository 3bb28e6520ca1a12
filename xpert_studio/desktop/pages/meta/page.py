"""The page of meta-evaluation: sheets that wait, one sheet, or several side by side."""

from __future__ import annotations

from xpert_studio.desktop.actions import Action
from xpert_studio.desktop.look import GAP, PAD, SPACE
from xpert_studio.desktop.pages.base import Page
from xpert_studio.desktop.pages.judging.queue import Queue
from xpert_studio.desktop.pages.meta.settling import Settling
from xpert_studio.desktop.pages.meta.side_by_side import SideBySide
from xpert_studio.desktop.parts import EmptyState, box, button, column, row, stacked, tab_bar
from xpert_studio.desktop.places import Place
from xpert_studio.desktop.shell import Shell
from xpert_studio.desktop.wording import mark, t
from xpert_studio.workflow import Waiting, confirm, override
from xpert_studio.workflow.views import judged_sheet, side_by_side
from xpert_studio.workflow.waiting import WaitingSheet

_BESIDE = "side_by_side"


class MetaPage(Page):
    """The queue, or a response's sheets."""

    def __init__(self, shell: Shell) -> None:
        super().__init__(shell)
        empty = EmptyState(
            "badge-check",
            t("No sheet waits to be confirmed"),
            t(
                "Sheets stand here once an expert has handed them in. Senior experts confirm sheets of their own domains, never their own."
            ),
        )
        self.queue = Queue(
            t("Sheets to confirm"),
            t(
                "Confirm what holds, override what does not, with a note. Confirmed sheets are gold."
            ),
            empty,
        )
        self.queue.chosen.connect(self._choose)
        self.settling = Settling(shell)
        self.beside = SideBySide()
        ways = ((t("One sheet"), ""), (t("Side by side"), _BESIDE))
        self.which = stacked(self.settling, self.beside)
        self.tabs = tab_bar(ways, self.which.setCurrentIndex, scrolls=False, fills=True)
        # The chosen tab is bold: the other one needs less room.
        self.tabs.currentChanged.connect(lambda _: self.tabs.updateGeometry())
        back = button(
            t("All sheets"), lambda: shell.go(Place("meta")), kind="link", picture="chevron-left"
        )
        ground = box(
            column(row(back, 1, self.tabs), self.which, gap=GAP, pad=(SPACE, PAD, SPACE, PAD))
        )
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
                   "Ctrl+Shift+Return", "badge-check", confirm.hint, why),
            Action("judging.meta_next", mark("Next line"), lambda: one.lines.step(1), "J"),
            Action("judging.meta_previous", mark("Previous line"), lambda: one.lines.step(-1), "K"),
            Action("judging.meta_find", mark("Search in the response"), one.reading.open_search, "Ctrl+F", "search"),
        ]  # fmt: skip

    def show_place(self, place: Place) -> None:
        """Shows the queue, a sheet, or the sheets on a response."""
        super().show_place(place)
        self.stack.setCurrentIndex(1 if place.item else 0)
        self.tabs.setTabEnabled(0, bool(place.expert_id))
        self.tabs.setCurrentIndex(1 if place.tab == _BESIDE or not place.expert_id else 0)
        (self.settling.lines if place.item else self.queue.list).setFocus()

    def refresh(self) -> None:
        """Fetches what is shown."""
        place, desk = self.place, self.session.desk
        if not place.item:
            self.session.fetch(
                self.session.waiting.get, self._show_waiting, owner=self, slot="waiting"
            )
            return
        if place.expert_id:
            self.session.fetch(
                lambda: judged_sheet(desk, place.item, place.expert_id),
                self.settling.show_sheet,
                self._failed,
                owner=self,
                slot="sheet",
            )
        called = self.session.house.called
        self.session.fetch(
            lambda: side_by_side(desk, place.item),
            lambda sheets: self.beside.show_sheets(sheets, called),
            self._failed,
            owner=self,
            slot="beside",
        )

    def _failed(self, error: BaseException) -> None:
        self.shell.tell(error)
        self.stack.setCurrentIndex(0)

    def _show_waiting(self, waiting: Waiting) -> None:
        names = {person.id: person.called for person in self.session.house.people}
        self.queue.show_sheets(waiting.to_confirm, names)

    def _choose(self, sheet: WaitingSheet) -> None:
        self.shell.go(
            Place(
                "meta",
                task_id=sheet.task.id,
                item=sheet.response_id,
                expert_id=sheet.expert_id or "",
            )
        )
