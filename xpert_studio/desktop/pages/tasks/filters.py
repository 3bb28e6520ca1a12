"""The filters above the table, and saved views of them."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from PySide6.QtCore import QObject, QSignalBlocker

from xpert_studio.core.records import DIFFICULTIES, STAGES, Difficulty, Stage
from xpert_studio.core.wording import t
from xpert_studio.core.workflow.views import TaskFilter
from xpert_studio.desktop.session import Session
from xpert_studio.desktop.widgets.fields import check_box, filter_field, tick
from xpert_studio.desktop.widgets.labels import button
from xpert_studio.desktop.widgets.picker import Picker
from xpert_studio.report.part_names import domain_name

_TYPING_MS = 180


class Filters(QObject):
    """Words, stages, domains, difficulties, authors.

    Args:
        session: The project.
        changed: Another filter was chosen.

    Attributes:
        all: The fields from left to right.
    """

    def __init__(self, session: Session, changed: Callable[[], object]) -> None:
        super().__init__()
        self._session, self._changed = session, changed
        self.words = filter_field(
            t("Filter by title, id, category or tag"), self._emit, _TYPING_MS, least=240
        )
        self.everywhere = check_box(
            t("In all texts"),
            self._emit,
            hint=t("Look in briefs, rubrics, responses and comments too"),
        )
        self.pickers = {
            "stage": Picker(t("Stage"), ((stage.value, t(STAGES[stage])) for stage in Stage)),
            "domain": Picker(t("Domain"), ()),
            "difficulty": Picker(
                t("Difficulty"), ((level.value, t(DIFFICULTIES[level])) for level in Difficulty)
            ),
            "author": Picker(t("Author"), ()),
        }
        self.none = button(t("Clear"), self.clear, kind="quiet")
        self.all = (self.words, self.everywhere, *self.pickers.values(), self.none)
        for picker in self.pickers.values():
            picker.changed.connect(self._emit)
        self.refill()
        self.none.hide()

    def refill(self) -> None:
        """Offers the domains and people there are now."""
        state = self._session.project_state
        self.pickers["domain"].fill(
            (name, domain_name(name)) for name in state.info.taxonomy.domains
        )
        self.pickers["author"].fill((person.id, person.called) for person in state.people)

    def wanted(self, sort: str = "order", *, descending: bool = False) -> TaskFilter:
        """The chosen filter."""
        ticked = {name: picker.ticked for name, picker in self.pickers.items()}
        return TaskFilter(
            words=self.words.text(),
            stages=tuple(Stage(value) for value in ticked["stage"]),
            domains=ticked["domain"],
            difficulties=tuple(Difficulty(value) for value in ticked["difficulty"]),
            authors=ticked["author"],
            sort=sort,
            descending=descending,
        )

    @property
    def searched(self) -> str:
        """The words that should be looked for in all texts; empty where only titles count."""
        return self.words.text().strip() if self.everywhere.isChecked() else ""

    def clear(self) -> None:
        """Leaves nothing out."""
        self.show_plain({})

    def plain(self) -> dict[str, Any]:
        """As it is kept under a name."""
        return {
            "words": self.words.text(),
            "everywhere": self.everywhere.isChecked(),
            **{name: list(picker.ticked) for name, picker in self.pickers.items()},
        }

    def show_plain(self, kept: dict[str, Any]) -> None:
        """Shows a kept view; what makes no sense in it is left out."""
        with QSignalBlocker(self.words):
            self.words.setText(str(kept.get("words", "")))
        tick(self.everywhere, is_on=kept.get("everywhere") is True)
        for name, picker in self.pickers.items():
            values = kept.get(name, [])
            picker.tick(values if isinstance(values, list) else [str(values)])
        self._emit()

    def _emit(self) -> None:
        is_filtered = any(picker.ticked for picker in self.pickers.values())
        self.none.setVisible(is_filtered or bool(self.words.text().strip()))
        self._changed()


def read_item(item: str) -> dict[str, Any]:
    """A filter as a place names it: ``stage=review&domain=Law``."""
    found: dict[str, Any] = {}
    for part in item.split("&"):
        name, equals, value = part.partition("=")
        if equals:
            found.setdefault(name, []).append(value)
    return found
