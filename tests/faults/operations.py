"""What is disturbed: the operations of people, as steps that can be repeated.

A step is what a person sees the end of: a command that says it is done, a line of a form that is
saved. After a fault all steps are taken again, as a person would: what is done already is left.
"""

from __future__ import annotations

import json
import sqlite3
import sys
from collections.abc import Callable
from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path

from alembic import command as alembic
from alembic.config import Config
from sqlalchemy import StaticPool, create_engine

from tests.judge.projects import make_project
from tests.store.older import BEFORE_CHECKSUMS
from tests.workflow.studio import Studio
from xpert_studio.cli.main import run
from xpert_studio.core.exchange import export_bundle
from xpert_studio.core.exchange.assignment_transfer import (
    assignment_to_file,
    open_assignment_file,
    submission_to_file,
)
from xpert_studio.core.records import ChangeState, Visibility
from xpert_studio.core.records.assignments import Purpose
from xpert_studio.core.store import (
    ProjectFile,
    back_up,
    list_backups,
    log,
    migrate,
    responses,
)
from xpert_studio.core.workflow import (
    CommandContext,
    NewResponse,
    add_comment,
    add_responses,
    change_brief,
    form_view,
    judge_line,
    open_form,
    send_back,
    submit_form,
)
from xpert_studio.core.workflow.assignments.choosing import choose
from xpert_studio.core.workflow.copies import create_copy

PROJECT = "law.xpert"
COPY = "laptop.xpert"
NOW = datetime(2026, 5, 5, 9, tzinfo=UTC)


@dataclass
class Place:
    """Where an operation runs: a folder of its own, and a provider on the loopback address."""

    folder: Path
    provider: str
    _project: ProjectFile | None = None

    @property
    def path(self) -> Path:
        """The project file."""
        return self.folder / PROJECT

    def open(self) -> ProjectFile:
        """The project, which stays open from step to step."""
        if self._project is None:
            self._project = ProjectFile.open(self.path)
        return self._project

    def close(self) -> None:
        """Closes it, where it was opened."""
        if self._project is not None:
            self._project.close()

    def ctx(self, person_id: str) -> CommandContext:
        """A person at work on it."""
        return CommandContext(self.open(), person_id, lambda: NOW)


class CommandFailedError(Exception):
    """A command ended with another exit code than 0."""


def command(*words: object) -> None:
    """Runs ``xpert-studio WORDS`` in this process, as its entry point does."""
    sys.argv = ["xpert-studio", *map(str, words)]
    try:
        run()
    except SystemExit as ended:
        if ended.code:
            raise CommandFailedError(ended.code) from ended


Step = Callable[[Place], None]


@dataclass(frozen=True)
class Operation:
    """An operation.

    Attributes:
        name: What it is called in the table.
        prepare: Makes the files it begins with.
        steps: What a person does, step by step.
        partly: After which outcomes a part of the step that was under way may be there.
        leaves_threads: Whether threads are left in the process that did it.
    """

    name: str
    prepare: Callable[[Path], None]
    steps: tuple[Step, ...]
    partly: frozenset[str] = frozenset()
    leaves_threads: bool = False


def _nothing(_folder: Path) -> None:
    """For an operation that begins in an empty folder."""


def _two_tasks(folder: Path) -> None:
    make_project(folder / PROJECT, image=True).close()


def _bundle(folder: Path) -> None:
    """A bundle of two tasks more, with an attachment that is larger than a page."""
    other = folder / "other.xpert"
    with make_project(other, tasks=4, image=True) as project:
        export_bundle(project, folder / "bundle", visibility=Visibility.PRIVATE, now=NOW)
    other.unlink()


def _project_and_bundle(folder: Path) -> None:
    _two_tasks(folder)
    _bundle(folder)


def _project_and_older_bundle(folder: Path) -> None:
    with make_project(folder / PROJECT, tasks=1, image=True) as project:
        export_bundle(project, folder / "bundle", visibility=Visibility.PRIVATE, now=NOW)
    (folder / PROJECT).unlink()
    _two_tasks(folder)


def _studio(folder: Path) -> Studio:
    studio = Studio(folder / PROJECT)
    studio.answered(models=("aurora", "borealis"))
    studio.rubric("t2")
    return studio


def _to_judge(folder: Path) -> None:
    _studio(folder).project.close()


def _to_undo(folder: Path) -> None:
    studio = _studio(folder)
    more = [NewResponse("t1", f"system {n}", f"Leave at month {n}.") for n in range(3)]
    change = add_responses(studio.lena, more)
    (folder / "change.json").write_text(json.dumps(change.id))
    studio.project.close()


def _submission(folder: Path) -> None:
    """A review was assigned, done and submitted."""
    studio = Studio(folder / PROJECT)
    studio.review("t1")
    studio.rubric("t2")
    scope = choose(studio.lena, "maria", Purpose.REVIEW)
    file, own = folder / "review.xassignment", folder / "own.xpert"
    assignment_to_file(studio.lena, file, Purpose.REVIEW, "maria", scope)
    with open_assignment_file(file, own, now=studio.now()) as opened:
        ctx = CommandContext(opened, "maria", studio.now, studio.new_id)
        add_comment(ctx, "t1", "Which month?")
        send_back(ctx, "t1", summary="Name the month.")
        submission_to_file(ctx, folder / "work.xsubmission")
    own.unlink()
    file.unlink()
    studio.project.close()


def _with_copy(folder: Path) -> None:
    """A copy of the project in which people worked, as others did in the project."""
    studio = _studio(folder)
    with studio.project.reading() as tx:
        first, *_ = responses.outlines(tx)
    create_copy(studio.lena, folder / COPY)
    change_brief(studio.wei, "t2", title="A lease in the project")
    with ProjectFile.open(folder / COPY) as copy:
        wei, maria = (
            CommandContext(copy, person, studio.now, studio.new_id) for person in ("wei", "maria")
        )
        change_brief(wei, "t2", context="You advise a bank.")
        open_form(maria, first.id)
        line = form_view(maria, first.id).lines[0].checkpoint
        judge_line(maria, first.id, line.id, value=True, rationale="It says so.")
    studio.project.close()


def _with_backup(folder: Path) -> None:
    """A backup of one task, and a project that has two by now."""
    make_project(folder / PROJECT, tasks=1).close()
    back_up(folder / PROJECT)
    (folder / PROJECT).unlink()
    _two_tasks(folder)


def _older(folder: Path) -> None:
    """A project as version 1 of the schema has it."""
    _two_tasks(folder)
    first = _first_schema()
    raw = sqlite3.connect(folder / PROJECT)
    for statement in BEFORE_CHECKSUMS:
        raw.execute(statement)
    for name in _names(raw, "index") - first["index"]:
        raw.execute(f"DROP INDEX {name}")
    for table in _names(raw, "table") - first["table"]:
        raw.execute(f"DROP TABLE {table}")
    for table in first["table"]:
        for column in _columns(raw, table) - first[table]:
            raw.execute(f"ALTER TABLE {table} DROP COLUMN {column}")
    raw.execute("PRAGMA user_version = 1")
    raw.commit()
    raw.close()


def _first_schema() -> dict[str, set[str]]:
    """The names of indexes and tables of version 1, and of the columns of each table."""
    raw = sqlite3.connect(":memory:")
    engine = create_engine("sqlite://", creator=lambda: raw, poolclass=StaticPool)
    config = Config()
    config.set_main_option("script_location", str(Path(migrate.__file__).with_name("migrations")))
    with engine.begin() as connection:
        config.attributes["connection"] = connection
        alembic.upgrade(config, "0001")
    tables = _names(raw, "table") - {"alembic_version"}
    found = {table: _columns(raw, table) for table in tables}
    return found | {"table": tables, "index": _names(raw, "index")}


def _names(raw: sqlite3.Connection, kind: str) -> set[str]:
    query = "SELECT name FROM sqlite_master WHERE type = ? AND name NOT LIKE 'sqlite_%'"
    return {name for (name,) in raw.execute(query, (kind,))}


def _columns(raw: sqlite3.Connection, table: str) -> set[str]:
    return {row[1] for row in raw.execute(f"PRAGMA table_info({table})")}


def _import(place: Place) -> None:
    command("import", place.path, place.folder / "bundle", "--json")


def _import_new(place: Place) -> None:
    new = () if place.path.exists() else ("--new",)
    command("import", place.path, place.folder / "bundle", *new, "--json")


def _judge(number: int) -> Step:
    def judge(place: Place) -> None:
        ctx, response = place.ctx("maria"), _to_be_judged(place)
        if not _is_submitted(place):
            point = form_view(ctx, response).lines[number].checkpoint
            judge_line(ctx, response, point.id, value=number != 1, rationale=f"Reason {number}.")

    return judge


def _submit_form(place: Place) -> None:
    if not _is_submitted(place):
        submit_form(place.ctx("maria"), _to_be_judged(place))


def _open_form(place: Place) -> None:
    if not _is_submitted(place):
        open_form(place.ctx("maria"), _to_be_judged(place))


def _is_submitted(place: Place) -> bool:
    form = form_view(place.ctx("maria"), _to_be_judged(place)).form
    return form is not None and form.submitted_at is not None


def _to_be_judged(place: Place) -> str:
    with place.open().reading() as tx:
        return min(item.id for item in responses.all_responses(tx, task_ids=["t1"]))


def _score(place: Place) -> None:
    judge = ("--judge", "compatible:local", "--base-url", place.provider)
    command("score", place.path, *judge, "--concurrency", 2, "--json")


def _import_submission(place: Place) -> None:
    file = place.folder / "work.xsubmission"
    command("assignment", "import", place.path, file, "--as", "lena", "--json")


def _update_copy(place: Place) -> None:
    command("copy", "update", place.folder / COPY, place.path, "--json")


def _export(name: str, *options: str) -> Step:
    def export(place: Place) -> None:
        replace = ("--replace",) if (place.folder / name).exists() else ()
        command("export", place.path, place.folder / name, *options, *replace, "--json")

    return export


def _back_up(place: Place) -> None:
    command("backup", place.path, "--json")


def _restore(place: Place) -> None:
    name = list_backups(place.path)[-1].path.name
    command("backup", place.path, "--restore", name, "--json")


def _open(place: Place) -> None:
    place.open()


def _new(place: Place) -> None:
    if not place.path.exists():
        command("new", place.path, "--as", "lena", "--your-name", "Lena", "--json")


def _undo(place: Place) -> None:
    change_id = json.loads((place.folder / "change.json").read_text())
    with ProjectFile.open(place.path) as project, project.reading() as tx:
        undone = log.states(tx)[change_id] is ChangeState.UNDONE
    if not undone:
        command("undo", place.path, "--as", "lena", "--change", change_id, "--json")


_SAVED_AS_IT_GOES = frozenset({"killed", "reported"})
OPERATIONS = {
    operation.name: operation
    for operation in (
        Operation("import", _project_and_bundle, (_import,)),
        Operation("import --new", _bundle, (_import_new,), frozenset({"killed"})),
        Operation(
            "judge a form",
            _to_judge,
            (_open_form, *(_judge(number) for number in range(3)), _submit_form),
        ),
        Operation("score", _two_tasks, (_score,), _SAVED_AS_IT_GOES, leaves_threads=True),
        Operation("assignment import", _submission, (_import_submission,)),
        Operation("copy update", _with_copy, (_update_copy,)),
        Operation("export folder", _project_and_older_bundle, (_export("bundle"),)),
        Operation("export zip", _two_tasks, (_export("bundle.zip"),)),
        Operation("publish", _to_judge, (_export("public.zip", "--public", "--as", "lena"),)),
        Operation("backup", _two_tasks, (_back_up,)),
        # The project is back as a whole; the row of the log that says so follows it.
        Operation("restore", _with_backup, (_restore,), _SAVED_AS_IT_GOES),
        Operation("migrate", _older, (_open,)),
        Operation("new", _nothing, (_new,)),
        Operation("undo", _to_undo, (_undo,)),
    )
}
