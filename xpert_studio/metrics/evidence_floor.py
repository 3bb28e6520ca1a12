"""What an alignment must rest on before it may be called certain, and what it lacks of that."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Final, Literal, Protocol

from xpert_studio.metrics.alignment import Alignment
from xpert_studio.metrics.intervals import Interval
from xpert_studio.records import Certificate

NEEDED_TASKS: Final = 20
NEEDED_PAIRS: Final = 60

Requirement = Literal["tasks", "pairs", "kappa", "accuracy", "weighted_kappa", "mae", "anchors"]


@dataclass(frozen=True, slots=True)
class Shortfall:
    """A requirement that is not met.

    Attributes:
        requirement: ``tasks`` and ``pairs`` behind the figures; ``kappa``: its lower bound is
            above 0; ``accuracy``: its lower bound is above what the majority class reaches;
            ``weighted_kappa``, of graded checkpoints: its lower bound is above 0; ``mae``: its
            upper bound is below that of always giving the median;
            ``anchors``: all that the judge was shown are known (1).
        found: What there is; None where the figure has no interval, or the anchors are unknown.
        needed: What must be reached, or exceeded by a bound; of ``mae`` what it must be below.
    """

    requirement: Requirement
    found: float | None
    needed: float


class _Known(Protocol):
    """A figure of today, or one that a certificate keeps."""

    @property
    def value(self) -> float | None: ...
    @property
    def interval(self) -> Interval | None: ...


def shortfalls(
    figures: Callable[[str], _Known],
    *,
    tasks: int,
    pairs: int,
    has_decided: bool,
    has_graded: bool,
    anchors_known: bool = True,
) -> tuple[Shortfall, ...]:
    """What an alignment lacks; empty where the evidence is enough.

    Args:
        figures: Any of its figures by id.
        tasks: Behind the figures that are on the fewest, of those that there are.
        pairs: Of responses, behind the CDR.
        has_decided: Whether there are checkpoints that pass or fail; κ and accuracy are of them.
        has_graded: Whether there are graded ones; weighted κ and mean absolute error are of them.
        anchors_known: Whether all anchors that the judge was shown could be excluded.
    """
    found: list[tuple[bool, Shortfall]] = [
        (tasks >= NEEDED_TASKS, Shortfall("tasks", tasks, NEEDED_TASKS)),
        (pairs >= NEEDED_PAIRS, Shortfall("pairs", pairs, NEEDED_PAIRS)),
    ]
    if has_decided or not has_graded:
        majority = figures("constant_accuracy").value
        found += [
            _above("kappa", figures("kappa"), 0.0),
            _above("accuracy", figures("accuracy"), 1.0 if majority is None else majority),
        ]
    if has_graded:
        error, constant = figures("mae").interval, figures("constant_mae").value or 0.0
        most = error[1] if error else None
        found += [
            _above("weighted_kappa", figures("weighted_kappa"), 0.0),
            (most is not None and most < constant, Shortfall("mae", most, constant)),
        ]
    found.append((anchors_known, Shortfall("anchors", None, 1.0)))
    return tuple(shortfall for is_met, shortfall in found if not is_met)


def _above(requirement: Requirement, figure: _Known, needed: float) -> tuple[bool, Shortfall]:
    least = figure.interval[0] if figure.interval else None
    return least is not None and least > needed, Shortfall(requirement, least, needed)


def shortfalls_of(alignment: Alignment) -> tuple[Shortfall, ...]:
    """What the alignment of a judge lacks."""
    criterion, rank, graded = alignment.criterion, alignment.rank, alignment.graded
    return shortfalls(
        alignment.figures.__getitem__,
        tasks=min((one.tasks for one in (rank, criterion, graded) if one and one.n), default=0),
        pairs=rank.n,
        has_decided=criterion.n > 0,
        has_graded=graded is not None,
        anchors_known=alignment.anchors_known,
    )


def shortfalls_of_certificate(made: Certificate) -> tuple[Shortfall, ...]:
    """What the alignment that a certificate keeps lacks."""
    figures = made.figures
    graded = figures.scales[-1] if figures.scales else None
    counts = [figures.tasks] if figures.pairs else []
    if figures.n and figures.criterion_tasks is not None:
        counts.append(figures.criterion_tasks)
    if graded is not None:
        counts.append(graded.tasks or 0)
    return shortfalls(
        figures.__getitem__,
        tasks=min(counts, default=0),
        pairs=figures.pairs,
        has_decided=figures.n > 0,
        has_graded=graded is not None,
        anchors_known="anchors" not in figures.cautions,
    )
