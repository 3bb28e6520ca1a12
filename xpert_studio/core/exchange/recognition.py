"""Recognises what a person wants to import, and hands it to the person who can."""

from __future__ import annotations

import json
import zipfile
from collections.abc import Callable, Sequence
from datetime import datetime
from pathlib import Path
from typing import Any, Final

from xpert_studio.core.encodings import UnclearEncodingError, text_of
from xpert_studio.core.errors import InputRefusedError, NotFoundError, Problem, UsageError
from xpert_studio.core.exchange.bundle_import import (
    Progress,
    import_bundle,
    import_responses,
    looks_like_responses,
)
from xpert_studio.core.exchange.formats.argilla_import import import_argilla, response_fields
from xpert_studio.core.exchange.formats.argilla_reading import (
    is_argilla_folder,
    is_argilla_parquet,
    looks_like_argilla,
)
from xpert_studio.core.exchange.formats.autorubric_import import (
    import_autorubric,
    looks_like_autorubric,
)
from xpert_studio.core.exchange.formats.cases_import import (
    import_cases,
    looks_like_cases,
)
from xpert_studio.core.exchange.formats.choice_import import import_choice, looks_like_choice
from xpert_studio.core.exchange.formats.healthbench_import import (
    import_healthbench,
    looks_like_healthbench,
)
from xpert_studio.core.exchange.formats.ifeval_import import (
    import_ifeval,
    import_ifeval_responses,
    looks_like_ifeval,
    looks_like_ifeval_responses,
)
from xpert_studio.core.exchange.formats.meta_eval_import import (
    import_meta_eval,
    looks_like_meta_eval,
)
from xpert_studio.core.exchange.formats.parquet_rows import PARQUET
from xpert_studio.core.exchange.formats.promptfoo_import import (
    YAML,
    import_promptfoo,
    looks_like_promptfoo,
    looks_like_promptfoo_line,
)
from xpert_studio.core.exchange.formats.taken import MAX_BYTES
from xpert_studio.core.exchange.reports import ImportReport
from xpert_studio.core.exchange.table_import import import_table
from xpert_studio.core.messages import Message
from xpert_studio.core.store import ProjectFile
from xpert_studio.core.workflow.command_context import acting_lead

_HINTS: Final = {
    PARQUET: Message("A Parquet file is read where it has records of Argilla."),
    ".xls": Message("Save it as .xlsx or .csv."),
    ".ods": Message("Save it as .xlsx or .csv."),
    ".xpert": Message("That is a project file itself; open it, or export a bundle from it."),
    ".jsonl": Message(
        "Import the folder it lies in: a bundle is a folder or a .zip. A single .jsonl "
        "file has a task with its rubric on each line, as HealthBench's, or a record of Argilla."
    ),
    ".json": Message(
        "A single .json file is a dataset of autorubric, with rubric and items, a configuration "
        "or results of promptfoo, cases with levels of difficulty, or records of Argilla."
    ),
}
_FIRST_BYTES: Final = 32 * 1024 * 1024
Importer = Callable[..., ImportReport]


def import_any(
    project: ProjectFile,
    source: Path,
    *,
    now: datetime,
    actor_id: str = "",
    on_progress: Progress = lambda _file, _rows: None,
    response_field: str = "",
) -> ImportReport:
    """Imports a bundle, a table or another tool's file, whichever it is by its content.

    Args:
        project: Open for writing.
        source: A folder, a ``.zip``, a ``.csv`` or an ``.xlsx``; or tasks with rubrics as
            HealthBench's ``.jsonl`` has them, or autorubric's ``.json``; multiple choice, a
            question a line; IFEval's lines; a configuration or results of promptfoo; cases with
            levels of difficulty; a bundle's ``responses.jsonl`` by itself; or a dataset of
            Argilla.
        now: The time.
        actor_id: Who imports, a lead or the founder of the project; empty where nobody is named.
        on_progress: For a bundle, see ``import_bundle``; ends the import by raising.
        response_field: For a dataset of Argilla, see ``import_argilla``.

    Raises:
        UsageError: It names a field, and ``source`` is no dataset of Argilla.
        NotFoundError: There is nothing at ``source``.
        NotAllowedError: Who imports may not.
        InputRefusedError: It is something else, or something is wrong with it.
    """
    if not source.exists():
        raise NotFoundError(
            Message("There is nothing at {source}.", source=source), remedy="Check the name."
        )
    with project.reading() as tx:
        acting_lead(tx, actor_id)
    importer = _importer(source)
    if importer is import_argilla:
        return import_argilla(
            project, source, now=now, actor_id=actor_id, response_field=response_field
        )
    if response_field:
        raise UsageError(
            Message("{source} is no dataset of Argilla.", source=source.name),
            remedy="Leave out --response-field.",
        )
    if importer is import_bundle:
        return import_bundle(project, source, now=now, actor_id=actor_id, on_progress=on_progress)
    if importer is not None:
        return importer(project, source, now=now, actor_id=actor_id)
    remedy = _HINTS.get(
        source.suffix.lower(),
        Message("Choose a bundle (a folder or .zip) or a table (.csv, .xlsx)."),
    )
    problem = Problem(source.name, "", "", "is of a kind that cannot be imported.", remedy)
    raise InputRefusedError(source.name, [problem])


def fields_to_choose(source: Path) -> tuple[str, ...]:
    """Of a dataset of Argilla, the fields that may hold the response, the likeliest first.

    One of them is a ``response_field`` of ``import_any``; there are none in anything else.
    """
    return response_fields(source) if _importer(source) is import_argilla else ()


Looks = Callable[[Any], bool]
_BY_FIRST_LINE: Final[tuple[tuple[Looks, Importer], ...]] = (
    (looks_like_meta_eval, import_meta_eval),
    (looks_like_healthbench, import_healthbench),
    (looks_like_promptfoo_line, import_promptfoo),
    (looks_like_argilla, import_argilla),
    (looks_like_cases, import_cases),
    (looks_like_responses, import_responses),
    (looks_like_choice, import_choice),
    (looks_like_ifeval, import_ifeval),
    (looks_like_ifeval_responses, import_ifeval_responses),
)
"""Formats of one JSON object a line: whether the first one is of it, and what takes it in."""
_BY_WHOLE: Final[tuple[tuple[Looks, Importer], ...]] = (
    (looks_like_autorubric, import_autorubric),
    (looks_like_promptfoo, import_promptfoo),
    (looks_like_argilla, import_argilla),
    (looks_like_cases, import_cases),
)
"""Formats of one JSON value a file, of a list its first entry; autorubric's importer says what is
wrong with unread JSON."""


def _importer(source: Path) -> Importer | None:
    suffix = source.suffix.lower()
    if is_argilla_folder(source):
        return import_argilla
    if source.is_dir() or suffix == ".zip":
        return import_bundle
    if suffix in {".csv", ".tsv", ".xlsx", ".xlsm"}:
        return import_table
    if not source.is_file():
        return None
    if suffix == PARQUET:
        return import_argilla if is_argilla_parquet(source) else None
    if suffix in YAML:
        return import_promptfoo
    if suffix in {".jsonl", ".ndjson"}:
        return _by_content(_first_line(source), _BY_FIRST_LINE, import_healthbench)
    if suffix == ".json":
        if looks_like_argilla(_object(_first_line(source)) or {}):
            return import_argilla  # rows that the library datasets writes, one a line
        return _by_content(_whole(source), _BY_WHOLE, import_autorubric)
    return import_bundle if suffix not in _HINTS and zipfile.is_zipfile(source) else None


def _by_content(
    data: bytes, formats: Sequence[tuple[Looks, Importer]], unread: Importer
) -> Importer | None:
    found = _object(data)
    if found is None:
        return unread
    return next((importer for looks_like, importer in formats if looks_like(found)), None)


def _first_line(source: Path) -> bytes:
    with source.open("rb") as stream:
        lines = iter(lambda: stream.readline(_FIRST_BYTES), b"")
        return next((line for line in lines if line.strip()), b"")


def _whole(source: Path) -> bytes:
    return source.read_bytes() if source.stat().st_size <= MAX_BYTES else b""


def _object(data: bytes) -> dict[str, Any] | None:
    """A JSON object, or the first of a list; None where it cannot be read: an importer says why."""
    try:
        value = json.loads(text_of(data, "-"))
    except (ValueError, RecursionError, UnclearEncodingError):
        return None
    if isinstance(value, list) and value:
        value = value[0]
    return value if isinstance(value, dict) else {}
