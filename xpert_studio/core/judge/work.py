"""The work of a run: which checkpoints of which responses are to be decided, and their keys.

A key is a hash of everything a verdict depends on: judge, grading policy, task as shown, the
checkpoint's text, the response, the anchors, the trial. What has a key that is known is not asked
again; an edit changes exactly the keys of what it touches.
"""

from __future__ import annotations

import hashlib
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Final

from xpert_studio.core.documents.media_types import HTML
from xpert_studio.core.instruments import instrument_of
from xpert_studio.core.judge.attached import Files
from xpert_studio.core.judge.failure_kinds import FailureKind
from xpert_studio.core.judge.image_rules import limit_of, rule_of
from xpert_studio.core.judge.pages import Renderings, pages_key
from xpert_studio.core.judge.prompt import (
    ABSTAINING,
    BESIDE,
    CONVERSATION,
    GRADED,
    LANGUAGES,
    REGIONS,
    SHOWN_AS_THEY_ARE,
    TRACKS,
    attachments_hash,
    failures_hash,
    words_hash,
)
from xpert_studio.core.judge.providers.registry import is_fitted
from xpert_studio.core.records import (
    CHECKS,
    Anchor,
    Attachment,
    Checkpoint,
    GradingPolicy,
    Judge,
    JudgeSettings,
    Response,
    Task,
    content_hash,
    rated_hash_of,
)
from xpert_studio.core.records.transcripts import conversation_of

Checked = tuple[tuple[Checkpoint, bool], ...]
"""Checkpoints that a program decided, and whether the response passes them."""


@dataclass(frozen=True, slots=True)
class JudgeCall:
    """One response and a part of its rubric, to be decided in one call if all goes well.

    Attributes:
        task: The task.
        response: The candidate.
        chunk: The part of the rubric that a call covers; what the judge is shown.
        asked: Those of the chunk that are not known yet.
        keys: Key by checkpoint id, for those asked.
        prompt_hash, response_hash: Of task and response: what is decided on.
        anchors: Gold forms shown to the judge.
        trial: From 1.
        files: The attachments of all of them, as the judge is shown them.
        checked: What programs decided of the response, where the judge is shown that.
        may_abstain: Whether the judge may say that it cannot assess a checkpoint, or that it does
            not apply.
        failures: The types of failures that the judge names; none where it is not asked for them.
        code: Around the candidate, of a call that a batch brings; empty makes a new one.
        number: How many calls of the same run were about these checkpoints before.
    """

    task: Task
    response: Response
    chunk: tuple[Checkpoint, ...]
    asked: tuple[Checkpoint, ...]
    keys: dict[str, str]
    prompt_hash: str
    response_hash: str
    anchors: tuple[Anchor, ...]
    trial: int
    files: Files
    checked: Checked = ()
    may_abstain: bool = False
    failures: tuple[FailureKind, ...] = ()
    code: str = ""
    number: int = 0

    @property
    def material(self) -> str:
        """All text of the candidate: the response, then that of its documents."""
        documents = (file.text for file in self.files.response if file.text)
        return "\n\n".join([self.response.text, *documents])

    @property
    def prefix_id(self) -> tuple[str, str, int]:
        """Same for all asks that share the part of the prompt before the candidate."""
        return self.task.id, self.chunk[0].id, len(self.chunk)

    def rated_hash_of(self, point: Checkpoint) -> str:
        """Hash of what is decided on: this checkpoint's text of this response to this task."""
        return rated_hash_of(self.prompt_hash, point.rated_text, self.response_hash)


class KeyMaker:
    """Makes the keys of one judge under one grading policy.

    How attachments are shown is part of a key only where it matters: responses and anchors with
    attachments, and tasks with other attachments than images, whose bytes are all that is shown.
    So it is with what is said of abstentions, of turns and of types of failures, and with pictures
    of files.
    """

    def __init__(
        self,
        judge: Judge,
        policy: GradingPolicy,
        *,
        may_abstain: bool = False,
        failures: Sequence[FailureKind] = (),
        kept: Renderings | None = None,
    ) -> None:
        self._kept = kept or {}
        self._start = f"{judge.content_hash}\n{policy.content_hash}"
        self._settings = judge.settings or JudgeSettings()
        version = self._settings.prompt_version
        if may_abstain:
            self._start += f"\n{words_hash(version, ABSTAINING)}"
        if failures:
            self._start += f"\n{failures_hash(version, failures)}"
        if self._settings.shows == "pictures":
            self._start += f"\n{words_hash(version, TRACKS)}"
        if self._settings.regions:
            boxes = rule_of(judge.provider, judge.model).boxes
            self._start += f"\n{words_hash(version, REGIONS)}\n{boxes.value}"
        self._limit = limit_of(judge.provider)
        self._beside = words_hash(version, BESIDE)
        self._graded = words_hash(version, GRADED)
        self._conversation = words_hash(version, CONVERSATION)

    def of_response(self, response: Response) -> str:
        """What keys hold of a response: its hash, and how its attachments are shown."""
        found = response.content_hash
        files = response.attachments
        return f"{found}\n{self._shown_files((), files)}" if files else found

    def _shown_files(
        self, of_task: Iterable[Attachment], of_responses: Iterable[Attachment]
    ) -> str:
        first, others = tuple(of_task), tuple(of_responses)
        version, settings = self._settings.prompt_version, self._settings
        found = attachments_hash(version, first, others)
        for items, most in ((first, settings.pages), (others, settings.pages_of_responses)):
            if pages := pages_key(version, items, self._kept, most, self._limit):
                found += f"\n{pages}"
        if settings.shows == "source" and any(item.media_type == HTML for item in others):
            found += "\nwithout comments"
        return found

    def with_checks(self, of_response: str, checked: Checked) -> str:
        """The same with what programs decided of the response; nothing changes without any."""
        if not checked:
            return of_response
        shown = [[" ".join(point.text.split()), passed] for point, passed in checked]
        return f"{of_response}\n{content_hash({'beside': self._beside, 'shown': shown})}"

    def for_rubric(
        self, task: Task, rubric: Sequence[Checkpoint], anchors: Sequence[Anchor]
    ) -> RubricKeys:
        """Hashes what all responses to a task share, once."""
        brief = [task.prompt_hash]
        if self._settings.show_reference and task.reference_answer:
            brief.append(content_hash({"beside": self._beside, "shown": task.reference_answer}))
        if conversation_of(task):
            brief.append(self._conversation)
        files = [item for item in task.attachments if item.media_type not in SHOWN_AS_THEY_ARE]
        examples = [item for anchor in anchors for item in anchor.attachments]
        if files or examples:
            brief.append(self._shown_files(files, examples))
        return RubricKeys(
            parts={
                point.id: "\n".join(
                    [self._start, *brief, self._shown(point), *_anchor_parts(point, anchors)]
                )
                for point in rubric
            }
        )

    def _shown(self, point: Checkpoint) -> str:
        shown = (
            {"text": point.text, "weight": point.weight, "tier": point.tier}
            if self._settings.show_weights
            else {"text": point.text}
        )
        prompt = [instrument_of(point).prompt(point, language) for language in LANGUAGES]
        words = {"prompt": prompt, "values": self._graded} if any(prompt) else {}
        words |= {"turns": self._conversation} if point.turn else {}
        return content_hash(shown | point.asked_beside | words)


class CheckKeys(KeyMaker):
    """Makes the keys of what a program decides: by the check, not by policy, judge or anchors."""

    def __init__(self) -> None:
        self._start = CHECKS
        self._settings = JudgeSettings()
        self._conversation = "by turn"

    def _shown_files(
        self,
        of_task: Iterable[Attachment],  # noqa: ARG002 - none is shown
        of_responses: Iterable[Attachment],  # noqa: ARG002
    ) -> str:
        return ""

    def of_response(self, response: Response) -> str:
        """Its hash, and the facts of its generation that checks look at."""
        facts = {name: value for name in _FACTS if (value := getattr(response, name)) is not None}
        return f"{response.content_hash}\n{content_hash(facts)}"

    def _shown(self, point: Checkpoint) -> str:
        return content_hash(
            {"decided": point.asked_beside, "version": instrument_of(point).version(point)}
        )


_FACTS: Final = ("finish_reason", "prompt_tokens", "completion_tokens", "latency_ms")


def key_maker(
    judge: Judge,
    policy: GradingPolicy,
    *,
    may_abstain: bool,
    kept: Renderings,
    failures: Sequence[FailureKind] = (),
) -> KeyMaker:
    """Makes the keys of a judge under a grading policy, with the pictures that it is shown."""
    if judge.provider == CHECKS:
        return CheckKeys()
    if is_fitted(judge.provider):  # which never abstain, name no types and see no pictures
        return KeyMaker(judge, policy)
    return KeyMaker(judge, policy, may_abstain=may_abstain, failures=failures, kept=kept)


@dataclass(frozen=True, slots=True)
class RubricKeys:
    """Makes the keys of one task's rubric for response after response."""

    parts: dict[str, str]

    def __call__(self, of_response: str, trial: int) -> dict[str, str]:
        """Keys by checkpoint id for one response, by ``KeyMaker.of_response``, and trial."""
        end = f"\n{of_response}\n{trial}"
        return {
            checkpoint_id: hashlib.sha256((part + end).encode()).hexdigest()
            for checkpoint_id, part in self.parts.items()
        }


def _anchor_parts(point: Checkpoint, anchors: Sequence[Anchor]) -> list[str]:
    """What the anchors say of this checkpoint; the rest of their forms does not matter here."""
    parts = []
    for anchor in anchors:
        judgment = anchor.judgment_of(point.id)
        parts.append(
            content_hash(
                {
                    "response": anchor.response_text,
                    "judgment": judgment.meaning() if judgment else None,
                    "attachments": [item.meaning() for item in anchor.attachments] or None,
                }
            )
        )
    return parts


def chunks(rubric: Sequence[Checkpoint], size: int) -> list[tuple[Checkpoint, ...]]:
    """A rubric in parts of ``size`` checkpoints; 0 is the whole."""
    step = size or max(len(rubric), 1)
    return [tuple(rubric[start : start + step]) for start in range(0, len(rubric), step)]
