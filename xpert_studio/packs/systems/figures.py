"""Two settings of one model: which systems differ in nothing else, and by how much they score."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Mapping
from dataclasses import dataclass, replace
from itertools import combinations
from typing import Any, Final

from xpert_studio.core.metrics.significance import benjamini_hochberg
from xpert_studio.core.metrics.system_comparison import SystemComparison
from xpert_studio.core.records import System, grouped

_EFFORTS: Final = ("none", "minimal", "low", "medium", "high", "xhigh", "max")


@dataclass(frozen=True, slots=True)
class SettingPair:
    """Two systems that are one model under two settings.

    Attributes:
        model: As in ``openai:gpt-5``; the model alone where its provider is not known.
        first, second: Names of the systems; the second is the one with more effort, more thinking
            or with search, where that can be said.
        differs: The settings in which they differ, with the value of each; None is unknown or as
            the model has it.
    """

    model: str
    first: str
    second: str
    differs: Mapping[str, tuple[Any, Any]]

    @property
    def is_single(self) -> bool:
        """Whether they differ in one setting only, so that a difference is of that setting."""
        return len(self.differs) == 1


@dataclass(frozen=True, slots=True)
class ComparedSettings:
    """A pair with its comparison.

    Attributes:
        corrected_p: After Benjamini and Hochberg, over all pairs; None where there is no p.
    """

    pair: SettingPair
    compared: SystemComparison
    corrected_p: float | None = None


def setting_pairs(systems: Iterable[System]) -> tuple[SettingPair, ...]:
    """Every two systems of one model that differ in a setting; those with one difference first."""
    known = (
        (":".join(filter(None, (system.provider, system.model))), system)
        for system in systems
        if system.model
    )
    found = [
        _pair(model, one, other)
        for model, own in grouped(known).items()
        for one, other in combinations(sorted(own, key=lambda item: item.name), 2)
        if one.differs(other)
    ]
    return tuple(sorted(found, key=lambda pair: (not pair.is_single, pair.model)))


def _pair(model: str, one: System, other: System) -> SettingPair:
    if _rank(one) > _rank(other):
        one, other = other, one
    return SettingPair(model, one.name, other.name, one.differs(other))


def _rank(system: System) -> tuple[float, ...]:
    """More of what costs more is later: search, effort, thinking, output."""
    effort = (system.reasoning_effort or "").casefold()
    return (
        float(bool(system.search)),
        _EFFORTS.index(effort) if effort in _EFFORTS else -1.0,
        float(-1 if system.thinking_tokens is None else system.thinking_tokens),
        float(system.max_output_tokens or 0),
        float(-1 if system.temperature is None else system.temperature),
        float(bool(system.system_prompt)),
    )


def compare_settings(
    systems: Iterable[System],
    scored: Collection[str],
    compare: Callable[[str, str], SystemComparison],
) -> tuple[ComparedSettings, ...]:
    """Every pair of two settings of one model, on the tasks that both have a score on.

    Args:
        systems: What is known of systems.
        scored: Names of those with a score.
        compare: Compares two systems task by task, the first with the second.

    Returns:
        The pairs in the order of ``setting_pairs``, their p-values corrected together.
    """
    pairs = setting_pairs(system for system in systems if system.name in scored)
    found = [ComparedSettings(pair, compare(pair.first, pair.second)) for pair in pairs]
    given = [one.compared.p for one in found if one.compared.p is not None]
    corrected = iter(benjamini_hochberg(given))
    return tuple(
        one if one.compared.p is None else replace(one, corrected_p=next(corrected))
        for one in found
    )
