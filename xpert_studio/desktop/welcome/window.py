"""The first window: who the person is, then a new project, one there is, an import or the sample."""

from __future__ import annotations

from functools import partial
from pathlib import Path

from PySide6.QtCore import Signal
from PySide6.QtGui import QCloseEvent, QKeySequence, QShortcut
from PySide6.QtWidgets import QCheckBox, QGridLayout, QWidget
from shiboken6 import isValid

from xpert_studio.desktop.app_controller import AppController
from xpert_studio.desktop.bridge import Job
from xpert_studio.desktop.dropping import FileWindow
from xpert_studio.desktop.footer import JobBar
from xpert_studio.desktop.kit import (
    GAP,
    PAD,
    ROLE_MEANINGS,
    ROLES,
    SPACE,
    TIGHT,
    WIDE,
    Notice,
    box,
    button,
    card,
    clear,
    column,
    domain_name,
    field,
    label,
    px,
    row,
    scrolled,
    short,
    stacked,
    t,
    tool,
)
from xpert_studio.desktop.prefs import Prefs
from xpert_studio.records import Role
from xpert_studio.resources import resource_json

# Who are you: name, roles and domains, asked once and kept on this machine.


class Yourself(QWidget):
    """The form; ``done`` once it has a name."""

    done = Signal()

    def __init__(self, prefs: Prefs) -> None:
        super().__init__()
        self._prefs = prefs
        self.name = field(name=t("Your name"), hint=t("Full name"), most=360)
        self.roles = {
            role: QCheckBox(f"{t(ROLES[role])} – {t(ROLE_MEANINGS[role])}") for role in Role
        }
        self.domains = {
            domain: QCheckBox(domain_name(domain).replace("&", "&&"))
            for domain in resource_json("taxonomy.json")["domains"]
        }
        self.go_on = button(t("Continue"), self._take, kind="primary")
        grid = QGridLayout()
        grid.setSpacing(px(GAP))
        for place, tick in enumerate(self.domains.values()):
            grid.addWidget(tick, place // 2, place % 2)
        ground = card(column(
            label(t("Your name"), "label"), self.name,
            label(t("Your roles"), "label"), *self.roles.values(),
            label(t("Your domains"), "label"), grid,
            row(self.go_on, 1),
            pad=SPACE, gap=GAP,
        ))  # fmt: skip
        fields = box(column(
            label(t("Welcome to Xpert Studio"), "title"),
            label(
                t(
                    "Build benchmarks from expert judgment. Tell us who you are. This is stored only on this computer until you join or create a project."
                ),
                "muted",
            ),
            ground,
            1,
            gap=SPACE,
        ))  # fmt: skip
        column(scrolled(fields), on=self)
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
        self._projects = self._project_step()
        self.steps = stacked(self.yourself, self._projects)
        ground = box(column(self.steps, pad=WIDE, gap=PAD), name="page")
        self.setCentralWidget(ground)
        self.notice.stand_in(self.statusBar())
        QShortcut(QKeySequence("Ctrl+Q"), self, controller.quit)
        QShortcut(QKeySequence("Ctrl+O"), self, controller.ask_for_project)
        self.show_step()

    def show_step(self) -> None:
        """Asks who the person is, once; then which project."""
        if self.prefs.name:
            self._fill_recent()
            self.hello.setText(t("Hello, {name}.", name=self.prefs.name))
            self.steps.setCurrentWidget(self._projects)
            self.first.setFocus()
        else:
            self.steps.setCurrentWidget(self.yourself)
            self.yourself.name.setFocus()

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

    def _project_step(self) -> QWidget:
        self.hello = label("", "title")
        self.first = button(
            t("Open the sample project"),
            self.controller.open_sample,
            kind="primary",
            picture="book-open",
        )
        ways = card(column(
            label(t("Get started"), "heading"),
            column(
                self._way(self.first, t("12 sample tasks from four professions, at different stages.")),
                self._roles(),
                gap=GAP,
            ),
            self._way(
                button(t("New project…"), self.controller.new_project, picture="file-plus"),
                t("Creates a project file. You become its lead."),
            ),
            self._way(
                button(t("Open project…"), self.controller.ask_for_project, picture="folder-open"),
                t("A .xpert file. You can also drop it on this window."),
            ),
            self._way(
                button(t("Import a bundle…"), self.controller.import_file, picture="import"),
                t("Create a project from a bundle."),
            ),
            self._way(
                button(
                    t("Open an assignment…"), self.controller.ask_for_exchanged,
                    picture="package-open",
                ),
                t("A file with work for you (.xassignment), or a submission to import."),
            ),
            1,
            pad=SPACE, gap=SPACE,
        ))  # fmt: skip
        known = card(
            column(label(t("Recent projects"), "heading"), self._recent, 1, pad=SPACE, gap=PAD)
        )
        change = button(t("Switch person"), self._ask_again, kind="link")
        inside = box(column(
            row(self.hello, change, 1),
            label(t("Works fully offline. Only calls to a model need the network."), "muted"),
            row(ways, known, gap=SPACE),
            1,
            gap=SPACE,
        ))  # fmt: skip
        return box(column(scrolled(inside)))

    def _way(self, act: QWidget, text: str) -> QWidget:
        return box(column(row(act, 1), label(text, "muted"), gap=TIGHT))

    def _roles(self) -> QWidget:
        """Ways into the sample as a person of a role."""
        roles = [
            button(t(ROLES[role]), partial(self.controller.open_sample, role), kind="link")
            for role in Role
        ]
        return box(column(label(t("Look around in it as"), "muted"), row(*roles, 1), gap=TIGHT))

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
        """Keeps what was entered."""
        self.prefs.save()
        event.accept()
