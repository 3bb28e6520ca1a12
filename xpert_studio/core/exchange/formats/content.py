"""What goes out to other tools: tasks, rubrics, responses and gold judgments, as public data.

People stay in the project: judgments carry pseudonyms, and private notes and unknown keys are left
out, exactly as in a public bundle.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from itertools import chain
from typing import Final

from xpert_studio.core.errors import UsageError
from xpert_studio.core.exchange.card_metadata import CardFacts, HeldOut, read_facts
from xpert_studio.core.exchange.composition import composition_of
from xpert_studio.core.exchange.formats.rated import Rated
from xpert_studio.core.exchange.provenance import ChatMessage
from xpert_studio.core.exchange.publishing import NOT_KEPT, Publisher, pseudonym_secret
from xpert_studio.core.exchange.scope import ExportScope, Selection, wanted_tasks
from xpert_studio.core.instruments import instrument_of
from xpert_studio.core.messages import counted
from xpert_studio.core.records import (
    PANEL,
    AnyRecord,
    Checkpoint,
    Judgment,
    ProjectInfo,
    Record,
    Response,
    Stage,
    Task,
    Visibility,
    grouped,
)
from xpert_studio.core.records.transcripts import ChatTurn, Speaker, transcript_of
from xpert_studio.core.store import (
    ProjectFile,
    Transaction,
    files,
    judges,
    judgments,
    responses,
    settings,
    tasks,
    verify,
)

USER: Final = "user"


@dataclass(frozen=True, slots=True)
class Content:
    """A benchmark, ready to be written down in any format.

    Attributes:
        info: The project: name, licence, canary, taxonomy, grading policy.
        tasks: Those that are ready to be judged and have a rubric, in the order of the project.
        rubrics: Their checkpoints in order, by task id; never empty.
        responses: What systems answered, by task id.
        gold: Gold judgments that still hold, by response id; several experts may have judged one.
        files: Bytes of the attachments, by their SHA-256.
        warnings: What was left out, and why.
        facts: What a dataset card says; only where it was asked for.
        made_at: The time of the export; None where nothing is to depend on it.
        rated: What experts and judges said of it, which is read when it is asked for.
    """

    info: ProjectInfo
    tasks: tuple[Task, ...]
    rubrics: Mapping[str, tuple[Checkpoint, ...]]
    responses: Mapping[str, tuple[Response, ...]]
    gold: Mapping[str, tuple[Judgment, ...]]
    files: Mapping[str, bytes]
    warnings: tuple[str, ...]
    facts: CardFacts | None
    made_at: datetime | None
    rated: Rated

    def gold_answer(self, response_id: str, point: Checkpoint) -> bool | None:
        """Whether the experts call one checkpoint met; None without a judgment, or with a tie.

        Args:
            response_id: The response.
            point: The checkpoint of its task's rubric.
        """
        value = self.gold_value(response_id, point)
        return None if value is None else instrument_of(point).fulfils(value, point)

    def gold_value(self, response_id: str, point: Checkpoint) -> float | None:
        """The value that the experts' gold judgments come to; see ``gold_answer``."""
        values = [
            item.final_value
            for item in self.gold.get(response_id, ())
            if item.checkpoint_id == point.id and item.final_value is not None
        ]
        return instrument_of(point).pooled(values)


def read_content(
    project: ProjectFile,
    scope: ExportScope = ExportScope(),
    *,
    with_facts: bool = False,
    now: datetime | None = None,
    secret: tuple[str, bool] | None = None,
    look: Callable[[Record], None] = lambda _record: None,
) -> Content:
    """Reads what goes out.

    Args:
        project: The project.
        scope: Which part of it.
        with_facts: Whether a dataset card is to be written, which takes figures to compute.
        now: The time of the export.
        secret: Keys the pseudonyms, and whether it is kept; None is the project's own, which is
            made where there is none yet.
        look: Looks at what experts and judges said when it is read.

    Raises:
        NotFoundError: A named task or subset is not in the project.
        UsageError: No task of the scope is ready and has a rubric.
    """
    with project.reading() as tx:
        wanted = wanted_tasks(tx, scope)  # what fails makes no secret
    key, kept = secret or pseudonym_secret(project)
    with project.reading() as tx:
        verify(tx)
        publisher = Publisher(
            public=True, secret=key, excluded_experts=settings.excluded_experts(tx)
        )
        read = _Reading(tx, publisher, wanted)
        chosen, left_out = read.tasks()
        rubrics = {task.id: read.rubric(task.id) for task in chosen}
        answers = read.responses(rubrics.keys())
        gold = read.gold(rubrics.keys())
        blobs = read.files(chosen, answers)
        info = settings.project_info(tx)
        facts = None
        if with_facts:
            groups = (rubrics.values(), answers.values(), gold.values())
            panels = [judge for judge in judges.all_judges(tx) if judge.provider == PANEL]
            seen = composition_of(chosen, *map(chain.from_iterable, groups), panels)
            facts = read_facts(
                tx,
                seen,
                Selection(tx, frozenset(rubrics)),
                info=info,
                scope=scope,
                visibility=Visibility.PUBLIC,
                lasting=kept,
                held_out=HeldOut(len(scope.held_out), is_absent=True),
            )
    if not chosen:
        raise UsageError(
            "None of the chosen tasks is ready to be judged, so the export would be empty.",
            remedy="Write or import rubrics and approve them, or choose other tasks.",
        )
    points = frozenset((point.task_id, point.id) for many in rubrics.values() for point in many)
    task_of = {answer.id: answer.task_id for many in answers.values() for answer in many}
    return Content(
        info=info,
        tasks=chosen,
        rubrics=rubrics,
        responses=answers,
        gold=gold,
        files=blobs,
        warnings=_warnings(left_out, read.abstentions, kept=kept),
        facts=facts,
        made_at=now,
        rated=Rated(project, publisher, points, task_of, look),
    )


class _Reading:
    """Reads one consistent view of the project, each record as it may be published."""

    def __init__(
        self, tx: Transaction, publisher: Publisher, wanted: frozenset[str] | None
    ) -> None:
        self._tx = tx
        self._publisher = publisher
        self._wanted = wanted
        self._rubrics = tasks.rubrics(tx)

    def tasks(self) -> tuple[tuple[Task, ...], int]:
        """Tasks that are ready and have a rubric, and how many of the wanted are not.

        Drafts and discarded tasks are no part of the benchmark.
        """
        wanted = self._wanted
        known = [item for item in tasks.all_tasks(self._tx) if wanted is None or item.id in wanted]
        ready = [item for item in known if item.standing is Stage.READY]
        chosen = [item for item in ready if self._rubrics.get(item.id)]
        return self._published(chosen), len(known) - len(chosen)

    def rubric(self, task_id: str) -> tuple[Checkpoint, ...]:
        return self._published(self._rubrics[task_id])

    def responses(self, task_ids: Collection[str]) -> dict[str, tuple[Response, ...]]:
        found = grouped(
            (response.task_id, response)
            for response in responses.all_responses(self._tx)
            if response.task_id in task_ids
        )
        return {task_id: self._published(items) for task_id, items in found.items()}

    def gold(self, task_ids: Collection[str]) -> dict[str, tuple[Judgment, ...]]:
        found = grouped(
            (form.response_id, item)
            for form in judgments.forms(self._tx, task_ids=task_ids)
            if form.expert_id not in self._publisher.excluded_experts
            for item in form.judgments
            if item.is_gold
        )
        self.abstentions = sum(
            item.final_value is None for items in found.values() for item in items
        )
        found = {
            name: [item for item in items if item.final_value is not None]
            for name, items in found.items()
        }
        return {response_id: self._published(items) for response_id, items in found.items()}

    def files(
        self, chosen: Sequence[Task], answers: Mapping[str, Sequence[Response]]
    ) -> dict[str, bytes]:
        holders: list[Task | Response] = [*chosen, *chain.from_iterable(answers.values())]
        hashes = {item.sha256 for holder in holders for item in holder.attachments}
        return {sha256: files.get_blob(self._tx, sha256) for sha256 in sorted(hashes)}

    def _published(self, records: Sequence[AnyRecord]) -> tuple[AnyRecord, ...]:
        found = (self._publisher.published(record) for record in records)
        return tuple(record for record in found if record is not None)


def _warnings(left_out: int, abstentions: int, *, kept: bool) -> tuple[str, ...]:
    warnings = [] if kept else [NOT_KEPT]
    if abstentions:
        warnings.append(
            counted(
                "Excluded: 1 gold judgment that is an abstention.",
                "Excluded: {n:,} gold judgments that are abstentions.",
                abstentions,
            )
        )
    if left_out:
        warnings.append(
            counted(
                "Excluded: 1 task that is not ready to be judged or has no rubric.",
                "Excluded: {n:,} tasks that are not ready to be judged or have no rubric.",
                left_out,
            )
        )
    return tuple(warnings)


_SPEAKERS: Final = {one.value: one for one in (Speaker.SYSTEM, Speaker.USER, Speaker.ASSISTANT)}


def conversation_text(prompt: str | Sequence[ChatMessage]) -> str:
    """A prompt as one text: what the user says, or a transcript where there is more.

    A conversation with speakers that a transcript does not know is as ``prompt_text`` writes it.
    """
    if isinstance(prompt, str) or (len(prompt) == 1 and prompt[0].role == USER):
        return prompt_text(prompt)
    if any(turn.role not in _SPEAKERS for turn in prompt):
        return prompt_text(prompt)
    return transcript_of(ChatTurn(_SPEAKERS[turn.role], turn.content) for turn in prompt)


def stored_prompts(project: ProjectFile) -> dict[str, str]:
    """The prompts of a project's tasks, by id."""
    with project.reading() as tx:
        return {task.id: task.full_prompt for task in tasks.all_tasks(tx)}


def same_or_transcript(prompt: str | Sequence[ChatMessage], stored: str | None) -> str:
    """``conversation_text``, unless a project holds the prompt as earlier versions wrote it.

    Args:
        prompt: What came.
        stored: What the project holds of the task; None where it holds nothing.
    """
    earlier = prompt_text(prompt)
    return earlier if stored == earlier else conversation_text(prompt)


def prompt_text(prompt: str | Sequence[ChatMessage]) -> str:
    """A prompt as one text: what the user says, or who says what where there is more."""
    if isinstance(prompt, str):
        return prompt
    if len(prompt) == 1 and prompt[0].role == USER:
        return prompt[0].content
    return "\n\n".join(f"{turn.role.capitalize()}:\n{turn.content}" for turn in prompt)
