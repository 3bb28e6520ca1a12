"""Everything a dataset card and its metadata say of an export, gathered once; without names."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, field
from typing import TypeVar

from xpert_studio.exchange.composition import Composition
from xpert_studio.exchange.quality import Quality, read_quality
from xpert_studio.exchange.scope import Scope, Selection, named_subset
from xpert_studio.records import (
    Aspect,
    Person,
    ProjectInfo,
    Record,
    Remark,
    Review,
    ReviewOutcome,
    Role,
    RubricRevision,
    SpotCheck,
    SpotCheckOutcome,
    Stage,
    Subset,
    Task,
    Visibility,
)
from xpert_studio.store import Transaction, entities, people, tasks
from xpert_studio.workflow.self_decided import self_decided

AnyRecord = TypeVar("AnyRecord", bound=Record)


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
        remarks: Reviewers' remarks by aspect; ``open_remarks`` counts those not dealt with.
        checks: Spot checks by outcome; ``open_checks`` counts those not done.
        drafted: Checkpoints that a drafter proposed and no person has touched since.
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
    remarks: Counter[Aspect] = field(default_factory=Counter)
    open_remarks: int = 0
    checks: Counter[SpotCheckOutcome] = field(default_factory=Counter)
    open_checks: int = 0
    drafted: int = 0
    decided: str = ""


def read_making(tx: Transaction, selection: Selection) -> Making:
    """Counts what the project knows of how the chosen tasks were made.

    Args:
        tx: The transaction.
        selection: The part that goes out.
    """
    briefs = [task for task in tasks.all_tasks(tx) if selection.holds(task)]
    known = [person for person in people.all_people(tx) if selection.holds(person)]
    revisions = _house(tx, selection, RubricRevision)
    ended = [item for item in _house(tx, selection, Review) if item.outcome is not None]
    remarks = _house(tx, selection, Remark)
    checks = _house(tx, selection, SpotCheck)
    admitted = [passed for person in known if (passed := _passed(person)) is not None]
    return Making(
        authors=len({task.author_id for task in briefs if task.author_id}),
        stages=_stages(briefs),
        people=Counter(role for person in known for role in person.roles),
        qualified=sum(admitted),
        examined=len(admitted),
        revised=len({item.task_id for item in revisions}),
        revisions=len(revisions),
        reviewed=len({item.task_id for item in ended}),
        reviewers=len({item.reviewer_id for item in ended}),
        reviews=Counter(item.outcome for item in ended if item.outcome is not None),
        remarks=Counter(item.aspect for item in remarks),
        open_remarks=sum(1 for item in remarks if item.is_open),
        checks=Counter(item.outcome for item in checks if item.outcome is not None),
        open_checks=sum(1 for item in checks if item.outcome is None),
        decided=str(self_decided(tx)),
        drafted=sum(
            1 for point in tasks.all_checkpoints(tx) if point.drafted_by and selection.holds(point)
        ),
    )


def _passed(person: Person) -> bool | None:
    return person.qualification.passed if person.qualification else None


def _stages(briefs: list[Task]) -> Counter[Stage]:
    return Counter(task.stage for task in briefs if task.stage is not None)


def _house(tx: Transaction, selection: Selection, kind: type[AnyRecord]) -> list[AnyRecord]:
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


@dataclass(frozen=True, slots=True)
class Facts:
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


def read_facts(
    tx: Transaction,
    composition: Composition,
    selection: Selection,
    *,
    info: ProjectInfo,
    visibility: Visibility,
    scope: Scope = Scope(),
    held_out: HeldOut = HeldOut(),
    lasting: bool = True,
    content_hash: str = "",
) -> Facts:
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
    return Facts(
        info=info,
        visibility=visibility,
        composition=composition,
        making=read_making(tx, selection),
        # Figures are told only of what the reader could compute them from.
        quality=read_quality(tx, frozenset(composition.with_rubric)),
        held_out=held_out,
        subset=_subset(tx, scope),
        lasting=lasting,
        content_hash=content_hash,
    )


def _subset(tx: Transaction, scope: Scope) -> Subset | None:
    """The gold subset that a scope is, whole."""
    if not scope.subset or scope.task_ids or scope.held_out:
        return None
    return named_subset(tx, scope.subset)
