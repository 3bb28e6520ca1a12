"""Do the things a row refers to exist? If not, what was probably meant?"""

from __future__ import annotations

from collections.abc import Iterable
from itertools import islice
from typing import Any, Final

from xpert_studio.exchange.bundle_format import RowFile
from xpert_studio.exchange.problems import Problems, shown
from xpert_studio.records import Rating
from xpert_studio.store.intake import Intake

_NEAR_ENOUGH: Final = 75.0


class References:
    """Checks references row by row, against the project and what was just read."""

    def __init__(self, intake: Intake, problems: Problems) -> None:
        self._intake = intake
        self._problems = problems

    def are_there(self, file: RowFile, record: Any, row: int) -> bool:  # noqa: ANN401 - any record
        """Whether everything the row refers to is there; notes what is not."""
        intake = self._intake
        match file.label:
            case "verdicts" | "judgments":
                known = intake.has_checkpoint_for(record.response_id, record.checkpoint_id)
                if known and (file.label == "judgments" or intake.has_judge(record.judge_id)):
                    return self._has_value(file, record, row)
                self._explain(file, record, row)
                return False
            case "checkpoints" | "responses" | "revisions" | "reviews" | "remarks" | "spot checks":
                if intake.has_task(record.task_id):
                    return True
                self._unknown(file, row, "task_id", "task", record.task_id, intake.task_ids())
                return False
        return True

    def _has_value(self, file: RowFile, record: Rating, row: int) -> bool:
        if self._intake.can_hold(record):
            return True
        message = f"{shown(record.value)} is no value of the checkpoint's instrument."
        self._problems.add(file.name, f"row {row}", "met", message, "Correct the value.")
        return False

    def _explain(self, file: RowFile, record: Any, row: int) -> None:  # noqa: ANN401 - any record
        intake = self._intake
        if not intake.has_response(record.response_id):
            names = intake.response_ids()
            self._unknown(file, row, "response_id", "response", record.response_id, names)
        elif not intake.has_checkpoint_for(record.response_id, record.checkpoint_id):
            names = intake.checkpoint_ids_for(record.response_id)
            what = "checkpoint of that response's task"
            self._unknown(file, row, "checkpoint_id", what, record.checkpoint_id, names)
        if file.label == "verdicts" and not intake.has_judge(record.judge_id):
            names = intake.judge_ids()
            self._unknown(file, row, "judge_id", "judge", record.judge_id, names)

    def _unknown(
        self, file: RowFile, row: int, field: str, what: str, name: str, names: list[str]
    ) -> None:
        near = nearest(name, names, self._problems)
        remedy = f"Did you mean {shown(near)}?" if near else f"Add the {what}, or mend the id."
        self._problems.add(
            file.name, f"row {row}", field, f"there is no {what} {shown(name)}.", remedy
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
