"""Says what keeps a file from being read at all, whatever it is."""

from __future__ import annotations

from xpert_studio.core.exchange.formats.incoming.candidate import LINES, YAML, Candidate
from xpert_studio.core.exchange.formats.reading import Reading
from xpert_studio.core.exchange.problems import Problems

_POINTER = b"version https://git-lfs.github.com/spec/"


def note_unread(source: Candidate, problems: Problems) -> None:
    """Notes what is wrong with a file of JSON or YAML that cannot be read; nothing of another."""
    name, is_yaml = source.path.name, source.suffix in YAML
    if source.is_file and source.starts_with(_POINTER):
        problems.add(
            name,
            "",
            "",
            "is a pointer of Git LFS, and not the file itself.",
            "Fetch the file with: git lfs pull",
        )
        return
    if not source.is_unread and not (is_yaml and source.yaml is None):
        return
    reading = Reading(name, problems)
    if source.suffix in LINES:
        list(reading.rows(source.path))
    elif source.path.stat().st_size:
        reading.whole(source.path)
    if not problems:
        problems.add(name, "", "", "is empty.", "Choose a file that holds something.")
