"""Takes in a table of ratings: a row a rating, or a column a criterion, or a column a rater.

Where the table has prompts and responses, these become tasks and responses, and criteria become
checkpoints whose scale is taken from the values; else its items are responses of the project, and
its criteria their checkpoints. Ratings come in as submitted, by external raters.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any, ClassVar, Final

from xpert_studio.api.formats import (
    UNKNOWN_SYSTEM,
    Checkpoint,
    FaultError,
    FileReading,
    Judgment,
    JudgmentStatus,
    Message,
    ProjectFile,
    Response,
    Taken,
    Task,
    Terms,
    content_hash,
    id_like,
    instrument_of,
    joined,
    shown,
)
from xpert_studio.core.cell_texts import unguarded
from xpert_studio.core.exchange.formats.reading import record_of
from xpert_studio.core.exchange.tables.sources import table_rows
from xpert_studio.core.store import responses, tasks
from xpert_studio.packs.argilla.questions import words
from xpert_studio.packs.ratings.names import (
    CRITERION,
    ITEM,
    PROMPT,
    RATER,
    RATIONALE,
    RESPONSE,
    SCORE,
    SYSTEM,
    Columns,
    columns_of,
)

OVERALL: Final = "Overall quality"
"""The criterion of a table that names none."""
_YES: Final = frozenset({"1", "yes", "true", "y", "met", "是"})
_NO: Final = frozenset({"0", "no", "false", "n", "unmet", "not met", "否"})
_MISSING: Final = frozenset({"", "nan", "na", "n/a", "none", "null", "-"})


@dataclass(frozen=True, slots=True)
class _Rating:
    place: str
    row: Mapping[str, str]
    rater: str
    criterion: str
    text: str


class RatingsFile(FileReading):
    """A table of ratings."""

    nothing = Message("holds no rating."), Message("Choose a table with scores of raters.")
    notes: ClassVar = {
        "missing": Message("Cells without a score: {n:,}."),
        "doubled": Message("Rows that say the same as another, and were taken once: {n:,}."),
        "systemless": Message("Ratings of responses without a system: {n:,}."),
    }

    def __init__(self, source: Path, project: ProjectFile, terms: Terms) -> None:
        super().__init__(source, project, terms)
        self._columns = Columns({})
        self._criteria: Sequence[str] = ()
        self._scales: list[str] = []
        self._places: dict[str, _Rating] = {}

    def read(self) -> None:
        """Takes every rating."""
        ratings = list(self.ratings(self.source))
        if self.problems or not ratings:
            return
        if all(rating.row.get(RESPONSE) for rating in ratings):
            self.with_texts(ratings)
        else:
            self.of_project(ratings)

    def ratings(self, source: Path) -> Iterator[_Rating]:
        """Every rating of the table."""
        rows = table_rows(source, self.problems)
        texts = [(number, [_text(cell) for cell in cells]) for number, cells in rows]
        if not texts:
            return
        found = columns_of(texts[0][1])
        if found is None:
            self.problem(
                "",
                "",
                "has no columns of ratings.",
                "Name the columns: item_id, prompt, response, rater, criterion, score.",
            )
            return
        self._columns = found
        body = texts[1:]
        if not found.raters and not found.is_long:
            self._criteria = _numeric(found.unused, [cells for _, cells in body])
        for number, cells in body:
            yield from self._row(Message("row {number}", number=number), cells)

    def _row(self, place: str, cells: Sequence[str]) -> Iterator[_Rating]:
        def cell(at: int | None) -> str:
            return cells[at] if at is not None and at < len(cells) else ""

        columns = self._columns
        row = {role: cell(at) for role, at in columns.places.items()}
        if not any(cells):
            return
        said = row.get(CRITERION) or OVERALL
        if columns.raters:
            given = [(name, said, cell(at)) for name, at in columns.raters.items()]
        elif columns.is_long:
            given = [(row[RATER], said, row[SCORE])]
        else:
            given = [(row[RATER], name, cell(columns.unused[name])) for name in self._criteria]
        for rater, criterion, text in given:
            if text.casefold() in _MISSING:
                self.told["missing"] += 1
            elif not rater:
                self.problem(place, RATER, "is missing.", "Say who rated.")
            else:
                yield _Rating(place, row, rater, criterion, text)

    def with_texts(self, ratings: Sequence[_Rating]) -> None:
        """Tasks, checkpoints and responses of a table that has their texts."""
        if not all(rating.row.get(PROMPT) for rating in ratings):
            self.problem(
                "",
                PROMPT,
                "is missing: the table has responses without what was asked.",
                "Add a column “prompt”, or import tasks and responses first and name them in a "
                "column “response_id”.",
            )
            return
        points = self._points(ratings)
        for rating in ratings:
            prompt, text = rating.row[PROMPT], rating.row[RESPONSE]
            task_id = f"task-{content_hash(prompt)[:12]}"
            self.once(rating.place, Task, {"id": task_id, "prompt": prompt})
            for point in points.values():
                fields = {**point, "task_id": task_id}
                self.once(rating.place, Checkpoint, fields, task_id, point["id"])
            system = rating.row.get(SYSTEM) or UNKNOWN_SYSTEM
            self.told["systemless"] += SYSTEM not in self._columns.places
            response_id = f"response-{content_hash([task_id, text, str(system)])[:12]}"
            fields = {"id": response_id, "task_id": task_id, "model": system, "text": text}
            self.once(rating.place, Response, fields)
            record = self.found.get(Checkpoint, task_id, points[rating.criterion]["id"])
            if record is not None:
                with self.noting(rating.place):
                    self._judgment(rating, response_id, record)

    def _points(self, ratings: Sequence[_Rating]) -> dict[str, dict[str, Any]]:
        """A checkpoint for each criterion, its scale taken from all its values."""
        values: defaultdict[str, list[_Rating]] = defaultdict(list)
        for rating in ratings:
            values[rating.criterion].append(rating)
        points: dict[str, dict[str, Any]] = {}
        for position, (name, given) in enumerate(values.items()):
            scale = self._scale(name, given)
            answered = {"instrument": "graded", "settings": scale} if scale else {}
            points[name] = {
                "id": id_like(name),
                "text": name,
                "weight": 1,
                "position": position,
                **answered,
            }
        return points

    def _scale(self, name: str, given: Iterable[_Rating]) -> dict[str, Any] | None:
        """The scale that holds all values of a criterion; None where they are yes and no."""
        several = list(given)
        if all(rating.text.casefold() in _YES | _NO for rating in several):
            self._scales.append(Message("{name}: met or not met", name=name))
            return None
        numbers = [_number(rating.text) for rating in several]
        wrong = next(
            (r for r, number in zip(several, numbers, strict=True) if number is None), None
        )
        if wrong is not None:
            told = Message("{value} is neither a number nor yes or no.", value=shown(wrong.text))
            self.problem(wrong.place, name, told, "Write the scores as numbers.")
            return None
        known = [number for number in numbers if number is not None]
        step = next((s for s in (1, 0.5, 0.25) if all(n / s == int(n / s) for n in known)), 0.01)
        ends = next(
            ((a, b) for a, b in words().usual_scales if a <= min(known) <= max(known) <= b), None
        )
        if ends is None or any(round(n / step, 6) != int(round(n / step, 6)) for n in known):
            told = Message(
                "{low} to {high} is no scale that is known.", low=min(known), high=max(known)
            )
            self.problem("", name, told, "Bring the scores to a scale such as 1–5 or 0–100.")
            return None
        self._scales.append(
            Message("{name}: {low} to {high}", name=name, low=ends[0], high=ends[1])
        )
        return {"low": ends[0], "high": ends[1], "step": step}

    def _judgment(self, rating: _Rating, response_id: str, point: Checkpoint) -> None:
        instrument = instrument_of(point)
        text = rating.text.casefold()
        plain = {**dict.fromkeys(_YES, "1"), **dict.fromkeys(_NO, "0")}
        number = _number(rating.text)
        as_number = rating.text if number is None else f"{number:g}"
        value = instrument.parse(plain.get(text, text) if not point.settings else as_number, point)
        if value is None:
            told = f"{shown(rating.text)} {instrument.no_value}."
            raise FaultError(told, instrument.how_to_write(point), rating.criterion)
        judgment = record_of(
            Judgment,
            {
                "response_id": response_id,
                "checkpoint_id": point.id,
                "expert_id": id_like(rating.rater),
                "value": value,
                "rationale": rating.row.get(RATIONALE) or None,
                "status": JudgmentStatus.SUBMITTED,
            },
        )
        key = f"{response_id}/{point.id}/{judgment.expert_id}"
        first = self._places.setdefault(key, rating)
        if first is rating:
            self.found.add(judgment, rating.place)
        elif first.text == rating.text:
            self.told["doubled"] += 1
        else:
            raise FaultError(
                Message(
                    "{rater} says something else in {place}.",
                    rater=shown(rating.rater),
                    place=first.place,
                ),
                Message("Keep one of the two."),
                rating.criterion,
            )

    def of_project(self, ratings: Sequence[_Rating]) -> None:
        """Ratings of responses that the project has."""
        with self.project.reading() as tx:
            task_of = {response.id: response.task_id for response in responses.all_responses(tx)}
            points: defaultdict[str, dict[str, Checkpoint]] = defaultdict(dict)
            for own in tasks.all_checkpoints(tx):
                points[own.task_id][own.id] = own
                points[own.task_id].setdefault(_plain(own.text), own)
        for rating in ratings:
            with self.noting(rating.place):
                item = id_like(rating.row.get(ITEM) or "-")
                if item not in task_of:
                    raise FaultError(
                        Message(
                            "{item} is no response of this project, and the table has no text of "
                            "it.",
                            item=shown(rating.row.get(ITEM)),
                        ),
                        Message(
                            "Add columns “prompt” and “response” with the texts, or import tasks "
                            "and responses first."
                        ),
                        ITEM,
                    )
                known = points[task_of[item]]
                point = known.get(rating.criterion) or known.get(_plain(rating.criterion))
                if point is None:
                    told = Message(
                        "{name} is no checkpoint of its task.", name=shown(rating.criterion)
                    )
                    remedy = Message("Name a checkpoint by its ID or its text.")
                    raise FaultError(told, remedy, CRITERION)
                self._judgment(rating, item, point)

    def finished(self) -> Taken:
        """What was read, with all there is to tell."""
        taken = super().finished()
        unused = [name for name in self._columns.unused if name not in self._criteria]
        found: list[str] = [
            Message(
                "Ratings came in as submitted and not as confirmed, each as of an external rater."
            )
        ]
        if self._scales:
            found.append(
                Message(
                    "The table does not say what may be answered, nor what a criterion weighs. "
                    "Taken from the values, with weight 1 each: {told}.",
                    told=joined(self._scales, most=12),
                )
            )
        if unused:
            found.append(
                Message(
                    "Columns that were not imported: {names}.", names=joined(map(shown, unused))
                )
            )
        if ITEM in self._columns.places and self._scales:
            found.append(
                Message("Items are told apart by their texts, not by the ids of the table.")
            )
        taken.notes[:0] = found
        return taken


def _text(cell: object) -> str:
    if isinstance(cell, float) and cell.is_integer():
        cell = int(cell)
    return "" if cell is None else unguarded(str(cell)).strip()


def _plain(text: str) -> str:
    return " ".join(text.split()).casefold()


def _number(text: str) -> float | None:
    try:
        found = float(text.replace(",", "."))
    except ValueError:
        return None
    return found if abs(found) < 1e9 else None


def _numeric(unused: Mapping[str, int], rows: Sequence[Sequence[str]]) -> tuple[str, ...]:
    """The columns that hold scores: numbers that stand again and again, or yes and no."""
    found = []
    for name, at in unused.items():
        texts = [row[at] for row in rows if at < len(row) and row[at].casefold() not in _MISSING]
        is_score = all(_number(text) is not None or text.casefold() in _YES | _NO for text in texts)
        counts = Counter(texts)
        if texts and is_score and (len(texts) < 6 or len(counts) <= max(11, len(texts) // 3)):
            found.append(name)
    return tuple(found)
