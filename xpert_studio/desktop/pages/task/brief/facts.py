"""Title, domain, category, language, difficulty, tags and family of a brief."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Any, Final

from PySide6.QtWidgets import QWidget

from xpert_studio.core.fields import asks_of
from xpert_studio.core.records import DIFFICULTIES, Difficulty, Task
from xpert_studio.core.records.tasks import BRIEF_TEXTS, NEEDED, BriefFields
from xpert_studio.core.wording import t
from xpert_studio.core.workflow import change_brief
from xpert_studio.core.workflow.categories import categories_for
from xpert_studio.desktop.names import language_name
from xpert_studio.desktop.session import Session
from xpert_studio.desktop.widgets import form_inputs as inputs
from xpert_studio.desktop.widgets.asked_fields import fields_for
from xpert_studio.desktop.widgets.form import Form
from xpert_studio.report.part_names import domain_name

_FIRST: Final = ("title", "domain", "language", "difficulty", "category", "tags")
_ELSEWHERE: Final = frozenset({*BRIEF_TEXTS, "checklist"})
_FIELDS: Final = fields_for(
    change_brief,
    *_FIRST,
    *(name for name in asks_of(BriefFields) if name not in {*_FIRST, *_ELSEWHERE}),
    title={"kind": inputs.text()},
    domain={"kind": inputs.choice()},
    language={"kind": inputs.choice(), "beside": True},
    difficulty={"kind": inputs.choice(), "beside": True},
    category={"kind": inputs.suggested()},
)


class FactsForm(Form):
    """Short fields; each is saved as soon as it is left or chosen."""

    def __init__(self, session: Session, change: Callable[[str, Any], None]) -> None:
        super().__init__(_FIELDS, more=t("More"))
        self._session, self._change = session, change
        self._task_id, self._is_open = "", False
        self.left.connect(self._save)

    def show_task(self, task: Task, *, is_open: bool) -> None:
        """Shows a brief's facts; what is being written in a field is not overwritten."""
        state, person = self._session.project_state, self._session.person
        own = person.domains if person and is_open else state.info.taxonomy.domains
        self.offer(
            domain=_offers(own, task.domain, domain_name),
            language=_offers(("en", "zh", *state.languages), task.language, language_name),
            difficulty=_offers(Difficulty, task.difficulty, lambda item: t(DIFFICULTIES[item])),
            category=categories_for(state.info.taxonomy, task.domain, state.categories),
        )
        is_other, self._task_id = self._task_id != task.id, task.id
        if is_other or self._session.is_saved:
            values = {key: getattr(task, key) for key in self.inputs}
            self.show_values(values, spares_written=not is_other)
        self._is_open = is_open
        self.set_open(is_open=is_open)

    def first_gap(self) -> QWidget | None:
        """The first field that has to be filled and is not."""
        values = self.values()
        asked = (key for key in NEEDED if key in values)
        return next((self.inputs[key].widget for key in asked if not values[key]), None)

    def _save(self, key: str) -> None:
        if self._is_open and self.is_written(key):
            value = self.take(key)
            value = Difficulty(value) if key == "difficulty" else value
            self._change(key, None if value == "" else value)


def _offers(
    known: Iterable[str], chosen: str | None, name: Callable[[Any], str]
) -> list[tuple[str, str | None]]:
    """What can be chosen, and that nothing is where nothing is."""
    every = dict.fromkeys([*known, *([chosen] if chosen else [])])
    none: list[tuple[str, str | None]] = [] if chosen else [(t("choose"), None)]
    return [*none, *((name(value), str(value)) for value in every)]
