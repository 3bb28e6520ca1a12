"""Takes in a dataset of Argilla: records as responses, questions as checkpoints, answers of people.

Records of one prompt make a task. Every question whose answers are ratings is a checkpoint of every
task, or one for each label. Answers of annotators are judgments, suggestions of a named agent are
verdicts.
"""

from __future__ import annotations

from abc import abstractmethod
from collections import Counter
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any, Final

from xpert_studio.api.formats import (
    UNKNOWN_SYSTEM,
    FileReading,
    Judge,
    Judgment,
    JudgmentStatus,
    Message,
    Problems,
    ProjectFile,
    Reading,
    Response,
    Taken,
    Task,
    Terms,
    Verdict,
    content_hash,
    id_like,
    is_empty,
    shown,
)
from xpert_studio.core.exchange.formats.parquet_rows import PARQUET
from xpert_studio.core.exchange.provenance import ARGILLA, MORE
from xpert_studio.packs.argilla.fields import (
    FieldChoice,
    chosen_fields,
    response_candidates,
)
from xpert_studio.packs.argilla.guessing import guess_note, guessed
from xpert_studio.packs.argilla.notes import COUNTED, notes_of
from xpert_studio.packs.argilla.questions import (
    EXPORT_AGAIN,
    AskedQuestion,
    DatasetQuestion,
    DatasetSettings,
    asked_of,
    words,
)
from xpert_studio.packs.argilla.reading import (
    DATASET,
    OLD_SETTINGS,
    RECORDS,
    SETTINGS,
    AnnotatorAnswer,
    ArgillaRecord,
    ModelSuggestion,
    read_rows,
)

UNKNOWN_ANNOTATOR: Final = "unknown-annotator"
"""Who answered, where the file does not say."""

_SUBMITTED: Final = "submitted"
_NOT_FINAL: Final = ("draft", "discarded")


def response_fields(source: Path) -> tuple[str, ...]:
    """Fields of a dataset that may hold the response; that which is taken unasked comes first.

    None where the dataset cannot be read: the import says why.
    """
    problems = Problems()
    _, records, settings = _parts_of(source, problems)
    rows = [] if problems else read_rows(Reading(records.name, problems), records)
    return () if problems else response_candidates(rows, settings)


def _parts_of(source: Path, problems: Problems) -> tuple[Path, Path, DatasetSettings | None]:
    """The folder of a dataset, its file of records, and its settings."""
    folder = source if source.is_dir() else source.parent
    records = source if source.is_file() else _records_in(folder, problems)
    return folder, records, _settings_in(folder, problems)


def _records_in(folder: Path, problems: Problems) -> Path:
    for name in RECORDS:
        if (folder / name).is_file():
            return folder / name
    packed = sorted(folder.glob(f"data/*{PARQUET}"))
    if len(packed) == 1:
        return packed[0]
    if packed:
        problems.add(
            folder.name,
            "data",
            "",
            "has several Parquet files.",
            "Copy each into a folder of its own, beside its settings, and import it.",
        )
        return folder
    problems.add(
        folder.name,
        "",
        "",
        "has settings of Argilla, but no records.json or records.jsonl.",
        "Export the dataset with its records, or put its rows there as records.jsonl.",
    )
    return folder


def _settings_in(folder: Path, problems: Problems) -> DatasetSettings | None:
    name = next((name for name in (SETTINGS, OLD_SETTINGS) if (folder / name).exists()), None)
    if name is None:
        return None
    reading = Reading(name.as_posix(), problems)
    value = reading.whole(folder / name, reading.name)
    if not value:
        if not problems:
            reading.problem("", "", "is empty.", "Export the dataset again.")
        return None
    settings = reading.made("", DatasetSettings.model_validate, value)
    for kind in ("fields", "questions"):
        names = Counter(item.name for item in getattr(settings, kind, ()))
        for name in (name for name, count in names.items() if count > 1):
            reading.problem(
                "", kind, Message("names {name} twice.", name=shown(name)), "Keep one of the two."
            )
    return settings


def _name_in(folder: Path) -> str | None:
    """The dataset's name; None where it cannot be read, for nothing depends on it."""
    name = (Reading("", Problems()).whole(folder / DATASET) or {}).get("name")
    return name if isinstance(name, str) else None


class AnnotatedDataset(FileReading):
    """A dataset; what several of its records say is taken once.

    Attributes:
        provider: The tool it is of: of judges that suggest, and of what is kept beside records.
        status: That of its answers.
        settings: What the dataset says of its fields and questions; None without.
    """

    nothing = Message("holds no record."), Message("Choose a file with records of the dataset.")
    notes = COUNTED
    provider: str
    status: JudgmentStatus
    settings: DatasetSettings | None = None

    def __init__(self, source: Path, project: ProjectFile, terms: Terms) -> None:
        super().__init__(source, project, terms)
        self._asked: dict[str, AskedQuestion] = {}
        self._same: Counter[str] = Counter()
        self._choice: FieldChoice | None = None
        self._notes: list[str] = []
        self.unrated: Counter[tuple[str, str]] = Counter()

    @abstractmethod
    def records(self) -> list[ArgillaRecord]:
        """Its records; notes what is wrong with them."""

    def read(self) -> None:
        """Takes all records."""
        rows = self.records()
        if not rows:
            return
        self._choice = chosen_fields(self, rows, self.settings, self.terms.response_field)
        self._ask(self._questions(rows))
        if self._choice is None or self.problems:
            return
        for row in rows:
            self._row(row, self._choice)

    def _questions(self, rows: Sequence[ArgillaRecord]) -> list[DatasetQuestion]:
        if self.settings is not None:
            return self.settings.questions
        said: dict[str, list[Any]] = {}
        for row in rows:
            for answer in row.answers:
                said.setdefault(answer.question, []).append(answer.value)
        for row in rows:
            for item in row.suggestions:
                # The Hub's rows number the labels of suggestions; answers tell what they are.
                if item.question not in said or not isinstance(item.value, int):
                    said.setdefault(item.question, []).append(item.value)
        questions = [self.question(name, values) for name, values in said.items() if name]
        if questions:
            is_argilla = self.provider == ARGILLA
            self._notes.append(guess_note(questions, has_settings=is_argilla))
        return questions

    def question(self, name: str, values: list[Any]) -> DatasetQuestion:
        """What a question is, by the answers to it."""
        return guessed(name, values)

    def _ask(self, questions: Sequence[DatasetQuestion]) -> None:
        ids, settings = set[str](), Reading(SETTINGS.as_posix(), self.problems)
        for question in questions:
            with settings.noting(Message("question {name}", name=shown(question.name))):
                self._asked[question.name] = asked_of(question, ids)
        if not any(asked.points for asked in self._asked.values()) and not self.problems:
            self.problem(
                "",
                "",
                "has no question whose answers are ratings or labels.",
                "Import a dataset with ratings or choices among labels.",
            )

    def _row(self, row: ArgillaRecord, choice: FieldChoice) -> None:
        self.told["vectors"] += row.has_vectors
        prompt, text = choice.texts(row, self.told)
        if text is None:
            self.problem(
                row.place,
                choice.response,
                "is missing.",
                "Remove the record, or choose another field for the response.",
            )
            return
        task_id = self._task(row.place, prompt)
        response_id = self._response(row, task_id, text) if task_id else None
        if response_id is None:
            return
        seen: set[tuple[str, str]] = set()
        for answer in row.answers:
            self._answer(row, answer, response_id, seen)
        for suggestion in row.suggestions:
            self._suggestion(row, suggestion, response_id)

    def _task(self, place: str, prompt: str) -> str | None:
        task_id = f"task-{content_hash(prompt)[:12]}"
        if self.once(place, Task, {"id": task_id, "prompt": prompt}) is None:
            return None
        points = [point for asked in self._asked.values() for point in asked.points.values()]
        for position, point in enumerate(points if not self.found.size(task_id) else ()):
            own = point.model_copy(update={"task_id": task_id, "position": position})
            self.found.add(own, place)
        return task_id

    def _response(self, row: ArgillaRecord, task_id: str, text: str) -> str | None:
        metadata = dict(row.metadata)
        keys = [key for key in words().system_keys if isinstance(metadata.get(key), str)]
        system = next((metadata.pop(key) for key in keys if metadata[key].strip()), None)
        self.told["systemless"] += system is None
        if row.id is None:
            print_ = content_hash([task_id, text, system])[:12]
            self._same[print_] += 1
            number = self._same[print_]
            response_id = f"response-{print_}" + (f"-{number}" if number > 1 else "")
        else:
            response_id = id_like(row.id)
        fields = {
            "id": response_id,
            "task_id": task_id,
            "text": text,
            "model": system or UNKNOWN_SYSTEM,
            "extra": {self.provider: {MORE: metadata}} if metadata else None,
        }
        response = self.record(row.place, Response, fields)
        is_first = response is not None and self.agrees(
            row.place, response, "id", row.id, alone=True
        )
        return response_id if is_first else None

    def _answer(
        self,
        row: ArgillaRecord,
        answer: AnnotatorAnswer,
        response_id: str,
        seen: set[tuple[str, str]],
    ) -> None:
        asked = self._question(row, "responses", answer.question)
        if asked is None or answer.value is None or not self._is_final(row, answer):
            return
        if not asked.points:
            self.unrated[asked.name, asked.type] += 1
            return
        key = asked.name, answer.user or UNKNOWN_ANNOTATOR
        if key in seen:
            self.problem(
                row.place,
                f"{asked.name}.responses",
                Message("has two answers of the annotator {user}.", user=shown(key[1])),
                "Keep one of the two.",
            )
            return
        seen.add(key)
        self.told["unstated"] += answer.status is None
        self.told["nameless"] += answer.user is None
        for point_id, value in self._values(row, f"{asked.name}.responses", asked, answer.value):
            judgment = Judgment(
                response_id=response_id,
                checkpoint_id=point_id,
                expert_id=id_like(key[1]),
                value=value,
                status=self.status,
            )
            self.agrees(row.place, judgment, f"{asked.name}.responses", key[1])

    def _question(self, row: ArgillaRecord, field: str, name: str) -> AskedQuestion | None:
        asked = self._asked.get(name)
        if asked is None:
            told = Message("{name} is no question of the dataset.", name=shown(name))
            self.problem(row.place, field, told, EXPORT_AGAIN)
        return asked

    def _is_final(self, row: ArgillaRecord, answer: AnnotatorAnswer) -> bool:
        if answer.status in _NOT_FINAL:
            self.told[answer.status] += 1
            return False
        if answer.status in {None, _SUBMITTED}:
            return True
        self.problem(
            row.place,
            f"{answer.question}.responses",
            Message("has the status {status}.", status=shown(answer.status)),
            "Choose: submitted, draft, discarded.",
        )
        return False

    def _values(
        self, row: ArgillaRecord, field: str, asked: AskedQuestion, value: object
    ) -> Iterator[tuple[str, float]]:
        with self.noting(row.place, field):
            yield from asked.read(value).items()

    def _suggestion(
        self, row: ArgillaRecord, suggestion: ModelSuggestion, response_id: str
    ) -> None:
        asked = self._question(row, "suggestions", suggestion.question)
        if asked is None or suggestion.value is None:
            return
        if not asked.points:
            self.unrated[asked.name, asked.type] += 1
        elif suggestion.agent is None:
            self.told["agentless"] += 1
        elif isinstance(suggestion.value, int) and isinstance(asked.values[0], str):
            self.told["numbered"] += 1
        else:
            self._verdicts(row, asked, suggestion, suggestion.agent, response_id)

    def _verdicts(
        self,
        row: ArgillaRecord,
        asked: AskedQuestion,
        suggestion: ModelSuggestion,
        agent: str,
        response_id: str,
    ) -> None:
        judge_id = id_like(f"{self.provider}:{agent}")
        self.found.add(Judge(id=judge_id, provider=self.provider, model=agent), row.place)
        field, score = f"{asked.name}.suggestion", suggestion.score
        for point_id, value in self._values(row, field, asked, suggestion.value):
            # A score is of the label that was chosen; the others have none.
            has_score = score is not None and (value == 1 or not asked.is_labels)
            verdict = Verdict(
                response_id=response_id,
                checkpoint_id=point_id,
                judge_id=judge_id,
                value=value,
                probability=score if has_score else None,
            )
            self.agrees(row.place, verdict, field, agent)

    def finished(self) -> Taken:
        """What was read, with all there is to tell."""
        taken = Taken(records=self.found.in_order())
        guidelines = (self.settings.guidelines or "").strip() if self.settings else ""
        if guidelines and is_empty(self.project):
            taken.policy = guidelines
        elif guidelines:
            self.told["guidelines"] += 1
        if self._choice is not None:
            confirms = self.status is JudgmentStatus.CONFIRMED
            taken.notes = [
                self._choice.note(),
                *self._notes,
                *notes_of(self.unrated, self._asked.values(), confirms=confirms),
                *self.told_of(self.notes),
            ]
        return taken


class ArgillaDataset(AnnotatedDataset):
    """A dataset of Argilla: a folder that ``to_disk`` wrote or that the Hub has, or its records.

    Settings are read from ``.argilla``, or of Argilla 1 from ``argilla.yaml``, in the folder or
    beside the records. Submitted answers count as confirmed: Argilla has no adjudication.

    Raises:
        InputRefusedError: Something is wrong with its settings, or it has no records.
    """

    provider = ARGILLA
    status = JudgmentStatus.CONFIRMED

    def __init__(self, source: Path, project: ProjectFile, terms: Terms) -> None:
        super().__init__(source, project, terms)
        self._folder, self.source, self.settings = _parts_of(source, self.problems)
        self.problems.refuse_if_any(source.name)
        self.name = self.source.name

    def records(self) -> list[ArgillaRecord]:
        """Its records."""
        return read_rows(self, self.source)

    def finished(self) -> Taken:
        """What was read, with the dataset's name."""
        taken = super().finished()
        taken.name = _name_in(self._folder) if self.settings else None
        return taken
