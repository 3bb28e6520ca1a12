"""Checks of YAML, CSV and tables in Markdown."""

from __future__ import annotations

import csv
import re
from typing import Any, Final, Literal

from pydantic import Field

from xpert_studio.api.checks import (
    CannotCheckError,
    CheckKind,
    Message,
    Negatable,
    Outcome,
    Parameters,
    Subject,
)
from xpert_studio.packs.checks.kinds import reading

_DEEPEST: Final = 200
_CELL: Final = re.compile(r"(?<!\\)\|")
_RULE_CELL: Final = re.compile(r"\s*:?-+:?\s*")


class Fenced(Negatable):
    """Whether a fence is allowed around the text."""

    fence_allowed: bool = Field(default=True, title="Markdown fence allowed")


class Csv(Fenced):
    """The columns and rows of a CSV text."""

    columns: tuple[str, ...] = Field(
        default=(), max_length=500, title="Columns", description="In the first row, in this order."
    )
    at_least_rows: int = Field(
        default=0, ge=0, title="Rows at least", description="Below the first."
    )
    delimiter: Literal["comma", "semicolon", "tab"] = Field(default="comma", title="Between cells")


class MarkdownTable(Parameters):
    """How large a table in the response must be."""

    at_least_columns: int = Field(default=1, ge=1, title="Columns at least")
    at_least_rows: int = Field(
        default=1, ge=0, title="Rows at least", description="Below the head."
    )
    columns_exactly: int | None = Field(default=None, ge=1, title="Columns exactly")
    rows_exactly: int | None = Field(
        default=None, ge=0, title="Rows exactly", description="Below the head."
    )
    columns: tuple[str, ...] = Field(
        default=(), max_length=200, title="Columns", description="Each is in the head of the table."
    )

    @property
    def wanted(self) -> Message:
        """What is expected, in words."""
        return Message(
            "{columns}, {rows} expected",
            columns=Message("columns at least {columns:,}", columns=self.at_least_columns)
            if self.columns_exactly is None
            else Message("columns {columns:,}", columns=self.columns_exactly),
            rows=Message("rows at least {rows:,}", rows=self.at_least_rows)
            if self.rows_exactly is None
            else Message("rows {rows:,}", rows=self.rows_exactly),
        )

    def fits(self, columns: int, rows: int) -> bool:
        """Whether a table is as large as it has to be."""
        return (
            columns >= self.at_least_columns
            and rows >= self.at_least_rows
            and self.columns_exactly in {None, columns}
            and self.rows_exactly in {None, rows}
        )


def _unfenced(text: str, given: Fenced, languages: tuple[str, ...]) -> str:
    return reading.unfenced(text, languages) if given.fence_allowed else text.strip()


def yaml_fault(text: str) -> str | None:
    """Why a text is not YAML; None where it is.

    Nothing is built from it, so that aliases of aliases cost no more than their text.

    Raises:
        CannotCheckError: The library is missing, or it is nested too deeply.
    """
    try:
        import yaml
    except ImportError as error:
        raise CannotCheckError(
            Message("The library for YAML is missing."),
            Message("Install the program anew with all that it needs."),
        ) from error
    loader = getattr(yaml, "CSafeLoader", yaml.SafeLoader)
    depth = 0
    anchors: set[str] = set()
    try:
        for event in yaml.parse(text.encode("utf-8", "replace"), Loader=loader):
            if isinstance(event, yaml.DocumentStartEvent):
                anchors.clear()
            elif isinstance(event, yaml.AliasEvent) and event.anchor not in anchors:
                return _undefined(event)
            anchors.add(getattr(event, "anchor", None) or "")
            if isinstance(event, yaml.CollectionStartEvent):
                depth += 1
            elif isinstance(event, yaml.CollectionEndEvent):
                depth -= 1
            if depth > _DEEPEST:  # the parser's time grows with the square of the depth
                raise CannotCheckError(
                    Message("The YAML is nested too deeply to be read."),
                    Message(
                        "Leave the check out for this task: at most {n:,} levels are read.",
                        n=_DEEPEST,
                    ),
                )
    except yaml.MarkedYAMLError as error:
        line = error.problem_mark.line + 1 if error.problem_mark else 1
        return Message("{what} in line {line:,}", what=error.problem or "error", line=line)
    except (yaml.YAMLError, ValueError) as error:
        return reading.shown(str(error))
    return None


def _undefined(alias: Any) -> Message:  # noqa: ANN401 - of a library that may be missing
    return Message(
        "the alias {name} in line {line:,} is not defined before it",
        name=reading.shown(f"*{alias.anchor}"),
        line=alias.start_mark.line + 1,
    )


def _yaml_valid(subject: Subject, given: Fenced) -> Outcome:
    text = _unfenced(subject.text, given, ("yaml", "yml"))
    fault = yaml_fault(text) if text.strip() else Message("it is empty")
    if fault:
        no = Message("Not valid {what}: {why}.", what="YAML", why=fault)
        return given.outcome(False, no, no)
    yes = Message("Valid {what}.", what="YAML")
    return given.outcome(True, yes, yes)


_DELIMITERS: Final = {"comma": ",", "semicolon": ";", "tab": "\t"}


def _csv_valid(subject: Subject, given: Csv) -> Outcome:
    text = _unfenced(subject.text, given, ("csv", "tsv"))
    try:
        head, rows = _csv_shape(text, _DELIMITERS[given.delimiter])
    except CsvFaultError as error:
        no = Message("Not valid {what}: {why}.", what="CSV", why=error.args[0])
        return given.outcome(False, no, no)
    if given.columns and head != given.columns:
        no = Message(
            "The columns are {found}; {wanted} expected.",
            found=reading.shown(", ".join(head)),
            wanted=reading.shown(", ".join(given.columns)),
        )
        return given.outcome(False, no, no)
    reason = Message(
        "Columns: {columns:,}, rows: {rows:,}; rows at least {wanted:,} expected.",
        columns=len(head),
        rows=rows,
        wanted=given.at_least_rows,
    )
    return given.outcome(rows >= given.at_least_rows, reason, reason)


class CsvFaultError(Exception):
    """A text is not CSV; the argument is the reason."""


def _csv_shape(text: str, delimiter: str) -> tuple[tuple[str, ...], int]:
    """The first row, and how many follow."""
    rows = csv.reader(text.splitlines(keepends=True), delimiter=delimiter, strict=True)
    head: tuple[str, ...] = ()
    count = 0
    try:
        for row in rows:
            if not row:
                continue
            if not head:
                head = tuple(cell.strip() for cell in row)
                continue
            if len(row) != len(head):
                raise CsvFaultError(
                    Message(
                        "cells in line {line:,}: {found:,}, in the first row: {wanted:,}",
                        line=rows.line_num,
                        found=len(row),
                        wanted=len(head),
                    )
                )
            count += 1
    except csv.Error as error:
        raise CsvFaultError(
            Message("{what} in line {line:,}", what=str(error), line=rows.line_num)
        ) from error
    if not head:
        raise CsvFaultError(Message("it is empty"))
    return head, count


def _cells(line: str) -> list[str]:
    return [cell.strip() for cell in _CELL.split(line.strip().strip("|"))]


def markdown_tables(text: str) -> list[tuple[list[str], int]]:
    """The head of each table in a text, and how many rows are below it."""
    found: list[tuple[list[str], int]] = []
    before, is_inside = "", False
    for _, line in reading.outside_fences(text):
        if is_inside and "|" in line:
            head, rows = found[-1]
            found[-1] = head, rows + 1
        elif "|" in before and _is_rule(line, before):
            found.append((_cells(before), 0))
            is_inside = True
        else:
            is_inside = False
        before = line
    return found


def _is_rule(line: str, head: str) -> bool:
    if "-" not in line or line.strip(" \t|:-"):
        return False
    cells = _cells(line)
    return len(cells) == len(_cells(head)) and all(map(_RULE_CELL.fullmatch, cells))


def _markdown_table(subject: Subject, given: MarkdownTable) -> Outcome:
    found = markdown_tables(subject.text)
    if not found:
        return Outcome(False, Message("No table; {wanted}.", wanted=given.wanted))
    named = {name.casefold() for name in given.columns}
    for head, rows in found:
        has_all = named <= {name.strip("*_` ").casefold() for name in head}
        if given.fits(len(head), rows) and has_all:
            return Outcome(
                True,
                Message("A table has columns: {n:,}, rows: {rows:,}.", n=len(head), rows=rows),
            )
    head, rows = max(found, key=lambda table: (len(table[0]), table[1]))
    return Outcome(
        False,
        Message(
            "Columns of the largest table: {n:,} ({names}), rows: {rows:,}; {wanted}.",
            n=len(head),
            names=reading.shown(", ".join(head)),
            rows=rows,
            wanted=given.wanted,
        ),
    )


KINDS: Final = (
    CheckKind("yaml_valid", "Valid YAML", Fenced, _yaml_valid, 2),
    CheckKind("csv_valid", "Valid CSV", Csv, _csv_valid),
    CheckKind("markdown_table", "Markdown table", MarkdownTable, _markdown_table),
)
