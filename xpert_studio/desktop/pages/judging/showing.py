"""Shows a response in the reading pane with its images, to the person who judges or confirms it."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from functools import partial
from typing import Final, Protocol

from PySide6.QtCore import QObject
from PySide6.QtGui import QImage

from xpert_studio.core.judge.attached import Shown, gap_texts, read_attachments
from xpert_studio.core.messages import joined
from xpert_studio.core.records import Attachment, Task
from xpert_studio.core.wording import t
from xpert_studio.core.workflow.attaching import bytes_of
from xpert_studio.desktop.session import Session
from xpert_studio.desktop.widgets.fields import picture
from xpert_studio.desktop.widgets.reading_pane import ReadingPane

# Attachments as experts read them beside a response: images, and the text of documents.

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
    if file.item.media_type.startswith("image/"):
        parts.append(f"![{title}]({file.item.sha256})")  # Qt shows no image without a title
    elif file.text:
        parts.append(_literal(file.text))
    return parts


def _literal(text: str) -> str:
    """A text as markdown that shows it line by line as it is."""
    lines = (_MARKUP.sub(r"\\\1", line).replace("\t", "\u2003") for line in text.splitlines())
    return "  \n".join(lines)


class Readable(Protocol):
    """A response with what the person who judges it reads: a form of any kind."""

    @property
    def task(self) -> Task:
        """The task."""
        ...

    @property
    def response_text(self) -> str:
        """What the system answered."""
        ...

    @property
    def attachments(self) -> tuple[Attachment, ...]:
        """Those of the response."""
        ...

    @property
    def label(self) -> str:
        """The response's blind label."""
        ...

    @property
    def grading_policy(self) -> str:
        """The project's."""
        ...


def show_response(
    pane: ReadingPane,
    session: Session,
    form: Readable,
    then: Callable[[], object],
    *,
    owner: QObject,
) -> None:
    """Fetches the attachments of a response and its task and shows all of them.

    Args:
        pane: Where.
        session: Whose project it is.
        form: The form on the response, or a case of it.
        then: Called once it is shown, to mark its quotes.
        owner: Nothing is shown once it is gone.
    """
    items = (*form.attachments, *form.task.attachments)
    content = partial(bytes_of, session.project)

    def read() -> tuple[dict[str, QImage], str]:
        images = {
            item.sha256: picture(content(item.sha256))
            for item in items
            if item.media_type.startswith("image/")
        }
        response = read_attachments(form.attachments, content)
        task = read_attachments(form.task.attachments, content)
        return images, attachments_page(response, task)

    def show(found: tuple[dict[str, QImage], str]) -> None:
        images, attachments = found
        text = form.response_text + _unnamed_images(form.attachments, form.response_text)
        title = t("Response {letter}", letter=form.label)
        # A response's own files come last: their names win over those of the task.
        named = {
            item.path: images[item.sha256] for item in reversed(items) if item.sha256 in images
        }
        pane.show_texts(title, text, form.task, form.grading_policy, images | named)
        pane.show_attachments(attachments, images)
        then()

    session.fetch(
        read,
        show,
        owner=owner,
        slot="images",
    )


def _unnamed_images(attachments: tuple[Attachment, ...], text: str) -> str:
    """Images of a response that its text does not show itself."""
    rest = [
        item
        for item in attachments
        if item.media_type.startswith("image/") and item.path not in text
    ]
    # Qt shows no image without a title, and none whose name has a space in it.
    return "".join(f"\n\n![{item.caption or t('Image')}]({item.sha256})" for item in rest)
