"""Where a new project is saved, as a field of a form."""

from __future__ import annotations

from pathlib import Path
from typing import Final

from PySide6.QtWidgets import QFileDialog

from xpert_studio.core.store import project_path
from xpert_studio.core.wording import mark, t
from xpert_studio.desktop.widgets import form_inputs as inputs
from xpert_studio.desktop.widgets.form import FormField


def documents() -> Path:
    """The folder where people keep their files."""
    from platformdirs import user_documents_path

    folder = user_documents_path()
    return folder if folder.is_dir() else Path.home()


def _fault(path: Path) -> str:
    """What is wrong with a path; empty where there is no path yet."""
    if not path.name or not path.parent.is_dir():
        return inputs.no_folder(path.parent)
    target = project_path(path)
    said = t("{file} exists already. Choose another name.", file=target.name)
    return said if target.exists() else ""


SAVE_AS: Final = FormField(
    key="path",
    title=mark("Save as"),
    kind=inputs.path(
        lambda parent, title, before: QFileDialog.getSaveFileName(
            parent, title, before, t("Projects (*.xpert)")
        )[0],
        _fault,
    ),
)
