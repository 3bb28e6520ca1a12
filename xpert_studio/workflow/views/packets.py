"""Who has what: packets that are out, what came back, where one belongs, and what it would hold."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from datetime import datetime

from xpert_studio.records import (
    BLIND,
    REQUESTS,
    Judgment,
    OpenSheet,
    Packet,
    Purpose,
    Response,
    Review,
    Role,
    Scope,
    SpotCheck,
    Stage,
    Task,
)
from xpert_studio.store import (
    ProjectFile,
    Transaction,
    entities,
    files,
    judgments,
    packets,
    people,
    responses,
    settings,
    task_list,
)
from xpert_studio.store.packets import PacketRow, Way
from xpert_studio.store.settings import Guest
from xpert_studio.workflow.desk import Desk, person_of
from xpert_studio.workflow.packets import PacketContent, send_request

_WITH_AUTHOR = frozenset({Stage.BRIEF, Stage.RETURNED, Stage.RUBRIC})


@dataclass(frozen=True, slots=True)
class Errand:
    """A packet that asks somebody for something.

    Attributes:
        done, of: How much of it is done, as far as this project knows.
        answered_at: When the last answer was made, or taken in; None while there is none.
        closed_at: When somebody stopped waiting for it.
    """

    packet: Packet
    at: datetime
    done: int
    of: int
    answered_at: datetime | None
    closed_at: datetime | None

    @property
    def is_waiting(self) -> bool:
        """Whether an answer to it is still waited for."""
        if self.closed_at is not None:
            return False
        return self.done < self.of if self.of else self.answered_at is None


@dataclass(frozen=True, slots=True)
class PacketsView:
    """The packets of a project, the newest first.

    Attributes:
        sent: What others were asked for.
        asked: What the person was asked for.
        exchanged: Answers and copies that came in or went out.
        guest: Whose part of a project this is; None for a project itself.
        titles: Of the tasks that were sent, by id.
        leads: Whether the person leads the project, so that what is out concerns them.
    """

    sent: tuple[Errand, ...]
    asked: tuple[Errand, ...]
    exchanged: tuple[PacketRow, ...]
    guest: Guest | None
    leads: bool
    titles: Mapping[str, str]

    @property
    def open(self) -> int:
        """How many packets the person waits for, or is waited for with."""
        asked = sum(errand.is_waiting for errand in self.asked)
        return asked + (self.waiting if self.leads else 0)

    @property
    def waiting(self) -> int:
        """How many packets are out of which not everything has come back."""
        return sum(errand.is_waiting for errand in self.sent)


def packets_of(desk: Desk) -> PacketsView:
    """The packets of a project as the person sees them."""
    with desk.project.reading() as tx:
        rows = packets.all_packets(tx)
        requests = [row for row in reversed(rows) if row.packet.purpose in REQUESTS]
        return PacketsView(
            sent=tuple(_errand(tx, row, rows) for row in requests if row.way is Way.OUT),
            asked=tuple(
                _errand(tx, row, rows)
                for row in requests
                if row.way is Way.IN
                and not row.is_undone
                and row.packet.for_person == desk.person_id
            ),
            exchanged=tuple(row for row in reversed(rows) if row.packet.purpose not in REQUESTS),
            guest=settings.guest(tx),
            titles=task_list.titles_of(tx, sorted(_tasks(requests))),
            leads=Role.LEAD in person_of(tx, desk.person_id).roles,
        )


def _tasks(rows: Iterable[PacketRow]) -> set[str]:
    return {task_id for row in rows for task_id in row.packet.scope.task_ids}


def _errand(tx: Transaction, row: PacketRow, rows: list[PacketRow]) -> Errand:
    back = Way.IN if row.way is Way.OUT else Way.OUT
    answers = [
        other.at
        for other in rows
        if other.way is back and other.packet.answers_to == row.packet.id and not other.is_undone
    ]
    done, of = _progress(tx, row.packet)
    return Errand(row.packet, row.at, done, of, max(answers, default=None), row.closed_at)


def _progress(tx: Transaction, packet: Packet) -> tuple[int, int]:
    scope, person_id = packet.scope, packet.for_person or ""
    if packet.purpose is Purpose.JUDGE:
        done = [_is_judged(tx, response_id, person_id) for response_id in scope.response_ids]
    elif packet.purpose is Purpose.CONFIRM:
        done = [_is_settled(tx, sheet.response_id, sheet.expert_id) for sheet in scope.sheets]
    elif packet.purpose is Purpose.REVIEW:
        done = [_is_reviewed(tx, task_id, packet) for task_id in scope.task_ids]
    else:
        found = [entities.find(tx, Task, task_id) for task_id in scope.task_ids]
        done = [task is not None and task.standing not in _WITH_AUTHOR for task in found]
    return sum(done), len(done)


def _is_judged(tx: Transaction, response_id: str, person_id: str) -> bool:
    sheet = entities.find(tx, OpenSheet, response_id, person_id)
    return sheet is not None and sheet.submitted_at is not None


def _is_settled(tx: Transaction, response_id: str, expert_id: str) -> bool:
    if entities.find(tx, Response, response_id) is None:
        return False
    values = {"response_id": response_id, "expert_id": expert_id}
    sheet = entities.find_all(tx, Judgment, **values)
    return bool(sheet) and all(judgment.is_gold for judgment in sheet)


def _is_reviewed(tx: Transaction, task_id: str, packet: Packet) -> bool:
    """Whether whoever was asked has ended a review, or a spot check, since."""
    person_id = packet.for_person or ""
    checks = entities.find_all(tx, SpotCheck, task_id=task_id, senior_id=person_id)
    reviews = entities.find_all(tx, Review, task_id=task_id, reviewer_id=person_id)
    ended = [*(check.ended_at for check in checks), *(review.ended_at for review in reviews)]
    return any(at is not None and at >= packet.made_at for at in ended)


def belongs_in(project: ProjectFile, packet: Packet) -> bool:
    """Whether a packet is for this copy of its project; who may take it in is not asked.

    An answer belongs where the packet went out that it answers, a copy in the project itself, and
    what asks somebody for something in that person's own part of the project: for judging and
    confirming, in one that is blind.
    """
    with project.reading() as tx:
        if settings.project_id(tx) != packet.project_id:
            return False
        guest = settings.guest(tx)
        if packet.purpose is Purpose.ANSWERS:
            return packets.find_packet(tx, packet.answers_to or "", Way.OUT) is not None
        if packet.purpose not in REQUESTS:
            return guest is None
        if guest is None:
            # A colleague's own copy of the whole project takes what is not blind.
            sent = packets.find_packet(tx, packet.id, Way.OUT) is not None
            return packet.purpose not in BLIND and not sent
        is_theirs = guest.person_id == packet.for_person
        return is_theirs and guest.is_blind == (packet.purpose in BLIND)


@dataclass(frozen=True, slots=True)
class PacketPreview:
    """What would go out.

    Attributes:
        counts: Records by kind, those that were removed left out.
        files: How many attachments.
        warnings: What the sender should know.
    """

    counts: Mapping[str, int]
    files: int
    warnings: tuple[str, ...]


class _Seen(Exception):  # noqa: N818 - nothing went wrong: it was only looked at
    """Takes back what was made ready, since nothing is sent."""


def preview_request(desk: Desk, purpose: Purpose, person_id: str, scope: Scope) -> PacketPreview:
    """What ``send_request`` would send: the very same, made ready and taken back.

    Raises:
        NotAllowedError, UsageError: As sending it would.
    """
    found: list[PacketPreview] = []
    try:
        with send_request(desk, purpose, person_id, scope) as content:
            found.append(_of(content))
            raise _Seen
    except _Seen:
        return found[0]


def preview_copy(project: ProjectFile) -> PacketPreview:
    """What ``send_copy`` would send, which is everything; only counted, since it may be much."""
    with project.reading() as tx:
        counts = {
            "task": task_list.count_tasks(tx).total,
            "response": sum(responses.count_by_model(tx).values()),
            "judgment": sum(judgments.count_by_expert(tx).values()),
            "person": len(people.all_people(tx)),
        }
        return PacketPreview(counts, len(files.blob_sizes(tx)), ())


def _of(content: PacketContent) -> PacketPreview:
    counts = Counter(held.kind for held in content.held if held.record is not None)
    return PacketPreview(dict(counts), len(content.files.hashes), content.warnings)
