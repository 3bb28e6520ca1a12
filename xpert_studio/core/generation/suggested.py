"""Checkpoints that a drafter suggests: a model, or one that a pack brings and that needs none."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass, field
from typing import Final, Protocol

from pydantic import JsonValue

from xpert_studio.core.judge.providers.registry import provider_names
from xpert_studio.core.packs import find, listed_with_packs
from xpert_studio.core.records import BINARY, Policies, SourcePart, Suggestion, Task, Tier
from xpert_studio.core.workflow import CommandContext

OUTLINE: Final = "outline"
"""Drafts offline."""
_HAN: Final = re.compile(r"[\u3400-\u4dbf\u4e00-\u9fff]")


@dataclass(frozen=True, slots=True)
class SuggestedCheckpoint:
    """A checkpoint that a drafter suggests, before it is kept as a suggestion."""

    text: str
    tier: Tier
    weight: int
    dimension: str | None
    source_part: SourcePart | None
    source: str | None
    instrument: str = BINARY
    settings: Mapping[str, JsonValue] = field(default_factory=dict)


class Drafter(Protocol):
    """Drafts a rubric without a model."""

    def __call__(
        self, task: Task, *, policies: Policies, dimensions: Sequence[str]
    ) -> list[SuggestedCheckpoint]:
        """The checkpoints that a task's brief suggests.

        Args:
            task: With its brief.
            policies: Limits and default weights.
            dimensions: The project's.
        """
        ...


def drafters() -> dict[str, str]:
    """The drafters that need no model, by name, each with the title of its pack; ours first."""
    found = listed_with_packs("drafters")
    names = sorted(found.keys() - provider_names(), key=lambda name: (name != OUTLINE, name))
    return {name: found[name] for name in names}


def draft_here(
    drafter: str, task: Task, *, policies: Policies, dimensions: Sequence[str]
) -> list[SuggestedCheckpoint]:
    """What one of ``drafters`` suggests; see ``Drafter``."""
    make: Drafter = find("drafters", drafter)
    return make(task, policies=policies, dimensions=dimensions)


def is_chinese(text: str) -> bool:
    """Whether a text is mainly Chinese."""
    return 4 * len(_HAN.findall(text)) > len(text.strip())


def as_suggestions(
    ctx: CommandContext, task_id: str, drafter: str, suggested: Sequence[SuggestedCheckpoint]
) -> list[Suggestion]:
    """One batch of suggestions, in the drafter's order.

    Args:
        ctx: Gives ids and the time.
        task_id: The task they are for.
        drafter: ``outline``, or ``PROVIDER:MODEL``.
        suggested: The lines.
    """
    batch = f"draft-{ctx.new_id()}"
    return [
        Suggestion(
            task_id=task_id,
            id=f"p-{ctx.new_id()[-7:]}",
            batch=batch,
            drafter=drafter,
            **asdict(item),
            position=place,
            made_at=ctx.clock(),
        )
        for place, item in enumerate(suggested)
    ]
