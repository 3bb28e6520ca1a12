"""What a person asks for when they have a judge decide attack baselines."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Annotated

from xpert_studio.api import mark
from xpert_studio.api.instruments import Asks
from xpert_studio.core.judge.key_check import need_no_keys
from xpert_studio.core.judge.providers.registry import parse_judge_name
from xpert_studio.core.judge.request import ScoreRequest
from xpert_studio.core.judge.selection import Selection
from xpert_studio.core.records import RunTerms


@dataclass(frozen=True, slots=True)
class AttackRequest:
    """Which tasks are attacked, and who decides the checkpoints that no program decides."""

    terms: RunTerms = field(default_factory=RunTerms)
    tasks: Annotated[
        tuple[str, ...],
        Asks(
            "Only these tasks; may be repeated or comma-separated.",
            is_list=True,
            title=mark("Tasks"),
            empty=mark("All tasks"),
        ),
    ] = ()
    judge: Annotated[
        str,
        Asks(
            "Have a judge decide the other checkpoints: see 'score --judge'.",
            "openai:MODEL",
            title=mark("Judge"),
        ),
    ] = ""

    def of_judge(self) -> ScoreRequest:
        """What the judge is asked.

        Raises:
            UsageError: It names no judge, or holds a key.
        """
        provider, model = parse_judge_name(self.judge)
        need_no_keys(model)
        selection = Selection(task_ids=tuple(sorted(self.tasks)))
        return ScoreRequest(provider=provider, model=model, selection=selection).on(self.terms)
