"""Commands of examinations: questions, answers, and points for short answers."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import timedelta
from typing import Annotated, Any, Final

from pydantic import ValidationError

from xpert_studio.api.changes import (
    Asks,
    Message,
    NotAllowedError,
    NotFoundError,
    Role,
    StageError,
    UnitOfWork,
    UsageError,
    Written,
    check_length,
    command,
    keep_records,
    mark,
)
from xpert_studio.api.records import Person, record_id
from xpert_studio.core.messages import joined
from xpert_studio.core.records.vocabulary import DOMAINS
from xpert_studio.core.store import people
from xpert_studio.core.wording import short
from xpert_studio.core.workflow import rights
from xpert_studio.packs.choice.instrument import plain_key
from xpert_studio.packs.qualification.kept import answers_in, marks_in, questions_in
from xpert_studio.packs.qualification.records import (
    ANSWER,
    MARK,
    PACK_ID,
    QUESTION,
    RULES,
    RULES_ID,
    Answer,
    AnswerMark,
    Question,
    QuestionForm,
    Rules,
)
from xpert_studio.packs.qualification.standing import Board, answer_id

QuestionId = Annotated[str, Asks("The question, as listed.", "q-lease", "question")]
AnswerId = Annotated[
    str, Asks("The answer, as listed: PERSON:QUESTION, or its id.", "rae:q-lease", "answer")
]
Said = Annotated[
    str,
    Asks(
        "The text of the question.",
        '"When does clause 9 end the lease?"',
        is_text=True,
        title=mark("Question"),
    ),
]
LONGEST_TEXT: Final = 4_000
"""Characters of a question, its full answer, or an answer."""
LONGEST_NOTE: Final = 400
"""Characters of an option or a comment."""
_GUIDE: Final = Asks(
    "What a full answer says.", '"At month 30."', is_text=True, title=mark("Full answer")
)


@command(
    "qualification.ask",
    "Add question",
    done="added a question to an examination",
    line="exam ask DOMAIN TEXT",
)
def add_question(
    unit: UnitOfWork,
    domain: Annotated[
        str, Asks("The domain that is examined.", "Law", "domain", title=mark("Domain"))
    ],
    text: Said,
    *,
    option: Annotated[
        tuple[str, ...],
        Asks("An option of a choice; repeat it for each.", '"Month 30"', title=mark("Options")),
    ] = (),
    key: Annotated[str, Asks("The letter of the right option.", "B", title=mark("Key"))] = "",
    guide: Annotated[str, _GUIDE] = "",
    points: Annotated[
        int, Asks("For a full answer.", "2", title=mark("Points"), within=(1, 100))
    ] = 1,
    question_id: Annotated[
        str | None, Asks("Its id; one is made where none is given.", "q-lease", name="id")
    ] = None,
) -> None:
    """Add a question to the examination of a domain: a choice with options, or a short answer.

    Args:
        unit: By a lead or a senior expert of the domain who is not examined in it.
        domain: Of the project.
        text: The question.
        option: With options it is a choice.
        key: Of a choice.
        guide: Of a short answer, for who rates it.
        points: 1 to 100.
        question_id: A new one.

    Raises:
        NotAllowedError: Another person, or they are examined in the domain.
        UsageError: The question is not whole, or the id is taken.
    """
    domain = known_domain(unit.info.taxonomy.domains, domain)
    need_maker(unit, domain)
    if question_id and question_id in questions_in(unit.tx):
        raise UsageError(Message("There is a question {id} already.", id=question_id))
    made = _question(
        domain=domain,
        text=text.strip(),
        form=QuestionForm.CHOICE if option else QuestionForm.SHORT,
        options=tuple(one.strip() for one in option),
        key=plain_key(key),
        guide=guide.strip(),
        points=points,
        made_by=unit.person.id,
        salt=unit.new_id() + unit.new_id(),
    )
    _put(unit, made, question_id or f"q-{unit.new_id()[:8]}")


@command(
    "qualification.change",
    "Change question",
    done="changed a question of an examination",
    line="exam change QUESTION",
)
def change_question(
    unit: UnitOfWork,
    question: QuestionId,
    *,
    text: Annotated[
        str | None,
        Asks("The text of the question.", '"Which month?"', is_text=True, title=mark("Question")),
    ] = None,
    option: Annotated[
        tuple[str, ...], Asks("An option; all are replaced.", '"Month 30"', title=mark("Options"))
    ] = (),
    key: Annotated[
        str | None, Asks("The letter of the right option.", "C", title=mark("Key"))
    ] = None,
    guide: Annotated[str | None, _GUIDE] = None,
    points: Annotated[
        int | None, Asks("For a full answer.", "2", within=(1, 100), title=mark("Points"))
    ] = None,
) -> None:
    """Change a question without answers; one that was answered is retired instead.

    Raises:
        StageError: It was answered.
        NotFoundError: There is none.
    """
    before = _need_question(unit, question)
    need_maker(unit, before.domain)
    if any(one.question == question for one in answers_in(unit.tx).values()):
        raise StageError(
            "That question was answered; changing it would change what the answers are worth.",
            remedy="Retire it and add another one.",
        )
    given: dict[str, Any] = {"text": text, "guide": guide, "points": points}
    if key is not None:
        given["key"] = plain_key(key)
    if option:
        given["options"] = tuple(one.strip() for one in option)
    fields = before.model_dump() | {name: one for name, one in given.items() if one is not None}
    _put(unit, _question(**fields), question)


@command(
    "qualification.retire",
    "Retire question",
    done="retired a question of an examination",
    line="exam retire QUESTION",
)
def retire_question(unit: UnitOfWork, question: QuestionId) -> None:
    """Retire a question: it is asked no longer, and answers to it still count."""
    before = _need_question(unit, question)
    need_maker(unit, before.domain)
    _put(unit, before.model_copy(update={"retired": True}), question)


@command(
    "qualification.answer",
    "Answer question",
    done="answered a question of an examination",
    line="exam answer QUESTION SAID",
    stays=mark("It cannot be undone: an answer is final."),
)
def answer_question(
    unit: UnitOfWork,
    question: QuestionId,
    said: Annotated[str, Asks("The letter of an option, or a text.", "B", is_text=True)],
) -> None:
    """Answer a question of your examination; an answer is final.

    Raises:
        NotAllowedError: The person is not examined in its domain.
        StageError: They have answered it.
        UsageError: It is no answer to that question.
    """
    found = _need_question(unit, question)
    board = Board.of(unit.tx)
    if not rights.is_candidate(unit.person, found.domain, unit.info.policies):
        raise NotAllowedError(
            Message(
                "{person} is not examined in {domain}.",
                person=unit.person.called,
                domain=DOMAINS.message(found.domain),
            )
        )
    standing = board.standing(unit.person, found.domain)
    if any(one.answer.question == question for one in standing.rated):
        raise StageError("You have answered that question; an answer is final.")
    if question not in standing.to_answer:
        raise NotAllowedError("That question is not asked of you.")
    made = Answer(
        person=unit.person.id,
        question=question,
        domain=found.domain,
        attempt=standing.attempt,
        asked=found.asked_hash,
        said=read_answer(found, said),
        at=unit.now,
    )
    id_ = answer_id(unit.person.id, question, standing.attempt)
    keep_records(unit, PACK_ID, ANSWER.id, [Written(made, id=id_)])
    # A later decision on the person, and a change of the question, come after it.
    unit.on(None, f"exam/{unit.person.id}/{id_}", f"{_scope(question)}/{id_}")


@command(
    "qualification.rate",
    "Rate answer",
    done="rated an answer of an examination",
    line="exam rate ANSWER POINTS",
)
def rate_answer(
    unit: UnitOfWork,
    answer: AnswerId,
    points: Annotated[int, Asks("From 0 to the points of the question.", "2")],
    *,
    comment: Annotated[str, Asks("What is missing or right.", '"No deadline."')] = "",
) -> None:
    """Rate a short answer, as a senior expert of the domain.

    Raises:
        NotAllowedError: No senior expert of the domain, or it is their own answer.
        UsageError: Too many points, or it is a choice, which is rated by its key.
    """
    check_length(Message("comment"), comment, LONGEST_NOTE)
    answer, found = _need_answer(unit, answer)
    asked = _need_question(unit, found.question)
    theirs = next(
        (person for person in people.all_people(unit.tx) if person.id == found.person), None
    )
    rights.qualifier_of(
        unit.person, theirs or Person(id=found.person), found.domain, unit.info.policies
    )
    if not rights.knows_keys(unit.person, found.domain, unit.info.policies):
        raise NotAllowedError("You are examined in that domain yourself.")
    if asked.form is QuestionForm.CHOICE:
        raise UsageError("A choice is rated by its key.")
    if not 0 <= points <= asked.points:
        raise UsageError(
            Message("The question has {points} points.", points=asked.points),
            remedy=Message("Give 0 to {points}.", points=asked.points),
        )
    before = marks_in(unit.tx).get(answer)
    made = AnswerMark(
        answer=answer,
        of=found.person,
        domain=found.domain,
        by=unit.person.id,
        points=points,
        comment=comment.strip(),
        # The newest counts, whatever the clocks of two computers say.
        at=max(unit.now, before.at + timedelta(seconds=1)) if before else unit.now,
    )
    id_ = record_id("q", "mark", answer, unit.person.id)
    keep_records(unit, PACK_ID, MARK.id, [Written(made, id=id_)])
    unit.on(None, f"exam/{found.person}/{answer}/{id_}")


@command(
    "qualification.set_rules",
    "Set rules for experts",
    done="set rules for experts",
    line="exam rules",
)
def set_rules(
    unit: UnitOfWork,
    *,
    questions: Annotated[
        int | None,
        Asks("Fewest questions of an examination.", "5", within=(1, 100), title=mark("Questions")),
    ] = None,
    trials: Annotated[
        int | None,
        Asks(
            "Fewest trial tasks that a person judges.",
            "2",
            within=(1, 100),
            title=mark("Trial tasks"),
        ),
    ] = None,
    pass_share: Annotated[
        float | None,
        Asks(
            "Share of points to pass, 0 to 1.",
            "0.7",
            within=(0, 1),
            title=mark("Points to pass"),
            unit="%",
        ),
    ] = None,
    trial_agreement: Annotated[
        float | None,
        Asks(
            "Agreement with gold to pass, 0 to 1.",
            "0.8",
            within=(0, 1),
            title=mark("Agreement with gold to pass"),
            unit="%",
        ),
    ] = None,
    quality_floor: Annotated[
        float | None,
        Asks(
            "Lowest agreement with gold of experts at work, 0 to 1.",
            "0.8",
            within=(0, 1),
            title=mark("Floor of quality"),
            unit="%",
        ),
    ] = None,
    quality_decisions: Annotated[
        int | None,
        Asks(
            "Decisions behind a figure that is held against the floor.",
            "20",
            within=(1, None),
            title=mark("Decisions behind the floor"),
        ),
    ] = None,
) -> None:
    """Set what the project asks of its experts; what is left out stays."""
    rights.need_role(unit.person, Role.LEAD)
    rights.need_settled(unit.person, unit.info.policies, Message("set these rules"))
    given = {
        "questions": questions,
        "trials": trials,
        "pass_share": pass_share,
        "trial_agreement": trial_agreement,
        "quality_floor": quality_floor,
        "quality_decisions": quality_decisions,
    }
    known: dict[str, Any] = {name: one for name, one in given.items() if one is not None}
    try:
        made = Rules.model_validate(Board.of(unit.tx).rules.model_dump() | known)
    except ValidationError as error:
        detail = error.errors(include_url=False)[0]
        field = ".".join(map(str, detail["loc"]))
        raise UsageError(Message("{field}: {error}.", field=field, error=detail["msg"])) from error
    keep_records(unit, PACK_ID, RULES.id, [Written(made, id=RULES_ID)])
    unit.tell(**known)


def _question(**fields: Any) -> Question:  # noqa: ANN401 - what the model reads
    _need_texts(fields["text"], fields["options"], fields["guide"])
    try:
        return Question.model_validate(fields)
    except ValidationError as error:
        raise UsageError(
            "That is no whole question.",
            remedy="A choice needs two options or more and --key LETTER; a short answer neither.",
        ) from error


def _need_texts(text: str, options: Sequence[str], guide: str) -> None:
    """A question that says something, with options that can be told apart.

    Raises:
        UsageError: It is not.
    """
    if not text.strip():
        raise UsageError("The question is empty.", remedy="Write its text.")
    check_length(Message("question"), text, LONGEST_TEXT)
    check_length(Message("full answer"), guide, LONGEST_TEXT)
    seen: set[str] = set()
    for option in options:
        if not option.strip():
            raise UsageError("An option is empty.", remedy="Write a text with each --option.")
        check_length(Message("option"), option, LONGEST_NOTE)
        key = " ".join(option.split()).casefold()
        if key in seen:
            raise UsageError(
                Message("Two options are the same: {option}.", option=short(option)),
                remedy="Write options that differ.",
            )
        seen.add(key)


def read_answer(asked: Question, said: str) -> str:
    """An answer as it is kept: the letter of an option, or a text.

    Raises:
        UsageError: It is no answer to the question.
    """
    if asked.form is QuestionForm.SHORT:
        if not said.strip():
            raise UsageError("The answer is empty.")
        check_length(Message("answer"), said, LONGEST_TEXT)
        return said.strip()
    letter = plain_key(said)
    if letter not in asked.letters:
        raise UsageError(
            Message("{said!r} is no option.", said=short(said)),
            remedy=Message("Options: {letters}.", letters=joined(asked.letters)),
        )
    return letter


def _put(unit: UnitOfWork, question: Question, id_: str) -> None:
    keep_records(unit, PACK_ID, QUESTION.id, [Written(question, id=id_)])
    unit.on(None, _scope(id_))
    unit.tell(question=id_)


def _scope(question_id: str) -> str:
    return f"pack/{PACK_ID}/{QUESTION.id}/{question_id}"


def _need_question(unit: UnitOfWork, question: str) -> Question:
    found = questions_in(unit.tx).get(question)
    if found is None:
        raise NotFoundError("There is no such question.", remedy="'exam show' lists them.")
    return found


def _need_answer(unit: UnitOfWork, named: str) -> tuple[str, Answer]:
    """An answer by its id, or the newest of a person to a question: PERSON:QUESTION."""
    known = answers_in(unit.tx)
    if named in known:
        return named, known[named]
    person, _, question = named.rpartition(":")
    own = [
        (id_, one) for id_, one in known.items() if (one.person, one.question) == (person, question)
    ]
    if not own:
        raise NotFoundError(
            "There is no such answer.", remedy="'exam show' lists them: exam show --whom PERSON."
        )
    return max(own, key=lambda item: item[1].attempt)


def need_maker(unit: UnitOfWork, domain: str) -> None:
    """The person makes questions and chooses trial tasks in a domain."""
    rights.need_role(unit.person, Role.LEAD, Role.SENIOR)
    if not rights.knows_keys(unit.person, domain, unit.info.policies):
        raise NotAllowedError(
            Message(
                "{person} is not qualified, and is examined in {domain} themself.",
                person=unit.person.called,
                domain=DOMAINS.message(domain),
            ),
            remedy="It takes a qualified lead or senior expert.",
        )
    if Role.LEAD not in unit.person.roles and domain not in unit.person.domains:
        raise NotAllowedError(
            Message(
                "{person} does not work in {domain}.",
                person=unit.person.called,
                domain=DOMAINS.message(domain),
            ),
            remedy="It takes a senior expert of the domain, or a lead.",
        )


def known_domain(known: Sequence[str], typed: str) -> str:
    """A domain of a project, as the project writes it.

    Args:
        known: The domains of the project; any where there are none.
        typed: In any language.

    Raises:
        UsageError: It is none of them.
    """
    found = DOMAINS.reader(known)(typed) if known else typed
    if not found:
        raise UsageError(
            Message("{domain}: no domain of this project.", domain=typed),
            remedy=Message("Its domains: {known}.", known=joined(map(DOMAINS.message, known))),
        )
    return found
