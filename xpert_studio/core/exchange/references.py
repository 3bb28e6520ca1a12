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
                is_there = self._has_task(file, row, record.task_id)
                return is_there and self._can_be_answered(file, record, row)
        if isinstance(record, PackRecord):
            return self._hangs_on_what_is_there(file, record, row)
        return True

    def _hangs_on_what_is_there(self, file: RowFile, record: PackRecord, row: int) -> bool:
        if record.task_id is not None and not self._has_task(file, row, record.task_id):
            return False
        return record.response_id is None or self._has_response(file, row, record.response_id)

    def _compares_what_is_there(self, file: RowFile, record: Comparison, row: int) -> bool:
        """Whether task, both responses, checkpoint and judge of a comparison are there."""
        intake = self._intake
        if not self._has_task(file, row, record.task_id):
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
        place, what = (record.first_id, record.checkpoint_id), Message("checkpoint")
        if record.checkpoint_id and not self._has_checkpoint(file, row, place, what):
            return False
        is_judge = record.rater is RaterKind.JUDGE
        return not is_judge or self._has_judge(file, row, "rater_id", record.rater_id)

    def _has_task(self, file: RowFile, row: int, id_: str) -> bool:
        intake, what = self._intake, Message("task")
        return intake.has_task(id_) or self._unknown(
            file, row, "task_id", what, id_, intake.task_ids()
        )

    def _has_response(self, file: RowFile, row: int, id_: str) -> bool:
        intake, what = self._intake, Message("response")
        return intake.has_response(id_) or self._unknown(
            file, row, "response_id", what, id_, intake.response_ids()
        )

    def _has_checkpoint(
        self, file: RowFile, row: int, place: tuple[str, str], what: Message
    ) -> bool:
        names = self._intake.checkpoint_ids_for(place[0])
        return self._intake.has_checkpoint_for(*place) or self._unknown(
            file, row, "checkpoint_id", what, place[1], names
        )

    def _has_judge(self, file: RowFile, row: int, field: str, id_: str) -> bool:
        intake, what = self._intake, Message("judge")
        return intake.has_judge(id_) or self._unknown(
            file, row, field, what, id_, intake.judge_ids()
        )

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
        if self._has_response(file, row, record.response_id):
            place = record.response_id, record.checkpoint_id
            self._has_checkpoint(file, row, place, Message("checkpoint of that response's task"))
        if file.label == "verdicts":
            self._has_judge(file, row, "judge_id", record.judge_id)

    def _unknown(
        self, file: RowFile, row: int, field: str, what: str, name: str, names: list[str]
    ) -> bool:
        """Notes what is not there, and what was probably meant; never true."""
        otherwise = Message("Add the {what}, or correct the ID.", what=what)
        self._problems.add(
            file.name,
            Message("row {row}", row=row),
            field,
            Message("there is no {what} {name}.", what=what, name=shown(name)),
            meant(name, names, self._problems, otherwise),
        )
        return False


def meant(name: str, names: Iterable[str], problems: Problems, otherwise: Message) -> Message:
    """A remedy for a name that is not there: the one most like it, if any is close.

    It is not looked for where nobody would read it: a table of tens of thousands of rows that all
    name something unknown would otherwise be compared with all there is, row by row.

    Args:
        name: What a row says.
        names: What it may have meant.
        problems: Where it will be noted.
        otherwise: The remedy where no name is close.
    """
    if problems.list_is_full:
        return otherwise
    from rapidfuzz import process

    near = process.extractOne(name, list(islice(names, 20_000)), score_cutoff=_NEAR_ENOUGH)
    return Message("Did you mean {near}?", near=shown(near[0])) if near else otherwise
