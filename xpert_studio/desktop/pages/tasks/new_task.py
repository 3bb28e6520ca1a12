"""Begins a task: a title and a domain are enough; the rest is written in its workspace."""

from __future__ import annotations

from xpert_studio.core.wording import mark, spoken, t
from xpert_studio.core.workflow import create_brief
from xpert_studio.desktop.places import Place
from xpert_studio.desktop.shell import Shell
from xpert_studio.desktop.widgets import form_inputs as inputs
from xpert_studio.desktop.widgets.asking import ActionDialog
from xpert_studio.desktop.widgets.form import FormField
from xpert_studio.report.part_names import domain_name


class NewTask(ActionDialog):
    """The form."""

    def __init__(self, shell: Shell) -> None:
        self._shell = shell
        person = shell.session.person
        own = person.domains if person else ()
        domains = [
            (domain_name(one), one)
            for one in own or shell.session.project_state.info.taxonomy.domains
        ]
        # Where there are several, the first would be a guess that is soon overlooked.
        offers = domains if len(domains) == 1 else [(t("Choose…"), ""), *domains]
        asked = (
            FormField(
                key="title", title=mark("Title"), needed=mark("Name the task."),
                kind=inputs.text(mark("Such as: Ending a commercial lease early")),
            ),
            FormField(
                key="domain", title=mark("Domain"), needed=mark("Choose the domain of the task."),
                kind=inputs.choice(lambda: offers),
            ),
            FormField(
                key="language", title=mark("Language of the task"),
                kind=inputs.choice(lambda: [(t("English"), "en"), (t("Chinese"), "zh")]),
            ),
        )  # fmt: skip
        super().__init__(
            shell.window,
            t("Create task"),
            t("A realistic task from your own practice. You can change everything later."),
            t("Get started"),
            asked=asked,
        )
        self.form.show_values({"language": spoken()})

    def accept(self) -> None:
        """Begins it, and goes there; what is refused is said here."""
        session = self._shell.session
        if self.form.check():
            self.carry_out(
                session,
                lambda: create_brief(session.ctx, **self.form.values()),
                lambda done: self._shell.go(Place("task", task_id=done.task_id or "", tab="brief")),
            )
