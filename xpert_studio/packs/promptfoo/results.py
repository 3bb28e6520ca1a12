"""Reads results of promptfoo: outputs are responses, grades of models are a judge's verdicts."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Mapping
from pathlib import Path
from typing import Any, Final

from xpert_studio.api.checks import CannotCheckError, Subject
from xpert_studio.api.formats import (
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
    id_like,
    joined,
)
from xpert_studio.core.judge.checks_backend import decided
from xpert_studio.core.records import canonical_json
from xpert_studio.packs.promptfoo.own import task_in
from xpert_studio.packs.promptfoo.rubrics import SET, DraftedAssertion
from xpert_studio.packs.promptfoo.shapes import mapping
from xpert_studio.packs.promptfoo.tasks import KnownTask, PromptfooTasks, title_of
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
        prompt = row.get("prompt") if isinstance(row, dict) else None
        raw = prompt.get("raw") if isinstance(prompt, dict) else prompt
        if not isinstance(row, dict) or not isinstance(raw, str):
            self.problem(
                place,
                "prompt",
                Message("is no result: it has no prompt."),
                Message("Export the results from promptfoo again."),
            )
            return
        if self.is_full:
            return
        test = mapping(row.get("testCase"))
        known = self._task(place, raw, row, test)
        response = self._response(place, row, known) if known else None
        if known is not None and response is not None:
            said = _named(mapping(test.get("options")).get("provider")) or grader
            self._grades(place, row, known, response, said)

    def _task(
        self, place: str, raw: str, row: Mapping[str, Any], test: dict[str, Any]
    ) -> KnownTask | None:
        own = task_in(test)
        ours = {"assertScoringFunction": None} if own else {}
        self.noted(test | ours, mapping(test.get("options")))
        values = row.get("vars") if isinstance(row.get("vars"), dict) else test.get("vars")
        asked = test.get("assert")
        if not isinstance(asked, list):
            asked = [found for found, _ in _components(row)]
        variables = Variables(mapping(values))  # whose files have been read already
        drafts = self.rubrics.drafts(place, asked, variables)
        if self.is_full:
            return None
        text = None
        with self.noting(place, "prompt.raw"):
            text = prompt_of(raw, None, or_images=own is not None)
        if text is None:
            return None
        fields = {"prompt": text, "title": title_of(test.get("description"))}
        if own is None:
            return self.task(place, fields, drafts)
        known = self.known.get(own)
        if known is None and self._there is not None:
            known = self._there.task(own, place, text, drafts, self)
        if known is not None and known.is_there:
            return self.known.setdefault(own, known)
        about = mapping(test.get("metadata"))
        sorting = {name: _kept(about.get(name), str) for name in ("domain", "category")}
        title = None if fields["title"] == own else fields["title"]
        return self.task(place, fields | sorting | {"id": own, "title": title}, drafts)

    def _response(self, place: str, row: Mapping[str, Any], known: KnownTask) -> Response | None:
        found = mapping(row.get("response"))
        output = found.get("output")
        if output is None:
            self.told["failed"] += 1
            return None
        text = plain_value(output)
        model = _named(row.get("provider")) or Message("unknown system")
        if known.is_there and self._there is not None:
            stored = self._there.response(known.task.id, model, text)
            if stored is not None:
                return stored
        tokens = mapping(found.get("tokenUsage"))
        print_ = content_hash([known.task.id, model, text])[:12]
        return self.once(
            place,
            Response,
            {
                "id": free_id(f"response-{print_}", self._ids),
                "task_id": known.task.id,
                "model": model,
                "text": text,
                "finish_reason": _kept(found.get("finishReason"), str),
                "prompt_tokens": _kept(tokens.get("prompt"), int),
                "completion_tokens": _kept(tokens.get("completion"), int),
                "latency_ms": _kept(row.get("latencyMs"), int, float),
            },
        )

    def _grades(
        self, place: str, row: Mapping[str, Any], known: KnownTask, response: Response, grader: str
    ) -> None:
        open_: dict[bytes, list[tuple[DraftedAssertion, list[Checkpoint]]]] = {}
        for draft, points in zip(known.drafts, known.points, strict=False):
            open_.setdefault(draft.key, []).append((draft, points))
        cost = _kept(row.get("cost"), int, float)
        for assertion, result in _components(row):
            if assertion.get("type") == _PERSON:
                self.told["persons"] += 1
                continue
            waiting = open_.get(canonical_json(assertion))
            if not waiting:
                self.told["unmatched"] += 1
                continue
            draft, points = waiting.pop(0)
            if not points:
                continue
            met = _met(result, assertion, draft)
            if not draft.is_graded:
                self._compare(assertion, points[0], known, response, met, cost)
            elif len(points) > 1:
                self.told["pooled"] += 1
            else:
                who = _named(assertion.get("provider")) or grader
                self._verdict(place, result, points[0], response, who, met)

    def _verdict(
        self,
        place: str,
        result: Mapping[str, Any],
        point: Checkpoint,
        response: Response,
        grader: str,
        met: bool | None,
    ) -> None:
        judge_id = id_like(f"{PROMPTFOO}:{grader}" if grader else PROMPTFOO)
        fields = {"id": judge_id, "provider": PROMPTFOO, "model": grader or _UNNAMED}
        if self.once(place, Judge, fields) is None:
            return
        reason = _kept(result.get("reason"), str)
        self._trials[response.id, point.id, judge_id] += 1
        is_unread = met is None or mapping(result.get("metadata")).get("graderError")
        self.told["unread"] += bool(is_unread)
        told: dict[str, Any] = (
            {"state": RatingState.INVALID, "problem": reason or "no clear grade"}
            if is_unread
            else {"value": int(bool(met)), "rationale": reason}
        )
        verdict = self.record(
            place,
            Verdict,
            {
                "response_id": response.id,
                "checkpoint_id": point.id,
                "judge_id": judge_id,
                "trial": self._trials[response.id, point.id, judge_id],
                **told,
            },
        )
        if verdict is not None:
            self.found.add(verdict, place)

    def _compare(
        self,
        assertion: Mapping[str, Any],
        point: Checkpoint,
        known: KnownTask,
        response: Response,
        met: bool | None,
        cost: float | None,
    ) -> None:
        """Whether our check decides as promptfoo did."""
        subject = Subject(
            text=response.text,
            prompt=known.task.full_prompt,
            finish_reason=response.finish_reason,
            seconds=None if response.latency_ms is None else response.latency_ms / 1000,
            cost=cost,
        )
        if met is None:
            return
        try:
            passed = decided(subject, point).passed
        except CannotCheckError:
            self.told["undecided"] += 1
            return
        kind = str(assertion.get("type"))
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


def grader_of(config: object) -> str:
    """Who grades by default, as a configuration says it; empty where it does not."""
    default = mapping(mapping(config).get("defaultTest"))
    return _named(mapping(default.get("options")).get("provider"))


def _components(row: Mapping[str, Any]) -> list[tuple[dict[str, Any], dict[str, Any]]]:
    """Assertions with what came of each; members of sets stand among the others too."""
    results = mapping(row.get("gradingResult")).get("componentResults")
    return [
        (result["assertion"], result)
        for result in (results if isinstance(results, list) else ())
        if isinstance(result, dict) and isinstance(result.get("assertion"), dict)
        if result["assertion"].get("type") != SET
    ]


def _met(
    result: Mapping[str, Any], assertion: Mapping[str, Any], draft: DraftedAssertion
) -> bool | None:
    """Whether an assertion passed; None where the file does not tell.

    promptfoo lets every assertion with a weight of 0 pass, so there the score decides. A grader of
    our exports has to say it in words, in accord with the grade, as their ``score.mjs`` asks.
    """
    if draft.is_own and draft.is_graded:
        said = _SAID.match(str(result.get("reason")))
        is_met = None if said is None else said[1] is None
        return is_met if is_met in (None, result.get("pass")) else None
    if assertion.get("weight") != 0:
        return found if isinstance(found := result.get("pass"), bool) else None
    score = result.get("score")
    if isinstance(score, bool) or not isinstance(score, int | float):
        return None
    if draft.threshold is not None and draft.is_graded:
        return score >= draft.threshold
    return bool(score) if score in (0, 1) else None


def _named(provider: object) -> str:
    """A provider's label or id, or its model, as of ``--grader``; empty where it has none."""
    if isinstance(provider, str):
        return provider.strip()
    if not isinstance(provider, dict):
        return ""
    names = (provider.get(name) for name in ("label", "id", "text", "modelName"))
    return next((name.strip() for name in names if isinstance(name, str) and name.strip()), "")


def _kept(value: Any, *kinds: type) -> Any:  # noqa: ANN401 - any JSON value
    """A value of a kind that is wanted and not below 0; else None."""
    if isinstance(value, bool) or not isinstance(value, kinds):
        return None
    return None if isinstance(value, int | float) and not 0 <= value < 2**53 else value
