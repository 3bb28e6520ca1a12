"""The rules of a project: facts, limits, vocabulary and grading policy, one card each."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from functools import partial

from PySide6.QtCore import Qt, QTimer
from PySide6.QtWidgets import QGridLayout, QHBoxLayout, QLabel, QToolButton, QWidget

from xpert_studio.core.records import GradingPolicy, ProjectInfo, Taxonomy
from xpert_studio.core.wording import moment, t, tn
from xpert_studio.core.workflow import (
    add_dimensions,
    add_domains,
    describe_dimensions,
    describe_project,
    set_grading_policy,
)
from xpert_studio.core.workflow.views import ProjectState
from xpert_studio.desktop.look import GAP, PAD, SPACE, TIGHT, WIDE, px
from xpert_studio.desktop.names import dimension_meaning
from xpert_studio.desktop.pages.base import ProjectStatePage
from xpert_studio.desktop.pages.project.forms import LimitsCard, ask_to_describe
from xpert_studio.desktop.places import Place
from xpert_studio.desktop.shell import Shell
from xpert_studio.desktop.widgets.asking import ask_reason
from xpert_studio.desktop.widgets.labels import Card, button, card, chip, label, line, tool
from xpert_studio.desktop.widgets.layouts import box, clear, column, grid, row
from xpert_studio.desktop.widgets.scrolling import scrolled
from xpert_studio.desktop.widgets.shown_text import hint
from xpert_studio.desktop.widgets.texts import WritingField
from xpert_studio.desktop.widgets.wiring import show_if
from xpert_studio.report.part_names import dimension_name, domain_name

# The words a project sorts by: its domains and dimensions, and what each dimension means.

_COLUMNS = 2


def names_in(text: str) -> tuple[str, ...]:
    """The names in what was typed or pasted: one a line or a cell, each once."""
    return tuple(dict.fromkeys(name.strip() for name in re.split(r"[\n\t;]", text) if name.strip()))


class VocabularyCard(Card):
    """Domains and dimensions.

    Args:
        save: Does a verb on the project.
    """

    def __init__(self, save: Callable[..., object]) -> None:
        super().__init__()
        self._save = save
        self._domains, self._dimensions = _grid(TIGHT), _grid(GAP)
        self.add_domains = button(
            t("Add domains…"),
            lambda: self._ask_names(t("Add domains"), t("Domains"), add_domains),
            picture="plus",
        )
        self.add_dimensions = button(
            t("Add dimensions…"),
            lambda: self._ask_names(t("Add dimensions"), t("Dimensions"), add_dimensions),
            picture="plus",
        )  # fmt: skip
        self.no_domain = label(t("There is no domain yet: tasks can only be of none."), "muted")
        self.no_dimension = label(t("There is no dimension yet."), "muted")
        column(
            label(t("Vocabulary"), "heading"),
            label(t("Names can be added, not changed: tasks and checkpoints carry them."), "muted"),
            row(label(t("Domains"), "label", wrap=False), 1, self.add_domains),
            self._domains, self.no_domain,
            line(),
            row(label(t("Dimensions"), "label", wrap=False), 1, self.add_dimensions),
            self._dimensions, self.no_dimension,
            on=self, pad=SPACE, gap=PAD,
        )  # fmt: skip
        self.describe: dict[str, QToolButton] = {}
        self._shown: tuple[Taxonomy, bool] | None = None

    def show_taxonomy(self, held: Taxonomy, *, is_open: bool) -> None:
        """Shows the vocabulary.

        Args:
            held: It.
            is_open: Whether it can be added to, and described, here.
        """
        show_if(is_open, self.add_domains, self.add_dimensions)
        self.no_domain.setVisible(not held.domains)
        self.no_dimension.setVisible(not held.dimensions)
        if self._shown == (held, is_open):
            return
        self._shown = (held, is_open)
        _fill(self._domains, [_named(name, domain_name) for name in held.domains])
        self.describe = {
            name: tool(
                "pencil", t("Describe “{name}”", name=dimension_name(name)),
                partial(self._ask_description, name, held.descriptions.get(name, "")),
            )
            for name in (held.dimensions if is_open else ())
        }  # fmt: skip
        _fill(self._dimensions, [self._dimension(held, name) for name in held.dimensions])

    def _dimension(self, held: Taxonomy, name: str) -> QWidget:
        """A dimension, what it means beneath, and the button that changes it."""
        meaning, act = dimension_meaning(held, name), self.describe.get(name)
        below = label(meaning, "small") if meaning else None
        words = column(_named(name, dimension_name), below, 1, gap=0)
        return box(row(words, column(act, 1) if act else None, grow=0))

    def _ask_description(self, name: str, text: str) -> None:
        ask_reason(
            self, title=t("Describe “{name}”", name=dimension_name(name)),
            text=t("Shown where dimensions are chosen, in drafts and in reports. An empty text restores the published description, if there is one."),
            act=t("Keep"), name=t("Description"), needed=False, initial=text,
            then=lambda text: self._save(describe_dimensions, {name: text}),
        )  # fmt: skip

    def _ask_names(self, title: str, name: str, verb: Callable[..., object]) -> None:
        ask_reason(
            self, title=title, text=t("One a line. Those there are stay as they are."),
            act=t("Add"), name=name, then=lambda text: self._save(verb, *names_in(text)),
        )  # fmt: skip


def _grid(down: int) -> QGridLayout:
    return grid(GAP, down, grow=(1,) * _COLUMNS)


def _named(name: str, called: Callable[[str], str]) -> QWidget:
    shown = label(called(name))
    if called(name) != name:
        shown.setToolTip(hint(name))
    return shown


def _fill(grid: QGridLayout, items: Sequence[QWidget]) -> None:
    clear(grid)
    height = -(-len(items) // _COLUMNS)
    for place, item in enumerate(items):
        grid.addWidget(item, place % height, place // height)


# The grading policy: the words experts and judges grade by; changed with a reason only.


class GradingCard(Card):
    """The text with its version.

    Args:
        save: Does a verb on the project.
    """

    def __init__(self, save: Callable[..., object]) -> None:
        super().__init__()
        self._save = save
        self._held = GradingPolicy()
        self._written_on = 1
        self.version = chip("", "accent")
        self.text = WritingField(t("Grading policy"), t("How to treat what a rubric leaves open"))
        self.text.set_open(False)
        self.change = button(
            t("Change…"), self.begin, picture="pencil", name=t("Change the grading policy")
        )
        self.keep = button(t("Save with a reason…"), self._ask, kind="primary")
        self.drop = button(t("Leave it as it was"), self._drop)
        self.note = label(
            t("Judges are asked again under the new words; experts are not, so say what changed."),
            "muted",
        )
        self.overtaken = label("", "warn")
        self.case = label("", "muted").bound(1200, 12)
        self._case_ground = card(column(
            label(t("The case that the policy leaves open"), "label"), self.case,
            pad=PAD, gap=GAP,
        ), "sunken")  # fmt: skip
        column(
            row(label(t("Grading policy"), "heading", wrap=False), self.version, 1, self.change),
            label(t("Experts and judges see the same text."), "muted"),
            self._case_ground,
            self.text,
            self.overtaken,
            self.note,
            row(self.keep, self.drop, 1),
            on=self, pad=SPACE, gap=PAD,
        )  # fmt: skip
        self.text.textChanged.connect(self._show_state)
        self._may = self.is_writing = False
        self.show_case("")
        self._show_state()

    def show_case(self, words: str) -> None:
        """Quotes a case that the policy should say something of; none where empty."""
        self.case.setText(words)
        self._case_ground.setVisible(bool(words))

    def show_policy(self, held: GradingPolicy, *, is_open: bool) -> None:
        """Shows the policy that holds, unless the person is writing another.

        Args:
            held: It.
            is_open: Whether it can be changed here.
        """
        self._held, self._may = held, is_open
        self.is_writing &= is_open and self.text.toPlainText() != held.text
        self._show_state()

    def begin(self) -> None:
        """Opens the text for writing."""
        self.is_writing = True
        self._written_on = self._held.version
        self._show_state()
        self.text.setFocus()

    def _drop(self) -> None:
        self.is_writing = False
        self.text.clearFocus()  # a text that has it keeps what is written in it
        self._show_state()
        self.change.setFocus()

    def _ask(self) -> None:
        text = self.text.toPlainText()
        ask_reason(
            self,
            title=t("Change the grading policy to version {n}", n=self._held.version + 1),
            text=t("Experts and leads read the reason in the history."),
            act=t("Change it"),
            then=lambda reason: self._save(set_grading_policy, text, reason=reason),
        )

    def _show_state(self) -> None:
        if not self.is_writing:
            self.text.show_text(self._held.text)
        self.text.set_open(self.is_writing)
        self.version.setText(t("Version {n}", n=self._held.version))
        self.change.setVisible(self._may and not self.is_writing)
        show_if(self.is_writing, self.keep, self.drop, self.note)
        written = self.text.toPlainText()
        self.keep.setEnabled(bool(written.strip()) and written != self._held.text)
        is_overtaken = self.is_writing and self._written_on != self._held.version
        said = t("Another person has saved version {n} in the meantime.", n=self._held.version)
        self.overtaken.say(said if is_overtaken else "")


# What a project is: its name, age, licence, canary, file and people.


class FactsCard(Card):
    """The facts, each to be marked and copied.

    Args:
        shell: The window around it.
        save: Does a verb on the project.
    """

    def __init__(self, shell: Shell, save: Callable[..., object]) -> None:
        super().__init__()
        self._shell, self._save = shell, save
        self._info: ProjectInfo | None = None
        self.change = button(
            t("Change…"), self.ask, picture="pencil", name=t("Change what describes the project")
        )
        self._grid = grid(SPACE, GAP, grow=(0, 1))
        self.facts = {
            key: self._fact(name)
            for key, name in (
                ("name", t("Name")), ("created", t("Created")), ("licence", t("Licence")),
                ("citation", t("How to cite it")), ("canary", t("Canary")), ("file", t("File")),
            )
        }  # fmt: skip
        self.facts["canary"].setToolTip(
            t("Stands in every bundle, so that training data that holds it can be found.")
        )
        self.people = button("", lambda: shell.go(Place("people")), kind="link")
        self._put(t("People"), row(self.people, 1))
        column(
            row(label(t("The project"), "heading", wrap=False), 1, self.change), self._grid,
            on=self, pad=SPACE, gap=PAD,
        )  # fmt: skip

    def show_project_state(self, project_state: ProjectState, *, is_open: bool) -> None:
        """Shows the facts as they are now.

        Args:
            project_state: Rules and people.
            is_open: Whether name, licence and citation can be changed here.
        """
        info = self._info = project_state.info
        self.change.setVisible(is_open)
        for key, text in (
            ("name", info.name),
            ("created", moment(info.created_at)),
            ("licence", info.licence or t("none named")),
            ("citation", info.citation or t("made of name and year")),
            ("canary", info.canary or t("none")),
            ("file", str(self._shell.session.path)),
        ):
            self.facts[key].setText(text)
        self.people.setText(tn("{n} person", "{n} people", len(project_state.people)))

    def ask(self) -> None:
        """Asks for name, licence and citation."""
        if self._info is not None:
            ask_to_describe(
                self._shell.window, self._info,
                lambda fields: self._save(describe_project, **fields),
            )  # fmt: skip

    def _fact(self, name: str) -> QLabel:
        made = label("")
        made.setTextInteractionFlags(
            Qt.TextInteractionFlag.TextSelectableByMouse
            | Qt.TextInteractionFlag.TextSelectableByKeyboard
        )
        made.setAccessibleName(name)
        self._put(name, row(made))
        return made

    def _put(self, name: str, fact: QHBoxLayout) -> None:
        at = self._grid.rowCount()
        caption = label(name, "muted", wrap=False)
        caption.setAlignment(Qt.AlignmentFlag.AlignTop)
        self._grid.addWidget(caption, at, 0)
        self._grid.addLayout(fact, at, 1)


_READABLE = 820


class ProjectPage(ProjectStatePage):
    """What holds in this project; leads change it in place."""

    def __init__(self, shell: Shell) -> None:
        super().__init__(shell)
        self.why = label("", "warn")
        self.facts = FactsCard(shell, self.save)
        self.limits = LimitsCard(self.save)
        self.vocabulary = VocabularyCard(self.save)
        self.grading = GradingCard(self.save)
        self._case = ""
        cards = box(column(
            label(t("Project"), "title"), self.why,
            self.facts, self.limits, self.vocabulary, self.grading, 1, gap=SPACE,
        ))  # fmt: skip
        cards.setMaximumWidth(px(_READABLE))
        self.area = scrolled(box(row(cards, 1, pad=WIDE, grow=(_READABLE,))))
        column(self.area, on=self)

    def show_place(self, place: Place) -> None:
        """Shows the rules; with a case, the grading policy open for writing beside it."""
        super().show_place(place)
        self._case = place.item if place.tab == "grading" else ""
        self.grading.show_case(self._case)

    def show_project_state(self, project_state: ProjectState) -> None:
        """Shows the rules as they are now."""
        is_open = not self.why_not
        self.why.say(self.why_not)
        self.facts.show_project_state(project_state, is_open=is_open)
        self.limits.show_policies(project_state.info.policies, is_open=is_open)
        self.vocabulary.show_taxonomy(project_state.info.taxonomy, is_open=is_open)
        self.grading.show_policy(project_state.info.grading_policy, is_open=is_open)
        if self._case:
            self._case = ""
            if is_open:
                self.grading.begin()
            QTimer.singleShot(0, self, lambda: self.area.ensureWidgetVisible(self.grading))

    def leave(self) -> None:
        """Saves a number that is being entered; two that do not fit are given up."""
        self.limits.save()
        self.limits.give_up()
