"""The first window: what the program is for, who the person is, and ways into a project."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from pathlib import Path

from PySide6.QtCore import Signal
from PySide6.QtGui import QCloseEvent, QKeySequence, QShortcut
from PySide6.QtWidgets import QCheckBox, QWidget
from shiboken6 import isValid

from xpert_studio.desktop.app_controller import AppController
from xpert_studio.desktop.bridge import Job
from xpert_studio.desktop.dropping import FileWindow
from xpert_studio.desktop.footer import JobBar
from xpert_studio.desktop.kit import (
    GAP,
    LANGUAGES,
    PAD,
    ROLE_MEANINGS,
    ROLES,
    SPACE,
    TIGHT,
    WIDE,
    Flow,
    Notice,
    Sides,
    box,
    button,
    card,
    clear,
    column,
    domain_name,
    field,
    grid,
    label,
    picker,
    px,
    row,
    scrolled,
    short,
    stacked,
    t,
    tool,
)
from xpert_studio.desktop.prefs import Prefs
from xpert_studio.desktop.welcome.pipeline import PipelinePicture
from xpert_studio.records import Mode, Role
from xpert_studio.resources import resource_json

# Who are you: name, roles and domains, asked once and kept on this machine.


class Yourself(QWidget):
    """The form; ``done`` once it has a name."""

    done = Signal()

    def __init__(self, prefs: Prefs) -> None:
        super().__init__()
        self._prefs = prefs
        self.name = field(name=t("Your name"), hint=t("Full name"), most=360)
        self.roles = {role: QCheckBox(t(ROLES[role])) for role in Role}
        self.domains = {
            domain: QCheckBox(domain_name(domain).replace("&", "&&"))
            for domain in resource_json("taxonomy.json")["domains"]
        }
        self.go_on = button(t("Continue"), self._take, kind="primary")
        for role, tick in self.roles.items():
            tick.setToolTip(t(ROLE_MEANINGS[role]))
            tick.setAccessibleDescription(t(ROLE_MEANINGS[role]))
        ticks = grid(PAD, GAP, grow=(1, 1))
        for place, tick in enumerate(self.domains.values()):
            ticks.addWidget(tick, place // 2, place % 2)
        column(
            label(t("Tell us who you are"), "heading"),
            label(t("Stored only on this computer until you join or create a project."), "muted"),
            label(t("Your name"), "label"), row(self.name, self.go_on, 1),
            label(t("Your roles"), "label"), Flow(*self.roles.values(), gap=PAD),
            label(t("Your domains"), "label"), ticks, 1,
            on=self, gap=GAP,
        )  # fmt: skip
        self.name.textChanged.connect(lambda text: self.go_on.setEnabled(bool(text.strip())))
        self.name.returnPressed.connect(self._take)
        self.fill()

    def fill(self) -> None:
        """Shows what is known."""
        self.name.setText(self._prefs.name)
        for role, tick in self.roles.items():
            tick.setChecked(
                role.value in self._prefs.roles or (not self._prefs.name and role is Role.AUTHOR)
            )
        for domain, tick in self.domains.items():
            tick.setChecked(domain in self._prefs.domains)
        self.go_on.setEnabled(bool(self._prefs.name))

    def _take(self) -> None:
        if not self.name.text().strip():
            return
        self._prefs.name = self.name.text().strip()
        self._prefs.roles = [role.value for role, tick in self.roles.items() if tick.isChecked()]
        self._prefs.domains = [domain for domain, tick in self.domains.items() if tick.isChecked()]
        self.done.emit()


class WelcomeWindow(FileWindow):
    """Shown while no project is open."""

    def __init__(self, prefs: Prefs, controller: AppController) -> None:
        super().__init__(prefs, controller)
        self.setWindowTitle("Xpert Studio")
        self.setMinimumSize(px(720), px(520))
        self.notice = Notice()
        self.yourself = Yourself(prefs)
        self.yourself.done.connect(self._known)
        self._recent = column(gap=TIGHT)
        self._projects = self._ways()
        self.steps = stacked(self.yourself, self._projects)
        left = card(column(self.steps, 1, pad=SPACE))
        sides = Sides(left, self._sample(), grow=(3, 2), narrow=840)
        inside = column(
            self._head(), PipelinePicture(), sides, 1,
            pad=WIDE, gap=SPACE,
        )  # fmt: skip
        self.setCentralWidget(scrolled(box(inside, name="page")))
        self.notice.stand_in(self.statusBar())
        QShortcut(QKeySequence("Ctrl+Q"), self, controller.quit)
        QShortcut(QKeySequence("Ctrl+O"), self, controller.ask_for_project)
        self.show_step()

    def _head(self) -> QWidget:
        known = [(t("Match system language"), "system")]
        known += [(name, code) for code, name in LANGUAGES.items()]
        self.language = picker(t("Language"), known, chosen=self.prefs.language)
        self.language.activated.connect(lambda _: self._speak(self.language.currentData()))
        about = t("Build benchmarks from expert judgment. Works fully offline; only calls to a model need the network.")  # fmt: skip
        words = column(label("Xpert Studio", "title"), label(about, "muted"), gap=TIGHT)
        return box(row(words, self.language, gap=SPACE, grow=0))

    def _speak(self, language: str) -> None:
        self.prefs.language = language
        self.controller.rebuild()

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
        bar = JobBar(job)
        self.statusBar().insertPermanentWidget(0, bar)

        def ended() -> None:
            if isValid(bar):  # it is not once a project was opened meanwhile
                bar.deleteLater()

        job.ended.connect(ended)

    def _known(self) -> None:
        self.prefs.save()
        self.show_step()

    def _ways(self) -> QWidget:
        """Ways into a project of one's own, or of others."""
        ask, self.hello = self.controller, label("", "heading")
        new = self.controller.new_project
        alone, team = partial(new, Mode.SOLO), partial(new, Mode.TEAM)
        self.first = button(t("Start alone…"), alone, kind="primary", picture="user")
        opens = button(t("Open project…"), ask.ask_for_project, picture="folder-open")
        assigned = button(t("Open an assignment…"), ask.ask_for_exchanged, picture="package-open")
        begun = button(t("Start a team project…"), team, picture="users")
        brought = button(t("Import a bundle…"), ask.import_file, picture="import")
        change = button(t("Switch person"), self._ask_again, kind="link")
        return box(column(
            row(self.hello, change, grow=0),
            _way(self.first, t("You write, review and judge on your own, or for practice.")),
            _way(begun, t("Creates a project file. You become its lead.")),
            _way(opens, t("A .xpert file. You can also drop it on this window.")),
            _way(assigned, t("A file with work for you (.xassignment), or a submission to import.")),
            _way(brought, t("Create a project from a bundle.")),
            label(t("Recent projects"), "label"), self._recent, 1,
            gap=GAP,
        ))  # fmt: skip

    def _sample(self) -> QWidget:
        """Ways into the sample, as a person of a role."""
        look: Callable[..., object] = self.controller.open_sample
        whole = button(t("Open the sample project"), lambda: look(), kind="link")
        ways = grid(GAP, GAP, grow=(0, 1))
        for line, role in enumerate(Role):
            ways.addWidget(button(t(ROLES[role]), partial(look, role)), line, 0)
            ways.addWidget(label(t(ROLE_MEANINGS[role]), "small"), line, 1)
        about = t("Tasks from four professions, with work for each role.")
        head = label(t("Look around as"), "heading")
        return card(column(head, label(about, "muted"), ways, whole, 1, pad=SPACE, gap=PAD))

    def _ask_again(self) -> None:
        self.yourself.fill()
        self.steps.setCurrentWidget(self.yourself)
        self.yourself.name.setFocus()

    def _fill_recent(self) -> None:
        clear(self._recent)
        paths = self.controller.recent()
        for path in paths:
            opens = button(path.stem, partial(self.controller.open_project, path), kind="link")
            opens.setToolTip(str(path))
            forget = tool("x", t("Take {name} off this list", name=path.stem))
            forget.clicked.connect(lambda _=False, path=path: self._forget(path))
            where = label(short(str(path.parent), 60), "small", wrap=False)
            self._recent.addLayout(row(opens, where, 1, forget, gap=GAP))
        if not paths:
            self._recent.addWidget(label(t("No recent projects."), "muted"))

    def _forget(self, path: Path) -> None:
        self.prefs.recent = [other for other in self.prefs.recent if other != str(path)]
        self.prefs.save()
        self._fill_recent()

    def closeEvent(self, event: QCloseEvent) -> None:  # noqa: N802 - Qt's name
        """Keeps the preferences."""
        self.prefs.save()
        event.accept()


def _way(act: QWidget, text: str) -> QWidget:
    return box(column(row(act, 1), label(text, "small"), gap=TIGHT))
