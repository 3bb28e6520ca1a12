"""Brings responses in: pasted, from a file, or by asking a model."""

from __future__ import annotations

from functools import partial
from pathlib import Path

from PySide6.QtWidgets import QComboBox, QFileDialog, QPlainTextEdit
from shiboken6 import isValid

from xpert_studio.desktop.bridge import Job
from xpert_studio.desktop.judge_names import offer_providers
from xpert_studio.desktop.look import px
from xpert_studio.desktop.parts import Sheet, button, field, label, text_box
from xpert_studio.desktop.parts.attachable import chosen_files
from xpert_studio.desktop.parts.exact_text import exact_text
from xpert_studio.desktop.shell import Shell
from xpert_studio.desktop.wording import money, t
from xpert_studio.errors import XpertError
from xpert_studio.generation.responses import Generated
from xpert_studio.records import Task
from xpert_studio.workflow import NewFile, NewResponse, add_responses
from xpert_studio.workflow.attaching import bytes_of, read_file

_LARGEST = 8_000_000


class Bringing:
    """The two forms."""

    def __init__(self, shell: Shell) -> None:
        self._shell = shell
        self._session = shell.session

    def ask_for_text(self, task: Task) -> None:
        """Asks which system answered what."""
        sheet = Sheet(
            self._shell.window, t("Add a response"),
            t("The system got the prompt and the attachments, nothing else."), t("Add"),
        )  # fmt: skip
        model, text = field(), text_box()
        text.setMinimumHeight(px(220))
        sheet.add(t("System"), model, t("Its name is hidden from everybody who judges."))
        sheet.add(t("Its answer"), text)
        sheet.add(
            "",
            button(t("From a file …"), lambda: self._read_file(sheet, text), picture="file-text"),
        )

        chosen: list[Path] = []
        names = label("", "small")
        names.hide()

        def choose() -> None:
            chosen.extend(chosen_files(sheet))
            names.say("\n".join(path.name for path in chosen))

        sheet.add("", button(t("Attach files…"), choose, picture="paperclip"))
        sheet.add("", names)
        sheet.need(model)

        def add() -> None:
            try:
                files = tuple(NewFile(path.name, read_file(path)) for path in chosen)
            except XpertError as error:
                self._shell.tell(error)
                return
            new = NewResponse(
                task.id, model.text().strip(), exact_text(text.document()), files=files
            )
            self._session.do(add_responses, [new])

        sheet.ask(add)
        model.setFocus()

    def _read_file(self, sheet: Sheet, target: QPlainTextEdit) -> None:
        name, _ = QFileDialog.getOpenFileName(sheet, t("Its answer"), "", t("Texts (*.txt *.md)"))
        if not name:
            return
        try:
            data = Path(name).read_bytes()[:_LARGEST]
            target.setPlainText(data.decode("utf-8-sig"))
        except (OSError, UnicodeDecodeError):
            sheet.complain(t("{file} cannot be read as UTF-8 text.", file=Path(name).name))

    def ask_for_model(self, task: Task) -> None:
        """Asks which model should answer, and has it answer in the background."""
        sheet = Sheet(
            self._shell.window, t("Have a model answer"),
            t("Prompt and attachments are sent to the provider. The reference answer and the rubric are not."),
            t("Ask"),
        )  # fmt: skip
        provider, model, address = QComboBox(), field(), field()
        offer_providers(provider)
        sheet.add(t("Provider"), provider)
        sheet.add(t("Model"), model)
        sheet.add(t("Address"), address, t("Only for a compatible server."))
        sheet.need(model)
        sheet.ask(
            lambda: self._ask(
                task, provider.currentData(), model.text().strip(), address.text().strip()
            )
        )

    def _ask(self, task: Task, provider: str, model: str, address: str) -> None:
        session = self._session

        async def work(_: Job) -> list[Generated]:
            from xpert_studio.generation import ResponseRequest, generate_responses
            from xpert_studio.generation.asking import ModelChoice

            choice = ModelChoice(provider, model, base_url=address or None)
            return await generate_responses(
                session.desk,
                ResponseRequest(choice, (task,)),
                bytes_of=partial(bytes_of, session.project),
            )

        def done(found: list[Generated]) -> None:
            if not isValid(session) or not isValid(self._shell):
                return
            problems = [item.problem for item in found if item.problem]
            if problems:
                self._shell.tell(XpertError(problems[0]))
            else:
                cost = money(found[0].cost if found else None)
                self._shell.say(t("The response has arrived ({cost}).", cost=cost), "good")
            session.changed_outside.emit()

        def failed(error: BaseException) -> None:
            if isValid(self._shell):
                self._shell.tell(error)

        session.bridge.start_async(t("Asking {model}", model=model), work, done, failed)
