"""Judges that a pack makes of a function: they ask no model, and decide point by point.

One decides by the text of the response, one by what other judges say of it.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from functools import partial
from typing import TypeAlias

from pydantic import JsonValue

from xpert_studio.core.errors import JudgeError
from xpert_studio.core.instruments import instrument_of
from xpert_studio.core.judge.local_backend import Fit, LocalBackend
from xpert_studio.core.judge.material import Material
from xpert_studio.core.judge.members import Member, Said, UnheardError
from xpert_studio.core.judge.planning import make_judge
from xpert_studio.core.judge.work import JudgeCall
from xpert_studio.core.messages import Message
from xpert_studio.core.records import (
    ATTACHMENTS_NOT_SEEN,
    Checkpoint,
    Judge,
    JudgeMode,
    JudgeSettings,
    RatingState,
    Response,
    Task,
    Verdict,
    content_hash,
)
from xpert_studio.core.wording import language_of, translated


@dataclass(frozen=True, slots=True)
class Opinion:
    """What such a judge says of one checkpoint.

    Attributes:
        value: As the checkpoint's instrument has it: 1 met and 0 not met, of a binary one. None
            where it comes to none; the verdict is then invalid, and asked again.
        rationale: Why, in a sentence.
    """

    value: float | None
    rationale: str = ""


Decide: TypeAlias = Callable[[Task, Response, Checkpoint], Opinion]
"""A pure function: the same input, the same opinion."""
Compose: TypeAlias = Callable[[Task, Response, Checkpoint, Sequence[Said]], Opinion]
"""The same of what other judges say, in the order in which they were named."""
Weigh: TypeAlias = Callable[[Member], float]


def program_judge(name: str, decide: Decide, *, version: int = 1) -> Fit:
    """A judge that a function decides, as a manifest names it under ``judges``.

    Args:
        name: As in the manifest, and after ``--judge``; part of the judge's id.
        decide: Says what it thinks. It sees the text of the response, not its attachments.
        version: Of the function. Where it decides otherwise, raise it: it is another judge then.
    """

    def decided(_: Material, ask: JudgeCall, point: Checkpoint) -> tuple[Opinion, Flags]:
        flags = (ATTACHMENTS_NOT_SEEN,) if ask.files.unseen else ()
        return decide(ask.task, ask.response, point), flags

    def fit(material: Material, mode: JudgeMode, settings: JudgeSettings) -> _Ready:
        del material, settings
        return _ready(name, mode, {"version": version}, JudgeSettings(), decided)

    return fit


def composed_judge(
    name: str, decide: Compose, *, weigh: Weigh | None = None, version: int = 1
) -> Fit:
    """A judge of judges: a function decides by the verdicts of those named with ``--members``.

    It asks none of them: they judge before it. What they say is part of the key of a verdict, so
    that a run decides anew where they changed. Where ``decide`` asks for the value of a judge that
    has not judged a checkpoint, the verdict is invalid and names the judge.

    Args:
        name: As in the manifest, and after ``--judge``; part of the judge's id.
        decide: Says what it comes to.
        weigh: The weight of a judge; with other weights it is another judge. None weighs all alike.
        version: Of the functions. Where they decide otherwise, raise it: it is another judge then.
    """

    def fit(material: Material, mode: JudgeMode, settings: JudgeSettings) -> _Ready:
        del settings
        members = material.heard.members
        if not members:
            raise JudgeError(
                Message("The judge {name} decides by the verdicts of others.", name=name),
                remedy="Name judges that have judged the responses: --members ID,ID.",
            )
        weights = {member.judge.id: weigh(member) for member in members} if weigh else {}

        def decided(work: Material, ask: JudgeCall, point: Checkpoint) -> tuple[Opinion, Flags]:
            heard, response = work.heard, ask.response
            said = heard.said(response.id, point, weights)
            return decide(ask.task, response, point, said), heard.flags(response.id, point.id)

        # The weights as a hash: who judges blind may read what a judge is made of.
        parameters = {"version": version} | ({"weights": content_hash(weights)} if weigh else {})
        return _ready(name, mode, parameters, JudgeSettings(members=material.heard.ids), decided)

    return fit


Flags: TypeAlias = tuple[str, ...]
_Decided: TypeAlias = Callable[[Material, JudgeCall, Checkpoint], tuple[Opinion, Flags]]


def _ready(
    name: str,
    mode: JudgeMode,
    parameters: Mapping[str, JsonValue],
    settings: JudgeSettings,
    decided: _Decided,
) -> _Ready:
    made = make_judge(name, name, mode, parameters, prompt_hash=None, judge_settings=settings)
    return _Ready(made, decided)


@dataclass(frozen=True, slots=True)
class _Ready:
    judge: Judge
    decided: _Decided

    def backend(
        self, material: Material, *, clock: Callable[[], datetime], run_id: str
    ) -> LocalBackend:
        return _Backend(self.judge, partial(self.decided, material), clock=clock, run_id=run_id)


class _Backend(LocalBackend):
    def __init__(
        self,
        judge: Judge,
        decided: Callable[[JudgeCall, Checkpoint], tuple[Opinion, Flags]],
        *,
        clock: Callable[[], datetime],
        run_id: str,
    ) -> None:
        super().__init__(judge.id, str(judge.model), clock=clock, run_id=run_id)
        self._decided = decided

    async def verdicts(self, ask: JudgeCall, started: datetime) -> tuple[Verdict, ...]:
        """Verdicts on all checkpoints asked."""
        return tuple(self._verdict(ask, point, started) for point in ask.asked)

    def _verdict(self, ask: JudgeCall, point: Checkpoint, started: datetime) -> Verdict:
        flags: Flags = ()
        try:
            said, flags = self._decided(ask, point)
            value, why = _usable(said, point), said.rationale
        except UnheardError as error:
            language = language_of(ask.task.language)
            told = (translated(text, language) for text in (error.message, error.remedy))
            value, why = None, " ".join(filter(None, told))
        is_decided = value is not None
        return Verdict(
            response_id=ask.response.id,
            checkpoint_id=point.id,
            judge_id=self._judge_id,
            value=value,
            state=RatingState.OK if is_decided else RatingState.INVALID,
            problem=None if is_decided else why,
            trial=ask.trial,
            rationale=why if is_decided else None,
            judged_at=started,
            key=ask.keys[point.id],
            rated_hash=ask.rated_hash_of(point),
            flags=flags,
        )


def _usable(said: Opinion, point: Checkpoint) -> float | None:
    """The value of an opinion; None where it has none.

    Raises:
        JudgeError: The checkpoint's instrument has no such value.
    """
    if said.value is None:
        return None
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
