"""Says what keeps a file from being read at all, whatever it is."""

from __future__ import annotations

from xpert_studio.core.encodings import text_of
from xpert_studio.core.exchange.formats.incoming.candidate import LINES, YAML, Candidate
from xpert_studio.core.exchange.formats.reading import Reading
from xpert_studio.core.exchange.formats.taken import read_whole
from xpert_studio.core.exchange.lines import parse_object
from xpert_studio.core.exchange.problems import Problems

_BOM = b"\xef\xbb\xbf"
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
    if source.suffix in LINES:
        for _place, _value in Reading(name, problems).rows(source.path):
            pass
    elif data := read_whole(source.path, problems):
        if is_yaml:
            _note_yaml(name, data, problems)
        else:
            parse_object(data.removeprefix(_BOM), name, "", problems)
    if not problems:
        problems.add(name, "", "", "is empty.", "Choose a file that holds something.")


def _note_yaml(name: str, data: bytes, problems: Problems) -> None:
    from xpert_studio.core.exchange.formats.yaml_reading import YamlFaultError, read_yaml

    try:
        read_yaml(text_of(data, name))
    except YamlFaultError as error:
        problems.add(name, "", "", error.message, error.remedy)
