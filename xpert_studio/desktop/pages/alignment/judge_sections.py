"""Sections of the judge that is looked at, and what a person chooses for them."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace
from functools import partial
from typing import Final

from PySide6.QtWidgets import QWidget

from xpert_studio.core.wording import mark, moment, t
from xpert_studio.desktop.look import SPACE
from xpert_studio.desktop.pages.alignment.part import AlignmentTab
from xpert_studio.desktop.pages.alignment.places import open_target
from xpert_studio.desktop.places import Place, verdict_place
from xpert_studio.desktop.shell import Shell
from xpert_studio.desktop.widgets.asked_sections import AskedSections
from xpert_studio.desktop.widgets.blocks_view import BlocksView
from xpert_studio.desktop.widgets.labels import button
from xpert_studio.desktop.widgets.layouts import row
from xpert_studio.desktop.widgets.scrolling import scrolled_column
from xpert_studio.report.blocks import Block, Text
from xpert_studio.report.judge_alignment import JudgeLook
from xpert_studio.report.part_names import grouping_name
from xpert_studio.report.section import JUDGE, RATER, Choice, Options, View
from xpert_studio.report.sections.certificates import BY, OVER_TIME
from xpert_studio.report.sections.one_judge import (
    AT_A_GLANCE,
    GROUPED,
    JUDGE_FIGURES,
    JUDGE_GROUPS,
)
from xpert_studio.report.sections.registry import titled_at
from xpert_studio.report.trend import certificates_of


def _groupings(names: Sequence[str]) -> Callable[[View], Options]:
    def options(view: View) -> Options:
        seen = [name for name in names if name != "system" or view.names_systems]
        return [(grouping_name(name), name) for name in seen], seen[0]

    return options


def _before(view: View) -> Options:
    """From the last but one to the last; from the only one to now."""
    made = certificates_of(view.project, view.asked["judge"])
    return [(moment(one.made_at), one.id) for one in made], next((o.id for o in made[-2:]), "")


def _after(view: View) -> Options:
    made, _ = _before(view)
    later = [one for one in made if one[1] != view.asked["first"]]
    return [*later, (t("now"), "")], made[-1][1] if made[-1:] and made[-1] in later else ""


def _of_place(view: View) -> Iterator[Block]:
    """The sections of the place ``JUDGE``; of a panel those of its judges, one after the other."""
    panel = view.asked["look"].judge.panel
    names = (view.asked["judge"],) if panel is None else panel.panel.judges
    found = [block for name in names for block in titled_at(JUDGE, view.asking(judge=name))]
    if found and panel is not None:
        yield Text(t("A panel has no datasheet of its own. These are of its judges, one by one."))
    yield from found


def _of_panel(view: View) -> Iterator[Block]:
    """The sections of the place ``RATER``: what is said of a panel; nothing of a single judge."""
    if view.asked["look"].judge.panel is not None:
        yield from titled_at(RATER, view.by(view.asked["judge"]))


class JudgeSections(AlignmentTab):
    """Sections below each other.

    Args:
        shell: The window's.
        parts: The sections, with what is chosen for them.
        below: What stands below them.
    """

    def __init__(self, shell: Shell, *parts: AskedSections, below: QWidget | None = None) -> None:
        super().__init__(shell)
        self.parts = parts
        self._judge_id = ""
        for part in parts:
            part.opened.connect(partial(self._open, part))
        scrolled_column(*parts, *([row(below, 1)] if below else []), 1, gap=SPACE, on=self)

    def _open(self, part: AskedSections, target: tuple[str, ...]) -> None:
        """Opens what a row or mark stands for; one that asks for less shows only that."""
        match target:
            case ("ask", *words):
                part.ask(**dict(zip(words[::2], words[1::2], strict=True)))
            case ("response", task_id, response_id):
                self.shell.go(verdict_place(task_id, response_id, "", self._judge_id))
            case _:
                open_target(self.shell, target)

    @property
    def blocks(self) -> BlocksView:
        """The blocks of the first part."""
        return self.parts[0].blocks

    def fill(self, look: JudgeLook) -> None:
        """Shows what is said of the judge of a look."""
        ctx, called = self.session.ctx, self.session.project_state.names
        if look.judge is None:
            return
        panel = look.judge.panel
        self._judge_id = panel.panel.judges[0] if panel else look.judge.judge.id
        view = View.of(ctx.project, look.analysis).naming(called)
        view = replace(view, person_id=ctx.person_id, names_systems=look.names_systems)
        for part in self.parts:
            part.show_view(view.asking(look=look, judge=look.judge.judge.id))


_BY_GROUP: Final = Choice("by", mark("Group by"), _groupings(GROUPED))
_TIMES: Final = (
    Choice("first", mark("Before"), _before),
    Choice("second", mark("After"), _after),
    Choice("by", mark("Group by"), _groupings(BY)),
)


def at_a_glance(shell: Shell) -> JudgeSections:
    """Scores by both, floors, how pairs are ordered, and the experts among themselves."""
    to_experts = button(
        t("Agreement between experts"),
        lambda: shell.go(Place("agreement")),
        kind="quiet",
        picture="handshake",
    )
    part = AskedSections(shell, t("Summary"), (AT_A_GLANCE,))
    return JudgeSections(shell, part, below=to_experts)


def all_figures(shell: Shell) -> JudgeSections:
    """All figures, those by group, and what else is known of the judge."""
    return JudgeSections(
        shell,
        AskedSections(shell, t("All figures"), (JUDGE_FIGURES,)),
        AskedSections(shell, t("Figures by group"), (JUDGE_GROUPS,), (_BY_GROUP,)),
        AskedSections(shell, t("Agreement among the judges"), (), also=_of_panel),
        AskedSections(shell, t("Datasheet, drift and succession"), (), also=_of_place),
    )


def over_time(shell: Shell) -> JudgeSections:
    """Its certificates."""
    return JudgeSections(shell, AskedSections(shell, t("Certificates"), (OVER_TIME,), _TIMES))
