"""A drafter of the lab: a checkpoint for each line of the prompt."""

from collections.abc import Sequence

from xpert_studio.api.drafters import Policies, SourcePart, SuggestedCheckpoint, Task, Tier


def draft(
    task: Task, *, policies: Policies, dimensions: Sequence[str]
) -> list[SuggestedCheckpoint]:
    """A checkpoint a line."""
    del policies, dimensions
    return [
        SuggestedCheckpoint(
            text=f"Holds: {line.strip()}",
            tier=Tier.ESSENTIAL,
            weight=5,
            dimension=None,
            source_part=SourcePart.PROMPT,
            source=line.strip(),
        )
        for line in (task.prompt or "").splitlines()
        if line.strip()
    ]
