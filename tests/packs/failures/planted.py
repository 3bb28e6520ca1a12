"""Projects in which systems fail by types that are known: all alike, or one of them otherwise."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace

import numpy as np

from tests.metrics.columns import catalog_of
from xpert_studio.core.records.columns import Catalog
from xpert_studio.packs.failures.failing import Failure

TYPES = ("retrieval", "principle", "constraint", "style")
Mix = Callable[[str, int, int], Sequence[float]]
"""The chances of the types by system, task and dimension."""


def simulated(
    seed: int,
    tasks: int,
    mix: Mix,
    fails: Sequence[float] = (0.5,) * 4,
    types: Sequence[str] = TYPES,
    categories: int = 4,
) -> tuple[Catalog, tuple[Failure, ...]]:
    """Rubrics of ten with failures whose type the mix says.

    Args:
        seed: Of all that is drawn.
        tasks: How many; in turn of two domains, and in runs of as many categories.
        mix: By which types what fails.
        fails: How often each system fails a checkpoint.
        types: The types.
        categories: How many there are.
    """
    random = np.random.default_rng(seed)
    made = catalog_of([[1] * 10] * tasks, len(fails))
    catalog = replace(
        made,
        categories=tuple(f"k{n}" for n in range(categories)),
        task_category=np.arange(tasks, dtype=np.int32) * categories // tasks,
        dimensions=("d0", "d1", "d2"),
        checkpoint_dimension=np.arange(len(made.checkpoints), dtype=np.int32) % 3,
    )
    found = []
    for response, (task, system) in enumerate(
        zip(catalog.response_task, catalog.response_system, strict=True)
    ):
        for point in np.flatnonzero(catalog.checkpoint_task == task):
            if random.random() < fails[system]:
                dimension = int(catalog.checkpoint_dimension[point])
                chances = mix(catalog.systems[system], int(task), dimension)
                type_ = types[random.choice(len(types), p=chances)]
                found.append(Failure(response, int(point), frozenset({type_})))
    return catalog, tuple(found)


def settings_of(names: Sequence[str]) -> Mapping[str, Mapping[str, tuple[str, str]]]:
    """Two models, each at two efforts: s0 and s2 low, s1 and s3 high; the first pair searches not."""
    model = {name: f"m{place // 2}" for place, name in enumerate(names)}
    return {
        "effort": {
            name: (model[name], ("low", "high")[place % 2]) for place, name in enumerate(names)
        },
        "search": {name: (f"e{place % 2}", str(place >= 2)) for place, name in enumerate(names)},
    }
