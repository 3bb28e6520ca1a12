"""What a packet would hold, before it is sent."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass

from xpert_studio.records import Purpose, Scope
from xpert_studio.store import ProjectFile, files, judgments, people, responses, task_list
from xpert_studio.workflow.desk import Desk
from xpert_studio.workflow.packets import PacketContent, send_request


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
