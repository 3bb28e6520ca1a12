"""What was read from another tool's file, each record once; taken in, all of it or nothing."""

from __future__ import annotations

import os
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from datetime import datetime
from pathlib import Path
from typing import Final, TypeAlias, TypeVar, cast

from xpert_studio.core.exchange.bundle_format import ROW_FILES
from xpert_studio.core.exchange.door import Door, importing
from xpert_studio.core.exchange.lines import (
    SHOWN_TEXTS,
    hidden_words,
    hides_something,
    numbered_lines,
)
from xpert_studio.core.exchange.problems import ImportReport, Problems, shown
from xpert_studio.core.messages import Message
from xpert_studio.core.records import (
    Checkpoint,
    GradingPolicy,
    Judge,
    Judgment,
    ProjectInfo,
    Rating,
    Response,
    Task,
    Verdict,
)
from xpert_studio.core.store import (
    ProjectFile,
    Transaction,
    settings,
    tasks,
)
from xpert_studio.core.store.bulk_import import ImportOutcome

MAX_BYTES: Final = 1024**3
"""Largest file that is read."""
UNKNOWN_SYSTEM: Final = Message("unknown system")
MOST_CRITERIA: Final = 10_000
AnyFound: TypeAlias = Task | Checkpoint | Response | Judgment | Judge | Verdict
"""A record that a file of another tool may hold."""


@dataclass(frozen=True, slots=True)
class Placed:
    """A record, and where it stood in the file."""

    record: AnyFound
    place: str


@dataclass(slots=True)
class Taken:
    """What a file of another tool holds.

    Attributes:
        records: In an order in which each comes after what it refers to.
        name, licence, canary: What the file says of the whole; a project that was empty takes it
            over.
        policy: Likewise the grading policy; empty is none, None says nothing of it.
        notes: What a person should know.
    """

    records: list[Placed] = field(default_factory=list)
    name: str | None = None
    licence: str | None = None
    canary: str | None = None
    policy: str | None = None
    notes: list[str] = field(default_factory=list)


def is_empty(project: ProjectFile) -> bool:
    """Whether the project holds no task yet, and so becomes what it takes in says it is."""
    with project.reading() as tx:
        return not tasks.count_by_domain(tx)


def open_lines(source: Path, problems: Problems) -> Iterator[tuple[int, bytes]]:
    """The lines of a file, bounded in size, with their numbers; notes what is wrong with it."""
    if not is_readable(source, problems):
        return
    with source.open("rb") as stream:
        yield from numbered_lines(stream, source.name, problems)


def read_whole(source: Path, problems: Problems) -> bytes | None:
    """A file's content, bounded in size; None after noting what is wrong with it."""
    return source.read_bytes() if is_readable(source, problems) else None


def is_readable(source: Path, problems: Problems) -> bool:
    """Whether it is an ordinary file of a sensible size: a pipe would keep us waiting."""
    if not source.is_file():
        problems.add(source.name, "", "", "is not an ordinary file.", "Choose the file itself.")
    elif source.stat().st_size > MAX_BYTES:
        problems.add(source.name, "", "", "is larger than 1 GB.", "Split it.")
    elif not os.access(source, os.R_OK):
        problems.add(source.name, "", "", "cannot be read.", "Check the permissions.")
    else:
        return True
    return False


def take_in(
    project: ProjectFile,
    source: Path,
    taken: Taken,
    problems: Problems,
    *,
    now: datetime,
    actor_id: str | None,
) -> ImportReport:
    """Writes what was read into the project, in one transaction.

    Args:
        project: Open for writing.
        source: The file.
        taken: What it holds.
        problems: What is wrong with it so far.
        now: The time.
        actor_id: Who imports, see ``door.importing``.

    Raises:
        InputRefusedError: Something is wrong with it; nothing was taken in.
    """
    problems.refuse_if_any(source.name)
    report = ImportReport(str(source))
    fresh = is_empty(project)
    with importing(project, source, problems, report, now=now, actor_id=actor_id) as (tx, door):
        _take_records(door, source.name, taken.records, problems, report)
        _take_info(tx, taken, fresh=fresh)
    for note in (*taken.notes, *_hidden(source.name, taken.records)):
        report.warn(note)
    return report


def _hidden(name: str, records: Iterable[Placed]) -> list[str]:
    """Notes on texts that may read differently than they are, once a field."""
    found: dict[str, str] = {}
    for item in records:
        for field_name in SHOWN_TEXTS:
            if hides_something(getattr(item.record, field_name, None)):
                found.setdefault(field_name, item.place)
    return [
        Message("{text} ({place}).", text=hidden_words(name, field_name), place=place)
        for field_name, place in found.items()
    ]


_LABELS: Final = {file.kind: file.label for file in ROW_FILES}


def _take_records(
    door: Door, name: str, records: Iterable[Placed], problems: Problems, report: ImportReport
) -> None:
    for item in records:
        record = item.record
        outcome, label = door.add(record), _LABELS[type(record)]
        key = record.checkpoint_id if isinstance(record, Rating) else record.id
        counts = report.unchanged if outcome is ImportOutcome.SAME else report.added
        counts[label] = counts.get(label, 0) + (outcome is not ImportOutcome.DIFFERENT)
        if outcome is ImportOutcome.DIFFERENT:
            problems.add(
                name,
                item.place,
                "",
                Message(
                    "the project has another {key}; nothing is ever overwritten.", key=shown(key)
                ),
                "Import into a new project, or give the new one another ID.",
            )
    door.intake.flush()


def _take_info(tx: Transaction, taken: Taken, *, fresh: bool) -> None:
    """New domains and dimensions join the vocabulary; an empty project takes over the rest."""
    info = settings.project_info(tx)
    records = [item.record for item in taken.records]
    domains = [item.domain for item in records if isinstance(item, Task) and item.domain]
    dimensions = [
        item.dimension for item in records if isinstance(item, Checkpoint) and item.dimension
    ]
    taxonomy = info.taxonomy.model_copy(
        update={
            "domains": tuple(dict.fromkeys((*info.taxonomy.domains, *sorted(domains)))),
            "dimensions": tuple(dict.fromkeys((*info.taxonomy.dimensions, *sorted(dimensions)))),
        }
    )
    changes: dict[str, object] = {"taxonomy": taxonomy}
    if fresh:
        said = {"name": taken.name, "licence": taken.licence, "canary": taken.canary}
        changes |= {key: value for key, value in said.items() if value and value.strip()}
        if taken.policy is not None:
            changes["grading_policy"] = GradingPolicy(text=taken.policy)
    settings.put_project_info(tx, ProjectInfo.model_validate({**dict(info), **changes}))


Kind = TypeVar("Kind", Task, Checkpoint, Response, Judge, Judgment, Verdict)
_NAMED_BY: Final[Mapping[type[AnyFound], tuple[str, ...]]] = {
    Task: ("id",),
    Checkpoint: ("task_id", "id"),
    Response: ("id",),
    Judge: ("id",),
    Judgment: ("response_id", "checkpoint_id", "expert_id"),
    Verdict: ("response_id", "checkpoint_id", "judge_id", "trial"),
}
"""What names a record of a kind; each kind after those that it refers to."""
_ORDER: Final = {kind: place for place, kind in enumerate(_NAMED_BY)}


class Records:
    """The records of a file; of those that are named alike, the first stands."""

    def __init__(self) -> None:
        self._placed: dict[tuple[object, ...], Placed] = {}
        self._sizes: Counter[str] = Counter()

    def add(self, record: AnyFound, place: str) -> Placed:
        """Adds a record; what now stands under its name, which may be another one."""
        kind = type(record)
        name = (kind, *(getattr(record, field) for field in _NAMED_BY[kind]))
        if name not in self._placed and isinstance(record, Checkpoint):
            self._sizes[record.task_id] += 1
        return self._placed.setdefault(name, Placed(record, place))

    def get(self, kind: type[Kind], *name: object) -> Kind | None:
        """The record of a kind with a name; None where none was found yet."""
        placed = self._placed.get((kind, *name))
        return cast("Kind", placed.record) if placed else None

    def size(self, task_id: str) -> int:
        """How many checkpoints of a task there are."""
        return self._sizes[task_id]

    def in_order(self) -> list[Placed]:
        """All of them, each after what it refers to."""
        return sorted(self._placed.values(), key=lambda item: _ORDER[type(item.record)])
