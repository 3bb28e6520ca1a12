"""The leaderboard by what systems are ranked, or their scores against what they took."""

from __future__ import annotations

from collections.abc import Mapping
from functools import partial
from typing import Final
from urllib.parse import parse_qsl

from PySide6.QtWidgets import QMenu

from xpert_studio.core.wording import mark, t
from xpert_studio.core.workflow import include_system
from xpert_studio.desktop.pages.results.parts import SHOW, PartsSection, entries_at, point_at
from xpert_studio.desktop.pages.results.section import ChosenResults
from xpert_studio.desktop.places import COMPARE, Place
from xpert_studio.desktop.shell import Shell
from xpert_studio.desktop.widgets.fields import menu_button, picker, refill
from xpert_studio.desktop.widgets.labels import button, label
from xpert_studio.desktop.widgets.layouts import box, row
from xpert_studio.desktop.widgets.shown_text import menu_words
from xpert_studio.desktop.widgets.wiring import show_if
from xpert_studio.report.results import Board
from xpert_studio.report.section import AGAINST, RANKED_BY
from xpert_studio.report.sections.registry import sections_at

COMPARISONS: Final = "pair-comparisons"
"""The board of responses that were compared, which needs no scores."""


class LeaderboardSection(PartsSection):
    """One board at a time; what a lead does about it is at its rows, and above them."""

    def __init__(self, shell: Shell) -> None:
        self.against = picker(t("against"), then=self._set_against, least=100, most=220)
        self.score = button(
            t("Score what is missing"), lambda: shell.go(Place("runs", tab="new")), picture="play"
        )
        self.include = menu_button(t("Include again"), self._offer_excluded, picture="")
        to_compare = Place("runs", tab="new", item=COMPARE)
        self.by_judge = button(
            t("Have a judge compare…"), lambda: shell.go(to_compare), picture="play"
        )
        self._board: Board | None = None
        acts = (self.include, self.by_judge, self.score)
        super().__init__(shell, "leaderboard", mark("Rank by"), RANKED_BY, acts=acts)
        self._besides.addWidget(box(row(label(t("against"), "label", wrap=False), self.against)))
        refill(self.against, [(t("nothing"), ""), *entries_at(AGAINST)])

    def known(self, name: str) -> bool:
        """What systems are ranked by, or scores set against."""
        return super().known(name) or name in {one.id for one in sections_at(AGAINST)}

    def point_at(self, where: Mapping[str, str]) -> None:
        """Lets both lists say what is shown: only scores are set against something."""
        point_at(self.against, where)
        super().point_at(where)

    def show_choice(self, choice: ChosenResults, where: Mapping[str, str]) -> None:
        """Shows a board, and what can be done about it."""
        super().show_choice(choice, where)
        self.by_judge.setVisible(self.where[SHOW] == COMPARISONS)
        show_if(choice.rater.id, self._head)
        if choice.rater.id:
            self.fetch(lambda: choice.results.board(*choice.key), self._offer, "board")

    def _offer(self, board: Board) -> None:
        self._board = board
        standings, excluded = board.leaderboard.standings, board.leaderboard.excluded
        show_if(any(not item.complete for item in standings), self.score)
        show_if(excluded and not self.session.why_no_lead, self.include)

    def _set_against(self) -> None:
        self.go(self._tab, **dict(parse_qsl(str(self.against.currentData()))))

    def _offer_excluded(self, menu: QMenu) -> None:
        for item in self._board.leaderboard.excluded if self._board else ():
            menu.addAction(menu_words(item.system), partial(self._include, item.system))

    def _include(self, system: str) -> None:
        work = partial(include_system, self.session.ctx, system)
        self.session.perform(work, lambda _: self.changed.emit())
