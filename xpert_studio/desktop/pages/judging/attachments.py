"""Attachments as experts read them beside a response: images, pages, and the text of documents."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from typing import Final

from PySide6.QtGui import QImage

from xpert_studio.core.judge.attached import Shown, gap_texts
from xpert_studio.core.judge.pages import Renderings
from xpert_studio.core.messages import joined
from xpert_studio.core.wording import t, translated
from xpert_studio.desktop.widgets.picture_board import BoardPicture

MOST_PAGES: Final = 30
"""Pages of a file that are shown at once: each takes some megabytes of memory."""
_MARKUP: Final = re.compile(r"([\\`*_{}\[\]<>()#+\-.!|~&])")


def attachments_page(
    response: Sequence[Shown], task: Sequence[Shown], kept: Renderings | None = None
) -> str:
    """Markdown of all attachments of a response and its task; images are named by their SHA-256.

    File names are not shown: they may name the system.

    Args:
        response: The attachments of the response, each followed by its pictures.
        task: Those of the task, likewise.
        kept: What is kept of files: why there are no pictures.
    """
    sections = [
        *_sections(t("Response"), response, kept or {}),
        *_sections(t("Task"), task, kept or {}),
    ]
    return "\n\n".join(sections)


def _sections(owner: str, files: Sequence[Shown], kept: Renderings) -> Iterator[str]:
    for number, (file, pages) in enumerate(_with_their_pages(files), start=1):
        title = t("Attachment {n}", n=number)
        said = f"### {owner}: {_literal(_title(number, file))}"
        yield "\n\n".join([said, *_content(title, file, pages, kept)])


def board_pictures(
    response: Sequence[Shown], task: Sequence[Shown], images: Mapping[str, QImage]
) -> list[BoardPicture]:
    """The pictures of a response and its task, each under the title of its file.

    Args:
        response: Its attachments, each file followed by the pictures of its pages.
        task: Those of the task.
        images: The pictures, by what they were made of.
    """
    return [
        BoardPicture(one.item.sha256, images[one.item.sha256], f"{owner}: {_title(number, one)}")
        for owner, files in ((t("Response"), response), (t("Task"), task))
        for number, (file, pages) in enumerate(_with_their_pages(files), start=1)
        for one in (file, *pages)
        if one.is_picture
    ]


def _title(number: int, file: Shown) -> str:
    title = t("Attachment {n}", n=number)
    beside = translated(file.page.label) if file.page else file.item.caption or ""
    return f"{title} – {beside}" if beside else title


def _with_their_pages(files: Sequence[Shown]) -> list[tuple[Shown, list[Shown]]]:
    found: list[tuple[Shown, list[Shown]]] = []
    for file in files:
        if file.page is None:
            found.append((file, []))
        else:
            found[-1][1].append(file)
    return found


def _content(title: str, file: Shown, pages: Sequence[Shown], kept: Renderings) -> Iterator[str]:
    if file.unseen:
        why = joined(gap_texts(file.unseen))
        yield f"*{_literal(t('Judges are not shown all of it: {why}.', why=why))}*"
    if file.gaps != file.unseen:
        hidden = [gap for gap in file.gaps if not gap.is_seen_by_people]
        why = joined(gap_texts(hidden))
        yield f"*{_literal(t('Neither judges nor this page show: {why}.', why=why))}*"
    yield from _pages(title, file, pages, kept)
    if file.item.is_image:
        yield f"![{title}]({file.item.sha256})"  # Qt shows no image without a title
    elif file.text:
        if pages:
            yield f"**{_literal(t('Text, as judges get it'))}**"
        yield _literal(file.text)


def _pages(title: str, file: Shown, pages: Sequence[Shown], kept: Renderings) -> Iterator[str]:
    """The pictures of a file under each other; or why there are none."""
    rendering = kept.get(file.item.sha256)
    if rendering is not None and rendering.failure is not None:
        why = translated(rendering.failure.message)
        yield f"*{_literal(t('There are no pictures of its pages: {why}.', why=why.rstrip('.')))}*"
    for page in pages:
        label = translated(page.page.label) if page.page else ""
        yield f"{title}, {_literal(label)}"
        yield f"![{title}]({page.item.sha256})"
    shown, every = file.pages
    if shown < every:
        yield f"*{_literal(t('Shown are {shown} of {every} pages.', shown=shown, every=every))}*"


def _literal(text: str) -> str:
    """A text as markdown that shows it line by line as it is."""
    lines = (_MARKUP.sub(r"\\\1", line).replace("\t", "\u2003") for line in text.splitlines())
    return "  \n".join(lines)
