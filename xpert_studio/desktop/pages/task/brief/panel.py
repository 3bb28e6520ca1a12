"""The brief as its author writes it: parts left, facts, checklist and preview right."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any, Final

from PySide6.QtWidgets import QWidget

from xpert_studio.core.fields import asks_of
from xpert_studio.core.records.tasks import BRIEF_TEXTS, NEEDED, PROMPT_PARTS, BriefFields
from xpert_studio.core.wording import explained, t, translated
from xpert_studio.core.workflow import change_brief
from xpert_studio.core.workflow.views import TaskView
from xpert_studio.desktop.base_window import show_in_areas
from xpert_studio.desktop.look import GAP, PAD, SPACE
from xpert_studio.desktop.pages.task.brief.attachments import Attachments
from xpert_studio.desktop.pages.task.brief.checklist import ChecklistFields
from xpert_studio.desktop.pages.task.brief.facts import FactsForm
from xpert_studio.desktop.pages.task.brief.preview import BriefPreview
from xpert_studio.desktop.pages.task.brief.turns import Turns
from xpert_studio.desktop.pages.task.panel import Panel
from xpert_studio.desktop.shell import Shell
from xpert_studio.desktop.unsaved import CutOffText
from xpert_studio.desktop.widgets.error_line import ErrorLine
from xpert_studio.desktop.widgets.labels import label
from xpert_studio.desktop.widgets.layouts import box, column
from xpert_studio.desktop.widgets.scrolling import scrolled
from xpert_studio.desktop.widgets.side_splitter import split
from xpert_studio.desktop.widgets.texts import WritingField
from xpert_studio.desktop.widgets.wiring import show_if, wire

_WRITTEN: Final = tuple(name for name in BRIEF_TEXTS if name not in {"title", "system_prompt"})
_LINES: Final = {
    "system_prompt": 2,
    "prompt": 8,
    "context": 3,
    "materials": 5,
    "reference_answer": 6,
}
"""How high a text is at first; four lines where it is not named."""


class BriefPanel(Panel):
    """Everything of the brief."""

    def __init__(self, shell: Shell) -> None:
        super().__init__(shell)
        self.fields: dict[str, WritingField] = {}
        self._rows: dict[str, QWidget] = {}
        self._problems = {"checklist": ErrorLine(self.session)}
        self.problem = ErrorLine(self.session)
        self.returned = label("", "warn").bound(2000, 12)
        self.lock = label("", "warn")
        self.lacks = label("", "muted")
        self.facts = FactsForm(self.session, self._change)
        self.checklist = ChecklistFields(lambda made: self._change("checklist", made))
        self.attachments = Attachments(shell)
        self.turns = Turns(lambda prompt: self._save("prompt", prompt))
        self.preview = BriefPreview(self.fields)
        self.facts.more.setToolTip(t("System prompt and family"))
        self._system = self._field("system_prompt")
        self.facts.more.clicked.connect(lambda: self._system.setVisible(self._system.isHidden()))
        left = box(
            column(
                self.returned,
                self.lock,
                self.facts,
                self._system,
                self.problem,
                self.turns,
                *map(self._field, _WRITTEN),
                self.attachments,
                self.checklist,
                self._problems["checklist"],
                self.lacks,
                1,
                gap=PAD,
                pad=(0, 0, SPACE, SPACE),
            )
        )
        column(split(scrolled(left), self.preview, shares=(3, 2)), on=self)
        self.setAcceptDrops(True)

    def _field(self, name: str) -> QWidget:
        asks = asks_of(BriefFields)[name]
        field = WritingField(t(asks.title), t(asks.empty), lines=_LINES.get(name, 4))
        wire(
            (field.textChanged, self._preview),
            (field.kept, lambda text: self.session.keep(self._words(name, text))),
            (field.finished, lambda text: self._save(name, text)),
            (field.dropped, lambda: self.session.drop(self._words(name, ""))),
        )
        caption = label(t(asks.title), "label")
        caption.setBuddy(field)
        self._problems[name] = ErrorLine(self.session)
        self.fields[name] = field
        made = self._rows[name] = box(column(caption, field, self._problems[name], gap=GAP // 2))
        return made

    def fill(self, *, is_other: bool) -> None:
        """Shows the brief; where it cannot be changed, says why."""
        view = self.view
        for line in (self.problem, *self._problems.values()):
            line.concern(view.task.id)
        task = view.task
        may = view.may("change_brief") and not self.session.project.read_only
        refused = view.refused.get("change_brief")
        self.lock.say(explained(refused) if refused else "")
        self.returned.say(self._returned(view))
        is_whole = task.prompt is not None
        for name, written in self.fields.items():
            if is_other or self.session.is_saved:
                written.show_text(getattr(task, name) or "")
            written.set_open(may)
        has_more = bool(task.system_prompt or task.family)
        if is_other or has_more:
            self._unfold(is_open=has_more)
        has_turns = self.turns.show_task(task, is_open=may)
        self._rows["prompt"].setVisible(is_whole and not has_turns)
        show_if(not is_whole, *(self._rows[name] for name in PROMPT_PARTS))
        self.facts.show_task(task, is_open=may)
        self.checklist.show_checklist(task.checklist, is_open=may, is_other=is_other)
        self.attachments.show_task(task, is_open=may)
        missing = view.brief_lacks if view.may("submit_brief") else ()
        lines = [t("Missing before you can submit:"), *(f"• {translated(one)}" for one in missing)]
        self.lacks.say("\n".join(lines) if missing else "")
        self._preview()

    def _returned(self, view: TaskView) -> str:
        """Who returned the brief, and why; empty where it is not returned."""
        event = view.returned
        if event is None:
            return ""
        who = self.session.project_state.called(event.actor_id)
        reason = event.reason or ""
        return t("{name} returned this brief: “{reason}”", name=who, reason=reason)

    def take_focus(self) -> None:
        """Starts where writing begins: the first empty part."""
        empty = (field for field in self._empty() if not field.isReadOnly())
        next(empty, self.facts.inputs["title"].widget).setFocus()

    def go_to_gap(self) -> None:
        """To the first field that keeps the brief from being submitted."""
        gap = self.facts.first_gap() or next(self._empty(), None) or self.checklist.first_gap()
        if gap is not None:
            gap.setFocus()
            show_in_areas(gap)

    def _empty(self) -> Iterator[WritingField]:
        """The parts that are asked for and not written."""
        for name, written in self.fields.items():
            is_asked = name in {"prompt", *PROMPT_PARTS, *NEEDED} and written.isVisibleTo(self)
            if is_asked and not written.toPlainText().strip():
                yield written

    def _unfold(self, *, is_open: bool) -> None:
        """Shows what few tasks need, or the button that does."""
        self.facts.open_more(is_open=is_open)
        self._system.setVisible(is_open)

    def show_item(self, item: str) -> None:
        """Goes to a field by its name."""
        if item == "system_prompt":
            self._unfold(is_open=True)
        if item in self.fields:
            self.fields[item].setFocus()

    def attach(self, path: Path) -> None:
        """Attaches a document to the brief."""
        self.attachments.attach(path)
        show_in_areas(self.attachments)

    def leave(self) -> None:
        """Saves what is being written."""
        for written in self.fields.values():
            written.finish()
        self.turns.finish()
        self.facts.finish()

    def _preview(self) -> None:
        self.preview.show_texts(self.view.task)

    def _words(self, name: str, text: str) -> CutOffText:
        return CutOffText(self.session.person_id, "brief", self.view.task.id, name, text)

    def _save(self, name: str, text: str) -> None:
        words, task_id = self._words(name, text), self.view.task.id
        fields: Any = {name: text if text.strip() else None}
        self._problems[name].perform(
            lambda: change_brief(self.session.ctx, task_id, **fields), words=words
        )

    def _change(self, name: str, value: Any) -> None:
        if getattr(self.view.task, name) != value:
            fields: Any = {name: value}
            self._problems.get(name, self.problem).do(change_brief, self.view.task.id, **fields)
