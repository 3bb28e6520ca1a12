"""The filters above the table, and saved views of them."""

from __future__ import annotations

from typing import Any

from PySide6.QtCore import QSignalBlocker, Signal
from PySide6.QtWidgets import QCheckBox, QWidget

from xpert_studio.desktop.kit import (
    DIFFICULTIES,
    GAP,
    STAGES,
    Picker,
    Session,
    button,
    domain_name,
    filter_field,
    row,
    t,
    tick,
)
from xpert_studio.records import Difficulty, Stage
from xpert_studio.workflow.views import TaskFilter

_TYPING_MS = 180


class Filters(QWidget):
    """Words, stages, domains, difficulties, authors."""

    changed = Signal()

    def __init__(self, session: Session) -> None:
        super().__init__()
        self._session = session
        hint = t("Filter by title, id, category or tag")
        self.words = filter_field(hint, self._emit, _TYPING_MS, least=240)
        self.everywhere = QCheckBox(t("In all texts"))
        self.everywhere.setToolTip(t("Look in briefs, rubrics, responses and comments too"))
        self.stages = Picker(t("Stage"), ((stage.value, t(STAGES[stage])) for stage in Stage))
        self.domains = Picker(t("Domain"), self._domains())
        self.levels = Picker(
            t("Difficulty"), ((level.value, t(DIFFICULTIES[level])) for level in Difficulty)
        )
        self.authors = Picker(t("Author"), self._authors())
        self.none = button(t("Clear"), self.clear, kind="quiet")
        self.everywhere.toggled.connect(self._emit)
        for picker in (self.stages, self.domains, self.levels, self.authors):
            picker.changed.connect(self._emit)
        row(
            self.words,
            self.everywhere,
            self.stages, self.domains, self.levels, self.authors, self.none, 1,
            on=self, gap=GAP)  # fmt: skip
        self.none.hide()

    def refill(self) -> None:
        """Offers the domains and people there are now."""
        self.domains.fill(self._domains())
        self.authors.fill(self._authors())

    def _domains(self) -> list[tuple[str, str]]:
        return [
            (name, domain_name(name)) for name in self._session.project_state.info.taxonomy.domains
        ]

    def _authors(self) -> list[tuple[str, str]]:
        return [(person.id, person.called) for person in self._session.project_state.people]

    def wanted(self, sort: str = "order", *, descending: bool = False) -> TaskFilter:
        """The chosen filter."""
        return TaskFilter(
            words=self.words.text(),
            stages=tuple(Stage(value) for value in self.stages.ticked),
            domains=self.domains.ticked,
            difficulties=tuple(Difficulty(value) for value in self.levels.ticked),
            authors=self.authors.ticked,
            sort=sort,
            descending=descending,
        )

    @property
    def searched(self) -> str:
        """The words that should be looked for in all texts; empty where only titles count."""
        return self.words.text().strip() if self.everywhere.isChecked() else ""

    def is_empty(self) -> bool:
        """Whether nothing is left out."""
        pickers = (self.stages, self.domains, self.levels, self.authors)
        return not self.words.text().strip() and not any(picker.ticked for picker in pickers)

    def clear(self) -> None:
        """Leaves nothing out."""
        self.show_plain({})

    def plain(self) -> dict[str, Any]:
        """As it is kept under a name."""
        return {
            "words": self.words.text(),
            "everywhere": self.everywhere.isChecked(),
            "stage": list(self.stages.ticked),
            "domain": list(self.domains.ticked),
            "difficulty": list(self.levels.ticked),
            "author": list(self.authors.ticked),
        }

    def show_plain(self, kept: dict[str, Any]) -> None:
        """Shows a kept view; what makes no sense in it is left out."""
        with QSignalBlocker(self.words):
            self.words.setText(str(kept.get("words", "")))
        tick(self.everywhere, is_on=kept.get("everywhere") is True)
        for name, picker in (
            ("stage", self.stages), ("domain", self.domains),
            ("difficulty", self.levels), ("author", self.authors),
        ):  # fmt: skip
            values = kept.get(name, [])
            picker.tick(values if isinstance(values, list) else [str(values)])
        self._emit()

    def _emit(self) -> None:
        self.none.setVisible(not self.is_empty())
        self.changed.emit()


def read_item(item: str) -> dict[str, Any]:
    """A filter as a place names it: ``stage=review&domain=Law``."""
    found: dict[str, Any] = {}
    for part in item.split("&"):
        name, equals, value = part.partition("=")
        if equals:
            found.setdefault(name, []).append(value)
    if "words" in found:
        found["words"] = " ".join(found["words"])
    return found
