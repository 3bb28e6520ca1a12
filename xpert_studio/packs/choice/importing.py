"""Takes in multiple choice, one question a line, as Inspect AI and lm-evaluation-harness read it.

Inspect AI: ``input``, ``choices``, ``target`` (a letter, or a list of several right ones), ``id``.
The data sets of the harness: a question (``question``, ``query``, ``ctx``), options (``choices`` as
a list or as ``text`` with ``label``, ``endings``, ``options``; see also ``choice_shapes``) and the
right one (``answerKey``, ``answer``, ``gold``, ``label``: a letter, a label or an index from 0). A
row may hold a response (``output`` or ``response``) with its ``model``.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path
from string import ascii_uppercase
from typing import Any, Final, NamedTuple

from xpert_studio.api.formats import (
    UNKNOWN_SYSTEM,
    FileReading,
    Message,
    ProjectFile,
    Response,
    Taken,
    Task,
    Terms,
    content_hash,
    free_id,
    id_like,
    shown,
)
from xpert_studio.packs.choice.instrument import options_problem
from xpert_studio.packs.choice.shapes import OPTIONS, QUESTIONS, Shaped, shaped
from xpert_studio.packs.choice.variants import choice_checkpoints, choice_prompt, shuffled

_KEYS: Final = (
    "target",
    "answerKey",
    "answer_key",
    "answer_idx",
    "answer",
    "gold",
    "label",
    "answer_index",
    "Answer",
)
_INDICES: Final = frozenset({"gold", "label", "answer_index"})
"""Under these an index may be written as text, as HellaSwag does."""
_IDS: Final = ("id", "question_id", "ind", "Record ID")
_RESPONSES: Final = ("output", "response")
_SORTING: Final = ("subject", "category", "Subdomain")
_USED: Final = frozenset(
    {*QUESTIONS, *OPTIONS, *_KEYS, *_IDS, *_RESPONSES, *_SORTING, "model", "ctx_a", "ctx_b"}
)

_NOTES: Final = {
    "sorted": Message(
        "Questions whose right option came first: {n:,}. Their options were put in another order, "
        "the same at every import."
    ),
    "unknown": Message("Responses without a model came in as of “{unknown_system}”."),
}


class _Question(NamedTuple):
    task_id: str
    text: str
    options: tuple[str, ...]
    keys: tuple[str, ...]
    category: str | None


class Questions(FileReading):
    """A file of multiple choice; a question that several lines hold is taken once."""

    nothing = Message("holds no question."), Message("Choose a file with a question a line.")
    notes = _NOTES

    def __init__(self, source: Path, project: ProjectFile, terms: Terms) -> None:
        super().__init__(source, project, terms)
        self._questions: dict[str, tuple[_Question, str]] = {}
        self._response_ids: set[str] = set()
        self._unused: set[str] = set()

    def read(self) -> None:
        """Takes every line, and makes the tasks of the questions."""
        for place, value in self.rows(self.source):
            self.take(place, value)
        for question, place in self._questions.values():
            self._add(place, question)

    def take(self, place: str, value: dict[str, Any]) -> None:
        """Takes one line."""
        found = shaped(value)
        question = self._question(place, found)
        if question is None:
            return
        self._unused.update(value.keys() - _USED - found.used)
        known, first = self._questions.setdefault(question.task_id, (question, place))
        if known != question:
            self.problem(
                place,
                "id",
                Message(
                    "{task_id} is another question in {place}.",
                    task_id=shown(question.task_id),
                    place=first,
                ),
                "Give one of the two another ID.",
            )
            return
        self._response(place, question.task_id, value)

    def _question(self, place: str, found: Shaped) -> _Question | None:
        row = found.row
        text = self._text(place, row)
        options, labels = self._options(place, row)
        if text is None or not options:
            return None
        keys = self._keys(place, row, options, labels)
        if not keys:
            return None
        problem = next(filter(None, (options_problem(options, key) for key in keys)), None)
        if problem:
            remedy = Message("Correct the options, or remove the line.")
            self.problem(place, _first(row, OPTIONS) or "choices", problem, remedy)
            return None
        task_id, category = _id_of(row, text, options), _category(row)
        if found.is_sorted:
            self.told["sorted"] += 1
            made = shuffled(task_id, options, keys, seed=0)
            options, keys = list(made.options), made.keys
        return _Question(task_id, text, tuple(options), keys, category)

    def _text(self, place: str, row: Mapping[str, Any]) -> str | None:
        name = _first(row, QUESTIONS) or "question"
        given = row.get(name)
        if isinstance(given, list):
            parts = [turn.get("content") if isinstance(turn, dict) else None for turn in given]
            is_text = all(isinstance(part, str) for part in parts)
            given = "\n\n".join(map(str, parts)) if is_text else None
        if isinstance(given, str) and given.strip():
            return given
        self.problem(place, name, "is no text of a question.", "Write the question as text.")
        return None

    def _options(self, place: str, row: Mapping[str, Any]) -> tuple[list[str], list[str]]:
        """The texts of the options, and their labels where they have some."""
        name = _first(row, OPTIONS) or "choices"
        given = row.get(name)
        labels: object = []
        if isinstance(given, dict):
            labels = given.get("label", [])
            given = given.get("text")
        elif rows := _objects(given):
            given = [one.get("text") for one in rows]
            labels = [one.get("label") for one in rows]
        if not _are_texts(given) or not _are_texts(labels):
            self.problem(place, name, "is no list of texts.", 'Write it as ["one", "two"].')
            return [], []
        if labels and len(labels) != len(given):  # type: ignore[arg-type]
            remedy = Message("Give each option one label.")
            self.problem(place, name, "has not as many labels as texts.", remedy)
            return [], []
        return given, labels  # type: ignore[return-value]

    def _keys(
        self, place: str, row: Mapping[str, Any], options: Sequence[str], labels: Sequence[str]
    ) -> tuple[str, ...]:
        """The letters of the right options; none after noting what is wrong."""
        name = _first(row, _KEYS)
        given = row.get(name) if name else None
        many = given if isinstance(given, list) else [given]
        found = [_letter_of(one, name or "", options, labels) for one in many]
        if found and None not in found and len(set(found)) == len(found):
            return tuple(sorted(letter for letter in found if letter))
        self.problem(
            place,
            name or "answer",
            Message("{value} names no option.", value=shown(given)),
            "Write the letter of the right option, or its number from 0 without quotes.",
        )
        return ()

    def _response(self, place: str, task_id: str, value: dict[str, Any]) -> None:
        name = _first(value, _RESPONSES)
        if name is None:
            return
        text, model = value[name], value.get("model")
        self.told["unknown"] += model is None
        system = UNKNOWN_SYSTEM if model is None else model
        wanted = f"response-{content_hash([task_id, str(system), text])[:12]}"
        fields = {"id": wanted, "task_id": task_id, "model": system, "text": text}
        made = self.made(place, Response.model_validate, fields)
        if made is not None:
            free = made.model_copy(update={"id": free_id(wanted, self._response_ids)})
            self.found.add(free, place)

    def finished(self) -> Taken:
        """What was read, with all there is to tell."""
        taken = super().finished()
        if self._unused:
            names = ", ".join(shown(name) for name in sorted(self._unused)[:20])
            taken.notes.insert(0, Message("Keys that were not imported: {names}.", names=names))
        return taken

    def _add(self, place: str, question: _Question) -> None:
        """The task and its checkpoints."""
        several = len(question.keys) > 1
        fields = {
            "id": question.task_id,
            "prompt": choice_prompt(question.text, question.options, several=several),
            "category": question.category,
        }
        task = self.made(place, Task.model_validate, fields)
        points = task and self.made(
            place,
            lambda told: choice_checkpoints(*told),
            (task.id, question.text, question.options, question.keys),
        )
        if task and points:
            self.found.add(task, place)
            for point in points:
                self.found.add(point, place)


def _first(row: Mapping[str, Any], names: Sequence[str]) -> str | None:
    return next((name for name in names if row.get(name) is not None), None)


def _objects(value: object) -> list[dict[str, Any]]:
    """A list of objects; empty where it is something else."""
    rows = [one for one in value if isinstance(one, dict)] if isinstance(value, list) else []
    return rows if isinstance(value, list) and len(rows) == len(value) else []


def _are_texts(value: object) -> bool:
    return isinstance(value, list) and all(isinstance(one, str) for one in value)


def _letter_of(
    given: object, name: str, options: Sequence[str], labels: Sequence[str]
) -> str | None:
    """The letter of the option that a value names; None where it names none."""
    letters = ascii_uppercase[: len(options)]
    place = None
    if isinstance(given, str):
        place = _place_said(given, name, options, labels, letters)
    elif isinstance(given, int) and not isinstance(given, bool):
        place = _only_place(str(given), labels) if str(given) in labels else given
    return letters[place] if place is not None and 0 <= place < len(letters) else None


def _place_said(
    given: str, name: str, options: Sequence[str], labels: Sequence[str], letters: str
) -> int | None:
    """The place that a text names: by its label, its letter, its number or the option itself."""
    text = given.strip()
    if (labelled := _only_place(text, labels)) is not None:
        return labelled
    if len(text) == 1 and text in letters and not labels:
        return letters.index(text)
    if name in _INDICES and text.isascii() and text.isdecimal() and len(text) <= 2:
        return int(text)
    return _only_place(given, options)


def _only_place(text: str, texts: Sequence[str]) -> int | None:
    """Where a text stands; None where it stands nowhere or twice."""
    return texts.index(text) if texts.count(text) == 1 else None


def _id_of(row: Mapping[str, Any], text: str, options: Sequence[str]) -> str:
    name = _first(row, _IDS)
    given = row.get(name) if name else None
    is_name = isinstance(given, int | str) and not isinstance(given, bool) and str(given).strip()
    return id_like(str(given)) if is_name else f"task-{content_hash([text, *options])[:12]}"


def _category(row: Mapping[str, Any]) -> str | None:
    metadata = row.get("metadata")
    for place in (row, metadata if isinstance(metadata, dict) else {}):
        name = _first(place, _SORTING)
        if name and isinstance(place[name], str) and place[name].strip():
            return str(place[name])
    return None
