"""An export gone through without writing anything: what would go out, row by row, and its hash."""

from __future__ import annotations

import hashlib
import secrets
from collections.abc import Iterable, Mapping
from dataclasses import dataclass

from xpert_studio.exchange.bundle_export import BundleOptions, check_options, write_data
from xpert_studio.exchange.foreign.content import read_content
from xpert_studio.exchange.scope import Scope, wanted_tasks
from xpert_studio.exchange.targets import Written, WrittenFile
from xpert_studio.exchange.watching import Watch, WatchedTarget, unwatched
from xpert_studio.store import ProjectFile, judgments, settings, verdicts


@dataclass(frozen=True, slots=True)
class Rehearsal:
    """What an export would write.

    Attributes:
        rows: Rows by kind of record.
        content_hash: What the export would be known by; None where only writing it would tell.
        warnings: What a person should know.
    """

    rows: Mapping[str, int]
    content_hash: str | None = None
    warnings: tuple[str, ...] = ()


class _Nowhere:
    """A target that counts and hashes, and keeps nothing."""

    def __init__(self) -> None:
        self.written = Written()

    def put_lines(self, name: str, lines: Iterable[str]) -> int:
        digest, count, size = hashlib.sha256(), 0, 0
        for line in lines:
            data = line.encode("utf-8")
            digest.update(data)
            count, size = count + 1, size + len(data)
        if count:
            self.written.files[name] = WrittenFile(digest.hexdigest(), size, count)
        return count

    def put(self, name: str, data: bytes) -> None:
        self.written.files[name] = WrittenFile(hashlib.sha256(data).hexdigest(), len(data))


def rehearse_bundle(
    project: ProjectFile, options: BundleOptions, *, watch: Watch = unwatched
) -> Rehearsal:
    """Goes through a bundle.

    Args:
        project: The project; nothing in it is changed.
        options: What goes into the bundle.
        watch: Is told how many rows are through; stops everything by raising.

    Raises:
        NotFoundError: A task or subset does not exist, or a held-out task is not in the scope.
        UsageError: The options contradict each other.
    """
    with project.reading() as tx:
        check_options(tx, options)
        kept = settings.pseudonym_secret(tx)
        known = not options.is_public or kept is not None
        out = WatchedTarget(_Nowhere(), watch)
        secret = kept or secrets.token_hex(32)
        written = write_data(tx, out, options, secret=secret)
    return Rehearsal(written.rows, written.content_hash if known else None)


def rehearse_table(project: ProjectFile, scope: Scope) -> Rehearsal:
    """Counts the rows of a long table.

    Raises:
        NotFoundError: A named task or subset is not in the project, or they share no task.
    """
    with project.reading() as tx:
        wanted = wanted_tasks(tx, scope)
        return Rehearsal(
            {
                "judgments": judgments.count_of_tasks(tx, wanted),
                "verdicts": verdicts.count_usable(tx, wanted),
            }
        )


def rehearse_foreign(project: ProjectFile, scope: Scope) -> Rehearsal:
    """Counts what goes out to another tool.

    Raises:
        NotFoundError: A named task or subset is not in the project.
        UsageError: Nothing that was chosen could be used by another tool.
    """
    content = read_content(project, Scope(scope.task_ids, scope.subset))
    rows = {
        "tasks": len(content.tasks),
        "checkpoints": sum(len(rubric) for rubric in content.rubrics.values()),
        "responses": sum(len(answers) for answers in content.responses.values()),
        "judgments": sum(len(sheet) for sheet in content.gold.values()),
        "attachments": len(content.files),
    }
    return Rehearsal({name: count for name, count in rows.items() if count}, None, content.warnings)
