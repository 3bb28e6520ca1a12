"""Takes in exports of Label Studio: tasks as responses, controls as checkpoints, annotations.

JSON has tasks with ``data``, ``annotations`` (``completions`` in old versions) and ``predictions``;
each result names its control (``from_name``), its type and its value. JSON-MIN and CSV have a row
an annotation, in which the keys of the data and of the controls stand side by side. The labelling
configuration is in none of them: what a control may hold is taken from its values.
"""

from __future__ import annotations

import json
from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Sequence
from pathlib import Path
from typing import Annotated, Any, Final

from pydantic import AliasChoices, BaseModel, BeforeValidator, Field

from xpert_studio.api.formats import (
    JudgmentStatus,
    Maybe,
    Message,
    Problems,
    ProjectFile,
    Reading,
    Sound,
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
from xpert_studio.packs.argilla.reading import (
    AnnotatorAnswer,
    ArgillaRecord,
    ModelSuggestion,
    Name,
    name_in,
)

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


def _user(value: object) -> str | None:
    if isinstance(value, dict):
        return name_in(value.get("email")) or name_in(value.get("id"))
    return name_in(value)


class _Result(BaseModel):
    """What is said by a control."""

    control: str = Field(alias="from_name")
    type: Annotated[str, BeforeValidator(str)] = "None"
    value: dict[str, Any]


class _Annotation(BaseModel):
    """What an annotator said of a task."""

    user: Annotated[str | None, BeforeValidator(_user)] = Field(None, alias="completed_by")
    was_cancelled: Any = None
    skipped: Any = None
    updated_at: Annotated[str, BeforeValidator(str)] = "None"
    results: Sound[_Result] = Field([], alias="result")


class _Prediction(BaseModel):
    """What a model said of a task."""

    agent: Name = Field(None, alias="model_version")
    score: Any = None
    results: Sound[_Result] = Field([], alias="result")


class _ExportedTask(BaseModel):
    """A task; old versions call its annotations completions."""

    id: Name = None
    data: Maybe[dict[str, Any]] = None
    drafts: Sound[Any] = []
    annotations: Sound[_Annotation] = Field(
        [], validation_alias=AliasChoices("annotations", "completions")
    )
    predictions: Sound[_Prediction] = []


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
        task = _ExportedTask.model_validate(value)
        if task.data is None:
            self._reading.problem(place, "data", "is not an object.", "Export it as JSON again.")
            return
        self._reading.told["drafts"] += len(task.drafts)
        row = ArgillaRecord(place, task.id, columns=task.data)
        for item in self._latest(task.annotations):
            row.answers += (
                AnnotatorAnswer(question=name, value=said, user_id=item.user, status="submitted")
                for name, said in self._rated(item.results)
            )
        for one in task.predictions:
            row.suggestions += (
                ModelSuggestion(question=name, value=said, agent=one.agent, score=one.score)
                for name, said in self._rated(one.results)
            )
        yield row

    def _latest(self, annotations: Sequence[_Annotation]) -> Iterable[_Annotation]:
        """The last annotation by each annotator, and all by nobody; none that was skipped."""
        latest: dict[str | int, _Annotation] = {}
        for item in annotations:
            if item.was_cancelled or item.skipped:
                self._reading.told["cancelled"] += 1
                continue
            known = latest.get(item.user) if item.user else None
            self._reading.told["earlier"] += known is not None
            if known is None or item.updated_at >= known.updated_at:
                latest[item.user or len(latest)] = item
        return latest.values()

    def _rated(self, results: Sequence[_Result]) -> Iterator[tuple[str, Any]]:
        """What controls say, of those that rate; the others are counted."""
        for result in results:
            key = _RATED.get(result.type)
            if key is None or not _WHERE.isdisjoint(result.value) or result.value.get(key) is None:
                self.left[result.control, result.type if key is None else "region"] += 1
                continue
            self.chosen |= {result.control} if key == _CHOICES else set()
            yield result.control, result.value[key]

    def _by_annotation(
        self, values: Sequence[tuple[str, dict[str, Any]]], *, is_ordered: bool
    ) -> list[ArgillaRecord]:
        """Rows of JSON-MIN or CSV, an annotation each, by task."""
        controls = _controls(values, is_ordered=is_ordered)
        rows: dict[str, ArgillaRecord] = {}
        for place, value in values:
            known = name_in(value.get("id"))
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
        tasks[str(name_in(value.get("id")))].append(value)
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
