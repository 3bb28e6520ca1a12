"""A copy of a project beside it, in which a judge decides responses that never enter the project.

No queue, board, export or figure sees such responses. A copy in which a run broke off stays, so
that the next run pays for nothing again, as long as the project is as it was when it was made.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from tempfile import TemporaryDirectory

from xpert_studio.core.atomic_files import delete
from xpert_studio.core.errors import XpertError
from xpert_studio.core.judge.prepared import Prepared
from xpert_studio.core.judge.scoring import need_provider
from xpert_studio.core.records import Response
from xpert_studio.core.store import ProjectFile, Transaction, log
from xpert_studio.core.store.backups import clone
from xpert_studio.core.store.bulk_import import Intake
from xpert_studio.core.store.log_chain import head_of


@dataclass(frozen=True, slots=True)
class Beside:
    """A copy of a project.

    Attributes:
        project: The copy.
        is_new: Whether it was made now; else it may hold what was paid for before.
    """

    project: ProjectFile
    is_new: bool

    def delete(self) -> None:
        """Closes and deletes it."""
        self.project.close()
        delete(self.project.path)

    def need_provider(self, prepared: Prepared) -> None:
        """Refuses a run whose provider could not be asked, and leaves no copy then.

        Raises:
            UsageError: It cannot be reached like this.
            JudgeError: It needs a key, and there is none.
        """
        try:
            need_provider(prepared)
        except XpertError:
            if self.is_new:
                self.delete()
            raise


@contextmanager
def beside(project: ProjectFile, purpose: str, *, is_dry: bool) -> Iterator[Beside]:
    """Opens the copy of a project for a purpose; makes it where there is none of it as it is now.

    Args:
        project: The project.
        purpose: What the copy is called after.
        is_dry: It is only looked at: the copy is made elsewhere, and deleted.
    """
    with TemporaryDirectory() as folder:
        path = project.path.with_name(f"{project.path.stem}.{purpose}.xpert")
        path = Path(folder, path.name) if is_dry else path
        if path.exists() and not _is_of(path, project):
            delete(path)
        is_new = not path.exists()
        if is_new:
            clone(project.path, path)
        with ProjectFile.open(path) as copy:
            yield Beside(copy, is_new)


def _is_of(path: Path, project: ProjectFile) -> bool:
    """Whether a copy was made of the project as it stands now."""
    with project.reading() as tx:
        head = head_of(tx)
    with ProjectFile.open(path, read_only=True) as copy, copy.reading() as there:
        return log.hash_at(there, head.length) == head.hash


def add_responses(tx: Transaction, responses: Iterable[Response]) -> None:
    """Adds responses to a copy, but those that it has."""
    intake = Intake(tx)
    for response in responses:
        if not intake.has_response(response.id):
            intake.response(response)
    intake.flush()
