"""Why a response fails the current checkpoint: types of failures, below the rationale."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from PySide6.QtGui import QAction, QKeySequence, QShortcut
from PySide6.QtWidgets import QMenu

from xpert_studio.api.pages import (
    GAP,
    FormRow,
    LinePart,
    Shell,
    column,
    label,
    listed,
    menu_button,
    row,
    show_if,
    t,
)
from xpert_studio.core.instruments import instrument_of
from xpert_studio.core.workflow.form_view import FormView
from xpert_studio.packs.failures.records import (
    Known,
    Tag,
    comes_of,
    own_tags,
    types_in,
)
from xpert_studio.packs.failures.tagging import put_tag, take_tag_back

KEY: Final = "Ctrl+T"
_DIGITS: Final = "1234567890"


class TagPicker(LinePart):
    """Names types of a failure by one key and a digit, and what it follows from."""

    def __init__(self, shell: Shell) -> None:
        super().__init__(shell)
        self.said = label("", "small")
        self.choose = menu_button(
            t("Why it fails ({key})", key=KEY), self._fill, picture="flag", kind="quiet"
        )
        self._types: Mapping[str, Known] = {}
        self._tags: dict[str, Tag] = {}
        self._view: FormView | None = None
        self._line: FormRow | None = None
        self._may = self._is_read = False
        self._writes = 0
        self._key = QShortcut(QKeySequence(KEY), self)
        self._key.activated.connect(self.take_focus)
        column(row(self.choose, self.said, 1, gap=GAP), on=self)
        self.hide()

    def show_form(self, view: FormView) -> None:
        """Reads what the person has said of the response."""
        if self._view is None or self._view.response_id != view.response_id:
            self._tags, self._is_read = {}, False
        self._writes += 1
        asked = self._writes
        self._view = view
        ctx, project = self.session.ctx, self.session.project

        def read() -> tuple[Mapping[str, Known], dict[str, Tag]]:
            with project.reading() as tx:
                return types_in(tx), own_tags(tx, ctx.person_id, view.response_id)

        self.session.fetch(read, lambda found: self._show(asked, *found), owner=self, slot="tags")

    def _show(self, asked: int, types: Mapping[str, Known], tags: dict[str, Tag]) -> None:
        if asked != self._writes:  # something was said since it was read
            return
        self._types, self._tags, self._is_read = types, tags, True
        self.show_line(self._line, may=self._may)

    def show_line(self, line: FormRow | None, *, may: bool) -> None:
        """Asks where the response fails the checkpoint, as it is decided."""
        self._line, self._may = line, may
        fails = line is not None and _fails(line)
        show_if(fails and self._view is not None, self)
        self.said.setText(self._words(self._tags.get(line.key) if line else None))
        self.choose.setEnabled(may and self._is_read)

    def _words(self, tag: Tag | None) -> str:
        if tag is None:
            return ""
        said = listed(self._title(name) for name in tag.types)
        place = self._places().get(tag.follows)
        return said if place is None else t("{said}; follows from {n}", said=said, n=place)

    def _title(self, type_id: str) -> str:
        known = self._types.get(type_id)
        return known.title if known else type_id

    def _places(self) -> dict[str, int]:
        """The numbers of the checkpoints of the form, by id."""
        lines = self._view.lines if self._view else ()
        return {line.checkpoint.id: place for place, line in enumerate(lines, start=1)}

    def take_focus(self) -> None:
        """Opens the list of types; a digit chooses one, or takes it back."""
        if self.isVisible() and self._may and self._is_read:
            self.choose.menu().popup(self.choose.mapToGlobal(self.choose.rect().bottomLeft()))

    def _fill(self, menu: QMenu) -> None:
        line = self._line
        if line is None:
            return
        tag = self._tags.get(line.key)
        for place, known in enumerate(self._types.values()):
            digit = f"&{_DIGITS[place]}  " if place < len(_DIGITS) else ""
            name = known.title.replace("&", "&&")
            made = self._entry(menu, f"{digit}{name}", is_on=bool(tag and known.id in tag.types))
            made.setToolTip(known.meaning)
            made.triggered.connect(lambda _=False, id_=known.id: self._turn(line, id_))
        if tag is not None:
            self._fill_follows(menu, line, tag)

    def _fill_follows(self, menu: QMenu, line: FormRow, tag: Tag) -> None:
        more = menu.addMenu(t("&Follows from"))
        first = self._entry(more, t("Nothing: a first error"), is_on=not tag.follows)
        first.triggered.connect(
            lambda: self._write(line.key, tag.model_copy(update={"follows": ""}))
        )
        before = {id_: one.follows for id_, one in self._tags.items()}
        for id_, place in self._places().items():
            if id_ not in self._tags or comes_of(before, id_, line.key):
                continue
            words = f"{place}  {listed(self._title(one) for one in self._tags[id_].types)}"
            made = self._entry(more, words.replace("&", "&&"), is_on=tag.follows == id_)
            made.triggered.connect(
                lambda _=False, id_=id_: self._write(
                    line.key, tag.model_copy(update={"follows": id_})
                )
            )

    def _entry(self, menu: QMenu, words: str, *, is_on: bool) -> QAction:
        made = menu.addAction(words)
        made.setCheckable(True)
        made.setChecked(is_on)
        return made

    def _turn(self, line: FormRow, type_id: str) -> None:
        """Gives a type, or takes it back; the last one takes all of it back."""
        tag = self._tags.get(line.key) or Tag(
            person=self.session.person_id, checkpoint=line.key, types=(type_id,)
        )
        if line.key not in self._tags:
            self._write(line.key, tag)
            return
        types = tuple(one for one in tag.types if one != type_id)
        types = types if type_id in tag.types else (*tag.types, type_id)
        self._write(line.key, tag.model_copy(update={"types": types}) if types else None)

    def _write(self, key: str, tag: Tag | None) -> None:
        view, ctx = self._view, self.session.ctx
        if view is None:
            return
        self._writes += 1
        if tag is None:
            self._tags.pop(key, None)
            self.session.perform(lambda: take_tag_back(ctx, view.response_id, key))
        else:
            self._tags[key] = tag
            self.session.perform(lambda: put_tag(ctx, view.response_id, tag))
        self.show_line(self._line, may=self._may)


def _fails(line: FormRow) -> bool:
    """Whether the response does not reach all points of a checkpoint, as it is decided."""
    value, point = line.number, line.checkpoint
    return value is not None and instrument_of(point).score(value, point) < 1
