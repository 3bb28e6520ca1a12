"""A submission before it is imported: what would become of it, in names that a person knows."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Any, Final

from xpert_studio.core.records import Checkpoint, PackRecord
from xpert_studio.core.records.assignments import Assignment, Part, Submission
from xpert_studio.core.store import (
    ProjectFile,
    Transaction,
    entities,
    log,
    responses,
    settings,
    task_list,
    tasks,
)
from xpert_studio.core.workflow.assignments.comparisons import COMPARISON
from xpert_studio.core.workflow.assignments.content import SubmissionContent
from xpert_studio.core.workflow.assignments.importing import Imported, import_submission
from xpert_studio.core.workflow.assignments.outbox import (
    ADJUDICATION,
    PACK_RECORD,
    READ_MARK,
    UNBLINDING,
    Subject,
)
from xpert_studio.core.workflow.assignments.sending import SENT
from xpert_studio.core.workflow.assignments.taking import Choices
from xpert_studio.core.workflow.blinding import all_labels, blinding_for
from xpert_studio.core.workflow.command_context import CommandContext

_KEYS: Final[dict[str, tuple[str, ...]]] = {
    **{kind: entity.key for kind, entity in entities.ENTITIES.items()},
    ADJUDICATION: entities.ENTITIES["judgment"].key,
    READ_MARK: ("person_id", "task_id", "checkpoint_id", "sheet"),
    UNBLINDING: ("response_id", "person_id"),
    COMPARISON: ("response_id", "against_id", "rater", "expert_id", "checkpoint_id", "shown_first"),
}
"""The fields that identify a part, by its kind."""

_DECISIONS: Final = frozenset(
    {"judgment", ADJUDICATION, "open_form", "attribution", COMPARISON, PACK_RECORD}
)


@dataclass(frozen=True, slots=True)
class PartName:
    """What a part is about.

    Attributes:
        task_id, task: The task and its title; empty for none.
        label: Of the response, or of both that are compared; empty for none, and where it is not
            in the project yet.
        checkpoint: As it is here; None where it is not.
        is_withheld: The person must not see its values, since they still judge the response.
    """

    task_id: str = ""
    task: str = ""
    label: str = ""
    checkpoint: Checkpoint | None = None
    is_withheld: bool = False


@dataclass(frozen=True, slots=True)
class SubmissionPreview:
    """What importing a submission would do.

    Attributes:
        imported: What would become of each part.
        names: What each part is about, by the part's kind and key.
        assignment: What it answers, with the ids of this project; None for the outbox of a copy.
        titles: Of the tasks whose stage would change, by id.
    """

    imported: Imported
    names: Mapping[Subject, PartName]
    assignment: Assignment | None
    titles: Mapping[str, str]


def preview_submission(
    ctx: CommandContext, content: SubmissionContent, choices: Choices
) -> SubmissionPreview:
    """What importing a submission would do now; nothing is written.

    Raises:
        XpertError: As importing it would.
    """
    imported = import_submission(ctx, content, choices, dry_run=True)
    with ctx.project.reading() as tx:
        return SubmissionPreview(
            imported,
            part_names(tx, ctx.person_id, [item.part for item in imported.parts]),
            sent_assignment(tx, content.submission.assignment_id),
            task_list.titles_of(tx, sorted(imported.moved)),
        )


def belongs_in(project: ProjectFile, submission: Submission) -> bool:
    """Whether a submission is to be imported into this file.

    That is the file in which its assignment was made, or, for the outbox of a copy, the authority.
    """
    with project.reading() as tx:
        if settings.project_id(tx) != submission.project_id:
            return False
        if settings.guest(tx) is not None or settings.copy_of(tx) is not None:
            return False
        return submission.assignment_id is None or (
            sent_assignment(tx, submission.assignment_id) is not None
        )


def sent_assignment(tx: Transaction, assignment_id: str | None) -> Assignment | None:
    """An assignment that was sent from this file, with the ids it has here."""
    sent = log.find_entry(tx, assignment_id) if assignment_id else None
    if sent is None or sent.entry.command != SENT:
        return None
    return Assignment.model_validate(sent.parameters["assignment"], strict=False)


def own_assignment(tx: Transaction) -> Assignment | None:
    """The assignment that a file was made of."""
    guest = settings.guest(tx)
    if guest is None or guest.assignment is None:
        return None
    return Assignment.model_validate(guest.assignment, strict=False)


def part_names(tx: Transaction, person_id: str, parts: Iterable[Part]) -> dict[Subject, PartName]:
    """What parts are about, as one person may know it."""
    fields: dict[Subject, dict[str, Any]] = {}
    for part in parts:
        fields[part.subject] = fields.get(part.subject, {}) | _fields(tx, part)
    task_of = {item.id: item.task_id for item in responses.outlines(tx)}
    for subject, found in fields.items():
        of_response = task_of.get(str(found.get("response_id")))
        found["task_id"] = of_response or str(found.get("task_id") or "")
        found["is_decision"] = subject[0] in _DECISIONS
    ids = sorted({found["task_id"] for found in fields.values()} - {""})
    titles, labels = task_list.titles_of(tx, ids), all_labels(tx, set(ids))
    with_points = {found["task_id"] for found in fields.values() if found.get("checkpoint_id")}
    points = {
        (task_id, point.id): point
        for task_id in with_points & set(titles)
        for point in tasks.rubric_of(tx, task_id)
    }
    blinding = blinding_for(tx, person_id)

    def name(found: Mapping[str, Any]) -> PartName:
        task_id, response_id = found["task_id"], str(found.get("response_id") or "")
        waits = response_id in blinding.pending or task_id in blinding.withheld
        is_withheld = waits if found["is_decision"] else task_id in blinding.tasks
        is_about = bool(response_id) and found.get("expert_id") != person_id
        return PartName(
            task_id,
            titles.get(task_id) or str(found.get("title") or task_id),
            " / ".join(filter(None, map(labels.get, (response_id, str(found.get("against_id")))))),
            points.get((task_id, str(found.get("checkpoint_id")))),
            is_withheld and is_about,
        )

    return {subject: name(found) for subject, found in fields.items()}


def _fields(tx: Transaction, part: Part) -> dict[str, Any]:
    """The fields of a part with those that identify it; IDs of the same kind under full names."""
    keys = _KEYS.get(part.kind, ())
    found = {**(part.after or {}), **dict(zip(keys, part.key, strict=False))}
    if part.kind == PACK_RECORD and part.after is None and len(part.key) == len(keys):
        here = entities.find(tx, PackRecord, *part.key)
        found |= {"task_id": here.task_id, "response_id": here.response_id} if here else {}
    if part.kind in {"task", "checkpoint", "response"}:
        found[f"{part.kind}_id"] = found.get("id")
    return found
