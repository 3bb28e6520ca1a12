"""Begins a task: a title and a domain are enough; the rest is written in its workspace."""

from __future__ import annotations

from typing import Any

from xpert_studio.core.wording import mark, spoken, t
from xpert_studio.core.workflow import create_brief
from xpert_studio.desktop.places import Place
from xpert_studio.desktop.shell import Shell
from xpert_studio.desktop.widgets import form_inputs as inputs
from xpert_studio.desktop.widgets.command_dialog import CommandDialog
from xpert_studio.report.part_names import domain_name


class NewTask(CommandDialog):
    """The form."""

    def __init__(self, shell: Shell) -> None:
        person = shell.session.person
        domains_of = person.domains if person else ()
        domains = [
            (domain_name(one), one)
            for one in domains_of or shell.session.project_state.info.taxonomy.domains
        ]
        # Where there are several, the first would be a guess that is soon overlooked.
        offers = domains if len(domains) == 1 else [(t("Choose…"), ""), *domains]
        own: dict[str, dict[str, Any]] = {
            "title": {
                "kind": inputs.text(mark("Such as: Ending a commercial lease early")),
                "needed": mark("Name the task."),
            },
            "domain": {
                "kind": inputs.choice(lambda: offers),
                "needed": mark("Choose the domain of the task."),
            },
            "language": {
                "kind": inputs.choice(lambda: [(t("English"), "en"), (t("Chinese"), "zh")]),
                "title": mark("Language of the task"),
                "preset": spoken(),
            },
        }
        super().__init__(
            shell.window,
            shell.session,
            create_brief,
            {},
            lambda done: shell.go(Place("task", task_id=done.task_id or "", tab="brief")),
            asked=("title", "domain", "language"),
            text=t("A realistic task from your own practice. You can change everything later."),
            act=t("Get started"),
            own=own,
        )
