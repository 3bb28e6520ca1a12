"""Pictures of attached files as models are shown them, beside the text of the file.

A picture closes gaps of the text: a scan, a chart, a drawing. What is on no picture that is shown
stays a gap.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from functools import partial
from itertools import takewhile
from typing import Final

from xpert_studio.core.documents import Gap, GapReason
from xpert_studio.core.documents.document import WHOLE
from xpert_studio.core.documents.media_types import HTML
from xpert_studio.core.judge.attached import (
    AttachedPage,
    BytesOf,
    Shown,
    ShownPicture,
    read_attachments,
)
from xpert_studio.core.judge.image_rules import RequestLimit
from xpert_studio.core.judge.prompt import PAGES, words_hash
from xpert_studio.core.judge.request_room import Room
from xpert_studio.core.messages import Message
from xpert_studio.core.records import Attachment, KeptRendering, content_hash
from xpert_studio.core.workflow.media import gaps_of

Renderings = Mapping[str, KeptRendering]
"""What is kept of files, by their SHA-256."""

_CLOSED: Final = frozenset(
    {
        GapReason.KIND,
        GapReason.OLD,
        GapReason.NO_TEXT,
        GapReason.PICTURES,
        GapReason.DRAWING,
        GapReason.EMPTY,
        GapReason.SYMBOL,
        GapReason.FORMULA,
        GapReason.FIELD,
        GapReason.FORMAT,
    }
)
"""What of a file its pictures show, whatever its text lacks."""
_OF_PAGES: Final = frozenset({"page {n}", "slide {n}"})
"""Places whose page is known."""


def read_with_pages(
    items: Sequence[Attachment],
    bytes_of: BytesOf,
    kept: Renderings,
    most: int,
    room: Room | None = None,
) -> tuple[Shown, ...]:
    """Reads attachments; each file of which there are pictures is followed by these.

    Args:
        items: The attachments.
        bytes_of: Gives their bytes.
        kept: The renderings there are.
        most: Pictures of a file that are shown, at most.
        room: What the request has room for; None for people, who are shown all.
    """
    found: list[Shown] = []
    for file in read_attachments(items, bytes_of):
        rendering = kept.get(file.item.sha256)
        if rendering is None or not rendering.pictures or most < 1 or file.is_picture:
            found.append(file if fits(file, room) else _without_room(file))
            continue
        made = pages_of(file.item, rendering, bytes_of, most, is_beside=not file.unseen)
        pages = list(takewhile(lambda page: fits(page, room), made))
        gaps = _gaps(file, rendering, len(pages))
        found += (replace(file, gaps=gaps, pages=(len(pages), rendering.pages)), *pages)
    return tuple(found)


def fits(file: Shown, room: Room | None) -> bool:
    """Whether there is room for the pictures of a file, which then have their places."""
    return room is None or all(map(room.takes, file.pictures))


def _without_room(file: Shown) -> Shown:
    return replace(file, pictures=(), gaps=(*file.gaps, Gap(WHOLE, GapReason.REQUEST)))


def pages_of(
    item: Attachment,
    rendering: KeptRendering,
    bytes_of: BytesOf,
    most: int,
    *,
    is_beside: bool = False,
) -> Iterator[Shown]:
    """The pictures of a file as they are shown.

    Args:
        item: The file.
        rendering: What rendering it gave.
        bytes_of: Gives the bytes of a picture.
        most: Pictures that are shown, at most.
        is_beside: Whether the text of the file has all that the pictures have.
    """
    for picture in rendering.pictures[:most]:
        named = Attachment(
            path=f"{item.path}, {picture.label.message}",
            media_type="image/png",
            sha256=picture.sha256,
        )
        made = ShownPicture(picture.sha256, partial(bytes_of, picture.sha256))
        yield Shown(
            named, pictures=(made,), page=AttachedPage(picture.label.message, is_beside=is_beside)
        )


def _gaps(file: Shown, rendering: KeptRendering, shown: int) -> tuple[Gap, ...]:
    """What of a file neither its text nor the pictures that are shown have."""
    is_page = file.item.media_type == HTML
    closed = _CLOSED | {GapReason.SCRIPT} if is_page else _CLOSED
    left = [gap for gap in file.gaps if gap.what not in closed or _page_of(gap) > shown]
    lacks = [gap for gap in file.gaps if gap.what in closed]
    if shown < rendering.pages and any(not _page_of(gap) for gap in lacks):
        where = Message("pages {first} to {last}", first=shown + 1, last=rendering.pages)
        left.append(Gap(where, GapReason.PAGES))
    if lacks or is_page:
        left += [gap for gap in gaps_of(rendering) if gap.what is not GapReason.PAGES]
    return tuple(left)


def _page_of(gap: Gap) -> int:
    """The page that a gap is on; 0 where that is not said."""
    number = gap.where.values.get("n") if gap.where.template in _OF_PAGES else None
    return number if isinstance(number, int) else 0


def pages_key(
    version: str, items: Iterable[Attachment], kept: Renderings, most: int, limit: RequestLimit
) -> str:
    """What keys of verdicts hold of pictures that are shown; empty where it is nothing.

    The limit of requests is part of it where its number of images may leave out some of them; for
    its bytes see ``byte_limit``.

    Args:
        version: Of the prompt.
        items: Attached files that are shown.
        kept: The renderings there are.
        most: Pictures of a file that are shown, at most.
        limit: What the provider takes in a request.
    """
    files = list(items)
    shown = list(_shown_of(files, kept, most))
    count = sum(len(one) - 2 for one in shown) + sum(item.is_image for item in files)
    said: dict[str, object] = {"words": words_hash(version, PAGES), "shown": shown} if shown else {}
    said |= {"limit": limit.model_dump()} if count > limit.images // 2 else {}
    return content_hash(said) if said else ""


def _shown_of(
    items: Iterable[Attachment], kept: Renderings, most: int
) -> Iterator[list[str | int]]:
    for item in items:
        rendering = kept.get(item.sha256)
        if rendering is not None and (shown := rendering.pictures[:most]):
            yield [item.sha256, rendering.pages, *(picture.sha256 for picture in shown)]
