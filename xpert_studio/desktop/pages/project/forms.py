"""What a project says of itself to those who get its data: name, licence and citation."""

from __future__ import annotations

from typing import Final

from xpert_studio.core.exchange.licences import licence_names
from xpert_studio.core.records import ProjectInfo
from xpert_studio.core.wording import mark, t
from xpert_studio.core.workflow import describe_project
from xpert_studio.desktop.shell import Shell
from xpert_studio.desktop.widgets import form_inputs as inputs
from xpert_studio.desktop.widgets.command_dialog import CommandDialog

LICENCE: Final = inputs.suggested(licence_names, hint=mark("Such as CC-BY-4.0"))
"""A licence: one that catalogues know, or any other by its name."""


def ask_to_describe(shell: Shell, info: ProjectInfo) -> None:
    """Asks for name, licence and citation, and keeps them."""
    name = {"kind": inputs.text(), "needed": mark("Name the project.")}
    dialog = CommandDialog(
        shell.window,
        shell.session,
        describe_project,
        {},
        title=t("Name, licence and citation"),
        text=t("They stand in every bundle, its dataset card and its metadata."),
        act=t("Save"),
        own={"name": name, "licence": {"kind": LICENCE}},
        clears=True,
    )
    dialog.form.show_values({key: getattr(info, key) for key in dialog.form.inputs})
    dialog.open()
