"""A new, empty project: what it is called, how one works in it, and where it lies."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Final

from PySide6.QtWidgets import QWidget

from xpert_studio.core.records import Mode
from xpert_studio.core.wording import LANGUAGES, mark, spoken, t
from xpert_studio.core.workflow.new_project import ProjectTerms
from xpert_studio.desktop.names import MODES
from xpert_studio.desktop.opening import free_path
from xpert_studio.desktop.welcome.save_as import documents
from xpert_studio.desktop.widgets import form_inputs as inputs
from xpert_studio.desktop.widgets.asked_fields import fields_for
from xpert_studio.desktop.widgets.asking import ActionDialog
from xpert_studio.desktop.widgets.form import FormField

_FIELDS: Final = (
    *fields_for(
        ProjectTerms,
        "name",
        "mode",
        name={"needed": mark("Name the project.")},
        mode={"kind": inputs.ways(MODES), "needed": mark("Choose how you work."), "preset": None},
    ),
    FormField(key="folder", title=mark("Folder"), kind=inputs.FOLDER),
    *fields_for(
        ProjectTerms,
        "language",
        language={
            "kind": inputs.choice(lambda: [(name, code) for code, name in LANGUAGES.items()]),
        },
    ),
)


class NewProject(ActionDialog):
    """The form; ``mode`` is how one works, where that is known."""

    def __init__(
        self,
        parent: QWidget,
        make: Callable[[Path, str, str, Mode], object],
        mode: Mode | None = None,
    ) -> None:
        super().__init__(
            parent,
            t("New project"),
            t(
                "A project is one file. It starts with XpertBench's domains, dimensions "
                "and limits; you can change them."
            ),
            t("Create"),
            asked=_FIELDS,
        )
        known = {"folder": documents(), "language": spoken(), "mode": mode}
        self.form.show_values(known)

        def create() -> None:
            name, chosen, folder, language = self.form.values().values()
            make(free_path(folder, name), name, language, chosen)

        self.accepted.connect(create)
