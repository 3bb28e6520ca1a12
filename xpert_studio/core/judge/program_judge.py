"""Judges that a pack makes of a function: they ask no model, and decide point by point."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from datetime import datetime
from typing import TypeAlias

from xpert_studio.core.errors import JudgeError
from xpert_studio.core.instruments import instrument_of
from xpert_studio.core.judge.local_backend import Fit, LocalBackend
from xpert_studio.core.judge.planning import Material, make_judge
from xpert_studio.core.judge.work import JudgeCall
from xpert_studio.core.messages import Message
from xpert_studio.core.records import (
    ATTACHMENTS_NOT_SEEN,
    Checkpoint,
    Judge,
    JudgeMode,
    JudgeSettings,
    Response,
    Task,
    Verdict,
)


@dataclass(frozen=True, slots=True)
class Opinion:
    """What such a judge says of one checkpoint.

    Attributes:
        value: As the checkpoint's instrument has it: 1 met and 0 not met, of a binary one.
        rationale: Why, in a sentence.
    """

    value: float
    rationale: str = ""


Decide: TypeAlias = Callable[[Task, Response, Checkpoint], Opinion]
"""A pure function: the same input, the same opinion."""


def program_judge(name: str, decide: Decide, *, version: int = 1) -> Fit:
    """A judge that a function decides, as a manifest names it under ``judges``.

    Args:
        name: As in the manifest, and after ``--judge``; part of the judge's id.
        decide: Says what it thinks. It sees the text of the response, not its attachments.
        version: Of the function. Where it decides otherwise, raise it: it is another judge then.
    """

    def fit(material: Material, mode: JudgeMode, settings: JudgeSettings) -> _Ready:
        del material, settings
        return _Ready(
            judge=make_judge(
                name,
                name,
                mode,
                parameters={"version": version},
                prompt_hash=None,
                judge_settings=JudgeSettings(),
            ),
            decide=decide,
        )

    return fit


@dataclass(frozen=True, slots=True)
class _Ready:
    judge: Judge
    decide: Decide

    def backend(
        self, material: Material, *, clock: Callable[[], datetime], run_id: str
    ) -> LocalBackend:
        del material
        return _Backend(self.judge, self.decide, clock=clock, run_id=run_id)


class _Backend(LocalBackend):
    def __init__(
        self, judge: Judge, decide: Decide, *, clock: Callable[[], datetime], run_id: str
    ) -> None:
        super().__init__(judge.id, str(judge.model), clock=clock, run_id=run_id)
        self._decide = decide

    async def verdicts(self, ask: JudgeCall, started: datetime) -> tuple[Verdict, ...]:
        """Verdicts on all checkpoints asked."""
        flags = (ATTACHMENTS_NOT_SEEN,) if ask.files.unseen else ()
        return tuple(
            Verdict(
                response_id=ask.response.id,
                checkpoint_id=point.id,
                judge_id=self._judge_id,
                value=_usable(said := self._decide(ask.task, ask.response, point), point),
                trial=ask.trial,
                rationale=said.rationale,
                judged_at=started,
                key=ask.keys[point.id],
                rated_hash=ask.rated_hash_of(point),
                flags=flags,
            )
            for point in ask.asked
        )


def _usable(said: Opinion, point: Checkpoint) -> float:
    """The value of an opinion.

    Raises:
        JudgeError: The checkpoint's instrument has no such value.
    """
    value = instrument_of(point).parse(said.value, point)
    if value is None:
        raise JudgeError(
            Message(
                "The judge gave the checkpoint {point} the value {value}, which it cannot have.",
                point=point.id,
                value=said.value,
            ),
            remedy=Message("Tell the author of the pack; 'xpert-studio packs list' names it."),
        )
    return value
