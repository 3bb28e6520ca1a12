"""The page that says how well experts agree, and opens what they differ on."""

from __future__ import annotations

from functools import partial

from xpert_studio.core.records import Role
from xpert_studio.core.wording import t
from xpert_studio.desktop.look import SPACE, WIDE
from xpert_studio.desktop.pages.base import Page
from xpert_studio.desktop.places import BESIDE, Place
from xpert_studio.desktop.shell import Shell
from xpert_studio.desktop.widgets.asked_sections import AskedSections
from xpert_studio.desktop.widgets.explorer import EmptyState
from xpert_studio.desktop.widgets.fields import check_box
from xpert_studio.desktop.widgets.labels import button, label
from xpert_studio.desktop.widgets.layouts import box, column, row, stacked
from xpert_studio.desktop.widgets.saving_files import export_tables
from xpert_studio.desktop.widgets.scrolling import scrolled
from xpert_studio.desktop.widgets.wiring import show_if, wire
from xpert_studio.report.section import AGREEMENT_PAGE, View
from xpert_studio.report.sections.agreement import AGREEMENT
from xpert_studio.report.sections.registry import titled_at


class AgreementPage(Page):
    """Agreement between experts: each with each, a response expert by expert, and disagreements."""

    rests_on = frozenset({"judgment", "checkpoint", "response", "task", "person", "verdict"})

    def __init__(self, shell: Shell) -> None:
        super().__init__(shell)
        self.asked = AskedSections(
            shell,
            t("Agreement"),
            (AGREEMENT,),
            AGREEMENT.choices,
            apart=True,
            also=partial(titled_at, AGREEMENT_PAGE),
        )
        self.blocks = self.asked.blocks
        wire((self.asked.opened, self.open_case), (self.asked.filled, self._filled))
        self.gold_only = check_box(t("Confirmed judgments only"), self.refresh)
        self.export = button(t("Export as CSV"), self.ask_export, picture="download")
        self.empty = EmptyState("handshake", "")
        self.stack = stacked(scrolled(box(column(self.asked, 1, gap=SPACE))), self.empty)
        title = label(t("Agreement"), "title", wrap=False)
        acts = (self.asked.choosing, self.gold_only, self.export)
        column(row(title, 1, *acts), self.stack, on=self, pad=WIDE, gap=SPACE)
        self._say(t("Computing…"))

    @property
    def may_see(self) -> bool:
        """Whether the person may know what others decided."""
        return self.session.has_role(Role.LEAD, Role.SENIOR)

    def refresh(self) -> None:
        """Fetches the figures."""
        show_if(self.may_see, self.gold_only, self.export)
        if not self.may_see:
            self.asked.choosing.hide()
            self._say(
                t("Judging is blind"),
                t(
                    "Agreement between experts is shown to leads and senior experts only, so "
                    "that experts do not know what others decided."
                ),
            )
            return
        ctx, called = self.session.ctx, self.session.project_state.names
        view = View.on(ctx.project, ctx.person_id, self.session.analyse).naming(called)
        self.asked.show_view(view.asking(gold_only=self.gold_only.isChecked()))

    def _filled(self) -> None:
        is_shared = bool(self.blocks.tables)
        self.export.setEnabled(is_shared)
        if is_shared:
            self.stack.setCurrentIndex(0)
        elif self.gold_only.isChecked():
            self._say(
                t("No two confirmed judgments on the same"),
                t("Clear the check box above to include judgments that are not confirmed yet."),
            )
        else:
            self._say(
                t("No two experts have judged the same response yet"),
                t(
                    "Agreement can be computed once two experts have submitted forms on one "
                    "response."
                ),
            )

    def _say(self, title: str, text: str = "") -> None:
        """Says why there are no figures."""
        self.stack.setCurrentWidget(self.empty)
        self.empty.say(title, text)

    def open_case(self, target: tuple[str, ...]) -> None:
        """Opens both forms on a response side by side."""
        _, task_id, response_id = target
        self.shell.go(Place("judging", task_id=task_id, item=response_id, tab=BESIDE))

    def ask_export(self) -> None:
        """Asks for a file, and writes all tables to it."""
        export_tables(self, self.shell, t("agreement"), self.blocks.plain)
