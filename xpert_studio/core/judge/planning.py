"""Plans a run: which judge, which asks, what is known already, what it will take."""

from __future__ import annotations

import re
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import partial
from itertools import chain
from typing import Final

from pydantic import JsonValue

from xpert_studio.core.errors import JudgeError
from xpert_studio.core.instruments import instrument_of
from xpert_studio.core.judge.attached import Files, Shown, withheld
from xpert_studio.core.judge.byte_limit import ByteLimit
from xpert_studio.core.judge.failure_kinds import FailureKind, failure_kinds
from xpert_studio.core.judge.material import Gold, Material, read_material
from xpert_studio.core.judge.members import Heard
from xpert_studio.core.judge.pages import Renderings, read_with_pages
from xpert_studio.core.judge.plan_notices import (
    left_out_notices,
    left_out_tasks,
    task_names,
    unseen_notices,
    unseen_responses,
)
from xpert_studio.core.judge.providers.registry import is_fitted
from xpert_studio.core.judge.request_room import RequestRoom, Room
from xpert_studio.core.judge.selection import Selection
from xpert_studio.core.judge.tracks import (
    anchors_shown,
    as_source,
    of_track,
    response_shown,
    without_pictures,
)
from xpert_studio.core.judge.work import Checked, JudgeCall, KeyMaker, RubricKeys, chunks, key_maker
from xpert_studio.core.records import (
    CHECKS,
    Anchor,
    Attachment,
    Checkpoint,
    GradingPolicy,
    Judge,
    JudgeMode,
    JudgeSettings,
    Response,
    Task,
    Verdict,
    grouped,
)
from xpert_studio.core.store import (
    ProjectFile,
    Transaction,
    judges,
    verdicts,
)
from xpert_studio.core.store.files import blob_sizes
from xpert_studio.core.workflow import bytes_of, choose_anchors
from xpert_studio.core.workflow.blinding import unnamed_files


def runs_code(asks: Iterable[JudgeCall]) -> bool:
    """Whether code of responses is run to decide any of what is asked."""
    return any(instrument_of(point).runs_code(point) for ask in asks for point in ask.asked)


@dataclass(frozen=True, slots=True)
class Plan:
    """What a run would do.

    Attributes:
        asks: What is to be asked, task by task.
        items: Verdicts that the selection needs in all.
        known: Of those, how many are known already.
        anchors: Anchored responses by task.
        notices: What a person should know before it starts.
    """

    judge: Judge
    policy: GradingPolicy
    asks: tuple[JudgeCall, ...]
    items: int
    known: int
    anchors: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
    notices: tuple[str, ...] = ()


CHECKS_JUDGE: Final = Judge(id=CHECKS, provider=CHECKS, model=CHECKS, settings=JudgeSettings())
"""The judge whose verdicts a program decides. What a check does is part of the keys."""


def make_judge(
    provider: str,
    model: str,
    mode: JudgeMode,
    parameters: Mapping[str, JsonValue],
    prompt_hash: str | None,
    judge_settings: JudgeSettings,
) -> Judge:
    """A judge with an id made from its hash."""
    unnamed = Judge(
        id="unnamed",
        provider=provider,
        model=model,
        mode=mode,
        parameters=dict(parameters),
        prompt_hash=prompt_hash,
        settings=judge_settings,
    )
    name = re.sub(r"[^A-Za-z0-9._-]+", "-", model).strip("-")[:60]
    stem = provider if provider == "baseline" else f"{provider}:{name}"
    return unnamed.model_copy(update={"id": f"{stem}:{mode.value}:{unnamed.content_hash[:8]}"})


def anchors_for(judge: Judge, material: Material) -> dict[str, tuple[Anchor, ...]]:
    """The anchors an anchored judge is shown, by task id; none for a zero-shot judge.

    Raises:
        JudgeError: No selected task has an anchor.
    """
    judge_settings = judge.settings or JudgeSettings()
    if judge.mode is JudgeMode.ZERO_SHOT:
        return {}
    anchors = choose_anchors(
        material.all_responses,
        material.forms,
        material.rubrics,
        count=max(judge_settings.anchors, 1),
        seed=judge_settings.anchor_seed,
        choices=material.choices,
    )
    selected = {response.task_id for response in material.responses}
    if not anchors.keys() & selected:
        raise JudgeError(
            "There is no anchor: no gold form covers the rubric of a baseline response.",
            remedy=(
                "Have baseline responses judged and confirmed, sample the anchors with a "
                "seed (--anchor-seed 1), or score with --mode zero-shot."
            ),
        )
    return anchors


@dataclass(frozen=True, slots=True)
class _JudgeKeys:
    """The keys of what a judge decides, with what goes into them beside task and response.

    Attributes:
        maker: Makes the keys of rubrics.
        checked: What programs decided, by response id; none where the judge is not shown it.
        failures: The types of failures that the judge is shown.
        heard: What the judge hears of others.
        bytes_said: What the bytes of a request add to what keys hold of a response.
    """

    maker: KeyMaker
    checked: Mapping[str, Checked]
    failures: tuple[FailureKind, ...]
    heard: Heard
    bytes_said: Callable[[Task, Response, Sequence[Anchor]], str]

    @classmethod
    def read(
        cls, project: ProjectFile, tx: Transaction, judge: Judge, material: Material
    ) -> _JudgeKeys:
        """Those of a judge, on the material of a run."""
        has = judge.settings or JudgeSettings()
        failures = failure_kinds(tx) if has.tag_failures else ()
        maker = key_maker(
            judge,
            material.policy,
            may_abstain=material.may_abstain,
            failures=failures,
            kept=material.renderings,
        )
        checked = _shown_checks(tx, material) if has.show_checks else {}
        bytes_said = _bytes_in_keys(project, tx, judge, material)
        return cls(maker, checked, failures, material.heard_by(judge), bytes_said)

    def by_trial(
        self,
        rubric_keys: RubricKeys,
        task: Task,
        response: Response,
        anchors: Sequence[Anchor],
        trials: Iterable[int],
    ) -> Iterator[tuple[int, dict[str, str]]]:
        """Each trial with the keys of a response's checkpoints, by their ids."""
        checked = self.checked.get(response.id, ())
        of_response = self.maker.with_checks(self.maker.of_response(response), checked)
        of_response += self.bytes_said(task, response, anchors)
        for trial in trials:
            yield trial, self.heard.in_keys(rubric_keys(of_response, trial), response.id)


def _bytes_in_keys(
    project: ProjectFile, tx: Transaction, judge: Judge, material: Material
) -> Callable[[Task, Response, Sequence[Anchor]], str]:
    """What the bytes of a request add to what keys hold of a response; see ``byte_limit``."""
    if judge.provider == CHECKS or is_fitted(judge.provider):
        return lambda _task, _response, _anchors: ""
    limit = ByteLimit(judge, material.renderings, blob_sizes(tx), partial(bytes_of, project))

    def added(task: Task, response: Response, anchors: Sequence[Anchor]) -> str:
        said = limit.in_key(task, response, anchors)
        return f"\n{said}" if said else ""

    return added


@dataclass(frozen=True, slots=True)
class _Calls:
    """Makes the calls of a run, of what is not known yet.

    Attributes:
        settings: Of the judge.
        keys: Of what it decides.
        may_abstain: Whether it may.
        known: Response, checkpoint and key of what is known.
        files_of: Reads the attachments of a call.
    """

    settings: JudgeSettings
    keys: _JudgeKeys
    may_abstain: bool
    known: Collection[tuple[str, str, str]]
    files_of: Callable[[Task, Response, Sequence[Anchor]], Files]

    def on_task(
        self,
        task: Task,
        rubric: Sequence[Checkpoint],
        anchors: Sequence[Anchor],
        given: Iterable[Response],
    ) -> Iterator[JudgeCall]:
        """The calls about responses to a task, one after the other."""
        rubric_keys = self.keys.maker.for_rubric(task, rubric, anchors)
        parts = chunks(rubric, self.settings.chunk_size)
        prompt_hash = task.prompt_hash
        trials = range(1, self.settings.trials + 1)
        for response in given:
            response_hash = response.content_hash
            files: Files | None = None
            for trial, keys in self.keys.by_trial(rubric_keys, task, response, anchors, trials):
                for chunk in parts:
                    asked = tuple(
                        point
                        for point in chunk
                        if (response.id, point.id, keys[point.id]) not in self.known
                    )
                    if not asked:
                        continue
                    files = files or self.files_of(task, response, anchors)
                    yield JudgeCall(
                        task=task,
                        response=response_shown(response, task, self.settings),
                        chunk=chunk,
                        asked=asked,
                        keys={point.id: keys[point.id] for point in asked},
                        prompt_hash=prompt_hash,
                        response_hash=response_hash,
                        anchors=anchors_shown(anchors, task, self.settings),
                        trial=trial,
                        files=files,
                        checked=self.keys.checked.get(response.id, ()),
                        may_abstain=self.may_abstain,
                        failures=self.keys.failures,
                    )


def make_plan(
    project: ProjectFile,
    judge: Judge,
    material: Material,
    anchors: Mapping[str, tuple[Anchor, ...]],
    *,
    is_anew: bool = False,
) -> Plan:
    """Lists what has to be asked: everything selected whose key is not known, or all of it."""
    judge_settings = judge.settings or JudgeSettings()
    with project.reading() as tx:
        known = frozenset() if is_anew else verdicts.known_keys(tx, judge.id)
        keys = _JudgeKeys.read(project, tx, judge, material)
    files_of = files_reader(project, judge, material.renderings)
    unseen = without_pictures(
        judge_settings,
        material.responses,
        lambda response: files_of(material.tasks[response.task_id], response, ()).response,
    )
    by_task = grouped(
        (response.task_id, response) for response in material.responses if response.id not in unseen
    )
    left_out = left_out_tasks(judge, material, anchors, by_task)
    rubrics = material.rubrics_for(judge)
    calls = _Calls(judge_settings, keys, material.may_abstain, known, files_of)
    asks: list[JudgeCall] = []
    items = 0
    for task_id in (id_ for id_ in by_task if id_ in rubrics and id_ not in left_out):
        rubric, given = rubrics[task_id], by_task[task_id]
        items += len(rubric) * len(given) * judge_settings.trials
        asks += calls.on_task(material.tasks[task_id], rubric, anchors.get(task_id, ()), given)
    anchor_ids = {
        task_id: tuple(anchor.response_id for anchor in anchors[task_id])
        for task_id in by_task
        if task_id in anchors and task_id not in left_out
    }
    shown_anchors = dict.fromkeys((*chain.from_iterable(anchor_ids.values()), *keys.heard.anchors))
    names = task_names(material.tasks)
    return Plan(
        judge=judge.model_copy(update={"anchors": tuple(shown_anchors)}),
        policy=material.policy,
        asks=tuple(asks),
        items=items,
        known=items - sum(len(ask.asked) for ask in asks),
        anchors=anchor_ids,
        notices=(
            *material.lacking,
            *left_out_notices(left_out, names),
            *unseen_responses(unseen, names),
            *unseen_notices(asks, names),
            *keys.heard.notices(asks),
        ),
    )


def _shown_checks(tx: Transaction, material: Material) -> dict[str, Checked]:
    """What programs decided, in the order of the rubric, by response id."""
    said = {
        (item.response_id, item.checkpoint_id): bool(item.value)
        for item in verdicts.all_verdicts(tx, judge_id=CHECKS, fresh_only=True)
        if item.value is not None
    }
    return {
        response.id: tuple(
            (point, said[response.id, point.id])
            for point in material.checked.get(response.task_id, ())
            if (response.id, point.id) in said
        )
        for response in material.responses
    }


def files_reader(
    project: ProjectFile, judge: Judge, kept: Renderings, *, candidates: int = 1
) -> Callable[[Task, Response, Sequence[Anchor]], Files]:
    """Reads the attachments of an ask as the judge is shown them, as far as a request has room.

    Those of responses have no names that could tell the system: notices say them to anybody.
    The embedded judge reads no brief and no examples' files, and of a response only its text. To a
    judge that decides by others it matters what those were shown.

    Args:
        project: The project.
        judge: The judge.
        kept: The renderings there are.
        candidates: How many responses a request has.
    """
    if judge.provider == CHECKS:
        return lambda _task, _response, _anchors: Files()
    if is_fitted(judge.provider):
        hears = bool(judge.settings and judge.settings.members)
        return lambda _task, response, anchors: Files(
            response=() if hears else withheld(unnamed_files(response.attachments)),
            anchors=((),) * len(anchors),
        )

    content, request = partial(bytes_of, project), RequestRoom(judge, candidates)
    settings = judge.settings or JudgeSettings()

    def of_response(items: Sequence[Attachment], room: Room, system: str = "") -> tuple[Shown, ...]:
        named = as_source(unnamed_files(items), settings.shows)
        most = settings.pages_of_responses
        found = read_with_pages(named, content, kept, most, room if most else None)
        return of_track(found, settings.shows, kept, system=system)

    def read(task: Task, response: Response, anchors: Sequence[Anchor]) -> Files:
        room = request.shared()
        of_task = read_with_pages(task.attachments, content, kept, settings.pages, room)
        examples = tuple(of_response(anchor.attachments, room) for anchor in anchors)
        own = of_response(response.attachments, request.of_candidate(room), response.model)
        return Files(of_task, own, examples)

    return read


def would_be_known(project: ProjectFile, verdict: Verdict) -> bool:
    """Whether the next run of its judge takes a verdict as known, and does not ask again.

    It does while nothing that the verdict depends on has changed: policy, prompt, checkpoint,
    response, anchors.

    Args:
        project: The project.
        verdict: One made here; of one that came from elsewhere nothing is known.

    Raises:
        NotFoundError: Its response is gone, or all verdicts of a judge that its judge decides by.
        UsageError: Several judges with verdicts are called as one that its judge decides by.
    """
    if verdict.key is None or not verdict.state.is_answer:
        return False
    with project.reading() as tx:
        judge = judges.get_judge(tx, verdict.judge_id)
    material = read_material(
        project,
        Selection(response_ids=(verdict.response_id,)),
        gold=Gold.SELECTED,
        members=judge.settings.members if judge.settings else (),
    )
    (response,) = material.responses
    try:
        anchors = anchors_for(judge, material)
        rubrics = material.rubrics_for(judge)
    except JudgeError:  # there is no anchor any more, or no checkpoint
        return False
    with project.reading() as tx:
        keys = _JudgeKeys.read(project, tx, judge, material)
    rubric_keys = keys.maker.for_rubric(
        material.tasks[response.task_id],
        rubrics.get(response.task_id, ()),
        anchors.get(response.task_id, ()),
    )
    task, examples = material.tasks[response.task_id], anchors.get(response.task_id, ())
    ((_, now),) = keys.by_trial(rubric_keys, task, response, examples, [verdict.trial])
    return now.get(verdict.checkpoint_id) == verdict.key
