"""Collects the tasks of a promptfoo file; tests that say the same are one task."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from itertools import count
from pathlib import Path
from typing import Any, Final

from xpert_studio.api.formats import (
    Checkpoint,
    Message,
    Placed,
    Problems,
    Reading,
    Taken,
    Task,
    free_id,
)
from xpert_studio.core.records import bytes_hash, canonical_json
from xpert_studio.packs.promptfoo.files import ConfigFolder
from xpert_studio.packs.promptfoo.parts import Case
from xpert_studio.packs.promptfoo.rubrics import DraftedAssertion, Rubrics

MOST_TASKS: Final = 50_000
_MOST_CHARACTERS: Final = 256_000_000
_NOTES: Final = {
    "unscored": Message(
        "Assertions with a weight of 0, which are not scored: {n:,}.",
    ),
    "test_thresholds": Message(
        "Tests with a threshold of their own: {n:,}. It was left out: a score has no "
        "threshold here.",
    ),
    "set_thresholds": Message(
        "Sets of assertions with a threshold: {n:,}. Their assertions came in one by one, "
        "with weights that come to the weight of the set; the threshold was left out.",
    ),
    "thresholds": Message(
        "Assertions graded by a model with a threshold: {n:,}. Each became a checkpoint "
        "that is met or not met.",
    ),
    "outputs": Message(
        "Tests with an output of their own: {n:,}. It was left out: import the results "
        "of an evaluation for responses.",
    ),
    "scoring": Message(
        "Tests with a scoring function: {n:,}. It is code, which is never run; scores are "
        "computed by weights here.",
    ),
    "transforms": Message(
        "Tests that transform the output by code: {n:,}. It is never run; checks look at "
        "the response as it is.",
    ),
}
"""Messages on what was counted."""


@dataclass(slots=True)
class KnownTask:
    """A task that was read.

    Attributes:
        task: Its record.
        place: Where it stood first.
        drafts: What its assertions became, in order.
        said: What makes it the same as another.
        points: The checkpoints of each of them.
        is_there: Whether the project has it already, and nothing of it comes in.
    """

    task: Task
    place: str
    drafts: list[DraftedAssertion]
    said: bytes = b""
    points: list[list[Checkpoint]] = field(default_factory=list)
    is_there: bool = False


class PromptfooTasks(Reading):
    """One file being read; tests with the same prompt and assertions are one task.

    Args:
        source: The file.
        problems: Takes what is wrong with it.
        root: What it holds.

    Attributes:
        known: The tasks by their ids.
        size: How much text was made of the file, in bytes.
    """

    def __init__(self, source: Path, problems: Problems, root: object = None) -> None:
        super().__init__(source.name, problems)
        self.folder = ConfigFolder(source.parent)
        self.rubrics = Rubrics(self, self.folder, root)
        self.known: dict[str, KnownTask] = {}
        self.size = 0

    @property
    def is_full(self) -> bool:
        """Whether there is more than is taken in at once."""
        is_large = self.size > _MOST_CHARACTERS or self.rubrics.is_full
        return is_large or len(self.known) > MOST_TASKS

    def refuse_more(self, place: str) -> None:
        """Notes that the file holds too much."""
        self.problem(
            place,
            "",
            Message(
                "there are more than {most:,} tasks, 300,000 assertions or 256 MB of texts.",
                most=MOST_TASKS,
            ),
            Message("Split the file."),
        )

    def task(
        self, place: str, fields: Mapping[str, Any], drafts: Sequence[DraftedAssertion]
    ) -> KnownTask | None:
        """The task of a test with a prompt; None after noting what is wrong with it.

        Args:
            place: The test.
            fields: Of the task; without an id it gets one by what it says.
            drafts: What its assertions became.
        """
        asked = [dict(point) for draft in drafts for point in draft.points]
        said = canonical_json([fields["prompt"] if "id" not in fields else dict(fields), asked])
        by_content = f"task-{bytes_hash(said)[:12]}"
        task_id = fields.get("id", by_content)
        if task_id in self.known and self.known[task_id].said != said:
            task_id = by_content
        if task_id in self.known:
            self.told["alike"] += 1
            return self.known[task_id]
        task = self.record(place, Task, {**fields, "id": task_id})
        if task is None:
            return None
        self.size += len(said)
        found = self.known[task_id] = KnownTask(task, place, list(drafts), said)
        ids, numbers = set[str](), count()
        for draft in drafts:
            points = [
                self.record(
                    place,
                    Checkpoint,
                    {
                        "task_id": task_id,
                        "position": (position := next(numbers)),
                        **point,
                        "id": free_id(point.get("id", f"c{position + 1}"), ids),
                    },
                )
                for point in draft.points
            ]
            found.points.append([point for point in points if point is not None])
        return found

    def noted(self, case: Case, *, is_own: bool = False) -> None:
        """Counts what a test says that has no place here.

        Args:
            case: The test.
            is_own: Whether its scoring function is that of our exports, by which it is scored here.
        """
        transforms = (case.options.transform, case.options.postprocess)
        self.told["test_thresholds"] += case.threshold is not None
        self.told["outputs"] += case.provider_output is not None
        self.told["scoring"] += case.assert_scoring_function is not None and not is_own
        self.told["transforms"] += transforms != (None, None)

    def taken(self) -> Taken:
        """The tasks and their rubrics, with all there is to tell."""
        taken = Taken()
        for known in self.known.values():
            if known.is_there:
                continue
            taken.records.append(Placed(known.task, known.place))
            taken.records += (Placed(p, known.place) for points in known.points for p in points)
        taken.notes += [*self.told_of(_NOTES), *self.rubrics.notes()]
        return taken
