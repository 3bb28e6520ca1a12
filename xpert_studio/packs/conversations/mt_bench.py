"""Takes in the files of MT-Bench: questions with turns, answers of models, grades by a model.

Questions (``question.jsonl``) have ``question_id``, ``category``, ``turns`` and sometimes
``reference``; answers (``model_answer/*.jsonl``) ``question_id``, ``model_id`` and ``choices`` with
their ``turns``; grades (``model_judgment/*_single.jsonl``) ``question_id``, ``model``, ``judge``,
``judgment``, ``score`` and ``turn`` (Zheng et al. 2023, arXiv 2306.05685).
"""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Mapping, Sequence
from datetime import UTC, datetime
from pathlib import Path
from typing import Annotated, ClassVar, Final, TypeVar

from pydantic import BaseModel, ConfigDict, Field

from xpert_studio.api.formats import (
    Checkpoint,
    Judge,
    Message,
    NonBlank,
    ProjectFile,
    RatingState,
    Response,
    RowReading,
    Taken,
    Task,
    Terms,
    Text,
    Verdict,
    free_id,
    id_like,
    shown,
)
from xpert_studio.core.records.transcripts import (
    ChatTurn,
    Speaker,
    conversation_of,
    transcript_of,
)
from xpert_studio.core.store import Transaction, responses, tasks

PROVIDER: Final = "mt-bench"
WEIGHT: Final = 1
SCALE: Final[Mapping[str, float]] = {"low": 1, "high": 10, "step": 0.5}
_CRITERION: Final = (
    "The reply is helpful, relevant, accurate, deep, creative and detailed enough for what the "
    "user asks in this turn."
)
"""What MT-Bench's judge is asked to consider (its prompt ``single-v1``), as a requirement."""


class _Row(BaseModel):
    model_config = ConfigDict(strict=True, extra="allow")

    question_id: int | NonBlank


class _Question(_Row):
    turns: Annotated[list[NonBlank], Field(min_length=1)]
    category: Text | None = None
    reference: list[Text] | None = None


class _Choice(BaseModel):
    model_config = ConfigDict(strict=True, extra="ignore")

    turns: list[Text]
    index: int = 0


class _Answer(_Row):
    model_id: NonBlank
    choices: Annotated[list[_Choice], Field(min_length=1)]
    answer_id: Text | None = None
    tstamp: float | int | None = None


class _Grade(_Row):
    model: NonBlank
    judge: list[Text] | Text
    score: float | int
    turn: Annotated[int, Field(ge=1)]
    judgment: Text = ""
    tstamp: float | int | None = None


_About = TypeVar("_About", bound=_Row)


def reference_text(references: Sequence[str]) -> str:
    """The reference answers of turns as one text."""
    named = ((n, text) for n, text in enumerate(references, start=1) if text.strip())
    return "\n\n".join(f"Turn {n}:\n{text}" for n, text in named)


class MtBenchQuestions(RowReading[_Question]):
    """The lines of a file of questions."""

    model = _Question
    nothing = Message("holds no question."), Message("Choose a file with a question a line.")

    def take(self, place: str, row: _Question) -> None:
        """Takes one question."""
        task_id = id_like(str(row.question_id))
        if not self.is_first(place, task_id, "question_id", task_id):
            return
        turns = [ChatTurn(Speaker.USER, text) for text in row.turns]
        task = Task(
            id=task_id,
            prompt=transcript_of(turns) if len(turns) > 1 else row.turns[0],
            category=row.category or None,
            reference_answer=reference_text(row.reference or ()) or None,
        )
        self.found.add(task, place)


class _OfTasks(RowReading[_About]):
    """Lines about tasks of the project."""

    def __init__(self, source: Path, project: ProjectFile, terms: Terms) -> None:
        super().__init__(source, project, terms)
        with project.reading() as tx:
            self._load(tx)

    def _load(self, tx: Transaction) -> None:
        self._tasks = {task.id: task for task in tasks.all_tasks(tx)}

    def take(self, place: str, row: _About) -> None:
        """Takes what a line says of a task."""
        task = self._tasks.get(id_like(str(row.question_id)))
        if task is None:
            told = Message("{id} is of no task in the project.", id=shown(str(row.question_id)))
            self.problem(place, "question_id", told, "Import question.jsonl first.")
        else:
            self._take(place, row, task)

    @abstractmethod
    def _take(self, place: str, row: _About, task: Task) -> None: ...

    def finished(self) -> Taken:
        """What was read; what lines say besides is not told."""
        return Taken(records=self.found.in_order(), notes=self.told_of(self.notes))


class MtBenchAnswers(_OfTasks[_Answer]):
    """The lines of a file of answers."""

    model = _Answer
    nothing = Message("holds no answer."), Message("Choose a file with an answer a line.")
    notes: ClassVar = {
        "short": Message("Answers that end before the last turn of the task: {n:,}."),
        "parameters": Message(
            "Answers with parameters of their generation, which were left out: {n:,}."
        ),
    }

    def _take(self, place: str, row: _Answer, task: Task) -> None:
        self.told["parameters"] += "generate_params" in (row.model_extra or {})
        for choice in row.choices:
            text = self._text(place, task, choice.turns)
            wanted = row.answer_id or f"{task.id}-{row.model_id}"
            wanted = id_like(f"{wanted}-{choice.index}" if choice.index else wanted)
            if text is None:
                continue
            response = Response(
                id=free_id(wanted, self._ids),
                task_id=task.id,
                model=row.model_id,
                text=text,
                created_at=moment(row.tstamp),
            )
            self.found.add(response, place)

    def _load(self, tx: Transaction) -> None:
        super()._load(tx)
        self._ids: set[str] = set()

    def _text(self, place: str, task: Task, turns: Sequence[str]) -> str | None:
        asked = conversation_of(task)
        users = [said for said in asked.messages if said.speaker is Speaker.USER] if asked else []
        if len(turns) > max(len(users), 1) or not turns:
            told = Message(
                "has answers to {n} turns; the task has {turns}.",
                n=len(turns),
                turns=max(len(users), 1),
            )
            self.problem(place, "choices", told, "Import the questions these are answers to.")
            return None
        if asked is None:
            return turns[0]
        self.told["short"] += len(turns) < len(users)
        pairs = zip(users, turns, strict=False)
        return transcript_of(
            said for user, text in pairs for said in (user, ChatTurn(Speaker.ASSISTANT, text))
        )


class MtBenchGrades(_OfTasks[_Grade]):
    """The lines of a file of grades, as verdicts of the judge on a checkpoint for each turn."""

    model = _Grade
    nothing = Message("holds no grade."), Message("Choose a file with a grade a line.")
    notes: ClassVar = {
        "ungraded": Message("Grades that are none, which came in as invalid: {n:,}.")
    }

    def _load(self, tx: Transaction) -> None:
        super()._load(tx)
        self._points = {
            (task_id, point.id) for task_id, rubric in tasks.rubrics(tx).items() for point in rubric
        }
        self._responses: dict[tuple[str, str], str] = {}
        for response in responses.all_responses(tx):
            self._responses.setdefault((response.task_id, response.model), response.id)

    def _take(self, place: str, row: _Grade, task: Task) -> None:
        response_id = self._responses.get((task.id, row.model))
        if response_id is None:
            told = Message("{model} has not answered {task}.", model=row.model, task=task.id)
            self.problem(place, "model", told, "Import its file of model_answer first.")
            return
        self._add_checkpoint(place, task, row.turn)
        self._add_verdict(place, row, response_id)

    def _add_checkpoint(self, place: str, task: Task, turn: int) -> None:
        point = Checkpoint(
            task_id=task.id,
            id=f"turn-{turn}",
            text=_CRITERION,
            weight=WEIGHT,
            position=turn,
            instrument="graded",
            settings=dict(SCALE),
            turn=turn if conversation_of(task) else None,
        )
        if (task.id, point.id) not in self._points:
            self.found.add(point, place)

    def _add_verdict(self, place: str, row: _Grade, response_id: str) -> None:
        named = [row.judge] if isinstance(row.judge, str) else row.judge
        judge = Judge(
            # Later turns are asked about with a prompt of their own, by the same judge.
            id=id_like("-".join(named).removesuffix("-multi-turn")),
            provider=PROVIDER,
            model=named[0] if named and named[0].strip() else PROVIDER,
            parameters={"prompt": named[1].removesuffix("-multi-turn")} if len(named) > 1 else {},
        )
        self.found.add(judge, place)
        is_grade = 1 <= row.score <= 10 and row.score * 2 == int(row.score * 2)
        verdict = Verdict(
            response_id=response_id,
            checkpoint_id=f"turn-{row.turn}",
            judge_id=judge.id,
            value=float(row.score) if is_grade else None,
            state=RatingState.OK if is_grade else RatingState.INVALID,
            problem=None if is_grade else str(Message("no grade in the reply")),
            rationale=row.judgment or None,
            judged_at=moment(row.tstamp),
        )
        self.told["ungraded"] += not is_grade
        known = self.found.add(verdict, place)
        if known.record is not verdict:
            told = Message("grades the same turn as {first}.", first=known.place)
            self.problem(place, "turn", told, "Keep one of the two.")


def moment(seconds: float | None) -> datetime | None:
    """A moment of Unix time; None where there is none, or none that a record can hold."""
    try:
        found = None if seconds is None else datetime.fromtimestamp(float(seconds), UTC)
    except (ValueError, OverflowError, OSError):
        return None
    return found if found is not None and found.year >= 1970 else None
