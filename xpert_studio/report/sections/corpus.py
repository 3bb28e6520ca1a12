"""What the benchmark is made of: tasks, checkpoints and prompts by domain, targets, and experts."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import asdict, dataclass
from typing import Any, Final

from xpert_studio.core.records.practice import INSTITUTIONS
from xpert_studio.core.records.project import Taxonomy
from xpert_studio.core.wording import (
    clauses,
    in_a_row,
    labelled,
    listed,
    mark,
    percent,
    spoken,
    t,
    tn,
)
from xpert_studio.core.workflow.categories import category_title
from xpert_studio.core.workflow.views.corpus import (
    FEWEST_EXPERTS,
    Corpus,
    CorpusPart,
    ExpertFigures,
    corpus_of,
)
from xpert_studio.report.blocks import (
    Action,
    Block,
    Cell,
    Column,
    Figure,
    Heading,
    Note,
    Row,
    Table,
    Text,
)
from xpert_studio.report.charts import Bar, Bars
from xpert_studio.report.part_names import dimension_name, domain_name
from xpert_studio.report.section import Section, View

_SHORT: Final = 12
_MOST_BARS: Final = 40
"""With more categories the picture has domains alone; the table has all."""


@dataclass(frozen=True, slots=True)
class ShownCorpus:
    """What there is, and in which words: the vocabulary of the project."""

    corpus: Corpus
    taxonomy: Taxonomy

    def category(self, domain: str, name: str) -> str:
        """A category as it is shown."""
        return category_title(self.taxonomy, domain, name, spoken())


def _compute(view: View) -> ShownCorpus | None:
    with view.project.reading() as tx:
        found = corpus_of(tx, set(view.analysis.catalog.tasks))
    return ShownCorpus(found, view.info.taxonomy) if found else None


def _blocks(shown: ShownCorpus) -> Iterator[Block]:
    found = shown.corpus
    yield _table(shown)
    if any(domain.categories for domain in found.domains):
        yield _categories(shown)
    yield Figure(_picture(shown), t("Tasks by domain and category, and their share of all."))
    if found.targets:
        yield Heading(t("Targets"))
        yield Text(_missing(found), short=_missing(found))
        yield _targets(shown)
    if found.unlisted:
        yield Note(_unlisted(found))
        for _, name, _ in found.unlisted[:1]:
            yield Action(t("Merge into a category"), f'category merge {{project}} "{name}" INTO')
    if found.experts:
        yield from _experts(found.experts)


_FIGURES: Final = (
    (mark("Tasks"), "0"),
    (mark("Checkpoints a task"), "0.0"),
    (mark("Prompt length (characters)"), "0"),
    (mark("Competency"), ""),
)


def _columns(*first: str) -> tuple[Column, ...]:
    return (*map(Column, first), *(Column(t(name), form) for name, form in _FIGURES))


def _table(shown: ShownCorpus) -> Table:
    """Table 1 of the paper: a row a domain, and all."""
    found = shown.corpus
    rows = [_row(domain, domain_name(domain.domain) or t("no domain")) for domain in found.domains]
    rows.append(_row(found.whole, t("All"), apart=True))
    return Table(
        _columns(t("Domain")),
        tuple(rows),
        caption=t(
            "Tasks with a rubric; means over tasks. Where the project names no competency, the "
            "dimension with the most points is in brackets."
        ),
        name=t("Benchmark"),
        short=_SHORT,
    )


def _categories(shown: ShownCorpus) -> Table:
    rows = [
        _row(
            part,
            domain_name(domain.domain) or t("no domain"),
            shown.category(domain.domain, part.category) or t("no category"),
        )
        for domain in shown.corpus.domains
        for part in domain.categories
    ]
    return Table(
        columns=_columns(t("Domain"), t("Category")),
        rows=tuple(rows),
        name=t("Categories"),
        short=_SHORT,
    )


def _row(corpus_part: CorpusPart, *names: str, apart: bool = False) -> Row:
    most = (
        f"({dimension_name(corpus_part.dimension)})" if corpus_part.dimension and not apart else ""
    )
    figures = (
        corpus_part.tasks,
        corpus_part.checkpoints,
        corpus_part.length,
        corpus_part.competency or most,
    )
    cells: tuple[Cell, ...] = (*names, *figures)
    return Row(cells, apart=apart)


def _picture(shown: ShownCorpus) -> Bars:
    domains, whole = shown.corpus.domains, shown.corpus.whole.tasks
    has_all = sum(1 + len(domain.categories) for domain in domains) <= _MOST_BARS
    return Bars(
        items=[
            bar
            for domain in domains
            for bar in (
                _bar(domain_name(domain.domain) or t("no domain"), domain, whole, stressed=False),
                *(
                    _bar(
                        f"– {shown.category(domain.domain, part.category) or t('no category')}",
                        part,
                        whole,
                        stressed=True,
                    )
                    for part in (domain.categories if has_all else ())
                ),
            )
        ],
        axis=t("Tasks"),
        description=t("Composition of the benchmark"),
    )


def _bar(name: str, corpus_part: CorpusPart, whole: int, *, stressed: bool) -> Bar:
    return Bar(
        name,
        corpus_part.tasks,
        f"{corpus_part.tasks:,} ({percent(corpus_part.tasks / whole)})",
        stressed,
    )


def _missing(corpus: Corpus) -> str:
    short = [target for target in corpus.targets if target.missing]
    wanted = sum(target.wanted for target in corpus.targets)
    if not short:
        return t("All {n} targets are reached.", n=len(corpus.targets))
    return t(
        "{n} of {all} targets are not reached: {missing} of {wanted} wanted tasks are not ready.",
        n=len(short),
        all=len(corpus.targets),
        missing=sum(one.missing for one in short),
        wanted=wanted,
    )


def _targets(shown: ShownCorpus) -> Table:
    return Table(
        columns=(
            Column(t("Domain")),
            Column(t("Category")),
            Column(t("Wanted"), "0"),
            Column(t("Ready"), "0"),
            Column(t("Missing"), "0"),
            Column(t("On their way"), "0"),
        ),
        rows=tuple(
            Row(
                (
                    domain_name(target.domain),
                    shown.category(target.domain, target.category),
                    target.wanted,
                    target.ready,
                    target.missing,
                    target.begun,
                )
            )
            for target in shown.corpus.targets
        ),
        name=t("Targets"),
        short=_SHORT,
    )


def _unlisted(corpus: Corpus) -> str:
    return tn(
        "{n} category of tasks is not in the vocabulary, and can be merged: {names}.",
        "{n} categories of tasks are not in the vocabulary, and can be merged: {names}.",
        len(corpus.unlisted),
        names=listed(f"{name} ({count})" for _, name, count in corpus.unlisted),
    )


def _experts(expert_figures: ExpertFigures) -> Iterator[Block]:
    yield Heading(t("Experts"))
    said = [t("Of {n} experts the practice is known.", n=expert_figures.experts)]
    if expert_figures.years is not None:
        said.append(t("Half of them have {n} years of it or more.", n=f"{expert_figures.years:g}"))
    if expert_figures.licensed is not None:
        said.append(
            t(
                "{n} of {all} hold a licence.",
                n=expert_figures.licensed[0],
                all=expert_figures.licensed[1],
            )
        )
    told_of = []
    for title, groups in (
        (t("Years"), {name or t("others"): count for name, count in expert_figures.bands.items()}),
        (
            t("Institutions"),
            {
                INSTITUTIONS.title(name) if name else t("others"): count
                for name, count in expert_figures.institutions.items()
            },
        ),
    ):
        if groups:
            told = clauses(f"{name}: {count}" for name, count in groups.items())
            told_of.append(labelled(title, told))
    said.append(t("Groups of fewer than {n} experts are not shown.", n=FEWEST_EXPERTS))
    yield Text(in_a_row(said))
    yield from map(Text, told_of)


def _plain(shown: ShownCorpus) -> dict[str, Any]:
    found = shown.corpus

    def plain(corpus_part: CorpusPart) -> dict[str, Any]:
        return {
            "tasks": corpus_part.tasks,
            "checkpoints": corpus_part.checkpoints,
            "prompt_length": corpus_part.length,
            "competency": corpus_part.competency or None,
            "dimension": corpus_part.dimension or None,
        }

    return {
        "domains": {
            one.domain: plain(one)
            | {"categories": {part.category: plain(part) for part in one.categories}}
            for one in found.domains
        },
        "all": plain(found.whole),
        "targets": [asdict(target) | {"missing": target.missing} for target in found.targets],
        "unlisted": [
            {"domain": domain, "category": name, "tasks": count}
            for domain, name, count in found.unlisted
        ],
        "experts": asdict(found.experts) if found.experts else None,
    }


CORPUS: Final = Section(
    "corpus",
    mark("The benchmark"),
    mark("How many tasks and checkpoints are there by domain, and how long are the prompts?"),
    _compute,
    _blocks,
    _plain,
    missing=mark("No task has a rubric yet."),
)
