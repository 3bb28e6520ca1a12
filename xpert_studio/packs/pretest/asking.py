"""Has models answer a brief in a copy of the project, so that no result ever sees the answers."""

from __future__ import annotations

import asyncio
from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import partial
from typing import Final

from xpert_studio.api.carriers import price_of
from xpert_studio.api.drafters import Task
from xpert_studio.core.generation.asking import ModelChoice, brief_of
from xpert_studio.core.generation.responses import ResponseRequest, generate_responses
from xpert_studio.core.judge.beside import beside
from xpert_studio.core.judge.pricing import cost_of
from xpert_studio.core.judge.token_counts import text_tokens
from xpert_studio.core.records import Response, Stage, Usage
from xpert_studio.core.store import entities, tasks
from xpert_studio.core.workflow import CommandContext, bytes_of

_USUAL_REPLY: Final = 1_000


@dataclass(frozen=True, slots=True)
class Probed:
    """How one system answered.

    Attributes:
        problem: Why there is no answer; empty where there is one.
        cost: None where it is unknown.
    """

    system: str
    text: str
    cost: float | None
    problem: str = ""


def expected_cost(ctx: CommandContext, task: Task, choice: ModelChoice) -> float | None:
    """What an answer of a usual length costs; None where the model has no known price."""
    asked = text_tokens(brief_of(task, partial(bytes_of, ctx.project)).text)
    limit = choice.max_output_tokens or _USUAL_REPLY
    usage = Usage(input_tokens=asked, cached_tokens=0, output_tokens=limit)
    return cost_of(usage, price_of(choice.provider, choice.model), calls=1)


def probe(ctx: CommandContext, task: Task, choices: Sequence[ModelChoice]) -> list[Probed]:
    """Asks models for a brief, each once.

    Raises:
        JudgeError: A key is missing.
    """
    with beside(ctx.project, "probe", is_dry=False) as copy:
        try:
            there = replace(ctx, project=copy.project)
            with copy.project.writing() as tx:
                entities.put(
                    tx, tasks.get_task(tx, task.id).model_copy(update={"stage": Stage.READY})
                )
            return [_one(there, task, choice) for choice in choices]
        finally:
            copy.delete()


def _one(there: CommandContext, task: Task, choice: ModelChoice) -> Probed:
    name = choice.system_name
    request = ResponseRequest(choice, (task,), name)
    content = partial(bytes_of, there.project)
    (done,) = asyncio.run(generate_responses(there, request, bytes_of=content))
    if done.problem is not None:
        return Probed(name, "", done.cost, done.problem)
    with there.project.reading() as tx:
        found = entities.find_all(tx, Response, task_id=task.id, model=name)
    return Probed(name, found[-1].text, done.cost)
