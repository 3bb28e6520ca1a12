"""The form that defines a suite: its capabilities and tasks, what passes, who decides, triggers."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, Final

from pydantic import ValidationError
from PySide6.QtCore import Signal
from PySide6.QtWidgets import QLabel, QWidget

from xpert_studio.core.errors import UsageError, XpertError
from xpert_studio.core.records import CHECKS, RULES
from xpert_studio.core.store import tasks
from xpert_studio.core.wording import explained, labelled, listed, mark, t, tn
from xpert_studio.core.workflow import CommandContext
from xpert_studio.desktop.look import GAP, PAD, SPACE
from xpert_studio.desktop.pages.task.rubric.settings_editor import FieldRow, FieldRows
from xpert_studio.desktop.shell import Shell, ShellWidget
from xpert_studio.desktop.widgets import form_inputs as inputs
from xpert_studio.desktop.widgets.fields import field
from xpert_studio.desktop.widgets.form import Form, FormField
from xpert_studio.desktop.widgets.labels import button, card, label
from xpert_studio.desktop.widgets.layouts import column, row
from xpert_studio.desktop.widgets.scrolling import scrolled_column
from xpert_studio.desktop.widgets.wiring import enable_if, later, show_if, wire
from xpert_studio.packs.suites.definition import define_suite, suites_in, tasks_of
from xpert_studio.packs.suites.records import (
    MOST_TRIALS,
    SUITE_STAGES,
    Capability,
    Suite,
    SuiteStage,
)

_TYPING_MS: Final = 300


def _stages() -> list[tuple[object, str, str]]:
    return [(stage, SUITE_STAGES.title(stage), "") for stage in SUITE_STAGES]


def _panels() -> list[tuple[str, object]]:
    return [(t("No panel"), ""), *((RULES.title(rule), str(rule)) for rule in RULES)]


NAMED: Final = (
    FormField(
        key="name", title=mark("Name"), kind=inputs.text(mark("Such as smoke"), wide=260),
        needed=mark("Give it a name."),
        help=mark("Letters, digits, '.', '_' and '-'; as commands write it."),
    ),
    FormField(
        key="stage", title=mark("Stage"), kind=inputs.buttons(_stages),
        help=mark("Smoke: at every change. Core: before a release. Extended: now and then."),
    ),
)  # fmt: skip
FIELDS: Final = (
    FormField(
        key="pass_at", title=mark("Passes with"), name=mark("Points with which a response passes"),
        kind=inputs.number(0, 100, suffix=" %"), help=mark("Of the points of its rubric."),
    ),
    FormField(
        key="needs_essentials", title="", name=mark("Every Essential checkpoint has to be met too"),
        kind=inputs.check(mark("Every Essential checkpoint has to be met too")), beside=True,
    ),
    FormField(
        key="judge", title=mark("Decided by"),
        kind=inputs.suggested(hint=mark("checks, or PROVIDER:MODEL")),
        needed=mark("Name who decides."),
        help=mark("“checks” are checkpoints that a program decides; else a judge as PROVIDER:MODEL."),
    ),
    FormField(
        key="others", title=mark("More judges"), more=True,
        kind=inputs.text(mark("PROVIDER:MODEL, separated by commas")),
    ),
    FormField(
        key="panel", title=mark("Panel"), more=True, kind=inputs.choice(_panels),
        help=mark("The rule by which several judges are taken together."),
    ),
    FormField(
        key="trials", title=mark("Trials"), name=mark("Responses to each task"),
        kind=inputs.number(1, MOST_TRIALS),
        help=mark("Responses of a system to each task; several say how steady it is."),
    ),
    FormField(
        key="triggers", title=mark("Triggers"), more=True,
        kind=inputs.long_text(mark("src/**/*.py"), high=64),
        help=mark("Patterns of files, one a line: a CI runs the suite where a changed file matches."),
    ),
)  # fmt: skip
_JUDGES: Final = (CHECKS, "baseline")


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
        values = _values(suite)
        for form in (self.named, self.form):
            form.show_values({one.key: values[one.key] for one in form.fields})
        self.form.offer(judge=_JUDGES)
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
            UsageError: It is no suite.
        """
        values = self.named.values() | self.form.values()
        rows = [one.read() for one in self.rows.rows]
        if not rows or not all(name and members for name, members in rows):
            raise UsageError(
                "A capability has no name or no tasks.", remedy="Fill both in, or remove it."
            )
        others = (one.strip() for one in values["others"].replace("，", ",").split(","))
        try:
            return Suite(
                name=values["name"],
                version=self._before.version if self._before else 1,
                capabilities=tuple(Capability(name=name, members=own) for name, own in rows),
                stage=values["stage"],
                pass_at=self._pass_at(values["pass_at"]),
                needs_essentials=values["needs_essentials"],
                judges=(values["judge"], *filter(None, others)),
                panel=values["panel"] or "",
                trials=values["trials"],
                triggers=tuple(filter(None, map(str.strip, values["triggers"].splitlines()))),
            )
        except ValidationError as error:
            where = str(error.errors(include_url=False)[0]["loc"][0])
            title = next((one.title for one in (*NAMED, *FIELDS) if one.key == where), where)
            raise UsageError(
                t("{field} cannot be this.", field=t(title)),
                remedy="A name has letters, digits, '.', '_', ':' and '-'.",
            ) from error

    def _pass_at(self, percent: int) -> float:
        """The score to pass; one that is no whole per cent stays where it was not touched."""
        before = self._before
        is_same = before is not None and round(100 * before.pass_at) == percent
        return before.pass_at if before is not None and is_same else percent / 100

    def _look(self) -> None:
        """Says which tasks it would have, and what a new definition means."""
        if not any(members for _, members in (one.read() for one in self.rows.rows)):
            self.found.say("")
            return
        ctx, read = self.session.ctx, [one.read() for one in self.rows.rows]
        self.session.fetch(lambda: _counted(ctx, read), self.found.say, owner=self, slot="found")
        try:
            entered = self.entered()
        except XpertError:
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


def _values(suite: Suite | None) -> Mapping[str, Any]:
    """What the form shows of a suite, or of a new one."""
    if suite is None:
        return {
            "name": "", "stage": SuiteStage.CORE, "pass_at": 100, "needs_essentials": False,
            "judge": CHECKS, "others": "", "panel": "", "trials": 1, "triggers": "",
        }  # fmt: skip
    return {
        "name": suite.name,
        "stage": suite.stage,
        "pass_at": round(100 * suite.pass_at),
        "needs_essentials": suite.needs_essentials,
        "judge": suite.judges[0],
        "others": ", ".join(suite.judges[1:]),
        "panel": suite.panel,
        "trials": suite.trials,
        "triggers": "\n".join(suite.triggers),
    }


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
