"""Asks a drafter for a rubric: a model, with its cost before and after, or a drafter that needs none."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import partial

from xpert_studio.core.generation.suggested import SuggestedCheckpoint, drafters
from xpert_studio.core.wording import t
from xpert_studio.core.workflow import keep_draft
from xpert_studio.core.workflow.attaching import bytes_of
from xpert_studio.core.workflow.views import TaskView
from xpert_studio.desktop.bridge import Job
from xpert_studio.desktop.names import drafter_title
from xpert_studio.desktop.session import Session


@dataclass(frozen=True, slots=True)
class RequestedDraft:
    """Who is asked: a drafter that needs no model, or a provider with its model and address; and for what.

    Attributes:
        may_grade: Whether graded checkpoints may be proposed.
        better, weaker: Two responses to contrast; both empty for none.
    """

    provider: str
    model: str = ""
    base_url: str = ""
    may_grade: bool = False
    better: str = ""
    weaker: str = ""

    @property
    def name(self) -> str:
        """What suggestions carry as their drafter."""
        return self.provider if self.provider in drafters() else f"{self.provider}:{self.model}"


@dataclass(frozen=True, slots=True)
class Drafted:
    """What came of it."""

    count: int
    cost: float | None
    tokens: int | None
    notes: tuple[str, ...]


def estimate(session: Session, view: TaskView, asked: RequestedDraft) -> tuple[int, float | None]:
    """Tokens in and out that a model will take, and the cost, None unknown; runs on any thread."""
    from xpert_studio.core.generation import estimate_draft

    found = estimate_draft(_request(session, view, asked))
    return found.input_tokens + found.output_tokens, found.cost


def draft(
    session: Session,
    view: TaskView,
    asked: RequestedDraft,
    then: Callable[[Drafted], None],
    failed: Callable[[BaseException], None],
) -> Job:
    """Starts a draft; its lines are kept as suggestions when it is done."""
    task_id = view.task.id

    async def ask(_: Job) -> tuple[Sequence[SuggestedCheckpoint], Drafted]:
        from xpert_studio.core.generation import draft_here, draft_rubric

        if asked.provider in drafters():
            policies, dimensions = view.info.policies, view.info.taxonomy.dimensions
            lines = await asyncio.to_thread(
                draft_here, asked.provider, view.task, policies=policies, dimensions=dimensions
            )
            return lines, Drafted(len(lines), 0.0, None, ())
        made = await draft_rubric(_request(session, view, asked))
        out, into = made.usage.output_tokens, made.usage.input_tokens
        tokens = None if out is None else out + (into or 0)
        return made.suggestions, Drafted(len(made.suggestions), made.cost, tokens, made.notes)

    def keep(made: tuple[Sequence[SuggestedCheckpoint], Drafted]) -> None:
        from xpert_studio.core.generation.suggested import as_suggestions

        session.perform(
            lambda: keep_draft(
                session.ctx, task_id, as_suggestions(session.ctx, task_id, asked.name, made[0])
            ),
            lambda _: then(made[1]),
            failed,
        )

    name = drafter_title(asked.provider) if asked.provider in drafters() else asked.model
    return session.bridge.start_async(t("Drafting with {model}", model=name), ask, keep, failed)


def _request(session: Session, view: TaskView, asked: RequestedDraft):  # type: ignore[no-untyped-def]  # noqa: ANN202
    from xpert_studio.core.generation import Contrast, DraftRequest
    from xpert_studio.core.generation.asking import ModelChoice

    choice = ModelChoice(asked.provider, asked.model, base_url=asked.base_url or None)
    return DraftRequest(
        view.task,
        choice,
        view.info.policies,
        view.info.taxonomy,
        partial(bytes_of, session.project),
        asked.may_grade,
        Contrast(asked.better, asked.weaker) if asked.better and asked.weaker else None,
    )
