"""Reads YAML as plain values: those that JSON has, by the core schema of YAML 1.2.

PyYAML only splits the text into events. Values are built here, without recursion, so that "yes" is
a text as in YAML 1.2, no object is constructed, and what aliases multiply is bounded.
"""

from __future__ import annotations

import math
import re
from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, Final

from xpert_studio.core.exchange.problems import FaultError
from xpert_studio.core.messages import Message

if TYPE_CHECKING:
    from yaml.events import Event

MAX_CHARACTERS: Final = 32_000_000
"""Longest text that is read."""
_DEEPEST: Final = 100
_MAX_SIZE: Final = 150_000_000
"""Of a value with all that aliases repeat, in characters; a value without any counts as 64."""
_EACH: Final = 64
_PREFIX: Final = "tag:yaml.org,2002:"
_PLAIN_TAGS: Final = frozenset({f"{_PREFIX}{name}" for name in ("int", "float", "bool", "null")})
_CONTAINER_TAGS: Final = frozenset({f"{_PREFIX}{name}" for name in ("map", "seq")})
_NULLS: Final = frozenset({"", "~", "null", "Null", "NULL"})
_TRUTHS: Final = {
    word: value
    for name, value in (("true", True), ("false", False))
    for word in (name, name.title(), name.upper())
}
_WHOLE: Final = re.compile(r"[-+]?[0-9][0-9_]*|0o[0-7_]+|0x[0-9a-fA-F_]+|0b[01_]+")
_REAL: Final = re.compile(
    r"[-+]?(?:[0-9][0-9_]*)(?:\.[0-9_]*)?(?:[eE][-+]?[0-9]+)?|\.[0-9][0-9_]*(?:[eE][-+]?[0-9]+)?"
)
_ENDLESS: Final = re.compile(r"[-+]?\.(?:inf|Inf|INF)|\.(?:nan|NaN|NAN)")
_LONGEST_NUMBER: Final = 400


class YamlFaultError(FaultError):
    """A text that cannot be read."""


def read_yaml(text: str) -> Any:  # noqa: ANN401 - any JSON value
    """A text as YAML. Values that are repeated by aliases are the same object.

    Raises:
        YamlFaultError: It is not YAML, holds what JSON has no value for, or is too large.
    """
    if len(text) > MAX_CHARACTERS:
        raise YamlFaultError(Message("is longer than 32 MB."), Message("Split it."))
    import yaml

    loader = getattr(yaml, "CSafeLoader", yaml.SafeLoader)
    builder = _Builder()
    try:
        for event in yaml.parse(text.encode("utf-8"), Loader=loader):
            builder.take(event)
    except yaml.MarkedYAMLError as error:
        mark = error.problem_mark or error.context_mark
        raise YamlFaultError(
            Message(
                "is not YAML: {what} in line {line:,}.",
                what=error.problem or error.context or "error",
                line=mark.line + 1 if mark else 1,
            ),
            Message("Correct it, or save it as JSON."),
        ) from error
    except (yaml.YAMLError, ValueError) as error:
        why = " ".join(str(error).split())[:200]
        raise YamlFaultError(Message("is not YAML: {error}.", error=why)) from error
    return builder.root


@dataclass(slots=True)
class _Frame:
    """A list or an object that is being read."""

    value: list[Any] | dict[str, Any]
    anchor: str | None
    line: int
    size: int = _EACH
    key: str | None = None
    merged: list[dict[str, Any]] = field(default_factory=list)


class _Builder:
    def __init__(self) -> None:
        self.root: Any = None
        self._documents = 0
        self._open: list[_Frame] = []
        self._anchors: dict[str, tuple[Any, int]] = {}

    def take(self, event: Event) -> None:
        """Takes the next event."""
        match type(event).__name__:
            case "DocumentStartEvent":
                self._documents += 1
                if self._documents > 1:
                    raise YamlFaultError(
                        Message("holds more than one document."),
                        Message("Keep one: remove the line “---” and what follows it."),
                    )
            case "ScalarEvent":
                self._scalar(event)
            case "AliasEvent":
                self._alias(event)
            case "SequenceStartEvent" | "MappingStartEvent":
                self._start(event)
            case "SequenceEndEvent" | "MappingEndEvent":
                self._end()

    def _scalar(self, event: Event) -> None:
        text, line = event.value, event.start_mark.line + 1
        if not text.isascii() and any("\ud800" <= char <= "\udfff" for char in text):
            raise YamlFaultError(
                Message("has half a character (a lone surrogate) in line {line:,}.", line=line)
            )
        is_plain = event.implicit[0] or event.tag in _PLAIN_TAGS
        if event.tag not in {None, "!", f"{_PREFIX}str", *_PLAIN_TAGS}:
            raise _foreign(event.tag, line)
        frame = self._open[-1] if self._open else None
        is_key = frame is not None and isinstance(frame.value, dict) and frame.key is None
        value = _plain(text, line) if is_plain and not is_key else text
        self._put(value, _EACH + len(text), event.anchor, line)

    def _alias(self, event: Event) -> None:
        line = event.start_mark.line + 1
        if any(frame.anchor == event.anchor for frame in self._open):
            raise YamlFaultError(
                Message(
                    "has a value that holds itself (*{name}), in line {line:,}.",
                    name=event.anchor,
                    line=line,
                ),
                Message("Write out what is meant."),
            )
        if event.anchor not in self._anchors:
            raise YamlFaultError(
                Message(
                    "names *{name} in line {line:,}, which is not defined before.",
                    name=event.anchor,
                    line=line,
                ),
                Message("Define it with &{name}.", name=event.anchor),
            )
        value, size = self._anchors[event.anchor]
        self._put(value, size, None, line)

    def _start(self, event: Event) -> None:
        line = event.start_mark.line + 1
        if event.tag not in {None, "!", *_CONTAINER_TAGS}:
            raise _foreign(event.tag, line)
        if len(self._open) >= _DEEPEST:
            raise YamlFaultError(
                Message("is nested too deeply in line {line:,}.", line=line),
                Message("Nest at most {most} levels.", most=_DEEPEST),
            )
        is_list = type(event).__name__ == "SequenceStartEvent"
        self._open.append(_Frame([] if is_list else {}, event.anchor, line))

    def _end(self) -> None:
        frame = self._open.pop()
        for other in frame.merged:
            for key, value in other.items():
                frame.value.setdefault(key, value)  # type: ignore[union-attr]
        self._put(frame.value, frame.size, frame.anchor, frame.line)

    def _put(self, value: object, size: int, anchor: str | None, line: int) -> None:
        """Puts a finished value where it belongs."""
        if anchor is not None:
            self._anchors[anchor] = value, size
        if not self._open:
            self.root = value
            return
        frame = self._open[-1]
        frame.size += size
        if frame.size > _MAX_SIZE:
            raise YamlFaultError(
                Message(
                    "repeats so much by aliases that it is too large (line {line:,}).", line=line
                ),
                Message("Repeat less."),
            )
        if isinstance(frame.value, list):
            frame.value.append(value)
        elif frame.key is None:
            frame.key = _key(value, frame.value, line)
        else:
            self._entry(frame, frame.value, value, line)
            frame.key = None

    def _entry(self, frame: _Frame, into: dict[str, Any], value: object, line: int) -> None:
        if frame.key != "<<":
            into[str(frame.key)] = value
            return
        others: list[Any] = value if isinstance(value, list) else [value]
        if not all(isinstance(other, dict) for other in others):
            raise YamlFaultError(
                Message("merges (<<) what is no object, in line {line:,}.", line=line),
                Message("Write out what is meant."),
            )
        frame.merged += others


def _key(value: object, known: dict[str, Any], line: int) -> str:
    if not isinstance(value, str | int | float | None):
        raise YamlFaultError(
            Message("has a key that is no text, in line {line:,}.", line=line),
            Message("Write a plain text as the key."),
        )
    key = str(value)
    if key in known:
        raise YamlFaultError(
            Message("names the key {key} twice, in line {line:,}.", key=f'"{key[:60]}"', line=line),
            Message("Keep one of the two."),
        )
    return key


def _foreign(tag: str, line: int) -> YamlFaultError:
    return YamlFaultError(
        Message("has the tag {tag} in line {line:,}, which is not read.", tag=tag[:80], line=line),
        Message("Write a plain value."),
    )


def _plain(text: str, line: int) -> str | float | bool | None:
    """A value without quotes: what the core schema of YAML 1.2 takes it for."""
    if text in _NULLS:
        return None
    if text in _TRUTHS:
        return _TRUTHS[text]
    if len(text) > _LONGEST_NUMBER:
        return text
    if _WHOLE.fullmatch(text):
        return _whole(text.replace("_", ""))
    if _ENDLESS.fullmatch(text):
        raise YamlFaultError(
            Message("has {value} in line {line:,}, which is no number.", value=text, line=line),
            Message("Write a number."),
        )
    if not _REAL.fullmatch(text):
        return text
    value = float(text.replace("_", ""))
    return value if math.isfinite(value) else text


def _whole(text: str) -> int | str:
    base = {"0o": 8, "0x": 16, "0b": 2}.get(text[:2], 10)
    try:
        return int(text[2:] if base != 10 else text, base)
    except ValueError:  # only a prefix and underscores
        return text


def walk(value: object, path: tuple[str, ...]) -> Iterator[object]:
    """What a path of keys and positions leads to; nothing where it leads nowhere."""
    for part in path:
        if isinstance(value, dict) and part in value:
            value = value[part]
        elif isinstance(value, list) and part.isdecimal() and int(part) < len(value):
            value = value[int(part)]
        else:
            return
    yield value
