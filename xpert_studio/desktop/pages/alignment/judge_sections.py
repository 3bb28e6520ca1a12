"""What sections say of one judge: those of the place ``JUDGE``, below each other."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import Any

from PySide6.QtWidgets import QWidget

from xpert_studio.core.packs import in_order
from xpert_studio.core.store import ProjectFile
from xpert_studio.core.wording import t
from xpert_studio.desktop.look import GAP
from xpert_studio.desktop.shell import Shell
from xpert_studio.desktop.widgets.blocks_view import BlocksView
from xpert_studio.desktop.widgets.layouts import column
from xpert_studio.report.blocks import Block, Heading
from xpert_studio.report.judge_alignment import Look
from xpert_studio.report.section import JUDGE, View
from xpert_studio.report.sections.registry import SECTIONS

Fetch = Callable[[Callable[[], Any], Callable[[Any], None], str], None]


class JudgeSections(QWidget):
    """The sections, computed in the background."""

    def __init__(self, shell: Shell) -> None:
        super().__init__()
        self._shell = shell
        self.blocks = BlocksView(shell, t("Datasheet, drift and succession"))
        column(self.blocks, on=self, gap=GAP)

    def show_look(self, look: Look, fetch: Fetch) -> None:
        """Shows what is said of the judge of a look.

        Args:
            look: The judge.
            fetch: Computes something in the background, and hands it over.
        """
        ctx = self._shell.session.ctx
        fetch(lambda: judge_blocks(ctx.project, ctx.person_id, look), self._show, "sections")

    def _show(self, found: tuple[Block, ...]) -> None:
        self.setVisible(bool(found))
        self.blocks.show_blocks(found)


def judge_blocks(project: ProjectFile, person_id: str, look: Look) -> tuple[Block, ...]:
    """The blocks of all sections of the place ``JUDGE`` on the judge of a look."""
    if look.judge is None:
        return ()
    view = View.of(project, look.analysis).asking(judge=look.judge.judge.id)
    view = replace(view, person_id=person_id, names_systems=look.names_systems)
    sections = (one for one in in_order(SECTIONS).values() if JUDGE in one.places)
    made = [found for one in sections if (found := one.blocks(view)) is not None]
    return tuple(block for one in made for block in (Heading(one.title), *one.blocks))
