"""Checks of headings, fenced code, links and citations."""

from __future__ import annotations

import ast
import re
import warnings
from collections.abc import Callable
from typing import Annotated, Final, Literal

from pydantic import Field

from xpert_studio.api.checks import (
    CannotCheckError,
    CheckKind,
    Message,
    Outcome,
    Parameters,
    Subject,
)
from xpert_studio.packs.checks.kinds import reading
from xpert_studio.packs.checks.kinds.counts import Bounds, within
from xpert_studio.packs.checks.kinds.json_texts import SYNTAX, JsonFaultError, read_json
from xpert_studio.packs.checks.kinds.markup import XmlFaultError, xml_names
from xpert_studio.packs.checks.kinds.tables import yaml_fault
from xpert_studio.packs.checks.kinds.texts import quoted, same

_LONGEST_CODE: Final = 500_000
_PARSED: Final = {
    "py": "python", "python3": "python", "yml": "yaml", "js": "javascript", "ts": "typescript",
    "sh": "bash", "shell": "bash", "golang": "go", "rs": "rust", "rb": "ruby", "c++": "cpp",
    "cs": "csharp", "c#": "csharp",
}  # fmt: skip
"""Languages by their other names."""
_NUMBERED: Final = re.compile(
    r"(?:\d{1,3}(?:\.\d{1,3}){0,3}(?:[.)、:：]|\s*[-–—](?=\s))?|[一二三四五六七八九十]{1,3}、"
    r"|[(（](?:\d{1,3}|[a-zA-Z]|[ivx]{1,5}|[一二三四五六七八九十]{1,3})[)）]|[IVX]{1,5}[.)]|[A-Z][.)]"
    r"|第[一二三四五六七八九十\d]{1,4}[章节部分]{1,2})\s*"
)
_PICTURES: Final = re.compile(
    "[\u2190-\u21ff\u2300-\u27bf\u2b00-\u2bff\ufe0f\u200d\U0001f000-\U0001faff]+"
)
_LINKED: Final = re.compile(r"!?\[([^\[\]\n]{0,300})\]\([^()\n]{0,2000}\)")
_UNDERLINE: Final = re.compile(r" {0,3}(?:=+|-{2,})[ \t]*\Z")


class Headings(Parameters):
    """The headings that a response must have."""

    texts: Annotated[
        tuple[Annotated[str, Field(min_length=1, max_length=500)], ...],
        Field(min_length=1, max_length=200),
    ] = Field(title="Headings", description="Of any level; case and numbering are ignored.")
    in_order: bool = Field(default=True, title="In this order")


class CodeFence(Parameters):
    """The language of a fenced code block."""

    language: str = Field(default="", max_length=50, title="Language", description="Any, if empty.")
    parses: bool = Field(
        default=True,
        title="Must parse",
        description="Python, JSON, XML and YAML are parsed, and never run.",
    )


class Links(Bounds):
    """How many links a response has."""

    kind: Literal["any", "markdown", "bare"] = Field(default="any", title="Kind of link")


class Citations(Bounds):
    """How many citations a response has."""

    style: Literal["any", "numbered", "author_year", "footnote"] = Field(
        default="any", title="Style", description="[1], (Author, 2020) or [^1]."
    )


def headings(text: str) -> list[str]:
    """The headings of a text in Markdown: ``#``, underlined, or a whole line in bold."""
    found: list[str] = []
    before = ""
    for _, line in reading.outside_fences(text):
        plain = line.strip()
        title = reading.heading(line)
        if title is not None:
            found.append(title)
        elif not plain:
            pass
        elif before and len(plain) < 1_000 and _UNDERLINE.match(line):
            found.append(before)
        elif len(plain) < 300 and plain[:2] == "**" and plain.rstrip(":：")[-2:] == "**":
            found.append(plain)
        before = plain if title is None and len(plain) < 300 else ""
    return found


def _name(heading: str) -> str:
    plain = _PICTURES.sub("", _LINKED.sub(r"\1", heading)).strip().strip("*_` ").rstrip(":：")
    return same(_NUMBERED.sub("", plain, count=1) or plain).strip("*_` ")


def _headings(subject: Subject, given: Headings) -> Outcome:
    found = [_name(title[:500]) for title in headings(subject.text)]
    there = set(found)
    missing = [text for text in given.texts if _name(text) not in there]
    if missing:
        return Outcome(False, Message("No heading {texts}.", texts=quoted(missing)))
    if not given.in_order:
        return Outcome(True, Message("All headings are there."))
    at = 0
    for text in given.texts:
        try:
            at = found.index(_name(text), at) + 1
        except ValueError:
            why = Message('The heading "{text}" is not in the expected place.', text=text)
            return Outcome(False, why)
    return Outcome(True, Message("All headings are there, in the expected order."))


def _code_fence(subject: Subject, given: CodeFence) -> Outcome:
    wanted = _language(given.language)
    blocks = [
        (_language(language), body)
        for language, body in reading.fences(subject.text)
        if wanted in ("", _language(language))
    ]
    said = given.language or Message("any language")
    if not blocks:
        return Outcome(False, Message("No fenced code of {language}.", language=said))
    if given.parses:
        for language, body in blocks:
            fault = _code_fault(language, body)
            if fault:
                why = Message(
                    "The {language} code does not parse: {why}.", language=language, why=fault
                )
                return Outcome(False, why)
    return Outcome(
        True,
        Message("Fenced code of {language}, {n:,} in all.", language=said, n=len(blocks)),
    )


def _language(name: str) -> str:
    plain = name.strip().lower()
    return _PARSED.get(plain, plain)


def _code_fault(language: str, text: str) -> str | None:
    parser = _PARSERS.get(language)
    return parser(text) if parser else None


def _python_fault(text: str) -> str | None:
    if len(text) > _LONGEST_CODE:
        raise CannotCheckError(
            Message("The code is too long to be parsed."),
            Message("Switch off that it must parse."),
        )
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            ast.parse(text)
    except SyntaxError as error:
        return Message("{what} in line {line:,}", what=error.msg, line=error.lineno or 1)
    except (MemoryError, RecursionError) as error:
        raise CannotCheckError(
            Message("The code is nested too deeply to be parsed."),
            Message("Switch off that it must parse."),
        ) from error
    except ValueError as error:
        return str(error)
    return None


def _json_fault(text: str) -> str | None:
    try:
        read_json(text, SYNTAX)
    except JsonFaultError as error:
        why: str = error.args[0]
        return why
    return None


def _xml_fault(text: str) -> str | None:
    try:
        xml_names(text.strip())
    except XmlFaultError as error:
        why: str = error.args[0]
        return why
    return None


_PARSERS: Final[dict[str, Callable[[str], str | None]]] = {
    "python": _python_fault,
    "json": _json_fault,
    "xml": _xml_fault,
    "yaml": yaml_fault,
}

_URL: Final = re.compile(
    r"(?<![A-Za-z0-9])(?:https?://|www\.)(?:(?![,;]https?://)[^\s<>\"'`（）。，、；]){3,2000}"
)
_TARGET: Final = r"\]\(\s{0,3}<?(?:https?://|www\.|mailto:|/|#)[^\s()<>]{1,2000}"
_MARKDOWN_LINK: Final = re.compile(_TARGET)
_WHOLE_LINK: Final = re.compile(rf"(?:\[[^\[\]\n]{{0,300}})?{_TARGET}")
_DEFINITION: Final = re.compile(r"^ {0,3}\[[^\]\n]{1,200}\]:[ \t]{0,9}", re.MULTILINE)


def _links(subject: Subject, given: Links) -> Outcome:
    text = _DEFINITION.sub(" ", subject.text)
    marked = len(_MARKDOWN_LINK.findall(text))
    bare = len(_URL.findall(_WHOLE_LINK.sub(" ", text)))
    found = {"any": marked + bare, "markdown": marked, "bare": bare}[given.kind]
    return within(found, given, Message("links"))


_NO_AUTHOR: Final = (
    r"(?!(?:in|since|until|from|by|as|circa|about|around|approximately|version|before|after|early"
    r"|late|mid|spring|summer|autumn|fall|winter|jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec"
    r"|january|february|march|april|june|july|august|september|october|november|december)\b"
    r"|[截自至到从于在约共])"
)
_YEAR: Final = r"(?:18|19|20)\d\d[a-z]?"
_CITATIONS: Final = {
    "numbered": re.compile(
        r"\[(?!0\])\d{1,4}(?:\s?[,，–-]\s?\d{1,4}){0,20}\](?![(:])|【\d{1,4}(?:[†][^】\n]{0,40})?】"
    ),
    "author_year": re.compile(
        rf"[(（](?i:{_NO_AUTHOR})(?=[^\W\d_a-z])[^()（）\d\n]{{2,120}}[,，]?\s?{_YEAR}"
        r"(?:\s?[,;:，；：][^()（）\n]{0,200})?[)）]"
        rf"|\b(?!(?:Table|Figure|Fig|Section|Chapter|Equation|Version)\b)[A-Z][\w’'-]{{1,40}}"
        rf"(?: et al\.)? ?\({_YEAR}\)"
    ),
    "footnote": re.compile(r"\[\^[^\]\s]{1,40}\](?!:)"),
}
_INLINE_CODE: Final = re.compile(r"`[^`\n]{1,300}`")


def _citations(subject: Subject, given: Citations) -> Outcome:
    styles = _CITATIONS if given.style == "any" else {given.style: _CITATIONS[given.style]}
    prose = "\n".join(line for _, line in reading.outside_fences(subject.text))
    prose = _INLINE_CODE.sub(" ", prose)
    found = sum(len(pattern.findall(prose)) for pattern in styles.values())
    return within(found, given, Message("citations"))


KINDS: Final = (
    CheckKind("headings", "Headings", Headings, _headings, 2),
    CheckKind("code_fence", "Fenced code", CodeFence, _code_fence, 3),
    CheckKind("links", "Number of links", Links, _links, 2),
    CheckKind("citations", "Number of citations", Citations, _citations, 2),
)
