"""Panels that a project keeps: defined of judges that have verdicts, and removed again."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import partial
from typing import Annotated

from xpert_studio.core.errors import NotFoundError, UsageError
from xpert_studio.core.fields import Asks
from xpert_studio.core.messages import Message, joined
from xpert_studio.core.records import CHECKS, Judge, Panel, PanelRule, Role
from xpert_studio.core.records.panels import PanelAsked, WithoutFamily
from xpert_studio.core.store import Transaction, judges, verdicts
from xpert_studio.core.workflow.command_context import UnitOfWork
from xpert_studio.core.workflow.commands import command
from xpert_studio.core.workflow.judge_names import judge_named

_FEWEST = 2


def need_several(judge_ids: Sequence[str]) -> tuple[str, ...]:
    """The judges of a panel, each once.

    Raises:
        UsageError: There are fewer than two.
    """
    found = tuple(dict.fromkeys(judge_ids))
    if len(found) < _FEWEST:
        raise UsageError(
            Message("A panel has at least two judges; {n} was named.", n=len(found)),
            remedy="Name them: --judge A --judge B.",
        )
    return found


def panel_of(
    rule: PanelRule, judge_ids: Sequence[str], *, exclude_same_family: bool = False
) -> Panel:
    """The panel of some judges.

    Raises:
        UsageError: There are fewer than two; what programs decide is no judge of a panel.
    """
    named = need_several([name for name in judge_ids if name != CHECKS])
    return Panel(judges=named, rule=rule, exclude_same_family=exclude_same_family)


def kept_panels(tx: Transaction) -> dict[str, Panel]:
    """The panels that the project keeps, by id."""
    found = ((judge.id, Panel.of(judge)) for judge in judges.all_judges(tx))
    return {name: panel for name, panel in found if panel is not None}


@dataclass(frozen=True, slots=True)
class PanelChoice:
    """How judges are taken together, if they are.

    Raises:
        UsageError: There is no panel to exclude judges from.
    """

    panel: PanelAsked = None
    exclude_same_family: WithoutFamily = False

    def __post_init__(self) -> None:
        if self.exclude_same_family and self.panel is None:
            raise UsageError(
                "--exclude-same-family is for panels.",
                remedy="Name the rule of the panel too: --panel majority.",
            )

    def of(self, judge_ids: Sequence[str]) -> Callable[[Sequence[str]], Panel] | None:
        """Makes the panel of the ids of the judges; None without a panel.

        Raises:
            UsageError: There are fewer than two judges.
        """
        if self.panel is None:
            return None
        panel_of(self.panel, judge_ids)
        return partial(panel_of, self.panel, exclude_same_family=self.exclude_same_family)


@command(
    "panel.define",
    "Define panel",
    done="defined a panel of judges",
    line="panel define RULE JUDGES",
    told="The panel is {panel}.",
    by=(Role.LEAD,),
)
def define_panel(
    unit: UnitOfWork,
    rule: Annotated[PanelRule, Asks("What the votes come to.", "majority")],
    judge_ids: Annotated[
        Sequence[str],
        Asks("Its judges: ids, or beginnings of ids.", "openai anthropic", "judges", "judge"),
    ],
    *,
    exclude_same_family: Annotated[
        bool, Asks("A judge counts for no system of its own model family.")
    ] = False,
) -> None:
    """Define a panel of judges that have verdicts; the project keeps it.

    Raises:
        NotFoundError: One has no verdicts.
        UsageError: There are fewer than two.
    """
    heard = verdicts.count_by_judge(unit.tx)
    named = [judge_named(name, heard) for name in judge_ids]
    panel = panel_of(rule, named, exclude_same_family=exclude_same_family)
    made = panel.as_judge(tuple(judges.get_judge(unit.tx, name) for name in panel.judges))
    unit.on(None, f"judge/{made.id}")
    if unit.find(Judge, made.id) is None:
        unit.put(made)
    unit.tell(panel=made.id, judges=list(panel.judges))


@command(
    "panel.remove",
    "Remove panel",
    done="removed a panel of judges",
    line="panel remove PANEL",
    told="Its judges and their verdicts stay.",
    by=(Role.LEAD,),
)
def remove_panel(
    unit: UnitOfWork,
    panel_id: Annotated[
        str, Asks("The panel's id, or its beginning.", "panel:majority", "panel", "judge")
    ],
) -> None:
    """Remove a panel that the project keeps.

    Raises:
        NotFoundError: The project keeps no such panel.
    """
    kept = kept_panels(unit.tx)
    if panel_id not in kept:
        raise NotFoundError(
            Message("{name} is no panel that the project keeps.", name=panel_id),
            remedy=Message("Panels: {ids}.", ids=joined(kept) if kept else Message("none")),
        )
    unit.on(None, f"judge/{panel_id}")
    unit.remove(judges.get_judge(unit.tx, panel_id))
    unit.tell(panel=panel_id)
