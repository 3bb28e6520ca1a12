"""Pictures of attached files: made outside of any transaction, and kept by the file's SHA-256.

Every person with a role may have them made: they say nothing that the file does not.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Final, cast

from pydantic import JsonValue

from xpert_studio.core.documents.document import Gap, GapReason
from xpert_studio.core.documents.plain_text import storable
from xpert_studio.core.documents.rendering import Renderer, Rendering
from xpert_studio.core.messages import Message
from xpert_studio.core.packs import brought, find, packs
from xpert_studio.core.records import (
    Attachment,
    KeptGap,
    KeptPicture,
    KeptRendering,
    Role,
    Said,
    bytes_hash,
)
from xpert_studio.core.records.renderings import MOST_PICTURES
from xpert_studio.core.store import Transaction, files, renderings, responses, tasks
from xpert_studio.core.workflow.command_context import CommandContext, UnitOfWork
from xpert_studio.core.workflow.commands import command
from xpert_studio.core.workflow.rights import need_role

_AT_ONCE: Final = 16
"""Files whose pictures are written as one step, at most."""
_MOST_HELD: Final = 32 * 1024 * 1024
"""Bytes of pictures from which on they are written, however few files they are of."""


@dataclass(frozen=True, slots=True)
class Made:
    """A rendering that is to be kept.

    Attributes:
        record: What is kept of it.
        pictures: Their bytes, by SHA-256.
    """

    record: KeptRendering
    pictures: Mapping[str, bytes] = field(default_factory=dict, repr=False)

    @property
    def size(self) -> int:
        """Bytes of its pictures."""
        return sum(map(len, self.pictures.values()))


def renderer_of(media_type: str) -> Renderer | None:
    """What makes pictures of files of a kind, those of others' packs first; None where nothing."""
    elsewhere = (pack for pack in packs() if pack.origin and media_type in pack.renderers)
    made = (one for pack in elsewhere for one in brought(pack, "renderers", media_type))
    return cast("Renderer | None", next(made, None) or find("renderers", media_type))


def can_render(media_type: str) -> bool:
    """Whether pictures of such files can be made on this computer."""
    renderer = renderer_of(media_type)
    return renderer is not None and renderer.missing() is None


def attached_to(
    tx: Transaction, *, task_ids: Sequence[str] = (), response_ids: Sequence[str] | None = None
) -> Iterator[Attachment]:
    """The attached files of tasks and responses, as often as they are attached.

    Args:
        tx: The project.
        task_ids: Of these tasks and the responses to them; of all where none is named.
        response_ids: Of these responses alone, where some are named.
    """
    if response_ids is None:
        for task in tasks.all_tasks(tx):
            if not task_ids or task.id in task_ids:
                yield from task.attachments
    for response in responses.all_responses(tx, task_ids=task_ids, ids=response_ids):
        yield from response.attachments


def unrendered(
    tx: Transaction, attached: Iterable[Attachment], *, again: bool = False
) -> list[Attachment]:
    """Those of some files of which pictures are to be made and can be made here, each once.

    Args:
        tx: The project.
        attached: The files.
        again: Also those of which some are kept.
    """
    kept = {} if again else renderings.all_renderings(tx)
    wanted = {one.sha256: one for one in attached if one.sha256 not in kept}
    able: dict[str, bool] = {}
    for one in wanted.values():
        if one.media_type not in able:
            able[one.media_type] = can_render(one.media_type)
    return [one for one in wanted.values() if able[one.media_type]]


def rendered(item: Attachment, data: bytes) -> Made:
    """Makes the pictures of a file; may take a minute.

    Args:
        item: The file, of a kind that can be rendered.
        data: Its bytes.
    """
    renderer = renderer_of(item.media_type)
    if renderer is None:
        raise LookupError(item.media_type)
    try:
        return _made(renderer, item, renderer(data))
    except Exception as error:  # noqa: BLE001 - it may be code of others, and what it gives
        failed = Message("It fails: {error}", error=type(error).__name__)
        return _made(renderer, item, Rendering(failure=failed))


def _made(renderer: Renderer, item: Attachment, rendering: Rendering) -> Made:
    shown = rendering.pictures[:MOST_PICTURES]
    pictures = {bytes_hash(one.data): one.data for one in shown}
    record = KeptRendering(
        sha256=item.sha256,
        renderer=renderer.id,
        version=renderer.version,
        pictures=tuple(
            KeptPicture(sha256=bytes_hash(one.data), label=_said(one.label)) for one in shown
        ),
        gaps=tuple(KeptGap(what=gap.what.value, where=_said(gap.where)) for gap in rendering.gaps),
        failure=_said(rendering.failure) if rendering.failure else None,
        facts={storable(name): _storable(one) for name, one in rendering.facts.items()},
    )
    return Made(record, pictures)


def _said(message: Message) -> Said:
    values = {
        name: storable(one) if isinstance(one, str) else one for name, one in message.values.items()
    }
    return Said.of(Message(storable(message.template), **values))


def _storable(value: JsonValue) -> JsonValue:
    """JSON of which every text can be kept: pages say what they like."""
    if isinstance(value, str):
        return storable(value)
    if isinstance(value, list):
        return [_storable(one) for one in value]
    if isinstance(value, dict):
        return {storable(name): _storable(one) for name, one in value.items()}
    return value


def gaps_of(record: KeptRendering) -> tuple[Gap, ...]:
    """What of a file is on no picture; a reason that is not known here counts as any other."""
    known = {one.value: one for one in GapReason}
    return tuple(
        Gap(gap.where.message, known.get(gap.what, GapReason.UNKNOWN)) for gap in record.gaps
    )


@command(
    "media.render", "Keep pictures of files", done="made pictures of files", is_of_program=True
)
def keep_renderings(unit: UnitOfWork, made: Sequence[Made]) -> None:
    """Keep pictures of attached files, in place of those before."""
    if unit.person.id:
        need_role(unit.person, *Role)
    for one in made:
        for data in one.pictures.values():
            files.put_blob(unit.tx, data)
    unit.put(*(one.record for one in made))
    unit.parameters = {"files": {one.record.sha256: one.record.content_hash for one in made}}
    unit.tell(
        files=len(made),
        pictures=sum(len(one.record.pictures) for one in made),
        failed=sum(one.record.failure is not None for one in made) or None,
    )


def render_files(
    ctx: CommandContext,
    items: Iterable[Attachment],
    *,
    on_file: Callable[[Attachment], object] = lambda _: None,
) -> list[KeptRendering]:
    """Makes and keeps pictures of files, some files at a time.

    Args:
        ctx: Who has them made; an empty person where the program does.
        items: From ``unrendered``.
        on_file: Told of each file before it is rendered; stops everything by raising.

    Returns:
        What was kept.
    """
    made: list[Made] = []
    found: list[KeptRendering] = []

    def keep() -> None:
        keeping = list(made)
        made.clear()
        if keeping:
            keep_renderings(ctx, keeping)
        found.extend(one.record for one in keeping)

    try:
        for item in items:
            on_file(item)
            made.append(rendered(item, _bytes_of(ctx, item)))
            if is_enough(made):
                keep()
    finally:
        keep()
    return found


def is_enough(made: Sequence[Made]) -> bool:
    """Whether pictures of so many files, or so large ones, are made that they are to be kept."""
    return len(made) >= _AT_ONCE or sum(one.size for one in made) >= _MOST_HELD


def _bytes_of(ctx: CommandContext, item: Attachment) -> bytes:
    with ctx.project.reading() as tx:
        return files.get_blob(tx, item.sha256)
