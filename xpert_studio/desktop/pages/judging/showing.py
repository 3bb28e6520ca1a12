"""Shows a response in the reading pane with its images, to whoever judges or confirms it."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Protocol

from PySide6.QtCore import QObject
from PySide6.QtGui import QImage

from xpert_studio.desktop.parts.pictures import picture
from xpert_studio.desktop.parts.reading_pane import ReadingPane
from xpert_studio.desktop.session import Session
from xpert_studio.desktop.wording import t
from xpert_studio.records import Attachment, Task
from xpert_studio.workflow.attaching import bytes_of


class Readable(Protocol):
    """A response with what whoever judges it reads: a sheet of any kind."""

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
    sheet: Readable,
    then: Callable[[], object],
    *,
    owner: QObject,
) -> None:
    """Fetches a response's images and shows it.

    Args:
        pane: Where.
        session: Whose project it is.
        sheet: The sheet on the response, or a case of it.
        then: Called once it is shown, to mark its quotes.
        owner: Nothing is shown once it is gone.
    """
    items = (*sheet.attachments, *sheet.task.attachments)
    images = [item for item in items if item.media_type.startswith("image/")]
    desk = session.desk

    def show(found: Mapping[str, QImage]) -> None:
        text = sheet.response_text + _unnamed_images(sheet.attachments, sheet.response_text)
        title = t("Response {letter}", letter=sheet.label)
        pane.show_texts(title, text, sheet.task, sheet.grading_policy, found)
        then()

    session.fetch(
        lambda: {item.path: picture(bytes_of(desk, item.sha256)) for item in images},
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
    return "".join(f"\n\n![{item.caption or ''}]({item.path})" for item in rest)
