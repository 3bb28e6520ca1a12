"""Carries runs in batches: what they cost, how many parts they take, and the run itself."""

from __future__ import annotations

import asyncio
import math
from collections.abc import Callable
from datetime import datetime
from typing import Final

from xpert_studio.api import Message
from xpert_studio.api.carriers import (
    Estimate,
    Prepared,
    Price,
    Run,
    ScoreRequest,
    begin_run,
    price_of,
)
from xpert_studio.api.changes import StageError
from xpert_studio.core.errors import XpertError
from xpert_studio.core.judge.engine import OnProgress, RunEngine
from xpert_studio.core.judge.scoring import need_provider
from xpert_studio.core.messages import counted
from xpert_studio.core.records import RunState
from xpert_studio.core.store import ProjectFile, runs, settings
from xpert_studio.packs.batches.batch_run import BatchRun
from xpert_studio.packs.batches.service import terms_of

_BYTES_A_TOKEN: Final = 5
"""More than texts have, so that a plan says rather one part too many."""


class _Batches:
    id = "batch"

    def price_of(self, request: ScoreRequest) -> Price | None:
        """The price of a model in batches.

        Raises:
            UsageError: Its provider has none.
        """
        factor = terms_of(request.provider).factor
        price = price_of(request.provider, request.model)
        return None if price is None else price.times(factor)

    def seconds(self, request: ScoreRequest) -> float:
        """How long answers take at most."""
        return terms_of(request.provider).hours * 3600.0

    def notices(self, request: ScoreRequest, estimate: Estimate) -> tuple[Message, ...]:
        """In how many parts it is posted, at which price, and when the last one ends."""
        terms = terms_of(request.provider)
        if not estimate.calls:
            return ()
        size = estimate.input_tokens * _BYTES_A_TOKEN
        parts = max(math.ceil(estimate.calls / terms.requests), math.ceil(size / terms.size))
        return (
            counted(
                "Posted as about {n} batch at {share} % of the price of single calls, which ends "
                "within {hours} hours.",
                "Posted as about {n} batches at {share} % of the price of single calls, which end "
                "within {hours} hours.",
                parts,
                share=round(terms.factor * 100),
                hours=terms.hours,
            ),
        )

    def score(
        self,
        project: ProjectFile,
        prepared: Prepared,
        *,
        clock: Callable[[], datetime],
        on_progress: OnProgress,
        on_start: Callable[[RunEngine], None],
    ) -> Run:
        """Fetches what came and posts what is left; see ``scoring.score``, whose errors it raises.

        Returns:
            The run: posted as long as anything may come of it.
        """
        terms_of(prepared.request.provider)
        need_provider(prepared)
        need_deciding(project)
        run, spent = begin_run(project, prepared, clock(), RunState.POSTED)
        work = BatchRun(
            project, prepared, run, spent, clock=clock, on_progress=on_progress, on_start=on_start
        )
        try:
            return asyncio.run(work.carry())
        except (XpertError, KeyboardInterrupt) as error:
            _release(project, run.id, error, clock())
            raise


def need_deciding(project: ProjectFile) -> None:
    """Batches are posted, fetched and cancelled in one file, or they would be paid for twice.

    Raises:
        StageError: The file is a copy of the project.
    """
    with project.reading() as tx:
        if settings.copy_of(tx) is not None:
            raise StageError(
                "This file is a copy of the project: batches are posted, fetched and cancelled in "
                "the file that decides.",
                remedy="Open the project from which the copy was made.",
            )


def _release(project: ProjectFile, run_id: str, error: BaseException, now: datetime) -> None:
    """Leaves a run to the next process that asks for it."""
    with project.writing() as tx:
        run = runs.get_run(tx, run_id)
        run = run.model_copy(
            update={"message": error.message if isinstance(error, XpertError) else run.message}
        )
        runs.put_run(tx, run, now=now, releases=True)


BATCH: Final = _Batches()
