"""The grading policy: the words experts and judges grade by; changed with a reason only."""

from __future__ import annotations

from xpert_studio.core.records import GradingPolicy
from xpert_studio.core.wording import t
from xpert_studio.core.workflow import (
    set_grading_policy,
)
from xpert_studio.desktop.look import GAP, PAD, SPACE
from xpert_studio.desktop.session import Session
from xpert_studio.desktop.widgets.command_dialog import CommandDialog
from xpert_studio.desktop.widgets.labels import Card, button, card, chip, label
from xpert_studio.desktop.widgets.layouts import column, row
from xpert_studio.desktop.widgets.texts import WritingField
from xpert_studio.desktop.widgets.wiring import show_if


class GradingCard(Card):
    """The text with its version."""

    def __init__(self, session: Session) -> None:
        super().__init__()
        self._session = session
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
        self._case_ground = card(
            column(
                label(t("The case that the policy leaves open"), "label"),
                self.case,
                pad=PAD,
                gap=GAP,
            ),
            "sunken",
        )
        column(
            row(label(t("Grading policy"), "heading", wrap=False), self.version, 1, self.change),
            label(t("Experts and judges see the same text."), "muted"),
            self._case_ground,
            self.text,
            self.overtaken,
            self.note,
            row(self.keep, self.drop, 1),
            on=self,
            pad=SPACE,
            gap=PAD,
        )
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
        CommandDialog(
            self,
            self._session,
            set_grading_policy,
            {"text": self.text.toPlainText()},
            over=self,
            title=t("Change the grading policy to version {n}", n=self._held.version + 1),
            text=t("Experts and leads read the reason in the history."),
            act=t("Change it"),
        ).open()

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
