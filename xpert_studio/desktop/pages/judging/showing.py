"""Shows a response in the reading pane with its images, to the person who judges or confirms it."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import Final

from PySide6.QtCore import QObject
from PySide6.QtGui import QImage

from xpert_studio.core.judge.pages import read_with_pages
from xpert_studio.core.records import Attachment
from xpert_studio.core.store import renderings
from xpert_studio.core.wording import t
from xpert_studio.core.workflow.attaching import bytes_of
from xpert_studio.core.workflow.form_view import ShownResponse
from xpert_studio.desktop.media import make_pictures
from xpert_studio.desktop.pages.judging.attachments import (
    MOST_PAGES,
    attachments_page,
    board_pictures,
)
from xpert_studio.desktop.pages.judging.live import live_opener
from xpert_studio.desktop.session import Session
from xpert_studio.desktop.widgets.picture_board import BoardPicture
from xpert_studio.desktop.widgets.pictures import page, picture
from xpert_studio.desktop.widgets.reading_pane import ReadingPane

Read = tuple[dict[str, QImage], str, list[BoardPicture], bool]
"""Images, the page of attachments, all pictures, and whether the response has one of them."""
_SHORT: Final = 300
"""Letters of a text that says less than the pictures beside it."""


def show_response(
    pane: ReadingPane,
    session: Session,
    form: ShownResponse,
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
    is_short = len(form.response_text.strip()) < _SHORT
    pane.showing = this = object()
    pane.pictures.set_live(live_opener(session, form.attachments))

    def read() -> Read:
        with session.project.reading() as tx:
            kept = renderings.renderings_of(tx, (one.sha256 for one in items))
        response, task = (
            read_with_pages(one, content, kept, MOST_PAGES)
            for one in (form.attachments, form.task.attachments)
        )
        images = {
            file.item.sha256: (page if file.page else picture)(file)
            for file in (*response, *task)
            if file.item.is_image or file.is_picture
        }
        page_ = attachments_page(response, task, kept)
        own = bool(board_pictures(response, (), images))
        return images, page_, board_pictures(response, task, images), own

    def show(found: Read) -> None:
        images, attachments, pictures, own = found
        text = form.response_text + _unnamed_images(form.attachments, form.response_text)
        title = t("Response {letter}", letter=form.label)
        # A response's own files come last: their names win over those of the task.
        named = {
            item.path: images[item.sha256] for item in reversed(items) if item.sha256 in images
        }
        pane.show_texts(title, text, form.task, form.grading_policy, images | named)
        pane.show_attachments(attachments, images)
        pane.show_pictures(pictures)
        pane.turn_to_pictures(wanted=own and is_short)
        then()
        make_pictures(session, items, show_again, owner=owner)

    def show_again() -> None:
        """Shows the pictures that there are now; what is read stays where it is."""
        if pane.showing is this:
            session.fetch(
                read,
                show_more,
                owner=owner,
                slot="images",
            )

    def show_more(found: Read) -> None:
        images, attachments, pictures, own = found
        is_first = own and not pane.pictures.pictures
        pane.show_attachments(attachments, images)
        pane.show_more_pictures(pictures)
        if is_first and is_short:
            pane.turn_to_pictures(wanted=True)

    session.fetch(read, show, owner=owner, slot="images")


def _unnamed_images(attachments: tuple[Attachment, ...], text: str) -> str:
    """Images of a response that its text does not show itself."""
    rest = [item for item in attachments if item.is_image and item.path not in text]
    # Qt shows no image without a title, and none whose name has a space in it.
    return "".join(f"\n\n![{item.caption or t('Image')}]({item.sha256})" for item in rest)
