"""A task of a site with its rubric, its responses and what was said of them, as plain data."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any, Final

from xpert_studio.api.instruments import Checkpoint
from xpert_studio.api.sections import told_apart, translated
from xpert_studio.core.instruments import ABSTAINING, badge_of, instrument_of, parts_of, word_for
from xpert_studio.core.records import (
    BINARY,
    CHECKS,
    Judge,
    Judgment,
    Quote,
    Rating,
    RatingState,
    Response,
    Task,
    Verdict,
    evidence_words,
    grouped,
)
from xpert_studio.core.wording import rating_word
from xpert_studio.packs.site.texts import in_each_language
from xpert_studio.packs.site.written_texts import as_html

_TEXTS: Final = (
    "system_prompt",
    "prompt",
    "context",
    "materials",
    "deliverables",
    "reference_answer",
)
_INDEXED: Final = (("title", 3), ("category", 2), ("domain", 2), ("family", 2))


def texts_for_search(task: Task, rubric: Iterable[Checkpoint]) -> Iterator[tuple[str, int]]:
    """The texts by which a task is found, each with how often its words count."""
    yield from ((getattr(task, name) or "", times) for name, times in _INDEXED)
    yield " ".join(task.tags), 2
    yield task.full_prompt, 1
    yield from ((point.text, 1) for point in rubric)


class SiteRaters:
    """Names those who rated, each once, for all tasks of a site.

    Args:
        judges: By id.
    """

    def __init__(self, judges: Mapping[str, Judge]) -> None:
        self._judges = dict(zip(judges, told_apart([*judges.values()]), strict=True))
        self._experts: dict[str, int] = {}

    def who(self, rating: Rating) -> tuple[str, int, str]:
        """What kind of rater it was; an expert's number or the trial; the name."""
        if isinstance(rating, Judgment):
            name = rating.expert_id
            return "expert", self._experts.setdefault(name, len(self._experts) + 1), name
        assert isinstance(rating, Verdict)  # noqa: S101 - there are no other ratings
        kind = "program" if rating.judge_id == CHECKS else "judge"
        return kind, rating.trial, self._judges[rating.judge_id]


def task_data(
    task: Task,
    rubric: Sequence[Checkpoint],
    given: Sequence[Response],
    ratings: Iterable[Rating],
    said: SiteRaters,
    numbers: Mapping[str, int],
) -> dict[str, Any]:
    """All of a task as the page shows it.

    Args:
        task: The task.
        rubric: Its checkpoints.
        given: Responses to it.
        ratings: What was said of them.
        said: Names those who said it.
        numbers: Of attached files on the site, by their SHA-256.

    Returns:
        ``texts``, by name, as HTML; ``files``, each number, name (empty where it
        is only its hash) and caption;
        ``points`` of the rubric; ``responses``; ``raters``, each kind,
        number of expert or trial, and name; ``ratings`` as lists: numbers of response, checkpoint
        and rater, the tone (1 good, -1 bad, 0 neither), the word where the checkpoint is not met or
        not met, the rationale as HTML, the evidence (text, whether it was found), the status.
    """
    places = {one.id: place for place, one in enumerate(rubric)}
    answers = {one.id: place for place, one in enumerate(given)}
    raters: dict[tuple[str, int, str], int] = {}
    rows = []
    for one in ratings:
        point = rubric[places[one.checkpoint_id]]
        decision = one.final if isinstance(one, Judgment) else one.decision
        if decision is None:
            continue
        rater = raters.setdefault(said.who(one), len(raters))
        tone, word = _shown(decision, point)
        row = [answers[one.response_id], places[one.checkpoint_id], rater, tone, word]
        status = one.status.value if isinstance(one, Judgment) else ""
        rows.append([*row, as_html(one.rationale or ""), [*map(_quote, one.evidence)], status])
    return {
        "texts": {name: as_html(text) for name in _TEXTS if (text := getattr(task, name))},
        "files": _files(task, numbers),
        "points": [_point(one) for one in rubric],
        "responses": [
            {
                "system": one.model,
                "text": one.text,
                "html": as_html(one.text or ""),
                "files": _files(one, numbers),
                "tokens": one.completion_tokens,
                "seconds": None if one.latency_ms is None else round(one.latency_ms / 1000, 1),
                "finish": one.finish_reason or "",
            }
            for one in given
        ],
        "raters": [list(key) for key in raters],
        "ratings": rows,
    }


def _files(holder: Task | Response, numbers: Mapping[str, int]) -> list[list[Any]]:
    names = (attachment.path.rpartition("/")[2] for attachment in holder.attachments)
    return [
        [numbers[one.sha256], "" if name.startswith(one.sha256) else name, one.caption or ""]
        for one, name in zip(holder.attachments, names, strict=True)
    ]


def _point(point: Checkpoint) -> dict[str, Any]:
    parts = [] if point.instrument == BINARY else [*parts_of(point)]
    more = {
        "tier": point.tier,
        "dimension": point.dimension,
        "kind": point.instrument != BINARY and in_each_language(lambda: badge_of(point)),
        "parts": parts and in_each_language(lambda: [part.words() for part in parts]),
    }
    found: dict[str, Any] = {"text": point.text, "weight": point.weight}
    return found | {name: value for name, value in more.items() if value}


def _shown(decision: float | RatingState, point: Checkpoint) -> tuple[int, dict[str, str] | None]:
    """The tone of a decision, and its word by language where that is more than the tone."""
    if isinstance(decision, RatingState):
        return 0, in_each_language(lambda: rating_word(ABSTAINING[decision].word))
    instrument = instrument_of(point)
    if point.instrument == BINARY:
        return (1 if decision else -1), None
    tone = {"good": 1, "bad": -1}.get(instrument.shown(decision, point).tone, 0)
    return tone, in_each_language(lambda: word_for(decision, point))


def _quote(quote: Quote) -> list[Any]:
    if quote.region is not None:
        return [translated(evidence_words(quote)), None]
    return [quote.quote, quote.verified]


def by_task(
    given: Iterable[Response], ratings: Iterable[Rating]
) -> tuple[dict[str, list[Response]], dict[str, list[Rating]]]:
    """Responses and ratings by the id of their task."""
    answers = grouped((one.task_id, one) for one in given)
    task_of = {one.id: id_ for id_, some in answers.items() for one in some}
    return answers, grouped((task_of[rating.response_id], rating) for rating in ratings)
