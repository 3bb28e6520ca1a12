"""Reads the long table of judgments and verdicts from any kind of table: all of it or nothing.

Rows name their response by id or by task and model, their checkpoint by id or by its text; what
they name must be in the project. Judgments from a table count as confirmed, a spreadsheet has no
other place to say so; those of people of the project come as submitted. Judges the project does
not know are made.
"""

from __future__ import annotations

import re
import unicodedata
from collections import Counter, defaultdict
from collections.abc import Mapping, Sequence
from datetime import datetime
from functools import cached_property
from pathlib import Path
from typing import Final

from xpert_studio.core.cell_texts import column_letters, unguarded
from xpert_studio.core.exchange.door import Door, importing
from xpert_studio.core.exchange.formats.reading import Reading
from xpert_studio.core.exchange.problems import FaultError, ImportReport, Problems, shown
from xpert_studio.core.exchange.references import meant
from xpert_studio.core.exchange.rubric_sheet.roles import POINTS, REQUIREMENT, role_named
from xpert_studio.core.exchange.tables import Cell, TableRow, TableSheet, read_sheets
from xpert_studio.core.exchange.tables.cells import RATINGS
from xpert_studio.core.exchange.tables.of_tasks import REMEDY, WHAT, holds_tasks
from xpert_studio.core.instruments import abstention_in, instrument_of, is_by_program
from xpert_studio.core.messages import Message, joined
from xpert_studio.core.records import (
    BINARY,
    RATERS,
    Checkpoint,
    Decision,
    Judge,
    Judgment,
    JudgmentStatus,
    RaterKind,
    Verdict,
    fields_of_decision,
    grouped,
    is_valid_id,
)
from xpert_studio.core.store import (
    ProjectFile,
    Transaction,
    judgments,
    responses,
    settings,
    tasks,
    verdicts,
)
from xpert_studio.core.store.bulk_import import ImportOutcome

_HEADERS: Final = {
    "task_id": "task",
    "task": "task",
    "任务": "task",
    "任务编号": "task",
    "response_id": "response",
    "response": "response",
    "回答": "response",
    "回答编号": "response",
    "model": "model",
    "system": "model",
    "模型": "model",
    "checkpoint_id": "checkpoint",
    "checkpoint": "checkpoint",
    "criterion": "checkpoint",
    "criterion_text": "checkpoint",
    "检查点": "checkpoint",
    "评分标准": "checkpoint",
    "judge": "judge",
    "rater": "judge",
    "expert": "judge",
    "评判者": "judge",
    "专家": "judge",
    "kind": "kind",
    "类型": "kind",
    "met": "met",
    "verdict": "met",
    "满足": "met",
    "是否满足": "met",
    "value": "value",
    "数值": "value",
    "评分值": "value",
    "rationale": "rationale",
    "reason": "rationale",
    "理由": "rationale",
}
_VALUES: Final = ("value", "met")
"""Columns that may say the value; where both do, they must agree."""
_HEADER_ROWS: Final = 20
_MODEL: Final = "judged elsewhere"
_KEEP: Final = Message("Keep one of the two.")
_Key = tuple[str, str, str, bool]
"""Response, checkpoint and rater of a rating, and whether the rater is a judge."""


def import_table(
    project: ProjectFile,
    source: Path,
    *,
    now: datetime,
    actor_id: str | None = None,
) -> ImportReport:
    """Imports a long table.

    Args:
        project: Open for writing, with the tasks, rubrics and responses the rows name.
        source: A workbook, separated values, or a document with tables. Every sheet with the
            columns is read.
        now: The time.
        actor_id: Who imports, see ``door.importing``.

    Raises:
        NotFoundError: There is nothing at ``source``.
        InputRefusedError: Something is wrong with it; nothing was taken in.
    """
    problems, report = Problems(), ImportReport(str(source))
    sheets = read_sheets(source, problems, limits=RATINGS)
    problems.refuse_if_any(source.name)
    with importing(project, source, problems, report, now=now, actor_id=actor_id) as (tx, door):
        _RatingTable(source.name, problems, tx, door).take(sheets, report)
    return report


class _Known:
    """What a row may name: responses, and the checkpoints of their tasks."""

    def __init__(self, tx: Transaction, problems: Problems) -> None:
        self._problems = problems
        answers = [(one.task_id, _normal(one.model), one.id) for one in responses.all_responses(tx)]
        self._task_of = {id_: task_id for task_id, _, id_ in answers}
        self._by_model = grouped(((task_id, model), id_) for task_id, model, id_ in answers)
        self._points: defaultdict[str, dict[str, Checkpoint]] = defaultdict(dict)
        self._texts: defaultdict[str, dict[str, list[Checkpoint]]] = defaultdict(dict)
        for point in tasks.all_checkpoints(tx):
            self._points[point.task_id][point.id] = point
            self._texts[point.task_id].setdefault(_plain(point.text), []).append(point)

    def response(self, said: Mapping[str, str]) -> str:
        """The id of the response that a row names, by it or by task and model.

        Raises:
            FaultError: There is none, or several.
        """
        name, task, model = (said.get(column, "") for column in ("response", "task", "model"))
        if name in self._task_of:
            return name
        if name:
            told = Message("there is no response {name}.", name=shown(name))
            remedy = meant(
                name, self._task_of, self._problems, Message("Import the responses first.")
            )
            raise FaultError(told, remedy, "response_id")
        found = self._by_model.get((task, model), [])
        if len(found) == 1:
            return found[0]
        message = (
            Message(
                "{model} has {found} responses to {task}.",
                model=shown(model),
                found=len(found),
                task=shown(task),
            )
            if found
            else Message("{model} has no response to {task}.", model=shown(model), task=shown(task))
        )
        raise FaultError(message, Message("Name the response by its id."), "model")

    def checkpoint(self, name: str, response_id: str) -> Checkpoint:
        """The checkpoint of the response's task that has an id or a text.

        Raises:
            FaultError: There is none, or several.
        """
        task_id = self._task_of[response_id]
        points, texts = self._points[task_id], self._texts[task_id]
        if name in points:
            return points[name]
        found = texts.get(_plain(name), [])
        if len(found) == 1:
            return found[0]
        values = {"name": shown(name), "task_id": shown(task_id)}
        message = (
            Message(
                "{name} names {found} checkpoints of task {task_id}.", found=len(found), **values
            )
            if found
            else Message("{name} names no checkpoints of task {task_id}.", **values)
        )
        otherwise = Message("Use its id or its exact text.")
        remedy = meant(name, [*points, *texts], self._problems, otherwise)
        raise FaultError(message, remedy, "checkpoint_id")


class _RatingTable(Reading):
    """A table of ratings being taken in."""

    def __init__(self, name: str, problems: Problems, tx: Transaction, door: Door) -> None:
        super().__init__(name, problems)
        self._tx, self._door = tx, door
        self._known = _Known(tx, problems)
        self._may_abstain = settings.project_info(tx).policies.may_abstain
        self._first: dict[_Key, tuple[str, Decision]] = {}
        self._outcomes: Counter[tuple[bool, ImportOutcome]] = Counter()
        self._by_program: list[int] = []

    def take(self, sheets: Sequence[TableSheet], report: ImportReport) -> None:
        """Finds the header of each sheet, then takes every row below it."""
        found = [(sheet, _header_place(sheet)) for sheet in sheets]
        tables = [(sheet, place) for sheet, place in found if place is not None]
        left = [sheet.name or Message("a table") for sheet, place in found if place is None]
        for sheet, place in tables:
            where = (
                Message("sheet {name}, ", name=sheet.name) if len(tables) > 1 and sheet.name else ""
            )
            columns = _header(sheet.rows[place])
            for row in sheet.rows[place + 1 :]:
                self._row(
                    Message("{where}row {number}", where=where, number=row.number), row, columns
                )
            for note in sheet.notes:
                report.warn(note)
        if tables and left:
            report.warn(Message("Not taken: {names}.", names=joined(left)))
        self._door.intake.flush()
        if not tables:
            self.problem("", "", *_why_none(sheets))
        if self._by_program:
            told = Message(
                "Rows left out, for a program decides their checkpoints: {n:,} (row {rows}). "
                "'xpert-studio score --checks' decides them.",
                n=len(self._by_program),
                rows=joined(self._by_program, most=10),
            )
            report.warn(told)
        for label, is_judge in (("judgments", False), ("verdicts", True)):
            report.added[label] = self._outcomes[is_judge, ImportOutcome.NEW]
            report.unchanged[label] = self._outcomes[is_judge, ImportOutcome.SAME]

    def _row(self, place: str, row: TableRow, columns: Mapping[str, int]) -> None:
        missing = [at for at in columns.values() if row.cell(at).has_no_value]
        for at in missing:
            self.problem(
                Message("cell {coordinate}", coordinate=f"{column_letters(at)}{row.number}"),
                "",
                "is a formula whose value is not stored in the file.",
                "Open and save the file in a spreadsheet program, or write the value itself.",
            )
        if missing:
            return
        said = {name: _text(row.cell(at), name) for name, at in columns.items()}
        decided = self.made(place, self._decided, said)
        is_judge = self.made(place, _is_judge, said)
        rater = self.made(place, _rater, said.get("judge", ""))
        if decided is None or is_judge is None or rater is None:
            return
        response_id, point, value = decided
        if is_by_program(point):
            # It may be of a time when people decided the checkpoint; a table does not tell. The
            # program's own verdicts are not believed either: it decides them again.
            self._by_program.append(row.number)
            return
        key = (response_id, point.id, rater, is_judge)
        if self._is_new(place, said, key, value):
            self._rating(place, said, key, value)

    def _decided(self, said: Mapping[str, str]) -> tuple[str, Checkpoint, Decision]:
        """The response and the checkpoint that a row is about, and what it says of them."""
        response_id = self._known.response(said)
        point = self._known.checkpoint(said["checkpoint"], response_id)
        given = {name: said[name] for name in _VALUES if said.get(name)}
        found = [
            self._decision(name, text, point)
            for name, text in (given or {_value_column(said): ""}).items()
        ]
        if found[0] != found[-1]:
            raise FaultError(Message("contradicts value."), _KEEP, "met")
        return response_id, point, found[0]

    def _decision(self, name: str, text: str, point: Checkpoint) -> Decision:
        instrument, abstention = instrument_of(point), abstention_in(text)
        if abstention is not None and not self._may_abstain:
            raise FaultError(
                Message("{text} is an abstention; this project has none.", text=shown(text)),
                Message("Allow them first: xpert-studio people policy --abstentions left-out."),
                name,
            )
        if name == "met" and point.instrument != BINARY:
            raise FaultError(
                Message(
                    "is for checkpoints that are met or not met; {point} is {instrument}.",
                    point=shown(point.id),
                    instrument=instrument.id,
                ),
                Message("Write its value in a column named value."),
                name,
            )
        value = abstention or instrument.parse(text, point)
        if value is None:
            told = f"{shown(text.casefold())} {instrument.no_value}."
            raise FaultError(told, instrument.how_to_write(point), name)
        return value

    def _is_new(self, place: str, said: Mapping[str, str], key: _Key, value: Decision) -> bool:
        first, before = self._first.setdefault(key, (place, value))
        if first != place:
            what = Message("says the same as") if before == value else Message("contradicts")
            told = Message("{what} {first}.", what=what, first=first)
            self.problem(place, _value_column(said), told, _KEEP)
        return first == place

    def _rating(self, place: str, said: Mapping[str, str], key: _Key, value: Decision) -> None:
        """Takes a rating in; what the project says already is no other rating."""
        *_, rater, is_judge = key
        rationale = said.get("rationale") or None
        record = self.made(place, lambda told: _record(key, *told), (value, rationale))
        if record is None:
            return
        if is_judge and not self._door.intake.has_judge(rater):
            self._door.intake.judge(Judge(id=rater, provider="table", model=_MODEL))
        outcome = self._door.add(record)
        if outcome is ImportOutcome.DIFFERENT and self._there.get(key) == (value, rationale):
            outcome = ImportOutcome.SAME
        if outcome is ImportOutcome.DIFFERENT:
            self.problem(
                place,
                _value_column(said),
                Message("the project has another of {key} here.", key=shown(rater)),
                Message("Nothing is ever overwritten; import into a new project."),
            )
        self._outcomes[is_judge, outcome] += 1

    @cached_property
    def _there(self) -> dict[_Key, tuple[Decision | None, str | None]]:
        """What the project says: a table tells no more than decision and rationale."""
        by_experts = {
            (item.response_id, item.checkpoint_id, item.expert_id, False): (
                item.final,
                item.rationale or None,
            )
            for item in judgments.all_judgments(self._tx)
        }
        return by_experts | {
            (item.response_id, item.checkpoint_id, item.judge_id, True): (
                item.decision,
                item.rationale or None,
            )
            for item in verdicts.all_verdicts(self._tx)
            if item.trial == 1
        }


def _record(key: _Key, value: Decision, rationale: str | None) -> Judgment | Verdict:
    response_id, checkpoint_id, rater, is_judge = key
    fields = {
        "response_id": response_id,
        "checkpoint_id": checkpoint_id,
        "rationale": rationale,
        **fields_of_decision(value),
    }
    if is_judge:
        return Verdict(judge_id=rater, **fields)
    return Judgment(expert_id=rater, status=JudgmentStatus.CONFIRMED, **fields)


def _value_column(said: Mapping[str, str]) -> str:
    """What the column of values is called, for messages."""
    return next(name for name in _VALUES if name in said)


def _is_judge(said: Mapping[str, str]) -> bool:
    kind = RATERS.find(said["kind"])
    if kind is None:
        told = Message("{text} is no kind.", text=shown(said["kind"]))
        raise FaultError(told, Message("Write expert or judge."), "kind")
    return kind is RaterKind.JUDGE


def _rater(name: str) -> str:
    """Who rated, with what no id may hold replaced."""
    mended = name if is_valid_id(name) else re.sub(r"[^\w.:-]+", "-", name).strip("-_")
    if not is_valid_id(mended):
        told = Message("{name} is not a valid name.", name=shown(name))
        raise FaultError(told, Message("Say who judged."), "judge")
    return mended


def _text(cell: Cell, column: str) -> str:
    value = cell.value
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, float) and value.is_integer():
        value = int(value)
    text = "" if value is None else unguarded(str(value))
    # Names are compared as the project keeps them; a criterion's text and a model's name are
    # not ids, but mean the same in either form.
    return text if column == "rationale" else _normal(text)


def _normal(text: str) -> str:
    return unicodedata.normalize("NFC", text.strip())


def _plain(text: str) -> str:
    return " ".join(unicodedata.normalize("NFKC", text).split()).casefold()


def _header_place(sheet: TableSheet) -> int | None:
    return next((n for n, row in enumerate(sheet.rows[:_HEADER_ROWS]) if _header(row)), None)


def _why_none(sheets: Sequence[TableSheet]) -> tuple[str, str]:
    """What is wrong with sheets of which none is a table of judgments, and what to do."""
    heads = (row for sheet in sheets for row in sheet.rows[:_HEADER_ROWS])
    if any({REQUIREMENT, POINTS} <= {role_named(row.text(n)) for n in row.filled} for row in heads):
        return Message("is a rubric, and no table of judgments."), Message(
            "Take it into the rubric of a task: xpert-studio rubric import PROJECT TASK FILE."
        )
    if holds_tasks(sheets):
        return WHAT, REMEDY
    return Message("has no header row with judge, kind, met or value, and checkpoint_id."), Message(
        "Name the columns: task_id, response_id (or model), checkpoint_id, judge, kind, "
        "met or value, rationale."
    )


def columns_named(texts: Sequence[str]) -> dict[str, int]:
    """What the cells of a row name of a table of ratings: columns with their places.

    Nothing, unless it names all that is needed: response, checkpoint, rater, kind and value.
    """
    columns: dict[str, int] = {}
    for place, text in enumerate(texts):
        name = re.sub(r"[\s-]+", "_", text.strip().casefold())
        if name in _HEADERS:
            columns.setdefault(_HEADERS[name], place)
    wanted = {"checkpoint", "judge", "kind"}
    either = ({"response", "model"}, {*_VALUES})
    is_whole = wanted <= columns.keys() and all(columns.keys() & names for names in either)
    return columns if is_whole else {}


def _header(row: TableRow) -> dict[str, int]:
    return columns_named([cell.text for cell in row.cells])
