"""The difference between two revisions of a rubric: line by line, word by word.

A change of *wording* leaves every demand as it was: case, punctuation, small words. A change of
*substance* touches a word with content, a number, a negation, or what the line is worth. A change
of *structure* adds, removes, splits, merges or moves lines. Whatever the class, a text that
changed at all makes the decisions on the old one stale.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from difflib import SequenceMatcher
from enum import StrEnum
from functools import cache
from typing import Final

from xpert_studio.core.instruments import Part, parts_of
from xpert_studio.core.records import Checkpoint
from xpert_studio.core.records.rubrics import WrittenFields
from xpert_studio.core.resources import resource_json

_HAN: Final = "\u3400-\u4dbf\u4e00-\u9fff\uf900-\ufaff"
_TOKEN: Final = re.compile(rf"[{_HAN}]|[^\W_{_HAN}]+(?:[.,'’%][^\W_{_HAN}]+)*%?|\s+|.", re.DOTALL)

_ANSWERED: Final = ("instrument", "settings")
_FIELDS: Final = (
    "weight",
    *(name for name in WrittenFields.__annotations__ if name not in {"text", "weight"}),
    *_ANSWERED,
)


class ChangeClass(StrEnum):
    """How deep a change goes."""

    SAME = "same"
    WORDING = "wording"
    SUBSTANCE = "substance"
    STRUCTURE = "structure"


class LineFate(StrEnum):
    """What became of a line."""

    KEPT = "kept"
    EDITED = "edited"
    MOVED = "moved"
    ADDED = "added"
    REMOVED = "removed"
    SPLIT = "split"
    MERGED = "merged"


class WordOp(StrEnum):
    """What happened to a stretch of text."""

    SAME = "same"
    REMOVED = "removed"
    ADDED = "added"


@dataclass(frozen=True, slots=True)
class WordRun:
    """A stretch of text that stayed, went or came."""

    op: WordOp
    text: str


@dataclass(frozen=True, slots=True)
class LineDiff:
    """One line in two revisions.

    Attributes:
        before, after: The line in the older and the newer one; None where it is not in it.
        words: The text from old to new; empty where only one side has it.
        fields: Which of the fields beside the text differ.
        related: Lines it was split off, or those merged into it.
    """

    fate: LineFate
    depth: ChangeClass
    before: Checkpoint | None
    after: Checkpoint | None
    words: tuple[WordRun, ...] = ()
    fields: tuple[str, ...] = ()
    related: tuple[str, ...] = ()

    @property
    def checkpoint_id(self) -> str:
        """The line's id."""
        point = self.before if self.after is None else self.after
        return point.id if point else ""

    @property
    def changes_text(self) -> bool:
        """Whether decisions on the old line no longer hold for the new one."""
        if self.before is None or self.after is None:
            return self.before is not None
        return self.before.rated_text != self.after.rated_text


def compare(old: Sequence[Checkpoint], new: Sequence[Checkpoint]) -> list[LineDiff]:
    """What differs between two revisions, in the order of the newer; removed lines come last.

    Args:
        old: The checkpoints of the older, in their order.
        new: Those of the newer.
    """
    before = {point.id: point for point in old}
    after = {point.id: point for point in new}
    moved = _moved([p.id for p in old if p.id in after], [p.id for p in new if p.id in before])
    merged = {
        id_: point for point in new for id_ in point.origin if id_ in before and id_ not in after
    }
    split = {point.origin[0] for point in new if point.origin and point.id not in before}
    lines = [_line(point, before, merged, split, point.id in moved) for point in new]
    for point in old:
        if point.id not in after:
            into = merged.get(point.id)
            fate = LineFate.MERGED if into else LineFate.REMOVED
            related = (into.id,) if into else ()
            lines.append(LineDiff(fate, ChangeClass.STRUCTURE, point, None, related=related))
    return lines


def _line(
    point: Checkpoint,
    before: dict[str, Checkpoint],
    merged: dict[str, Checkpoint],
    split: set[str],
    moved: bool,
) -> LineDiff:
    old = before.get(point.id)
    if old is None:
        parents = tuple(id_ for id_ in point.origin if id_ in before)
        fate = LineFate.SPLIT if parents else LineFate.ADDED
        return LineDiff(fate, ChangeClass.STRUCTURE, None, point, related=parents)
    fields = tuple(name for name in _FIELDS if getattr(old, name) != getattr(point, name))
    words = word_diff(old.text, point.text)
    absorbed = tuple(id_ for id_, into in merged.items() if into.id == point.id)
    if absorbed:
        return LineDiff(LineFate.MERGED, ChangeClass.STRUCTURE, old, point, words, fields, absorbed)
    if point.id in split:
        return LineDiff(LineFate.SPLIT, ChangeClass.STRUCTURE, old, point, words, fields)
    depth = _depth(old, point, fields)
    if depth is ChangeClass.SAME and moved:
        return LineDiff(LineFate.MOVED, ChangeClass.STRUCTURE, old, point, words)
    fate = LineFate.KEPT if depth is ChangeClass.SAME else LineFate.EDITED
    return LineDiff(fate, depth, old, point, words, fields)


def _depth(old: Checkpoint, new: Checkpoint, fields: Sequence[str]) -> ChangeClass:
    if set(fields) - {"notes"} or _content(old.text) != _content(new.text):
        return ChangeClass.SUBSTANCE
    return ChangeClass.WORDING if old.text != new.text or fields else ChangeClass.SAME


def word_diff(old: str, new: str) -> tuple[WordRun, ...]:
    """From one text to another: English by words, Chinese by characters.

    Joining what stayed and what went gives ``old``; what stayed and what came, ``new``. A space
    between two changed words counts as changed, so that they are read together.
    """
    return _smooth(diff_of_parts(_TOKEN.findall(old), _TOKEN.findall(new)))


def diff_of_parts(left: list[str], right: list[str]) -> tuple[WordRun, ...]:
    """From one text to another, both cut into parts, such as words or lines."""
    found: list[WordRun] = []
    for op, a, b, c, d in SequenceMatcher(None, left, right, autojunk=False).get_opcodes():
        if op == "equal":
            found.append(WordRun(WordOp.SAME, "".join(left[a:b])))
            continue
        if b > a:
            found.append(WordRun(WordOp.REMOVED, "".join(left[a:b])))
        if d > c:
            found.append(WordRun(WordOp.ADDED, "".join(right[c:d])))
    return tuple(found)


def _smooth(words: tuple[WordRun, ...]) -> tuple[WordRun, ...]:
    found: list[WordRun] = []
    gone = came = ""
    for place, part in enumerate(words):
        is_gap = part.op is WordOp.SAME and not part.text.strip()
        if part.op is WordOp.REMOVED:
            gone += part.text
        elif part.op is WordOp.ADDED:
            came += part.text
        elif is_gap and (gone or came) and place + 1 < len(words):
            gone, came = gone + part.text, came + part.text
        else:
            found += [*_changed(gone, came), part]
            gone, came = "", ""
    return (*found, *_changed(gone, came))


def _changed(gone: str, came: str) -> list[WordRun]:
    parts = (WordRun(WordOp.REMOVED, gone), WordRun(WordOp.ADDED, came))
    return [part for part in parts if part.text]


def changed_parts(before: Checkpoint, after: Checkpoint) -> list[tuple[Part | None, Part | None]]:
    """The parts of a checkpoint's settings that differ, as they were and as they are."""
    old, new = ({(p.kind, p.key): p for p in parts_of(point)} for point in (before, after))
    keys = dict.fromkeys([*new, *old])
    return [(old.get(key), new.get(key)) for key in keys if old.get(key) != new.get(key)]


def _content(text: str) -> list[str]:
    """The words that carry a demand, in their order."""
    small = _small_words()
    tokens = _TOKEN.findall(unicodedata.normalize("NFKC", text).casefold())
    return [token for token in tokens if token not in small and any(c.isalnum() for c in token)]


@cache
def _small_words() -> frozenset[str]:
    return frozenset(resource_json("diff", "small_words.json")["words"])


def _moved(old: Sequence[str], new: Sequence[str]) -> set[str]:
    """Which of the lines both have stand elsewhere: all but the longest run in common order."""
    kept: set[str] = set()
    for block in SequenceMatcher(None, list(old), list(new), autojunk=False).get_matching_blocks():
        kept.update(old[block.a : block.a + block.size])
    return set(old) - kept


def deepest(lines: Iterable[LineDiff]) -> ChangeClass:
    """The deepest class among the lines of a difference."""
    return max(
        (line.depth for line in lines), key=list(ChangeClass).index, default=ChangeClass.SAME
    )
