"""What sections say of one judge: those of the place ``JUDGE``, below each other."""

from __future__ import annotations

from dataclasses import replace

from xpert_studio.core.store import ProjectFile
from xpert_studio.core.wording import t
from xpert_studio.desktop.look import SPACE
from xpert_studio.desktop.pages.alignment.part import Part
from xpert_studio.desktop.shell import Shell
from xpert_studio.desktop.widgets.blocks_view import BlocksView
from xpert_studio.desktop.widgets.scrolling import scrolled_column
from xpert_studio.report.blocks import Block, Heading, Text
from xpert_studio.report.judge_alignment import Look
from xpert_studio.report.section import JUDGE, View
from xpert_studio.report.sections.registry import made_at


class JudgeSections(Part):
    """The sections, computed in the background when they are seen."""

    def __init__(self, shell: Shell) -> None:
        super().__init__(shell)
        self.blocks = BlocksView(shell, t("Datasheet, drift and succession"))
        scrolled_column(self.blocks, 1, gap=SPACE, on=self)

    def fill(self, look: Look) -> None:
        """Shows what is said of the judge of a look."""
        ctx = self.session.ctx
        self.fetch(lambda: judge_blocks(ctx.project, ctx.person_id, look), self._show, "sections")

    def _show(self, found: tuple[Block, ...]) -> None:
        self.blocks.show_blocks(found or (Text(t("There is nothing to say of this here.")),))


def judge_blocks(project: ProjectFile, person_id: str, look: Look) -> tuple[Block, ...]:
    """The blocks of all sections of the place ``JUDGE`` on the judge of a look.

    A panel is not measured itself: what is shown is of its judges, one after the other.
    """
    if look.judge is None:
        return ()
    view = View.of(project, look.analysis)
    view = replace(view, person_id=person_id, names_systems=look.names_systems)
    panel = look.judge.panel
    if panel is None:
        return _blocks_of(view, look.judge.judge.id)
    found = [block for name in panel.panel.judges for block in _blocks_of(view, name)]
    said = Text(t("A panel has no datasheet of its own. These are of its judges, one by one."))
    return (said, *found) if found else ()


def _blocks_of(view: View, judge_id: str) -> tuple[Block, ...]:
    made = made_at(JUDGE, view.asking(judge=judge_id))
    return tuple(block for one in made for block in (Heading(one.title), *one.blocks))
