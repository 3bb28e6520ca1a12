"""The options by which commands take several judges together as a panel."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial
from typing import TYPE_CHECKING, Annotated

import typer

from xpert_studio.cli.typed import chosen
from xpert_studio.core.errors import UsageError
from xpert_studio.core.records import RULES, PanelRule
from xpert_studio.core.workflow.panels import panel_of

if TYPE_CHECKING:
    from xpert_studio.report.analysis import PanelOf

PanelOption = Annotated[
    str,
    typer.Option(
        "--panel",
        metavar="RULE",
        help="Take the judges together as a panel: mean, majority or unanimous.",
    ),
]
FamilyOption = Annotated[
    bool,
    typer.Option(
        "--exclude-same-family",
        help="In the panel, a judge counts for no system of its own model family.",
    ),
]


def panel_rule(rule: str, *, exclude_same_family: bool) -> PanelRule | None:
    """The rule of the panel that was asked for; None without a panel.

    Raises:
        UsageError: There is no such rule, or ``--exclude-same-family`` was given without a panel.
    """
    if exclude_same_family and not rule:
        raise UsageError(
            "--exclude-same-family is for panels.",
            remedy="Name the rule of the panel too: --panel majority.",
        )
    return chosen(RULES, rule, "--panel") if rule else None


def asked_panel(
    rule: str, judges: Sequence[str] | None, *, exclude_same_family: bool
) -> PanelOf | None:
    """Makes the panel that was asked for of the ids of the judges; None without a panel.

    Raises:
        UsageError: There is no such rule, there are fewer than two judges, or there is no panel
            to exclude judges from.
    """
    found = panel_rule(rule, exclude_same_family=exclude_same_family)
    if found is None:
        return None
    panel_of(found, judges or ())
    return partial(panel_of, found, exclude_same_family=exclude_same_family)
