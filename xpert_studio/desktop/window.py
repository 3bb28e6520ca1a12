"""The main window: a sidebar, a page, a notice; it knows pages by their entries only."""

from __future__ import annotations

from typing import Final

from PySide6.QtCore import QCoreApplication, QEvent, Qt
from PySide6.QtGui import QCloseEvent, QKeyEvent, QMouseEvent, QResizeEvent
from PySide6.QtWidgets import QApplication, QFrame

from xpert_studio.core.errors import XpertError
from xpert_studio.core.records import Change
from xpert_studio.core.wording import explained, mark, short, t
from xpert_studio.core.workflow import Waiting
from xpert_studio.desktop.actions import Action, ActionBook
from xpert_studio.desktop.base_window import FileWindow
from xpert_studio.desktop.controller import Controller
from xpert_studio.desktop.footer import Footer
from xpert_studio.desktop.leaving import Leaving
from xpert_studio.desktop.look import GAP, px
from xpert_studio.desktop.menus import MenuBar, window_actions
from xpert_studio.desktop.moved_places import moved
from xpert_studio.desktop.names import deed
from xpert_studio.desktop.page_tabs import PageTabs
from xpert_studio.desktop.pages import beside, entry_of, pages
from xpert_studio.desktop.pages.base import Page
from xpert_studio.desktop.palette import Palette
from xpert_studio.desktop.physical_keys import PhysicalKeys
from xpert_studio.desktop.places import Place, Trail
from xpert_studio.desktop.prefs import Prefs
from xpert_studio.desktop.run_news import RunNews
from xpert_studio.desktop.session import Session
from xpert_studio.desktop.shell import Shell
from xpert_studio.desktop.sidebar import Sidebar
from xpert_studio.desktop.tour import Tour, TourStep
from xpert_studio.desktop.widgets.fields import field
from xpert_studio.desktop.widgets.labels import tool
from xpert_studio.desktop.widgets.layouts import Stack, box, column, row
from xpert_studio.desktop.widgets.notice import Notice
from xpert_studio.desktop.widgets.scrolling import PageScroll
from xpert_studio.desktop.widgets.wiring import later, wire

_SETTLED_MS: Final = 150
"""After so long the first page is there."""


class MainWindow(FileWindow):
    """The window on an open project.

    Args:
        session: The project and the person.
        prefs: The person's preferences.
        controller: What concerns the application: opening, switching.
    """

    def __init__(self, session: Session, prefs: Prefs, controller: Controller) -> None:
        super().__init__(prefs, controller)
        self.session = session
        self.notice = Notice()
        self.book = ActionBook(
            prefs.shortcuts,
            lambda why: self.notice.say(why, "warn"),
            lambda: session.project_state.info.policies.is_solo,
        )
        self.shell = Shell(
            session,
            prefs,
            self.book,
            self.notice,
            self,
            go=self.go,
            enter=self._enter,
            refine=self._refine,
        )
        self.trail = Trail()
        self._pages: dict[str, Page] = {}
        self._left_at: dict[str, str] = {}
        """By place of the rail the page of it where the person was last."""
        self._build()
        self.book.add(self, *window_actions(self.shell, controller), *self._ways())
        for name, made in self._tools.items():
            self.book.follow(name, made)
        PhysicalKeys(self, self.book)
        self._menus = MenuBar(self.book)
        self.setMenuBar(self._menus)
        wire(
            (session.project_state_changed, self._count_waiting),
            (session.project_state_changed, self._arrange),
            (session.changed, self._count_waiting),
            (session.changed, self.notice.withdraw),
            (session.changed_outside, self._count_waiting),
            (session.turned, self._say_turned),
            (session.bridge.arrived, self.book.soon.start),
        )
        for warning in session.project.warnings:
            self.notice.say(explained(XpertError(warning)), "warn", stays=True)
        self._begin_tour = later(self, _SETTLED_MS, self._tour)
        self._arrange()
        self._count_waiting()
        self.news = RunNews(self.shell, self.footer)
        self.leaving = Leaving(self.shell)

    def _ways(self) -> list[Action]:
        return [
            Action("edit.palette", mark("Find an action, task or person…"), lambda: Palette(self.shell).open_over(self),
                   "Ctrl+K Ctrl+P", "command"),
            Action("help.tour", mark("Take the tour"), self.show_tour, "", "lightbulb"),
            Action("go.back", mark("Back"), self.go_back, "Alt+Left", "arrow-left", "",
                   lambda: "" if self.trail.has(-1) else t("This is the first place.")),
            Action("go.forward", mark("Forward"), self.go_forward, "Alt+Right", "arrow-right", "",
                   lambda: "" if self.trail.has(1) else t("This is the last place.")),
            Action("go.next_tab", mark("Next page beside this one"), lambda: self.tabs.step(1), "Ctrl+PgDown"),
            Action("go.last_tab", mark("Previous page beside this one"), lambda: self.tabs.step(-1), "Ctrl+PgUp"),
        ]  # fmt: skip

    def _build(self) -> None:
        project_state = self.session.project_state
        self.setWindowTitle(
            f"{short(project_state.info.name).replace('[*]', '[*][*]')} – Xpert Studio"
        )
        self.keep_least(760, 520)
        self.sidebar = Sidebar(
            project_state.info.name,
            project_state.called(self.session.person_id),
            self._enter,
            self.controller.switch_person,
        )
        self.pages = Stack()
        self.pages.setObjectName("pages")
        self.search = field(
            name=t("Search everything"),
            hint=t("Search everything, or Ctrl+K for any action"),
            least=140,
            most=340,
        )
        self.search.setClearButtonEnabled(True)
        self.search.returnPressed.connect(lambda: self.go(Place("search", item=self.search.text())))
        self.bar = QFrame()
        self.bar.setObjectName("topbar")
        self._tools = {
            name: tool(picture, t(words))
            for name, (picture, words) in {
                "go.back": ("arrow-left", mark("Back")),
                "go.forward": ("arrow-right", mark("Forward")),
                "edit.undo": ("undo-2", mark("Undo")),
                "edit.redo": ("redo-2", mark("Redo")),
            }.items()
        }
        self.tabs = PageTabs(lambda page: self.go(Place(page)))
        row(
            *self._tools.values(),
            self.tabs,
            1,
            self.search,
            grow=(0, 0, 0, 0, 0, 1, 20),  # the tabs first, then the search
            on=self.bar,
            pad=GAP,
            gap=GAP,
        )
        self.setCentralWidget(
            box(row(self.sidebar, box(column(self.bar, PageScroll(self.pages), gap=0)), gap=0))
        )
        self.footer = Footer(self.session, self.notice, self)
        self.setStatusBar(self.footer)

    @property
    def place(self) -> Place:
        """Where the user is."""
        return self.shell.place

    def go(self, place: Place) -> None:
        """Shows a place, and remembers the way."""
        place = moved(place)
        self.trail.visit(place)
        self._show(place)

    def go_back(self) -> None:
        """Shows the place before."""
        self._walk(-1)

    def go_forward(self) -> None:
        """Shows the place after."""
        self._walk(1)

    def _walk(self, by: int) -> None:
        if place := self.trail.step(by):
            self._show(place)

    def page(self, name: str) -> Page:
        """A page by its id, made when it is asked for first."""
        if name not in self._pages:
            entry = next((item for item in pages() if item.id == name), pages()[0])
            made = entry.make(self.shell)
            made.setAccessibleName(t(entry.title))
            self._pages[name] = made
            self.pages.addWidget(made)
        return self._pages[name]

    def _show(self, place: Place) -> None:
        self.finish()
        page = self.page(place.page)
        if _room(place) != _room(self.place):
            self.notice.withdraw()
        self.shell.place = place
        is_new = page.focusWidget() is None
        self.pages.setCurrentWidget(page)
        if is_new:  # Qt would choose by the order in which its parts were made
            page.setFocus()
        page.show_place(place)
        for around in (self.menuBar(), self.sidebar, self.bar):
            around.setVisible(not page.takes_window(place))
        self._show_ways()
        self._menus.soon.start()
        self.book.soon.start()
        focus = QApplication.focusWidget()
        if focus is None or not page.isAncestorOf(focus):
            page.setFocus()

    def _enter(self, page: str) -> None:
        """Goes to a place of the rail: to the page of it where the person was, or works first."""
        works = [one.id for one in beside(page) if one.id in self._served]
        first = works[0] if works and page not in works else page
        is_there = entry_of(self.place.page).in_rail == page
        self.go(Place(first if is_there else self._left_at.get(page, first)))

    def _show_ways(self) -> None:
        """Marks the place where the person is, and shows the pages beside the one they see."""
        page = self.place.page
        if entry_of(page).tab:
            self._left_at[entry_of(page).in_rail] = page
        self.sidebar.show_current(page)
        self.tabs.show_pages(page, self._served)

    def _refine(self, place: Place) -> None:
        self.shell.place = place
        self.trail.replace(place)
        self._menus.soon.start()
        self.book.soon.start()

    def _count_waiting(self) -> None:
        session = self.session

        session.fetch(
            lambda: (session.waiting.get(), session.assignments.get().to_do),
            lambda found: self._show_waiting(*found),
            owner=self,
            slot="waiting",
        )

    def _show_waiting(self, waiting: Waiting, assignments: int) -> None:
        counts = {
            "tasks": len(waiting.own)
            + len(waiting.triage)
            + len(waiting.reviews)
            + len(waiting.spot_checks),
            "judging": len(waiting.to_judge) + len(waiting.to_confirm),
            "assignments": assignments,
        }
        self.sidebar.show_waiting(counts)

    def _arrange(self) -> None:
        """Has rail and menu show where the person works; that changes with their roles only."""
        served = self._served
        listed = [page for page in pages() if page.id in served and (page.part or page.tab)]
        self.sidebar.arrange({entry.in_rail for entry in listed})
        for entry in (page for page in pages() if page.id != "task"):
            self.book.q_action(f"go.{entry.id}").setVisible(entry.id in served)
        self._show_ways()

    @property
    def _served(self) -> set[str]:
        """The pages where the person works."""
        person, info = self.session.person, self.session.project_state.info
        roles, is_solo = person.roles if person else (), info.policies.is_solo
        return {entry.id for entry in pages() if entry.serves(roles, is_solo=is_solo)}

    def _say_turned(self, change: Change, back: bool) -> None:
        said = mark("Undone: {deed}.") if back else mark("Redone: {deed}.")
        self.notice.say(t(said, deed=deed(change.command)), "good")

    def show_tour(self) -> None:
        """Shows what is where, on the first page."""
        if "tour" not in self.prefs.seen:
            self.prefs.seen.append("tour")
            self.prefs.save()
        self.go(Place("home"))
        self._begin_tour.start()

    def _tour(self) -> None:
        home = self.page("home")
        for running in self.findChildren(Tour):
            running.leave()
        Tour(
            self,
            (
                TourStep(
                    mark("Your pending work"),
                    mark("Start with the button here. All your pending work is listed on Home."),
                    lambda: getattr(home, "begin", home),
                ),
                TourStep(
                    mark("Pages"),
                    mark(
                        "The places where you work are here, with the number pending in each. "
                        "The Go menu has all pages."
                    ),
                    lambda: self.sidebar.button("tasks"),
                ),
                TourStep(
                    mark("What comes of it"),
                    mark(
                        "Results rank the systems. Explore has the tasks, the cases and, under "
                        "Why they fail, the types of failures that experts named."
                    ),
                    lambda: self.sidebar.button("results"),
                ),
                TourStep(
                    mark("Saved as you type"),
                    mark(
                        "Every edit is saved at once. Undo takes back any of yours, even of an "
                        "earlier day."
                    ),
                    lambda: self._tools["edit.undo"],
                ),
                TourStep(
                    mark("Find anything"),
                    mark(
                        "Search finds words in tasks, rubrics and responses. Ctrl+K finds any "
                        "action, task or person."
                    ),
                    lambda: self.search,
                ),
                TourStep(
                    mark("Menus and keys"),
                    mark(
                        "Menus follow the page you are on. Help has this tour and all shortcuts "
                        "(F1)."
                    ),
                    self.menuBar,
                ),
            ),
        )

    def resizeEvent(self, event: QResizeEvent) -> None:  # noqa: N802 - Qt's name
        """The sidebar makes way on a small window."""
        super().resizeEvent(event)
        self.sidebar.set_compact(event.size().width() < px(1000))

    def keyPressEvent(self, event: QKeyEvent) -> None:  # noqa: N802 - Qt's name
        """Esc closes the notice, or leaves a page that was opened from another one.

        It comes here where nothing on the page takes it.
        """
        page, focus = self.pages.currentWidget(), QApplication.focusWidget()
        if event.key() != Qt.Key.Key_Escape:
            super().keyPressEvent(event)
        elif self.notice.isVisible():
            self.notice.hide()
        elif not isinstance(page, Page) or not page.is_opened_from(self.place):
            return
        elif focus in {None, page} or page.isAncestorOf(focus):
            self._leave_page(page)
        else:
            page.setFocus()

    def _leave_page(self, page: Page) -> None:
        """Goes where the page was opened from: where the person was last that is not like this."""
        here = self.place.page
        before = self.trail.last(lambda one: one.page != here or not page.is_opened_from(one))
        self.go(before or Place(entry_of(here).in_rail))

    def mousePressEvent(self, event: QMouseEvent) -> None:  # noqa: N802 - Qt's name
        """The back and forward keys of a mouse."""
        if event.button() == Qt.MouseButton.BackButton:
            self.go_back()
        elif event.button() == Qt.MouseButton.ForwardButton:
            self.go_forward()
        else:
            super().mousePressEvent(event)

    def finish(self) -> None:
        """Saves what is being written."""
        current = self.pages.currentWidget()
        if isinstance(current, Page):
            current.leave()

    def drop_hidden_pages(self) -> None:
        """Takes apart what is not seen, at once: of a window that is about to be replaced."""
        for name, page in [*self._pages.items()]:
            if page is not self.pages.currentWidget():
                del self._pages[name]
                self.pages.removeWidget(page)
                page.deleteLater()
                QCoreApplication.sendPostedEvents(page, QEvent.Type.DeferredDelete)

    def closeEvent(self, event: QCloseEvent) -> None:  # noqa: N802 - Qt's name
        """Saves what is being written, and where the person was; asks first what becomes of runs."""
        if self.leaving.must_ask:
            event.ignore()
            self.leaving.ask()
        else:
            self.finish()
            event.accept()
            self.controller.window_closed(self)


def _room(place: Place) -> tuple[str, str, str]:
    """What is left when another page, task or tab is shown."""
    return place.page, place.task_id, place.tab
