"""Samples of OpenAI Evals, one a line, as tasks; and their answers as checkpoints.

A sample has ``input`` (messages, or a text) and ``ideal`` (a text, or several of which any is
right). How a response is compared with it is said by the eval's class in the registry, and by
nothing in the samples.
"""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any, ClassVar, Final

from xpert_studio.api.formats import (
    Checkpoint,
    FileReading,
    Message,
    Problems,
    Reading,
    Task,
    id_like,
    rows_of,
    shown,
)
from xpert_studio.core.exchange.formats.row_keys import IDEAL, answers_in, prompts_in

INPUT: Final = "input"
MATCH: Final = "Match"
INCLUDES: Final = "Includes"
AGREES: Final = "Agrees with the expected answer:"
"""Before the answer, where a judge decides."""
_PLAIN_NAMES: Final = frozenset({"samples", "data"})
_PARTS: Final = frozenset({"test", "match", "dev", "train", "val", "few_shot"})


@dataclass(frozen=True, slots=True)
class EvalSample:
    """A sample.

    Attributes:
        ideals: Answers of which any is right; none where it has no ``ideal``.
    """

    place: str
    task: Task
    ideals: tuple[str, ...]


class EvalSamples(Reading):
    """Samples being read.

    Attributes:
        renamed: Keys that stand for those of OpenAI Evals.
    """

    def __init__(self, name: str, problems: Problems) -> None:
        super().__init__(name, problems)
        self.renamed: dict[str, str] = {}

    def samples(self, source: Path) -> Iterator[EvalSample]:
        """The samples of a file; notes what is wrong with them."""
        stem = stem_of(source)
        for number, (place, given) in enumerate(rows_of(self, source), start=1):
            row = self._named(given)
            prompt, system = self._prompt(place, row.get(INPUT))
            ideals = self._ideals(place, row.get(IDEAL))
            if prompt is None or ideals is None:
                continue
            self.unknown.update(key for key in row if key not in {INPUT, IDEAL})
            task = self.record(
                place,
                Task,
                {
                    "id": id_like(f"{stem}-{number}"),
                    "prompt": prompt,
                    "system_prompt": system,
                    "reference_answer": " / ".join(ideals) or None,
                },
            )
            if task is not None:
                yield EvalSample(place, task, ideals)

    def _named(self, row: dict[str, Any]) -> dict[str, Any]:
        """A row under the names of OpenAI Evals, as far as only one key can be each."""
        made = dict(row)
        for found, name in ((prompts_in(row), INPUT), (answers_in(row), IDEAL)):
            if name not in row and len(found) == 1:
                made[name] = made.pop(found[0])
                self.renamed[found[0]] = name
        return made

    def _prompt(self, place: str, given: object) -> tuple[str | None, str | None]:
        """The text of the prompt, and what the system is told before a single question."""
        if isinstance(given, str) and given.strip():
            return given, None
        turns = turns_of(given)
        if not turns:
            self.problem(
                place,
                "input",
                "is neither a text nor messages.",
                'Write a text, or [{"role": "user", "content": "…"}].',
            )
            return None, None
        if [role for role, _ in turns] == ["system", "user"] and all(text for _, text in turns):
            return turns[1][1], turns[0][1]
        return said(turns), None

    def _ideals(self, place: str, given: object) -> tuple[str, ...] | None:
        if given is None:
            return ()
        many = given if isinstance(given, list) else [given]
        if all(isinstance(one, str | int | float) for one in many):
            return tuple(dict.fromkeys(text for one in many if (text := str(one)).strip()))
        told = Message("{value} is neither a text nor a list of texts.", value=shown(given))
        self.problem(place, "ideal", told, "Write the right answer, or a list of them.")
        return None


class SampleFile(FileReading):
    """A file of samples, by itself: tasks, each with a checkpoint for its answer."""

    about: Sequence[str] = (
        Message(
            "Samples do not say how responses are compared with the expected answer. Each became a "
            "checkpoint that a judge or expert decides, all of weight 1. To have a program decide "
            "where the eval does, import the registry's .yaml instead."
        ),
    )
    notes: ClassVar = {"open": Message("Samples without an expected answer: {n:,}.")}

    def read(self) -> None:
        """Takes every sample."""
        reading = EvalSamples(self.name, self.problems)
        for sample in reading.samples(self.source):
            self.found.add(sample.task, sample.place)
            if sample.ideals:
                self.found.add(answer_point(sample.task.id, sample.ideals, "", 0), sample.place)
            self.told["open"] += not sample.ideals
        self.unknown = reading.unknown
        if reading.renamed:
            pairs = ", ".join(f"{key} → {name}" for key, name in reading.renamed.items())
            told = Message(
                "Like samples of OpenAI Evals, under other names, and read so: {pairs}.",
                pairs=pairs,
            )
            self.about = (told, *self.about)


def turns_of(value: object) -> list[tuple[str, str]]:
    """Messages as pairs of role and text; none where a value is no list of messages."""
    if not isinstance(value, list) or not all(isinstance(turn, dict) for turn in value):
        return []
    return [(str(turn.get("role", "user")), text_in(turn.get("content"))) for turn in value]


def text_in(content: object) -> str:
    """The text of a message, which may be of parts; what is no text is shown as JSON."""
    if isinstance(content, str):
        return content
    if isinstance(content, dict):
        return str(content["text"]) if "text" in content else json.dumps(content)
    if isinstance(content, list):
        return "\n".join(map(text_in, content))
    return ""


def said(turns: Sequence[tuple[str, str]]) -> str:
    """Messages as one text: a single question as it is, else with who says what."""
    if len(turns) == 1:
        return turns[0][1]
    return "\n\n".join(f"{role.capitalize()}:\n{text}" for role, text in turns)


def stem_of(source: Path) -> str:
    """A name for the tasks of a file: its own, or its folder's where every file is called alike."""
    folder, stem = source.absolute().parent.name, source.stem
    if stem.casefold() in _PLAIN_NAMES:
        return folder or stem
    return f"{folder}-{stem}" if stem.casefold() in _PARTS and folder else stem


def answer_point(
    task_id: str,
    ideals: Sequence[str],
    how: str,
    position: int,
    args: Mapping[str, Any] | None = None,
) -> Checkpoint:
    """The checkpoint that an expected answer is.

    Args:
        task_id: Of the sample.
        ideals: Answers of which any is right.
        how: ``Match`` or ``Includes``, which a program decides; anything else is for a judge.
        position: Its place in the rubric.
        args: Arguments of the eval.
    """
    several = " / ".join(ideals)
    fields: dict[str, Any] = {"text": f"{AGREES}\n\n{several}"}
    if how == MATCH:
        starts = [json.dumps({"text": one}, ensure_ascii=False) for one in ideals]
        settings: dict[str, Any] = {"check": "starts_with", "parameters": {"text": ideals[0]}}
        if len(ideals) > 1:
            constraints = [f"starts_with {one}" for one in starts]
            parameters = {"constraints": constraints, "require": "any"}
            settings = {"check": "constraints", "parameters": parameters}
        fields = {"text": f"Begins with: {several}", "instrument": "check", "settings": settings}
    elif how == INCLUDES:
        is_exact = not (args or {}).get("ignore_case", False)
        contains: dict[str, Any] = {"texts": list(ideals), "case_sensitive": is_exact}
        settings = {"check": "contains_any", "parameters": contains}
        fields = {"text": f"Contains: {several}", "instrument": "check", "settings": settings}
    return Checkpoint.model_validate(
        {"task_id": task_id, "id": f"c{position + 1}", "weight": 1, "position": position, **fields}
    )
