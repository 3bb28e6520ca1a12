"""Everything a dataset card and its metadata say of an export, gathered once; without names."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass, field
from typing import TypeVar

from xpert_studio.core.exchange.composition import Composition
from xpert_studio.core.exchange.scope import ExportScope, Selection, named_subset
from xpert_studio.core.metrics import (
    PAIRS,
    RANKS,
    RATERS,
    Alignment,
    Figures,
    Metric,
    Unit,
    metrics_of,
)
from xpert_studio.core.records import (
    AnyRecord,
    Aspect,
    Comment,
    Judge,
    ProjectInfo,
    Review,
    ReviewOutcome,
    Role,
    RubricRevision,
    SelfDecided,
    SpotCheck,
    SpotCheckOutcome,
    Stage,
    Subset,
    Visibility,
)
from xpert_studio.core.records.columns import Catalog, Ratings
from xpert_studio.core.store import (
    Transaction,
    entities,
    judges,
    judgments,
    people,
    settings,
    tasks,
)
from xpert_studio.core.workflow.views.corpus import ExpertFigures, expert_figures


@dataclass(frozen=True, slots=True)
class Agreement:
    """Between the experts, on gold judgments.

    Attributes:
        experts: How many have judged.
        items: Pairs of response and checkpoint that two or more have judged.
        disputed: Those of them on which not all agree.
        figures: By id in the registry.
        pairs: Pairs of experts who share an item.
    """

    experts: int
    items: int
    disputed: int
    figures: Figures
    pairs: int


@dataclass(frozen=True, slots=True)
class Quality:
    """What is known of the data's reliability.

    Attributes:
        agreement: None where no two experts have judged the same.
        alignments: How each judge follows the experts, of those that can be compared.
        judges: Those judges.
    """

    agreement: Agreement | None = None
    alignments: tuple[Alignment, ...] = ()
    judges: tuple[Judge, ...] = ()

    @property
    def coefficients(self) -> list[Metric]:
        """The figures that tell agreement beyond chance."""
        return [metric for metric in metrics_of(RATERS) if metric.unit is Unit.COEFFICIENT]

    @property
    def compared(self) -> list[Metric]:
        """The figures of a judge against the experts."""
        return list(metrics_of(RANKS, PAIRS))


def read_quality(tx: Transaction, task_ids: frozenset[str]) -> Quality:
    """Computes agreement and alignment.

    Excluded are stale judgments and verdicts, the responses a judge was shown as anchors, their
    near-duplicates, and those whose attachments it was not shown in full.

    Args:
        tx: The transaction.
        task_ids: Only on these tasks.
    """
    if not judgments.count_by_expert(tx):
        return Quality()
    import numpy as np

    from xpert_studio.core.metrics import alignment, pooled
    from xpert_studio.core.store.rating_table import read_frames
    from xpert_studio.core.workflow.anchors import shown_anchors

    frames = read_frames(tx)
    catalog = frames.catalog
    wanted = np.array([name in task_ids for name in catalog.tasks], np.bool_)
    experts = [
        here
        for item in frames.experts
        if len(here := item.where(wanted[catalog.response_task[item.response]]))
    ]
    if not experts:
        return Quality()
    reference = pooled(catalog, experts, name="experts").marks
    aligned: dict[str, Alignment] = {}
    known = judges.all_judges(tx)
    shown = shown_anchors(tx, known, catalog)
    for judge in known:
        trials = frames.judges.get(judge.id)
        if not trials:
            continue
        left_out = shown[judge.id].mask | (frames.unseen_by(judge.id) > 0)
        found = alignment(
            catalog,
            reference,
            pooled(catalog, trials, name=judge.id).marks,
            left_out=left_out,
            tasks=wanted,
            anchors_known=shown[judge.id].are_known,
        )
        if found.criterion.n:
            aligned[judge.id] = found
    return Quality(
        _agreement(catalog, experts),
        tuple(aligned.values()),
        tuple(judge for judge in known if judge.id in aligned),
    )


def _agreement(catalog: Catalog, experts: list[Ratings]) -> Agreement | None:
    from xpert_studio.core.metrics import expert_agreement

    if len(experts) < 2:
        return None
    found = expert_agreement(catalog, experts)
    if not found.items:
        return None
    return Agreement(
        experts=len(experts),
        items=found.items,
        disputed=len(found.disputed),
        figures=found.figures,
        pairs=len(found.pairs),
    )


@dataclass(frozen=True, slots=True)
class Making:
    """How the tasks of an export came about.

    Attributes:
        authors: People who wrote tasks.
        stages: Tasks by stage, of those that have one.
        people: People by role; one person may hold several.
        qualified, examined: People who were admitted, and those of whom it is known.
        revised: Tasks with a frozen rubric revision; ``revisions`` counts these.
        reviewed: Tasks whose rubric a peer has reviewed; ``reviewers`` counts the peers.
        reviews: Reviews by outcome, of those that have ended.
        comments: Reviewers' comments by aspect; ``open_comments`` counts those not dealt with.
        checks: Spot checks by outcome; ``open_checks`` counts those not done.
        drafted: Checkpoints that a drafter proposed and no person has touched since.
        practice: Figures over the experts' practice; None where too few have told of theirs.
    """

    authors: int = 0
    stages: Counter[Stage] = field(default_factory=Counter)
    people: Counter[Role] = field(default_factory=Counter)
    qualified: int = 0
    examined: int = 0
    revised: int = 0
    revisions: int = 0
    reviewed: int = 0
    reviewers: int = 0
    reviews: Counter[ReviewOutcome] = field(default_factory=Counter)
    comments: Counter[Aspect] = field(default_factory=Counter)
    open_comments: int = 0
    checks: Counter[SpotCheckOutcome] = field(default_factory=Counter)
    open_checks: int = 0
    drafted: int = 0
    decided: SelfDecided | None = None
    practice: ExpertFigures | None = None

    @property
    def all_checks(self) -> int:
        """Spot checks, done or not."""
        return self.checks.total() + self.open_checks


def read_making(tx: Transaction, selection: Selection, composition: Composition) -> Making:
    """Counts what the project knows of how the chosen tasks were made.

    Args:
        tx: The transaction.
        selection: The part that goes out.
        composition: That part, counted.
    """
    briefs = list(filter(selection.holds, tasks.all_tasks(tx)))
    points = filter(selection.holds, tasks.all_checkpoints(tx))
    known = list(filter(selection.holds, people.all_people(tx)))
    revisions = _internal(tx, selection, RubricRevision)
    ended = [item for item in _internal(tx, selection, Review) if item.outcome is not None]
    comments = _internal(tx, selection, Comment)
    checks = _internal(tx, selection, SpotCheck)
    decided = SelfDecided(
        is_solo=settings.project_info(tx).policies.is_solo,
        accepted=sum(task.self_accepted for task in briefs),
        adjudicated=composition.self_adjudicated,
        unblinded=composition.unblinded,
    )
    admitted = _counted(one.qualification.passed for one in known if one.qualification)
    return Making(
        authors=len({task.author_id for task in briefs} - {None, ""}),
        stages=_counted(task.stage for task in briefs),
        people=Counter(role for person in known for role in person.roles),
        qualified=admitted[True],
        examined=admitted.total(),
        revised=len({item.task_id for item in revisions}),
        revisions=len(revisions),
        reviewed=len({item.task_id for item in ended}),
        reviewers=len({item.reviewer_id for item in ended}),
        reviews=_counted(item.outcome for item in ended),
        comments=Counter(item.aspect for item in comments),
        open_comments=sum(item.is_open for item in comments),
        checks=_counted(item.outcome for item in checks),
        open_checks=sum(item.outcome is None for item in checks),
        decided=decided or None,
        practice=expert_figures(known),
        drafted=sum(bool(point.drafted_by) for point in points),
    )


_Counted = TypeVar("_Counted")


def _counted(values: Iterable[_Counted | None]) -> Counter[_Counted]:
    """How often each value there is, without those that are not known."""
    return Counter(value for value in values if value is not None)


def _internal(tx: Transaction, selection: Selection, kind: type[AnyRecord]) -> list[AnyRecord]:
    return [item for item in entities.find_all(tx, kind) if selection.holds(item)]


@dataclass(frozen=True, slots=True)
class HeldOut:
    """The held-out part of an export.

    Attributes:
        tasks: How many tasks it has.
        is_absent: Whether nothing of them is in the export.
        without_reference_answers, without_rubrics: What they go without.
    """

    tasks: int = 0
    is_absent: bool = False
    without_reference_answers: bool = False
    without_rubrics: bool = False

    @property
    def lacks(self) -> bool:
        """Whether it goes without anything."""
        return self.without_reference_answers or self.without_rubrics


@dataclass(frozen=True, slots=True)
class CardFacts:
    """What there is to say of an export.

    Attributes:
        info: The project.
        visibility: Who it is for.
        composition: What goes out, counted.
        making: How it was made.
        quality: How reliable it is.
        held_out: Its held-out part.
        subset: The gold subset it is, if it is one.
        lasting: Whether the pseudonyms will be the same in the next export.
        content_hash: Of the data files.
    """

    info: ProjectInfo
    visibility: Visibility
    composition: Composition
    making: Making = field(default_factory=Making)
    quality: Quality = field(default_factory=Quality)
    held_out: HeldOut = HeldOut()
    subset: Subset | None = None
    lasting: bool = True
    content_hash: str = ""

    @property
    def is_public(self) -> bool:
        """Whether people are pseudonyms in it."""
        return self.visibility is Visibility.PUBLIC

    @property
    def title(self) -> str:
        """The project's name on one line."""
        return " ".join(self.info.name.split())


def read_facts(
    tx: Transaction,
    composition: Composition,
    selection: Selection,
    *,
    info: ProjectInfo,
    visibility: Visibility,
    scope: ExportScope = ExportScope(),
    held_out: HeldOut = HeldOut(),
    lasting: bool = True,
    content_hash: str = "",
) -> CardFacts:
    """Gathers the facts of an export.

    Args:
        tx: The transaction.
        composition: What goes out.
        selection: The part that goes out.
        info: The project.
        visibility: Who it is for.
        scope: How the part was chosen.
        held_out: Its held-out part.
        lasting: Whether the pseudonyms will be the same in the next export.
        content_hash: Of the data files.
    """
    return CardFacts(
        info=info,
        visibility=visibility,
        composition=composition,
        making=read_making(tx, selection, composition),
        # Figures are told only of what the reader could compute them from.
        quality=read_quality(tx, frozenset(composition.with_rubric)),
        held_out=held_out,
        subset=_subset(tx, scope),
        lasting=lasting,
        content_hash=content_hash,
    )


def _subset(tx: Transaction, scope: ExportScope) -> Subset | None:
    """The gold subset that a scope is, whole."""
    if not scope.subset or scope.task_ids or scope.held_out:
        return None
    return named_subset(tx, scope.subset)
