"""What was changed in a folder, as a text for experts and judges: the text of the response.

It is the same for the same changes: English, in the order of paths. Files are listed first, then
the lines that were added and removed, as in a unified diff; of files that are no text name, size
and hash. Everything stands in fences, so that no line of a file is taken for another thing.
"""

from __future__ import annotations

import difflib
import re
from collections.abc import Iterator, Sequence
from typing import Final, Literal

from xpert_studio.core.records import bytes_hash
from xpert_studio.packs.workspaces.changes import Changes
from xpert_studio.packs.workspaces.folder import Folder, FolderFile

MOST_SHOWN: Final = 200_000
"""Characters of diffs in all; of what comes after them only how much it is."""

NOTHING: Final = "No file was changed."
_MOST_COMPARED: Final = 4_000_000
"""Pairs of lines that are compared; beyond that all lines between are removed and added."""

_ODD: Final = re.compile(r"[\x00-\x08\x0b\x0c\x0e-\x1f\x7f]")
_FENCE: Final = re.compile(r"`{3,}")
_NO_END: Final = "\\ No newline at end of file"


def text_in(content: bytes) -> str | None:
    """The text of a file; None where it is none: no UTF-8, or with control characters."""
    try:
        text = content.decode("utf-8")
    except UnicodeDecodeError:
        return None
    return None if _ODD.search(text) else text


def account(start: Folder, changes: Changes) -> str:
    """The text.

    Args:
        start: The folder that the changes begin with.
        changes: What was changed.
    """
    before = start.files
    touched = sorted({*changes.written.files, *changes.removed})
    if not touched:
        return NOTHING
    after = changes.written.files
    counts = dict.fromkeys(("added", "changed", "removed"), 0)
    listed: list[str] = []
    parts: list[str] = []
    left = MOST_SHOWN
    for path in touched:
        old, new = before.get(path), after.get(path)
        counts["added" if old is None else "removed" if new is None else "changed"] += 1
        listed.append(_line(path, old, new))
        shown = _shown(path, old, new, left)
        left -= len(shown)
        parts.append(shown)
    head = ", ".join(f"{n} {word}" for word, n in counts.items() if n)
    return "\n\n".join([f"Changed files: {head}.", "\n".join(listed), *filter(None, parts)])


def _line(path: str, old: FolderFile | None, new: FolderFile | None) -> str:
    """What became of a file, in one line of a list."""
    if new is None:
        return f"- removed {_code(path)} ({_size(old)})"
    if old is None:
        return f"- added {_code(path)} ({_size(new)}{', executable' if new.is_executable else ''})"
    said = _size(new) if old.content != new.content else "same content"
    if old.is_executable != new.is_executable:
        said += ", now executable" if new.is_executable else ", no longer executable"
    return f"- changed {_code(path)} ({said})"


def _code(path: str) -> str:
    """A path as code in a line, whatever is in it."""
    mark = "``" if "`" in path else "`"
    return f"{mark} {path} {mark}" if len(mark) > 1 else f"{mark}{path}{mark}"


def _size(file: FolderFile | None) -> str:
    content = file.content if file else b""
    text = text_in(content)
    if text is not None:
        return f"{len(_lines(text)):,} lines, {len(content):,} bytes"
    return f"no text, {len(content):,} bytes, SHA-256 {bytes_hash(content)}"


def _shown(path: str, old: FolderFile | None, new: FolderFile | None, left: int) -> str:
    """The diff of a file in a fence; empty where there is none to be shown."""
    if old and new and old.content == new.content:
        return ""
    texts = [text_in(one.content) if one else "" for one in (old, new)]
    if texts[0] is None or texts[1] is None:
        return ""
    lines = list(diff_lines(texts[0], texts[1]))
    names = [f"--- {path if old else '/dev/null'}", f"+++ {path if new else '/dev/null'}"]
    return _fenced([*names, *lines], left) if lines else ""


def _fenced(lines: list[str], left: int) -> str:
    kept: list[str] = []
    for line in lines:
        left -= len(line) + 1
        if left < 0:
            break
        kept.append(line)
    rest = len(lines) - len(kept)
    body = "\n".join(kept)
    longest = max((len(found) for found in _FENCE.findall(body)), default=2)
    fence = "`" * (longest + 1)
    note = f"\n\n({rest:,} more lines of this difference are not shown.)" if rest else ""
    return f"{fence}diff\n{body}\n{fence}{note}"


def diff_lines(old: str, new: str) -> Iterator[str]:
    """The lines of a unified diff, without the names of files and without their line ends.

    Args:
        old: The text before. Lines end with a line feed; what ends with none is said to.
        new: The text after.
    """
    ours, theirs = _lines(old), _lines(new)
    for group in _Matched(ours, theirs).get_grouped_opcodes(3):
        (_, old_first, _, new_first, _), (_, _, old_end, _, new_end) = group[0], group[-1]
        yield f"@@ -{_range(old_first, old_end)} +{_range(new_first, new_end)} @@"
        for kind, old_place, old_stop, new_place, new_stop in group:
            if kind == "equal":
                yield from _marked(" ", ours[old_place:old_stop])
            else:
                yield from _marked("-", ours[old_place:old_stop])
                yield from _marked("+", theirs[new_place:new_stop])


class _Matched(difflib.SequenceMatcher[str]):
    """Matches lines in bounded time."""

    def __init__(self, ours: Sequence[str], theirs: Sequence[str]) -> None:
        super().__init__(None, "", "", autojunk=False)
        self._ours, self._theirs = ours, theirs

    def get_opcodes(self) -> list[_Step]:
        """See ``_steps``."""
        return list(_steps(self._ours, self._theirs))


_Step = tuple[Literal["replace", "delete", "insert", "equal"], int, int, int, int]


def _steps(ours: Sequence[str], theirs: Sequence[str]) -> Iterator[_Step]:
    """What makes some lines others; see ``difflib.SequenceMatcher.get_opcodes``.

    Equal lines at both ends are not compared with others, so that a small change of a large file is
    found at once.
    """
    first, shortest = 0, min(len(ours), len(theirs))
    while first < shortest and ours[first] == theirs[first]:
        first += 1
    last = 0
    while last < shortest - first and ours[-1 - last] == theirs[-1 - last]:
        last += 1
    old_end, new_end = len(ours) - last, len(theirs) - last
    if first:
        yield "equal", 0, first, 0, first
    if (old_end - first) * (new_end - first) <= _MOST_COMPARED:
        inner = difflib.SequenceMatcher(
            None, ours[first:old_end], theirs[first:new_end], autojunk=False
        )
        for kind, *places in inner.get_opcodes():
            old_from, old_to, new_from, new_to = (first + place for place in places)
            yield kind, old_from, old_to, new_from, new_to
    else:
        yield "replace", first, old_end, first, new_end
    if last:
        yield "equal", old_end, len(ours), new_end, len(theirs)


def _lines(text: str) -> list[str]:
    """Lines with their line feeds; of an empty text none."""
    return [line for line in re.split(r"(?<=\n)", text) if line]


def _marked(mark: str, lines: Sequence[str]) -> Iterator[str]:
    for line in lines:
        yield mark + line.removesuffix("\n")
        if not line.endswith("\n"):
            yield _NO_END


def _range(first: int, end: int) -> str:
    """Lines of a hunk as diffs count them: of none the one before."""
    n = end - first
    return str(first + 1) if n == 1 else f"{first + (n > 0)},{n}"
