"""Bundles and tables that the user drops or chooses: into the open project, or as a new one."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from pathlib import Path
from typing import Final, TypeVar

from xpert_studio.desktop import opening
from xpert_studio.desktop.app_controller import AppController
from xpert_studio.desktop.dropping import TABLES
from xpert_studio.desktop.session import Session, now
from xpert_studio.desktop.widgets.asking import ActionDialog
from xpert_studio.desktop.widgets.fields import picker
from xpert_studio.store import ProjectFile
from xpert_studio.wording import t

Result = TypeVar("Result")
_RECORDS: Final = frozenset({".json", ".jsonl", ".ndjson", ".parquet"})
"""Endings of files that may be datasets of Argilla."""


class TakingIn:
    """Takes files in, one job each; the window continues meanwhile.

    Nothing stays of a file whose job is cancelled.

    Args:
        app: Whose projects they become part of.
        open_exchanged: Opens an assignment or submission that has another name.
    """

    def __init__(self, app: AppController, open_exchanged: Callable[[Path], None]) -> None:
        self._app = app
        self._open_exchanged = open_exchanged

    def take(self, path: Path) -> None:
        """Takes a bundle or table into the open project, or makes a project of a bundle."""
        if path.name == "manifest.json":
            path = path.parent
        session = self._app.session
        if session is not None:
            self._with_field(path, partial(self._into, session, path))
        elif path.suffix.casefold() in TABLES or not path.exists():
            self._app.say(
                t("{file} is no bundle. Open or start a project first; tables are imported into it.",
                  file=path.name), "bad",
            )  # fmt: skip
        else:
            self._with_field(path, partial(self._as_new, path))

    def _with_field(self, path: Path, go_on: Callable[[str], None]) -> None:
        """Asks for the field with the responses, where a dataset of Argilla has several."""
        from xpert_studio.exchange.formats.argilla_reading import is_argilla_folder
        from xpert_studio.exchange.recognition import fields_to_choose

        if path.suffix.casefold() not in _RECORDS and not is_argilla_folder(path):
            go_on("")
            return

        def read(names: tuple[str, ...]) -> None:
            if len(names) < 2:
                go_on("")
                return
            field = picker(t("Response field"), [(name, name) for name in names])
            dialog = ActionDialog(
                self._app.parent_window(),
                t("Import a dataset of Argilla"),
                t("One field holds the responses; the others make up the prompts."),
                t("Import"),
            )
            dialog.add(t("Response field"), field)
            dialog.ask(lambda: go_on(str(field.currentData())))

        self._app.bridge.start(
            t("Importing {file}", file=path.name),
            lambda _: fields_to_choose(path),
            read,
            self._app.tell,
        )

    def _into(self, session: Session, path: Path, response_field: str) -> None:
        from xpert_studio.exchange import import_any

        def done(report: object) -> None:
            count = sum(getattr(report, "added", {}).values())
            self._app.say(t("{file} was imported: {n} records.", file=path.name, n=count), "good")
            if self._app.session is session:  # it was not closed meanwhile
                session.refresh_project_state()
                session.changed_outside.emit()

        self._app.bridge.start(
            t("Importing {file}", file=path.name),
            lambda job: _unless_exchanged(path, lambda: import_any(
                session.project, path, now=now(), actor_id=session.person_id,
                on_progress=lambda *_: job.go_on(), response_field=response_field,
            )),
            done,
            partial(self._failed, path),
        )  # fmt: skip

    def _as_new(self, path: Path, response_field: str) -> None:
        folder = path.parent if path.parent.exists() else Path.home()
        self._app.bridge.start(
            t("Importing {file}", file=path.name),
            lambda job: _unless_exchanged(
                path,
                lambda: opening.project_from_bundle(
                    folder, path, lambda *_: job.go_on(), response_field=response_field
                ),
            ),
            self._made,
            partial(self._failed, path),
        )

    def _failed(self, path: Path, error: BaseException) -> None:
        if isinstance(error, _ExchangedError):
            self._open_exchanged(path)
        else:
            self._app.tell(error)

    def _made(self, project: ProjectFile) -> None:
        if self._app.session is None:
            self._app.come_in(project)
            return
        # Another project was opened meanwhile: the user is not interrupted.
        path = project.path
        project.close()
        self._app.say(
            t("{file} is ready.", file=path.name), "good",
            act=t("Open"), run=partial(self._app.open_project, path),
        )  # fmt: skip


class _ExchangedError(Exception):
    """What was to be imported is an assignment or a submission."""


def _unless_exchanged(path: Path, work: Callable[[], Result]) -> Result:
    """Imports a file, unless it is an assignment or submission under another name."""
    from xpert_studio.exchange.assignment_files import kind_of_file

    if path.suffix.casefold() not in TABLES and kind_of_file(path) is not None:
        raise _ExchangedError
    return work()
