"""The door of a project: who may bring a file in, what of it is taken, and what the log says of it.

A project without people is founded by an import: people and their roles come as they are, and who
imports becomes a lead. Into one with people only a lead imports, and a file gives nobody a right:
people are not taken, judgments of people of the project come as submitted and not as confirmed, and
nothing else comes in their name. Other raters are external, an id without rights, and their
judgments stand as they are.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from datetime import datetime
from pathlib import Path
from typing import Any, Final

from pydantic import JsonValue

from xpert_studio.core.errors import NotAllowedError
from xpert_studio.core.exchange.problems import ImportReport, Problems, fingerprint
from xpert_studio.core.messages import Message, joined
from xpert_studio.core.records import (
    Comment,
    Comparison,
    Judgment,
    JudgmentStatus,
    LogEntry,
    PackRecord,
    Person,
    RaterKind,
    Record,
    Review,
    Role,
    RubricRevision,
    SpotCheck,
)
from xpert_studio.core.records.record_kinds import reading_of
from xpert_studio.core.store import ProjectFile, Transaction, back_up_if_due, log, people, tasks
from xpert_studio.core.store.bulk_import import ImportOutcome, Intake
from xpert_studio.core.workflow.command_context import acting_lead, change_id_of, fresh_id
from xpert_studio.core.workflow.imports import ImportBegun
from xpert_studio.core.workflow.people import found_in

_EVERY_ROLE: Final = (Role.AUTHOR, Role.REVIEWER, Role.EXPERT, Role.SENIOR)
_NAMED_IN: Final[Mapping[type[Record], Callable[[Any], set[str | None]]]] = {
    RubricRevision: lambda record: {record.frozen_by},
    Review: lambda record: {record.reviewer_id},
    Comment: lambda record: {
        record.author_id,
        record.resolved_by,
        *(reply.author_id for reply in record.replies),
    },
    SpotCheck: lambda record: {record.adjudicator_id},
    Comparison: lambda record: {record.rater_id} if record.rater is RaterKind.EXPERT else set(),
    PackRecord: lambda record: {reading_of(record).author},
}
"""Who does something by a record; judgments are looked at by themselves."""
_UNDECIDED: Final = {
    "status": JudgmentStatus.SUBMITTED,
    "adjudicated_value": None,
    "adjudicated_state": None,
    "confirmed_by": None,
    "adjudicated_at": None,
    "note": None,
    "self_adjudicated": False,
}


@contextmanager
def importing(
    project: ProjectFile,
    source: Path,
    problems: Problems,
    report: ImportReport,
    *,
    now: datetime,
    actor_id: str | None,
) -> Iterator[tuple[Transaction, Door]]:
    """One import: all of it or nothing, with its row of the log.

    Args:
        project: Open for writing.
        source: The file or folder.
        problems: What is wrong with it; if there is anything at the end, nothing was taken in.
        report: Takes the id of the import, and what was left out.
        now: The time.
        actor_id: Who imports, a lead or the founder of the project; empty where nobody is named;
            None for the program itself, whose own files are taken as they are.

    Raises:
        NotAllowedError: Who imports may not.
        InputRefusedError: Something is wrong with the file.
    """
    with project.reading() as tx:
        if actor_id is not None:
            actor_id = acting_lead(tx, actor_id) or actor_id
        is_empty = not tasks.count_by_domain(tx)
    if not is_empty and project.path.exists():  # what is just being made has no file yet
        back_up_if_due(project.path, now=now, reason="before-import")
    with project.writing() as tx:
        door, begun = Door(tx, is_ours=actor_id is None), ImportBegun(tx)
        yield tx, door
        problems.refuse_if_any(source.name)
        door.tell(report)
        details: dict[str, JsonValue] = {"source": source.name, "sha256": fingerprint(source)}
        details |= report.added
        if door.is_founding:
            door.found(actor_id, now)
        else:
            details |= begun.added(tx)
            report.id = change_id_of(fresh_id())
        log.add_entry(
            tx,
            LogEntry(
                id=report.id, at=now, command=log.IMPORT, actor_id=actor_id or None, details=details
            ),
        )


class Door:
    """Lets records into a project, in one transaction.

    Attributes:
        intake: What is there, and what has come in.
        is_founding: Whether the project had no people.

    Args:
        tx: A writing transaction.
        is_ours: What comes in is the program's own, and is taken as it is.
    """

    def __init__(self, tx: Transaction, *, is_ours: bool = False) -> None:
        self._tx = tx
        self.intake = Intake(tx)
        self._people = {person.id for person in people.all_people(tx)}
        self.is_founding = not self._people
        self._takes_all = is_ours or self.is_founding
        self._left_out = Counter[str]()
        self._unconfirmed = 0

    def adder(self, kind: type[Record]) -> Callable[[Any], ImportOutcome]:
        """What lets records of a kind in."""
        if self._takes_all:
            return self.intake.adder(kind)
        if kind is Judgment:
            return self._judgment
        return self._other if kind is Person or kind in _NAMED_IN else self.intake.adder(kind)

    def add(self, record: Record) -> ImportOutcome:
        """Lets one record in; see ``adder``."""
        return self.adder(type(record))(record)

    def _judgment(self, record: Judgment) -> ImportOutcome:
        is_of_ours = record.expert_id in self._people
        by_ours = {"confirmed_by": None} if record.confirmed_by in self._people else {}
        taken = record.model_copy(update=_UNDECIDED if is_of_ours else by_ours)
        outcome = self.intake.judgment(taken)
        if outcome is ImportOutcome.DIFFERENT:
            return self.intake.judgment(record)
        self._unconfirmed += outcome is ImportOutcome.NEW and is_of_ours and taken != record
        return outcome

    def _other(self, record: Record) -> ImportOutcome:
        """What is in the name of a person of the project only counts where it is there already."""
        named = {None} if isinstance(record, Person) else _NAMED_IN[type(record)](record)
        if not isinstance(record, Person) and not named & self._people:
            return self.intake.adder(type(record))(record)
        if self.intake.has(record):
            return ImportOutcome.SAME
        self._left_out[type(record).__name__] += 1
        return ImportOutcome.LEFT_OUT

    def tell(self, report: ImportReport) -> None:
        """What a person should know about what was left out."""
        left_out = dict(self._left_out)
        n = left_out.pop(Person.__name__, 0)
        if n:
            report.warn(
                Message(
                    "People were left out: {n:,}. A lead adds people, with their roles: "
                    "xpert-studio people add.",
                    n=n,
                )
            )
        if left_out:
            report.warn(
                Message(
                    "Reviews, comments, spot checks, revisions, comparisons and records of packs "
                    "in the name of people of this project were left out: {n:,}.",
                    n=sum(left_out.values()),
                )
            )
        if self._unconfirmed:
            report.warn(
                Message(
                    "Judgments in the name of people of this project came in as submitted, not as "
                    "confirmed: {n:,}.",
                    n=self._unconfirmed,
                )
            )

    def found(self, actor_id: str | None, now: datetime) -> None:
        """Makes who imports a lead of the project that is founded by it.

        Raises:
            NotAllowedError: Nobody is named, and the file brought people.
        """
        everybody = people.all_people(self._tx)
        if actor_id:
            found_in(self._tx, actor_id, now=now, roles=() if everybody else _EVERY_ROLE)
        elif actor_id is not None and everybody:
            raise NotAllowedError(
                "The file brings people with roles, and nobody is named who leads the new project.",
                remedy=Message(
                    "Say who you are: --as ID; you become a lead. In the file are: {people}.",
                    people=joined((person.id for person in everybody), most=8),
                ),
            )
