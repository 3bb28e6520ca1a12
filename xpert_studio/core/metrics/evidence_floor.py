"""What an alignment must rest on before it may be called certain, and what it lacks of that."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, replace
from typing import Final, Literal, Protocol

from xpert_studio.core.messages import Message, joined
from xpert_studio.core.metrics.abstaining import MOST_OF_ONE_SYSTEM, MOST_UNANSWERED
from xpert_studio.core.metrics.alignment import Alignment
from xpert_studio.core.metrics.beyond_floors import Lack, needed_statistic
from xpert_studio.core.metrics.favouring import MOST_FAVOURED
from xpert_studio.core.metrics.intervals import Interval
from xpert_studio.core.records import Certificate
from xpert_studio.core.wording import mark

NEEDED_CLUSTERS: Final = 20
NEEDED_PAIRS: Final = 60

Requirement = Literal[
    "tasks",
    "families",
    "pairs",
    "cdr",
    "kappa_within",
    "within_correlation",
    "beyond_floors",
    "beyond_floors_graded",
    "anchors",
    "abstentions",
    "unanswered",
    "one_system",
    "disagreements",
    "favours",
]


Level = Literal["decided", "graded"]
"""Checkpoints that pass or fail, and graded ones: what is shown for one says nothing of another."""


@dataclass(frozen=True, slots=True)
class Shortfall:
    """A requirement that is not met.

    Attributes:
        requirement: ``tasks`` (``families`` where some share one) and ``pairs`` behind the
            figures; a figure whose lower bound must be above 0; ``beyond_floors``: that the judge
            tells more of responses than checkpoint and system do, of decided and of graded
            checkpoints; ``anchors``: all that the judge was shown are known (1);
            ``abstentions``: at most that share of what experts judged, ``unanswered`` where the
            judge also has no usable answer, ``one_system`` of one system; ``disagreements``: that
            all of this holds with these as disagreements; ``favours``: that no system is surely
            favoured by more.
        found: What there is; None where it could not be computed, or the anchors are unknown.
        needed: What must be reached, or exceeded by a bound or a statistic.
        lack: Why a statistic could not be computed, where that is known.
        level: Of checkpoints of one level; None where it holds for all.
    """

    requirement: Requirement
    found: float | None
    needed: float
    lack: Lack | None = None
    level: Level | None = None


@dataclass(frozen=True, slots=True)
class Behind:
    """What stands behind the figures of checkpoints of one level.

    Attributes:
        clusters: Families of tasks, or tasks.
        lack: Why the statistic could not be computed.
    """

    clusters: int
    lack: Lack | None = None


class _Known(Protocol):
    """A figure of today, or one that a certificate keeps."""

    @property
    def value(self) -> float | None: ...
    @property
    def interval(self) -> Interval | None: ...
    @property
    def tasks(self) -> int | None: ...


_FIGURES: Final[dict[Level, tuple[Requirement, Requirement]]] = {
    "decided": ("kappa_within", "beyond_floors"),
    "graded": ("within_correlation", "beyond_floors_graded"),
}


def shortfalls(
    figures: Callable[[str], _Known],
    levels: Mapping[Level, Behind],
    *,
    clusters: int,
    has_families: bool = False,
    pairs: int,
    anchors_known: bool = True,
) -> tuple[Shortfall, ...]:
    """What an alignment lacks; empty where the evidence is enough.

    Args:
        figures: Any of its figures by id.
        levels: The levels of its checkpoints.
        clusters: Families of tasks, or tasks, behind the CDR.
        has_families: Whether some of them are families.
        pairs: Of responses, behind the CDR.
        anchors_known: Whether all anchors that the judge was shown could be excluded.
    """
    counted: Requirement = "families" if has_families else "tasks"
    found: list[tuple[bool, Shortfall]] = []
    for level, behind in (levels or {"decided": Behind(0)}).items():
        within, beyond = _FIGURES[level]
        fewest = min(behind.clusters, clusters) if pairs else behind.clusters
        own = (
            (fewest >= NEEDED_CLUSTERS, Shortfall(counted, fewest, NEEDED_CLUSTERS)),
            _above(within, figures(within)),
            _beyond(beyond, figures(beyond), behind.lack),
        )
        of = level if len(levels) > 1 else None
        found += [(is_met, replace(one, level=of)) for is_met, one in own]
    shared = (
        (pairs >= NEEDED_PAIRS, Shortfall("pairs", pairs, NEEDED_PAIRS)),
        _above("cdr", figures("cdr")),
        (anchors_known, Shortfall("anchors", None, 1.0)),
    )
    kept = [one for is_met, one in (*found[:1], *shared[:2], *found[1:], *shared[2:]) if not is_met]
    return tuple(kept)


def _above(requirement: Requirement, figure: _Known) -> tuple[bool, Shortfall]:
    least = figure.interval[0] if figure.interval else None
    return least is not None and least > 0, Shortfall(requirement, least, 0.0)


def _beyond(requirement: Requirement, figure: _Known, lack: Lack | None) -> tuple[bool, Shortfall]:
    needed = needed_statistic(figure.tasks or 0)
    is_met = figure.value is not None and figure.value > needed
    return is_met, Shortfall(requirement, figure.value, needed, lack)


def levels_of(alignment: Alignment) -> dict[Level, Behind]:
    """The levels of the checkpoints that an alignment is over, and what stands behind each."""
    found: dict[Level, Behind] = {}
    if alignment.criterion.n:
        found["decided"] = Behind(alignment.criterion.clusters, alignment.beyond.lacks)
    if alignment.graded is not None:
        beyond = alignment.beyond_graded
        found["graded"] = Behind(alignment.graded.clusters, beyond.lacks if beyond else None)
    return found


def shortfalls_of(alignment: Alignment) -> tuple[Shortfall, ...]:
    """What the alignment of a judge lacks."""
    found = (*_of_decided(alignment), *_of_unanswered(alignment))
    if not found and alignment.strict is not None and _of_decided(alignment.strict):
        found = (Shortfall("disagreements", None, 1.0),)
    large = [one.by.value for one in alignment.favours if one.is_large]
    return (*found, Shortfall("favours", large[0], MOST_FAVOURED)) if large else found


def _of_unanswered(alignment: Alignment) -> tuple[Shortfall, ...]:
    """What a judge lacks that leaves too much of what experts judged unanswered."""
    said = alignment.unanswered
    if said is None:
        return ()
    share, of_system = said.share.value or 0.0, said.system[1] if said.system else 0.0
    if share > MOST_UNANSWERED:
        kind: Requirement = "unanswered" if said.missing else "abstentions"
        return (Shortfall(kind, share, MOST_UNANSWERED),)
    if of_system > MOST_OF_ONE_SYSTEM:
        return (Shortfall("one_system", of_system, MOST_OF_ONE_SYSTEM),)
    return ()


def _of_decided(alignment: Alignment) -> tuple[Shortfall, ...]:
    """The same without a look at what is unanswered, and at systems."""
    behind = [
        one for one in (alignment.rank, alignment.criterion, alignment.graded) if one and one.n
    ]
    return shortfalls(
        alignment.figures.__getitem__,
        levels_of(alignment),
        clusters=alignment.rank.clusters,
        has_families=any(one.clusters < one.tasks for one in behind),
        pairs=alignment.rank.n,
        anchors_known=alignment.anchors_known,
    )


def lacks_of(alignment: Alignment) -> list[Message]:
    """The same in words."""
    return said_shortfalls(shortfalls_of(alignment))


def evidence_by_level(alignment: Alignment, missing: Iterable[Shortfall]) -> dict[Level, bool]:
    """Of each level of its checkpoints, whether the evidence is enough."""
    lacking = {item.level for item in missing}
    return {level: not lacking & {None, level} for level in levels_of(alignment)}


def shortfalls_of_certificate(certificate: Certificate) -> tuple[Shortfall, ...]:
    """What the alignment that a certificate keeps lacks."""
    figures = certificate.figures
    kept = (_KEPT[name] for name in figures.cautions.get("evidence", "").split() if name in _KEPT)
    levels: dict[Level, Behind] = {}
    if figures.n:
        levels["decided"] = Behind(figures.clusters("accuracy"))
    if figures.scales:
        levels["graded"] = Behind(figures.clusters("mae"))
    found = shortfalls(
        figures.__getitem__,
        levels,
        clusters=figures.clusters("cdr"),
        has_families=figures.clusters("cdr") < figures.tasks,
        pairs=figures.pairs,
        anchors_known="anchors" not in figures.cautions,
    )
    return (*found, *kept)


_KEPT: Final[Mapping[str, Shortfall]] = {
    one.requirement: one
    for one in (
        Shortfall("abstentions", None, MOST_UNANSWERED),
        Shortfall("unanswered", None, MOST_UNANSWERED),
        Shortfall("one_system", None, MOST_OF_ONE_SYSTEM),
        Shortfall("disagreements", None, 1.0),
        Shortfall("favours", None, MOST_FAVOURED),
    )
}
"""What does not follow from the figures that a certificate keeps."""


def evidence_caution(alignment: Alignment) -> dict[str, str]:
    """What a certificate keeps of lacks that do not follow from its figures; else nothing."""
    lacks = [one.requirement for one in shortfalls_of(alignment) if one.requirement in _KEPT]
    return {"evidence": " ".join(lacks)} if lacks else {}


_NAMED: Final = {
    "cdr": mark("CDR"),
    "kappa_within": mark("κ within checkpoints"),
    "within_correlation": mark("correlation within checkpoints"),
}
_SHARES: Final = {
    "abstentions": (
        mark("{found} % abstentions, at most {needed} %"),
        mark("more than {needed} % abstentions"),
    ),
    "unanswered": (
        mark("{found} % of what experts judged has no verdict of it, at most {needed} %"),
        mark("more than {needed} % of what experts judged has no verdict of it"),
    ),
    "one_system": (
        mark("{found} % of one system is unanswered, at most {needed} %"),
        mark("more than {needed} % of one system is unanswered"),
    ),
    "favours": (
        mark("it favours or disfavours a system by {found} points, at most {needed}"),
        mark("it favours or disfavours a system by more than {needed} points"),
    ),
}
"""A share that is too large, and where it is not known how large."""
_UNTESTED: Final[dict[Lack | None, str]] = {
    None: mark("not tested whether it tells more than checkpoint and system do"),
    "responses": mark("no checkpoint with two responses that experts judged differently"),
    "systems": mark("one system only: add a second one"),
    "decided": mark("the systems alone decide every checkpoint: add one that is closer to another"),
    "clusters": mark("responses differ on one task, or one family of tasks, only"),
    "constant": mark("it tells no two responses to a checkpoint apart beyond system and domain"),
}


_LEVELS: Final[dict[Level, str]] = {
    "decided": mark("met or not met: {what}"),
    "graded": mark("graded: {what}"),
}


def said_shortfalls(missing: Iterable[Shortfall]) -> list[Message]:
    """What evidence a judge lacks, as parts of a sentence: one for all that a level lacks."""
    kept = list(missing)
    found = [shortfall_clause(item) for item in kept if item.level is None]
    for level, words in _LEVELS.items():
        own = [shortfall_clause(item) for item in kept if item.level == level]
        if own:
            found.append(Message(words, what=joined(own)))
    return found


def shortfall_clause(item: Shortfall) -> Message:
    """The same of one, without its level."""
    found, needed = item.found, item.needed
    counted = {"found": f"{found or 0:,.0f}", "needed": f"{needed:,.0f}"}
    match item.requirement:
        case "tasks":
            return Message("{found} of {needed} tasks", **counted)
        case "families":
            return Message("{found} of {needed} families of tasks", **counted)
        case "pairs":
            return Message("{found} of {needed} pairs", **counted)
        case "cdr" | "kappa_within" | "within_correlation" as name:
            figure = Message(_NAMED[name])
            return (
                Message("{figure} has no interval", figure=figure)
                if found is None
                else Message("{figure} may be as low as {found:.2f}", figure=figure, found=found)
            )
        case "beyond_floors" | "beyond_floors_graded":
            return (
                Message(_UNTESTED[item.lack])
                if found is None
                else Message(
                    "not shown to tell more than checkpoint and system do (t {found:.1f}, "
                    "needs {needed:.2f})",
                    found=found,
                    needed=needed,
                )
            )
        case "anchors":
            return Message("its anchors are unknown")
        case "abstentions" | "unanswered" | "one_system" | "favours" as name:
            most, more = _SHARES[name]
            percent = {
                "found": "" if found is None else f"{100 * abs(found):.1f}",
                "needed": f"{100 * needed:.0f}",
            }
            return Message(more if found is None else most, **percent)
        case "disagreements":
            return Message("not enough with what is unanswered as disagreements")
