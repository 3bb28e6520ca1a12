"""Checks that evidence is there: passages in the response, regions in a picture that is shown."""

from __future__ import annotations

from collections.abc import Iterable

from xpert_studio.core.errors import UsageError
from xpert_studio.core.records import Quote, Response, Task


def pictures_shown(response: Response, task: Task) -> frozenset[str]:
    """Hashes of the files that experts and judges are shown as pictures with a response."""
    items = (*response.attachments, *task.attachments)
    return frozenset(item.sha256 for item in items if item.is_image)


def located(evidence: Iterable[Quote], response: Response, task: Task) -> tuple[Quote, ...]:
    """Passages with their places in the response, and regions.

    Raises:
        UsageError: A passage or picture is not there.
    """
    shown = pictures_shown(response, task)
    return tuple(
        _located(item, response.text) if item.region is None else _marked(item, shown)
        for item in evidence
    )


def _marked(item: Quote, shown: frozenset[str]) -> Quote:
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
