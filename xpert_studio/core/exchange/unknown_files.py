"""Files of a bundle that are not part of the format: kept, and written out again."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from typing import Any, Final

from xpert_studio.core.exchange.bundle_format import ATTACHMENTS, CARD, CROISSANT, MANIFEST
from xpert_studio.core.exchange.file_names import MAX_PATH, UnknownNames, folded
from xpert_studio.core.exchange.problems import ImportReport, Problems, shown
from xpert_studio.core.exchange.sources import Source, content_of
from xpert_studio.core.messages import Message
from xpert_studio.core.store import Transaction, files

MAX_EXTRA_BYTES: Final = 64 * 1024 * 1024


def keep_unknown(
    tx: Transaction,
    source: Source,
    manifest: Mapping[str, Any],
    rows: Collection[str],
    problems: Problems,
    report: ImportReport,
) -> None:
    """Keeps the files of a bundle that are not part of the format, as they are.

    Args:
        tx: A writing transaction.
        source: The bundle.
        manifest: As read; empty where there is none.
        rows: The names of its files of rows.
        problems: Takes what cannot be kept.
        report: Told of what is kept, and of what is made anew with the next bundle.
    """
    listed = {str(item.get("path")) for item in manifest.get("files", []) if isinstance(item, dict)}
    # Card and metadata that were made with the bundle are made anew with the next one.
    known = {*rows, MANIFEST, *(listed & {CARD, CROISSANT})}
    left = MAX_EXTRA_BYTES
    there = {folded(path): (path, data) for path, data in files.extra_files(tx)}
    unknown = UnknownNames(path for path, _ in there.values())
    for name in sorted(set(source.names) - known):
        if name.startswith(ATTACHMENTS) or not _can_be_kept(name, unknown, problems, report):
            continue
        unknown.take(name)
        data = content_of(source, name, problems, most=left)
        if data is None:
            continue
        left -= len(data)
        if left < 0:
            problems.add(
                name,
                "",
                "",
                "is not part of the format and too large to keep.",
                "Leave it out of the bundle.",
            )
            return
        here = there.get(folded(name))
        if here is None:
            files.put_extra_file(tx, name, data)
            report.warn(
                Message("{name} is not part of the format; it was kept as it is.", name=name)
            )
        elif here != (name, data):
            problems.add(
                name,
                "",
                "",
                "the project has another file of that name; nothing is ever overwritten.",
                "Leave it out, or rename it.",
            )


def _can_be_kept(
    name: str, unknown: UnknownNames, problems: Problems, report: ImportReport
) -> bool:
    """Whether a bundle can hold an unknown file of that name, now and when it is exported."""
    for own in (CARD, CROISSANT):
        if folded(name) == folded(own):
            report.warn(
                Message(
                    "{name} was not kept: every bundle gets a new {own}.",
                    name=name,
                    own=own,
                )
            )
            return False
    wrong = unknown.why_not(name)
    if wrong is not None:
        problems.add(name if len(name) <= MAX_PATH else shown(name), "", "", *wrong)
    return wrong is None
