"""What decides on this computer, without a call to a model: the built-in judge, and checks."""

from __future__ import annotations

import asyncio
import uuid
from abc import ABC, abstractmethod
from collections.abc import Callable
from datetime import datetime
from typing import Final, Protocol, TypeAlias

from xpert_studio.core.judge.backend import DecidedCall, Keep
from xpert_studio.core.judge.material import Material
from xpert_studio.core.judge.work import JudgeCall
from xpert_studio.core.records import (
    Call,
    Judge,
    JudgeMode,
    JudgeSettings,
    RatingState,
    Usage,
    Verdict,
)
from xpert_studio.core.store.calls import Finished

_FREE: Final = Usage(input_tokens=0, cached_tokens=0, output_tokens=0)


class Fitted(Protocol):
    """A judge that asks no model, made ready for one project."""

    @property
    def judge(self) -> Judge:
        """Its record, whose parameters say what it was fitted to."""
        ...

    def backend(
        self, material: Material, *, clock: Callable[[], datetime], run_id: str
    ) -> LocalBackend:
        """Decides the calls of a run.

        Args:
            material: What the run works on.
            clock: The time now, in UTC.
            run_id: The run the calls belong to.
        """
        ...


Fit: TypeAlias = Callable[[Material, JudgeMode, JudgeSettings], Fitted]
"""Fits such a judge on a project's gold forms; slow where they are many."""


class LocalBackend(ABC):
    """Decides calls at once and free of charge.

    Args:
        judge_id: Whose verdicts.
        model: What stands in the place of a model.
        clock: The time now, in UTC.
        run_id: The run the calls belong to.
    """

    def __init__(
        self, judge_id: str, model: str, *, clock: Callable[[], datetime], run_id: str
    ) -> None:
        self._judge_id, self._model = judge_id, model
        self._clock = clock
        self._run_id = run_id

    @property
    def warms_up(self) -> bool:
        """There is no cache to warm."""
        return False

    async def close(self) -> None:  # noqa: B027 - a part of what a backend is
        """There is nothing to release."""

    @abstractmethod
    async def verdicts(self, ask: JudgeCall, started: datetime) -> tuple[Verdict, ...]:
        """Verdicts on all checkpoints asked."""

    async def decide(self, ask: JudgeCall, keep: Keep) -> DecidedCall:  # noqa: ARG002 - one call decides
        """Decides all checkpoints asked."""
        await asyncio.sleep(0)  # lets the recorder and an interrupt have their turn
        loop = asyncio.get_running_loop()
        begun, started = loop.time(), self._clock()
        verdicts = await self.verdicts(ask, started)
        call = Call(
            id=f"call-{uuid.uuid4().hex}",
            run_id=self._run_id,
            judge_id=self._judge_id,
            response_id=ask.response.id,
            asked=tuple(point.id for point in ask.asked),
            trial=ask.trial,
            state=RatingState.OK,
            finish="stop",
            model=self._model,
            usage=_FREE,
            cost=0.0,
            started_at=started,
            seconds=loop.time() - begun,
        )
        return DecidedCall((Finished(call, verdicts),))
