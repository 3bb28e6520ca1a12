"""What those see who examine: everybody's standing, answers to rate, and decisions."""

from __future__ import annotations

from collections.abc import Iterator

from PySide6.QtWidgets import QFrame, QSpinBox, QWidget

from xpert_studio.api.pages import (
    GAP,
    SPACE,
    TIGHT,
    Action,
    BlocksView,
    CommandDialog,
    Place,
    Shell,
    box,
    button,
    card,
    column,
    enable_if,
    field,
    in_a_row,
    label,
    labelled,
    put_in,
    row,
    t,
    tn,
    translated,
)
from xpert_studio.api.sections import Block, Column, Row, Table, domain_name
from xpert_studio.core.workflow import qualify
from xpert_studio.packs.qualification.board import ADMITTED, CANDIDATES, PersonInDomain
from xpert_studio.packs.qualification.examining import add_question, rate_answer
from xpert_studio.packs.qualification.page_read import Seen
from xpert_studio.packs.qualification.records import QUESTION_FORMS
from xpert_studio.packs.qualification.section import blocks, reached
from xpert_studio.packs.qualification.section_quality import blocks as quality_blocks
from xpert_studio.packs.qualification.standing import Rated


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
        shell.book.add(
            self,
            Action(
                "qualification.ask",
                add_question.words.title,
                self._ask,
                "Ctrl+N",
                "plus",
                refused=self._why_not,
                asks=True,
            ),
        )
        self.ask = shell.book.button("qualification.ask")
        self.to_decide, self.to_rate = QWidget(), QWidget()
        self._decide_in = column(on=self.to_decide, gap=SPACE)
        self._rate_in = column(on=self.to_rate, gap=SPACE)
        heading = row(label(t("Questions"), "heading", wrap=False), 1, self.ask)
        column(
            self.to_decide,
            self.to_rate,
            self.standings,
            self.quality,
            box(heading),
            self.questions,
            on=self,
            gap=SPACE,
        )

    def show_seen(self, seen: Seen) -> None:
        """Shows it; a comment that is being written stays."""
        self._seen = seen
        open_ = [place for place in seen.places if place.admitted in CANDIDATES and place.standing]
        self.decisions = {}
        put_in(self._decide_in, [self._decision(one) for one in open_])
        left = {one.id: one for one in seen.to_rate}
        for id_ in [answer for answer in self.answers if answer not in left]:
            self.answers.pop(id_).deleteLater()
        for id_, rated in left.items():
            if id_ not in self.answers:
                self.answers[id_] = AnswerCard(self._shell, rated)
        put_in(self._rate_in, list(self._rating()))
        self.standings.show_blocks(blocks(seen.places) if seen.places else ())
        self.questions.show_blocks(_questions(seen))
        followed = quality_blocks(seen.quality) if seen.quality and seen.quality.experts else ()
        self.quality.show_blocks(followed)

    def _rating(self) -> Iterator[QWidget]:
        if self.answers:
            yield label(t("Answers to rate"), "heading")
        yield from self.answers.values()

    def _decision(self, person_in_domain: PersonInDomain) -> QFrame:
        person = person_in_domain.person
        missing = (
            [translated(said) for said in person_in_domain.standing.missing]
            if person_in_domain.standing
            else []
        )
        pass_ = button(
            t("Pass"),
            lambda: self._shell.session.do(
                qualify, person.id, "passed", domain=person_in_domain.domain
            ),
            picture="circle-check",
        )
        enable_if(not missing, pass_)
        again = button(
            t("Return…"), lambda: self._say_why(person_in_domain, "returned"), picture="undo-2"
        )
        fail = button(
            t("Not passed…"), lambda: self._say_why(person_in_domain, "failed"), picture="circle-x"
        )
        name = t(
            "{person}, {domain}", person=person.called, domain=domain_name(person_in_domain.domain)
        )
        made = card(
            column(
                label(name, "heading"),
                label(reached(person_in_domain) or ADMITTED.title(person_in_domain.admitted)),
                *([label(in_a_row(missing), "muted")] if missing else []),
                row(pass_, again, fail, 1, gap=GAP),
                pad=SPACE,
                gap=GAP,
            )
        )
        self.decisions[person.id, person_in_domain.domain] = made
        return made

    def _say_why(self, person_in_domain: PersonInDomain, outcome: str) -> None:
        CommandDialog(
            self.window(),
            self._shell.session,
            qualify,
            {
                "person_id": person_in_domain.person.id,
                "outcome": outcome,
                "domain": person_in_domain.domain,
            },
            asked=("comments",),
            text=t("The person reads the comments."),
            act=t("Return") if outcome == "returned" else t("Not passed"),
        ).open()

    def _why_not(self) -> str | None:
        if self._seen is None or not self._seen.makes:
            return t("Qualified leads and senior experts make questions.")
        return None

    def _ask(self) -> None:
        asked = ("domain", "text", "option", "key", "guide", "points")
        CommandDialog(self.window(), self._shell.session, add_question, {}, asked=asked).open()

    def _open(self, target: tuple[str, ...]) -> None:
        self._shell.go(Place("people", item=target[1]))


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
                domain_name(question.domain),
                QUESTION_FORMS.title(question.form),
                question.text,
                question.key or question.guide,
                question.points,
            ),
            apart=question.retired,
        )
        for question in seen.questions.values()
    )
    if rows:
        yield Table(columns, rows, t("Retired questions are set apart."), t("Questions"))
