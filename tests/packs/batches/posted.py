"""Helpers of the tests of batches: a project, a run in batches on the loopback, and its ledger."""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from datetime import datetime, timedelta
from pathlib import Path
from typing import Any

from tests.judge.projects import make_project
from tests.lazily import lazily
from tests.loopback.batches import START, Batch, BatchServer
from xpert_studio.core.judge.pricing import cost_of, price_of
from xpert_studio.core.judge.request import ScoreRequest
from xpert_studio.core.records import Call, Run, Verdict
from xpert_studio.core.store import ProjectFile, calls, entities, runs, tasks, verdicts
from xpert_studio.packs.batches.parts import BatchPart, parts_of
from xpert_studio.report.whole_runs import carry_out_all, prepare_all

anthropic = lazily("xpert_studio.core.judge.providers.anthropic_messages")
gemini = lazily("xpert_studio.core.judge.providers.gemini")
openai = lazily("xpert_studio.core.judge.providers.openai_chat")

MODELS = {
    "openai": "gpt-5-mini",
    "anthropic": "claude-sonnet-5-5",
    "gemini": "gemini-3.8-flash",
}
KEY = "sk-planted-0123456789abcdefABCDEF"
USAGE = {
    "openai": lambda reply: openai.usage_of(reply["usage"]),
    "anthropic": lambda reply: anthropic._usage(reply["usage"]),
    "gemini": lambda reply: gemini._usage(reply["usageMetadata"]),
}


@dataclass
class Scene:
    """A project and a provider, with one clock.

    Attributes:
        path: The project.
        at: The time.
    """

    path: Path
    server: BatchServer
    at: datetime = START
    more: dict[str, Any] = field(default_factory=dict)

    @classmethod
    def of(cls, path: Path, server: BatchServer, **more: Any) -> Scene:
        make_project(path, tasks=2, checkpoints=3, systems=3).close()
        return cls(path, server, more=more)

    def request(self, *, batch: bool = True) -> ScoreRequest:
        request = ScoreRequest(
            self.server.provider,
            MODELS[self.server.provider],
            base_url=self.server.url_of(self.server.provider),
            api_key=KEY,
            batch=batch,
        )
        return replace(request, **self.more)

    def wait(self, **time: float) -> None:
        """Lets time pass, for the program and the provider."""
        self.at += timedelta(**time)
        self.server.clock = self.at

    def carry(self, *, batch: bool = True) -> Run:
        """One process: it opens the project, goes as far as it can, and ends."""
        with ProjectFile.open(self.path) as project:
            prepared = prepare_all(project, self.request(batch=batch))
            (end,) = carry_out_all(project, prepared, clock=lambda: self.at)
        if end.problem is not None:
            raise end.problem
        assert end.ended is not None
        return end.ended.run

    def open_batches(self) -> list[Batch]:
        return [one for one in self.server.batches if not one.has_ended]

    def parts(self) -> list[BatchPart]:
        with ProjectFile.open(self.path) as project, project.reading() as tx:
            return parts_of(tx)

    def stored(self) -> tuple[list[Run], list[Call], list[Verdict]]:
        """All runs, calls and verdicts."""
        with ProjectFile.open(self.path) as project, project.reading() as tx:
            found = runs.all_runs(tx)
            made = [call for run in found for call in calls.calls_of(tx, run.id)]
            return found, made, list(verdicts.all_verdicts(tx))

    def billed(self) -> float:
        """What the provider charges: half the price of each call it answered."""
        provider = self.server.provider
        price = price_of(provider, MODELS[provider])
        costs = [cost_of(USAGE[provider](reply), price, calls=1) for _, reply in self.server.bill]
        return sum(cost / 2 for cost in costs if cost is not None)


def decided(found: list[Verdict]) -> list[str]:
    """Verdicts without the time at which they were made, and the tokens that a cache served."""
    return sorted(one.model_dump_json(exclude={"judged_at", "usage"}) for one in found)


def edit_checkpoint(path: Path, task_id: str, id_: str, text: str) -> None:
    """Writes another text into a checkpoint."""
    with ProjectFile.open(path) as project, project.writing() as tx:
        rubric = tasks.rubrics(tx)[task_id]
        point = next(one for one in rubric if one.id == id_)
        entities.put(tx, point.model_copy(update={"text": text}))
