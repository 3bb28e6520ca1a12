"""What systems fail by: the profiles of a rater, what follows from what, and the cases."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping
from dataclasses import asdict, dataclass, field
from typing import Any, Final

from xpert_studio.api.sections import View, mark
from xpert_studio.core.records import System
from xpert_studio.core.records.columns import NONE, Catalog
from xpert_studio.core.store import systems
from xpert_studio.core.workflow.systems import sees_systems
from xpert_studio.packs.failures.failing import Failure, LeftOut, chains
from xpert_studio.packs.failures.profiles import Profile, Settings, profiles, within_models
from xpert_studio.packs.failures.records import Known

GROUPS: Final = {
    "domain": mark("Domain"),
    "category": mark("Category"),
    "dimension": mark("Dimension"),
    "effort": mark("Reasoning effort"),
    "search": mark("Web search"),
}
SETTINGS: Final = {"effort": "reasoning_effort", "search": "search"}
"""The groups that are settings of systems, with the field of each."""
_SEARCHED: Final = {"True": mark("with search"), "False": mark("without search")}
_MOST_TYPES: Final = 30
"""Of more types those that were given most often are compared."""
ASKS: Final = ("type", "system", *GROUPS)
"""What the cases are of, where only some are asked for."""


@dataclass(frozen=True, slots=True)
class Failures:
    """By what systems fail.

    Attributes:
        types: Those that were given, by id, the most frequent first, at most 30.
        failures: All of them, also those without a type.
        whole: The profiles over all tasks.
        grouped: The same by domain, category, dimension, effort and search, where there are two.
            All p-values, those of ``whole`` too, are corrected together.
        chains: How many failures of a type follow from one of another.
        behind: The failures of a type by what is compared: empty for systems, else a setting; then
            by side and type.
        cases: The failures that are listed.
        asked: Whether only some cases are.
        in_full: Whether all of them are.
        left_out: What people name, and no figure counts.
    """

    catalog: Catalog
    types: Mapping[str, Known]
    failures: tuple[Failure, ...]
    whole: tuple[Profile, ...]
    grouped: Mapping[str, tuple[Profile, ...]]
    chains: Mapping[tuple[str, str], int]
    behind: Mapping[str, Mapping[tuple[str, str], tuple[Failure, ...]]]
    cases: tuple[Failure, ...]
    asked: bool
    in_full: bool
    left_out: LeftOut = field(default_factory=LeftOut)

    @property
    def untyped(self) -> int:
        """How many failures have no type."""
        return sum(not one.types for one in self.failures)

    @property
    def compared(self) -> int:
        """How many comparisons could show something, and are corrected together."""
        every = (*self.whole, *(one for made in self.grouped.values() for one in made))
        return sum(map(_is_tested, every))

    def tested(self, by: str) -> int:
        """How many comparisons of a group, of none over all tasks, could show something."""
        return sum(map(_is_tested, self.grouped.get(by, ()) if by else self.whole))

    def title(self, type_id: str) -> str:
        """What a type is called; a type that was taken out by its id."""
        known = self.types.get(type_id)
        return known.title if known else type_id

    def system_of(self, one: Failure) -> str:
        """The system whose response fails."""
        return _system(self.catalog, one)


def _is_tested(profile: Profile) -> bool:
    return profile.against is not None and profile.against.p is not None


def settings_of(view: View) -> Settings:
    """By effort and search: the systems of which it is known, with the model and all else set.

    Empty for a reader who may not see what systems were set to.
    """
    with view.project.reading() as tx:
        if view.person_id and not sees_systems(tx, view.person_id):
            return {}
        known = [one for one in systems.described(tx).values() if one.model]
    return {
        by: {
            one.name: (_all_else(one, field), str(getattr(one, field)))
            for one in known
            if getattr(one, field) is not None
        }
        for by, field in SETTINGS.items()
    }


def _all_else(system: System, field: str) -> str:
    """The model and what is set of it besides; no search is as none that is known."""
    others = {
        name: value
        for name, value in system.settings.items()
        if value is not False and name != field
    }
    return repr((system.provider, system.model, sorted(others.items())))


def value_title(by: str, value: str) -> str:
    """What a value of a setting is called; a text to be translated where it is one of ours."""
    return _SEARCHED.get(value, value) if by == "search" else value


def analysed(
    view: View,
    failures: tuple[Failure, ...],
    known: Mapping[str, Known],
    only: Collection[str] | None = None,
) -> Failures | None:
    """The profiles of failures, and those that are listed; None where none has a type.

    Args:
        view: For whom, and which cases are asked for.
        failures: What a rater finds to fail.
        known: The types of the project.
        only: These types are compared; None for all that were given.
    """
    catalog = view.results.catalog
    counts: dict[str, int] = {}
    for one in failures:
        for type_id in sorted(one.types if only is None else one.types & set(only)):
            counts[type_id] = counts.get(type_id, 0) + 1
    if not counts:
        return None
    given = sorted(counts, key=lambda name: (-counts[name], name))[:_MOST_TYPES]
    settings = settings_of(view)
    found = dict(profiles(catalog, failures, given, ("", *GROUPS), settings))
    wanted = {name: value for name in ASKS if (value := view.asked.get(name))}
    return Failures(
        catalog,
        {name: known.get(name) or Known(name, name) for name in given},
        failures,
        found.pop(""),
        {by: made for by, made in found.items() if made},
        chains(failures),
        _behind(catalog, failures, settings),
        tuple(_wanted(catalog, failures, wanted, settings)),
        bool(wanted),
        bool(view.asked.get("in_full")),
    )


def _wanted(
    catalog: Catalog, failures: Iterable[Failure], wanted: Mapping[str, str], settings: Settings
) -> Iterable[Failure]:
    """The failures with a type that are of what was asked for."""
    values = _values(catalog, settings)
    for one in failures:
        task, system = catalog.response_task[one.response], _system(catalog, one)
        of = {
            "system": {system},
            "type": one.types,
            "domain": _named(catalog.domains, catalog.task_domain[task]),
            "category": _named(catalog.categories, catalog.task_category[task]),
            "dimension": _named(catalog.dimensions, catalog.checkpoint_dimension[one.checkpoint]),
            **{by: {known.get(system, "")} for by, known in values.items()},
        }
        if one.types and all(value in of.get(name, ()) for name, value in wanted.items()):
            yield one


def _behind(
    catalog: Catalog, failures: Iterable[Failure], settings: Settings
) -> dict[str, dict[tuple[str, str], tuple[Failure, ...]]]:
    sides = {"": {name: name for name in catalog.systems}, **_values(catalog, settings)}
    found: dict[str, dict[tuple[str, str], list[Failure]]] = {by: {} for by in sides}
    for one in failures:
        system = _system(catalog, one)
        for by, known in sides.items():
            for type_id in one.types if system in known else ():
                found[by].setdefault((known[system], type_id), []).append(one)
    return {by: {key: tuple(own) for key, own in made.items()} for by, made in found.items()}


def _values(catalog: Catalog, settings: Settings) -> dict[str, dict[str, str]]:
    """By setting the value of each system that is compared by it."""
    compared = {by: within_models(catalog.systems, known) for by, known in settings.items()}
    return {
        by: {system: value for system, (_, value) in known.items()}
        for by, known in compared.items()
    }


def _system(catalog: Catalog, failure: Failure) -> str:
    return catalog.systems[int(catalog.response_system[failure.response])]


def _named(names: tuple[str, ...], code: int) -> set[str]:
    return set() if code == NONE else {names[code]}


def plain(failures: Failures) -> dict[str, Any]:
    """All of it for programs."""

    def row(profile: Profile) -> dict[str, Any]:
        return {
            "system": profile.side,
            "type": profile.type,
            "group": profile.group or None,
            "share": profile.share.value,
            "interval": profile.share.interval,
            "failures": profile.failures,
            "n": profile.share.n,
            "against": profile.against.plain() if profile.against else None,
        }

    catalog = failures.catalog
    return {
        "types": {name: asdict(one) for name, one in failures.types.items()},
        "failures": len(failures.failures),
        "untyped": failures.untyped,
        "left_out": asdict(failures.left_out),
        "profiles": [row(one) for one in failures.whole],
        "by": {by: [row(one) for one in made] for by, made in failures.grouped.items()},
        "chains": [
            {"first": first, "then": then, "count": count}
            for (first, then), count in failures.chains.items()
        ],
        "cases": [
            {
                "task": catalog.tasks[catalog.response_task[one.response]],
                "response": catalog.responses[one.response],
                "system": failures.system_of(one),
                "checkpoint": catalog.checkpoints[one.checkpoint],
                "types": sorted(one.types),
                "follows": [catalog.checkpoints[place] for place in sorted(one.follows)],
                "notes": list(one.notes),
            }
            for one in failures.cases
        ],
    }
