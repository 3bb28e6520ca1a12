"""What those see who examine: everybody's standing, answers to rate, and decisions."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from functools import partial
from typing import Any, Final

from PySide6.QtWidgets import QFrame, QMenu, QSpinBox, QWidget

from xpert_studio.api.pages import (
    GAP,
    SPACE,
    TIGHT,
    Action,
    ActionDialog,
    BlocksView,
    CommandDialog,
    FormField,
    Shell,
    box,
    button,
    card,
    column,
    enable_if,
    field,
    in_a_row,
    inputs,
    label,
    labelled,
    mark,
    put_in,
    row,
    t,
    tn,
    translated,
)
from xpert_studio.api.pages import Place as WindowPlace
from xpert_studio.api.sections import Block, Column, Row, Table, domain_name, percent
from xpert_studio.core.workflow import qualify
from xpert_studio.desktop.session import Session
from xpert_studio.packs.qualification.board import ADMITTED, CANDIDATES, PersonInDomain
from xpert_studio.packs.qualification.examining import (
    add_question,
    change_question,
    rate_answer,
    retire_question,
    set_rules,
)
from xpert_studio.packs.qualification.page_read import Seen, gold_forms
from xpert_studio.packs.qualification.records import QUESTION_FORMS, Rules
from xpert_studio.packs.qualification.section import beside_blocks, blocks, reached
from xpert_studio.packs.qualification.section_quality import blocks as quality_blocks
from xpert_studio.packs.qualification.standing import Rated
from xpert_studio.packs.qualification.trials import add_trial, remove_trial

_ASKED: Final = ("text", "option", "key", "guide", "points")
_FIELDS: Final[Mapping[str, Mapping[str, Any]]] = {
    "option": {
        "kind": inputs.lines(),
        "help": mark("One a line; none where the answer is a short text."),
    },
    "key": {"help": mark("The letter of the right option: A for the first.")},
    "guide": {"help": mark("Of a short answer, for who rates it.")},
}


class AnswerCard(QWidget):
    """A short answer beside what a full one says, with its points."""

    def __init__(self, shell: Shell, rated: Rated) -> None:
        super().__init__()
        self.points = QSpinBox()
        self.points.setRange(0, rated.question.points)
        self.points.setAccessibleName(t("Points"))
        self.comment = field(name=t("Comment"), hint=t("Comment"))
        self.rate = button(
            t("Rate"),
            lambda: shell.session.do(
                rate_answer, rated.id, self.points.value(), comment=self.comment.text()
            ),
            picture="check",
        )
        of = tn("of {n} point", "of {n} points", rated.question.points)
        column(
            label(rated.question.text, "label"),
            label(rated.answer.said),
            label(labelled(t("Full answer"), rated.question.guide or "–"), "muted"),
            row(self.points, label(of, "small", wrap=False), self.comment, self.rate, gap=GAP),
            on=self,
            gap=TIGHT,
        )


class Deciding(QWidget):
    """Standings, decisions, answers to rate, and the questions."""

    def __init__(self, shell: Shell) -> None:
        super().__init__()
        self._shell = shell
        self._seen: Seen | None = None
        self.answers: dict[str, AnswerCard] = {}
        self.decisions: dict[tuple[str, str], QWidget] = {}
        self.standings = BlocksView(shell, t("Qualifications"))
        self.standings.opened.connect(self._open)
        self.quality = BlocksView(shell, t("Quality of experts"))
        self.quality.opened.connect(self._open)
        self.questions = BlocksView(shell, t("Questions"))
        self.questions.opened.connect(self._change_question)
        self.questions.offers = self._offer_question
        self.trials = BlocksView(shell, t("Trial tasks"))
        self.trials.offers = self._offer_trial
        self.rules = label("", "muted")
        why, may_set = self._why_not, shell.session.why_not(set_rules)
        shell.book.add(
            self,
            Action(
                "qualification.ask",
                add_question.words.title,
                self._ask,
                "Ctrl+N",
                "plus",
                refused=why,
                asks=True,
            ),
            Action(
                "qualification.trial",
                add_trial.words.title,
                self._add_trial,
                "",
                "plus",
                refused=why,
                asks=True,
            ),
            Action(
                "qualification.rules",
                set_rules.words.title,
                self._set_rules,
                "",
                "sliders-horizontal",
                refused=may_set,
                asks=True,
            ),
        )
        self.ask = shell.book.button("qualification.ask")
        self.to_decide, self.to_rate = QWidget(), QWidget()
        self._decide_in = column(on=self.to_decide, gap=SPACE)
        self._rate_in = column(on=self.to_rate, gap=SPACE)
        add, set_ = (shell.book.button(f"qualification.{name}") for name in ("trial", "rules"))
        column(
            self.to_decide,
            self.to_rate,
            box(row(label(t("Rules for experts"), "heading", wrap=False), 1, set_)),
            self.rules,
            box(row(label(t("Questions"), "heading", wrap=False), 1, self.ask)),
            self.questions,
            box(row(label(t("Trial tasks"), "heading", wrap=False), 1, add)),
            self.trials,
            self.standings,
            self.quality,
            on=self,
            gap=SPACE,
        )

    def show_seen(self, seen: Seen) -> None:
        """Shows it; a comment that is being written stays."""
        self._seen = seen
        open_ = [one for one in seen.places if one.admitted in CANDIDATES and one.standing]
        self.decisions = {}
        put_in(self._decide_in, [self._decision(one) for one in open_])
        left = {one.id: one for one in seen.to_rate}
        for id_ in [one for one in self.answers if one not in left]:
            self.answers.pop(id_).deleteLater()
        for id_, rated in left.items():
            if id_ not in self.answers:
                self.answers[id_] = AnswerCard(self._shell, rated)
        put_in(self._rate_in, list(self._rating()))
        self.standings.show_blocks(blocks(seen.places) if seen.places else ())
        self.rules.setText(_asked(seen.rules))
        self.questions.show_blocks(_questions(seen))
        self.trials.show_blocks(_trials(seen))
        followed = quality_blocks(seen.quality) if seen.quality and seen.quality.experts else ()
        self.quality.show_blocks(followed)

    def _rating(self) -> Iterator[QWidget]:
        if self.answers:
            yield label(t("Answers to rate"), "heading")
        yield from self.answers.values()

    def _decision(self, one: PersonInDomain) -> QFrame:
        person = one.person
        missing = [translated(said) for said in one.standing.missing] if one.standing else []
        pass_ = button(
            t("Pass"),
            lambda: self._shell.session.do(qualify, person.id, "passed", domain=one.domain),
            picture="circle-check",
        )
        enable_if(not missing, pass_)
        again = button(t("Return…"), lambda: self._say_why(one, "returned"), picture="undo-2")
        fail = button(t("Not passed…"), lambda: self._say_why(one, "failed"), picture="circle-x")
        name = t("{person}, {domain}", person=person.called, domain=domain_name(one.domain))
        beside = BlocksView(self._shell, name)
        names = self._seen.names if self._seen else {}
        beside.show_blocks(beside_blocks(one.standing, names) if one.standing else ())
        made = card(
            column(
                label(name, "heading"),
                label(reached(one) or ADMITTED.title(one.admitted)),
                *([label(in_a_row(missing), "muted")] if missing else []),
                beside,
                row(pass_, again, fail, 1, gap=GAP),
                pad=SPACE,
                gap=GAP,
            )
        )
        self.decisions[person.id, one.domain] = made
        return made

    def _say_why(self, one: PersonInDomain, outcome: str) -> None:
        CommandDialog(
            self.window(),
            self._shell.session,
            qualify,
            {"person_id": one.person.id, "outcome": outcome, "domain": one.domain},
            asked=("comments",),
            text=t("The person reads the comments."),
            act=t("Return") if outcome == "returned" else t("Not passed"),
        ).open()

    def _why_not(self) -> str | None:
        if self._seen is None or not self._seen.makes:
            return t("Qualified leads and senior experts make questions.")
        return None

    def _ask(self) -> None:
        domains = [(domain_name(one), one) for one in (self._seen.makes if self._seen else ())]
        own = {**_FIELDS, "domain": {"kind": inputs.choice(lambda: domains)}}
        asked = ("domain", *_ASKED)
        session = self._shell.session
        CommandDialog(self.window(), session, add_question, {}, asked=asked, own=own).open()

    def _offer_question(self, menu: QMenu, target: tuple[str, ...]) -> None:
        menu.addAction(t("Change question…"), lambda: self._change_question(target))
        retire = partial(self._shell.session.do, retire_question, target[1])
        menu.addAction(t("Retire question"), retire)

    def _change_question(self, target: tuple[str, ...]) -> None:
        before = self._seen.questions.get(target[1]) if self._seen else None
        if before is None:
            return
        values = {
            "text": before.text,
            "option": before.options,
            "key": before.key,
            "guide": before.guide,
            "points": before.points,
        }
        own = {name: {**_FIELDS.get(name, {}), "preset": values[name]} for name in _ASKED}
        CommandDialog(
            self.window(),
            self._shell.session,
            change_question,
            {"question": target[1]},
            asked=_ASKED,
            own=own,
        ).open()

    def _add_trial(self) -> None:
        """Asks which gold form it is; they are looked for first."""
        session = self._shell.session
        ctx = session.ctx

        def ask(found: list[tuple[str, str, str]]) -> None:
            if found:
                TrialDialog(self.window(), session, found).open()
            else:
                self._shell.say(t("No other gold form: confirm a form as a whole first."), "warn")

        session.fetch(lambda: gold_forms(ctx), ask, owner=self, slot="gold")

    def _offer_trial(self, menu: QMenu, target: tuple[str, ...]) -> None:
        remove = partial(self._shell.session.do, remove_trial, target[1])
        menu.addAction(t("Remove trial task"), remove)

    def _set_rules(self) -> None:
        rules = self._seen.rules if self._seen else Rules()
        own: dict[str, dict[str, Any]] = {
            name: {"preset": value} for name, value in rules.model_dump().items()
        }
        CommandDialog(self.window(), self._shell.session, set_rules, {}, own=own).open()

    def _open(self, target: tuple[str, ...]) -> None:
        self._shell.go(WindowPlace("people", item=target[1]))


class TrialDialog(ActionDialog):
    """Asks which gold form becomes a trial task.

    Args:
        parent: Over which window.
        session: The project.
        found: Response, expert and what the form is called.
    """

    def __init__(
        self, parent: QWidget, session: Session, found: Sequence[tuple[str, str, str]]
    ) -> None:
        self._session, self._found = session, found
        offers = [(name, place) for place, (_, _, name) in enumerate(found)]
        which = FormField(key="form", title=mark("Gold form"), kind=inputs.choice(lambda: offers))
        super().__init__(
            parent,
            t(add_trial.words.title),
            t(add_trial.hint),
            t(add_trial.words.title),
            asked=(which,),
        )

    def accept(self) -> None:
        """Adds it; what is refused is said here."""
        response_id, expert_id, _ = self._found[self.form.values()["form"]]
        ctx = self._session.ctx
        self.carry_out(
            self._session, lambda: add_trial(ctx, response_id, expert_id), lambda _: None
        )


def _asked(rules: Rules) -> str:
    """What the project asks of its experts, in a sentence."""
    return t(
        "To pass: at least {questions} questions with {points} of the points, and {trials} trial "
        "tasks with {agreement} agreement with gold.",
        questions=rules.questions,
        points=percent(rules.pass_share),
        trials=rules.trials,
        agreement=percent(rules.trial_agreement),
    )


def _trials(seen: Seen) -> Iterator[Block]:
    columns = (Column(t("Trial task")), Column(t("Domain")), Column(t("Gold form by")))
    rows = tuple(
        Row(
            (
                one.name,
                domain_name(one.domain),
                one.expert + (t(", excluded: asked no longer") if one.is_settled else ""),
            ),
            opens=("trial", one.response_id),
            apart=one.is_settled,
        )
        for one in seen.chosen
    )
    if rows:
        yield Table(columns, rows, "", t("Trial tasks"))


def _questions(seen: Seen) -> Iterator[Block]:
    columns = (
        Column(t("Domain")),
        Column(t("Form")),
        Column(t("Question")),
        Column(t("Right")),
        Column(t("Points"), "0"),
    )
    rows = tuple(
        Row(
            (
                domain_name(one.domain),
                QUESTION_FORMS.title(one.form),
                one.text,
                one.key or one.guide,
                one.points,
            ),
            opens=("question", id_),
            apart=one.retired,
        )
        for id_, one in seen.questions.items()
    )
    if rows:
        yield Table(columns, rows, t("Retired questions are set apart."), t("Questions"))
