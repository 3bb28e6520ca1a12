"""What packs say of a run, such as the batches that it was posted in."""

from __future__ import annotations

from xpert_studio.core.wording import t
from xpert_studio.desktop.shell import Shell
from xpert_studio.desktop.widgets.asked_sections import AskedSections
from xpert_studio.report.blocks import Block
from xpert_studio.report.section import RUN, View
from xpert_studio.report.sections.registry import made_at, sections_at


class OfTheRun(AskedSections):
    """The sections of the place ``RUN``; nothing where they have nothing to say of it.

    Attributes:
        title: Theirs.
    """

    def __init__(self, shell: Shell) -> None:
        self.title = ", ".join(t(one.title) for one in sections_at(RUN))
        super().__init__(shell, self.title, ())

    def show_run(self, run_id: str) -> None:
        """Shows what is said of a run."""
        ctx = self._shell.session.ctx
        self.show_view(View.on(ctx.project, ctx.person_id).asking(run=run_id))

    def computed(self, view: View) -> tuple[Block, ...]:
        """Of one section after the other."""
        return tuple(block for made in made_at(RUN, view) for block in made.blocks)
