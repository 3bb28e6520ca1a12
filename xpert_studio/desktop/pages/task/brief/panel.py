"""The brief as its author writes it: parts left, facts, checklist and preview right."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Mapping
from typing import Any, Final

from PySide6.QtWidgets import QWidget

from xpert_studio.core.records import DIFFICULTIES, Checklist, Difficulty, Task
from xpert_studio.core.records.tasks import PROMPT_PARTS
from xpert_studio.core.wording import explained, listed, mark, number, short, t, tn, translated
from xpert_studio.core.workflow import change_brief
from xpert_studio.desktop.base_window import show_in_areas
from xpert_studio.desktop.look import GAP, PAD, SPACE
from xpert_studio.desktop.names import language_name
from xpert_studio.desktop.pages.task.brief.attachments import Attachments
from xpert_studio.desktop.pages.task.panel import Panel
from xpert_studio.desktop.prefs import Words
from xpert_studio.desktop.session import Session
from xpert_studio.desktop.shell import Shell
from xpert_studio.desktop.widgets import form_inputs as inputs
from xpert_studio.desktop.widgets.asking import questions
from xpert_studio.desktop.widgets.fields import text_box
from xpert_studio.desktop.widgets.form import Form, FormField
from xpert_studio.desktop.widgets.labels import Card, label
from xpert_studio.desktop.widgets.layouts import box, column, row, split
from xpert_studio.desktop.widgets.notice import ErrorLine
from xpert_studio.desktop.widgets.scrolling import scrolled
from xpert_studio.desktop.widgets.shown_text import BUDGET, portion
from xpert_studio.desktop.widgets.texts import WritingField, is_editable
from xpert_studio.desktop.widgets.wiring import later, show_if, wire
from xpert_studio.report.part_names import domain_name

# Title, domain, category, language, difficulty, tags and family of a brief.


_FIELDS: Final = (
    FormField(key="title", title=mark("Title"), kind=inputs.text()),
    FormField(key="domain", title=mark("Domain"), kind=inputs.choice()),
    FormField(key="language", title=mark("Language"), kind=inputs.choice(), beside=True),
    FormField(key="difficulty", title=mark("Difficulty"), kind=inputs.choice(), beside=True),
    FormField(key="category", title=mark("Category"), kind=inputs.suggested()),
    FormField(key="tags", title=mark("Tags"), kind=inputs.text(mark("Separated by commas"))),
    FormField(
        key="family", title=mark("Family"), more=True,
        kind=inputs.text(mark("The scenario it shares with tasks of other levels")),
    ),
)  # fmt: skip
_NEEDED: Final = ("title", "domain", "language", "difficulty")


def _tags(text: str) -> tuple[str, ...]:
    return tuple(filter(None, map(str.strip, re.split("[,，]", text))))


class Facts(Form):
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
            category=state.categories,
        )
        is_other, self._task_id = self._task_id != task.id, task.id
        if is_other or self._session.is_saved:
            values = {key: getattr(task, key) for key in self.inputs}
            values["tags"] = ", ".join(task.tags)
            self.show_values(values, spares_written=not is_other)
        self._is_open = is_open
        self.set_open(is_open=is_open)

    def first_gap(self) -> QWidget | None:
        """The first field that has to be filled and is not."""
        values = self.values()
        return next((self.inputs[key].widget for key in _NEEDED if not values[key]), None)

    def _save(self, key: str) -> None:
        if self._is_open and self.is_written(key):
            value = self.take(key)
            read = {"tags": _tags, "difficulty": Difficulty}.get(key)
            self._change(key, read(value) if read else value or None)


def _offers(
    known: Iterable[str], chosen: str | None, name: Callable[[Any], str]
) -> list[tuple[str, str | None]]:
    """What can be chosen, and that nothing is where nothing is."""
    every = dict.fromkeys([*known, *([chosen] if chosen else [])])
    none: list[tuple[str, str | None]] = [] if chosen else [(t("choose"), None)]
    return [*none, *((name(value), str(value)) for value in every)]


# The checklist an author answers before a brief is handed in (XpertBench, section 3).

QUESTIONS: Final = (
    ("professional", mark("Real professional work (not an exam question)?")),
    ("typical", mark("Typical case (not an edge case)?")),
    ("clear_success", mark("Clear success criteria?")),
    ("hard_for_models", mark("Hard for current models?")),
)
_WHY: Final = mark("Why it is a task for this project all the same")
_CHECKLIST: Final = (
    *questions(QUESTIONS),
    FormField(
        key="reason", title="", name=_WHY, kind=inputs.text(_WHY), needed=mark("Write a reason."),
        seen=lambda values: any(value is False for value in values.values()),
    ),
    FormField(
        key="pass_rate", title=mark("Estimated pass rate"),
        kind=inputs.number(-1, 100, suffix=" %", lowest=mark("Not estimated"), wide=150),
    ),
)  # fmt: skip


class ChecklistFields(Card):
    """Four questions, yes or no, an estimate, and why where an answer is no.

    What is given is kept once all four are answered.
    """

    def __init__(self, keep: Callable[[Checklist], None]) -> None:
        super().__init__("sunken")
        self._keep = keep
        self.form = Form(_CHECKLIST)
        self.form.left.connect(self._answered)
        column(label(t("Checklist"), "label"), self.form, on=self, pad=PAD, gap=GAP)

    def show_checklist(self, checklist: Checklist | None, *, is_open: bool, is_other: bool) -> None:
        """Shows the answers; those that are not kept yet stay while the task is the same."""
        if checklist or is_other or not is_open:
            given = checklist.model_dump() if checklist else dict.fromkeys(self.form.inputs)
            rate = given["pass_rate"]
            given["pass_rate"] = -1 if rate is None else round(rate * 100)
            self.form.show_values(given, spares_written=not is_other)
        self.form.set_open(is_open=is_open)

    def first_gap(self) -> QWidget | None:
        """The first question without an answer, or the reason where one is needed."""
        key = next(iter(self.form.gaps()), None)
        return self.form.inputs[key].widget if key else None

    def _answered(self) -> None:
        given = self.form.values()
        if None not in given.values():
            rate, reason = given["pass_rate"], given["reason"] or None
            more = {"pass_rate": None if rate < 0 else rate / 100, "reason": reason}
            self._keep(Checklist.model_validate(given | more))


# The prompt as a model will get it, while it is written.

_SOON_MS = 120


class Preview(QWidget):
    """Text and attachments, with its length.

    Args:
        fields: What is written in, by name.
    """

    _task: Task

    def __init__(self, fields: Mapping[str, WritingField]) -> None:
        super().__init__()
        self._fields = fields
        self.text = text_box(
            name=t("The prompt as a model gets it"),
            hint=t("Your prompt appears here as the model will receive it."),
            is_open=False,
        )
        self.length = label("", "small", wrap=False)
        self.attached = label("", "small")
        self.cut = label("", "warn")
        column(
            row(label(t("Model prompt preview"), "label", wrap=False), 1, self.length),
            self.text, self.cut, self.attached,
            on=self, gap=GAP, pad=(SPACE, 0, 0, 0),
        )  # fmt: skip
        self._soon = later(self, _SOON_MS, self._show)
        self.cut.hide()

    def show_texts(self, task: Task) -> None:
        """Shows what stands in the fields of a task, a moment after something was written in them."""
        self._task = task
        self._soon.start()

    def _show(self) -> None:
        texts = {name: field.toPlainText() for name, field in self._fields.items()}
        written = self._task.model_copy(
            update={name: texts.get(name) or None for name in PROMPT_PARTS}
            | {"prompt": texts.get("prompt") or None if self._task.prompt is not None else None}
        )
        prompt = written.full_prompt
        shown = (
            prompt if is_editable(prompt) else portion(prompt, is_plain=True, budget=BUDGET / 10)
        )
        if self.text.toPlainText() != shown:
            bar = self.text.verticalScrollBar()
            at = bar.value()
            self.text.setPlainText(shown)
            bar.setValue(at)
        self.cut.say(
            t("Only the beginning is shown here: {n} of {total} characters.",
              n=number(len(shown)), total=number(len(prompt)))
            if shown != prompt else ""
        )  # fmt: skip
        self.length.setText(tn("{n} character", "{n} characters", len(prompt)))
        names = [
            short(item.caption or "", 60) or item.path.rpartition("/")[2]
            for item in self._task.attachments
        ]
        system = len(texts.get("system_prompt", ""))
        told = [
            tn("Preceded by the system prompt: {n} character.",
               "Preceded by the system prompt: {n} characters.", system) if system else "",
            t("Attached: {names}", names=listed(names)) if names else "",
        ]  # fmt: skip
        self.attached.say("\n".join(filter(None, told)))


PARTS: Final = (
    ("context", mark("Work context"), mark("Role, client, situation."), 3),
    ("materials", mark("Background materials"), mark("Facts, documents and figures needed."), 5),
    ("deliverables", mark("Required deliverables"), mark("Deliverables and their format."), 4),
    ("reference_answer", mark("Reference answer"), mark("An ideal answer. Hidden from the systems; the judge may see it."), 6),
)  # fmt: skip
_SYSTEM: Final = ("system_prompt", mark("System prompt"), mark("Text for the model before the prompt."), 2)  # fmt: skip
_WHOLE: Final = ("prompt", mark("Prompt"), mark("The whole prompt, as a system gets it."), 8)


class BriefPanel(Panel):
    """Everything of the brief."""

    def __init__(self, shell: Shell) -> None:
        super().__init__(shell)
        self.fields: dict[str, WritingField] = {}
        self._rows: dict[str, QWidget] = {}
        self._problems = {"checklist": ErrorLine(self.session)}
        self.problem = ErrorLine(self.session)
        self.lock = label("", "warn")
        self.lacks = label("", "muted")
        self.facts = Facts(self.session, self._change)
        self.checklist = ChecklistFields(lambda made: self._change("checklist", made))
        self.attachments = Attachments(shell)
        self.preview = Preview(self.fields)
        self.facts.more.setToolTip(t("System prompt and family"))
        self._system = self._field(*_SYSTEM)
        self.facts.more.clicked.connect(lambda: self._system.setVisible(self._system.isHidden()))
        left = box(column(
            self.lock, self.facts, self._system, self.problem,
            *(self._field(*part) for part in (_WHOLE, *PARTS)),
            self.attachments, self.checklist, self._problems["checklist"], self.lacks, 1,
            gap=PAD, pad=(0, 0, SPACE, SPACE),
        ))  # fmt: skip
        column(split(scrolled(left), self.preview, shares=(3, 2)), on=self)
        self.setAcceptDrops(True)

    def _field(self, name: str, title: str, hint: str, lines: int) -> QWidget:
        field = WritingField(t(title), t(hint), lines=lines)
        wire(
            (field.textChanged, self._preview),
            (field.kept, lambda text: self.session.keep(self._words(name, text))),
            (field.finished, lambda text: self._save(name, text)),
            (field.dropped, lambda: self.session.drop(self._words(name, ""))),
        )
        caption = label(t(title), "label")
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
        is_whole = task.prompt is not None
        for name, written in self.fields.items():
            if is_other or self.session.is_saved:
                written.show_text(getattr(task, name) or "")
            written.set_open(may)
        has_more = bool(task.system_prompt or task.family)
        if is_other or has_more:
            self._unfold(is_open=has_more)
        self._rows["prompt"].setVisible(is_whole)
        show_if(not is_whole, *(self._rows[name] for name in PROMPT_PARTS))
        self.facts.show_task(task, is_open=may)
        self.checklist.show_checklist(task.checklist, is_open=may, is_other=is_other)
        self.attachments.show_task(task, is_open=may)
        missing = view.brief_lacks if view.may("submit_brief") else ()
        lines = [t("Missing before you can submit:"), *(f"• {translated(one)}" for one in missing)]
        self.lacks.say("\n".join(lines) if missing else "")
        self._preview()

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
            is_asked = name != "system_prompt" and written.isVisibleTo(self)
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

    def leave(self) -> None:
        """Saves what is being written."""
        for written in self.fields.values():
            written.finish()
        self.facts.finish()

    def _preview(self) -> None:
        self.preview.show_texts(self.view.task)

    def _words(self, name: str, text: str) -> Words:
        return Words(self.session.person_id, "brief", self.view.task.id, name, text)

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
