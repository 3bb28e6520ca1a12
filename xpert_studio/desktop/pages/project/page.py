"""The rules of a project: facts, limits, vocabulary and grading policy, one card each."""

from __future__ import annotations

from typing import Any

from PySide6.QtCore import QTimer

from xpert_studio.desktop.look import SPACE, WIDE, px
from xpert_studio.desktop.pages.house_page import HousePage
from xpert_studio.desktop.pages.project.facts import FactsCard
from xpert_studio.desktop.pages.project.grading import GradingCard
from xpert_studio.desktop.pages.project.limits import LimitsCard
from xpert_studio.desktop.pages.project.vocabulary import VocabularyCard
from xpert_studio.desktop.parts import box, column, label, row, scrolled
from xpert_studio.desktop.places import Place
from xpert_studio.desktop.shell import Shell
from xpert_studio.desktop.wording import t
from xpert_studio.workflow import (
    add_dimensions,
    add_domains,
    describe_dimensions,
    describe_project,
    set_grading_policy,
    set_policies,
)
from xpert_studio.workflow.views import House

_READABLE = 820


class ProjectPage(HousePage):
    """What holds in this project; leads change it in place."""

    def __init__(self, shell: Shell) -> None:
        super().__init__(shell)
        self.why = label("", "warn")
        self.why.hide()
        self.facts = FactsCard(shell)
        self.limits = LimitsCard()
        self.vocabulary = VocabularyCard()
        self.grading = GradingCard()
        self._case = ""
        self._lay_out()
        self.facts.described.connect(lambda fields: self.save(describe_project, **fields))
        self.limits.changed.connect(self._set_limits)
        self.vocabulary.domains_added.connect(lambda names: self.save(add_domains, *names))
        self.vocabulary.dimensions_added.connect(lambda names: self.save(add_dimensions, *names))
        self.vocabulary.described.connect(lambda texts: self.save(describe_dimensions, texts))
        self.grading.changed.connect(
            lambda text, reason: self.save(set_grading_policy, text, reason=reason)
        )

    def _lay_out(self) -> None:
        cards = box(column(
            label(t("Project"), "title"), self.why,
            self.facts, self.limits, self.vocabulary, self.grading,
            1,
            gap=SPACE,
        ))  # fmt: skip
        cards.setMaximumWidth(px(_READABLE))
        inside = box(row(cards, 1, pad=WIDE, grow=(_READABLE,)))
        self.area = scrolled(inside)
        column(self.area, on=self)

    def show_place(self, place: Place) -> None:
        """Shows the rules; with a case, the grading policy open for writing beside it."""
        super().show_place(place)
        self._case = place.item if place.tab == "grading" else ""
        self.grading.show_case(self._case)

    def show_house(self, house: House) -> None:
        """Shows the rules as they are now."""
        is_open = not self.why_not
        self.why.say(self.why_not)
        self.facts.show_house(house, is_open=is_open)
        self.limits.show_policies(house.info.policies, is_open=is_open)
        self.vocabulary.show_taxonomy(house.info.taxonomy, is_open=is_open)
        self.grading.show_policy(house.info.grading_policy, is_open=is_open)
        if self._case:
            self._case = ""
            if is_open:
                self.grading.begin()
            QTimer.singleShot(0, self, lambda: self.area.ensureWidgetVisible(self.grading))

    def leave(self) -> None:
        """Saves a number that is being entered; two that do not fit are given up."""
        self.limits.save()
        self.limits.give_up()

    def _set_limits(self, fields: dict[str, Any]) -> None:
        self.save(set_policies, **fields)
