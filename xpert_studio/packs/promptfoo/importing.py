"""Takes in what promptfoo reads and writes: configurations with their tests, and results.

Nothing that a file names is run, and no file outside its folder is read.
"""

from __future__ import annotations

from datetime import datetime
from pathlib import Path
from typing import Final

from xpert_studio.core.exchange.formats.reading import Reading
from xpert_studio.core.exchange.formats.taken import Taken, take_in
from xpert_studio.core.exchange.problems import Problems
from xpert_studio.core.exchange.reports import ImportReport
from xpert_studio.core.messages import Message
from xpert_studio.core.store import ProjectFile
from xpert_studio.packs.promptfoo.config import Config
from xpert_studio.packs.promptfoo.results import Results, grader_of
from xpert_studio.packs.promptfoo.shapes import looks_like_config, rows_of
from xpert_studio.packs.promptfoo.there import There

LINES: Final = frozenset({".jsonl", ".ndjson"})


def import_promptfoo(
    project: ProjectFile, source: Path, *, now: datetime, actor_id: str | None = None
) -> ImportReport:
    """Imports a configuration or results of promptfoo.

    Each test with each prompt becomes a task, each assertion a checkpoint. What has no place here
    is told, with where it stands and why.

    Args:
        project: Open for writing.
        source: A ``.yaml``, ``.yml``, ``.json`` or ``.jsonl`` file.
        now: The time.
        actor_id: Who imports, for the history.

    Raises:
        InputRefusedError: Something is wrong with it; nothing was taken in.
    """
    problems = Problems()
    read = _lines if source.suffix.lower() in LINES else _whole
    taken = read(source, problems, There(project))
    if not taken.records and not problems:
        problems.add(
            source.name, "", "", Message("holds no test."), Message("Choose a file with tests.")
        )
    return take_in(project, source, taken, problems, now=now, actor_id=actor_id)


def _lines(source: Path, problems: Problems, there: There) -> Taken:
    reading = Results(source, problems, there)
    for place, row in reading.rows(source):
        reading.take(place, row)
    return _finished(reading)


def _finished(reading: Results) -> Taken:
    if reading.is_full:
        reading.refuse_more("")
    return reading.finished()


def _whole(source: Path, problems: Problems, there: There) -> Taken:
    value = Reading(source.name, problems).whole(source)
    if value is None:
        return Taken()
    rows = rows_of(value)
    if rows is not None:
        reading, grader = Results(source, problems, there), grader_of(value.get("config"))
        for number, row in enumerate(rows, start=1):
            reading.take(Message("result {number}", number=number), row, grader)
        return _finished(reading)
    if looks_like_config(value):
        return Config(source, problems, value).read()
    problems.add(
        source.name,
        "",
        "",
        Message("is neither a configuration nor results of promptfoo."),
        Message('A configuration has "prompts" and "tests"; results have "results".'),
    )
    return Taken()
