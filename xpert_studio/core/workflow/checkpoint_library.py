"""Checkpoints of other tasks: which a person may take over, and what taking one records."""

from __future__ import annotations

from typing import Annotated, Final

from pydantic import BaseModel, ConfigDict, Field, JsonValue

from xpert_studio.core.instruments import is_lacking
from xpert_studio.core.records import (
    BINARY,
    Checkpoint,
    Stage,
    Subset,
    Suggestion,
    SuggestionState,
    Task,
    Tier,
)
from xpert_studio.core.records.base import Id, NonBlank, Text
from xpert_studio.core.records.rubrics import PolicyWeight
from xpert_studio.core.store import Transaction, entities, tasks
from xpert_studio.core.workflow.blinding import blinding_for, tasks_to_judge
from xpert_studio.core.workflow.command_context import UnitOfWork
from xpert_studio.core.workflow.commands import command
from xpert_studio.core.workflow.line_rules import add_lines, changed_line, line, open_rubric
from xpert_studio.core.workflow.suggestions import project_dimension

LIBRARY: Final = "library"
"""What suggestions from the library have as their drafter."""
_LONGEST: Final = 600


class LibraryEntry(BaseModel):
    """A checkpoint as it may be taken over.

    Attributes:
        key: ``TASK/CHECKPOINT``.
        task: The title of its task.
        domain: Its task's; empty where it is not known.
        project: The name of the project it comes from; empty for the one at work.
    """

    model_config = ConfigDict(frozen=True, extra="ignore")
    key: NonBlank
    task: Text
    domain: Text = ""
    project: Text = ""
    text: Annotated[NonBlank, Field(max_length=_LONGEST)]
    tier: Tier | None = None
    weight: PolicyWeight | None = None
    dimension: Text | None = None
    instrument: Id = BINARY
    settings: dict[str, JsonValue] = Field(default_factory=dict)

    @property
    def origin(self) -> str:
        """Where it comes from, as the log says it."""
        return f"{self.project}: {self.key}" if self.project else self.key


def seen_entries(
    tx: Transaction, person_id: str, *, project: str = "", besides: str = ""
) -> tuple[LibraryEntry, ...]:
    """The checkpoints of a project that a person may take over.

    Left out are tasks that the person has still to judge a response to, as settings may tell what
    is right there; tasks of gold subsets, which are held out of public bundles; tasks that were
    discarded; what was drafted and never touched by a person, and what needs a missing pack.

    Args:
        tx: The project.
        person_id: The person; empty for a reader of whom nothing is known.
        project: What entries name as their project.
        besides: A task whose checkpoints are not wanted.
    """
    kept_back = {besides} | tasks_to_judge(tx, blinding_for(tx, person_id))
    for subset in entities.find_all(tx, Subset):
        kept_back.update(subset.task_ids)
    known = {
        task.id: task
        for task in tasks.all_tasks(tx)
        if task.id not in kept_back and task.standing is not Stage.DISCARDED
    }
    return tuple(
        _entry(point, known[task_id], project)
        for task_id, rubric in tasks.rubrics(tx).items()
        if task_id in known
        for point in rubric
        if not point.drafted_by and len(point.text) <= _LONGEST and not is_lacking(point)
    )


def _entry(point: Checkpoint, task: Task, project: str) -> LibraryEntry:
    return LibraryEntry(
        key=f"{point.task_id}/{point.id}",
        task=task.name,
        domain=task.domain or "",
        project=project,
        text=point.text,
        tier=point.tier,
        weight=int(point.weight) if point.has_policy_weight else None,
        dimension=point.dimension,
        instrument=point.instrument,
        settings=point.settings,
    )


@command(
    "checkpoint.take",
    "Take checkpoint from library",
    done="took a checkpoint from the library",
    told="From {taken_from}.",
)
def take_checkpoint(
    unit: UnitOfWork,
    task_id: str,
    entry: LibraryEntry,
    *,
    checkpoint_id: str | None = None,
    at: int | None = None,
) -> None:
    """Take a checkpoint over from the library, kept as a suggestion that was accepted.

    It stays marked as taken from the library until a person edits it.

    Args:
        unit: By the author.
        task_id: The task, whose rubric is being written.
        entry: What is taken, with tier, weight, dimension and instrument; a dimension that the
            project does not have is left out.
        checkpoint_id: The checkpoint that it replaces; None adds one.
        at: The place of a new one, from 0; the end where None.
    """
    open_rubric(unit, task_id)
    fields = entry.model_dump(
        include={"text", "tier", "weight", "instrument", "settings"}, exclude_none=True
    )
    fields["dimension"] = project_dimension(unit, entry.dimension)
    if checkpoint_id is None:
        (placed,) = add_lines(unit, [fields | {"drafted_by": LIBRARY}], at=at)
    else:
        changed = changed_line(unit, line(unit, checkpoint_id), fields)
        placed = changed.model_copy(update={"drafted_by": LIBRARY})
        unit.put(placed)
    unit.put(
        Suggestion(
            task_id=task_id,
            id=f"p-{unit.new_id()[-7:]}",
            batch=f"{LIBRARY}-{unit.new_id()}",
            drafter=LIBRARY,
            text=placed.text,
            weight=int(placed.weight),
            tier=placed.tier or Tier.IMPORTANT,
            dimension=placed.dimension,
            source=entry.origin,
            instrument=placed.instrument,
            settings=placed.settings,
            state=SuggestionState.TAKEN,
            checkpoint_id=placed.id,
            made_at=unit.now,
        )
    )
    unit.tell(checkpoint=placed.id, taken_from=entry.origin)
