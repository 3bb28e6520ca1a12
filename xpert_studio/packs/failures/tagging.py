"""What a person says of a failure, written and taken back."""

from __future__ import annotations

from xpert_studio.api.changes import Change, NotFoundError
from xpert_studio.api.records import CommandContext, Written, put_records, remove_records
from xpert_studio.packs.failures.records import PACK_ID, TAG, Tag, said_by, tag_id


def put_tag(ctx: CommandContext, response_id: str, tag: Tag) -> Change:
    """Says why a response fails a checkpoint, in place of what the person said of it before."""
    first, *others = _ids(ctx, response_id, tag.checkpoint) or [
        tag_id(ctx.person_id, response_id, tag.checkpoint)
    ]
    if others:
        remove_records(ctx, PACK_ID, TAG.id, others)
    return put_records(ctx, PACK_ID, TAG.id, [Written(tag, id=first, response_id=response_id)])


def take_tag_back(ctx: CommandContext, response_id: str, checkpoint_id: str) -> Change:
    """Takes back what the person said of why a response fails a checkpoint.

    Raises:
        NotFoundError: They have said nothing.
    """
    ids = _ids(ctx, response_id, checkpoint_id)
    if not ids:
        raise NotFoundError("You have given no type to a failure of that checkpoint.")
    return remove_records(ctx, PACK_ID, TAG.id, ids)


def _ids(ctx: CommandContext, response_id: str, checkpoint_id: str) -> list[str]:
    with ctx.project.reading() as tx:
        said = said_by(tx, ctx.person_id, response_id)
    return [id_ for id_, tag in said.items() if tag.checkpoint == checkpoint_id]
