"""Takes in exports of Label Studio: tasks as responses, controls as checkpoints, annotations.

JSON has tasks with ``data``, ``annotations`` (``completions`` in old versions) and ``predictions``;
each result names its control (``from_name``), its type and its value. JSON-MIN and CSV have a row
an annotation, in which the keys of the data and of the controls stand side by side. The labelling
configuration is in none of them: what a control may hold is taken from its values.
"""

from __future__ import annotations

import json
from collections import Counter, defaultdict
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final

from xpert_studio.api.formats import (
    JudgmentStatus,
    Message,
    Problems,
    ProjectFile,
    Reading,
    Taken,
    Terms,
    rows_of,
    shown,
)
from xpert_studio.core.exchange.provenance import LABEL_STUDIO
from xpert_studio.core.exchange.tables.sources import table_rows
from xpert_studio.packs.argilla.fields import response_candidates
from xpert_studio.packs.argilla.guessing import guessed
from xpert_studio.packs.argilla.importing import AnnotatedDataset
from xpert_studio.packs.argilla.questions import (
    LABEL,
    LABELS,
    RATING,
    AnswerOption,
    DatasetQuestion,
    QuestionSettings,
)
from xpert_studio.packs.argilla.reading import AnnotatorAnswer, ArgillaRecord, ModelSuggestion

TABLES: Final = (".csv", ".tsv", ".xlsx")
_RATED: Final = {"choices": "choices", "rating": "rating", "number": "number"}
"""Types of results that rate, and where their value is."""
_CHOICES: Final = "choices"
_WHERE: Final = frozenset({"start", "end", "x", "y", "points"})
_OWN: Final = frozenset(
    {
        "id",
        "annotator",
        "annotation_id",
        "created_at",
        "updated_at",
        "lead_time",
        "agreement",
        "history",
    }
)
"""Columns of a row an annotation that belong to neither the data nor a control."""


_NOTES: Final = {
    "cancelled": Message("Annotations that were skipped, and not imported: {n:,}."),
    "drafts": Message("Annotations that are drafts, and were not imported: {n:,}."),
    "earlier": Message("Annotations with a later one by the same annotator, which stands: {n:,}."),
}
"""Messages on what was counted besides."""


@dataclass(frozen=True, slots=True)
class _Result:
    control: str
    value: Any


def response_fields(source: Path) -> tuple[str, ...]:
    """Fields of an export that may hold the response; none where it cannot be read."""
    problems = Problems()
    rows = _ExportedRows(Reading(source.name, problems)).rows_in(source)
    return () if problems else response_candidates(rows, None)


class LabelStudioExport(AnnotatedDataset):
    """An export: ``.json``, ``.csv`` or ``.tsv``; its annotations came in as submitted."""

    provider = LABEL_STUDIO
    status = JudgmentStatus.SUBMITTED

    def __init__(self, source: Path, project: ProjectFile, terms: Terms) -> None:
        super().__init__(source, project, terms)
        self._rows = _ExportedRows(self)

    def records(self) -> list[ArgillaRecord]:
        """The tasks of an export."""
        return self._rows.rows_in(self.source)

    def question(self, name: str, values: list[Any]) -> DatasetQuestion:
        """What a control is: of choices any that were made are options."""
        if name not in self._rows.chosen:
            return guessed(name, values)
        several = any(isinstance(value, list) for value in values)
        options = sorted(
            {
                str(item)
                for value in values
                for item in (value if isinstance(value, list) else [value])
            }
        )
        known = guessed(name, options)
        if not several and known.settings.type == LABEL and known.settings.options:
            return known  # two that mean yes and no
        settings = QuestionSettings(
            type=LABELS if several else LABEL,
            options=[AnswerOption(value=item) for item in options],
        )
        return DatasetQuestion(name=name, settings=settings)

    def finished(self) -> Taken:
        """What was read, with what is told of an export besides."""
        taken = super().finished()
        taken.notes += [
            Message(
                "{name} is of the type {kind}, which rates nothing. Results that were not "
                "imported: {n:,}.",
                name=shown(name),
                kind=kind,
                n=n,
            )
            for (name, kind), n in self._rows.left.items()
        ]
        taken.notes += self.told_of(_NOTES)
        return taken


class _ExportedRows:
    """The tasks of an export as rows of one shape.

    Attributes:
        left: Results that rate nothing, by control and type.
        chosen: Controls that are choices.
    """

    def __init__(self, reading: Reading) -> None:
        self._reading = reading
        self.left: Counter[tuple[str, str]] = Counter()
        self.chosen: set[str] = set()

    def rows_in(self, source: Path) -> list[ArgillaRecord]:
        """The tasks of an export."""
        if source.suffix.lower() in TABLES:
            return self._by_annotation(list(_table_rows(self._reading, source)), is_ordered=False)
        values = list(rows_of(self._reading, source))
        if any("data" in value for _, value in values):
            rows = [row for place, value in values for row in self._task_rows(place, value)]
            return _alike(rows)
        return self._by_annotation(values, is_ordered=True)

    def _task_rows(self, place: str, value: dict[str, Any]) -> Iterator[ArgillaRecord]:
        data = value.get("data")
        if not isinstance(data, dict):
            self._reading.problem(place, "data", "is not an object.", "Export it as JSON again.")
            return
        row = ArgillaRecord(place, _id(value.get("id")), columns=dict(data))
        self._reading.told["drafts"] += len(value.get("drafts") or [])
        given = value.get("annotations", value.get("completions"))
        latest: dict[str | None, dict[str, Any]] = {}
        for item in _objects(given):
            if item.get("was_cancelled") or item.get("skipped"):
                self._reading.told["cancelled"] += 1
                continue
            user = _user(item.get("completed_by"))
            if user in latest and user is not None:
                self._reading.told["earlier"] += 1
                if str(item.get("updated_at")) < str(latest[user].get("updated_at")):
                    continue
            latest[user if user is not None else f"#{len(latest)}"] = item
        for user, item in latest.items():
            name = None if user is None or user.startswith("#") else user
            row.answers += (
                AnnotatorAnswer(question=r.control, value=r.value, user_id=name, status="submitted")
                for r in self._results(item)
            )
        for item in _objects(value.get("predictions")):
            agent = _id(item.get("model_version"))
            row.suggestions += (
                ModelSuggestion(
                    question=r.control, value=r.value, agent=agent, score=item.get("score")
                )
                for r in self._results(item)
            )
        yield row

    def _results(self, item: Mapping[str, Any]) -> Iterator[_Result]:
        for result in _objects(item.get("result")):
            name, kind = result.get("from_name"), str(result.get("type"))
            value = result.get("value")
            if not isinstance(name, str) or not isinstance(value, dict):
                continue
            key = _RATED.get(kind)
            if key is None or not _WHERE.isdisjoint(value) or value.get(key) is None:
                self.left[name, kind if key is None else "region"] += 1
                continue
            self.chosen |= {name} if kind == _CHOICES else set()
            yield _Result(name, value[key])

    def _by_annotation(
        self, values: Sequence[tuple[str, dict[str, Any]]], *, is_ordered: bool
    ) -> list[ArgillaRecord]:
        """Rows of JSON-MIN or CSV, an annotation each, by task."""
        controls = _controls(values, is_ordered=is_ordered)
        rows: dict[str, ArgillaRecord] = {}
        for place, value in values:
            known = _id(value.get("id"))
            data = {k: v for k, v in value.items() if k not in controls and k not in _OWN}
            key = known if known is not None else json.dumps(data, sort_keys=True, default=str)
            row = rows.setdefault(key, ArgillaRecord(place, known, columns=data))
            user = _user(value.get("annotator"))
            for name in controls:
                plain = _plain(value.get(name))
                if plain is not None:
                    answer = AnnotatorAnswer(
                        question=name, value=plain, user_id=user, status="submitted"
                    )
                    row.answers.append(answer)
        return _alike(list(rows.values()))


def _objects(value: object) -> list[dict[str, Any]]:
    return [item for item in value if isinstance(item, dict)] if isinstance(value, list) else []


def _id(value: object) -> str | None:
    is_id = isinstance(value, int | str) and not isinstance(value, bool)
    return str(value) if is_id and str(value).strip() else None


def _user(value: object) -> str | None:
    if isinstance(value, dict):
        return _id(value.get("email")) or _id(value.get("id"))
    return _id(value)


def _alike(rows: list[ArgillaRecord]) -> list[ArgillaRecord]:
    """Answers of a control as one kind of value: a choice alone where nobody chose several."""
    several: defaultdict[str, bool] = defaultdict(bool)
    for row in rows:
        both: list[AnnotatorAnswer | ModelSuggestion] = [*row.answers, *row.suggestions]
        for item in both:
            several[item.question] |= isinstance(item.value, list) and len(item.value) != 1
    for row in rows:
        for answer in row.answers:
            answer.value = _single(answer.value, many=several[answer.question])
        for suggestion in row.suggestions:
            suggestion.value = _single(suggestion.value, many=several[suggestion.question])
    return rows


def _single(value: Any, *, many: bool) -> Any:  # noqa: ANN401 - any JSON
    if isinstance(value, list) and not many:
        return value[0]
    return [value] if many and not isinstance(value, list) else value


def _table_rows(reading: Reading, source: Path) -> Iterator[tuple[str, dict[str, Any]]]:
    header: list[str] = []
    for number, cells in table_rows(source, reading.problems):
        if not header:
            header = ["" if cell is None else str(cell).strip() for cell in cells]
            continue
        found = {
            name: _read(cell)
            for name, cell in zip(header, cells, strict=False)
            if name and cell not in (None, "")
        }
        if found:
            yield Message("row {number}", number=number), found


def _read(cell: object) -> object:
    """A cell; of one that holds JSON, the value."""
    if isinstance(cell, str) and cell[:1] in ("[", "{"):
        try:
            return json.loads(cell)
        except (ValueError, RecursionError):
            return cell
    return cell


def _controls(values: Sequence[tuple[str, dict[str, Any]]], *, is_ordered: bool) -> dict[str, None]:
    """The keys that are controls: of JSON-MIN those between the id and the annotator.

    Where the order tells nothing, those with the values of a control, those that differ between
    annotations of one task, or, where each task has one, those with few short texts.
    """
    constant = set() if is_ordered else _constant(values)
    found: dict[str, list[Any]] = {}
    for _, value in values:
        keys = list(value)
        start, end = (keys.index(name) if name in keys else 0 for name in ("id", "annotator"))
        named = keys[start + 1 : end] if is_ordered and start else keys
        for name in (n for n in named if n not in _OWN):
            found.setdefault(name, []).append(value[name])
        if is_ordered and start:
            for name in named:
                found[name].append(_SURE)
    return dict.fromkeys(
        name for name, given in found.items() if name not in constant and _is_control(name, given)
    )


def _constant(values: Sequence[tuple[str, dict[str, Any]]]) -> set[str]:
    """Texts that are the same in all annotations of a task; none where no task has several."""
    tasks: defaultdict[str, list[dict[str, Any]]] = defaultdict(list)
    for _, value in values:
        tasks[str(_id(value.get("id")))].append(value)
    several = [rows for rows in tasks.values() if len(rows) > 1]
    names = {
        name
        for rows in several
        for row in rows
        for name, item in row.items()
        if isinstance(item, str)
    }
    return {
        name
        for name in names
        if all(len({str(row.get(name)) for row in rows}) == 1 for rows in several)
    }


_SURE: Final = object()


def _is_control(name: str, given: list[Any]) -> bool:
    plain = [_plain(value) for value in given if value is not _SURE]
    if any(isinstance(value, dict | list) and _plain(value) is not None for value in given):
        return True
    if _SURE in given:
        return all(item is not None for item in plain)
    kind = guessed(name, [item for item in plain if item is not None]).settings.type
    return kind in {LABEL, LABELS} or (kind == RATING and len(plain) > 1)


def _plain(value: object) -> Any:  # noqa: ANN401 - any JSON
    """The value that a control holds, however it is wrapped; None where it is none."""
    if isinstance(value, list) and value and all(isinstance(item, dict) for item in value):
        inner = [_plain(item) for item in value]
        return inner[0] if len(inner) == 1 else None
    if isinstance(value, dict):
        if not _WHERE.isdisjoint(value):
            return None
        return next((value[key] for key in _RATED.values() if value.get(key) is not None), None)
    if isinstance(value, str):
        text = value.strip()
        return int(text) if text.isascii() and text.isdecimal() and len(text) < 4 else text or None
    is_number = isinstance(value, int | float) and not isinstance(value, bool)
    return value if is_number else None
