"""Chooses the anchors: gold forms that a judge is shown as worked examples.

What a judge was shown is no evidence of how well it follows the experts.

By rule the gold form on the baseline's response (judging, "Terms"). A project without a baseline
may have one gold-judged response a task drawn by a seed instead.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from xpert_studio.core.instruments import judged
from xpert_studio.core.records import (
    Anchor,
    AnchorChoice,
    AnnotationForm,
    Checkpoint,
    Judge,
    JudgeMode,
    Response,
    ResponseRole,
)
from xpert_studio.core.store import Transaction, responses
from xpert_studio.core.workflow.sampling import lot

if TYPE_CHECKING:
    from xpert_studio.core.records.columns import BoolArray, Catalog
    from xpert_studio.core.workflow.near_duplicates import NearDuplicate


def choose_anchors(
    responses: Sequence[Response],
    forms: Sequence[AnnotationForm],
    rubrics: Mapping[str, Sequence[Checkpoint]],
    *,
    count: int = 1,
    seed: int | None = None,
    choices: Sequence[AnchorChoice] = (),
) -> dict[str, tuple[Anchor, ...]]:
    """The anchors of every task that has any.

    A form can be an anchor when it is gold and covers what is judged of the rubric. One form a
    response is taken: the one with most rationales, then by the expert's id.

    Args:
        responses: All responses.
        forms: Gold forms.
        rubrics: Checkpoints by task id.
        count: At most so many anchors a task.
        seed: None takes the baseline's responses; a number samples responses of any role.
        choices: Forms that a lead has chosen; each comes before what the rule would take.

    Returns:
        Anchors by task id.
    """
    chosen = (
        {(choice.response_id, choice.expert_id) for choice in choices} if seed is None else set()
    )
    chosen_responses = {response_id for response_id, _ in chosen}
    by_response: dict[str, list[AnnotationForm]] = {}
    for form in forms:
        if form.response_id in chosen_responses and (
            (form.response_id, form.expert_id) not in chosen
        ):
            continue
        by_response.setdefault(form.response_id, []).append(form)
    candidates: dict[str, list[Anchor]] = {}
    for response in responses:
        by_rule = seed is not None or response.role is ResponseRole.BASELINE
        if not by_rule and response.id not in chosen_responses:
            continue
        best = _best(by_response.get(response.id, ()), rubrics.get(response.task_id, ()))
        if best is not None:
            anchor = Anchor(
                task_id=response.task_id,
                response_id=response.id,
                response_text=response.text,
                attachments=response.attachments,
                form=best,
            )
            candidates.setdefault(response.task_id, []).append(anchor)
    return {
        task_id: _drawn(found, count, seed, chosen_responses)
        for task_id, found in candidates.items()
    }


def _best(forms: Sequence[AnnotationForm], rubric: Sequence[Checkpoint]) -> AnnotationForm | None:
    wanted = {point.id for point in judged(rubric)}
    whole = [
        form
        for form in forms
        if wanted and wanted <= {judgment.checkpoint_id for judgment in form.judgments}
    ]
    return min(
        whole,
        key=lambda form: (-sum(bool(item.rationale) for item in form.judgments), form.expert_id),
        default=None,
    )


def _drawn(
    anchors: Sequence[Anchor], count: int, seed: int | None, first: Collection[str]
) -> tuple[Anchor, ...]:
    if seed is None:
        ordered = sorted(
            anchors, key=lambda anchor: (anchor.response_id not in first, anchor.response_id)
        )
    else:
        ordered = sorted(anchors, key=lambda anchor: lot(seed, anchor.response_id))
    return tuple(ordered[:count])


@dataclass(frozen=True, slots=True)
class ShownAnchors:
    """What a judge was shown of the responses it scores.

    Attributes:
        mask: Per response of the catalogue whether it is excluded: an anchor or a near-duplicate.
        excluded: The near-duplicates among them.
        borderline: Responses that may be near-duplicates; they are not excluded.
        are_known: Whether all anchors it was shown are in the project; an imported judge may have
            been shown some that the import does not name or does not have.
    """

    mask: BoolArray
    excluded: tuple[NearDuplicate, ...] = ()
    borderline: tuple[NearDuplicate, ...] = ()
    are_known: bool = True


def shown_anchors(
    tx: Transaction, judges: Iterable[Judge], catalog: Catalog
) -> dict[str, ShownAnchors]:
    """Anchors that judges were shown, and near-duplicates of them.

    Args:
        tx: The transaction.
        judges: The judges.
        catalog: The responses that are scored.

    Returns:
        By judge id.
    """
    judges = list(judges)
    places = {response_id: place for place, response_id in enumerate(catalog.responses)}
    task_ids = {
        catalog.tasks[catalog.response_task[places[name]]]
        for judge in judges
        for name in judge.anchors
        if name in places
    }
    texts = list(responses.all_responses(tx, task_ids=task_ids)) if task_ids else []
    sets = {judge.anchors for judge in judges}
    found = {anchors: _shown(frozenset(anchors), texts, places) for anchors in sets}
    there = {item.id for item in responses.all_responses(tx, ids=set().union(*sets))}
    return {
        judge.id: replace(found[judge.anchors], are_known=_are_known(judge, there))
        for judge in judges
    }


def _are_known(judge: Judge, there: set[str]) -> bool:
    return judge.mode is not JudgeMode.ANCHORED or (
        bool(judge.anchors) and there.issuperset(judge.anchors)
    )


def _shown(anchors: frozenset[str], texts: list[Response], places: dict[str, int]) -> ShownAnchors:
    import numpy as np  # the start of the window needs no figures

    from xpert_studio.core.workflow.near_duplicates import near_duplicates

    alike = near_duplicates([item for item in texts if item.id in anchors], texts)
    excluded = tuple(item for item in alike if not item.is_borderline)
    mask = np.zeros(len(places), np.bool_)
    mask[[places[name] for name in anchors if name in places]] = True
    mask[[places[item.response_id] for item in excluded]] = True
    return ShownAnchors(mask, excluded, tuple(item for item in alike if item.is_borderline))
