"""Where a person stands in the examination of a domain: what is done, what is missing, how well."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace

import numpy as np

from xpert_studio.api.apart import Evidence
from xpert_studio.api.changes import Message
from xpert_studio.api.records import Person, Policies, Transaction, record_id
from xpert_studio.core.messages import counted, joined
from xpert_studio.core.metrics.task_estimates import SHARE, Estimate, estimate
from xpert_studio.core.records.people import RETURNED
from xpert_studio.core.store import responses, settings, tasks
from xpert_studio.core.wording import percent
from xpert_studio.packs.qualification.against_gold import ComparedWithGold, compared_with_gold
from xpert_studio.packs.qualification.kept import (
    answers_in,
    forms_in,
    marks_in,
    papers_in,
    questions_in,
    rules_in,
    settled_in,
    trials_in,
)
from xpert_studio.packs.qualification.records import (
    Answer,
    AnswerMark,
    Paper,
    Question,
    QuestionForm,
    Rules,
    SentQuestion,
    TrialForm,
)


@dataclass(frozen=True, slots=True)
class Rated:
    """An answer with what it is worth.

    Attributes:
        points: None while a short answer is not rated, or where the question was changed since.
        is_changed: Whether the question is no longer the one that was answered.
    """

    id: str
    answer: Answer
    question: Question
    mark: AnswerMark | None
    points: int | None
    is_changed: bool


@dataclass(frozen=True, slots=True)
class Standing:
    """Where a person stands in a domain.

    Attributes:
        attempt: From 1; one more after each return.
        to_answer: Questions that they have not answered in this attempt, by id.
        rated: Their answers in this attempt.
        to_try: Ids of the responses that they have to judge still.
        forms: The trial forms of this attempt, with the ids of their responses.
        points: Share of the points of rated answers.
        compared: Their trial forms against gold.
        lacking: How many trial tasks have to be added before they can pass: they judged the others.
        missing: Why they cannot pass yet, in sentences.
        stale: What of it counted and does not any more, in sentences.
    """

    person: Person
    domain: str
    attempt: int
    to_answer: Mapping[str, Question]
    rated: tuple[Rated, ...]
    to_try: frozenset[str]
    forms: tuple[tuple[str, TrialForm], ...]
    points: Estimate
    compared: ComparedWithGold
    lacking: int = 0
    missing: tuple[Message, ...] = ()
    stale: tuple[Message, ...] = ()

    @property
    def has_begun(self) -> bool:
        """Whether there is anything of them."""
        return bool(self.rated or self.forms)

    @property
    def counted(self) -> int:
        """How many answers are rated, and so behind the share of points."""
        return sum(one.points is not None for one in self.rated)

    @property
    def to_rate(self) -> tuple[Rated, ...]:
        """Short answers that a senior expert has to rate."""
        return tuple(one for one in self.rated if one.points is None and not one.is_changed)


@dataclass(frozen=True, slots=True)
class Board:
    """All of what examinations rest on, read once."""

    tx: Transaction
    policies: Policies
    questions: Mapping[str, Question]
    answers: Mapping[str, Answer]
    marks: Mapping[str, AnswerMark]
    forms: Sequence[tuple[str, TrialForm]]
    rules: Rules
    papers: Mapping[tuple[str, str], Paper]

    @classmethod
    def of(cls, tx: Transaction) -> Board:
        """What a project holds, or a file that was made of an assignment."""
        return cls(
            tx,
            settings.project_info(tx).policies,
            questions_in(tx),
            answers_in(tx),
            marks_in(tx),
            forms_in(tx),
            rules_in(tx),
            papers_in(tx),
        )

    def has_examination(self, domain: str) -> bool:
        """Whether there is a question or a trial task in a domain."""
        asked = any(one.domain == domain and not one.retired for one in self.questions.values())
        sent = any(known == domain for _, known in self.papers)
        return asked or sent or any(one.domain == domain for one in trials_in(self.tx).values())

    def attempt(self, person: Person, domain: str) -> int:
        """The number of a person's attempt in a domain."""
        sent = self.papers.get((person.id, domain))
        if sent is not None:
            return sent.attempt
        done: list[Answer | TrialForm] = [*self.answers.values(), *(one for _, one in self.forms)]
        own = [one for one in done if (one.person, one.domain) == (person.id, domain)]
        newest = max((one.attempt for one in own), default=1)
        held = person.qualification.decided_in(domain) if person.qualification else None
        if held is None or held.outcome != RETURNED:
            return newest
        if held.attempt is not None:
            return max(newest, held.attempt + 1)
        # Returned by an earlier version, which did not say from which attempt.
        at = held.decided_at
        before = [one.attempt for one in own if at is not None and one.at <= at]
        return max(newest, max(before) + 1) if before else newest

    def standing(self, person: Person, domain: str) -> Standing:
        """Where a person stands."""
        attempt = self.attempt(person, domain)
        rated = tuple(self._rated(person, domain, attempt))
        asked = {
            id_: one
            for id_, one in self.questions.items()
            if one.domain == domain and not one.retired and one.made_by != person.id
        }
        answered = {one.answer.question for one in rated}
        to_answer = {id_: one for id_, one in asked.items() if id_ not in answered}
        own = [(id_, form) for id_, form in self.forms if form.person == person.id]
        forms = tuple(
            (id_, form) for id_, form in own if (form.domain, form.attempt) == (domain, attempt)
        )
        to_try = trials_for(self.tx, person, domain) - {id_ for id_, _ in own}
        compared = compared_with_gold(self.tx, forms)
        known = [(one.points, one.question.points) for one in rated if one.points is not None]
        points = estimate(SHARE, np.array(known, np.float64).reshape(-1, 2))
        is_sent = (person.id, domain) in self.papers
        found = Standing(
            person,
            domain,
            attempt,
            to_answer,
            rated,
            to_try,
            forms,
            points,
            compared,
            max(0, 0 if is_sent else self.rules.trials - len(compared.forms) - len(to_try)),
        )
        stale = tuple(self._settled(forms))
        return replace(
            found,
            missing=(*_missing(found, len(asked.keys() | answered), self.rules), *stale),
            stale=stale,
        )

    def _settled(self, forms: Iterable[tuple[str, TrialForm]]) -> Iterable[Message]:
        """That forms count no longer, since the expert whose form was gold is excluded."""
        gone = settled_in(self.tx)
        n = sum(id_ in gone for id_, _ in forms)
        if n:
            yield counted(
                "{n} trial form does not count: the expert whose form was gold is excluded.",
                "{n} trial forms do not count: the experts whose forms were gold are excluded.",
                n,
            )

    def _rated(self, person: Person, domain: str, attempt: int) -> Iterable[Rated]:
        for id_, answer in self.answers.items():
            question = self.questions.get(answer.question)
            place = answer.person, answer.domain, answer.attempt
            if question is None or place != (person.id, domain, attempt):
                continue
            is_changed = question.asked_hash != answer.asked
            mark = self.marks.get(id_)
            points = None
            if isinstance(question, SentQuestion):
                points = None  # nothing in an assignment says what is right
            elif question.form is QuestionForm.CHOICE:
                points = question.points if answer.said == question.key else 0
            elif mark is not None and mark.by != person.id:
                points = min(mark.points, question.points)
            yield Rated(id_, answer, question, mark, None if is_changed else points, is_changed)


def trials_for(tx: Transaction, person: Person, domain: str) -> frozenset[str]:
    """The trial tasks of a domain that a person may judge: neither theirs nor chosen by them.

    Of a file that was made of an assignment, all responses to tasks of the domain: who is examined
    in it is sent no others.
    """
    if (person.id, domain) in papers_in(tx):
        known = {task.id for task in tasks.outlines(tx) if task.domain == domain}
        return frozenset(one.id for one in responses.outlines(tx) if one.task_id in known)
    return frozenset(
        id_
        for id_, one in trials_in(tx).items()
        if one.domain == domain and person.id not in {one.expert, one.by}
    )


def answer_id(person_id: str, question_id: str, attempt: int) -> str:
    """The id of a person's answer: there is one an attempt."""
    return record_id("q", "answer", person_id, question_id, attempt)


def _missing(found: Standing, asked: int, rules: Rules) -> Iterable[Message]:
    if asked < rules.questions:
        yield Message(
            "The examination has {n} of at least {least} questions.", n=asked, least=rules.questions
        )
    if found.to_answer:
        yield counted(
            "{n} question is not answered.", "{n} questions are not answered.", len(found.to_answer)
        )
    changed = [one.question.text for one in found.rated if one.is_changed]
    if changed:
        yield Message("Changed since it was answered: {questions}.", questions=joined(changed))
    if found.to_rate:
        yield counted(
            "{n} short answer is not rated.", "{n} short answers are not rated.", len(found.to_rate)
        )
    judged = len(found.compared.forms)
    if judged < rules.trials:
        yield Message(
            "{n} of at least {least} trial tasks are judged.", n=judged, least=rules.trials
        )
    if found.lacking:
        yield counted(
            "Add {n} trial task that the person has not judged.",
            "Add {n} trial tasks that the person has not judged.",
            found.lacking,
        )
    yield from _below(found, rules)


def _below(found: Standing, rules: Rules) -> Iterable[Message]:
    points, agreement = found.points.value, found.compared.agreement.value
    if points is not None and points < rules.pass_share:
        yield Message(
            "Points reached: {share}; at least {least} are asked for.",
            share=percent(points),
            least=percent(rules.pass_share),
        )
    if agreement is not None and agreement < rules.trial_agreement:
        yield Message(
            "Agreement with gold: {share}; at least {least} is asked for.",
            share=percent(agreement),
            least=percent(rules.trial_agreement),
        )


def gather(tx: Transaction, person: Person, domain: str) -> Evidence:
    """What a decision on a person's qualification rests on."""
    found = Board.of(tx).standing(person, domain)
    compared = found.compared
    return Evidence(
        found.missing,
        f"{_points(found)} (n={found.counted})" if found.counted else "",
        f"{percent(compared.agreement.value)} (n={compared.n})" if compared.n else "",
        found.attempt,
    )


def _points(found: Standing) -> str:
    known = [one for one in found.rated if one.points is not None]
    return f"{sum(one.points or 0 for one in known)}/{sum(one.question.points for one in known)}"
