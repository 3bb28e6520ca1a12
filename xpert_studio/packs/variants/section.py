"""The section of variants: accuracy by variant and bundle, and attacks on versions of the set."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any, Final

import numpy as np

from xpert_studio.api.sections import (
    EXPLORED,
    REPORT,
    Block,
    Column,
    Row,
    Section,
    Table,
    View,
    headline,
    mark,
    percent,
    t,
)
from xpert_studio.packs.attacks.baselines import ATTACKS
from xpert_studio.packs.variants.figures import (
    SystemVariants,
    by_variant,
    hardenings_in,
    variants_in,
)
from xpert_studio.packs.variants.records import VARIANT_KINDS, Hardening, VariantKind

_SHORT: Final = 8


@dataclass(frozen=True, slots=True)
class Variants:
    """What systems get right, and what was recorded of versions.

    Attributes:
        systems: The best on whole bundles first; none where nothing was scored.
        who: The rater in words.
    """

    systems: tuple[SystemVariants, ...]
    who: str
    hardenings: tuple[Hardening, ...]


def _compute(view: View) -> Variants | None:
    with view.project.reading() as tx:
        known, versions = variants_in(tx), tuple(hardenings_in(tx))
    if not known and not versions:
        return None
    systems = by_variant(_scores(view), known) if known and view.rater is not None else ()
    ordered = sorted(systems, key=lambda one: (-(one.bundles.value or 0.0), one.system))
    return Variants(tuple(ordered), view.who, versions)


def _scores(view: View) -> Mapping[str, Mapping[str, float | None]]:
    catalog = view.analysis.catalog
    by_system = view.results.task_scores(*view.key).by_system
    return {
        system: {
            task: float(score) if np.isfinite(score) else None
            for task, score in zip(catalog.tasks, by_system[place], strict=True)
        }
        for place, system in enumerate(catalog.systems)
    }


def _blocks(variants: Variants) -> Iterator[Block]:
    if variants.systems:
        best = variants.systems[0]
        if best.bundles.value is not None:
            yield headline(
                t(
                    "{system} gets all tasks of a bundle right in {share} of {n} bundles.",
                    system=best.system,
                    share=percent(best.bundles.value),
                    n=best.bundles.tasks,
                )
            )
        yield _table(variants)
    if variants.hardenings:
        yield _versions(variants.hardenings)


def _table(variants: Variants) -> Table:
    kinds = [
        kind
        for kind in VariantKind
        if any(kind in system.by_variant for system in variants.systems)
    ]
    columns = [Column(t("System"))]
    for kind in kinds:
        columns += [
            Column(VARIANT_KINDS.title(kind), "0.0%"),
            Column(t("95 % interval"), "0.0%", interval=True, detail=True),
        ]
    columns += [
        Column(t("Bundles all right"), "0.0%"),
        Column(t("95 % interval"), "0.0%", interval=True),
        Column(t("Bundles"), "0"),
    ]
    rows = []
    for one in variants.systems:
        cells: list[Any] = [one.system]
        for kind in kinds:
            estimate = one.by_variant.get(kind)
            cells += [estimate.value, estimate.interval] if estimate else [None, None]
        cells += [one.bundles.value, one.bundles.interval, one.bundles.tasks]
        rows.append(Row(tuple(cells)))
    caption = t(
        "Tasks with all points, by {who}, by variant; bundles of which every task has all points. "
        "Tasks of a bundle are one cluster.",
        who=variants.who,
    )
    return Table(tuple(columns), tuple(rows), caption, t("By variant"), short=_SHORT)


def _versions(found: tuple[Hardening, ...]) -> Table:
    titles = {one.id: one.title for one in ATTACKS}
    names = list(dict.fromkeys(name for one in found for name in one.attacks))
    columns = (
        Column(t("Version")),
        Column(t("Date")),
        Column(t("Tasks"), "0"),
        *(Column(t(titles.get(name, name)), "0%") for name in names),
        Column(t("What changed"), detail=True),
    )
    rows = tuple(
        Row(
            (
                one.version,
                one.at.date().isoformat(),
                one.tasks,
                *(one.attacks.get(name) for name in names),
                one.note,
            )
        )
        for one in found
    )
    caption = t("What responses without knowledge score on each version of the set.")
    return Table(columns, rows, caption, t("Hardening"), short=_SHORT)


def _plain(variants: Variants) -> dict[str, Any]:
    return {
        "systems": [
            {
                "system": system.system,
                "variants": {
                    kind.value: estimate.named("accuracy") | {"clusters": estimate.tasks}
                    for kind, estimate in system.by_variant.items()
                },
                **system.bundles.named("bundles_all_right"),
                "bundles": system.bundles.tasks,
            }
            for system in variants.systems
        ],
        "versions": [hardening.model_dump(mode="json") for hardening in variants.hardenings],
    }


VARIANTS: Final = Section(
    "variants",
    mark("Variants and bundles"),
    mark("Do systems know a concept in every form, or only the one they have seen?"),
    _compute,
    _blocks,
    _plain,
    after="frontier",
    places=(REPORT, EXPLORED),
    missing=mark("No task is a variant yet."),
    makes="variant set {project} TASK --bundle NAME",
)
