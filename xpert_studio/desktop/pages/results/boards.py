"""Boards beside the leaderboard: by level, efficiency, recipe and domain, and those of packs."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Final

from PySide6.QtWidgets import QPushButton

from xpert_studio.core.errors import XpertError
from xpert_studio.core.records import Role
from xpert_studio.core.wording import explained, t
from xpert_studio.desktop.look import GAP
from xpert_studio.desktop.pages.results.blocks_section import ShownBlocks
from xpert_studio.desktop.pages.results.section import Choice
from xpert_studio.desktop.pages.results.words import COMPARISONS, MORE, RANKING, boards
from xpert_studio.desktop.places import COMPARE, Place
from xpert_studio.desktop.shell import Shell
from xpert_studio.desktop.widgets.blocks_view import BlocksView
from xpert_studio.desktop.widgets.explorer import EmptyState
from xpert_studio.desktop.widgets.fields import picker, refill, tab_bar, turn_to
from xpert_studio.desktop.widgets.labels import button, label
from xpert_studio.desktop.widgets.layouts import row
from xpert_studio.desktop.widgets.scrolling import scrolled_column
from xpert_studio.desktop.widgets.wiring import show_if
from xpert_studio.report.blocks import Note, SectionBlocks, Text
from xpert_studio.report.section import MORE_BOARDS, Section, View
from xpert_studio.report.sections.registry import SECTIONS, sections_at

Options = Sequence[tuple[str, str]]
_FIRST: Final = 1
"""Of the tabs, the board that is shown first; before it is the ranking."""


class BoardsSection(ShownBlocks):
    """One board at a time, with what it is sorted by or made of."""

    def __init__(self, shell: Shell) -> None:
        super().__init__(shell)
        self._shown_kind = ""
        kinds = [(t(said), kind) for kind, said in boards().items()]
        self.kinds = tab_bar(kinds, self._turn, name=t("Board"), kind="side", scrolls=False)
        self.kinds.setCurrentIndex(_FIRST)
        self.option = picker(t("Sort by"), then=self._again, least=120, most=260)
        self.asked = label(t("Sort by"), "label", wrap=False)
        self.shown = self.blocks = BlocksView(shell, t("Board"))
        self.shown.opened.connect(self._open)
        self.shown.stepped.connect(self.changed)
        compare, self.by_judge = (self._offer_judge() for _ in range(2))
        self.by_experts = button(
            t("Compare responses"), lambda: shell.go(Place("comparing")), picture="scale"
        )
        self.by_experts.setVisible(self.session.has_role(Role.EXPERT))
        self.empty = EmptyState(
            "scale",
            t("No responses have been compared yet"),
            t(
                "Experts compare two responses blind; a judge compares each pair in both orders. This board then shows strengths, win rates and position bias, and whether scores order responses as the experts do."
            ),
            compare,
            self.by_experts,
        )
        chosen = row(self.asked, self.option, 1, self.by_judge)
        scrolled_column(
            self.kinds, chosen, self.empty, self.shown, 1, gap=GAP, on=self,
        )  # fmt: skip
        self.setFocusProxy(self.kinds)  # tables are there only once they are computed

    def _offer_judge(self) -> QPushButton:
        to = Place("runs", tab="new", item=COMPARE)
        return button(t("Have a judge compare…"), lambda: self.shell.go(to), picture="play")

    @property
    def kind(self) -> str:
        """Which board is shown."""
        return str(self.kinds.tabData(max(0, self.kinds.currentIndex())))

    def refresh(self, choice: Choice) -> None:
        """Fetches the board."""
        wanted = self.where.get("by", "")
        turn_to(self.kinds, wanted if wanted in boards() else list(boards())[_FIRST])
        kind, project = self.kind, self.session.project
        self.file_title = t(boards()[kind])
        view = View(project, lambda: choice.results, person_id=self.session.person_id).by(
            choice.rater.id, choice.scope
        )
        asks = SECTIONS[kind].asks if kind != MORE else ()
        chosen = {name: self.where[name] for name in asks if name in self.where}
        view = view.asking(in_full=True, **chosen)
        refill(self.option, _options(kind, view), self.where.get("option"))
        own = None if kind == MORE else SECTIONS[kind].option
        self.asked.setText(t(own.title) if own else t("Board"))
        self.option.setAccessibleName(self.asked.text())
        show_if(self.option.count(), self.asked, self.option)
        show_if(choice.rater.id, self.kinds)
        option = str(self.option.currentData() or "")
        if self._shown_kind != kind:  # not under another board's name
            self._shown_kind = kind
            self.shown.show_blocks((Text(t("Computing…")),))
        self.fetch(lambda: _made(view, _section(kind, option), option), self._show, "board")

    def _turn(self, *_: object) -> None:
        if self.kind == RANKING:
            self.go("leaderboard")
        else:
            self.refine(by=self.kind)
            self.catch_up()

    def _again(self) -> None:
        self.refine(by=self.kind, option=str(self.option.currentData()))
        self.catch_up()

    def _open(self, target: tuple[str, ...]) -> None:
        """Opens what a row, a cell or a mark stands for; one that asks for less shows only that."""
        match target:
            case ("ask", *words):
                asked = dict(zip(words[::2], words[1::2], strict=True))
                again = all(self.where.get(name) == value for name, value in asked.items())
                self.refine(by=self.kind, **({} if again else asked))
                self.catch_up()
            case ("task", task_id):
                self.shell.go(Place("task", task_id=task_id))
            case ("response", task_id, response_id):
                self.open_response(task_id, response_id)
            case (_, system, *_) if self.choice is not None and self.choice.rater.id:
                self.go("system", system=system)

    def _show(self, found: SectionBlocks | None) -> None:
        is_empty = found is None and self.kind == COMPARISONS
        self.empty.setVisible(is_empty)
        self.by_judge.setVisible(self.kind == COMPARISONS and not is_empty)
        section = _section(self.kind, str(self.option.currentData() or ""))
        nothing = () if is_empty else (Text(section.nothing),)
        self.shown.show_blocks(found.blocks if found else nothing)


def _section(kind: str, option: str) -> Section[Any]:
    return SECTIONS[option if kind == MORE else kind]


def _options(kind: str, view: View) -> Options:
    """What a board can be sorted by, or made of: words and values."""
    if kind == MORE:
        return [(t(one.title), one.id) for one in sections_at(MORE_BOARDS)]
    option = SECTIONS[kind].option
    if option is None:
        return []
    unasked = option.unasked(view)
    known = [(t(said), word) for word, said in option.choices().items()]
    return [(unasked, ""), *known] if unasked else known


def _made(view: View, section: Section[Any], word: str) -> SectionBlocks | None:
    """The section of a board; None where there is nothing to say."""
    option = section.option
    try:
        if option is not None and word:
            view = view.asking(**{option.name: option.read(word)})
        return section.blocks(view)
    except XpertError as error:  # a broken price list of the user's
        return SectionBlocks(section.id, t(section.title), (Note(explained(error)),))
