"""What an alignment must rest on before it may be called certain, and what it lacks of that."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final, Literal

from xpert_studio.metrics.alignment import Alignment
from xpert_studio.metrics.intervals import Interval
from xpert_studio.records import Certificate

NEEDED_TASKS: Final = 20
NEEDED_PAIRS: Final = 60

Requirement = Literal["tasks", "pairs", "kappa", "accuracy", "anchors"]


@dataclass(frozen=True, slots=True)
class Shortfall:
    """A requirement that is not met.

    Attributes:
        requirement: ``tasks`` and ``pairs`` behind the figures; ``kappa``: its lower bound is
            above 0; ``accuracy``: its lower bound is above what the majority class reaches;
            ``anchors``: all that the judge was shown are known (1).
        found: What there is; None where the figure has no interval, or the anchors are unknown.
        needed: What must be reached, or exceeded by a bound.
    """

    requirement: Requirement
    found: float | None
    needed: float


def shortfalls(
    *,
    tasks: int,
    pairs: int,
    kappa_interval: Interval | None,
    accuracy_interval: Interval | None,
    constant_accuracy: float | None,
    anchors_known: bool = True,
) -> tuple[Shortfall, ...]:
    """What an alignment lacks; empty where the evidence is enough.

    Args:
        tasks: Behind the figures that are on the fewest.
        pairs: Of responses, behind the CDR.
        kappa_interval: Of κ.
        accuracy_interval: Of the accuracy.
        constant_accuracy: What the majority class reaches.
        anchors_known: Whether all anchors that the judge was shown could be excluded.
    """
    kappa = kappa_interval[0] if kappa_interval else None
    accuracy = accuracy_interval[0] if accuracy_interval else None
    majority = 1.0 if constant_accuracy is None else constant_accuracy
    found: list[tuple[bool, Shortfall]] = [
        (tasks >= NEEDED_TASKS, Shortfall("tasks", tasks, NEEDED_TASKS)),
        (pairs >= NEEDED_PAIRS, Shortfall("pairs", pairs, NEEDED_PAIRS)),
        (kappa is not None and kappa > 0, Shortfall("kappa", kappa, 0.0)),
        (accuracy is not None and accuracy > majority, Shortfall("accuracy", accuracy, majority)),
        (anchors_known, Shortfall("anchors", None, 1.0)),
    ]
    return tuple(shortfall for is_met, shortfall in found if not is_met)


def shortfalls_of(alignment: Alignment) -> tuple[Shortfall, ...]:
    """What the alignment of a judge lacks."""
    criterion, rank = alignment.criterion, alignment.rank
    return shortfalls(
        tasks=min(rank.tasks, criterion.tasks),
        pairs=rank.n,
        kappa_interval=criterion["kappa"].interval,
        accuracy_interval=criterion["accuracy"].interval,
        constant_accuracy=criterion["constant_accuracy"].value,
        anchors_known=alignment.anchors_known,
    )


def shortfalls_of_certificate(made: Certificate) -> tuple[Shortfall, ...]:
    """What the alignment that a certificate keeps lacks."""
    figures = made.figures
    tasks = figures.tasks if figures.criterion_tasks is None else figures.criterion_tasks
    return shortfalls(
        tasks=min(figures.tasks, tasks),
        pairs=figures.pairs,
        kappa_interval=figures["kappa"].interval,
        accuracy_interval=figures["accuracy"].interval,
        constant_accuracy=figures["constant_accuracy"].value,
        anchors_known="anchors" not in figures.cautions,
    )
