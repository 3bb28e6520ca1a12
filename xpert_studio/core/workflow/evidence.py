"""Checks that evidence is there: passages in the response, regions in a picture that is shown."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from xpert_studio.core.errors import UsageError
from xpert_studio.core.records import Attachment, Quote, Response, Task
from xpert_studio.core.store import Transaction, renderings


def pictures_shown(tx: Transaction, items: Iterable[Attachment]) -> tuple[str, ...]:
    """Hashes of what experts and judges are shown as pictures: images, and pages of other files.

    Args:
        tx: The transaction.
        items: The attachments of a response and those of its task, in this order.
    """
    shown = list(items)
    kept = renderings.renderings_of(tx, (item.sha256 for item in shown))
    found: list[str] = []
    for item in shown:
        if item.is_image:
            found.append(item.sha256)
        elif item.sha256 in kept:
            found += (picture.sha256 for picture in kept[item.sha256].pictures)
    return tuple(found)


def located(
    tx: Transaction,
    evidence: Iterable[Quote],
    response: Response,
    task: Task,
    held: Iterable[Quote] = (),
) -> tuple[Quote, ...]:
    """Passages with their places in the response, and regions.

    Args:
        tx: The transaction.
        evidence: What was marked.
        response: In which.
        task: Its task.
        held: What the judgment holds already: pictures may have been made anew since.

    Raises:
        UsageError: A passage or picture is not there.
    """
    marked = list(evidence)
    items = (*response.attachments, *task.attachments)
    shown = pictures_shown(tx, items) if any(one.region for one in marked) else ()
    shown += tuple(one.region.picture for one in held if one.region)
    return tuple(
        _located(item, response.text) if item.region is None else _marked(item, shown)
        for item in marked
    )


def _marked(item: Quote, shown: Sequence[str]) -> Quote:
    if item.region is None or item.region.picture not in shown:
        raise UsageError(
            "That picture is not shown with the response.",
            remedy="Mark the region in a picture of the response or its task.",
        )
    return Quote(quote=item.quote.strip(), region=item.region)


def _located(quote: Quote, text: str) -> Quote:
    start = quote.start
    if start is None or text[start : quote.end] != quote.quote:
        start = text.find(quote.quote) if quote.quote.strip() else -1
    if start < 0:
        raise UsageError(
            "That passage is not in the response.", remedy="Mark it in the response itself."
        )
    return Quote(quote=quote.quote, start=start, end=start + len(quote.quote))
