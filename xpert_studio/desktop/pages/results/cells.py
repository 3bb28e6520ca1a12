"""Cells that several tables of results have."""

from __future__ import annotations

from xpert_studio.desktop.kit import GridCell, part_name
from xpert_studio.desktop.pages.results.words import points
from xpert_studio.metrics import items
from xpert_studio.records.columns import Catalog


def task_cell(catalog: Catalog | None, task: int, *, opens: bool = False) -> GridCell:
    """A task's title.

    Args:
        catalog: What there is; there is one wherever there are rows.
        task: Its place in the catalogue.
        opens: Whether the cell leads somewhere.
    """
    assert catalog is not None
    return GridCell(catalog.task_titles[task], is_strong=True, opens=opens)


def domain_cell(catalog: Catalog | None, task: int) -> GridCell:
    """The domain of a task; empty where it has none."""
    assert catalog is not None
    code = int(catalog.task_domain[task])
    return GridCell(part_name("domain", catalog.domains[code]) if code >= 0 else "")


def share_cell(value: float) -> GridCell:
    """A share of the points; a dash where it is not known."""
    share = items.known(value)
    return GridCell(points(share), share)
