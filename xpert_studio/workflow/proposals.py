"""A draft is a proposal: its lines are taken, edited while they are taken, or dropped."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Annotated

from xpert_studio.errors import NotFoundError, StageError, UsageError
from xpert_studio.messages import Message
from xpert_studio.records import Proposal, ProposalState
from xpert_studio.workflow.command_context import UnitOfWork
from xpert_studio.workflow.commands import command
from xpert_studio.workflow.parameters import ProposalIds, TaskId, Through
from xpert_studio.workflow.rubric_lines import (
    EditedFields,
    LineFields,
    add_lines,
    changed_line,
    known_dimension,
    open_rubric,
)


@command("draft.add", "Draft rubric", done="had a rubric drafted")
def keep_draft(unit: UnitOfWork, task_id: str, proposals: Sequence[Proposal]) -> None:
    """Keep what a drafter proposed, in place of what was still open of an earlier draft."""
    open_rubric(unit, task_id)
    replaced = unit.find_all(Proposal, task_id=task_id, state=ProposalState.OPEN.value)
    unit.put(*(old.model_copy(update={"state": ProposalState.DROPPED}) for old in replaced))
    unit.put(*proposals)
    drafters = sorted({proposal.drafter for proposal in proposals})
    unit.tell(proposals=len(proposals), drafter=", ".join(drafters))


@command(
    "draft.accept",
    "Accept suggestions",
    done="accepted suggestions",
    line="draft accept TASK SUGGESTIONS",
    told="Suggestions: {proposals}.",
)
def take_proposals(
    unit: UnitOfWork,
    task_id: TaskId,
    proposal_ids: ProposalIds,
    *,
    edited: Annotated[Mapping[str, LineFields] | None, Through(EditedFields, "edited")] = None,
) -> None:
    """Add suggestions to the end of the rubric, edited where requested.

    What was taken as it is stays marked as the drafter's until a person edits the line.

    Args:
        unit: By the author.
        task_id: The task.
        proposal_ids: Which.
        edited: Fields that the person changed while taking, by proposal id.
    """
    changes = edited or {}
    open_rubric(unit, task_id)
    chosen = sorted(
        (_open(unit, proposal_id) for proposal_id in dict.fromkeys(proposal_ids)),
        key=lambda proposal: proposal.position,
    )
    for proposal in chosen:
        fields = {
            "text": proposal.text,
            "tier": proposal.tier,
            "weight": proposal.weight,
            "dimension": _dimension(unit, proposal),
            "drafted_by": proposal.drafter,
            "source": proposal.source,
            "instrument": proposal.instrument,
            "settings": proposal.settings,
        }
        (point,) = add_lines(unit, [fields])
        own = changes.get(proposal.id)
        placed = unit.rubric()[-1]
        if own:
            unit.put(changed_line(unit, placed, dict(own)))
        unit.put(
            proposal.model_copy(update={"state": ProposalState.TAKEN, "checkpoint_id": point.id})
        )
    unit.tell(proposals=len(chosen), edited=len(changes) or None)


@command(
    "draft.discard",
    "Discard suggestions",
    done="discarded suggestions",
    line="draft reject TASK SUGGESTIONS",
    told="Suggestions: {proposals}.",
)
def drop_proposals(unit: UnitOfWork, task_id: TaskId, proposal_ids: ProposalIds) -> None:
    """Discard suggestions."""
    open_rubric(unit, task_id)
    dropped = [_open(unit, proposal_id) for proposal_id in dict.fromkeys(proposal_ids)]
    unit.put(*(item.model_copy(update={"state": ProposalState.DROPPED}) for item in dropped))
    unit.tell(proposals=len(set(proposal_ids)))


def _open(unit: UnitOfWork, proposal_id: str) -> Proposal:
    proposal = unit.find(Proposal, unit.task_id or "", proposal_id)
    if proposal is None:
        raise NotFoundError(
            Message("There is no suggestion {proposal_id}.", proposal_id=proposal_id),
            remedy="Look at the draft for its checkpoints.",
        )
    if proposal.state is not ProposalState.OPEN:
        raise StageError(
            Message(
                "Proposal {proposal_id} has been {state} already.",
                proposal_id=proposal_id,
                state=proposal.state,
            )
        )
    return proposal


def _dimension(unit: UnitOfWork, proposal: Proposal) -> str | None:
    """The proposed dimension where the project has it: a drafter adds no vocabulary."""
    if proposal.dimension is None:
        return None
    try:
        return known_dimension(unit, proposal.dimension)
    except UsageError:
        return None
