"""What the benchmark is made of: tasks, checkpoints and prompts by domain."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any, Final

from xpert_studio.core.store import tasks
from xpert_studio.core.wording import mark, t
from xpert_studio.report.blocks import Block, Column, Row, Table
from xpert_studio.report.part_names import domain_name
from xpert_studio.report.section import Section, View


@dataclass(frozen=True, slots=True)
class DomainCorpus:
    """The tasks of a domain that have a rubric.

    Attributes:
        name: Of the domain; empty for none.
        tasks: How many.
        checkpoints: Of a task, on average.
        length: Of a task's prompt in characters, on average.
    """

    name: str
    tasks: int
    checkpoints: float
    length: float


@dataclass(frozen=True, slots=True)
class Corpus:
    """By domain, the largest first, and all together: means are over tasks."""

    domains: tuple[DomainCorpus, ...]
    whole: DomainCorpus


def _corpus(view: View) -> Corpus | None:
    wanted = set(view.analysis.catalog.tasks)
    with view.project.reading() as tx:
        counts = tasks.count_checkpoints(tx)
        briefs = [
            (task.domain or "", counts[task.id], len(task.full_prompt))
            for task in tasks.all_tasks(tx)
            if task.id in wanted and counts.get(task.id)
        ]
    if not briefs:
        return None
    names = sorted({name for name, *_ in briefs})
    domains = [_mean(name, [one for one in briefs if one[0] == name]) for name in names]
    domains.sort(key=lambda one: (-one.tasks, one.name))
    return Corpus(tuple(domains), _mean("", briefs))


def _mean(name: str, briefs: list[tuple[str, int, int]]) -> DomainCorpus:
    n = len(briefs)
    return DomainCorpus(
        name, n, sum(one[1] for one in briefs) / n, sum(one[2] for one in briefs) / n
    )


def _blocks(found: Corpus) -> Iterator[Block]:
    columns = (
        Column(t("Domain")),
        Column(t("Tasks"), "0"),
        Column(t("Checkpoints a task"), "0.0"),
        Column(t("Prompt length (characters)"), "0"),
    )
    named = [(domain_name(one.name) or t("no domain"), one) for one in found.domains]
    rows = tuple(
        Row((name, one.tasks, one.checkpoints, one.length), apart=one is found.whole)
        for name, one in (*named, (t("All"), found.whole))
    )
    caption = t("Tasks with a rubric; means over tasks.")
    yield Table(columns, rows, caption, t("Benchmark"), short=12)


def _data(found: Corpus) -> dict[str, Any]:
    def plain(one: DomainCorpus) -> dict[str, Any]:
        return {"tasks": one.tasks, "checkpoints": one.checkpoints, "prompt_length": one.length}

    by_domain = {one.name: plain(one) for one in found.domains}
    return {"domains": by_domain, "all": plain(found.whole)}


CORPUS: Final = Section(
    "corpus",
    mark("The benchmark"),
    mark("How many tasks and checkpoints are there by domain, and how long are the prompts?"),
    _corpus,
    _blocks,
    _data,
)
