"""Takes in cases of scenario benchmarks: each has levels of difficulty, each level graded criteria.

A level becomes a task of its own, all levels of a case one family; a criterion becomes a graded
checkpoint with its described bands.
"""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from typing import Annotated, Any, Final

from pydantic import BaseModel, BeforeValidator, ConfigDict, Field, JsonValue

from xpert_studio.api.formats import (
    Checkpoint,
    Message,
    NonBlank,
    ProjectFile,
    RowReading,
    Taken,
    Task,
    Terms,
    id_like,
    joined,
    problem_of,
    shown,
)
from xpert_studio.core.encodings import text_of
from xpert_studio.core.exchange.formats.taken import read_whole
from xpert_studio.core.exchange.lines import is_whole_text, unread
from xpert_studio.core.instruments import without_doubled_keys
from xpert_studio.core.records import Difficulty
from xpert_studio.packs.cases.shapes import (
    criteria_in,
    ends_in,
    id_in,
    prefix_of,
    rubric_in,
    weight_in,
)
from xpert_studio.packs.checks.kinds.languages import language_of
from xpert_studio.packs.graded.scale import band_faults, scale_of

SCALE: Final = {"low": 0, "high": 100, "step": 1}
"""Of every criterion: bands are parts of 0 to 100."""
_LEVELS: Final = tuple(level.value for level in Difficulty)
_REQUIREMENTS: Final = {"zh": "要求：", "en": "Requirements:"}

Weight = Annotated[float, BeforeValidator(weight_in), Field(ge=0, allow_inf_nan=False, strict=True)]
Described = Annotated[str, BeforeValidator(lambda value: "" if value is None else value)]


class _Part(BaseModel):
    model_config = ConfigDict(extra="allow")


class _Criterion(_Part):
    weight: Weight
    desc: Described = ""
    rubric: Annotated[dict[str, Described], BeforeValidator(rubric_in)] = Field(
        default_factory=dict
    )


class _Turn(_Part):
    role: str
    content: str


def _lines(value: object) -> object:
    return value.splitlines() if isinstance(value, str) else value


class _Level(_Part):
    system_prompt: str | None = None
    prompt: str | None = None
    messages: list[_Turn] | None = None
    requirements: Annotated[list[str], BeforeValidator(_lines)] | None = None
    criteria: Annotated[dict[str, _Criterion], Field(min_length=1), BeforeValidator(criteria_in)]
    reference_answer: str | None = None


class _Case(_Part):
    id: Annotated[NonBlank, BeforeValidator(id_in)]
    title: str | None = None
    description: str | None = None
    test_type: str | None = None
    category: str | None = None
    dimension: str | None = None
    levels: Annotated[dict[str, JsonValue], Field(min_length=1)]


class Cases(RowReading[_Case]):
    """A file of cases: a JSON object, a list of them, or one a line."""

    model = _Case
    nothing = Message("holds no case."), Message("Choose a file with at least one case.")

    def __init__(self, source: Path, project: ProjectFile, terms: Terms) -> None:
        super().__init__(source, project, terms)
        self._uneven: list[str] = []
        self._renamed: list[str] = []
        self._prefixes: Counter[str] = Counter()

    def objects(self) -> Iterator[tuple[str, dict[str, Any]]]:
        """The cases of a file, with their places; notes what is none."""
        source = self.source
        if source.suffix.lower() != ".json":
            yield from self.rows(source)
            return
        data = read_whole(source, self.problems)
        if data is None:
            return
        try:
            value = json.loads(text_of(data, source.name), object_pairs_hook=without_doubled_keys)
        except (ValueError, RecursionError) as error:
            self.problem("", "", *unread(error, Message("Save it as JSON in UTF-8.")))
            return
        if isinstance(value, dict) and isinstance(value.get("cases"), list):
            value = value["cases"]
        for number, case in enumerate(value if isinstance(value, list) else [value], start=1):
            place = Message("case {number}", number=number)
            if not isinstance(case, dict):
                self.problem(place, "", "is not an object.", "Give one object for each case.")
            elif not is_whole_text(case):
                self.problem(
                    place, "", "half a character (a lone surrogate) in a text.", "Write plain text."
                )
            else:
                yield place, case

    def take(self, place: str, case: _Case) -> None:
        """Takes one case."""
        family = id_like(case.id)
        if family != case.id:
            self._renamed.append(Message("{old} to {new}", old=shown(case.id), new=family))
        if not self.is_first(place, family, "id", case.id):
            return
        for given, content in case.levels.items():
            if content is None:
                continue
            where = Message("{place}, {level}", place=place, level=given)
            name = _level_named(given)
            if name is None:
                self.problem(
                    where,
                    "levels",
                    Message("{name} is no level.", name=shown(given)),
                    Message("Choose one of {names}.", names=joined(_LEVELS)),
                )
                continue
            level = self.made(where, _Level.model_validate, content)
            if level is not None:
                self.unknown.update(list(level.model_extra or ()))
                self._take_level(where, case, family, name, level)

    def _take_level(self, place: str, case: _Case, family: str, name: str, level: _Level) -> None:
        system, prompt = self._prompts(place, level)
        category = case.category or case.dimension
        if not category and (category := prefix_of(case.id)):
            self._prefixes[category] += 1
        language = _language_of(level, prompt)
        task = self.record(
            place,
            Task,
            {
                "id": f"{family}-{name}",
                "title": case.title or case.id,
                "domain": case.test_type or None,
                "category": category or None,
                "language": language,
                "difficulty": name,
                "family": family,
                "system_prompt": system,
                "prompt": prompt,
                "reference_answer": (level.reference_answer or "").strip() or None,
            },
        )
        taken: set[str] = set()
        beside = _requirements(level, language)
        points = [
            self._checkpoint(place, f"{family}-{name}", position, key, criterion, taken, beside)
            for position, (key, criterion) in enumerate(level.criteria.items())
        ]
        self.told["requirements"] += bool(level.requirements)
        for item in (task, *points) if task is not None else ():
            if item is not None:
                self.found.add(item, place)

    def _prompts(self, place: str, level: _Level) -> tuple[str | None, str | None]:
        """What a model is told first, and what it is asked."""
        if not level.messages:
            told = level.system_prompt if (level.system_prompt or "").strip() else None
            return told, level.prompt
        system = [turn.content for turn in level.messages if turn.role == "system"]
        asked = [turn for turn in level.messages if turn.role != "system"]
        if len(asked) != 1 or asked[0].role != "user":
            self.problem(
                place,
                "messages",
                "hold more than a system message and a question of the user.",
                "Put the whole conversation into one question.",
            )
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
        beside: str,
    ) -> Checkpoint | None:
        where = Message("{place}, criterion {key}", place=place, key=shown(key))
        self.unknown.update(list(criterion.model_extra or ()))
        self.told["unscored"] += criterion.weight == 0
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
                "text": "\n\n".join(filter(None, (criterion.desc.strip() or key, beside))),
                "weight": criterion.weight,
                "position": position,
                "instrument": "graded",
                "settings": settings,
            },
        )
        wrong = problem_of(point) if point is not None and len(known) == len(bands) else None
        if wrong is not None:
            self.problem(where, "rubric", wrong, "Correct the parts of the rubric.")
        elif point is not None and band_faults(scale_of(point)):
            self._uneven.append(where)
        return point

    def _band(self, where: str, ends: str, text: str) -> dict[str, JsonValue] | None:
        found = ends_in(ends, SCALE["low"], SCALE["high"])
        if found is None or found[1]:
            self.problem(
                where,
                "rubric",
                Message("{ends} names no part of the scale from 0 to 100.", ends=shown(ends)),
                "Write the lowest and the highest value, such as 70-89.",
            )
            return None
        low, high = found[0]
        return {"low": _plain(low), "high": _plain(high), "text": text}

    def finished(self) -> Taken:
        """What was read, with all there is to tell."""
        taken = super().finished()
        notes = taken.notes
        if self.told["requirements"]:
            notes.append(
                Message(
                    "The requirements of so many levels stand below each of their checkpoints, "
                    "where experts and judges see them: {n:,}.",
                    n=self.told["requirements"],
                )
            )
        if self._renamed:
            notes.append(
                Message("Ids that had to change: {ids}.", ids=joined(self._renamed, most=5))
            )
        if self._prefixes:
            notes.append(
                Message(
                    "Cases without a category have the beginning of their id as one: {names}.",
                    names=joined(self._prefixes, most=5),
                )
            )
        if self._uneven:
            notes.append(
                Message(
                    "Criteria whose parts overlap or leave out values from 0 to 100: {n:,} (the "
                    "first: {place}). The linter names the values.",
                    n=len(self._uneven),
                    place=self._uneven[0],
                )
            )
        if unscored := self.told["unscored"]:
            told = "Checkpoints of weight 0, which are not scored: {unscored:,}."
            notes.append(Message(told, unscored=unscored))
        return taken


def _plain(number: float) -> float | int:
    return int(number) if number == int(number) else number


def _language_of(level: _Level, prompt: str | None) -> str | None:
    """The language that a level is written in, as a BCP 47 tag of a language alone."""
    said = " ".join(filter(None, (prompt, level.reference_answer, *(level.requirements or ()))))
    found = language_of(said)
    return found.partition("-")[0] if found else None


def _requirements(level: _Level, language: str | None) -> str:
    lines = [line.strip() for line in level.requirements or () if line.strip()]
    title = _REQUIREMENTS["zh" if language == "zh" else "en"]
    return "\n".join([title, *(f"- {line}" for line in lines)]) if lines else ""


def _level_named(name: str) -> str | None:
    try:
        return Difficulty(name).value
    except ValueError:
        return None
