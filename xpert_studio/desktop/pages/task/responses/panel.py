"""Responses and judgments of one task: who has judged what, as far as one may see it."""

from __future__ import annotations

from functools import partial
from pathlib import Path
from typing import Any, Final

from PySide6.QtWidgets import QFileDialog, QFrame, QHBoxLayout, QPlainTextEdit, QWidget

from xpert_studio.core.encodings import UnclearEncodingError, text_of
from xpert_studio.core.errors import UsageError, XpertError
from xpert_studio.core.generation.asking import ModelChoice
from xpert_studio.core.generation.responses import Generated
from xpert_studio.core.judge.asked_models import SystemTerms
from xpert_studio.core.judge.providers.registry import PROVIDERS
from xpert_studio.core.records import Response, ResponseRole, Role, Task
from xpert_studio.core.records.endings import ENDINGS
from xpert_studio.core.wording import explained, mark, money, short, t, tn, translated
from xpert_studio.core.workflow import (
    NewFile,
    NewResponse,
    add_responses,
    remove_response,
    set_baseline,
)
from xpert_studio.core.workflow.attaching import bytes_of, read_file
from xpert_studio.core.workflow.form_view import ShownResponse
from xpert_studio.core.workflow.views import (
    FormState,
    ResponseState,
    TaskResponses,
    TaskView,
    read_response,
    responses_of,
)
from xpert_studio.desktop.actions import Action
from xpert_studio.desktop.bridge import Job
from xpert_studio.desktop.look import GAP, PAD, SPACE, TIGHT, px
from xpert_studio.desktop.names import provider_title
from xpert_studio.desktop.pages.judging.showing import show_response
from xpert_studio.desktop.pages.runs.composer.judge import models_of
from xpert_studio.desktop.pages.task.panel import Panel
from xpert_studio.desktop.places import Place, beside_place
from xpert_studio.desktop.shell import Shell
from xpert_studio.desktop.widgets import form_inputs as inputs
from xpert_studio.desktop.widgets.asked_fields import fields_for
from xpert_studio.desktop.widgets.asking import ActionDialog
from xpert_studio.desktop.widgets.explorer import EmptyState
from xpert_studio.desktop.widgets.files import chosen_files
from xpert_studio.desktop.widgets.flow import Flow
from xpert_studio.desktop.widgets.form import FormField
from xpert_studio.desktop.widgets.labels import button, card, chip, label
from xpert_studio.desktop.widgets.layouts import box, column, put_in, row
from xpert_studio.desktop.widgets.reading_pane import ReadingPane
from xpert_studio.desktop.widgets.scrolling import scrolled_column
from xpert_studio.desktop.widgets.shown_text import hint
from xpert_studio.desktop.widgets.texts import exact_text
from xpert_studio.report.trace_words import trace_lines

_LARGEST = 8_000_000
_NAME: Final = 24
_READ_HIGH: Final = 420
# The forms for a response that there is, and for one that a model is to write.

_ANSWER: Final = (
    FormField(
        key="system",
        title=mark("System"),
        kind=inputs.text(),
        needed=mark("Name the system."),
        help=mark("Its name is hidden from everybody who judges."),
    ),
    FormField(key="answer", title=mark("Its answer"), kind=inputs.long_text(high=220)),
)
_SETTINGS: Final = (
    "reasoning_effort",
    "thinking_tokens",
    "temperature",
    "max_output_tokens",
    "search",
    "system_prompt",
)
_MODEL: Final = (
    *fields_for(
        ModelChoice,
        "provider",
        "model",
        "base_url",
        provider={"kind": inputs.choice(lambda: [(provider_title(one), one) for one in PROVIDERS])},
        model={
            "kind": inputs.suggested(),
            "needed": mark("Name a model."),
            "help": mark(
                "The key in Settings pays for it: it is used for this one answer, and "
                "not kept in the project."
            ),
        },
        base_url={"help": mark("Only for a compatible server.")},
    ),
    FormField(
        key="name",
        title=mark("System"),
        kind=lambda key: inputs.text(t("the model and its settings"))(key),
    ),
    *fields_for(SystemTerms, *_SETTINGS),
)


class ResponsesPanel(Panel):
    """A card for each response."""

    def __init__(self, shell: Shell) -> None:
        super().__init__(shell)
        self._shown: object = None
        self.about = label("", "muted")
        self.add = button(t("Add a response…"), self.ask_for_text, picture="plus")
        self.generate = button(
            t("Have a model answer…"),
            self.ask_for_model,
            picture="sparkles",
        )
        self.cards = column(gap=PAD)
        self.empty = EmptyState("bot", t("No response yet"))
        self.beside = button(
            t("Side by side"),
            lambda: self.shell.go(beside_place(self.view.task.id)),
            picture="columns-2",
        )
        head = row(self.about, self.beside, self.add, self.generate, grow=0)
        scrolled_column(head, self.cards, self.empty, 1, on=self, gap=SPACE)

    def fill(self, *, is_other: bool) -> None:
        """Fetches the responses to a task."""
        self.session.fetch(
            partial(responses_of, self.session.ctx, self.view.task.id),
            self._show,
            owner=self,
            slot="responses",
        )

    def _show(self, task_responses: TaskResponses) -> None:
        view = self.view
        self.beside.setVisible(len(task_responses.responses) > 1 and not view.is_to_rate)
        may = view.may("respond")
        is_lead = Role.LEAD in view.person.roles
        for widget in (self.add, self.generate):
            widget.setVisible(is_lead)
            widget.setEnabled(may)
            widget.setToolTip("" if may else explained(view.refused["respond"]))
        self.about.setText(
            t(
                "Systems are hidden: people who judge or confirm must not know which "
                "system responded."
            )
            if task_responses.is_blind
            else tn("{n} response", "{n} responses", len(task_responses.responses))
        )
        state = (task_responses, view.refused.keys())
        if state == self._shown:
            return
        self._shown = state
        put_in(self.cards, (self._card(view, response) for response in task_responses.responses))
        self.empty.setVisible(not task_responses.responses)
        if not task_responses.responses:
            self.empty.say(
                t("No response yet"),
                t("A lead adds the answers of systems, from a file or by asking a model.")
                if not (is_lead and may)
                else t("Add what a system answered, or have a model answer now."),
            )

    def _card(self, view: TaskView, response: ResponseState) -> QFrame:
        is_baseline = response.role is ResponseRole.BASELINE
        size = tn("{n} character", "{n} characters", response.characters)
        judge = Place("judging", task_id=view.task.id, item=response.response_id)
        read = button(t("Read it"), picture="book-open", kind="quiet")
        read.setCheckable(True)
        inside = QWidget()
        read.toggled.connect(partial(self._read, view, response, inside))
        head = row(
            label(t("Response {letter}", letter=response.label), "heading", wrap=False),
            label(response.model, "muted", wrap=False) if response.model else None,
            chip(t("Baseline"), "accent") if is_baseline else None,
            chip(ENDINGS.title(response.ending), "warn") if response.ending else None,
            label(size, "small", wrap=False),
            1,
            read,
            button(t("Judge it"), partial(self.shell.go, judge), picture="scale")
            if view.may("judge")
            else None,
            *(
                self._lead_acts(response.model, response)
                if response.model and view.may("respond")
                else ()
            ),
        )
        none = None if response.forms else label(t("No form that you may see."), "small")
        forms = (self._form(view, response, form) for form in response.forms)
        beside = list(trace_lines(response.trace)) if response.trace else []
        told = "\n".join(filter(None, (translated(response.system), *beside)))
        about = label(told, "small") if told else None
        return card(column(head, about, *forms, none, inside, pad=SPACE, gap=TIGHT))

    def _read(
        self, view: TaskView, response: ResponseState, ground: QWidget, is_open: bool
    ) -> None:
        """Shows what a system answered below its line, and hides it again."""
        found = ground.findChild(ReadingPane)
        if found is not None:
            found.setVisible(is_open)
            return
        pane = ReadingPane()
        pane.setMinimumHeight(px(_READ_HIGH))
        column(pane, on=ground)

        def show(read: Response) -> None:
            policy = view.info.grading_policy.text
            shown = ShownResponse(view.task, read.text, read.attachments, response.label, policy)
            show_response(pane, self.session, shown, pane.response.setFocus, owner=pane)

        self.session.fetch(
            partial(read_response, self.session.ctx, response.response_id), show, owner=pane
        )

    def _lead_acts(self, model: str, response: ResponseState) -> list[QWidget]:
        do, why, book = self.session.do, self.session.why_not, self.shell.book
        chosen = {"response_id": response.response_id}
        remove = Action.of(
            remove_response,
            "",
            partial(do, remove_response, response.response_id),
            refused=why(remove_response, lambda: chosen),
        )
        acts: list[QWidget] = [book.button_of(remove, t("Remove"), kind="quiet")]
        if response.role is not ResponseRole.BASELINE:
            name = Action.of(
                set_baseline,
                "",
                partial(do, set_baseline, model),
                refused=why(set_baseline, lambda: {"model": model}),
            )
            acts.insert(0, book.button_of(name, t("Set as baseline"), kind="quiet"))
        return acts

    def _form(self, view: TaskView, response: ResponseState, form: FormState) -> QHBoxLayout:
        who = self.session.project_state.called(form.expert_id)
        expert = label(short(who, _NAME), wrap=False)
        expert.setToolTip(hint(who))
        done = (t("Gold"), "good") if form.gold == form.lines else (t("Submitted"), "accent")
        state = (t("Being judged"), "warn") if form.is_open else done
        judged = form.lines - form.neither
        said = (
            t("{met} of {n} met, {gold} confirmed", met=form.met, n=judged, gold=form.gold)
            if judged
            else t("{gold} of {n} confirmed", gold=form.gold, n=form.lines)
        )
        place = Place(
            "judging",
            task_id=view.task.id,
            item=response.response_id,
            expert_id=form.expert_id,
        )
        opens = button(t("Open the form"), partial(self.shell.go, place), kind="link")
        return row(
            expert,
            chip(*state) if form.is_open or form.lines else None,
            chip(t("Edited since"), "bad") if form.is_stale else None,
            *([label(said, "small", wrap=False), opens] if form.lines else ()),
            1,
            gap=GAP,
        )

    def ask_for_text(self) -> None:
        """Asks which system answered what."""
        task = self.view.task
        dialog = ActionDialog(
            self.shell.window,
            t("Add a response"),
            t("The system got the prompt and the attachments, nothing else."),
            t("Add"),
            asked=_ANSWER,
        )
        text = dialog.form.inputs["answer"].widget
        assert isinstance(text, QPlainTextEdit)
        read = button(t("From a file…"), lambda: self._read_file(dialog), picture="file-text")
        chosen: list[Path] = []
        names = label("", "small")
        names.hide()

        def choose() -> None:
            chosen.extend(chosen_files(dialog))
            names.say("\n".join(path.name for path in chosen))

        dialog.fields.addWidget(
            box(Flow(read, button(t("Attach files…"), choose, picture="paperclip")))
        )
        dialog.fields.addWidget(names)

        def add() -> None:
            try:
                files = tuple(NewFile(path.name, read_file(path)) for path in chosen)
            except XpertError as error:
                self.shell.tell(error)
                return
            system, answer = dialog.form.values()["system"], exact_text(text.document())
            if not answer.strip() and not files:
                self.shell.tell(UsageError("The response is empty, and no file is attached."))
                return
            self.session.do(add_responses, [NewResponse(task.id, system, answer, files=files)])

        dialog.ask(add)

    def _read_file(self, dialog: ActionDialog) -> None:
        name, _ = QFileDialog.getOpenFileName(dialog, t("Its answer"), "", t("Texts (*.txt *.md)"))
        if not name:
            return
        try:
            data = Path(name).read_bytes()[:_LARGEST]
            dialog.form.show_values({"answer": text_of(data, Path(name).name)})
        except OSError:
            dialog.form.refuse("answer", t("{path} cannot be read.", path=Path(name).name))
        except UnclearEncodingError as error:
            dialog.form.refuse("answer", translated(error.message))

    def ask_for_model(self) -> None:
        """Asks which model should answer, and has it answer in the background."""
        task = self.view.task
        dialog = ActionDialog(
            self.shell.window,
            t("Have a model answer"),
            t(
                "Prompt and attachments are sent to the provider. The reference answer "
                "and the rubric are not."
            ),
            t("Ask"),
            asked=_MODEL,
        )
        form = dialog.form

        def offer() -> None:
            form.offer(model=models_of(form.values()["provider"]))

        form.changed.connect(lambda key: offer() if key == "provider" else None)
        offer()
        dialog.ask(lambda: self._ask(task, **dialog.form.values()))

    def _ask(
        self, task: Task, provider: str, model: str, base_url: str, name: str, **settings: Any
    ) -> None:
        session, shell = self.session, self.shell

        async def work(_: Job) -> list[Generated]:
            from xpert_studio.core.generation import ResponseRequest, generate_responses

            given = {key: value for key, value in settings.items() if value not in ("", None)}
            choice = ModelChoice(provider, model, base_url=base_url or None, **given)
            return await generate_responses(
                session.ctx,
                ResponseRequest(choice, (task,), name.strip()),
                bytes_of=partial(bytes_of, session.project),
            )

        def done(found: list[Generated]) -> None:
            if problem := next((item.problem for item in found if item.problem), None):
                shell.tell(XpertError(problem))
            else:
                cost = money(found[0].cost if found else None)
                shell.say(t("The response has arrived ({cost}).", cost=cost), "good")
                if found and found[0].ending:
                    shell.say(ENDINGS.title(found[0].ending), "warn")
            session.changed_outside.emit()

        title = t("Asking {model}", model=model)
        session.bridge.start_async(title, work, done, shell.tell, owner=shell)
