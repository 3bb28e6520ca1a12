"""Plans a run that compares: which pairs, both orders of each, and what is known already."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace

from xpert_studio.core.errors import JudgeError, NotFoundError
from xpert_studio.core.judge.attached import Files, Shown, unseen_names
from xpert_studio.core.judge.comparing import PAIR, PairCall, pair_key
from xpert_studio.core.judge.image_rules import limit_of
from xpert_studio.core.judge.material import Material
from xpert_studio.core.judge.pages import pages_key
from xpert_studio.core.judge.plan_notices import task_names
from xpert_studio.core.judge.planning import Plan, files_reader
from xpert_studio.core.judge.providers.registry import LOCAL
from xpert_studio.core.judge.request import ScoreRequest
from xpert_studio.core.messages import Message
from xpert_studio.core.records import (
    Judge,
    JudgeMode,
    JudgeSettings,
    Response,
    Task,
    compared_hash_of,
    grouped,
)
from xpert_studio.core.store import ProjectFile, comparisons, settings
from xpert_studio.core.workflow.pair_order import pairs_to_compare


def need_comparing_judge(request: ScoreRequest) -> None:
    """Refuses judges that cannot compare.

    Raises:
        JudgeError: It is no language model, or is to be shown worked examples.
    """
    if request.provider in LOCAL:
        raise JudgeError(
            Message("{name} does not compare responses.", name=request.provider),
            remedy="Choose a judge with a language model.",
        )
    if request.mode is not JudgeMode.ZERO_SHOT:
        raise JudgeError(
            "A judge that compares is shown no worked examples.", remedy="Leave --mode out."
        )


def plan_comparisons(project: ProjectFile, judge: Judge, material: Material) -> Plan:
    """Lists both orders of every pair whose key is not known.

    The pairs are those that experts compare, of the selected responses. Where the judge is not
    shown all attachments that experts see, a pair is left out and named.

    Raises:
        NotFoundError: No task has two of the selected responses.
    """
    with project.reading() as tx:
        known = comparisons.known_keys(tx, judge.id)
        compared_with = settings.project_info(tx).policies.compared_with
    read = files_reader(project, judge, material.renderings, candidates=2)
    asks: list[PairCall] = []
    unseen: list[tuple[str, Shown]] = []
    names = task_names(material.tasks)
    left_out = 0
    items = 0
    for ask in _calls(judge, material, compared_with):
        items += 1
        if ask.keys[PAIR.id] in known:
            continue
        first, second = (read(ask.task, one, ()) for one in (ask.response, ask.against))
        found = replace(ask, files=first, against_files=second.response)
        gaps = [*first.unseen, *second.unseen]
        left_out += bool(gaps)
        unseen += [(names[ask.task.id], file) for file in gaps]
        if not gaps:
            asks.append(found)
    if not items:
        raise NotFoundError(
            "There is no pair of responses to compare.",
            remedy="Select tasks with two responses or more.",
        )
    return Plan(
        judge=judge,
        policy=material.policy,
        asks=tuple(asks),
        items=items - left_out,
        known=items - left_out - len(asks),
        notices=_notices(unseen),
    )


def _notices(unseen: Sequence[tuple[str, Shown]]) -> tuple[str, ...]:
    return tuple(
        Message(
            "Excluded: pairs with attachments that the judge is not shown in full ({gap}): "
            "{names}.",
            gap=gap,
            names=names,
        )
        for gap, names in unseen_names(unseen).items()
    )


def _calls(judge: Judge, material: Material, compared_with: int) -> Iterator[PairCall]:
    asked, kept = judge.settings or JudgeSettings(), material.renderings
    limit = limit_of(judge.provider)
    selected = {response.id for response in material.responses}
    of_task = grouped((response.task_id, response) for response in material.all_responses)
    for task_id, given in of_task.items():
        by_id = {response.id: response for response in given}
        task = material.tasks[task_id]
        prompt_hash = task.prompt_hash
        for pair in pairs_to_compare(list(by_id), compared_with):
            if not selected.issuperset(pair):
                continue
            one, other = (by_id[id_] for id_ in pair)
            for shown in ((one, other), (other, one)):
                files = (*task.attachments, *(file for side in shown for file in side.attachments))
                pages = pages_key(asked.prompt_version, files, kept, asked.pages, limit)
                key = pair_key(judge, material.policy, prompt_hash, *shown, pages=pages)
                yield _call(task, prompt_hash, shown, key)


def _call(task: Task, prompt_hash: str, shown: tuple[Response, Response], key: str) -> PairCall:
    first, second = shown
    hashes = first.content_hash, second.content_hash
    return PairCall(
        task=task,
        response=first,
        chunk=(),
        asked=(PAIR,),
        keys={PAIR.id: key},
        prompt_hash=prompt_hash,
        response_hash=hashes[0],
        anchors=(),
        trial=1,
        files=Files(),
        against=second,
        compared_hash=compared_hash_of(prompt_hash, hashes),
    )
