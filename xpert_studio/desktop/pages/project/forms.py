"""What a project says of itself to those who get its data: name, licence and citation."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Final

from PySide6.QtWidgets import QWidget

from xpert_studio.core.exchange.licences import licence_names
from xpert_studio.core.records import ProjectInfo
from xpert_studio.core.wording import mark, t
from xpert_studio.desktop.widgets import form_inputs as inputs
from xpert_studio.desktop.widgets.asking import ActionDialog
from xpert_studio.desktop.widgets.form import FormField

LICENCE: Final = inputs.suggested(licence_names, hint=mark("Such as CC-BY-4.0"))
"""A licence: one that catalogues know, or any other by its name."""
_FIELDS: Final = (
    FormField(
        key="name", title=mark("Name"), kind=inputs.text(), needed=mark("Name the project.")
    ),
    FormField(
        key="licence", title=mark("Licence"), kind=LICENCE,
        help=mark("Without one, recipients of a public bundle may not use it."),
    ),
    FormField(
        key="citation", title=mark("How to cite it"), kind=inputs.long_text(),
        help=mark("Text or BibTeX; where it is empty, one is made of name and year."),
    ),
)  # fmt: skip


def ask_to_describe(
    parent: QWidget, info: ProjectInfo, then: Callable[[dict[str, Any]], object]
) -> ActionDialog:
    """Asks for name, licence and citation; ``then`` gets them as ``describe_project`` takes them."""
    dialog = ActionDialog(
        parent,
        t("Name, licence and citation"),
        t("They stand in every bundle, its dataset card and its metadata."),
        t("Save"),
        asked=_FIELDS,
    )
    dialog.form.show_values({one.key: getattr(info, one.key) for one in _FIELDS})
    dialog.ask(lambda: then(dialog.form.values()))
    return dialog
