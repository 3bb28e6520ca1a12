"""Makes assignments for others."""

from __future__ import annotations

import secrets
from collections.abc import Iterable, Iterator, Sequence
from contextlib import contextmanager
from itertools import combinations
from typing import Any, Final, NoReturn

from pydantic import JsonValue

from xpert_studio.core.errors import NotAllowedError, UsageError
from xpert_studio.core.messages import Message
from xpert_studio.core.records import (
    Checkpoint,
    Comment,
    Comparison,
    Dismissal,
    Draft,
    Judgment,
    KeptRendering,
    LogEntry,
    OpenForm,
    PackRecord,
    Person,
    ProjectInfo,
    RaterKind,
    Record,
    Response,
    Review,
    Role,
    RubricRevision,
    SpotCheck,
    Suggestion,
    compared_hash_of,
    grouped,
    rated_hash_of,
)
from xpert_studio.core.records.assignments import (
    BLIND,
    Assignment,
    FormName,
    Purpose,
    Scope,
)
from xpert_studio.core.store import (
    Transaction,
    entities,
    files,
    log,
    log_chain,
    packs_used,
    responses,
    settings,
    tasks,
    verify,
)
from xpert_studio.core.workflow import rights
from xpert_studio.core.workflow.apart import sent_with
from xpert_studio.core.workflow.assignments.blind_records import (
    BlindRecords,
    blind_records_for,
    named_in,
)
from xpert_studio.core.workflow.assignments.content import (
    AssignmentContent,
    Files,
    attachments_of,
    files_named,
    keyed,
)
from xpert_studio.core.workflow.assignments.named_people import people_for
from xpert_studio.core.workflow.assignments.sent_pictures import pictures_for
from xpert_studio.core.workflow.command_context import CommandContext, person_of

SENT: Final = "assignment.send"
_OTHER: Final = "0" * 64
"""What a rating of an earlier text names: no text that there is."""
_OF_TASK: Final[dict[Purpose, tuple[type[Record], ...]]] = {
    Purpose.REVIEW: (RubricRevision, Review, Comment, SpotCheck, Dismissal),
    Purpose.WRITE: (RubricRevision, Review, Comment, SpotCheck, Suggestion, Dismissal),
}


@contextmanager
def send_assignment(
    ctx: CommandContext, purpose: Purpose, person_id: str, scope: Scope, *, message: str = ""
) -> Iterator[AssignmentContent]:
    """An assignment; it counts as sent when the block ends without an error.

    Args:
        ctx: A lead.
        purpose: What the person is to do.
        person_id: Who; another person than the lead.
        scope: With the ids of this project; see ``choosing.choose``.
        message: What there is to say to them.

    Raises:
        NotAllowedError: Not a lead, or this file is a copy or was made of an assignment.
        UsageError: It is for the sender.
    """
    with ctx.project.writing() as tx:
        sender = need_deciding_lead(tx, ctx.person_id)
        person_of(tx, person_id)
        if person_id == sender.id:
            raise UsageError(
                "An assignment is for another person.",
                remedy="What is assigned to you, you can do here.",
            )
        verify(tx, [entity.table for entity in entities.ENTITIES.values()])
        project_id = settings.project_id(tx)
        settings.put_project_id(tx, project_id)
        blind = blind_records_for(tx, person_id)
        assignment = Assignment(
            id=f"as-{ctx.new_id()}",
            purpose=purpose,
            project_id=project_id,
            made_by=sender.id,
            made_at=ctx.clock(),
            person_id=person_id,
            scope=scope,
            message=message.strip() or None,
            key=secrets.token_hex(32),
            witness=witness_of(blind.secret, log_chain.head_of(tx)),
        )
        content = _Gathering(tx, assignment, blind).content()
        yield content
        log.add_entry(tx, _sent_row(assignment), parameters=_parameters(tx, assignment, blind))


def witness_of(secret: str, head: log_chain.LogHead) -> str:
    """What an assignment says of the log: only the project itself can tell what."""
    return keyed(secret, f"{head.length}:{head.hash}")


def fits_log(tx: Transaction, assignment_id: str, witness: str) -> bool:
    """Whether the log is the one that an assignment was made with.

    Args:
        tx: The project.
        assignment_id: Of the assignment.
        witness: From the assignment, or from a submission that answers it.
    """
    sent = log.find_entry(tx, assignment_id)
    if sent is None or sent.entry.command != SENT:
        return False
    head = log_chain.LogHead(sent.sequence - 1, log.hash_at(tx, sent.sequence - 1))
    return witness == witness_of(settings.blind_secret(tx) or "", head)


def need_lead(tx: Transaction, person_id: str) -> Person:
    """The person leads this project, and this is the project itself.

    Raises:
        NotAllowedError: They do not, or it was made of an assignment.
    """
    if settings.guest(tx) is not None:
        raise NotAllowedError(
            "This file was made of an assignment; assignments are sent from the project itself.",
            remedy="Submit what you have done.",
        )
    person = person_of(tx, person_id)
    rights.need_role(person, Role.LEAD)
    return person


def need_deciding_lead(tx: Transaction, person_id: str) -> Person:
    """The person leads this project, and this file decides.

    Raises:
        NotAllowedError: They do not, or it is a copy, or was made of an assignment.
    """
    person = need_lead(tx, person_id)
    if settings.copy_of(tx) is not None:
        raise NotAllowedError(
            "This file is a copy, and another one decides.",
            remedy="Do it in the project that the copy was made of.",
        )
    return person


def _sent_row(assignment: Assignment) -> LogEntry:
    counts = {
        "tasks": len(assignment.scope.task_ids),
        "responses": len(assignment.scope.response_ids),
    }
    return LogEntry(
        id=assignment.id,
        at=assignment.made_at,
        command=SENT,
        actor_id=assignment.made_by,
        details={
            "purpose": assignment.purpose.value,
            "person": assignment.person_id,
            **{name: count for name, count in counts.items() if count},
        },
    )


def _parameters(
    tx: Transaction, assignment: Assignment, blind: BlindRecords
) -> dict[str, JsonValue]:
    """The assignment with the ids here, and each hash that a rating may name, with ours.

    These are hashes of what is rated, and of files of which a copy is sent.
    """
    hashes = rated_hashes(tx, assignment.scope.response_ids, blind)
    seen: dict[str, JsonValue] = {theirs: ours for ours, theirs in hashes.items()}
    if blind.copies is not None:
        seen |= blind.copies.originals
    return {"assignment": assignment.model_dump(mode="json"), "seen": seen}


def rated_hashes(
    tx: Transaction, response_ids: Iterable[str], blind: BlindRecords
) -> dict[str, str]:
    """What ratings of responses rest on now, with the hash that a blind person names it by.

    Ours holds the system; theirs is of what they see, and tells nothing else.
    """
    found = {}
    of_task: list[tuple[str, tuple[str, str]]] = []
    for id_ in response_ids:
        response = responses.get_response(tx, id_)
        task = tasks.get_task(tx, response.task_id)
        prompt, shown = blind.of(task).prompt_hash, blind.of(response).content_hash
        of_task.append((task.id, (response.content_hash, shown)))
        for point in tasks.rubric_of(tx, task.id):
            text = point.rated_text
            ours = rated_hash_of(task.prompt_hash, text, response.content_hash)
            found[ours] = rated_hash_of(prompt, text, shown)
    for task_id, hashes in grouped(of_task).items():
        task = tasks.get_task(tx, task_id)
        prompt = blind.of(task).prompt_hash
        for (one, one_shown), (other, other_shown) in combinations(hashes, 2):
            ours = compared_hash_of(task.prompt_hash, (one, other))
            found[ours] = compared_hash_of(prompt, (one_shown, other_shown))
    return found


class _Gathering:
    """Gathers what one assignment holds."""

    def __init__(self, tx: Transaction, assignment: Assignment, blind: BlindRecords) -> None:
        self._tx = tx
        self._assignment = assignment
        self._blind = blind
        self._seen: dict[str, str] = {}

    def content(self) -> AssignmentContent:
        """What the person needs, and no more."""
        is_blind = self._assignment.purpose in BLIND
        records, warnings = self._for_ratings() if is_blind else (self._for_tasks(), ())
        records = [*records, *self._pictures(records, is_blind=is_blind)]
        info = entities.find(self._tx, ProjectInfo)
        assert info is not None  # noqa: S101 - every project has one
        info = info.model_copy(update={"extra": {}})
        shown = self._assignment
        if is_blind:
            info = self._blind.of(info)
            shown = shown.model_copy(update={"scope": self._hidden(shown.scope)})
        people = people_for(self._tx, shown.purpose, shown.person_id, shown.made_by, records)
        needed = (place for record in records for place in packs_used.needed_by(record))
        packs = packs_used.packs_of(self._tx, needed)
        return AssignmentContent(
            shown, info, (*people, *records), self._files(records), packs, warnings
        )

    def _pictures(self, records: Iterable[Record], *, is_blind: bool) -> list[KeptRendering]:
        """The pictures that are kept of the files of records as they are sent."""
        named = (item.sha256 for item in attachments_of(records))
        copies = self._blind.copies
        originals = copies.originals if copies and is_blind else {}
        given = self._assignment.scope.response_ids
        systems = {responses.get_response(self._tx, id_).model for id_ in given}
        return pictures_for(self._tx, named, originals, systems if is_blind else None)

    def _files(self, records: Sequence[Record]) -> Files:
        found, copies = files_of(self._tx, records), self._blind.copies
        return Files(found.hashes | copies.originals.keys(), copies.read) if copies else found

    def _for_tasks(self) -> list[Record]:
        found: list[Record] = []
        for task_id in self._assignment.scope.task_ids:
            found.append(tasks.get_task(self._tx, task_id))
            found += tasks.rubric_of(self._tx, task_id)
            for kind in _OF_TASK[self._assignment.purpose]:
                found += entities.find_all(self._tx, kind, task_id=task_id)
        return found

    def _for_ratings(self) -> tuple[list[Record], tuple[str, ...]]:
        scope = self._assignment.scope
        given = [responses.get_response(self._tx, id_) for id_ in scope.response_ids]
        self._seen = rated_hashes(self._tx, scope.response_ids, self._blind)
        found: list[Record] = []
        for task_id in scope.task_ids:
            found.append(tasks.get_task(self._tx, task_id))
            found += tasks.rubric_of(self._tx, task_id)
        found += [*given, *self._ratings(found)]
        # In the order of what is shown, which says nothing.
        shown = sorted((self._shown(item) for item in found), key=_shown_order)
        return [*shown, *self._apart()], self._named(given)

    def _apart(self) -> list[PackRecord]:
        """What the person needs for what they judge apart from results."""
        if self._assignment.purpose is not Purpose.JUDGE:
            return []
        person = person_of(self._tx, self._assignment.person_id)
        return sent_with(self._tx, person, settings.project_info(self._tx).policies)

    def _shown(self, record: Record) -> Record:
        """A record as the person sees it; a rating with the hash of what they see rated."""
        shown = self._blind.of(record)
        if isinstance(record, Comparison):
            compared = self._seen.get(record.compared_hash or "", _OTHER)
            return shown.model_copy(update={"compared_hash": compared})
        if not isinstance(record, Draft | Judgment):
            return shown
        seen = self._seen.get(record.rated_hash or "", _OTHER if record.rated_hash else None)
        return shown.model_copy(update={"rated_hash": seen})

    def _ratings(self, shown: Iterable[Record]) -> Iterator[Record]:
        """The person's own work on the responses, or the forms they are to adjudicate."""
        lines = {(item.task_id, item.id) for item in shown if isinstance(item, Checkpoint)}
        line_ids = {id_ for _, id_ in lines}
        own = Purpose.JUDGE is self._assignment.purpose
        person_id = self._assignment.person_id
        forms = (
            [
                FormName(response_id=id_, expert_id=person_id)
                for id_ in self._assignment.scope.response_ids
            ]
            if own
            else self._assignment.scope.forms
        )
        kinds: tuple[type[Any], ...] = (OpenForm, Draft, Judgment) if own else (Judgment,)
        for form in forms:
            for kind in kinds:
                for record in entities.find_all(self._tx, kind, **form.model_dump()):
                    if getattr(record, "checkpoint_id", None) in {None, *line_ids}:
                        yield record
        if own:
            yield from self._own_comparisons()

    def _own_comparisons(self) -> Iterator[Record]:
        """What the person said of pairs of the responses that are sent."""
        sent = set(self._assignment.scope.response_ids)
        own = {"rater": RaterKind.EXPERT.value, "rater_id": self._assignment.person_id}
        for item in entities.find_all(self._tx, Comparison, checkpoint_id="", **own):
            if sent.issuperset(item.pair):
                yield item

    def _named(self, given: Sequence[Response]) -> tuple[str, ...]:
        """Warnings of responses that name their own system."""
        found = []
        for item in given:
            sent = item.model_copy(update={"attachments": self._blind.of(item).attachments})
            found_files = self._files([sent])
            read = {one.sha256: found_files.read(one.sha256) for one in sent.attachments}
            named = named_in(sent, read)
            if named.beside is not None:
                self._refuse(item, sent.attachments.index(named.beside))
            if named.is_named:
                found.append(
                    f"A response to {item.task_id} names its own system, in its text or in what a "
                    "file shows; nothing can hide that."
                )
        return tuple(dict.fromkeys(found))

    def _refuse(self, response: Response, place: int) -> NoReturn:
        raise UsageError(
            Message(
                "A file of a response to {task} names its own system where it shows nothing, and "
                "that cannot be removed: {name}.",
                task=response.task_id,
                name=response.attachments[place].path.rpartition("/")[2],
            ),
            remedy="Remove it with the program that made the file, and import the response again.",
        )

    def _hidden(self, scope: Scope) -> Scope:
        hide = self._blind.response_id
        forms = (
            FormName(response_id=hide(form.response_id), expert_id=form.expert_id)
            for form in scope.forms
        )
        return scope.model_copy(
            update={
                "response_ids": tuple(sorted(map(hide, scope.response_ids))),
                "forms": tuple(sorted(forms, key=lambda form: (form.response_id, form.expert_id))),
            }
        )


_ORDER: Final = list(entities.ENTITIES)


def _shown_order(record: Record) -> tuple[int, tuple[str, ...]]:
    entity = entities.entity_of(record)
    return _ORDER.index(entity.kind), entity.key_of(record)


def files_of(tx: Transaction, records: Iterable[Record]) -> Files:
    """The files that records name and the project has."""
    named = files_named(records)
    there = frozenset(sha256 for sha256 in named if files.has_blob(tx, sha256))
    return Files(there, lambda sha256: files.get_blob(tx, sha256))
