"""The history of the whole project."""

from __future__ import annotations

from xpert_studio.core.wording import mark, t
from xpert_studio.desktop.actions import Action
from xpert_studio.desktop.look import SPACE, WIDE
from xpert_studio.desktop.pages.base import Page
from xpert_studio.desktop.pages.history.list import HistoryView
from xpert_studio.desktop.shell import Shell
from xpert_studio.desktop.widgets.labels import label
from xpert_studio.desktop.widgets.layouts import column


class HistoryPage(Page):
    """Everything that was done in the project, and what of it can be undone."""

    def __init__(self, shell: Shell) -> None:
        super().__init__(shell)
        self.view = HistoryView(shell, names_tasks=True)
        self.setFocusProxy(self.view)
        column(label(t("History"), "title", wrap=False), self.view, on=self, pad=WIDE, gap=SPACE)
        shell.book.add(
            self,
            Action(
                "view.filter_history",
                mark("Filter the history"),
                self.view.words.setFocus,
                "Ctrl+F",
                "filter",
            ),
        )

    def refresh(self) -> None:
        """Fetches the newest steps."""
        self.view.fetch()
