"""Plans a run: which judge, which asks, what is known already, what it will take."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from enum import Enum
from functools import partial
from itertools import chain
from typing import Final

from pydantic import JsonValue

from xpert_studio.core.errors import JudgeError
from xpert_studio.core.instruments import decided_by_program, instrument_of, judged
from xpert_studio.core.judge.attached import Files, Shown, unseen_names, withheld
from xpert_studio.core.judge.byte_limit import ByteLimit
from xpert_studio.core.judge.failure_kinds import FailureKind, failure_kinds
from xpert_studio.core.judge.members import Heard, read_heard
from xpert_studio.core.judge.pages import Renderings, read_with_pages
from xpert_studio.core.judge.providers.registry import EMBEDDED, is_fitted
from xpert_studio.core.judge.request_room import RequestRoom, Room
from xpert_studio.core.judge.selection import Selection
from xpert_studio.core.judge.tracks import (
    anchors_shown,
    as_source,
    of_dimensions,
    of_track,
    response_shown,
    without_pictures,
)
from xpert_studio.core.judge.work import Checked, JudgeCall, KeyMaker, chunks, key_maker
from xpert_studio.core.messages import Message, counted, joined
from xpert_studio.core.records import (
    CHECKS,
    Anchor,
    AnchorChoice,
    AnnotationForm,
    Attachment,
    Checkpoint,
    GradingPolicy,
    Judge,
    JudgeMode,
    JudgeSettings,
    Response,
    Subset,
    Task,
    Verdict,
    grouped,
)
from xpert_studio.core.store import (
    ProjectFile,
    Transaction,
    entities,
    judges,
    judgments,
    packs_used,
    renderings,
    responses,
    settings,
    tasks,
    verdicts,
)
from xpert_studio.core.store.files import blob_sizes
from xpert_studio.core.workflow import bytes_of, choose_anchors
from xpert_studio.core.workflow.blinding import unnamed_files

NO_RUBRIC: Final = "no rubric"
NO_ANCHOR: Final = "no anchor"


class Gold(Enum):
    """Which gold forms a run has use for: worked examples, and what a judge is fitted on."""

    NONE = "none"
    SELECTED = "of the selected tasks"
    ALL = "all"


@dataclass(frozen=True, slots=True)
class Material:
    """What a run works on, read in one consistent view of the project.

    ``responses`` are the selected ones; ``forms`` are the gold forms it has use for. Of every
    rubric ``rubrics`` has what judge models decide, ``checked`` what a program decides.
    ``may_abstain``: a judge may answer that it cannot assess a checkpoint, or that it does not
    apply. ``lacking`` says which checkpoints are in neither, as nothing installed can read them;
    ``renderings`` are the pictures that are kept of attached files; ``heard`` is what the judges
    say whose verdicts others are made of.
    """

    policy: GradingPolicy
    tasks: Mapping[str, Task]
    rubrics: Mapping[str, tuple[Checkpoint, ...]]
    responses: tuple[Response, ...]
    all_responses: tuple[Response, ...]
    forms: tuple[AnnotationForm, ...]
    choices: tuple[AnchorChoice, ...] = ()
    checked: Mapping[str, tuple[Checkpoint, ...]] = field(default_factory=dict)
    may_abstain: bool = False
    lacking: tuple[str, ...] = ()
    renderings: Renderings = field(default_factory=dict)
    heard: Heard = field(default_factory=Heard)

    def rubrics_for(self, judge: Judge) -> Mapping[str, tuple[Checkpoint, ...]]:
        """What a judge decides, by task id."""
        if judge.provider == CHECKS:
            return self.checked
        return of_dimensions(self.rubrics, (judge.settings or JudgeSettings()).dimensions)

    def heard_by(self, judge: Judge) -> Heard:
        """What a judge hears of others; nothing where it hears none."""
        return self.heard if judge.settings and judge.settings.members else Heard()


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


def read_material(
    project: ProjectFile,
    selection: Selection,
    *,
    gold: Gold = Gold.ALL,
    members: Sequence[str] = (),
) -> Material:
    """Reads what a run works on.

    Args:
        project: The project.
        selection: Which responses.
        gold: Which gold forms there is use for; they take the longest to read.
        members: Names of judges whose verdicts there is use for.

    Raises:
        NotFoundError: Something named is not in the project, or nothing is selected.
        UsageError: Several judges are named so.
    """
    with project.reading() as tx:
        all_responses = tuple(responses.all_responses(tx))
        known_tasks = {task.id: task for task in tasks.all_tasks(tx)}
        chosen = selection.pick(all_responses, known_tasks, entities.find_all(tx, Subset))
        of_tasks = {response.task_id for response in chosen} if gold is Gold.SELECTED else None
        every = tasks.rubrics(tx)
        info = settings.project_info(tx)
        return Material(
            policy=info.grading_policy,
            tasks=known_tasks,
            rubrics=_parts(every, judged),
            checked=_parts(every, decided_by_program),
            responses=chosen,
            all_responses=all_responses,
            forms=(
                ()
                if gold is Gold.NONE
                else tuple(judgments.forms(tx, gold_only=True, task_ids=of_tasks))
            ),
            choices=tuple(entities.find_all(tx, AnchorChoice)),
            may_abstain=info.policies.may_abstain,
            lacking=packs_used.lacking(tx, thoroughly=True),
            renderings=renderings.all_renderings(tx),
            heard=read_heard(tx, members, chosen),
        )


def _parts(
    rubrics: Mapping[str, tuple[Checkpoint, ...]],
    part: Callable[[Sequence[Checkpoint]], tuple[Checkpoint, ...]],
) -> dict[str, tuple[Checkpoint, ...]]:
    """A part of every rubric; those that have none of it are left out."""
    return {task_id: found for task_id, rubric in rubrics.items() if (found := part(rubric))}


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


def _keys_of(
    tx: Transaction, judge: Judge, material: Material
) -> tuple[KeyMaker, Mapping[str, Checked], tuple[FailureKind, ...]]:
    """What makes the keys of a judge, the results of checks and the types that it is shown."""
    has = judge.settings or JudgeSettings()
    failures = failure_kinds(tx) if has.tag_failures else ()
    keys = key_maker(
        judge,
        material.policy,
        may_abstain=material.may_abstain,
        failures=failures,
        kept=material.renderings,
    )
    return keys, _shown_checks(tx, material) if has.show_checks else {}, failures


def _bytes_in_keys(
    project: ProjectFile, judge: Judge, material: Material
) -> Callable[[Task, Response, Sequence[Anchor]], str]:
    """What the bytes of a request add to what keys hold of a response; see ``byte_limit``."""
    if judge.provider == CHECKS or is_fitted(judge.provider):
        return lambda _task, _response, _anchors: ""
    with project.reading() as tx:
        sizes = blob_sizes(tx)
    limit = ByteLimit(judge, material.renderings, sizes, partial(bytes_of, project))

    def added(task: Task, response: Response, anchors: Sequence[Anchor]) -> str:
        said = limit.in_key(task, response, anchors)
        return f"\n{said}" if said else ""

    return added


def _not_known(
    chunk: Iterable[Checkpoint],
    response_id: str,
    keys: Mapping[str, str],
    known: Collection[tuple[str, str, str]],
) -> tuple[Checkpoint, ...]:
    return tuple(point for point in chunk if (response_id, point.id, keys[point.id]) not in known)


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
        keys, shown_checks, failures = _keys_of(tx, judge, material)
    files_of = files_reader(project, judge, material.renderings)
    bytes_of_request = _bytes_in_keys(project, judge, material)
    rubrics = material.rubrics_for(judge)
    heard = material.heard_by(judge)
    unseen = without_pictures(
        judge_settings,
        material.responses,
        lambda response: files_of(material.tasks[response.task_id], response, ()).response,
    )
    by_task = grouped(
        (response.task_id, response) for response in material.responses if response.id not in unseen
    )
    left_out = _left_out(judge, material, anchors, by_task)
    asks: list[JudgeCall] = []
    items = known_items = 0
    for task_id, answers in by_task.items():
        rubric = rubrics.get(task_id)
        if task_id in left_out or rubric is None:
            continue
        task_anchors = anchors.get(task_id, ())
        key_of = keys.for_rubric(material.tasks[task_id], rubric, task_anchors)
        prompt_hash = material.tasks[task_id].prompt_hash
        for response in answers:
            checked = shown_checks.get(response.id, ())
            of_response = keys.with_checks(keys.of_response(response), checked)
            of_response += bytes_of_request(material.tasks[task_id], response, task_anchors)
            response_hash = response.content_hash
            seen: Files | None = None
            for trial in range(1, judge_settings.trials + 1):
                wanted = heard.in_keys(key_of(of_response, trial), response.id)
                items += len(wanted)
                for chunk in chunks(rubric, judge_settings.chunk_size):
                    asked = _not_known(chunk, response.id, wanted, known)
                    known_items += len(chunk) - len(asked)
                    if asked:
                        own = {point.id: wanted[point.id] for point in asked}
                        seen = seen or files_of(material.tasks[task_id], response, task_anchors)
                        asks.append(
                            JudgeCall(
                                material.tasks[task_id],
                                response_shown(response, material.tasks[task_id], judge_settings),
                                chunk,
                                asked,
                                own,
                                prompt_hash,
                                response_hash,
                                anchors_shown(
                                    task_anchors, material.tasks[task_id], judge_settings
                                ),
                                trial,
                                seen,
                                checked,
                                material.may_abstain,
                                failures,
                            )
                        )
    anchor_ids = {
        task_id: tuple(anchor.response_id for anchor in anchors[task_id])
        for task_id in by_task
        if task_id in anchors and task_id not in left_out
    }
    return Plan(
        judge=judge.model_copy(
            update={
                "anchors": tuple(
                    dict.fromkeys((*chain.from_iterable(anchor_ids.values()), *heard.anchors))
                )
            }
        ),
        policy=material.policy,
        asks=tuple(asks),
        items=items,
        known=known_items,
        anchors=anchor_ids,
        notices=(
            *material.lacking,
            *_notices(left_out, task_names(material.tasks)),
            *_unseen_responses(unseen, task_names(material.tasks)),
            *_unseen_notices(asks, task_names(material.tasks)),
            *heard.notices(asks),
        ),
    )


def _unseen_responses(unseen: Mapping[str, str], names: Mapping[str, str]) -> Iterator[str]:
    if unseen:
        yield counted(
            "{n} response has no picture and is not judged: {tasks}.",
            "{n} responses have no picture and are not judged: {tasks}.",
            len(unseen),
            tasks=_listed([*dict.fromkeys(names[task_id] for task_id in unseen.values())]),
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


def _left_out(
    judge: Judge,
    material: Material,
    anchors: Mapping[str, tuple[Anchor, ...]],
    wanted: Collection[str],
) -> dict[str, str]:
    """Tasks of which a judge cannot rate every checkpoint, and why.

    Why is ``NO_RUBRIC``, ``NO_ANCHOR``, or the titles of instruments that it cannot rate.

    A run takes whole tasks: a score over some of a task's checkpoints is not its score.

    Raises:
        JudgeError: It can rate none of those with a rubric.
    """
    if judge.provider == CHECKS:
        return {}
    rated = [task_id for task_id in wanted if task_id in material.rubrics]
    found = {task_id: NO_RUBRIC for task_id in wanted if task_id not in {*rated, *material.checked}}
    refused = {
        task_id: titles
        for task_id in rated
        if (titles := _refused(judge, material.rubrics[task_id]))
    }
    if refused and len(refused) == len(rated):
        raise JudgeError(
            "The built-in judge rates binary checkpoints only, and every selected task has others.",
            remedy="Choose a judge with a language model, or other tasks.",
        )
    found |= refused
    if judge.mode is JudgeMode.ANCHORED:
        found |= {task_id: NO_ANCHOR for task_id in rated if task_id not in {*anchors, *refused}}
    return found


def _refused(judge: Judge, rubric: Sequence[Checkpoint]) -> str:
    """Titles of the instruments of a rubric that the judge cannot rate; empty for none."""
    if judge.provider != EMBEDDED[0]:
        return ""
    instruments = [instrument_of(point) for point in rubric]
    return ", ".join(sorted({one.title for one in instruments if not one.embedded}))


def task_names(known: Mapping[str, Task]) -> dict[str, str]:
    """What notices call each task, by id: its title, with the id where several have the same."""
    used = Counter(task.name for task in known.values())
    return {
        task_id: task.name if used[task.name] == 1 else f"{task.name} · {task_id}"
        for task_id, task in known.items()
    }


def _notices(left_out: Mapping[str, str], names: Mapping[str, str]) -> tuple[str, ...]:
    """The tasks that are left out, a notice each reason."""
    reasons = grouped((reason, names[task_id]) for task_id, reason in left_out.items())
    notices = []
    if NO_RUBRIC in reasons:
        notices.append(
            Message("Excluded, having no rubric: {tasks}.", tasks=_listed(reasons.pop(NO_RUBRIC)))
        )
    if NO_ANCHOR in reasons:
        notices.append(
            Message("Excluded, having no anchor: {tasks}.", tasks=_listed(reasons.pop(NO_ANCHOR)))
        )
    notices += [
        Message(
            "Excluded, as the built-in judge cannot rate all checkpoints ({titles}): {tasks}.",
            titles=titles,
            tasks=_listed(excluded),
        )
        for titles, excluded in reasons.items()
    ]
    return tuple(notices)


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


def _unseen_notices(asks: Sequence[JudgeCall], names: Mapping[str, str]) -> tuple[str, ...]:
    """Which attachments the judge is not shown, or not wholly, and why."""
    unseen = unseen_names((names[ask.task.id], file) for ask in asks for file in ask.files.unseen)
    return tuple(
        Message(
            "Attachments that the judge is not shown in full ({gap}): {names}. These "
            "verdicts do not count for alignment.",
            gap=gap,
            names=files,
        )
        for gap, files in unseen.items()
    )


def _listed(names: Sequence[str]) -> str:
    return counted(
        "1 task ({names})", "{n} tasks ({names})", len(names), names=joined(names, most=5)
    )


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
        maker, checked, _ = _keys_of(tx, judge, material)
    key_of = maker.for_rubric(
        material.tasks[response.task_id],
        rubrics.get(response.task_id, ()),
        anchors.get(response.task_id, ()),
    )
    of_response = maker.with_checks(maker.of_response(response), checked.get(response.id, ()))
    of_response += _bytes_in_keys(project, judge, material)(
        material.tasks[response.task_id], response, anchors.get(response.task_id, ())
    )
    now = material.heard_by(judge).in_keys(key_of(of_response, verdict.trial), response.id)
    return now.get(verdict.checkpoint_id) == verdict.key
