"""Do the things a row refers to exist? If not, what was probably meant?"""

from __future__ import annotations

from collections.abc import Iterable
from itertools import islice
from typing import Any, Final

from xpert_studio.core.exchange.bundle_format import RowFile
from xpert_studio.core.exchange.problems import Problems, shown
from xpert_studio.core.instruments import INSTRUMENTS, asked_for, instrument_of, problem_of
from xpert_studio.core.messages import Message, joined
from xpert_studio.core.records import (
    BINARY,
    Checkpoint,
    Comparison,
    PackRecord,
    RaterKind,
    Rating,
    Record,
    RubricRevision,
)
from xpert_studio.core.store.bulk_import import Intake
from xpert_studio.core.used_packs import UsedPack, are_lacking

_NEAR_ENOUGH: Final = 75.0


class References:
    """Checks references row by row, against the project and what was just read.

    Attributes:
        packs: Those that manifest and project name. What one of them brings and nothing installed
            does is kept as it is.
    """

    packs: tuple[UsedPack, ...] = ()

    def __init__(self, intake: Intake, problems: Problems) -> None:
        self._intake = intake
        self._problems = problems

    def are_there(
        self,
        file: RowFile,
        record: Any,  # noqa: ANN401 - any record
        row: int,
        *,
        says_met: bool = False,
    ) -> bool:
        """Whether all that a row refers to is there and fits it; notes what does not.

        Args:
            file: Where the row is.
            record: The row.
            row: Its number.
            says_met: Whether a rating's value was written as ``met``.
        """
        intake = self._intake
        match file.label:
            case "verdicts" | "judgments":
                known = intake.has_checkpoint_for(record.response_id, record.checkpoint_id)
                if known and (file.label == "judgments" or intake.has_judge(record.judge_id)):
                    return self._has_value(file, record, row, says_met=says_met)
                self._explain(file, record, row)
                return False
            case "comparisons":
                return self._compares_what_is_there(file, record, row)
            case "checkpoints" | "responses" | "revisions" | "reviews" | "comments" | "spot checks":
                if intake.has_task(record.task_id):
                    return self._can_be_answered(file, record, row)
                self._unknown(
                    file, row, "task_id", Message("task"), record.task_id, intake.task_ids()
                )
                return False
        if isinstance(record, PackRecord):
            return self._hangs_on_what_is_there(file, record, row)
        return True

    def _hangs_on_what_is_there(self, file: RowFile, record: PackRecord, row: int) -> bool:
        intake = self._intake
        if record.task_id is not None and not intake.has_task(record.task_id):
            names = intake.task_ids()
            self._unknown(file, row, "task_id", Message("task"), record.task_id, names)
            return False
        if record.response_id is not None and not intake.has_response(record.response_id):
            names = intake.response_ids()
            self._unknown(file, row, "response_id", Message("response"), record.response_id, names)
            return False
        return True

    def _compares_what_is_there(self, file: RowFile, record: Comparison, row: int) -> bool:
        """Whether task, both responses, checkpoint and judge of a comparison are there."""
        intake = self._intake
        if not intake.has_task(record.task_id):
            names = intake.task_ids()
            self._unknown(file, row, "task_id", Message("task"), record.task_id, names)
            return False
        for field, id_ in (("first_id", record.first_id), ("second_id", record.second_id)):
            if intake.is_response_to(id_, record.task_id):
                continue
            if intake.has_response(id_):
                self._is_to_another_task(file, row, field, id_, record.task_id)
            else:
                what = Message("response to that task")
                self._unknown(file, row, field, what, id_, intake.response_ids(record.task_id))
            return False
        point = record.checkpoint_id
        if point and not intake.has_checkpoint_for(record.first_id, point):
            names = intake.checkpoint_ids_for(record.first_id)
            self._unknown(file, row, "checkpoint_id", Message("checkpoint"), point, names)
            return False
        if record.rater is RaterKind.JUDGE and not intake.has_judge(record.rater_id):
            names = intake.judge_ids()
            self._unknown(file, row, "rater_id", Message("judge"), record.rater_id, names)
            return False
        return True

    def _is_to_another_task(
        self, file: RowFile, row: int, field: str, response_id: str, task_id: str
    ) -> None:
        told = {"name": shown(response_id), "task": shown(task_id)}
        its_own = shown(self._intake.task_of(response_id))
        self._problems.add(
            file.name,
            Message("row {row}", row=row),
            field,
            Message("{name} is a response to {its_own}, not to {task}.", its_own=its_own, **told),
            "Name two responses to one task, and that task.",
        )

    def _can_be_answered(self, file: RowFile, record: Record, row: int) -> bool:
        """Whether the instruments of checkpoints are known, and can read their settings."""
        if isinstance(record, Checkpoint):
            points = {"instrument": record}
        elif isinstance(record, RubricRevision):
            points = {
                f"checkpoints.{place}.instrument": point
                for place, point in enumerate(record.checkpoints)
            }
        else:
            return True
        others = {
            field: point
            for field, point in points.items()
            if point.settings or point.instrument != BINARY
        }
        found = [
            (field, point, problem_of(point))
            for field, point in others.items()
            if not are_lacking(self.packs, asked_for(point))
        ]
        for field, point, problem in found:
            if problem is not None:
                known = point.instrument in INSTRUMENTS
                remedy = (
                    Message("Correct its settings.")
                    if known
                    else Message(
                        "Use one of {instruments}, or a newer version of the program.",
                        instruments=joined(INSTRUMENTS),
                    )
                )
                self._problems.add(
                    file.name,
                    Message("row {row}", row=row),
                    field,
                    f"{shown(point.instrument)} {problem}",
                    remedy,
                )
        return not any(problem for *_, problem in found)

    def _has_value(self, file: RowFile, record: Rating, row: int, *, says_met: bool) -> bool:
        found = self._intake.rating_problem(record)
        point = self._intake.other_checkpoint(record) if says_met else None
        if point is not None and record.value is not None:
            instrument = instrument_of(point)
            what = Message(
                "is for checkpoints that are met or not met; this one is {instrument}.",
                instrument=instrument.id,
            )
            way = Message("Write it as value. {how}", how=instrument.how_to_write(point))
            found = "met", what, way
        if found is not None:
            field, *told = found
            written = "met" if says_met and field == "value" else field
            self._problems.add(file.name, Message("row {row}", row=row), written, *told)
        return found is None

    def _explain(self, file: RowFile, record: Any, row: int) -> None:  # noqa: ANN401 - any record
        intake = self._intake
        if not intake.has_response(record.response_id):
            names = intake.response_ids()
            self._unknown(file, row, "response_id", Message("response"), record.response_id, names)
        elif not intake.has_checkpoint_for(record.response_id, record.checkpoint_id):
            names = intake.checkpoint_ids_for(record.response_id)
            what = Message("checkpoint of that response's task")
            self._unknown(file, row, "checkpoint_id", what, record.checkpoint_id, names)
        if file.label == "verdicts" and not intake.has_judge(record.judge_id):
            names = intake.judge_ids()
            self._unknown(file, row, "judge_id", Message("judge"), record.judge_id, names)

    def _unknown(
        self, file: RowFile, row: int, field: str, what: str, name: str, names: list[str]
    ) -> None:
        near = nearest(name, names, self._problems)
        remedy = (
            Message("Did you mean {near}?", near=shown(near))
            if near
            else Message("Add the {what}, or correct the ID.", what=what)
        )
        self._problems.add(
            file.name,
            Message("row {row}", row=row),
            field,
            Message("there is no {what} {name}.", what=what, name=shown(name)),
            remedy,
        )


def nearest(name: str, names: Iterable[str], problems: Problems) -> str | None:
    """The name most like a given one, if any is close.

    It is not looked for where nobody would read it: a table of tens of thousands of rows that all
    name something unknown would otherwise be compared with all there is, row by row.

    Args:
        name: What a row says.
        names: What it may have meant.
        problems: Where it will be noted.
    """
    if problems.list_is_full:
        return None
    from rapidfuzz import process

    found = process.extractOne(name, list(islice(names, 20_000)), score_cutoff=_NEAR_ENOUGH)
    return found[0] if found else None
