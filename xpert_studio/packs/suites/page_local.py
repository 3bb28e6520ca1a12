"""How suites run on this computer: ways of running systems, and where regressions are reported."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Final

from pydantic import ValidationError
from PySide6.QtCore import Qt
from PySide6.QtWidgets import QWidget
from shiboken6 import isValid

from xpert_studio.api.changes import Change, Role, UsageError
from xpert_studio.api.commands import CommandContext, acting_lead
from xpert_studio.api.pages import (
    GAP,
    PAD,
    SPACE,
    WIDE,
    ActionDialog,
    Form,
    Job,
    Page,
    Place,
    Shell,
    box,
    button,
    card,
    column,
    enable_if,
    explained,
    fields_for,
    in_a_row,
    label,
    labelled,
    put_in,
    px,
    retone,
    row,
    scrolled_column,
    show_if,
    t,
    translated,
    wire,
)
from xpert_studio.core.errors import XpertError
from xpert_studio.core.store.settings import project_id
from xpert_studio.packs.suites.local import HowRun, LocalSettings, way_words
from xpert_studio.packs.suites.notifying import notify_test
from xpert_studio.packs.suites.page_run import run_place

_READABLE: Final = 860


FIELDS: Final = fields_for(LocalSettings, "hook", "webhook")
JUDGES: Final = fields_for(LocalSettings, "judge_url", judge_url={"more": False})


def read_settings(ctx: CommandContext) -> LocalSettings:
    """The settings of the project on this computer, for a lead.

    Raises:
        NotAllowedError: The person is none.
        UsageError: They cannot be read.
    """
    with ctx.project.reading() as tx:
        acting_lead(tx, ctx.person_id)
        return LocalSettings.read(project_id(tx))


def change_settings(ctx: CommandContext, changes: dict[str, Any]) -> LocalSettings:
    """Keeps other settings.

    Raises:
        NotAllowedError: The person is no lead.
        UsageError: One is not what it has to be, or holds a key.
    """
    found = read_settings(ctx)
    try:
        made = LocalSettings.model_validate(found.model_dump() | changes)
    except ValidationError as error:
        raise UsageError(
            "This is no address.",
            remedy="An address begins with http:// or https://; a variable is written $NAME.",
        ) from error
    made.write()
    return made


class LocalPage(Page):
    """The settings of the open project on this computer."""

    def __init__(self, shell: Shell) -> None:
        super().__init__(shell)
        self.found: LocalSettings | None = None
        self.job: Job | None = None
        self.form, self.judges = Form(FIELDS), Form(JUDGES)
        self.state, self.outcome = label("", "muted"), label("", "muted")
        self.test = button(t("Send a test"), self._test, picture="send")
        self.systems = box(column(gap=GAP))
        self.none = label(
            t("None yet: a run from the window or the command line adds one."), "muted"
        )
        self.closed = label(t("Only leads change how suites run."), "muted")
        self.closed.setFocusPolicy(Qt.FocusPolicy.StrongFocus)  # there is nothing else
        self._lay_out()
        show_if(False, self.outcome)
        wire(
            (self.form.left, lambda key: self._keep(key, self.form)),
            (self.judges.left, lambda key: self._keep(key, self.judges)),
            (self.form.changed, lambda _: self._show_test()),
        )

    def _lay_out(self) -> None:
        told = card(
            column(
                label(t("When a suite regresses"), "heading"),
                self.state,
                self.form,
                row(self.test, 1),
                self.outcome,
                pad=SPACE,
                gap=PAD,
            )
        )
        ways = card(
            column(
                label(t("How systems are run"), "heading"),
                self.none,
                self.systems,
                self.judges,
                pad=SPACE,
                gap=PAD,
            )
        )
        self.inside = box(column(told, ways, gap=SPACE))
        self.inside.setMaximumWidth(px(_READABLE))
        area = QWidget()
        scrolled_column(row(self.inside, 1, grow=(_READABLE,)), self.closed, 1, on=area)
        column(
            label(t("How suites run here"), "title"),
            label(
                t(
                    "These settings are of this project on this computer. They are in no "
                    "copy of it: what a project holds is never run."
                ),
                "muted",
            ),
            area,
            on=self,
            pad=WIDE,
            gap=SPACE,
            grow=2,
        )

    @property
    def may_change(self) -> bool:
        """Whether the person leads the project."""
        return self.session.has_role(Role.LEAD)

    def show_place(self, place: Place) -> None:
        """Shows the settings."""
        super().show_place(place)
        show_if(self.may_change, self.inside)
        show_if(not self.may_change, self.closed)

    def concerns(self, change: Change) -> bool:
        """Nothing that is done to a project shows here."""
        return False

    def refresh(self) -> None:
        """Reads the settings."""
        ctx = self.session.ctx
        if self.may_change:
            self.session.fetch(lambda: read_settings(ctx), self._show, owner=self, slot="local")

    def _show(self, local_settings: LocalSettings) -> None:
        self.found = local_settings
        values = {"hook": local_settings.hook, "webhook": local_settings.webhook}
        self.form.show_values(values, spares_written=True)
        self.judges.show_values({"judge_url": local_settings.judge_url}, spares_written=True)
        ways = [
            *filter(None, (t("a command") if local_settings.hook else "", local_settings.webhook))
        ]
        self.state.setText(
            labelled(t("Set up"), ", ".join(ways))
            if ways
            else t("Nothing is set up: a regression is seen here and in a CI only.")
        )
        show_if(not local_settings.systems, self.none)
        layout = self.systems.layout()
        assert layout is not None
        put_in(layout, [self._system(name, how) for name, how in local_settings.systems.items()])
        self._show_test()

    def _system(self, name: str, how: HowRun) -> QWidget:
        run = button(
            t("Run…"), lambda: self.shell.go(run_place(system=name)), name=labelled(name, t("Run…"))
        )
        remove = button(
            t("Forget"), lambda: self._forget(name), kind="quiet", name=labelled(name, t("Forget"))
        )
        words = box(column(label(name, "strong"), label(way_words(how), "muted"), gap=2))
        return box(row(words, run, remove, gap=GAP, grow=1))

    def _show_test(self) -> None:
        values = self.form.values()
        is_set = bool(self.form.inputs["hook"].widget.property("text") or values["webhook"])
        enable_if(is_set and self.job is None, self.test)

    def _change(
        self, changes: dict[str, Any], then: Callable[[LocalSettings], object] = bool
    ) -> None:
        ctx = self.session.ctx

        def kept(local_settings: LocalSettings) -> None:
            self._say("")
            self._show(local_settings)
            then(local_settings)

        self.session.perform(lambda: change_settings(ctx, changes), kept, self._refused)

    def _keep(self, key: str, form: Form) -> None:
        if form.is_written(key) and not form.gaps():
            form.take(key)
            self._change(self.form.values() | self.judges.values())

    def _forget(self, name: str) -> None:
        known = self.found.systems if self.found else {}
        left = {one: how.model_dump() for one, how in known.items() if one != name}
        ActionDialog(
            self.window(),
            t("Forget how {system} is run?", system=name),
            t("Its evaluations and responses stay. The next run asks how it is run."),
            t("Forget"),
            danger=True,
        ).ask(lambda: self._change({"systems": left}))

    def _refused(self, error: BaseException) -> None:
        if isinstance(error, XpertError):
            self._say(explained(error), "bad")
        else:
            self.shell.tell(error)

    def _test(self) -> None:
        if not self.form.gaps() and self.job is None:
            self._change(self.form.values() | self.judges.values(), self._send)

    def _send(self, local_settings: LocalSettings) -> None:
        self._say(t("Sending…"))

        def sent(failed: list[Any]) -> None:
            if isValid(self):
                said = in_a_row(map(translated, failed)) if failed else t("It was taken.")
                self._say(said, "bad" if failed else "good")

        self.job = self.shell.bridge.start(
            t("Sending a test"), lambda _: notify_test(local_settings), sent, self._refused
        )
        self.job.ended.connect(self._over)
        self._show_test()

    def _over(self) -> None:
        if isValid(self):
            self.job = None
            self._show_test()

    def _say(self, text: str, tone: str = "muted") -> None:
        self.outcome.say(text)
        retone(self.outcome, "kind", tone)
