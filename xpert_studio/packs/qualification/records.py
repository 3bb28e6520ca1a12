"""What a project keeps of examinations: questions, answers, marks, trial tasks, forms, rules."""

from __future__ import annotations

from string import ascii_uppercase
from typing import Annotated, Any, Final

from pydantic import Field, model_validator

from xpert_studio.api.records import (
    Hangs,
    Id,
    Listed,
    Names,
    NonBlank,
    Person,
    Policies,
    RecordKind,
    RecordValue,
    Role,
    Text,
    Timestamp,
    mark,
    tn,
)
from xpert_studio.core.records import ABSTENTIONS, Decision, content_hash
from xpert_studio.core.wording import t
from xpert_studio.core.workflow.rights import knows_keys

PACK_ID: Final = "qualification"
Share = Annotated[float, Field(ge=0, le=1)]
Points = Annotated[int, Field(ge=1, le=100)]


class QuestionForm(Listed):
    """How a question is answered."""

    CHOICE = "choice"
    SHORT = "short"


QUESTION_FORMS: Final = Names(
    "QuestionForm",
    {QuestionForm.CHOICE: mark("Multiple choice"), QuestionForm.SHORT: mark("Short answer")},
)


class Question(RecordValue):
    """A question of the examination in a domain.

    Attributes:
        form: A choice has options and a key; a short answer has a guide for who rates it.
        key: The letter of the right option.
        guide: What a full answer says.
        points: For a full answer.
        retired: Whether it is no longer asked; what was answered still counts.
        made_by: Who wrote it.
        salt: Random letters: people see by which hash their answers name a question, and could
            else try all keys. Empty in those of earlier versions.
    """

    domain: NonBlank
    text: NonBlank
    form: QuestionForm
    options: tuple[NonBlank, ...] = ()
    key: Text = ""
    guide: Text = ""
    points: Points = 1
    retired: bool = False
    made_by: Id
    salt: Text = ""

    @model_validator(mode="after")
    def _is_whole(self) -> Question:
        if self.form is QuestionForm.CHOICE:
            if self.key not in self.letters or len(self.letters) < 2:
                raise ValueError("a choice has two options or more, and the letter of one as key")
        elif self.options or self.key:
            raise ValueError("a short answer has neither options nor a key")
        return self

    @property
    def letters(self) -> tuple[str, ...]:
        """The letters of its options."""
        return tuple(ascii_uppercase[: len(self.options)])

    @property
    def shown_hash(self) -> str:
        """Hash without what is right: a person who sees a hash could try all keys."""
        left_out = {"retired", "made_by", "key", "guide", "salt"}
        return content_hash([self.model_dump(mode="json", exclude=left_out)])

    @property
    def asked_hash(self) -> str:
        """Hash of the question and of what is right: an answer holds for it alone."""
        left_out = {"retired", "made_by", *(() if self.salt else ("salt",))}
        return content_hash([self.model_dump(mode="json", exclude=left_out)])


class SentQuestion(Question):
    """A question as an assignment holds it: without what is right."""

    made_by: Text = ""

    @model_validator(mode="after")
    def _is_whole(self) -> SentQuestion:
        if self.key or self.guide or self.salt:
            raise ValueError("a question that is sent says nothing of what is right")
        return self

    @property
    def asked_hash(self) -> str:
        """That of the question alone."""
        return self.shown_hash


class Paper(RecordValue):
    """The examination of a person in a domain, as an assignment holds it.

    Attributes:
        questions: Those that they have not answered, by id.
    """

    person: Id
    domain: NonBlank
    attempt: Points
    questions: dict[Id, SentQuestion]


class Answer(RecordValue):
    """What a person answered to a question; final.

    Attributes:
        attempt: 1, and one more for each time they were returned.
        asked: ``Question.asked_hash`` when it was answered.
        said: A letter, or the text.
    """

    person: Id
    question: Id
    domain: NonBlank
    attempt: Points
    asked: NonBlank
    said: NonBlank
    at: Timestamp


class AnswerMark(RecordValue):
    """The points that a senior expert of the domain gives a short answer.

    Attributes:
        answer: The id of the answer.
        of: Whose answer it is.
        by: Who rated it.
    """

    answer: Id
    of: Id
    domain: NonBlank
    by: Id
    points: Annotated[int, Field(ge=0, le=100)]
    comment: Text = ""
    at: Timestamp


class Trial(RecordValue):
    """A response with a gold form that people judge in their trial.

    Attributes:
        domain: Of its task.
        expert: Whose form is gold.
        by: Who chose it.
    """

    domain: NonBlank
    expert: Id
    by: Id


class Decided(RecordValue):
    """One decision on a form apart.

    Attributes:
        value: None where the person abstained.
        rated: Hash of what was rated.
    """

    value: float | None = None
    state: Text = ""
    rationale: Text = ""
    rated: Text = ""

    @property
    def decision(self) -> Decision | None:
        """The value, or how the person abstained; None where there is neither."""
        if self.value is not None:
            return self.value
        return next((one for one in ABSTENTIONS if one == self.state), None)


class TrialForm(RecordValue):
    """What a person decided on a trial task; final.

    Attributes:
        decisions: By checkpoint.
        seconds: Time spent on it.
    """

    person: Id
    domain: NonBlank
    attempt: Points
    decisions: dict[Id, Decided]
    seconds: Annotated[float, Field(ge=0)] = 0.0
    at: Timestamp


class Rules(RecordValue):
    """What a project asks of its experts; one record.

    Attributes:
        questions: Fewest questions of an examination.
        trials: Fewest trial tasks that a person judges.
        pass_share: Share of points to pass.
        trial_agreement: Share of checkpoints of trial tasks decided as gold has them.
        quality_floor: Lowest agreement with gold of experts at work; below it they are named.
        quality_decisions: Decisions on gold behind a figure before it is held against the floor.
    """

    questions: Points = 5
    trials: Points = 2
    pass_share: Share = 0.7
    trial_agreement: Share = 0.8
    quality_floor: Share = 0.8
    quality_decisions: Annotated[int, Field(ge=1)] = 20


def _seen(person: Person, policies: Policies, value: Any) -> bool:  # noqa: ANN401 - any with a domain
    return knows_keys(person, value.domain, policies)


_MAKERS: Final = (Role.LEAD, Role.SENIOR)
QUESTION: Final = RecordKind(
    counted=lambda n: tn("{n} question of an examination", "{n} questions of an examination", n),
    id="question",
    title=mark("Question of an examination"),
    model=Question,
    roles=_MAKERS,
    seen_by=_seen,
)
ANSWER: Final = RecordKind(
    counted=lambda n: tn("{n} answer in an examination", "{n} answers in an examination", n),
    id="answer",
    title=mark("Answer in an examination"),
    model=Answer,
    roles=tuple(Role),
    by="person",
    seen_by=_seen,
    is_final=True,
    is_for_all=True,
)
MARK: Final = RecordKind(
    counted=lambda n: tn(
        "points for {n} answer in an examination", "points for {n} answers in an examination", n
    ),
    id="mark",
    title=mark("Points for an answer"),
    model=AnswerMark,
    roles=(Role.SENIOR,),
    by="by",
    seen_by=_seen,
)
TRIAL: Final = RecordKind(
    counted=lambda n: tn("{n} trial task", "{n} trial tasks", n),
    id="trial",
    title=mark("Trial task"),
    model=Trial,
    hangs_on=Hangs.RESPONSE,
    roles=_MAKERS,
    seen_by=_seen,
)
FORM: Final = RecordKind(
    counted=lambda n: tn("{n} trial form", "{n} trial forms", n),
    id="form",
    title=mark("Trial form"),
    model=TrialForm,
    hangs_on=Hangs.RESPONSE,
    roles=tuple(Role),
    by="person",
    seen_by=_seen,
    is_final=True,
    is_for_all=True,
)
PAPER: Final = RecordKind(
    counted=lambda n: tn("{n} examination paper", "{n} examination papers", n),
    id="paper",
    title=mark("Examination paper"),
    model=Paper,
    seen_by=lambda person, _, value: person.id == value.person,
)
RULES: Final = RecordKind(
    counted=lambda _: t("rules for experts"),
    id="rules",
    title=mark("Rules for experts"),
    model=Rules,
)
RULES_ID: Final = "rules"
