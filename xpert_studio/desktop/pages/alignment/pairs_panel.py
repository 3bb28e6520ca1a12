"""Pairs of responses that judge and experts order alike, tie, or order the other way round."""

from __future__ import annotations

from collections.abc import Callable

from xpert_studio.core.wording import mark, signed_points, t, tn
from xpert_studio.desktop.look import SPACE, WIDE
from xpert_studio.desktop.pages.alignment.places import cases_place
from xpert_studio.desktop.pages.alignment.words import pair_words
from xpert_studio.desktop.shell import Shell, ShellWidget
from xpert_studio.desktop.unblinding import withheld_words
from xpert_studio.desktop.widgets.grid import Figures, GridCell, words
from xpert_studio.desktop.widgets.grid_view import figure_table
from xpert_studio.desktop.widgets.labels import button, label
from xpert_studio.desktop.widgets.layouts import column, row
from xpert_studio.desktop.widgets.row_menu import offer_menu
from xpert_studio.report.cases import CaseFilter, PairFilter, ResponsePairs
from xpert_studio.report.judge_alignment import JudgeLook, response_name
from xpert_studio.report.queue import hidden_responses

HEADS = (
    mark("Task"),
    mark("Better by the experts"),
    mark("The other"),
    mark("Experts"),
    mark("Judge"),
)
_WIDTHS = (220, 220, 220, 110, 110)


class PairsPanel(ShellWidget):
    """Pairs that a filter means.

    Args:
        shell: The window's.
        leave: Back to the figures.
    """

    def __init__(self, shell: Shell, leave: Callable[[], object]) -> None:
        super().__init__(shell)
        self.model = Figures(HEADS, 3, self, _WIDTHS)
        self.title = label("", "heading")
        self.count = label("", "muted")
        self.table = figure_table(self.model, t("Pairs of responses"), 0, self._open)
        offer_menu(self.table, lambda menu, row: menu.addAction(t("Open"), lambda: self._open(row)))
        self.setFocusProxy(self.table)
        back = button(t("Back to the figures"), leave, kind="link", picture="chevron-left")
        about = label(
            t(
                "How many points of score the first lies above the second: by the "
                "experts, and by the judge."
            ),
            "muted",
        )
        column(
            row(back, 1), self.title, about, self.count, self.table, on=self, pad=WIDE, gap=SPACE
        )

    def show_pairs(self, look: JudgeLook, wanted: PairFilter, pairs: ResponsePairs) -> None:
        """Shows the pairs a filter means; those of which one response is hidden are left out."""
        self.wanted = wanted
        analysis, catalog = look.analysis, look.analysis.catalog
        hidden = hidden_responses(analysis, look.blinding)
        seen = (~(hidden[pairs.first] | hidden[pairs.second])).nonzero()[0].tolist()
        both = [(int(pairs.first[at]), int(pairs.second[at])) for at in seen]
        self._responses = [(catalog.responses[one], catalog.responses[two]) for one, two in both]
        self.model.show_cells(
            [
                (
                    words(catalog.task_titles[catalog.response_task[first]]),
                    *(
                        words(response_name(analysis, look.blinding.labels, one))
                        for one in (first, second)
                    ),
                    *(
                        GridCell(signed_points(value), value)
                        for value in (float(pairs.expert[at]), float(pairs.judge[at]))
                    ),
                )
                for at, (first, second) in zip(seen, both, strict=True)
            ]
        )
        self.title.setText(pair_words(wanted, self.session.project_state.called))
        said = tn("{n} pair of responses", "{n} pairs of responses", len(seen))
        if len(pairs) > len(seen):
            said += f" · {withheld_words(len(pairs) - len(seen))}"
        self.count.setText(said)
        self.table.go_to(0)

    def _open(self, place: int) -> None:
        first, second = self._responses[place]
        wanted = CaseFilter(
            judge=self.wanted.judge,
            expert=self.wanted.expert,
            said="differ",
            response=first,
            response_b=second,
        )
        self.shell.go(cases_place(wanted))
