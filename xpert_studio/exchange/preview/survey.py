"""Looks at every record before an export: what of it goes out, what is veiled, what stays."""

from __future__ import annotations

import json
from collections.abc import Collection, Iterable
from typing import Any, Final

from xpert_studio.exchange.preview.forecast import FieldFate, Finding, RowsFate
from xpert_studio.exchange.preview.texts import TextWatch
from xpert_studio.records import Judge, Judgment, Record, Verdict

_OUT, _VEILED, _STAYS = range(3)
_FREE_TEXTS: Final = frozenset(
    {
        "title",
        "prompt",
        "context",
        "materials",
        "deliverables",
        "reference_answer",
        "category",
        "text",
        "rationale",
        "source",
        "model",
    }
)
"""What people write freely; the rest are names of things, numbers and times."""


class Survey:
    """Counts what becomes of records and fields, and watches the texts that go out.

    Args:
        watch: Looks at texts that go out; None where the export is not public.
    """

    def __init__(self, watch: TextWatch | None) -> None:
        self._watch = watch
        self._rows: dict[str, list[int]] = {}
        self._fields: dict[str, dict[str, list[int]]] = {}
        self._found: dict[tuple[str, str, str], list[Any]] = {}

    def see(
        self,
        kind: str,
        record: Record,
        published: Record | None,
        carried: Collection[str] | None = None,
    ) -> None:
        """Notes what becomes of a record.

        Args:
            kind: What its kind is called.
            record: As it stands in the project.
            published: As it goes out, None where it stays.
            carried: The fields that the format has a place for; None is all.
        """
        rows = self._rows.setdefault(kind, [0, 0])
        rows[published is None] += 1
        kept = published.__dict__ if published is not None else {}
        fields = self._fields.setdefault(kind, {})
        for name, value in record.__dict__.items():
            if not value and (value is None or isinstance(value, str | tuple | dict)):
                continue
            fates = fields.get(name)
            if fates is None:
                fates = fields[name] = [0, 0, 0]
            if carried is not None and name not in carried:
                fates[_STAYS] += 1
            else:
                fates[_fate(value, kept.get(name))] += 1
        if published is not None and self._watch is not None:
            self._watch_texts(self._watch, kind, published, carried)

    def _watch_texts(
        self, watch: TextWatch, kind: str, record: Record, carried: Collection[str] | None
    ) -> None:
        for name, text in _texts(record):
            if carried is not None and name not in carried:
                continue
            for what in watch.found_in(text):
                found = self._found.setdefault((what, kind, name), [0, _name_of(record)])
                found[0] += 1

    @property
    def rows(self) -> tuple[RowsFate, ...]:
        """What becomes of the records, by kind."""
        return tuple(RowsFate(kind, out, stay) for kind, (out, stay) in self._rows.items())

    @property
    def fields(self) -> tuple[FieldFate, ...]:
        """What becomes of their fields."""
        return tuple(
            FieldFate(kind, name, *fates)
            for kind, fields in self._fields.items()
            for name, fates in fields.items()
        )

    @property
    def findings(self) -> tuple[Finding, ...]:
        """Texts to look at."""
        return tuple(
            Finding(what, kind, name, count, first)
            for (what, kind, name), (count, first) in self._found.items()
        )


def _fate(value: object, published: object) -> int:
    if published is value:
        return _OUT
    if published is None or (not published and isinstance(published, str | tuple | dict)):
        return _STAYS
    return _OUT if published == value else _VEILED


def _texts(record: Record) -> Iterable[tuple[str, str]]:
    for name, value in record.__dict__.items():
        if name in _FREE_TEXTS and isinstance(value, str):
            yield name, value
        elif name == "tags":
            yield from ((name, tag) for tag in value)
        elif name == "attachments":
            yield from ((name, f"{item.path}\n{item.caption or ''}") for item in value)
    if isinstance(record, Judgment | Verdict):
        yield from (("evidence", item.quote) for item in record.evidence)
    if isinstance(record, Judge):
        yield "parameters", json.dumps(record.parameters, ensure_ascii=False)


def _name_of(record: Record) -> str:
    """What a person finds a record by."""
    keys = ("task_id", "response_id", "checkpoint_id", "id")
    parts = [str(record.__dict__[key]) for key in keys if record.__dict__.get(key)]
    return " / ".join(parts)
