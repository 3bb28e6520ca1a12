"""A draft is a suggestion: its lines are taken, edited while they are taken, or dropped."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Annotated, Final

from xpert_studio.core.errors import NotFoundError, StageError, UsageError
from xpert_studio.core.fields import Through
from xpert_studio.core.messages import Message
from xpert_studio.core.records import Checkpoint, Suggestion, SuggestionState
from xpert_studio.core.records.rubrics import WrittenFields
from xpert_studio.core.workflow.command_context import UnitOfWork
from xpert_studio.core.workflow.commands import SuggestionIds, TaskId, command
from xpert_studio.core.workflow.line_rules import (
    add_lines,
    changed_line,
    known_dimension,
    open_rubric,
)
from xpert_studio.core.workflow.rubric_lines import LineFields

_PROPOSED: Final = Checkpoint.model_fields.keys() & Suggestion.model_fields.keys() - {
    "task_id",
    "id",
    "position",
}
"""What a suggestion says of the checkpoint that it becomes."""


@command("draft.add", "Draft rubric", done="had a rubric drafted")
def keep_draft(unit: UnitOfWork, task_id: str, suggestions: Sequence[Suggestion]) -> None:
    """Keep what a drafter proposed, in place of what was still open of an earlier draft."""
    open_rubric(unit, task_id)
    replaced = unit.find_all(Suggestion, task_id=task_id, state=SuggestionState.OPEN.value)
    unit.put(*(old.model_copy(update={"state": SuggestionState.DROPPED}) for old in replaced))
    unit.put(*suggestions)
    drafters = sorted({suggestion.drafter for suggestion in suggestions})
    unit.tell(suggestions=len(suggestions), drafter=", ".join(drafters))


@command(
    "draft.accept",
    "Accept suggestions",
    done="accepted suggestions",
    line="draft accept TASK SUGGESTIONS",
    told="Suggestions: {suggestions}.",
)
def accept_suggestions(
    unit: UnitOfWork,
    task_id: TaskId,
    suggestion_ids: SuggestionIds,
    *,
    edited: Annotated[Mapping[str, LineFields] | None, Through(WrittenFields, "edited")] = None,
) -> None:
    """Add suggestions to the end of the rubric, edited where requested.

    One that changes the wording of a checkpoint changes it.
    What was taken as it is stays marked as the drafter's until a person edits the line.

    Args:
        unit: By the author.
        task_id: The task.
        suggestion_ids: Which.
        edited: Fields that the person changed while taking, by suggestion id.
    """
    changes = edited or {}
    open_rubric(unit, task_id)
    chosen = sorted(
        (_open(unit, suggestion_id) for suggestion_id in dict.fromkeys(suggestion_ids)),
        key=lambda suggestion: suggestion.position,
    )
    for suggestion in chosen:
        own = dict(changes.get(suggestion.id) or {})
        if suggestion.checkpoint_id:
            placed = _reworded(unit, suggestion)
        else:
            fields = {name: getattr(suggestion, name) for name in _PROPOSED}
            beside = {
                "dimension": project_dimension(unit, suggestion.dimension),
                "drafted_by": suggestion.drafter,
            }
            add_lines(unit, [fields | beside])
            placed = unit.rubric()[-1]
        if own:
            unit.put(changed_line(unit, placed, own))
        unit.put(
            suggestion.model_copy(
                update={"state": SuggestionState.TAKEN, "checkpoint_id": placed.id}
            )
        )
    unit.tell(suggestions=len(chosen), edited=len(changes) or None)


@command(
    "draft.discard",
    "Discard suggestions",
    done="discarded suggestions",
    line="draft reject TASK SUGGESTIONS",
    told="Suggestions: {suggestions}.",
)
def reject_suggestions(unit: UnitOfWork, task_id: TaskId, suggestion_ids: SuggestionIds) -> None:
    """Discard suggestions."""
    open_rubric(unit, task_id)
    dropped = [_open(unit, suggestion_id) for suggestion_id in dict.fromkeys(suggestion_ids)]
    unit.put(*(item.model_copy(update={"state": SuggestionState.DROPPED}) for item in dropped))
    unit.tell(suggestions=len(set(suggestion_ids)))


def _reworded(unit: UnitOfWork, suggestion: Suggestion) -> Checkpoint:
    """The checkpoint of a suggestion in its new wording.

    Raises:
        NotFoundError: The checkpoint was removed.
    """
    point = next((one for one in unit.rubric() if one.id == suggestion.checkpoint_id), None)
    if point is None:
        raise NotFoundError(
            Message("The checkpoint {id} is not there any more.", id=suggestion.checkpoint_id),
            remedy="Reject the suggestion.",
        )
    changed = changed_line(unit, point, {"text": suggestion.text})
    unit.put(changed)
    return changed


def _open(unit: UnitOfWork, suggestion_id: str) -> Suggestion:
    suggestion = unit.find(Suggestion, unit.task_id or "", suggestion_id)
    if suggestion is None:
        raise NotFoundError(
            Message("There is no suggestion {suggestion_id}.", suggestion_id=suggestion_id),
            remedy="Look at the draft for its checkpoints.",
        )
    if suggestion.state is not SuggestionState.OPEN:
        raise StageError(
            Message(
                "Suggestion {suggestion_id} has been {state} already.",
                suggestion_id=suggestion_id,
                state=suggestion.state,
            )
        )
    return suggestion


def project_dimension(unit: UnitOfWork, name: str | None) -> str | None:
    """A proposed dimension where the project has it: a drafter adds no vocabulary."""
    if name is None:
        return None
    try:
        return known_dimension(unit, name)
    except UsageError:
        return None
