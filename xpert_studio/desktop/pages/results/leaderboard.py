"""The leaderboard, and what a lead does about it: score what is missing, exclude a system."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import Final

from PySide6.QtWidgets import QMenu

from xpert_studio.core.records import EVERY_BOARD, Role
from xpert_studio.core.wording import t
from xpert_studio.core.workflow import exclude_system, include_system
from xpert_studio.desktop.look import GAP
from xpert_studio.desktop.pages.results.blocks_section import BlocksSection
from xpert_studio.desktop.pages.results.section import Choice
from xpert_studio.desktop.pages.results.words import RANKING, boards
from xpert_studio.desktop.places import Place
from xpert_studio.desktop.shell import Shell
from xpert_studio.desktop.widgets.command_dialog import CommandDialog
from xpert_studio.desktop.widgets.fields import menu_button, tab_bar, turn_to
from xpert_studio.desktop.widgets.labels import button
from xpert_studio.desktop.widgets.layouts import row
from xpert_studio.desktop.widgets.scrolling import scrolled_column
from xpert_studio.desktop.widgets.wiring import show_if
from xpert_studio.report.results import Board
from xpert_studio.report.sections.results import BOARD

_UNUSABLE: Final = "invalid,error"


class LeaderboardSection(BlocksSection):
    """Ranked systems, then those that are not; a cell opens what is behind it."""

    def __init__(self, shell: Shell) -> None:
        super().__init__(shell, t("Leaderboard"), (BOARD,))
        self._board: Board | None = None
        kinds = [(t(said), kind) for kind, said in boards().items()]
        self.kinds = tab_bar(kinds, self._turn, name=t("Board"), kind="side", scrolls=False)
        self.score = button(
            t("Score what is missing"), lambda: shell.go(Place("runs", tab="new")), picture="play"
        )
        self.exclude = menu_button(t("Exclude system"), self._offer_to_exclude, picture="")
        self.include = menu_button(t("Include again"), self._offer_excluded, picture="")
        acts = row(1, self.include, self.exclude, self.score)
        scrolled_column(self.kinds, acts, self.asked, 1, gap=GAP, on=self)
        self.setFocusProxy(self.kinds)  # tables are there only once they are computed

    def refresh(self, choice: Choice) -> None:
        """Fetches the board, and what can be done about it."""
        super().refresh(choice)
        self.fetch(lambda: choice.results.board(*choice.key), self._offer, "board")

    def _offer(self, board: Board) -> None:
        self._board = board
        standings, excluded = board.leaderboard.standings, board.leaderboard.excluded
        may = self.session.has_role(Role.LEAD) and not self.session.project.read_only
        show_if(any(not item.complete for item in standings), self.score)
        show_if(may and excluded, self.include)
        show_if(may and standings, self.exclude)

    def open_target(self, target: tuple[str, ...]) -> None:
        """Opens a system; of one that lacks verdicts, the coverage opens those that are no use."""
        match target:
            case ("system", system, "coverage") if self._has_unusable(system):
                self.go("verdicts", system=system, kinds=_UNUSABLE)
            case _:
                super().open_target(target)

    def _has_unusable(self, system: str) -> bool:
        rater = self.choice.rater if self.choice else None
        gap = self._board.gaps.get(system) if self._board else None
        is_judge = rater is not None and rater.is_judge and rater.panel is None
        return is_judge and gap is not None and bool(gap.unusable)

    def _turn(self, place: int) -> None:
        kind = str(self.kinds.tabData(place))
        turn_to(self.kinds, RANKING)
        if kind != RANKING:
            self.go("boards", by=kind)

    def _offer_excluded(self, menu: QMenu) -> None:
        for item in self._board.leaderboard.excluded if self._board else ():
            menu.addAction(item.system, partial(self._include, item.system))

    def _offer_to_exclude(self, menu: QMenu) -> None:
        tables = self.asked.blocks.tables
        if self._board is None or not tables or not tables[0].current:
            return
        system, rater = tables[0].current[1], self._board.leaderboard.rater
        for words, board in (
            (t("{system} from this leaderboard…", system=system), rater),
            (t("{system} from every leaderboard…", system=system), EVERY_BOARD),
        ):
            menu.addAction(words, partial(self._ask_to_exclude, system, board))

    def _ask_to_exclude(self, system: str, board: str) -> None:
        is_all = board == EVERY_BOARD
        CommandDialog(
            self,
            self.session,
            exclude_system,
            {"model": system, "board": board},
            lambda _: self.changed.emit(),
            over=self,
            asked=("reason",),
            act=t("Exclude"),
            title=t("Exclude {system} from every leaderboard?", system=system)
            if is_all
            else t("Exclude {system} from this leaderboard?", system=system),
            text=t(
                "The reason is shown below every leaderboard, in reports and bundles. It can be undone."
            )
            if is_all
            else t(
                "The reason is shown below this leaderboard, in reports and bundles. It can be undone."
            ),
        ).open()

    def _include(self, system: str) -> None:
        self._change(lambda: include_system(self.session.ctx, system))

    def _change(self, work: Callable[[], object]) -> None:
        self.session.perform(work, lambda _: self.changed.emit())
