"""Which attached files there are pictures of, as a person may see it."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from xpert_studio.core.messages import Message
from xpert_studio.core.records import Attachment, KeptRendering
from xpert_studio.core.store import Transaction, renderings, responses, tasks
from xpert_studio.core.workflow.blinding import blinding_for, unnamed_files
from xpert_studio.core.workflow.media import renderer_of


@dataclass(frozen=True, slots=True)
class RenderedFile:
    """An attached file of a kind that pictures can be made of.

    Attributes:
        task_id: The task that it belongs to, or its response.
        response: The response that it belongs to, by the name that the person knows.
        item: The file; where systems are hidden, without its name.
        kept: What is kept of it, where systems are hidden without what else was observed; None
            where nothing is.
        missing: What this computer lacks to make pictures of it, with the remedy.
    """

    task_id: str
    response: str | None
    item: Attachment
    kept: KeptRendering | None
    missing: Message | None


def rendered_files(
    tx: Transaction,
    person_id: str,
    *,
    task_ids: Sequence[str] = (),
    response_ids: Sequence[str] | None = None,
) -> list[RenderedFile]:
    """The attached files of kinds that pictures can be made of, task by task.

    Args:
        tx: The project.
        person_id: Who looks; empty for a reader of whom nothing is known.
        task_ids: Of these tasks only, where some are named.
        response_ids: Of these responses only, where some are named.
    """
    blinding = blinding_for(tx, person_id)
    kept = renderings.all_renderings(tx)

    def held() -> Iterator[tuple[str, str | None, Sequence[Attachment], bool]]:
        if response_ids is None:
            for task in tasks.all_tasks(tx):
                if not task_ids or task.id in task_ids:
                    yield task.id, None, task.attachments, False
        for one in responses.all_responses(tx, task_ids=task_ids, ids=response_ids):
            is_hidden = one.task_id in blinding.tasks
            files = unnamed_files(one.attachments) if is_hidden else one.attachments
            name = blinding.response_name(one.task_id, one.id)
            yield one.task_id, name, files, is_hidden

    found = []
    for task_id, response, files, is_hidden in held():
        for item in files:
            renderer = renderer_of(item.media_type)
            if renderer is not None:
                there = kept.get(item.sha256)
                missing = None if there else renderer.missing()
                there = there.blind if there and is_hidden else there
                found.append(RenderedFile(task_id, response, item, there, missing))
    # In the order of the labels, which says nothing of the systems.
    return sorted(found, key=lambda one: (one.task_id, one.response or ""))
