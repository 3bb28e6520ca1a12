"""A project: one ``.xpert`` file, created, opened, read and changed as a whole.

    with ProjectFile.open(path) as project, project.writing() as tx:
        tasks.add(tx, task)

A change is a transaction: it is on disk entirely when the ``with`` ends, or not at all.
"""

from __future__ import annotations

import sqlite3
from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager, contextmanager, nullcontext, suppress
from functools import cache
from pathlib import Path
from types import TracebackType
from typing import Self

from sqlalchemy import create_mock_engine
from sqlalchemy.exc import OperationalError
from sqlalchemy.schema import ExecutableDDLElement

from xpert_studio.core.atomic_files import delete, remedy_for, unfinished_path
from xpert_studio.core.errors import (
    NotFoundError,
    ProjectFileError,
    ReadOnlyProjectError,
)
from xpert_studio.core.messages import Message
from xpert_studio.core.records import ProjectInfo
from xpert_studio.core.store import (
    checksums,
    log_mark,
    logs,
    open_files,
    packs_used,
    settings,
)
from xpert_studio.core.store.connection import connect, make_engine, readable_errors
from xpert_studio.core.store.driver import run_plain
from xpert_studio.core.store.file_format import need_ordinary
from xpert_studio.core.store.log_watch import LogWatch
from xpert_studio.core.store.mapping import metadata
from xpert_studio.core.store.opening import (
    Progress,
    ProjectPlace,
    fold,
    may_write,
)
from xpert_studio.core.store.placing import place_new
from xpert_studio.core.store.schema import APPLICATION_ID, SCHEMA_VERSION, setting
from xpert_studio.core.store.transaction import Transaction
from xpert_studio.core.store.updating import place_for_reading, place_for_writing

SUFFIX = ".xpert"


def project_path(path: Path) -> Path:
    """The path of a project of that name, whether or not the name ends as those of projects do."""
    return path if path.suffix == SUFFIX else path.with_name(path.name + SUFFIX)


class ProjectFile:
    """An open project file. Use ``create`` or ``open``; close it, or use it in a ``with``.

    Attributes:
        path: Where it lies.
        read_only: Whether changes are refused.
        warnings: What a person should know about how it was opened.
    """

    def __init__(self, path: Path, place: ProjectPlace) -> None:
        self.path = path
        self.read_only = place.mode != "rw"
        self.warnings: tuple[str, ...] = tuple(place.warnings)
        self._place = place
        self._engine = make_engine(place.path, mode=place.mode)
        self._identity = open_files.identity(place.path)
        self._is_open = True
        self._log: LogWatch | None = None
        open_files.hold(self._identity)

    @classmethod
    def create(
        cls, path: Path, info: ProjectInfo, fill: Callable[[Self], object] = lambda _: None
    ) -> Self:
        """Makes a new project file.

        It is built beside its final name and moved there whole, so that no half-made file ever
        carries that name.

        Args:
            path: Where to; no file may be there.
            info: What the project says about itself.
            fill: Puts into it what it must hold before it has its name.

        Raises:
            ProjectFileError: A file of that name exists, or the folder cannot be written to.
        """
        path = path.absolute()
        if path.exists():
            raise _exists(path)
        unfinished = unfinished_path(path)
        try:
            with _creating(path), readable_errors(path):
                _build(unfinished, info)
            with cls._opened(path, ProjectPlace(unfinished, "rw")) as made:
                fill(made)
            with _creating(path), readable_errors(path):
                fold(unfinished)  # closing it lets a full or failing disk pass
                notice = place_new(unfinished, path)
        finally:
            for suffix in ("", logs.WAL, logs.INDEX, logs.JOURNAL):
                delete(logs.log_of(unfinished, suffix))
        project = cls.open(path)
        project.warnings += (notice,) if notice else ()
        return project

    @classmethod
    def open(
        cls,
        path: Path,
        *,
        read_only: bool = False,
        on_progress: Progress = lambda _done, _total: None,
    ) -> Self:
        """Opens a project file; an older one is backed up and migrated first.

        A file or folder that cannot be written to is opened for reading, with a warning. What can
        only be read in a copy (an older version in such a folder, or a log that cannot be used
        there) is read in a temporary one.

        Args:
            path: The file.
            read_only: Whether it will only be read.
            on_progress: Told how far the migration of an older file is: done, and of how much.

        Raises:
            NotFoundError: There is no such file.
            NotAProjectError: The file is something else.
            NewerProjectError: It was written by a newer version.
            DamagedProjectError: Its schema or header is damaged.
            DiskError: There is no room to migrate it.
        """
        path = path.absolute()
        if not path.exists():
            raise NotFoundError(
                Message("There is no file {path}.", path=path),
                remedy="Check the name, or make a project with 'xpert-studio new'.",
            )
        may = may_write(path)
        need_ordinary(path)
        find = place_for_reading if read_only or not may else place_for_writing
        with readable_errors(path), open_files.opening:
            project = cls._opened(path, find(path, on_progress))
        if not read_only and not may:
            project.warnings += (
                Message(
                    "{path} cannot be written to; it is open for reading only.", path=path.name
                ),
            )
        return project

    @classmethod
    def _opened(cls, path: Path, place: ProjectPlace) -> Self:
        with readable_errors(path), open_files.opening:
            project = cls(path, place)
            try:
                if not project.read_only:
                    project._start_wal()
                project._tell_of_packs()
            except BaseException:
                project.close()
                raise
        return project

    def _start_wal(self) -> None:
        with self._raw() as connection:
            log_mark.renew(connection)
            (mode,) = connection.execute("PRAGMA journal_mode = WAL").fetchone()
        if mode == "wal":
            self._log = LogWatch(self._place.path, self._reconnect)
            self._stay_connected()
            return
        warning = Message(
            "The disk of {path} cannot lock properly (a network share?): do not open it "
            "from two places at once.",
            path=self.path.name,
        )
        self.warnings += (warning,)

    def _tell_of_packs(self) -> None:
        """Which packs the project needs and lacks; whoever reads what is damaged says that."""
        with suppress(ProjectFileError, ValueError), self.reading() as tx:
            self.warnings += packs_used.lacking(tx)

    def _reconnect(self) -> None:
        with readable_errors(self.path):
            self._engine.dispose()
            with self._raw() as connection:
                connection.execute("PRAGMA journal_mode = WAL")
            self._stay_connected()

    def _stay_connected(self) -> None:
        """Keeps the log in use: else another window that closes the file would end it for us."""
        with self._engine.connect() as connection:
            run_plain(connection, "SELECT count(*) FROM sqlite_master")

    def _watched(self, *, writes: bool) -> AbstractContextManager[None]:
        return nullcontext() if self._log is None else self._log.transaction(writes=writes)

    @contextmanager
    def _raw(self) -> Iterator[sqlite3.Connection]:
        connection = connect(self._place.path, mode="rw")
        try:
            yield connection
        finally:
            connection.close()

    def info(self) -> ProjectInfo:
        """What the project says about itself."""
        with self.reading() as tx:
            return settings.project_info(tx)

    @contextmanager
    def reading(self) -> Iterator[Transaction]:
        """A consistent view; others may write meanwhile."""
        self._still_there()
        with (
            readable_errors(self.path),
            _only_reading(self.path),
            self._watched(writes=False),
            self._engine.connect() as connection,
            connection.begin(),
        ):
            yield Transaction(self.path, connection, writes=False)

    @contextmanager
    def writing(self) -> Iterator[Transaction]:
        """One change as a whole: all of it is durable when the block ends, none if it raises.

        Raises:
            ReadOnlyProjectError: The project is open for reading only.
            ProjectBusyError: Another person has been writing for too long.
            DiskError: The disk is full or failing.
        """
        if self.read_only:
            raise ReadOnlyProjectError(
                Message("{path} is open for reading only.", path=self.path.name),
                remedy="Check the permissions of the file and its folder, or work on a copy.",
            )
        self._still_there()
        with (
            readable_errors(self.path),
            self._watched(writes=True),
            self._engine.connect() as plain,
        ):
            connection = plain.execution_options(xpert_writes="rows")
            with connection.begin():
                run_plain(connection, log_mark.NEXT)
                tx = Transaction(self.path, connection, writes=True)
                yield tx
                packs_used.note(tx)

    def _still_there(self) -> None:
        if open_files.identity(self._place.path) != self._identity:
            raise ProjectFileError(
                Message("{path} was removed or replaced while it was open.", path=self.path),
                remedy="Close the project and open it again.",
            )

    def close(self) -> None:
        """Closes the file; the last one to close folds everything into the one file."""
        try:
            self._fold()
        finally:
            if self._is_open:
                self._is_open = False
                open_files.let_go(self._identity)
                self._place.leave()

    def _fold(self) -> None:
        self._engine.dispose()
        if self.read_only or open_files.identity(self._place.path) != self._identity:
            return
        with suppress(sqlite3.Error), self._raw() as connection:
            connection.execute("PRAGMA busy_timeout = 0")
            connection.execute("PRAGMA wal_checkpoint(TRUNCATE)")
            connection.execute("PRAGMA journal_mode = DELETE")

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self.close()


@contextmanager
def _only_reading(path: Path) -> Iterator[None]:
    """Says of a change by a reader what SQLite says alike of files that cannot be written."""
    try:
        yield
    except OperationalError as error:
        if "readonly" not in str(error.orig):
            raise
        raise ReadOnlyProjectError(
            Message("{path} is open for reading only.", path=path.name),
            remedy="Open it for writing.",
        ) from error


@contextmanager
def _creating(path: Path) -> Iterator[None]:
    """Turns the system's errors into one that says that a project could not be created."""
    try:
        yield
    except FileExistsError as error:
        raise _exists(path) from error
    except OSError as error:
        raise ProjectFileError(
            Message(
                "{path} could not be created: {error}.",
                path=path.name,
                error=error.strerror or error,
            ),
            remedy=remedy_for(error),
        ) from error


def _exists(path: Path) -> ProjectFileError:
    return ProjectFileError(
        Message("{path} exists already.", path=path.name),
        remedy="Choose another name, or open that file.",
    )


@cache
def _making_the_tables() -> tuple[str, ...]:
    """What makes the tables and indexes of an empty file: wording it takes longer than that."""
    said: list[str] = []

    def note(statement: ExecutableDDLElement, *_: object, **__: object) -> None:
        said.append(str(statement.compile(dialect=listener.dialect)))

    listener = create_mock_engine("sqlite+pysqlite://", note)
    metadata.create_all(listener, checkfirst=False)
    return tuple(said)


def _build(path: Path, info: ProjectInfo) -> None:
    engine = make_engine(path, mode="rwc")
    try:
        with engine.execution_options(xpert_writes="schema").begin() as connection:
            for statement in _making_the_tables():
                run_plain(connection, statement)
            run_plain(connection, f"PRAGMA application_id = {APPLICATION_ID}")
            run_plain(connection, f"PRAGMA user_version = {SCHEMA_VERSION}")
            settings.put_project_info(Transaction(path, connection, writes=True), info)
            checksums.fill(checksums.driver_of(connection), setting)
    finally:
        engine.dispose()
