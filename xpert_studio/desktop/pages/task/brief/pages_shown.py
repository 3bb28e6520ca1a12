"""The pages of an attached document as pictures, folded until they are asked for."""

from __future__ import annotations

from functools import partial

from PySide6.QtCore import Qt
from PySide6.QtGui import QImage
from PySide6.QtWidgets import QWidget

from xpert_studio.core.judge.pages import pages_of
from xpert_studio.core.records import Attachment, KeptRendering
from xpert_studio.core.store import renderings
from xpert_studio.core.wording import t, tn, translated
from xpert_studio.core.workflow import bytes_of
from xpert_studio.desktop.look import GAP, px
from xpert_studio.desktop.session import Session
from xpert_studio.desktop.widgets.labels import label, tool
from xpert_studio.desktop.widgets.layouts import column
from xpert_studio.desktop.widgets.pictures import page
from xpert_studio.desktop.widgets.reading_views import ResponseView
from xpert_studio.desktop.widgets.wiring import on_keys

_HIGH = 520
_MOST = 30
_LARGER, _SMALLER = (Qt.Key.Key_Plus, Qt.Key.Key_Equal), (Qt.Key.Key_Minus,)


class PagesShown(QWidget):
    """The pages of one file, as judges that take images are shown them.

    Attributes:
        facts: How many there are, or why there are none; stands beside the file's name.
        way: Shows and hides them.

    Args:
        session: Whose project it is.
        item: The file.
        name: Of the file, for people.
    """

    def __init__(self, session: Session, item: Attachment, name: str) -> None:
        super().__init__()
        self._session, self._item = session, item
        self._kept: KeptRendering | None = None
        self.facts = label("", "small")
        self.way = tool("image", t("Pages of {file}", file=name), self._turn)
        self.way.setCheckable(True)
        self.view = ResponseView(t("Pages of {file}", file=name))
        self.view.setFixedHeight(px(_HIGH))
        on_keys(self.view, _LARGER, lambda: self.view.zoom(1))
        on_keys(self.view, _SMALLER, lambda: self.view.zoom(-1))
        column(self.view, on=self, pad=(0, GAP, 0, 0))
        for part in (self, self.facts, self.way):
            part.hide()
        self.refresh()

    def refresh(self) -> None:
        """Looks which pictures there are now."""

        def kept() -> KeptRendering | None:
            with self._session.project.reading() as tx:
                return renderings.renderings_of(tx, (self._item.sha256,)).get(self._item.sha256)

        self._session.fetch(kept, self._show, owner=self, slot="kept")

    def _show(self, kept: KeptRendering | None) -> None:
        self._kept = kept
        self.way.setVisible(kept is not None and bool(kept.pictures))
        if kept is None:
            return
        if kept.failure is not None:
            why = translated(kept.failure.message).rstrip(".")
            self.facts.say(t("There are no pictures of its pages: {why}.", why=why))
        else:
            self.facts.say(
                tn("{n} page as a picture.", "{n} pages as pictures.", len(kept.pictures))
            )

    def _turn(self) -> None:
        self.setVisible(self.way.isChecked())
        kept = self._kept
        if not self.way.isChecked() or kept is None:
            return
        shown = kept.pictures[:_MOST]

        def read() -> dict[str, QImage]:
            pages = pages_of(self._item, kept, partial(bytes_of, self._session.project), _MOST)
            return {one.item.sha256: page(one) for one in pages}

        text = "\n\n".join(
            f"{translated(one.label.message)}\n\n![{t('Image')}]({one.sha256})" for one in shown
        )
        self._session.fetch(
            read, lambda images: self.view.show_text(text, images), owner=self, slot="pages"
        )
