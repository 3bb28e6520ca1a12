"""Pictures with the regions that experts and a judge marked in them, as SVG for reports."""

from __future__ import annotations

from base64 import b64encode
from collections.abc import Sequence
from html import escape
from typing import Final

from xpert_studio.core.judge.attached import ShownPicture
from xpert_studio.core.judge.image_rules import Convention, ImageRule, fitted, size_of
from xpert_studio.core.judge.pages import read_with_pages
from xpert_studio.core.judge.providers.base import Image
from xpert_studio.core.records import Attachment, Quote, Rating
from xpert_studio.core.records.renderings import MOST_PICTURES
from xpert_studio.core.store import ProjectFile, Transaction, files, renderings, responses, tasks
from xpert_studio.core.wording import t
from xpert_studio.report.blocks import CasePicture

_SMALL: Final = ImageRule(provider="", model="", longest=900, boxes=Convention.UNIT)
_WIDE: Final = 900
_LINE: Final = 4
_EXPERT: Final = "#2456b8"
_JUDGE: Final = "#a62b22"


def case_pictures(
    project: ProjectFile, response_id: str, ratings: Sequence[tuple[Rating, bool]]
) -> tuple[CasePicture, ...]:
    """The pictures of a response in which something was marked.

    Args:
        project: The project.
        response_id: The response.
        ratings: Judgments and verdicts, each with whether it is a judge's.
    """
    marked = [
        (item, is_judge)
        for rating, is_judge in ratings
        for item in rating.evidence
        if item.region is not None
    ]
    if not marked:
        return ()
    with project.reading() as tx:
        shown = _pictures(tx, response_id)
    found = []
    for picture in shown:
        own = [one for one in marked if one[0].region and one[0].region.picture == picture.sha256]
        if own:
            found.append(_drawn(picture, own))
    return tuple(found)


def _pictures(tx: Transaction, response_id: str) -> list[ShownPicture]:
    response = responses.get_response(tx, response_id)
    items: tuple[Attachment, ...] = (
        *response.attachments,
        *tasks.get_task(tx, response.task_id).attachments,
    )
    kept = renderings.renderings_of(tx, (item.sha256 for item in items))
    content = {}
    for item in items:
        pages = kept[item.sha256].pictures if item.sha256 in kept else ()
        for sha256 in (item.sha256, *(page.sha256 for page in pages)):
            content[sha256] = files.get_blob(tx, sha256)
    read = read_with_pages(items, content.__getitem__, kept, MOST_PICTURES)
    return [picture for file in read for picture in file.pictures]


def _drawn(picture: ShownPicture, marked: Sequence[tuple[Quote, bool]]) -> CasePicture:
    media_type = "image/png" if picture.data.startswith(b"\x89PNG") else "image/jpeg"
    (small,) = fitted((Image(media_type, picture.data),), _SMALL, of=1)
    wide, high = size_of(small.data)
    high = max(1, round(high * _WIDE / wide))
    frames = [_frame(item, _WIDE, high, is_judge=is_judge) for item, is_judge in marked]
    data = b64encode(small.data).decode("ascii")
    name = escape(picture.label or t("Image"), quote=True)
    svg = (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {_WIDE} {high}" role="img" '
        f'aria-label="{name}"><image width="{_WIDE}" height="{high}" '
        f'href="data:{small.media_type};base64,{data}"/>{"".join(frames)}</svg>'
    )
    sides = {is_judge for _, is_judge in marked}
    said = [t("experts: blue")] if False in sides else []
    said += [t("judge: red, dashed")] if True in sides else []
    return CasePicture(svg, " · ".join(filter(None, (picture.label, *said))))


def _frame(item: Quote, wide: int, high: int, *, is_judge: bool) -> str:
    region = item.region
    assert region is not None  # noqa: S101 - asked for regions only
    place = (
        f'x="{region.left * wide:.1f}" y="{region.top * high:.1f}" '
        f'width="{region.width * wide:.1f}" height="{region.height * high:.1f}" fill="none"'
    )
    dash = ' stroke-dasharray="14 8"' if is_judge else ""
    colour = _JUDGE if is_judge else _EXPERT
    return (
        f'<rect {place} stroke="#ffffff" stroke-width="{_LINE + 4}"/>'
        f'<rect {place} stroke="{colour}" stroke-width="{_LINE}"{dash}/>'
    )
