"""The form that defines a suite: its capabilities and tasks, what passes, who decides, triggers."""

from __future__ import annotations

from typing import Any, Final

from pydantic import ValidationError
from PySide6.QtCore import Signal
from PySide6.QtWidgets import QLabel, QWidget

from xpert_studio.api.changes import UsageError, mark
from xpert_studio.core.errors import XpertError
from xpert_studio.core.store import tasks
from xpert_studio.core.wording import explained, in_a_row, labelled, listed, t, tn
from xpert_studio.core.workflow import CommandContext
from xpert_studio.desktop.look import GAP, PAD, SPACE
from xpert_studio.desktop.shell import Shell, ShellWidget
from xpert_studio.desktop.widgets import form_inputs as inputs
from xpert_studio.desktop.widgets.asked_fields import fields_for
from xpert_studio.desktop.widgets.form import Form
from xpert_studio.desktop.widgets.labels import button, card, label
from xpert_studio.desktop.widgets.layouts import column, row
from xpert_studio.desktop.widgets.scrolling import scrolled_column
from xpert_studio.desktop.widgets.wiring import enable_if, later, show_if, wire
from xpert_studio.packs.suites.definition import TASKS_BY, define_suite, facets, suites_in, tasks_of
from xpert_studio.packs.suites.records import (
    SUITE_STAGES,
    Capability,
    Suite,
)


def _stages() -> list[tuple[object, str, str]]:
    return [(stage, SUITE_STAGES.title(stage), "") for stage in SUITE_STAGES]


NAMED: Final = fields_for(
    Suite,
    "name",
    "stage",
    name={"needed": mark("Give it a name.")},
    stage={"kind": inputs.buttons(_stages)},
)
CAPABILITIES: Final = fields_for(
    Suite,
    "capabilities",
    capabilities={"name": mark("Capabilities"), "needed": mark("Name a capability and its tasks.")},
)
FIELDS: Final = fields_for(
    Suite,
    "pass_at",
    "needs_essentials",
    "judges",
    "panel",
    "trials",
    "triggers",
    pass_at={"name": mark("Points with which a response passes")},
    needs_essentials={
        "title": "",
        "beside": True,
        "name": mark("Every Essential checkpoint has to be met too"),
    },
    judges={"needed": mark("Name who decides.")},
    trials={"name": mark("Responses to each task")},
    triggers={"kind": inputs.lines(mark("src/**/*.py"))},
)


class DefineForm(ShellWidget):
    """Defines a suite, or one that is there anew.

    Signals:
        defined: A suite was kept; its name.
        left: The person wants to go back.
    """

    defined = Signal(str)
    left = Signal()

    def __init__(self, shell: Shell) -> None:
        super().__init__(shell)
        self._before: Suite | None = None
        self.title = label(t("New suite"), "title", wrap=False)
        self.named, self.which = Form(NAMED), Form(CAPABILITIES)
        self.form = Form(FIELDS, more=t("Panel and triggers"))
        self.forms = self.named, self.which, self.form
        self.offered = label("", "small")
        self.found, self.problem = label("", "muted"), label("", "bad")
        self.warning = label("", "warn")
        self.save = button(t("Keep the suite"), self._save, kind="primary", picture="save")
        self._soon = later(self, 300, self._look)
        self._lay_out()
        wire(*((form.changed, lambda _: self._changed()) for form in self.forms))

    def _lay_out(self) -> None:
        back = button(t("All suites"), self.left.emit, kind="link", picture="chevron-left")
        which: tuple[QLabel | QWidget, ...] = (
            label(t("Which tasks"), "heading"),
            label(
                t("Each capability is a group of tasks, by tag, domain, category or id."), "muted"
            ),
            self.which,
            self.offered,
            self.found,
        )
        inside = QWidget()
        scrolled_column(
            card(column(self.named, pad=SPACE, gap=PAD)),
            card(column(*which, pad=SPACE, gap=GAP)),
            card(column(label(t("What passes"), "heading"), self.form, pad=SPACE, gap=PAD)),
            self.warning,
            self.problem,
            row(self.save, 1),
            1,
            on=inside,
            gap=SPACE,
        )
        column(row(self.title, 1, back), inside, on=self, gap=SPACE, grow=1)

    def begin(self, suite: Suite | None = None) -> None:
        """Begins a new one, or with all of one that is there."""
        self._before = suite
        self.title.setText(t("New suite") if suite is None else t("Suite {name}", name=suite.name))
        known = suite.model_dump() if suite else {"capabilities": [{}]}
        for form in self.forms:
            form.show_values(
                {field.key: known.get(field.key, field.preset) for field in form.fields}
            )
        self.named.inputs["name"].widget.setEnabled(suite is None)
        show_if(False, self.problem, self.warning)
        ctx = self.session.ctx
        self.session.fetch(lambda: _facets(ctx), self._offer, owner=self, slot="facets")
        self._look()
        (self.named if suite is None else self.which).begin()

    def _offer(self, facets: list[str]) -> None:
        known = listed(facets) if facets else t("none; name tasks by their ids")
        self.offered.setText(labelled(t("Tags, domains and categories here"), known))

    def _changed(self) -> None:
        show_if(False, self.problem)
        self._soon.start()

    def entered(self) -> Suite:
        """What is typed.

        Raises:
            ValidationError: It is no suite.
        """
        values = self.named.values() | self.which.values() | self.form.values()
        return Suite(**values, version=self._before.version if self._before else 1)

    def _refuse(self, error: ValidationError) -> None:
        """Says at a field what cannot be there."""
        place = error.errors(include_url=False)[0]["loc"]
        form = next(form for form in self.forms if place[0] in form.inputs)
        said = t("Fill both in, or remove it.")
        if form is not self.which:
            title = next(field.title for field in form.fields if field.key == place[0])
            named = t("A name has letters, digits, '.', '_', ':' and '-'.")
            said = in_a_row((t("{field} cannot be this.", field=t(title)), named))
        form.tell({place: said})
        form.inputs[str(place[0])].widget.setFocus()

    def _look(self) -> None:
        """Says which tasks it would have, and what a new definition means."""
        ctx, read = self.session.ctx, self.which.values()["capabilities"]
        if not any(one["members"] for one in read):
            self.found.say("")
            return
        self.session.fetch(lambda: _counted(ctx, read), self.found.say, owner=self, slot="found")
        try:
            entered = self.entered()
        except ValidationError:
            return
        before = self._before
        self.warning.say(
            t(
                "This is another definition: it becomes version {n}, and evaluations "
                "before and after are not compared.",
                n=before.version + 1,
            )
            if before is not None and before.hash != entered.hash
            else ""
        )

    def _save(self) -> None:
        if not all(form.check() for form in self.forms):
            return
        try:
            entered = self.entered()
        except ValidationError as error:
            self._refuse(error)
            return
        ctx, is_new = self.session.ctx, self._before is None

        def work() -> Suite:
            if is_new:
                with ctx.project.reading() as tx:
                    if entered.name in suites_in(tx):
                        raise UsageError(
                            "There is a suite of this name already.",
                            remedy="Give it another name, or edit that one.",
                        )
            return define_suite(ctx, entered)[0]

        enable_if(False, self.save)
        self.session.perform(work, self._kept, self._refused)

    def _kept(self, suite: Suite) -> None:
        enable_if(True, self.save)
        said = t(
            "Defined the suite {name}, version {version}.", name=suite.name, version=suite.version
        )
        self.shell.say(said, "good")
        self.defined.emit(suite.name)

    def _refused(self, error: BaseException) -> None:
        enable_if(True, self.save)
        if isinstance(error, XpertError):
            self.problem.say(explained(error))
        else:
            self.shell.tell(error)


def _facets(ctx: CommandContext) -> list[str]:
    """By what tasks can be named, as it is typed."""
    with ctx.project.reading() as tx:
        found = list(tasks.all_tasks(tx))
    names = [
        f"{by}:{name}"
        for by in TASKS_BY
        for name in sorted({one for task in found for one in facets(task, by) if one})
    ]
    return names[:24]


def _counted(ctx: CommandContext, rows: list[dict[str, Any]]) -> str:
    """How many tasks the capabilities have, or what is wrong with one."""
    given = tuple(
        Capability(name=one["name"] or "–", members=one["members"])
        for one in rows
        if one["members"]
    )
    try:
        with ctx.project.reading() as tx:
            found = tasks_of(tx, Suite(name="look", capabilities=given))
    except XpertError as error:
        return explained(error)
    counts = (
        labelled(one.name, str(sum(one.name in task.capabilities for task in found.values())))
        for one in given
    )
    said = tn("{n} task that is ready", "{n} tasks that are ready", len(found))
    return labelled(said, listed(counts))
