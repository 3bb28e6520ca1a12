"""The first window: what the program is for, who the person is, and ways into a project."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from pathlib import Path

from PySide6.QtCore import Qt
from PySide6.QtGui import (
    QCloseEvent,
    QKeyEvent,
    QKeySequence,
    QShortcut,
)
from PySide6.QtWidgets import QWidget

from xpert_studio.core.records import ROLES, Mode, Role
from xpert_studio.core.wording import LANGUAGES, short, t
from xpert_studio.desktop.base_window import FileWindow
from xpert_studio.desktop.bridge import Job
from xpert_studio.desktop.controller import Controller
from xpert_studio.desktop.footer import JobBar
from xpert_studio.desktop.look import GAP, PAD, SPACE, TIGHT, WIDE
from xpert_studio.desktop.names import ROLE_MEANINGS
from xpert_studio.desktop.prefs import Prefs
from xpert_studio.desktop.welcome.pipeline_picture import pipeline_picture
from xpert_studio.desktop.welcome.yourself import Yourself
from xpert_studio.desktop.widgets.fields import picker
from xpert_studio.desktop.widgets.labels import button, card, label, tool
from xpert_studio.desktop.widgets.layouts import (
    Sides,
    box,
    column,
    grid,
    put_in,
    put_in_row,
    row,
    stacked,
)
from xpert_studio.desktop.widgets.notice import Notice
from xpert_studio.desktop.widgets.scrolling import scrolled


class WelcomeWindow(FileWindow):
    """Shown while no project is open."""

    def __init__(self, prefs: Prefs, controller: Controller) -> None:
        super().__init__(prefs, controller)
        self.setWindowTitle("Xpert Studio")
        self.keep_least(720, 520)
        self.notice = Notice()
        self.yourself = Yourself(prefs)
        self.yourself.done.connect(self._known)
        self._recent = column(gap=TIGHT)
        self._projects = self._ways()
        self.steps = stacked(self.yourself, self._projects)
        left = card(column(self.steps, 1, pad=SPACE))
        inside = column(
            self._head(),
            pipeline_picture(),
            Sides(left, self._sample(), grow=(3, 2), narrow=840),
            1,
            pad=WIDE,
            gap=SPACE,
        )
        self._first_page = scrolled(box(inside, name="page"))
        self._ground = stacked(self._first_page)
        self.setCentralWidget(self._ground)
        self.notice.stand_in(self.statusBar())
        QShortcut(QKeySequence("Ctrl+Q"), self, controller.quit)
        QShortcut(QKeySequence("Ctrl+O"), self, controller.ask_for_project)
        self.show_step()

    def _head(self) -> QWidget:
        known = [
            (t("Match system language"), "system"),
            *((name, code) for code, name in LANGUAGES.items()),
        ]
        self.language = picker(t("Language"), known, self._speak, chosen=self.prefs.language)
        about = t(
            "Build benchmarks from expert judgment. Works fully offline; only calls "
            "to a model need the network."
        )
        words = column(label("Xpert Studio", "title"), label(about, "muted"), gap=TIGHT)
        return box(row(words, self.language, gap=SPACE, grow=0))

    def _speak(self) -> None:
        self.prefs.language = self.language.currentData()
        self.controller.rebuild()

    def show_table(self, table: QWidget) -> None:
        """Shows a rubric table before a project is made of it."""
        self.leave_table()
        self._ground.addWidget(table)
        self._ground.setCurrentWidget(table)
        table.setFocus()

    def leave_table(self) -> None:
        """Shows the ways into a project again."""
        shown = self._ground.currentWidget()
        if shown is not None and shown is not self._first_page:
            self._ground.removeWidget(shown)
            shown.deleteLater()
            self.first.setFocus()

    def keyPressEvent(self, event: QKeyEvent) -> None:  # noqa: N802 - Qt's name
        """Esc leaves a table without importing it."""
        if event.key() == Qt.Key.Key_Escape:
            self.leave_table()
        else:
            super().keyPressEvent(event)

    def show_step(self) -> None:
        """Asks who the person is, once; then which project."""
        if self.prefs.name:
            self._fill_recent()
            self.hello.setText(t("Hello, {name}.", name=self.prefs.name))
            self.steps.setCurrentWidget(self._projects)
            self.first.setFocus()
        else:
            self._ask_again()

    def show_job(self, job: Job) -> None:
        """Shows something long that is under way, until it ends."""
        self.statusBar().insertPermanentWidget(0, JobBar(job))

    def _known(self) -> None:
        self.prefs.save()
        self.show_step()

    def _ways(self) -> QWidget:
        """Ways into a project of one's own, or of others."""
        app, self.hello = self.controller, label("", "heading")
        ways: tuple[tuple[str, Callable[[], object], str, str], ...] = (
            (t("Start alone…"), partial(app.new_project, Mode.SOLO), "user",
             t("You write, review and judge on your own, or for practice.")),
            (t("Import a rubric…"), app.import_rubric, "list-checks",
             t("Excel, Word, a learning platform or text. You see it before it comes in.")),
            (t("Start a team project…"), partial(app.new_project, Mode.TEAM), "users",
             t("Creates a project file. You become its lead.")),
            (t("Open project…"), app.ask_for_project, "folder-open",
             t("A .xpert file. You can also drop it on this window.")),
            (t("Open an assignment…"), app.ask_for_exchanged, "package-open",
             t("A file with work for you (.xassignment), or a submission to import.")),
            (t("Import…"), app.import_file, "import",
             t("Create a project from a bundle, or a file of another tool.")),
        )  # fmt: skip
        acts = [
            button(words, run, kind="" if place else "primary", picture=picture)
            for place, (words, run, picture, _) in enumerate(ways)
        ]
        self.first = acts[0]
        change = button(t("Switch person"), self._ask_again, kind="link")
        return box(
            column(
                row(self.hello, change, grow=0),
                *(
                    box(column(row(act, 1), label(way[3], "small"), gap=TIGHT))
                    for act, way in zip(acts, ways, strict=True)
                ),
                label(t("Recent projects"), "label"),
                self._recent,
                1,
                gap=GAP,
            )
        )

    def _sample(self) -> QWidget:
        """Ways into the sample, as a person of a role."""
        look: Callable[..., object] = self.controller.open_sample
        whole = button(t("Open the sample project"), lambda: look(), kind="link")
        over_time = button(
            t("Open the sample of suites over time"),
            self.controller.open_sample_over_time,
            kind="link",
        )
        ways = grid(GAP, GAP, grow=(0, 1))
        for line, role in enumerate(Role):
            opens = button(t(ROLES[role]), partial(look, role))
            put_in_row(ways, line, opens, label(t(ROLE_MEANINGS[role]), "small"))
        return card(
            column(
                label(t("Look around as"), "heading"),
                label(t("Tasks from four professions, with work for each role."), "muted"),
                ways,
                whole,
                over_time,
                1,
                pad=SPACE,
                gap=PAD,
            )
        )

    def _ask_again(self) -> None:
        self.yourself.fill()
        self.steps.setCurrentWidget(self.yourself)
        self.yourself.name.setFocus()

    def _fill_recent(self) -> None:
        paths = self.controller.recent()
        none = label(t("No recent projects."), "muted")
        put_in(self._recent, map(self._recent_project, paths) if paths else [none])

    def _recent_project(self, path: Path) -> QWidget:
        opens = button(
            path.stem, partial(self.controller.open_project, path), kind="link", hint=str(path)
        )
        forget = tool(
            "x", t("Take {name} off this list", name=path.stem), partial(self._forget, path)
        )
        where = label(short(str(path.parent), 60), "small", wrap=False)
        return box(row(opens, where, 1, forget, gap=GAP))

    def _forget(self, path: Path) -> None:
        self.prefs.recent = [other for other in self.prefs.recent if other != str(path)]
        self.prefs.save()
        self._fill_recent()

    def closeEvent(self, event: QCloseEvent) -> None:  # noqa: N802 - Qt's name
        """Keeps the preferences."""
        self.prefs.save()
        event.accept()
