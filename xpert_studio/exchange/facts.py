"""Everything a dataset card and its metadata say of an export, gathered once."""

from __future__ import annotations

from dataclasses import dataclass, field

from xpert_studio.exchange.composition import Composition
from xpert_studio.exchange.making import Making, read_making
from xpert_studio.exchange.quality import Quality, read_quality
from xpert_studio.exchange.scope import Scope, Selection, named_subset
from xpert_studio.records import ProjectInfo, Subset, Visibility
from xpert_studio.store import Transaction


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
