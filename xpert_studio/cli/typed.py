"""What was typed, as it is meant: words of lists, names, texts that stand in files."""

from __future__ import annotations

import shlex
import sys
from collections.abc import Iterable, Sequence
from pathlib import Path
from typing import TypeVar

from xpert_studio.core import encodings
from xpert_studio.core.errors import NotFoundError, UsageError
from xpert_studio.core.messages import Message, joined
from xpert_studio.core.name_lists import read_names
from xpert_studio.core.names import Names

_Found = TypeVar("_Found")
_Word = TypeVar("_Word", bound=str)


def chosen(names: Names[_Word], text: str, option: str, among: Iterable[_Word] = ()) -> _Word:
    """An entry of a list by any of its names.

    Args:
        names: The list.
        text: What was typed.
        option: The option or argument, as it is typed.
        among: Only these entries; empty for all.

    Raises:
        UsageError: The list has no such entry.
    """
    found, offered = names.find(text), list(among or names)
    if found in offered:
        return found
    raise UsageError(
        Message("{option} has no {text!r}.", option=option, text=short(text)),
        remedy=Message("Choose one of: {known}.", known=joined(map(names.message, offered))),
    )


def names_of(values: list[str] | None) -> tuple[str, ...]:
    """Names as they were given: separated by commas, ``@FILE`` or ``-`` with one a line."""
    found: dict[str, None] = {}
    for value in values or ():
        lines = _lines(value)
        for name in read_names(value) if lines is None else lines:
            found[name] = None
    return tuple(found)


def _lines(value: str) -> list[str] | None:
    """The lines of a file or of standard input; None where the names stand there themselves."""
    if value == "-":
        text = sys.stdin.read()
    elif value.startswith("@"):
        text = file_text(Path(value[1:]))
    else:
        return None
    return [line.strip() for line in text.splitlines() if line.strip()]


def pairs_of(values: Sequence[str] | None, form: str) -> dict[str, str]:
    """The values of an option that may be repeated, each ``NAME=TEXT``.

    Raises:
        UsageError: One has no name, or no ``=``.
    """
    pairs = {}
    for value in values or ():
        name, equals, text = value.partition("=")
        if not equals or not name.strip():
            raise UsageError(
                Message("{value!r} names nothing.", value=short(value)),
                remedy=Message('Write "{form}".', form=form),
            )
        pairs[name.strip()] = text.strip()
    return pairs


def text_of(value: str) -> str:
    """A text as it was given: itself, ``@FILE`` for a file's content, ``-`` for standard input.

    A project holds no NUL characters; those of a file are left out.

    Raises:
        UsageError: The file cannot be read.
        UnclearEncodingError: Its encoding is not sure.
    """
    if value == "-":
        return sys.stdin.read().replace("\x00", "")
    if not value.startswith("@") or value == "@":
        return value
    return file_text(Path(value[1:])).replace("\x00", "")


def file_text(path: Path) -> str:
    """The text of a file.

    Raises:
        NotFoundError: There is no such file.
        UsageError: It cannot be read.
        UnclearEncodingError: Its encoding is not sure.
    """
    try:
        return encodings.text_of(path.read_bytes(), path.name)
    except FileNotFoundError as error:
        raise NotFoundError(
            Message("There is no file {path}.", path=path), remedy="Check its name."
        ) from error
    except OSError as error:
        raise UsageError(
            Message("{path} cannot be read ({error}).", path=path, error=error.strerror),
            remedy="Check its name, and that you may read it.",
        ) from error


def only(found: Sequence[_Found], typed: object) -> _Found:
    """The one thing that was named.

    Raises:
        UsageError: Several were.
    """
    if len(found) != 1:
        raise UsageError(
            Message("{typed} names {found}.", typed=typed, found=len(found)),
            remedy="Name one only.",
        )
    return found[0]


def short(text: str | None, limit: int = 90) -> str:
    """A text in one line; on a terminal it is cut where it is long, elsewhere it is whole."""
    line = " ".join((text or "").split())
    return line if len(line) <= limit or not sys.stdout.isatty() else line[: limit - 1] + "…"


def command_words(text: str) -> tuple[str, ...]:
    """The words of a command, as a shell reads them.

    Raises:
        UsageError: A quotation mark is not closed.
    """
    try:
        return tuple(shlex.split(text))
    except ValueError as error:
        raise UsageError(
            Message("{command!r} is no command ({error}).", command=text, error=error),
            remedy="Close its quotation marks.",
        ) from error
