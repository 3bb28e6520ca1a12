"""Files that a person opens or drops.

Assignments and submissions go where they belong; what can be imported is taken into the open
project or a new one.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Final, TypeVar

from shiboken6 import isValid

from xpert_studio.core.errors import XpertError
from xpert_studio.core.store import ProjectFile
from xpert_studio.core.wording import mark, t, translated
from xpert_studio.core.workflow.assignments.content import AssignmentContent, SubmissionContent
from xpert_studio.core.workflow.assignments.opening import open_assignment
from xpert_studio.core.workflow.views.submissions import belongs_in, own_assignment
from xpert_studio.desktop import opening
from xpert_studio.desktop.bridge import Job
from xpert_studio.desktop.controller import Controller
from xpert_studio.desktop.pages.base import Page
from xpert_studio.desktop.places import Place
from xpert_studio.desktop.session import Session, now
from xpert_studio.desktop.welcome.new_from_assignment import NewFromAssignment
from xpert_studio.desktop.welcome.new_from_rubric import NewFromRubric
from xpert_studio.desktop.widgets import form_inputs as inputs
from xpert_studio.desktop.widgets.asking import ActionDialog
from xpert_studio.desktop.widgets.form import FormField
from xpert_studio.desktop.window import MainWindow

if TYPE_CHECKING:
    from xpert_studio.core.exchange import ImportReport
    from xpert_studio.core.exchange.file_kinds import FileKind
    from xpert_studio.core.exchange.formats.incoming import ImportFormat

EXCHANGED: Final = frozenset({".xassignment", ".xsubmission", ".xpacket"})
"""What such files end in; packets are of earlier versions, and are refused with what to do."""
Content = AssignmentContent | SubmissionContent
Result = TypeVar("Result")
_SMALL: Final = 1_000_000
"""Of files of more bytes a person sees that they are looked at."""
_NOTES: Final = 3
"""So many notes of an import are said in the window."""


class GivenFiles:
    """Finds out where files belong, and goes there or takes them in; the window continues meanwhile.

    Nothing stays of a file whose job is cancelled.

    Args:
        app: Whose windows and projects.
    """

    def __init__(self, app: Controller) -> None:
        self._app = app

    def open(self, path: Path) -> None:
        """Opens an assignment or submission where it belongs; a damaged one changes nothing."""
        app, session, path = self._app, self._app.session, path.absolute()
        known = list(dict.fromkeys([*([session.path] if session else []), *app.recent()]))
        app.bridge.start(
            t("Opening {file}", file=path.name),
            lambda job: _find(path, known, job),
            lambda found: self._continue(path, session, *found),
            lambda error: self._failed(path, session, error),
        )

    def _failed(self, path: Path, session: Session | None, error: BaseException) -> None:
        if session is not self._app.session:  # another project was opened meanwhile
            self.open(path)
        else:
            self._app.tell(error)

    def _continue(
        self, path: Path, session: Session | None, content: Content, project: Path | None
    ) -> None:
        app = self._app
        if session is not app.session:
            self.open(path)
        elif session is not None and project == session.path:
            self._show(path, content)
        elif project is not None:
            self._offer(project, path, content)
        elif isinstance(content, SubmissionContent):
            app.say(
                t("This submission belongs in another project. Open that project, then import it."),
                "bad",
            )
        else:
            NewFromAssignment(
                app.parent_window(), path, content, lambda target: self._make(target, path, content)
            ).open()

    def _show(self, path: Path, content: Content) -> None:
        """Shows a submission, or the page of the assignment, in the open project."""
        window = self._app.window
        if not isinstance(window, MainWindow):
            return
        if isinstance(content, AssignmentContent):
            window.go(Place("assignments"))
            return
        from xpert_studio.desktop.pages.assignments.page import AssignmentsPage

        page = window.page("assignments")
        if isinstance(page, AssignmentsPage):
            page.give(path, content)
        window.go(Place("assignments", tab="import", item=str(path)))

    def _offer(self, project: Path, path: Path, content: Content) -> None:
        """Opens the project that a file belongs in, asking first where another one is open."""
        if self._app.session is None:
            self._open_in(project, path)
        else:
            text = (
                t("You have opened this assignment before, as {project}.", project=project.stem)
                if isinstance(content, AssignmentContent)
                else t("{file} belongs in {project}.", file=path.name, project=project.stem)
            )
            ActionDialog(
                self._app.parent_window(),
                t("Another project"),
                text,
                t("Open {project}", project=project.stem),
            ).ask(lambda: self._open_in(project, path))

    def _open_in(self, project: Path, path: Path) -> None:
        self._app.open_project(project)
        if self._app.session and self._app.session.path == project.absolute():
            self.open(path)

    def _make(self, target: Path, path: Path, content: AssignmentContent) -> None:
        """Makes a project of an assignment, and opens it as the person it is for."""
        self._app.bridge.start(
            t("Opening {file}", file=path.name),
            lambda job: open_assignment(content, target, now=now(), check=job.go_on),
            lambda project: self._made(project, content),
            self._app.tell,
        )

    def _made(self, project: ProjectFile, content: AssignmentContent) -> None:
        self._app.prefs.people[str(project.path)] = content.assignment.person_id
        self._app.come_in(project)
        window = self._app.window
        if isinstance(window, MainWindow) and window.session.project is project:
            window.go(Place("assignments"))

    def take(self, path: Path) -> None:
        """Takes a file or folder where what it is belongs; asks where it may be several things."""
        from xpert_studio.core.exchange.file_kinds import kinds_of

        app, page = self._app, self._page
        if path.name == "manifest.json":
            path = path.parent
        attaches = page is not None and page.attaches

        def look() -> Sequence[FileKind]:
            return _unless_exchanged(path, lambda: kinds_of(path, attaches=attaches))

        done = partial(self._recognised, app.session, page, path)
        failed = partial(self._not_taken, path)
        if path.is_file() and path.stat().st_size > _SMALL:
            app.bridge.start(t("Importing {file}", file=path.name), lambda _: look(), done, failed)
        else:
            app.bridge.read(look, done, failed)

    @property
    def _page(self) -> Page | None:
        """The page that is shown."""
        window = self._app.window
        shown = window.pages.currentWidget() if isinstance(window, MainWindow) else None
        return shown if isinstance(shown, Page) else None

    def show_rubric(self, path: Path) -> None:
        """Shows a rubric table before it is imported; without a project one is made of it."""
        from xpert_studio.desktop.pages.importing.taking import import_place

        window, page = self._app.window, self._page
        if not isinstance(window, MainWindow):
            NewFromRubric(self._app, path).read()
        elif page is None or not page.take_file(path):
            window.go(import_place(path))

    def _recognised(
        self, session: Session | None, page: Page | None, path: Path, kinds: Sequence[FileKind]
    ) -> None:
        """Follows the kind that a file is of; asks where it may be several, the likelier first."""
        if len(kinds) == 1:
            self._take_as(session, page, path, kinds[0].id)
        else:
            self._ask(
                t("Import"),
                t("{file} may be of several kinds.", file=path.name),
                mark("Read it as"),
                [(_title_of(kind), kind.id) for kind in kinds],
                partial(self._take_as, session, page, path),
            )

    def _ask(
        self,
        title: str,
        text: str,
        field: str,
        options: Sequence[tuple[str, str]],
        then: Callable[[str], object],
    ) -> None:
        """Asks for one of several things, of which each is named and stands for a text."""
        asked = [FormField(key="one", title=field, kind=inputs.choice(lambda: options))]
        dialog = ActionDialog(self._app.parent_window(), title, text, t("Import"), asked=asked)
        dialog.ask(lambda: then(dialog.form.values()["one"]))

    def _take_as(
        self, session: Session | None, page: Page | None, path: Path, kind_id: str
    ) -> None:
        from xpert_studio.core.exchange.file_kinds import DOCUMENT, RUBRIC
        from xpert_studio.core.exchange.formats.incoming import IMPORTS

        if kind_id == RUBRIC:
            self.show_rubric(path)
        elif kind_id == DOCUMENT:
            if page is not None and isValid(page):
                page.attach(path)
        else:
            self._take_in(session, IMPORTS[kind_id], path)

    def _take_in(self, session: Session | None, kind: ImportFormat, path: Path) -> None:
        if session is not None:
            self._with_field(kind, path, partial(self._into, session, kind, path))
        elif kind.needs_tasks:
            self._app.say(
                t(
                    "{file} has ratings or responses, and no tasks. Open or start a project first; "
                    "they are imported into it.",
                    file=path.name,
                ),
                "bad",
            )
        else:
            self._with_field(kind, path, partial(self._as_new, kind, path))

    def _with_field(self, kind: ImportFormat, path: Path, go_on: Callable[[str], None]) -> None:
        """Asks for the field with the responses, where a kind has several."""
        fields_of = kind.response_fields
        if fields_of is None:
            go_on("")
            return

        def read(names: tuple[str, ...]) -> None:
            if len(names) < 2:
                go_on("")
            else:
                self._ask(
                    t("Import: {title}", title=translated(kind.title)),
                    t("One field holds the responses; the others make up the prompts."),
                    mark("Response field"),
                    [(name, name) for name in names],
                    go_on,
                )

        self._app.bridge.start(
            t("Importing {file}", file=path.name),
            lambda _: fields_of(path),
            read,
            self._app.tell,
        )

    def _into(self, session: Session, kind: ImportFormat, path: Path, response_field: str) -> None:
        from xpert_studio.core.exchange import import_any

        def done(report: ImportReport) -> None:
            n = sum(report.added.values())
            is_open = self._app.session is session  # it was not closed meanwhile
            left = len(report.warnings) - _NOTES
            notes = [*report.warnings[:_NOTES], t("{n} more notes.", n=left) if left > 0 else ""]
            told = t("{file} was imported: {n} records.", file=path.name, n=n)
            self._app.say(
                " ".join(filter(None, (told, *notes))),
                "good",
                act=t("Undo") if is_open else "",
                run=lambda: session.undo(change_id=report.id),
            )
            if is_open:
                session.refresh_project_state()
                session.changed_outside.emit()

        self._app.bridge.start(
            t("Importing {file}", file=path.name),
            lambda job: import_any(
                session.project,
                path,
                now=now(),
                actor_id=session.person_id,
                on_progress=lambda *_: job.go_on(),
                response_field=response_field,
                format_id=kind.id,
            ),
            done,
            partial(self._not_taken, path),
        )

    def _as_new(self, kind: ImportFormat, path: Path, response_field: str) -> None:
        folder = path.parent if path.parent.exists() else Path.home()
        self._app.bridge.start(
            t("Importing {file}", file=path.name),
            lambda job: opening.project_from_bundle(
                folder,
                path,
                self._app.prefs,
                lambda *_: job.go_on(),
                response_field=response_field,
                format_id=kind.id,
            ),
            self._taken_as_new,
            partial(self._not_taken, path),
        )

    def _not_taken(self, path: Path, error: BaseException) -> None:
        if isinstance(error, _ExchangedError):
            self.open(path)
        else:
            self._app.tell(error)

    def _taken_as_new(self, project: ProjectFile) -> None:
        if self._app.session is None:
            self._app.come_in(project)
        else:  # another project was opened meanwhile: the user is not interrupted
            project.close()
            self._app.say(
                t("{file} is ready.", file=project.path.name),
                "good",
                act=t("Open"),
                run=partial(self._app.open_project, project.path),
            )


def _find(path: Path, known: Sequence[Path], job: Job) -> tuple[Content, Path | None]:
    """Reads a file and finds the project it belongs in, the open one first; None for none known.

    Raises:
        XpertError: It is damaged, of an earlier version, or neither of the two.
    """
    from xpert_studio.core.exchange.assignment_files import (
        SUBMISSION,
        kind_of_file,
        read_assignment,
        read_submission,
    )

    content: Content = (
        read_submission(path) if kind_of_file(path) == SUBMISSION else read_assignment(path)
    )
    project = next((other for other in known if _belongs(other, content)), None)
    job.go_on()
    return content, project


def _belongs(path: Path, content: Content) -> bool:
    try:
        with ProjectFile.open(path, read_only=True) as project:
            if isinstance(content, SubmissionContent):
                return belongs_in(project, content.submission)
            with project.reading() as tx:
                own = own_assignment(tx)
            return own is not None and own.id == content.assignment.id
    except (XpertError, OSError):  # what is wrong with it is said when it is opened
        return False


def _title_of(kind: FileKind) -> str:
    """What a file may be read as, in words."""
    from xpert_studio.core.exchange.file_kinds import DOCUMENT, RUBRIC
    from xpert_studio.core.exchange.formats.incoming import IMPORTS

    known = {RUBRIC: t("A rubric: checkpoints"), DOCUMENT: t("A document, attached to this brief")}
    return known.get(kind.id) or translated(IMPORTS[kind.id].title)


class _ExchangedError(Exception):
    """What was to be imported is an assignment or a submission."""


def _unless_exchanged(path: Path, work: Callable[[], Result]) -> Result:
    """Imports a file, unless it is an assignment or submission under another name."""
    from xpert_studio.core.exchange.assignment_files import kind_of_file
    from xpert_studio.core.exchange.formats.incoming.candidate import TABLES

    if path.suffix.casefold() not in TABLES and kind_of_file(path) is not None:
        raise _ExchangedError
    return work()
