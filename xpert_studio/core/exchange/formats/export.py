"""Writes a benchmark in another tool's format, whole under its final name or not at all.

A folder is replaced only where nothing of anybody is lost. Beside the files lies a list of them
with their hashes. By it an earlier export is known again, and so is what a person has put there or
changed since: the logs of an evaluation, an edited prompt.
"""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from datetime import datetime
from functools import partial
from pathlib import Path
from typing import Final

from pydantic import BaseModel

from xpert_studio import __version__
from xpert_studio.core.atomic_files import (
    delete,
    need_folder_name,
    need_free,
    not_written,
    swap_folder,
    unfinished_path,
    whole_file,
)
from xpert_studio.core.errors import UsageError
from xpert_studio.core.exchange.formats.content import Content, read_content
from xpert_studio.core.exchange.formats.registry import ForeignFormat
from xpert_studio.core.exchange.problems import ExportReport
from xpert_studio.core.exchange.scope import ExportScope
from xpert_studio.core.extras import need
from xpert_studio.core.instruments import instrument_of
from xpert_studio.core.judge.key_check import KeyCheck, check_texts
from xpert_studio.core.messages import Message, counted, joined
from xpert_studio.core.records import bytes_hash
from xpert_studio.core.store import ProjectFile

LIST: Final = ".xpert-studio.json"
_CACHES: Final = frozenset({"__pycache__"})
_MOST_NAMED: Final = 3
_MAX_LIST: Final = 64 * 1024 * 1024


@contextmanager
def whole_folder(target: Path, *, format_id: str, replace: bool) -> Iterator[Path]:
    """An empty folder to write to; it takes the final name when the block ends well.

    Args:
        target: The final name.
        format_id: What is written; only an export of the same format is replaced.
        replace: Whether an earlier export that is there may be replaced.

    Raises:
        UsageError: Something is there that may not be replaced.
        XpertError: It could not be written.
    """
    unfinished = unfinished_path(target)
    try:
        _check_replaceable(target, format_id, replace=replace)
        unfinished.mkdir(parents=True)
        yield unfinished
        _write_list(unfinished, format_id)
        swap_folder(unfinished, target)
    except OSError as error:
        raise not_written(target, error) from error
    finally:
        delete(unfinished)


def _check_replaceable(target: Path, format_id: str, *, replace: bool) -> None:
    need_free(target, replace=replace)
    if not target.exists():
        return
    listed = _read_list(target, format_id)
    if listed is None:
        raise UsageError(
            Message(
                "{target} is no earlier export of this format, so it is not replaced.",
                target=target,
            ),
            remedy="Choose another name.",
        )
    strange = [
        name
        for name, path in _files(target)
        if name not in listed or bytes_hash(path.read_bytes()) != listed[name]
    ]
    if strange:
        raise UsageError(
            Message(
                "{target} holds files that were added or changed since it was exported: {names}.",
                target=target,
                names=joined(strange, most=_MOST_NAMED),
            ),
            remedy="Move them away first, or choose another name.",
        )


def _files(folder: Path) -> Iterator[tuple[str, Path]]:
    """The files in a folder but for the list, in order; links count as files."""
    for path in sorted(folder.rglob("*")):
        name = path.relative_to(folder).as_posix()
        cached = not _CACHES.isdisjoint(path.relative_to(folder).parts)
        if name != LIST and not cached and (path.is_symlink() or not path.is_dir()):
            yield name, path


def _write_list(folder: Path, format_id: str) -> None:
    files = {name: bytes_hash(path.read_bytes()) for name, path in _files(folder)}
    made = {"generator": f"Xpert Studio {__version__}", "format": format_id, "files": files}
    text = json.dumps(made, ensure_ascii=False, indent=1) + "\n"
    (folder / LIST).write_text(text, encoding="utf-8", newline="")


def _read_list(folder: Path, format_id: str) -> dict[str, str] | None:
    """Hashes by file of an earlier export of this format; None where the folder is none."""
    path = folder / LIST
    if not path.is_file() or path.stat().st_size > _MAX_LIST:
        return None
    try:
        made = json.loads(path.read_text(encoding="utf-8"))
    except (ValueError, RecursionError):
        return None
    if not isinstance(made, dict) or made.get("format") != format_id:
        return None
    files = made.get("files")
    return files if isinstance(files, dict) else None


def export_foreign(
    project: ProjectFile,
    wanted: ForeignFormat,
    target: Path,
    chosen: BaseModel | None = None,
    *,
    scope: ExportScope = ExportScope(),
    now: datetime | None = None,
    replace: bool = False,
    allow_possible_keys: bool = False,
) -> ExportReport:
    """Writes the project in another tool's format.

    Args:
        project: The project.
        wanted: The format.
        target: A file with the format's ending, or a folder.
        chosen: Of the options of the format; as by default where None.
        scope: Which part of the project.
        now: The time, which some formats carry.
        replace: Whether an earlier export that is there may be replaced.
        allow_possible_keys: Whether it may hold what only looks like an API key.

    Raises:
        NotFoundError: A named task or subset is not in the project.
        UsageError: The target has a wrong ending, or is there and may not be replaced; or a
            text holds an API key.
        PossibleKeysError: A text holds something that looks like one, and that is not allowed.
        XpertError: It could not be written.
    """
    target = target.absolute()
    if wanted.suffix and target.suffix.lower() != wanted.suffix:
        raise UsageError(
            Message(
                "{target} does not end in {suffix}, as files for {tool} do.",
                target=target.name,
                suffix=wanted.suffix,
                tool=wanted.tool,
            ),
            remedy=Message(
                "Write to {target} instead.", target=target.with_suffix(wanted.suffix).name
            ),
        )
    if not wanted.suffix:
        need_folder_name(target, wanted.tool)
    need_free(target, replace=replace)
    if wanted.extra:
        need(wanted.extra)
    check = KeyCheck(allow_possible=allow_possible_keys)
    look = partial(check_texts, check)
    content = read_content(project, scope, with_facts=wanted.has_card, now=now, look=look)
    need_carried(content, wanted)
    check_texts(check, content)
    check.settle()
    place = (
        whole_file(target, replace=replace)
        if wanted.suffix
        else whole_folder(target, format_id=wanted.id, replace=replace)
    )
    with place as unfinished:
        rows = wanted.write_chosen(content, unfinished, chosen)
        possible_keys = check.settle()  # what was read while it was written is looked at now
    warnings = (*content.warnings, *lost_in(content, wanted, rows))
    return ExportReport(str(target), dict(rows), warnings=warnings, possible_keys=possible_keys)


def lost_in(content: Content, wanted: ForeignFormat, rows: Mapping[str, int]) -> tuple[str, ...]:
    """What of the content a format has no place for, and that there is nothing: a sentence each."""
    return tuple(_lost(content, wanted, is_nothing=not any(rows.values())))


def _lost(content: Content, wanted: ForeignFormat, *, is_nothing: bool) -> Iterator[str]:
    if wanted.nothing and is_nothing:
        yield wanted.nothing
    carried = wanted.carries.get("tasks", ())
    attached = sum(bool(task.attachments) for task in content.tasks)
    if attached and "attachments" not in carried:
        yield Message(
            "{tool} has no place for attached files. Tasks with some: {n:,}.",
            tool=wanted.tool,
            n=attached,
        )
    yield from wanted.losses(content)
    points = (point for rubric in content.rubrics.values() for point in rubric)
    gates = 0 if wanted.knows_gates else sum(instrument_of(p).can_fail_task(p) for p in points)
    if gates:
        yield counted(
            "1 gate counts as any other checkpoint in {tool}.",
            "{n} gates count as any other checkpoint in {tool}.",
            gates,
            tool=wanted.tool,
        )
    told = sum(task.system_prompt is not None for task in content.tasks)
    if told and "system_prompt" not in carried:  # its systems answer another question
        yield counted(
            "1 task has a system prompt, which {tool} is not given.",
            "{n} tasks have a system prompt, which {tool} is not given.",
            told,
            tool=wanted.tool,
        )


def need_carried(content: Content, wanted: ForeignFormat) -> None:
    """Refuses checkpoints whose instrument the format does not have.

    Raises:
        UsageError: There are some; it names the first.
    """
    for rubric in content.rubrics.values():
        for point in rubric:
            instrument = instrument_of(point)
            if instrument.id not in wanted.instruments:
                raise UsageError(
                    Message(
                        "{tool} has nothing like {title!r}, by which checkpoint {point} of "
                        "{task_id} is answered.",
                        tool=wanted.tool,
                        title=instrument.title,
                        point=point.id,
                        task_id=point.task_id,
                    ),
                    remedy="Export other tasks, or a bundle, which holds everything.",
                )
