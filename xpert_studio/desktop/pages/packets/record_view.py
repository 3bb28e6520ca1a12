"""One record of a packet that needs no decision: what it says, what changes, and why."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

from xpert_studio.desktop.look import PAD, SPACE
from xpert_studio.desktop.pages.packets.differing import differing, where_they_differ
from xpert_studio.desktop.pages.packets.record_words import field_words, title_of, where_of
from xpert_studio.desktop.pages.packets.sides import Side, SidesList
from xpert_studio.desktop.pages.packets.value_words import ValueWords
from xpert_studio.desktop.pages.packets.words import FATE_MEANINGS
from xpert_studio.desktop.parts.bounds import clipped
from xpert_studio.desktop.parts.labels import Card, label, retone
from xpert_studio.desktop.parts.layouts import column
from xpert_studio.desktop.session import Session
from xpert_studio.desktop.wording import explained, t
from xpert_studio.workflow.merging.lineage import Content
from xpert_studio.workflow.merging.weighing import Fate, Item
from xpert_studio.workflow.views import House, RecordNames

_LONGEST: Final = 3000
_LINES: Final = 60
Fields = list[tuple[str, list[Side]]]


@dataclass(frozen=True, slots=True)
class Looked:
    """A record that is looked at, and what is needed to put it into words."""

    item: Item
    names: RecordNames
    house: House

    def fields(self) -> Fields:
        """What changes in it, field by field; compares texts, so not on the window's thread."""
        item = self.item
        if self.names.withholds(item):
            return []
        after = item.theirs if item.fate in {Fate.REFUSED, Fate.HELD} else item.result
        if item.mine is None or after is None or item.mine == after:
            return self._whole(item.mine if after is None else after)
        said = ValueWords(item, self.names, self.house)
        head = t("In the packet") if after is item.theirs else t("As it will be")
        found: Fields = []
        for name, value in after.items():
            mine, theirs = said.say(name, item.mine.get(name)), said.say(name, value)
            if mine == theirs:
                continue
            mine, theirs = where_they_differ(mine, theirs)
            sides = [Side(t("Here"), differing(None, mine)), Side(head, differing(mine, theirs))]
            found.append((field_words(name), sides))
        return found

    def _whole(self, content: Content) -> Fields:
        said = ValueWords(self.item, self.names, self.house)
        return [
            (name, [Side("", differing(None, clipped(text, _LONGEST, _LINES)))])
            for name, text in said.summary(content)
        ]


class RecordView(Card):
    """Shows a record."""

    def __init__(self, session: Session) -> None:
        super().__init__()
        self._session = session
        self.title = label("", "heading")
        self.where = label("", "small")
        self.why = label("", "muted")
        self.sides = SidesList()
        column(self.title, self.where, self.why, self.sides, 1, on=self, pad=SPACE, gap=PAD)

    def show_record(self, looked: Looked) -> None:
        """Shows a record."""
        item = looked.item
        self.title.setText(title_of(item, looked.names, looked.house))
        self.where.setText(where_of(item, looked.names, looked.house))
        self.why.setText(_why(looked))
        retone(self.why, "kind", "bad" if item.reason is not None else "muted")
        self._session.fetch(looked.fields, self.sides.show_fields, owner=self, slot="sides")


def _why(looked: Looked) -> str:
    item = looked.item
    if looked.names.withholds(item):
        return t("This waits for your own judgment, so what others decided is not shown.")
    if item.reason is not None:
        return explained(item.reason)
    if item.result is None and item.mine is not None:
        return t("They removed it, and nobody changed it here, so it is removed.")
    return t(FATE_MEANINGS[item.fate])
