"""The rules of a project: facts, limits, vocabulary and grading policy, one card each."""

from __future__ import annotations

from PySide6.QtCore import QTimer

from xpert_studio.core.wording import t
from xpert_studio.core.workflow.views import ProjectState
from xpert_studio.desktop.look import SPACE, WIDE, px
from xpert_studio.desktop.pages.base import ProjectStatePage
from xpert_studio.desktop.pages.project.categories import CategoriesCard
from xpert_studio.desktop.pages.project.facts import FactsCard
from xpert_studio.desktop.pages.project.grading import GradingCard
from xpert_studio.desktop.pages.project.limits import LimitsCard
from xpert_studio.desktop.pages.project.vocabulary import VocabularyCard
from xpert_studio.desktop.places import Place
from xpert_studio.desktop.shell import Shell
from xpert_studio.desktop.widgets.labels import label
from xpert_studio.desktop.widgets.layouts import box, column, row
from xpert_studio.desktop.widgets.scrolling import scrolled

_READABLE = 820


class ProjectPage(ProjectStatePage):
    """What holds in this project; leads change it in place."""

    def __init__(self, shell: Shell) -> None:
        super().__init__(shell)
        self.why = label("", "warn")
        self.facts = FactsCard(shell)
        self.limits = LimitsCard(self.save)
        self.vocabulary = VocabularyCard(self.save)
        self.categories = CategoriesCard(shell)
        self.grading = GradingCard(self.session)
        self._case = ""
        cards = box(
            column(
                label(t("Project"), "title"),
                self.why,
                self.facts,
                self.limits,
                self.vocabulary,
                self.categories,
                self.grading,
                1,
                gap=SPACE,
            )
        )
        cards.setMaximumWidth(px(_READABLE))
        self.area = scrolled(box(row(cards, 1, pad=WIDE, grow=(_READABLE,))))
        column(self.area, on=self)

    def show_place(self, place: Place) -> None:
        """Shows the rules; with a case, the grading policy open for writing beside it."""
        super().show_place(place)
        self._case = place.item if place.tab == "grading" else ""
        self.grading.show_case(self._case)

    def show_project_state(self, project_state: ProjectState) -> None:
        """Shows the rules as they are now."""
        is_open = not self.why_not
        self.why.say(self.why_not)
        self.facts.show_project_state(project_state, is_open=is_open)
        self.limits.show_policies(project_state.info.policies, is_open=is_open)
        self.vocabulary.show_taxonomy(project_state.info.taxonomy, is_open=is_open)
        self.categories.show_project_state(project_state, is_open=is_open)
        self.grading.show_policy(project_state.info.grading_policy, is_open=is_open)
        if self._case:
            self._case = ""
            if is_open:
                self.grading.begin()
            QTimer.singleShot(0, self, lambda: self.area.ensureWidgetVisible(self.grading))

    def leave(self) -> None:
        """Saves a number that is being entered; two that do not fit are given up."""
        self.limits.save()
        self.limits.give_up()
