"""The page on which a lead draws gold subsets and looks at them."""

from __future__ import annotations

from xpert_studio.desktop.look import SPACE, WIDE
from xpert_studio.desktop.pages.gold.drawing import DrawCard
from xpert_studio.desktop.pages.gold.subsets import SubsetsCard
from xpert_studio.desktop.pages.house_page import HousePage
from xpert_studio.desktop.parts import label, scrolled_column, wide
from xpert_studio.desktop.parts.splitting import SideSplitter
from xpert_studio.desktop.places import Place
from xpert_studio.desktop.shell import Shell
from xpert_studio.desktop.wording import t
from xpert_studio.records import Change
from xpert_studio.workflow import draw_subset, remove_subset
from xpert_studio.workflow.views import GoldSubsets, House, read_gold_subsets


class GoldPage(HousePage):
    """Drawing at the left, what was drawn at the right."""

    def __init__(self, shell: Shell) -> None:
        super().__init__(shell)
        self.draw = DrawCard()
        self.subsets = SubsetsCard(self.session.house.called)
        self.draw.drawn.connect(self._draw)
        for card in (self.draw, self.subsets):
            card.opened.connect(self._open_task)
        self.subsets.published.connect(
            lambda name: shell.go(Place("publish", item=f"subset/{name}"))
        )
        self.subsets.removed.connect(lambda name: self._remove(name))
        self.subsets.looked_at.connect(self._remember)
        self.split = SideSplitter(self.draw, self.subsets, room=900)
        scrolled_column(
            label(t("Gold subset"), "title", wrap=False), wide(self.split),
            pad=WIDE, gap=SPACE, on=self,
        )  # fmt: skip
        self.setFocusProxy(self.draw.how_many)

    def show_house(self, house: House) -> None:
        """Fetches what can be drawn, and what was."""
        project = self.session.project
        self.session.fetch(lambda: read_gold_subsets(project), self._show, owner=self, slot="gold")

    def _show(self, held: GoldSubsets) -> None:
        self.draw.show_gold(held, self.why_not)
        self.subsets.show_gold(held, is_open=not self.why_not, name=self.place.item)

    def _remember(self, name: str) -> None:
        if name and name != self.place.item:
            self.place = Place("gold", item=name)
            if self.isVisible():
                self.shell.refine(self.place)

    def _open_task(self, task_id: str) -> None:
        self.shell.go(Place("task", task_id=task_id, tab="rubric"))

    def _draw(self, size: int, seed: int, name: str) -> None:
        desk = self.session.desk

        def done(change: Change) -> None:
            self.place = Place("gold", item=name)
            self.draw.begin_anew()
            self._tell(
                t("Drew {name}.", name=name) if change else t("It was drawn just so before."),
                change,
            )

        self.session.perform(
            lambda: draw_subset(desk, size=size, seed=seed, name=name), done, self.refuse
        )

    def _remove(self, name: str) -> None:
        desk = self.session.desk
        self.session.perform(
            lambda: remove_subset(desk, name),
            lambda change: self._tell(t("Removed {name}.", name=name), change),
            self.refuse,
        )

    def _tell(self, text: str, change: Change) -> None:
        if change:
            self.shell.say(
                text, "good", act=t("Undo"), run=lambda: self.session.undo(change_id=change.id)
            )
        else:
            self.shell.say(text)
