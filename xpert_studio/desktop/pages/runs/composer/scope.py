"""What a run covers: all responses, or those to some tasks and by some systems."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

from xpert_studio.core.judge.selection import Selection
from xpert_studio.core.wording import mark, number, short, t, tn
from xpert_studio.core.workflow.views.scope import ScopeChoices
from xpert_studio.desktop.widgets import form_inputs as inputs
from xpert_studio.desktop.widgets.asked_fields import fields_for
from xpert_studio.desktop.widgets.form import Form, FormField, Values
from xpert_studio.report.part_names import domain_name

_ALL, _DOMAINS, _SUBSET, _CHOSEN = "all", "domains", "subset", "chosen"


def _by(way: str) -> Callable[[Values], bool]:
    return lambda values: bool(values["tasks"] == way)


SCOPE: Final = (
    FormField(key="tasks", title=mark("Tasks"), kind=inputs.choice()),
    *fields_for(
        Selection,
        "domains",
        "subset",
        domains={
            "kind": inputs.several(mark("Domains")),
            "seen": _by(_DOMAINS),
            "needed": mark("Tick a domain."),
        },
        subset={"kind": inputs.choice(), "seen": _by(_SUBSET)},
    ),
    FormField(
        key="chosen",
        title=mark("Tasks I choose"),
        kind=inputs.chosen_tasks(),
        seen=_by(_CHOSEN),
        needed=mark("Tick the tasks to run on."),
    ),
    *fields_for(
        Selection,
        "models",
        models={
            "kind": inputs.several(mark("All systems")),
            "help": mark("None selected = all systems"),
        },
    ),
    FormField(
        key="only",
        title=mark("Responses"),
        kind=inputs.check(mark("Only the chosen responses")),
        seen=lambda values: bool(values["only"]),
    ),
)


class ScopePart(Form):
    """The scope, as a request takes it and gives it."""

    def __init__(self) -> None:
        super().__init__(SCOPE)
        self._responses: tuple[str, ...] = ()

    def entered(self) -> Selection:
        """The scope as a request takes it."""
        values = self.values()
        way = values["tasks"]
        return Selection(
            models=values["models"],
            task_ids=tuple(sorted(values["chosen"])) if way == _CHOSEN else (),
            domains=values["domains"] if way == _DOMAINS else (),
            subset=values["subset"] or "" if way == _SUBSET else "",
            response_ids=self._responses if values["only"] else (),
        )

    def show_selection(self, selection: Selection) -> None:
        """Shows a scope; what it names has to be offered before."""
        self._responses = found = selection.response_ids
        way = (
            _CHOSEN
            if selection.task_ids
            else _DOMAINS
            if selection.domains
            else _SUBSET
            if selection.subset
            else _ALL
        )
        self.show_values(
            {
                "tasks": way,
                "domains": selection.domains,
                "subset": selection.subset,
                "chosen": selection.task_ids,
                "models": selection.models,
                "only": bool(found),
            }
        )
        only = tn("Only {n} chosen response.", "Only {n} chosen responses.", len(found))
        self.help("only", only if found else "")

    def offer_scope(self, scope: ScopeChoices) -> None:
        """Offers what there is; what was chosen stays chosen."""
        subsets = [
            (f"{name} ({tn('{n} task', '{n} tasks', count)})", name)
            for name, count in scope.subsets.items()
        ]
        ways = [(t("All tasks"), _ALL), (t("Tasks of some domains"), _DOMAINS)]
        ways += [(t("A subset"), _SUBSET)] if subsets else []
        self.offer(
            tasks=[*ways, (t("Tasks I choose"), _CHOSEN)],
            subset=subsets,
            domains=[
                (name, f"{domain_name(name)} ({number(count)})")
                for name, count in scope.domains.items()
            ],
            models=[
                (name, f"{short(name, 60)} ({number(count)})")
                for name, count in scope.models.items()
            ],
            chosen=scope.tasks,
        )
