"""The options of an export: which tasks, which judges, what stays here."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import replace
from typing import Final

from PySide6.QtCore import Signal

from xpert_studio.core.exchange.bundle_options import BundleOptions
from xpert_studio.core.exchange.scope import ExportScope
from xpert_studio.core.records import Stage, Visibility
from xpert_studio.core.wording import mark, short, t, tn
from xpert_studio.core.workflow.views import PublishingChoices
from xpert_studio.desktop.look import PAD, SPACE
from xpert_studio.desktop.pages.project.forms import LICENCE
from xpert_studio.desktop.pages.publish.kinds import OWN, ExportKind
from xpert_studio.desktop.widgets import form_inputs as inputs
from xpert_studio.desktop.widgets.asked_fields import fields_for
from xpert_studio.desktop.widgets.form import Form, FormField, Values
from xpert_studio.desktop.widgets.labels import Card, button, label
from xpert_studio.desktop.widgets.layouts import column
from xpert_studio.report.exports import (
    BundleOrder,
    ForeignOptions,
    ForeignOrder,
    Order,
    ReportOptions,
    ReportOrder,
    TableOptions,
    TableOrder,
)
from xpert_studio.report.sentences import judge_name

_PLAIN: Final = ""
_CHOSEN: Final = "chosen"
_READY: Final = "ready"
_SUBSET: Final = "subset/"
_TASKS: Final = "tasks"
_HELD_OUT: Final = "held_out"
_WITHOUT: Final = ("without_reference_answers", "without_rubrics")


def _chosen(key: str, name: str, needed: str) -> FormField:
    """The tasks to tick, where that way of choosing them was taken in the field before."""
    return FormField(
        key=f"{key}_{_CHOSEN}",
        title=mark("Tasks I choose"),
        name=name,
        needed=needed,
        kind=inputs.chosen_tasks(),
        seen=lambda values: bool(values[key] == _CHOSEN),
    )


def _with_all(values: Values) -> str:
    """What is wrong where held-out tasks go out with all that belongs to them."""
    if any(values[name] for name in _WITHOUT):
        return ""
    return t("Say what the held-out tasks go without: reference answers, or rubrics.")


class OptionsCard(Card):
    """The options of one kind at a time; what is entered for one stays for the next.

    Signals:
        changed: Something was entered.

    Args:
        license_as: Names the project's licence.
    """

    changed = Signal()

    def __init__(self, license_as: Callable[[str], object]) -> None:
        super().__init__()
        self.kind = OWN[0]
        self._choices: PublishingChoices | None = None
        self.title = label("", "heading")
        self.what = label("", "muted")
        self._license_as = license_as
        self.name_licence = button(t("Save the licence"), self._name_licence, picture="check")
        self.form = Form(self._fields())
        self.form.changed.connect(lambda _: self.changed.emit())
        self._own_forms: dict[str, Form] = {}
        self._own = column()
        column(self.title, self.what, self.form, self._own, on=self, pad=SPACE, gap=PAD)

    def _fields(self) -> Iterator[FormField]:
        held_out = t("Hold-out split")
        yield FormField(key=_TASKS, title=mark("Tasks"), kind=inputs.choice(least=220))
        yield _chosen(_TASKS, mark("Tasks"), mark("Tick the tasks that are to go out."))
        several = self._if(lambda found, _: self.kind.id == "report" and len(found.judges) > 1)
        judges = {"kind": inputs.several(mark("All judges")), "seen": several}
        yield from fields_for(ReportOptions, "judge_ids", judge_ids=judges)
        yield FormField(
            key="ending",
            title=mark("Format"),
            kind=inputs.choice(least=220),
            seen=lambda _: len(self.kind.endings) > 1,
        )
        unready = self._if(lambda found, _: self.kind.id == "public" and self._has_unready(found))
        ways = {"kind": inputs.choice(least=220), "seen": lambda _: self._can_hold_out}
        yield from fields_for(
            BundleOptions, "all_stages", _HELD_OUT, all_stages={"seen": unready}, held_out=ways
        )
        chosen = _chosen(_HELD_OUT, held_out, mark("Tick the tasks that are held out."))
        yield replace(chosen, seen=lambda values: self._can_hold_out and chosen.seen(values))
        yield from fields_for(
            BundleOptions,
            *_WITHOUT,
            without_reference_answers={"seen": self._goes_without},
            without_rubrics={"seen": self._goes_without, "fault": _with_all},
        )
        yield FormField(
            key="licence",
            title=mark("Licence"),
            kind=inputs.beside(LICENCE, self.name_licence),
            help=mark("No licence is set: without one, recipients of this bundle may not use it."),
            seen=self._if(lambda found, _: self.kind.is_public and not found.info.licence),
        )

    def _if(self, seen: Callable[[PublishingChoices, Values], bool]) -> Callable[[Values], bool]:
        """Whether a field is seen, once it is known what there is to choose from."""
        return lambda values: self._choices is not None and seen(self._choices, values)

    def show_kind(self, kind: ExportKind) -> None:
        """Asks what is to be said about a kind."""
        self.kind = kind
        self.title.setText(t(kind.title))
        self.what.setText(t(kind.what))
        self.form.offer(ending=[(t(words) or ending, ending) for ending, words in kind.endings])
        self._ask_own(kind)
        self.changed.emit()

    def _ask_own(self, kind: ExportKind) -> None:
        """Asks for what the format of a tool can be told; what was entered for it before stays."""
        model = kind.format.options if kind.format else None
        if model is not None and kind.id not in self._own_forms:
            made = self._own_forms[kind.id] = Form(fields_for(model))
            made.changed.connect(lambda _: self.changed.emit())
            self._own.addWidget(made)
        for id_, form in self._own_forms.items():
            form.setVisible(id_ == kind.id)

    @property
    def _own_form(self) -> Form | None:
        return self._own_forms.get(self.kind.id)

    def offer(self, choices: PublishingChoices) -> None:
        """Offers what there is; what was chosen stays chosen."""
        before = self.form.values()
        self._choices = choices
        self._ready = frozenset(item.id for item in choices.tasks if item.stage is Stage.READY)
        chosen = (t("Tasks I choose"), _CHOSEN)
        subsets = [
            (
                t(
                    "Gold subset {name} ({tasks})",
                    name=short(item.name, 40),
                    tasks=tn("{n} task", "{n} tasks", len(item.task_ids)),
                ),
                _SUBSET + item.name,
            )
            for item in choices.subsets
        ]
        count = tn("{n} task", "{n} tasks", len(self._ready))
        ready = [(t("Tasks that are ready ({tasks})", tasks=count), _READY)]
        ready = ready if self._ready and self._has_unready(choices) else []
        self.form.offer(
            tasks=[(t("All tasks"), _PLAIN), *ready, *subsets, chosen],
            held_out=[(t("No hold-out split"), _PLAIN), *subsets, chosen],
            tasks_chosen=choices.tasks,
            held_out_chosen=choices.tasks,
            judge_ids=[
                (item.id, short(f"{judge_name(item)} · {item.id}", 90)) for item in choices.judges
            ],
        )
        if self.form.values() != before:
            self.changed.emit()

    def _has_unready(self, choices: PublishingChoices) -> bool:
        return len(self._ready) < len(choices.tasks)

    def choose_subset(self, name: str) -> None:
        """Chooses a subset, if there is one of that name."""
        if self._choices and any(item.name == name for item in self._choices.subsets):
            self.form.inputs[_TASKS].show(_SUBSET + name)

    def choose_ending(self, ending: str) -> None:
        """Chooses what the file is, if the kind can be that."""
        if any(ending == known for known, _ in self.kind.endings):
            self.form.inputs["ending"].show(ending)
            self.changed.emit()

    @property
    def lacks(self) -> str:
        """What is still to be entered, in words; empty for nothing."""
        own = self._own_form.gaps() if self._own_form else {}
        return next(iter((self.form.gaps() | own).values()), "")

    def check(self) -> bool:
        """Whether it can be used; if not, says why, and goes to the first gap."""
        return self.form.check() and (self._own_form is None or self._own_form.check())

    def _scope(self, values: Values, key: str) -> ExportScope:
        way = values[key] or _PLAIN
        if way == _READY:
            return ExportScope(task_ids=self._ready)
        if way == _CHOSEN:
            return ExportScope(task_ids=values[f"{key}_{_CHOSEN}"])
        return ExportScope(subset=way.removeprefix(_SUBSET)) if way else ExportScope()

    def _held_out(self, values: Values) -> frozenset[str]:
        """The tasks that are held out, one by one."""
        scope = self._scope(values, _HELD_OUT)
        subsets = self._choices.subsets if self._choices else ()
        found = (item.task_ids for item in subsets if item.name == scope.subset)
        return frozenset(next(found, ())) if scope.subset else scope.task_ids

    def order(self) -> Order:
        """What is to be published, as it was entered."""
        values = self.form.values()
        held_out = self._held_out(values)
        scope, ending = self._scope(values, _TASKS), values["ending"] or ""
        if (format_ := self.kind.format) is not None:
            form, model = self._own_form, format_.options
            settings = (
                model.model_validate(form.values()) if form and model and not form.gaps() else None
            )
            options = ForeignOptions(scope, held_out)
            return ForeignOrder(options=options, ending=ending, format=format_, settings=settings)
        if self.kind.id == "report":
            return ReportOrder(
                options=ReportOptions(scope=scope, judge_ids=values["judge_ids"]), ending=ending
            )
        if self.kind.id == "table":
            return TableOrder(options=TableOptions(scope), ending=ending)
        goes_without = bool(held_out) and self._goes_without(values)
        chosen = BundleOptions(
            Visibility.PUBLIC if self.kind.is_public else Visibility.PRIVATE,
            scope,
            held_out,
            **{name: goes_without and values[name] for name in _WITHOUT},
            all_stages=self.kind.id == "public" and values["all_stages"],
        )
        return BundleOrder(options=chosen, ending=ending)

    @property
    def _can_hold_out(self) -> bool:
        return self.kind.is_public or self.kind.id == "private"

    def _goes_without(self, values: Values) -> bool:
        """Whether held-out tasks are in it, but not all that belongs to them."""
        return self.kind.id == "private" and values[_HELD_OUT] not in (None, _PLAIN)

    def _name_licence(self) -> None:
        if name := self.form.values()["licence"]:
            self._license_as(name)
