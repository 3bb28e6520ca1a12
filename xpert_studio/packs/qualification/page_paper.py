"""What a person is examined in: questions that they answer, and trial tasks that they judge."""

from __future__ import annotations

from collections.abc import Callable
from string import ascii_uppercase

from PySide6.QtWidgets import QFrame, QRadioButton, QWidget

from xpert_studio.api.pages import (
    GAP,
    SPACE,
    TIGHT,
    Place,
    Shell,
    box,
    button,
    card,
    column,
    enable_if,
    label,
    labelled,
    put_in,
    row,
    t,
    text_box,
    tn,
)
from xpert_studio.api.sections import domain_name
from xpert_studio.packs.qualification.examining import answer_question
from xpert_studio.packs.qualification.page_read import Seen, TrialName
from xpert_studio.packs.qualification.records import Question, QuestionForm
from xpert_studio.packs.qualification.section import all_done
from xpert_studio.packs.qualification.standing import Standing


class QuestionCard(QWidget):
    """A question with its answer, which is final once it is submitted.

    Args:
        submit: Gets the answer.
    """

    def __init__(self, asked: Question, submit: Callable[[str], object]) -> None:
        super().__init__()
        self.options = [
            QRadioButton(f"{letter}.  {text}")
            for letter, text in zip(ascii_uppercase, asked.options, strict=False)
        ]
        hint = t("Your answer, in a few sentences")
        self.text = text_box(name=t("Your answer"), hint=hint, high=88)
        self.submit = button(t("Submit answer"), lambda: submit(self.said), picture="send")
        self.letters = asked.letters
        answers: list[QWidget] = [*self.options]
        if asked.form is QuestionForm.SHORT:
            answers = [self.text]
        points = tn("{n} point", "{n} points", asked.points)
        column(
            label(f"{asked.text}  ({points})", "label"),
            *answers,
            row(self.submit, label(t("An answer is final."), "small", wrap=False), 1, gap=GAP),
            on=self,
            gap=TIGHT,
        )
        for one in self.options:
            one.toggled.connect(lambda _: self._look())
        self.text.textChanged.connect(self._look)
        self._look()

    @property
    def said(self) -> str:
        """The letter that is chosen, or the text; empty for none."""
        if self.options:
            chosen = zip(self.letters, self.options, strict=True)
            return next((letter for letter, one in chosen if one.isChecked()), "")
        return self.text.toPlainText().strip()

    def _look(self) -> None:
        enable_if(self.said, self.submit)


class Paper(QWidget):
    """The examinations of a person, domain by domain."""

    def __init__(self, shell: Shell) -> None:
        super().__init__()
        self._shell = shell
        self.cards: dict[tuple[str, int], QuestionCard] = {}
        self.trials: dict[str, QWidget] = {}
        self._inside = column(on=self, gap=SPACE)

    def show_seen(self, seen: Seen) -> None:
        """Shows what is left to do; what is being written stays."""
        wanted = {(id_, one.attempt): None for one in seen.papers for id_ in one.to_answer}
        for key in [one for one in self.cards if one not in wanted]:
            self.cards.pop(key).deleteLater()
        self.trials = {}
        put_in(self._inside, [self._part(one, seen) for one in seen.papers])

    def _part(self, one: Standing, seen: Seen) -> QFrame:
        asked = [self._card(id_, one) for id_ in one.to_answer]
        tried = [self._trial(seen.trials[id_]) for id_ in sorted(one.to_try)]
        left = len(asked) + len(tried)
        said = tn("{n} part to do", "{n} parts to do", left)
        if not left:
            said = all_done(one)
        items: list[QWidget] = [
            label(labelled(t("Examination"), domain_name(one.domain)), "heading"),
            label(said, "muted"),
        ]
        items += [label(why, "warn") for name, why in seen.turned_down if name == one.domain]
        items += asked
        items += [
            box(
                column(
                    label(rated.question.text, "label"),
                    label(rated.answer.said, "muted"),
                    gap=TIGHT,
                )
            )
            for rated in one.rated
        ]
        if tried:
            items += [
                label(t("Trial tasks"), "label"),
                label(t("Judge each as you would judge any response. The form is final."), "muted"),
                *tried,
            ]
        return card(column(*items, pad=SPACE, gap=SPACE))

    def _card(self, id_: str, one: Standing) -> QuestionCard:
        key = (id_, one.attempt)
        if key not in self.cards:
            self.cards[key] = QuestionCard(
                one.to_answer[id_],
                lambda said: self._shell.session.do(answer_question, id_, said),
            )
        return self.cards[key]

    def _trial(self, one: TrialName) -> QWidget:
        go = button(
            t("Judge"),
            lambda: self._shell.go(Place("judging", task_id=one.task_id, item=one.response_id)),
            picture="scale",
        )
        go.setAccessibleName(t("Judge {task}, response {label}", task=one.title, label=one.label))
        self.trials[one.response_id] = go
        name = t("{task}, response {label}", task=one.title, label=one.label)
        return box(row(label(name, wrap=False), go, 1, gap=GAP))
