"""Asks a drafter for a rubric: a model, with its cost before and after, or the outline drafter."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from functools import partial

from xpert_studio.desktop.kit import Job, Session, t
from xpert_studio.generation.outline import Suggestion
from xpert_studio.workflow import keep_draft
from xpert_studio.workflow.attaching import bytes_of
from xpert_studio.workflow.views import TaskView

OUTLINE = "outline"


@dataclass(frozen=True, slots=True)
class Asked:
    """Who is asked: ``outline``, or a provider with its model and address; and for what.

    Attributes:
        may_grade: Whether graded checkpoints may be proposed.
    """

    provider: str
    model: str = ""
    base_url: str = ""
    may_grade: bool = False

    @property
    def name(self) -> str:
        """What proposals carry as their drafter."""
        return OUTLINE if self.provider == OUTLINE else f"{self.provider}:{self.model}"


@dataclass(frozen=True, slots=True)
class Estimated:
    """What a draft will take: tokens in and out, and its cost; None is unknown."""

    tokens: int
    cost: float | None


@dataclass(frozen=True, slots=True)
class Drafted:
    """What came of it."""

    count: int
    cost: float | None
    tokens: int | None
    notes: tuple[str, ...]


def estimate(session: Session, view: TaskView, asked: Asked) -> Estimated:
    """What it will take; runs on any thread."""
    if asked.provider == OUTLINE:
        return Estimated(0, 0.0)
    from xpert_studio.generation import estimate_draft

    found = estimate_draft(_request(session, view, asked))
    return Estimated(found.input_tokens + found.output_tokens, found.cost)


def draft(
    session: Session,
    view: TaskView,
    asked: Asked,
    then: Callable[[Drafted], None],
    failed: Callable[[BaseException], None],
) -> Job:
    """Starts a draft; its lines are kept as proposals when it is done."""
    task_id = view.task.id

    def keep(suggested: list[Suggestion], facts: Drafted) -> None:
        from xpert_studio.generation.outline import as_proposals

        session.perform(
            lambda: keep_draft(
                session.desk, task_id, as_proposals(session.desk, task_id, asked.name, suggested)
            ),
            lambda _: then(facts),
            failed,
        )

    if asked.provider == OUTLINE:
        return session.bridge.start(
            t("Drafting an outline"),
            lambda _: _outline(view),
            lambda made: keep(made, Drafted(len(made), 0.0, None, ())),
            failed,
        )

    async def ask(_: Job) -> tuple[list[Suggestion], Drafted]:
        from xpert_studio.generation import draft_rubric

        made = await draft_rubric(_request(session, view, asked))
        usage = made.usage
        tokens = (
            None if usage.output_tokens is None else usage.output_tokens + (usage.input_tokens or 0)
        )
        suggested = list(made.suggestions)
        return suggested, Drafted(len(suggested), made.cost, tokens, made.notes)

    return session.bridge.start_async(
        t("Drafting with {model}", model=asked.model), ask, lambda made: keep(*made), failed
    )


def _outline(view: TaskView) -> list[Suggestion]:
    from xpert_studio.generation import outline_draft

    return outline_draft(
        view.task, policies=view.info.policies, dimensions=view.info.taxonomy.dimensions
    )


def _request(session: Session, view: TaskView, asked: Asked):  # type: ignore[no-untyped-def]  # noqa: ANN202
    from xpert_studio.generation import DraftRequest
    from xpert_studio.generation.asking import ModelChoice

    choice = ModelChoice(asked.provider, asked.model, base_url=asked.base_url or None)
    return DraftRequest(
        view.task,
        choice,
        view.info.policies,
        view.info.taxonomy,
        partial(bytes_of, session.project),
        asked.may_grade,
    )
