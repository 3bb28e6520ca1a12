"""Sections of the judge that is looked at, and what a person chooses for them."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any, Final

from PySide6.QtWidgets import QWidget

from xpert_studio.core.packs import in_order
from xpert_studio.core.store import ProjectFile
from xpert_studio.core.wording import mark, moment, t
from xpert_studio.desktop.look import SPACE
from xpert_studio.desktop.pages.alignment.part import Part
from xpert_studio.desktop.pages.alignment.places import open_target
from xpert_studio.desktop.places import Place
from xpert_studio.desktop.shell import Shell
from xpert_studio.desktop.widgets.blocks_view import BlocksView
from xpert_studio.desktop.widgets.fields import picker, refill
from xpert_studio.desktop.widgets.labels import button, label
from xpert_studio.desktop.widgets.layouts import box, column, row
from xpert_studio.desktop.widgets.scrolling import scrolled_column
from xpert_studio.desktop.widgets.wiring import show_if
from xpert_studio.report.blocks import Block, Heading, Text
from xpert_studio.report.judge_alignment import Look
from xpert_studio.report.part_names import grouping_name
from xpert_studio.report.section import JUDGE, Section, View
from xpert_studio.report.sections.certificates import BY, OVER_TIME
from xpert_studio.report.sections.judges_compared import TWO_JUDGES, judge_names, other_of
from xpert_studio.report.sections.one_judge import (
    AT_A_GLANCE,
    GROUPED,
    JUDGE_FIGURES,
    JUDGE_GROUPS,
)
from xpert_studio.report.sections.registry import SECTIONS
from xpert_studio.report.trend import certificates_of

Options = tuple[list[tuple[str, str]], str]
"""What is read and what it stands for; and what is taken before a person has chosen."""
Asked = Mapping[str, str]


@dataclass(frozen=True, slots=True)
class Choice:
    """What a person chooses for a section.

    Attributes:
        name: What the section is asked for by; a row or mark whose target begins with it chooses.
        title: Its caption, to be translated.
        options: What there is, by what was chosen before it.
    """

    name: str
    title: str
    options: Callable[[ProjectFile, Look, Asked], Options]


def _groupings(names: Sequence[str]) -> Callable[[ProjectFile, Look, Asked], Options]:
    def options(_: ProjectFile, look: Look, __: Asked) -> Options:
        seen = [name for name in names if name != "system" or look.names_systems]
        return [(grouping_name(name), name) for name in seen], seen[0]

    return options


def _others(_: ProjectFile, look: Look, __: Asked) -> Options:
    own = look.judge.judge.id if look.judge else ""
    named = judge_names(look).items()
    return [(name, key) for key, name in named if key != own], other_of(look)


def _before(project: ProjectFile, look: Look, _: Asked) -> Options:
    """From the last but one to the last; from the only one to now."""
    made = certificates_of(project, look.judge.judge.id) if look.judge else []
    return [(moment(one.made_at), one.id) for one in made], next((o.id for o in made[-2:]), "")


def _after(project: ProjectFile, look: Look, asked: Asked) -> Options:
    made, _ = _before(project, look, asked)
    later = [one for one in made if one[1] != asked["first"]]
    return [*later, (t("now"), "")], made[-1][1] if made[-1:] and made[-1] in later else ""


class Asking(QWidget):
    """Sections below what a person chooses for them."""

    def __init__(
        self, shell: Shell, name: str, sections: Sequence[Section[Any]], choices: Sequence[Choice]
    ) -> None:
        super().__init__()
        self._shell, self._sections, self._choices = shell, sections, choices
        self._look: Look | None = None
        self.blocks = BlocksView(shell, name)
        self.blocks.opened.connect(self._open)
        self.pickers = {
            one.name: picker(t(one.title), then=self._again, least=140, most=420) for one in choices
        }
        titles = (label(t(one.title), "label", wrap=False) for one in choices)
        beside = [part for pair in zip(titles, self.pickers.values(), strict=True) for part in pair]
        self._choosing = box(row(*beside, 1))
        column(self._choosing, self.blocks, on=self, gap=SPACE)
        show_if(choices, self._choosing)

    def show_look(self, look: Look) -> None:
        """Computes the sections of a judge in the background, and shows them."""
        self._look = look
        session = self._shell.session
        ctx, called = session.ctx, session.project_state.names
        chosen = {name: made.currentData() for name, made in self.pickers.items()}

        def work() -> tuple[dict[str, Options], Asked, tuple[Block, ...]]:
            options: dict[str, Options] = {}
            asked: dict[str, str] = {}
            for one in self._choices:
                options[one.name] = known, usual = one.options(ctx.project, look, asked)
                is_there = chosen[one.name] in [value for _, value in known]
                asked[one.name] = chosen[one.name] if is_there else usual
            view = View.of(ctx.project, look.analysis).naming(called)
            view = replace(view, person_id=ctx.person_id, names_systems=look.names_systems)
            blocks = self._computed(view.asking(look=look, **asked), look)
            return options, asked, blocks

        session.fetch(work, lambda found: self._show(*found), owner=self, slot="sections")

    def _computed(self, view: View, look: Look) -> tuple[Block, ...]:
        found = (one.blocks(view) for one in self._sections)
        blocks = [block for made in found if made is not None for block in made.blocks]
        return tuple(blocks) or tuple(Text(one.nothing) for one in self._sections[:1])

    def _show(self, options: dict[str, Options], asked: Asked, blocks: tuple[Block, ...]) -> None:
        for name, made in self.pickers.items():
            refill(made, options[name][0], asked[name])
        show_if(options and all(known for known, _ in options.values()), self._choosing)
        self.blocks.show_blocks(blocks)

    def _again(self) -> None:
        if self._look is not None:
            self.show_look(self._look)

    def _open(self, target: tuple[str, ...]) -> None:
        """Chooses what a row stands for, or opens the cases behind it."""
        made = self.pickers.get(target[0])
        if made is None:
            open_target(self._shell, target)
        elif (place := made.findData(target[1])) >= 0:
            made.setCurrentIndex(place)
            self._again()


class OfThePlace(Asking):
    """The sections of the place ``JUDGE``, each under its title."""

    def __init__(self, shell: Shell) -> None:
        super().__init__(shell, t("Datasheet, drift and succession"), (), ())

    def _computed(self, view: View, look: Look) -> tuple[Block, ...]:
        """A panel is not measured itself: what is shown is of its judges, one after the other."""
        if look.judge is None:
            return ()
        panel = look.judge.panel
        names = (look.judge.judge.id,) if panel is None else panel.panel.judges
        found = tuple(block for name in names for block in _of_place(view.asking(judge=name)))
        if not found:
            return (Text(t("There is nothing to say of this here.")),)
        said = t("A panel has no datasheet of its own. These are of its judges, one by one.")
        return found if panel is None else (Text(said), *found)


def _of_place(view: View) -> Iterator[Block]:
    for section in in_order(SECTIONS).values():
        if JUDGE in section.places and (made := section.blocks(view)) is not None:
            yield Heading(made.title)
            yield from made.blocks


class JudgeSections(Part):
    """Sections below each other.

    Args:
        shell: The window's.
        parts: The sections, with what is chosen for them.
        below: What stands below them.
    """

    def __init__(self, shell: Shell, *parts: Asking, below: QWidget | None = None) -> None:
        super().__init__(shell)
        self.parts = parts
        scrolled_column(*parts, *([row(below, 1)] if below else []), 1, gap=SPACE, on=self)

    @property
    def blocks(self) -> BlocksView:
        """The blocks of the first part."""
        return self.parts[0].blocks

    def fill(self, look: Look) -> None:
        """Shows what is said of the judge of a look."""
        for part in self.parts:
            part.show_look(look)


_BY_GROUP: Final = Choice("by", mark("Group by"), _groupings(GROUPED))
_BESIDE: Final = Choice("beside", mark("Compare with"), _others)
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
    part = Asking(shell, t("Summary"), (AT_A_GLANCE,), ())
    return JudgeSections(shell, part, below=to_experts)


def all_figures(shell: Shell) -> JudgeSections:
    """All figures, and those by group."""
    return JudgeSections(
        shell,
        Asking(shell, t("All figures"), (JUDGE_FIGURES,), ()),
        Asking(shell, t("Figures by group"), (JUDGE_GROUPS,), (_BY_GROUP,)),
    )


def datasheet(shell: Shell) -> JudgeSections:
    """What else is known of the judge."""
    return JudgeSections(shell, OfThePlace(shell))


def judges_compared(shell: Shell) -> JudgeSections:
    """Beside other judges."""
    return JudgeSections(shell, Asking(shell, t("Judges compared"), (TWO_JUDGES,), (_BESIDE,)))


def over_time(shell: Shell) -> JudgeSections:
    """Its certificates."""
    return JudgeSections(shell, Asking(shell, t("Certificates"), (OVER_TIME,), _TIMES))
