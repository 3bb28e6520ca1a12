"""The project that is made of a rubric: the table is seen first, and where it is saved."""

from __future__ import annotations

from functools import partial
from pathlib import Path

from xpert_studio.core.errors import UsageError
from xpert_studio.core.messages import Message
from xpert_studio.core.records import Mode, Taxonomy
from xpert_studio.core.store import ProjectFile, project_path
from xpert_studio.core.wording import spoken, t
from xpert_studio.desktop import opening
from xpert_studio.desktop.controller import Controller
from xpert_studio.desktop.pages.importing.chosen import ChosenRubric, Failed, Opened
from xpert_studio.desktop.pages.importing.tables_opened import opened_file
from xpert_studio.desktop.pages.importing.taking import Taking
from xpert_studio.desktop.pages.importing.view import RubricImport
from xpert_studio.desktop.welcome.save_as import SAVE_AS, documents
from xpert_studio.desktop.widgets.form import Form


class NewFromRubric:
    """Shows a rubric on the first page; importing it makes a project, and nothing before.

    Args:
        app: Whose first page.
        path: The file with the rubric.
    """

    def __init__(self, app: Controller, path: Path) -> None:
        self._app, self._path = app, path
        self._saved = Form([SAVE_AS])
        self._saved.show_values({"path": opening.free_path(documents(), path.stem)})

    def read(self) -> None:
        """Reads the table, and shows it where a project is not opened meanwhile."""
        self._app.bridge.read(self._open, self._show, self._app.tell)

    def _open(self, encoding: str = "") -> Opened:
        return opened_file(self._path, Taxonomy().dimensions, encoding)

    def _show(self, opened: Opened) -> None:
        from xpert_studio.desktop.welcome.window import WelcomeWindow

        window = self._app.window
        if isinstance(window, WelcomeWindow):
            table = RubricImport(
                self._app.bridge,
                opened,
                has_rubric=False,
                may_add=True,
                take=self._take,
                leave=window.leave_table,
                reopen=self._open,
                beside=self._saved,
            )
            window.show_table(table)

    def _take(self, chosen: ChosenRubric, failed: Failed) -> None:
        if not self._saved.check():
            failed(UsageError(Message("Choose where the new project is saved.")))
            return
        target, language = project_path(self._saved.values()["path"]), spoken()
        prefs = self._app.prefs
        self._app.bridge.start(
            t("Creating {file}", file=target.name),
            lambda _: opening.start_project(
                target, prefs, name=target.stem, language=language, mode=Mode.SOLO
            ),
            partial(self._made, chosen),
            failed,
        )

    def _made(self, chosen: ChosenRubric, project: ProjectFile) -> None:
        from xpert_studio.desktop.window import MainWindow

        self._app.come_in(project)
        window = self._app.window
        if isinstance(window, MainWindow) and window.session.project is project:
            Taking(window.shell).take(chosen, window.shell.tell)
