"""The work of a run: which checkpoints of which responses are to be decided, and their keys.

A key is a hash of everything a verdict depends on: judge, grading policy, task as shown, the
checkpoint's text, the response, the anchors, the trial. What has a key that is known is not asked
again; an edit changes exactly the keys of what it touches.
"""

from __future__ import annotations

import hashlib
from collections.abc import Sequence
from dataclasses import dataclass

from xpert_studio.records import (
    Anchor,
    Checkpoint,
    GradingPolicy,
    Judge,
    Response,
    Task,
    content_hash,
    decision_basis,
)


@dataclass(frozen=True, slots=True)
class Ask:
    """One response and a part of its rubric, to be decided in one call if all goes well.

    Attributes:
        task: The task.
        response: The candidate.
        chunk: The part of the rubric that a call covers; what the judge is shown.
        asked: Those of the chunk that are not known yet.
        keys: Key by checkpoint id, for those asked.
        prompt_hash, response_hash: Of task and response: what is decided on.
        anchors: Gold sheets shown to the judge.
        trial: From 1.
    """

    task: Task
    response: Response
    chunk: tuple[Checkpoint, ...]
    asked: tuple[Checkpoint, ...]
    keys: dict[str, str]
    prompt_hash: str
    response_hash: str
    anchors: tuple[Anchor, ...]
    trial: int

    @property
    def prefix_id(self) -> tuple[str, str, int]:
        """Same for all asks that share the part of the prompt before the candidate."""
        return self.task.id, self.chunk[0].id, len(self.chunk)

    def basis_of(self, point: Checkpoint) -> str:
        """Hash of what is decided on: this checkpoint's text of this response to this task."""
        return decision_basis(self.prompt_hash, point.text, self.response_hash)


class KeyMaker:
    """Makes the keys of one judge under one grading policy."""

    def __init__(self, judge: Judge, policy: GradingPolicy) -> None:
        self._start = f"{judge.content_hash}\n{policy.content_hash}"
        self._shows_weights = judge.settings is not None and judge.settings.show_weights

    def keys(
        self,
        task: Task,
        rubric: Sequence[Checkpoint],
        response_hash: str,
        anchors: Sequence[Anchor],
        trial: int,
    ) -> dict[str, str]:
        """Keys of all checkpoints of a rubric for one response, by checkpoint id."""
        return self.for_rubric(task, rubric, anchors)(response_hash, trial)

    def for_rubric(
        self, task: Task, rubric: Sequence[Checkpoint], anchors: Sequence[Anchor]
    ) -> RubricKeys:
        """Hashes what all responses to a task share, once."""
        prompt_hash = task.prompt_hash
        parts = {
            point.id: "\n".join(
                [self._start, prompt_hash, self._shown(point), *_anchor_parts(point, anchors)]
            )
            for point in rubric
        }
        return RubricKeys(parts)

    def _shown(self, point: Checkpoint) -> str:
        if self._shows_weights:
            return content_hash({"text": point.text, "weight": point.weight, "tier": point.tier})
        return content_hash({"text": point.text})


@dataclass(frozen=True, slots=True)
class RubricKeys:
    """Makes the keys of one task's rubric for response after response."""

    parts: dict[str, str]

    def __call__(self, response_hash: str, trial: int) -> dict[str, str]:
        """Keys by checkpoint id for one response and trial."""
        end = f"\n{response_hash}\n{trial}"
        return {
            checkpoint_id: hashlib.sha256((part + end).encode()).hexdigest()
            for checkpoint_id, part in self.parts.items()
        }


def _anchor_parts(point: Checkpoint, anchors: Sequence[Anchor]) -> list[str]:
    """What the anchors say of this checkpoint; the rest of their sheets does not matter here."""
    parts = []
    for anchor in anchors:
        judgment = anchor.judgment_of(point.id)
        said = judgment.meaning() if judgment else None
        parts.append(content_hash({"response": anchor.response_text, "judgment": said}))
    return parts


def chunks(rubric: Sequence[Checkpoint], size: int) -> list[tuple[Checkpoint, ...]]:
    """A rubric in parts of ``size`` checkpoints; 0 is the whole."""
    step = size or max(len(rubric), 1)
    return [tuple(rubric[start : start + step]) for start in range(0, len(rubric), step)]
