"""Attachments as experts read them beside a response: images, and the text of documents."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Final

from PySide6.QtGui import QImage

from xpert_studio.core.judge.attached import Shown, gap_texts
from xpert_studio.core.messages import joined
from xpert_studio.core.wording import t
from xpert_studio.desktop.widgets.picture_board import BoardPicture

_MARKUP: Final = re.compile(r"([\\`*_{}\[\]<>()#+\-.!|~&])")


def attachments_page(response: Sequence[Shown], task: Sequence[Shown]) -> str:
    """Markdown of all attachments of a response and its task; images are named by their SHA-256.

    File names are not shown: they may name the system.
    """
    sections = [
        *_sections(t("Response"), response),
        *_sections(t("Task"), task),
    ]
    return "\n\n".join(sections)


def board_pictures(response: Sequence[Shown], task: Sequence[Shown]) -> list[BoardPicture]:
    """The pictures of a response and its task, each under the title of its file."""
    owners = ((t("Response"), response), (t("Task"), task))
    return [
        BoardPicture(one.sha256, QImage.fromData(one.data), f"{owner}: {_title(number, file)}")
        for owner, files in owners
        for number, file in enumerate(files, start=1)
        for one in file.pictures
    ]


def _sections(owner: str, files: Sequence[Shown]) -> list[str]:
    return [
        "\n\n".join([f"### {owner}: {_title(number, file)}", *_content(_title(number, file), file)])
        for number, file in enumerate(files, start=1)
    ]


def _title(number: int, file: Shown) -> str:
    title = t("Attachment {n}", n=number)
    return f"{title} – {_literal(file.item.caption)}" if file.item.caption else title


def _content(title: str, file: Shown) -> list[str]:
    parts = []
    if file.unseen:
        why = joined(gap_texts(file.unseen))
        parts.append(f"*{_literal(t('Judges are not shown all of it: {why}.', why=why))}*")
    if file.gaps != file.unseen:
        hidden = [gap for gap in file.gaps if not gap.is_seen_by_people]
        why = joined(gap_texts(hidden))
        parts.append(f"*{_literal(t('Neither judges nor this page show: {why}.', why=why))}*")
    if file.item.is_image:
        parts.append(f"![{title}]({file.item.sha256})")  # Qt shows no image without a title
    elif file.text:
        parts.append(_literal(file.text))
    return parts


def _literal(text: str) -> str:
    """A text as markdown that shows it line by line as it is."""
    lines = (_MARKUP.sub(r"\\\1", line).replace("\t", "\u2003") for line in text.splitlines())
    return "  \n".join(lines)
