"""How ratings are taken: judgments, submitted forms, adjudications, and who was unblinded."""

from __future__ import annotations

from bisect import bisect
from contextlib import suppress
from datetime import datetime
from typing import Final, TypeVar

from xpert_studio.core.errors import (
    NotAllowedError,
    NotFoundError,
    UsageError,
    XpertError,
)
from xpert_studio.core.instruments import instrument_of, is_by_program, need_readable
from xpert_studio.core.messages import Message
from xpert_studio.core.records import (
    Checkpoint,
    Draft,
    Judgment,
    JudgmentStatus,
    LogEntry,
    OpenForm,
    Person,
    RatingState,
    rated_hash_of,
)
from xpert_studio.core.records.assignments import Part
from xpert_studio.core.store import entities, log, log_steps, responses, tasks
from xpert_studio.core.workflow import rights
from xpert_studio.core.workflow.apart import UNBLINDED
from xpert_studio.core.workflow.assignments.content import made_of, record_of
from xpert_studio.core.workflow.assignments.outbox import (
    ADJUDICATION,
    JUDGED,
    UNBLINDING,
    judged_hash,
)
from xpert_studio.core.workflow.assignments.regions import regions_here, with_more_regions
from xpert_studio.core.workflow.assignments.taking import (
    Outcome,
    Taking,
    in_pictures,
    moment,
    takes,
)
from xpert_studio.core.workflow.evidence import pictures_shown
from xpert_studio.core.workflow.judging import need_may_abstain
from xpert_studio.core.workflow.unblinding import imported_at, was_unblinded

AnyRating = TypeVar("AnyRating", Judgment, Draft)


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
    if before is not None:
        if (judged_hash(before), before.rated_hash) == (judged_hash(made), rated):
            return _known(to, form, before, made, "judged_at")
        counts = _in_place_of(to, part, before, made, current)
        if isinstance(counts, str):
            return to.outdated(part, counts)
        made = counts
    draft = form.drafts.get((point.id, person.id))
    at = moment(made, "judged_at")
    if draft is not None and draft.judged_at <= at:
        to.unit.remove(draft)
    unblinded = made.unblinded or form.was_unblinded(person, at)
    text = form.response.text
    quotes = tuple(
        one.model_copy(
            update={"verified": None if one.region else one.verified and one.quote in text}
        )
        for one in made.evidence
    )
    made = made.model_copy(update={"unblinded": unblinded, "evidence": quotes})
    form.judgments[point.id, person.id] = made
    to.put_later(made, before)
    if rated != current:
        return to.outdated(part, "The text was edited since; the judgment is kept.")
    if before is not None and before.is_gold and not made.is_gold and before.rated_hash == rated:
        _note_adjudicated(to, part, before)
    return Outcome.APPLIED


def _note_adjudicated(to: Taking, part: Part, before: Judgment) -> None:
    told = Message(
        "{confirmed_by} had adjudicated the judgment that it replaces.",
        confirmed_by=before.confirmed_by or "",
    )
    to.note(part, XpertError(told, remedy="Have it adjudicated again."))


def _judgment_of(to: Taking, part: Part, form: _Rated, point: Checkpoint, current: str) -> Judgment:
    """What the part says, as a judgment of what is here.

    Of a region in a picture that is not here the judgment is kept, and that is noted.
    """
    rated = to.seen.get(part.seen or "", part.seen if to.takes_any_text else None)
    if rated is None:
        raise NotFoundError("It rates a text that was never sent.")
    key = dict(zip(("response_id", "checkpoint_id", "expert_id"), part.key, strict=True))
    given = {name: value for name, value in (part.after or {}).items() if name in JUDGED}
    made: Judgment = record_of(Judgment, {**given, **key, "rated_hash": rated})
    evidence = tuple(in_pictures(item, to.seen) for item in made.evidence)
    made = made.model_copy(update={"evidence": evidence})
    if made.state.is_abstention:
        need_may_abstain(may_abstain=to.policies.may_abstain)
    _check_judgment(to, made, point, form, is_current=rated == current)
    if made.regions and rated == current:
        made, told = regions_here(made, form.pictures())
        if told is not None:
            to.note(part, told)
            to.lacking.add(part.subject)
    return made


_SAID: Final = ("value", "state", "rationale")


def _in_place_of(
    to: Taking, part: Part, before: Judgment, made: Judgment, current: str
) -> Judgment | str:
    """The judgment that counts in place of the one that is here; or why that one counts.

    Of two texts the one that is here now decides; of judgments of one text the later.
    """
    fuller = with_more_regions(before, made)
    if fuller is not None:
        return fuller
    if before.rated_hash != made.rated_hash and current in {before.rated_hash, made.rated_hash}:
        is_of_now = made.rated_hash == current
        return made if is_of_now else Message("A judgment of the text as it is now is here.")
    later = to.as_later(part, before, made, "judged_at", _SAID)
    return later or Message("A newer judgment of the same expert is here.")


def _known(to: Taking, form: _Rated, before: Judgment, made: Judgment, name: str) -> Outcome:
    """The same was said again: it counts from the later moment, whichever came first."""
    if moment(before, name) < moment(made, name):
        after = before.model_copy(update={name: getattr(made, name)})
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


def _check_judgment(
    to: Taking, made: Judgment, point: Checkpoint, form: _Rated, *, is_current: bool
) -> None:
    if made.status is not JudgmentStatus.SUBMITTED or made.adjudicated_decision is not None:
        raise NotAllowedError("It adjudicates itself.", remedy="A senior expert confirms it.")
    if made.state in {RatingState.UNDECIDED, RatingState.INVALID, RatingState.ERROR}:
        raise UsageError("It is not decided.")
    if not (made.rationale or "").strip():
        raise UsageError("It has no rationale.")
    instrument = need_readable(point)
    is_value = made.state.is_abstention or instrument.parse(made.value, point) is not None
    if not is_value and (is_current or not _was_value(to, made, point)):
        raise UsageError(
            Message("{made:g} is no value of this checkpoint.", made=made.value),
            remedy=instrument.how_to_choose(point),
        )
    if not is_current:
        return
    if is_by_program(point):
        raise NotAllowedError("A program decides that checkpoint.")
    for quote in made.quotes:
        if quote.start is not None and form.response.text[quote.start : quote.end] != quote.quote:
            raise NotFoundError("It quotes a passage that is not in the response.")


def _was_value(to: Taking, made: Judgment, point: Checkpoint) -> bool:
    """Whether it was a value of the checkpoint as that was before it was edited."""
    now = point.model_dump(mode="json")
    for fields in log_steps.versions(to.tx, "checkpoint", point.task_id, point.id):
        with suppress(UsageError):
            earlier = record_of(Checkpoint, {**now, **fields})
            if instrument_of(earlier).parse(made.value, earlier) is not None:
                return True
    return False


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
    names = ("status", "adjudicated_value", "adjudicated_state", "note")
    fields = {name: (part.after or {}).get(name) for name in names}
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
        return _known(to, form, before, made, "adjudicated_at")
    if before.is_gold:
        later = to.as_later(part, before, made, "adjudicated_at", names)
        if later is None:
            since = Message(
                "{confirmed_by} has adjudicated it since.", confirmed_by=before.confirmed_by
            )
            return to.outdated(part, since)
        made = later
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


@takes(UNBLINDING)
def take_unblinding(to: Taking, part: Part) -> Outcome:
    """Takes that a person in a copy saw systems, or judgments, before judging a response."""
    person, response_id = to.person(part), part.key[0]
    command = str((part.after or {}).get("command"))
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
