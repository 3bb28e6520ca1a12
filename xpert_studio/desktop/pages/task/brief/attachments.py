"""Attachments of a brief: dropped, pasted or chosen; images are shown."""

from __future__ import annotations

from pathlib import Path
from typing import Final

from PySide6.QtCore import QBuffer, QIODevice, QSize
from PySide6.QtGui import (
    QDragEnterEvent,
    QDropEvent,
    QGuiApplication,
    QImage,
    QPixmap,
)
from PySide6.QtWidgets import QLabel, QLayout, QWidget

from xpert_studio.core.documents import DOCX, PDF, PPTX, XLSX
from xpert_studio.core.judge.attached import Shown, read_attachments
from xpert_studio.core.packs import find
from xpert_studio.core.records import Attachment, Task
from xpert_studio.core.wording import mark, t
from xpert_studio.core.workflow.attaching import (
    attach_bytes,
    attach_file,
    bytes_of,
    caption_attachment,
    detach_file,
)
from xpert_studio.desktop.base_window import files_of
from xpert_studio.desktop.look import GAP, PAD, SPACE, icon, px
from xpert_studio.desktop.media import make_pictures
from xpert_studio.desktop.pages.task.brief.pages_shown import PagesShown
from xpert_studio.desktop.pages.task.brief.read_text import ReadText
from xpert_studio.desktop.session import now
from xpert_studio.desktop.shell import Shell
from xpert_studio.desktop.widgets.error_line import ErrorLine
from xpert_studio.desktop.widgets.fields import field
from xpert_studio.desktop.widgets.files import chosen_files, copy_to_open, open_file
from xpert_studio.desktop.widgets.labels import Card, button, card, label, tool
from xpert_studio.desktop.widgets.layouts import column, put_in, row
from xpert_studio.desktop.widgets.pictures import picture as small
from xpert_studio.desktop.widgets.wiring import show_if

_HEIGHT = 120


class Attachments(Card):
    """The list of them, and the ways to add one."""

    _task: Task

    def __init__(self, shell: Shell) -> None:
        super().__init__("sunken")
        self.setAcceptDrops(True)
        self._shell, self._session = shell, shell.session
        self._shown: tuple[tuple[Attachment, ...], bool] | None = None
        self.list = column(gap=GAP)
        self.add = button(
            t("Add a file…"), lambda: self.attach(*chosen_files(self)), picture="paperclip"
        )
        self.paste = button(t("Paste image"), self.paste_image, picture="clipboard-paste")
        self.hint = label(t("Or drop images, PDF, Office or text files here."), "small")
        self.problem = ErrorLine(self._session)
        column(
            label(t("Attachments"), "label"),
            self.list,
            row(self.add, self.paste, 1),
            self.hint,
            self.problem,
            on=self,
            pad=PAD,
            gap=GAP,
        )

    def show_task(self, task: Task, *, is_open: bool) -> None:
        """Shows a task's attachments."""
        self._task, self._open = task, is_open
        self.problem.concern(task.id)
        show_if(is_open, self.add, self.paste, self.hint)
        if self._shown == (task.attachments, is_open):
            return
        self._shown = (task.attachments, is_open)
        none = [] if task.attachments or is_open else [label(t("None."), "muted")]
        self._pages: list[PagesShown] = []
        put_in(self.list, (*(self._row(task, item) for item in task.attachments), *none))
        make_pictures(self._session, task.attachments, self._refresh_pages, owner=self)

    def _refresh_pages(self) -> None:
        for page in self._pages:
            page.refresh()

    def _row(self, task: Task, item: Attachment) -> QWidget:
        sign = label(wrap=False)
        name = item.path.rpartition("/")[2]
        is_image = item.is_image
        read, pages = ReadText(name), PagesShown(self._session, item, name)
        self._pages.append(pages)
        if is_image:
            self._session.fetch(
                lambda: small(self._read(item), QSize(px(240), px(_HEIGHT))),
                lambda image: _show_picture(sign, image),
                owner=sign,
            )
        else:
            sign.setPixmap(icon("file-text", "muted", 28).pixmap(px(28), px(28)))
        self._session.fetch(lambda: self._read(item), read.show_file, owner=read)
        caption = field(
            item.caption or "",
            name=t("Caption of {file}", file=name),
            hint=t("Caption: what it shows"),
        )
        caption.setReadOnly(not self._open)
        caption.editingFinished.connect(lambda: self._caption(task, item, caption.text()))
        remove = tool(
            "trash-2",
            t("Remove {file}", file=name),
            lambda: self.problem.do(detach_file, task.id, item.path),
        )
        view = tool("eye", t("Open {file}", file=name), lambda: self._open_file(item, name))
        words = column(
            label(name, wrap=False),
            label(t(_KINDS.get(item.media_type, item.media_type)), "small", wrap=False),
            read.facts,
            pages.facts,
            caption,
        )
        head = row(
            sign,
            words,
            pages.way,
            None if is_image else read.way,
            None if is_image else view,
            remove if self._open else None,
            gap=SPACE,
        )
        inside = column(head, pages, read, pad=PAD)
        made = card(inside)
        self._show_inside(item, inside, made)
        return made

    def _show_inside(self, item: Attachment, below: QLayout, owner: QWidget) -> None:
        """Shows what is in a file that a pack has a view of."""
        make = find("viewers", item.media_type)
        if make is not None:
            self._session.fetch(
                lambda: self._content(item.sha256),
                lambda data: below.addWidget(make(data)),
                owner=owner,
            )

    def _read(self, item: Attachment) -> Shown:
        return read_attachments([item], self._content)[0]

    def _content(self, sha256: str) -> bytes:
        return bytes_of(self._session.project, sha256)

    def _open_file(self, item: Attachment, name: str) -> None:
        """Opens a copy of a document with the program for it."""

        def opened(path: Path) -> None:
            if not open_file(path):
                self._shell.say(t("There is no program to open {file}.", file=name), "warn")

        self._session.fetch(
            lambda: copy_to_open(name, self._content(item.sha256)), opened, owner=self
        )

    def _caption(self, task: Task, item: Attachment, text: str) -> None:
        if self._open and (text.strip() or None) != item.caption:
            self.problem.do(caption_attachment, task.id, item.path, text)

    def attach(self, *paths: Path) -> None:
        """Attaches files."""
        for path in paths:
            self.problem.do(attach_file, self._task.id, path)

    def paste_image(self) -> None:
        """Attaches the image on the clipboard."""
        image = QGuiApplication.clipboard().image()
        if image.isNull():
            self._shell.say(t("There is no image on the clipboard."), "warn")
        else:
            self._attach_image(image)

    def _attach_image(self, image: QImage) -> None:
        self.problem.do(
            attach_bytes, self._task.id, f"pasted-{now():%Y%m%d-%H%M%S}.png", _png(image)
        )

    def dragEnterEvent(self, event: QDragEnterEvent) -> None:  # noqa: N802 - Qt's name
        """Takes files while the brief can be changed."""
        if self._open and (files_of(event.mimeData()) or event.mimeData().hasImage()):
            event.acceptProposedAction()

    def dropEvent(self, event: QDropEvent) -> None:  # noqa: N802 - Qt's name
        """Attaches what was dropped."""
        event.acceptProposedAction()
        paths = files_of(event.mimeData())
        self.attach(*paths)
        if not paths and event.mimeData().hasImage():
            self._attach_image(QImage(event.mimeData().imageData()))


def _png(image: QImage) -> bytes:
    buffer = QBuffer()
    buffer.open(QIODevice.OpenModeFlag.WriteOnly)
    # The stubs ask for bytes, which the library refuses.
    image.save(buffer, "PNG")  # type: ignore[call-overload]
    return bytes(buffer.data().data())


_KINDS: Final = {
    PDF: mark("PDF"),
    DOCX: mark("Word document"),
    XLSX: mark("Excel workbook"),
    PPTX: mark("PowerPoint presentation"),
}


def _show_picture(target: QLabel, image: QImage) -> None:
    """Shows an image, or that it cannot be shown."""
    if image.isNull():
        target.setText(t("Too large or damaged: not shown"))
    else:
        target.setPixmap(QPixmap.fromImage(image))
