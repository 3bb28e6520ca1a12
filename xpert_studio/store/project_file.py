"""A project: one ``.xpert`` file, created, opened, read and changed as a whole.

    with ProjectFile.open(path) as project, project.writing() as tx:
        tasks.add(tx, task)

A change is a transaction: it is on disk entirely when the ``with`` ends, or not at all.
"""

from __future__ import annotations

import os
import sqlite3
from collections.abc import Iterator
from contextlib import AbstractContextManager, contextmanager, nullcontext, suppress
from pathlib import Path
from types import TracebackType
from typing import Self

from sqlalchemy import Engine

from xpert_studio.errors import NotFoundError, ProjectFileError, ReadOnlyProjectError
from xpert_studio.records import ProjectInfo
from xpert_studio.store import held, settings
from xpert_studio.store.connection import connect, make_engine, readable_errors
from xpert_studio.store.log_watch import LogWatch
from xpert_studio.store.recognise import recognise
from xpert_studio.store.schema import APPLICATION_ID, SCHEMA_VERSION, metadata
from xpert_studio.store.transaction import Transaction

SUFFIX = ".xpert"


class ProjectFile:
    """An open project file. Use ``create`` or ``open``; close it, or use it in a ``with``.

    Attributes:
        path: Where it lies.
        read_only: Whether changes are refused.
        warnings: What a person should know about how it was opened.
    """

    def __init__(self, path: Path, engine: Engine, *, read_only: bool) -> None:
        self.path = path
        self.read_only = read_only
        self.warnings: tuple[str, ...] = ()
        self._engine = engine
        self._identity = held.identity(path)
        self._is_open = True
        self._log: LogWatch | None = None
        held.hold(self._identity)

    @classmethod
    def create(cls, path: Path, info: ProjectInfo) -> Self:
        """Makes a new project file.

        It is built beside its final name and moved there whole, so that no half-made file ever
        carries that name.

        Raises:
            ProjectFileError: A file of that name exists, or the folder cannot be written to.
        """
        path = path.absolute()
        if path.exists():
            raise ProjectFileError(
                f"{path.name} exists already.", remedy="Choose another name, or open that file."
            )
        unfinished = path.with_name(f".{path.name}.{os.getpid()}.new")
        try:
            with readable_errors(path):
                _build(unfinished, info)
            os.link(unfinished, path)
        except FileExistsError as error:
            raise ProjectFileError(f"{path.name} exists already.") from error
        except OSError as error:
            raise ProjectFileError(
                f"{path.name} could not be created: {error.strerror or error}.",
                remedy="Choose a folder that exists and that you may write to.",
            ) from error
        finally:
            with suppress(OSError):
                unfinished.unlink()
        return cls.open(path)

    @classmethod
    def open(cls, path: Path, *, read_only: bool = False) -> Self:
        """Opens a project file; an older one is backed up and migrated first.

        A file or folder that cannot be written to is opened for reading, with a warning.

        Raises:
            NotFoundError: There is no such file.
            NotAProjectError: The file is something else.
            NewerProjectError: It was written by a newer version.
            DamagedProjectError: Its schema or header is damaged.
        """
        path = path.absolute()
        if not path.exists():
            raise NotFoundError(
                f"There is no file {path}.",
                remedy="Check the name, or make a project with 'xpert-studio new'.",
            )
        warnings = []
        if not read_only and not _may_write(path):
            read_only = True
            warnings.append(f"{path.name} cannot be written to; it is open for reading only.")
        mode = "ro" if read_only else "rw"
        if read_only and not os.access(path.parent, os.W_OK):
            mode = "immutable"
        with readable_errors(path), held.opening:
            _bring_up_to_date(path, mode)
            engine = make_engine(path, mode=mode)
            project = cls(path, engine, read_only=read_only)
            if not read_only:
                warnings += project._start_wal()
        project.warnings = tuple(warnings)
        return project

    def _start_wal(self) -> list[str]:
        with self._raw() as connection:
            (mode,) = connection.execute("PRAGMA journal_mode = WAL").fetchone()
        if mode == "wal":
            self._log = LogWatch(self.path, self._reconnect)
            return []
        warning = (
            f"The disk of {self.path.name} cannot lock properly (a network share?): "
            "do not open it from two places at once."
        )
        return [warning]

    def _reconnect(self) -> None:
        with readable_errors(self.path):
            self._engine.dispose()
            with self._raw() as connection:
                connection.execute("PRAGMA journal_mode = WAL")

    def _watched(self, *, writes: bool) -> AbstractContextManager[None]:
        return nullcontext() if self._log is None else self._log.transaction(writes=writes)

    @contextmanager
    def _raw(self) -> Iterator[sqlite3.Connection]:
        connection = connect(self.path, mode="rw")
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
            ProjectBusyError: Somebody else has been writing for too long.
            DiskError: The disk is full or failing.
        """
        if self.read_only:
            raise ReadOnlyProjectError(
                f"{self.path.name} is open for reading only.",
                remedy="Check the permissions of the file and its folder, or work on a copy.",
            )
        self._still_there()
        with (
            readable_errors(self.path),
            self._watched(writes=True),
            self._engine.connect() as plain,
        ):
            connection = plain.execution_options(xpert_writes=True)
            with connection.begin():
                yield Transaction(self.path, connection, writes=True)

    def _still_there(self) -> None:
        if held.identity(self.path) != self._identity:
            raise ProjectFileError(
                f"{self.path} was removed or replaced while it was open.",
                remedy="Close the project and open it again.",
            )

    def close(self) -> None:
        """Closes the file; the last one to close folds everything into the one file."""
        try:
            self._fold()
        finally:
            if self._is_open:
                self._is_open = False
                held.let_go(self._identity)

    def _fold(self) -> None:
        self._engine.dispose()
        if self.read_only or held.identity(self.path) != self._identity:
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


def _may_write(path: Path) -> bool:
    return os.access(path, os.W_OK) and os.access(path.parent, os.W_OK)


def _build(path: Path, info: ProjectInfo) -> None:
    engine = make_engine(path, mode="rwc")
    try:
        with engine.begin() as connection:
            metadata.create_all(connection)
            connection.exec_driver_sql(f"PRAGMA application_id = {APPLICATION_ID}")
            connection.exec_driver_sql(f"PRAGMA user_version = {SCHEMA_VERSION}")
            settings.put_project_info(Transaction(path, connection, writes=True), info)
    finally:
        engine.dispose()


def _bring_up_to_date(path: Path, mode: str) -> None:
    version = recognise(path, mode=mode)
    if version == SCHEMA_VERSION:
        return
    if mode != "rw":
        raise ReadOnlyProjectError(
            f"{path.name} was written by an older version and has to be converted, "
            "but it cannot be written to.",
            remedy="Copy it to a folder that you may write to and open the copy.",
        )
    from xpert_studio.store.migrate import migrate  # Alembic takes half a second to import

    migrate(path, version)
