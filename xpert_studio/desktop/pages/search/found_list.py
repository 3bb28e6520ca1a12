"""Places that were found: what each is called, where it is looked at, and a list of them."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from xpert_studio.core.wording import t
from xpert_studio.core.workflow.views.finding import FoundPlace, HitKind
from xpert_studio.desktop.available import offer_row_menu, task_of
from xpert_studio.desktop.look import px
from xpert_studio.desktop.pages.history.words import FIELDS
from xpert_studio.desktop.places import Place
from xpert_studio.desktop.shell import Shell
from xpert_studio.desktop.widgets.entries import Entry, EntryView

_LEAST: Final = 130
"""Room for two entries, in pixels at 100 %."""
PICTURES: Final = {
    HitKind.TASK: "file-text",
    HitKind.CHECKPOINT: "list-checks",
    HitKind.RESPONSE: "message-square",
    HitKind.RATIONALE: "gavel",
    HitKind.COMMENT: "message-square-warning",
}


def where(found_place: FoundPlace) -> str:
    """What kind of place something was found in, in words."""
    hit = found_place.hit
    match hit.kind:
        case HitKind.TASK:
            return t(FIELDS.get(hit.field, "Brief"))
        case HitKind.CHECKPOINT:
            return t("Note on a checkpoint") if hit.field == "notes" else t("Checkpoint")
        case HitKind.RESPONSE:
            return t("Response {label}", label=found_place.label)
        case HitKind.RATIONALE if hit.field == "note":
            return t("Note on a judgment of response {label}", label=found_place.label)
        case HitKind.RATIONALE:
            return t("Rationale on response {label}", label=found_place.label)
        case _:
            return t("Reply to a comment") if hit.field == "replies" else t("Comment")


def place_of(found_place: FoundPlace) -> Place:
    """Where something that was found is looked at."""
    hit = found_place.hit
    tab, item = {
        HitKind.TASK: ("brief", hit.field),
        HitKind.CHECKPOINT: ("rubric", hit.key[-1]),
        HitKind.COMMENT: ("review", hit.key[0]),
    }.get(hit.kind, ("responses", hit.key[0]))
    return Place("task", task_id=hit.task_id, tab=tab, item=item)


def entry_of(found_place: FoundPlace) -> Entry:
    """A place as an entry: the task, what kind of place, and the words with what was found."""
    hit = found_place.hit
    return Entry(
        " ".join((hit.kind, *hit.key, hit.field)),
        found_place.title,
        (where(found_place), hit.snippet),
        picture=PICTURES[hit.kind],
        marks=tuple(hit.spans),
    )


class FoundList(EntryView):
    """What was found; a click opens it, and a row has the commands of its task."""

    def __init__(self, shell: Shell, name: str) -> None:
        super().__init__(name, lines=2, wraps=True, one_click=True)
        self._shell = shell
        self.setMinimumHeight(px(_LEAST))
        self.found: dict[str, FoundPlace] = {}
        self.opened.connect(self.open)
        offer_row_menu(
            self, shell, selection=lambda: task_of(self.chosen), opens=lambda: self.chosen
        )

    def show_found(
        self, found: Sequence[FoundPlace], entries: Sequence[Entry], key: str = ""
    ) -> None:
        """Shows what was found by its entries, and selects the one of the key."""
        self.found = dict(zip((entry.key for entry in entries), found, strict=True))
        self.show_entries(entries, key)

    @property
    def chosen(self) -> Place | None:
        """Where the selected one is looked at."""
        found = self.found.get(self.key)
        return None if found is None else place_of(found)

    def open(self, key: str) -> None:
        """Opens something that was found where it stands; nothing where the key is of none."""
        if key in self.found:
            self._shell.go(place_of(self.found[key]))
