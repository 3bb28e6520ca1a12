"""Reads the long table of judgments and verdicts from any kind of table: all of it or nothing.

Rows name their response by id or by task and model, their checkpoint by id or by its text; what
they name must be in the project. Judgments from a table count as confirmed, a spreadsheet has no
other place to say so; those of people of the project come as submitted. Judges the project does
not know are made.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from pathlib import Path
from typing import Final

from pydantic import ValidationError

from xpert_studio.core.cell_texts import column_letters, unguarded
from xpert_studio.core.exchange.door import Door, importing
from xpert_studio.core.exchange.problems import ImportReport, Problems, shown
from xpert_studio.core.exchange.references import nearest
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


@dataclass(frozen=True, slots=True)
class _Known:
    """What a row may name."""

    task_of: dict[str, str]
    by_model: dict[tuple[str, str], list[str]]
    checkpoints: dict[str, dict[str, Checkpoint]]
    texts: dict[str, dict[str, list[str]]]


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
        _Rows(source.name, tx, door, problems, report).take(sheets)
    return report


def _known(tx: Transaction) -> _Known:
    by_model: dict[tuple[str, str], list[str]] = {}
    task_of = {}
    for response in responses.all_responses(tx):
        task_of[response.id] = response.task_id
        model = unicodedata.normalize("NFC", response.model.strip())
        by_model.setdefault((response.task_id, model), []).append(response.id)
    checkpoints: dict[str, dict[str, Checkpoint]] = {}
    texts: dict[str, dict[str, list[str]]] = {}
    for point in tasks.all_checkpoints(tx):
        checkpoints.setdefault(point.task_id, {})[point.id] = point
        texts.setdefault(point.task_id, {}).setdefault(_plain(point.text), []).append(point.id)
    return _Known(task_of, by_model, checkpoints, texts)


def _plain(text: str) -> str:
    return " ".join(unicodedata.normalize("NFKC", text).split()).casefold()


class _Rows:
    def __init__(
        self, name: str, tx: Transaction, door: Door, problems: Problems, report: ImportReport
    ) -> None:
        self._name = name
        self._tx = tx
        self._known = _known(tx)
        self._door, self._intake = door, door.intake
        self._said: dict[tuple[str, ...], tuple[Decision | None, str | None]] | None = None
        self._problems = problems
        self._report = report
        self._seen: dict[tuple[str, ...], tuple[str, Decision]] = {}
        self._columns: dict[str, int] = {}
        self._by_program: list[int] = []
        self._is_rubric = False
        self._where = ""
        self._may_abstain = settings.project_info(tx).policies.may_abstain

    def take(self, sheets: Sequence[TableSheet]) -> None:
        """Finds the header of each sheet, then takes every row below it."""
        counts = {"judgments": 0, "verdicts": 0}
        unchanged = dict(counts)
        found = [(sheet, self._header_place(sheet)) for sheet in sheets]
        tables = [(sheet, place) for sheet, place in found if place is not None]
        left = [sheet.name or Message("a table") for sheet, place in found if place is None]
        for sheet, place in tables:
            self._where = (
                Message("sheet {name}, ", name=sheet.name) if len(tables) > 1 and sheet.name else ""
            )
            self._columns = _header(sheet.rows[place])
            for row in sheet.rows[place + 1 :]:
                self._row(row.number, row.cells, counts, unchanged)
            for note in sheet.notes:
                self._report.warn(note)
        if tables and left:
            self._report.warn(Message("Not taken: {names}.", names=joined(left)))
        self._intake.flush()
        if not self._columns and self._is_rubric:
            self._problems.add(
                self._name,
                "",
                "",
                "is a rubric, and no table of judgments.",
                "Take it into the rubric of a task: xpert-studio rubric import PROJECT TASK FILE.",
            )
        elif not self._columns and holds_tasks(sheets):
            self._problems.add(self._name, "", "", WHAT, REMEDY)
        elif not self._columns:
            self._problems.add(
                self._name,
                "",
                "",
                "has no header row with judge, kind, met or value, and checkpoint_id.",
                "Name the columns: task_id, response_id (or model), checkpoint_id, judge, kind, "
                "met or value, rationale.",
            )
        if self._by_program:
            told = Message(
                "Rows left out, for a program decides their checkpoints: {n:,} (row {rows}). "
                "'xpert-studio score --checks' decides them.",
                n=len(self._by_program),
                rows=joined(self._by_program, most=10),
            )
            self._report.warn(told)
        self._report.added |= counts
        self._report.unchanged |= unchanged

    def _header_place(self, sheet: TableSheet) -> int | None:
        for place, row in enumerate(sheet.rows[:_HEADER_ROWS]):
            if _header(row):
                return place
            named = {role_named(row.text(n)) for n in row.filled}
            self._is_rubric |= {REQUIREMENT, POINTS} <= named
        return None

    def _cell(self, cells: list[Cell], column: str) -> str:
        place = self._columns.get(column)
        value = cells[place].value if place is not None and place < len(cells) else None
        if value is None:
            return ""
        if isinstance(value, bool):
            return "true" if value else "false"
        if isinstance(value, float) and value.is_integer():
            value = int(value)
        text = unguarded(str(value))
        # Names are compared as the project keeps them; a criterion's text and a model's name are
        # not ids, but mean the same in either form.
        return text if column == "rationale" else unicodedata.normalize("NFC", text.strip())

    def _row(
        self, number: int, cells: list[Cell], counts: dict[str, int], unchanged: dict[str, int]
    ) -> None:
        if not self._has_values(number, cells):
            return
        response_id = self._response(number, cells)
        checkpoint_id = self._checkpoint(number, cells, response_id)
        value = self._value(number, cells, response_id, checkpoint_id)
        is_judge = self._is_judge(number, cells)
        rater = self._rater(number, self._cell(cells, "judge"))
        if value is None or None in (response_id, checkpoint_id, is_judge, rater):
            return
        key = (str(response_id), str(checkpoint_id), str(rater), str(is_judge))
        if not self._counts(number, key) or not self._is_new(number, key, value):
            return
        rationale = self._cell(cells, "rationale") or None
        label = "verdicts" if is_judge else "judgments"
        try:
            outcome = self._add(key, value, rationale, is_judge=bool(is_judge))
        except ValidationError as error:
            self._problems.add_validation(self._name, self._place(number), error)
            return
        if outcome is ImportOutcome.DIFFERENT and self._said_already(key) == (value, rationale):
            outcome = ImportOutcome.SAME
        if outcome is ImportOutcome.DIFFERENT:
            self._problem(
                number,
                self._value_column,
                Message("the project has another of {key} here.", key=shown(key[2])),
                Message("Nothing is ever overwritten; import into a new project."),
            )
        counts[label] += outcome is ImportOutcome.NEW
        unchanged[label] += outcome is ImportOutcome.SAME

    def _has_values(self, number: int, cells: list[Cell]) -> bool:
        """Whether no cell that counts is a formula whose value is not stored."""
        missing = [n for n in self._columns.values() if n < len(cells) and cells[n].has_no_value]
        for place in missing:
            self._problems.add(
                self._name,
                Message("cell {coordinate}", coordinate=f"{column_letters(place)}{number}"),
                "",
                "is a formula whose value is not stored in the file.",
                "Open and save the file in a spreadsheet program, or write the value itself.",
            )
        return not missing

    def _counts(self, number: int, key: tuple[str, ...]) -> bool:
        """Whether figures would count a rating: none of what a program decides.

        It may be of a time when people decided the checkpoint; a table does not tell. The
        program's own verdicts are not believed either: it decides them again.
        """
        response_id, checkpoint_id, *_ = key
        point = self._known.checkpoints[self._known.task_of[response_id]][checkpoint_id]
        if is_by_program(point):
            self._by_program.append(number)
        return not is_by_program(point)

    def _add(
        self, key: tuple[str, ...], decision: Decision, rationale: str | None, *, is_judge: bool
    ) -> ImportOutcome:
        response_id, checkpoint_id, rater, _ = key
        if not is_judge:
            return self._door.add(
                Judgment(
                    response_id=response_id,
                    checkpoint_id=checkpoint_id,
                    expert_id=rater,
                    **fields_of_decision(decision),
                    rationale=rationale,
                    status=JudgmentStatus.CONFIRMED,
                )
            )
        if not self._intake.has_judge(rater):
            self._intake.judge(Judge(id=rater, provider="table", model=_MODEL))
        return self._intake.verdict(
            Verdict(
                response_id=response_id,
                checkpoint_id=checkpoint_id,
                judge_id=rater,
                **fields_of_decision(decision),
                rationale=rationale,
            )
        )

    def _said_already(self, key: tuple[str, ...]) -> tuple[Decision | None, str | None] | None:
        """What the project says there: a table tells no more than decision and rationale."""
        if self._said is None:
            self._said = {
                (item.response_id, item.checkpoint_id, item.expert_id, str(False)): (
                    item.final,
                    item.rationale or None,
                )
                for item in judgments.all_judgments(self._tx)
            }
            self._said |= {
                (item.response_id, item.checkpoint_id, item.judge_id, str(True)): (
                    item.decision,
                    item.rationale or None,
                )
                for item in verdicts.all_verdicts(self._tx)
                if item.trial == 1
            }
        return self._said.get(key)

    def _problem(self, number: int, field: str, message: str, remedy: str) -> None:
        self._problems.add(self._name, self._place(number), field, message, remedy)

    def _place(self, number: int) -> str:
        return Message("{where}row {number}", where=self._where, number=number)

    def _is_new(self, number: int, key: tuple[str, ...], value: Decision) -> bool:
        place = self._place(number)
        first, said = self._seen.setdefault(key, (place, value))
        if first == place:
            return True
        what = Message("says the same as") if said == value else Message("contradicts")
        self._problem(
            number,
            self._value_column,
            Message("{what} {first}.", what=what, first=first),
            Message("Keep one of the two."),
        )
        return False

    def _response(self, number: int, cells: list[Cell]) -> str | None:
        known = self._known
        name, task = self._cell(cells, "response"), self._cell(cells, "task")
        if name:
            if name in known.task_of:
                return name
            near = nearest(name, known.task_of, self._problems)
            self._problem(
                number,
                "response_id",
                Message("there is no response {name}.", name=shown(name)),
                Message("Did you mean {near}?", near=shown(near))
                if near
                else Message("Import the responses first."),
            )
            return None
        model = self._cell(cells, "model")
        found = known.by_model.get((task, model), [])
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
        self._problem(number, "model", message, Message("Name the response by its id."))
        return None

    def _checkpoint(self, number: int, cells: list[Cell], response_id: str | None) -> str | None:
        name = self._cell(cells, "checkpoint")
        if response_id is None:
            return None
        task_id = self._known.task_of[response_id]
        ids = self._known.checkpoints.get(task_id, {})
        if name in ids:
            return name
        texts = self._known.texts.get(task_id, {})
        found = texts.get(_plain(name), [])
        if len(found) == 1:
            return found[0]
        near = nearest(name, [*ids, *texts], self._problems)
        self._problem(
            number,
            "checkpoint_id",
            Message(
                "{name} names {found} checkpoints of task {task_id}.",
                name=shown(name),
                found=len(found),
                task_id=shown(task_id),
            )
            if found
            else Message(
                "{name} names no checkpoints of task {task_id}.",
                name=shown(name),
                task_id=shown(task_id),
            ),
            Message("Did you mean {near}?", near=shown(near))
            if near
            else Message("Use its id or its exact text."),
        )
        return None

    def _value(
        self, number: int, cells: list[Cell], response_id: str | None, checkpoint_id: str | None
    ) -> Decision | None:
        if response_id is None or checkpoint_id is None:
            return None
        point = self._known.checkpoints[self._known.task_of[response_id]][checkpoint_id]
        instrument = instrument_of(point)
        said = {name: text for name in _VALUES if (text := self._cell(cells, name))}
        found: list[Decision] = []
        for name, text in said.items() or [(self._value_column, "")]:
            abstention = abstention_in(text)
            value = abstention or instrument.parse(text, point)
            if abstention is not None and not self._may_abstain:
                self._problem(
                    number,
                    name,
                    Message("{text} is an abstention; this project has none.", text=shown(text)),
                    Message("Allow them first: xpert-studio people policy --abstentions left-out."),
                )
            elif name == "met" and point.instrument != BINARY:
                self._problem(
                    number,
                    name,
                    Message(
                        "is for checkpoints that are met or not met; {point} is {instrument}.",
                        point=shown(point.id),
                        instrument=instrument.id,
                    ),
                    Message("Write its value in a column named value."),
                )
            elif value is None:
                self._problem(
                    number,
                    name,
                    f"{shown(text.casefold())} {instrument.no_value}.",
                    instrument.how_to_write(point),
                )
            elif found and found[0] != value:
                self._problem(
                    number, name, Message("contradicts value."), Message("Keep one of the two.")
                )
            else:
                found.append(value)
                continue
            return None
        return found[0]

    @property
    def _value_column(self) -> str:
        """What the column of values is called, for messages."""
        return next(name for name in _VALUES if name in self._columns)

    def _is_judge(self, number: int, cells: list[Cell]) -> bool | None:
        text = self._cell(cells, "kind")
        kind = RATERS.find(text)
        if kind is not None:
            return kind is RaterKind.JUDGE
        self._problem(
            number,
            "kind",
            Message("{text} is no kind.", text=shown(text)),
            Message("Write expert or judge."),
        )
        return None

    def _rater(self, number: int, name: str) -> str | None:
        if is_valid_id(name):
            return name
        mended = re.sub(r"[^\w.:-]+", "-", name).strip("-_")
        if mended and is_valid_id(mended):
            return mended
        self._problem(
            number,
            "judge",
            Message("{name} is not a valid name.", name=shown(name)),
            Message("Say who judged."),
        )
        return None


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
