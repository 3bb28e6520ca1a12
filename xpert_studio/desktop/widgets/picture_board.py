"""The pictures of a response and its task, one at a time, with the regions that are evidence."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from PySide6.QtCore import Qt, Signal
from PySide6.QtGui import QImage
from PySide6.QtWidgets import QWidget

from xpert_studio.core.records import Quote
from xpert_studio.core.wording import t
from xpert_studio.desktop.look import GAP, TIGHT
from xpert_studio.desktop.widgets.fields import field
from xpert_studio.desktop.widgets.labels import button, label, tool
from xpert_studio.desktop.widgets.layouts import box, column, row
from xpert_studio.desktop.widgets.region_canvas import MarkedRegion, RegionCanvas
from xpert_studio.desktop.widgets.wiring import ENTER, enable_if, on_keys, show_if, wire


@dataclass(frozen=True, slots=True)
class BoardPicture:
    """A picture: the hash by which its regions are known, what is shown, and its name."""

    sha256: str
    image: QImage
    name: str


class PictureBoard(QWidget):
    """Shows pictures; where a person judges, regions can be drawn on them.

    Signals:
        kept: A region was drawn and kept; the ``Quote`` with it.
    """

    kept = Signal(object)

    def __init__(self) -> None:
        super().__init__()
        self.pictures: tuple[BoardPicture, ...] = ()
        self._at = 0
        self._marks: Sequence[MarkedRegion] = ()
        self.canvas = RegionCanvas()
        self.name = label("", "muted")
        self.before = tool("chevron-left", t("Previous picture"), lambda: self.step(-1))
        self.after = tool("chevron-right", t("Next picture"), lambda: self.step(1))
        self.begin = button(
            t("Mark region (Ctrl+G)"), self.canvas.begin, picture="scan", kind="quiet"
        )
        self._live: Callable[[], None] | None = None
        self.live = tool("external-link", t("Open the live page"), self.open_live)
        self.note = field(name=t("Note on the region"), hint=t("What is there?"))
        self.keep = button(t("Keep region"), self._keep, kind="primary")
        self.drop = button(t("Drop region"), self._drop, kind="quiet")
        how = label(
            t("Arrow keys move the region, with Shift they size it. Enter keeps it, Esc drops it."),
            "small",
        )
        self.drawing = box(
            column(how, row(self.note, self.keep, self.drop, gap=GAP, grow=0), gap=TIGHT)
        )
        self.absent = label("", "small")
        head = row(self.before, self.after, self.name, self.live, self.begin, gap=TIGHT, grow=2)
        parts = (head, self.canvas, self.drawing, self.absent)
        column(*parts, on=self, pad=TIGHT, gap=TIGHT, grow=1)
        wire((self.canvas.drawn, self._show_drawing), (self.canvas.kept, self._keep))
        on_keys(self.note, ENTER, self._keep, first=True)
        on_keys(self.note, (Qt.Key.Key_Escape,), self._drop, first=True)
        self.set_open(is_open=False)
        self._show_drawing()
        self._show_absent()
        self.set_live(None)

    def set_live(self, opener: Callable[[], None] | None) -> None:
        """Says what opens the response as it is used, such as a web page; None where nothing."""
        self._live = opener
        show_if(opener is not None, self.live)

    @property
    def has_live(self) -> bool:
        """Whether the response can be opened as it is used."""
        return self._live is not None

    def open_live(self) -> None:
        """Opens the response as it is used."""
        if self._live is not None:
            self._live()

    def set_open(self, *, is_open: bool) -> None:
        """Says whether regions can be drawn."""
        self.canvas.may_draw = is_open
        show_if(is_open, self.begin)
        # Its room is kept: the picture would move below the pointer where a region is begun.
        policy = self.drawing.sizePolicy()
        policy.setRetainSizeWhenHidden(is_open)
        self.drawing.setSizePolicy(policy)
        if not is_open:
            self.canvas.drop()

    def show_pictures(self, pictures: Sequence[BoardPicture]) -> None:
        """Shows the pictures of another response."""
        self.pictures, self._at, self._marks = tuple(pictures), 0, ()
        self._show()
        self._show_absent()

    def add(self, pictures: Sequence[BoardPicture]) -> None:
        """Takes in pictures that have come since; the one that is shown stays, with what is drawn."""
        shown = self.pictures[self._at].sha256 if self.pictures else ""
        self.pictures = tuple(pictures)
        known = [picture.sha256 for picture in self.pictures]
        self._at = known.index(shown) if shown in known else 0
        if self.canvas.region is None:
            self._show()
        self._show_absent()

    def show_marks(self, marks: Sequence[MarkedRegion]) -> None:
        """Shows regions, each on its picture; in words where that is not here."""
        self._marks = marks
        self.canvas.show_marks(marks)
        self._show_absent()

    @property
    def has_any(self) -> bool:
        """Whether there are pictures, or regions of pictures that are not here."""
        return bool(self.pictures) or bool(self.absent.text())

    def _show_absent(self) -> None:
        """Lists the regions whose picture is not here, as where pages are not drawn."""
        known = {picture.sha256 for picture in self.pictures}
        lines = [
            f"{mark.words} · {mark.said}" if mark.words else mark.said
            for mark in self._marks
            if mark.region.picture not in known
        ]
        said = t("Regions of pictures that are not here or were made anew:")
        self.absent.setText("\n".join([said, *lines]) if lines else "")
        show_if(bool(lines), self.absent)
        show_if(bool(self.pictures), self.canvas)

    def show_region(self, item: Quote) -> None:
        """Turns to the picture of a region."""
        if number := self.number_of(item):
            self._at = number - 1
            self._show()

    def number_of(self, item: Quote) -> int:
        """The number of a region's picture, from 1; 0 where that is not here."""
        known = [picture.sha256 for picture in self.pictures]
        wanted = item.region.picture if item.region else ""
        return known.index(wanted) + 1 if wanted in known else 0

    def step(self, by: int) -> None:
        """To the picture so many further on."""
        self._at = min(max(self._at + by, 0), len(self.pictures) - 1)
        self._show()

    def _show(self) -> None:
        enable_if(self._at > 0, self.before)
        enable_if(self._at + 1 < len(self.pictures), self.after)
        if not self.pictures:
            return
        one = self.pictures[self._at]
        place = t("Picture {n} of {total}", n=self._at + 1, total=len(self.pictures))
        self.name.setText(f"{place} · {one.name}")
        self.canvas.show_picture(one.sha256, one.image, one.name)
        self.canvas.show_marks(self._marks)
        self._show_drawing()

    def _show_drawing(self) -> None:
        show_if(self.canvas.region is not None, self.drawing)

    def _keep(self) -> None:
        region = self.canvas.region
        if region is None:
            return
        note = self.note.text().strip()
        self._drop()
        self.kept.emit(Quote(quote=note, region=region))

    def _drop(self) -> None:
        self.note.clear()
        self.canvas.drop()
        self.canvas.setFocus()
