"""Makes verdicts of what a judge answered: reads replies, looks quotes up, flags what is odd."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from datetime import datetime
from functools import cache
from typing import Any, Final

from xpert_studio.core.instruments import INSTRUMENTS, Given, abstention_in, instrument_of
from xpert_studio.core.judge import injection_checks
from xpert_studio.core.judge.evidence import Haystack, look_up, occurs_in, shared_haystack
from xpert_studio.core.judge.failure_kinds import failure_flags, named_in
from xpert_studio.core.judge.json_reply import candidates, complete_entries
from xpert_studio.core.judge.judge_regions import (
    REFUSED,
    UNSURE,
    Box,
    RegionImages,
    may_be_per_cent,
    read_boxes,
    regions_of,
)
from xpert_studio.core.judge.providers.base import IMAGES_NOT_SEEN, ChatReply, Finish
from xpert_studio.core.judge.work import JudgeCall
from xpert_studio.core.messages import Message
from xpert_studio.core.records import (
    ATTACHMENTS_NOT_SEEN,
    Checkpoint,
    Judge,
    JudgeSettings,
    Quote,
    RatingState,
    Response,
    Usage,
    Verdict,
)

MAX_QUOTES: Final = 20
MAX_QUOTE_LENGTH: Final = 4_000
MAX_RATIONALE: Final = 8_000

_ID_KEYS: Final = ("id", "checkpoint_id", "checkpoint", "criterion_id", "criterion")
_RATIONALE_KEYS: Final = ("rationale", "reason", "explanation", "reasoning", "justification")
_EVIDENCE_KEYS: Final = ("evidence", "quotes", "quote")
_LIST_KEYS: Final = ("verdicts", "judgments", "results", "answers", "checkpoints")
_ORDINAL: Final = re.compile(
    r"(?:checkpoint|criterion|c|#|no\.?)?\s*(\d{1,3})\s*[.)]?", re.IGNORECASE
)
_CONTROL: Final = re.compile(r"[\x00-\x08\x0b\x0c\x0e-\x1f\x7f]")


_NOTHING_MARKED: Final = RegionImages()


@cache
def _value_keys() -> frozenset[str]:
    """The keys of values, by any instrument."""
    return frozenset(key for one in INSTRUMENTS.values() for key in one.reply_keys)


@dataclass(frozen=True, slots=True)
class CheckpointAnswer:
    """What the judge said of one checkpoint, or how it abstained.

    Quotes are not looked up yet, and ``failures`` is whatever it named as types of failures.
    """

    checkpoint_id: str
    said: Given | RatingState
    rationale: str
    quotes: tuple[str, ...]
    failures: tuple[str, ...] = ()
    boxes: tuple[Box, ...] = ()
    has_bad_box: bool = False

    @property
    def decision(self) -> object:
        """What two answers to one checkpoint have in common where they say the same."""
        if isinstance(self.said, RatingState):
            return self.said
        return self.said.value, self.said.given, tuple(sorted(self.said.caps))


@dataclass(frozen=True, slots=True)
class ReplyReading:
    """What a reply came to.

    Attributes:
        answers: By checkpoint id; only checkpoints that were asked.
        conflicting: Ids answered twice, differently.
        unusable: Ids whose value was none of the instrument.
        unexplained: Ids from which the judge abstained without a reason, or with a value.
        unknown: How many entries named no checkpoint that was asked.
        problem: Why nothing at all could be read, or empty.
    """

    answers: Mapping[str, CheckpointAnswer] = field(default_factory=dict)
    conflicting: frozenset[str] = frozenset()
    unusable: frozenset[str] = frozenset()
    unexplained: frozenset[str] = frozenset()
    unknown: int = 0
    problem: str = ""


def read_reply(
    reply: str, asked: Sequence[Checkpoint], *, cut_off: bool = False, may_abstain: bool = False
) -> ReplyReading:
    """Reads the answers to the checkpoints that were asked.

    Args:
        reply: The raw text of the reply.
        asked: The checkpoints that were asked, in the order of the rubric.
        cut_off: Whether the model stopped at its token limit. Of a list that is cut off or broken
            the complete entries count; what is missing is the caller's to ask again.
        may_abstain: Whether the judge could abstain from a checkpoint.
    """
    if not reply.strip():
        return ReplyReading(problem="empty reply")
    found = [entries for value in candidates(reply) if (entries := _entries(value, asked))]
    if not found:
        found = [entries for entries in [complete_entries(reply)] if _looks_right(entries)]
    if not found:
        return ReplyReading(
            problem=(
                Message("cut off at the token limit")
                if cut_off
                else Message("no verdicts in the reply")
            )
        )
    readings = [_collect(entries, asked, may_abstain=may_abstain) for entries in found]
    first = readings[0]
    # A second, different list may be the candidate's forgery that the judge quoted: not to be told
    # apart, so neither is believed.
    if any(_decisions(other) != _decisions(first) for other in readings[1:]):
        return ReplyReading(problem="several different lists of verdicts in the reply")
    doubtful = first.conflicting | first.unusable | first.unexplained
    if not first.answers and not doubtful:
        return ReplyReading(unknown=first.unknown, problem="no verdict for any checkpoint asked")
    return first


def _decisions(reading: ReplyReading) -> dict[str, object]:
    return {checkpoint_id: answer.decision for checkpoint_id, answer in reading.answers.items()}


def _entries(value: Any, asked: Sequence[Checkpoint]) -> list[Any]:  # noqa: ANN401 - any JSON
    """The list of verdicts in a JSON value: a list, under a usual key, or a mapping by id."""
    if isinstance(value, list):
        return value if _looks_right(value) else []
    if not isinstance(value, dict):
        return []
    for key in _LIST_KEYS:
        inner = value.get(key)
        if isinstance(inner, list) and _looks_right(inner):
            return inner
        if isinstance(inner, dict):
            return _by_id(inner, asked)
    return [value] if len(asked) == 1 and _looks_right([value]) else _by_id(value, asked)


def _by_id(value: Mapping[str, Any], asked: Sequence[Checkpoint]) -> list[Any]:
    known = {point.id: instrument_of(point).reply_keys[0] for point in asked}
    return [
        {"id": key, **inner} if isinstance(inner, dict) else {"id": key, known[key]: inner}
        for key, inner in value.items()
        if key in known
    ]


def _looks_right(entries: Sequence[Any]) -> bool:
    return any(
        isinstance(entry, dict)
        and any(key in entry for key in _value_keys())
        and any(key in entry for key in _ID_KEYS)
        for entry in entries
    )


def _collect(
    entries: Sequence[Any], asked: Sequence[Checkpoint], *, may_abstain: bool
) -> ReplyReading:
    ids = {point.id.casefold(): point.id for point in asked}
    points = {point.id: point for point in asked}
    answers: dict[str, CheckpointAnswer] = {}
    conflicting: set[str] = set()
    unusable: set[str] = set()
    unexplained: set[str] = set()
    unknown = 0
    for entry in entries:
        checkpoint_id = _which(entry, ids, asked)
        if checkpoint_id is None:
            unknown += 1
            continue
        point = points[checkpoint_id]
        said: Given | RatingState | None = instrument_of(point).read(entry, point)
        state = abstention_in(entry.get("state")) if may_abstain else None
        if state is not None:
            said = state if said is None else None
        answer = None if said is None else _answer(checkpoint_id, said, entry)
        if answer is None or (state is not None and not answer.rationale.strip()):
            (unusable if state is None else unexplained).add(checkpoint_id)
            continue
        if answers.setdefault(checkpoint_id, answer).decision != answer.decision:
            conflicting.add(checkpoint_id)
    doubtful = conflicting | unusable | unexplained
    kept = {key: answer for key, answer in answers.items() if key not in doubtful}
    return ReplyReading(
        kept, frozenset(conflicting), frozenset(unusable), frozenset(unexplained), unknown
    )


def _answer(
    checkpoint_id: str, said: Given | RatingState, entry: Mapping[str, Any]
) -> CheckpointAnswer:
    rationale = _first(entry, _RATIONALE_KEYS)
    evidence = _first(entry, _EVIDENCE_KEYS)
    quotes = [evidence] if isinstance(evidence, str) else evidence
    texts = [_quote_text(quote) for quote in quotes] if isinstance(quotes, list) else []
    texts += [clean(quote) for quote in said.quotes] if isinstance(said, Given) else []
    boxes, has_bad_box = read_boxes(entry.get("regions"))
    return CheckpointAnswer(
        checkpoint_id,
        said,
        clean(rationale)[:MAX_RATIONALE] if isinstance(rationale, str) else "",
        tuple(text[:MAX_QUOTE_LENGTH] for text in texts if text.strip())[:MAX_QUOTES],
        named_in(entry),
        tuple(replace(box, note=clean(box.note)) for box in boxes),
        has_bad_box,
    )


def _quote_text(quote: Any) -> str:  # noqa: ANN401 - any JSON
    if isinstance(quote, dict):
        quote = quote.get("quote") or quote.get("text")
    return clean(quote) if isinstance(quote, str) else ""


def clean(text: str) -> str:
    """A text of a reply without control characters, as UTF-8 can hold it."""
    if text.isascii() and text.isprintable():
        return text
    text = _CONTROL.sub("", text)
    return text.encode("utf-8", "replace").decode("utf-8")


def _first(entry: Mapping[str, Any], keys: Sequence[str]) -> Any:  # noqa: ANN401 - any JSON
    return next((entry[key] for key in keys if key in entry), None)


def _plain(text: str) -> str:
    return " ".join(text.split()).casefold()


def _which(entry: Any, ids: Mapping[str, str], asked: Sequence[Checkpoint]) -> str | None:  # noqa: ANN401
    if not isinstance(entry, dict):
        return None
    given = _first(entry, _ID_KEYS)
    if isinstance(given, int) and not isinstance(given, bool):
        given = str(given)
    if not isinstance(given, str):
        return None
    if len(given) >= MAX_RATIONALE:
        return None
    name = _plain(given.strip().strip("[]\"'`"))
    return ids.get(name) or _by_text(name, asked) or _by_ordinal(name, asked)


def _by_text(name: str, asked: Sequence[Checkpoint]) -> str | None:
    """Of checkpoints with the same text the last one."""
    return next((point.id for point in reversed(asked) if _plain(point.text) == name), None)


def _by_ordinal(name: str, asked: Sequence[Checkpoint]) -> str | None:
    """``C3``, ``3.`` or ``#3`` for the third checkpoint asked, unless real ids look like that."""
    match = _ORDINAL.fullmatch(name)
    if match is None or any(_ORDINAL.fullmatch(point.id) for point in asked):
        return None
    number = int(match.group(1))
    return asked[number - 1].id if 1 <= number <= len(asked) else None


FINISH_PROBLEMS: Final = {
    Finish.REFUSAL: Message("the model refused"),
    Finish.FILTERED: Message("the provider's content filter withheld the reply"),
}


def make_verdicts(
    judge: Judge,
    ask: JudgeCall,
    points: Sequence[Checkpoint],
    reading: ReplyReading,
    reply: ChatReply,
    *,
    now: datetime,
    marked: RegionImages = _NOTHING_MARKED,
) -> tuple[Verdict, ...]:
    """Verdicts on some of the checkpoints of an ask.

    Args:
        judge: Who answered.
        ask: What was asked.
        points: The checkpoints to give a verdict on; those without an answer become ``invalid``.
        reading: What the reply came to.
        reply: The reply; its tokens are divided among the verdicts.
        now: The time.
        marked: What regions could be given of.
    """
    settings = judge.settings or JudgeSettings()
    shares = split_usage(reply.usage, len(points))
    haystack = shared_haystack(ask.material)
    rubric = shared_haystack("\n".join(point.text for point in ask.chunk))
    marks = _marks(ask, reply) if points else ()
    verdicts = []
    for point, usage in zip(points, shares, strict=True):
        common: dict[str, Any] = {
            "response_id": ask.response.id,
            "checkpoint_id": point.id,
            "judge_id": judge.id,
            "trial": ask.trial,
            "key": ask.keys[point.id],
            "rated_hash": ask.rated_hash_of(point),
            "usage": usage,
            "judged_at": now,
        }
        answer = reading.answers.get(point.id)
        if answer is None:
            common |= {"state": RatingState.INVALID, "problem": _why_invalid(point, reading)}
            verdicts.append(Verdict(flags=marks, **common))
            continue
        quotes = _placed(
            look_up(answer.quotes, haystack, threshold=settings.fuzzy_threshold), ask.response
        )
        regions, refused = _regions(answer, marked, reply)
        found = any(quote.verified for quote in (*quotes, *regions))
        common |= {"rationale": answer.rationale or None, "evidence": (*quotes, *regions)}
        if isinstance(answer.said, RatingState):
            invented = (injection_checks.QUOTES_NOT_FOUND,) if quotes and not found else ()
            flags = (*marks, *refused, *invented)
            verdicts.append(Verdict(state=answer.said, flags=flags, **common))
            continue
        value = answer.said.value
        own = _flags(answer, answer.said, point, ask, rubric, anything_found=found)
        named = failure_flags(answer.failures, ask.failures, point, value)
        verdicts.append(
            Verdict(
                value=value,
                given=answer.said.given,
                caps=answer.said.caps,
                flags=(*marks, *refused, *own, *named),
                **common,
            )
        )
    return tuple(verdicts)


def _regions(
    answer: CheckpointAnswer, marked: RegionImages, reply: ChatReply
) -> tuple[tuple[Quote, ...], tuple[str, ...]]:
    """The regions of an answer, and flags: one was refused, or all may be in the wrong place."""
    if not marked.images:
        return (), ()
    shown = RegionImages() if IMAGES_NOT_SEEN in reply.flags else marked
    regions, refused = regions_of(answer.boxes, shown)
    left_out = (REFUSED,) if refused or answer.has_bad_box else ()
    unsure = (UNSURE,) if regions and may_be_per_cent(answer.boxes, shown) else ()
    return regions, (*left_out, *unsure)


def _marks(ask: JudgeCall, reply: ChatReply) -> tuple[str, ...]:
    """What a reader should know of all verdicts of a call."""
    blind = IMAGES_NOT_SEEN in reply.flags and ask.files.has_pictures
    unseen = (ATTACHMENTS_NOT_SEEN,) if blind or ask.files.unseen else ()
    return (*injection_checks.suspicions(ask.material), *reply.flags, *unseen)


def _placed(quotes: Sequence[Quote], response: Response) -> tuple[Quote, ...]:
    """Quotes with their places in the response; one from its documents has none there."""
    end = len(response.text)
    return tuple(
        quote.model_copy(update={"start": None, "end": None})
        if quote.end is not None and quote.end > end
        else quote
        for quote in quotes
    )


def split_usage(usage: Usage, parts: int) -> list[Usage | None]:
    """Divides a call's tokens among its verdicts; the parts add up to the whole exactly."""
    if parts == 0:
        return []
    totals = {name: value for name, value in usage if isinstance(value, int)}
    if not totals:
        return [None] * parts
    return [
        Usage.model_validate(
            {name: total // parts + (index < total % parts) for name, total in totals.items()}
        )
        for index in range(parts)
    ]


def read_answers(
    reply: ChatReply, points: Sequence[Checkpoint], *, may_abstain: bool = False
) -> ReplyReading:
    """Reads a reply, unless the provider says that it is none."""
    problem = FINISH_PROBLEMS.get(reply.finish)
    return (
        ReplyReading(problem=problem)
        if problem
        else read_reply(
            reply.text,
            points,
            cut_off=reply.finish is Finish.LENGTH,
            may_abstain=may_abstain,
        )
    )


def _why_invalid(point: Checkpoint, reading: ReplyReading) -> str:
    if reading.problem:
        return reading.problem
    if point.id in reading.conflicting:
        return Message("answered twice, differently")
    if point.id in reading.unexplained:
        return Message("abstained without a reason, or with a value")
    return (
        instrument_of(point).unusable
        if point.id in reading.unusable
        else Message("missing from the reply")
    )


def _flags(
    answer: CheckpointAnswer,
    said: Given,
    point: Checkpoint,
    ask: JudgeCall,
    rubric: Haystack,
    *,
    anything_found: bool,
) -> list[str]:
    flags = list(said.flags)
    instrument = instrument_of(point)
    value = said.value
    is_met, passed = instrument.fulfils(value, point), instrument.passes(value, point)
    if passed is not None and injection_checks.contradicts(answer.rationale, met=passed):
        flags.append(injection_checks.CONTRADICTS_RATIONALE)
    may_be_pictured = not answer.quotes and any(file.is_picture for file in ask.files.response)
    gives_points = is_met or instrument.score(value, point) > 0
    is_invented = bool(answer.quotes)
    if (gives_points or is_invented) and not anything_found and not may_be_pictured:
        flags.append(injection_checks.QUOTES_NOT_FOUND)
        if any(occurs_in(quote, rubric) for quote in answer.quotes):
            flags.append(injection_checks.QUOTES_RUBRIC)
        elif any(
            occurs_in(quote, shared_haystack(anchor.response_text))
            for quote in answer.quotes
            for anchor in ask.anchors
        ):
            flags.append(injection_checks.QUOTES_ANCHOR)
    return flags


def storable(text: str) -> str | None:
    """A text from outside as the project file can hold it."""
    cleaned = text.replace("\x00", "").encode("utf-8", "replace").decode("utf-8")[:2_000_000]
    return cleaned or None
