"""Writes a project as a bundle, private or public; equal content gives equal bytes."""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator
from datetime import datetime
from itertools import chain
from pathlib import Path
from typing import Any

from xpert_studio import __version__
from xpert_studio.errors import NotFoundError, UsageError
from xpert_studio.exchange.attachments import names_in_bundle
from xpert_studio.exchange.bundle_format import (
    ATTACHMENTS,
    CARD,
    FORMAT,
    MANIFEST,
    ROW_FILES,
    VERSION,
)
from xpert_studio.exchange.bundle_rows import row_text, time_text
from xpert_studio.exchange.card import dataset_card
from xpert_studio.exchange.pseudonyms import NOT_KEPT, pseudonym_secret
from xpert_studio.exchange.publishing import Publisher
from xpert_studio.exchange.reports import ExportReport
from xpert_studio.exchange.targets import Target, open_target
from xpert_studio.records import (
    ProjectInfo,
    Record,
    Remark,
    Review,
    RubricRevision,
    SpotCheck,
    Visibility,
    content_hash,
)
from xpert_studio.store import (
    ProjectFile,
    Transaction,
    entities,
    files,
    judges,
    judgments,
    people,
    responses,
    settings,
    tasks,
    verdicts,
)


def export_bundle(
    project: ProjectFile,
    target: Path,
    *,
    visibility: Visibility,
    now: datetime,
    held_out: frozenset[str] = frozenset(),
    without_reference_answers: bool = False,
    without_rubrics: bool = False,
    replace: bool = False,
) -> ExportReport:
    """Writes a bundle.

    Args:
        project: The project.
        target: A folder, or a ``.zip``.
        visibility: A public bundle holds no person's name or credentials, no private notes and no
            unknown keys; people's ids become pseudonyms.
        now: The time, which the manifest carries; nothing else depends on it.
        held_out: Tasks that go without their reference answers or rubrics, as asked next.
        without_reference_answers: Leave out the reference answers of the held-out tasks.
        without_rubrics: Leave out their rubrics, and what was judged by them.
        replace: Whether a bundle that stands there may be replaced.

    Raises:
        NotFoundError: A held-out task does not exist.
        UsageError: The target exists, or the options contradict each other.
    """
    if (without_reference_answers or without_rubrics) and not held_out:
        raise UsageError(
            "Nothing is held out, so there is nothing to leave out.",
            remedy="Name the held-out tasks with --hold-out.",
        )
    _check_held_out(project, held_out)
    public = visibility is Visibility.PUBLIC
    secret, kept = pseudonym_secret(project) if public else ("", True)
    with project.reading() as tx, open_target(target, replace=replace) as out:
        info = settings.project_info(tx)
        publisher = _publisher(
            tx,
            secret,
            visibility,
            held_out,
            without_reference_answers=without_reference_answers,
            without_rubrics=without_rubrics,
        )
        rows = _write_rows(tx, out, publisher)
        attached = _write_attachments(tx, out, public=public)
        if not public:
            for path, data in files.extra_files(tx):
                out.put(path, data)
        out.put(CARD, dataset_card(info, rows, visibility, lasting=kept).encode("utf-8"))
        whole = _write_manifest(out, info, rows, visibility, now)
    counts = rows | ({"attachments": attached} if attached else {})
    return ExportReport(str(target), counts, whole, () if kept else (NOT_KEPT,))


def _check_held_out(project: ProjectFile, held_out: frozenset[str]) -> None:
    with project.reading() as tx:
        unknown = sorted(held_out - {task.id for task in tasks.all_tasks(tx)})
    if unknown:
        raise NotFoundError(f"There is no task {', '.join(unknown)} to hold out.")


def _publisher(
    tx: Transaction,
    secret: str,
    visibility: Visibility,
    held_out: frozenset[str],
    *,
    without_reference_answers: bool,
    without_rubrics: bool,
) -> Publisher:
    affected = (
        responses.all_responses(tx, task_ids=held_out) if without_rubrics and held_out else ()
    )
    return Publisher(
        public=visibility is Visibility.PUBLIC,
        secret=secret,
        held_out=held_out,
        without_reference_answers=without_reference_answers,
        without_rubrics=without_rubrics,
        held_out_responses=frozenset(response.id for response in affected),
    )


def _records(tx: Transaction, label: str) -> Iterable[Record]:
    readers: dict[str, Any] = {
        "people": people.all_people,
        "tasks": tasks.all_tasks,
        "checkpoints": tasks.all_checkpoints,
        "revisions": lambda tx: entities.find_all(tx, RubricRevision),
        "reviews": lambda tx: entities.find_all(tx, Review),
        "remarks": lambda tx: entities.find_all(tx, Remark),
        "spot checks": lambda tx: entities.find_all(tx, SpotCheck),
        "responses": responses.all_responses,
        "judgments": judgments.all_judgments,
        "judges": judges.all_judges,
        "verdicts": verdicts.all_verdicts,
    }
    found: Iterable[Record] = readers[label](tx)
    return found


def _write_rows(tx: Transaction, out: Target, publisher: Publisher) -> dict[str, int]:
    rows = {}
    for file in ROW_FILES:
        lines = _lines(_records(tx, file.label), publisher, hashed=file.hashed)
        count = out.put_lines(file.name, lines)
        if count:
            rows[file.label] = count
    return rows


def _lines(records: Iterable[Record], publisher: Publisher, *, hashed: bool) -> Iterator[str]:
    for record in records:
        published = publisher.published(record)
        if published is not None:
            yield row_text(published, hashed=hashed) + "\n"


def _write_attachments(tx: Transaction, out: Target, *, public: bool) -> int:
    """Files under the names that rows give them; those no row names by their hash, or not at all.

    Nobody knows what a file holds that no row names, so it stays out of a public bundle.
    """
    in_tasks = (task.attachments for task in tasks.all_tasks(tx))
    in_responses = (response.attachments for response in responses.all_responses(tx))
    attached = chain.from_iterable(chain(in_tasks, in_responses))
    names = names_in_bundle((item.path, item.sha256) for item in attached)
    count = 0
    for sha256 in files.blob_sizes(tx):
        if public and sha256 not in names:
            continue
        out.put(names.get(sha256, ATTACHMENTS + sha256), files.get_blob(tx, sha256))
        count += 1
    return count


def _write_manifest(
    out: Target, info: ProjectInfo, rows: dict[str, int], visibility: Visibility, now: datetime
) -> str:
    listed = [
        {"path": path, "sha256": sha256} | ({} if count is None else {"rows": count})
        for path, (sha256, count) in sorted(out.written.files.items())
    ]
    whole = content_hash(listed)
    manifest = {
        "format": FORMAT,
        "format_version": VERSION,
        "name": info.name,
        "created_at": time_text(now),
        "generator": f"xpert-studio {__version__}",
        "licence": info.licence,
        "visibility": visibility.value,
        "canary": info.canary,
        "counts": rows,
        "files": listed,
        "taxonomy": info.taxonomy.model_dump(mode="json"),
        "grading_policy": info.grading_policy.model_dump(mode="json"),
        "content_hash": whole,
    }
    if visibility is Visibility.PRIVATE:
        manifest |= info.extra
    present = {key: value for key, value in manifest.items() if value is not None}
    out.put(MANIFEST, (json.dumps(present, ensure_ascii=False, indent=1) + "\n").encode("utf-8"))
    return whole
