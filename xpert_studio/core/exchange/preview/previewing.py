"""Previews an export: everything is computed as if it were written, and nothing is."""

from __future__ import annotations

import tempfile
from collections import Counter
from collections.abc import Iterable, Iterator
from datetime import datetime
from itertools import chain
from pathlib import Path
from typing import Final

from pydantic import BaseModel

from xpert_studio.core.exchange.bundle_export import records_of, write_bundle
from xpert_studio.core.exchange.bundle_format import ROW_FILES
from xpert_studio.core.exchange.bundle_options import BundleOptions, check_options
from xpert_studio.core.exchange.formats.content import Content, read_content
from xpert_studio.core.exchange.formats.export import lost_in, need_carried
from xpert_studio.core.exchange.formats.registry import ForeignFormat
from xpert_studio.core.exchange.preview.forecast import AttachedFile, ExportPreview, TextFinding
from xpert_studio.core.exchange.preview.metadata import metadata_in
from xpert_studio.core.exchange.preview.survey import (
    E_MAIL,
    KEY,
    Measured,
    Survey,
    TextWatch,
    measure_written,
)
from xpert_studio.core.exchange.publishing import Publisher, passing_secret
from xpert_studio.core.exchange.scope import ExportScope
from xpert_studio.core.exchange.targets import Watch, WatchedTarget, unwatched, watched
from xpert_studio.core.messages import Message
from xpert_studio.core.records import (
    Checkpoint,
    Comparison,
    Judge,
    Judgment,
    ProjectInfo,
    Rating,
    Record,
    Response,
    Stage,
    Task,
)
from xpert_studio.core.store import ProjectFile, Transaction, files, people, settings

ROWS: Final = 3
"""How many rows of each file are shown."""
_NAMELESS: Final = frozenset({"unknown", "unknown system", "model", "none", "n/a", "?", "-"})


def preview_bundle(
    project: ProjectFile,
    options: BundleOptions,
    *,
    now: datetime,
    as_zip: bool = False,
    rows: int = ROWS,
    watch: Watch = unwatched,
) -> ExportPreview:
    """What a bundle would hold.

    Args:
        project: The project; it is only read.
        options: What goes into the bundle.
        now: The time.
        as_zip: Whether it is to be a zip, whose size is then told.
        rows: How many rows of each file are shown.
        watch: Receives how many rows were looked through; stops everything by raising.

    Raises:
        NotFoundError: A task or subset does not exist, or a held-out task is not in the scope.
        UsageError: The options contradict each other.
    """
    secret = passing_secret(project) if options.is_public else ""
    out, seen = Measured(rows=rows, packing=as_zip), _Seen()
    with project.reading() as tx:
        check_options(tx, options)
        is_known = not options.is_public or settings.pseudonym_secret(tx) == secret
        survey = Survey(TextWatch(people.all_people(tx)) if options.is_public else None)

        def look_at(kind: str, record: Record, published: Record | None) -> None:
            survey.see(kind, record, published)
            if published is not None:
                seen.see(published)

        target = WatchedTarget(out, watch)
        written = write_bundle(
            tx, target, options, secret=secret, lasting=True, now=now, on_record=look_at
        )
        attachments = seen.attachments(tx)
        info = settings.project_info(tx)
    return ExportPreview(
        what="bundle",
        is_public=options.is_public,
        files=out.files,
        content_hash=written.content_hash if is_known else None,
        packed=out.packed,
        rows=survey.rows,
        fields=survey.fields,
        attachments=attachments,
        sample=out.sample,
        findings=survey.findings,
        warnings=(
            *written.warnings,
            *(
                _public_warnings(info, seen, survey.findings, attachments)
                if options.is_public
                else _private_warnings(seen)
            ),
        ),
    )


def preview_foreign(
    project: ProjectFile,
    wanted: ForeignFormat,
    chosen: BaseModel | None = None,
    *,
    scope: ExportScope = ExportScope(),
    now: datetime,
    watch: Watch = unwatched,
) -> ExportPreview:
    """What another tool's files would hold.

    Args:
        project: The project; it is only read.
        wanted: The format.
        chosen: Of the options of the format; as by default where None.
        scope: Which part of the project.
        now: The time.
        rows: How many rows of each file are shown.
        watch: Receives how many records were looked through; stops by raising.

    Raises:
        NotFoundError: A named task or subset is not in the project.
        UsageError: No task of the scope is ready and has a rubric, or the format has nothing like
            the instrument of a checkpoint.
    """
    secret = passing_secret(project)
    watch(0)
    content = read_content(
        project, scope, with_facts=wanted.has_card, now=now, secret=(secret, True)
    )
    need_carried(content, wanted)
    with tempfile.TemporaryDirectory() as folder:
        place = Path(folder, f"export{wanted.suffix}")
        if not wanted.suffix:
            place.mkdir()
        written = wanted.write_chosen(content, place, chosen)
        expected, sample = measure_written(place, rows=ROWS)
    seen, through = _Seen(), 0
    with project.reading() as tx:
        survey = Survey(TextWatch(people.all_people(tx)))
        excluded = settings.excluded_experts(tx)
        publisher = Publisher(public=True, secret=secret, excluded_experts=excluded)
        going = _Going(content, publisher, is_rated=wanted.is_rated)
        for file in ROW_FILES:
            carried = wanted.carries.get(file.label, frozenset())
            for record in watched(records_of(tx, file.label), watch, before=through):
                published = going.published(record) if carried else None
                survey.see(file.label, record, published, carried)
                through += 1
                if published is not None:
                    seen.see(published)
        carries_files = any("attachments" in fields for fields in wanted.carries.values())
        attachments = seen.attachments(tx) if carries_files else ()
    warnings = _public_warnings(content.info, seen, survey.findings, attachments)
    return ExportPreview(
        what=wanted.id,
        is_public=True,
        files=tuple(expected),
        rows=survey.rows,
        fields=survey.fields,
        attachments=attachments,
        sample=sample,
        findings=survey.findings,
        warnings=(
            *content.warnings,
            *lost_in(content, wanted, written),
            *warnings,
        ),
    )


class _Going:
    """Tells which records are among the content of a foreign export, as they are published."""

    def __init__(self, content: Content, publisher: Publisher, *, is_rated: bool) -> None:
        self._tasks = content.rubrics.keys()
        self._publisher = publisher
        self._gold = {
            (item.response_id, item.checkpoint_id, item.expert_id)
            for item in chain.from_iterable(content.gold.values())
        }
        self._rated = set(map(_said, content.rated.records())) if is_rated else None

    def published(self, record: Record) -> Record | None:
        """The record as it goes out, None where it stays."""
        if self._rated is not None and isinstance(record, Rating | Comparison | Judge):
            found = self._publisher.published(record)
            return found if found is not None and _said(found) in self._rated else None
        match record:
            case Task():
                goes = record.id in self._tasks
            case Checkpoint() | Response():
                goes = record.task_id in self._tasks
            case Judgment():
                expert = self._publisher.pseudonym(record.expert_id)
                goes = (record.response_id, record.checkpoint_id, expert) in self._gold
            case _:
                goes = False
        return self._publisher.published(record) if goes else None


def _said(record: Record) -> int:
    """Tells records apart, in less room than all that they hold."""
    return hash(record.model_dump_json())


class _Seen:
    """What of the records that go out a person may want to be warned of."""

    def __init__(self) -> None:
        self._files: dict[tuple[str, str], list[str]] = {}
        self.stages: Counter[Stage] = Counter()
        self.nameless = 0
        self.base_urls = 0

    def see(self, record: Record) -> None:
        """Notes a record that goes out."""
        if isinstance(record, Task):
            self.stages[record.standing] += 1
        if isinstance(record, Response) and record.model.strip().casefold() in _NAMELESS:
            self.nameless += 1
        if isinstance(record, Judge) and "base_url" in record.parameters:
            self.base_urls += 1
        if isinstance(record, Task | Response):
            for item in record.attachments:
                self._files.setdefault((item.path, item.sha256), []).append(item.media_type)

    def attachments(self, tx: Transaction) -> tuple[AttachedFile, ...]:
        """The attached files that go out."""
        return tuple(self._attached(tx))

    def _attached(self, tx: Transaction) -> Iterator[AttachedFile]:
        for (name, sha256), kinds in self._files.items():
            data = files.get_blob(tx, sha256)
            yield AttachedFile(name, kinds[0], len(data), len(kinds), metadata_in(data))


def _public_warnings(
    info: ProjectInfo,
    seen: _Seen,
    findings: Iterable[TextFinding],
    attachments: Iterable[AttachedFile],
) -> list[str]:
    warnings: list[str] = list(map(_told_of_text, findings))
    for file in attachments:
        if file.metadata:
            told = ", ".join(file.metadata)
            warnings.append(
                Message("The file {file} tells of its making: {told}.", file=file.name, told=told)
            )
    if not info.licence:
        warnings.append(
            Message("No licence is set: users will not know what they may do with the data.")
        )
    if not info.canary:
        warnings.append(
            Message("There is no canary, by which the data could be found in training data.")
        )
    unfinished = sum(count for stage, count in seen.stages.items() if stage is not Stage.READY)
    if unfinished:
        warnings.append(
            Message(
                "Tasks that are not ready, or discarded, go out too: {unfinished:,}.",
                unfinished=unfinished,
            )
        )
    if seen.nameless:
        warnings.append(
            Message(
                "Responses that do not name their system: {nameless:,}.", nameless=seen.nameless
            )
        )
    return warnings


def _told_of_text(item: TextFinding) -> Message:
    found = {"where": f"{item.kind}, {item.field}", "count": item.count, "first": item.first}
    if item.what == KEY:
        return Message(
            "There is something that looks like a key or password in {where} "
            "({count:,}×), first in {first}.",
            **found,
        )
    if item.what == E_MAIL:
        return Message(
            "There is an e-mail address in {where} ({count:,}×), first in {first}.", **found
        )
    return Message(
        "There is the name or ID of a person of the project in {where} "
        "({count:,}×), first in {first}.",
        **found,
    )


def _private_warnings(seen: _Seen) -> list[str]:
    warnings: list[str] = [
        Message("A private bundle names people, and holds private notes: send it to them alone.")
    ]
    if seen.base_urls:
        warnings.append(
            Message(
                "Judges that tell the address of their server: {base_urls:,}.",
                base_urls=seen.base_urls,
            )
        )
    return warnings
