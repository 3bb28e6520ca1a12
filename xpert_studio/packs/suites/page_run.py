"""The form that runs suites on a system: how it is run on this computer, on which terms."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, Final
from urllib.parse import urlencode

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QFileDialog, QWidget

from xpert_studio.api.commands import CommandContext, UsageError
from xpert_studio.api.pages import (
    GAP,
    PAD,
    SPACE,
    Form,
    FormField,
    Place,
    Shell,
    ShellWidget,
    Values,
    button,
    card,
    check_box,
    column,
    explained,
    fields_for,
    inputs,
    label,
    labelled,
    later,
    mark,
    provider_title,
    row,
    scrolled_column,
    show_if,
    t,
    tick,
    tn,
    wire,
)
from xpert_studio.core.errors import XpertError
from xpert_studio.core.generation.asking import ModelChoice
from xpert_studio.core.judge.key_check import need_no_keys
from xpert_studio.core.judge.providers.registry import LOCAL, PROVIDERS
from xpert_studio.core.records import RunTerms
from xpert_studio.core.store import responses
from xpert_studio.core.store.settings import project_id
from xpert_studio.desktop.widgets.error_line import ErrorLine
from xpert_studio.packs.suites.command_running import SuiteRun
from xpert_studio.packs.suites.definition import suites_in, tasks_of
from xpert_studio.packs.suites.evaluations import evaluations_in
from xpert_studio.packs.suites.generating import ResponseTerms, response_system
from xpert_studio.packs.suites.local import MODEL_SETTINGS, HowRun, LocalSettings
from xpert_studio.packs.suites.records import Suite
from xpert_studio.packs.suites.section_blocks import deciders

MODEL, COMMAND, FOLDER, THERE = "model", "command", "folder", "there"
WAYS: Final = (
    (MODEL, mark("A model answers"), mark("Each task is sent to a provider’s model.")),
    (
        COMMAND,
        mark("A command answers"),
        mark("It is run for each task: prompt on its input, response on its output."),
    ),
    (
        FOLDER,
        mark("From a folder"),
        mark("Files TASK.txt or TASK.md; of a second trial in trial-2."),
    ),
    (
        THERE,
        mark("Already in the project"),
        mark("The project has the system’s responses already."),
    ),
)


def _is(way: str) -> Any:
    return lambda values: values["way"] == way


def _providers() -> list[tuple[str, object]]:
    return [(provider_title(one), one) for one in PROVIDERS if one not in LOCAL]


HOW_FIELDS: Final = (
    FormField(
        key="way",
        title=mark("Its responses"),
        kind=inputs.ways(WAYS),
    ),
    *fields_for(
        ModelChoice,
        "provider",
        "model",
        provider={"kind": inputs.choice(_providers), "seen": _is(MODEL)},
        model={"needed": mark("Name the model."), "seen": _is(MODEL)},
    ),
    *fields_for(
        HowRun,
        "base_url",
        "command",
        base_url={"seen": _is(MODEL)},
        command={"seen": _is(COMMAND), "needed": mark("Write the command.")},
    ),
    *fields_for(
        HowRun,
        *MODEL_SETTINGS,
        **{one: {"seen": _is(MODEL), "more": True} for one in MODEL_SETTINGS},
    ),
    FormField(
        key="folder",
        title=mark("Folder"),
        kind=inputs.path(QFileDialog.getExistingDirectory, lambda _: ""),
        seen=_is(FOLDER),
        fault=lambda values: inputs.no_folder(values["folder"]) if values["way"] == FOLDER else "",
    ),
)
FIELDS: Final = (
    FormField(key="suites", title=mark("Suites"), kind=inputs.several(mark("Suites")),
              needed=mark("Choose a suite.")),
    FormField(
        key="system", title=mark("System"), kind=inputs.suggested(hint=mark("Such as agent")),
        needed=mark("Name the system."),
    ),
    FormField(key="branch", title=mark("Branch"), line=mark("Version"), kind=inputs.text(mark("main"), wide=180)),
    FormField(
        key="revision", title=mark("Revision"), beside=True, kind=inputs.text(mark("4f2a"), wide=180),
        help=mark("Responses of each revision are kept apart. Evaluations of a branch "
            "follow each other."),
    ),
    *HOW_FIELDS,
    *fields_for(
        RunTerms, "money", "concurrency", "timeout", "max_retries",
        money={"more": True, "help": mark("For responses and judges together.")},
        concurrency={"more": True}, timeout={"more": True}, max_retries={"more": True},
    ),
    FormField(
        key="frozen", title=mark("Frozen set"), name=mark("Gold forms that the judge is asked again about"),
        kind=inputs.number(0, 500, lowest=mark("not asked")), more=True,
        help=mark("The judge is asked again about so many gold forms: how much of a change "
            "is its own."),
    ),
    *fields_for(LocalSettings, "judge_url"),
)  # fmt: skip


def how_entered(values: Values) -> HowRun | None:
    """How a system is run, as it is typed; None where its responses are there.

    Raises:
        UsageError: It holds a key.
    """
    way = values["way"]
    made = {
        MODEL: lambda: HowRun(
            model=f"{values['provider']}:{values['model']}",
            base_url=values["base_url"],
            **{one: values[one] for one in MODEL_SETTINGS if values[one] not in ("", False)},
        ),
        COMMAND: lambda: HowRun(command=values["command"]),
        FOLDER: lambda: HowRun(folder=str(values["folder"].resolve())),
    }
    found = made[way]() if way in made else None
    if found is not None:
        need_no_keys(found.model, *found.command, found.base_url)
    return found


def how_shown(how: HowRun | None) -> dict[str, Any]:
    """How a system is run, as the form shows it."""
    shown = HowRun() if how is None else how
    provider, _, model = shown.model.partition(":")
    return {
        **shown.model_dump(),
        **({"provider": provider} if provider else {}),
        "way": next((way for way in (MODEL, COMMAND, FOLDER) if getattr(shown, way)), THERE),
        "model": model,
    }


@dataclass(frozen=True, slots=True)
class KnownSystems:
    """What the form offers.

    Attributes:
        suites: By name.
        systems: That were evaluated or are kept on this computer, the newest first.
        newest: Of each system the branch of its newest evaluation.
        local: The settings of this computer.
    """

    suites: Mapping[str, Suite]
    systems: tuple[str, ...]
    newest: Mapping[str, str]
    local: LocalSettings


def read_known(ctx: CommandContext) -> KnownSystems:
    """What the form offers; of evaluations only what the person may see."""
    from xpert_studio.core.workflow.blinding import blinding_for

    with ctx.project.reading() as tx:
        suites = suites_in(tx)
        known = [] if blinding_for(tx, ctx.person_id).hides_results else evaluations_in(tx)
        local = LocalSettings.read(project_id(tx))
    newest = {one.first.system: one.first.branch for one in known}
    systems = tuple(dict.fromkeys([*reversed(newest), *local.systems]))
    return KnownSystems(suites, systems, newest, local)


class RunForm(ShellWidget):
    """Says what is run, and asks for consent where that is a command.

    Signals:
        asked: A run should begin; the ``SuiteRun`` and its suites.
        left: The person wants to go back.
    """

    asked = Signal(object, object)
    left = Signal()

    def __init__(self, shell: Shell) -> None:
        super().__init__(shell)
        self.known: KnownSystems | None = None
        self._system = ""
        self.form = Form(FIELDS, more=t("Limits"))
        self.plan, self.problem = label("", "muted"), ErrorLine(self.session)
        self.command = label("", "mono")
        self.consent = check_box(t("Run this command on this computer, with my rights"))
        self._asks = card(
            column(
                label(t("A command is a program"), "heading"),
                label(
                    t(
                        "It can do all that you can do here. It comes from you, never from the "
                        "project."
                    ),
                    "muted",
                ),
                self.command,
                self.consent,
                pad=SPACE,
                gap=GAP,
            )
        )
        self.start = button(t("Run"), self._start, kind="primary", picture="play")
        self._soon = later(self, 300, self._look)
        back = button(t("All suites"), self.left.emit, kind="link", picture="chevron-left")
        inside = QWidget()
        scrolled_column(
            card(column(self.form, pad=SPACE, gap=PAD)),
            self._asks,
            self.plan,
            self.problem,
            row(self.start, 1),
            1,
            on=inside,
            gap=SPACE,
        )
        title = label(t("Run suites on a system"), "title", wrap=False)
        column(row(title, 1, back), inside, on=self, gap=SPACE, grow=1)
        wire(
            (self.form.changed, self._changed),
            (self.consent.toggled, lambda _: show_if(False, self.problem)),
        )

    def begin(self, suites: tuple[str, ...] = (), system: str = "") -> None:
        """Begins a run of some suites; with how the system was run last."""
        ctx = self.session.ctx

        def show(known: KnownSystems) -> None:
            self._show_known(known, suites, system)

        self.session.fetch(lambda: read_known(ctx), show, owner=self, slot="known")

    def _show_known(self, known: KnownSystems, suites: tuple[str, ...], system: str) -> None:
        self.known = known
        self.form.offer(suites=[(name, name) for name in known.suites], system=known.systems)
        chosen = suites or tuple(list(known.suites)[:1])
        system = system or next(iter(known.systems), "")
        self.form.show_values(
            {
                "suites": chosen,
                "system": system,
                "revision": "",
                "money": None,
                "concurrency": 4,
                "timeout": 600,
                "max_retries": 3,
                "judge_url": known.local.judge_url,
                "frozen": 0,
            }
        )
        self._show_system(system)
        tick(self.consent, is_on=False)
        show_if(False, self.problem)
        self.form.inputs["system"].widget.setFocus()
        self._look()

    def _show_system(self, system: str) -> None:
        """Shows how a system was run last, and on which branch."""
        self._system = system
        if self.known is None:
            return
        how = self.known.local.systems.get(system)
        is_known = how is not None or system in self.known.newest
        if is_known:
            self.form.show_values(how_shown(how) | {"branch": self.known.newest.get(system, "")})
        elif not system:
            self.form.show_values(how_shown(None) | {"way": MODEL, "branch": ""})

    def _changed(self, key: str) -> None:
        if key == "system":
            self._show_system(self.form.values()["system"])
        if key in {"command", "way", "system"}:  # consent is for what was read
            tick(self.consent, is_on=False)
        show_if(False, self.problem)
        self._show_consent()
        self._soon.start()

    def _show_consent(self) -> None:
        written = self.form.inputs["command"].widget.property("text").strip()
        self.command.setText(written)
        show_if(written and self.form.values()["way"] == COMMAND, self._asks)

    def entered(self) -> tuple[SuiteRun, tuple[Suite, ...]]:
        """What is asked for.

        Raises:
            UsageError: It holds a key, or a suite is gone.
        """
        values = self.form.values()
        known = self.known.suites if self.known else {}
        suites = tuple(known[name] for name in values["suites"] if name in known)
        if not suites:
            raise UsageError("No suite is chosen.", remedy="Choose one.")
        terms = ResponseTerms(
            values["concurrency"], values["timeout"], values["max_retries"], values["money"]
        )
        run = SuiteRun(
            suites[0],
            values["system"],
            values["branch"],
            values["revision"],
            how_entered(values),
            values["judge_url"],
            terms,
            values["frozen"],
        )
        return run, suites

    def _look(self) -> None:
        """Says what a run would make."""
        self._show_consent()
        if self.form.gaps() or not self.form.values()["system"]:
            self.plan.say("")
            return
        try:
            asked, suites = self.entered()
        except XpertError as error:
            self.plan.say(explained(error))
            return
        ctx = self.session.ctx
        self.session.fetch(
            lambda: planned(ctx, asked, suites), self.plan.say, owner=self, slot="plan"
        )

    def _start(self) -> None:
        if not self.form.check():
            return
        if self.form.values()["way"] == COMMAND and not self.consent.isChecked():
            self.problem.say(t("Read the command, and tick that it may run here."))
            self.consent.setFocus()
            return
        try:
            asked, suites = self.entered()
        except XpertError as error:
            self.problem.say(explained(error))
            return
        self.problem.perform(
            lambda: _keep(self.session.ctx, asked), lambda _: self.asked.emit(asked, suites)
        )


def _keep(ctx: CommandContext, asked: SuiteRun) -> None:
    """Keeps how the system is run, on this computer, for the next time."""
    with ctx.project.reading() as tx:
        now = LocalSettings.read(project_id(tx))
    systems = dict(now.systems)
    if asked.how is not None:
        systems[asked.system] = asked.how
    changed = now.model_copy(update={"systems": systems, "judge_url": asked.judge_url})
    if changed != now:
        LocalSettings.model_validate(changed.model_dump()).write()


def planned(ctx: CommandContext, asked: SuiteRun, suites: tuple[Suite, ...]) -> str:
    """What a run would make: responses that are there and that are missing, by suite."""
    return "\n".join(labelled(suite.name, _planned(ctx, asked, suite)) for suite in suites)


def _planned(ctx: CommandContext, asked: SuiteRun, suite: Suite) -> str:
    trials = range(1, suite.trials + 1)
    systems = [response_system(asked.system, asked.revision, trial) for trial in trials]
    try:
        with ctx.project.reading() as tx:
            names = tasks_of(tx, suite)
            found = responses.all_responses(tx, models=systems)
            there = len({(one.task_id, one.model) for one in found if one.task_id in names})
    except XpertError as error:
        return explained(error)
    left = len(names) * suite.trials - there
    if left and asked.how is None:
        return t(
            "{n} of {all} responses are not there, and how to have them is not chosen.",
            n=left,
            all=left + there,
        )
    return t(
        "{made}, {there} there already; decided by {judges}.",
        made=tn("{n} response to make", "{n} responses to make", left),
        there=there,
        judges=deciders(suite),
    )


def run_place(suite: str = "", system: str = "") -> Place:
    """The place of the form, for a suite and a system."""
    said = {"suite": suite, "system": system}
    return Place("suite-runs", tab="run", item=urlencode({k: v for k, v in said.items() if v}))
