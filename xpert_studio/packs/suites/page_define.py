"""The form that defines a suite: its capabilities and tasks, what passes, who decides, triggers."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Final

from pydantic import ValidationError
from PySide6.QtCore import Signal
from PySide6.QtWidgets import QLabel, QWidget

from xpert_studio.api.pages import (
    GAP,
    PAD,
    SPACE,
    FieldRow,
    FieldRows,
    Form,
    Shell,
    ShellWidget,
    button,
    card,
    column,
    enable_if,
    explained,
    field,
    fields_for,
    in_a_row,
    inputs,
    label,
    labelled,
    later,
    listed,
    mark,
    row,
    scrolled_column,
    show_if,
    t,
    tn,
    wire,
)
from xpert_studio.core.errors import UsageError, XpertError
from xpert_studio.core.store import tasks
from xpert_studio.core.workflow import CommandContext
from xpert_studio.packs.suites.definition import define_suite, suites_in, tasks_of
from xpert_studio.packs.suites.records import (
    SUITE_STAGES,
    Capability,
    Suite,
)

_TYPING_MS: Final = 300


def _stages() -> list[tuple[object, str, str]]:
    return [(stage, SUITE_STAGES.title(stage), "") for stage in SUITE_STAGES]


NAMED: Final = fields_for(
    Suite, "name", "stage",
    name={"needed": mark("Give it a name.")}, stage={"kind": inputs.buttons(_stages)},
)  # fmt: skip
FIELDS: Final = fields_for(
    Suite, "pass_at", "needs_essentials", "judges", "panel", "trials", "triggers",
    pass_at={"name": mark("Points with which a response passes")},
    needs_essentials={"title": "", "beside": True,
                      "name": mark("Every Essential checkpoint has to be met too")},
    judges={"needed": mark("Name who decides.")},
    trials={"name": mark("Responses to each task")},
    triggers={"kind": inputs.lines(mark("src/**/*.py"))},
)  # fmt: skip


class CapabilityRow(FieldRow):
    """One capability: what it is called, and which tasks show it."""

    def __init__(self) -> None:
        self.name = field(name=t("Capability"), hint=t("Capability"), least=140, most=240)
        self.members = field(
            name=t("Its tasks"), hint=t("tag:edits, domain:Law, or ids of tasks, with commas")
        )
        super().__init__(self.name, self.members, remove=t("Remove this capability"))
        for one in (self.name, self.members):
            one.textEdited.connect(lambda _: self.edited.emit())

    def show_one(self, one: Capability) -> None:
        """Fills it in."""
        self.name.setText(one.name)
        self.members.setText(", ".join(one.members))

    def read(self) -> tuple[str, tuple[str, ...]]:
        """Name and members, as they are typed."""
        members = (one.strip() for one in self.members.text().replace("，", ",").split(","))
        return self.name.text().strip(), tuple(filter(None, members))


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
        self.rows: FieldRows[CapabilityRow] = FieldRows(CapabilityRow, t("Add a capability"))
        self.named, self.form = Form(NAMED), Form(FIELDS, more=t("Panel and triggers"))
        self.offered = label("", "small")
        self.found, self.problem = label("", "muted"), label("", "bad")
        self.warning = label("", "warn")
        self.save = button(t("Keep the suite"), self._save, kind="primary", picture="save")
        self._soon = later(self, _TYPING_MS, self._look)
        self._lay_out()
        wire(
            (self.named.changed, lambda _: self._changed()),
            (self.form.changed, lambda _: self._changed()),
            (self.rows.edited, self._changed),
        )

    def _lay_out(self) -> None:
        back = button(t("All suites"), self.left.emit, kind="link", picture="chevron-left")
        which: tuple[QLabel | QWidget, ...] = (
            label(t("Which tasks"), "heading"),
            label(
                t("Each capability is a group of tasks, by tag, domain, category or id."), "muted"
            ),
            self.rows,
            self.rows.add,
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
        self.rows.clear()
        for one in suite.capabilities if suite else (None,):
            made = self.rows.new()
            if one is not None:
                made.show_one(one)
        for form in (self.named, self.form):
            form.show_values(
                {one.key: getattr(suite, one.key) if suite else one.preset for one in form.fields}
            )
        self.named.inputs["name"].widget.setEnabled(suite is None)
        show_if(False, self.problem, self.warning)
        ctx = self.session.ctx
        self.session.fetch(lambda: _facets(ctx), self._offer, owner=self, slot="facets")
        self._look()
        (self.named.inputs["name"].widget if suite is None else self.rows.rows[0].name).setFocus()

    def _offer(self, facets: list[str]) -> None:
        known = listed(facets) if facets else t("none; name tasks by their ids")
        self.offered.setText(labelled(t("Tags, domains and categories here"), known))

    def _changed(self) -> None:
        show_if(False, self.problem)
        self._soon.start()

    def entered(self) -> Suite:
        """What is typed.

        Raises:
            UsageError: A capability is not whole.
            ValidationError: It is no suite.
        """
        rows = [one.read() for one in self.rows.rows]
        if not rows or not all(name and members for name, members in rows):
            raise UsageError(
                "A capability has no name or no tasks.", remedy="Fill both in, or remove it."
            )
        return Suite(
            **self.named.values(),
            **self.form.values(),
            version=self._before.version if self._before else 1,
            capabilities=tuple(Capability(name=name, members=own) for name, own in rows),
        )

    def _refuse(self, error: ValidationError) -> None:
        """Says at a field what cannot be there."""
        where = str(error.errors(include_url=False)[0]["loc"][0])
        form = self.named if where in self.named.inputs else self.form
        title = next(one.title for one in form.fields if one.key == where)
        form.refuse(
            where,
            in_a_row(
                (
                    t("{field} cannot be this.", field=t(title)),
                    t("A name has letters, digits, '.', '_', ':' and '-'."),
                )
            ),
        )

    def _look(self) -> None:
        """Says which tasks it would have, and what a new definition means."""
        if not any(members for _, members in (one.read() for one in self.rows.rows)):
            self.found.say("")
            return
        ctx, read = self.session.ctx, [one.read() for one in self.rows.rows]
        self.session.fetch(lambda: _counted(ctx, read), self.found.say, owner=self, slot="found")
        try:
            entered = self.entered()
        except (XpertError, ValidationError):
            return
        before = self._before
        is_other = before is not None and before.hash != entered.hash
        self.warning.say(
            t(
                "This is another definition: it becomes version {n}, and evaluations before and after are not compared.",
                n=before.version + 1,
            )
            if before is not None and is_other
            else ""
        )

    def _save(self) -> None:
        if not all(form.check() for form in (self.named, self.form)):
            return
        try:
            entered = self.entered()
        except ValidationError as error:
            self._refuse(error)
            return
        except XpertError as error:
            self.problem.say(explained(error))
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


_MOST_FACETS: Final = 24


def _facets(ctx: CommandContext) -> list[str]:
    """By what tasks can be named, as it is typed."""
    with ctx.project.reading() as tx:
        found = list(tasks.all_tasks(tx))
    each: tuple[tuple[str, Callable[[Any], tuple[str | None, ...]]], ...] = (
        ("tag", lambda task: task.tags),
        ("domain", lambda task: (task.domain,)),
        ("category", lambda task: (task.category,)),
    )
    names = [
        f"{by}:{name}"
        for by, of in each
        for name in sorted({one for task in found for one in of(task) if one})
    ]
    return names[:_MOST_FACETS]


def _counted(ctx: CommandContext, rows: list[tuple[str, tuple[str, ...]]]) -> str:
    """How many tasks the capabilities have, or what is wrong with one."""
    given = tuple(
        Capability(name=name or "–", members=members) for name, members in rows if members
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
