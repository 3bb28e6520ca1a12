"""Recognises what somebody wants to import, and hands it to whoever can."""

from __future__ import annotations

import zipfile
from datetime import datetime
from pathlib import Path
from typing import Final

from xpert_studio.errors import InputRefusedError, NotFoundError, Problem
from xpert_studio.exchange.bundle_import import Progress, import_bundle
from xpert_studio.exchange.reports import ImportReport
from xpert_studio.exchange.table_import import import_table
from xpert_studio.store import ProjectFile

_HINTS: Final = {
    ".xls": "Save it as .xlsx or .csv.",
    ".ods": "Save it as .xlsx or .csv.",
    ".xpert": "That is a project file itself; open it, or export a bundle from it.",
    ".jsonl": "Import the folder it lies in: a bundle is a folder or a .zip.",
}


def import_any(
    project: ProjectFile,
    source: Path,
    *,
    now: datetime,
    actor_id: str | None = None,
    on_progress: Progress = lambda _file, _rows: None,
) -> ImportReport:
    """Imports a bundle or a table, whichever it is by its content.

    Args:
        project: Open for writing.
        source: A folder, a ``.zip``, a ``.csv`` or an ``.xlsx``.
        now: The time.
        actor_id: Who imports, for the history.
        on_progress: For a bundle, see ``import_bundle``; ends the import by raising.

    Raises:
        NotFoundError: There is nothing at ``source``.
        InputRefusedError: It is something else, or something is wrong with it.
    """
    if not source.exists():
        raise NotFoundError(f"There is nothing at {source}.", remedy="Check the name.")
    suffix = source.suffix.lower()
    if source.is_dir() or suffix == ".zip":
        return import_bundle(project, source, now=now, actor_id=actor_id, on_progress=on_progress)
    if suffix in {".csv", ".tsv", ".xlsx", ".xlsm"}:
        return import_table(project, source, now=now, actor_id=actor_id)
    if suffix not in _HINTS and source.is_file() and zipfile.is_zipfile(source):
        return import_bundle(project, source, now=now, actor_id=actor_id, on_progress=on_progress)
    remedy = _HINTS.get(suffix, "Choose a bundle (a folder or .zip) or a table (.csv, .xlsx).")
    problem = Problem(source.name, "", "", "is of a kind that cannot be imported.", remedy)
    raise InputRefusedError(source.name, [problem])
