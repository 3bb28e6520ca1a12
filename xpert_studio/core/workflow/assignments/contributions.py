"""How contributions are taken: judgments, adjudications, comments, reviews, read marks."""

from __future__ import annotations

from bisect import bisect
from datetime import UTC, datetime, timedelta
from typing import Any, Final, TypeVar

from pydantic import ValidationError

from xpert_studio.core.errors import (
    NotAllowedError,
    NotFoundError,
    StageError,
    UsageError,
    XpertError,
    first_fault,
)
from xpert_studio.core.instruments import need_readable
from xpert_studio.core.messages import Message
from xpert_studio.core.records import (
    AnyRecord,
    Checkpoint,
    Comment,
    Draft,
    Judgment,
    JudgmentStatus,
    LogEntry,
    OpenForm,
    Person,
    Quote,
    RatingState,
    ReadMark,
    Record,
    Review,
    ReviewOutcome,
    Role,
    RubricRevision,
    SpotCheck,
    SpotCheckOutcome,
    Stage,
    Task,
    rated_hash_of,
)
from xpert_studio.core.records.assignments import Part
from xpert_studio.core.store import entities, log, log_steps, responses, tasks
from xpert_studio.core.workflow import rights
from xpert_studio.core.workflow.apart import UNBLINDED
from xpert_studio.core.workflow.assignments.outbox import (
    ADJUDICATION,
    JUDGED,
    READ_MARK,
    UNBLINDING,
    judged_hash,
)
from xpert_studio.core.workflow.assignments.regions import regions_here, with_more_regions
from xpert_studio.core.workflow.assignments.settling import settle_reviews
from xpert_studio.core.workflow.assignments.taking import Outcome, Taking, open_task, takes
from xpert_studio.core.workflow.evidence import pictures_shown
from xpert_studio.core.workflow.judging import need_may_abstain
from xpert_studio.core.workflow.stage_transitions import move
from xpert_studio.core.workflow.unblinding import imported_at, was_unblinded

AnyRating = TypeVar("AnyRating", Judgment, Draft)
_LONG_AGO: Final = datetime(1970, 1, 1, tzinfo=UTC)
"""When something was done that does not say so."""


def record_of(kind: type[Record], fields: dict[str, Any]) -> Any:  # noqa: ANN401 - of that kind
    """A record from fields that came from outside.

    Raises:
        UsageError: They do not make one; it names the field.
    """
    try:
        return kind.model_validate(fields, strict=False)
    except ValidationError as error:
        name, detail = first_fault(error)
        raise UsageError(f"{name}: {detail['msg']}.") from error


def _fields(part: Part) -> dict[str, Any]:
    if part.after is None:
        raise NotAllowedError("It takes back what was there before.")
    return part.after


def made_of(kind: type[AnyRecord], part: Part) -> AnyRecord:
    """The record that a part is, under the key it names.

    Raises:
        UsageError: It does not make one.
        NotAllowedError: It is of another key.
    """
    record: AnyRecord = record_of(kind, _fields(part))
    if entities.entity_of(record).key_of(record) != part.key:
        raise NotAllowedError("It changes what identifies a record.")
    return record


@takes("judgment")
def take_judgment(to: Taking, part: Part) -> Outcome:
    """Takes what an expert judged; it counts where it names the text as it is now."""
    form, point = _rated(to, part)
    person = to.person(part)
    if part.key[2] != person.id:
        raise NotAllowedError(Message("It is a judgment by {key}.", key=part.key[2]))
    rights.judge_of(person, form.task, to.policies)
    current = rated_hash_of(form.prompt_hash, point.rated_text, form.response_hash)
    made = _judgment_of(to, part, form, point, current)
    rated = made.rated_hash
    before = form.judgments.get((point.id, person.id))
    is_same = before is not None and judged_hash(before) == judged_hash(made)
    if before is not None and is_same and before.rated_hash == made.rated_hash:
        return _known(to, form, before, "judged_at", _moment(made.judged_at))
    fuller = before and with_more_regions(before, made)
    if fuller is not None:
        made = fuller
    elif before is not None:
        why = _why_before_stands(to, part, before, made, current)
        if why is not None:
            return to.outdated(part, why)
        if before.rated_hash == rated:
            moment = max(_moment(made.judged_at), _after(before.judged_at))
            made = made.model_copy(update={"judged_at": moment})
    draft = form.drafts.get((point.id, person.id))
    if draft is not None and draft.judged_at <= _moment(made.judged_at):
        to.unit.remove(draft)
    unblinded = made.unblinded or form.was_unblinded(person, _moment(made.judged_at))
    quotes = _looked_up(made.evidence, form.response.text)
    made = made.model_copy(update={"unblinded": unblinded, "evidence": quotes})
    form.judgments[point.id, person.id] = made
    to.put_later(made, before)
    if rated != current:
        return to.outdated(part, "The text was edited since; the judgment is kept.")
    return Outcome.APPLIED


def _judgment_of(to: Taking, part: Part, form: _Rated, point: Checkpoint, current: str) -> Judgment:
    """What the part says, as a judgment of what is here.

    Of a region in a picture that is not here the judgment is kept, and that is noted.
    """
    rated = to.seen.get(part.seen or "", part.seen if to.takes_any_text else None)
    if rated is None:
        raise NotFoundError("It rates a text that was never sent.")
    key = dict(zip(("response_id", "checkpoint_id", "expert_id"), part.key, strict=True))
    given = {name: value for name, value in _fields(part).items() if name in JUDGED}
    made: Judgment = record_of(Judgment, {**given, **key, "rated_hash": rated})
    made = made.model_copy(update={"evidence": tuple(map(to.seen_here, made.evidence))})
    if made.state.is_abstention:
        need_may_abstain(may_abstain=to.policies.may_abstain)
    _check_judgment(made, point, form, is_current=rated == current)
    if made.regions and rated == current:
        made, told = regions_here(made, form.pictures())
        to.note(part, told)
    return made


def _looked_up(evidence: tuple[Quote, ...], text: str) -> tuple[Quote, ...]:
    return tuple(
        quote.model_copy(
            update={"verified": None if quote.region else quote.verified and quote.quote in text}
        )
        for quote in evidence
    )


_SAID: Final = ("value", "state", "rationale")


def _why_before_stands(
    to: Taking, part: Part, before: Judgment, made: Judgment, current: str
) -> str | None:
    """Why the judgment that is here counts rather than the one that comes; None where it does not.

    Of two texts the one that is here now decides; of judgments of one text the later, by the order
    of the file they were made in, else by the clocks.
    """
    texts = before.rated_hash, made.rated_hash
    if current in texts and texts[0] != texts[1]:
        is_here = texts[0] == current
        return Message("A judgment of the text as it is now is here.") if is_here else None
    if _moment(before.judged_at) < _moment(made.judged_at) or to.follows(part, before, _SAID):
        return None
    return Message("A newer judgment of the same expert is here.")


def _after(moment: datetime | None) -> datetime:
    """The next moment: what followed in one file follows here, whatever the clocks said."""
    return _moment(moment) + timedelta(microseconds=1)


def _known(to: Taking, form: _Rated, before: Judgment, name: str, at: datetime) -> Outcome:
    """The same was said again: it counts from the later moment, whichever came first."""
    if _moment(getattr(before, name)) < at:
        after = before.model_copy(update={name: at})
        form.judgments[before.checkpoint_id, before.expert_id] = after
        to.put_later(after, before)
    return Outcome.KNOWN


class _Rated:
    """A response with all that is looked at when ratings of it are taken."""

    def __init__(self, to: Taking, response_id: str) -> None:
        tx = to.tx
        self._tx = tx
        self.response = responses.get_response(tx, response_id)
        self.task = tasks.get_task(tx, self.response.task_id)
        self.prompt_hash, self.response_hash = self.task.prompt_hash, self.response.content_hash
        self.points = {point.id: point for point in tasks.rubric_of(tx, self.task.id)}
        self.judgments = _by_rater(entities.find_all(tx, Judgment, response_id=response_id))
        self.drafts = _by_rater(entities.find_all(tx, Draft, response_id=response_id))
        self._imports = sorted(imported_at(tx).values())
        self._unblinded: dict[tuple[str, int], bool] = {}

    def pictures(self) -> set[str]:
        """Hashes of what is shown as pictures with the response."""
        items = (*self.response.attachments, *self.task.attachments)
        return set(pictures_shown(self._tx, items))

    def was_unblinded(self, person: Person, at: datetime) -> bool:
        """As in ``unblinding``, for a judgment that was made at a moment."""
        key = (person.id, bisect(self._imports, at))
        if key not in self._unblinded:
            self._unblinded[key] = was_unblinded(self._tx, person, self.response, offline_at=at)
        return self._unblinded[key]


def _by_rater(found: list[AnyRating]) -> dict[tuple[str, str], AnyRating]:
    return {(item.checkpoint_id, item.expert_id): item for item in found}


def _rated(to: Taking, part: Part) -> tuple[_Rated, Checkpoint]:
    found = to.read.get(part.key[0])
    if not isinstance(found, _Rated):
        found = to.read[part.key[0]] = _Rated(to, part.key[0])
    to.need_scope(found.task.id, part.key[0])
    point = found.points.get(part.key[1])
    if point is None:
        raise NotFoundError("The checkpoint was removed since.")
    return found, point


def _check_judgment(made: Judgment, point: Checkpoint, form: _Rated, *, is_current: bool) -> None:
    if made.status is not JudgmentStatus.SUBMITTED or made.adjudicated_decision is not None:
        raise NotAllowedError("It adjudicates itself.", remedy="A senior expert confirms it.")
    if made.state in {RatingState.UNDECIDED, RatingState.INVALID, RatingState.ERROR}:
        raise UsageError("It is not decided.")
    if not (made.rationale or "").strip():
        raise UsageError("It has no rationale.")
    instrument = need_readable(point)
    if not made.state.is_abstention and instrument.parse(made.value, point) is None:
        raise UsageError(
            Message("{made:g} is no value of this checkpoint.", made=made.value),
            remedy=instrument.how_to_choose(point),
        )
    if not is_current:
        return
    for quote in made.quotes:
        if quote.start is not None and form.response.text[quote.start : quote.end] != quote.quote:
            raise NotFoundError("It quotes a passage that is not in the response.")


def _moment(at: datetime | None) -> datetime:
    return at or _LONG_AGO


@takes("open_form")
def take_form(to: Taking, part: Part) -> Outcome:
    """Takes that an expert has submitted a form, with the time spent on it."""
    person = to.person(part)
    response = responses.get_response(to.tx, part.key[0])
    to.need_scope(response.task_id, response.id)
    rights.judge_of(person, tasks.get_task(to.tx, response.task_id), to.policies)
    if part.key[1] != person.id:
        raise NotAllowedError(Message("It is a form of {key}.", key=part.key[1]))
    made = made_of(OpenForm, part)
    if made.submitted_at is None:
        raise NotAllowedError("It is a form that was not submitted.")
    if not entities.find_all(to.tx, Judgment, response_id=response.id, expert_id=person.id):
        raise NotFoundError("None of its judgments is here.")
    before = to.unit.find(OpenForm, *part.key)
    if before is not None:
        moments = [item for item in (before.submitted_at, made.submitted_at) if item]
        made = made.model_copy(
            update={
                "seconds": max(before.seconds, made.seconds),
                "opened_at": min(before.opened_at, made.opened_at),
                "submitted_at": max(moments, default=None),
            }
        )
    if made == before:
        return Outcome.KNOWN
    to.unit.put(made)
    return Outcome.APPLIED


@takes(ADJUDICATION)
def take_adjudication(to: Taking, part: Part) -> Outcome:
    """Takes what an adjudicator decided; it counts for the judgment it names."""
    form, point = _rated(to, part)
    person, before = to.person(part), form.judgments.get((point.id, part.key[2]))
    rights.evaluator_of(person, part.key[2], form.task, to.policies)
    if before is None:
        raise NotFoundError("The judgment it adjudicates is not here.")
    if to.assignment is not None and not any(
        (name.response_id, name.expert_id) == (part.key[0], part.key[2])
        for name in to.assignment.scope.forms
    ):
        raise NotAllowedError("It is none of the forms that were sent.")
    if part.seen not in {judged_hash(before), judged_hash(to.as_sent(before))}:
        return to.outdated(part, "The expert has judged it anew since.")
    given = _fields(part)
    names = ("status", "adjudicated_value", "adjudicated_state", "note")
    fields = {name: given.get(name) for name in names}
    made: Judgment = record_of(
        Judgment,
        before.model_dump(mode="json")
        | fields
        | {
            "confirmed_by": person.id,
            "adjudicated_at": part.at.isoformat(),
            "self_adjudicated": person.id == before.expert_id,
        },
    )
    if made.adjudicated_state is not None:
        need_may_abstain(may_abstain=to.policies.may_abstain)
    _check_adjudication(made, point)
    if before.is_gold and _adjudicated(before) == _adjudicated(made):
        return _known(to, form, before, "adjudicated_at", part.at)
    if before.is_gold and before.adjudicated_at and before.adjudicated_at >= part.at:
        if not to.follows(part, before, names):
            since = Message(
                "{confirmed_by} has adjudicated it since.", confirmed_by=before.confirmed_by
            )
            return to.outdated(part, since)
        made = made.model_copy(update={"adjudicated_at": _after(before.adjudicated_at)})
    form.judgments[point.id, part.key[2]] = made
    to.put_later(made, before)
    return Outcome.APPLIED


def _adjudicated(judgment: Judgment) -> tuple[object, ...]:
    return (
        judgment.status,
        judgment.adjudicated_decision,
        judgment.confirmed_by,
        judgment.note,
    )


def _check_adjudication(made: Judgment, point: Checkpoint) -> None:
    value, abstains = made.adjudicated_value, made.adjudicated_state is not None
    if not abstains and need_readable(point).parse(value, point) is None:
        raise UsageError(
            Message(
                "{adjudicated_value} is no value of this checkpoint.",
                adjudicated_value=made.adjudicated_value,
            )
        )
    if not made.is_gold or made.contradicts_status:
        raise NotAllowedError("It says that a judgment was confirmed, and changes it.")
    if made.status is JudgmentStatus.OVERRIDDEN and not (made.note or "").strip():
        raise NotAllowedError("It overrides a judgment and does not say why.")


@takes("comment")
def take_comment(to: Taking, part: Part) -> Outcome:
    """Takes a comment, its replies and whether it is resolved; each is its own author's."""
    person, before = to.person(part), to.unit.find(Comment, *part.key)
    if part.after is None:
        return _withdraw(to, before, person)
    made = made_of(Comment, part)
    task = open_task(to, made.task_id if before is None else before.task_id)
    may_review = _refusal_to_review(to, person, task) is None
    gone = before is None and log_steps.last_known(to.tx, "comment", made.id)
    if gone and made.author_id != person.id:  # it was withdrawn while a person answered it
        before = record_of(Comment, gone)
        to.unit.put(before)
    if before is None:
        if not may_review:
            rights.reviewer_of(person, task, to.policies)
        _need_own(made.author_id, person)
        _need_subject(to, made)
        after = made.model_copy(update={"replies": (), "resolved_by": None, "resolved_at": None})
    else:
        after = before
        if any(getattr(before, name) != getattr(made, name) for name in _ABOUT):
            raise NotAllowedError("It changes what identifies a record.")
        if person.id == before.author_id:
            words = {name: getattr(made, name) for name in ("text", "aspect", "severity")}
            after = after.model_copy(update=words)
    replies = {(item.at, item.author_id, item.text): item for item in after.replies}
    own = [item for item in made.replies if item.author_id == person.id]
    replies |= {(item.at, item.author_id, item.text): item for item in own}
    after = after.model_copy(update={"replies": tuple(replies[key] for key in sorted(replies))})
    if may_review and made.resolved_by in {None, person.id}:
        after = _resolved(after, made)
    if after == before:
        return Outcome.KNOWN
    to.unit.put(after)
    return Outcome.APPLIED


def _resolved(after: Comment, made: Comment) -> Comment:
    """The comment with the person who resolved or reopened it last."""
    if made.resolved_at is None or (after.resolved_at and after.resolved_at >= made.resolved_at):
        return after
    return after.model_copy(
        update={"resolved_by": made.resolved_by, "resolved_at": made.resolved_at}
    )


_ABOUT: Final = ("task_id", "author_id", "revision", "checkpoint_id", "made_at")


def _need_subject(to: Taking, made: Comment) -> None:
    """The revision, and the checkpoint in it, that a new comment is on."""
    revision = to.unit.find(RubricRevision, made.task_id, str(made.revision))
    if revision is None:
        raise NotFoundError("It is on a revision that is not here.")
    there = {id_ for point in revision.checkpoints for id_ in (point.id, *point.origin)}
    if made.checkpoint_id is not None and made.checkpoint_id not in there:
        raise NotFoundError("It is on a checkpoint that is not in the revision.")


def _withdraw(to: Taking, before: Comment | None, person: Person) -> Outcome:
    if before is None:
        return Outcome.KNOWN
    open_task(to, before.task_id)
    _need_own(before.author_id, person)
    if before.replies:
        raise StageError("It takes a comment back that has been answered.")
    to.unit.remove(before)
    return Outcome.APPLIED


def _refusal_to_review(to: Taking, person: Person, task: Task) -> XpertError | None:
    if rights.refusal(lambda: rights.checker_of(person, task, to.policies, ())) is None:
        return None
    return rights.refusal(lambda: rights.reviewer_of(person, task, to.policies))


def _need_own(signed_by: str, person: Person) -> None:
    if signed_by != person.id:
        raise NotAllowedError(
            Message(
                "It is signed by {signed_by}, and was sent by {person}.",
                signed_by=signed_by,
                person=person.called,
            )
        )


@takes("review")
def take_review(to: Taking, part: Part) -> Outcome:
    """Takes how a review ended; it counts for the revision it names."""
    person, task = to.person(part), open_task(to, part.key[0])
    rights.reviewer_of(person, task, to.policies)
    _need_own(part.key[2], person)
    made = made_of(Review, part)
    before = to.unit.find(Review, *part.key)
    if made == before:
        return Outcome.KNOWN
    if made.outcome is None or made.ended_at is None:
        raise UsageError("It is a review that has not ended.")
    revision = to.unit.find(RubricRevision, *part.key[:2])
    if revision is None or revision.content_hash != part.seen:
        raise NotFoundError("It reviews a revision that is not here.")
    if before is not None and _moment(before.ended_at) >= _moment(made.ended_at):
        if not to.follows(part, before, ("outcome", "summary")):
            return to.outdated(part, "A newer outcome of the same reviewer is here.")
        made = made.model_copy(update={"ended_at": _after(before.ended_at)})
    to.unit.put(made)
    if made.outcome is ReviewOutcome.SENT_BACK and task.standing in {Stage.SPOT_CHECK, Stage.READY}:
        return to.outdated(
            part,
            "It returns a rubric that has since been sampled for a spot check, or is ready.",
            Message("Reopen the rubric, if it is right."),
        )
    if to.assignment is None:  # what comes next in a copy rests on where the rubric stands
        settle_reviews(to.unit, [task.id])
    return Outcome.APPLIED


_ENDED: Final = (
    "adjudicator_id", "outcome", "consistent", "aligned_with_task", "evaluable", "note", "ended_at",
)  # fmt: skip
"""The fields of a spot check that hold nothing while it is open."""


@takes("spot_check")
def take_spot_check(to: Taking, part: Part) -> Outcome:
    """Takes the outcome of a spot check that is open here."""
    person, task = to.person(part), open_task(to, part.key[0])
    if to.assignment is None and (part.after or {}).get("outcome") is None:
        return _take_sampled(to, part, person)
    reviewers = [item.reviewer_id for item in to.unit.find_all(Review, task_id=task.id)]
    rights.checker_of(person, task, to.policies, reviewers)
    made = made_of(SpotCheck, part)
    before = to.unit.find(SpotCheck, *part.key)
    if made == before:
        return Outcome.KNOWN
    is_open = before is not None and before.outcome is None
    if before is None or not is_open or task.standing is not Stage.SPOT_CHECK:
        return to.outdated(part, "The spot check is not open any more.")
    _need_own(made.adjudicator_id or "", person)
    to.unit.put(before.model_copy(update={name: getattr(made, name) for name in _ENDED}))
    passed = made.outcome is SpotCheckOutcome.PASSED
    ends = {SpotCheckOutcome.PASSED: Stage.READY, SpotCheckOutcome.RETURNED: Stage.RUBRIC}
    stage = ends.get(made.outcome, Stage.DISCARDED) if made.outcome else Stage.SPOT_CHECK
    move(to.unit, task, stage, reason=made.note, accepted_by=(person.id,) if passed else ())
    return Outcome.APPLIED


def _take_sampled(to: Taking, part: Part, person: Person) -> Outcome:
    """Takes a spot check that was sampled in a copy."""
    rights.need_role(person, Role.LEAD, Role.SENIOR)
    made = made_of(SpotCheck, part)
    if to.unit.find(SpotCheck, *part.key) is not None:
        return Outcome.KNOWN
    to.unit.put(made)
    return Outcome.APPLIED


@takes(READ_MARK)
def take_read_mark(to: Taking, part: Part) -> Outcome:
    """Takes that a person has read a text."""
    person = to.person(part)
    made = made_of(ReadMark, part)
    _need_own(made.person_id, person)
    before = entities.find(to.tx, ReadMark, *part.key)
    if before is not None and (
        before.read_hash == made.read_hash or before.read_at >= made.read_at
    ):
        return Outcome.KNOWN
    task = open_task(to, made.task_id)
    response_id, _, expert_id = made.form.partition("/")
    if expert_id:
        to.need_scope(task.id, response_id)
        if to.assignment is not None:
            rights.evaluator_of(person, expert_id, task, to.policies)
    elif to.assignment is not None and (refusal := _refusal_to_review(to, person, task)):
        raise refusal  # of a copy, they may have read it before they could not review it any more
    entities.put(to.tx, made)
    return Outcome.APPLIED


@takes(UNBLINDING)
def take_unblinding(to: Taking, part: Part) -> Outcome:
    """Takes that a person in a copy saw systems, or judgments, before judging a response."""
    person, response_id = to.person(part), part.key[0]
    command = str(_fields(part).get("command"))
    if command not in UNBLINDED or part.key[1] != person.id:
        raise UsageError("It does not name the person who was unblinded.")
    if response_id in log.responses_told_of(to.tx, (command,), person.id):
        return Outcome.KNOWN
    response = responses.get_response(to.tx, response_id)
    entry = LogEntry(
        at=part.at,
        command=command,
        task_id=response.task_id,
        actor_id=person.id,
        details={"response": response_id},
    )
    log.add_entry(to.tx, entry)
    return Outcome.APPLIED
