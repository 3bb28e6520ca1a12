"""The application: starts, opens and switches projects, and survives its own mistakes."""

from __future__ import annotations

import os
from collections.abc import Callable, Sequence
from contextlib import suppress
from dataclasses import replace
from functools import partial
from pathlib import Path

from PySide6.QtCore import QLocale, QObject, QSize, Qt, Signal
from PySide6.QtWidgets import QApplication, QFileDialog, QMainWindow

from xpert_studio.core.atomic_files import write_whole
from xpert_studio.core.doctor.problem_report import problem_report, write_crash_report
from xpert_studio.core.errors import NotFoundError, XpertError
from xpert_studio.core.records import Mode, Role
from xpert_studio.core.resources import LOOK_AROUND
from xpert_studio.core.store import SUFFIX, ProjectFile, is_older
from xpert_studio.core.store.backups import back_up_if_due
from xpert_studio.core.wording import explained, speak, t, tn
from xpert_studio.core.workflow.blinding import blind_name, find_response
from xpert_studio.core.workflow.copies import CaughtUp, catch_up
from xpert_studio.desktop import crash, opening, putting_back
from xpert_studio.desktop.bridge import Bridge
from xpert_studio.desktop.given_files import EXCHANGED, GivenFiles
from xpert_studio.desktop.idle import Garbage, Warming
from xpert_studio.desktop.look import dress, px, set_scale, set_theme
from xpert_studio.desktop.places import Place
from xpert_studio.desktop.prefs import Prefs
from xpert_studio.desktop.session import Session, now
from xpert_studio.desktop.welcome.new_project import NewProject
from xpert_studio.desktop.welcome.who import Who
from xpert_studio.desktop.welcome.window import WelcomeWindow
from xpert_studio.desktop.window import MainWindow
from xpert_studio.report.counted_parts import counted_parts


class App(QObject):
    """One running program: what its windows and the files that are given to it ask of it."""

    _went_wrong = Signal(object)

    def __init__(self, qt: QApplication, prefs: Prefs) -> None:
        super().__init__()
        self.qt = qt
        self.prefs = prefs
        self.bridge = Bridge()
        self.session: Session | None = None
        self.window: QMainWindow | None = None
        self.log_folder: Path | None = None
        self.garbage: Garbage | None = None
        self.warms_up = False
        self._given = GivenFiles(self)
        self._went_wrong.connect(self._tell_crash, Qt.ConnectionType.QueuedConnection)
        self.bridge.crashed.connect(self._went_wrong)
        self.dress()
        qt.styleHints().colorSchemeChanged.connect(self._system_changed)

    def dress(self) -> None:
        """Puts language, theme, text size and motion in force."""
        is_chinese = QLocale.system().language() == QLocale.Language.Chinese
        of_system = "zh" if is_chinese else "en"
        speak(of_system if self.prefs.language == "system" else self.prefs.language)
        set_scale(self.prefs.text_size)
        dress(self.qt, set_theme(self.prefs.theme), self.prefs.motion)

    def rebuild(self) -> None:
        """Makes the window anew, where the person is, after how it looks or speaks has changed."""
        self.prefs.save()
        old = self.window
        if isinstance(old, MainWindow):
            old.finish()
            place, geometry = old.place, old.saveGeometry()
            old.drop_hidden_pages()  # else all of their widgets would be dressed for nothing
            self.dress()
            self._show_session(old.session, place).restoreGeometry(geometry)
        else:
            self.dress()
            self.welcome()

    def _system_changed(self, _: Qt.ColorScheme) -> None:
        if self.prefs.theme == "system":
            self.rebuild()

    def welcome(self) -> WelcomeWindow:
        """Shows the first window."""
        made = WelcomeWindow(self.prefs, self)
        self.bridge.job_began.connect(made.show_job)
        made.open_inside(QSize(px(1040), px(760)), self.window)
        self._replace(made)
        return made

    def _show_session(self, session: Session, place: Place | None) -> MainWindow:
        made = MainWindow(session, self.prefs, self)
        made.shell.rebuild.connect(self.rebuild, Qt.ConnectionType.QueuedConnection)
        kept = self.prefs.window
        made.open_inside(QSize(kept.get("width", 1240), kept.get("height", 820)), self.window)
        made.go(place or Place("home"))
        self._replace(made)
        if self.warms_up:
            Warming(made)
        return made

    def _replace(self, window: QMainWindow) -> None:
        old, self.window = self.window, window
        if (old is not None and old.isMaximized()) or (
            self.prefs.window.get("maximised") and isinstance(window, MainWindow)
        ):
            window.showMaximized()
        else:
            window.show()
        window.activateWindow()
        if old is not None:
            old.hide()
            old.deleteLater()

    def start(self, paths: Sequence[Path] = (), *, sample: bool = False) -> None:
        """Shows the first window: what was asked for, or where the person left off."""
        self.welcome() if not self.prefs.name and not sample else None
        if sample:
            self.open_sample()
        elif paths:
            self.open_dropped(paths[0])
        elif self.prefs.name and self.recent():
            self.open_project(self.recent()[0])
        if self.window is None:
            self.welcome()

    def open_project(self, path: Path) -> None:
        """Opens a project file; an error is shown in the window that is open.

        An older one is migrated first, in the background, for a large one takes seconds.
        """
        if is_older(path):
            self.parent_window()
            self.bridge.start(
                t("Updating {file}", file=path.name),
                lambda job: ProjectFile.open(path, on_progress=job.report),
                self.come_in,
                self.tell,
            )
        else:
            self._open(lambda: ProjectFile.open(path))

    def open_sample(self, role: Role | None = None) -> None:
        """Opens the person's own copy of the sample project; in a role, on the first page."""
        self._open_own(opening.sample_project, role, Place("home"))

    def open_sample_over_time(self) -> None:
        """Opens the person's own copy of the sample of suites, as its lead, where they are shown."""
        self._open_own(opening.sample_over_time, Role.LEAD, Place("suites"))

    def _open_own(
        self, make: Callable[[Path], ProjectFile], role: Role | None, place: Place
    ) -> None:
        folder = _samples_folder()

        def find() -> ProjectFile:
            project = make(folder)
            if role is not None:
                person_id = self.prefs.people[str(project.path)] = LOOK_AROUND[role]
                self.prefs.places[_left_off(project.path, person_id)] = place.plain()
            return project

        self._open(find)

    def new_project(self, mode: Mode | None = None) -> None:
        """Asks for a name and place, and for how one works where that is open."""

        def make(path: Path, name: str, language: str, mode: Mode) -> None:
            self._open(
                lambda: opening.start_project(
                    path, self.prefs, name=name, language=language, mode=mode
                )
            )

        NewProject(self.parent_window(), make, mode).open()

    def ask_for_project(self) -> None:
        """Asks for a project file, and opens it."""
        kinds = t("Projects and assignments (*.xpert *.xassignment)")
        self._choose(t("Open project"), kinds, self.open_dropped)

    def ask_for_exchanged(self) -> None:
        """Asks for an assignment or submission, and opens it where it belongs."""
        self._choose(
            t("Open an assignment or submission"),
            t("Assignments and submissions (*.xassignment *.xsubmission)"),
            self._given.open,
        )

    def update_copy(self) -> None:
        """Asks for a newer file of the project, and brings the open copy up to it."""
        if self.session is not None:
            update = partial(self._update, self.session.path)
            self._choose(t("The newer file of the project"), t("Projects (*.xpert)"), update)

    def _update(self, path: Path, newer: Path) -> None:
        self.close_project()

        def done(caught_up: CaughtUp) -> None:
            self.open_project(path)
            open_parts = caught_up.not_applied
            text = t(
                "{file} is up to date. The earlier file is kept as {former}.",
                file=path.name,
                former=caught_up.former.name,
            )
            if open_parts:
                text += " " + tn(
                    "{n} change is not in it or does not count: the project has another version.",
                    "{n} changes are not in it or do not count: the project has other versions.",
                    len(open_parts),
                )
            if caught_up.left:
                text += " " + t(
                    "Only in the earlier file: {left}.", left=counted_parts(caught_up.left)
                )
            self.say(text, "warn" if open_parts or caught_up.left else "good")

        def failed(error: BaseException) -> None:
            self.open_project(path)
            self.tell(error)

        self.bridge.start(
            t("Updating {file}", file=path.name),
            lambda _: catch_up(path, newer, clock=now),
            done,
            failed,
        )

    def import_file(self) -> None:
        """Asks for what is to be imported, and takes it into the open project or a new one."""
        from xpert_studio.desktop.import_kinds import file_kinds

        self._choose(t("Import"), file_kinds(), self.open_dropped)

    def import_rubric(self) -> None:
        """Asks for a file with a rubric, and shows it before it is imported."""
        from xpert_studio.desktop.import_kinds import asked_rubric

        path = asked_rubric(self.parent_window())
        if path is not None:
            self._given.show_rubric(path)

    def _choose(self, title: str, kinds: str, then: Callable[[Path], object]) -> None:
        """Asks for a file; `then` gets it where the person chooses one."""
        name, _ = QFileDialog.getOpenFileName(self.parent_window(), title, "", kinds)
        if name:
            then(Path(name))

    def open_dropped(self, path: Path) -> None:
        """Opens a project or assignment; imports a submission, bundle or table."""
        ending = path.suffix.casefold()
        if ending == SUFFIX:
            self.open_project(path)
        elif ending in EXCHANGED:
            self._given.open(path)
        else:
            self._given.take(path)

    def _open(self, find: Callable[[], ProjectFile]) -> None:
        try:
            project = find()
        except XpertError as error:
            self.tell(error)
        except OSError as error:
            why = error.strerror or type(error).__name__
            self.say(t("The project could not be opened: {why}.", why=why), "bad")
        else:
            self.come_in(project)

    def come_in(self, project: ProjectFile) -> None:
        """Goes to work on a project that has been opened, as the person who one is in it."""
        try:
            person_id = opening.known_person(project, self.prefs)
            if person_id is None and not opening.has_lead(project) and not project.read_only:
                person_id = opening.found(project, self.prefs)
            people = opening.people_of(project)
        except XpertError as error:
            project.close()
            self.tell(error)
            return
        if person_id is not None:
            self._work(project, person_id)
        elif people:
            asked = Who(
                self.parent_window(), people, "", lambda chosen: self._work(project, chosen)
            )
            asked.rejected.connect(project.close)
            asked.open()
        else:
            project.close()
            self.say(
                t(
                    "Nobody is in this project, and it is open for reading only. Copy it to "
                    "a folder that you may write to and open the copy."
                ),
                "bad",
            )

    def _work(self, project: ProjectFile, person_id: str) -> None:
        self._leave()
        self.prefs.people[str(project.path)] = person_id
        if not self.prefs.name and person_id not in LOOK_AROUND.values():
            self.prefs.name = next(
                p.called for p in opening.people_of(project) if p.id == person_id
            )
        self.prefs.opened(project.path)
        self.prefs.save()
        self.session = session = Session(project, person_id, self.bridge, self)
        back, left = putting_back.put_back(session)
        kept = Place.read(self.prefs.places.get(_left_off(project.path, person_id)))
        place = putting_back.place_of(back[-1]) if back else None
        window = self._show_session(session, place or _found_again(session, kept))
        if back:
            window.notice.say(
                t("The last words you were typing were cut off; they have been put back."),
                "good",
                act=t("Undo"),
                run=session.undo,
                stays=True,
            )
        if left:
            window.notice.say(
                t("These words could not be put back: {text}", text=left[0].text),
                "warn",
                act=t("Discard them"),
                run=lambda: session.drop(left[0]),
                stays=True,
            )
        if not project.read_only:
            self.bridge.read(
                lambda: back_up_if_due(session.path, now=now()), lambda _: None, lambda _: None
            )

    def switch_person(self) -> None:
        """Asks who is at work, and continues as them."""
        session = self.session
        if session is None:
            return

        def work(person_id: str) -> None:
            if person_id and person_id != session.person_id:
                self._leave()
                self.prefs.people[str(session.path)] = person_id
                self.open_project(session.path)

        Who(self.parent_window(), session.project_state.people, session.person_id, work).open()

    def close_project(self) -> None:
        """Closes the project, and shows the way to others; runs of it go on."""
        going = len(self.session.runs.own) if self.session is not None else 0
        self._leave()
        self.welcome()
        if going:
            self.say(
                tn(
                    "{n} run continues without the window.",
                    "{n} runs continue without the window.",
                    going,
                ),
                "",
            )

    def _leave(self) -> None:
        if isinstance(self.window, MainWindow):
            self.window.finish()
            self._remember(self.window)
        if self.session is not None:
            self.session.close()
            self.session.deleteLater()
            self.session = None

    def _remember(self, window: MainWindow) -> None:
        """Keeps where the person is, for the next time."""
        left_off = _left_off(window.session.path, window.session.person_id)
        self.prefs.places[left_off] = _blind(window.session, window.place).plain()
        size = window.normalGeometry().size()
        self.prefs.window = {
            "width": size.width() or window.width(),
            "height": size.height() or window.height(),
            "maximised": int(window.isMaximized()),
        }
        self.prefs.save()

    def window_closed(self, window: QMainWindow) -> None:
        """The window is gone: everything is written before the program ends."""
        if window is self.window and self.session is not None:
            self._leave()

    def recent(self) -> list[Path]:
        """Projects opened lately that are still there."""
        # Unlike a path's own, this says no to a name that no file could have.
        return [Path(name) for name in self.prefs.recent if os.path.isfile(name)]  # noqa: PTH113

    def quit(self) -> None:
        """Closes the window and ends; a window that asks something first ends when it is reported."""
        if self.window is None or self.window.close():
            self.qt.quit()

    def parent_window(self) -> QMainWindow:
        """The window that is there; the first one where there is none."""
        return self.window or self.welcome()

    def tell(self, error: BaseException) -> None:
        """Tells an error on the window that is there."""
        if isinstance(error, XpertError):
            self.say(explained(error), "bad")
        else:
            self._went_wrong.emit(error)

    def say(
        self, text: str, tone: str, *, act: str = "", run: Callable[[], object] | None = None
    ) -> None:
        """Says something on the window that is there; see ``Notice.say``."""
        window = self.parent_window()
        if isinstance(window, (MainWindow, WelcomeWindow)):
            window.notice.say(text, tone, act=act, run=run)

    def _tell_crash(self, error: BaseException) -> None:
        def tell(where: Path | None) -> None:
            text = explained(error)
            if where is not None:
                text += " " + t(
                    "Please report it with the file {path}; it holds no content and no key.",
                    path=where,
                )
            self.say(text, "bad")

        def write() -> Path | None:
            return write_crash_report(error, now=now(), folder=self.log_folder)

        # In the background: it takes a moment to look this computer over.
        self.bridge.read(write, tell, lambda _: tell(None))

    def save_problem_report(self) -> None:
        """Asks for a name, and writes what this computer has and lacks into a file of that name."""
        name, _ = QFileDialog.getSaveFileName(
            self.parent_window(), t("Save problem report"), "xpert-studio-problem.txt"
        )
        if name:
            path = Path(name)
            self.bridge.read(
                lambda: write_whole(path, problem_report()),
                lambda _: self.say(
                    t(
                        "{file} is written. It holds no content, no name and no key.",
                        file=path.name,
                    ),
                    "good",
                ),
                self.tell,
            )

    def watch(self) -> None:
        """Takes every error that nothing else takes."""
        crash.watch(self._went_wrong.emit)


def _samples_folder() -> Path:
    """Where a person's own copies of samples are."""
    from platformdirs import user_data_path

    from xpert_studio.core.language import CONFIG_VARIABLE, config_folder

    return config_folder() if os.environ.get(CONFIG_VARIABLE) else user_data_path("xpert-studio")


def _left_off(path: Path, person_id: str) -> str:
    """The name under which it is kept where the user left off in a project."""
    return f"{path}#{person_id}"


def _blind(session: Session, place: Place) -> Place:
    """A place with its response by blind name: an id, kept in a file, may tell the system."""
    if not place.task_id or not place.item:
        return place
    with session.project.reading() as tx:
        name = blind_name(tx, place.task_id, place.item)
    return replace(place, item=name) if name else place


def _found_again(session: Session, place: Place | None) -> Place | None:
    """A place that was kept, with the id of its response."""
    if place is None or not place.item.startswith(f"{place.task_id}:"):
        return place
    with suppress(NotFoundError), session.project.reading() as tx:
        return replace(place, item=find_response(tx, place.item))
    return place
