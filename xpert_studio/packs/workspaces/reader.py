"""Reads an archive of a folder as an attached file: the list of files, and what texts they are."""

from __future__ import annotations

from collections.abc import Iterator

from xpert_studio.api import Message
from xpert_studio.core.documents.document import Findings, GapReason
from xpert_studio.packs.workspaces.account import text_in
from xpert_studio.packs.workspaces.archive import unpack
from xpert_studio.packs.workspaces.changes import Changes
from xpert_studio.packs.workspaces.folder import Folder


def read(data: bytes, findings: Findings) -> str:
    """The text of a folder; of changes only their list, as the response's text has them.

    Args:
        data: The archive.
        findings: Takes files that are no text as gaps.
    """
    kept = unpack(data)
    if isinstance(kept, Changes):
        lines = [_listed(kept.written), *(f"{path} (removed)" for path in kept.removed)]
        return "\n".join(["Changed files:", *filter(None, lines)])
    if not kept.files:
        return "The folder is empty."
    return "\n\n".join([_listed(kept), *_contents(kept, findings)])


def _listed(folder: Folder) -> str:
    return "\n".join(
        f"{path} ({len(file.content):,} bytes{', executable' if file.is_executable else ''})"
        for path, file in folder.files.items()
    )


def _contents(folder: Folder, findings: Findings) -> Iterator[str]:
    for path, file in folder.files.items():
        text = text_in(file.content)
        if text is None:
            findings.gap(GapReason.EMBEDDED, Message("{file}", file=path))
        else:
            yield f"===== {path} =====\n{text}"
