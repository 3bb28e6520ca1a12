"""The window's own actions, and the menus made of all actions that can be done where one is."""

from __future__ import annotations

from functools import partial
from typing import Final

from PySide6.QtGui import QResizeEvent
from PySide6.QtWidgets import QMenu, QMenuBar

from xpert_studio.core.wording import mark, t
from xpert_studio.desktop.actions import GROUPS, Action, ActionBook
from xpert_studio.desktop.controller import Controller
from xpert_studio.desktop.look import GAP, SCALES, px
from xpert_studio.desktop.menu_letters import letters_for, with_letter
from xpert_studio.desktop.pages import RAIL, pages
from xpert_studio.desktop.places import Place
from xpert_studio.desktop.shell import Shell
from xpert_studio.desktop.widgets.wiring import later

_ALT_ON_PAGES: Final = "DNS"
"""Letters with which pages have shortcuts of their own."""
_MORE: Final = mark("More")


def window_actions(shell: Shell, controller: Controller) -> list[Action]:
    """What can be done wherever one is."""
    prefs, session = shell.prefs, shell.session

    def look(**values: object) -> None:
        for name, value in values.items():
            setattr(prefs, name, value)
        shell.rebuild.emit()

    def scale(step: int) -> None:
        at = min(range(len(SCALES)), key=lambda n: abs(SCALES[n] - prefs.text_size))
        look(text_size=SCALES[max(0, min(at + step, len(SCALES) - 1))])

    return [
        Action("file.new", mark("New project…"), controller.new_project, "Ctrl+Shift+N", "file-plus"),
        Action("file.open", mark("Open project…"), controller.ask_for_project, "Ctrl+O", "folder-open"),
        Action("file.import", mark("Import…"), controller.import_file, "", "import"),
        Action("file.assignment", mark("Open an assignment or submission…"),
               controller.ask_for_exchanged, "", "package-open",
               mark("Open an assignment (.xassignment) or import a submission (.xsubmission)."),
               of_teams=True),
        Action("file.update_copy", mark("Update this copy from the project…"), controller.update_copy,
               "", "refresh-cw", mark("Brings a copy up to date and applies its changes again."),
               lambda: "" if session.project_state.is_copy else t("This file is not a copy.")),
        Action("file.sample", mark("Open the sample project"), controller.open_sample, "", "book-open"),
        Action("file.sample_over_time", mark("Open the sample of suites over time"),
               controller.open_sample_over_time, "", "history"),
        Action("file.person", mark("Switch person…"), controller.switch_person, "", "user"),
        Action("file.close", mark("Close the project"), controller.close_project, "Ctrl+W", "x"),
        Action("file.quit", mark("Quit"), controller.quit, "Ctrl+Q"),
        Action("edit.undo", mark("Undo"), session.undo, "Ctrl+Z", "undo-2",
               mark("Undo last change (works across sessions)"), session.why_no_undo),
        Action("edit.redo", mark("Redo"), session.redo, "Ctrl+Shift+Z Ctrl+Y", "redo-2",
               refused=session.why_no_redo),
        Action("view.light", mark("Light"), lambda: look(theme="light"), "", "sun"),
        Action("view.dark", mark("Dark"), lambda: look(theme="dark"), "", "moon"),
        Action("view.system", mark("Match the system"), lambda: look(theme="system"),
               "", "monitor"),
        Action("view.larger", mark("Larger text"), lambda: scale(1), "Ctrl++ Ctrl+=", "type"),
        Action("view.smaller", mark("Smaller text"), lambda: scale(-1), "Ctrl+-", "type"),
        Action("help.keys", mark("Shortcuts"),
               lambda: shell.go(Place("settings", tab="shortcuts")), "F1", "keyboard"),
        Action("help.report", mark("Save problem report…"), controller.save_problem_report, "", "",
               mark("Writes what this computer has and lacks, to send with a problem.")),
        *(Action(f"go.{entry.id}", entry.title,
                 partial(shell.enter, entry.id) if entry.part == RAIL
                 else partial(shell.go, Place(entry.id)), entry.keys, entry.icon)
          for entry in pages() if entry.id != "task"),
    ]  # fmt: skip


class MenuBar(QMenuBar):
    """A menu of each group that has something to do on the page.

    The last ones are in a menu of their own where the window is narrow. The letter of a menu is the
    same on every page.
    """

    def __init__(self, book: ActionBook) -> None:
        super().__init__()
        self._book = book
        *letters, last = letters_for([*GROUPS.values(), _MORE], _ALT_ON_PAGES)
        self._more = QMenu(with_letter(t(_MORE), last), self)
        self._all = {
            group: self._menu(group, with_letter(t(title), letter))
            for (group, title), letter in zip(GROUPS.items(), letters, strict=True)
        }
        self._menus: list[QMenu] = []
        self.soon = later(self, 0, self.look_again)
        self.look_again()

    def look_again(self) -> None:
        """Shows the menus of the page that is seen."""
        groups = {action.group for action, _ in self._book.usable() if action.in_menu}
        menus = [menu for group, menu in self._all.items() if group in groups]
        if menus != self._menus:
            self._menus = menus
            self._show(self._fitting(self.width()))

    def resizeEvent(self, event: QResizeEvent) -> None:  # noqa: N802 - Qt's name
        """Shows as many menus as there is room for."""
        self._show(self._fitting(event.size().width()))
        super().resizeEvent(event)

    def _menu(self, group: str, title: str) -> QMenu:
        made = QMenu(title, self, toolTipsVisible=True)
        made.aboutToShow.connect(partial(_fill, made, group, self._book))
        _fill(made, group, self._book)
        return made

    def _fitting(self, width: int) -> int:
        """How many menus have room; all of them, or those that leave room for the menu of the rest."""
        self._show(len(self._menus))
        ends = [self.actionGeometry(menu.menuAction()).right() for menu in self._menus]
        room = width - px(GAP)
        if self.isNativeMenuBar() or not ends or ends[-1] <= room:
            return len(ends)
        self.addMenu(self._more)
        room -= self.actionGeometry(self._more.menuAction()).width() + px(GAP)
        return sum(end <= room for end in ends)

    def _show(self, count: int) -> None:
        self.clear()
        self._more.clear()
        for place, menu in enumerate(self._menus):
            (self if place < count else self._more).addMenu(menu)
        if count < len(self._menus):
            self.addMenu(self._more)


def _fill(menu: QMenu, group: str, book: ActionBook) -> None:
    menu.clear()
    book.fill(menu, (one for one, _ in book.usable() if one.group == group and one.in_menu))
    if menu.isEmpty():
        menu.addAction(t("Nothing available on this page")).setEnabled(False)
