"""Reads results of promptfoo: outputs are responses, grades of models are a judge's verdicts."""

from __future__ import annotations

import re
from collections import Counter
from pathlib import Path
from typing import Any, Final

from pydantic import ValidationError

from xpert_studio.api.checks import CannotCheckError, Subject
from xpert_studio.api.formats import (
    CALL_CARRIED,
    Checkpoint,
    Judge,
    Message,
    Problems,
    RatingState,
    Response,
    Taken,
    Verdict,
    content_hash,
    free_id,
    grouped,
    id_like,
    joined,
)
from xpert_studio.core.judge.checks_backend import decided
from xpert_studio.core.records import canonical_json
from xpert_studio.packs.promptfoo.parts import Grade, Result
from xpert_studio.packs.promptfoo.rubrics import DraftedAssertion
from xpert_studio.packs.promptfoo.tasks import KnownTask, PromptfooTasks
from xpert_studio.packs.promptfoo.templates import Variables, plain_value, prompt_of
from xpert_studio.packs.promptfoo.there import ProjectTasks

PROMPTFOO: Final = "promptfoo"
_SAID: Final = re.compile(r"\W*(NOT[ _-]?)?MET\b", re.IGNORECASE)
_PERSON: Final = "human"
_UNNAMED: Final = "grader not named"
_NOTES: Final = {
    "changed": Message(
        "Checkpoints that are others in the project now, or gone: {n:,}. Their grades were "
        "left out.",
    ),
    "failed": Message(
        "Results without an output, such as failed calls, which are no responses: {n:,}.",
    ),
    "persons": Message(
        "Ratings that a person gave to a whole response in promptfoo: {n:,}. They are no judgment "
        "on one checkpoint, and were left out.",
    ),
    "unmatched": Message(
        "Grades whose assertion the test does not have, and were left out: {n:,}.",
    ),
    "pooled": Message(
        "Grades of several criteria at once, which are no verdict on one: {n:,}.",
    ),
    "unread": Message(
        "Grades that the grader did not give, or not clearly: {n:,}. They came in as "
        "verdicts without a value.",
    ),
    "undecided": Message(
        "Checks that cannot be decided without more facts about the response: {n:,}.",
    ),
}
"""Messages on what was counted in results."""


class PromptfooResults(PromptfooTasks):
    """Results being read."""

    def __init__(self, source: Path, problems: Problems, there: ProjectTasks | None = None) -> None:
        super().__init__(source, problems)
        self._there = there
        self._trials: Counter[tuple[str, str, str]] = Counter()
        self._ids: set[str] = set()
        self._compared: Counter[str] = Counter()
        self._differ: Counter[str] = Counter()

    def take(self, place: str, row: object, grader: str = "") -> None:
        """Takes one result.

        Args:
            place: Where it stands.
            row: The result.
            grader: Who grades where it does not say.
        """
        try:
            result = Result.model_validate(row)
        except ValidationError:
            self.problem(
                place,
                "prompt",
                Message("is no result: it has no prompt."),
                Message("Export the results from promptfoo again."),
            )
            return
        known = None if self.is_full else self._task(place, result)
        response = self._response(place, result, known) if known else None
        if known is not None and response is not None:
            self._grades(place, result, known, response, result.case.options.provider or grader)

    def _task(self, place: str, result: Result) -> KnownTask | None:
        case, own = result.case, result.case.own
        self.noted(case, is_own=own is not None)
        asked = [grade.assertion for grade in result.grades] if case.asked is None else case.asked
        # Files that the variables name have been read already.
        variables = Variables(case.vars if result.vars is None else result.vars)
        drafts = self.rubrics.drafts(place, asked, variables)
        text = None
        with self.noting(place, "prompt.raw"):
            text = prompt_of(result.prompt, None, or_images=own is not None)
        if text is None or self.is_full:
            return None
        fields = {"prompt": text, "title": case.title}
        if own is None:
            return self.task(place, fields, drafts)
        known = self.known.get(own.task)
        if known is None and self._there is not None:
            known = self._there.task(own.task, place, text, drafts, self)
        if known is not None and known.is_there:
            return self.known.setdefault(own.task, known)
        sorting = {"domain": own.domain, "category": own.category, "id": own.task}
        title = None if case.title == own.task else case.title
        return self.task(place, fields | sorting | {"title": title}, drafts)

    def _response(self, place: str, result: Result, known: KnownTask) -> Response | None:
        if result.output is None:
            self.told["failed"] += 1
            return None
        text = plain_value(result.output)
        model = result.provider or Message("unknown system")
        if known.is_there and self._there is not None:
            stored = self._there.response(known.task.id, model, text)
            if stored is not None:
                return stored
        print_ = content_hash([known.task.id, model, text])[:12]
        return self.once(
            place,
            Response,
            {
                "id": free_id(f"response-{print_}", self._ids),
                "task_id": known.task.id,
                "model": model,
                "text": text,
                **result.model_dump(include=set(CALL_CARRIED)),
            },
        )

    def _grades(
        self, place: str, result: Result, known: KnownTask, response: Response, grader: str
    ) -> None:
        open_ = grouped(
            (draft.key, (draft, points))
            for draft, points in zip(known.drafts, known.points, strict=False)
        )
        for grade in result.grades:
            if grade.kind == _PERSON:
                self.told["persons"] += 1
                continue
            waiting = open_.get(canonical_json(grade.assertion))
            if not waiting:
                self.told["unmatched"] += 1
                continue
            draft, points = waiting.pop(0)
            met = _met(grade, draft)
            if len(points) == 1 and draft.is_graded:
                self._verdict(place, grade, points[0], response, grade.provider or grader, met)
            elif points and draft.is_graded:
                self.told["pooled"] += 1
            elif points and met is not None:
                self._compare(result, str(grade.kind), points[0], known, response, met=met)

    def _verdict(
        self,
        place: str,
        grade: Grade,
        point: Checkpoint,
        response: Response,
        grader: str,
        met: bool | None,
    ) -> None:
        judge_id = id_like(f"{PROMPTFOO}:{grader}" if grader else PROMPTFOO)
        judge = {"id": judge_id, "provider": PROMPTFOO, "model": grader or _UNNAMED}
        if self.once(place, Judge, judge) is None:
            return
        self._trials[response.id, point.id, judge_id] += 1
        is_unread = met is None or grade.error
        self.told["unread"] += bool(is_unread)
        told: dict[str, Any] = (
            {"state": RatingState.INVALID, "problem": grade.reason or "no clear grade"}
            if is_unread
            else {"value": int(bool(met)), "rationale": grade.reason}
        )
        fields = {
            "response_id": response.id,
            "checkpoint_id": point.id,
            "judge_id": judge_id,
            "trial": self._trials[response.id, point.id, judge_id],
        }
        verdict = self.record(place, Verdict, fields | told)
        if verdict is not None:
            self.found.add(verdict, place)

    def _compare(
        self,
        result: Result,
        kind: str,
        point: Checkpoint,
        known: KnownTask,
        response: Response,
        *,
        met: bool,
    ) -> None:
        """Whether our check decides as promptfoo did."""
        subject = Subject(
            text=response.text,
            prompt=known.task.full_prompt,
            finish_reason=response.finish_reason,
            seconds=None if response.latency_ms is None else response.latency_ms / 1000,
            cost=result.cost,
        )
        try:
            passed = decided(subject, point).passed
        except CannotCheckError:
            self.told["undecided"] += 1
            return
        self._compared[kind] += 1
        self._differ[kind] += passed is not met

    def finished(self) -> Taken:
        """What was read, with all there is to tell."""
        if self.is_full:
            self.refuse_more("")
        taken = self.taken()
        taken.records += self.found.in_order()
        taken.notes += [*self.told_of(_NOTES), *self._comparison()]
        return taken

    def _comparison(self) -> list[str]:
        if not self._compared:
            return []
        differ = +self._differ
        said = Message(
            "Results of assertions that a program decides did not come in: checks decide them "
            "here. Compared: {compared:,}; decided otherwise here: {differ:,}.",
            compared=self._compared.total(),
            differ=differ.total(),
        )
        if not differ:
            return [said]
        types = joined(
            Message("{type} ({n:,})", type=kind, n=n) for kind, n in differ.most_common(10)
        )
        return [said, Message("Types decided otherwise here: {types}.", types=types)]


def _met(grade: Grade, draft: DraftedAssertion) -> bool | None:
    """Whether an assertion passed; None where the file does not tell.

    promptfoo lets every assertion with a weight of 0 pass, so there the score decides. A grader of
    our exports has to say it in words, in accord with the grade, as their ``score.mjs`` asks.
    """
    if draft.is_own and draft.is_graded:
        said = _SAID.match(str(grade.reason))
        is_met = None if said is None else said[1] is None
        return is_met if is_met in (None, grade.passed) else None
    if grade.weight != 0:
        return grade.passed
    if draft.threshold is not None and draft.is_graded:
        return None if grade.score is None else grade.score >= draft.threshold
    return bool(grade.score) if grade.score in (0, 1) else None
