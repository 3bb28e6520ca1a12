"""Takes in cases of scenario benchmarks: each has levels of difficulty, each level graded criteria.

A level becomes a task of its own, all levels of a case one family; a criterion becomes a graded
checkpoint with its described bands.
"""

from __future__ import annotations

import json
import re
from collections import Counter
from collections.abc import Iterator, Mapping
from datetime import datetime
from pathlib import Path
from typing import Annotated, Any, Final

from pydantic import BaseModel, ConfigDict, Field, JsonValue

from xpert_studio.exchange.formats.ifeval_import import left_out
from xpert_studio.exchange.formats.reading import RowReading, id_like
from xpert_studio.exchange.formats.taken import Placed, Taken, is_readable, read_whole, take_in
from xpert_studio.exchange.lines import hash_matches, read_records, unknown_words
from xpert_studio.exchange.problems import Problems, shown
from xpert_studio.exchange.reports import ImportReport
from xpert_studio.instruments import problem_of
from xpert_studio.messages import Message, joined
from xpert_studio.records import Checkpoint, Difficulty, NonBlank, Response, Task
from xpert_studio.store import ProjectFile, Transaction, files, tasks

SCALE: Final = {"low": 0, "high": 100, "step": 1}
"""Of every criterion: bands are parts of 0 to 100."""
_LEVELS: Final = frozenset(level.value for level in Difficulty)
_BAND: Final = re.compile(r"\s*(\d{1,3}(?:\.\d+)?)\s*[-–—~～]\s*(\d{1,3}(?:\.\d+)?)\s*")

Weight = Annotated[float, Field(ge=0, allow_inf_nan=False)]


class _Part(BaseModel):
    model_config = ConfigDict(extra="allow")


class _Criterion(_Part):
    weight: Weight
    desc: str = ""
    rubric: dict[str, str] = Field(default_factory=dict)


class _Turn(_Part):
    role: str
    content: str


class _Level(_Part):
    system_prompt: str | None = None
    prompt: str | None = None
    messages: list[_Turn] | None = None
    requirements: list[str] | str | None = None
    criteria: Annotated[dict[str, _Criterion], Field(min_length=1)]
    reference_answer: str | None = None


class _Case(_Part):
    id: NonBlank
    title: str | None = None
    description: str | None = None
    test_type: str | None = None
    category: str | None = None
    dimension: str | None = None
    levels: Annotated[dict[str, JsonValue], Field(min_length=1)]


def looks_like_cases(first: Mapping[str, Any]) -> bool:
    """Whether an object, the first of a file, is a case."""
    return "id" in first and isinstance(first.get("levels"), dict)


def import_cases(
    project: ProjectFile, source: Path, *, now: datetime, actor_id: str | None = None
) -> ImportReport:
    """Imports cases: a JSON object, a list of them, or one a line.

    Args:
        project: Open for writing.
        source: A ``.json`` or ``.jsonl`` file.
        now: The time.
        actor_id: Who imports, for the history.

    Raises:
        InputRefusedError: Something is wrong with it; nothing was taken in.
    """
    reading = _Cases(source.name, Problems())
    return reading.take_in(project, source, now=now, actor_id=actor_id)


class _Cases(RowReading):
    """A file of cases being read."""

    def __init__(self, name: str, problems: Problems) -> None:
        super().__init__(name, problems)
        self._places: dict[str, str] = {}
        self._unknown: Counter[str] = Counter()
        self._records: list[Placed] = []

    def rows(self, source: Path) -> Iterator[tuple[str, dict[str, Any]]]:
        """The cases of a file, with their places; notes what is none."""
        if source.suffix.lower() != ".json":
            yield from super().rows(source)
            return
        data = read_whole(source, self.problems)
        if data is None:
            return
        try:
            value = json.loads(data.decode("utf-8-sig"))
        except (ValueError, RecursionError) as error:
            self.problem(
                "", "", Message("is no JSON: {error}", error=error), "Save it as JSON in UTF-8."
            )
            return
        for number, case in enumerate(value if isinstance(value, list) else [value], start=1):
            place = Message("case {number}", number=number)
            if isinstance(case, dict):
                yield place, case
            else:
                self.problem(place, "", "is not an object.", "Give one object for each case.")

    def take(self, place: str, value: dict[str, Any]) -> None:
        """Takes one case."""
        case = self.made(place, _Case.model_validate, value)
        if case is None:
            return
        self._unknown.update(list(case.model_extra or ()))
        family = id_like(case.id)
        first = self._places.setdefault(family, place)
        if first != place:
            self.problem(
                place, "id",
                Message("{case} is in {first} too.", case=shown(case.id), first=first),
                "Keep one of the two.",
            )  # fmt: skip
            return
        for name, content in case.levels.items():
            where = Message("{place}, {level}", place=place, level=name)
            if name not in _LEVELS:
                self.problem(
                    where, "levels",
                    Message("{name} is no level.", name=shown(name)),
                    Message("Choose one of {names}.", names=joined(sorted(_LEVELS))),
                )  # fmt: skip
                continue
            level = self.made(where, _Level.model_validate, content)
            if level is not None:
                self._unknown.update(list(level.model_extra or ()))
                self._take_level(where, case, family, name, level)

    def _take_level(self, place: str, case: _Case, family: str, name: str, level: _Level) -> None:
        system, prompt = self._prompts(place, level)
        task = self.record(
            place,
            Task,
            {
                "id": f"{family}-{name}",
                "title": case.title or case.id,
                "domain": case.test_type or None,
                "category": case.category or case.dimension or None,
                "difficulty": name,
                "family": family,
                "system_prompt": system,
                "prompt": prompt,
                "reference_answer": _reference(level),
            },
        )
        taken: set[str] = set()
        points = [
            self._checkpoint(place, f"{family}-{name}", position, key, criterion, taken)
            for position, (key, criterion) in enumerate(level.criteria.items())
        ]
        self.told["requirements"] += bool(level.requirements)
        if task is not None:
            self._records += (Placed(item, place) for item in (task, *points) if item is not None)

    def _prompts(self, place: str, level: _Level) -> tuple[str | None, str | None]:
        """What a model is told first, and what it is asked."""
        if not level.messages:
            told = level.system_prompt if (level.system_prompt or "").strip() else None
            return told, level.prompt
        system = [turn.content for turn in level.messages if turn.role == "system"]
        asked = [turn for turn in level.messages if turn.role != "system"]
        if len(asked) != 1 or asked[0].role != "user":
            self.problem(
                place, "messages",
                "hold more than a system message and a question of the user.",
                "Put the whole conversation into one question.",
            )  # fmt: skip
            return None, "-"
        return "\n\n".join(system) or None, asked[0].content

    def _checkpoint(
        self,
        place: str,
        task_id: str,
        position: int,
        key: str,
        criterion: _Criterion,
        taken: set[str],
    ) -> Checkpoint | None:
        where = Message("{place}, criterion {key}", place=place, key=shown(key))
        self._unknown.update(list(criterion.model_extra or ()))
        point_id = id_like(key)
        if point_id in taken:
            self.problem(where, "criteria", "has the same id as another.", "Rename one of them.")
        taken.add(point_id)
        bands = [self._band(where, ends, text) for ends, text in criterion.rubric.items()]
        known = sorted((band for band in bands if band), key=lambda band: -float(str(band["low"])))
        settings: dict[str, JsonValue] = {**SCALE, **({"bands": list(known)} if known else {})}
        point = self.record(
            where,
            Checkpoint,
            {
                "task_id": task_id,
                "id": point_id,
                "text": criterion.desc.strip() or key,
                "weight": criterion.weight,
                "position": position,
                "instrument": "graded",
                "settings": settings,
            },
        )
        wrong = problem_of(point) if point is not None and len(known) == len(bands) else None
        if wrong is not None:
            self.problem(where, "rubric", wrong, "Correct the parts of the rubric.")
        return point

    def _band(self, where: str, ends: str, text: str) -> dict[str, JsonValue] | None:
        match = _BAND.fullmatch(ends)
        if match is None:
            self.problem(
                where, "rubric",
                Message("{ends} names no part of the scale from 0 to 100.", ends=shown(ends)),
                "Write the lowest and the highest value, such as 70-89.",
            )  # fmt: skip
            return None
        first, second = sorted((_number(match[1]), _number(match[2])))
        return {"low": first, "high": second, "text": text}

    def finished(self) -> Taken:
        """What was read, with all there is to tell."""
        if not self._records and not self.problems:
            self.problem("", "", "holds no case.", "Choose a file with at least one case.")
        notes = left_out(self._unknown)
        if self.told["requirements"]:
            notes.append(
                Message(
                    "The requirements of so many levels stand below their reference answers, which "
                    "experts see, and judges by --show-reference: {n:,}.",
                    n=self.told["requirements"],
                )
            )
        return Taken(records=self._records, notes=notes)


def _number(text: str) -> float | int:
    return float(text) if "." in text else int(text)


def _reference(level: _Level) -> str | None:
    """The reference answer, and below it what a response has to do: neither is for the system."""
    asked = level.requirements or []
    lines = asked.splitlines() if isinstance(asked, str) else asked
    listed = "\n".join(f"- {line.strip()}" for line in lines if line.strip())
    parts = (level.reference_answer, f"Requirements:\n{listed}" if listed else None)
    return "\n\n".join(part for part in parts if part and part.strip()) or None


def looks_like_responses(first: Mapping[str, Any]) -> bool:
    """Whether the first object of a file is a response as bundles have it."""
    return "task_id" in first and "model" in first and "text" in first


def import_responses(
    project: ProjectFile, source: Path, *, now: datetime, actor_id: str | None = None
) -> ImportReport:
    """Imports the responses of a bundle by themselves, for tasks of the project.

    Args:
        project: Open for writing.
        source: A ``.jsonl`` file.
        now: The time.
        actor_id: Who imports, for the history.

    Raises:
        InputRefusedError: Something is wrong with it, such as a task that is not in the project;
            nothing was taken in.
    """
    problems, unknown = Problems(), Counter[str]()
    records: list[Placed] = []

    def on_unknown(_: int, key: str) -> None:
        unknown[key] += 1

    if is_readable(source, problems):
        with project.reading() as tx, source.open("rb") as stream:
            known = {task.id for task in tasks.all_tasks(tx)}
            rows = read_records(stream, source.name, Response, problems, on_unknown=on_unknown)
            for row, response, beside in rows:
                if hash_matches(source.name, row, response, beside, problems):
                    place = Message("row {row}", row=row)
                    _look_at_references(tx, source.name, place, response, known, problems)
                    records.append(Placed(response, place))
    if not records and not problems:
        problems.add(
            source.name, "", "", "holds no response.", "Choose a file with a response a line."
        )
    notes = [unknown_words(source.name, Response, key) for key in unknown]
    taken = Taken(records=records, notes=list(notes))
    return take_in(project, source, taken, problems, now=now, actor_id=actor_id)


def _look_at_references(
    tx: Transaction, name: str, place: str, response: Response, known: set[str], problems: Problems
) -> None:
    if response.task_id not in known:
        problems.add(
            name, place, "task_id",
            Message("{task} is no task of the project.", task=shown(response.task_id)),
            "Import the tasks first.",
        )  # fmt: skip
    for item in response.attachments:
        if not files.has_blob(tx, item.sha256):
            problems.add(
                name, place, "attachments",
                Message("the project does not have the file {path}.", path=shown(item.path)),
                "Import the whole bundle.",
            )  # fmt: skip
